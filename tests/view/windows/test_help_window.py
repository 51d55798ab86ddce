"""The windows of the manual and of the glossary."""

from __future__ import annotations

import pytest
from pawnviz.view.windows.help_window import HelpWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.layers import LAYERS
from tests.view.program import RunningProgram


def opened(program: RunningProgram, name: str) -> HelpWindow:
    """Return the window that a command opens."""
    program.action(name).trigger()
    QApplication.processEvents()
    windows = [window for window in program.window.findChildren(HelpWindow) if window.isVisible()]
    assert len(windows) == 1
    return windows[0]


def shown(window: HelpWindow) -> list[str]:
    rows = [window.titles.item(row) for row in range(window.titles.count())]
    return [item.text() for item in rows if not item.isHidden()]


def test_the_glossary_has_every_layer_and_is_searched_and_read_with_the_keyboard(program: RunningProgram) -> None:
    window = opened(program, "open_glossary")
    assert {layer.title for layer in LAYERS.values()} <= set(shown(window))
    assert window.search_field.hasFocus()
    QTest.keyClicks(window.search_field, "CARLSBAD")
    assert shown(window)[0] == "Carlsbad"
    assert "minority attack" in window.page.toPlainText()
    QTest.keyClick(window.search_field, Qt.Key.Key_Down)
    assert window.titles.hasFocus()
    before = window.page.toPlainText()
    QTest.keyClick(window.titles, Qt.Key.Key_Down)
    assert window.page.toPlainText() != before
    QTest.keyClick(window.titles, Qt.Key.Key_Escape)
    assert not window.isVisible()


def test_players_words_find_a_layer(program: RunningProgram) -> None:
    layer = next(layer for layer in LAYERS.values() if layer.words)
    window = opened(program, "open_glossary")
    QTest.keyClicks(window.search_field, layer.words[0])
    assert layer.title in shown(window)


@pytest.mark.parametrize("name", ["open_manual", "open_glossary"])
def test_a_search_without_a_result_says_so_and_escape_shows_all_again(program: RunningProgram, name: str) -> None:
    window = opened(program, name)
    count = len(shown(window))
    QTest.keyClicks(window.search_field, "zzqq")
    assert shown(window) == []
    assert "zzqq" in window.nothing.text() and window.nothing.isVisible()
    QTest.keyClick(window.search_field, Qt.Key.Key_Escape)
    assert len(shown(window)) == count and not window.nothing.isVisible()
    assert window.isVisible()


def test_a_title_comes_before_pages_that_only_speak_of_it(program: RunningProgram) -> None:
    window = opened(program, "open_manual")
    QTest.keyClicks(window.search_field, "engine")
    assert window.titles.currentItem().text() == "Ask an engine"
    assert "Stockfish" in window.page.toPlainText()
