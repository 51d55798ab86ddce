from __future__ import annotations

import pytest

from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.line import MoveLine, main_line
from pawnviz.core.games.reading import read_game
from pawnviz.core.picture.sheet_positions import (
    SheetPosition,
    caption_of,
    fitting_grid,
    game_positions,
    players_of,
    structure_plies,
)

ISOLATED = Position.from_fen("r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9")


def line_of(moves: str) -> MoveLine:
    return main_line(read_game(next(cut([f"{moves} *\n".encode()]))).game)


def test_a_caption_says_what_it_is_asked_for() -> None:
    named, unnamed = SheetPosition(ISOLATED, "Tal"), SheetPosition(ISOLATED)
    assert caption_of(named, 3, "title") == "3. Tal"
    assert caption_of(unnamed, 3, "title") == "3. Black to move"
    assert caption_of(named, 3, "structure").startswith("3. Isolated queen's pawn")
    assert caption_of(SheetPosition(EMPTY), 1, "structure") == "1. White to move"
    assert caption_of(named, 12, "number") == "12"
    assert caption_of(named, 3, "none") == ""


def test_positions_of_a_game_are_called_by_the_move_before_them() -> None:
    line = line_of("1. e4 e5 2. Nf3")
    assert [entry.title for entry in game_positions(line, range(9))] == [
        "",
        "After 1.e4",
        "After 1...e5",
        "After 2.Nf3",
    ]
    assert [entry.title for entry in game_positions(line, (0, 3), "A – B")] == ["A – B", "A – B: after 2.Nf3"]
    assert game_positions(line, (-1, 4)) == []


def test_structures_change_where_another_one_begins_to_lead() -> None:
    plies = structure_plies(line_of("1. e4 e6 2. d4 d5 3. e5 c5 4. c3 Nc6 5. Nf3"))
    assert plies and plies == sorted(set(plies)) and plies[-1] <= 7


def test_unknown_players_are_not_named() -> None:
    assert players_of({"White": "Anna", "Black": "?"}) == "Anna – ?"
    assert players_of({"White": "?", "Black": "?"}) == players_of({}) == ""
    assert players_of({"Event": "Own study: Chapter 1", "White": " "}) == "Chapter 1"


@pytest.mark.parametrize(
    ("count", "upright"), [(1, (1, 1)), (2, (1, 2)), (3, (2, 2)), (4, (2, 2)), (5, (2, 3)), (6, (2, 3)), (2000, (2, 3))]
)
def test_a_grid_fits_the_number_of_positions(count: int, upright: tuple[int, int]) -> None:
    assert fitting_grid(count, landscape=False) == upright
    assert fitting_grid(count, landscape=True) == upright[::-1]
