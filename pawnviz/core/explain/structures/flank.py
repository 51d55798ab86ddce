"""Structures of flank openings and of the Dutch, and symmetry."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import MirrorImage, Rule
from pawnviz.core.explain.structures.structure import Structure

FLANK: Final = (
    Structure(
        "botvinnik_system",
        "Botvinnik system",
        Rule.of("W c4 d3 e4 g3; B c5/c6/c7 d6/d7 e5/e6/e7"),
        (
            "Holds d5 and expands: f4-f5 on the kingside, b4 after a3 and Rb1 on the queenside.",
            "The square d4 for a knight; the breaks are b5 and f5, or d5 where it can be prepared.",
        ),
        reversed_title="Reversed Botvinnik system",
        leads=("reversed_sicilian", "closed_sicilian", "symmetrical_english"),
    ),
    Structure(
        "kings_indian_attack",
        "King's Indian Attack",
        Rule.of("W c2/c3 d3 e4/e5 g3; B d5 e6/e7"),
        (
            "A pawn on e5 cramps the kingside; h4-h5 and knights by f1 attack the king.",
            "Takes space on the queenside with b5, c4 or a5-a4; f6 undermines a pawn on e5.",
        ),
        reversed_title="King's Indian with e5",
    ),
    Structure(
        "reti",
        "Réti",
        Rule.of("W c4 d2/d3 e2/e3 g3; B d5 e6/e7"),
        (
            "Attacks d5 from the wing, by the bishop on g2 and cxd5; b3 or b4 and d4 follow.",
            "Holds d5 with c6 or e6, or takes space with d5-d4.",
        ),
    ),
    Structure(
        "stonewall",
        "Stonewall",
        Rule.of("W d4 e2/e3?; B d5 e6 f5"),
        (
            "A knight on e5, exchange of the dark-squared bishops, b4 on the queenside, and f3 with e4.",
            "The square e4 for a knight, an attack on the kingside with g5; the bishop gets out by b6 or d7.",
        ),
        of_white=False,
        reversed_title="Stonewall Attack",
        leads=("catalan", "queens_gambit_declined"),
    ),
    Structure(
        "leningrad_dutch",
        "Leningrad Dutch",
        Rule.of("W c2/c3/c4 d4/d5 e2/e3; B c5/c6/c7 d6 e7 f5 g6"),
        (
            "Breaks with e4, or cramps the game with d5; the square e6 is weak.",
            "Prepares e7-e5, or c6 with queenside play; the bishop on g7 supports both.",
        ),
        of_white=False,
        reversed_title="Bird, Leningrad setup",
    ),
    Structure(
        "classical_dutch",
        "Classical Dutch setup",
        Rule.of("W c2/c3/c4 d4 e2/e3; B c6/c7 d6 e6 f5"),
        (
            "Breaks with e4 and plays against e6; b4 takes space on the queenside.",
            "Prepares e6-e5, and attacks with the queen on h5 and g5.",
        ),
        of_white=False,
        reversed_title="Bird, classical setup",
    ),
    Structure(
        "symmetrical",
        "Symmetrical",
        MirrorImage(),
        (
            "The move may be the only difference; White chooses when to break the symmetry, usually by a pawn break.",
            "Keeps the balance by mirroring as long as it is safe, and breaks the symmetry when a threat demands it.",
        ),
        mutual=True,
    ),
)
"""The structures of these openings."""
