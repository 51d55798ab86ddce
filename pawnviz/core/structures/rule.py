"""Rules of structures: a pattern, a condition of the formula language, or both, on boards of pawns alone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.bitboard import BOARD, Bits
from pawnviz.core.board.side import WHITE, Side
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.structures.pattern import Count, Term, pattern_words
from pawnviz.core.structures.turning import turned_text

if TYPE_CHECKING:
    from pawnviz.core.formula.compiler import Function, Operations, Value

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Rule:
    """A pattern's terms, a condition, ``where``, and ``least_pawns`` of each color, that all hold where a structure is.

    The condition is computed for the side of ``color``, whose structure it is as written; ``explanation`` is the
    condition in words. Where ``is_turned``, the terms are those of the board turned and the colors exchanged, and the
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
        pawns = f"Each color has at least {_NUMBERS[self.least_pawns]} pawns." if self.least_pawns else ""
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

    @cached_property
    def has_condition(self) -> bool:
        """Whether the rule has a part that no single file of pawns decides."""
        return bool(self.least_pawns) or self.has_formula

    @cached_property
    def has_formula(self) -> bool:
        """Whether that part is more than the number of pawns."""
        return bool(self.where) or any(term.condition for term in self.terms)

    def condition_holds(self, white: Side[Bits]) -> Any:
        """Return whether that part holds, by White's side of a board of pawns alone; a bool or an array of bools."""
        from pawnviz.core.formula.compiler import Operations

        if not self.has_condition:
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

    def truth(self, operations: Operations, *, with_least_pawns: bool = True) -> Value:
        """Return whether that part holds among the operations of a function of White's side."""
        from pawnviz.core.formula.conditions import parse_condition

        texts = [text for term in self.terms for text in term.condition]
        if with_least_pawns and self.least_pawns:
            texts += [f"popcount({color}) >= {self.least_pawns}" for color in ("white", "black")]
        truths = [parse_condition(text).truth(operations, operations.scope(WHITE)) for text in texts]
        if self.where:
            scope = operations.scope(self.color is not self.is_turned, is_turned=self.is_turned)
            truths.append(parse_condition(self.where).truth(operations, scope))
        return operations.joined("and", truths)

    def pawns(self, white_pawns: int, black_pawns: int) -> int:
        """Return the pawns of both colors that make the structure where it is."""
        white, black = self._counted
        return white_pawns & white | black_pawns & black

    @cached_property
    def _counted(self) -> tuple[int, int]:
        """The squares whose white, and whose black pawns make the structure: all where no word names pawns."""
        masks = [0, 0]
        for term in self.terms:
            if term.amount is not Count.NONE:
                masks[term.white] |= term.counted
        return (masks[1], masks[0]) if any(masks) else (BOARD, BOARD)


def check_condition(text: str) -> None:
    """Raise ``FormulaError`` for a text that is no condition on pawns alone; an empty one is right."""
    if not text.strip():
        return
    from pawnviz.core.formula.conditions import parse_condition
    from pawnviz.core.formula.names import PIECE_SETS
    from pawnviz.core.formula.parser import COMPARISON_SYMBOLS, SYMBOLS, read_tokens

    parse_condition(text)
    for token in read_tokens(text, (*COMPARISON_SYMBOLS, *SYMBOLS)):
        if token.text in (*PIECE_SETS, "men", "own_pieces", "enemy_pieces", "en_passant"):
            raise FormulaError(token.column, f"{token.text} are not pawns alone; expected pawns such as own or enemy")
