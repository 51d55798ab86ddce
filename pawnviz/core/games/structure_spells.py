"""The named structures of a game: which one led, from which move to which."""

from __future__ import annotations

from dataclasses import dataclass

from pawnviz.core.board.side import pawn_sides
from pawnviz.core.explain.structures.structure import FoundStructure
from pawnviz.core.explain.structures.table import structures
from pawnviz.core.games.line import MoveLine


@dataclass(frozen=True, slots=True)
class StructureSpell:
    """The time for which a structure led, from the position of a ply up to, but without, that of another one."""

    found: FoundStructure
    first: int
    end: int


def structure_spells(line: MoveLine) -> tuple[StructureSpell, ...]:
    """Return the structures of a line of moves in their order; the pawns that make one may change meanwhile."""
    spells: list[StructureSpell] = []
    pawns: tuple[int, int] | None = None
    leading: FoundStructure | None = None
    for ply, position in enumerate(line.positions):
        before, pawns = pawns, (position.pawns & position.white, position.pawns & position.black)
        if before != pawns:
            found = structures(pawn_sides(*pawns)[0])
            leading = found[0] if found else None
        last = spells[-1] if spells else None
        if leading is not None and last is not None and last.end == ply and _is_same(last.found, leading):
            spells[-1] = StructureSpell(last.found, last.first, ply + 1)
        elif leading is not None:
            spells.append(StructureSpell(leading, ply, ply + 1))
    return tuple(spells)


def _is_same(first: FoundStructure, second: FoundStructure) -> bool:
    """Return whether two found structures are the same one of the same color."""
    return (first.structure, first.color) == (second.structure, second.color)
