"""Every layer, by chapter in the user's order: registered ones, user layers, and temporary ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from pawnviz.core.labels.sections import sections, series_of
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.user_layers.collection import USER_LAYERS
from pawnviz.model.layers.state import merged_order
from pawnviz.model.layers.user_layer_list import UserLayerList

TEMPORARY: Final = "Temporary layers"  # The title of the chapter of temporary layers.


class LayerChapter(NamedTuple):
    """A chapter's title and the identifiers of its layers in the user's order, at least one."""

    title: str
    identifiers: tuple[str, ...]


class LayerList:
    """The layers by identifier, as a mapping in the order of the list, and their chapters.

    The registered layers come first, in their sections and in the order of ``move`` and ``set_order``; then user
    layers, which ``UserLayerList`` orders; then temporary ones. Layers that differ in a number only keep together: a
    chapter names the one that was chosen last. Methods raise ``KeyError`` for an unknown identifier.
    """

    def __init__(self, user_layers: UserLayerList) -> None:
        self._user_layers = user_layers
        self._registered: dict[str, list[str]] = _registered()
        self._order: list[str] | None = None
        self._chosen: dict[str, str] = {}
        self._temporary: dict[str, Layer] = {}

    def __getitem__(self, identifier: str) -> Layer:
        layer = LAYERS.get(identifier) or self._user_layers.layers.get(identifier) or self._temporary.get(identifier)
        if layer is None:
            raise KeyError(identifier)
        return layer

    def __contains__(self, identifier: object) -> bool:
        return identifier in LAYERS or identifier in self._user_layers.layers or identifier in self._temporary

    def __iter__(self) -> Iterator[str]:
        yield from self.order
        yield from self._user_layers.layers
        yield from self._temporary

    # Chapters and order

    def chapters(self) -> list[LayerChapter]:
        """Return the chapters that have a layer, in the order of the list."""
        chosen = self._chosen
        chapters = [
            LayerChapter(title, tuple(chosen.get(identifier, identifier) for identifier in identifiers))
            for title, identifiers in self._registered.items()
        ]
        for title, layers in ((USER_LAYERS.title, self._user_layers.layers), (TEMPORARY, self._temporary)):
            if layers:
                chapters.append(LayerChapter(title, tuple(layers)))
        return chapters

    def chapter_of(self, identifier: str) -> LayerChapter:
        """Return the chapter of a layer; of several that differ in a number it names the one that was chosen last."""
        first = first_of_series(identifier)
        listed = self._chosen.get(first, first)
        for chapter in self.chapters():
            if listed in chapter.identifiers:
                return chapter
        raise KeyError(identifier)

    def chosen(self, identifier: str) -> str:
        """Return the last chosen of the layers that differ from this one in a number only, or an empty text."""
        return self._chosen.get(first_of_series(identifier), "")

    def choose(self, identifier: str) -> bool:
        """Name this layer among those that differ from it in a number only; return whether that is a change."""
        before = self.chosen(identifier)
        if series_of(identifier) is not None:
            self._chosen[first_of_series(identifier)] = identifier
        return identifier != before

    def place(self, identifier: str) -> int:
        """Return the place of a layer within its chapter, counted from 0."""
        first = first_of_series(identifier)
        return self.chapter_of(identifier).identifiers.index(self._chosen.get(first, first))

    def move(self, identifier: str, place: int) -> bool:
        """Move a registered or temporary layer to a place within its chapter; return whether that is a change."""
        if identifier in self._temporary:
            names = list(self._temporary)
            moved = _move(names, identifier, place)
            self._temporary = {name: self._temporary[name] for name in names}
            return moved
        first = first_of_series(identifier)
        self._order = None
        return _move(next(names for names in self._registered.values() if first in names), first, place)

    @property
    def order(self) -> list[str]:
        """The identifiers of the registered layers in the user's order; not to be changed."""
        if self._order is None:
            self._order = [name for identifiers in self._registered.values() for name in with_series(identifiers)]
        return self._order

    @property
    def is_ordered_by_user(self) -> bool:
        """Whether the registered layers have another order than at the first start."""
        return self._registered != _registered()

    def set_order(self, order: Sequence[str]) -> bool:
        """Order registered layers, with missing ones behind their predecessors; return whether that is a change."""
        former, self._order = self._registered, None
        firsts = list(dict.fromkeys(map(first_of_series, order)))
        self._registered = {title: merged_order(identifiers, firsts) for title, identifiers in _registered().items()}
        return self._registered != former

    # Temporary layers

    @property
    def temporary(self) -> tuple[Layer, ...]:
        """The temporary layers in the order of the list."""
        return tuple(self._temporary.values())

    def replace_temporary(self, layers: Sequence[Layer]) -> None:
        """Replace the temporary layers; raises ``ValueError`` for an identifier that is there twice."""
        temporary = {layer.identifier: layer for layer in layers}
        taken = LAYERS.keys() | self._user_layers.layers.keys()
        if len(temporary) < len(layers) or not taken.isdisjoint(temporary):
            raise ValueError("a temporary layer needs an identifier of its own")
        self._temporary = temporary


def first_of_series(identifier: str) -> str:
    """Return the first of the layers that differ from this one in a number only."""
    series = series_of(identifier)
    return identifier if series is None else series.identifiers[0]


def _registered() -> dict[str, list[str]]:
    return {section.title: list(dict.fromkeys(map(first_of_series, section.identifiers))) for section in sections()}


def with_series(identifiers: Iterable[str]) -> list[str]:
    """Return identifiers with all layers that differ from one of them in a number only, in the order of the numbers."""
    found: list[str] = []
    for identifier in identifiers:
        series = series_of(identifier)
        found.extend((identifier,) if series is None else series.identifiers)
    return found


def _move(identifiers: list[str], identifier: str, place: int) -> bool:
    """Move an identifier to a place of a list, at most its ends, and return whether that is a change."""
    source, target = identifiers.index(identifier), min(len(identifiers) - 1, place)
    identifiers.insert(target, identifiers.pop(source))
    return source != target
