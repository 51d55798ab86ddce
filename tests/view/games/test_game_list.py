"""The list of the games of a file, its search, and games that are pasted, dropped and saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from pawnviz.core.board.position import START
from pawnviz.view.navigator import NARROWEST
from tests.core.games.sample import MASTERS, read, texts_of
from tests.view.games.program import GAMES, GamesProgram
from tests.view.hands import Hand, drops, enters, file_data, type_text
from tests.view.program import OpenProgram


def test_games_of_a_file_are_listed_the_first_on_the_board_and_an_unfolded_list_shows_more_than_two_rows(
    program: GamesProgram,
) -> None:
    assert program.rows() == [
        ["1", "Adams", "", "Brown", "", "1–0", "Club", "", "", "3"],
        ["2", "Clark", "2400", "Adams", "", "*", "Club", "", "", "2"],
    ]
    assert program.bar.label.full_text == "Start · Adams – Brown"
    assert program.position_fen() == START.fen()
    assert program.game_list.line.full_text == "club.pgn · 2 games" and program.game_list.line.isVisible()
    table = program.game_list.table
    assert not table.isVisible()
    program.game_list.fold_button.click()
    program.qtbot.waitUntil(lambda: table.viewport().height() > 4 * table.rowHeight(0))


@pytest.mark.slow
def test_a_variation_is_entered_by_key_and_by_a_click_on_its_move(program: GamesProgram) -> None:
    program.show_moves()
    program.moves.setFocus()
    for key in (Qt.Key.Key_Right,) * 4:
        program.press(key)
    assert program.game.ply == 4
    program.press(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert program.position_fen().startswith("rnb1kbnr/ppp1pppp/8/3q4/")
    program.press(Qt.Key.Key_Up)
    assert program.position_fen().startswith("rnbqkbnr/pp2pppp/2p5/3P4/")
    text = program.moves.toPlainText()
    variation = "(2...Qxd5 3.Nc3 attacks the queen)"
    assert " ".join(text.split()) == f"1.e4▴ d5▴ 2.exd5▴ c6▴ {variation} 3.dxc6▴ bxc6!▴ 1–0"
    cursor = program.moves.textCursor()
    cursor.setPosition(text.index("Nc3") + 1)
    place = program.moves.cursorRect(cursor).center()
    QTest.mouseClick(program.moves.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert program.position_fen().startswith("rnb1kbnr/ppp1pppp/8/3q4/8/2N5/")


@pytest.mark.slow
def test_the_lives_are_drawn_and_a_click_goes_to_the_move(program: GamesProgram) -> None:
    lives = program.games.page.lives
    home = [life.home for life in program.game.lives]
    row = lives.row_rect(home.index(12)).center().y()
    places = {lives.axis.ply_at(x): x for x in range(lives.width()) if lives.axis.ply_at(x) is not None}
    assert sorted(ply for ply in places if ply is not None) == [0, 1, 2, 3, 4, 5, 6]
    QTest.mouseClick(lives, Qt.MouseButton.LeftButton, pos=QPoint(places[5] - 2, row))
    assert program.game.ply == 3, "the pawn is doubled since then"
    QTest.mouseClick(lives, Qt.MouseButton.LeftButton, pos=QPoint(places[5] - 2, 25))
    assert program.game.ply == 5
    assert program.position_fen().startswith("rnbqkbnr/pp2pppp/2P5/8/")
    tip = "White's pawn on c6\ndoubled since 2.exd5"
    assert lives.tip_at(places[5] - 2, row) == tip
    assert lives.tip_at(places[6] - 2, row) == "White's pawn on c6 was captured by 3...bxc6"
    e4 = lives.tip_at(places[3] - 2, row)
    assert e4.splitlines()[0] == "White's pawn on d5"
    assert lives.tip_at(3, row) == ""
    assert lives.tip_at(places[0] - 2, 5) == "Symmetrical at the start"


@pytest.mark.slow
def test_a_position_of_a_game_is_not_saved_to_the_file_of_the_board(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "own.epd"
    path.write_text(f"{program.before} id 1;\n8/8/8/8/8/8/8/K1k5 w - - id 2;\n")
    assert program.window.files.open_path(str(path))
    before = path.read_bytes()
    program.press_keys("F3")
    program.window.navigator.show("games")
    program.game.go_to(3)
    program.press_keys("Ctrl+S")
    assert path.read_bytes() == before
    assert "nothing to save" in program.game_list.message.text() and program.game_list.message.isVisible()
    QTest.mouseClick(program.bar.keep_button, Qt.MouseButton.LeftButton)
    kept = program.position_fen()
    assert program.document.free.path == "", "the position of the game belongs to no file"
    program.action("undo").trigger()
    program.press_keys("Ctrl+G")
    assert program.document.free.path == str(path)
    assert program.position_fen() == program.before != kept


def test_a_sign_stands_where_pawns_changed_no_castling_is_broken(program: GamesProgram, tmp_path: Path) -> None:
    path = tmp_path / "signs.pgn"
    path.write_text("1. e4 Nf6 2. e5 Nd5 3. Nc3 {a comment} Nxc3 4. dxc3 d6 *")
    program.open(path)
    program.show_moves()
    view = program.moves
    lines = view.toPlainText().split("\n")
    assert lines == ["1.e4▴ Nf6 2.e5▴ Nd5 3.Nc3 ", "a comment ", "3...Nxc3 4.dxc3▴ d6▴ *"]
    view.selectAll()
    view.copy()
    assert QGuiApplication.clipboard().text() == "1.e4 Nf6 2.e5 Nd5 3.Nc3 a comment 3...Nxc3 4.dxc3 d6 *"
    path = tmp_path / "castling.pgn"
    line = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. Nc3 Be6 7. Be3 Qd7 8. Qd2 O-O-O"
    path.write_text(f"1. d4 ({line}) *")
    program.open(path)
    program.show_moves()
    moves = program.moves
    text = moves.toPlainText()
    short, long = text.index("4.") + 2, text.index("Qd2") + 4
    for width in range(120, 420, 7):
        moves.document().setTextWidth(width)
        block = moves.document().firstBlock().next()
        rows = range(block.layout().lineCount())
        ends = {block.position() + block.layout().lineAt(row).textStart() for row in rows}
        assert len(ends) > 1 and not ends & {short + 2, long + 2, long + 4}
    moves.selectAll()
    moves.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("1.d4 (1.e4 e5 2.Nf3") and "4.O-O Nf6" in copied and copied.endswith("O-O-O) *")


def test_words_find_games_headings_sort_them_and_keys_lead_to_the_search_and_the_list(program: GamesProgram) -> None:
    type_text(program.game_list.chips.field, "clark adams")
    assert [row[0] for row in program.rows()] == ["2"]
    assert program.game_list.line.full_text == "club.pgn · 1 of 2 games"
    program.game_list.chips.field.setFocus()
    program.press(Qt.Key.Key_Return)
    assert program.bar.label.full_text == "Start · Clark – Adams"
    program.game_list.chips.field.clear()
    program.game_list.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert [row[1] for row in program.rows()] == ["Clark", "Adams"]
    assert program.game_list.table.currentIndex().row() == 0, "the open game stays current"
    program.game_list.table.sortByColumn(9, Qt.SortOrder.DescendingOrder)
    assert [row[9] for row in program.rows()] == ["3", "2"]
    program.show_moves()
    edit = program.game_list.chips.field
    edit.setText("adams")
    program.press(Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert edit.hasFocus()
    type_text(edit, "clark")
    program.qtbot.waitUntil(lambda: len(program.rows()) == 1)
    program.press(Qt.Key.Key_Down)
    assert program.game_list.table.hasFocus()
    assert program.game.game is not None and program.game.game.headers["White"] == "Clark"
    program.press(Qt.Key.Key_F1)
    assert program.window.navigator.is_shown("help")


def test_the_list_is_folded_by_enter_and_a_double_click_and_stays_as_it_is_otherwise(program: GamesProgram) -> None:
    program.show_list()
    program.press(Qt.Key.Key_Right)
    assert program.game.ply == 1, "the list itself goes through the game, too"
    program.board.setFocus()
    program.press(Qt.Key.Key_Right)
    assert program.game.ply == 2 and not program.is_folded()
    program.open()
    assert not program.is_folded(), "of another file, too"
    line = program.game_list.line
    QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=line.rect().center())
    assert program.is_folded() and not program.game_list.table.isVisible()
    program.game_list.choose_game(0)
    program.show_list()
    program.press(Qt.Key.Key_Down)
    assert program.bar.label.full_text == "Start · Clark – Adams", "the game of the current row is on the board"
    assert not program.is_folded()
    program.press(Qt.Key.Key_Return)
    assert program.is_folded() and program.board.hasFocus() and not program.game_list.table.isVisible()
    assert program.game_list.line.isVisible() and program.game_list.line.full_text == "club.pgn · 2 games"
    program.press(Qt.Key.Key_Right)
    assert program.game.ply == 1
    program.press_keys("F3")
    assert program.game_list.table.isVisible() and program.game_list.table.hasFocus()
    viewport = program.game_list.table.viewport()
    place = program.game_list.table.visualRect(program.game_list.table.model().index(0, 1)).center()
    Hand(viewport).double_click(place)
    assert program.bar.label.full_text == "Start · Adams – Brown"
    assert program.is_folded() and program.board.hasFocus()


def test_a_file_of_games_that_is_dropped_leads_to_the_games(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    path = tmp_path / "club.pgn"
    path.write_bytes(GAMES)
    data = file_data(str(path))
    assert enters(program.window, QPoint(300, 300), data)
    drops(program.window, QPoint(300, 300), data)
    program.qtbot.waitUntil(lambda: program.window.workspaces.current == "games" and program.games.games.is_on_board)
    program.qtbot.waitUntil(lambda: program.games.list.model.rowCount() == 2)


def test_a_file_without_games_leaves_the_list_and_no_name_widens_it(program: GamesProgram, tmp_path: Path) -> None:
    picture = tmp_path / "picture.pgn"
    picture.write_bytes(b"\x89PNG\r\n")
    program.game_list.open_path(str(picture))
    assert program.game_list.message.isVisible()
    assert (
        program.game_list.message.text() == "“picture.pgn” cannot be opened: it is a PNG picture, not a file of games."
    )
    assert len(program.rows()) == 2
    path = tmp_path / f"{'long' * 50}.pgn"
    path.write_text("hello\n")
    program.window.files.open_path(str(path))
    message = program.game_list.message
    program.qtbot.waitUntil(lambda: message.isVisible() and path.name in message.text())
    assert program.page.minimumSizeHint().width() <= NARROWEST


def answer_with(monkeypatch: pytest.MonkeyPatch, path: Path) -> list[str]:
    """Answer the question for a file with a path; return the list of the paths that are offered."""
    offered: list[str] = []

    def choose(parent: object, title: str, start: str, filters: str) -> tuple[str, str]:
        offered.append(start)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    return offered


def test_games_with_or_without_edits_are_saved_under_another_name_which_goes_on(
    program: GamesProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    other = tmp_path / "other.pgn"
    answer_with(monkeypatch, other)
    program.press_keys("Ctrl+Shift+S")
    assert other.read_bytes() == program.path.read_bytes()
    program.open()
    program.drag("d2", "d4")
    before, other = program.path.read_bytes(), tmp_path / "other.pgn"
    offered = answer_with(monkeypatch, other)
    program.press_keys("Ctrl+Shift+S")
    assert offered == [str(program.path)]
    assert program.path.read_bytes() == before and b"1. e4 (1. d4) 1... d5" in other.read_bytes()
    assert program.window.windowTitle() == "other.pgn[*] – pawnviz" and not program.window.isWindowModified()
    assert program.games.list.line.full_text.startswith("other.pgn · ")
    program.drag("d7", "d5")
    program.press_keys("Ctrl+S")
    assert program.path.read_bytes() == before and b"1. e4 (1. d4 d5) 1... d5" in other.read_bytes()


def test_chosen_and_found_games_are_saved(
    program: GamesProgram, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program.open(MASTERS)
    before, other = texts_of(MASTERS.read_bytes()), tmp_path / "new.pgn"
    offered = answer_with(monkeypatch, other)
    program.show_list()
    program.press(Qt.Key.Key_Down)
    program.press(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    program.action("copy_games").trigger()
    assert offered == [str(MASTERS.with_name(f"{MASTERS.stem}-copy.pgn"))]
    assert [text.data.strip() for text in texts_of(other.read_bytes())] == [text.data.strip() for text in before[1:3]]
    assert program.game_list.message.text() == "Copied 2 games to “new.pgn”." and program.game_list.message.isVisible()
    assert program.games.games.listing is not None and program.games.games.listing.path == MASTERS
    QTest.keyClicks(program.game_list.chips.field, "petrosian")
    program.game_list.model.arranging.finish()
    count = len(program.rows())
    assert 0 < count < 24
    program.game_list.table.clearSelection()
    program.action("copy_games").trigger()
    assert len(texts_of(other.read_bytes())) == count
    assert program.game_list.message.text() == f"Copied {count} games to “new.pgn”."


def test_the_columns_fill_the_width_of_the_list_until_one_is_widened_by_hand(program: GamesProgram) -> None:
    program.show_list()
    table = program.game_list.table
    hidden = {}
    program.page.setParent(None)
    program.page.show()
    for width in (480, 700, 480, 1000):
        program.page.resize(width, 768)
        QApplication.processEvents()
        assert 0 <= table.viewport().width() - table.horizontalHeader().length() <= 3
        assert not table.horizontalScrollBar().isVisible()
        hidden[width] = [column for column in range(table.model().columnCount()) if table.isColumnHidden(column)]
        assert table.columnWidth(1) >= 100, "names have their room"
        header = table.horizontalHeader()
        last = table.model().columnCount() - 1
        needed = header.fontMetrics().horizontalAdvance("Moves") + 8
        assert table.isColumnHidden(last) or header.sectionSize(last) >= needed
    assert hidden[480] and not hidden[1000]
    assert table.columnWidth(1) > 1.4 * table.columnWidth(6), "names have most of the room"
    table.setColumnWidth(1, 300)
    program.page.resize(800, 768)
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


def test_the_page_without_a_file_is_one_sentence_and_two_steps(open_program: OpenProgram) -> None:
    program = open_program()
    program.press_keys("F3")
    games = program.games.list
    assert games.message.text().startswith("Open a file of games in PGN") and not games.message.is_error
    controls = [part for part in games.findChildren(QWidget) if part.isVisible() and part.focusPolicy()]
    assert controls == [games.open_button, games.samples_button] and games.open_button.hasFocus()
    program.press_keys("Ctrl+F")
    assert games.open_button.hasFocus() and not games.table.isVisible(), "there is nothing to search"
    games.samples_button.click()
    program.qtbot.waitUntil(lambda: program.games.games.game.game is not None)
    assert games.table.model().rowCount() and not games.samples_button.isVisible()


TEXT = MASTERS.read_text()


def paste(program: GamesProgram, text: str) -> None:
    """Paste a text, and open the game in it, which is offered."""
    QGuiApplication.clipboard().setText(text)
    program.keys("Ctrl+V")
    assert program.notice() == "The clipboard has a game in PGN."
    QTest.mouseClick(program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    assert not program.notice()


def test_pasted_games_are_saved(program: GamesProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program.show_list()
    paste(program, TEXT)
    program.qtbot.waitUntil(lambda: len(program.rows()) == 24)
    assert program.game_list.line.full_text == "Pasted games · 24 games"
    assert program.window.windowTitle() == "Pasted games[*] – pawnviz"
    program.drag("d2", "d4")
    path = tmp_path / "new.pgn"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    program.keys("Ctrl+S")
    assert path.read_text().count("[Event ") == 24 and "1. e4 (1. d4) 1... e6" in path.read_text()
    assert program.window.preferences.recent_files.value[0] == str(path)
    program.show_moves()
    program.keys("Ctrl+C")
    copied = read(QGuiApplication.clipboard().text())
    assert not copied.problems and copied.game.headers["White"].strip() == "Morphy, Paul"
    assert len(copied.game.variations) == 2
    QGuiApplication.clipboard().clear()
    program.game_list.table.setFocus()
    program.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text().startswith("[Event ")
    program.press_keys("Ctrl+G")
    program.keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == program.position_fen(), "the own position is copied as a FEN"


def test_a_game_that_is_pasted_or_dropped_in_position_can_be_opened_as_one(program: GamesProgram) -> None:
    program.press_keys("F2")
    assert program.window.workspaces.current == "position"
    paste(program, "1. e4 e5 2. Nf3 *")
    program.qtbot.waitUntil(lambda: len(program.rows()) == 1)
    assert program.window.workspaces.current == "games"
    program.press_keys("F2")
    data = QMimeData()
    data.setText("1. d4 d5 2. c4 *")
    assert enters(program.window, QPoint(5, 5), data)
    drops(program.window, QPoint(5, 5), data)
    QTest.mouseClick(program.window.notice.offer_button, Qt.MouseButton.LeftButton)
    program.qtbot.waitUntil(lambda: "c4" in program.moves.toPlainText())


def test_files_of_games_are_among_the_recent_ones(program: GamesProgram, tmp_path: Path) -> None:
    text = tmp_path / "games.txt"
    text.write_text(TEXT)
    assert program.window.files.open_path(str(text)), "what holds games is opened as games"
    program.qtbot.waitUntil(lambda: len(program.rows()) == 24)
    menu = program.window.recent_menu
    assert program.window.preferences.recent_files.value[:2] == (str(text), str(program.path))
    program.press_keys("F2")
    menu.aboutToShow.emit()
    menu.actions()[1].trigger()
    QApplication.processEvents()
    program.qtbot.waitUntil(lambda: len(program.rows()) == 2)
    assert program.window.workspaces.current == "games"
    assert not program.window.files.open_path(str(tmp_path / "missing.zip"))
