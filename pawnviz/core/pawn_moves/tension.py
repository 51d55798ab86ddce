"""Tensions of pawns, and the structures that their exchanges lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import capture_text, least_loss_capture, won_text
from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import break_squares
from pawnviz.core.pawn_moves.breaks import PawnChanges, pawn_changes, structure_names
from pawnviz.core.pawn_moves.moves import PawnMove, after_capture, after_move, captures_on, lever_targets, pawn_moves
from pawnviz.core.pawn_moves.sentences import SLIGHT, Clause, clauses, predicate
from pawnviz.core.words import listed

MOST_CLAUSES: Final = 2  # The most clauses in the text of an exchange beside the structure.


class Exchange(NamedTuple):
    """A pawn takes a pawn, and a pawn or a piece may take back.

    ``moves`` are the one or two moves of pawns; ``piece`` is the capture by which a piece other than a pawn takes back,
    such as ``Nxd5``, or empty. ``material`` says what is won: by the first capture where nothing takes back, or by a
    further one on the same square; it is empty where neither wins anything. ``position`` is the one that the moves lead
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
    def outcome(self) -> str:
        """The result: the next captures, the named structures where these change, and the weightiest changes."""
        changes = self.changes
        is_named = changes.structures_after != changes.structures_before
        parts = [clause for clause in self.clauses if not (is_named and clause.is_structure)]
        rest = [clause for clause in parts if clause.weight > SLIGHT] or parts
        rest_text = predicate(rest, MOST_CLAUSES).lstrip(": ") if rest or not is_named else ""
        named = listed(changes.structures_after) if is_named else ""
        return "; ".join(part for part in (self.material, named, rest_text) if part) or "no named structure"


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
    """Return the first structures that the pawn on a square can lead to, or a break on an empty square.

    Each has other pawns than the position and than those before it. Named structures come first, then the results of
    exchanges, then single moves; each kind as the moves come.
    """
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
        takes_pawn = move.captured is not None and position.pawns >> move.captured & 1
        if (is_break and is_empty) or (move.source == square and not takes_pawn):
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
