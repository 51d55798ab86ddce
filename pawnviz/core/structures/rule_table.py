"""Many rules asked at once, on one board or on very many: a table for each file tells which rules its pawns allow.

The words of a pattern on a file of a color are true or false for each of its 256 sets of pawns. A table has for each
such set the rules that it allows, a bit for each rule; the rules that hold on a board are those that all its files
allow. So every word that rules have in common is looked up once. Conditions beyond single files are asked of the rules
that are left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import BOARD, FILES, squares
from pawnviz.core.board.side import WHITE, pawn_sides, release
from pawnviz.core.layers.registry import BLOCK
from pawnviz.core.structures.pattern import Term, sets_on_file
from pawnviz.core.structures.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.formula.compiler import Function

_MOST_LEAST_PAWNS: Final = 8
_GATHER: Final = 0x0102_0408_1020_4080
"""Multiplied by a set on the a-file it has the set's number in the highest byte.

Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating#Rank,_File_and_Diagonal
"""


class _FileTable(dict[int, int]):
    """The rules that each set of pawns of a color on a file allows, computed when a set is first seen."""

    def __init__(self, every: int, terms: dict[Term, int]) -> None:
        """``every`` has the bits of all rules, ``terms`` each term on the file with the bits of its rules."""
        super().__init__()
        self._every = every
        self._terms = tuple(terms.items())

    def __missing__(self, pawns: int) -> int:
        allowed = self._every
        for term, rules in self._terms:
            if not term.holds(pawns):
                allowed &= self._every ^ rules
        self[pawns] = allowed
        return allowed


class RuleTable:
    """Rules by number, from 0, compiled into a table for each file of a color that they speak of."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        every = (1 << len(self.rules)) - 1
        files: dict[tuple[bool, int], dict[Term, int]] = {}
        self._widely_asked = 0
        self._narrowly_asked = 0
        for number, rule in enumerate(self.rules):
            of_files = [term for term in rule.terms if term.is_of_file]
            for term in of_files:
                terms = files.setdefault((term.white, term.file), {})
                plain = term._replace(unpassed=False)
                terms[plain] = terms.get(plain, 0) | 1 << number
            if rule.has_formula:
                self._narrowly_asked |= bool(of_files) << number
                self._widely_asked |= (not of_files) << number
        self._files = tuple((white, file, _FileTable(every, terms)) for (white, file), terms in files.items())
        self._by_pawn_count = [
            sum(1 << number for number, rule in enumerate(self.rules) if rule.least_pawns <= count)
            for count in range(_MOST_LEAST_PAWNS + 1)
        ]
        self._wide_truths = cache(self._compiled)

    def holding(self, white_pawns: int, black_pawns: int) -> int:
        """Return the rules that hold on a board with these pawns: bit 0 is the first rule."""
        pawns = (black_pawns, white_pawns)
        holding = self._by_pawn_count[min(white_pawns.bit_count(), black_pawns.bit_count(), _MOST_LEAST_PAWNS)]
        for white, file, table in self._files:
            holding &= table[pawns[white] & file]
        side = pawn_sides(white_pawns, black_pawns)[0]
        if holding & self._widely_asked:
            for number, holds in zip(squares(self._widely_asked), self._wide_truths(True)(side), strict=True):
                if not holds:
                    holding &= ~(1 << number)
        for number in squares(holding & self._narrowly_asked):
            if not self.rules[number].condition_holds(side):
                holding ^= 1 << number
        release(side)
        return holding

    def _compiled(self, of_ints: bool) -> Function:
        """Return the function whose results are the truths of all rules that are asked on every board."""
        from pawnviz.core.formula.compiler import Operations

        operations = Operations(WHITE, of_ints)
        rules = (self.rules[number] for number in squares(self._widely_asked))
        return operations.compiled_all([rule.truth(operations, with_least_pawns=False) for rule in rules])

    def holding_on(self, boards: PawnBoards, block: int = BLOCK) -> NDArray[Any]:
        """Return the rules that hold on each of many boards, in blocks that stay in the processor's cache.

        The result is ``uint64`` of the shape ``(words, boards)``: bit 0 of word 0 is rule 0, bit 0 of word 1 rule 64.
        """
        import numpy

        rules = numpy.empty((self._word_count, len(boards)), numpy.uint64)
        for start in range(0, len(boards), block):
            places = slice(start, start + block)
            self._ask(boards.part(places), rules[:, places])
        return rules

    @property
    def _word_count(self) -> int:
        return (len(self.rules) + 63) // 64

    def _ask(self, boards: PawnBoards, rules: NDArray[Any]) -> None:
        """Write the rules that hold on a block of boards into an array of the shape ``(words, boards)``."""
        import numpy

        counts = numpy.minimum(numpy.bitwise_count(boards.white), numpy.bitwise_count(boards.black))
        by_count = numpy.array([self._in_words(every) for every in self._by_pawn_count], numpy.uint64).T.copy()
        for row, allowed in zip(rules, by_count, strict=True):
            allowed.take(counts, mode="clip", out=row)
        looked_up = numpy.empty(len(boards), numpy.uint64)
        for white, shift, words in self._array_tables:
            numbers = (boards.white if white else boards.black) >> shift
            numbers &= FILES[0]
            numbers *= _GATHER
            numbers >>= 56
            places = numbers.view(numpy.int64)
            for word, allowed in words:
                # Faster than without a mode and an array.
                rules[word] &= allowed.take(places, mode="clip", out=looked_up)
        side = boards.sides()[0]
        if self._widely_asked:
            kept = {word: numpy.uint64(rest ^ BOARD) for word, rest in enumerate(self._in_words(self._widely_asked))}
            for number, holds in zip(squares(self._widely_asked), self._wide_truths(False)(side), strict=True):
                kept[number // 64] |= numpy.multiply(holds, numpy.uint64(1 << number % 64))
            for word, rest in kept.items():
                rules[word] &= rest
        release(side)
        for number in squares(self._narrowly_asked):
            row, bit = rules[number // 64], 1 << number % 64
            places = numpy.flatnonzero(row & bit)
            if len(places):
                side = boards.part(places).sides()[0]
                failing = numpy.logical_not(self.rules[number].condition_holds(side))
                release(side)
                row[places[failing]] ^= bit

    @cached_property
    def _array_tables(self) -> list[tuple[bool, int, list[tuple[int, NDArray[Any]]]]]:
        """The tables as arrays of the shape ``(256,)`` by word, each file with its color and number.

        Words of rules that say nothing of the file are left out.
        """
        import numpy

        every = self._in_words(self._by_pawn_count[-1])
        tables = []
        for white, file, table in self._files:
            words = numpy.array([self._in_words(table[pawns]) for pawns in sets_on_file(file)], numpy.uint64).T.copy()
            said = [(word, allowed) for word, allowed in enumerate(words) if (allowed != every[word]).any()]
            tables.append((white, FILES.index(file), said))
        return tables

    def _in_words(self, rules: int) -> list[int]:
        return [rules >> 64 * word & BOARD for word in range(self._word_count)]
