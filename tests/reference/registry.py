"""Where the references of all layers and numbers are found by their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from tests.reference.view import Squares, View

LAYER_REFERENCES: Final[dict[str, Callable[[View], Squares]]] = {}
NUMBER_REFERENCES: Final[dict[str, Callable[[View], int]]] = {}

LayerRule = TypeVar("LayerRule", bound=Callable[[View], Squares])
NumberRule = TypeVar("NumberRule", bound=Callable[[View], int])


def reference(rule: LayerRule) -> LayerRule:
    """Register a function as the reference of the layer of the same name."""
    LAYER_REFERENCES[rule.__name__] = rule
    return rule


def number(rule: NumberRule) -> NumberRule:
    """Register a function as the reference of the number of the same name."""
    NUMBER_REFERENCES[rule.__name__] = rule
    return rule
