"""A page of the manual or of the glossary."""

from __future__ import annotations

from typing import NamedTuple


class Article(NamedTuple):
    """A title, a text in Markdown, and further ``words`` by which it is found."""

    title: str
    text: str
    words: str = ""

    def matches(self, searched: str) -> bool:
        """Return whether each word of a text stands in this page, in any case."""
        content = f"{self.title} {self.text} {self.words}".casefold()
        return all(word in content for word in searched.casefold().split())
