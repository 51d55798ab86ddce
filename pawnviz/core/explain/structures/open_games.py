"""Structures that begin with pawns on e4 and e5: Spanish, Italian, Philidor and their kin."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

OPEN_GAMES: Final = (
    Structure(
        "closed_spanish",
        "Closed Spanish",
        Rule.of("W c3 d4 e4; B a6 b5 d6 e5"),
        (
            "Keeps the tension and brings a knight to f5 or g4; d4-d5 closes, a4 attacks b5.",
            "Holds e5, plays c5 with pressure on d4, and counters in the center with exd4 and d6-d5.",
        ),
        leads=("spanish_center",),
    ),
    Structure(
        "spanish_with_d3",
        "Spanish with d3",
        Rule.of("W c3 d3 e4; B a6 b5 d6 e5"),
        (
            "Prepares d3-d4 without haste, knights go to f5 or d5; a4 attacks b5.",
            "Takes space with c5 and prepares d6-d5, which frees the game.",
        ),
    ),
    Structure(
        "closed_spanish_open_c_file",
        "Closed Spanish with an open c-file",
        Rule.of("W -c d4 e4; B -c d6 e5 b5"),
        (
            "Supports d4, plays d4-d5 for space and b3 or a4 against the queenside.",
            "The c-file and pressure on d4; exchanges on d4 leave weak pawns.",
        ),
    ),
    Structure(
        "spanish_chain",
        "Spanish with a closed center",
        Rule.of("W c2/c3 d5 e4; B a6 b5 d6 e5"),
        (
            "Attacks on the kingside with f4 or g4, and opens the a-file with a4.",
            "Breaks the chain with c6 or f5, or gains space with c5-c4.",
        ),
    ),
    Structure(
        "open_spanish",
        "Open Spanish",
        Rule.of("W c2/c3 -d e5; B a6 b5 c5/c6/c7 d5 -e"),
        (
            "Attacks the center: c3 and b4 or a4, f4-f5, and a knight on d4.",
            "Active pieces and the majority on the queenside: c5 and d5-d4.",
        ),
    ),
    Structure(
        "marshall",
        "Marshall Attack",
        Rule.of("W c3 d2/d3/d4 -e; B a6 b5 c6 -d -e"),
        (
            "Usually a pawn ahead; defends the king, returns the pawn for activity, and opens the a-file with a4.",
            "For a pawn: bishops, the e-file and an attack on the king, with f5-f4 if needed.",
        ),
    ),
    Structure(
        "berlin",
        "Spanish, Berlin endgame",
        Rule.of("W c -d e5 f g h; B b c+c -d -e"),
        (
            "Pushes the healthy majority on the kingside: f4-f5 or e5-e6, supported by the king.",
            "Blocks the majority on light squares, with the bishop pair; the doubled pawns hold the queenside.",
        ),
    ),
    Structure(
        "exchange_spanish_majority",
        "Spanish, Exchange after d4",
        Rule.of("W c2/c3/c4 -d e3/e4; B b c+c -d -e"),
        (
            "Exchanges pieces: the majority on the kingside makes a passed pawn, Black's on the queenside does not.",
            "The bishop pair and open files; keeps pieces on the board and restrains e4-e5 with f6.",
        ),
    ),
    Structure(
        "exchange_spanish",
        "Spanish, Exchange",
        Rule.of("W c2/c3/c4 d2/d3/d4 e4; B b c7+c -d e5"),
        (
            "Breaks with d4, which leads to a healthy majority on the kingside.",
            "The bishop pair and the half-open d-file; holds e5, and c5 guards d4.",
        ),
    ),
    Structure(
        "italian",
        "Italian, quiet center",
        Rule.of("W c2/c3 d3 e4; B c6/c7 d6 e5"),
        (
            "Prepares d3-d4 or takes space with b4 and a4; a knight goes to f5 by f1 and g3.",
            "Prepares d6-d5, which frees the game, or mirrors White's development.",
        ),
        mutual=True,
    ),
    Structure(
        "spanish_center",
        "Spanish center, c3 and d4",
        Rule.of("W c3 d4 e4; B c5/c6/c7 d6 e5"),
        (
            "Holds the tension; d4-d5 closes, dxe5 opens the d-file.",
            "Supports e5 and presses on e4 and d4; exd4 and d6-d5 is the counter-blow.",
        ),
        keeps_title=True,
    ),
    Structure(
        "philidor",
        "Philidor, Hanham",
        Rule.of("W c2 d4 e4; B c6/c7 d6 e5 g6/g7"),
        (
            "Space; keeps d4, expands with a4 and f4, and takes e5 when it opens lines.",
            "Holds e5, expands with c6 and b5, or frees the game with exd4 and d6-d5.",
        ),
        of_white=False,
        reversed_title="Reversed Philidor",
    ),
    Structure(
        "open_d_file",
        "Open d-file, e4 against e5",
        Rule.of("W c e4 -d; B c e5 -d"),
        (
            "The d-file and the square d5 or f5 for a knight; the queenside pawns take space.",
            "The d-file and the square d4 or f4 for a knight; most endgames are even.",
        ),
        mutual=True,
    ),
    Structure(
        "scotch_doubled_c_pawns",
        "Open game with doubled c-pawns",
        Rule.of("W c2/c3/c4 -d e4/e5; B -b c+c d5/d6/d7 -e"),
        (
            "Better pawns; e4-e5 and c4 gain space and hold d5 up.",
            "The half-open b-file and active pieces; d5 opens the center.",
        ),
        keeps_title=True,
    ),
    Structure(
        "little_center",
        "Little center, e4 against d6",
        Rule.of("W c2/c3 -d e4; B c6/c7 d6 -e"),
        (
            "More space; the pieces aim at d5 and f5, e4-e5 or f4 lead to an attack.",
            "Restrains e4-e5 by pieces on the e-file and breaks with d6-d5 or f5.",
        ),
        keeps_title=True,
    ),
    Structure(
        "scotch",
        "Scotch",
        Rule.of("W c2/c3 -d e4; B c6/c7 d7 -e"),
        (
            "Space and quick development on open lines; e4-e5 drives a knight from f6.",
            "Develops with threats against d4 and e4; d7-d5 makes the game even.",
        ),
        reversed_title="Open center with a pawn on e5",
    ),
    Structure(
        "kings_gambit_accepted",
        "King's Gambit Accepted",
        Rule.of("W c2/c3 d2/d3/d4 e4 -f; B c5/c6/c7 d5/d6/d7 -e f4+f"),
        (
            "The center with d4 and the half-open f-file against f7.",
            "Keeps f4 with g5, or gives it back for development with d5.",
        ),
    ),
    Structure(
        "kings_gambit",
        "King's Gambit and Vienna",
        Rule.of("W c2/c3 d2/d3 e4 f4; B c6/c7 d5/d6/d7 e5"),
        (
            "Opens the f-file by fxe5 or closes it with f4-f5; d4 takes the center.",
            "Takes on f4, hits back with d5, or holds e5 with d6.",
        ),
    ),
)
"""The structures of these openings."""
