"""The attacks, the stop and the spans of one pawn on an otherwise empty board.

Source: https://www.chessprogramming.org/Pawn_Attacks_(Bitboards), https://www.chessprogramming.org/Pawn_Spans
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pawnviz.core.board.side import one_pawn
from pawnviz.core.layers import attacks, spans


@dataclass(frozen=True)
class SinglePawn:
    """The masks of a pawn on a square from 0 to 63 of an empty board, empty where there are no such squares."""

    color: bool
    square: int
    attacks: int
    stop: int
    telestops: int
    front_span: int
    rear_span: int
    lee: int
    luff: int


@cache
def single_pawn(color: bool, square: int) -> SinglePawn:
    """Return the masks of a pawn of a color on a square from 0 to 63; each is computed once."""
    side = one_pawn(color, square)
    return SinglePawn(
        color=color,
        square=square,
        attacks=attacks.attacks(side),
        stop=spans.stops(side),
        telestops=spans.telestops(side),
        front_span=spans.front_spans(side),
        rear_span=spans.rear_spans(side),
        lee=spans.lee_squares(side),
        luff=spans.luff_squares(side),
    )
