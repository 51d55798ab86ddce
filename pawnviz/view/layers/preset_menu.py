"""A button with the presets as a menu, for a window that has no room for the list of layers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

from pawnviz.core.catalog.presets import presets
from pawnviz.core.words import count_text
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.state import BOTH


class PresetMenu(QToolButton):
    """A button with the title of the current preset, or the number of shown layers, and a menu of further commands."""

    def __init__(self, layers: ShownLayers, preset_actions: Sequence[QAction], others: Sequence[QAction]) -> None:
        super().__init__()
        self._layers = layers
        self.setAccessibleName("Layers")
        self.setToolTip("Presets of layers; the list of all layers opens with its command")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(list(preset_actions))
        menu.addSeparator()
        menu.addActions(list(others))
        self.setMenu(menu)
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("Layers: Levers and chains") + 30)
        layers.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        sides = self._layers.sides
        title = next(
            (preset.title for preset in presets() if sides == dict.fromkeys(preset.layers, BOTH)),
            count_text(len(sides), "layer") if sides else "none",
        )
        self.setText(f"Layers: {title}")
