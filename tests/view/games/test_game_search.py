"""The search in the list of games: words, fields as chips, structures, and completions while it is typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.model.collections import explorer as open_file_index
from pawnviz.view.chips.chip_line import ChipLine
from tests.view.explore.program import GAMES as CARLSBAD_GAMES
from tests.view.explore.program import game_text
from tests.view.explore.test_chips import choose
from tests.view.games.program import GamesProgram
from tests.view.hands import LEFT, type_text

OTHER = (
    game_text("Frank", "2700", "Adams", "2650", "1999", "1-0", "1-0")
    .replace("cxd5 exd5", "e3 Be7")
    .replace("Bg5 c6", "Nf3 O-O")
    .replace("6. e3", "6. a3")
    .replace("D35", "D37")
)
"""A game without a Carlsbad structure."""


class SearchDesk(GamesProgram):
    """A running program with four games, the first three of the Carlsbad structure."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        super().__init__(qtbot, folder)
        self.path.write_text(CARLSBAD_GAMES + OTHER)
        self.open()
        self.qtbot.waitUntil(lambda: len(self.rows()) == 4)

    @property
    def line(self) -> ChipLine:
        return self.game_list.chips

    def search(self, text: str, *keys: Qt.Key) -> None:
        self.press_keys("Ctrl+F")
        type_text(self.line.field, text, *keys)

    def numbers(self) -> list[str]:
        return [row[0] for row in self.rows()]

    def chips(self) -> list[str]:
        return [chip.text() for chip in self.line.chips]

    def wait_for(self, numbers: list[str]) -> None:
        """Wait until the index has answered with these games."""
        self.qtbot.waitUntil(lambda: not self.games.search.is_waiting and self.numbers() == numbers)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[SearchDesk]:
    desk = SearchDesk(qtbot, tmp_path)
    yield desk
    desk.end()


@pytest.mark.slow
def test_fields_find_games_while_one_types_and_become_chips(desk: SearchDesk) -> None:
    desk.search("white:adams elo:2600-")
    assert desk.numbers() == ["1"] and desk.chips() == []
    desk.search("black:adams elo:2600- ", Qt.Key.Key_Return)
    assert desk.chips() == ["adams as Black", "Elo 2600 or more"] and desk.line.field.text() == ""
    assert desk.numbers() == ["4"] and desk.game_list.table.hasFocus()
    assert desk.game.game is not None and desk.game.game.headers["White"] == "Frank"


def test_words_stay_as_they_are_written(desk: SearchDesk) -> None:
    for text, chips, kept in (
        ("8/8/8/8/4P3/8/8/8 w - - 0 1", [], "8/8/8/8/4P3/8/8/8 w - - 0 1"),
        ("a  b  elo:2600- a", ["Elo 2600 or more"], "a  b a"),
        ('result:1-0 "adams" adams', ["Elo 2600 or more", "White won"], '"adams" adams'),
    ):
        desk.search(text)
        numbers = desk.numbers()
        desk.press(Qt.Key.Key_Return)
        assert desk.chips() == chips and desk.line.field.text() == kept
        assert desk.numbers() == numbers


def test_what_is_wrong_is_named_with_its_column_and_the_games_stay(desk: SearchDesk) -> None:
    for text, message in (
        ("adams wite:karpov ", "Column 7: 'wite' is no field; did you mean white?"),
        ("elo:high ", "Column 5: 'high' is no range; expected one such as 10-30, 10-, -30 or 10."),
        ("structure:carlsbat ", "Column 11: 'carlsbat' is no structure; did you mean carlsbad?"),
        ("result:2-0 ", "Column 8: '2-0' is no result; expected 1-0, 0-1, 1/2-1/2 or *."),
    ):
        desk.search(text, Qt.Key.Key_Return)
        assert desk.line.message.isVisible() and desk.line.message.text() == message
        assert desk.line.field.text() == text and desk.chips() == []
        desk.search("adams")
        assert not desk.line.message.isVisible()


def test_a_letter_offers_fields_and_a_colon_names_of_the_file(desk: SearchDesk) -> None:
    field = desk.line.field
    desk.press_keys("Ctrl+F")
    QTest.keyClicks(field, "w")
    assert field.is_offering and len(desk.numbers()) == 4, "the letter may become a field"
    QTest.keyClick(field, Qt.Key.Key_Tab)
    assert field.text() == "white:" and field.is_offering
    QTest.keyClicks(field, "cl")
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "white:Clark " and desk.numbers() == ["2"]
    QTest.keyClicks(field, "el")
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert field.text() == "white:Clark el" and desk.numbers() == []
    assert not field.offer_list.isVisible()


def test_all_fields_on_games_become_chips_and_enter_takes_what_is_typed(desk: SearchDesk) -> None:
    desk.search("white:cla", Qt.Key.Key_Return)
    assert desk.chips() == ["cla as White"] and desk.numbers() == ["2"]
    desk.line.chips[0].setFocus()
    desk.press(Qt.Key.Key_Delete)
    desk.search("player:adams year:1990-1991 eco:D30-D35 event:club result:0-1", Qt.Key.Key_Return)
    assert desk.numbers() == ["2"] and len(desk.chips()) == 5


def test_structures_are_asked_of_the_index(desk: SearchDesk) -> None:
    desk.search("structure:carlsbad,white", Qt.Key.Key_Return)
    desk.wait_for(["1", "2", "3"])
    assert desk.chips() == ["Carlsbad of White"]
    desk.search("adams result:1-0", Qt.Key.Key_Return)
    desk.wait_for(["1"])
    desk.line.chips[0].setFocus()
    desk.press(Qt.Key.Key_Delete)
    assert desk.numbers() == ["1", "4"]


def test_the_menu_asks_for_structures_and_for_the_pawns_of_the_board(desk: SearchDesk) -> None:
    desk.games.open_game(0, 12)
    desk.show_list()
    choose(desk.line.add_button.menu(), "The pawns on the board")
    desk.wait_for(["1", "2", "3"])
    desk.games.open_game(0, 0)
    assert desk.numbers() == ["1", "2", "3"], "they are those of the time when it was asked"


def test_another_file_or_pasted_games_end_the_search_which_have_no_index(desk: SearchDesk, tmp_path: Path) -> None:
    desk.search("white:adams structure:carlsbad", Qt.Key.Key_Return)
    other = tmp_path / "other.pgn"
    other.write_text(OTHER)
    desk.open(other)
    desk.qtbot.waitUntil(lambda: desk.numbers() == ["1"])
    assert desk.chips() == [] and desk.line.field.text() == ""
    assert desk.game_list.open_path("Pasted games", OTHER.encode())
    desk.qtbot.waitUntil(lambda: len(desk.rows()) == 1)
    desk.search("structure:carlsbad ")
    assert "have no index" in desk.game_list.message.text() and desk.game_list.message.is_error
    desk.line.field.clear()
    assert desk.numbers() == ["1"] and not desk.game_list.message.isVisible()


@pytest.mark.slow
def test_an_open_file_is_indexed_till_closed(desk: SearchDesk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    index = desk.games.index
    desk.qtbot.waitUntil(lambda: index.collection is not None and not index.job.is_running)
    assert index.game_count == 4
    monkeypatch.setattr(open_file_index, "PAUSE", 0)
    other = tmp_path / "large.pgn"
    other.write_text(OTHER * 10_000)
    desk.open(other)
    index.begin()
    desk.qtbot.waitUntil(lambda: index.job.is_running)
    desk.close()
    assert not index.job.is_running and index.job.number == 0


def test_the_open_file_of_games_is_asked_where_two_layers_differ(desk: SearchDesk) -> None:
    desk.press_keys("Ctrl+Shift+D")
    page = desk.window.navigator.widgets.definitions
    page.first.choose("isolated_pawns")
    page.second.choose("doubled_pawns")
    QTest.mouseClick(page.find_button, LEFT)
    desk.qtbot.waitUntil(lambda: desk.window.navigator.is_shown("games"))
    assert desk.chips() == ["Isolated pawns ≠ Doubled pawns"]
    desk.qtbot.waitUntil(lambda: not desk.games.search.is_waiting)
    assert desk.numbers() and not desk.games.search.fault


def test_a_key_goes_through_the_games_that_were_found_where_the_search_holds(desk: SearchDesk) -> None:
    desk.search("structure:carlsbad", Qt.Key.Key_Return)
    desk.wait_for(["1", "2", "3"])
    desk.press_keys("F3")
    games = desk.games.games
    seen = []
    for keys in ("Ctrl+PgDown", "Ctrl+PgDown", "Ctrl+PgDown", "Ctrl+PgUp"):
        desk.press_keys(keys)
        seen.append(games.edits.index)
        assert games.game.ply == desk.games.search.ply_of(games.edits.index) > 0
    assert seen == [1, 2, 2, 1]
    for _ in range(2):
        desk.press_keys("Ctrl+PgUp")
    assert desk.status_message() == "This is the first game of the list"
