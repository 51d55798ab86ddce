"""Numbers for how scattered a side's pawns are."""

from __future__ import annotations

from typing import Any, cast

from pawnviz.core.board.bitboard import NOT_H_FILE, Bits, popcount, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.counting import distance
from pawnviz.core.layers.fills import rear_fills
from pawnviz.core.layers.islands import island_count
from pawnviz.core.layers.registry import DISPERSION, number


@number("Dispersion", DISPERSION)
def dispersion(side: Side[Bits]) -> Bits:
    """How far three times the square of the number of islands is from the number of pawns."""
    islands: Any = island_count(side)
    return distance(cast(Bits, 3 * islands * islands), popcount(side.pawns))


@number("Distortion", DISPERSION)
def distortion(side: Side[Bits]) -> Bits:
    """How many ranks apart the foremost pawns of adjacent files are, added up; an empty file counts as rank 0."""
    fills = rear_fills(side)
    return popcount((fills ^ west(fills)) & NOT_H_FILE)
