"""Backward pawns by several definitions, and pawns that are weak in earnest."""

from __future__ import annotations

from collections.abc import Callable

from pawnviz.core.board.attackers import bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks
from pawnviz.core.board.bitboard import Bits, complement, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import (
    BACKWARD,
    STOCKFISH_PAWNS,
    WIKI,
    has_any,
    shared,
    squares_of_any,
    step,
    where_more,
)

backward_pawns = BACKWARD.layer(
    "Backward pawns",
    badge("BW"),
    "backward(stops(own) & attacks(enemy) - front_attack_spans(own))",
    "Own pawns whose stop an enemy pawn attacks, with no own pawn on the files beside them, beside or behind them.",
    words=("backward pawns by the wiki",),
    also_written=("stop = stops(own) - front_attack_spans(own); backward(stop & attacks(enemy))",),
)

# The source is a thread of a forum, which the wiki's page cites beside its own formula.
backward_pawns_unrammed = BACKWARD.layer(
    "Backward, not rammed",
    badge("BM"),
    "backward_pawns(own) - rams(own)",
    "Backward pawns with no enemy pawn on their stop, which could not step anyway.",
    identifier="backward_pawns_unrammed",
    source="http://www.talkchess.com/forum3/viewtopic.php?f=7&t=71205",
    words=("backward and not blocked",),
)

backward_pawns_stockfish = BACKWARD.layer(
    "Backward pawns (Stockfish)",
    badge("BS"),
    "backward(stops(own) & (attacks(enemy) | enemy) - front_attack_spans(own))",
    "Own pawns whose stop an enemy pawn attacks or occupies, with no own pawn beside or behind on the files beside.",
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)

backward_pawns_not_isolated = BACKWARD.layer(
    "Backward, not isolated",
    badge("BA"),
    "backward_pawns(own) - isolated_pawns(own)",
    "Backward pawns with an own pawn on a file beside them; one without is isolated, a weakness with its own name.",
    identifier="backward_pawns_not_isolated",
    words=("backward pawns", "weak pawns"),
)

backward_pawns_not_isolated_stockfish = BACKWARD.layer(
    "Backward, not isolated (Stockfish)",
    badge("BF"),
    "backward_pawns_stockfish(own) - isolated_pawns(own)",
    "Own pawns that are backward by Stockfish's rule and not isolated; a pawn that is both counts as isolated.",
    identifier="backward_pawns_not_isolated_stockfish",
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)

# Captures, which bring pawns to other files, are left out. The page speaks of the stop and the telestops; its fill
# takes the pawn's own square with them.
backward_pawns_telestop = BACKWARD.layer(
    "Backward by telestops",
    badge("TB"),
    "own & backward_fill(attacks(enemy) - front_attack_spans(own))",
    "Own pawns on or behind a square of their file attacked by an enemy pawn, which no own pawn can come to guard.",
    identifier="backward_pawns_telestop",
    words=("backward in the long run",),
)

stragglers = BACKWARD.layer(
    "Stragglers",
    badge("ST"),
    "backward_pawns(own) & open_pawns(own) & forward(board) - forward(board, 3)",
    "Backward pawns on the side's second or third rank with no enemy pawn in front of them on their file.",
    words=("backward on a half-open file",),
)

# Engines count passed pawns too; players, and the summary of a position, do not call a passed pawn weak.
weak_unopposed_pawns = BACKWARD.layer(
    "Weak unopposed pawns",
    badge("WK"),
    "(isolated_pawns(own) | backward_pawns(own)) & open_pawns(own) - passed_pawns(own)",
    "Isolated or backward pawns, not passed, with no enemy pawn in front on their file to shield them from rooks.",
    words=("weak pawns", "targets on half-open files"),
)

# Neither the pawn nor its stop is guarded. Own pawns step on their files up to the first enemy pawn.
overly_advanced_pawns = BACKWARD.layer(
    "Overly advanced pawns",
    badge("AD"),
    "free = ~enemy; one = own | forward(own) & free; free_twice = free & forward(free); "
    "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
    "reach = three | forward(three, 4) & free_four; "
    "own & front_attack_spans(own) - forward(board, 6) "
    "- east(forward(reach)) - west(forward(reach)) - backward(attacks(own))",
    "Own pawns below rank 7, ahead of own pawns on the adjacent files that enemy pawns keep from guarding them.",
    source=WIKI + "Weak_Pawns",
    words=("overextended pawns",),
)


# The pawns and the squares in front of them up to the first enemy pawn on their files.
reach = step(
    "free = ~enemy; one = own | forward(own) & free; free_twice = free & forward(free); "
    "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
    "three | forward(three, 4) & free_four"
)

# As books use the word; the wiki's formula, which sets no rank and takes passed pawns too, is a variant.
hanging_pawns = BACKWARD.layer(
    "Hanging pawns",
    badge("HA"),
    "ranks = forward(board, 3) - forward(board, 5); "
    "half = (open_pawns(own) & half_isolated_pawns(own) & ranks) - passed_pawns(own); "
    "half & (east(half) | west(half))",
    "Two pawns side by side on the side's rank 4 or 5, open but not passed, without own pawns on the files beside.",
    source=WIKI + "Hanging_Pawns",
    words=("pair of hanging pawns",),
)

hanging_pawns_wiki = BACKWARD.layer(
    "Hanging pawns (wiki)",
    badge("HW"),
    "half = open_pawns(own) & half_isolated_pawns(own); half & (east(half) | west(half))",
    "Open pawns side by side on any rank, with no other own pawns on the files beside these two.",
    source=WIKI + "Hanging_Pawns",
    words=("hanging pawns on any rank",),
)


@BACKWARD.counted(
    "Weak pawns",
    badge("WP"),
    "A pawn, not passed, that no own pawn can ever guard without capturing; that is isolated, or has an enemy "
    "pawn on its stop or attacking it; and that has an enemy rook or queen ahead on its file with no pawn between, or "
    "that enemy pieces of two kinds attack, now or after one move to a square that no pawn of the side attacks.",
    source=WIKI + "Weak_Pawns",
    words=("weaknesses", "potential weaknesses", "pawns that cannot be held"),
)
def weak_pawns(side: Side[Bits]) -> Bits:
    """Own pawns, not passed, that no own pawn can ever guard, that are fixed or isolated, and that enemy pieces reach.

    The page speaks of pawns that no pawn guards or can guard, and of enemy pieces that attack them; that a rook or
    queen is ahead of the pawn on its file, or pieces of two kinds attack it now or after one move, is ours. Fixed is a
    pawn with an enemy pawn on its stop or attacking it. Kings do not count, pins are not considered, and a piece that
    moves stays in the way of others.
    """
    return _helpless_pawns(side) & _faced_pawns(side) | _reached_pawns(side)[0]


@BACKWARD.counted(
    "Targets",
    badge("TA"),
    "A pawn, not passed, that no own pawn can ever guard without capturing and no enemy pawn attacks; that is "
    "isolated, or has an enemy pawn on its stop or attacking it; and that more enemy pieces than own ones attack, now "
    "or after one move to a square that no pawn of the other side attacks. Kings count only if they attack it now.",
    words=("weak pawns under attack", "pawns attacked more often than guarded"),
)
def target_pawns(side: Side[Bits]) -> Bits:
    """Own pawns that are helpless as weak pawns are, and that the enemy can attack more often than they can be guarded.

    A pawn that an enemy pawn attacks is in tension, and none. Counted are the pieces that attack it where they stand or
    after one move; kings only where they stand. Lines have to be free: of two rooks behind each other the front one
    counts. Pins are not considered.
    """
    return _reached_pawns(side)[1] & complement(attacks(side.enemy))


# The pawns that are weak as soon as enemy pieces reach them.
_helpless_pawns = step(
    "fixed = backward(stops(own) & (attacks(enemy) | enemy)); "
    "own & (isolated_pawns(own) | fixed) - front_attack_spans(own) - passed_pawns(own)"
)

# The pawns with an enemy rook or queen in front of them on their file and no pawn between.
_faced_pawns = step(
    "free = ~(own | enemy); heavy = rooks(enemy) | queens(enemy); one = heavy | backward(heavy) & free; "
    "free_twice = free & backward(free); three = one | backward(one, 2) & free_twice; "
    "free_four = free_twice & backward(free_twice, 2); own & backward(three | backward(three, 4) & free_four)"
)


def attack_count(side: Side[Bits], square: Bits) -> Bits:
    """Return how many of a side's pieces attack a square: kings now, the others now or after one move; no pawns."""
    return _count(side, square, _movers(side, square))


def _count(side: Side[Bits], square: Bits, movers: tuple[Bits, Bits, Bits, Bits]) -> Bits:
    knights, bishops, rooks, queens = movers
    return popcount(side.kings & king_attacks(square) | knights | bishops | rooks | queens)


def _movers(side: Side[Bits], square: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """Return knights, bishops, rooks and queens that attack a square now or after one move out of pawns' reach."""
    free = complement(side.occupied)
    entered = complement(side.pieces | attacks(side.enemy))

    def movers(pieces: Bits, attacks_of: Callable[[Bits, Bits], Bits]) -> Bits:
        attacked = attacks_of(square, free)
        others = pieces & complement(attacked)
        # The second step takes most of the time, and on one board there is often nothing to be found by it.
        return pieces & (attacked | attacks_of(attacked & entered, free)) if has_any(others) else pieces

    return (
        movers(side.knights, knight_attacks),
        movers(side.bishops, bishop_attacks),
        movers(side.rooks, rook_attacks),
        movers(side.queens, queen_attacks),
    )


@shared
def _reached_pawns(side: Side[Bits]) -> tuple[Bits, Bits]:
    """Return the helpless pawns that enemy pieces of two kinds reach, and those that more enemy than own pieces do."""
    by_two = by_more = side.pawns & 0
    helpless = _helpless_pawns(side)
    for square in squares_of_any(helpless):
        pawn = helpless & 1 << square
        movers = _movers(side.enemy, pawn)
        by_two = by_two | pawn & where_more(sum(pieces != 0 for pieces in movers), 1)
        attackers = _count(side.enemy, pawn, movers)
        if has_any(attackers):
            by_more = by_more | pawn & where_more(attackers, attack_count(side, pawn))
    return by_two, by_more
