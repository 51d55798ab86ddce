"""The frame of the window: the board's place, the pages of the column, and the number of controls."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QPlainTextEdit, QSplitter, QToolBar, QWidget

from pawnviz.core.catalog import presets
from pawnviz.view.board.tool_palette import ToolPalette
from pawnviz.view.commands import WORKSPACE_COMMANDS
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.menus import MOST_IN_GROUP
from pawnviz.view.navigator import FAULT_REST, PageWindow
from pawnviz.view.pages import PAGES
from tests.view.games.program import GAMES
from tests.view.hands import LEFT
from tests.view.parameters import slow
from tests.view.program import OpenProgram, RunningProgram

NO_KING = "8/8/8/3p4/3P4/8/8/4K3 w - - 0 1"
STRIPS = ("islands", "open_files", "half_open_files")


def board_rect(program: RunningProgram) -> QRect:
    QApplication.processEvents()
    geometry = program.board.board_geometry
    rect = geometry.board_rect
    place = program.board.mapTo(program.window, QPoint(rect.left(), rect.top()))
    return QRect(place, rect.size())


def states(program: RunningProgram, folder: Path) -> Iterator[str]:
    window, navigator = program.window, program.window.navigator
    yield "first start"
    for preset in presets():
        program.layers.apply_preset(preset.layers)
        yield f"preset {preset.title}"
    program.layers.clear()
    yield "no layers"
    for name in ("layers", "layer", "set_up", "pawn_moves", "compare", "engine"):
        navigator.show(name)
        yield f"page {name}"
    navigator.close("engine")
    navigator.back()
    window.status.show_message("A message that is about as long as messages become in the line below the board")
    yield "a message"
    window.notice.offer("Edits of an earlier session were not saved.", "Restore or discard…", program.layers.clear)
    yield "an offer"
    window.preferences.show_coordinates.value = False
    yield "no coordinates"
    window.preferences.show_coordinates.value = True
    window.preferences.show_legend.value = False
    yield "no legend"
    window.preferences.show_legend.value = True
    window.preferences.flipped.value = True
    yield "flipped"
    window.preferences.flipped.value = False
    program.document.set_fen(NO_KING)
    QTest.qWait(FAULT_REST // 10)
    yield "a fault"
    path = folder / "club.pgn"
    path.write_bytes(GAMES)
    program.open_games(path)
    yield "a game"
    program.action("go_forward").trigger()
    yield "a step"
    program.action("show_explore").trigger()
    yield "explore"
    program.action("show_position").trigger()
    yield "back in position"


# Each size of the window has a least edge of the board.
@pytest.mark.parametrize(("size", "least"), [((1024, 700), 440), *slow(((1366, 768), 560), ((1920, 1080), 700))])
def test_the_board_keeps_its_place_and_size_in_every_state(
    program: RunningProgram, tmp_path: Path, size: tuple[int, int], least: int
) -> None:
    program.window.resize(*size)
    seen = {name: board_rect(program) for name in states(program, tmp_path)}
    assert len(seen) >= 20
    first = seen["first start"]
    assert {name: rect for name, rect in seen.items() if rect != first} == {}
    assert first.width() >= least


def controls(program: RunningProgram) -> list[str]:
    strips = (ToolPalette, PresetBar)
    found = [action.text() for action in program.window.menuBar().actions()]
    for widget in program.window.findChildren(QWidget):
        if not (widget.isVisible() and widget.isEnabled()) or isinstance(widget, (QMenu, QSplitter, QToolBar)):
            continue
        is_control = isinstance(widget, QAbstractButton) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        parent = widget.parentWidget()
        if is_control and not isinstance(parent, strips):
            found.append(f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()}")
        elif isinstance(widget, strips):
            found.append(type(widget).__name__)
    return found


def test_the_first_screen_has_at_most_forty_controls_and_no_menu_group_over_seven(program: RunningProgram) -> None:
    program.window.resize(1366, 768)
    QApplication.processEvents()
    found = controls(program)
    assert 10 < len(found) <= 40, found
    for menu in program.window.menuBar().findChildren(QMenu):
        length = longest = 0
        for action in menu.actions():
            length = 0 if action.isSeparator() else length + 1
            longest = max(longest, length)
        assert longest <= MOST_IN_GROUP, menu.title()


def test_every_page_is_shown_by_a_command_and_has_its_title(program: RunningProgram, tmp_path: Path) -> None:
    path = tmp_path / "two.epd"
    path.write_text("8/8/8/3p4/3P4/8/8/4K2k w - -\n8/8/8/3p4/3P4/8/8/4K1k1 w - -\n")
    program.window.files.open_path(str(path))
    navigator = program.window.navigator
    names = {
        "positions": "show_positions", "layers": "show_layers", "layer": "show_layer", "square": "show_square",
        "pawn_moves": "show_pawn_moves", "compare": "show_comparison", "set_up": "show_set_up", "engine": "show_engine",
    } | WORKSPACE_COMMANDS  # fmt: skip
    assert names.keys() <= PAGES.keys()
    for page, command in names.items():
        if navigator.is_shown(page):
            navigator.close(page)
        program.action(command).trigger()
        QApplication.processEvents()
        assert navigator.is_shown(page), page
        assert PAGES[page].widget(navigator.widgets).isVisible(), page
        if page not in WORKSPACE_COMMANDS:
            program.action(command).trigger()
            assert not navigator.is_shown(page), page


def test_the_arrow_goes_back_one_page_and_the_cross_to_the_workspace_s_own(program: RunningProgram) -> None:
    navigator = program.window.navigator
    view = navigator.column.first
    for way in ("arrow", "Alt+Backspace", "cross", "Escape"):
        for name in ("pawn_moves", "layers", "layer"):
            navigator.show(name)
        seen = []
        while navigator.current != "position":
            program.board.setFocus()
            if way in ("arrow", "cross"):
                QTest.mouseClick(view.back_button if way == "arrow" else view.close_button, LEFT)
            else:
                program.press_keys(way)
            seen.append(navigator.current)
        assert seen == (["position"] if way in ("cross", "Escape") else ["layers", "pawn_moves", "position"])
        program.press_keys("Escape")
        assert navigator.current == "position"


def test_a_closed_page_gives_the_focus_to_the_board_and_one_in_its_place_to_no_button(program: RunningProgram) -> None:
    program.press_keys("Ctrl+F")
    assert program.focus_widget() is program.window.navigator.widgets.layers.search_field
    QTest.mouseClick(program.window.navigator.column.first.close_button, LEFT)
    assert program.focus_widget() is program.board
    for page in ("definitions", "set_up", "bench"):
        program.show_page("layers")
        program.layers_page.tree.setFocus()
        if page == "definitions":
            program.layers.set_current("passed_pawns")
            QTest.keyClick(program.layers_page.tree, Qt.Key.Key_F7)
        else:
            program.window.navigator.show(page)
        QApplication.processEvents()
        focus = program.focus_widget()
        assert program.window.navigator.current == page
        assert focus is not None and focus.isVisible() and not isinstance(focus, QAbstractButton)


def test_pages_stand_side_by_side_or_below_each_other_and_the_window_may_be_small(program: RunningProgram) -> None:
    program.action("show_pawn_moves").trigger()
    program.action("show_engine").trigger()
    QApplication.processEvents()
    widgets = program.window.navigator.widgets
    assert widgets.pawn_moves.isVisible()
    assert widgets.engine is not None and widgets.engine.isVisible()
    assert widgets.pawn_moves.height() > 150
    program.press_keys("Escape")
    program.window.navigator.close("engine")
    navigator, column = program.window.navigator, program.window.navigator.column
    program.window.resize(1920, 1080)
    QApplication.processEvents()
    assert (column.first.name, column.second.name) == ("position", "layers")
    navigator.show("pawn_moves")
    assert (column.first.name, column.second.name) == ("position", "pawn_moves")
    program.window.resize(1366, 768)
    QApplication.processEvents()
    assert column.first.name == "pawn_moves"
    assert not column.second.isVisible()
    program.window.resize(700, 500)
    QApplication.processEvents()
    assert program.window.size() == QSize(700, 500)


def test_a_page_opens_in_a_window_of_its_own_and_comes_back(program: RunningProgram) -> None:
    navigator = program.window.navigator
    navigator.show("layers")
    QTest.mouseClick(navigator.column.first.window_button, LEFT)
    window = navigator.widgets.layers.window()
    assert isinstance(window, PageWindow) and window.isVisible()
    assert navigator.column.first.name == "position"
    window.close()
    QApplication.processEvents()
    assert not navigator.is_shown("layers")
    navigator.show("layers")
    assert navigator.widgets.layers.window() is program.window


def test_the_line_between_board_and_column_is_kept(open_program: OpenProgram) -> None:
    program = open_program()
    splitter = program.window.centralWidget()
    assert isinstance(splitter, QSplitter)
    program.window.resize(1366, 768)
    splitter.moveSplitter(600, 1)
    width = program.window.navigator.column.width()
    again = open_program()
    again.window.resize(1366, 768)
    QApplication.processEvents()
    assert abs(again.window.navigator.column.width() - width) <= 1


def test_set_up_opens_by_itself_at_a_fault_at_rest_over_no_other_page_and_stays_closed(program: RunningProgram) -> None:
    navigator = program.window.navigator
    program.board.setFocus()
    program.document.set_fen(NO_KING)
    assert navigator.current == "position"
    program.qtbot.waitUntil(lambda: navigator.current == "set_up", timeout=60_000)
    assert program.focus_widget() is program.board
    navigator.close("set_up")
    program.document.set_fen("8/8/8/3p4/3P4/8/8/3K4 w - - 0 1")
    QTest.qWait(FAULT_REST + 500)
    assert navigator.current == "position"
    navigator.show("layers")
    program.document.set_fen(NO_KING)
    QTest.qWait(FAULT_REST + 500)
    assert navigator.current == "layers"


def test_a_passing_message_hides_an_offer_no_longer_than_it_stands(program: RunningProgram) -> None:
    notice, status = program.window.notice, program.window.status
    notice.offer("There are unsaved edits.", "Restore", program.layers.clear)
    notice.show_message("A sentence without an offer.")
    status.showMessage("Copied the FEN", 400)
    assert not notice.isVisible()
    notice.remove("A sentence without an offer.")
    assert not notice.isVisible(), "two sentences in one place cannot be read"
    program.qtbot.waitUntil(lambda: not program.status_message())
    assert notice.isVisible() and notice.text == "There are unsaved edits." and notice.offer_button.isVisible()
    status.show_message("Copied the FEN")
    notice.offer("The file is damaged.", "Repair", program.layers.clear)
    assert notice.isVisible() and not program.status_message()


def test_a_pinned_pawn_has_its_page_and_f_flips_the_board_unless_it_can_be_typed(program: RunningProgram) -> None:
    navigator = program.window.navigator
    program.click("d4")
    assert navigator.current == "square"
    program.board.setFocus()
    program.press(Qt.Key.Key_Escape)
    assert navigator.current == "position"
    program.board.setFocus()
    program.press(Qt.Key.Key_F)
    assert program.window.preferences.flipped.value
    program.layers.set_current("passed_pawns")
    program.show_page("layer")
    for box in program.window.navigator.widgets.layer.findChildren(QPlainTextEdit):
        if box.isVisible() and box.isReadOnly():
            before = program.window.preferences.flipped.value
            box.setFocus()
            QTest.keyClick(box, Qt.Key.Key_F)
            assert program.window.preferences.flipped.value != before, box.accessibleName()
    program.window.preferences.flipped.value = True
    program.press_keys("Ctrl+F")
    program.press(Qt.Key.Key_F)
    assert program.window.preferences.flipped.value
    assert program.window.navigator.widgets.layers.search_field.text() == "f"


def test_the_steps_of_a_layer_have_the_room_that_its_words_leave(program: RunningProgram) -> None:
    program.document.set_fen("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")
    program.layers.set_current("backward_pawns")
    program.show_page("layer")
    page = program.window.navigator.widgets.layer
    for width, height in ((1366, 768), (1024, 700), (1366, 768)):
        program.window.resize(width, height)
        for _ in range(4):
            QApplication.processEvents()
        words = page.words
        assert words.verticalScrollBar().maximum() == 0 and words.height() - words.body.minimumSizeHint().height() < 60
        assert page.steps.height() > 0.3 * page.height()
