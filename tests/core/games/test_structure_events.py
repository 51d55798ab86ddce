"""Events of a game's structure: one for each change, with its consequences."""

from __future__ import annotations

import pytest

from pawnviz.core.games.structure_events import structure_events
from tests.core.games.sample import line_of

KINGS_INDIAN = "1. d4 Nf6 2. c4 g6 3. Nc3 Bg7 4. e4 d6 5. Nf3 O-O 6. Be2 e5 7. d5 a5"


@pytest.mark.parametrize(
    ("moves", "events"),
    [
        (
            f"{KINGS_INDIAN} *",
            ["7.d5 closed the center; from here the breaks are f4 and c5 for White and f5 and c6 for Black"],
        ),
        (
            f"{KINGS_INDIAN} 8. O-O Na6 9. Ne1 Nc5 10. f3 Nfd7 11. b3 f5 12. exf5 gxf5 *",
            [
                "7.d5 closed the center; from here the breaks are f4 and c5 for White and f5 and c6 for Black",
                "12.exf5 gxf5 broke up the closed center, half-opened the e-file for White and the g-file for Black, "
                "and made Black's h7 isolated",
            ],
        ),
        (
            "1. d4 Nf6 2. c4 c5 3. d5 e5 4. Nc3 d6 5. e4 *",
            ["5.e4 closed the center; from here the breaks are b4 and f4 for White and b5 and f5 for Black"],
        ),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nc3 *",
            ["4...dxc6 half-opened the d-file for Black, and made Black's c6 and c7 doubled"],
        ),
        (
            "1. d4 e5 2. dxe5 d6 3. exd6 Bxd6 4. a3 *",
            [
                "2.dxe5 won a pawn, and half-opened the d-file for White and the e-file for Black",
                "3.exd6 Bxd6 opened the d-file",
            ],
        ),
        # A pawn that is soon won back has not been won.
        (
            "1. d4 d5 2. c4 dxc4 3. e3 e6 4. Bxc4 *",
            ["2...dxc4 half-opened the c-file for White and the d-file for Black"],
        ),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 *", []),
    ],
)
def test_a_change_of_the_structure_is_one_event(moves: str, events: list[str]) -> None:
    assert [event.text for event in structure_events(line_of(moves))] == events


def test_a_pawn_that_moves_and_stays_what_it_was_is_no_news() -> None:
    line = line_of("1. a4 Kd7 2. a5 *", "4k3/7p/8/8/8/P7/8/4K3 w - - 0 1")
    assert structure_events(line) == ()


FISCHER_AGAINST_SPASSKY = (
    "1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5 9. Bxe7 Qxe7 10. Nxd5 exd5 "
    "11. Rc1 Be6 12. Qa4 c5 13. Qa3 Rc8 14. Bb5 a6 15. dxc5 bxc5 16. O-O Ra7 17. Be2 Nd7 18. Nd4 Qf8 19. Nxe6 fxe6 "
    "20. e4 d4 21. f4 Qe7 22. e5 Rb8 23. Bc4 Kh8 24. Qh3 Nf8 25. b3 a5 26. f5 exf5 27. Rxf5 Nh7 28. Rcf1 Qd8 *"
)


def test_a_game_is_told_by_what_lasts_and_whose_it_is() -> None:
    assert [event.text for event in structure_events(line_of(FISCHER_AGAINST_SPASSKY))] == [
        "8.cxd5 Nxd5 9.Bxe7 Qxe7 10.Nxd5 exd5 half-opened the c-file for White and the e-file for Black",
        "15.dxc5 bxc5 half-opened the d-file for White and the b-file for Black, "
        "and made Black's a6 isolated, and c5 and d5 hanging pawns",
        "19...fxe6 half-opened the f-file for Black",
        "20...d4 made Black's d4 a protected passed pawn",
        "25.b3 made Black's c5 backward",
        "26...exf5 27.Rxf5 opened the f-file, half-opened the e-file for Black and made White's e5 a passed pawn",
    ]


def test_captures_of_pieces_between_those_of_pawns_belong_to_the_exchange() -> None:
    line = line_of("1. Rxc3 Rxc3 2. bxc3 Kf8 *", "2r3k1/8/8/8/8/2p5/1P6/2R3K1 w - - 0 1")
    assert [event.text for event in structure_events(line)] == [
        "1.Rxc3 Rxc3 2.bxc3 won a pawn, opened the b-file and made White's c3 a passed pawn"
    ]


def test_a_pawn_that_is_backward_on_a_closed_file_is_no_event() -> None:
    sicilian = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5 7. Nb3 Be7 8. Be3 O-O 9. f3 Be6 10. O-O *"
    assert [event.text for event in structure_events(line_of(sicilian))] == [
        "3...cxd4 4.Nxd4 half-opened the d-file for White and the c-file for Black",
        "6...e5 made Black's d6 backward",
    ]
