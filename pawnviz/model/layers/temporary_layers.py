"""Layers on the board for a time, such as a mask from elsewhere, in place of the shown ones."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from pawnviz.core.layers import Layer
from pawnviz.model.layers.shown_layers import Replaced, ShownLayers
from pawnviz.model.layers.state import FIRST_SHOWN


class TemporaryLayers(QObject):
    """The temporary layers of a window, of which one at a time has its layers on the board, until ``hide``."""

    def __init__(self, layers: ShownLayers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._layers = layers

    @property
    def are_shown(self) -> bool:
        """Whether these layers are on the board."""
        return self._layers.temporary_source is self

    def show(self, layers: Sequence[Layer], *, white: bool = True, black: bool = True, alone: bool = True) -> None:
        """Show layers for these sides, in place of those of this or another window.

        With ``alone`` all other layers are switched off at first.
        """
        shown, is_new = self._layers, not self.are_shown
        if is_new:
            self._bring_back()
            shown.temporary_source = self
            shown.replaced = Replaced(shown.sides if alone else {}, shown.current)
            if alone:
                shown.clear()
        shown.set_temporary(layers)
        if not (white and black):
            for layer in layers:
                shown.set_shown(layer.identifier, white, black)
        if is_new:
            shown.temporary_changed.emit()

    def hide(self) -> None:
        """Hide the layers and bring back those from before, unless others were switched on since."""
        if self.are_shown:
            self._bring_back()
            self._layers.temporary_changed.emit()

    def _bring_back(self) -> None:
        shown, replaced = self._layers, self._layers.replaced
        if replaced is None:
            return
        was_current = any(layer.identifier == shown.current for layer in shown.all.temporary)
        shown.temporary_source = shown.replaced = None
        shown.set_temporary(())
        if not shown.sides:
            for name, (white, black) in replaced.sides.items():
                if name in shown.all:
                    shown.set_shown(name, white, black)
        if was_current:
            before = replaced.current
            shown.set_current(before if not before or before in shown.all else FIRST_SHOWN)
