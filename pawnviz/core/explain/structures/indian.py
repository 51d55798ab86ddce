"""Structures of the King's Indian, the Grünfeld and the Benonis."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

INDIAN: Final = (
    Structure(
        "four_pawns_attack",
        "Four Pawns Attack",
        Rule.of("W c4 d4/d5 e4 f4; B c5/c6/c7 d6 e6/e7"),
        (
            "Seizes the whole center and prepares e4-e5, which opens lines against the king.",
            "Undermines the center at once with c5, then e6 and exchanges on d5; b5 as a gambit.",
        ),
    ),
    Structure(
        "kings_indian_setup",
        "King's Indian before e5",
        Rule.of("W c4 d4 e4; B c7 d6 e7 g6"),
        (
            "Keeps the full center and plans d4-d5 or the advance on the queenside with b4 and c4-c5.",
            "Challenges the center by e7-e5 or c7-c5, then breaks with f5 or b5.",
        ),
        of_white=False,
    ),
    Structure(
        "kings_indian_tension",
        "King's Indian, tension on d4",
        Rule.of("W c4 d4 e4; B c6/c7 d6 e5 g6"),
        (
            "Chooses between d4-d5 with play on the queenside, dxe5, and holding the tension.",
            "Presses on d4 to provoke a decision; exd4 gives the half-open e-file and play against e4, d5 leads to f5.",
        ),
        of_white=False,
    ),
    Structure(
        "old_indian",
        "Old Indian",
        Rule.of("W c4 d4 e3/e4; B c6/c7 d6 e5 g7"),
        (
            "Takes space with d4-d5 or keeps the tension, and plays on the queenside with b4 and c4-c5.",
            "Solid and cramped; frees the game with exd4, a5 and Nc5, or d5 after c6.",
        ),
        of_white=False,
    ),
    Structure(
        "kings_indian_closed",
        "King's Indian, closed center",
        Rule.of("W c4 d5 e4; B c6/c7 d6 e5"),
        (
            "Breaks with c4-c5, prepared by b4, and enters on the c-file; f4 or g4 slow Black's attack.",
            "Breaks with f5, then f4 and g5-g4 against the king, or exchanges on e4; a5 holds the queenside up.",
        ),
        of_white=False,
    ),
    Structure(
        "kings_indian_after_exf5",
        "King's Indian after the exchange on f5",
        Rule.of("W c4 d5 -e; B c5/c6/c7 d6 e5"),
        (
            "The square e4 for a knight; f4 fixes or breaks the pawns on e5 and f5. The other break is c5.",
            "Mobile pawns in the center: e5-e4 or f5-f4 with an attack on the king.",
        ),
        of_white=False,
    ),
    Structure(
        "kings_indian_chain",
        "King's Indian chain",
        Rule.of("W d5 e4; B d6 e5"),
        (
            "Attacks the base d6 by a c-pawn on c5 and plays where the chain points, on the queenside.",
            "Attacks the base e4 with f5 and plays where the chain points, on the kingside; c6 is the other lever.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "czech_benoni",
        "Czech Benoni, closed center",
        Rule.of("W c4 d5 e4; B c5 d6 e5"),
        (
            "Space and two levers: b4 on the queenside and f4, or g4, on the kingside.",
            "Waits behind a closed center; the breaks are f5 and b5, and a knight comes to g7 or e8.",
        ),
        of_white=False,
    ),
    Structure(
        "rauzer_formation",
        "Rauzer formation",
        Rule.of("W c4 e4 -d; B c6/c7 e5 -d"),
        (
            "Plays on the d-file and for a knight on d5 or d6; c4-c5 takes space on the queenside.",
            "Guards d5 with c6 and heads for d4 by a knight on e6 or c5; a5 holds c5.",
        ),
        keeps_title=True,
    ),
    Structure(
        "boleslavsky_wall",
        "Boleslavsky wall",
        Rule.of("W c4 e4 -d; B c6/c7 d6 -e"),
        (
            "More space and pressure on d6 along the d-file; e4-e5 and c4-c5 are the breaks.",
            "Piece play on c5 and e5 against c4 and e4; the freeing breaks are d6-d5 and f5, a5-a4 gains space.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "modern_benoni",
        "Modern Benoni",
        Rule.of("W d5 e2/e3/e4 -c; B c5 d6 -e"),
        (
            "The majority in the center: e4-e5, prepared by f4, and a knight on c4 against d6. a4 holds b5 up.",
            "The majority on the queenside: b5 and c5-c4; the half-open e-file and the long diagonal.",
        ),
        of_white=False,
    ),
    Structure(
        "benko_gambit",
        "Benko Gambit",
        Rule.of("W a b -c d5 e; B -a -b c5 d6/d7"),
        (
            "A pawn ahead, with a passed a-pawn; breaks with e4-e5 or gives the pawn back for activity.",
            "Rooks on the a- and b-files and a bishop on the long diagonal tie White down; e6 attacks d5.",
        ),
        of_white=False,
    ),
    Structure(
        "benko_offered",
        "Benko Gambit offered",
        Rule.of("W c4 d5; B a6/a7 b5 c5 d6/d7 e7"),
        (
            "Takes on b5 and holds the pawn, or declines with a4, b3 or a knight move.",
            "Offers the b-pawn, then the a-pawn, for open lines on the queenside.",
        ),
        of_white=False,
    ),
    Structure(
        "symmetrical_benoni",
        "Symmetrical Benoni",
        Rule.of("W c4 d5 -e; B c5 d6 -e"),
        (
            "A little more space; plays on the e-file and expands with b4 or f4.",
            "Exchanges pieces on the e-file, to ease the cramped position; b5 is the break.",
        ),
        of_white=False,
    ),
    Structure(
        "benoni_tension",
        "Benoni before the exchange on d5",
        Rule.of("W c4 d5 e2/e3/e4; B c5 d6 e6/e7"),
        (
            "Supports d5 with e4 and recaptures with the pawn that suits: from c4 symmetry, from e4 space.",
            "Breaks with e6 and exd5, or with b5; the bishop on g7 rakes the long diagonal.",
        ),
        of_white=False,
    ),
    Structure(
        "schmid_benoni",
        "Schmid Benoni",
        Rule.of("W c2/c3 d5 e4; B c5 d6 e6/e7"),
        (
            "The square c4 is free for a knight; e4-e5 is the break, a4 holds b5 up.",
            "Prepares b5 with a6, or e6 with an exchange on d5.",
        ),
        of_white=False,
    ),
    Structure(
        "gruenfeld_tension",
        "Grünfeld before the exchange on d5",
        Rule.of("W c4 d4 e2/e3; B c7 d5 e7 g6"),
        (
            "Takes on d5 and builds a center with e4, or keeps the tension and develops with e3.",
            "Lets White build a center and attacks it with c7-c5, or holds d5 with c6; dxc4 opens the diagonal.",
        ),
        of_white=False,
    ),
    Structure(
        "gruenfeld_fianchetto",
        "Grünfeld, fianchetto variation",
        Rule.of("W -c d4 e2/e3 g3; B c5/c6/c7 -d e6/e7 g6"),
        (
            "The bishop on g2 presses on the queenside; e4 and d4-d5 gain space.",
            "Presses on d4 by pieces and breaks with e5 or c5.",
        ),
    ),
    Structure(
        "gruenfeld_exchange",
        "Grünfeld, exchange variation",
        Rule.of("W c3 d4 e4 -b; B c5/c6/c7 e6/e7 g6 -d"),
        (
            "Keeps the center mobile: d4-d5 makes a passed pawn or space, e4-e5 and h4 lead an attack.",
            "Presses on d4 by c5, Nc6 and the bishop on g7; after exchanges the queenside majority counts.",
        ),
    ),
    Structure(
        "gruenfeld_open_c_file",
        "Grünfeld after the exchange on d4",
        Rule.of("W d4 e4 -c; B e6/e7 g6 -c -d"),
        (
            "The break d4-d5 makes a passed pawn; the center gives space and an attack, h4-h5 helps.",
            "Blocks the center, takes the c-file, and advances a- and b-pawn; exchanges favor Black.",
        ),
    ),
    Structure(
        "gruenfeld_classical_center",
        "Grünfeld, classical center",
        Rule.of("W d4 e4 -c; B c5/c6/c7 e6/e7 g6 -d"),
        (
            "Holds the pawns on d4 and e4 and gains time by d4-d5 or e4-e5.",
            "Attacks the center by pieces and by c5, also by a6 and b5; e5 or f5 may follow.",
        ),
    ),
    Structure(
        "pirc",
        "Pirc and Modern",
        Rule.of("W c2/c3 d4 e4; B c6/c7 d6 e7 g6"),
        (
            "Space in the center; f4 or f3 with h4 lead to an attack, e4-e5 opens lines.",
            "Strikes at the center with e7-e5 or c5, on the queenside with b5 after a6 or c6.",
        ),
        of_white=False,
    ),
    Structure(
        "austrian_attack",
        "Austrian Attack",
        Rule.of("W c2/c3 d4 e4 f4; B d6 e7 g6"),
        (
            "Prepares e4-e5 and f4-f5 with an attack on the king.",
            "Hits back with c5 before the attack gets going, or holds e5 with e7-e5.",
        ),
    ),
    Structure(
        "hippopotamus",
        "Hippopotamus",
        Rule.of("W d4 e4; B a6 b6 d6 e6 g6"),
        (
            "Takes space everywhere and prepares d4-d5, e4-e5 or f4-f5; haste is not needed.",
            "Waits for White to overreach, then breaks with c5, d6-d5, e6-e5 or f5.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "london_against_kings_indian",
        "London and Torre against the King's Indian",
        Rule.of("W c2/c3 d4 e3 g2/g3; B c5/c6/c7 d6 e7 g6"),
        (
            "Solid: pieces restrain e5, the queenside expands with a4 or b4, and e3-e4 follows when it is prepared.",
            "Prepares e7-e5, or c5 with play on the queenside.",
        ),
    ),
)
"""The structures of these openings."""
