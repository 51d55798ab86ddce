"""Tensions: pawns that can take each other, the structures after each exchange, and the one that is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.pawn_moves.changes import PawnChanges, pawn_changes, structure_names
from pawnviz.core.pawn_moves.moves import (
    PawnMove,
    after_move,
    captures_on,
    lever_targets,
    pawn_moves,
    taken_back_by_piece,
)
from pawnviz.core.pawn_moves.sentences import Clause, clauses, predicate
from pawnviz.core.words import listed

MOST_CLAUSES: Final = 2  # The most clauses in the text of an exchange beside the structure.


class Exchange(NamedTuple):
    """A pawn takes a pawn, and a pawn or a piece may take back.

    ``moves`` are the one or two moves of pawns; ``by_piece`` says that a piece other than a pawn takes back.
    ``position`` is the one they lead to, ``changes`` are its differences, and ``clauses`` these in words.
    """

    moves: tuple[PawnMove, ...]
    by_piece: bool
    position: Position
    changes: PawnChanges
    clauses: tuple[Clause, ...]

    @property
    def white(self) -> bool:
        """Whether White takes first."""
        return self.moves[0].white

    @property
    def name(self) -> str:
        """The moves: ``cxd5 exd5``, ``cxd5 and a piece takes back``; an ellipsis says that Black takes first."""
        text = " ".join(move.text for move in self.moves)
        return f"{'' if self.white else '…'}{text}{' and a piece takes back' if self.by_piece else ''}"

    @property
    def outcome(self) -> str:
        """The result: the named structures where these change, and the weightiest changes."""
        changes = self.changes
        is_named = changes.structures_after != changes.structures_before
        rest = [clause for clause in self.clauses if not (is_named and clause.is_structure)]
        rest_text = predicate(rest, MOST_CLAUSES).lstrip(": ") if rest or not is_named else ""
        named = [listed(changes.structures_after) or "no named structure"] if is_named else []
        return "; ".join([*named, rest_text] if rest_text else named)


class Tension(NamedTuple):
    """A white and a black pawn of which one can take the other, on its move; each exchange, and the structures now."""

    white_pawn: int
    black_pawn: int
    exchanges: tuple[Exchange, ...]
    structures: tuple[str, ...]

    @property
    def name(self) -> str:
        """The pair: ``c4 and d5``."""
        return f"{SQUARE_NAMES[self.white_pawn]} and {SQUARE_NAMES[self.black_pawn]}"

    @property
    def kept(self) -> str:
        """The structure while the tension is kept."""
        return f"Keep the tension: {listed(self.structures) or 'no named structure'}"


def tensions(position: Position) -> tuple[Tension, ...]:
    """Return the pairs of pawns of which one can legally take the other, by White's pawn and then Black's."""
    white, black = position.sides()
    takes = [move for side in (white, black) for move in pawn_moves(side) if _takes_pawn(position, move)]
    pairs = {(move.source, move.captured) if move.white else (move.captured, move.source) for move in takes}
    names = structure_names(position)
    tensions_by_pair = []
    for white_pawn, black_pawn in sorted(pairs):
        if white_pawn is None or black_pawn is None:
            continue
        moves = [move for move in takes if {move.source, move.captured} == {white_pawn, black_pawn}]
        exchanges = tuple(exchange for move in moves for exchange in exchanges_after(position, move))
        tensions_by_pair.append(Tension(white_pawn, black_pawn, exchanges, names))
    return tuple(tensions_by_pair)


def _takes_pawn(position: Position, move: PawnMove) -> bool:
    return move.captured is not None and bool(position.pawns >> move.captured & 1)


def exchanges_after(
    position: Position, move: PawnMove, before: Position | None = None, earlier: tuple[PawnMove, ...] = ()
) -> Iterator[Exchange]:
    """Yield the replies to a pawn's capture of a pawn: each pawn that can take back, a piece, or else nothing.

    The changes are counted from ``position``, or from ``before``, which ``earlier`` moves led from.
    """
    first = after_move(position, move)
    answers = captures_on(_side(first, not move.white), move.target)
    taken_back = taken_back_by_piece(first, move.target, not move.white)

    def exchange(moves: tuple[PawnMove, ...], after: Position, by_piece: bool = False) -> Exchange:
        moved = moved_by((*earlier, *moves))
        if by_piece:
            moved = {source: target for source, target in moved.items() if target != move.target}
        changes = pawn_changes(before or position, after, moved)
        return Exchange(moves, by_piece, after, changes, clauses(changes, None))

    for answer in answers:
        yield exchange((move, answer), after_move(first, answer))
    if taken_back is not None:
        yield exchange((move,), taken_back, by_piece=True)
    if not answers and taken_back is None:
        yield exchange((move,), first)


def exchanges_of_break(position: Position, move: PawnMove) -> tuple[Exchange, ...]:
    """Return the exchanges after a break, begun by either side; changes count from before the break."""
    after = after_move(position, move)
    own, enemy = _side(after, move.white), _side(after, not move.white)
    answers = captures_on(enemy, move.target)
    exchanges: list[Exchange] = []
    for square in squares(lever_targets(own, move.target)):
        captures = captures_on(own, square)
        for each in (*answers, *captures):
            if each.source in (square, move.target):
                exchanges += exchanges_after(after, each, position, (move,))
    return tuple(exchanges)


def moved_by(moves: Sequence[PawnMove]) -> dict[int, int]:
    """Return where each pawn that moves stands at the end, by its first square, without taken and promoted ones."""
    now: dict[int, int] = {}
    for move in moves:
        now = {first: square for first, square in now.items() if square != move.captured}
        first = next((first for first, square in now.items() if square == move.source), move.source)
        now[first] = move.target
        if move.is_promotion:
            del now[first]
    return now


def _side(position: Position, white: bool) -> Side[int]:
    return position.sides()[0 if white else 1]
