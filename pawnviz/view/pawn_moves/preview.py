"""The preview of a row: the position after it, squares lost for good, new and former labels, and arrows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, bar
from pawnviz.core.pawn_moves.breaks import CHANGE_LABELS, PawnChanges
from pawnviz.core.picture.changes import ChangeMark
from pawnviz.core.picture.picture import GAINED, LOST, Arrow, LegendEntry
from pawnviz.view.board.state import Preview
from pawnviz.view.pawn_moves.rows import Row

LOST_SQUARES: Final = Style(bar("notched"))
"""The mark of squares that no pawn of a side can guard again without capturing; holes have it too."""

StyleOf = Callable[[str], Style]


def preview_of(row: Row, style_of: StyleOf) -> Preview | None:
    """Return the preview of a row, None for a heading; labels are drawn in the styles of their layers."""
    if row.after is None:
        return None
    marks = () if row.changes is None else tuple(_marks(row.changes, style_of))
    arrows = tuple(Arrow(move.source, move.target, move.white, is_push=not move.is_capture) for move in row.moves)
    legend = () if row.changes is None else tuple(_legend(row.changes, style_of))
    return Preview(row.after, marks, arrows, legend)


def _marks(changes: PawnChanges, style_of: StyleOf) -> Iterator[ChangeMark]:
    for side in (changes.white, changes.black):
        if side.squares_lost:
            yield ChangeMark(LOST_SQUARES, side.white, side.squares_lost, GAINED)
        for label in side.labels:
            yield ChangeMark(style_of(label.layer), side.white, 1 << label.square, GAINED if label.gained else LOST)


def _legend(changes: PawnChanges, style_of: StyleOf) -> Iterator[LegendEntry]:
    white, black = (popcount(side.squares_lost) for side in (changes.white, changes.black))
    if white or black:
        yield LegendEntry("Lost for good", LOST_SQUARES, white > 0, black > 0, white, black)
    sides = [Counter(label.layer for label in side.labels) for side in (changes.white, changes.black)]
    for name in CHANGE_LABELS:
        white, black = (side[name] for side in sides)
        if white or black:
            title = LAYERS[name].title.removesuffix(" pawns").partition(",")[0]
            yield LegendEntry(title, style_of(name), white > 0, black > 0, white, black)
