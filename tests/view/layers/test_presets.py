"""The buttons of the presets."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
)

from pawnviz.core.catalog import presets
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.panel import LayerPanel
from pawnviz.view.layers.presets import ChipButton
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.layers.hands import (
    LEFT,
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


def buttons_of(panel: LayerPanel) -> list[ChipButton]:
    return list(panel.preset_bar.presets)


@pytest.mark.parametrize("width", [340, 480, 900])
def test_the_buttons_take_as_many_rows_as_they_need(panel: LayerPanel, width: int) -> None:
    panel.resize(width, 700)
    QApplication.processEvents()
    bar = panel.preset_bar
    places = [button.geometry() for button in (*buttons_of(panel), bar.clear_button)]
    assert all(bar.rect().contains(place) for place in places)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))
    assert (len({place.y() for place in places}) == 1) == (width == 900)
    assert bar.geometry().bottom() < panel.tree.mapTo(panel, panel.tree.rect().topLeft()).y()


def test_without_a_layer_the_last_button_brings_back_those_from_before(panel: LayerPanel, layers: ShownLayers) -> None:
    button = panel.preset_bar.clear_button
    QTest.mouseClick(button, LEFT)
    assert shown(layers) == {}
    assert button.text() == "Bring back"
    assert panel.preset_bar.rect().contains(button.geometry())
    QTest.mouseClick(button, LEFT)
    assert shown(layers) == {"front_spans": (True, True)}
    assert button.text() == "Clear"


def test_a_preset_shows_its_layers_at_the_top_of_the_list(panel: LayerPanel, layers: ShownLayers) -> None:
    panel.search_field.setText("pawns")
    panel.tree.scrollToBottom()
    QTest.mouseClick(buttons_of(panel)[0], LEFT)
    assert panel.search_field.text() == ""
    assert panel.tree.verticalScrollBar().value() == 0
    assert set(panel.tree.rows.names[:3]) == set(presets()[0].layers)
    assert layers.current in presets()[0].layers


@pytest.mark.parametrize("number", range(len(presets())), ids=[preset.title for preset in presets()])
def test_a_preset_shows_exactly_its_layers_and_its_button_stays_down(
    panel: LayerPanel, layers: ShownLayers, number: int
) -> None:
    layers.set_shown("rear_fills", white=True, black=False)
    QTest.mouseClick(buttons_of(panel)[number], LEFT)
    assert shown(layers) == dict.fromkeys(presets()[number].layers, (True, True))
    assert [button.isChecked() for button in buttons_of(panel)].index(True) == number
    QTest.mouseClick(buttons_of(panel)[number], LEFT)
    assert buttons_of(panel)[number].isChecked()
    layers.set_shown("rear_fills", white=True, black=False)
    assert not any(button.isChecked() for button in buttons_of(panel))


def test_presets_are_reached_and_used_by_key(panel: LayerPanel, layers: ShownLayers) -> None:
    button = buttons_of(panel)[2]
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert set(shown(layers)) == set(presets()[2].layers)
    panel.preset_bar.clear_button.setFocus()
    QTest.keyClick(panel.preset_bar.clear_button, Qt.Key.Key_Space)
    assert shown(layers) == {}


def test_a_preset_s_tool_tip_says_what_it_shows(panel: LayerPanel) -> None:
    tip = tool_tip(buttons_of(panel)[0], QPoint(4, 4))
    assert presets()[0].description in tip
    assert "Ctrl+1" in tip
    assert "Passed pawns, Isolated pawns" in tip


def test_a_button_that_is_down_looks_different(panel: LayerPanel, layers: ShownLayers) -> None:
    # Under the pointer, which may be there from the beginning, it looks different, too.
    QApplication.sendEvent(buttons_of(panel)[0], QEvent(QEvent.Type.Leave))
    for theme in (LIGHT, DARK):
        panel.setPalette(palette(theme))
        layers.clear()
        up = buttons_of(panel)[0].grab().toImage()
        layers.apply_preset(presets()[0].layers)
        down = buttons_of(panel)[0].grab().toImage()
        assert down.pixelColor(5, 5) == QColor(theme.highlight)
        assert up.pixelColor(5, 5) == QColor(theme.button)
