"""The legal moves of a side's pawns, and the position after one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces, lines_through
from pawnviz.core.board.bitboard import BOARD, RANKS, SQUARE_NAMES, east, squares, west
from pawnviz.core.board.fen import HIGHEST_CLOCK
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks, captures, double_push_targets, push_targets

_KINDS: Final = ("pawns", "knights", "bishops", "rooks", "queens", "kings")


class PawnMove(NamedTuple):
    """A move of a pawn; squares are numbers from 0 (a1) to 63.

    ``captured`` is the square of the piece that it takes, which en passant is not the target, or None for a push. A
    promotion is to a queen: to pawns it makes no difference what they become.
    """

    white: bool
    source: int
    target: int
    captured: int | None = None

    @property
    def is_capture(self) -> bool:
        """Whether something is taken."""
        return self.captured is not None

    @property
    def is_en_passant(self) -> bool:
        """Whether a pawn is taken en passant."""
        return self.captured not in (None, self.target)

    @property
    def is_promotion(self) -> bool:
        """Whether the pawn reaches the last rank."""
        return self.target // 8 == (7 if self.white else 0)

    @property
    def text(self) -> str:
        """The move as people write it: ``c4-c5``, ``cxd5``, ``exd6 e.p.``, ``e7-e8=Q``."""
        source, target = SQUARE_NAMES[self.source], SQUARE_NAMES[self.target]
        text = f"{source[0]}x{target}" if self.is_capture else f"{source}-{target}"
        return f"{text}{'=Q' if self.is_promotion else ''}{' e.p.' if self.is_en_passant else ''}"

    @property
    def uci(self) -> str:
        """The move as engines write it: ``c4c5``, ``e7e8q``."""
        promotion = "q" if self.is_promotion else ""
        return f"{SQUARE_NAMES[self.source]}{SQUARE_NAMES[self.target]}{promotion}"


def pawn_moves(side: Side[int]) -> tuple[PawnMove, ...]:
    """Return the legal moves of a side's pawns as if it were to move, pushes first, each kind by rising target.

    Only the side to move takes en passant. Without exactly one king checks do not count; kings are never taken.
    """
    return _legal(side, _moves(side))


def captures_on(side: Side[int], square: int) -> tuple[PawnMove, ...]:
    """Return the legal captures of a side's pawns on a square, without those en passant, by rising source."""
    pawns = side.pawns & side.backward(east(1 << square) | west(1 << square))
    if not (side.enemy.pieces & (side.enemy.kings ^ BOARD)) >> square & 1:
        return ()
    return _legal(side, (PawnMove(side.color, source, square, square) for source in squares(pawns)))


def _legal(side: Side[int], moves: Iterable[PawnMove]) -> tuple[PawnMove, ...]:
    king = side.kings
    if not king or king & king - 1:
        return tuple(moves)
    square = king.bit_length() - 1
    if Pieces.of(side.enemy).attackers(square):
        return tuple(move for move in moves if not leaves_king_attacked(side, move))
    # Only a pawn on a line with the king, or one that is taken en passant, can uncover an attack on it.
    lines = lines_through(square)
    return tuple(
        move
        for move in moves
        if not (lines >> move.source & 1 or move.is_en_passant) or not leaves_king_attacked(side, move)
    )


def _moves(side: Side[int]) -> Iterator[PawnMove]:
    white, step = side.color, 8 if side.color else -8
    for distance, targets in ((1, push_targets(side)), (2, double_push_targets(side))):
        for target in squares(targets):
            yield PawnMove(white, target - distance * step, target)
    for source, target in captures(side):
        bit = 1 << target
        if bit & side.enemy.pieces & (side.enemy.kings ^ BOARD):
            yield PawnMove(white, source, target, target)
        elif bit & side.en_passant:
            yield PawnMove(white, source, target, target - step)


def leaves_king_attacked(side: Side[int], move: PawnMove) -> bool:
    """Return whether a move of a side leaves its one king attacked; false where it has not just one."""
    king = side.kings
    if not king or king & king - 1:
        return False
    enemy = Pieces.of(side.enemy)
    if move.captured is not None:
        enemy = enemy.without(1 << move.captured)
    occupied = enemy.occupied & (1 << move.source ^ BOARD) | 1 << move.target
    return bool(enemy._replace(occupied=occupied).attackers(king.bit_length() - 1))


def after_move(position: Position, move: PawnMove) -> Position:
    """Return the position after a move; en passant is set where an enemy pawn can take."""
    source, target = 1 << move.source, 1 << move.target
    taken = 0 if move.captured is None else 1 << move.captured
    kept = taken ^ BOARD
    masks = {kind: getattr(position, kind) & kept for kind in _KINDS}
    masks["pawns"] &= source ^ BOARD
    masks["queens" if move.is_promotion else "pawns"] |= target
    own, enemy = ("white", "black") if move.white else ("black", "white")
    masks[own] = getattr(position, own) & (source ^ BOARD) | target
    masks[enemy] = getattr(position, enemy) & kept
    passed = (move.source + move.target) // 2 if abs(move.target - move.source) == 16 else None
    after = replace(
        position,
        **masks,
        white_to_move=not move.white,
        castling=position.castling & kept,
        en_passant=None,
        halfmove_clock=0,
        fullmove_number=min(HIGHEST_CLOCK, position.fullmove_number + (not move.white)),
    )
    if passed is not None and attacks(after.sides()[1 if move.white else 0]) >> passed & 1:
        return replace(after, en_passant=passed)
    return after


def after_capture(position: Position, source: int, square: int) -> Position:
    """Return the position after a capture on a square by any piece, which turns to a queen where a pawn promotes."""
    white = bool(position.white >> source & 1)
    if position.pawns >> source & 1:
        return after_move(position, PawnMove(white, source, square, square))
    king = position.kings & (position.white if white else position.black)
    return replace(
        position.moved(source, square),
        white_to_move=not white,
        castling=position.castling & _rights_kept(source, square, king),
        en_passant=None,
    )


def _rights_kept(source: int, target: int, king: int) -> int:
    """Return the squares whose castling rights stay after a piece of a side with a king has gone to a target."""
    rank = RANKS[source // 8] if king >> source & 1 else 0
    return (1 << source | 1 << target | rank) ^ BOARD


def lever_targets(side: Side[int], square: int) -> int:
    """Return the enemy pawns that a pawn of a side attacks from a square."""
    ahead = side.forward(1 << square)
    return (east(ahead) | west(ahead)) & side.enemy.pawns
