"""All moves of a side's pawns with their changes: breaks first, then captures, then other pushes."""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers.levers import break_squares
from pawnviz.core.pawn_moves.breaks import Break, breaks
from pawnviz.core.pawn_moves.changes import PawnChanges, pawn_changes
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, lever_targets, pawn_moves
from pawnviz.core.pawn_moves.sentences import COST, GAIN, Clause, clauses, said_alone, sentence
from pawnviz.core.pawn_moves.tension import Exchange, exchanges_of_break, moved_by

_LEVER_WEIGHT: Final = 95
_EN_PASSANT_WEIGHT: Final = 85


class MoveReport(NamedTuple):
    """A legal move of a pawn and its changes.

    ``attacked`` is the mask of the enemy pawns that the pawn attacks from its new square; a push that attacks one is a
    break. ``position`` is the one before the move, ``after`` the one after it.
    """

    move: PawnMove
    is_break: bool
    attacked: int
    position: Position
    after: Position
    changes: PawnChanges
    clauses: tuple[Clause, ...]

    @property
    def white(self) -> bool:
        """Whether it is a move of White."""
        return self.move.white

    @property
    def sentence(self) -> str:
        """The weightiest changes, such as ``c4-c5 gives up d5 for good and makes d4 backward.``."""
        return sentence(self.move.text, self.clauses)

    @property
    def said_alone(self) -> str:
        """The sentence without the move, which stands before it as a title."""
        return said_alone(self.clauses)

    @property
    def details(self) -> tuple[str, ...]:
        """All changes, each as a sentence, the weightiest first."""
        return tuple(said_alone((clause,)) for clause in self.clauses)

    @property
    def weight(self) -> int:
        """The sum of the weights of the clauses, by which moves are ranked."""
        return sum(clause.weight for clause in self.clauses)

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return the exchanges of the lever that a break makes; none for another move."""
        return exchanges_of_break(self.position, self.move) if self.is_break else ()


class SideReport(NamedTuple):
    """All moves of a side's pawns in three groups, each by its weight, and breaks that are further away."""

    white: bool
    breaks: tuple[MoveReport, ...]
    captures: tuple[MoveReport, ...]
    pushes: tuple[MoveReport, ...]
    later_breaks: tuple[Break, ...]

    @property
    def moves(self) -> tuple[MoveReport, ...]:
        """All moves, breaks first, then captures, then other pushes."""
        return (*self.breaks, *self.captures, *self.pushes)


def report_of(position: Position, white: bool) -> SideReport:
    """Return all moves of White's or Black's pawns, as if the side were to move, with their changes."""
    side = position.sides()[0 if white else 1]
    reports = sorted(
        (_move_report(position, side, move) for move in pawn_moves(side)),
        key=lambda each: (-each.weight, each.move.source, each.move.target),
    )
    later = tuple(further for further in breaks(side) if not further.is_next)
    return SideReport(
        white,
        tuple(each for each in reports if each.is_break),
        tuple(each for each in reports if each.move.is_capture),
        tuple(each for each in reports if not each.is_break and not each.move.is_capture),
        later,
    )


def _move_report(position: Position, side: Side[int], move: PawnMove) -> MoveReport:
    after = after_move(position, move)
    changes = pawn_changes(position, after, moved_by((move,)))
    own, enemy = (after.sides()[index] for index in ((0, 1) if move.white else (1, 0)))
    attacked = 0 if move.is_promotion else lever_targets(own, move.target)
    is_break = bool(attacked) and bool(break_squares(side) >> move.target & 1) and not move.is_capture
    parts = []
    if attacked:
        names = Surroundings(own, move.target).names(attacked)
        parts.append(Clause(f"attacks {names}", _LEVER_WEIGHT, GAIN))
    if after.en_passant is not None and any(answer.is_en_passant for answer in pawn_moves(enemy)):
        text = f"{'Black' if move.white else 'White'} can take it en passant"
        parts.append(Clause(text, _EN_PASSANT_WEIGHT, COST, is_statement=True))
    parts += clauses(changes, move.white)
    parts.sort(key=lambda clause: -clause.weight)
    return MoveReport(move, is_break, attacked, position, after, changes, tuple(parts))
