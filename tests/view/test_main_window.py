"""The window: its first second, what it reads of the board, samples, notices, colors and its end."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QMenu, QToolBar, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.catalog import presets
from pawnviz.model.kept.folder import FIRST_FEN
from pawnviz.view.app import Program, make_application
from pawnviz.view.board.tool_palette import ToolPalette
from pawnviz.view.inspector.position_page import PositionPage
from pawnviz.view.layers.layer_list import SWATCH
from pawnviz.view.position.fen_line import FenEdit
from pawnviz.view.widgets.buttons import FocusRing
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.theme import BOARD_COLORS, DARK, LIGHT, Theme
from tests.view.hands import painted
from tests.view.program import OpenProgram, RunningProgram, set_up

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def test_the_first_start_shows_a_real_position_with_the_first_preset_atop_the_list(program: RunningProgram) -> None:
    assert program.position_fen() == FIRST_FEN
    assert program.layers.now.sides == dict.fromkeys(presets()[0].layers, (True, True))
    tree = program.layers_page.tree
    assert tree.current_identifier == program.layers.current == presets()[0].layers[0]
    assert tree.verticalScrollBar().value() == 0
    assert program.notice() == ""
    assert program.fen.edit.text() == FIRST_FEN


def test_nothing_moves_when_the_rest_of_the_window_follows_the_first_picture(qtbot: QtBot, tmp_path: Path) -> None:
    make_application()
    program = Program(None, tmp_path)
    window = program.window

    def places() -> list[QRect]:
        parts = (window.board, window.menuBar(), window.legend, window.fen_line, window.navigator.column)
        areas = [QRect(part.mapTo(window, QPoint()), part.size()) for part in parts]
        # The bars are empty at first, and each is as wide as its buttons.
        bars = window.findChildren(QToolBar)
        return [*areas, *(QRect(0, bar.y(), 0, bar.height()) for bar in bars)]

    at_first: list[QRect] = []
    window.board.first_painted.connect(lambda: at_first.extend(places()))
    program.show()
    qtbot.waitUntil(lambda: bool(at_first and window.findChildren(PositionPage)))
    QApplication.processEvents()
    assert places() == at_first
    window.close()
    for thing in (window, program):
        thing.deleteLater()


def test_the_first_picture_waits_for_no_check_of_the_position_which_follows_it(qtbot: QtBot, tmp_path: Path) -> None:
    make_application()
    program = Program(None, tmp_path)
    window = program.window
    qtbot.wait(200)  # As on a slow machine.
    assert not window.fen_line.message
    program.show()
    qtbot.waitUntil(lambda: window.fen_line.message == "A legal position.")
    window.close()
    for thing in (window, program):
        thing.deleteLater()


def test_the_title_names_the_file_and_whether_it_is_saved(program: RunningProgram, tmp_path: Path) -> None:
    assert program.window.windowTitle() == "Position[*] – pawnviz"
    assert not program.window.isWindowModified()
    program.document.clear()
    assert program.window.isWindowModified()
    program.document.free.save_file(str(tmp_path / "empty.fen"))
    assert program.window.windowTitle() == "empty.fen[*] – pawnviz"
    assert not program.window.isWindowModified()
    program.press_keys("Ctrl+Z")
    assert program.window.isWindowModified()


def test_the_status_line_reads_the_square_under_the_pointer_and_has_room_for_messages(program: RunningProgram) -> None:
    program.layers.apply_preset(["front_spans"])
    program.hand.move(program.at(parse_square("e6")))
    status = program.window.status
    assert status.reading.startswith("e6 black pawn.")
    assert "Front spans" in status.reading
    assert any(label.text().startswith("e6 black pawn.") for label in status.findChildren(ElidedLabel))
    program.document.remove(parse_square("e6"))
    assert status.reading.startswith("e6 empty.")
    program.window.resize(1366, 720)
    status = program.window.status
    for keys in ("PgDown", "Ctrl+Alt+L", "Ctrl+Shift+C", "Ctrl+Shift+W", "Ctrl+Alt+V"):
        program.press_keys("Ctrl+B" if keys == "PgDown" else "Escape")
        program.press_keys(keys)
        QApplication.processEvents()
        message = program.status_message()
        assert message
        room = min(part.x() for part in status.findChildren(QWidget) if part.isVisible() and part.parent() is status)
        assert status.fontMetrics().horizontalAdvance(message) < room, message
        assert message in unescape(status.toolTip()), "all of it, however large the letters are"


def test_squares_that_are_not_legal_are_marked_on_the_board(program: RunningProgram, qtbot: QtBot) -> None:
    set_up(program, KINGS)
    program.layers.clear()
    with qtbot.waitSignal(program.fen.problems_changed):
        pass
    before = painted(program.board)
    with qtbot.waitSignal(program.fen.problems_changed):
        program.document.set_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    assert painted(program.board) != before
    with qtbot.waitSignal(program.fen.problems_changed):
        program.fen.repair_button.click()
    assert painted(program.board) == before


def choose_sample(program: RunningProgram, title: str) -> None:
    """Choose a sample position in its menu or in the one below."""
    program.window.sample_menu.popup(QPoint(0, 0))
    (below,) = program.window.sample_menu.findChildren(QMenu)
    offered = [*program.window.sample_menu.actions(), *below.actions()]
    next(action for action in offered if action.text() == f"&{title}").trigger()
    program.window.sample_menu.hide()


@pytest.mark.slow
def test_a_sample_or_an_erratum_is_set_up_with_its_layers_and_says_what_is_to_be_seen(program: RunningProgram) -> None:
    before = program.pieces
    choose_sample(program, "French chain")
    assert program.pieces == "r1b1kbnr/pp3ppp/1qn1p3/2ppP3/3P4/2P2N2/PP3PPP/RNBQKB1R"
    shown = {entry.layer.title for entry in program.layers.shown()}
    assert shown == {"Chain bases", "Chain links", "Chain heads", "Levers"}
    assert program.notice().startswith("French chain: b2, c3, d4 and e5 form a chain")
    choose_sample(program, "Hedgehog")
    assert program.notice().startswith("Hedgehog: "), "what is said of the board is said of the board that is seen"
    program.press_keys("Ctrl+Alt+T")
    assert program.notice() == ""
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    assert program.pieces == before
    choose_sample(program, "Telestops of doubled pawns")
    assert program.pieces == "8/8/8/8/4P3/8/4P3/8"
    assert {entry.layer.title for entry in program.layers.shown()} == {"Telestops", "Telestops of each pawn"}
    assert program.notice().startswith("Telestops of doubled pawns: With pawns on e2 and e4 the sentence")
    program.press_keys("Ctrl+Z")
    assert program.notice() == ""


@pytest.mark.slow
def test_every_line_but_that_of_the_fen_has_a_longest_text(program: RunningProgram) -> None:
    for command in ("show_games", "show_explore", "open_bench", "compare_definitions", "new_layer", "export_picture"):
        program.action(command).trigger()
    program.window.navigator.show("positions")
    lines: list[QLineEdit] = program.window.findChildren(QLineEdit)
    unbounded = [line for line in lines if line.maxLength() > 10_000]
    assert len(lines) > 20
    others = [
        line for line in unbounded if not isinstance(line, FenEdit) and not isinstance(line.parent(), QAbstractSpinBox)
    ]
    assert not [f"{line.accessibleName()} in {line.parent()}" for line in others]


@pytest.fixture
def dark_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the system ask for dark colors."""

    def theme_for(choice: str, board: str = "gray") -> Theme:
        return LIGHT if choice == "light" else DARK

    monkeypatch.setattr("pawnviz.view.widgets.theme.theme_for", theme_for)


def window_color() -> str:
    return QApplication.palette().color(QPalette.ColorRole.Window).name()


def corner_color(program: RunningProgram) -> str:
    return program.window.grab().toImage().pixelColor(2, program.window.height() - 3).name()


@pytest.mark.slow
def test_the_theme_is_that_of_the_system_unless_one_is_chosen_and_exactly_one_is_checked(
    program: RunningProgram, request: pytest.FixtureRequest
) -> None:
    assert window_color() == LIGHT.window
    assert corner_color(program) == LIGHT.window
    light = painted(program.board)
    request.getfixturevalue("dark_system")
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == DARK.window
    QApplication.processEvents()
    assert painted(program.board) != light
    assert corner_color(program) == DARK.window
    program.action("theme_light").trigger()
    QGuiApplication.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert window_color() == LIGHT.window
    program.action("theme_system").trigger()
    assert window_color() == DARK.window
    program.action("theme_light").trigger()
    assert window_color() == LIGHT.window
    for choice in ("dark", "light", "system"):
        program.action(f"theme_{choice}").trigger()
        assert program.window.preferences.theme.value == choice
        checked = [name for name in ("dark", "light", "system") if program.action(f"theme_{name}").isChecked()]
        assert checked == [choice]
    program.action("theme_light").trigger()


def test_the_swatches_of_the_layers_turn_with_the_board(program: RunningProgram) -> None:
    program.layers_page.search_field.setText("stops")
    tree = program.layers_page.tree
    tree.viewport().resize(300, 200)

    def mark() -> QImage:
        row = tree.visualRect(tree.rows.index_of("stops"))
        return tree.viewport().grab(QRect(row.left() + 8, row.top() + 3, SWATCH, SWATCH)).toImage()

    upright = mark()
    program.press(Qt.Key.Key_F)
    turned = mark()
    assert turned != upright
    program.press(Qt.Key.Key_F)
    assert mark() == upright
    program.press(Qt.Key.Key_F)
    program.window.preferences.theme.value = "dark"
    program.window.preferences.theme.value = "light"
    assert mark() == turned


@pytest.mark.slow
def test_the_colors_of_the_board_are_chosen_in_the_menu_and_come_back(open_program: OpenProgram) -> None:
    program = open_program()

    def colors() -> set[str]:
        image = program.board.grab().toImage()
        return {image.pixelColor(program.at(square) + QPoint(0, -24)).name() for square in (16, 17)}

    program.layers.clear()
    program.document.clear()
    for theme, number in (("light", 1), ("dark", 2)):
        program.action(f"theme_{theme}").trigger()
        for name, board in BOARD_COLORS.items():
            program.action(f"board_colors_{name}").trigger()
            QApplication.processEvents()
            assert colors() == set(board[number])
    program.action("board_colors_green").trigger()
    program = open_program()
    assert program.action("board_colors_green").isChecked()
    assert colors() == set(BOARD_COLORS["green"].dark)


def test_the_focus_is_seen_on_the_tools_and_quit_closes_the_window(program: RunningProgram) -> None:
    (tools,) = program.window.findChildren(ToolPalette)
    (ring,) = [ring for ring in program.window.findChildren(FocusRing) if ring.parent() is program.window]
    assert not ring.isVisible()
    for tool in ("hand", "eraser", "K", "p"):
        button = tools.button(tool)
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        assert ring.isVisible()
        assert ring.geometry().contains(QRect(button.mapTo(program.window, QPoint()), button.size()))
    program.board.setFocus()
    assert not ring.isVisible()
    program.press_keys("Ctrl+Q")
    assert not program.window.isVisible()
