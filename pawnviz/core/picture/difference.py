"""The difference of two layers, as three layers and in words; masks from elsewhere; disputed terms as tables."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, Final, NamedTuple

from pawnviz.core.board.bitboard import complement, file_fill, popcount, squares, to_hex
from pawnviz.core.board.mask_reader import files_and_squares
from pawnviz.core.board.side import Side
from pawnviz.core.explain.terms import DisputedTerm
from pawnviz.core.layers import LAYERS, Chapter, Layer
from pawnviz.core.layers.marks import badge, hatch
from pawnviz.core.layers.registry import WIKI
from pawnviz.core.words import count_text

CHAPTER: Final = Chapter("Difference", WIKI + "General_Setwise_Operations")
"""The chapter of the layers of a difference."""

PASTED: Final = "pasted_mask"  # The identifier of a mask from elsewhere.

_SIDES: Final = ("White", "Black")

_MARKS: Final = (hatch("solid"), hatch("crosses"), badge("="))
"""The marks of a difference: only in the first, only in the second, in both. They are never on one square."""


class Difference(NamedTuple):
    """The squares that only the first of two masks holds, those that only the second holds, and those of both."""

    only_first: int
    only_second: int
    both: int


def difference(first: Any, second: Any) -> Difference:
    """Return where two masks differ and agree; of arrays, the masks of each element."""
    return Difference(first & complement(second), second & complement(first), first & second)


def compared_squares(layer: Layer, side: Side[Any]) -> Any:
    """Return the squares of a layer that are compared, all those of its files if they are kept in a byte."""
    mask = layer(side)
    return mask if layer.turns else file_fill(mask)


def mask_layer(mask: int) -> Layer:
    """Return a mask from elsewhere as a layer, the same mask for both sides."""
    return Layer(
        identifier=PASTED,
        title="Pasted mask",
        chapter=CHAPTER,
        formula=to_hex(mask),
        definition=f"A mask from elsewhere with {count_text(popcount(mask), 'square')}.",
        mark=hatch("dotted"),
        compute=lambda side: side.pawns & 0 | mask,
    )


def beside_mask(mask: int, expected: int) -> tuple[Layer, ...]:
    """Return a mask from elsewhere, and the squares that it lacks or has too many if there are any, as layers."""
    parts = (
        ("mask", "Given mask", mask, mask_layer(mask).mark),
        ("missing", "Missing from the mask", expected & complement(mask), badge("−")),
        ("surplus", "Surplus in the mask", mask & complement(expected), badge("+")),
    )
    return tuple(
        mask_layer(part)._replace(
            identifier=f"bench_{name}", title=title, definition=f"{title}: {to_hex(part)}.", mark=mark
        )
        for name, title, part, mark in parts
        if part or name == "mask"
    )


def difference_layers(first: Layer, second: Layer) -> tuple[Layer, Layer, Layer]:
    """Return the squares of only the first layer, only the second, and both, as layers with a formula or a rule."""
    one, other = _expression(first), _expression(second)
    titles = first.title, second.title
    parts = (
        ("only_first", f"Only {titles[0]}", f"{one} - {other}", f"{titles[0]} that are not of {titles[1]}"),
        ("only_second", f"Only {titles[1]}", f"{other} - {one}", f"{titles[1]} that are not of {titles[0]}"),
        ("in_both", "In both", f"{one} & {other}", f"{titles[0]} and of {titles[1]}"),
    )

    def part(number: int, name: str, title: str, formula: str, squares: str) -> Layer:
        return Layer(
            identifier=f"difference_{name}",
            title=title,
            chapter=CHAPTER,
            formula=formula if one and other else "",
            definition=f"Squares of {squares}.",
            mark=_MARKS[number],
            compute=lambda side: difference(compared_squares(first, side), compared_squares(second, side))[number],
            rule="" if one and other else f"Squares of {squares}.",
        )

    only_first, only_second, both = (part(number, *each) for number, each in enumerate(parts))
    return only_first, only_second, both


def _expression(layer: Layer) -> str:
    """Return the formula of ``compared_squares``, or an empty text if there is none."""
    if layer.identifier == PASTED:
        return layer.formula
    if LAYERS.get(layer.identifier) != layer:
        return ""
    call = f"{layer.identifier}(own)"
    return call if layer.turns else f"file_fill({call})"


class VariantRow(NamedTuple):
    """A square that a side's layers of a term are asked about, and which of its variants hold it, in their order."""

    white: bool
    square: int
    holds: tuple[bool, ...]

    @property
    def is_disputed(self) -> bool:
        """Whether the definitions disagree about the square."""
        return len(set(self.holds)) > 1


def variant_rows(term: DisputedTerm, sides: Sequence[Side[int]]) -> tuple[VariantRow, ...]:
    """Return each square that at least one variant of a term holds, side by side in their order, a1 first."""
    layers = [LAYERS[variant.layer] for variant in term.variants]
    rows = []
    for side in sides:
        masks = [layer(side) for layer in layers]
        for square in squares(reduce(or_, masks)):
            rows.append(VariantRow(side.color, square, tuple(bool(mask >> square & 1) for mask in masks)))
    return tuple(rows)


def verdict_text(parts: Sequence[Sequence[int]], sides: tuple[bool, bool]) -> str:
    """Return the number of squares on which two layers differ; the parts are either alone, and both."""
    first, second, both = parts
    compared = [number for number, is_compared in enumerate(sides) if is_compared]
    counts = {number: popcount(first[number] | second[number]) for number in compared}
    texts = [f"for {_SIDES[number]} on {count_text(count, 'square')}" for number, count in counts.items() if count]
    if texts:
        return f"They differ {', '.join(texts)}."
    if any(both[number] for number in compared):
        return "No difference in this position."
    return "Neither holds a square in this position."


def part_text(masks: Sequence[int], sides: tuple[bool, bool]) -> str:
    """Return a line for each side that is compared with its number of squares and their names."""
    lines = []
    for name, mask, is_compared in zip(_SIDES, masks, sides, strict=True):
        if is_compared:
            squares = f": {files_and_squares(mask)}" if mask else ""
            lines.append(f"{name} {count_text(popcount(mask), 'square')}{squares}")
    return "\n".join(lines)


def comparison_text(mask: int | None, layer: int, name: str) -> str:
    """Return the missing and surplus squares of a mask against a layer's; without a mask, the layer's squares."""
    if mask is None:
        return f"{name}: {count_text(popcount(layer), 'square')}."
    if mask == layer:
        return f"Equal to {name}."
    lines = [f"Differs from {name}."]
    for title, part in (("Missing", layer & complement(mask)), ("Surplus", mask & complement(layer))):
        if part:
            lines.append(f"{title}: {files_and_squares(part)}")
    return "\n".join(lines)
