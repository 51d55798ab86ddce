"""Changes of the position in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, popcount, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.labels.order import labels_with
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import capitalized, listed, plural

MOST_CLAUSES: Final = 4  # The most clauses of a sentence on a change; further ones are counted.

_TOLD: Final = labels_with(lambda label: label.fact and label.adjective)


def change_sentence(before: Position, after: Position) -> str:
    """Return one sentence on the changes of passed, weak and doubled pawns, islands and structures."""
    clauses = list(_clauses(before, after))
    if not clauses:
        return "No passed, weak or doubled pawn, island or structure has come or gone."
    if len(clauses) > MOST_CLAUSES:
        count = len(clauses) - MOST_CLAUSES + 1
        clauses = [*clauses[: MOST_CLAUSES - 1], f"{count} more changes"]
    text = "; ".join(clauses)
    return f"{text if text[:2] in SQUARE_NAMES else capitalized(text)}."


def _clauses(before: Position, after: Position) -> Iterator[str]:
    yield from pawn_clauses(before, after)
    found = (leading_structures(position.sides()[0], with_general=False) for position in (before, after))
    yield from _structure_clauses(*([each.heading for each in structures] for structures in found))


def pawn_clauses(before: Position, after: Position) -> Iterator[str]:
    """Yield the changes of passed, weak and doubled pawns and of islands, each as a clause."""
    sides = list(zip(before.sides(), after.sides(), strict=True))
    for identifier in _TOLD:
        for old, new in sides:
            yield from _label_clauses(old, new, identifier, LABELS[identifier].adjective)
    for old, new in sides:
        if old.pawns and not new.pawns:
            yield f"{_color(new)} has no pawns left"
        counts = NUMBERS["island_count"](old), NUMBERS["island_count"](new)
        if counts[0] != counts[1] and new.pawns:
            yield f"{_color(new)} has {counts[1]} {plural(counts[1], 'island')}, not {counts[0]}"


def _label_clauses(old: Side[int], new: Side[int], identifier: str, adjective: str) -> Iterator[str]:
    before, after = LAYERS[identifier](old), LAYERS[identifier](new)
    gone, come = old.pawns & complement(new.pawns), new.pawns & complement(old.pawns)
    if popcount(gone) == popcount(come) == 1 and bool(before & gone) == bool(after & come):
        # One pawn moved and is what it was.
        before, after = before & complement(gone), after & complement(come)
    gained, lost = after & complement(before), before & complement(after)
    stayed = old.pawns & new.pawns
    if gained & stayed:
        yield f"{_names(gained & stayed)} became {adjective}"
    if gained & come:
        count = popcount(gained & come)
        article = "a " if count == 1 else ""
        yield f"{_color(new)} has {article}new {adjective} {plural(count, 'pawn')} on {_names(gained & come)}"
    if lost & stayed:
        verb = plural(popcount(lost & stayed), "is", "are")
        yield f"{_names(lost & stayed)} {verb} no longer {adjective}"
    if lost & gone:
        yield f"{_color(new)} lost the {adjective} {plural(popcount(lost & gone), 'pawn')} {_names(lost & gone)}"


def _structure_clauses(old: list[str], new: list[str]) -> Iterator[str]:
    come = [name for name in new if name not in old]
    gone = [name for name in old if name not in new]
    if come:
        yield f"structure: {listed(come)}"
    elif gone:
        yield f"structure gone: {listed(gone)}"


def _color(side: Side[int]) -> str:
    return "White" if side.color else "Black"


def _names(mask: int) -> str:
    return listed([SQUARE_NAMES[square] for square in sorted(squares(mask), key=lambda square: square & 7)])
