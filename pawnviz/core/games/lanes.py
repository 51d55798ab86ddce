"""Lanes: the number of squares of a layer, or a number, in each position of a line of moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import complement
from pawnviz.core.board.mask_text import files_and_squares
from pawnviz.core.board.side import Side
from pawnviz.core.games.line import MoveLine
from pawnviz.core.layers import Entry, Layer

_MOST_FROM_ZERO: Final = 8
"""The greatest of the smallest values of a lane whose columns begin at 0: pawns are always counted from there."""
_MOST_NAMED: Final = 8  # The number of squares that are named one by one.


class LaneSide(NamedTuple):
    """One side of a lane: the number in each position, and the squares that are counted; without any for a number."""

    values: tuple[int, ...]
    masks: tuple[int, ...] = ()

    def is_other_set(self, ply: int) -> bool:
        """Return whether the squares in the position of a ply are others than before its move, but as many."""
        if not (self.masks and ply):
            return False
        return self.masks[ply - 1] != self.masks[ply] and self.values[ply - 1] == self.values[ply]

    def gained(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply brought; none for a number."""
        return self.masks[ply] & complement(self.masks[ply - 1]) if self.masks and ply else 0

    def lost(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply took away; none for a number."""
        return self.masks[ply - 1] & complement(self.masks[ply]) if self.masks and ply else 0


class Lane(NamedTuple):
    """A layer or a number of both sides in each position of a line of moves."""

    entry: Entry
    white: LaneSide
    black: LaneSide

    @property
    def greatest(self) -> int:
        """The greatest value of either side."""
        return max((*self.white.values, *self.black.values), default=0)

    @property
    def base(self) -> int:
        """The value that columns begin at: 0, but near the smallest value where all are many and of about one size."""
        least = min((*self.white.values, *self.black.values), default=0)
        return least - 1 if least > _MOST_FROM_ZERO and 2 * least > self.greatest else 0

    def side(self, white: bool) -> LaneSide:
        """Return White's side of the lane, or Black's."""
        return self.white if white else self.black


def lane(line: MoveLine, entry: Entry) -> Lane:
    """Return the lane of a layer, in squares or for a set of files in files, or of a number; a byte counts its bits."""
    sides = [position.sides() for position in line.positions]
    return Lane(
        entry, _lane_side([white for white, _ in sides], entry), _lane_side([black for _, black in sides], entry)
    )


def _lane_side(sides: Sequence[Side[int]], entry: Entry) -> LaneSide:
    computed = tuple(entry(side) for side in sides)
    if isinstance(entry, Layer):
        return LaneSide(tuple(map(entry.count, computed)), computed)
    return LaneSide(tuple(map(int.bit_count, computed)) if entry.bits else computed)


def lane_words(lane: Lane, line: MoveLine, ply: int) -> str:
    """Return a lane at a ply in words, its name and move first: each side's value, and the change by the last move."""
    after = line.moves[ply - 1].text if ply else "first position"
    rows = [f"{lane.entry.title}, {after}"]
    for white in (True, False):
        side = lane.side(white)
        row = f"{'White' if white else 'Black'} {side.values[ply]}"
        squares = _named(side.masks[ply]) if side.masks else ""
        changes = (("new", _named(side.gained(ply))), ("gone", _named(side.lost(ply))))
        changed = "; ".join(f"{word} {names}" for word, names in changes if names)
        rows.append(f"{row}{f': {squares}' if squares else ''}{f' ({changed})' if changed else ''}")
    return "\n".join(rows)


def _named(mask: int) -> str:
    names = files_and_squares(mask)
    return names if len(names.split()) <= _MOST_NAMED else ""
