from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from pawnviz.core.collections.question import NamePart
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_list import GameList
from pawnviz.model.games import game_table
from pawnviz.model.games.game_table import GameTableModel
from tests.core.games.test_lives import add_random_games, random_games, slow_key


def rows_of(model: GameTableModel) -> list[int]:
    """Return the indices of the games that the table shows."""
    return [model.index_of_row(row) for row in range(model.rowCount())]


def test_games_are_sorted_and_filtered_at_once_where_they_are_few(qtbot: QtBot) -> None:
    games = random_games(50, 1)
    model = GameTableModel()
    model.show_games(games)
    assert rows_of(model) == list(range(50))
    model.sort(0, Qt.SortOrder.DescendingOrder)
    assert rows_of(model) == list(range(49, -1, -1))
    model.set_filter([NamePart("SPASSKY")])
    shown = rows_of(model)
    assert 0 < len(shown) < 50
    assert shown == sorted(shown, reverse=True)
    model.sort(-1)
    assert rows_of(model) == shown[::-1]
    assert model.row_of(shown[0]) == len(shown) - 1
    assert model.row_of(next(index for index in range(50) if index not in shown)) is None


def test_many_games_are_arranged_while_the_window_answers(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_table, "_PIECE", 0.0)
    games = random_games(60, 2)
    model = GameTableModel()
    model.show_games(games)
    model.set_filter([NamePart("fischer")])
    assert model.rowCount() == 60, "the rows stay until all games are arranged"
    # Another word is typed, and more games are listed, before that is done.
    model.set_filter([NamePart("spassky")])
    add_random_games(games, 20, random.Random(7))
    model.add_new_games()
    with qtbot.waitSignal(model.modelReset):
        pass
    wanted = [
        index for index in range(80) if any("spassky" in text.casefold() for text in games[index].headers.values())
    ]
    assert rows_of(model) == wanted


def test_another_file_takes_the_place_of_games_that_are_being_arranged(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_table, "_PIECE", 0.0)
    model = GameTableModel()
    model.show_games(random_games(60, 2))
    model.sort(1)
    model.show_games(random_games(5, 3))
    qtbot.wait(20)
    assert rows_of(model) == list(range(5))


def test_games_that_came_last_are_sorted_again_at_the_end(qtbot: QtBot) -> None:
    games = GameList()
    model = GameTableModel()
    model.show_games(games)
    model.sort(1)
    add_random_games(games, 30, random.Random(4))
    model.add_new_games()
    assert rows_of(model) == list(range(30))
    model.sort_again()
    keys = [slow_key(games, index, 0) for index in rows_of(model)]
    assert keys == sorted(keys)


def test_results_dates_and_missing_ratings_are_written_as_people_do(qtbot: QtBot) -> None:
    games = GameList()
    for tags in (
        {"Result": "1/2-1/2", "Date": "1984.??.??", "WhiteElo": "?", "BlackElo": "2450"},
        {"Result": "1-0", "Date": "1984.05.??"},
        {"Result": "*", "Date": "????.??.??"},
    ):
        head = "".join(f'[{name} "{text}"]\n' for name, text in tags.items())
        (game,) = cut([f"{head}\n1. e4 *\n".encode()])
        games.add(game)
    model = GameTableModel()
    model.show_games(games)
    columns = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    result, date = columns.index("Result"), columns.index("Date")
    assert [model.index(row, result).data() for row in range(3)] == ["½–½", "1–0", "*"]
    assert [model.index(row, date).data() for row in range(3)] == ["1984", "1984.05", ""]
    assert [model.index(0, column).data() for column, name in enumerate(columns) if name == "Elo"] == ["", "2450"]
    assert "1984.??.??" in model.index(0, date).data(Qt.ItemDataRole.ToolTipRole), "as it stands in the file"


def chapters(*events: str) -> GameList:
    """Return the list of a study whose chapters have these events."""
    games = GameList()
    for text in cut(["".join(f'[Event "{event}"]\n[Result "*"]\n\n1. e4 *\n\n' for event in events).encode()]):
        games.add(text)
    return games


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        (("Own study: Chapter 1", "Own study: Chapter 2 from a position"), ["Chapter 1", "Chapter 2 from a position"]),
        (("Repertoire", "Repertoire"), ["Repertoire", "Repertoire"]),
        (
            ("A long name of all chapters, Najdorf", "A long name of all chapters, Dragon"),
            ["…Najdorf", "…Dragon"],
        ),
        (("Endings", "Endings of rooks"), ["Endings", "Endings of rooks"]),
        (("?",), [""]),
    ],
)
def test_chapters_of_a_study_are_told_apart_where_players_are_empty(
    qtbot: QtBot, events: tuple[str, ...], shown: list[str]
) -> None:
    model = GameTableModel()
    model.show_games(chapters(*events))
    assert [model.index(row, 1).data() for row in range(model.rowCount())] == shown


def test_a_chapter_has_the_name_of_its_tag_and_a_game_with_a_player_has_none(qtbot: QtBot) -> None:
    model, games = GameTableModel(), GameList()
    tags = ('[Event "S: x"]\n[White "?"]\n[ChapterName "One: two"]', '[Event "S: x"]\n[Black "Anna"]')
    for text in cut(["".join(f"{tag}\n\n1. e4 *\n\n" for tag in tags).encode()]):
        games.add(text)
    model.show_games(games)
    assert [model.index(row, 1).data() for row in range(2)] == ["One: two", ""]
    assert model.index(0, 1).data(Qt.ItemDataRole.ToolTipRole) == "One: two, line 1"
