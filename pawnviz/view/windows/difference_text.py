"""Messages on differences: between two layers, a mask and a layer, and two readings of a rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pawnviz.core.board.bitboard import complement, popcount
from pawnviz.core.board.mask_text import files_and_squares
from pawnviz.core.words import count_text

_SIDES: Final = ("White", "Black")


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
