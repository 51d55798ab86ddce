"""*Explore* in small windows: the board keeps its size, and nothing beside it is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.view.explore.program import CARLSBAD, ExploreProgram
from tests.view.hands import type_text


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1024, 700), (900, 650)])
def test_the_board_keeps_its_size_and_no_column_is_cut_off(explore: ExploreProgram, width: int, height: int) -> None:
    explore.window.resize(width, height)
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()
    panel = explore.panel
    for page in range(panel.pages.count()):
        panel.pages.setCurrentIndex(page)
        QApplication.processEvents()
        assert explore.board.board_geometry.board_rect.width() >= (520 if width == 1366 else 420)
        assert panel.width() >= panel.minimumSizeHint().width()
        assert explore.window.width() == width
    panel.pages.setCurrentIndex(0)
    panel.pattern_bar.begin("")
    QApplication.processEvents()
    for table in (panel.moves, panel.games):
        assert table.horizontalHeader().length() <= table.viewport().width()
    assert panel.pattern_bar.done_button.width() >= panel.pattern_bar.done_button.minimumSizeHint().width()


@pytest.mark.parametrize("height", [700, 720])
def test_the_window_keeps_its_size_from_workspace_to_workspace(explore: ExploreProgram, height: int) -> None:
    explore.window.resize(1350, height)
    explore.press_keys("F2")
    explore.press_keys("F4")
    explore.explore()
    explore.wait()
    explore.panel.pattern_bar.begin("")
    for keys in ("F2", "F4", "F3", "F4", "F2"):
        explore.press_keys(keys)
        QApplication.processEvents()
        assert (explore.window.width(), explore.window.height()) == (1350, height), keys


def test_four_moves_are_seen_in_a_small_window_also_after_sayings(explore: ExploreProgram) -> None:
    explore.window.resize(1024, 700)
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()
    panel = explore.panel
    before = panel.moves.height()
    assert panel.moves.viewport().height() >= 4 * panel.moves.rowHeight(0)
    panel.pages.setCurrentWidget(panel.pages.sayings)
    QApplication.processEvents()
    assert not panel.moves.isVisible()
    panel.pages.setCurrentWidget(panel.pages.games)
    explore.qtbot.waitUntil(lambda: panel.moves.height() == before)


def test_the_flow_has_fewer_columns_where_structures_could_not_be_named(explore: ExploreProgram) -> None:
    explore.window.resize(1024, 700)
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()
    page = explore.panel.pages.flow
    explore.panel.pages.setCurrentWidget(page)
    for width, columns in ((1024, {0, 1, 2}), (1366, {0, 1, 2, 3, 4}), (1024, {0, 1, 2})):
        explore.window.resize(width, 700)

        def shows_columns(columns: set[int] = columns) -> bool:
            flow = page.view._flow
            return flow is not None and set(range(len(flow.columns))) == columns

        explore.qtbot.waitUntil(shows_columns)


@pytest.mark.parametrize(("width", "is_beside"), [(1024, False), (1366, True)])
def test_how_a_saying_is_tested_stands_beside_its_plot_or_in_a_narrow_page_below(
    explore: ExploreProgram, width: int, is_beside: bool
) -> None:
    explore.window.resize(width, 700)
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()
    page = explore.panel.pages.sayings
    explore.panel.pages.setCurrentWidget(page)
    page.field.setFocus()
    type_text(page.field, "island_count(own) >= 2", Qt.Key.Key_Return)
    explore.qtbot.waitUntil(lambda: not page.trial.is_running and bool(page.result.text()))
    page.plot.show()  # Too few games have ratings for a point.
    QApplication.processEvents()
    plot, method = page.plot.geometry(), page.method.geometry()
    assert (method.left() > plot.right(), method.top() > plot.bottom()) == (is_beside, not is_beside)
