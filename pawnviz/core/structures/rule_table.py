"""Many rules asked at once of a board: a table for each file tells which rules its pawns allow.

The words of a pattern on a file of a color are true or false for each of its 256 sets of pawns. A table has for each
such set the rules that it allows, a bit for each rule; the rules that hold on a board are those that all its files
allow. So every word that rules have in common is looked up once. Conditions beyond single files are asked of the rules
that are left.
"""

from __future__ import annotations

from collections.abc import Sequence

from pawnviz.core.board.bitboard import squares
from pawnviz.core.board.side import pawn_sides, release
from pawnviz.core.structures.pattern import Term
from pawnviz.core.structures.rule import Rule


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
                allowed &= ~rules
        self[pawns] = allowed
        return allowed


class RuleTable:
    """Rules by number, from 0, compiled into a table for each file of a color that they speak of."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        every = (1 << len(self.rules)) - 1
        files: dict[tuple[bool, int], dict[Term, int]] = {}
        self._conditions = 0
        for number, rule in enumerate(self.rules):
            for term in rule.terms:
                if term.is_of_file:
                    terms = files.setdefault((term.white, term.file), {})
                    plain = term._replace(unpassed=False)
                    terms[plain] = terms.get(plain, 0) | 1 << number
            self._conditions |= rule.has_condition << number
        self._every = every
        self._files = tuple((white, file, _FileTable(every, terms)) for (white, file), terms in files.items())

    def holding(self, white_pawns: int, black_pawns: int) -> int:
        """Return the rules that hold on a board with these pawns: bit 0 is the first rule."""
        holding, pawns = self._every, (black_pawns, white_pawns)
        for white, file, table in self._files:
            holding &= table[pawns[white] & file]
        left = holding & self._conditions
        if left:
            side = pawn_sides(white_pawns, black_pawns)[0]
            for number in squares(left):
                if not self.rules[number].condition_holds(side):
                    holding ^= 1 << number
            release(side)
        return holding
