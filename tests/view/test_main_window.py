from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QFileDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START, Position
from pawnviz.core.catalog.presets import presets
from pawnviz.model.session import FIRST_FEN
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.drops import piece_mime
from pawnviz.view.layers.rows import SWATCH
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.notice_bar import MOST_NOTICES
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.hands import CONTROL, LEFT, NONE, SHIFT, drops, enters, file_data, hold_key, painted, text_data
from tests.view.rooms import Room

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
CROWD = "8/8/8/8/3Pp3/8/8/8"


def set_up(room: Room, fen: str) -> None:
    """Put a position on the board with nothing to undo."""
    room.document.restore(Position.from_fen(fen))


# The first second


def test_the_first_start_shows_a_real_position_with_the_front_spans_of_both_sides(room: Room) -> None:
    assert room.position_fen() == FIRST_FEN
    assert [entry.layer.identifier for entry in room.layers.shown()] == ["front_spans"]
    assert room.layers.is_shown("front_spans", True)
    assert room.layers.is_shown("front_spans", False)
    assert room.notice() == ""
    assert room.fen.edit.text() == FIRST_FEN


def test_the_title_names_the_file_and_whether_it_is_saved(room: Room, tmp_path: Path) -> None:
    assert room.window.windowTitle() == "Position[*] – pawnviz"
    assert not room.window.isWindowModified()
    room.document.clear()
    assert room.window.isWindowModified()
    room.document.save_file(str(tmp_path / "empty.fen"))
    assert room.window.windowTitle() == "empty.fen[*] – pawnviz"
    assert not room.window.isWindowModified()
    room.press_keys("Ctrl+Z")
    assert room.window.isWindowModified()


# Commands that edit


@pytest.mark.parametrize(
    ("keys", "fen", "after"),
    [
        ("Ctrl+Home", KINGS, START.fen()),
        ("Ctrl+Delete", START.fen(), "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("T", KINGS, "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("X", "4k3/8/8/8/8/8/P7/R3K3 w Q - 0 1", "r3k3/p7/8/8/8/8/8/4K3 b q - 0 1"),
        ("M", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "3k4/8/8/8/8/8/7P/3K4 w - - 0 1"),
        ("Ctrl+Up", CROWD, "8/8/8/3Pp3/8/8/8/8 w - - 0 1"),
        ("Ctrl+Down", CROWD, "8/8/8/8/8/3Pp3/8/8 w - - 0 1"),
        ("Ctrl+Right", CROWD, "8/8/8/8/4Pp2/8/8/8 w - - 0 1"),
        ("Ctrl+Left", CROWD, "8/8/8/8/2Pp4/8/8/8 w - - 0 1"),
    ],
)
def test_a_command_edits_by_its_key_and_can_be_undone_and_done_again(
    room: Room, keys: str, fen: str, after: str
) -> None:
    set_up(room, fen)
    before = room.position_fen()
    room.press_keys(keys)
    assert room.position_fen() == room.fen.edit.text() == after
    assert room.steps == 1
    room.press_keys("Ctrl+Z")
    assert room.position_fen() == room.fen.edit.text() == before
    room.press_keys("Ctrl+Y")
    assert room.position_fen() == after
    room.press_keys("Ctrl+Z")
    room.press_keys("Ctrl+Shift+Z")
    assert room.position_fen() == after


def test_undo_and_redo_name_their_step_and_are_off_without_one(room: Room) -> None:
    undo, redo = room.action("undo"), room.action("redo")
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    assert undo.toolTip() == "Nothing to undo (Ctrl+Z)"
    room.press_keys("M")
    assert undo.isEnabled()
    assert undo.text() == "&Undo mirror left and right"
    assert undo.toolTip() == "Undo mirror left and right (Ctrl+Z)"
    room.press_keys("Ctrl+Z")
    assert not undo.isEnabled()
    assert redo.isEnabled()
    assert redo.text() == "&Redo mirror left and right"


def test_undo_works_with_the_keys_in_the_fen_line(room: Room) -> None:
    room.press_keys("M")
    room.press_keys("Alt+D")
    assert room.fen.edit.hasFocus()
    room.press_keys("Ctrl+Z")
    assert room.position_fen() == room.fen.edit.text() == FIRST_FEN
    room.press_keys("Ctrl+Shift+Z")
    assert room.position_fen() != FIRST_FEN


def test_undo_takes_back_everything_and_redo_brings_it_back(room: Room) -> None:
    fens = [room.position_fen()]
    for keys in ("Ctrl+Home", "X", "M", "T", "Ctrl+Up", "Ctrl+Delete"):
        room.press_keys(keys)
        fens.append(room.position_fen())
    room.board.state.show_cursor(27)
    QTest.keyClicks(room.board, "Qk")
    fens.append(room.position_fen())
    room.hand.drag(room.at(27), room.at(36))
    fens.append(room.position_fen())
    while room.action("undo").isEnabled():
        room.press_keys("Ctrl+Z")
    assert room.position_fen() == fens[0]
    while room.action("redo").isEnabled():
        room.press_keys("Ctrl+Y")
    assert room.position_fen() == fens[-1]
    assert room.fen.edit.text() == fens[-1]


# Commands that change the look


def test_flip_turns_the_board_by_key_and_back(room: Room) -> None:
    before = painted(room.board)
    room.press_keys("F")
    assert room.board.board_geometry.flipped
    assert room.action("flip").isChecked()
    assert painted(room.board) != before
    room.press_keys("F")
    assert painted(room.board) == before


@pytest.mark.parametrize(
    ("keys", "read"),
    [
        ("G", lambda room: room.board.board_geometry.coordinates),
        ("C", lambda room: room.board.pictures.show_captures),
        ("O", lambda room: room.board.state.show_own_pawn),
    ],
)
def test_a_look_is_switched_by_key_and_back(room: Room, keys: str, read: Callable[[Room], bool]) -> None:
    before = read(room)
    room.press_keys(keys)
    assert read(room) is not before
    room.press_keys(keys)
    assert read(room) is before


def test_the_legend_can_be_hidden(room: Room) -> None:
    assert room.window.legend.isVisible()
    room.action("show_legend").trigger()
    assert not room.window.legend.isVisible()


def test_drawings_are_cleared_by_key(room: Room) -> None:
    before = painted(room.board)
    room.hand.drag(room.at(12), room.at(28), button=Qt.MouseButton.RightButton)
    room.hand.move(QPoint(1, 1))
    assert painted(room.board) != before
    room.press_keys("Ctrl+L")
    assert painted(room.board) == before


@pytest.mark.parametrize(("number", "preset"), list(enumerate(presets(), 1)))
def test_a_preset_is_shown_by_its_key(room: Room, number: int, preset: object) -> None:
    room.press_keys(f"Ctrl+{number}")
    shown = {entry.layer.identifier for entry in room.layers.shown()}
    assert shown == set(presets()[number - 1].layers)
    room.press_keys("Ctrl+0")
    assert room.layers.shown() == ()


@pytest.mark.parametrize("keys", ["Ctrl+F", "/"])
def test_the_search_is_reached_by_key_also_when_its_dock_is_closed(room: Room, keys: str) -> None:
    room.window.docks.layers_dock.close()
    room.press_keys(keys)
    assert room.window.docks.layers_dock.isVisible()
    assert room.window.docks.panels.layer_panel.search_field.hasFocus()
    QTest.keyClicks(room.window.docks.panels.layer_panel.search_field, "f/xtm")
    assert room.window.docks.panels.layer_panel.search_field.text() == "f/xtm"
    assert room.position_fen() == FIRST_FEN


def test_the_board_is_reached_by_key_and_shows_its_cursor(room: Room) -> None:
    room.press_keys("Alt+D")
    room.press_keys("Ctrl+B")
    assert room.board.hasFocus()
    assert room.board.state.current_square == room.board.state.cursor


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_the_board_has_the_keys_again_after_the_fen_line(room: Room, key: Qt.Key) -> None:
    room.press_keys("Alt+D")
    room.press(key)
    assert room.board.hasFocus()


@pytest.mark.parametrize("keys", ["H", "E", "1", "6", "Alt+2", "Alt+5"])
def test_a_tool_is_chosen_by_key_also_when_the_palette_is_closed(room: Room, keys: str) -> None:
    expected = {"H": "hand", "E": "eraser", "1": "P", "6": "K", "Alt+2": "n", "Alt+5": "q"}[keys]
    room.board.state.set_tool("r")
    room.press_keys(keys)
    assert room.board.state.tool == expected
    room.board.state.set_tool("r")
    room.window.docks.editor_dock.close()
    room.press_keys(keys)
    assert room.board.state.tool == expected


def opened(title: str) -> QWidget:
    """Return the only window with this title, which has the keys."""
    QApplication.processEvents()
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.windowTitle() == title]
    assert len(windows) == 1
    assert windows[0].isVisible()
    assert windows[0].isActiveWindow()
    return windows[0]


@pytest.mark.parametrize("keys", ["F1", "?"])
def test_the_keys_are_listed_by_key(room: Room, keys: str) -> None:
    room.press_keys(keys)
    dialog = opened("Keys and mouse")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    room.window.activateWindow()
    QApplication.processEvents()
    room.press_keys(keys)
    assert opened("Keys and mouse") is dialog
    room.close()
    assert not dialog.isVisible()


def test_the_errata_gallery_opens_by_key_and_closes_with_the_window(room: Room) -> None:
    room.press_keys("F2")
    gallery = opened("Errata gallery")
    assert not gallery.isModal()
    room.close()
    assert not gallery.isVisible()


def test_about_names_the_program_and_its_licence(room: Room) -> None:
    room.action("about").trigger()
    box = room.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "GPL-3.0-or-later" in box.text()
    box.close()


def test_shift_shows_a_pawns_own_squares_wherever_the_keys_go(room: Room) -> None:
    room.window.docks.panels.layer_panel.tree.setFocus()
    room.hand.move(room.at(parse_square("d4")))
    hold_key(room.window.docks.panels.layer_panel.tree, Qt.Key.Key_Shift, True)
    assert room.board.pictures.own_pawn is not None
    hold_key(room.window.docks.panels.layer_panel.tree, Qt.Key.Key_Shift, False)
    assert not room.board.pictures.own_pawn


# Reading the board


def test_the_status_line_reads_the_square_under_the_pointer(room: Room) -> None:
    room.hand.move(room.at(parse_square("e6")))
    (reading,) = room.window.statusBar().findChildren(ElidedLabel)
    assert reading.full_text.startswith("e6 black pawn.")
    assert "Front spans" in reading.full_text
    assert reading.text().startswith("e6 black pawn.")
    room.document.remove(parse_square("e6"))
    assert reading.text().startswith("e6 empty.")


def test_squares_that_are_not_legal_are_marked_on_the_board(room: Room, qtbot: QtBot) -> None:
    set_up(room, KINGS)
    room.layers.clear()
    with qtbot.waitSignal(room.fen.problems_changed, timeout=2000):
        pass
    before = painted(room.board)
    with qtbot.waitSignal(room.fen.problems_changed, timeout=2000):
        room.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    assert painted(room.board) != before
    with qtbot.waitSignal(room.fen.problems_changed, timeout=2000):
        room.fen.repair_button.click()
    assert painted(room.board) == before


# Clipboard


def focus_each(room: Room) -> list[tuple[str, QWidget]]:
    panels = room.window.docks.panels
    return [
        ("the board", room.board),
        ("the FEN line", room.fen.edit),
        ("the list of layers", panels.layer_panel.tree),
        ("the palette", panels.tools.button("hand")),
        ("the inspector", panels.inspector),
    ]


def test_the_fen_is_copied_wherever_the_keys_go(room: Room) -> None:
    for name, widget in focus_each(room):
        for keys in ("Ctrl+C", "Ctrl+Shift+C"):
            QGuiApplication.clipboard().setText("")
            widget.setFocus()
            room.press_keys(keys)
            assert QGuiApplication.clipboard().text() == FIRST_FEN, (name, keys)
    assert room.said() == "Copied the FEN"


def test_a_selected_part_of_the_fen_is_copied_alone(room: Room) -> None:
    room.fen.edit.setFocus()
    room.fen.edit.setSelection(0, 4)
    room.press_keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == FIRST_FEN[:4]


def test_a_fen_is_pasted_wherever_the_keys_go(room: Room) -> None:
    QGuiApplication.clipboard().setText(f"\n  {SEED}\n")
    for name, widget in focus_each(room):
        room.document.set_start()
        widget.setFocus()
        room.press_keys("Ctrl+V")
        assert room.position_fen() == SEED, name
        assert room.fen.edit.text() == SEED, name


def test_a_pasted_fen_is_one_step(room: Room) -> None:
    QGuiApplication.clipboard().setText(SEED)
    room.press_keys("Ctrl+V")
    assert room.steps == 1
    assert room.said() == "The clipboard was set up on the board"
    room.press_keys("Ctrl+Z")
    assert room.position_fen() == FIRST_FEN


def test_a_wrong_fen_is_not_set_up_but_shown_with_the_reason(room: Room) -> None:
    QGuiApplication.clipboard().setText("8/8/8/9/8/8/8/8 w - - 0 1")
    room.press_keys("Ctrl+V")
    assert room.position_fen() == FIRST_FEN
    assert room.steps == 0
    assert room.fen.edit.text() == "8/8/8/9/8/8/8/8 w - - 0 1"
    assert room.fen.error is not None
    assert room.said().startswith("The clipboard has no position. ")
    room.press_keys("M")
    assert not room.fen.error


@pytest.mark.parametrize(
    "text", ["", "  \n\t", "x" * 1_000_000, "\0" * 50, "٨/٨/٨/٨/٨/٨/٨/٨ w - - ٠ ١", "<img src='a'>"]
)
def test_odd_texts_on_the_clipboard_change_nothing_and_are_answered(room: Room, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    room.press_keys("Ctrl+V")
    assert room.position_fen() == FIRST_FEN
    assert room.said()
    assert len(room.said()) < 300


def test_a_picture_on_the_clipboard_is_no_text(room: Room) -> None:
    room.press_keys("Ctrl+Alt+C")
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == room.board.size() * room.board.devicePixelRatioF()
    assert picture.copy(room.board.board_geometry.board_rect).convertToFormat(painted(room.board).format()) == painted(
        room.board
    )
    room.press_keys("Ctrl+V")
    assert room.said() == "The clipboard has no text; copy a FEN first"


# Drops


@pytest.mark.parametrize("place", ["window", "board", "fen line"])
def test_a_fen_dropped_anywhere_is_set_up(room: Room, place: str) -> None:
    widget = {"window": room.window, "board": room.board, "fen line": room.fen.edit}[place]
    data = text_data(SEED)
    assert enters(widget, QPoint(5, 5), data)
    assert drops(room.window, QPoint(5, 5), data)
    assert room.position_fen() == room.fen.edit.text() == SEED


def test_a_file_dropped_is_opened(room: Room, tmp_path: Path) -> None:
    path = tmp_path / "seed position.fen"
    path.write_text(f"{SEED}\n")
    data = file_data(str(path))
    assert enters(room.board, QPoint(5, 5), data)
    assert drops(room.window, QPoint(5, 5), data)
    assert room.position_fen() == SEED
    assert room.window.windowTitle().startswith("seed position.fen")


def test_a_piece_dropped_beside_the_board_is_not_taken_for_a_text(room: Room) -> None:
    assert not enters(room.window, QPoint(5, 5), piece_mime("P"))


def test_a_dropped_text_that_is_no_fen_is_answered(room: Room) -> None:
    data = text_data("hello")
    assert enters(room.window, QPoint(5, 5), data)
    assert drops(room.window, QPoint(5, 5), data)
    assert room.said().startswith("What was dropped has no position.")
    assert room.position_fen() == FIRST_FEN


# Files


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    """Have the file dialogs answer with a path at once."""

    def answer(*_: object) -> tuple[str, str]:
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)


def test_a_position_is_saved_edited_saved_again_and_opened(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.fen"
    choose(monkeypatch, path)
    set_up(room, SEED)
    room.press_keys("Ctrl+S")
    assert path.read_text() == f"{SEED}\n"
    assert room.said() == f"Saved {path}"
    room.press_keys("M")
    assert room.window.isWindowModified()
    choose(monkeypatch, "/nowhere/else.fen")
    room.press_keys("Ctrl+S")
    assert path.read_text() == f"{room.position_fen()}\n"
    assert not room.window.isWindowModified()
    mirrored = room.position_fen()
    room.press_keys("Ctrl+Delete")
    choose(monkeypatch, path)
    room.press_keys("Ctrl+O")
    assert room.position_fen() == mirrored
    room.press_keys("Ctrl+Z")
    assert room.pieces == "8/8/8/8/8/8/8/8"


def test_save_as_adds_the_ending_of_a_fen_file(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, tmp_path / "second")
    room.press_keys("Ctrl+Shift+S")
    assert (tmp_path / "second.fen").read_text() == f"{FIRST_FEN}\n"
    assert room.window.windowTitle().startswith("second.fen")


def test_a_file_dialog_that_is_cancelled_changes_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, "")
    for keys in ("Ctrl+O", "Ctrl+S", "Ctrl+Shift+S"):
        room.press_keys(keys)
    assert room.position_fen() == FIRST_FEN
    assert room.notice() == ""
    assert room.document.path == ""


def test_a_missing_file_is_named_in_a_notice(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose(monkeypatch, tmp_path / "gone.fen")
    room.press_keys("Ctrl+O")
    assert room.notice() == f"There is no file “gone.fen” in “{tmp_path}”."
    assert room.position_fen() == FIRST_FEN
    QTest.mouseClick(room.window.notice.close_button, LEFT)
    assert room.notice() == ""


def test_a_file_without_a_position_is_explained(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "wrong.fen"
    path.write_text("8/8/8/9/8/8/8/8 w - - 0 1\n")
    choose(monkeypatch, path)
    room.press_keys("Ctrl+O")
    assert room.notice().startswith("“wrong.fen”, line 1: ")
    assert room.position_fen() == FIRST_FEN


def test_a_folder_that_may_not_be_written_to_is_named_and_nothing_is_lost(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    access = os.access
    # The superuser, whom tests may run as, may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and access(path, mode))
    choose(monkeypatch, folder / "kept.fen")
    room.press_keys("M")
    room.press_keys("Ctrl+S")
    assert room.notice() == f"The folder “{folder}” may not be written to; choose another folder."
    assert room.window.isWindowModified()
    assert room.document.path == ""
    assert list(folder.iterdir()) == []


# Recent files and the page of the steps


def recent_names(room: Room) -> list[str]:
    """Open the menu of recent files and read it."""
    room.window.recent_menu.popup(QPoint(0, 0))
    names = [action.text() for action in room.window.recent_menu.actions()]
    room.window.recent_menu.hide()
    return names


def test_the_latest_files_are_offered_again_also_at_the_next_start(
    open_room: Callable[..., Room], tmp_path: Path
) -> None:
    room = open_room()
    assert recent_names(room) == ["No files yet"]
    for name in ("one.fen", "t&o.fen"):
        (tmp_path / name).write_text(f"{'8/' * 7}8 {'w' if name == 'one.fen' else 'b'} - - 0 1")
        assert room.window.files.open_path(str(tmp_path / name))
    assert recent_names(room) == ["&1 t&&o.fen", "&2 one.fen"]
    room = open_room()
    assert recent_names(room) == ["&1 t&&o.fen", "&2 one.fen"]
    room.window.recent_menu.actions()[1].trigger()
    assert room.position_fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert recent_names(room) == ["&1 one.fen", "&2 t&&o.fen"]
    (tmp_path / "t&o.fen").unlink()
    room.window.recent_menu.actions()[1].trigger()
    assert "t&o.fen" in room.notice()


def test_page_and_language_of_the_steps_come_back(open_room: Callable[..., Room]) -> None:
    room = open_room()
    room.press_keys("S")
    assert room.window.docks.steps_panel is not None
    room.window.docks.steps_panel.set_page(True, "rust")
    room = open_room()
    QApplication.processEvents()
    assert room.window.docks.steps_panel is not None
    assert room.window.docks.steps_panel.page == (True, "rust")
    assert "pub const fn" in room.window.docks.steps_panel.source.toPlainText()


def test_saving_leaves_a_file_of_several_positions_as_it_is(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "two.epd"
    text = '8/8/8/8/8/8/8/8 w - - id "one";\n8/8/8/8/8/8/P7/8 w - - id "two";\n'
    file.write_text(text)
    assert room.window.files.open_path(str(file))
    assert room.said() == f"Opened {file}: the first of its 2 positions"
    asked: list[str] = []

    def choose(parent: object, title: str, start: str, kinds: str) -> tuple[str, str]:
        asked.append(start)
        return str(tmp_path / "other.fen"), ""

    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getSaveFileName", choose)
    room.press_keys("T")
    room.press_keys("Ctrl+S")
    assert asked == [str(tmp_path / "position.fen")]
    assert file.read_text() == text
    assert (tmp_path / "other.fen").read_text() == "8/8/8/8/8/8/8/8 b - - 0 1\n"
    room.press_keys("T")
    room.press_keys("Ctrl+S")
    assert len(asked) == 1, "the file of its own is written without a question"


def test_a_piece_that_is_carried_by_key_is_told(room: Room) -> None:
    def line() -> str:
        return next(label.full_text for label in room.window.statusBar().findChildren(ElidedLabel))

    room.board.setFocus()
    room.board.state.place_cursor(parse_square("d4"))
    room.press(Qt.Key.Key_Up)  # The first key shows the cursor.
    room.press(Qt.Key.Key_Return)
    assert line() == "The piece of d4 is held: arrow keys carry it, Enter puts it down, Escape lets go."
    room.window.status.show_message("Something in passing")
    room.press(Qt.Key.Key_Up)
    assert line().startswith("Put down here: ")
    assert room.said() == "", "what is said in passing does not hide it"
    room.press(Qt.Key.Key_Escape)
    assert "held" not in line()


# Samples


def choose_sample(room: Room, title: str) -> None:
    """Choose a sample position in its menu."""
    room.window.sample_menu.popup(QPoint(0, 0))
    next(action for action in room.window.sample_menu.actions() if action.text() == f"&{title}").trigger()
    room.window.sample_menu.hide()


def test_a_sample_is_set_up_with_its_layers_and_says_what_is_to_be_seen(room: Room) -> None:
    before = room.pieces
    choose_sample(room, "French chain")
    assert room.pieces == "r1b1kbnr/pp3ppp/1qn1p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R"
    shown = {entry.layer.title for entry in room.layers.shown()}
    assert shown == {"Chain bases", "Chain links", "Chain heads", "Levers"}
    assert room.notice().startswith("French chain: b2, c3, d4 and e5 form a chain")
    choose_sample(room, "Hedgehog")
    assert room.notice().startswith("Hedgehog: "), "what is said of the board is said of the board that is seen"
    room.press_keys("T")
    assert room.notice() == ""
    room.press_keys("Ctrl+Z")
    room.press_keys("Ctrl+Z")
    room.press_keys("Ctrl+Z")
    assert room.pieces == before


def test_a_notice_that_was_closed_stays_away_when_the_next_sample_is_set_up(room: Room) -> None:
    room.window.notice.show_message("Something else.")
    choose_sample(room, "Hedgehog")
    room.window.notice.close_button.click()
    choose_sample(room, "Stonewall")
    assert room.notice().startswith("Stonewall: ")
    assert "\n" not in room.notice()


# Notices


def test_notices_never_crowd_out_the_board(room: Room) -> None:
    for number in range(50):
        room.window.notice.show_message(f"Notice {number}")
        room.window.notice.show_message("The same again")
    lines = room.notice().split("\n")
    assert len(lines) == MOST_NOTICES
    assert lines[-1] == "The same again"
    assert lines.count("The same again") == 1
    QApplication.processEvents()
    assert room.board.height() > 300


def test_a_notice_is_plain_text_whatever_it_quotes(room: Room) -> None:
    room.window.notice.show_message("There is no file “<h1>a</h1>”.")
    plain = room.window.notice.sizeHint().height()
    room.window.notice.hide()
    room.window.notice.show_message("There is no file “a”.")
    assert room.window.notice.sizeHint().height() == plain


# Theme


@pytest.fixture
def dark_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the system ask for dark colors."""

    def theme_for(choice: str) -> Theme:
        return LIGHT if choice == "light" else DARK

    monkeypatch.setattr("pawnviz.view.widgets.theme_choice.theme_for", theme_for)


def window_color() -> str:
    return QApplication.palette().color(QPalette.ColorRole.Window).name()


def corner_color(room: Room) -> str:
    """Return the color that the window is seen in at its lower left corner."""
    return room.window.grab().toImage().pixelColor(2, room.window.height() - 3).name()


def test_the_theme_follows_the_system_while_it_runs(room: Room, request: pytest.FixtureRequest) -> None:
    assert window_color() == LIGHT.window
    assert corner_color(room) == LIGHT.window
    light = painted(room.board)
    request.getfixturevalue("dark_system")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == DARK.window
    QApplication.processEvents()
    assert painted(room.board) != light
    assert corner_color(room) == DARK.window


def test_a_chosen_theme_does_not_follow_the_system(room: Room, request: pytest.FixtureRequest) -> None:
    room.action("theme_light").trigger()
    request.getfixturevalue("dark_system")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == LIGHT.window
    room.action("theme_system").trigger()
    assert window_color() == DARK.window
    room.action("theme_light").trigger()
    assert window_color() == LIGHT.window


def test_exactly_one_theme_is_checked(room: Room) -> None:
    for choice in ("dark", "light", "system"):
        room.action(f"theme_{choice}").trigger()
        assert room.window.themes.name == choice
        checked = [name for name in ("dark", "light", "system") if room.action(f"theme_{name}").isChecked()]
        assert checked == [choice]
    room.action("theme_light").trigger()


# Docks, sizes, reach


def docks(room: Room) -> list[QDockWidget]:
    return [room.window.docks.editor_dock, room.window.docks.layers_dock, room.window.docks.inspector_dock]


def test_docks_close_float_and_come_back(room: Room) -> None:
    width = room.board.width()
    for dock in docks(room):
        dock.toggleViewAction().trigger()
        assert not dock.isVisible()
    QApplication.processEvents()
    assert room.board.width() > width
    for dock in docks(room):
        dock.toggleViewAction().trigger()
        assert dock.isVisible()
        dock.setFloating(True)
        QApplication.processEvents()
        assert dock.isWindow()
    room.board.state.set_tool("hand")
    room.press_keys("1")
    assert room.board.state.tool == "P"
    for dock in docks(room):
        dock.setFloating(False)
        QApplication.processEvents()
        assert not dock.isWindow()
    assert room.board.width() == pytest.approx(width, abs=40)


def test_every_key_works_while_a_floating_dock_has_the_keys(room: Room, qtbot: QtBot) -> None:
    room.window.docks.layers_dock.setFloating(True)
    room.window.docks.layers_dock.activateWindow()
    qtbot.waitActive(room.window.docks.layers_dock)
    room.window.docks.panels.layer_panel.tree.setFocus()
    room.press_keys("M")
    assert room.position_fen() != FIRST_FEN
    room.press_keys("Ctrl+Z")
    assert room.position_fen() == FIRST_FEN


def test_everything_fits_into_1024_by_700(room: Room) -> None:
    room.window.resize(1024, 700)
    QApplication.processEvents()
    assert room.window.size() == QSize(1024, 700)
    hint = room.window.minimumSizeHint()
    assert hint.width() <= 1024
    assert hint.height() <= 700
    assert room.board.board_geometry.square_size >= 48
    frame = room.window.rect()
    for widget in room.window.findChildren(QWidget):
        # The window keeps bars of tabs that it does not need far outside.
        spare = isinstance(widget, QTabBar) and widget.parentWidget() is room.window
        if widget.isVisible() and not widget.isWindow() and not in_scrolled_area(widget) and not spare:
            place = widget.rect().translated(widget.mapTo(room.window, QPoint()))
            assert frame.contains(place), (widget.objectName(), type(widget).__name__, place)


def in_scrolled_area(widget: QWidget) -> bool:
    """Return whether a widget can be scrolled into sight."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea | QAbstractItemView | QToolBar | QTabBar):
            return True
        parent = parent.parentWidget()
    return False


def test_the_board_grows_with_the_window(room: Room) -> None:
    room.window.resize(2560, 1440)
    QApplication.processEvents()
    assert room.board.board_geometry.square_size >= 140


def controls(window: QWidget) -> list[QWidget]:
    """Return what a person can operate in a window and sees."""
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QAbstractSlider, QTabWidget, BoardView)
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds) and widget.isVisible() and widget.isEnabled() and not is_part(widget)
    ]


def is_part(widget: QWidget) -> bool:
    """Return whether a widget is part of another control: a scroll bar, a header, a dock's or a line's own button."""
    if widget.objectName().startswith("qt_") or widget.inherits("QScrollBar") or widget.inherits("QHeaderView"):
        return True
    parent = widget.parentWidget()
    if isinstance(widget, QTabWidget):  # Its tabs are what is operated.
        return True
    return parent is not None and (
        isinstance(parent, QLineEdit | QComboBox | QDockWidget | QTabBar | QToolBar) or parent.inherits("QHeaderView")
    )


def test_every_control_is_reached_by_tab_or_by_arrow_keys_within_its_group(room: Room) -> None:
    reached: set[QWidget] = set()
    room.press_keys("Ctrl+B")
    for _ in range(200):
        widget = room.focus_widget()
        if widget is None or widget in reached:
            break
        reached.add(widget)
        room.press(Qt.Key.Key_Tab)
    assert len(reached) > 15
    for widget in controls(room.window):
        group = widget.group() if isinstance(widget, QAbstractButton) else None
        mates = group.buttons() if group is not None and group.exclusive() else [widget]
        assert any(mate in reached for mate in mates), (type(widget).__name__, widget.accessibleName())
    for _ in range(len(reached)):
        room.press(Qt.Key.Key_Backtab, SHIFT)
    assert room.board.hasFocus()


def test_every_control_has_a_name_for_a_screen_reader(room: Room) -> None:
    room.action("list_keys").trigger()
    room.action("open_errata").trigger()
    room.window.docks.panels.layer_panel.edit_style(room.layers.current)
    QApplication.processEvents()
    places = [room.window, *(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog))]
    found = [control for place in places for control in controls(place)]
    assert len(found) > 60
    for widget in found:
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert name.strip(), (type(widget).__name__, widget.objectName(), widget.toolTip())


def test_a_floating_dock_can_be_left_and_reached_by_key(room: Room) -> None:
    room.press_keys("Ctrl+F")
    assert room.window.docks.panels.layer_panel.search_field.hasFocus()
    room.press_keys("Ctrl+B")
    assert room.board.hasFocus()


def test_every_menu_has_letters_of_its_own(room: Room) -> None:
    def letters(texts: list[str]) -> list[str]:
        return [text.replace("&&", "")[text.replace("&&", "").find("&") + 1].lower() for text in texts if "&" in text]

    room.window.resize(1800, 1400)
    for dock in room.window.findChildren(QDockWidget):
        dock.show()
    QApplication.processEvents()
    bar = room.window.menuBar()
    top = letters([action.text() for action in bar.actions()])
    labels = [
        widget.property("text")
        for widget in room.window.findChildren(QWidget)
        if widget.window() is room.window and not isinstance(widget, QLineEdit | QToolButton)
    ]
    labels = [text for text in labels if isinstance(text, str) and "<" not in text]
    tabs = room.window.findChildren(QTabBar)
    labels += [tab.tabText(index) for tab in tabs for index in range(tab.count())]
    window = top + letters(labels) + ["d"]  # Alt+D goes to the FEN line.
    assert len(window) > 10
    assert sorted(window) == sorted(set(window))
    for action in bar.actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        texts = [entry.text() for entry in menu.actions()]
        inside = letters(texts)
        assert sorted(inside) == sorted(set(inside)), action.text()


def test_every_tool_tip_is_there_and_names_the_key(room: Room) -> None:
    for bar in room.window.findChildren(QToolBar):
        for action in bar.actions():
            if not action.isSeparator():
                keys = action.shortcut().toString()
                assert action.toolTip().endswith(f"({keys})"), action.text()


# Closing


def test_closing_ends_what_is_kept_from_other_windows(room: Room) -> None:
    room.window.close()
    assert not room.window.isVisible()


def test_quit_closes_the_window(room: Room) -> None:
    room.press_keys("Ctrl+Q")
    assert not room.window.isVisible()


def test_the_mouse_and_keys_used_together_leave_one_step_each(room: Room) -> None:
    set_up(room, KINGS)
    room.press_keys("1")
    room.hand.drag(room.at(8), room.at(15))
    room.press_keys("Ctrl+Z")
    assert room.pieces == "4k3/8/8/8/8/8/8/4K3"
    room.hand.press(room.at(8))
    room.hand.move(room.at(11))
    room.press_keys("Ctrl+Z")
    room.hand.move(room.at(15))
    room.hand.release(room.at(15))
    assert room.pieces == "4k3/8/8/8/8/8/8/4K3"
    assert not room.action("undo").isEnabled()


def test_undo_during_a_drag_lets_go_of_a_piece_that_is_gone(room: Room) -> None:
    set_up(room, KINGS)
    room.hand.drag(room.at(4), room.at(28))
    room.hand.press(room.at(28))
    room.hand.move(room.at(35))
    room.press_keys("Ctrl+Z")
    room.hand.release(room.at(35))
    assert room.pieces == "4k3/8/8/8/8/8/8/4K3"


def test_a_whole_position_set_up_during_a_drag_lets_go(room: Room) -> None:
    room.hand.press(room.at(parse_square("d4")))
    room.press_keys("Ctrl+Delete")
    room.hand.release(room.at(28))
    assert room.pieces == "8/8/8/8/8/8/8/8"


def test_keys_of_the_window_are_no_letters_for_the_fen_line(room: Room) -> None:
    room.press_keys("Alt+D")
    QTest.keyClicks(room.fen.edit, "fxtmgoche/?1")
    assert room.fen.edit.text() == "fxtmgoche/?1"
    assert room.position_fen() == FIRST_FEN
    assert not room.board.board_geometry.flipped


def test_control_with_a_letter_places_no_piece(room: Room) -> None:
    room.board.state.show_cursor(27)
    for letter in (Qt.Key.Key_P, Qt.Key.Key_N, Qt.Key.Key_K, Qt.Key.Key_R):
        room.press(letter, CONTROL)
    assert room.position_fen() == FIRST_FEN
    room.press(Qt.Key.Key_N, NONE)
    assert room.document.position.piece_at(27) in ("n", "N")


def test_the_key_brings_back_the_layers_that_a_preset_has_replaced(room: Room) -> None:
    before = room.layers.state()["shown"]
    room.press_keys("Ctrl+9")
    assert room.said() == "There are no layers to bring back"
    room.press_keys("Ctrl+3")
    room.press_keys("Ctrl+0")
    assert room.layers.state()["shown"] == {}
    room.press_keys("Ctrl+9")
    room.press_keys("Ctrl+3")
    room.press_keys("Ctrl+2")
    room.press_keys("Ctrl+9")
    assert set(room.layers.state()["shown"]) == set(presets()[2].layers) != set(before)


def test_the_swatches_of_the_layers_turn_with_the_board(room: Room) -> None:
    room.window.docks.panels.layer_panel.search_field.setText("stops")
    tree = room.window.docks.panels.layer_panel.tree
    tree.viewport().resize(300, 200)

    def mark() -> QImage:
        row = tree.visualRect(tree.index_of("stops"))
        return tree.viewport().grab(QRect(row.left() + 8, row.top() + 3, SWATCH, SWATCH)).toImage()

    upright = mark()
    room.press(Qt.Key.Key_F)
    turned = mark()
    assert turned != upright
    room.press(Qt.Key.Key_F)
    assert mark() == upright
    room.press(Qt.Key.Key_F)
    room.window.themes.choose("dark")
    room.window.themes.choose("light")
    assert mark() == turned


def test_undo_and_redo_can_be_chosen_as_the_history_says_also_where_the_position_stays(room: Room) -> None:
    room.document.clear()
    room.action("undo").trigger()
    assert room.action("redo").isEnabled()
    room.document.undo_stack.clear()
    assert not room.action("redo").isEnabled()
    assert not room.action("undo").isEnabled()
