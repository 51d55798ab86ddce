"""The entry of every label, by the identifier of its layer or number, the most frequent questions first.

Weights are read together: by them a pawn's labels are ranked, its headline begins, and changes, lives and lists are put
in order. Labels of the same weight keep the order of this table.
"""

from __future__ import annotations

from typing import Final

from pawnviz.core.labels.cases import (
    at_home,
    attacking_pieces,
    away_from_d_file,
    close_to_promotion,
    neither_isolated_nor_backward,
    on_half_open_files,
    sheltering,
    taking_pieces,
    unable_to_go_on,
)
from pawnviz.core.labels.label import Case, Change, Fact, Label, Life, Place, Subject, Tone
from pawnviz.core.layers.attacks import rams
from pawnviz.core.layers.islands import isolated_pawns

_RAMMED: Final = (Case(rams.compute, 31),)

LABELS: Final[dict[str, Label]] = {
    # Passed pawns and candidates
    "passed_pawns": Label(
        "passed",
        "a passed pawn",
        weight=90,
        definition="wiki",
        subject=Subject.PASSER,
        change=Change(lost=80),
        fact=Fact(
            "Passed",
            "Pawns with no enemy pawn in front on their file and the files beside.",
            (
                *("protected_passed_pawns", "connected_passed_pawns", "outside_passers", "blockaded_passers"),
                *("rook_backed_passers", "rook_held_passers", "outside_kings_square"),
            ),
        ),
        life=Life("passed"),
        is_asked=True,
        everyday=1,
        lane=3,
    ),
    "passed_pawns_frontmost": Label(told_with="passed_pawns", definition="frontmost"),
    "passed_pawns_stockfish": Label(told_with="passed_pawns", definition="Stockfish"),
    "candidate_pawns": Label(
        complement="a candidate",
        weight=40,
        cases=(Case(at_home, 12),),
        definition="wiki",
        subject=Subject.CANDIDATE,
        change=Change(lost=30),
        fact=Fact(
            "Candidates",
            "Pawns that may become passed: no enemy pawn is in front on the file, and on the files beside at least as "
            "many own pawns help as enemy pawns hold it back.",
        ),
        life=Life(weight=75),
        is_asked=True,
        lane=6,
    ),
    "candidates_with_safe_path": Label(told_with="candidate_pawns", definition="safe path"),
    "candidates_on_fifth": Label(told_with="candidate_pawns", definition="fifth rank"),
    "fakers": Label(weight=90, place=Place.MORE),
    # Weaknesses
    "isolated_pawns": Label(
        "isolated",
        weight=70,
        tone=Tone.BAD,
        implies=("backward_pawns", "backward_pawns_stockfish", "backward_pawns_telestop"),
        subject=Subject.WEAKNESS,
        change=Change(lost=54, verb="isolates {names}"),
        fact=Fact(
            "Isolated",
            "Pawns without an own pawn on the files beside. Passed ones are not weak; unopposed are those that are not "
            "passed and have no enemy pawn in front on the file.",
            ("passed_pawns", "weak_unopposed_pawns"),
        ),
        life=Life(),
        is_asked=True,
        everyday=2,
        lane=2,
    ),
    "backward_pawns_not_isolated": Label(
        "backward",
        weight=72,
        cases=_RAMMED,
        tone=Tone.BAD,
        subject=Subject.WEAKNESS,
        named_of=on_half_open_files,
        change=Change(lost=56),
        fact=Fact(
            "Backward",
            "Pawns with a square in front that an enemy pawn attacks and no own pawn can ever guard without capturing, "
            "isolated ones left out. Unopposed are those that are not passed and have no enemy pawn in front on the "
            "file; of those that have one, the sentence on the side says nothing.",
            ("passed_pawns", "weak_unopposed_pawns", "break_pawns", "rams"),
        ),
        life=Life("backward (wiki)", kinds=("Backward (wiki or Stockfish)", "Backward (wiki)")),
        is_asked=True,
        everyday=4,
        lane=5,
    ),
    "backward_pawns": Label(weight=50, told_with="backward_pawns_not_isolated", definition="wiki"),
    "backward_pawns_unrammed": Label(weight=50, told_with="backward_pawns_not_isolated", definition="unrammed"),
    "backward_pawns_not_isolated_stockfish": Label(
        "backward (Stockfish)",
        weight=72,
        cases=_RAMMED,
        tone=Tone.BAD,
        told_with="backward_pawns_not_isolated",
        life=Life(kinds=("Backward (wiki or Stockfish)", "Backward (Stockfish)")),
    ),
    "backward_pawns_stockfish": Label(weight=50, told_with="backward_pawns_not_isolated", definition="Stockfish"),
    "backward_pawns_telestop": Label(told_with="backward_pawns_not_isolated", definition="telestops"),
    "stragglers": Label(weight=50, told_with="backward_pawns_not_isolated"),
    "doubled_pawns": Label(
        "doubled",
        weight=58,
        cases=(Case(isolated_pawns.compute, 71),),
        tone=Tone.BAD,
        definition="wiki",
        is_prefix=True,
        change=Change(lost=42, verb="doubles {names}"),
        fact=Fact("Doubled", "Pawns that share their file with an own pawn."),
        life=Life(),
        is_asked=True,
        everyday=3,
        lane=4,
    ),
    "doubled_pawns_stockfish": Label(told_with="doubled_pawns", definition="Stockfish"),
    "tripled_pawns": Label("tripled", weight=59, tone=Tone.BAD, kind_of="doubled_pawns", is_prefix=True),
    "target_pawns": Label(
        "weak",
        weight=69,
        cases=(Case(neither_isolated_nor_backward, 31),),
        tone=Tone.BAD,
        implies=("weak_pawns", "weak_unopposed_pawns"),
        verdict="weak",
        named_of=unable_to_go_on,
        fact=Fact(
            "Weak",
            "Pawns, not passed, that no own pawn can ever guard without capturing, that are isolated or fixed by enemy "
            "pawns, and that more enemy pieces than own ones attack, now or after one move.",
            ("isolated_pawns", "backward_pawns_not_isolated", "rams"),
        ),
        life=Life(weight=57, by_pawns=False),
        is_asked=True,
    ),
    "weak_pawns": Label(
        "potentially weak",
        weight=30,
        tone=Tone.BAD,
        implies=("weak_unopposed_pawns",),
        named_of=unable_to_go_on,
        is_asked=True,
        everyday=5,
    ),
    "weak_unopposed_pawns": Label(
        "unopposed", weight=26, tone=Tone.BAD, change=Change(lost=52, gained=68, verb="opens the file against {names}")
    ),
    "hanging_pawns": Label(
        "hanging",
        "a hanging pawn",
        weight=60,
        cases=(Case(away_from_d_file, 19),),
        tone=Tone.BAD,
        definition="books",
        subject=Subject.PAIR,
        change=Change(lost=44),
        fact=Fact(
            "Hanging",
            "Two pawns side by side on their fourth or fifth rank, open and not passed, with no own pawn on the files "
            "beside the two.",
        ),
        life=Life("one of two hanging pawns"),
        is_asked=True,
        everyday=6,
    ),
    "hanging_pawns_wiki": Label(told_with="hanging_pawns", definition="wiki"),
    "overly_advanced_pawns": Label(weight=57, tone=Tone.BAD),
    # Kinds of passed pawns, and what holds or helps them
    "protected_passed_pawns": Label(
        "protected",
        "a protected passed pawn",
        weight=92,
        kind_of="passed_pawns",
        implies=("defended_pawns", "connected_pawns"),
        change=Change(lost=76),
        life=Life(band="protected passed", kinds=("Passed",)),
        is_asked=True,
    ),
    "connected_passed_pawns": Label("connected", weight=91, kind_of="passed_pawns", is_asked=True),
    "outside_passers": Label(
        "outside", "an outside passed pawn", weight=91, kind_of="passed_pawns", change=Change(lost=75), is_asked=True
    ),
    "blockaded_passers": Label(
        "blockaded",
        weight=89,
        tone=Tone.STOPPED,
        implies=("passed_pawns",),
        change=Change(lost=38, gained=46, verb="lets {names} be blockaded"),
        life=Life(kinds=("Passed",), by_pawns=False),
        is_asked=True,
    ),
    "outside_kings_square": Label(
        "outside the king's square",
        weight=99,
        implies=("promotion_path_free", "passed_pawns"),
        verdict="the {kings} outside its square",
        is_asked=True,
    ),
    "promotion_path_free": Label(
        cases=(Case(close_to_promotion, 98),), implies=("passed_pawns",), verdict="nothing stands in its way"
    ),
    "rook_backed_passers": Label("own rook behind it", weight=88),
    "rook_held_passers": Label("enemy rook behind it", weight=87, tone=Tone.BAD),
    "open_pawns": Label(weight=90, place=Place.GEOMETRY),
    # Pawns that meet, and those that can move
    "levers": Label(weight=35, is_asked=True, everyday=7, lane=7),
    "inner_levers": Label(told_with="levers"),
    "outer_levers": Label(told_with="levers"),
    "center_levers": Label(told_with="levers"),
    "east_levers": Label(told_with="levers"),
    "west_levers": Label(told_with="levers"),
    "capturers": Label(weight=34, cases=(Case(taking_pieces, 86), Case(attacking_pieces, 36)), told_with="levers"),
    "east_capturers": Label(told_with="levers"),
    "west_capturers": Label(told_with="levers"),
    "weak_levers_stockfish": Label(weight=85),
    "break_pawns": Label(complement="a pawn with a break", weight=33, is_asked=True, everyday=9),
    "rams": Label("blocked", "blocked by a pawn", weight=32, tone=Tone.STOPPED, life=Life(), is_asked=True),
    "double_pushable_pawns": Label(place=Place.GEOMETRY, told_with="pushable_pawns"),
    "pushable_pawns": Label(place=Place.GEOMETRY, is_asked=True),
    "half_isolated_pawns": Label(place=Place.GEOMETRY),
    # Chains, and pawns at kings
    "defended_pawns": Label("protected", life=Life(is_line=True), is_asked=True),
    "chain_bases": Label(weight=15, implies=("defending_pawns", "connected_pawns")),
    "chain_links": Label(weight=11, implies=("defending_pawns", "defended_pawns", "connected_pawns")),
    "chain_heads": Label(weight=10, implies=("defended_pawns", "connected_pawns")),
    "phalanx_pawns": Label(weight=9, implies=("connected_pawns",)),
    "duos": Label(told_with="phalanx_pawns"),
    "connected_pawns": Label(weight=8),
    "pawn_storm": Label(weight=14),
    "king_shelter": Label(cases=(Case(sheltering, 13),)),
    # Squares, files and numbers
    "holes": Label(weight=39, everyday=11),
    "outposts": Label(weight=38, everyday=10),
    "open_files": Label(weight=37, everyday=15, lane=10),
    "half_open_files": Label(weight=36, everyday=16),
    "wing_majorities": Label(weight=36, everyday=17),
    "break_squares": Label(everyday=8, lane=8),
    "attacks": Label(everyday=12),
    "safe_squares": Label(everyday=13, lane=9),
    "filesets": Label(everyday=14),
    "island_count": Label(lane=1),
}
"""The entries by identifier. A layer without one is named only where all layers are."""
