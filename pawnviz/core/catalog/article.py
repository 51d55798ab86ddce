"""A page of the manual or of the glossary."""

from __future__ import annotations

from typing import NamedTuple


class Article(NamedTuple):
    """A title, a text in Markdown, further ``words`` by which it is found, and a name that no other page has.

    The name of an entry of the glossary is its kind and its identifier, such as ``layer:stops``; ``part`` is the title
    of the part of the contents that it belongs to.
    """

    title: str
    text: str
    words: str = ""
    name: str = ""
    part: str = "Manual"

    def matches(self, searched: str) -> bool:
        """Return whether each word of a text stands in this page, in any case."""
        content = f"{self.title} {self.text} {self.words}".casefold()
        return all(word in content for word in searched.casefold().split())
