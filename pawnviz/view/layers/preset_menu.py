"""A button with the presets as a menu, where there is no room for a button for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from pawnviz.core.catalog.presets import presets
from pawnviz.core.words import count_text
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.state import BOTH
from pawnviz.view.commands import PRESET_KEYS
from pawnviz.view.widgets.keys import native_keys


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
