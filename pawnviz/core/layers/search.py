"""The layers that a text finds, best match first: by title, by other words for them, by identifier, by definition."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.layers.registry import Layer

_NOT_FOUND: Final = 9


def ranked(layers: Iterable[Layer], text: str) -> list[Layer]:
    """Return the layers that hold every word of a text, best match first; case does not matter.

    A whole title comes before another name of a layer, then the beginning of a title, its words, parts of words,
    identifiers, and definitions last. Among equals the order of the layers stays.
    """
    wanted = " ".join(text.casefold().replace("_", " ").split())
    ranks = [(_rank(layer, wanted), layer) for layer in layers]
    matches = [entry for entry in ranks if entry[0] < _NOT_FOUND]
    return [layer for _, layer in sorted(matches, key=lambda entry: entry[0])]


def other_word(layer: Layer, text: str) -> str:
    """Return the other name of a layer that a text finds it by, empty where its title says it or nothing is found."""
    words = text.casefold().replace("_", " ").split()
    if all(word in layer.title.casefold() for word in words):
        return ""
    return next((other for other in layer.words if _begin(words, _words(other))), "")


class _Texts(NamedTuple):
    """Texts by which a layer is found, in small letters, and the words of each, with the parts around a hyphen."""

    title: str
    title_words: tuple[str, ...]
    others: tuple[str, ...]
    other_words: tuple[tuple[str, ...], ...]
    names: str
    all: str


def _texts(layer: Layer) -> _Texts:
    # Not by the layer itself: one that its user has changed or removed would be kept with its formula.
    return _searched(layer.identifier, layer.title, layer.words, layer.definition)


@lru_cache(maxsize=1024)
def _searched(identifier: str, title: str, words: tuple[str, ...], definition: str) -> _Texts:
    title = title.casefold()
    former = [name for name, present in FORMER_IDENTIFIERS.items() if present == identifier]
    others = (*words, *(name.replace("_", " ") for name in (identifier, *former)))
    names = f"{title} {' '.join(others)}"
    every = f"{names} {definition.casefold()}"
    return _Texts(title, _words(title), others, tuple(map(_words, others)), names, every)


def _rank(layer: Layer, wanted: str) -> int:
    """Return how well a layer fits a text in small letters: 0 for its very title, ``_NOT_FOUND`` for not at all."""
    texts, words = _texts(layer), wanted.split()
    if not all(word in texts.all for word in words):
        return _NOT_FOUND
    if wanted == texts.title:
        return 0
    if wanted in texts.others:
        return 1
    if texts.title.startswith(wanted):
        return 2
    if _begin(words, texts.title_words):
        return 3
    if any(_begin(words, other) for other in texts.other_words):
        return 4
    if all(word in texts.title for word in words):
        return 5
    return 6 if all(word in texts.names for word in words) else 7


def _begin(words: list[str], parts: tuple[str, ...]) -> bool:
    return all(any(part.startswith(word) for part in parts) for word in words)


def _words(text: str) -> tuple[str, ...]:
    parts = text.replace("(", " ").split()
    return (*parts, *(part for whole in parts if "-" in whole for part in whole.split("-")))
