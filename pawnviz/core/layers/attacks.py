"""Attacks, pushes, captures, and the levers and rams of pawns that attack or stop each other."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import Side, one_pawn
from pawnviz.core.layers.marks import attack, badge, bar, target
from pawnviz.core.layers.registry import ATTACKS, CAPTURES, LEVERS, PUSHES, WIKI
from pawnviz.core.layers.spans import front_spans, lee_squares, luff_squares, rear_spans, stops, telestops

east_attacks = ATTACKS.layer(
    "East attacks",
    attack("from west"),
    "east(forward(own))",
    "Squares that a pawn attacks towards the h-file.",
    also_written=("forward(east(own))",),
    words=("attacks towards the h-file",),
)

west_attacks = ATTACKS.layer(
    "West attacks",
    attack("from east"),
    "west(forward(own))",
    "Squares that a pawn attacks towards the a-file.",
    also_written=("forward(west(own))",),
    words=("attacks towards the a-file",),
)

attacks = ATTACKS.layer(
    "Attacks",
    attack("dots"),
    "east_attacks(own) | west_attacks(own)",
    "Squares that at least one pawn attacks.",
    words=("guarded squares", "controlled squares", "pawn control"),
    also_written=("forward(east(own) | west(own))",),
)

double_attacks = ATTACKS.layer(
    "Double attacks",
    attack("target"),
    "east_attacks(own) & west_attacks(own)",
    "Squares that two pawns attack.",
    words=("guarded twice",),
    also_written=("forward(east(own) & west(own))",),
)

single_attacks = ATTACKS.layer(
    "Single attacks",
    attack("ring"),
    "east_attacks(own) ^ west_attacks(own)",
    "Squares that exactly one pawn attacks.",
    words=("guarded once",),
    also_written=("attacks(own) - double_attacks(own)",),
)

# A pawn that captures onto a square counts as its guard: right for pushes, optimistic for captures.
safe_squares = ATTACKS.layer(
    "Safe squares",
    bar("solid"),
    "double_attacks(own) | ~attacks(enemy) | (single_attacks(own) - double_attacks(enemy))",
    "Squares that own pawns guard at least as often as enemy pawns attack them.",
    words=("safe for pawns",),
    also_written=("~(attacks(enemy) - attacks(own) | double_attacks(enemy) - double_attacks(own))",),
)


push_targets = PUSHES.layer(
    "Push targets",
    target("hollow square"),
    "forward(own) - occupied",
    "Empty squares that a pawn may step to.",
    words=("pawn moves", "single pushes"),
    also_written=("stops(own) & ~occupied",),
)

double_push_targets = PUSHES.layer(
    "Double push targets",
    target("square"),
    "fourth_rank = forward(board, 3) - forward(board, 4); forward(push_targets(own)) & fourth_rank - occupied",
    "Empty squares of the side's fourth rank that a pawn of its second rank may reach by a double step.",
    words=("double pushes",),
)

pushable_pawns = PUSHES.layer(
    "Pushable pawns",
    badge("+1"),
    "own & backward(push_targets(own))",
    "Own pawns with an empty square in front of them; whether a step is legal is not considered.",
    words=("mobile pawns",),
    also_written=("own - backward(occupied) - forward(board, 7)",),
)

double_pushable_pawns = PUSHES.layer(
    "Double-pushable pawns",
    badge("+2"),
    "own & backward(double_push_targets(own), 2)",
    "Own pawns on the side's second rank with two empty squares in front; pins are not considered.",
    words=("double step", "two squares forward"),
)

safe_push_targets = PUSHES.layer(
    "Safe push targets",
    bar("dashed"),
    "push_targets(own) & safe_squares(own)",
    "Empty squares that a pawn may step to and that own pawns guard at least as often as enemy pawns attack them.",
    words=("safe pawn moves", "safe pushes"),
)


capture_targets = CAPTURES.layer(
    "Capture targets",
    target("cross"),
    "attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks, and the en-passant square when the side to move may use it.",
    words=("pieces pawns can take",),
)

east_capture_targets = CAPTURES.layer(
    "East capture targets",
    attack("letter from west"),
    "east_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks towards the h-file, and the en-passant square likewise.",
    words=("captures towards the h-file",),
)

west_capture_targets = CAPTURES.layer(
    "West capture targets",
    attack("letter from east"),
    "west_attacks(own) & (enemy_pieces - kings(enemy) | en_passant)",
    "Enemy pieces, but no king, that a pawn attacks towards the a-file, and the en-passant square likewise.",
    words=("captures towards the a-file",),
)

east_capturers = CAPTURES.layer(
    "East capturers",
    badge("→"),
    "own & backward(west(enemy_pieces - kings(enemy) | en_passant))",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square towards the h-file.",
    words=("pawns that take towards the h-file",),
)

west_capturers = CAPTURES.layer(
    "West capturers",
    badge("←"),
    "own & backward(east(enemy_pieces - kings(enemy) | en_passant))",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square towards the a-file.",
    words=("pawns that take towards the a-file",),
)

# Whether taking is legal is not considered: the pawn may be pinned, or its king in check.
capturers = CAPTURES.layer(
    "Capturers",
    badge("×"),
    "east_capturers(own) | west_capturers(own)",
    "Own pawns that attack an enemy piece, but no king, or the en-passant square.",
    words=("pawns that can take",),
)


class PawnStep(NamedTuple):
    """A pawn's square and the square that a move brings it to; numbers from 0 to 63."""

    source: int
    target: int


def captures(side: Side[int]) -> tuple[PawnStep, ...]:
    """Return every capture by a pawn of the side on a single board, towards the h-file first, by rising target."""
    targets, step = capture_targets(side), 8 if side.color else -8
    eastward = (PawnStep(square - step - 1, square) for square in squares(targets & east_attacks(side)))
    westward = (PawnStep(square - step + 1, square) for square in squares(targets & west_attacks(side)))
    return (*eastward, *westward)


levers = LEVERS.layer(
    "Levers",
    badge("LV"),
    "own & attacks(enemy)",
    "Own pawns that attack an enemy pawn, which then attacks them.",
    words=("tension", "pawn tension"),
    also_written=("east_levers(own) | west_levers(own)",),
)

east_levers = LEVERS.layer(
    "East levers",
    badge("LE"),
    "own & west_attacks(enemy)",
    "Own pawns that attack an enemy pawn towards the h-file.",
    words=("levers towards the h-file",),
)

west_levers = LEVERS.layer(
    "West levers",
    badge("LW"),
    "own & east_attacks(enemy)",
    "Own pawns that attack an enemy pawn towards the a-file.",
    words=("levers towards the a-file",),
)

inner_levers = LEVERS.layer(
    "Inner levers",
    badge("LI"),
    "east_levers(own) & west_half - file_d | west_levers(own) & east_half - file_e",
    "Own pawns that attack an enemy pawn towards the center: from the a-, b- or c-file east, from f, g or h west.",
    words=("levers towards the center",),
)

outer_levers = LEVERS.layer(
    "Outer levers",
    badge("LO"),
    "west_levers(own) & west_half | east_levers(own) & east_half",
    "Own pawns that attack an enemy pawn away from the center: from the files b to d west, from e to g east.",
    words=("levers away from the center",),
)

center_levers = LEVERS.layer(
    "Center levers",
    badge("LC"),
    "east_levers(own) & file_d | west_levers(own) & file_e",
    "Own pawns on the d- or e-file that attack an enemy pawn on the other of these two files.",
    words=("tension in the center", "central tension"),
)

rams = LEVERS.layer(
    "Rams",
    badge("RA"),
    "own & backward(enemy)",
    "Own pawns with an enemy pawn on the square in front of them: neither can step.",
    source=WIKI + "Pawn_Rams_(Bitboards)",
    words=("blocked pawns", "rammed pawns", "fixed pawns"),
    also_written=("own & stops(enemy)",),
)

break_squares = LEVERS.layer(
    "Break squares",
    target("diamond"),
    "(push_targets(own) | double_push_targets(own)) & backward(east(enemy) | west(enemy))",
    "Empty squares from which an own pawn would attack an enemy pawn after one move; pins are not considered.",
    words=("pawn breaks", "lever squares"),
)

break_pawns = LEVERS.layer(
    "Break pawns",
    badge("BR"),
    "levers_next = backward(east(enemy) | west(enemy)); "
    "own & (backward(push_targets(own) & levers_next) | backward(double_push_targets(own) & levers_next, 2))",
    "Own pawns that one step, single or double, brings to a square from which they attack an enemy pawn.",
    words=("pawn breaks",),
)


def break_steps(side: Side[int]) -> tuple[PawnStep, ...]:
    """Return every step of a pawn of the side to a break square, single steps first, each kind by rising target."""
    targets, step = break_squares(side), 8 if side.color else -8
    single = (PawnStep(square - step, square) for square in squares(targets & push_targets(side)))
    double = (PawnStep(square - 2 * step, square) for square in squares(targets & double_push_targets(side)))
    return (*single, *double)


class SinglePawn(NamedTuple):
    """The masks of a pawn on a square from 0 to 63 of an empty board, empty where there are no such squares."""

    color: bool
    square: int
    attacks: int
    stop: int
    telestops: int
    front_span: int
    rear_span: int
    lee: int
    luff: int

    @property
    def moves_to_promotion(self) -> int:
        """The number of its moves to the last rank, double step included, with nothing in its way."""
        return self.front_span.bit_count() - (self.rear_span.bit_count() <= 1)


@cache
def single_pawn(color: bool, square: int) -> SinglePawn:
    """Return the masks of a pawn of a color on a square from 0 to 63, computed once."""
    side = one_pawn(color, square)
    layers = (attacks, stops, telestops, front_spans, rear_spans, lee_squares, luff_squares)
    return SinglePawn(color, square, *(layer(side) for layer in layers))
