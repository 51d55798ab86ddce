"""Breaks: squares on a pawn's way from which it attacks an enemy pawn, their distance, and the obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.pawn_moves.moves import PawnMove, leaves_king_attacked, lever_targets
from pawnviz.core.words import count_text, listed

MOST_MOVES: Final = 3  # The most moves of its own that a pawn needs for a break that is looked for.


class Break(NamedTuple):
    """A square from which a pawn, pushed there, would attack enemy pawns that stand where they do now.

    ``route`` has the squares on which it stands on its way, the break square last; a double step is one move of it.
    ``targets`` and ``blockers`` are masks: the enemy pawns that it would attack, and pieces on its way, of either
    color; none of these is a pawn. ``is_legal`` is false where the first step leaves the own king attacked.
    """

    white: bool
    source: int
    route: tuple[int, ...]
    targets: int
    blockers: int
    is_legal: bool

    @property
    def square(self) -> int:
        """The break square."""
        return self.route[-1]

    @property
    def move_count(self) -> int:
        """How many moves of its own the pawn needs, pieces on its way not counted."""
        return len(self.route)

    @property
    def is_next(self) -> bool:
        """Whether the next move can be the break."""
        return self.move_count == 1 and not self.blockers and self.is_legal

    @property
    def first_move(self) -> PawnMove | None:
        """The first step, or None where a piece is in its way or the king would be attacked."""
        way = range(self.source, self.route[0], 8 if self.white else -8)[1:]
        is_free = not any(self.blockers >> square & 1 for square in (*way, self.route[0]))
        return PawnMove(self.white, self.source, self.route[0]) if is_free and self.is_legal else None

    @property
    def text(self) -> str:
        """The way to the break: ``f2-f3-f4``."""
        return "-".join(SQUARE_NAMES[square] for square in (self.source, *self.route))


def breaks(side: Side[int], most_moves: int = MOST_MOVES) -> tuple[Break, ...]:
    """Return the breaks of a side within so many moves of one pawn, the nearest first.

    Of several pawns on a file the front one breaks, and no enemy pawn stands on its way. Only pushes are looked at, and
    enemy pawns are taken to stay where they are.
    """
    near = (each for square in squares(side.pawns) for each in _breaks_of(side, square, most_moves))
    return tuple(sorted(near, key=lambda each: (each.move_count, each.blockers.bit_count(), each.source, each.square)))


def _breaks_of(side: Side[int], source: int, most_moves: int) -> Iterator[Break]:
    step = 8 if side.color else -8
    pieces = side.pieces | side.enemy.pieces
    pawns = side.pawns | side.enemy.pawns
    route: list[int] = []
    blockers = 0
    square = source + step
    while 0 <= square < 64 and not pawns >> square & 1:
        blockers |= pieces & 1 << square
        if _rank(side, square) == 4 and route:
            # The pawn was on the second rank one step before, and passes the third.
            route[-1] = square
        else:
            route.append(square)
        if len(route) > most_moves:
            return
        targets = lever_targets(side, square)
        if targets:
            first = PawnMove(side.color, source, route[0])
            yield Break(side.color, source, tuple(route), targets, blockers, not leaves_king_attacked(side, first))
        square += step


def _rank(side: Side[int], square: int) -> int:
    return square // 8 + 1 if side.color else 8 - square // 8


def break_text(side: Side[int], later: Break) -> str:
    """Return a sentence on a break that is not the next move: its distance and the obstacles."""
    view = Surroundings(side, later.source)
    attacked = view.names(later.targets)
    clauses = [f"on {SQUARE_NAMES[later.square]} it would attack {attacked}"]
    if later.move_count > 1:
        clauses.insert(0, f"{count_text(later.move_count, 'move')} away")
    if later.blockers:
        pieces = [f"the {view.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(later.blockers)]
        verb = "is" if len(pieces) == 1 else "are"
        clauses.append(f"{listed(pieces)} {verb} in the way")
    if not later.is_legal:
        clauses.append("the king would be attacked")
    return "; ".join(clauses)
