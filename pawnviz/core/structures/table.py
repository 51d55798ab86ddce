"""The named structures that are known, built-in ones and the user's, and which of them are on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import BLACK, WHITE, Side
from pawnviz.core.structures.file import LARGEST_FILE, StructureFault, read_structures
from pawnviz.core.structures.rule import Rule
from pawnviz.core.structures.rule_table import RuleTable
from pawnviz.core.structures.structure import FoundStructure, Structure
from pawnviz.folders import read_resource

_USER_STRUCTURES: Final[list[Callable[[], Iterable[Structure]]]] = []


class NamedRule(NamedTuple):
    """A rule, and more specific ones that are named in its place: its structure is named where none of them holds."""

    rule: Rule
    leading: tuple[Rule, ...] = ()


class StructureTable:
    """Structures for both colors with their rules compiled: the user's before built-in ones, the most specific first.

    A value that never changes.
    """

    def __init__(self, structures: Iterable[Structure], own: Iterable[Structure] = ()) -> None:
        """Sort the structures, and before them the user's ``own``; those that others lead come behind them."""
        self.own = {structure.identifier: structure for structure in own}
        self.structures = {**self.own, **{structure.identifier: structure for structure in structures}}
        versions = [
            (structure, color)
            for structure in self.structures.values()
            for color in ((structure.of_white,) if structure.mutual else (WHITE, BLACK))
        ]
        self.versions = tuple(sorted(versions, key=self._place))
        self.rules = RuleTable([structure.rule_of(color) for structure, color in self.versions])
        self._is_covered = cache(self._covers)
        self._holding = lru_cache(maxsize=8)(self.rules.holding)  # Moves of pieces leave the pawns as they are.

    def _place(self, version: tuple[Structure, bool]) -> tuple[bool, bool, float]:
        structure = version[0]
        return structure.identifier not in self.own, structure.general, -self._specificity(structure)

    def _specificity(self, structure: Structure) -> float:
        led = [self.structures[name] for name in structure.leads if name in self.structures]
        return max(structure.rule.specificity, *(self._specificity(each) + 0.01 for each in led), 0)

    def _covers(self, first: int, second: int) -> bool:
        """Return whether of two versions, by number, the second follows from the first, or is led by it."""
        is_led = self.versions[second][0].identifier in self.versions[first][0].leads
        rule, other = self.rules.rules[first], self.rules.rules[second]
        # Both are on the same board, which has the pawns that each asks for.
        return is_led or replace(rule, least_pawns=other.least_pawns).implies(other)

    def named_rules(self, structure: Structure, color: bool | None) -> tuple[NamedRule, ...]:
        """Return the rules by which a structure is named where a color has it, or with ``None`` either one.

        They are about pawns alone: a structure that depends on pieces takes no name away from others.
        """
        found = []
        for number, (each, owner) in enumerate(self.versions):
            if each is structure and (structure.mutual or color in (None, owner)):
                leading = tuple(
                    self.rules.rules[first]
                    for first in range(number)
                    if not self.versions[first][0].pieces and (structure.general or self._is_covered(first, number))
                )
                found.append(NamedRule(self.rules.rules[number], leading))
        return tuple(found)

    def on_board(self, side: Side[int]) -> tuple[FoundStructure, ...]:
        """Return the structures of both colors on a board by either side, the one that leads first."""
        structures: list[FoundStructure] = []
        numbers: list[int] = []
        white, pawns = side.white, (side.white.pawns, side.black.pawns)
        for number in squares(self._holding(*pawns)):
            structure, color = self.versions[number]
            if structure.general and structures:
                break  # Those come last.
            if structure.allows_pieces(white, color):
                is_implied = any(self._is_covered(leading, number) for leading in numbers)
                own = self.rules.rules[number].pawns(*pawns)
                owner = None if structure.mutual else color
                before = tuple(found for found in structures if not found.is_implied)
                structures.append(FoundStructure(structure, owner, own, is_implied, white, before))
                numbers.append(number)
        return tuple(structures)


@cache
def built_in_structures() -> tuple[Structure, ...]:
    """Return the structures of ``resources/structures.toml``, which is read when the first board is named."""
    return read_structures(read_resource("structures.toml"))[0]


def read_user_structures(data: bytes) -> tuple[tuple[Structure, ...], tuple[StructureFault, ...]]:
    """Return the structures in the bytes of a user's file, without faulty ones, and its faults; never raises."""
    if len(data) > LARGEST_FILE:
        return (), (StructureFault(0, "", f"a file of structures has at most {LARGEST_FILE:,} bytes; none is read"),)
    identifiers = frozenset(structure.identifier for structure in built_in_structures())
    try:
        return read_structures(data.decode("utf-8-sig"), identifiers)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        structures, faults = read_structures(data.decode("utf-8-sig", "replace"), identifiers)
        return structures, (StructureFault(0, "", f"line {line}: this is not text in UTF-8"), *faults)


def set_user_structures(read: Callable[[], Iterable[Structure]]) -> None:
    """Replace the user's structures by those that ``read`` returns when the next board is named."""
    _USER_STRUCTURES[:] = [read]
    known_structures.cache_clear()


@cache
def known_structures() -> StructureTable:
    """Return the structures of the user, which come first, and the built-in ones."""
    return StructureTable(built_in_structures(), [structure for read in _USER_STRUCTURES for structure in read()])


def structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures on a board by either side: the user's first, then leading and specific, then White's."""
    return known_structures().on_board(side)


def leading_structures(side: Side[int], *, with_general: bool = True) -> tuple[FoundStructure, ...]:
    """Return the structures of both colors on a board without those that follow from a more specific one.

    What is said of single moves leaves general ones out: they come and go with each exchange.
    """
    found = (structure for structure in structures(side) if not structure.is_implied)
    return tuple(structure for structure in found if with_general or not structure.structure.general)
