"""Docks, sizes, and what is reached by key and by a screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QDockWidget,
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QToolBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.model.kept.session import FIRST_FEN
from pawnviz.view.board.board import BoardView
from tests.view.hands import SHIFT
from tests.view.program import RunningProgram


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
    program.board.preferences.tool.value = "hand"
    program.window.activateWindow()
    program.board.setFocus()
    QApplication.processEvents()
    program.press_keys("1")
    assert program.board.state.tool == "P"
    for dock in docks(program):
        dock.setFloating(False)
        QApplication.processEvents()
        assert not dock.isWindow()
    assert program.board.width() == pytest.approx(width, abs=40)


def test_every_key_works_while_a_floating_dock_has_the_keys(program: RunningProgram, qtbot: QtBot) -> None:
    program.window.docks.layers_dock.setFloating(True)
    with qtbot.waitActive(program.window.docks.layers_dock):
        program.window.docks.layers_dock.activateWindow()
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
    program.action("open_bench").trigger()
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
        for action in bar.actions() if bar.isVisible() else ():
            if not action.isSeparator() and action.isVisible():
                keys = action.shortcut().toString()
                assert action.toolTip().endswith(f"({keys})"), action.text()
