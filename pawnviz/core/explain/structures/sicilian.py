"""Structures of the Sicilian, and of the English Opening, which has them with the colors exchanged."""

from __future__ import annotations

from typing import Final

from pawnviz.core.explain.structures.rules import Rule
from pawnviz.core.explain.structures.structure import Structure

SICILIAN: Final = (
    Structure(
        "hedgehog",
        "Hedgehog",
        Rule.of("W c4 -d e2/e3/e4; B a6 b6 -c d6 e6"),
        (
            "Space; holds the breaks b5 and d5 up, and presses on d6 or attacks with g4.",
            "Waits in safety behind the pawns on a6, b6, d6 and e6; the breaks are b6-b5 and d6-d5.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "maroczy_bind",
        "Maroczy bind",
        Rule.of("W c4 e4 -d; B -c d6/d7"),
        (
            "Keeps d5 and b5 under control, puts a knight on d5 and takes space on either wing; exchanges are avoided.",
            "Exchanges minor pieces, and breaks with b5 after a6, or with f5; d5 is the break that White prevents.",
        ),
        leads=("dragon", "accelerated_dragon"),
        keeps_title=True,
    ),
    Structure(
        "maroczy_bind_before_e4",
        "Maroczy bind before e4",
        Rule.of("W c4 -d e2/e3; B -c d6/d7 e6/e7"),
        (
            "Space and the half-open d-file; e4 completes the bind, pieces press on d6 or d7.",
            "The half-open c-file against c4; the breaks are d5 and b5.",
        ),
        keeps_title=True,
    ),
    Structure(
        "dragon_with_h5",
        "Dragon with the pawn on h5",
        Rule.of("W c2/c3 e4 -d; B -c d6 e7 f7 g6 h5"),
        (
            "The attack needs g4 as a sacrifice or a slower plan; a knight on d5 and the bishop on g5 are strong.",
            "The h-pawn stops h4-h5; play goes on the c-file, with the exchange sacrifice on c3 and b5.",
        ),
        of_white=False,
    ),
    Structure(
        "dragon",
        "Dragon",
        Rule.of("W c2/c3 e4 -d; B -c d6 e7 f7 g6 h6/h7"),
        (
            "Castles long and attacks with h4-h5 and g4, or plays quietly with a knight on d5.",
            "The bishop on g7 and the half-open c-file; the exchange sacrifice on c3, b5 and, if possible, d6-d5.",
        ),
        of_white=False,
        reversed_title="Reversed Dragon",
    ),
    Structure(
        "accelerated_dragon",
        "Accelerated Dragon",
        Rule.of("W c2/c3 e4 -d; B -c d7 e7 f7 g6"),
        (
            "Binds the center with c4 where that pawn is free, or develops against d7-d5.",
            "Keeps d7-d5 in one move in reserve; the bishop on g7 presses on the queenside.",
        ),
        of_white=False,
        reversed_title="Reversed Accelerated Dragon",
    ),
    Structure(
        "scheveningen",
        "Scheveningen",
        Rule.of("W e4 -d; B -c d6 e6"),
        (
            "Attacks on the kingside: f4-f5 against e6, g4-g5, or e4-e5.",
            "The small center guards d5 and e5; b5 and play on the c-file, and the breaks d6-d5 and e6-e5.",
        ),
        of_white=False,
        reversed_title="Reversed Scheveningen",
        leads=("open_sicilian",),
    ),
    Structure(
        "sveshnikov",
        "Sveshnikov",
        Rule.of("W c -d; B a6 b5 -c d6 e5 -g"),
        (
            "A knight on d5, and a4 or c4 against the queenside pawns.",
            "The bishop pair and the pawns on the f-file: f5 and f4 attack, d6-d5 frees.",
        ),
        of_white=False,
        leads=("najdorf",),
    ),
    Structure(
        "najdorf",
        "Najdorf",
        Rule.of("W c2 e4 -d; B a6 b5/b7 -c d6 e5"),
        (
            "Occupies d5 and exchanges its guards; attacks with f4, or with f3 and g4-g5. a4 holds b5 up.",
            "Keeps d5 guarded, expands with b5-b4 against a knight on c3, and frees the game with d6-d5.",
        ),
        of_white=False,
        reversed_title="Reversed Najdorf",
    ),
    Structure(
        "boleslavsky_hole",
        "Boleslavsky hole",
        Rule.of("W e4 -d; B -c d6 e5"),
        (
            "Occupies d5, best by a knight, and exchanges the pieces that guard it; d6 is backward.",
            "Guards d5 and breaks with d6-d5; b5 and the c-file give play on the queenside.",
        ),
        of_white=False,
        reversed_title="Reversed Boleslavsky hole",
        leads=("open_sicilian",),
    ),
    Structure(
        "najdorf_pawn_on_d5",
        "Najdorf with a pawn on d5",
        Rule.of("W c d5 -e; B -c d6 e5"),
        (
            "The majority on the queenside: c4-c5 and b4, with a4 against b5.",
            "The majority on the kingside: f5, e5-e4 and an attack on the king.",
        ),
        of_white=False,
    ),
    Structure(
        "dragon_pawn_on_d5",
        "Dragon with a pawn on d5",
        Rule.of("W c d5 -e; B -c d6 e7"),
        (
            "Presses on e7 along the half-open e-file and advances the majority on the queenside.",
            "Presses on the c-file and against d5; e6 or e5 exchanges the weak e-pawn.",
        ),
        of_white=False,
    ),
    Structure(
        "sicilian_open_d_file",
        "Open d-file and half-open c-file",
        Rule.of("W c2/c3/c4 -d e4/e5; B -c -d e5/e6"),
        (
            "The open d-file and the majority on the queenside; a pawn on e5 cramps the kingside.",
            "The half-open c-file, and squares in front of the e-pawn; exchanges ease the defense.",
        ),
        of_white=False,
        keeps_title=True,
    ),
    Structure(
        "taimanov",
        "Taimanov and Kan",
        Rule.of("W c2/c3 e4 -d; B a6 -c d7 e6"),
        (
            "Develops fast and plays against the dark squares d6 and b6; f4 or c4 take space.",
            "Flexible: b5, d7-d5 in one move, or d7-d6 with a Scheveningen; pressure on the c-file.",
        ),
        of_white=False,
    ),
    Structure(
        "smith_morra",
        "Smith-Morra Gambit",
        Rule.of("W a b -c -d e4 f g h; B a b -c d6/d7 e6/e7 f g h"),
        (
            "For a pawn: open c- and d-files, fast development, and the break e4-e5.",
            "Develops carefully, keeps e5 under control, and exchanges pieces to use the extra pawn.",
        ),
    ),
    Structure(
        "open_sicilian",
        "Open Sicilian",
        Rule.of("W c2/c3 e4 -d; B -c d6/d7 e5/e6/e7"),
        (
            "More space and the half-open d-file; attacks in the center and on the kingside.",
            "The half-open c-file and a majority in the center; the break is d5, on the queenside b5.",
        ),
        of_white=False,
        reversed_title="Reversed Open Sicilian",
    ),
    Structure(
        "closed_sicilian",
        "Closed Sicilian",
        Rule.of("W c2/c3 d3 e4 g3/g4; B c5 d6/d7 e5/e6/e7"),
        (
            "Attacks on the kingside with f4-f5 or g4; c3 prepares d3-d4.",
            "Expands on the queenside with b5-b4 and holds d4; e6 or e5 and f5 stop the attack.",
        ),
        reversed_title="English, reversed Closed Sicilian",
        leads=("reversed_sicilian", "sicilian_with_d3"),
    ),
    Structure(
        "sicilian_with_d3",
        "Sicilian with d3",
        Rule.of("W c2/c3 d3 e4; B c5 d6/d7 e6/e7"),
        (
            "Keeps the center closed; plays d3-d4 after c3, or f4 with an attack on the kingside.",
            "Expands on the queenside with b5, or takes the center by d5.",
        ),
        reversed_title="English against d6 and e5",
    ),
    Structure(
        "reversed_sicilian",
        "English, reversed Sicilian",
        Rule.of("W c4 d2/d3 g3; B c6/c7 d6/d7 e5"),
        (
            "The bishop on g2 and the advance b4-b5 rule the queenside; the break is d4.",
            "Attacks on the kingside with f5 and f4, or breaks with d5 and c6.",
        ),
        reversed_title="Sicilian with a fianchetto",
    ),
    Structure(
        "symmetrical_english",
        "Symmetrical English",
        Rule.of("W c4 d2/d3 e2/e3/e4 g3; B c5 d6/d7 e5/e6/e7 g6"),
        (
            "Breaks with d4 or with b4, prepared by a3 and Rb1.",
            "Answers with the same breaks, d5 or b5, and keeps the balance.",
        ),
        mutual=True,
    ),
    Structure(
        "rossolimo",
        "Rossolimo",
        Rule.of("W c2/c3/c4 d2/d3 e4; B c5+c6 d6/d7 -b"),
        (
            "Better pawns: keeps the position closed, controls e5 and plays e4-e5, f4 or c3 with d4.",
            "The bishop pair and the half-open b-file; d5 and e5 take the center.",
        ),
    ),
    Structure(
        "rossolimo_open_d_file",
        "Rossolimo with a half-open d-file",
        Rule.of("W c2/c3/c4 d2/d3 e4; B b c5+c6 -d e5/e6/e7"),
        (
            "Better pawns: aims at a closed game, at f4 and at play against e5.",
            "The bishop pair and control of d4; e5 holds the center.",
        ),
    ),
    Structure(
        "grand_prix_attack",
        "Grand Prix Attack",
        Rule.of("W c2/c3 d2/d3 e4 f4; B c5 d6/d7 e6/e7"),
        (
            "Attacks with f4-f5 and the queen on h4; a bishop goes to c4 or b5.",
            "Holds e5 and f5, and breaks with d5; a knight on d4 exchanges attackers.",
        ),
        reversed_title="English, reversed Grand Prix Attack",
    ),
    Structure(
        "alapin_chain",
        "Alapin with a pawn on e5",
        Rule.of("W -c d4 e5; B -c d6/d7 e6/e7"),
        (
            "Space for an attack on the kingside; exd6, or a recapture on e5 by a piece, opens lines.",
            "Attacks e5 by d6 and d4 by pieces; after an exchange on e5 the d-file opens.",
        ),
    ),
    Structure(
        "alapin_center",
        "Alapin center",
        Rule.of("W c3 d4 -e; B c5 -d e6/e7"),
        (
            "Lets Black take on d4 and plays with an isolated queen's pawn, or takes on c5 for the queenside majority.",
            "Exchanges on d4 and blockades d5, or develops against d4 with e6.",
        ),
    ),
)
"""The structures of these openings."""
