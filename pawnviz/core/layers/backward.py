"""Backward pawns by several definitions, and other pawns that no own pawn can guard."""

from __future__ import annotations

from pawnviz.core.board.bitboard import Bits, complement
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import BACKWARD, STOCKFISH_PAWNS, WIKI, layer, shared

backward_pawns = layer(
    "Backward pawns",
    BACKWARD,
    badge("BW"),
    "backward(stops(own) & attacks(enemy) - front_attack_spans(own))",
    "Own pawns whose stop an enemy pawn attacks, with no own pawn on the files beside them, beside or behind them.",
    words=("backward pawns by the wiki",),
    also_written=("stop = stops(own) - front_attack_spans(own); backward(stop & attacks(enemy))",),
)

# The source is a thread of a forum, which the wiki's page cites beside its own formula.
backward_pawns_unrammed = layer(
    "Backward, not rammed",
    BACKWARD,
    badge("BM"),
    "backward_pawns(own) - rams(own)",
    "Backward pawns with no enemy pawn on their stop, which could not step anyway.",
    identifier="backward_pawns_unrammed",
    source="http://www.talkchess.com/forum3/viewtopic.php?f=7&t=71205",
    words=("backward and not blocked",),
)

backward_pawns_stockfish = layer(
    "Backward pawns (Stockfish)",
    BACKWARD,
    badge("BS"),
    "backward(stops(own) & (attacks(enemy) | enemy) - front_attack_spans(own))",
    "Own pawns whose stop an enemy pawn attacks or occupies, with no own pawn beside or behind on the files beside.",
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)

backward_pawns_not_isolated = layer(
    "Backward, not isolated",
    BACKWARD,
    badge("BA"),
    "backward_pawns(own) - isolated_pawns(own)",
    "Backward pawns with an own pawn on a file beside them; one without is isolated, a weakness with its own name.",
    identifier="backward_pawns_not_isolated",
    words=("backward pawns", "weak pawns"),
)

backward_pawns_not_isolated_stockfish = layer(
    "Backward, not isolated (Stockfish)",
    BACKWARD,
    badge("BF"),
    "backward_pawns_stockfish(own) - isolated_pawns(own)",
    "Own pawns that are backward by Stockfish's rule and not isolated; a pawn that is both counts as isolated.",
    identifier="backward_pawns_not_isolated_stockfish",
    source=STOCKFISH_PAWNS,
    words=("backward by stockfish",),
)

# Captures, which bring pawns to other files, are left out. The page speaks of the stop and the telestops; its fill
# takes the pawn's own square with them.
backward_pawns_telestop = layer(
    "Backward by telestops",
    BACKWARD,
    badge("TB"),
    "own & backward_fill(attacks(enemy) - front_attack_spans(own))",
    "Own pawns on or behind a square of their file attacked by an enemy pawn, which no own pawn can come to guard.",
    identifier="backward_pawns_telestop",
    words=("backward in the long run",),
)

stragglers = layer(
    "Stragglers",
    BACKWARD,
    badge("ST"),
    "backward_pawns(own) & open_pawns(own) & forward(board) - forward(board, 3)",
    "Backward pawns on the side's second or third rank with no enemy pawn in front of them on their file.",
    words=("backward on a half-open file",),
)

# Engines count passed pawns too; players, and the summary of a position, do not call a passed pawn weak.
weak_unopposed_pawns = layer(
    "Weak unopposed pawns",
    BACKWARD,
    badge("WK"),
    "(isolated_pawns(own) | backward_pawns(own)) & open_pawns(own) - passed_pawns(own)",
    "Isolated or backward pawns, not passed, with no enemy pawn in front on their file to shield them from rooks.",
    words=("weak pawns", "targets on half-open files"),
)

# Neither the pawn nor its stop is guarded. Own pawns step on their files up to the first enemy pawn.
overly_advanced_pawns = layer(
    "Overly advanced pawns",
    BACKWARD,
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


# As books use the word; the wiki's formula, which sets no rank and takes passed pawns too, is a variant.
hanging_pawns = layer(
    "Hanging pawns",
    BACKWARD,
    badge("HA"),
    "ranks = forward(board, 3) - forward(board, 5); "
    "half = (open_pawns(own) & half_isolated_pawns(own) & ranks) - passed_pawns(own); "
    "half & (east(half) | west(half))",
    "Two pawns side by side on the side's rank 4 or 5, open but not passed, without own pawns on the files beside.",
    source=WIKI + "Hanging_Pawns",
    words=("pair of hanging pawns",),
)

hanging_pawns_wiki = layer(
    "Hanging pawns (wiki)",
    BACKWARD,
    badge("HW"),
    "half = open_pawns(own) & half_isolated_pawns(own); half & (east(half) | west(half))",
    "Open pawns side by side on any rank, with no other own pawns on the files beside these two.",
    source=WIKI + "Hanging_Pawns",
    words=("hanging pawns on any rank",),
)
