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
from pawnviz.model.kept.session import FIRST_FEN
from pawnviz.view.app import Program, make_application
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.drops import piece_mime
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.rows import SWATCH
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.notice_bar import MOST_NOTICES
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme
from tests.view.hands import CONTROL, LEFT, NONE, SHIFT, drops, enters, file_data, hold_key, painted, text_data
from tests.view.program import RunningProgram

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
CROWD = "8/8/8/8/3Pp3/8/8/8"


def set_up(program: RunningProgram, fen: str) -> None:
    """Put a position on the board with nothing to undo."""
    program.document.restore(Position.from_fen(fen))


# The first second


def test_the_first_start_shows_a_real_position_with_the_first_preset_at_the_top_of_the_list(
    program: RunningProgram,
) -> None:
    assert program.position_fen() == FIRST_FEN
    assert program.layers.sides == dict.fromkeys(presets()[0].layers, (True, True))
    tree = program.window.docks.panels.layer_panel.tree
    assert tree.current_identifier == program.layers.current == presets()[0].layers[0]
    assert tree.verticalScrollBar().value() == 0
    assert program.notice() == ""
    assert program.fen.edit.text() == FIRST_FEN


def test_nothing_moves_when_the_rest_of_the_window_follows_the_first_picture(qtbot: QtBot, tmp_path: Path) -> None:
    make_application()
    program = Program(None, tmp_path)
    window = program.window

    def places() -> list[QRect]:
        parts = (window.board, window.menuBar(), window.legend, window.fen_line, window.docks.layers_dock)
        return [QRect(part.mapTo(window, QPoint()), part.size()) for part in (*parts, *window.findChildren(QToolBar))]

    at_first: list[QRect] = []
    window.board.first_painted.connect(lambda: at_first.extend(places()))
    program.show()
    qtbot.waitUntil(lambda: bool(at_first and window.findChildren(LayerPanel)), timeout=5000)
    QApplication.processEvents()
    assert places() == at_first
    window.close()
    for thing in (window, program):
        thing.deleteLater()


def test_the_title_names_the_file_and_whether_it_is_saved(program: RunningProgram, tmp_path: Path) -> None:
    assert program.window.windowTitle() == "Position[*] – pawnviz"
    assert not program.window.isWindowModified()
    program.document.clear()
    assert program.window.isWindowModified()
    program.document.save_file(str(tmp_path / "empty.fen"))
    assert program.window.windowTitle() == "empty.fen[*] – pawnviz"
    assert not program.window.isWindowModified()
    program.press_keys("Ctrl+Z")
    assert program.window.isWindowModified()


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
    program: RunningProgram, keys: str, fen: str, after: str
) -> None:
    set_up(program, fen)
    before = program.position_fen()
    program.press_keys(keys)
    assert program.position_fen() == program.fen.edit.text() == after
    assert program.steps == 1
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == program.fen.edit.text() == before
    program.press_keys("Ctrl+Y")
    assert program.position_fen() == after
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Shift+Z")
    assert program.position_fen() == after


def test_undo_and_redo_name_their_step_and_are_off_without_one(program: RunningProgram) -> None:
    undo, redo = program.action("undo"), program.action("redo")
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    assert undo.toolTip() == "Nothing to undo (Ctrl+Z)"
    program.press_keys("M")
    assert undo.isEnabled()
    assert undo.text() == "&Undo mirror left and right"
    assert undo.toolTip() == "Undo mirror left and right (Ctrl+Z)"
    program.press_keys("Ctrl+Z")
    assert not undo.isEnabled()
    assert redo.isEnabled()
    assert redo.text() == "&Redo mirror left and right"


def test_undo_works_with_the_keys_in_the_fen_line(program: RunningProgram) -> None:
    program.press_keys("M")
    program.press_keys("Alt+D")
    assert program.fen.edit.hasFocus()
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == program.fen.edit.text() == FIRST_FEN
    program.press_keys("Ctrl+Shift+Z")
    assert program.position_fen() != FIRST_FEN


def test_undo_takes_back_everything_and_redo_brings_it_back(program: RunningProgram) -> None:
    fens = [program.position_fen()]
    for keys in ("Ctrl+Home", "X", "M", "T", "Ctrl+Up", "Ctrl+Delete"):
        program.press_keys(keys)
        fens.append(program.position_fen())
    program.board.state.show_cursor(27)
    QTest.keyClicks(program.board, "Qk")
    fens.append(program.position_fen())
    program.hand.drag(program.at(27), program.at(36))
    fens.append(program.position_fen())
    while program.action("undo").isEnabled():
        program.press_keys("Ctrl+Z")
    assert program.position_fen() == fens[0]
    while program.action("redo").isEnabled():
        program.press_keys("Ctrl+Y")
    assert program.position_fen() == fens[-1]
    assert program.fen.edit.text() == fens[-1]


# Commands that change the look


def test_flip_turns_the_board_by_key_and_back(program: RunningProgram) -> None:
    before = painted(program.board)
    program.press_keys("F")
    assert program.board.board_geometry.flipped
    assert program.action("flip").isChecked()
    assert painted(program.board) != before
    program.press_keys("F")
    assert painted(program.board) == before


@pytest.mark.parametrize(
    ("keys", "read"),
    [
        ("G", lambda program: program.board.board_geometry.coordinates),
        ("C", lambda program: program.board.pictures.show_captures),
        ("O", lambda program: program.board.state.show_own_pawn),
    ],
)
def test_a_look_is_switched_by_key_and_back(
    program: RunningProgram, keys: str, read: Callable[[RunningProgram], bool]
) -> None:
    before = read(program)
    program.press_keys(keys)
    assert read(program) is not before
    program.press_keys(keys)
    assert read(program) is before


def test_the_legend_can_be_hidden(program: RunningProgram) -> None:
    assert program.window.legend.isVisible()
    program.action("show_legend").trigger()
    assert not program.window.legend.isVisible()


def test_drawings_are_cleared_by_key(program: RunningProgram) -> None:
    before = painted(program.board)
    program.hand.drag(program.at(12), program.at(28), button=Qt.MouseButton.RightButton)
    program.hand.move(QPoint(1, 1))
    assert painted(program.board) != before
    program.press_keys("Ctrl+L")
    assert painted(program.board) == before


@pytest.mark.parametrize(("number", "preset"), list(enumerate(presets(), 1)))
def test_a_preset_is_shown_by_its_key(program: RunningProgram, number: int, preset: object) -> None:
    program.press_keys(f"Ctrl+{number}")
    shown = {entry.layer.identifier for entry in program.layers.shown()}
    assert shown == set(presets()[number - 1].layers)
    program.press_keys("Ctrl+0")
    assert program.layers.shown() == ()


@pytest.mark.parametrize("keys", ["Ctrl+F", "/"])
def test_the_search_is_reached_by_key_also_when_its_dock_is_closed(program: RunningProgram, keys: str) -> None:
    program.window.docks.layers_dock.close()
    program.press_keys(keys)
    assert program.window.docks.layers_dock.isVisible()
    assert program.window.docks.panels.layer_panel.search_field.hasFocus()
    QTest.keyClicks(program.window.docks.panels.layer_panel.search_field, "f/xtm")
    assert program.window.docks.panels.layer_panel.search_field.text() == "f/xtm"
    assert program.position_fen() == FIRST_FEN


def test_the_board_is_reached_by_key_and_shows_its_cursor(program: RunningProgram) -> None:
    program.press_keys("Alt+D")
    program.press_keys("Ctrl+B")
    assert program.board.hasFocus()
    assert program.board.state.current_square == program.board.state.cursor


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return])
def test_the_board_has_the_keys_again_after_the_fen_line(program: RunningProgram, key: Qt.Key) -> None:
    program.press_keys("Alt+D")
    program.press(key)
    assert program.board.hasFocus()


@pytest.mark.parametrize("keys", ["H", "E", "1", "6", "Alt+2", "Alt+5"])
def test_a_tool_is_chosen_by_key_also_when_the_palette_is_closed(program: RunningProgram, keys: str) -> None:
    expected = {"H": "hand", "E": "eraser", "1": "P", "6": "K", "Alt+2": "n", "Alt+5": "q"}[keys]
    program.board.state.set_tool("r")
    program.press_keys(keys)
    assert program.board.state.tool == expected
    program.board.state.set_tool("r")
    program.window.docks.editor_dock.close()
    program.press_keys(keys)
    assert program.board.state.tool == expected


def opened(title: str) -> QWidget:
    """Return the only window with this title, which has the keys."""
    QApplication.processEvents()
    windows = [widget for widget in QApplication.topLevelWidgets() if widget.windowTitle() == title]
    assert len(windows) == 1
    assert windows[0].isVisible()
    assert windows[0].isActiveWindow()
    return windows[0]


@pytest.mark.parametrize("keys", ["F1", "?"])
def test_the_keys_are_listed_by_key(program: RunningProgram, keys: str) -> None:
    program.press_keys(keys)
    dialog = opened("Keys and mouse")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    program.window.activateWindow()
    QApplication.processEvents()
    program.press_keys(keys)
    assert opened("Keys and mouse") is dialog
    program.close()
    assert not dialog.isVisible()


def test_the_errata_gallery_opens_by_key_and_closes_with_the_window(program: RunningProgram) -> None:
    program.press_keys("F2")
    gallery = opened("Errata gallery")
    assert not gallery.isModal()
    program.close()
    assert not gallery.isVisible()


def test_about_names_the_program_and_its_licence(program: RunningProgram) -> None:
    program.action("about").trigger()
    box = program.window.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "GPL-3.0-or-later" in box.text()
    box.close()


def test_shift_shows_a_pawns_own_squares_wherever_the_keys_go(program: RunningProgram) -> None:
    program.window.docks.panels.layer_panel.tree.setFocus()
    program.hand.move(program.at(parse_square("d4")))
    hold_key(program.window.docks.panels.layer_panel.tree, Qt.Key.Key_Shift, True)
    assert program.board.pictures.own_pawn is not None
    hold_key(program.window.docks.panels.layer_panel.tree, Qt.Key.Key_Shift, False)
    assert not program.board.pictures.own_pawn


# Reading the board


def test_the_status_line_reads_the_square_under_the_pointer(program: RunningProgram) -> None:
    program.layers.apply_preset(["front_spans"])
    program.hand.move(program.at(parse_square("e6")))
    status = program.window.status
    assert status.reading.startswith("e6 black pawn.")
    assert "Front spans" in status.reading
    assert any(label.text().startswith("e6 black pawn.") for label in status.findChildren(ElidedLabel))
    program.document.remove(parse_square("e6"))
    assert status.reading.startswith("e6 empty.")


def test_squares_that_are_not_legal_are_marked_on_the_board(program: RunningProgram, qtbot: QtBot) -> None:
    set_up(program, KINGS)
    program.layers.clear()
    with qtbot.waitSignal(program.fen.problems_changed, timeout=2000):
        pass
    before = painted(program.board)
    with qtbot.waitSignal(program.fen.problems_changed, timeout=2000):
        program.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    assert painted(program.board) != before
    with qtbot.waitSignal(program.fen.problems_changed, timeout=2000):
        program.fen.repair_button.click()
    assert painted(program.board) == before


# Clipboard


def focus_each(program: RunningProgram) -> list[tuple[str, QWidget]]:
    panels = program.window.docks.panels
    return [
        ("the board", program.board),
        ("the FEN line", program.fen.edit),
        ("the list of layers", panels.layer_panel.tree),
        ("the palette", panels.tools.button("hand")),
        ("the inspector", panels.inspector),
    ]


def test_the_fen_is_copied_wherever_the_keys_go(program: RunningProgram) -> None:
    for name, widget in focus_each(program):
        for keys in ("Ctrl+C", "Ctrl+Shift+C"):
            QGuiApplication.clipboard().setText("")
            widget.setFocus()
            program.press_keys(keys)
            assert QGuiApplication.clipboard().text() == FIRST_FEN, (name, keys)
    assert program.status_message() == "Copied the FEN"


def test_a_selected_part_of_the_fen_is_copied_alone(program: RunningProgram) -> None:
    program.fen.edit.setFocus()
    program.fen.edit.setSelection(0, 4)
    program.press_keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == FIRST_FEN[:4]


def test_a_fen_is_pasted_wherever_the_keys_go(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(f"\n  {SEED}\n")
    for name, widget in focus_each(program):
        program.document.set_start()
        widget.setFocus()
        program.press_keys("Ctrl+V")
        assert program.position_fen() == SEED, name
        assert program.fen.edit.text() == SEED, name


def test_a_pasted_fen_is_one_step(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(SEED)
    program.press_keys("Ctrl+V")
    assert program.steps == 1
    assert program.status_message() == "The clipboard was set up on the board"
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == FIRST_FEN


def test_a_wrong_fen_is_not_set_up_but_shown_with_the_reason(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText("8/8/8/9/8/8/8/8 w - - 0 1")
    program.press_keys("Ctrl+V")
    assert program.position_fen() == FIRST_FEN
    assert program.steps == 0
    assert program.fen.edit.text() == "8/8/8/9/8/8/8/8 w - - 0 1"
    assert program.fen.error is not None
    assert program.status_message().startswith("The clipboard has no position. ")
    program.press_keys("M")
    assert not program.fen.error


@pytest.mark.parametrize(
    "text", ["", "  \n\t", "x" * 1_000_000, "\0" * 50, "٨/٨/٨/٨/٨/٨/٨/٨ w - - ٠ ١", "<img src='a'>"]
)
def test_odd_texts_on_the_clipboard_change_nothing_and_are_answered(program: RunningProgram, text: str) -> None:
    QGuiApplication.clipboard().setText(text)
    program.press_keys("Ctrl+V")
    assert program.position_fen() == FIRST_FEN
    assert program.status_message()
    assert len(program.status_message()) < 300


def test_a_picture_on_the_clipboard_is_no_text(program: RunningProgram) -> None:
    program.press_keys("Ctrl+Alt+C")
    picture = QGuiApplication.clipboard().image()
    assert picture.size() == program.board.size() * program.board.devicePixelRatioF()
    assert picture.copy(program.board.board_geometry.board_rect).convertToFormat(
        painted(program.board).format()
    ) == painted(program.board)
    program.press_keys("Ctrl+V")
    assert program.status_message() == "The clipboard has no text; copy a FEN first"


# Drops


@pytest.mark.parametrize("place", ["window", "board", "fen line"])
def test_a_fen_dropped_anywhere_is_set_up(program: RunningProgram, place: str) -> None:
    widget = {"window": program.window, "board": program.board, "fen line": program.fen.edit}[place]
    data = text_data(SEED)
    assert enters(widget, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)
    assert program.position_fen() == program.fen.edit.text() == SEED


def test_a_file_dropped_is_opened(program: RunningProgram, tmp_path: Path) -> None:
    path = tmp_path / "seed position.fen"
    path.write_text(f"{SEED}\n")
    data = file_data(str(path))
    assert enters(program.board, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)
    assert program.position_fen() == SEED
    assert program.window.windowTitle().startswith("seed position.fen")


def test_a_piece_dropped_beside_the_board_is_not_taken_for_a_text(program: RunningProgram) -> None:
    assert not enters(program.window, QPoint(5, 5), piece_mime("P"))


def test_a_dropped_text_that_is_no_fen_is_answered(program: RunningProgram) -> None:
    data = text_data("hello")
    assert enters(program.window, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)
    assert program.status_message().startswith("What was dropped has no position.")
    assert program.position_fen() == FIRST_FEN


# Files


def choose(monkeypatch: pytest.MonkeyPatch, path: Path | str) -> None:
    """Have the file dialogs answer with a path at once."""

    def answer(*_: object) -> tuple[str, str]:
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getOpenFileName", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)


def test_a_position_is_saved_edited_saved_again_and_opened(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.fen"
    choose(monkeypatch, path)
    set_up(program, SEED)
    program.press_keys("Ctrl+S")
    assert path.read_text() == f"{SEED}\n"
    assert program.status_message() == f"Saved {path}"
    program.press_keys("M")
    assert program.window.isWindowModified()
    choose(monkeypatch, "/nowhere/else.fen")
    program.press_keys("Ctrl+S")
    assert path.read_text() == f"{program.position_fen()}\n"
    assert not program.window.isWindowModified()
    mirrored = program.position_fen()
    program.press_keys("Ctrl+Delete")
    choose(monkeypatch, path)
    program.press_keys("Ctrl+O")
    assert program.position_fen() == mirrored
    program.press_keys("Ctrl+Z")
    assert program.pieces == "8/8/8/8/8/8/8/8"


def test_save_as_adds_the_ending_of_a_fen_file(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "second")
    program.press_keys("Ctrl+Shift+S")
    assert (tmp_path / "second.fen").read_text() == f"{FIRST_FEN}\n"
    assert program.window.windowTitle().startswith("second.fen")


def test_a_file_dialog_that_is_cancelled_changes_nothing(
    program: RunningProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, "")
    for keys in ("Ctrl+O", "Ctrl+S", "Ctrl+Shift+S"):
        program.press_keys(keys)
    assert program.position_fen() == FIRST_FEN
    assert program.notice() == ""
    assert program.document.path == ""


def test_a_missing_file_is_named_in_a_notice(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(monkeypatch, tmp_path / "gone.fen")
    program.press_keys("Ctrl+O")
    assert program.notice() == f"There is no file “gone.fen” in “{tmp_path}”."
    assert program.position_fen() == FIRST_FEN
    QTest.mouseClick(program.window.notice.close_button, LEFT)
    assert program.notice() == ""


def test_a_file_without_a_position_is_explained(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "wrong.fen"
    path.write_text("8/8/8/9/8/8/8/8 w - - 0 1\n")
    choose(monkeypatch, path)
    program.press_keys("Ctrl+O")
    assert program.notice().startswith("“wrong.fen”, line 1: ")
    assert program.position_fen() == FIRST_FEN


def test_a_folder_that_may_not_be_written_to_is_named_and_nothing_is_lost(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    access = os.access
    # The superuser, whom tests may run as, may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and access(path, mode))
    choose(monkeypatch, folder / "kept.fen")
    program.press_keys("M")
    program.press_keys("Ctrl+S")
    assert program.notice() == f"The folder “{folder}” may not be written to; choose another folder."
    assert program.window.isWindowModified()
    assert program.document.path == ""
    assert list(folder.iterdir()) == []


# Recent files and the page of the steps


def recent_names(program: RunningProgram) -> list[str]:
    """Open the menu of recent files and read it."""
    program.window.recent_menu.popup(QPoint(0, 0))
    names = [action.text() for action in program.window.recent_menu.actions()]
    program.window.recent_menu.hide()
    return names


def test_the_latest_files_are_offered_again_also_at_the_next_start(
    open_program: Callable[..., RunningProgram], tmp_path: Path
) -> None:
    program = open_program()
    assert recent_names(program) == ["No files yet"]
    for name in ("one.fen", "t&o.fen"):
        (tmp_path / name).write_text(f"{'8/' * 7}8 {'w' if name == 'one.fen' else 'b'} - - 0 1")
        assert program.window.files.open_path(str(tmp_path / name))
    assert recent_names(program) == ["&1 t&&o.fen", "&2 one.fen"]
    program = open_program()
    assert recent_names(program) == ["&1 t&&o.fen", "&2 one.fen"]
    program.window.recent_menu.actions()[1].trigger()
    assert program.position_fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert recent_names(program) == ["&1 one.fen", "&2 t&&o.fen"]
    (tmp_path / "t&o.fen").unlink()
    program.window.recent_menu.actions()[1].trigger()
    assert "t&o.fen" in program.notice()


def test_page_and_language_of_the_steps_come_back(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    program.press_keys("S")
    assert program.window.docks.steps_panel is not None
    program.window.docks.steps_panel.set_page(True, "rust")
    program = open_program()
    QApplication.processEvents()
    assert program.window.docks.steps_panel is not None
    assert program.window.docks.steps_panel.page == (True, "rust")
    assert "pub const fn" in program.window.docks.steps_panel.source.toPlainText()


def test_saving_a_file_of_several_positions_changes_the_edited_one_alone(
    program: RunningProgram, tmp_path: Path
) -> None:
    file = tmp_path / "two.epd"
    file.write_text('# both\n8/8/8/8/8/8/8/8 w - - id "one";\nbroken\n8/8/8/8/8/8/P7/8 w - - id "two";\n')
    assert program.window.files.open_path(str(file))
    assert program.status_message() == f"Opened {file}: the first of its 2 positions"
    program.press_keys("T")
    program.press_keys("Ctrl+S")
    assert program.status_message() == f"Saved {file} with its 2 positions"
    text = '# both\n8/8/8/8/8/8/8/8 b - - id "one";\nbroken\n8/8/8/8/8/8/P7/8 w - - id "two";\n'
    assert file.read_text() == text
    assert not program.window.isWindowModified()


def question(program: RunningProgram) -> QMessageBox:
    """Return the question that is open."""
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def answer(program: RunningProgram, text: str) -> None:
    """Click a button of the open question."""
    button = next(button for button in question(program).buttons() if button.text().replace("&", "") == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert QApplication.activeModalWidget() is None
    program.window.activateWindow()


def test_saving_over_what_another_program_wrote_is_asked_about(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "mine.fen", tmp_path / "other.fen"
    set_up(program, SEED)
    choose(monkeypatch, file)
    program.press_keys("Ctrl+S")
    theirs = "8/8/8/8/8/8/8/8 w - - 0 1\n"
    file.write_text(theirs)
    program.press_keys("T")
    mine = f"{program.position_fen()}\n"

    program.window.files.save_file()
    assert question(program).text() == ("“mine.fen” was changed by another program since it was opened or saved here.")
    answer(program, "Cancel")
    assert file.read_text() == theirs
    assert program.window.isWindowModified()

    program.window.files.save_file()
    question(program).close()
    QApplication.processEvents()
    assert file.read_text() == theirs, "Escape leaves it too"

    choose(monkeypatch, other)
    program.window.files.save_file()
    answer(program, "Save as…")
    assert (file.read_text(), other.read_text()) == (theirs, mine)

    assert program.window.files.open_path(str(file))
    file.write_text(mine)
    program.window.files.save_file()
    answer(program, "Overwrite")
    assert file.read_text() == theirs
    assert not program.window.isWindowModified()

    file.unlink()
    program.window.files.save_file()
    assert QApplication.activeModalWidget() is None
    assert file.read_text() == theirs, "a file that is gone is written again"


def test_a_name_that_is_given_a_suffix_writes_over_no_file_without_a_question(
    program: RunningProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.fen"
    file.write_text("what was there\n")
    choose(monkeypatch, tmp_path / "mine")
    program.window.files.save_file_as()
    assert question(program).text() == "“mine.fen” exists already."
    answer(program, "Cancel")
    assert file.read_text() == "what was there\n"


def test_a_piece_that_is_carried_by_key_is_announced(program: RunningProgram) -> None:
    def line() -> str:
        return next(label.full_text for label in program.window.statusBar().findChildren(ElidedLabel))

    program.board.setFocus()
    program.board.state.place_cursor(parse_square("d4"))
    program.press(Qt.Key.Key_Up)  # The first key shows the cursor.
    program.press(Qt.Key.Key_Return)
    assert line() == "The piece of d4 is held: arrow keys carry it, Enter puts it down, Escape lets go."
    program.window.status.show_message("Something in passing")
    program.press(Qt.Key.Key_Up)
    assert line().startswith("Put down here: ")
    assert program.status_message() == "", "what is said in passing does not hide it"
    program.press(Qt.Key.Key_Escape)
    assert "held" not in line()


# Samples


def choose_sample(program: RunningProgram, title: str) -> None:
    """Choose a sample position in its menu."""
    program.window.sample_menu.popup(QPoint(0, 0))
    next(action for action in program.window.sample_menu.actions() if action.text() == f"&{title}").trigger()
    program.window.sample_menu.hide()


def test_a_sample_is_set_up_with_its_layers_and_says_what_is_to_be_seen(program: RunningProgram) -> None:
    before = program.pieces
    choose_sample(program, "French chain")
    assert program.pieces == "r1b1kbnr/pp3ppp/1qn1p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R"
    shown = {entry.layer.title for entry in program.layers.shown()}
    assert shown == {"Chain bases", "Chain links", "Chain heads", "Levers"}
    assert program.notice().startswith("French chain: b2, c3, d4 and e5 form a chain")
    choose_sample(program, "Hedgehog")
    assert program.notice().startswith("Hedgehog: "), "what is said of the board is said of the board that is seen"
    program.press_keys("T")
    assert program.notice() == ""
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    assert program.pieces == before


def test_a_notice_that_was_closed_stays_away_when_the_next_sample_is_set_up(program: RunningProgram) -> None:
    program.window.notice.show_message("Something else.")
    choose_sample(program, "Hedgehog")
    program.window.notice.close_button.click()
    choose_sample(program, "Stonewall")
    assert program.notice().startswith("Stonewall: ")
    assert "\n" not in program.notice()


# Notices


def test_notices_never_crowd_out_the_board(program: RunningProgram) -> None:
    for number in range(50):
        program.window.notice.show_message(f"Notice {number}")
        program.window.notice.show_message("The same again")
    lines = program.notice().split("\n")
    assert len(lines) == MOST_NOTICES
    assert lines[-1] == "The same again"
    assert lines.count("The same again") == 1
    QApplication.processEvents()
    assert program.board.height() > 300


def test_a_notice_is_plain_text_whatever_it_quotes(program: RunningProgram) -> None:
    program.window.notice.show_message("There is no file “<h1>a</h1>”.")
    plain = program.window.notice.sizeHint().height()
    program.window.notice.hide()
    program.window.notice.show_message("There is no file “a”.")
    assert program.window.notice.sizeHint().height() == plain


# Theme


@pytest.fixture
def dark_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the system ask for dark colors."""

    def theme_for(choice: str, board: str = "gray") -> Theme:
        return LIGHT if choice == "light" else DARK

    monkeypatch.setattr("pawnviz.view.widgets.theme_choice.theme_for", theme_for)


def window_color() -> str:
    return QApplication.palette().color(QPalette.ColorRole.Window).name()


def corner_color(program: RunningProgram) -> str:
    """Return the color that the window is seen in at its lower left corner."""
    return program.window.grab().toImage().pixelColor(2, program.window.height() - 3).name()


def test_the_theme_follows_the_system_while_it_runs(program: RunningProgram, request: pytest.FixtureRequest) -> None:
    assert window_color() == LIGHT.window
    assert corner_color(program) == LIGHT.window
    light = painted(program.board)
    request.getfixturevalue("dark_system")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == DARK.window
    QApplication.processEvents()
    assert painted(program.board) != light
    assert corner_color(program) == DARK.window


def test_a_chosen_theme_does_not_follow_the_system(program: RunningProgram, request: pytest.FixtureRequest) -> None:
    program.action("theme_light").trigger()
    request.getfixturevalue("dark_system")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == LIGHT.window
    program.action("theme_system").trigger()
    assert window_color() == DARK.window
    program.action("theme_light").trigger()
    assert window_color() == LIGHT.window


def test_exactly_one_theme_is_checked(program: RunningProgram) -> None:
    for choice in ("dark", "light", "system"):
        program.action(f"theme_{choice}").trigger()
        assert program.window.themes.name == choice
        checked = [name for name in ("dark", "light", "system") if program.action(f"theme_{name}").isChecked()]
        assert checked == [choice]
    program.action("theme_light").trigger()


# Docks, sizes, reach


def docks(program: RunningProgram) -> list[QDockWidget]:
    return [program.window.docks.editor_dock, program.window.docks.layers_dock, program.window.docks.inspector_dock]


def test_docks_close_float_and_come_back(program: RunningProgram) -> None:
    width = program.board.width()
    for dock in docks(program):
        dock.toggleViewAction().trigger()
        assert not dock.isVisible()
    QApplication.processEvents()
    assert program.board.width() > width
    for dock in docks(program):
        dock.toggleViewAction().trigger()
        assert dock.isVisible()
        dock.setFloating(True)
        QApplication.processEvents()
        assert dock.isWindow()
    program.board.state.set_tool("hand")
    program.press_keys("1")
    assert program.board.state.tool == "P"
    for dock in docks(program):
        dock.setFloating(False)
        QApplication.processEvents()
        assert not dock.isWindow()
    assert program.board.width() == pytest.approx(width, abs=40)


def test_every_key_works_while_a_floating_dock_has_the_keys(program: RunningProgram, qtbot: QtBot) -> None:
    program.window.docks.layers_dock.setFloating(True)
    program.window.docks.layers_dock.activateWindow()
    qtbot.waitActive(program.window.docks.layers_dock)
    program.window.docks.panels.layer_panel.tree.setFocus()
    program.press_keys("M")
    assert program.position_fen() != FIRST_FEN
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == FIRST_FEN


def test_everything_fits_into_1024_by_700(program: RunningProgram) -> None:
    program.window.resize(1024, 700)
    QApplication.processEvents()
    assert program.window.size() == QSize(1024, 700)
    hint = program.window.minimumSizeHint()
    assert hint.width() <= 1024
    assert hint.height() <= 700
    assert program.board.board_geometry.square_size >= 48
    frame = program.window.rect()
    for widget in program.window.findChildren(QWidget):
        # The window keeps bars of tabs that it does not need far outside.
        spare = isinstance(widget, QTabBar) and widget.parentWidget() is program.window
        if widget.isVisible() and not widget.isWindow() and not in_scrolled_area(widget) and not spare:
            place = widget.rect().translated(widget.mapTo(program.window, QPoint()))
            assert frame.contains(place), (widget.objectName(), type(widget).__name__, place)


def in_scrolled_area(widget: QWidget) -> bool:
    """Return whether a widget can be scrolled into sight."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea | QAbstractItemView | QToolBar | QTabBar):
            return True
        parent = parent.parentWidget()
    return False


def test_the_board_grows_with_the_window(program: RunningProgram) -> None:
    program.window.resize(2560, 1440)
    QApplication.processEvents()
    assert program.board.board_geometry.square_size >= 140


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


def test_every_control_is_reached_by_tab_or_by_arrow_keys_within_its_group(program: RunningProgram) -> None:
    reached: set[QWidget] = set()
    program.press_keys("Ctrl+B")
    for _ in range(200):
        widget = program.focus_widget()
        if widget is None or widget in reached:
            break
        reached.add(widget)
        program.press(Qt.Key.Key_Tab)
    assert len(reached) > 15
    for widget in controls(program.window):
        group = widget.group() if isinstance(widget, QAbstractButton) else None
        mates = group.buttons() if group is not None and group.exclusive() else [widget]
        assert any(mate in reached for mate in mates), (type(widget).__name__, widget.accessibleName())
    for _ in range(len(reached)):
        program.press(Qt.Key.Key_Backtab, SHIFT)
    assert program.board.hasFocus()


def test_every_control_has_a_name_for_a_screen_reader(program: RunningProgram) -> None:
    program.action("list_keys").trigger()
    program.action("open_errata").trigger()
    program.window.docks.panels.layer_panel.edit_style(program.layers.current)
    QApplication.processEvents()
    places = [program.window, *(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog))]
    found = [control for place in places for control in controls(place)]
    assert len(found) > 60
    for widget in found:
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert name.strip(), (type(widget).__name__, widget.objectName(), widget.toolTip())


def test_a_floating_dock_can_be_left_and_reached_by_key(program: RunningProgram) -> None:
    program.press_keys("Ctrl+F")
    assert program.window.docks.panels.layer_panel.search_field.hasFocus()
    program.press_keys("Ctrl+B")
    assert program.board.hasFocus()


def test_every_menu_has_letters_of_its_own(program: RunningProgram) -> None:
    def letters(texts: list[str]) -> list[str]:
        return [text.replace("&&", "")[text.replace("&&", "").find("&") + 1].lower() for text in texts if "&" in text]

    program.window.resize(1800, 1400)
    for dock in program.window.findChildren(QDockWidget):
        dock.show()
    QApplication.processEvents()
    bar = program.window.menuBar()
    top = letters([action.text() for action in bar.actions()])
    labels = [
        widget.property("text")
        for widget in program.window.findChildren(QWidget)
        if widget.window() is program.window and not isinstance(widget, QLineEdit | QToolButton)
    ]
    labels = [text for text in labels if isinstance(text, str) and "<" not in text]
    tabs = program.window.findChildren(QTabBar)
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


def test_every_tool_tip_is_there_and_names_the_key(program: RunningProgram) -> None:
    for bar in program.window.findChildren(QToolBar):
        for action in bar.actions():
            if not action.isSeparator():
                keys = action.shortcut().toString()
                assert action.toolTip().endswith(f"({keys})"), action.text()


# Closing


def test_closing_ends_what_is_kept_from_other_windows(program: RunningProgram) -> None:
    program.window.close()
    assert not program.window.isVisible()


def test_quit_closes_the_window(program: RunningProgram) -> None:
    program.press_keys("Ctrl+Q")
    assert not program.window.isVisible()


def test_the_mouse_and_keys_used_together_leave_one_step_each(program: RunningProgram) -> None:
    set_up(program, KINGS)
    program.press_keys("1")
    program.hand.drag(program.at(8), program.at(15))
    program.press_keys("Ctrl+Z")
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"
    program.hand.press(program.at(8))
    program.hand.move(program.at(11))
    program.press_keys("Ctrl+Z")
    program.hand.move(program.at(15))
    program.hand.release(program.at(15))
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"
    assert not program.action("undo").isEnabled()


def test_undo_during_a_drag_lets_go_of_a_piece_that_is_gone(program: RunningProgram) -> None:
    set_up(program, KINGS)
    program.hand.drag(program.at(4), program.at(28))
    program.hand.press(program.at(28))
    program.hand.move(program.at(35))
    program.press_keys("Ctrl+Z")
    program.hand.release(program.at(35))
    assert program.pieces == "4k3/8/8/8/8/8/8/4K3"


def test_a_whole_position_set_up_during_a_drag_lets_go(program: RunningProgram) -> None:
    program.hand.press(program.at(parse_square("d4")))
    program.press_keys("Ctrl+Delete")
    program.hand.release(program.at(28))
    assert program.pieces == "8/8/8/8/8/8/8/8"


def test_keys_of_the_window_are_no_letters_for_the_fen_line(program: RunningProgram) -> None:
    program.press_keys("Alt+D")
    QTest.keyClicks(program.fen.edit, "fxtmgoche/?1")
    assert program.fen.edit.text() == "fxtmgoche/?1"
    assert program.position_fen() == FIRST_FEN
    assert not program.board.board_geometry.flipped


def test_control_with_a_letter_places_no_piece(program: RunningProgram) -> None:
    program.board.state.show_cursor(27)
    for letter in (Qt.Key.Key_P, Qt.Key.Key_N, Qt.Key.Key_K, Qt.Key.Key_R):
        program.press(letter, CONTROL)
    assert program.position_fen() == FIRST_FEN
    program.press(Qt.Key.Key_N, NONE)
    assert program.document.position.piece_at(27) in ("n", "N")


def test_the_key_brings_back_the_layers_that_a_preset_has_replaced(program: RunningProgram) -> None:
    before = program.layers.state()["shown"]
    program.press_keys("Ctrl+9")
    assert program.status_message() == "There are no layers to bring back"
    program.press_keys("Ctrl+3")
    program.press_keys("Ctrl+0")
    assert program.layers.state()["shown"] == {}
    program.press_keys("Ctrl+9")
    program.press_keys("Ctrl+3")
    program.press_keys("Ctrl+2")
    program.press_keys("Ctrl+9")
    assert set(program.layers.state()["shown"]) == set(presets()[2].layers) != set(before)


def test_the_swatches_of_the_layers_turn_with_the_board(program: RunningProgram) -> None:
    program.window.docks.panels.layer_panel.search_field.setText("stops")
    tree = program.window.docks.panels.layer_panel.tree
    tree.viewport().resize(300, 200)

    def mark() -> QImage:
        row = tree.visualRect(tree.index_of("stops"))
        return tree.viewport().grab(QRect(row.left() + 8, row.top() + 3, SWATCH, SWATCH)).toImage()

    upright = mark()
    program.press(Qt.Key.Key_F)
    turned = mark()
    assert turned != upright
    program.press(Qt.Key.Key_F)
    assert mark() == upright
    program.press(Qt.Key.Key_F)
    program.window.themes.choose("dark")
    program.window.themes.choose("light")
    assert mark() == turned


def test_undo_and_redo_can_be_chosen_as_the_history_says_also_where_the_position_stays(program: RunningProgram) -> None:
    program.document.clear()
    program.action("undo").trigger()
    assert program.action("redo").isEnabled()
    program.document.undo_stack.clear()
    assert not program.action("redo").isEnabled()
    assert not program.action("undo").isEnabled()


# Colors of the board


def test_the_colors_of_the_board_are_chosen_in_the_menu_and_come_back(
    open_program: Callable[..., RunningProgram],
) -> None:
    program = open_program()

    def colors() -> set[str]:
        image = program.board.grab().toImage()
        return {image.pixelColor(program.at(square) + QPoint(0, -24)).name() for square in (16, 17)}

    program.layers.clear()
    program.document.clear()
    for theme, number in (("light", 1), ("dark", 2)):
        program.action(f"theme_{theme}").trigger()
        for name, board in BOARD_COLORS.items():
            program.action(f"board_{name}").trigger()
            QApplication.processEvents()
            assert colors() == set(board[number])
    program.action("board_green").trigger()
    program = open_program()
    assert program.action("board_green").isChecked()
    assert colors() == set(BOARD_COLORS["green"].dark)
