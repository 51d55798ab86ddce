"""Rules of structures on boards of pawns alone: a pattern, a condition of the formula language, or both, in tables.

The words of a pattern on a file of a color are true or false for each of its 256 sets of pawns. A table has for each
such set the rules that it allows, a bit for each rule; the rules that hold on a board are those that all its files
allow. So every word that rules have in common is looked up once. Conditions beyond single files are asked of the rules
that are left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from itertools import islice, product
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import BOARD, FILES, RANKS, SQUARE_NAMES, Bits, popcount, squares
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides, release
from pawnviz.core.formula.compiler import Function, Operations, Value
from pawnviz.core.formula.conditions import Condition, condition_of, parse_condition
from pawnviz.core.formula.names import FORMER_NAMES, PIECE_SETS
from pawnviz.core.formula.parser import COMPARISON_SYMBOLS, SYMBOLS, Entries, FormulaError, called_names, read_tokens
from pawnviz.core.layers.registry import BLOCK
from pawnviz.core.structures.pattern import Count, Term, pattern_words, sets_on_file
from pawnviz.core.words import number_word

if TYPE_CHECKING:
    from numpy.typing import NDArray

_OTHER_COLOR: Final = {
    **{"White": "Black", "Black": "White", "white": "black", "black": "white"},
    **{
        f"{one}{rest}": f"{other}{rest}"
        for rest in ("-squared", " squares")
        for one, other in (("light", "dark"), ("dark", "light"))
    },
}
_TURNED_SQUARES: Final = {name: f"{name[0]}{9 - int(name[1])}" for name in SQUARE_NAMES}
_WORDS: Final = re.compile("|".join((*_OTHER_COLOR, "[a-h][1-8]")))


def turned_text(text: str) -> str:
    """Return a text with colors exchanged, also of squares and bishops: ``c4-c5`` becomes ``c5-c4``."""
    return _WORDS.sub(lambda match: _OTHER_COLOR.get(match[0]) or _TURNED_SQUARES[match[0]], text)


@dataclass(frozen=True)
class Rule:
    """A pattern's terms, a condition, ``where``, and ``least_pawns`` of each color, that all hold where a structure is.

    The condition is computed for the side of ``color``, whose structure it is as written; ``explanation`` is the
    condition in words. If ``is_turned``, the terms are those of the board turned and the colors exchanged, and the
    condition is computed on such a board.
    """

    terms: tuple[Term, ...]
    where: str = ""
    explanation: str = ""
    color: bool = WHITE
    is_turned: bool = False
    least_pawns: int = 0

    @cached_property
    def turned(self) -> Rule:
        """The rule with the board turned and the colors exchanged."""
        terms = tuple(term.turned() for term in self.terms)
        return Rule(terms, self.where, self.explanation, self.color, not self.is_turned, self.least_pawns)

    @cached_property
    def specificity(self) -> float:
        """How much the pattern asks for, the sum of its terms'; 0 without one, so that every other structure leads."""
        return sum(term.specificity for term in self.terms)

    def implies(self, other: Rule) -> bool:
        """Return whether each term of another rule follows from one of this rule's, and the condition is the same."""
        if other.least_pawns > self.least_pawns:
            return False
        if other.where and (self.where, self.color, self.is_turned) != (other.where, other.color, other.is_turned):
            return False
        return all(any(own.implies(term) for own in self.terms) for term in other.terms)

    @property
    def words(self) -> str:
        """The rule in sentences."""
        condition = turned_text(self.explanation) if self.is_turned else self.explanation
        if self.where and not condition:
            side = "White" if self.color is not self.is_turned else "Black"
            turned = ", with the board turned" if self.is_turned else ""
            condition = f"For {side}{turned}: {self.where}."
        pawns = f"Each color has at least {number_word(self.least_pawns)} pawns." if self.least_pawns else ""
        return " ".join(filter(None, (pattern_words(self.terms), condition, pawns)))

    @property
    def formula(self) -> str:
        """The rule as one condition of the formula language, for the side of its color and the board not turned."""
        names, _, condition = self.where.rpartition(";")
        parts = [*(term.formula for term in self.terms), *([f"({condition.strip()})"] if condition else [])]
        if self.least_pawns:
            parts += [f"popcount({color}) >= {self.least_pawns}" for color in ("white", "black")]
        return f"{names}; {' and '.join(parts)}" if names else " and ".join(parts)

    # What no single file decides

    @property
    def has_formula(self) -> bool:
        """Whether no single file of pawns, and no number of pawns, decides the rule."""
        return bool(self.where) or any(term.condition for term in self.terms)

    def condition_holds(self, white: Side[Bits]) -> Any:
        """Return whether the part that no single file decides holds, by White's pawns: a bool or an array of bools."""
        if not self.has_formula and not self.least_pawns:
            return True
        of_ints = isinstance(white.pawns, int)
        if of_ints not in self._functions:
            operations = Operations(WHITE, of_ints)
            self._functions[of_ints] = operations.compiled(self.truth(operations))
        return self._functions[of_ints](white)

    @cached_property
    def _functions(self) -> dict[bool, Function]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_functions"}  # No process sends them.

    @cached_property
    def facts(self) -> tuple[tuple[Condition, bool], ...]:
        """The conditions of that part, all but the number of pawns, each with whether it is of ``where``."""
        texts = [(text, False) for term in self.terms for text in term.condition]
        texts += [(self.where, True)] if self.where else []
        return tuple((fact, is_where) for text, is_where in texts for fact in parse_condition(text).joined)

    @cached_property
    def quick_facts(self) -> tuple[tuple[Condition, bool], ...]:
        """Those of the facts that need no layer, or all if there are none."""
        return tuple(fact for fact in self.facts if not fact[0].needs_layers) or self.facts

    def truth(self, operations: Operations, *, is_quick: bool = False) -> Value:
        """Return whether that part holds among the operations of a function of White's side; or its quick facts."""
        scope = operations.scope(WHITE)
        where = operations.scope(self.color is not self.is_turned, is_turned=self.is_turned)
        facts = self.quick_facts if is_quick else self.facts
        truths = [fact.truth(operations, where if is_where else scope) for fact, is_where in facts]
        if self.least_pawns and not is_quick:
            texts = [f"popcount({color}) >= {self.least_pawns}" for color in ("white", "black")]
            truths += [parse_condition(text).truth(operations, scope) for text in texts]
        return operations.joined("and", truths)

    def pawns(self, white_pawns: int, black_pawns: int) -> int:
        """Return the pawns of both colors that make the structure where it is."""
        white, black = self._counted
        return white_pawns & white | black_pawns & black

    @cached_property
    def _counted(self) -> tuple[int, int]:
        """The squares whose white, and whose black pawns make the structure: all if no word names pawns."""
        masks = [0, 0]
        for term in self.terms:
            if term.amount is not Count.NONE:
                masks[term.white] |= term.counted
        return (masks[1], masks[0]) if any(masks) else (BOARD, BOARD)


def check_condition(text: str, entries: Entries = ()) -> None:
    """Raise ``FormulaError`` for a text that is no condition on pawns alone; an empty one is right.

    ``entries`` are the user layers that it may call, themselves on pawns alone.
    """
    if not text.strip():
        return
    condition_of(text, entries)
    formulas = {name: formula for name, _, formula in entries}
    for name, column in {"": 0, **called_names(text, formulas, "")}.items():
        for token in read_tokens(formulas.get(name, text), (*COMPARISON_SYMBOLS, *SYMBOLS)):
            if FORMER_NAMES.get(token.text, token.text) in (*PIECE_SETS, "own_pieces", "enemy_pieces", "en_passant"):
                place = f" in the formula of {name}" if name else ""
                message = f"{token.text}{place} are not pawns alone; expected pawns such as own or enemy"
                raise FormulaError(column or token.column, message)


_MOST_LEAST_PAWNS: Final = 8
_LARGE_BLOCKS: Final = 16  # The number of blocks that conditions of few boards are asked of at once.
_GATHER: Final = 0x0102_0408_1020_4080
"""Multiplied by a set on the a-file it has the set's number in the highest byte.

Source: https://www.chessprogramming.org/Flipping_Mirroring_and_Rotating#Rank,_File_and_Diagonal
"""


def _file_table(every: int, terms: dict[Term, int]) -> Callable[[int], int]:
    """Return the rules of ``every`` that a set of pawns on a file allows; ``terms`` have the bits of their rules."""

    @cache
    def allowed(pawns: int) -> int:
        return every ^ reduce(or_, (rules for term, rules in terms.items() if not term.holds(pawns)), 0)

    return allowed


class RuleTable:
    """Rules by number, from 0, compiled into a table for each file of a color that they speak of."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        every = (1 << len(self.rules)) - 1
        files: dict[tuple[bool, int], dict[Term, int]] = {}
        self._widely_asked = 0
        self._with_formula = 0
        for number, rule in enumerate(self.rules):
            of_files = [term for term in rule.terms if term.is_of_file]
            for term in of_files:
                terms = files.setdefault((term.white, term.file), {})
                plain = term._replace(unpassed=False)
                terms[plain] = terms.get(plain, 0) | 1 << number
            if rule.has_formula:
                self._with_formula |= 1 << number
                self._widely_asked |= (not of_files) << number
        self._files = tuple((white, file, _file_table(every, terms)) for (white, file), terms in files.items())
        self._by_pawn_count = [
            sum(1 << number for number, rule in enumerate(self.rules) if rule.least_pawns <= count)
            for count in range(_MOST_LEAST_PAWNS + 1)
        ]
        self._wide_truths = cache(self._compiled)

    def holding(self, white_pawns: int, black_pawns: int) -> int:
        """Return the rules that hold on a board with these pawns: bit 0 is the first rule."""
        pawns = (black_pawns, white_pawns)
        holding = self._by_pawn_count[min(white_pawns.bit_count(), black_pawns.bit_count(), _MOST_LEAST_PAWNS)]
        for white, file, allowed in self._files:
            holding &= allowed(pawns[white] & file)
        side = pawn_sides(white_pawns, black_pawns)[0]
        if holding & self._widely_asked:
            for number, holds in zip(squares(self._widely_asked), self._wide_truths(True)(side), strict=True):
                if not holds:
                    holding &= holding ^ 1 << number
        for number in squares(holding & self._asked_one_by_one):
            if not self.rules[number].condition_holds(side):
                holding ^= 1 << number
        release(side)
        return holding

    @cached_property
    def _asked_one_by_one(self) -> int:
        """The rules that are asked where single files, or their quick facts, leave them."""
        quick = (rule.quick_facts == rule.facts for rule in self.rules)
        return self._with_formula ^ (self._widely_asked & sum(each << number for number, each in enumerate(quick)))

    def _compiled(self, of_ints: bool) -> Function:
        """Return the function whose results are the quick truths of all rules that are asked on every board."""
        operations = Operations(WHITE, of_ints)
        rules = (self.rules[number] for number in squares(self._widely_asked))
        return operations.compiled(*(rule.truth(operations, is_quick=True) for rule in rules), as_tuple=True)

    def holding_on(self, boards: PawnBoards, block: int = BLOCK) -> NDArray[Any]:
        """Return the rules on each board, ``uint64`` of the shape ``(words, boards)``: bit 0 of word 1 is rule 64."""
        import numpy

        rules = numpy.empty((self._word_count, len(boards)), numpy.uint64)
        for start in range(0, len(boards), block):
            places = slice(start, start + block)
            self._ask(boards.part(places), rules[:, places])
        # Few boards are left for each condition, so that the calls cost more than the cache saves.
        for start in range(0, len(boards), _LARGE_BLOCKS * block):
            places = slice(start, start + _LARGE_BLOCKS * block)
            self._ask_one_by_one(boards.part(places), rules[:, places])
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
            failing: dict[int, Any] = {}
            for number, holds in zip(squares(self._widely_asked), self._wide_truths(False)(side), strict=True):
                # Eight rules share a byte: on bytes all steps but the last are eight times cheaper.
                bit = numpy.multiply(numpy.logical_not(holds), numpy.uint8(1 << number % 8))
                failing[number // 8] = failing.get(number // 8, 0) | bit
            for byte, bits in failing.items():
                column = rules[byte // 8].view(numpy.uint8)[byte % 8 :: 8]
                column &= numpy.invert(bits)
        release(side)

    def _ask_one_by_one(self, boards: PawnBoards, rules: NDArray[Any]) -> None:
        """Take the rules away whose conditions fail on boards where their files and quick facts allow them."""
        import numpy

        for number in squares(self._asked_one_by_one):
            row, bit = rules[number // 64], 1 << number % 64
            places = numpy.flatnonzero(row & bit)
            if len(places):
                side = boards.part(places).sides()[0]
                failing = numpy.logical_not(self.rules[number].condition_holds(side))
                release(side)
                row[places[failing]] ^= bit

    @cached_property
    def _array_tables(self) -> list[tuple[bool, int, list[tuple[int, NDArray[Any]]]]]:
        """The tables as arrays of the shape ``(256,)`` by word that says anything of the file."""
        import numpy

        every = self._in_words(self._by_pawn_count[-1])
        tables = []
        for white, file, allowed_by in self._files:
            words = numpy.array(
                [self._in_words(allowed_by(pawns)) for pawns in sets_on_file(file)], numpy.uint64
            ).T.copy()
            said = [(word, allowed) for word, allowed in enumerate(words) if (allowed != every[word]).any()]
            tables.append((white, FILES.index(file), said))
        return tables

    def _in_words(self, rules: int) -> list[int]:
        return [rules >> 64 * word & BOARD for word in range(self._word_count)]


_HOME_RANKS: Final = {WHITE: 1, BLACK: 6}
_CENTER: Final = FILES[3] | FILES[4]
_ENDS: Final = RANKS[0] | RANKS[7]
_MOST_ON_FILE: Final = 2
_MOST_FILLINGS: Final = 3  # The number of ways to fill a file that are tried.
_MOST_BOARDS: Final = 2_000  # The number of boards that are tried.
_PAWN_COST: Final = 10.0  # The cost of a pawn more or less than one on a file,
_MAJORITY_COST: Final = 15.0  # and of one more than the other color has.

_Filling = tuple[float, int]
"""The pawns of a color on a file, behind their cost."""


@lru_cache(maxsize=512)
def example_pawns(rule: Rule) -> tuple[int, int] | None:
    """Return White's and Black's pawns of a board on which a rule holds, at home if possible, or None."""
    files = [_fillings(rule, white, file) for white in (WHITE, BLACK) for file in FILES]

    def cost(board: tuple[_Filling, ...]) -> float:
        white, black = _pawns(board)
        return sum(each for each, _ in board) + _MAJORITY_COST * abs(popcount(white) - popcount(black))

    for board in sorted(islice(product(*files), _MOST_BOARDS), key=cost):
        white, black = _pawns(board)
        if white & black:
            continue
        side = pawn_sides(white, black)[0]
        holds = bool(rule.condition_holds(side))
        release(side)
        if holds:
            return white, black
    return None


def _pawns(board: tuple[_Filling, ...]) -> tuple[int, int]:
    """Return White's pawns, on the first eight files, and Black's."""
    return sum(pawns for _, pawns in board[:8]), sum(pawns for _, pawns in board[8:])


@cache
def _sets(file: int) -> tuple[int, ...]:
    """Return the sets of few pawns that a file may hold."""
    return tuple(pawns for pawns in sets_on_file(file) if popcount(pawns) <= _MOST_ON_FILE and not pawns & _ENDS)


def _fillings(rule: Rule, white: bool, file: int) -> list[_Filling]:
    """Return the pawns of a color on a file that cost least of those that the words of a rule allow."""
    terms = [term for term in rule.terms if term.white is white and term.file & file]
    home = _HOME_RANKS[white]
    if not terms:
        is_taken = _named(rule, not white) & file & RANKS[home]
        return [(0.0, file & RANKS[home]), *([(_PAWN_COST, 0)] if is_taken else [])]
    named = _named(rule, white)
    fillings = []
    for pawns in _sets(file):
        if all(term.holds(pawns) for term in terms if term.is_of_file):
            count = popcount(pawns)
            steps = sum(abs((square >> 3) - home) for square in squares(pawns))
            cost = -steps / 10 if pawns & named else float(steps)
            # A pawn in the center is the last that is missing.
            cost += _PAWN_COST * abs(count - 1) + (not count and bool(file & _CENTER))
            fillings.append((cost, pawns))
    return sorted(fillings)[:_MOST_FILLINGS]


def _named(rule: Rule, white: bool) -> int:
    """Return the squares on which the words of a rule ask for pawns of a color."""
    terms = [term for term in rule.terms if term.white is white and term.amount is not Count.NONE]
    return reduce(or_, (term.squares for term in terms if term.squares != term.file), 0)
