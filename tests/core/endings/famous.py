"""Endings of kings and pawns whose outcomes every book has."""

from __future__ import annotations

from typing import Final

from pawnviz.core.endings.outcome import Outcome

_WHITE, _DRAW, _BLACK = Outcome.WHITE_WINS, Outcome.DRAW, Outcome.BLACK_WINS

FAMOUS: Final = {
    "the king on the sixth rank in front of its pawn, to move": ("3k4/8/3K4/3P4/8/8/8/8 w - - 0 1", _WHITE),
    "the king on the sixth rank in front of its pawn, waiting": ("3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", _WHITE),
    "the king two ranks ahead, with a spare tempo": ("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", _WHITE),
    "the king one rank ahead, without the opposition": ("8/8/3k4/8/3K4/3P4/8/8 w - - 0 1", _DRAW),
    "the king one rank ahead, with the opposition": ("8/8/3k4/8/3K4/3P4/8/8 b - - 0 1", _WHITE),
    "stalemate in front of the pawn": ("3k4/3P4/3K4/8/8/8/8/8 b - - 0 1", _DRAW),
    "a rook pawn, the king in the corner": ("k7/8/K7/P7/8/8/8/8 w - - 0 1", _DRAW),
    "outside the square": ("8/8/8/8/P5k1/8/8/K7 w - - 0 1", _WHITE),
    "inside the square": ("8/8/8/8/P2k4/8/8/K7 b - - 0 1", _DRAW),
    "the trebuchet, White to move": ("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1", _BLACK),
    "the trebuchet, Black to move": ("8/8/8/3pK3/2kP4/8/8/8 b - - 0 1", _WHITE),
    "Reti 1921": ("7K/8/k1P5/7p/8/8/8/8 w - - 0 1", _DRAW),
    "a wall that no king passes": ("8/8/1k6/1p1p1p1p/1P1P1P1P/1K6/8/8 w - - 0 1", _DRAW),
}
