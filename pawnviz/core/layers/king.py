"""The pawns in front of a king and the opposition, and Stockfish 15.1's terms: space, weak levers and threats."""

from __future__ import annotations

from pawnviz.core.layers.marks import badge, hatch, strip, target
from pawnviz.core.layers.registry import ENGINES, KING, STOCKFISH_PAWNS, WIKI

king_shelter = KING.layer(
    "King shelter",
    badge("SH"),
    "king_files = kings(own) | east(kings(own)) | west(kings(own)); own & forward(forward_fill(king_files))",
    "Own pawns in front of an own king, on its file and the files beside it.",
    words=("pawn shield", "pawn cover"),
)

# The king is on the side's first or second rank, on one of the files a to c or f to h, and so are the pawns. They
# have come to their fourth rank, near their own king's file to the fifth, and the enemy has a queen. The page speaks
# of enemy pawns near a king that has castled; the numbers are ours. Castling rights are left out.
pawn_storm = KING.layer(
    "Pawn storm",
    badge("SM"),
    "center = file_d | file_e; king = kings(own) & (rank_1(own) | rank_2(own)) - center; "
    "near = king | east(king) | west(king); "
    "zone = forward(near) | forward(near, 2) | forward(near, 3) | forward(near, 4); "
    "its_king = file_fill(kings(enemy) | east(kings(enemy)) | west(kings(enemy))); "
    "with_queen = file_fill(east_fill(west_fill(queens(enemy)))); "
    "enemy & with_queen & zone - center - forward(board, 5) - (its_king & rank_5(own))",
    "Enemy pawns in front of an own king on a wing, four ranks away at most, on its file or a file beside.",
    words=("attacking pawns", "storming pawns"),
)

free_storm_pawns = KING.layer(
    "Free storm pawns",
    badge("FE"),
    "pawn_storm(own) - forward(own)",
    "Enemy pawns of a pawn storm with no own pawn right in front of them.",
    words=("unblocked storm",),
)

blocked_storm_pawns = KING.layer(
    "Blocked storm pawns",
    badge("BL"),
    "pawn_storm(own) & forward(own)",
    "Enemy pawns of a pawn storm with an own pawn right in front of them, which cannot step.",
    words=("stopped storm",),
)

shelter_gaps = KING.layer(
    "Shelter gaps",
    strip("numbered", "G"),
    "file_fill(kings(own) | east(kings(own)) | west(kings(own))) - file_fill(king_shelter(own))",
    "Files of an own king and beside it without an own pawn that shelters a king.",
    words=("open files at the king", "gaps in the pawn shield"),
)


# They lie on a file, rank or diagonal of an enemy king with one, three or five squares between; nothing but an own
# king stands on them, and no enemy pawn attacks them. What stands between or attacks them otherwise is left out.
opposition_squares = KING.layer(
    "Opposition squares",
    target("two dots"),
    "k = kings(enemy); n = k | forward(k, 2); s = k | backward(k, 2); e = k | east(k, 2); w = k | west(k, 2); "
    "ne = k | forward(east(k, 2), 2); nw = k | forward(west(k, 2), 2); "
    "se = k | backward(east(k, 2), 2); sw = k | backward(west(k, 2), 2); "
    "straight = n | forward(n, 4) | s | backward(s, 4) | e | east(e, 4) | w | west(w, 4); "
    "slanted = ne | forward(east(ne, 4), 4) | nw | forward(west(nw, 4), 4) "
    "| se | backward(east(se, 4), 4) | sw | backward(west(sw, 4), 4); "
    "(straight | slanted) - k - attacks(enemy) - (occupied - kings(own))",
    "Squares from which the own king would have the opposition, were the enemy to move: direct, distant or diagonal.",
    source=WIKI + "Opposition",
    words=("opposition", "direct opposition", "distant opposition", "diagonal opposition"),
)


# Stockfish counts twice those among them that lie up to two squares behind an own pawn and that no enemy piece
# attacks.
space_stockfish = ENGINES.layer(
    "Space (Stockfish)",
    hatch("shallow dotted"),
    "area = (file_c | file_d | file_e | file_f) & forward(board) - forward(board, 4); area - own - attacks(enemy)",
    "Squares of the files c to f on the side's ranks 2 to 4 without own pawns that no enemy pawn attacks.",
    words=("space area",),
)

weak_levers_stockfish = ENGINES.layer(
    "Weak levers (Stockfish)",
    badge("WL"),
    "own & double_attacks(enemy) - attacks(own)",
    "Own pawns that two enemy pawns attack and no own pawn guards.",
    source=STOCKFISH_PAWNS,
    words=("attacked twice and unguarded",),
)

blocked_pawns_stockfish = ENGINES.layer(
    "Advanced blocked pawns (Stockfish)",
    badge("AB"),
    "rams(own) & forward(board, 4) - forward(board, 6)",
    "Own pawns on the side's fifth or sixth rank with an enemy pawn right in front of them.",
    identifier="blocked_pawns_stockfish",
    source=STOCKFISH_PAWNS,
    words=("blocked on ranks 5 and 6",),
)

# Stockfish also asks that no enemy piece attacks that square, or that an own piece guards it.
push_threats = ENGINES.layer(
    "Push threats",
    target("exclamation mark"),
    "steps = (push_targets(own) | double_push_targets(own)) - attacks(enemy); "
    "(east(forward(steps)) | west(forward(steps))) & enemy_pieces - enemy",
    "Enemy pieces, pawns left out, that an own pawn would attack after a step to a square no enemy pawn attacks.",
    words=("threat by safe pawn push",),
)
