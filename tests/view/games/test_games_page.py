"""The page of games: one column with the moves at once, sections that stay folded, and games opened where found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.page import FoldSection
from tests.view.games.program import GamesProgram
from tests.view.games.test_game_search import OTHER, SearchDesk
from tests.view.program import OpenProgram

LONG = (
    '[Event "Match"]\n[White "Petrov, Ivan"]\n[Black "Olsen"]\n[Result "1/2-1/2"]\n[Date "1988.??.??"]\n[ECO "D36"]\n\n'
    + (
        "1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 Nf6 6. Bd3 Bd6 7. Nge2 O-O 8. Qc2 Re8 9. O-O Nbd7 10. f3 c5 "
        "11. b3 b6 12. Bb2 Bb7 13. Rad1 Rc8 14. Qd2 cxd4 15. exd4 a6 16. Kh1 b5 17. Rfe1 h6 1/2-1/2\n"
    )
)


def is_wholly_seen(part: QWidget) -> bool:
    """Return whether nothing of a widget is cut off or covered."""
    return part.isVisible() and part.visibleRegion().boundingRect().size() == part.size()


def section(program: GamesProgram, title: str) -> FoldSection:
    return next(part for part in program.page.sections if part.fold.text() == title)


def at_size(program: GamesProgram, width: int, height: int) -> None:
    """Show the page as a window of this size."""
    program.page.setParent(None)
    program.page.resize(width, height)
    program.page.show()
    for _ in range(5):
        QApplication.processEvents()


@pytest.mark.parametrize("name", ["club.pgn", "one.pgn"])
def test_right_goes_through_the_first_opened_game_at_once(open_program: OpenProgram, tmp_path: Path, name: str) -> None:
    program = open_program()
    path = tmp_path / name
    path.write_text(LONG if name == "one.pgn" else OTHER * 3)
    program.open_games(path)
    assert program.board.hasFocus() and program.games.page.moves_page.view.isVisible()
    for ply in (1, 2, 3):
        program.press(Qt.Key.Key_Right)
        assert program.games.games.game.ply == ply
    (mark,) = program.games.page.moves_page.view.extraSelections()
    assert mark.cursor.selectedText() == "c4" and is_wholly_seen(program.games.page.moves_page.view)


def test_players_moves_and_all_lives_are_seen_in_line_with_the_lanes(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "one.pgn"
    path.write_text(LONG)
    program.open(path)
    for width, height in ((340, 500), (360, 620), (480, 860)):
        at_size(program, width, height)
        page = program.page
        assert page.heading.players.text() == "Petrov, Ivan – Olsen   ½–½"
        assert page.heading.details.text() == "Match · 1988 · D36"
        for part in (page.heading, page.moves_page.view, page.moves_page.field, page.lives):
            assert is_wholly_seen(part), part
        assert len({page.lives.row_rect(row).height() for row in range(16)}) == 1
        assert not page.area.horizontalScrollBar().isVisible() and page.width() == width


def test_the_pictures_of_the_film_are_seen_whole_in_a_window_of_1024_by_700(
    program: GamesProgram, tmp_path: Path
) -> None:
    path = tmp_path / "one.pgn"
    path.write_text(LONG)
    program.open(path)
    program.window.resize(1024, 700)
    for _ in range(5):
        QApplication.processEvents()
    assert is_wholly_seen(program.page.film.view) and is_wholly_seen(program.page.lives)
    assert program.page.film.heading.isVisible() and program.page.key.isVisible()


def test_lanes_and_lives_have_their_moves_in_line(program: GamesProgram) -> None:
    page = program.page
    for width in (340, 480, 700):
        at_size(program, width, 700)
        assert page.lives.axis == page.lanes.axis
        assert page.lives.mapTo(page, QPoint()).x() == page.lanes.mapTo(page, QPoint()).x()


def test_the_list_fills_the_page_without_a_game_and_is_a_line_that_unfolds_in_its_place_with_one(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    program = open_program()
    program.press_keys("F3")
    page = program.games.page
    assert page.list.open_button.isVisible() and not page.area.isVisible()
    assert page.list.height() > 0.9 * page.height() and not page.list.fold_button.isVisible()
    path = tmp_path / "club.pgn"
    path.write_text(OTHER * 3)
    program.open_games(path)
    QApplication.processEvents()
    assert page.list.is_folded and page.list.height() < 60
    button, board = page.list.fold_button, program.board.geometry()
    place = button.mapTo(page, QPoint())
    for is_folded in (False, True, False):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        assert page.list.is_folded == is_folded and page.list.table.isVisible() != is_folded
        assert button.mapTo(page, QPoint()) == place and program.board.geometry() == board
        assert page.area.isVisible() and is_wholly_seen(page.heading), "the game stays below the list"


def test_sections_fold_and_stay_folded_after_a_restart(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    program = GamesProgram(qtbot, tmp_path)
    program.open()
    for title in ("Film of the pawns", "Lives of the pawns"):
        QTest.mouseClick(section(program, title).fold, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert not program.page.film.isVisible() and not program.page.lives.isVisible()
    assert program.page.events.isVisible() and program.page.moves_page.isVisible()
    program.game_list.set_folded(False)
    program.close()
    program.end()
    again = open_program()
    qtbot.waitUntil(lambda: again.window.workspaces.game() is not None)
    QApplication.processEvents()
    page = again.games.page
    assert not page.film.isVisible() and not page.lives.isVisible() and page.events.isVisible()
    assert not page.list.is_folded
    QTest.mouseClick(page.sections[1].fold, Qt.MouseButton.LeftButton)
    assert page.lives.isVisible()


def test_a_letter_on_the_board_unfolds_the_moves_to_be_typed(program: GamesProgram) -> None:
    QTest.mouseClick(section(program, "Moves").fold, Qt.MouseButton.LeftButton)
    assert not program.page.moves_page.field.isVisible()
    program.board.setFocus()
    program.keys("D", "4", "Return")
    assert program.written().startswith("1. e4 (1. d4) 1... d5")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[SearchDesk]:
    desk = SearchDesk(qtbot, tmp_path)
    yield desk
    desk.end()


@pytest.mark.parametrize(("text", "ply"), [("structure:carlsbad", 8), ("moves:6- structure:carlsbad", 10)])
def test_a_game_found_by_its_pawns_opens_where_they_are(desk: SearchDesk, text: str, ply: int) -> None:
    desk.search(f"{text} adams ")
    desk.wait_for(["1", "2"])
    assert desk.game.ply == 0, "a search goes nowhere by itself"
    desk.press(Qt.Key.Key_Return)
    assert desk.game_list.table.hasFocus() and desk.edits.index == 0 and desk.game.ply == ply, "the open game, too"
    desk.press(Qt.Key.Key_Down)
    assert desk.edits.index == 1 and desk.game.ply == ply
    desk.press(Qt.Key.Key_Right)
    desk.press(Qt.Key.Key_Return)
    assert desk.game.ply == ply + 1 and desk.board.hasFocus(), "to enter the game goes nowhere else"


def test_games_found_by_their_tags_open_at_their_beginning(desk: SearchDesk) -> None:
    desk.search("structure:carlsbad", Qt.Key.Key_Return)
    desk.wait_for(["1", "2", "3"])
    desk.line.chips[0].setFocus()
    desk.press(Qt.Key.Key_Delete)
    desk.search("clark", Qt.Key.Key_Return)
    assert desk.edits.index == 1 and desk.game.ply == 0
