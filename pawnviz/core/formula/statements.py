"""The statements of a compiled function: operations of ``core.formula.compiler`` as nodes of ``ast``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from pawnviz.core.board.side import Side

Function = Callable[[Side[Any]], Any]
Value = int  # The number of an operation among those of a function.

_MOST_NESTED: Final = 20  # The most operations in one expression; Python's compiler has a limit too.
_OPERATORS: Final[dict[str, type[ast.operator]]] = {
    "&": ast.BitAnd,
    "|": ast.BitOr,
    "^": ast.BitXor,
    "<<": ast.LShift,
    ">>": ast.RShift,
}
_COMPARISONS: Final[dict[str, type[ast.cmpop]]] = {
    "<": ast.Lt,
    "<=": ast.LtE,
    "==": ast.Eq,
    "!=": ast.NotEq,
    ">=": ast.GtE,
    ">": ast.Gt,
}
_OPERANDS: Final[dict[str, slice]] = {
    **dict.fromkeys(("constant", "load", "layer", "called", "number"), slice(0)),
    **dict.fromkeys(("&", "|", "^", "and", "or", "not"), slice(1, None)),
    **dict.fromkeys(("<<", ">>", "count"), slice(1, 2)),
    "compare": slice(2, None),
    **dict.fromkeys(("layer of set", "called of set", "number of set"), slice(3, None)),
}
"""The places of the operations that an operation works on, by its name."""

_LOAD: Final = ast.Load()
_STORE: Final = ast.Store()
_SIDE: Final = ast.arguments([], [ast.arg("side")], kwonlyargs=[], kw_defaults=[], defaults=[])


class Statements:
    """The statements of a function, each written when its operation is first needed.

    On ints an operation that is needed once stands within the expression of another. On arrays each is a statement,
    which writes into the array of an operation that is not needed any more.
    """

    def __init__(self, operations: Sequence[tuple[Any, ...]], results: Sequence[Value], of_ints: bool) -> None:
        """``results`` are operations; ``of_ints`` is false for arrays."""
        self._operations = operations
        self._results = results
        self._of_ints = of_ints
        self._statements: list[ast.stmt] = []
        self._names: dict[Value, str] = {}
        self._depths: dict[Value, int] = {}
        self._own: set[Value] = set()  # The arrays that the function has made, and nothing else holds.
        self._waiting = Counter(results)  # How often each operation is still needed.
        for value in range(max(results), -1, -1):
            if self._waiting[value]:
                self._waiting.update(self._parts(value))
        self._uses = dict(self._waiting)

    def _parts(self, value: Value) -> tuple[Value, ...]:
        operation = self._operations[value]
        return operation[_OPERANDS[operation[0]]]

    def function(self, names: dict[str, Any], *, as_tuple: bool = False) -> Function:
        """Return the function of a side with the first result, or with all in a tuple; ``names`` are its globals."""
        if as_tuple:
            results = [self._expression(result) for result in self._results]
            self._statements.append(ast.Return(ast.Tuple(results, _LOAD)))
        else:
            self._return(self._results[0])
        module = ast.Module([ast.FunctionDef("compiled", _SIDE, self._statements, [])], [])
        ast.fix_missing_locations(module)
        if not self._of_ints:
            import numpy

            names["bitwise_count"] = numpy.bitwise_count
        exec(compile(module, "<formula>", "exec"), names)
        function: Function = names["compiled"]
        return function

    def _return(self, result: Value) -> None:
        """Return a result; of several truths on ints each is asked only where all before it hold."""
        name, *parts = self._operations[result]
        if self._of_ints and name == "and":
            for part in parts[:-1]:
                failed = ast.UnaryOp(ast.Not(), self._expression(part))
                self._statements.append(ast.If(failed, [ast.Return(ast.Constant(False))], []))
            self._return(parts[-1])
        elif name == "constant" and not self._of_ints:
            nothing = ast.BinOp(self._attribute("side", "pawns"), ast.BitAnd(), ast.Constant(0))
            self._statements.append(ast.Return(ast.BinOp(nothing, ast.BitOr(), ast.Constant(parts[0]))))
        else:
            self._statements.append(ast.Return(self._expression(result)))

    @staticmethod
    def _name(name: str) -> ast.expr:
        return ast.Name(name, _LOAD)

    def _attribute(self, variable: str, *names: str) -> ast.expr:
        expression = self._name(variable)
        for name in names:
            expression = ast.Attribute(expression, name, _LOAD)
        return expression

    def _assign(self, name: str, expression: ast.expr) -> ast.expr:
        self._statements.append(ast.Assign([ast.Name(name, _STORE)], expression))
        return self._name(name)

    def _side(self, is_enemy: bool) -> str:
        if is_enemy and "enemy" not in self._names.values():
            self._names[-1] = "enemy"
            self._assign("enemy", self._attribute("side", "enemy"))
        return "enemy" if is_enemy else "side"

    def _expression(self, value: Value) -> ast.expr:
        """Return the value of an operation, after the statements that it needs."""
        if value in self._names:
            return self._name(self._names[value])
        name, *parts = self._operations[value]
        if name == "constant":
            return ast.Constant(parts[0])
        if name in _OPERATORS and not self._of_ints:
            return self._written(value, name, parts)
        expression = self._computed(value, name, parts)
        self._waiting.subtract(self._parts(value))
        if value in self._names:
            return expression
        depth = 1 + max((self._depths.get(part, 0) for part in self._parts(value)), default=0)
        if self._uses[value] == 1 and depth <= _MOST_NESTED and (self._of_ints or name == "load"):
            self._depths[value] = depth
            return expression
        return self._named(value, expression)

    def _named(self, value: Value, expression: ast.expr) -> ast.expr:
        self._names[value] = f"v{value}"
        return self._assign(self._names[value], expression)

    def _computed(self, value: Value, name: str, parts: list[Any]) -> ast.expr:
        match name:
            case "load":
                return self._attribute(self._side(parts[0]), parts[1])
            case "layer" | "called":
                return self._remembered(value, name, parts[1], self._side(parts[0]))
            case "number":
                return ast.Call(self._name(f"number_{parts[1]}"), [self._name(self._side(parts[0]))], [])
            case "layer of set" | "called of set" | "number of set":
                side = self._attribute(self._side(parts[0]), "with_pawns")
                self._own.discard(parts[2])  # The layer may be these pawns themselves.
                changed = ast.Call(side, [self._expression(parts[2])], [])
                return self._call(name.removesuffix(" of set"), parts[1], changed)
            case "count" if self._of_ints:
                return ast.Call(ast.Attribute(self._expression(parts[0]), "bit_count", _LOAD), [], [])
            case "count":
                return ast.Call(self._name("bitwise_count"), [self._expression(parts[0])], [])
            case "compare":
                left = self._expression(parts[1])
                return ast.Compare(left, [_COMPARISONS[parts[0]]()], [self._expression(parts[2])])
            case "not" if self._of_ints:
                return ast.UnaryOp(ast.Not(), self._expression(parts[0]))
            case "not":
                return ast.BinOp(self._expression(parts[0]), ast.BitXor(), ast.Constant(True))
            case "and" | "or" if self._of_ints:
                joint: ast.boolop = ast.And() if name == "and" else ast.Or()
                return ast.BoolOp(joint, [self._expression(part) for part in parts])
            case "and" | "or":
                join: type[ast.operator] = ast.BitAnd if name == "and" else ast.BitOr
                truth = self._expression(parts[0])
                for part in parts[1:]:
                    truth = self._named(value, ast.BinOp(truth, join(), self._expression(part)))
                return truth
            case "<<" | ">>":
                return ast.BinOp(self._expression(parts[0]), _OPERATORS[name](), ast.Constant(parts[1]))
            case _:
                left = self._expression(parts[0])
                return ast.BinOp(left, _OPERATORS[name](), self._expression(parts[1]))

    def _call(self, kind: str, name: str, side: ast.expr) -> ast.expr:
        if kind == "called":
            return ast.Call(self._name("computed"), [self._name(name), side], [])
        return ast.Call(self._name(f"{kind}_{name}"), [side], [])

    def _remembered(self, value: Value, kind: str, name: str, side: str) -> ast.expr:
        """Return a layer of a side, as the side remembers it if it does."""
        call = self._call(kind, name, self._name(side))
        if kind == "called":
            return call
        known = self._named(value, ast.Call(self._attribute(side, "cache", "get"), [ast.Constant(name)], []))
        store = ast.Assign([ast.Name(self._names[value], _STORE)], call)
        self._statements.append(ast.If(ast.Compare(known, [ast.Is()], [ast.Constant(None)]), [store], []))
        return known

    def _written(self, value: Value, symbol: str, parts: list[Any]) -> ast.expr:
        """Write an operation on arrays into one that it alone needs, or into a new one."""
        operation = _OPERATORS[symbol]()
        left = self._expression(parts[0])
        right = ast.Constant(parts[1]) if symbol in ("<<", ">>") else self._expression(parts[1])
        self._waiting.subtract(
            self._parts(value)
        )  # Both parts are there now, and neither has been changed for the other.
        free = [part for part in self._parts(value) if part in self._own and not self._waiting[part]]
        if not free:
            self._own.add(value)
            return self._named(value, ast.BinOp(left, operation, right))
        name = self._names[value] = self._names[free[0]]
        other = right if free[0] == parts[0] else left
        self._statements.append(ast.AugAssign(ast.Name(name, _STORE), operation, other))
        self._statements += [ast.Delete([ast.Name(self._names[part], ast.Del())]) for part in free[1:]]
        self._own.add(value)
        return self._name(name)
