"""Every layer that there is, by chapter in the user's order: registered ones, the user's own, and temporary ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.user_layers.collection import MY_LAYERS
from pawnviz.model.layers.own_layers import OwnLayers
from pawnviz.model.layers.state import merged_order

TEMPORARY: Final = "Temporary layers"
"""The title of the chapter that holds temporary layers."""


class LayerChapter(NamedTuple):
    """A chapter's title and the identifiers of its layers in the user's order, at least one."""

    title: str
    identifiers: tuple[str, ...]


class LayerList:
    """The layers by identifier, as a mapping that iterates in the order of the list, and their chapters.

    The registered layers come first, in the order that ``move`` and ``set_order`` give them within their chapters;
    then the user's own, which ``OwnLayers`` orders; then temporary ones. Every method that takes an identifier raises
    ``KeyError`` when no layer has it.
    """

    def __init__(self, own: OwnLayers) -> None:
        """List the registered layers and the user's own."""
        self._own = own
        self._registered: dict[str, list[str]] = _registered()
        self._temporary: dict[str, Layer] = {}

    def __getitem__(self, identifier: str) -> Layer:
        """Return the layer with this identifier."""
        layer = LAYERS.get(identifier) or self._own.layers.get(identifier) or self._temporary.get(identifier)
        if layer is None:
            raise KeyError(identifier)
        return layer

    def __contains__(self, identifier: object) -> bool:
        """Return whether a layer has this identifier."""
        return identifier in LAYERS or identifier in self._own.layers or identifier in self._temporary

    def __iter__(self) -> Iterator[str]:
        """Yield the identifiers of all layers in the order of the list."""
        for identifiers in self._registered.values():
            yield from identifiers
        yield from self._own.layers
        yield from self._temporary

    # Chapters and order

    def chapters(self) -> list[LayerChapter]:
        """Return the chapters that have a layer, in the order of the list."""
        chapters = [LayerChapter(title, tuple(identifiers)) for title, identifiers in self._registered.items()]
        for title, layers in ((MY_LAYERS.title, self._own.layers), (TEMPORARY, self._temporary)):
            if layers:
                chapters.append(LayerChapter(title, tuple(layers)))
        return chapters

    def chapter_of(self, identifier: str) -> LayerChapter:
        """Return the chapter of a layer."""
        for chapter in self.chapters():
            if identifier in chapter.identifiers:
                return chapter
        raise KeyError(identifier)

    def move(self, identifier: str, place: int) -> bool:
        """Move a registered or temporary layer to a place within its chapter; return whether that is another place."""
        if identifier in self._temporary:
            names = list(self._temporary)
            moved = _move(names, identifier, place)
            self._temporary = {name: self._temporary[name] for name in names}
            return moved
        return _move(self._registered[LAYERS[identifier].chapter.title], identifier, place)

    @property
    def order(self) -> list[str]:
        """The identifiers of the registered layers in the user's order."""
        return [identifier for identifiers in self._registered.values() for identifier in identifiers]

    def set_order(self, order: Sequence[str]) -> bool:
        """Order the registered layers within their chapters, and return whether that is another order.

        A layer that the order lacks follows its predecessor in the registry.
        """
        former = self._registered
        self._registered = {title: merged_order(identifiers, order) for title, identifiers in _registered().items()}
        return self._registered != former

    # Temporary layers

    @property
    def temporary(self) -> tuple[Layer, ...]:
        """The temporary layers in the order of the list."""
        return tuple(self._temporary.values())

    def replace_temporary(self, layers: Sequence[Layer]) -> None:
        """Have these temporary layers in place of the former ones.

        Raises ``ValueError`` when two of them have one identifier, or one has that of another layer.
        """
        temporary = {layer.identifier: layer for layer in layers}
        taken = LAYERS.keys() | self._own.layers.keys()
        if len(temporary) < len(layers) or not taken.isdisjoint(temporary):
            raise ValueError("a temporary layer needs an identifier of its own")
        self._temporary = temporary


def _registered() -> dict[str, list[str]]:
    """Return the identifiers of the registered layers by the titles of their chapters, in the registry's order."""
    chapters: dict[str, list[str]] = {}
    for layer in LAYERS.values():
        chapters.setdefault(layer.chapter.title, []).append(layer.identifier)
    return chapters


def _move(identifiers: list[str], identifier: str, place: int) -> bool:
    """Move an identifier to a place of a list, no further than its ends, and return whether that is another place."""
    source, target = identifiers.index(identifier), min(len(identifiers) - 1, place)
    identifiers.insert(target, identifiers.pop(source))
    return source != target
