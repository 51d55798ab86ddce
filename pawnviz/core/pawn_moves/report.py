"""All moves of a side's pawns with their changes: breaks, captures, pushes against the king, then other pushes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import capture_text, least_loss_capture, newly_hanging
from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers.attacks import break_squares
from pawnviz.core.layers.king import pawn_storm
from pawnviz.core.pawn_moves.breaks import Break, PawnChanges, breaks, pawn_changes, taken_away
from pawnviz.core.pawn_moves.moves import PawnMove, after_capture, after_move, lever_targets, pawn_moves
from pawnviz.core.pawn_moves.price import Price, PriceKind, price_of
from pawnviz.core.pawn_moves.sentences import COST, GAIN, Clause, clauses, said_alone, sentence
from pawnviz.core.pawn_moves.tension import Exchange, exchanges_of_break, moved_by
from pawnviz.core.words import capitalized, listed

_HANGING_WEIGHT: Final = 96
_LEVER_WEIGHT: Final = 95
_EN_PASSANT_WEIGHT: Final = 85
_STORM_WEIGHT: Final = 72
_PREVENTION_WEIGHT: Final = 68
_PREPARATION_WEIGHT: Final = 60


class MoveReport(NamedTuple):
    """A legal move of a pawn and its changes.

    ``attacked`` is the mask of the enemy pawns that the pawn attacks from its new square; a push that attacks one is a
    break. ``storms`` says that it is a push against the enemy king. ``price`` is what static exchange says of a push,
    None for a capture. ``position`` is the one before the move, ``after`` the one after it. ``described`` is the one
    that the clauses are about: where a capture is answered on its square it is the one after the ``answer``, such as
    ``…exd5``, else that after the move.
    """

    move: PawnMove
    is_break: bool
    storms: bool
    price: Price | None
    attacked: int
    position: Position
    after: Position
    described: Position
    answer: str
    changes: PawnChanges
    clauses: tuple[Clause, ...]

    @property
    def white(self) -> bool:
        """Whether it is a move of White."""
        return self.move.white

    @property
    def word(self) -> str:
        """The words to say first: the price of a break or of a lost pawn, the gain of a capture, the recapture."""
        price = self.price
        if price is None:
            return ": ".join(part for part in (self._won, f"{self.answer} takes back" if self.answer else "") if part)
        return price.text if self.is_break or price.kind in (PriceKind.GAMBIT, PriceKind.LOSS) else ""

    @property
    def _won(self) -> str:
        """What a capture wins, empty for an exchange of pawns."""
        if self.move.captured is None:
            return ""
        view = Surroundings(self.position.sides()[0], self.move.captured)
        kind = view.piece_on(view.bit).partition(" ")[2]
        if self.answer:
            return "" if kind == "pawn" else f"wins a {kind} for a pawn"
        return f"wins a {kind}"

    @property
    def sentence(self) -> str:
        """The price and the weightiest changes: ``c4-c5 (offers a trade) gives up d5 for good.``."""
        if self.word and not self.clauses:
            return f"{self.move.text}: {self.word}."
        return sentence(f"{self.move.text} ({self.word})" if self.word else self.move.text, self.clauses)

    @property
    def said_alone(self) -> str:
        """The sentence without the move, which stands before it as a title."""
        first = f"{capitalized(self.word)}." if self.word else ""
        rest = said_alone(self.clauses) if self.clauses or not first else ""
        return " ".join(part for part in (first, rest) if part)

    @property
    def details(self) -> tuple[str, ...]:
        """All changes, each as a sentence, the weightiest first."""
        return tuple(said_alone((clause,)) for clause in self.clauses)

    @property
    def balance(self) -> int:
        """The weights of the gains less those of the costs, by which moves that are no breaks are ranked."""
        return sum(clause.weight * clause.value for clause in self.clauses)

    @property
    def is_lost(self) -> bool:
        """Whether a push loses the pawn for nothing."""
        return self.price is not None and self.price.kind is PriceKind.LOSS

    def exchanges(self) -> tuple[Exchange, ...]:
        """Return the exchanges of the lever that a break makes; none for another move."""
        return exchanges_of_break(self.position, self.move) if self.is_break else ()


class SideReport(NamedTuple):
    """All moves of a side's pawns in four groups, each the best first, and breaks that are not the next move."""

    white: bool
    breaks: tuple[MoveReport, ...]
    captures: tuple[MoveReport, ...]
    storms: tuple[MoveReport, ...]
    pushes: tuple[MoveReport, ...]
    later_breaks: tuple[Break, ...]

    @property
    def moves(self) -> tuple[MoveReport, ...]:
        """All moves: breaks, captures, pushes against the king, then other pushes."""
        return (*self.breaks, *self.captures, *self.storms, *self.pushes)

    @property
    def near_breaks(self) -> tuple[Break, ...]:
        """The breaks that are not the next move but near."""
        return tuple(later for later in self.later_breaks if later.is_near)

    @property
    def far_breaks(self) -> tuple[Break, ...]:
        """The breaks that are too many moves away to be shown at once."""
        return tuple(later for later in self.later_breaks if not later.is_near)


def report_of(position: Position, white: bool) -> SideReport:
    """Return all moves of White's or Black's pawns, as if the side were to move, with their changes."""
    side = position.sides()[0 if white else 1]
    found = breaks(position, white)
    places = {(each.source, each.square): place for place, each in enumerate(found)}
    prepared = {
        (each.source, each.route[0]): each.square
        for each in found
        if each.is_near and each.move_count > 1 and not each.blockers
    }
    reports = [
        _move_report(position, side, move, prepared.get((move.source, move.target))) for move in pawn_moves(side)
    ]
    others = sorted(
        (each for each in reports if not each.is_break),
        key=lambda each: (each.is_lost, -each.balance, each.move.source, each.move.target),
    )
    pushes = [each for each in others if not each.move.is_capture]
    return SideReport(
        white,
        tuple(
            sorted(
                (each for each in reports if each.is_break), key=lambda each: places[each.move.source, each.move.target]
            )
        ),
        tuple(each for each in others if each.move.is_capture),
        tuple(each for each in pushes if each.storms),
        tuple(each for each in pushes if not each.storms),
        tuple(further for further in found if not further.is_next),
    )


def _move_report(position: Position, side: Side[int], move: PawnMove, prepared: int | None) -> MoveReport:
    after = after_move(position, move)
    changes = pawn_changes(position, after, moved_by((move,)))
    own, enemy = (after.sides()[index] for index in ((0, 1) if move.white else (1, 0)))
    attacked = 0 if move.is_promotion else lever_targets(own, move.target)
    is_break = bool(attacked) and bool(break_squares(side) >> move.target & 1) and not move.is_capture
    price = None if move.is_capture else price_of(position, after, move.white, move.target)
    storms = not is_break and not move.is_capture and bool(pawn_storm(enemy) >> move.target & 1)
    answer = least_loss_capture(enemy, move.target) if move.is_capture else None
    if answer is not None and answer.gain < 0:
        answer = None
    parts = []
    if attacked and answer is None:
        names = Surroundings(own, move.target).names(attacked)
        parts.append(Clause(f"attacks {names}", _LEVER_WEIGHT, GAIN))
    if is_break:
        parts += _hanging_clauses(side, own, 1 << move.target)
    if prepared is not None and not move.is_capture:
        parts.append(Clause(f"prepares {SQUARE_NAMES[prepared]}", _PREPARATION_WEIGHT, GAIN))
    if storms:
        king = SQUARE_NAMES[enemy.kings.bit_length() - 1]
        parts.append(Clause(f"comes nearer to the king on {king}", _STORM_WEIGHT, GAIN))
    if after.en_passant is not None and any(answer.is_en_passant for answer in pawn_moves(enemy)):
        text = f"{'Black' if move.white else 'White'} can take it en passant"
        parts.append(Clause(text, _EN_PASSANT_WEIGHT, COST, is_statement=True))
    if price is not None and price.kind is not PriceKind.LOSS:
        # That no pawn comes to the square itself goes without saying.
        stand = SQUARE_NAMES[move.target]
        stopped = [name for name in taken_away(position, after, move) if not name.endswith(stand)]
        if stopped:
            parts.append(Clause(f"prevents {listed(stopped)}", _PREVENTION_WEIGHT, GAIN))
    described, answer_text = after, ""
    if answer is None:
        is_lost = price is not None and price.kind is PriceKind.LOSS and not is_break
        parts += clauses(changes, move.white, 1 << move.target if is_lost else 0)
    else:
        described = after_capture(after, answer.source, move.target)
        moved = {answer.source: move.target} if enemy.pawns >> answer.source & 1 else {}
        parts += clauses(pawn_changes(position, described, moved), move.white)
        answer_text = f"{'…' if move.white else ''}{capture_text(enemy, answer.source, move.target)}"
    parts.sort(key=lambda clause: -clause.weight)
    return MoveReport(
        move, is_break, storms, price, attacked, position, after, described, answer_text, changes, tuple(parts)
    )


def _hanging_clauses(before: Side[int], after: Side[int], but: int) -> Iterator[Clause]:
    """Yield the own pieces that the enemy can win after a push and could not win before."""
    for square in squares(newly_hanging(before, after, but)):
        name = Surroundings(after, square).piece_on(1 << square).partition(" ")[2]
        yield Clause(
            f"look elsewhere: the {name} on {SQUARE_NAMES[square]} hangs", _HANGING_WEIGHT, COST, is_statement=True
        )
