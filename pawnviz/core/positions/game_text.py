"""Tells the text of a game from that of a position."""

from __future__ import annotations

import re
from typing import Final

NO_GAMES: Final = "A position is set up from its FEN, such as 8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1."
"""The remedy where a game is given in place of a position."""

_TAG: Final = re.compile(r'\[\s*[A-Za-z]\w*\s*"[^"]*"\s*\]')
_MOVES: Final = re.compile(r"1\s*\.\s*(?:\.\.)?\s*(?:[a-h]x?[a-h1-8]|[NBRQK][a-h1-8x]|O-O)")

_ESCAPED_LINES: Final = re.compile(r"\A(?:%[^\n]*\n\s*)+")  # Lines before a game that PGN passes over.


def is_game_text(text: str) -> bool:
    """Return whether a text begins as a game in PGN does: with a tag such as ``[Event "Hastings"]``, or with a move."""
    start = _ESCAPED_LINES.sub("", text.lstrip("\ufeff \t\r\n")[:2000])[:400]
    return bool(_TAG.match(start) or _MOVES.match(start))
