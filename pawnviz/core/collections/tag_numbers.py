"""The numbers that tags of games say: ratings and years."""

from __future__ import annotations

from typing import Final

_MOST: Final = 9_999


def elo_of(text: str) -> int:
    """Return the rating that a tag says, 0 for none and for one above 9,999."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else 0
    return number if number <= _MOST else 0


def year_of(date: str) -> int:
    """Return the year that a date begins with, 0 for none."""
    return elo_of(date[:4])
