"""A picture beside another one: marks gained and lost by a change or in a preview, and marks faded around a layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import complement, popcount
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import BREAKS, GAINED, LOST, Arrow, Cell, Picture, PlacedMark, Strip

LOST_SHARE: Final = 0.35  # The share of their opacity that strips of lost files and former lines keep.


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
    strips = tuple(_strips(before.strips, after.strips))
    return after._replace(cells=cells, strips=strips, lines=(*lines, *after.lines))


def _merged(before: Sequence[PlacedMark], after: Sequence[PlacedMark]) -> Iterator[PlacedMark]:
    waiting = list(after)
    keys = [_place(mark) for mark in waiting]
    for old in before:
        key = _place(old)
        if key not in keys:
            yield old._replace(change=LOST)
            continue
        index = keys.index(key)
        yield from (mark._replace(change=GAINED) for mark in waiting[:index])
        yield from _same_place(old, waiting[index])
        del waiting[: index + 1], keys[: index + 1]
    yield from (mark._replace(change=GAINED) for mark in waiting)


def _place(mark: PlacedMark) -> PlacedMark:
    """Return the common part of two marks of one layer on one square: all but the attackers and an area's ends."""
    return mark._replace(attackers=0, ends=0)


def _same_place(old: PlacedMark, new: PlacedMark) -> Iterator[PlacedMark]:
    """Yield a mark that is there before and after; of dots, each attacker's by itself if they are others."""
    if old.attackers == new.attackers or not (old.attackers and new.attackers):
        yield new
        return
    lost = old.attackers & (old.attackers ^ new.attackers)
    gained = new.attackers & (old.attackers ^ new.attackers)
    if old.attackers & new.attackers:
        yield new._replace(attackers=old.attackers & new.attackers)
    if lost:
        yield old._replace(attackers=lost, change=LOST)
    if gained:
        yield new._replace(attackers=gained, change=GAINED)


def _strips(before: Sequence[Strip], after: Sequence[Strip]) -> Iterator[Strip]:
    for old, new in zip(before, after, strict=True):
        lost = old.files & (old.files ^ new.files)
        if lost:
            yield old._replace(files=lost, opacity=old.opacity * LOST_SHARE, change=LOST)
    yield from after


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
    placed = [
        (mark.squares, PlacedMark(mark.style.mark, mark.white, color, mark.style.opacity, 0, 1, change=mark.change))
        for mark in marks
        for color in (mark.style.white_color if mark.white else mark.style.black_color,)
    ]
    cells = []
    for square, cell in enumerate(picture.cells):
        present = {(mark.mark, mark.white) for mark in cell.marks}
        new = [mark for mask, mark in placed if mask >> square & 1 and (mark.mark, mark.white) not in present]
        cells.append(Cell(cell.piece, (*cell.marks, *new)) if new else cell)
    return picture._replace(cells=tuple(cells), arrows=tuple(arrows))


OTHERS_SHARE: Final = 0.25  # The share of their opacity that other marks keep.


def faded_around(picture: Picture, layer: str, *, white: bool, black: bool) -> Picture:
    """Return a picture in which only the marks of this layer, for these sides, keep their opacity and their arrows."""

    def share(name: str, of_white: bool) -> float:
        return 1.0 if name == layer and (white if of_white else black) else OTHERS_SHARE

    cells = tuple(
        cell._replace(
            marks=tuple(mark._replace(opacity=mark.opacity * share(mark.layer, mark.white)) for mark in cell.marks)
        )
        for cell in picture.cells
    )
    strips = tuple(strip._replace(opacity=strip.opacity * share(strip.layer, strip.white)) for strip in picture.strips)
    lines = tuple(line._replace(opacity=line.opacity * share(line.layer, line.white)) for line in picture.lines)
    arrows = (arrow for arrow in picture.arrows if share(BREAKS if arrow.is_push else "", arrow.white) == 1)
    return picture._replace(cells=cells, strips=strips, lines=lines, arrows=tuple(arrows))
