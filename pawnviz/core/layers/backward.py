"""Backward pawns by several definitions, and other pawns that no own pawn can guard."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attack_spans import front_attack_spans
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.islands import half_isolated_pawns, isolated_pawns
from pawnviz.core.layers.levers import rams
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.passers import open_pawns, passed_pawns
from pawnviz.core.layers.registry import BACKWARD, STOCKFISH_PAWNS, WIKI, layer, shared
from pawnviz.core.layers.spans import stops


@layer(
    "Backward pawns",
    BACKWARD,
    "backward(stops(own) & attacks(enemy) - front_attack_spans(own))",
    badge("BW"),
    words=("backward pawns by the wiki",),
    also_written=("stop = stops(own) - front_attack_spans(own); backward(stop & attacks(enemy))",),
)
def backward_pawns(side: Side[Bits]) -> Bits:
    """Own pawns whose stop an enemy pawn attacks, with no own pawn on the files beside them, beside or behind them."""
    return side.backward(stops(side) & attacks(side.enemy) & complement(front_attack_spans(side)))


@layer(
    "Backward, not rammed",
    BACKWARD,
    "backward_pawns(own) - rams(own)",
    badge("BM"),
    source="http://www.talkchess.com/forum3/viewtopic.php?f=7&t=71205",
    words=("backward and not blocked",),
)
def backward_pawns_unrammed(side: Side[Bits]) -> Bits:
    """Backward pawns with no enemy pawn on their stop, which could not step anyway.

    The source is a thread of a forum, which the wiki's page cites beside its own formula.
    """
    return backward_pawns(side) & complement(rams(side))


@layer(
    "Backward pawns (Stockfish)",
    BACKWARD,
    "backward(stops(own) & (attacks(enemy) | enemy) - front_attack_spans(own))",
    badge("BS"),
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)
def backward_pawns_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns whose stop an enemy pawn attacks or occupies, with no own pawn beside or behind on the files beside."""
    enemy = side.enemy
    return side.backward(stops(side) & (attacks(enemy) | enemy.pawns) & complement(front_attack_spans(side)))


@layer(
    "Backward, not isolated",
    BACKWARD,
    "backward_pawns(own) - isolated_pawns(own)",
    badge("BA"),
    words=("backward pawns", "weak pawns"),
)
def backward_pawns_not_isolated(side: Side[Bits]) -> Bits:
    """Backward pawns with an own pawn on a file beside them; one without is isolated, a weakness with its own name."""
    return backward_pawns(side) & complement(isolated_pawns(side))


@layer(
    "Backward, not isolated (Stockfish)",
    BACKWARD,
    "backward_pawns_stockfish(own) - isolated_pawns(own)",
    badge("BF"),
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)
def backward_pawns_not_isolated_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns that are backward by Stockfish's rule and not isolated; a pawn that is both counts as isolated."""
    return backward_pawns_stockfish(side) & complement(isolated_pawns(side))


@layer(
    "Backward by telestops",
    BACKWARD,
    "own & backward_fill(attacks(enemy) - front_attack_spans(own))",
    badge("TB"),
    words=("backward in the long run",),
)
def backward_pawns_telestop(side: Side[Bits]) -> Bits:
    """Own pawns on or behind a square of their file attacked by an enemy pawn, which no own pawn can come to guard.

    Captures, which bring pawns to other files, are left out.
    The page speaks of the stop and the telestops; its fill takes the pawn's own square with them.
    """
    return side.pawns & side.backward_fill(attacks(side.enemy) & complement(front_attack_spans(side)))


@layer(
    "Stragglers",
    BACKWARD,
    "backward_pawns(own) & open_pawns(own) & forward(board) - forward(board, 3)",
    badge("ST"),
    words=("backward on a half-open file",),
)
def stragglers(side: Side[Bits]) -> Bits:
    """Backward pawns on the side's second or third rank with no enemy pawn in front of them on their file."""
    return backward_pawns(side) & open_pawns(side) & side.ranks(2, 3)


@layer(
    "Weak unopposed pawns",
    BACKWARD,
    "(isolated_pawns(own) | backward_pawns(own)) & open_pawns(own) - passed_pawns(own)",
    badge("WK"),
    words=("weak pawns", "targets on half-open files"),
)
def weak_unopposed_pawns(side: Side[Bits]) -> Bits:
    """Isolated or backward pawns, not passed, with no enemy pawn in front on their file to shield them from rooks.

    Engines count passed pawns too; players, and the summary of a position, do not call a passed pawn weak.
    """
    return (isolated_pawns(side) | backward_pawns(side)) & open_pawns(side) & complement(passed_pawns(side))


@layer(
    "Overly advanced pawns",
    BACKWARD,
    "free = ~enemy; one = own | forward(own) & free; free_twice = free & forward(free); "
    "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
    "reach = three | forward(three, 4) & free_four; "
    "own & front_attack_spans(own) - forward(board, 6) "
    "- east(forward(reach)) - west(forward(reach)) - backward(attacks(own))",
    badge("AD"),
    source=WIKI + "Weak_Pawns",
    words=("overextended pawns",),
)
def overly_advanced_pawns(side: Side[Bits]) -> Bits:
    """Own pawns below rank 7, ahead of own pawns on the adjacent files that enemy pawns keep from guarding them.

    Neither the pawn nor its stop is guarded. Own pawns step on their files up to the first enemy pawn.
    """
    guardable = side.forward(reach(side))
    return (
        side.pawns
        & front_attack_spans(side)
        & side.ranks(1, 6)
        & complement(east(guardable) | west(guardable) | side.backward(attacks(side)))
    )


@shared
def reach(side: Side[Bits]) -> Bits:
    """Return the pawns and the squares in front of them up to the first enemy pawn on their files."""
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    forward = side.forward
    free = complement(side.enemy.pawns)
    reached = side.pawns | forward(side.pawns) & free
    free = free & forward(free)
    reached = reached | forward(forward(reached)) & free
    free = free & forward(forward(free))
    return reached | forward(forward(forward(forward(reached)))) & free


@layer(
    "Hanging pawns",
    BACKWARD,
    "ranks = forward(board, 3) - forward(board, 5); "
    "half = (open_pawns(own) & half_isolated_pawns(own) & ranks) - passed_pawns(own); "
    "half & (east(half) | west(half))",
    badge("HA"),
    source=WIKI + "Hanging_Pawns",
    words=("pair of hanging pawns",),
)
def hanging_pawns(side: Side[Bits]) -> Bits:
    """Two pawns side by side on the side's rank 4 or 5, open but not passed, without own pawns on the files beside.

    As books use the word; the wiki's formula, which sets no rank and takes passed pawns too, is a variant.
    """
    half = open_pawns(side) & half_isolated_pawns(side) & side.ranks(4, 5) & complement(passed_pawns(side))
    return half & (east(half) | west(half))


@layer(
    "Hanging pawns (wiki)",
    BACKWARD,
    "half = open_pawns(own) & half_isolated_pawns(own); half & (east(half) | west(half))",
    badge("HW"),
    source=WIKI + "Hanging_Pawns",
    words=("hanging pawns on any rank",),
)
def hanging_pawns_wiki(side: Side[Bits]) -> Bits:
    """Open pawns side by side on any rank, with no other own pawns on the files beside these two."""
    half = open_pawns(side) & half_isolated_pawns(side)
    return half & (east(half) | west(half))
