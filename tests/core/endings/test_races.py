"""The file of races: it says the same of both colors and of both wings, and packs to itself."""

from __future__ import annotations

import chess

from pawnviz.core.endings.king_pairs import turned
from pawnviz.core.endings.races import FILE, black_promoted, white_promoted
from pawnviz.resources import resource_path
from tests.make_races import packed


def test_the_file_holds_what_is_read_from_it() -> None:
    races = [
        white_promoted(8 * rank + file, goal) for rank in range(1, 7) for file in range(4) for goal in range(56, 64)
    ]
    assert packed(races) == resource_path(FILE).read_bytes()
    for race in races:
        assert race.white_wins & ~race.white_may_win == race.black_wins & ~race.black_may_win == 0
        assert race.white_wins & race.black_wins == 0


def test_a_race_of_black_is_that_of_white_turned() -> None:
    race = white_promoted(chess.A2, chess.H8)
    assert black_promoted(chess.A7, chess.H1).black_wins == turned(race.white_wins)
    assert turned(turned(race.white_wins)) == race.white_wins


def test_a_turned_pair_has_its_kings_exchanged_on_the_other_half_of_the_board() -> None:
    for white, black in ((0, 63), (4, 60), (17, 42), (35, 36)):
        assert turned(1 << 64 * white + black) == 1 << 64 * (black ^ 56) + (white ^ 56)


def test_the_queen_wins_and_draws_as_books_have_it() -> None:
    # A rook pawn on its seventh rank holds beside its king, a center pawn does not, the white king being far away.
    for pawn, king, wins in ((chess.A2, chess.B2, False), (chess.D2, chess.E2, True), (chess.H2, chess.G2, False)):
        race = white_promoted(pawn, chess.E8)
        bit = 64 * chess.A8 + king if pawn == chess.H2 else 64 * chess.H8 + king
        assert bool(race.white_wins >> bit & 1) is wins
        assert bool(race.white_may_win >> bit & 1) is wins
