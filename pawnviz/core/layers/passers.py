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
    file_fill,
    mask_of,
    popcount,
    south_fill,
    west,
)
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attack_spans import front_attack_spans
from pawnviz.core.layers.attacks import attacks, double_attacks, safe_squares
from pawnviz.core.layers.counting import squares_of_any, where_empty, where_more
from pawnviz.core.layers.fills import file_fills
from pawnviz.core.layers.levers import rams
from pawnviz.core.layers.marks import badge, target
from pawnviz.core.layers.registry import PASSERS, STOCKFISH_PAWNS, WIKI, layer, number
from pawnviz.core.layers.spans import front_spans, rear_spans

_CANDIDATES: Final = WIKI + "Candidates_(Bitboards)"
_TARRASCH: Final = "https://en.wikipedia.org/wiki/Tarrasch_rule"
_WINGS: Final = BOARD ^ FILES[3] ^ FILES[4]
ADJACENT_FILES: Final = tuple(east(file) | west(file) for file in FILES)  # The files beside each file.


@layer(
    "Unopposed pawns",
    PASSERS,
    "own - front_spans(enemy)",
    badge("UN"),
    source=WIKI + "Open_Pawns_(Bitboards)",
    words=("open pawns", "half-free pawns"),
    also_written=("own & ~front_spans(enemy)", "own - unfree_pawns(own)"),
)
def open_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with no enemy pawn in front of them on their file."""
    return side.pawns & complement(front_spans(side.enemy))


@layer(
    "Passed pawns",
    PASSERS,
    "own - front_spans(enemy) - front_attack_spans(enemy)",
    badge("PA"),
    words=("passers",),
    also_written=(
        "spans = front_spans(enemy); own - (spans | east(spans) | west(spans))",
        "open_pawns(own) - front_attack_spans(enemy)",
    ),
)
def passed_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with no enemy pawn in front of them on their own file and the files beside it, doubled ones too."""
    return open_pawns(side) & complement(front_attack_spans(side.enemy))


@layer(
    "Frontmost passed pawns",
    PASSERS,
    "passed_pawns(own) - rear_spans(own)",
    badge("PF"),
    source=WIKI + "Passed_Pawn",
    words=("leading passers",),
)
def passed_pawns_frontmost(side: Side[Bits]) -> Bits:
    """Passed pawns with no pawn in front of them on their file, neither an enemy's nor an own one."""
    return passed_pawns(side) & complement(rear_spans(side))


@layer(
    "Passed pawns (Stockfish)",
    PASSERS,
    "unlevered = own - front_spans(enemy) - backward(front_attack_spans(enemy)); "
    "near_sentries = own - front_spans(enemy) - attacks(enemy) - backward(front_attack_spans(enemy), 2); "
    "east_sentry = backward(west(enemy), 2); west_sentry = backward(east(enemy), 2); "
    "short = east_sentry & west_sentry - (west(own) & east(own)) "
    "| (east_sentry | west_sentry) - west(own) - east(own); "
    "lever_push = forward(own) - enemy - double_attacks(enemy); "
    "rammed = rams(own) & forward(board, 4) & (east(lever_push) | west(lever_push)) "
    "- front_attack_spans(enemy) - backward(front_spans(enemy)); "
    "(unlevered | near_sentries - short | rammed) - rear_spans(own)",
    badge("PS"),
    source=STOCKFISH_PAWNS,
    words=("passers by stockfish",),
)
def passed_pawns_stockfish(side: Side[Bits]) -> Bits:
    """Own pawns, frontmost on their files, whose stoppers can all be taken, or outnumbered, or are one to lever away.

    The enemy pawns in front are none but those that the pawn attacks; or none but those that attack its stop, and no
    more than the own pawns beside it; or only one on its stop, it is on the side's fifth rank or beyond, and an own
    pawn that guards it can step to a square that no enemy pawn occupies and at most one attacks.
    """
    own, enemy = side.pawns, side.enemy.pawns
    closed = front_spans(side.enemy)
    sentried = side.backward(front_attack_spans(side.enemy))
    unlevered = own & complement(closed | sentried)
    near_sentries = own & complement(closed | attacks(side.enemy) | side.backward(sentried))
    two_behind = side.backward(side.backward(enemy))
    east_sentry, west_sentry = west(two_behind), east(two_behind)
    east_own, west_own = west(own), east(own)
    short = east_sentry & west_sentry & complement(east_own & west_own)
    short = short | (east_sentry | west_sentry) & complement(east_own | west_own)
    lever_push = side.forward(own) & complement(enemy | double_attacks(side.enemy))
    rammed = rams(side) & side.ranks(5, 8) & (east(lever_push) | west(lever_push))
    rammed = rammed & complement(front_attack_spans(side.enemy) | side.backward(closed))
    return (unlevered | near_sentries & complement(short) | rammed) & complement(rear_spans(side))


@layer(
    "Protected passed pawns",
    PASSERS,
    "passed_pawns(own) & attacks(own)",
    badge("PP"),
    source=WIKI + "Passed_Pawn",
    words=("protected passers", "guarded passers"),
)
def protected_passed_pawns(side: Side[Bits]) -> Bits:
    """Passed pawns that an own pawn guards."""
    return passed_pawns(side) & attacks(side)


@layer(
    "Connected passed pawns",
    PASSERS,
    "passed = passed_pawns(own); passed & (file_fill(east(passed)) | file_fill(west(passed)))",
    badge("PC"),
    source=WIKI + "Passed_Pawn",
    words=("connected passers",),
)
def connected_passed_pawns(side: Side[Bits]) -> Bits:
    """Passed pawns with another passed pawn on a file beside theirs, on any rank."""
    passed = passed_pawns(side)
    files = file_fill(passed)
    return passed & (east(files) | west(files))


@layer(
    "Blockaded passed pawns",
    PASSERS,
    "passed_pawns(own) & backward(enemy_pieces)",
    badge("PB"),
    source=WIKI + "Passed_Pawn",
    words=("blockaded passers", "blocked passers"),
)
def blockaded_passers(side: Side[Bits]) -> Bits:
    """Passed pawns with an enemy piece right in front of them."""
    return passed_pawns(side) & side.backward(side.enemy.pieces)


@layer(
    "Outside passed pawns",
    PASSERS,
    "files = file_fill(enemy); near = files | east(files) | west(files) | east(files, 2) | west(files, 2); "
    "passed_pawns(own) & east_fill(west_fill(files)) - file_d - file_e - near",
    badge("PO"),
    source=WIKI + "Passed_Pawn",
    words=("remote passed pawns", "distant passed pawns"),
)
def outside_passers(side: Side[Bits]) -> Bits:
    """Passed pawns on the files a to c or f to h, with every enemy pawn at least three files away, and at least one.

    Books ask for a passed pawn on the wing that is some files away from the other pawns; the numbers are ours.
    """
    files = file_fills(side.enemy)
    near = files | east(files) | west(files)
    near = near | east(near) | west(near)
    return passed_pawns(side) & _WINGS & complement(near | where_empty(side.enemy.pawns))


@layer(
    "Rook-backed passed pawns",
    PASSERS,
    "free = ~occupied; one = rooks(own) | forward(rooks(own)) & free; free_twice = free & forward(free); "
    "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
    "passed_pawns(own) & forward(three | forward(three, 4) & free_four)",
    badge("RB"),
    source=_TARRASCH,
    words=("rook behind its passed pawn",),
)
def rook_backed_passers(side: Side[Bits]) -> Bits:
    """Passed pawns with an own rook behind them on their file and nothing between."""
    return passed_pawns(side) & _next_in_front(side, side.rooks)


@layer(
    "Enemy rook behind passers",
    PASSERS,
    "free = ~occupied; one = rooks(enemy) | forward(rooks(enemy)) & free; free_twice = free & forward(free); "
    "three = one | forward(one, 2) & free_twice; free_four = free_twice & forward(free_twice, 2); "
    "passed_pawns(own) & forward(three | forward(three, 4) & free_four)",
    badge("ER"),
    source=_TARRASCH,
    words=("rook behind an enemy passed pawn",),
)
def rook_held_passers(side: Side[Bits]) -> Bits:
    """Passed pawns with an enemy rook behind them on their file and nothing between."""
    return passed_pawns(side) & _next_in_front(side, side.enemy.rooks)


def _next_in_front(side: Side[Bits], pieces: Bits) -> Bits:
    """Return for each of some pieces the squares in front of it up to the first piece there, which is among them."""
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    forward = side.forward
    free = complement(side.occupied)
    reach = pieces | forward(pieces) & free
    free = free & forward(free)
    reach = reach | forward(forward(reach)) & free
    free = free & forward(forward(free))
    return forward(reach | forward(forward(forward(forward(reach)))) & free)


@layer(
    "Candidates",
    PASSERS,
    "",
    badge("CA"),
    rule="An open pawn that is not passed, with at least as many helpers as sentries: a helper is an own pawn on a "
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
        in_front = side.ranks(rank + 1, 8) if rank < 8 else 0
        helpers = popcount(south_fill(own & files & (in_front ^ BOARD)) & RANKS[0])
        sentries = popcount(enemy & files & in_front)
        candidates = candidates | contenders & complement(where_more(sentries, helpers)) & 1 << square
    return candidates


@layer(
    "Fakers",
    PASSERS,
    "open_pawns(own) - passed_pawns(own) - candidate_pawns(own)",
    badge("FA"),
    source=_CANDIDATES,
    words=("faked candidates",),
)
def fakers(side: Side[Bits]) -> Bits:
    """Open pawns, not yet passed, that fewer own pawns help forward than enemy pawns hold back: faked candidates.

    Only pawns on the two adjacent files count: own ones beside or behind the pawn, enemy ones in front of it.
    """
    return open_pawns(side) & complement(passed_pawns(side) | candidate_pawns(side))


@layer(
    "Candidates on the fifth rank",
    PASSERS,
    "fifth_rank = forward(board, 4) - forward(board, 5); "
    "open_pawns(own) & fifth_rank & backward(attacks(enemy) & safe_squares(own))",
    badge("C5"),
    source=_CANDIDATES,
    words=("candidates on rank 5",),
)
def candidates_on_fifth(side: Side[Bits]) -> Bits:
    """Open pawns on the side's fifth rank whose stop enemy pawns attack, but own pawns guard at least as often."""
    contested = attacks(side.enemy) & safe_squares(side)
    return open_pawns(side) & side.ranks(5, 5) & side.backward(contested)


@layer(
    "Candidates with a safe path",
    PASSERS,
    "open_pawns(own) - passed_pawns(own) - backward(backward_fill(~safe_squares(own)))",
    badge("SP"),
    source=WIKI + "Candidate_Passed_Pawn",
    words=("candidates that can step safely",),
)
def candidates_with_safe_path(side: Side[Bits]) -> Bits:
    """Open pawns, not yet passed, with no square in front that more enemy than own pawns attack."""
    unsafe = complement(safe_squares(side))
    return open_pawns(side) & complement(passed_pawns(side) | side.backward(side.backward_fill(unsafe)))


@layer(
    "Free promotion path",
    PASSERS,
    "passed_pawns(own) - backward(backward_fill(occupied))",
    badge("FP"),
    source=WIKI + "Passed_Pawn",
    words=("free passers", "clear path"),
)
def promotion_path_free(side: Side[Bits]) -> Bits:
    """Passed pawns with no piece in front of them on their file, up to the last rank."""
    return passed_pawns(side) & complement(side.backward(side.backward_fill(side.occupied)))


@layer(
    "Key squares",
    PASSERS,
    "runners = passed_pawns(own) & forward(board) - forward(board, 6); inner = runners - file_a - file_h; "
    "ahead = forward(inner, 2) | forward(inner & forward(board, 4)); "
    "corner = east(file_fill(runners & file_a)) | west(file_fill(runners & file_h)); "
    "ahead | east(ahead) | west(ahead) | corner & forward(board, 6)",
    target("plus"),
    source=WIKI + "KPK",
    words=("critical squares", "king and pawn"),
)
def key_squares(side: Side[Bits]) -> Bits:
    """Squares from where a king escorts a passed pawn: two ranks ahead, on three files, from rank 5 on also one rank.

    The rule of books for king and pawn against king, for pawns on ranks 2 to 6: a king there wins whoever is to move,
    if the pawn is not lost. A rook pawn's are the two beside the corner, such as b7 and b8. Beside a knight pawn on
    rank 6 the two squares towards the center may give stalemate.
    """
    runners = passed_pawns(side) & side.ranks(2, 6)
    inner = runners & complement(FILES[0] | FILES[7])
    ahead = side.forward(side.forward(inner)) | side.forward(inner & side.ranks(5, 8))
    corner = east(file_fill(runners & FILES[0])) | west(file_fill(runners & FILES[7]))
    return ahead | east(ahead) | west(ahead) | corner & side.ranks(7, 8)


@layer(
    "Outside the king's square",
    PASSERS,
    "",
    badge("SQ"),
    rule="Where the enemy has only king and pawns: a passed pawn with a free path that needs fewer moves to the last "
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
    king_and_beside = side.kings | east(side.kings) | west(side.kings)
    guarded = attacks(side) | king_and_beside | side.forward(king_and_beside) | side.backward(king_and_beside)
    pieces = enemy.knights | enemy.bishops | enemy.rooks | enemy.queens
    runners = promotion_path_free(side) & where_empty(pieces)
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


@number("Plies to promotion", PASSERS, source=WIKI + "Passed_Pawn")
def promotion_plies(side: Side[Bits]) -> Bits:
    """How many plies a passed pawn with a free path needs to promote when both sides only push; 0 where there is none.

    Of several pawns it is the one nearest to promotion. A double step is one move; the side to move needs one ply less.
    The side with the smaller number above 0 promotes first. Kings and other pieces are left out.
    """
    runners = promotion_path_free(side) & side.ranks(1, 7)
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
