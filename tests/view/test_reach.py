"""Sizes, and what is reached by key and by a screen reader."""

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
    QLineEdit,
    QMenu,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QToolBar,
    QToolButton,
    QWidget,
)

from pawnviz.view.board.board import BoardView
from pawnviz.view.pages import PAGES
from tests.view.hands import SHIFT
from tests.view.program import RunningProgram


def test_everything_fits_into_1024_by_700_and_is_reached_by_tab_or_by_arrow_keys(program: RunningProgram) -> None:
    program.window.resize(1024, 700)
    QApplication.processEvents()
    assert program.window.size() == QSize(1024, 700)
    hint = program.window.minimumSizeHint()
    assert hint.width() <= 1024
    assert hint.height() <= 700
    assert program.board.board_geometry.square_size >= 48
    frame = program.window.rect()
    for widget in program.window.findChildren(QWidget):
        if widget.isVisible() and not widget.isWindow() and not in_scrolled_area(widget):
            place = widget.rect().translated(widget.mapTo(program.window, QPoint()))
            assert frame.contains(place), (widget.objectName(), type(widget).__name__, place)
    reached: set[QWidget] = set()
    program.press_keys("Ctrl+B")
    for _ in range(200):
        focused = program.focus_widget()
        if focused is None or focused in reached:
            break
        reached.add(focused)
        program.press(Qt.Key.Key_Tab)
    assert len(reached) > 11
    for widget in controls(program.window):
        group = widget.group() if isinstance(widget, QAbstractButton) else None
        mates = group.buttons() if group is not None and group.exclusive() else [widget]
        assert any(mate in reached for mate in mates), (type(widget).__name__, widget.accessibleName())
    for _ in range(len(reached)):
        program.press(Qt.Key.Key_Backtab, SHIFT)
    assert program.board.hasFocus()


def in_scrolled_area(widget: QWidget) -> bool:
    """Return whether a widget can be scrolled into sight."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea | QAbstractItemView | QToolBar | QTabBar):
            return True
        parent = parent.parentWidget()
    return False


def controls(window: QWidget) -> list[QWidget]:
    kinds = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView, QAbstractSlider, QTabWidget, BoardView)
    return [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds) and widget.isVisible() and widget.isEnabled() and not is_part(widget)
    ]


def is_part(widget: QWidget) -> bool:
    """Return whether a widget is part of another control: a scroll bar, a header, a line's own button."""
    if widget.objectName().startswith("qt_") or widget.inherits("QScrollBar") or widget.inherits("QHeaderView"):
        return True
    parent = widget.parentWidget()
    if isinstance(widget, QTabWidget):  # Its tabs are what is operated.
        return True
    return parent is not None and (
        isinstance(parent, QLineEdit | QComboBox | QTabBar | QToolBar) or parent.inherits("QHeaderView")
    )


@pytest.mark.slow
def test_every_control_has_a_name_for_screen_readers_and_every_menu_letters_of_its_own(program: RunningProgram) -> None:
    def letters(texts: list[str]) -> list[str]:
        return [text.replace("&&", "")[text.replace("&&", "").find("&") + 1].lower() for text in texts if "&" in text]

    program.window.resize(1800, 1400)
    bar = program.window.menuBar()
    top = letters([action.text() for action in bar.actions()])
    for name in PAGES:
        program.show_page(name)
        labels = [
            widget.property("text")
            for widget in program.window.findChildren(QWidget)
            if widget.isVisible()
            and widget.window() is program.window
            and not isinstance(widget, QLineEdit | QToolButton)
        ]
        labels = [text for text in labels if isinstance(text, str) and "<" not in text]
        window = top + letters(labels) + ["d"]  # Alt+D goes to the FEN line.
        assert len(window) >= 7
        assert sorted(window) == sorted(set(window)), name
    for action in bar.actions():
        menu = action.menu()
        assert isinstance(menu, QMenu)
        texts = [entry.text() for entry in menu.actions()]
        inside = letters(texts)
        assert sorted(inside) == sorted(set(inside)), action.text()
    program.action("list_keys").trigger()
    program.action("open_bench").trigger()
    program.layers_page.edit_style(program.layers.current)
    QApplication.processEvents()
    places = [program.window, *(widget for widget in QApplication.topLevelWidgets() if isinstance(widget, QDialog))]
    found = [control for place in places for control in controls(place)]
    assert len(found) > 60
    for widget in found:
        name = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        assert name.strip(), (type(widget).__name__, widget.objectName(), widget.toolTip())
