"""The named structures of a game: which one led, from which move to which, as values and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pawnviz.core.games.line import MoveLine
from pawnviz.core.structures import FoundStructure, leading_structures
from pawnviz.core.words import listed, lowered

_PLAIN_WORDS: Final = frozenset(("Doubled", "Hanging", "Isolated", "Little", "Opposed", "Queenside"))
"""First words of titles that are no names, and begin with a small letter within a sentence."""
_SHORTEST: Final = 3  # The plies that a structure lasts at least that is not only passed through.


@dataclass(frozen=True, slots=True)
class StructureSpell:
    """The time for which a structure led, from the position of a ply up to, but without, that of another one."""

    found: FoundStructure
    first: int
    end: int


def structure_spells(line: MoveLine) -> tuple[StructureSpell, ...]:
    """Return the structures of a line of moves in their order; the pawns that make one may change meanwhile.

    General ones are left out: an exchange in the center would make and end several of them in a few moves.
    """
    spells: list[StructureSpell] = []
    for ply, position in enumerate(line.positions):
        on_board = leading_structures(position.sides()[0], with_general=False)
        leading = on_board[0] if on_board else None
        last = spells[-1] if spells else None
        if leading is not None and last is not None and last.end == ply and _is_same(last.found, leading):
            spells[-1] = StructureSpell(last.found, last.first, ply + 1)
        elif leading is not None:
            spells.append(StructureSpell(leading, ply, ply + 1))
    return tuple(spells)


def structure_words(spells: Sequence[StructureSpell], line: MoveLine) -> str:
    """Return the structures of a line of moves with the numbers of the moves after which they were there.

    Such as ``Carlsbad of White 14–31, then isolated queen's pawn of White from 32``; without structures it is empty.
    One that comes again before another one is named once, as ``Carlsbad of White 9–12 and 14``. One that lasts fewer
    than three plies, and does not end the line, is left out where another lasts longer.
    """
    parts: list[str] = []
    ends = len(line.positions)
    lasting = [spell for spell in spells if spell.end - spell.first >= _SHORTEST or spell.end == ends]
    for heading, times in groupby(lasting or spells, lambda spell: spell.found.heading):
        shown = lowered(heading) if parts and heading.split()[0] in _PLAIN_WORDS else heading
        parts.append(f"{shown} {listed([_time_words(spell, line) for spell in times])}")
    return ", then ".join(parts)


def spell_words(spell: StructureSpell, line: MoveLine) -> str:
    """Return a structure with the numbers of its moves; there is none for the first or the last position."""
    return f"{spell.found.heading} {_time_words(spell, line)}"


def _time_words(spell: StructureSpell, line: MoveLine) -> str:
    first, last = (line.moves[ply - 1].number if ply else 0 for ply in (spell.first, spell.end - 1))
    is_last = spell.end == len(line.positions)
    if not spell.first:
        return "throughout" if is_last else f"until {last}" if last else "at the start"
    if is_last:
        return f"from {first}"
    return f"{first}" if first == last else f"{first}–{last}"


def _is_same(first: FoundStructure, second: FoundStructure) -> bool:
    return (first.structure, first.color) == (second.structure, second.color)
