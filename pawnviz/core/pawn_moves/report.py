"""All moves of a side's pawns with their changes, and the exchanges and structures that they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import capture_text, least_loss_capture, newly_hanging, won_text
from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers.attacks import break_squares
from pawnviz.core.layers.king import pawn_storm
from pawnviz.core.pawn_moves.changes import (
    COST,
    GAIN,
    SLIGHT,
    Break,
    Clause,
    PawnChanges,
    breaks,
    clauses,
    pawn_changes,
    predicate,
    said_alone,
    sentence,
    structure_names,
    taken_away,
)
from pawnviz.core.pawn_moves.moves import (
    PawnMove,
    Price,
    PriceKind,
    after_capture,
    after_move,
    captures_on,
    lever_targets,
    pawn_moves,
    price_of,
)
from pawnviz.core.structures.structure import pieces_named
from pawnviz.core.words import capitalized, listed, plural

MOST_CLAUSES: Final = 2  # The most clauses in the text of an exchange beside the structure.


class Exchange(NamedTuple):
    """A pawn takes a pawn, and a pawn or a piece may take back.

    ``moves`` are the one or two moves of pawns; ``piece`` is the capture by which a piece other than a pawn takes back,
    such as ``Nxd5``, or empty. ``material`` names the gain: by the first capture if nothing takes back, or by a
    further one on the same square; it is empty if neither wins anything. ``position`` is the one that the moves lead
    to, ``changes`` are its differences, and ``clauses`` these in words.
    """

    moves: tuple[PawnMove, ...]
    piece: str
    material: str
    position: Position
    changes: PawnChanges
    clauses: tuple[Clause, ...]

    @property
    def white(self) -> bool:
        """Whether White takes first."""
        return self.moves[0].white

    @property
    def name(self) -> str:
        """The moves: ``cxd5 exd5``, ``cxd5 Nxd5``; an ellipsis says that Black takes first."""
        text = " ".join(move.text for move in self.moves)
        return f"{'' if self.white else '…'}{text}{f' {self.piece}' if self.piece else ''}"

    @property
    def reply(self) -> str:
        """Who takes back and how: ``Black takes back with exd5``; empty if nobody does."""
        return _takes_back(not self.white, self.moves[1].text if len(self.moves) > 1 else self.piece)

    @property
    def outcome(self) -> str:
        """The result: the next captures, the named structures if these change, and the weightiest changes."""
        changes = self.changes
        is_named = changes.structures_after != changes.structures_before
        parts = [clause for clause in self.clauses if not (is_named and clause.is_structure)]
        rest = [clause for clause in parts if clause.weight > SLIGHT] or parts
        rest_text = predicate(rest, MOST_CLAUSES).lstrip(": ") if rest or not is_named else ""
        named = listed(changes.structures_after) if is_named else ""
        return "; ".join(part for part in (self.material, named, rest_text) if part) or "no named structure"


def _takes_back(white: bool, capture: str) -> str:
    return f"{player_name(white)} takes back with {capture}" if capture else ""


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
        return f"Keep the tension{f': {listed(self.structures)}' if self.structures else ''}"


def tensions(position: Position) -> tuple[Tension, ...]:
    """Return the pairs of pawns of which one can legally take the other, by White's pawn and then Black's."""
    pairs: dict[tuple[int, int], list[Exchange]] = {}
    for move in (move for side in position.sides() for move in pawn_moves(side)):
        if move.captured is not None and _takes_pawn(position, move):
            pair = (move.source, move.captured) if move.white else (move.captured, move.source)
            pairs.setdefault(pair, []).extend(exchanges_after(position, move))
    names = structure_names(position)
    return tuple(Tension(*pair, tuple(pairs[pair]), names) for pair in sorted(pairs))


def _takes_pawn(position: Position, move: PawnMove) -> bool:
    return move.captured is not None and bool(position.pawns >> move.captured & 1)


def exchanges_after(
    position: Position, move: PawnMove, before: Position | None = None, earlier: tuple[PawnMove, ...] = ()
) -> Iterator[Exchange]:
    """Yield the replies to a pawn's capture of a pawn, by pawns, a piece, or nothing; changes are from ``before``."""
    first = after_move(position, move)
    enemy = _side(first, not move.white)
    answers = captures_on(enemy, move.target)
    piece = least_loss_capture(enemy, move.target, with_pawns=False)

    def exchange(moves: tuple[PawnMove, ...], after: Position, by_piece: str = "") -> Exchange:
        moved = moved_by((*earlier, *moves))
        if by_piece:
            moved = {source: target for source, target in moved.items() if target != move.target}
        changes = pawn_changes(before or position, after, moved)
        material, fleeting = _next_capture(after, move.target)
        if not by_piece and len(moves) == 1 and not material:
            material = "wins a pawn"
        return Exchange(moves, by_piece, material, after, changes, clauses(changes, None, fleeting))

    for answer in answers:
        yield exchange((move, answer), after_move(first, answer))
    if piece is not None and piece.gain >= 0:
        yield exchange(
            (move,), after_capture(first, piece.source, move.target), capture_text(enemy, piece.source, move.target)
        )
    elif not answers:
        yield exchange((move,), first)


def _next_capture(position: Position, square: int) -> tuple[str, int]:
    """Return the capture on a square that wins something for the side to move, in words, and the square as a mask."""
    side = _side(position, position.white_to_move)
    capture = least_loss_capture(side, square)
    if capture is None or capture.gain <= 0:
        return "", 0
    ellipsis = "" if position.white_to_move else "…"
    return f"but then {ellipsis}{capture_text(side, capture.source, square)} wins {won_text(capture.gain)}", 1 << square


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


MOST_FUTURES: Final = 4  # The most futures that are returned.


class Future(NamedTuple):
    """A position after pawn moves such as ``c4-c5 bxc5 dxc5``, with its gains and losses in words."""

    name: str
    outcome: str
    position: Position

    @property
    def pawns(self) -> tuple[int, int]:
        """White's and Black's pawns, as masks."""
        return self.position.pawns & self.position.white, self.position.pawns & self.position.black


def futures(position: Position, square: int) -> tuple[Future, ...]:
    """Return the first structures that a pawn can lead to, or a break on an empty square, named ones first."""
    found = {Future("", "", position).pawns: Future("", "", position)}
    for each in _all_futures(position, square):
        found.setdefault(each.pawns, each)
    new = list(found.values())[1:]
    now = structure_names(position)
    new.sort(key=lambda each: not set(structure_names(each.position)) - set(now))
    return tuple(new[:MOST_FUTURES])


def _all_futures(position: Position, square: int) -> Iterator[Future]:
    sides = position.sides()
    moves = [move for side in sides for move in pawn_moves(side) if square in (move.source, move.target)]
    is_empty = position.piece_at(square) is None
    steps = []
    for move in moves:
        is_break = not move.is_capture and bool(break_squares(sides[0 if move.white else 1]) >> move.target & 1)
        if is_break:
            for exchange in exchanges_of_break(position, move):
                yield Future(f"{_text(move)} {exchange.name}", exchange.outcome, exchange.position)
        if (is_break and is_empty) or (move.source == square and not _takes_pawn(position, move)):
            steps.append(move)
    for tension in tensions(position):
        if square in (tension.white_pawn, tension.black_pawn):
            for exchange in tension.exchanges:
                yield Future(exchange.name, exchange.outcome, exchange.position)
    for move in steps:
        after = after_move(position, move)
        yield Future(_text(move), listed(structure_names(after)) or "no named structure", after)


def _text(move: PawnMove) -> str:
    return f"{'' if move.white else '…'}{move.text}"


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
    None for a capture; ``is_lost`` says that a push loses the pawn for nothing, or if it is no break leaves a piece
    hanging. ``position`` is the one before the move, ``after`` the one after it. ``described`` is the one
    that the clauses are about: if a capture is answered on its square it is the one after the ``answer``, such as
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
    is_lost: bool

    @property
    def white(self) -> bool:
        """Whether it is a move of White."""
        return self.move.white

    @property
    def word(self) -> str:
        """The words to say first: the price of a break or of a lost pawn, the gain of a capture, the recapture."""
        if self.price is None:
            return ": ".join(filter(None, (self._won, self._reply)))
        return self.price.text if self._says_price else ""

    @property
    def verdict(self) -> str:
        """The price of a break or of a lost pawn, else what a capture wins or who takes back, else the main change."""
        if self.price is not None and self._says_price:
            return self.price.word
        main = self.clauses[0].text if self.clauses else "changes no pawn for good"
        return self._won or self._reply or main

    @property
    def _says_price(self) -> bool:
        return self.is_break or (self.price is not None and self.price.kind in (PriceKind.GAMBIT, PriceKind.LOSS))

    @property
    def _reply(self) -> str:
        return _takes_back(not self.white, self.answer.removeprefix("…"))

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
    reports.sort(key=lambda each: (each.is_lost, -each.balance, each.move.source, each.move.target))
    breaking = [each for each in reports if each.is_break]
    others = [each for each in reports if not each.is_break]
    pushes = [each for each in others if not each.move.is_capture]
    return SideReport(
        white,
        tuple(sorted(breaking, key=lambda each: places[each.move.source, each.move.target])),
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
    hanging = newly_hanging(side, own, 1 << move.target)
    if hanging:
        text = f"look elsewhere: {pieces_named(own, hanging)} {plural(hanging.bit_count(), 'hangs', 'hang')}"
        parts.append(Clause(text, _HANGING_WEIGHT, COST, is_statement=True))
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
        is_taken = price is not None and price.kind is PriceKind.LOSS and not is_break
        parts += clauses(changes, move.white, 1 << move.target if is_taken else 0)
    else:
        described = after_capture(after, answer.source, move.target)
        moved = {answer.source: move.target} if enemy.pawns >> answer.source & 1 else {}
        parts += clauses(pawn_changes(position, described, moved), move.white)
        answer_text = f"{'…' if move.white else ''}{capture_text(enemy, answer.source, move.target)}"
    parts.sort(key=lambda clause: -clause.weight)
    return MoveReport(
        *(move, is_break, storms, price, attacked, position, after, described, answer_text, changes, tuple(parts)),
        is_lost=price is not None and (price.kind is PriceKind.LOSS or bool(hanging and not is_break)),
    )
