"""Tells the text of a game from that of a position, and finds the position in a text of several lines."""

from __future__ import annotations

import re
from typing import Final

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position

NO_GAMES: Final = "A position is set up from its FEN, such as 8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1."
"""The remedy where a game is given in place of a position."""

_MOST_LINES: Final = 50  # The number of lines of a text among which a position is looked for.
_TAG: Final = re.compile(r'\[\s*[A-Za-z]\w*\s*"[^"]*"\s*\]')
_MOVES: Final = re.compile(r"1\s*\.\s*(?:\.\.)?\s*(?:[a-h]x?[a-h1-8]|[NBRQK][a-h1-8x]|O-O)")

_FEN_TAGS: Final = re.compile(r'\ufeff?\s*(?:\[\s*(?:FEN|SetUp)\s*"[^"\n]*"\s*\]\s*)+')
_ESCAPED_LINES: Final = re.compile(r"\A(?:%[^\n]*\n\s*)+")  # Lines before a game that PGN passes over.


def is_game_text(text: str) -> bool:
    """Return whether a text begins as a game in PGN does: with a tag such as ``[Event "Hastings"]``, or with a move.

    Tags of positions alone, such as ``[FEN "..."]``, are none.
    """
    if _FEN_TAGS.fullmatch(text):
        return False
    start = _ESCAPED_LINES.sub("", text.lstrip("\ufeff \t\r\n")[:2000])[:400]
    return bool(_TAG.match(start) or _MOVES.match(start))


def position_line(text: str) -> str:
    """Return the first line of a text that is read as a position, without blanks around it; empty where none is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in lines[:_MOST_LINES]:
        try:
            Position.from_fen(line)
        except FenError:
            continue
        return line
    return ""
