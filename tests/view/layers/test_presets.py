"""The buttons of the presets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
)

from pawnviz.core.catalog.presets import presets
from pawnviz.core.layers import LAYERS
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.layers.hands import (
    LEFT,
    NARROW,
    shown,
    tool_tip,
)


@pytest.fixture(autouse=True)
def wide(panel: LayerPanel) -> None:
    """Give the panel room for a button for each preset."""
    panel.resize(460, 700)
    QApplication.processEvents()


def test_one_button_alone_says_clear(panel: LayerPanel) -> None:
    texts = [button.text() for button in panel.findChildren(QAbstractButton) if button.text()]
    assert len(set(texts)) == len(texts)


def test_a_wide_panel_has_its_presets_in_one_row(panel: LayerPanel) -> None:
    panel.resize(900, 700)
    QApplication.processEvents()
    assert len({button.y() for button in panel.preset_bar.presets}) == 1
    panel.resize(460, 700)
    QApplication.processEvents()
    assert len({button.y() for button in panel.preset_bar.presets}) == 2
    assert not panel.preset_bar.menu_button.isVisible()


def test_in_a_narrow_panel_the_presets_are_a_menu_in_one_row(panel: LayerPanel, layers: ShownLayers) -> None:
    bar = panel.preset_bar
    panel.resize(NARROW, 700)
    QApplication.processEvents()
    assert bar.menu_button.isVisible() and bar.clear_button.isVisible()
    assert not any(button.isVisible() for button in bar.presets)
    assert bar.height() == bar.clear_button.height()
    menu = bar.menu_button.menu()
    entries = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.text().partition("\t")[0] for action in entries] == [preset.title for preset in presets()]
    entries[2].trigger()
    assert set(shown(layers)) == set(presets()[2].layers)
    assert bar.menu_button.text() == f"Layers: {presets()[2].title}"
    bar.menu_button.setFocus()
    assert bar.menu_button.hasFocus(), "the keyboard reaches it"


@pytest.mark.parametrize("number", range(len(presets())), ids=[preset.title for preset in presets()])
def test_a_preset_shows_exactly_its_layers_and_its_button_stays_down(
    panel: LayerPanel, layers: ShownLayers, number: int
) -> None:
    layers.set_shown("rear_fills", white=True, black=False)
    QTest.mouseClick(panel.preset_bar.presets[number], LEFT)
    assert shown(layers) == dict.fromkeys(sorted(presets()[number].layers, key=list(LAYERS).index), (True, True))
    assert [button.isChecked() for button in panel.preset_bar.presets].index(True) == number
    QTest.mouseClick(panel.preset_bar.presets[number], LEFT)
    assert panel.preset_bar.presets[number].isChecked()
    layers.set_shown("rear_fills", white=True, black=False)
    assert not any(button.isChecked() for button in panel.preset_bar.presets)


def test_presets_are_reached_and_used_by_key(panel: LayerPanel, layers: ShownLayers) -> None:
    button = panel.preset_bar.presets[2]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert set(shown(layers)) == set(presets()[2].layers)
    panel.preset_bar.clear_button.setFocus()
    QTest.keyClick(panel.preset_bar.clear_button, Qt.Key.Key_Space)
    assert shown(layers) == {}


def test_a_preset_s_tool_tip_says_what_it_shows(panel: LayerPanel) -> None:
    tip = tool_tip(panel.preset_bar.presets[0], QPoint(4, 4))
    assert presets()[0].description in tip
    assert "Ctrl+1" in tip
    assert "Passed pawns, Isolated pawns" in tip


def test_a_button_that_is_down_looks_different(panel: LayerPanel, layers: ShownLayers) -> None:
    # Under the pointer, which may be there from the beginning, it looks different, too.
    QApplication.sendEvent(panel.preset_bar.presets[0], QEvent(QEvent.Type.Leave))
    for theme in (LIGHT, DARK):
        panel.setPalette(palette(theme))
        layers.clear()
        up = panel.preset_bar.presets[0].grab().toImage()
        layers.apply_preset(presets()[0].layers)
        down = panel.preset_bar.presets[0].grab().toImage()
        assert down.pixelColor(5, 5) == QColor(theme.highlight)
        assert up.pixelColor(5, 5) == QColor(theme.button)
