"""The window of games, worked by mouse and keys: a file, its games, their moves, and the lives of their pawns."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.view.windows.keys_dialog import KeysDialog
from tests.core.games.sample import MASTERS, texts_of
from tests.view.games.desk import Desk
from tests.view.hands import drops, enters, file_data


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    found = Desk(qtbot, tmp_path)
    yield found
    found.program.end()


def test_the_games_of_a_file_are_listed_and_the_first_is_on_the_board(desk: Desk) -> None:
    desk.open()
    assert desk.rows() == [
        ["1", "Adams", "", "Brown", "", "1-0", "Club", "", "", "3"],
        ["2", "Clark", "2400", "Adams", "", "*", "Club", "", "", "2"],
    ]
    assert desk.window.heading.full_text.startswith("Adams – Brown")
    assert desk.fen() == START.fen()
    assert desk.window.message.text() == "“club.pgn”: 2 games"


def test_keys_go_through_the_game_and_the_board_follows(desk: Desk) -> None:
    desk.open()
    desk.window.table.setFocus()
    desk.press(Qt.Key.Key_Right)
    assert desk.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    desk.page(0)
    desk.window.pawns.lives.setFocus()
    desk.press(Qt.Key.Key_End)
    assert desk.fen().startswith("rnbqkbnr/p3pppp/2p5/8/8/8/PPPP1PPP/RNBQKBNR w")
    desk.press(Qt.Key.Key_Home)
    assert desk.fen() == START.fen()
    assert desk.program.steps == 1, "going through a game is one step"


def test_a_variation_is_entered_by_key_and_by_a_click_on_its_move(desk: Desk) -> None:
    desk.open()
    desk.page(1)
    desk.window.moves.setFocus()
    for key in (Qt.Key.Key_Right,) * 4:
        desk.press(key)
    desk.press(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert desk.fen().startswith("rnb1kbnr/ppp1pppp/8/3q4/")
    desk.press(Qt.Key.Key_Up)
    assert desk.fen().startswith("rnbqkbnr/pp2pppp/2p5/3P4/")
    text = desk.window.moves.toPlainText()
    assert text.split() == (
        ["1.e4", "d5", "2.exd5", "c6", "(2...Qxd5", "3.Nc3", "attacks", "the", "queen)", "3.dxc6", "bxc6!", "1-0"]
    )
    cursor = desk.window.moves.textCursor()
    cursor.setPosition(text.index("Nc3") + 1)
    place = desk.window.moves.cursorRect(cursor).center()
    QTest.mouseClick(desk.window.moves.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.fen().startswith("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/")


def test_the_lives_are_drawn_and_a_click_goes_to_the_move(desk: Desk) -> None:
    desk.open()
    lives = desk.window.pawns.lives
    home = [life.home for life in desk.window.game.lives]
    row = lives.row_rect(home.index(12)).center().y()
    places = {lives.ply_at(x): x for x in range(lives.width()) if lives.ply_at(x) is not None}
    assert sorted(ply for ply in places if ply is not None) == [0, 1, 2, 3, 4, 5, 6]
    QTest.mouseClick(lives, Qt.MouseButton.LeftButton, pos=QPoint(places[5] - 2, row))
    assert desk.window.game.ply == 5
    assert desk.fen().startswith("rnbqkbnr/pp2pppp/2P5/8/")
    tip = "White's pawn on c6\na candidate since 3.dxc6\ndoubled since 2.exd5"
    assert lives.tip_at(places[5] - 2, row) == tip
    assert lives.tip_at(places[6] - 2, row) == "White's pawn on c6 was captured by 3...bxc6"
    e4 = lives.tip_at(places[3] - 2, row)
    assert e4.splitlines()[0] == "White's pawn on d5"
    assert lives.tip_at(3, row) == ""
    assert lives.tip_at(places[0] - 2, 5) == "Symmetrical at the start"


def test_a_band_is_drawn_where_a_pawn_has_a_label(desk: Desk) -> None:
    desk.open(MASTERS)
    window = desk.window
    row, life = next(
        (number, life)
        for number, life in enumerate(window.game.lives)
        if any(spell.layer == "isolated_pawns" and spell.end - spell.first > 6 for spell in life.spells)
    )
    spell = next(spell for spell in life.spells if spell.layer == "isolated_pawns" and spell.end - spell.first > 6)
    picture = window.pawns.lives.grab().toImage()
    ratio = picture.devicePixelRatio()
    middle = window.pawns.lives.row_rect(row).center().y()
    width = window.pawns.lives.width()
    inside = [x for x in range(width) if window.pawns.lives.ply_at(x) in range(spell.first + 1, spell.end - 1)]

    def colors(y: int) -> set[str]:
        return {picture.pixelColor(int(x * ratio), int(y * ratio)).name() for x in inside}

    assert len(colors(middle + 4)) > len(colors(window.pawns.lives.row_rect(row).top() + 1))


def test_what_the_moves_did_is_a_list_that_leads_to_them(desk: Desk) -> None:
    desk.open()
    desk.page(2)
    texts = [desk.window.events.list.item(row).text() for row in range(desk.window.events.list.count())]
    assert texts[-1] == "3...bxc6: White's pawn on c6 is captured" or "3...bxc6" in texts[-1]
    assert desk.window.game.ply == 0, "to look at the list goes nowhere"
    item = desk.window.events.list.item(texts.index("2.exd5: Black's pawn on d5 is captured"))
    place = desk.window.events.list.visualItemRect(item).center()
    QTest.mouseClick(desk.window.events.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert desk.window.game.ply == 3
    desk.window.events.list.setCurrentRow(0)
    desk.window.events.list.setFocus()
    desk.press(Qt.Key.Key_Return)
    assert desk.window.game.ply == desk.window.game.events[0].ply


def test_a_position_of_a_game_is_not_saved_to_the_file_of_the_board(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "own.epd"
    path.write_text(f"{desk.before} id 1;\n8/8/8/8/8/8/8/K1k5 w - - id 2;\n")
    desk.program.window.files.open_path(str(path))
    before = path.read_bytes()
    desk.open()
    desk.window.game.go_to(3)
    desk.program.action("save_file").trigger()
    assert path.read_bytes() == before
    assert "was not saved" in desk.program.notice()
    QTest.mouseClick(desk.window.keep_button, Qt.MouseButton.LeftButton)
    kept = desk.fen()
    desk.program.action("save_file").trigger()
    assert path.read_text().startswith(kept.rsplit(" ", 2)[0])


def test_the_game_is_on_the_board_again_and_has_the_focus_when_its_window_opens_again(desk: Desk) -> None:
    desk.open()
    desk.window.game.go_to(3)
    position = desk.fen()
    QTest.mouseClick(desk.window.close_button, Qt.MouseButton.LeftButton)
    assert desk.fen() == desk.before
    desk.program.action("open_games").trigger()
    QApplication.processEvents()
    assert desk.fen() == position
    assert desk.window.table.hasFocus()
    desk.press(Qt.Key.Key_Right)
    assert desk.window.game.ply == 4


def test_no_line_of_moves_ends_within_castling_and_what_is_copied_has_usual_hyphens(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "castling.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Nc3 Be6 7. Be3 Qd7 8. Qd2 O-O-O *")
    desk.open(path)
    desk.page(1)
    moves = desk.window.moves
    text = moves.toPlainText()
    short, long = text.index("4.") + 2, text.index("Qd2") + 4
    for width in range(120, 420, 7):
        moves.document().setTextWidth(width)
        block = moves.document().firstBlock()
        ends = {block.layout().lineAt(line).textStart() for line in range(block.layout().lineCount())}
        assert len(ends) > 1 and not ends & {short + 2, long + 2, long + 4}
    moves.selectAll()
    moves.copy()
    assert "4.O-O Nf6" in QGuiApplication.clipboard().text() and QGuiApplication.clipboard().text().endswith("O-O-O  *")


def test_a_click_below_the_moves_goes_nowhere(desk: Desk) -> None:
    desk.open()
    desk.page(1)
    viewport = desk.window.moves.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(30, viewport.height() - 5))
    assert desk.window.game.ply == 0


def test_a_broken_game_is_named_with_its_line_and_its_moves_stay(desk: Desk) -> None:
    desk.open()
    desk.window.table.setFocus()
    desk.press(Qt.Key.Key_Down)
    assert desk.window.message.text() == "The game is broken in line 15: 'Nf9' is no move"
    desk.press(Qt.Key.Key_Right)
    desk.press(Qt.Key.Key_Right)
    desk.press(Qt.Key.Key_Right)
    assert desk.fen().startswith("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w")


def test_words_find_games_and_headings_sort_them(desk: Desk) -> None:
    desk.open()
    QTest.keyClicks(desk.window.filter_edit, "clark adams")
    assert [row[0] for row in desk.rows()] == ["2"]
    assert desk.window.message.text() == "“club.pgn”: 1 of 2 games"
    desk.window.filter_edit.setFocus()
    desk.press(Qt.Key.Key_Return)
    assert desk.window.heading.full_text.startswith("Clark – Adams")
    desk.window.filter_edit.clear()
    desk.window.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert [row[1] for row in desk.rows()] == ["Clark", "Adams"]
    assert desk.window.table.currentIndex().row() == 0, "the open game stays current"
    desk.window.table.sortByColumn(9, Qt.SortOrder.DescendingOrder)
    assert [row[9] for row in desk.rows()] == ["3", "2"]


def test_keys_lead_to_the_search_into_the_list_and_to_the_list_of_keys(desk: Desk, qtbot: QtBot) -> None:
    desk.open()
    window = desk.window
    window.activateWindow()
    desk.page(1)
    window.moves.setFocus()
    window.filter_edit.setText("adams")
    desk.press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.filter_edit.hasFocus()
    QTest.keyClicks(window.filter_edit, "clark")
    qtbot.waitUntil(lambda: len(desk.rows()) == 1)
    desk.press(Qt.Key.Key_Down)
    assert window.table.hasFocus()
    assert window.game.game is not None and window.game.game.headers["White"] == "Clark"
    desk.press(Qt.Key.Key_F1)
    dialog = desk.program.window.findChild(KeysDialog)
    assert isinstance(dialog, KeysDialog) and dialog.isVisible()
    dialog.close()


def test_closing_brings_the_position_back_and_keeping_leaves_it(desk: Desk) -> None:
    desk.open()
    desk.window.game.go_to(3)
    desk.window.close()
    assert desk.fen() == desk.before
    desk.program.action("open_games").trigger()
    desk.window.game.go_to(2)
    kept = desk.fen()
    QTest.mouseClick(desk.window.keep_button, Qt.MouseButton.LeftButton)
    assert not desk.window.isVisible()
    assert desk.fen() == kept != desk.before
    desk.program.document.undo_stack.undo()
    assert desk.fen() == desk.before


def test_a_file_is_dropped_on_the_window(desk: Desk, qtbot: QtBot) -> None:
    data = file_data(str(desk.path))
    assert enters(desk.window, QPoint(5, 5), data)
    drops(desk.window, QPoint(5, 5), data)
    qtbot.waitUntil(lambda: len(desk.rows()) == 2)


def test_a_file_of_games_that_is_dropped_on_the_board_opens_the_window(desk: Desk, qtbot: QtBot) -> None:
    desk.window.close()
    data = file_data(str(desk.path))
    board = desk.program.window
    assert enters(board, QPoint(300, 300), data)
    drops(board, QPoint(300, 300), data)
    assert desk.window.isVisible()
    qtbot.waitUntil(lambda: len(desk.rows()) == 2)


def test_what_is_no_file_of_games_leaves_the_list_as_it_is(desk: Desk, tmp_path: Path) -> None:
    desk.open()
    picture = tmp_path / "picture.pgn"
    picture.write_bytes(b"\x89PNG\r\n")
    desk.window.open_path(str(picture))
    assert desk.window.message.text() == "“picture.pgn” cannot be opened: it is a PNG picture, not a file of games."
    assert len(desk.rows()) == 2


def test_an_edited_position_stays_when_the_window_is_closed(desk: Desk) -> None:
    desk.open()
    desk.window.game.go_to(2)
    desk.program.document.remove(0)
    edited = desk.fen()
    desk.window.close()
    assert desk.fen() == edited


def test_real_games_are_listed_with_all_their_moves(desk: Desk) -> None:
    desk.open(MASTERS)
    assert len(desk.rows()) == len(texts_of(MASTERS.read_bytes()))
    assert desk.rows()[0][1] == "Morphy, Paul"


def test_the_window_and_the_main_one_stand_beside_each_other_on_a_screen_of_1280_pixels(desk: Desk) -> None:
    desk.open(MASTERS)
    assert desk.window.least_main_width >= desk.program.window.minimumSizeHint().width()
    assert desk.window.minimumSizeHint().width() + desk.window.least_main_width <= 1270
