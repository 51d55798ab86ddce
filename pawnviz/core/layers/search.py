"""The layers that a text finds, best match first: by title, by other words for them, by identifier, by definition."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pawnviz.core.layers.registry import FORMER_IDENTIFIERS, Layer

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
    return next((other for other in layer.words if _begin(words, other)), "")


def _rank(layer: Layer, wanted: str) -> int:
    """Return how well a layer fits a text in small letters: 0 for its very title, ``_NOT_FOUND`` for not at all."""
    words = wanted.split()
    title = layer.title.casefold()
    former = [name for name, present in FORMER_IDENTIFIERS.items() if present == layer.identifier]
    names = [name.replace("_", " ") for name in (layer.identifier, *former)]
    others = [*layer.words, *names]
    if wanted == title:
        return 0
    if wanted in others:
        return 1
    if title.startswith(wanted):
        return 2
    if _begin(words, title):
        return 3
    if any(_begin(words, other) for other in others):
        return 4
    if all(word in title for word in words):
        return 5
    if all(word in f"{title} {' '.join(others)}" for word in words):
        return 6
    if all(word in f"{title} {' '.join(others)} {layer.definition.casefold()}" for word in words):
        return 7
    return _NOT_FOUND


def _begin(words: list[str], text: str) -> bool:
    parts = text.replace("(", " ").split()
    parts += [part for whole in parts if "-" in whole for part in whole.split("-")]
    return all(any(part.startswith(word) for part in parts) for word in words)
