"""The view of the games: the width of its columns, and the sentence where none is found."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.view.games.program import GamesProgram
from tests.view.program import RunningProgram


def test_the_columns_fill_the_width_of_the_list_until_one_is_widened_by_hand(program: GamesProgram) -> None:
    program.show_list()
    table = program.game_list.table
    hidden = {}
    for width in (1024, 1500, 1024, 1900):
        program.window.resize(width, 768)
        QApplication.processEvents()
        assert 0 <= table.viewport().width() - table.horizontalHeader().length() <= 3
        assert not table.horizontalScrollBar().isVisible()
        hidden[width] = [column for column in range(table.model().columnCount()) if table.isColumnHidden(column)]
        assert table.columnWidth(1) >= 100, "names have their room"
        header = table.horizontalHeader()
        last = table.model().columnCount() - 1
        needed = header.fontMetrics().horizontalAdvance("Moves") + 8
        assert table.isColumnHidden(last) or header.sectionSize(last) >= needed
    assert hidden[1024] and not hidden[1900]
    assert table.columnWidth(1) > 1.4 * table.columnWidth(6), "names have most of the room"
    table.setColumnWidth(1, 300)
    program.window.resize(1400, 768)
    QApplication.processEvents()
    assert table.columnWidth(1) == 300


def test_a_search_without_a_hit_says_so_in_a_sentence(program: GamesProgram) -> None:
    program.show_list()
    table = program.game_list.table
    assert table.nothing_text == ""
    before = table.viewport().grab().toImage()
    QTest.keyClicks(program.game_list.chips.field, "zzqq")
    program.qtbot.waitUntil(lambda: table.model().rowCount() == 0)
    assert table.nothing_text == "No game found for “zzqq”.\nEscape in the search shows all games again."
    QApplication.processEvents()
    assert table.viewport().grab().toImage() != before
    program.game_list.chips.field.clear()
    program.qtbot.waitUntil(lambda: table.model().rowCount() == 2)
    assert table.nothing_text == ""


def test_the_empty_table_says_how_games_are_opened(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    program.press_keys("F3")
    table = program.games.list.table
    assert table.nothing_text.startswith("Open a file of games in PGN")
    QTest.keyClicks(program.games.list.chips.field, "zzqq")
    assert table.nothing_text.startswith("Open a file of games in PGN"), "there is nothing to search"
