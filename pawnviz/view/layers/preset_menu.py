"""A button with the presets as a menu, where there is no room for a button for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import QRect, Qt, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QStyle, QStyleOptionToolButton, QToolButton, QWidget

from pawnviz.core.catalog.presets import presets
from pawnviz.core.words import count_text
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.state import BOTH
from pawnviz.override import override
from pawnviz.view.commands import PRESET_KEYS
from pawnviz.view.widgets.keys import native_keys

_ARROW: Final = 12  # The edge of the square with the arrow, in logical pixels.


class PresetMenu(QToolButton):
    """A button with the title of the current preset, or the number of shown layers, and a menu of further commands."""

    def __init__(self, layers: ShownLayers, others: Sequence[QAction] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self.setAccessibleName("Layers")
        self.setToolTip("Presets of layers")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        for preset, keys in zip(presets(), PRESET_KEYS, strict=False):
            action = menu.addAction(f"{preset.title}\t{native_keys(keys)}")
            action.setToolTip(preset.description)
            action.setData(list(preset.layers))
            action.triggered.connect(self._apply)
        menu.addSeparator()
        menu.addActions(list(others))
        self.setMenu(menu)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("Layers: Levers and chains") + 30)
        layers.changed.connect(self._follow)
        self._follow()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrow of the menu at the height of the text: the style's own one stands in the corner."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        flags: Any = option  # PySide says nothing of these fields.
        flags.features &= ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
        style = self.style()
        with QPainter(self) as painter:
            style.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option, painter, self)
            flags.rect = QRect(self.width() - _ARROW - 6, (self.height() - _ARROW) // 2, _ARROW, _ARROW)
            style.drawPrimitive(QStyle.PrimitiveElement.PE_IndicatorArrowDown, option, painter, self)

    @Slot()
    def _apply(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._layers.apply_preset(action.data())

    @Slot()
    def _follow(self) -> None:
        sides = self._layers.sides
        title = next(
            (preset.title for preset in presets() if sides == dict.fromkeys(preset.layers, BOTH)),
            count_text(len(sides), "layer") if sides else "none",
        )
        self.setText(f"Layers: {title}")
