"""The preference of large marks, for a projector or a child."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences.preferences import Preference


class LargeMarks(QObject):
    """Draws the bars of all layers large while the preference says so."""

    def __init__(self, layers: ShownLayers, preference: Preference[bool], parent: QObject) -> None:
        super().__init__(parent)
        self._layers = layers
        self._preference = preference
        preference.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        if self._layers.large != self._preference.value:
            self._layers.large = self._preference.value
            self._layers.changed.emit()
