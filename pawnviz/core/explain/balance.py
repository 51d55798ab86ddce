"""Who stands better in a quiet position with equal material, and why, in one sentence.

A side has a point for each square that a piece other than king and pawns attacks, own pieces and squares attacked by
enemy pawns left out; three for the move, for each piece on an outpost and for each weak pawn of the enemy; four for the
bishop pair; two for each rank that a passed pawn is beyond its second. A lead of nine points is enough.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces
from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.explain.first_sentence import Statement
from pawnviz.core.layers import LAYERS
from pawnviz.core.words import listed, plural

_LEAST: Final = 9  # The points by which a side that stands better leads.
_MOST_REASONS: Final = 3


class _Reason(NamedTuple):
    """What speaks for a side: its points, its words, and its squares."""

    points: int
    words: str
    squares: int = 0


def balance(position: Position) -> Statement | None:
    """Return ``More speaks for White: the outpost on d5, the weak pawn on c6``; None if neither side leads by enough.

    There is none for a position with unequal material, without pieces, with a check or with a capture by a pawn.
    """
    sides = position.sides()
    white, black = sides
    mover, other = sides if position.white_to_move else (black, white)
    is_check = any(map(Pieces.of(other).attackers, squares(mover.kings)))
    if (
        is_check
        or LAYERS["attacks"](mover) & other.pieces
        or not _material(white) == _material(black) > white.pawns.bit_count()
    ):
        return None
    reasons = {side.color: _reasons(side, has_move=side is mover) for side in sides}
    lead = sum(each.points for each in reasons[True]) - sum(each.points for each in reasons[False])
    if abs(lead) < _LEAST:
        return None
    own, enemy = reasons[lead > 0], reasons[lead < 0]
    gains = [(mine.points - theirs.points, mine) for mine, theirs in zip(own, enemy, strict=True)]
    named = [reason for gain, reason in sorted(gains, key=lambda pair: -pair[0]) if gain > 0]
    named = named[:_MOST_REASONS]
    text = f"More speaks for {player_name(lead > 0)}: {', '.join(reason.words for reason in named)}"
    mask = 0
    for reason in named:
        mask |= reason.squares
    return Statement(text, 0, mask, (f"balance {player_name(lead > 0)}",))


def _material(side: Side[int]) -> int:
    pieces = ((side.pawns, 1), (side.knights | side.bishops, 3), (side.rooks, 5), (side.queens, 9))
    return sum(mask.bit_count() * value for mask, value in pieces)


def _reasons(side: Side[int], *, has_move: bool) -> tuple[_Reason, ...]:
    """Return what speaks for a side, each kind at the same place for both sides."""
    closed = complement(side.pieces | LAYERS["attacks"](side.enemy))
    mobility = sum((reached & closed).bit_count() for reached in Pieces.of(side).reached())
    outposts, weak = LAYERS["outposts_held"](side), LAYERS["target_pawns"](side.enemy)
    passers = LAYERS["passed_pawns_frontmost"](side)
    steps = sum((square >> 3 if side.color else 7 - (square >> 3)) - 1 for square in squares(passers))
    has_pair = side.bishops.bit_count() == 2
    return (
        _Reason(mobility, "freer pieces"),
        _Reason(3 * outposts.bit_count(), _named("outpost", outposts), outposts),
        _Reason(3 * weak.bit_count(), _named("weak pawn", weak), weak),
        _Reason(2 * steps, _named("passed pawn", passers), passers),
        _Reason(4 * has_pair, "the bishop pair", side.bishops),
        _Reason(3 * has_move, "the move"),
    )


def _named(what: str, mask: int) -> str:
    return f"the {plural(mask.bit_count(), what)} on {listed([SQUARE_NAMES[square] for square in squares(mask)])}"
