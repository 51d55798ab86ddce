"""The manual, read from ``resources/manual.md``."""

from __future__ import annotations

from functools import cache

from pawnviz.core.catalog.article import Article
from pawnviz.resources import read_resource


@cache
def manual() -> tuple[Article, ...]:
    """Return the pages of the manual, one for each heading of the second level."""
    _, *parts = read_resource("manual.md").split("\n## ")
    pages = (part.partition("\n") for part in parts)
    return tuple(Article(title, text.strip(), name=title) for title, _, text in pages)
