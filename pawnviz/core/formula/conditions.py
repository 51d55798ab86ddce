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

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from typing import Any, ClassVar, Final, assert_never

from pawnviz.core.board.side import Side
from pawnviz.core.formula import tree
from pawnviz.core.formula.compiler import Function, Operations, Scope, Value
from pawnviz.core.formula.names import CALLS, CONSTANTS, HALVES, KEYWORDS, NAMES, NUMBERS, NamedLayer
from pawnviz.core.formula.parser import (
    COMPARISON_SYMBOLS,
    MOST_NODES,
    NO_LAYERS,
    SYMBOLS,
    Entries,
    FormulaError,
    SetParser,
    Token,
    TokenKind,
    entries_of,
    measure,
    too_large,
)
from pawnviz.core.formula.tree import (
    Binding,
    Combination,
    Complement,
    Constant,
    Node,
    Pieces,
    RanksOfSide,
    Shift,
    operands,
)
from pawnviz.core.words import quoted, shortened, similar_names

GREATEST_NUMBER: Final = 9999  # The greatest number that a condition may compare with.

COMPARISONS: Final = ("<", "<=", "==", "!=", ">=", ">")
_A_NUMBER: Final = "a number such as popcount(own), island_count(own) or 2"


class Number(tree.FormulaPart, frozen=True):
    """The ``popcount`` of the operand, or a number of ``NUMBERS``.

    It is that of the side whose pawns the operand is, else of the condition's own side with it in place of its pawns.
    """

    identifier: str
    operand: Node


class Decimal(tree.FormulaPart, frozen=True):
    """A number from 0 to ``GREATEST_NUMBER``."""

    value: int


NumberNode = Number | Decimal


class Relation(tree.FormulaPart, frozen=True):
    """A comparison of two numbers by ``< <= == != >=`` or ``>``."""

    left: NumberNode
    symbol: str
    right: NumberNode


class Negation(tree.FormulaPart, frozen=True):
    """True where the operand is false."""

    operand: ConditionNode


class Junction(tree.FormulaPart, frozen=True):
    """Two or more conditions, all joined by ``and`` or all by ``or``."""

    symbol: str
    operands: tuple[ConditionNode, ...]


ConditionNode = Relation | Negation | Junction


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that has been read: its text, the sets it names on the way, and its comparisons."""

    text: str
    bindings: tuple[Binding, ...]
    result: ConditionNode
    functions: dict[tuple[bool, bool, bool], Function] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __reduce__(self) -> tuple[object, ...]:
        return Condition, (self.text, self.bindings, self.result)  # Without functions, which no other process can get.

    @property
    def joined(self) -> tuple[Condition, ...]:
        """The conditions that ``and`` joins, those without a layer first, or else this one alone."""
        if not isinstance(self.result, Junction) or self.result.symbol != "and":
            return (self,)
        parts = (Condition(self.text, self.bindings, part) for part in self.result.operands)
        return tuple(sorted(parts, key=attrgetter("needs_layers")))

    @property
    def needs_layers(self) -> bool:
        """Whether layers must be computed, or only steps and fills."""
        waiting = _sets(self.result)[0]
        while waiting:
            node = waiting.pop()
            if not isinstance(node, Pieces | Constant | RanksOfSide | Combination | Complement | Shift):
                return True
            waiting.extend(operands(node))
        return False

    def evaluate(self, side: Side[Any], *, is_turned: bool = False) -> Any:
        """Return whether the condition holds for a side, or its turned board: a bool or an array of bools."""
        of_ints = side.pawns.__class__ is int
        function = self.functions.get((side.color, of_ints, is_turned))
        if function is None:
            operations = Operations(side.color, of_ints)
            function = operations.compiled(self.truth(operations, operations.scope(side.color, is_turned=is_turned)))
            self.functions[side.color, of_ints, is_turned] = function
        truth = function(side)
        # A comparison of two decimals is no array yet.
        return truth if of_ints or not isinstance(truth, bool) else (side.pawns & 0 != 0) | truth

    def truth(self, operations: Operations, scope: Scope) -> Value:
        """Return whether the condition holds among the operations of a function."""
        return _truth(self.result, operations, operations.named(self.bindings, scope))


def parse_condition(text: str, names: Mapping[str, NamedLayer] = NO_LAYERS) -> Condition:
    """Return the condition of a text such as ``popcount(passed_pawns(own)) >= 2``; names and errors as in ``parse``."""
    return condition_of(text, entries_of(names))


@lru_cache(maxsize=128)
def condition_of(text: str, entries: Entries) -> Condition:
    """Return the condition of a text, which may call the user layers of ``entries``; errors as in ``parse``."""
    parser = _ConditionParser(text, entries)
    bindings = parser.bindings()
    result = parser.choice()
    parser.end("and, or or the end of the condition")
    sets, count = _sets(result)
    measure([*(binding.value for binding in bindings), *sets], count)
    return Condition(text, bindings, result)


class _ConditionParser(SetParser):
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
        return Number(token.column, name, operand)

    def _no_number(self, token: Token) -> FormulaError:
        name = token.text
        is_call = name in self._layers or name in CALLS
        if is_call or any(name in known for known in (self._locals, NAMES, HALVES, CONSTANTS)):
            example = f"popcount({shortened(name)}{'(own)' if is_call else ''})"
            advice = f"{shortened(name)} is a set of squares, not a number; expected {example}"
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
            case Number():
                sets.append(node.operand)
            case Decimal():
                pass
            case _:
                assert_never(node)
    return sets, count


def _truth(node: ConditionNode, operations: Operations, scope: Scope) -> Value:
    match node:
        case Relation():
            left, right = (_number(number, operations, scope) for number in (node.left, node.right))
            return operations.compared(left, node.symbol, right)
        case Negation():
            return operations.joined("not", [_truth(node.operand, operations, scope)])
        case Junction():
            return operations.joined(node.symbol, [_truth(operand, operations, scope) for operand in node.operands])
        case _:
            assert_never(node)


def _number(node: NumberNode, operations: Operations, scope: Scope) -> Value:
    if isinstance(node, Decimal):
        return operations.constant(node.value)
    if node.identifier == "popcount":
        return operations.count(operations.mask(node.operand, scope))
    return operations.number(node.identifier, node.operand, scope)
