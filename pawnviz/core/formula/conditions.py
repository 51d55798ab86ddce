"""Conditions: comparisons of numbers of a side, joined by and, or and not, above the formulas of sets.

A condition is true or false for a side; expressions are as in ``pawnviz.core.formula.parser``::

    condition  = { name "=" expression ";" } choice
    choice     = joint { "or" joint }
    joint      = fact { "and" fact }
    fact       = "not" fact | "(" choice ")" | number comparison number
    number     = "popcount" "(" expression ")" | number of NUMBERS "(" expression ")" | decimal
    comparison = "<" | "<=" | "==" | "!=" | ">=" | ">"

A decimal is at most ``GREATEST_NUMBER``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Final, assert_never, cast, overload

from pawnviz.core.board.bitboard import Array, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.formula.names import CALLS, CONSTANTS, HALVES, KEYWORDS, NAMES, SIDES
from pawnviz.core.formula.parser import MOST_NODES, NO_LAYERS, Entries, SetParser, entries_of, measure, too_large
from pawnviz.core.formula.tokens import COMPARISON_SYMBOLS, SYMBOLS, FormulaError, Token, TokenKind
from pawnviz.core.formula.tree import (
    Binding,
    Combination,
    Complement,
    Constant,
    Name,
    Node,
    RanksOfSide,
    named_values,
    operands,
    side_of,
    value_of,
)
from pawnviz.core.layers import NUMBERS, Layer
from pawnviz.core.words import quoted, shortened, similar_names

GREATEST_NUMBER: Final = 9999  # The greatest number that a condition may compare with.

COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
"""The comparisons by their symbols, on ints and on arrays."""

_A_NUMBER: Final = "a number such as popcount(own), island_count(own) or 2"


@dataclass(frozen=True, slots=True)
class Popcount:
    """The number of squares in a set."""

    column: int
    operand: Node


@dataclass(frozen=True, slots=True)
class NumberOfSide:
    """A number of ``NUMBERS`` of one of the four ``SIDES``."""

    column: int
    identifier: str
    side: str


@dataclass(frozen=True, slots=True)
class NumberOfSet:
    """A number of the condition's own side with the operand in place of its pawns."""

    column: int
    identifier: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number from 0 to ``GREATEST_NUMBER``."""

    column: int
    value: int


NumberNode = Popcount | NumberOfSide | NumberOfSet | Decimal


@dataclass(frozen=True, slots=True)
class Relation:
    """A comparison of two numbers by ``< <= == != >=`` or ``>``."""

    column: int
    left: NumberNode
    symbol: str
    right: NumberNode


@dataclass(frozen=True, slots=True)
class Negation:
    """True where the operand is false."""

    column: int
    operand: ConditionNode


@dataclass(frozen=True, slots=True)
class Junction:
    """Two or more conditions, all joined by ``and`` or all by ``or``."""

    column: int
    symbol: str
    operands: tuple[ConditionNode, ...]


ConditionNode = Relation | Negation | Junction


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that has been read: its text, the sets it names on the way, and its comparisons."""

    text: str
    bindings: tuple[Binding, ...]
    result: ConditionNode

    @property
    def joined(self) -> tuple[Condition, ...]:
        """The conditions that ``and`` joins, those without a layer first, or else this one alone."""
        if not isinstance(self.result, Junction) or self.result.symbol != "and":
            return (self,)
        parts = sorted(self.result.operands, key=_needs_layers)
        return tuple(Condition(self.text, self.bindings, part) for part in parts)

    @overload
    def evaluate(self, side: Side[int]) -> bool: ...
    @overload
    def evaluate(self, side: Side[Array]) -> Array: ...

    def evaluate(self, side: Side[int] | Side[Array]) -> bool | Array:
        """Return whether the condition holds for a side: a bool for ints, an array of bools for arrays."""
        truth: bool | Array = _truth(self.result, side, named_values(self.bindings, side))
        if isinstance(truth, bool) and not isinstance(side.pawns, int):
            nowhere: Any = side.pawns & 0
            return cast(Array, (nowhere != 0) | truth)  # A comparison of two decimals is no array yet.
        return truth


def parse_condition(text: str, names: Mapping[str, Layer] = NO_LAYERS) -> Condition:
    """Return the condition of a text such as ``popcount(passed_pawns(own)) >= 2``; names and errors as in ``parse``."""
    return _condition(text, entries_of(names))


@lru_cache(maxsize=128)
def _condition(text: str, entries: Entries) -> Condition:
    parser = _ConditionParser(text, entries)
    bindings = parser.bindings()
    result = parser.choice()
    parser.end("and, or or the end of the condition")
    sets, count = _sets(result)
    measure([*(binding.value for binding in bindings), *sets], count)
    return Condition(text, bindings, result)


class _ConditionParser(SetParser):
    """Reads a condition: comparisons of numbers above the formulas of sets."""

    symbols: ClassVar[tuple[str, ...]] = (*COMPARISON_SYMBOLS, *SYMBOLS)

    def choice(self) -> ConditionNode:
        return self._junction("or", lambda: self._junction("and", self._fact))

    def _junction(self, symbol: str, read: Callable[[], ConditionNode]) -> ConditionNode:
        operands = [read()]
        while self.token.text == symbol:
            self.take()
            operands.append(read())
        return operands[0] if len(operands) == 1 else Junction(operands[0].column, symbol, tuple(operands))

    def _fact(self) -> ConditionNode:
        token = self.token
        if token.text == "not":
            self.take()
            return Negation(token.column, self.nested(self._fact))
        if token.text == "(":
            self.take()
            node = self.nested(self.choice)
            self.close(token, "and, or")
            return node
        left = self._number()
        if self.token.text not in COMPARISONS:
            error = self.expected("a comparison: <, <=, ==, !=, >= or >")
            raise FormulaError(error.column, f"{error.message}; did you mean ==?") if self.token.text == "=" else error
        symbol = self.take().text
        return Relation(token.column, left, symbol, self._number())

    def _number(self) -> NumberNode:
        token = self.token
        if token.kind == TokenKind.COUNT:
            return Decimal(token.column, self.count(GREATEST_NUMBER))
        if token.kind != TokenKind.NAME:
            raise self.expected(_A_NUMBER)
        name = token.text
        if name != "popcount" and name not in NUMBERS:
            raise self._no_number(token)
        self.take()
        opening = self.token
        if opening.text != "(":
            raise FormulaError(token.column, f"{name} needs what it is of; expected {name}(own)")
        self.take()
        operand = self.nested(self.expression)
        self.close(opening)
        if name == "popcount":
            return Popcount(token.column, operand)
        if isinstance(operand, Name) and operand.name in SIDES:
            return NumberOfSide(token.column, name, operand.name)
        return NumberOfSet(token.column, name, operand)

    def _no_number(self, token: Token) -> FormulaError:
        name = token.text
        if name in self._layers or name in CALLS:
            advice = f"{shortened(name)} is a set of squares, not a number; expected popcount({shortened(name)}(own))"
            return FormulaError(token.column, advice)
        if any(name in known for known in (self._locals, NAMES, HALVES, CONSTANTS)):
            advice = f"{shortened(name)} is a set of squares, not a number; expected popcount({shortened(name)})"
            return FormulaError(token.column, advice)
        if name in KEYWORDS:
            return self.expected(_A_NUMBER)
        similar = similar_names(name, ("popcount", *NUMBERS, *self._layers), 1)
        if not similar:
            advice = f"expected {_A_NUMBER}"
        elif similar[0] in self._layers:
            advice = f"did you mean popcount({similar[0]}(own))?"
        else:
            advice = f"did you mean {similar[0]}(own)?"
        return FormulaError(token.column, f"{quoted(name)} is not known; {advice}")


def _sets(condition: ConditionNode) -> tuple[list[Node], int]:
    """Return the sets that a condition counts, and its number of other parts; raises ``FormulaError`` for too many."""
    waiting: list[ConditionNode | NumberNode] = [condition]
    sets: list[Node] = []
    count = 0
    while waiting:
        node = waiting.pop()
        count += 1
        if count > MOST_NODES:
            raise too_large(node.column)
        match node:
            case Relation():
                waiting.extend((node.right, node.left))
            case Negation():
                waiting.append(node.operand)
            case Junction():
                waiting.extend(reversed(node.operands))
            case Popcount() | NumberOfSet():
                sets.append(node.operand)
            case NumberOfSide() | Decimal():
                pass
            case _:
                assert_never(node)
    return sets, count


def _needs_layers(condition: ConditionNode) -> bool:
    """Return whether more than the pawns and constant sets has to be computed for a condition."""
    waiting = _sets(condition)[0]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, Name | Constant | RanksOfSide | Combination | Complement):
            return True
        waiting.extend(operands(node))
    return False


def _truth(node: ConditionNode, side: Side[Any], names: dict[str, Any]) -> Any:
    match node:
        case Relation():
            return COMPARISONS[node.symbol](_number(node.left, side, names), _number(node.right, side, names))
        case Negation():
            return _truth(node.operand, side, names) ^ True
        case Junction():
            truth = _truth(node.operands[0], side, names)
            for operand in node.operands[1:]:
                if truth is (node.symbol == "or"):
                    break  # A bool that decides; an array of bools never is one.
                other = _truth(operand, side, names)
                truth = truth & other if node.symbol == "and" else truth | other
            return truth
        case _:
            assert_never(node)


def _number(node: NumberNode, side: Side[Any], names: dict[str, Any]) -> Any:
    match node:
        case Popcount():
            return popcount(value_of(node.operand, side, names))
        case NumberOfSide():
            return NUMBERS[node.identifier](side_of(node.side, side))
        case NumberOfSet():
            return NUMBERS[node.identifier](side.with_pawns(value_of(node.operand, side, names)))
        case Decimal():
            return node.value
        case _:
            assert_never(node)
