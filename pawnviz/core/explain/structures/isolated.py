"""Structures with an isolated queen's pawn or with hanging pawns."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

ISOLATED: Final = (
    Structure(
        "isolated_queens_pawn",
        "Isolated queen's pawn",
        Rule.of("W d3/d4/d5! -c -e; B -d"),
        (
            "Active pieces, rooks on the c- and e-file, and an attack on the king while many pieces are on the board. "
            "The break is the push of the d-pawn, best when it opens lines for developed pieces.",
            "Blockades the square in front of the d-pawn, exchanges minor pieces and then attacks the pawn with rooks. "
            "In the endgame the pawn is a weakness for good.",
        ),
        keeps_title=True,
    ),
    Structure(
        "tarrasch_isolated_pawn",
        "Isolated queen's pawn, Tarrasch French type",
        Rule.of("W c2/c3 -d -e; B d5! -c -e"),
        (
            "Blockades d4 with a knight or a bishop, exchanges minor pieces and plays against d5. "
            "The queenside majority counts in the endgame.",
            "Quick development, rooks on the e- and c-file and a knight on c4 or e4. "
            "The break d5-d4 frees the pieces once d4 is not blockaded.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "opposed_isolated_queens_pawn",
        "Opposed isolated queen's pawn",
        Rule.of("W d3/d4/d5 -c -e; B d5/d6/d7"),
        (
            "Uses the c- and e-file beside the pawn. Only pieces guard it, but the enemy d-pawn hides it from rooks, "
            "so it is less weak than one on a half-open file.",
            "Attacks the pawn with minor pieces, since the d-file is closed, and keeps a pawn in front of it.",
        ),
        keeps_title=True,
    ),
    Structure(
        "hanging_pawns",
        "Hanging pawns",
        Rule.of("W c4! d4! -b -e; B -c -d"),
        (
            "The pawns take space and control b5, c5, d5 and e5; rooks stand behind them. "
            "The break is d4-d5, prepared by pieces; c4-c5 gives up d5 and is played for a reason only.",
            "Attacks both pawns with pieces and provokes a push: after d4-d5 c5 is free, after c4-c5 d5. "
            "The levers are b5 and e5; exchanges make the pawns weaker.",
        ),
        keeps_title=True,
    ),
    Structure(
        "isolated_pawn_couple",
        "Isolated pawn couple",
        Rule.of("W c3 d4! -b -e; B -c -d"),
        (
            "Pushes c3-c4 to get hanging pawns, or attacks on the kingside behind the firm d4. "
            "The bishop pair is often the compensation for c3.",
            "Blockades c4 and d5, presses on the half-open c-file against c3, and exchanges pieces.",
        ),
        keeps_title=True,
    ),
)
"""The structures of these openings."""
