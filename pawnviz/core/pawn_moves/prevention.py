"""Prevention by pawn moves: breaks of the enemy that it stops, or that lose a pawn from then on."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, east, west
from pawnviz.core.board.position import Position
from pawnviz.core.layers.levers import break_steps
from pawnviz.core.pawn_moves.moves import PawnMove, after_move, leaves_king_attacked
from pawnviz.core.pawn_moves.price import PriceKind, price_of

_PLAYABLE: Final = (PriceKind.SAFE, PriceKind.EXCHANGE)


def taken_away(position: Position, after: Position, move: PawnMove) -> tuple[str, ...]:
    """Return the enemy's breaks that a move takes away, such as ``…b5``; an ellipsis says that they are Black's.

    As its next move the enemy could play such a break without losing the pawn. Now the pawn that has moved stands in
    its way, or guards its square, and the break loses a pawn.
    """
    own, enemy = (position.sides()[index] for index in ((0, 1) if move.white else (1, 0)))
    target = 1 << move.target
    ahead = own.forward(target)
    guarded = east(ahead) | west(ahead)
    found = []
    for step in break_steps(enemy):
        way = enemy.forward(1 << step.source) | 1 << step.target
        is_stopped = bool(way & target) and step.source != move.captured
        if not is_stopped and not guarded >> step.target & 1:
            continue
        push = PawnMove(not move.white, step.source, step.target)
        if leaves_king_attacked(enemy, push):
            continue
        played = after_move(position, push)
        if price_of(position, played, push.white, push.target).kind not in _PLAYABLE:
            continue
        if is_stopped or _loses(after, push):
            found.append(f"{'' if push.white else '…'}{SQUARE_NAMES[push.target]}")
    return tuple(dict.fromkeys(found))


def _loses(position: Position, push: PawnMove) -> bool:
    """Return whether a push, where its pawn still stands, loses the pawn for nothing."""
    if not position.pawns >> push.source & 1:
        return False
    return price_of(position, after_move(position, push), push.white, push.target).kind is PriceKind.LOSS
