"""Structures of the French, the Caro-Kann, the Scandinavian and Alekhine's Defense."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

FRENCH: Final = (
    Structure(
        "winawer",
        "French, Winawer",
        Rule.of("W a -b c+c d4 e5; B c4/c5/c7 d5 e6"),
        (
            "The kingside, where dark squares are weak: the queen on g4, h4-h5, and the bishop pair; a4 opens a3.",
            "Attacks c3 and d4 with c5 and the queen on a5, or closes by c4; f6 breaks e5.",
        ),
    ),
    Structure(
        "caro_kann_advance",
        "Caro-Kann, Advance",
        Rule.of("W c2/c3 d4 e5; B c6 d5 e6/e7"),
        (
            "Space on the kingside: f4-f5, g4 or h4 against the bishop on f5; c4 opens the queenside.",
            "Breaks with c6-c5 and, later, f6; the light-squared bishop is outside the chain.",
        ),
    ),
    Structure(
        "french_chain_open_c_file",
        "French chain with an open c-file",
        Rule.of("W -c d4 e5; B -c d5 e6"),
        (
            "Defends d4 and attacks on the kingside with f4-f5 or pieces; the c-file is contested.",
            "Presses on d4 and on the c-file, breaks with f6, and exchanges the light-squared bishops.",
        ),
    ),
    Structure(
        "french_chain",
        "French chain",
        Rule.of("W d4 e5; B d5 e6"),
        (
            "Space on the kingside, where the chain points: f4-f5, or pieces against the king; holds d4.",
            "Attacks the base with c5 and the head with f6; the bishop on c8 is exchanged or brought out by b6 or d7.",
        ),
        reversed_title="Reversed French chain",
    ),
    Structure(
        "french_without_d4",
        "French chain without its base",
        Rule.of("W c2/c3/c4 -d e5; B -c d5 e6"),
        (
            "The square d4 for a piece, e5 cramps the kingside; an attack against the king.",
            "Presses on e5 with f6 and on the half-open c-file; d5-d4 is possible once d4 is not held.",
        ),
    ),
    Structure(
        "french_after_f6",
        "French after the exchange on f6",
        Rule.of("W -c d4 -e; B -c d5 e6 -f"),
        (
            "Blockades e5 and plays against the backward e6 on the half-open e-file.",
            "The half-open f-file and the freeing push e6-e5; pressure on d4.",
        ),
    ),
    Structure(
        "exchange_french",
        "Exchange French and Petroff",
        Rule.of("W c2/c3 d4 -e; B c6/c7 d5 -e"),
        (
            "Symmetry with the move: the open e-file, pieces against the king, or c4 with an isolated pawn.",
            "Contests the e-file and mirrors or breaks the symmetry by castling on the other wing.",
        ),
        mutual=True,
    ),
    Structure(
        "rubinstein",
        "French, Rubinstein",
        Rule.of("W c2/c3/c4 d4 -e; B c7 -d e6"),
        (
            "Space and a free game: a knight on e5, an attack on the kingside; d4-d5 when it opens lines.",
            "Solid; frees the game with c7-c5 and develops the bishop by b6 or d7 and c6.",
        ),
        of_white=False,
    ),
    Structure(
        "caro_kann_doubled_f_pawns",
        "Doubled f-pawns and an open g-file",
        Rule.of("W c2/c3/c4 d4 -e; B c6/c7 -d e6/e7 f+f -g"),
        (
            "A safer king and better pawns on the kingside; c4 and d4-d5 open the center.",
            "The half-open g-file and a firm center by e6 and f5; the king often goes to the queenside.",
        ),
        of_white=False,
        keeps_title=True,
        leads=("rubinstein", "caro_kann_formation"),
    ),
    Structure(
        "caro_kann_exf6",
        "Caro-Kann with a recapture on f6",
        Rule.of("W c2/c3/c4 d4 -e; B c6/c7 -d -e f6+f g"),
        (
            "The majority on the queenside: c4 and d4-d5 make a passed pawn in the endgame.",
            "Free development and a safe king; pieces and the open e-file, f5 against e4.",
        ),
        of_white=False,
    ),
    Structure(
        "caro_kann_formation",
        "Caro-Kann formation",
        Rule.of("W c2/c3/c4 d4 -e; B c6 -d e6/e7"),
        (
            "Space, c4 and the push d4-d5; a knight on e5 and the majority on the queenside.",
            "Breaks with c6-c5 or e5; solid, without weaknesses.",
        ),
        of_white=False,
        reversed_title="Reversed Caro-Kann formation",
    ),
    Structure(
        "scandinavian",
        "Scandinavian",
        Rule.of("W c2/c3/c4 d4 -e; B c7 -d e7"),
        (
            "Develops with gain of time and takes space with c4; d4-d5 cramps Black.",
            "Sets up c6 and e6, or presses on d4 with a bishop on g4 or g7; e5 and c5 are the breaks.",
        ),
        of_white=False,
    ),
    Structure(
        "alekhine",
        "Alekhine center, e5 against d6",
        Rule.of("W c2/c3/c4 d4 e5; B c6/c7 d6 e6/e7"),
        (
            "Holds the advanced center and gains space; exd6 simplifies.",
            "Attacks d4 and e5 by pieces and by dxe5; c5 or f6 undermine what is left.",
        ),
        of_white=False,
    ),
    Structure(
        "alekhine_exchange",
        "Alekhine exchange center",
        Rule.of("W c4 d4 -e; B -c d6 e6/e7"),
        (
            "Space; b4 and c4-c5, or d4-d5 against the fianchetto.",
            "Presses on d4 and c4 by pieces; the breaks are d6-d5, e5 and b5.",
        ),
        of_white=False,
    ),
    Structure(
        "caro_kann_after_c5",
        "Caro-Kann and Rubinstein after c5",
        Rule.of("W c2/c4 d4 -e; B c5 -d e6/e7"),
        (
            "Takes on c5, lets Black take on d4, or pushes d4-d5 to open lines for active pieces.",
            "Has freed the game; after an exchange on d4 plays on the c-file, against the majority on the queenside.",
        ),
        of_white=False,
    ),
    Structure(
        "wing_majorities",
        "Queenside against kingside majority",
        Rule.of("W a b c2/c3/c4 -d -e; B a b -c -d e f g h"),
        (
            "Advances the majority on the queenside to make an outside passed pawn, best in the endgame.",
            "The extra pawn in the center: e5 and f5 gain space and attack the king.",
        ),
        keeps_title=True,
    ),
)
"""The structures of these openings."""
