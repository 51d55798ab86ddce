"""The registry of layers and numbers: what a layer is, and the decorators that name one.

A layer is a function from a side to a mask, written once for both colors and for ints and arrays alike, with a title,
a chapter, a definition (the first paragraph of its docstring) and the text of its formula, which is executable.
Everything that lists layers (panel, inspector, command line, documentation, tests) reads this registry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

from pawnviz.core.bitboard import Bits
from pawnviz.core.marks import Mark
from pawnviz.core.side import Side

WIKI: Final = "https://www.chessprogramming.org/"


@dataclass(frozen=True)
class Chapter:
    """A part of the vocabulary, with the address of the wiki page it comes from."""

    title: str
    source: str


FILLS: Final = Chapter("Pawns and fills", WIKI + "Pawn_Fills")
SPANS: Final = Chapter("Spans and stops", WIKI + "Pawn_Spans")
ATTACKS: Final = Chapter("Attacks and safety", WIKI + "Pawn_Attacks_(Bitboards)")
CAPTURES: Final = Chapter("Captures", WIKI + "Pawn_Attacks_(Bitboards)#Captures")
ISLANDS: Final = Chapter("Islands and files", WIKI + "Pawn_Islands_(Bitboards)")


@dataclass(frozen=True)
class Layer:
    """A named set of squares for each side.

    ``compute`` takes a ``Side`` of ints or arrays and returns a mask of the same type within 64 bits. ``formula`` is
    its executable text. ``turns`` is false for a set of files kept in the low byte: it is the same set seen from either
    end of the board, so it does not turn with the colors.
    """

    identifier: str
    title: str
    chapter: Chapter
    formula: str
    definition: str
    mark: Mark
    compute: Callable[[Side[Any]], Any]
    turns: bool = True

    def __call__(self, side: Side[Bits]) -> Bits:
        """Return the layer's mask for a side."""
        mask: Bits = self.compute(side)
        return mask


@dataclass(frozen=True)
class Number:
    """A named count or byte for each side, such as the number of pawn islands.

    ``bits`` is the width of a set that is printed in hexadecimal, or 0 for a count that is printed in decimal.
    """

    identifier: str
    title: str
    chapter: Chapter
    definition: str
    compute: Callable[[Side[Any]], Any]
    bits: int = 0

    def __call__(self, side: Side[Bits]) -> Bits:
        """Return the number for a side: an int for ints, an array for arrays."""
        value: Bits = self.compute(side)
        return value

    def text(self, value: int) -> str:
        """Return the value as people read it: ``2`` for a count, ``0xe7`` for a byte."""
        return f"0x{value:0{self.bits // 4}x}" if self.bits else str(value)


LAYERS: Final[dict[str, Layer]] = {}
"""Every layer by identifier, in the order of the vocabulary."""

NUMBERS: Final[dict[str, Number]] = {}
"""Every number by identifier, in the order of the vocabulary."""

Rule = TypeVar("Rule", bound=Callable[..., Any])


def layer(
    title: str, chapter: Chapter, formula: str, mark: Mark, *, identifier: str = "", turns: bool = True
) -> Callable[[Rule], Rule]:
    """Register the decorated function as a layer named after it, or ``identifier``, and remember its value for a side.

    The docstring is the definition. Raises ``ValueError`` when the identifier is taken.
    """

    def register(rule: Rule) -> Rule:
        name = identifier or rule.__name__

        def remembered(side: Side[Any]) -> Any:
            mask = side.cache.get(name)
            if mask is None:
                mask = side.cache[name] = rule(side)
            return mask

        remembered.__name__ = remembered.__qualname__ = name
        remembered.__doc__ = rule.__doc__
        remembered.__module__ = rule.__module__
        _add(LAYERS, Layer(name, title, chapter, formula, _definition(rule), mark, remembered, turns))
        return cast(Rule, remembered)

    return register


def number(title: str, chapter: Chapter, *, bits: int = 0) -> Callable[[Rule], Rule]:
    """Register the decorated function as a number named after it. The docstring is the definition."""

    def register(rule: Rule) -> Rule:
        _add(NUMBERS, Number(rule.__name__, title, chapter, _definition(rule), rule, bits))
        return rule

    return register


def _definition(rule: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring on one line."""
    paragraph = (rule.__doc__ or "").split("\n\n")[0]
    return " ".join(paragraph.split())


def _add(registry: dict[str, Any], entry: Layer | Number) -> None:
    if entry.identifier in LAYERS or entry.identifier in NUMBERS:
        raise ValueError(f"the name {entry.identifier} is taken by another layer or number")
    registry[entry.identifier] = entry
