"""Structures of the Queen's Gambit, the Slav, the Catalan, and of London and Colle."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

QUEENS_GAMBIT: Final = (
    Structure(
        "carlsbad",
        "Carlsbad",
        Rule.of("W d4 e2/e3 -c; B d5 c6/c7 -e"),
        (
            "The minority attack b4-b5 makes a weak pawn on c6 or d5. "
            "The other plan is f3 and e4 in the center; a knight heads for e5 or c5.",
            "Plays on the kingside and on the half-open e-file, with a knight on e4. "
            "Against the minority attack: a knight on d6 or c4, a5, or b5 with c4 as an outpost.",
        ),
        reversed_title="Carlsbad, Caro-Kann exchange",
    ),
    Structure(
        "tartakower",
        "Tartakower",
        Rule.of("W c4 d4 e2/e3; B b6 c7 d5 e6 h6"),
        (
            "Exchanges on d5 to close the diagonal of the bishop on b7, then plays on the c-file and against c5.",
            "Develops the bishop to b7 or e6 and breaks with c7-c5, ready to play with hanging pawns on c5 and d5.",
        ),
        of_white=False,
    ),
    Structure(
        "tartakower_exchange",
        "Tartakower after the exchange on d5",
        Rule.of("W d4 e2/e3 -c; B b6 c7 d5 -e"),
        (
            "Presses on the c-file, a rook on c1 and a queen on a4 or b3; b4 keeps c5 under control. "
            "The exchange on c5 leaves Black hanging pawns or a weak d5.",
            "Breaks with c7-c5, usually with hanging pawns to come, and uses the half-open e-file and e4.",
        ),
        of_white=False,
    ),
    Structure(
        "queens_gambit_declined",
        "Queen's Gambit Declined",
        Rule.of("W c4 d4 e2/e3; B c7 d5 e6"),
        (
            "Keeps the tension, plays on the c-file and prepares e4; cxd5 leads to the Carlsbad structure.",
            "Frees the game with dxc4 followed by c5 or e5, or with c7-c5 at once; b6 develops the bishop on c8.",
        ),
        of_white=False,
        reversed_title="Reversed Queen's Gambit",
    ),
    Structure(
        "triangle",
        "Semi-Slav triangle",
        Rule.of("W c2/c3/c4 d4 e2/e3/e4; B c6 d5 e6 f6/f7"),
        (
            "Plays for e4, prepared by pieces, and takes space; c4-c5 closes the center where c4 is played.",
            "Keeps d5 firm; the freeing moves are dxc4 with b5, and the breaks c6-c5 and e6-e5.",
        ),
        of_white=False,
        reversed_title="Colle and London triangle",
    ),
    Structure(
        "slav",
        "Slav",
        Rule.of("W c4 d4 e2/e3; B c6 d5 e7 g7"),
        (
            "Develops with e3 or recaptures on c4, then aims at e4; cxd5 gives the symmetrical exchange variation.",
            "Develops the bishop on c8 before e6, or takes on c4; the later breaks are c6-c5 and e5.",
        ),
        of_white=False,
        reversed_title="Reversed Slav",
    ),
    Structure(
        "schlechter_slav",
        "Schlechter Slav",
        Rule.of("W c4 d4 e2/e3; B c6 d5 e6/e7 g6"),
        (
            "Plays for e4, or exchanges on d5 and presses on the c-file.",
            "Keeps d5 firm; takes on c4 and breaks with e5 or c6-c5.",
        ),
        of_white=False,
    ),
    Structure(
        "exchange_slav",
        "Exchange Slav",
        Rule.of("W d4 e2/e3 -c; B d5 e6/e7 -c"),
        (
            "Uses the move in a symmetrical game: the c-file, a knight on c5 or e5, pressure on the queenside.",
            "Mirrors the development, contests the c-file and places a knight on c4 or e4; few pawn breaks remain.",
        ),
        mutual=True,
    ),
    Structure(
        "meran",
        "Meran",
        Rule.of("W d4 e3/e4 -c; B a6/a7 b5 c6 e6 -d"),
        (
            "Pushes e4 and then e5 or d4-d5 before Black has played c5; a4 undermines b5.",
            "Breaks with c6-c5, often prepared by a6, and expands with b5-b4; the bishop goes to b7.",
        ),
        of_white=False,
    ),
    Structure(
        "slav_formation",
        "Slav formation",
        Rule.of("W d4 e2/e3/e4 -c; B c6 e6 -d"),
        (
            "Takes space with e4 and prepares d4-d5 or e5; the c-file is half-open.",
            "Breaks with c6-c5 or e6-e5, which free the game; until then Black keeps a solid, passive position.",
        ),
        of_white=False,
    ),
    Structure(
        "queens_gambit_accepted",
        "Queen's Gambit Accepted",
        Rule.of("W d4 e2/e3 -c; B c5/c7 e6 -d"),
        (
            "Prepares e4 and the push d4-d5; often accepts an isolated queen's pawn for active pieces.",
            "Breaks with c5, expands with a6 and b5, and blockades d5 when the d-pawn gets isolated.",
        ),
        of_white=False,
        reversed_title="Reversed Queen's Gambit Accepted",
    ),
    Structure(
        "catalan",
        "Catalan",
        Rule.of("W c4 d4 e2/e3 g3; B d5 e6"),
        (
            "The bishop on g2 presses on d5 and b7; the break is e4, and the c-pawn, once taken, is won back slowly.",
            "Takes on c4 and plays b5 or c5, or stays firm with c6 and breaks with b5 or c5 later.",
        ),
        reversed_title="Reversed Catalan",
        leads=("queens_gambit_declined", "triangle"),
    ),
    Structure(
        "open_catalan",
        "Open Catalan",
        Rule.of("W d4 e2/e3 g3 -c; B e6 -d c5/c6/c7"),
        (
            "Regains the pawn, presses on the long diagonal and the c-file, and prepares e4.",
            "Frees the game with c5 or holds the queenside by b5 and Bb7; equalizes when the bishop on g2 is opposed.",
        ),
        reversed_title="Reversed Open Catalan",
    ),
    Structure(
        "tarrasch_defense",
        "Tarrasch Defense",
        Rule.of("W d4 e2/e3 -c; B c5 d5 -e"),
        (
            "Takes on c5 to isolate d5, then blockades d4; g3 aims the bishop at d5.",
            "Free development and the half-open e-file; c5-c4 makes a majority on the queenside; once d5 is "
            "isolated, d5-d4 is the break.",
        ),
        of_white=False,
        reversed_title="Panov Attack",
    ),
    Structure(
        "tarrasch_tension",
        "Symmetrical Tarrasch",
        Rule.of("W c4 d4 e2/e3; B c5 d5 e6/e7"),
        (
            "Chooses the moment to take on d5 or c5; whoever takes gives the other an isolated pawn or a tempo.",
            "Keeps the balance of the tension; after exchanges on d4 and d5 the game is even, or one side has an "
            "isolated queen's pawn.",
        ),
        mutual=True,
    ),
    Structure(
        "panov_chain",
        "Panov chain",
        Rule.of("W c5 d4 -e; B d5 e6/e7 -c"),
        (
            "Advances the queenside majority with b4-b5 and keeps e5 under control.",
            "Undermines the chain with b6 and strikes in the center with e5; the kingside majority may advance.",
        ),
        reversed_title="Swedish variation of the Tarrasch",
    ),
    Structure(
        "semi_tarrasch",
        "Semi-Tarrasch center",
        Rule.of("W d4 e4 -c; B e6 -c -d"),
        (
            "Uses the center for the breaks d4-d5 and e4-e5 and for an attack on the king.",
            "Exchanges pieces, controls d5, and counts on the queenside pawns in the endgame.",
        ),
    ),
    Structure(
        "doubled_c_pawns",
        "Doubled c-pawns",
        Rule.of("W c+c d3/d4 -b; B c e"),
        (
            "The bishop pair, the half-open b-file and a broad center; e4 and f4 attack before the c-pawns get weak.",
            "Blockades with c5, attacks the front c-pawn by pieces, and keeps the position closed.",
        ),
        keeps_title=True,
    ),
    Structure(
        "huebner",
        "Hübner variation of the Nimzo-Indian",
        Rule.of("W c3+c4 d3/d4/d5 e3/e4 -b; B c5 d6 e5"),
        (
            "Holds the closed center and looks for f4; the bishops wait for lines to open.",
            "Keeps the center closed, where knights are better than bishops, and attacks c4; the break is f5.",
        ),
        of_white=False,
    ),
    Structure(
        "queens_indian",
        "Queen's Indian",
        Rule.of("W c4 d4 e2/e3; B b6 c7 d7 e6"),
        (
            "Fights for e4 with pieces and pawns and takes space with d4-d5 or e4.",
            "Controls e4 from b7 and by Nf6, and breaks with c7-c5 or d7-d5.",
        ),
        of_white=False,
    ),
    Structure(
        "open_c_and_d_files",
        "Open c- and d-files",
        Rule.of("W -c -d e2/e3/e4/e5; B -c -d e4/e5/e6/e7"),
        (
            "Takes the open files with rooks and enters the other camp with one of them; the e-pawn gives space.",
            "Contests the open files, exchanges rooks, and gains space with the e-pawn; most endgames are even.",
        ),
        mutual=True,
    ),
    Structure(
        "albin_countergambit",
        "Albin Countergambit",
        Rule.of("W c4 -d e5+e; B d4 -e"),
        (
            "Attacks d4 by pieces, with g3 and the bishop on g2, and gains space with b4; e5 may be given back.",
            "The pawn on d4 cramps White; pieces attack e5, f6 opens lines, the king often goes to the queenside.",
        ),
        of_white=False,
    ),
)
"""The structures of these openings."""
