"""A picture beside another one: marks gained and lost by a change or in a preview, and marks faded around a layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from pawnviz.core.board.bitboard import complement, popcount
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import BREAKS, GAINED, KEPT, LOST, Arrow, Cell, Line, Picture, PlacedMark, Strip

LOST_SHARE: Final = 0.35  # The share of their opacity that strips of lost files and former lines keep.
Placed = TypeVar("Placed", PlacedMark, Strip, Line)


class LayerChange(NamedTuple):
    """A layer's squares for one side before and after a change."""

    layer: Layer
    white: bool
    before: int
    after: int

    @property
    def gained(self) -> int:
        """The squares that the layer holds only afterwards."""
        return self.after & complement(self.before)

    @property
    def lost(self) -> int:
        """The squares that the layer holds only beforehand."""
        return self.before & complement(self.after)

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of squares before and after."""
        return popcount(self.before), popcount(self.after)


def layer_changes(
    before: Position, after: Position, layers: Iterable[tuple[Layer, bool, bool]]
) -> tuple[LayerChange, ...]:
    """Return the layers that differ between two positions, for White and for Black if asked, in their order."""
    changes = (
        LayerChange(layer, side.color, layer(side), layer(other))
        for layer, *wanted in layers
        for is_wanted, side, other in zip(wanted, before.sides(), after.sides(), strict=True)
        if is_wanted
    )
    return tuple(change for change in changes if change.before != change.after)


def picture_of_change(before: Picture, after: Picture) -> Picture:
    """Return the picture afterwards with the lost marks, gained and lost ones marked; both show the same layers."""
    cells = tuple(
        new if old.marks == new.marks else Cell(new.piece, tuple(_merged(old.marks, new.marks)))
        for old, new in zip(before.cells, after.cells, strict=True)
    )
    lost = (old for old, new in zip(before.lines, after.lines, strict=True) if old.squares != new.squares)
    lines = tuple(line._replace(opacity=line.opacity * LOST_SHARE, teeth=0, change=LOST) for line in lost)
    changed = ((old, old.files & complement(new.files)) for old, new in zip(before.strips, after.strips, strict=True))
    strips = (
        old._replace(files=files, opacity=old.opacity * LOST_SHARE, change=LOST) for old, files in changed if files
    )
    return after._replace(cells=cells, strips=(*strips, *after.strips), lines=(*lines, *after.lines))


def _merged(before: Sequence[PlacedMark], after: Sequence[PlacedMark]) -> Iterator[PlacedMark]:
    waiting = list(after)
    keys = [_place(mark) for mark in waiting]
    for old in before:
        if _place(old) not in keys:
            yield old._replace(change=LOST)
            continue
        index = keys.index(_place(old))
        yield from (mark._replace(change=GAINED) for mark in waiting[:index])
        yield from _same_place(old, waiting[index])
        del waiting[: index + 1], keys[: index + 1]
    yield from (mark._replace(change=GAINED) for mark in waiting)


def _place(mark: PlacedMark) -> PlacedMark:
    """Return the common part of two marks of one layer on one square: all but the attackers and an area's ends."""
    return mark._replace(attackers=0, ends=0)


def _same_place(old: PlacedMark, new: PlacedMark) -> Iterator[PlacedMark]:
    """Yield a mark that is there before and after; of dots, each attacker's by itself if they are others."""
    both, others = old.attackers & new.attackers, old.attackers ^ new.attackers
    if not (others and old.attackers and new.attackers):
        yield new
        return
    parts = ((new, both, KEPT), (old, old.attackers & others, LOST), (new, new.attackers & others, GAINED))
    yield from (mark._replace(attackers=part, change=change) for mark, part, change in parts if part)


class ChangeMark(NamedTuple):
    """Squares of one side, as a mask, that get a mark in a style; ``change`` is ``GAINED`` or ``LOST``."""

    style: Style
    white: bool
    squares: int
    change: int


def picture_of_preview(
    before: Picture, after: Picture, marks: Sequence[ChangeMark], arrows: Sequence[Arrow]
) -> Picture:
    """Return the picture after a change with gains, losses and further marks, each once, and only these arrows."""
    picture = picture_of_change(before, after)
    placed = []
    for style, white, mask, change in marks:
        color = style.white_color if white else style.black_color
        placed.append((mask, PlacedMark(style.mark, white, color, style.opacity, 0, 1, change=change)))
    cells = []
    for square, cell in enumerate(picture.cells):
        present = {(mark.mark, mark.white) for mark in cell.marks}
        new = [mark for mask, mark in placed if mask >> square & 1 and (mark.mark, mark.white) not in present]
        cells.append(Cell(cell.piece, (*cell.marks, *new)))
    return picture._replace(cells=tuple(cells), arrows=tuple(arrows))


OTHERS_SHARE: Final = 0.25  # The share of their opacity that other marks keep.


def faded_around(picture: Picture, layer: str, *, white: bool, black: bool) -> Picture:
    """Return a picture in which only the marks of this layer, for these sides, keep their opacity and their arrows."""

    def is_meant(name: str, of_white: bool) -> bool:
        return name == layer and (white if of_white else black)

    def faded(marks: Sequence[Placed]) -> tuple[Placed, ...]:
        shares = (1.0 if is_meant(mark.layer, mark.white) else OTHERS_SHARE for mark in marks)
        return tuple(mark._replace(opacity=mark.opacity * share) for mark, share in zip(marks, shares, strict=True))

    arrows = (arrow for arrow in picture.arrows if is_meant(BREAKS if arrow.is_push else "", arrow.white))
    return picture._replace(
        cells=tuple(cell._replace(marks=faded(cell.marks)) for cell in picture.cells),
        strips=faded(picture.strips),
        lines=faded(picture.lines),
        arrows=tuple(arrows),
    )
