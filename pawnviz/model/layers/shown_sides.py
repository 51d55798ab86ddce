"""The sides of the shown layers, and those before the last replacement."""

from __future__ import annotations

from pawnviz.model.layers.layer_list import LayerList
from pawnviz.model.layers.state import BOTH, FIRST_SHOWN, NEITHER, Sides


class ShownSides:
    """The sides for which each layer of a list is shown. Methods return whether anything changed."""

    def __init__(self, layers: LayerList) -> None:
        self._layers = layers
        self._now: dict[str, Sides] = {FIRST_SHOWN: BOTH}
        self._before_alone: dict[str, Sides] | None = None
        self._replaced: dict[str, Sides] = {}

    @property
    def now(self) -> dict[str, Sides]:
        """The shown layers, each with at least one side; not to be changed."""
        return self._now

    def of(self, identifier: str) -> Sides:
        """Return the sides that a layer is shown for."""
        return self._now.get(identifier, NEITHER)

    def show(self, shown: dict[str, Sides]) -> bool:
        """Replace the shown layers; those without a side and those not in the list are left out."""
        self._before_alone = None
        shown = {name: sides for name, sides in shown.items() if name in self._layers and any(sides)}
        before, self._now = self._now, shown
        return shown != before

    def replace(self, shown: dict[str, Sides]) -> bool:
        """Replace the shown layers, which ``bring_back`` shows again if there were any."""
        before = self._lasting(self._now)
        if before and before != self._lasting(shown):
            self._replaced = before
        return self.show(shown)

    def show_alone(self, identifier: str) -> bool:
        """Show one layer alone, for its sides or else both; a second call in a row brings back the others."""
        alone = {identifier: self._now.get(identifier, BOTH)}
        before = self._before_alone
        if self._now == alone:
            return before is not None and self.show(before)
        before = self._now if before is None else before
        self.replace(alone)
        self._before_alone = before
        return True

    @property
    def can_bring_back(self) -> bool:
        """Whether there are layers for ``bring_back``."""
        return bool(self._replaced) and self._lasting(self._replaced) != self._lasting(self._now)

    def bring_back(self) -> bool:
        """Exchange the shown layers for the last replaced ones; temporary layers stay as they are."""
        if not self.can_bring_back:
            return False
        lasting = self._lasting(self._now)
        temporary = {name: sides for name, sides in self._now.items() if name not in lasting}
        return self.replace(self._lasting(self._replaced) | temporary)

    def rename(self, old: str, new: str) -> None:
        """Keep the sides of a renamed layer."""
        for sides in (self._now, self._before_alone or {}, self._replaced):
            if old in sides:
                sides[new] = sides.pop(old)

    def drop_gone(self) -> None:
        """Drop the sides of layers that are no longer in the list."""
        if not all(name in self._layers for name in self._now):
            self.show(self._now)

    def _lasting(self, shown: dict[str, Sides]) -> dict[str, Sides]:
        temporary = {layer.identifier for layer in self._layers.temporary}
        return {name: sides for name, sides in shown.items() if name in self._layers and name not in temporary}
