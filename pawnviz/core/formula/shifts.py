"""Steps as shifts of 64 bits: how far a chain of them moves, by which shift, and on which files squares may arrive."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.formula.names import absolute_name
from pawnviz.core.formula.tree import Node, Step

_DIRECTIONS: Final = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
"""The files and ranks that one step goes east and north."""


def displacement(step: Step, color: bool) -> tuple[Node, int, int]:
    """Return the start of a chain of steps, and by how many files east and ranks north it moves that.

    Forward is north for White. Steps are taken together while none leads back and the whole is at most seven files and
    seven ranks, so that the same squares leave the board as step by step; else the start begins with a step.
    """
    node: Node = step
    files = ranks = 0
    while isinstance(node, Step):
        east_by, north_by = _DIRECTIONS[absolute_name(node.name, color)]
        farther_files, farther_ranks = files + east_by * node.count, ranks + north_by * node.count
        if files * east_by < 0 or ranks * north_by < 0 or max(abs(farther_files), abs(farther_ranks)) > 7:
            break
        node, files, ranks = node.operand, farther_files, farther_ranks
    return node, files, ranks


def shift_of(files: int, ranks: int) -> tuple[str, int]:
    """Return the shift, ``<<`` or ``>>`` and a count, that moves squares by at most seven files and ranks."""
    count = 8 * ranks + files
    return ("<<", count) if count >= 0 else (">>", -count)


def arriving_files(files: int) -> int:
    """Return the files that squares moved this many files east, or west when negative, may arrive on."""
    return sum(FILES[files:] if files >= 0 else FILES[:files])
