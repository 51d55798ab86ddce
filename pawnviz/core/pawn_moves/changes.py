"""The changes of the pawns of both sides between two positions: squares, files, islands, labels and structures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import complement, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.labels.order import labels_with
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.attack_spans import front_attack_spans
from pawnviz.core.layers.islands import closed_files, half_open_files, island_count, open_files
from pawnviz.core.layers.squares import holes, outposts
from pawnviz.core.structures import leading_structures

CHANGE_LABELS: Final = labels_with(lambda label: label.change, lambda label: label.gained_weight)
"""The layers of the labels that a change is about, the weightiest first."""


class LabelChange(NamedTuple):
    """A label that a pawn gains or loses; the square, from 0 to 63, is the pawn's after the change."""

    layer: str
    square: int
    gained: bool


class SideChanges(NamedTuple):
    """The changes of the pawns of one color; sets of squares and files are masks.

    No pawn of the color can guard ``squares_lost`` again without capturing, and none could guard ``squares_gained``
    before; ``holes`` are those of the former on its third and fourth rank. No pawns stand on outposts that are gained,
    and none stood on those that are lost. ``half_open_files`` have become half-open for the color. Labels are those of
    pawns that stand before and after. ``pawns`` are the color's afterwards.
    """

    white: bool
    squares_lost: int
    squares_gained: int
    holes: int
    outposts_gained: int
    outposts_lost: int
    half_open_files: int
    islands_before: int
    islands_after: int
    labels: tuple[LabelChange, ...]
    pawns: int

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return self.islands_before == self.islands_after and not any((*self[1:7], self.labels))


class PawnChanges(NamedTuple):
    """The changes of both colors' pawns; closed files have pawns of both, structures are ``Carlsbad (White)``.

    ``after`` is the position after them, whose pieces may or may not have a use for them.
    """

    white: SideChanges
    black: SideChanges
    opened_files: int
    closed_files: int
    structures_before: tuple[str, ...]
    structures_after: tuple[str, ...]
    after: Position

    def of(self, white: bool) -> SideChanges:
        """Return the changes of White or of Black."""
        return self.white if white else self.black

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return (
            self.white.is_empty
            and self.black.is_empty
            and not (self.opened_files or self.closed_files)
            and self.structures_before == self.structures_after
        )


def pawn_changes(before: Position, after: Position, moved: Mapping[int, int]) -> PawnChanges:
    """Return the changes between two positions; ``moved`` has the new squares of pawns that are elsewhere."""
    white, black = (
        _side_changes(side, other, moved) for side, other in zip(before.sides(), after.sides(), strict=True)
    )
    first, last = before.sides()[0], after.sides()[0]
    return PawnChanges(
        white,
        black,
        open_files(last) & complement(open_files(first)),
        closed_files(last) & complement(closed_files(first)),
        structure_names(before),
        structure_names(after),
        after,
    )


def _side_changes(before: Side[int], after: Side[int], moved: Mapping[int, int]) -> SideChanges:
    guarded, guarded_after = front_attack_spans(before), front_attack_spans(after)
    outposts_before, outposts_after = outposts(before), outposts(after)
    return SideChanges(
        before.color,
        guarded & complement(guarded_after),
        guarded_after & complement(guarded),
        holes(after) & complement(holes(before)),
        outposts_after & complement(outposts_before | after.pawns | after.enemy.pawns),
        outposts_before & complement(outposts_after | before.pawns | before.enemy.pawns),
        half_open_files(after) & complement(half_open_files(before)),
        island_count(before),
        island_count(after),
        tuple(_label_changes(before, after, moved)),
        after.pawns,
    )


def _label_changes(before: Side[int], after: Side[int], moved: Mapping[int, int]) -> list[LabelChange]:
    own = [(source, target) for source, target in moved.items() if before.pawns >> source & 1]
    stayed = before.pawns & after.pawns
    arrived = 0
    for source, target in own:
        stayed &= complement(1 << source | 1 << target)
        arrived |= 1 << target
    present = stayed | arrived & after.pawns
    changes = []
    for identifier in CHANGE_LABELS:
        layer = LAYERS[identifier]
        old, new = layer(before), layer(after)
        carried = old & stayed
        for source, target in own:
            carried |= (old >> source & 1) << target
        if changed := (carried ^ new) & present:
            changes += [LabelChange(identifier, square, bool(new >> square & 1)) for square in squares(changed)]
    return changes


def structure_names(position: Position) -> tuple[str, ...]:
    """Return the leading structures on a board, each with the color that it belongs to, or ``(both)``.

    One that belongs to both colors alike goes without. General ones are left out: they only say how the center stands
    where no other structure does.
    """
    colors: dict[str, list[str]] = {}
    for each in leading_structures(position.sides()[0], with_general=False):
        owner = [] if each.color is None else [color_name(each.color).capitalize()]
        colors.setdefault(each.title, []).extend(owner)
    return tuple(
        f"{title} ({owners[0] if len(owners) == 1 else 'both'})" if owners else title
        for title, owners in colors.items()
    )
