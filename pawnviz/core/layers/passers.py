"""Open pawns, passed pawns and pawns that may become passed, by several definitions."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    RANKS,
    Bits,
    complement,
    east,
    mask_of,
    popcount,
    south_fill,
    west,
)
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import attacks
from pawnviz.core.layers.marks import badge, target
from pawnviz.core.layers.registry import (
    PASSERS,
    STOCKFISH_PAWNS,
    WIKI,
    Layer,
    has_any,
    squares_of_any,
    where_empty,
    where_more,
)

_CANDIDATES: Final = WIKI + "Candidates_(Bitboards)"
_TARRASCH: Final = "https://en.wikipedia.org/wiki/Tarrasch_rule"
ADJACENT_FILES: Final = tuple(east(file) | west(file) for file in FILES)  # The files beside each file.


open_pawns = PASSERS.layer(
    "Unopposed pawns",
    badge("UN"),
    "own - front_spans(enemy)",
    "Own pawns with no enemy pawn in front of them on their file.",
    identifier="open_pawns",
    source=WIKI + "Open_Pawns_(Bitboards)",
    words=("open pawns", "half-free pawns"),
    also_written=("own & ~front_spans(enemy)", "own - unfree_pawns(own)"),
)

passed_pawns = PASSERS.layer(
    "Passed pawns",
    badge("PA"),
    "own - front_spans(enemy) - front_attack_spans(enemy)",
    "Own pawns with no enemy pawn in front of them on their own file and the files beside it, doubled ones too.",
    words=("passers",),
    also_written=(
        "spans = front_spans(enemy); own - (spans | east(spans) | west(spans))",
        "open_pawns(own) - front_attack_spans(enemy)",
    ),
)

passed_pawns_frontmost = PASSERS.layer(
    "Frontmost passed pawns",
    badge("PF"),
    "passed_pawns(own) - rear_spans(own)",
    "Passed pawns with no pawn in front of them on their file, neither an enemy's nor an own one.",
    identifier="passed_pawns_frontmost",
    source=WIKI + "Passed_Pawn",
    words=("leading passers",),
)

# The enemy pawns in front are none but those that the pawn attacks; or none but those that attack its stop, and no
# more than the own pawns beside it; or only one on its stop, it is on the side's fifth rank or beyond, and an own
# pawn that guards it can step to a square that no enemy pawn occupies and at most one attacks.
passed_pawns_stockfish = PASSERS.layer(
    "Passed pawns (Stockfish)",
    badge("PS"),
    "unlevered = own - front_spans(enemy) - backward(front_attack_spans(enemy)); "
    "near_sentries = own - front_spans(enemy) - attacks(enemy) - backward(front_attack_spans(enemy), 2); "
    "east_sentry = backward(west(enemy), 2); west_sentry = backward(east(enemy), 2); "
    "short = east_sentry & west_sentry - (west(own) & east(own)) "
    "| (east_sentry | west_sentry) - west(own) - east(own); "
    "lever_push = forward(own) - enemy - double_attacks(enemy); "
    "rammed = rams(own) & forward(board, 4) & (east(lever_push) | west(lever_push)) "
    "- front_attack_spans(enemy) - backward(front_spans(enemy)); "
    "(unlevered | near_sentries - short | rammed) - rear_spans(own)",
    "Own pawns, frontmost on their files, whose stoppers can all be taken, or outnumbered, or are one to lever away.",
    source=STOCKFISH_PAWNS,
    words=("passers by stockfish",),
)

protected_passed_pawns = PASSERS.layer(
    "Protected passed pawns",
    badge("PP"),
    "passed_pawns(own) & attacks(own)",
    "Passed pawns that an own pawn guards.",
    source=WIKI + "Passed_Pawn",
    words=("protected passers", "guarded passers"),
)

connected_passed_pawns = PASSERS.layer(
    "Connected passed pawns",
    badge("PC"),
    "passed = passed_pawns(own); passed & (file_fill(east(passed)) | file_fill(west(passed)))",
    "Passed pawns with another passed pawn on a file beside theirs, on any rank.",
    source=WIKI + "Passed_Pawn",
    words=("connected passers",),
)

blockaded_passers = PASSERS.layer(
    "Blockaded passed pawns",
    badge("PB"),
    "passed_pawns(own) & backward(enemy_pieces)",
    "Passed pawns with an enemy piece right in front of them.",
    identifier="blockaded_passers",
    source=WIKI + "Passed_Pawn",
    words=("blockaded passers", "blocked passers"),
)

# Books ask for a passed pawn on the wing that is some files away from the other pawns; the numbers are ours.
outside_passers = PASSERS.layer(
    "Outside passed pawns",
    badge("PO"),
    "files = file_fill(enemy); near = files | east(files) | west(files) | east(files, 2) | west(files, 2); "
    "passed_pawns(own) & east_fill(west_fill(files)) - file_d - file_e - near",
    "Passed pawns on the files a to c or f to h, with every enemy pawn at least three files away, and at least one.",
    identifier="outside_passers",
    source=WIKI + "Passed_Pawn",
    words=("remote passed pawns", "distant passed pawns"),
)


def _with_rook_behind(title: str, mark: str, identifier: str, color: str, words: str) -> Layer:
    return PASSERS.layer(
        title,
        badge(mark),
        f"free = ~occupied; one = rooks({color}) | forward(rooks({color})) & free; free_twice = free & forward(free); "
        "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
        "passed_pawns(own) & forward(three | forward(three, 4) & free_four)",
        f"Passed pawns with an {color} rook behind them on their file and nothing between.",
        identifier=identifier,
        source=_TARRASCH,
        words=(words,),
    )


rook_backed_passers = _with_rook_behind(
    "Rook-backed passed pawns", "RB", "rook_backed_passers", "own", "rook behind its passed pawn"
)
rook_held_passers = _with_rook_behind(
    "Enemy rook behind passers", "ER", "rook_held_passers", "enemy", "rook behind an enemy passed pawn"
)


@PASSERS.counted(
    "Candidates",
    badge("CA"),
    "An open pawn that is not passed, with at least as many helpers as sentries: a helper is an own pawn on a "
    "file beside it that stands beside or behind it, one on each file; sentries are the enemy pawns on these files in "
    "front of it.",
    source=_CANDIDATES,
    words=("candidate passers", "potential passers"),
)
def candidate_pawns(side: Side[Bits]) -> Bits:
    """Open pawns, not yet passed, that at least as many own pawns help forward as enemy pawns hold back.

    Only pawns on the two adjacent files count: own ones beside or behind the pawn, enemy ones in front of it. Doubled
    pawns help as one, which is ours: the rear one cannot pass the other to guard the way.
    """
    own, enemy = side.pawns, side.enemy.pawns
    contenders = open_pawns(side) & complement(passed_pawns(side))
    candidates = contenders & 0
    for square in squares_of_any(contenders):
        rank = square // 8 + 1 if side.color else 8 - square // 8
        files = ADJACENT_FILES[square % 8]
        in_front = side.ranks(rank + 1, 8)
        helpers = popcount(south_fill(own & files & (in_front ^ BOARD)) & RANKS[0])
        sentries = popcount(enemy & files & in_front)
        candidates = candidates | contenders & complement(where_more(sentries, helpers)) & 1 << square
    return candidates


# Only pawns on the two adjacent files count: own ones beside or behind the pawn, enemy ones in front of it.
fakers = PASSERS.layer(
    "Fakers",
    badge("FA"),
    "open_pawns(own) - passed_pawns(own) - candidate_pawns(own)",
    "Open pawns, not yet passed, that fewer own pawns help forward than enemy pawns hold back: faked candidates.",
    source=_CANDIDATES,
    words=("faked candidates",),
)

candidates_on_fifth = PASSERS.layer(
    "Candidates on the fifth rank",
    badge("C5"),
    "fifth_rank = forward(board, 4) - forward(board, 5); "
    "open_pawns(own) & fifth_rank & backward(attacks(enemy) & safe_squares(own))",
    "Open pawns on the side's fifth rank whose stop enemy pawns attack, but own pawns guard at least as often.",
    identifier="candidates_on_fifth",
    source=_CANDIDATES,
    words=("candidates on rank 5",),
)

candidates_with_safe_path = PASSERS.layer(
    "Candidates with a safe path",
    badge("SP"),
    "open_pawns(own) - passed_pawns(own) - backward(backward_fill(~safe_squares(own)))",
    "Open pawns, not yet passed, with no square in front that more enemy than own pawns attack.",
    identifier="candidates_with_safe_path",
    source=WIKI + "Candidate_Passed_Pawn",
    words=("candidates that can step safely",),
)

promotion_path_free = PASSERS.layer(
    "Free promotion path",
    badge("FP"),
    "passed_pawns(own) - backward(backward_fill(occupied))",
    "Passed pawns with no piece in front of them on their file, up to the last rank.",
    identifier="promotion_path_free",
    source=WIKI + "Passed_Pawn",
    words=("free passers", "clear path"),
)

# The rule of books for king and pawn against king, for pawns on ranks 2 to 6: a king there wins whoever is to move,
# if the pawn is not lost. A rook pawn's are the two beside the corner, such as b7 and b8. Beside a knight pawn on
# rank 6 the two squares towards the center may give stalemate.
key_squares = PASSERS.layer(
    "Key squares",
    target("plus"),
    "runners = passed_pawns(own) & forward(board) - forward(board, 6); inner = runners - file_a - file_h; "
    "ahead = forward(inner, 2) | forward(inner & forward(board, 4)); "
    "corner = east(file_fill(runners & file_a)) | west(file_fill(runners & file_h)); "
    "ahead | east(ahead) | west(ahead) | corner & forward(board, 6)",
    "Squares from where a king escorts a passed pawn: two ranks ahead, on three files, from rank 5 on also one rank.",
    source=WIKI + "KPK",
    words=("critical squares", "king and pawn"),
)


@PASSERS.counted(
    "Outside the king's square",
    badge("SQ"),
    "Where the enemy has only king and pawns: a passed pawn with a free path that needs fewer moves to the last "
    "rank than each enemy king to the promotion square. The double step saves one move from the side's ranks 1 and 2. "
    "When it is the enemy's turn, the king needs one move less, and none may stand beside the pawn, unless an own pawn "
    "or king guards it.",
    source=WIKI + "Rule_of_the_Square",
    words=("unstoppable passers", "rule of the square", "runaway pawns"),
)
def outside_kings_square(side: Side[Bits]) -> Bits:
    """Passed pawns that the enemy king is too late to catch; enemy promotions and checks are not considered.

    Nor is help by the own king: such a pawn need not win. The enemy has only king and pawns. A missing enemy king
    catches none. Beyond the page's rule a king to move also catches the pawn that it takes at once, such as a2 from b1.
    """
    enemy = side.enemy
    pieces = enemy.knights | enemy.bishops | enemy.rooks | enemy.queens
    runners = promotion_path_free(side) & where_empty(pieces)
    if not has_any(runners):
        return runners
    king_and_beside = side.kings | east(side.kings) | west(side.kings)
    guarded = attacks(side) | king_and_beside | side.forward(king_and_beside) | side.backward(king_and_beside)
    outside = runners & 0
    for square in squares_of_any(runners):
        steps = 7 - square // 8 if side.color else square // 8
        moves = steps - (steps >= 6)
        promotion_square = square % 8 + (56 if side.color else 0)
        caught = enemy.kings & _within(promotion_square, moves)
        caught = caught | enemy.kings & enemy.to_move & _within(promotion_square, moves + 1)
        taken = enemy.kings & enemy.to_move & _within(square, 1)
        safe = where_empty(caught) & (guarded | where_empty(taken))
        outside = outside | runners & safe & 1 << square
    return outside


@PASSERS.number("Plies to promotion", source=WIKI + "Passed_Pawn")
def promotion_plies(side: Side[Bits]) -> Bits:
    """How many plies a passed pawn with a free path needs to promote when both sides only push; 0 if there is none.

    Of several pawns it is the one nearest to promotion. A double step is one move; the side to move needs one ply less.
    The side with the smaller number above 0 promotes first. Kings and other pieces are left out.
    """
    runners = promotion_path_free(side) & side.ranks(1, 7)
    if not has_any(runners):
        return popcount(runners)
    later: Any = 0
    for first in (7, 6, 5, 4, 2):
        later = later + popcount(where_empty(runners & side.ranks(first, 7)) & 1)
    missing: Any = popcount(where_empty(runners) & 1)
    first_move: Any = popcount(side.to_move & 1)
    plies: Bits = (2 + 2 * later - first_move) * (1 - missing)
    return plies


@cache
def _within(square: int, distance: int) -> int:
    file, rank = square % 8, square // 8
    return mask_of(other for other in range(64) if max(abs(other % 8 - file), abs(other // 8 - rank)) <= distance)
