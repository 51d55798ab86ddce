"""Breaks: squares on a pawn's way from which it attacks an enemy pawn, the best first; distance, price, obstacles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.pawn_moves.merits import Stand, points
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, leaves_king_attacked, lever_targets
from pawnviz.core.pawn_moves.price import Price, price_of
from pawnviz.core.words import count_text, listed

MOST_MOVES: Final = 3  # The most moves of its own that a pawn needs for a break that is looked for.
NEAR_MOVES: Final = 2  # The most moves to a break that is shown at once: players seldom play others.


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
    def is_near(self) -> bool:
        """Whether it is at most ``NEAR_MOVES`` moves away."""
        return self.move_count <= NEAR_MOVES

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


def breaks(position: Position, white: bool, most_moves: int = MOST_MOVES) -> tuple[Break, ...]:
    """Return the breaks of a side within so many moves of one pawn, the best first.

    Fewer moves come first, then fewer pieces on the way, then those that no pin forbids: so the next moves lead.
    Among equals, if they are near, the points of their merits decide. Of several pawns on a file the front one breaks,
    and no enemy pawn stands on its way. Only pushes are looked at, and enemy pawns are taken to stay where they are.
    """
    side = position.sides()[0 if white else 1]
    found = [each for square in squares(side.pawns) for each in _breaks_of(side, square, most_moves)]
    stand = Stand.of(side) if len(found) > 1 else None

    def order(each: Break) -> tuple[float, ...]:
        best = (
            0.0
            if stand is None or not each.is_near
            else -points(stand, position_of_break(position, each), each.source, each.square)
        )
        return each.move_count, each.blockers.bit_count(), not each.is_legal, best, each.source, each.square

    return tuple(sorted(found, key=order))


def position_of_break(position: Position, pawn_break: Break) -> Position:
    """Return the position with the pawn on the break square, as after its moves, and no pieces on its way."""
    if pawn_break.move_count == 1 and not pawn_break.blockers:
        return after_move(position, PawnMove(pawn_break.white, pawn_break.source, pawn_break.square))
    for square in squares(pawn_break.blockers):
        position = position.without_piece(square)
    return replace(position.moved(pawn_break.source, pawn_break.square), en_passant=None)


def price_of_break(position: Position, pawn_break: Break) -> Price | None:
    """Return the price of a near break as if the pawn were there now; None with pieces on its way, or for another."""
    if pawn_break.blockers or not pawn_break.is_near:
        return None
    after = position_of_break(position, pawn_break)
    return price_of(position, after, pawn_break.white, pawn_break.square)


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


def break_text(position: Position, later: Break) -> str:
    """Return a sentence on a break that is not the next move: its distance, its price and the obstacles."""
    view = Surroundings(position.sides()[0 if later.white else 1], later.source)
    clauses = [f"on {SQUARE_NAMES[later.square]} it would attack {view.names(later.targets)}"]
    if later.move_count > 1:
        clauses.insert(0, f"{count_text(later.move_count, 'move')} away")
    price = price_of_break(position, later)
    if price is not None:
        clauses.append(price.text)
    if later.blockers:
        pieces = [f"the {view.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(later.blockers)]
        verb = "is" if len(pieces) == 1 else "are"
        clauses.append(f"{listed(pieces)} {verb} in the way")
    if not later.is_legal:
        clauses.append("the king would be attacked")
    return "; ".join(clauses)
