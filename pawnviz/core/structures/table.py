"""The named structures that are known, built-in ones and the user's, and which of them are on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import BLACK, WHITE, Side
from pawnviz.core.structures.file import LARGEST_FILE, StructureFault, read_structures
from pawnviz.core.structures.rule_table import RuleTable
from pawnviz.core.structures.structure import FoundStructure, Structure
from pawnviz.resources import read_resource

_USER_STRUCTURES: Final[list[Callable[[], Iterable[Structure]]]] = []


class StructureTable:
    """Structures for both colors, the most specific first, with their rules compiled. A value that never changes."""

    def __init__(self, structures: Iterable[Structure]) -> None:
        """Sort the structures; those that others lead come behind them."""
        self.structures = {structure.identifier: structure for structure in structures}
        versions = [
            (structure, color)
            for structure in self.structures.values()
            for color in ((structure.of_white,) if structure.mutual else (WHITE, BLACK))
        ]
        self.versions = tuple(sorted(versions, key=lambda version: -self._specificity(version[0])))
        self.rules = RuleTable([structure.rule_of(color) for structure, color in self.versions])
        self._is_covered = cache(self._covers)

    def _specificity(self, structure: Structure) -> float:
        led = [self.structures[name] for name in structure.leads if name in self.structures]
        return max(structure.rule.specificity, *(self._specificity(each) + 0.01 for each in led), 0)

    def _covers(self, first: int, second: int) -> bool:
        """Return whether of two versions, by number, the second follows from the first, or is led by it."""
        structure = self.versions[second][0]
        is_led = structure.identifier in self.versions[first][0].leads
        return is_led or self.rules.rules[first].implies(self.rules.rules[second])

    def on_board(self, white_pawns: int, black_pawns: int) -> tuple[FoundStructure, ...]:
        """Return the structures of both colors on a board with these pawns, the one that leads first."""
        structures: list[FoundStructure] = []
        numbers = tuple(squares(self.rules.holding(white_pawns, black_pawns)))
        for place, number in enumerate(numbers):
            structure, color = self.versions[number]
            is_implied = any(self._is_covered(leading, number) for leading in numbers[:place])
            pawns = self.rules.rules[number].pawns(white_pawns, black_pawns)
            structures.append(FoundStructure(structure, None if structure.mutual else color, pawns, is_implied))
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
    """Return the structures of the user, which come first among equals, and the built-in ones."""
    own = [structure for read in _USER_STRUCTURES for structure in read()]
    return StructureTable((*own, *built_in_structures()))


def structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures on a board by either side: leading and more specific ones first, then White's."""
    return known_structures().on_board(side.white.pawns, side.black.pawns)


def leading_structures(side: Side[int]) -> tuple[FoundStructure, ...]:
    """Return the structures of both colors on a board without those that follow from a more specific one."""
    return tuple(structure for structure in structures(side) if not structure.is_implied)
