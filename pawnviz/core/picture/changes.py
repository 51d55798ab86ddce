"""The changes of layers by another position: squares gained and lost, and a picture that marks both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import complement, popcount
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.core.picture.picture import GAINED, LOST, Cell, Picture, PlacedMark, Strip

FADED: Final = 0.35  # The share of their opacity that strips of lost files and former lines keep.


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
    """Return the layers that differ between two positions, for White and for Black where asked, in their order."""
    changes = []
    for layer, white, black in layers:
        for wanted, side, other in zip((white, black), before.sides(), after.sides(), strict=True):
            if wanted:
                change = LayerChange(layer, side.color, layer(side), layer(other))
                if change.before != change.after:
                    changes.append(change)
    return tuple(changes)


def picture_of_change(before: Picture, after: Picture) -> Picture:
    """Return the picture afterwards with the lost marks, gained and lost ones marked; both show the same layers."""
    cells = tuple(
        new if old.marks == new.marks else Cell(new.piece, tuple(_merged(old.marks, new.marks)))
        for old, new in zip(before.cells, after.cells, strict=True)
    )
    lost = (old for old, new in zip(before.lines, after.lines, strict=True) if old.squares != new.squares)
    lines = tuple(line._replace(opacity=line.opacity * FADED, teeth=0, change=LOST) for line in lost)
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
    """Yield a mark that is there before and after; of dots, each attacker's by itself where they are others."""
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
            yield old._replace(files=lost, opacity=old.opacity * FADED, change=LOST)
    yield from after
