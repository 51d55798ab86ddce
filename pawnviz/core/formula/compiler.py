"""The compiler: the trees of formulas and conditions as Python functions of a side, for ints and for arrays.

A tree becomes a list of operations, each different one once, constants folded; from these a function is built of nodes
of ``ast`` and compiled, never from text. The colors are fixed, so that steps are shifts and ranks are constants. What
is about the board turned and the colors exchanged reads the board as it is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final, NamedTuple, assert_never

from pawnviz.core.board.bitboard import (
    BOARD,
    EAST_HALF,
    NOT_A_FILE,
    NOT_AB_FILES,
    NOT_GH_FILES,
    NOT_H_FILE,
    WEST_HALF,
    flip_vertical,
    popcount,
)
from pawnviz.core.board.side import Side, pawn_sides
from pawnviz.core.formula.names import FILLS, LAYERS, NUMBERS, absolute_name
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tree import (
    JOINS,
    CalledLayer,
    Combination,
    Complement,
    Constant,
    Fill,
    Formula,
    LayerOfSet,
    LayerOfSide,
    Local,
    Node,
    Pieces,
    RanksOfSide,
    Shift,
    Step,
    arriving_files,
    displacement,
    operands,
    shift_of,
)

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
    which writes into the array of an operation that is no longer needed.
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
        for node in ast.walk(module):
            vars(node).update(lineno=1, col_offset=0)  # All that ``compile`` needs of ``fix_missing_locations``.
        if not self._of_ints:
            import numpy

            names["bitwise_count"] = numpy.bitwise_count
        exec(compile(module, "<formula>", "exec"), names)
        function: Function = names["compiled"]
        return function

    def _return(self, result: Value) -> None:
        """Return a result; of several truths on ints each is asked only if all before it hold."""
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
            case "layer":
                return self._remembered(value, parts[1], self._side(parts[0]))
            case "called" | "number":
                return self._call(name, parts[1], self._name(self._side(parts[0])))
            case "layer of set" | "called of set" | "number of set":
                side = self._attribute(self._side(parts[0]), "with_pawns")
                self._own.discard(parts[2])  # The layer may be these pawns themselves.
                pawns = self._expression(parts[2])
                if isinstance(pawns, ast.Constant) and not self._of_ints:  # One set for all boards of the arrays.
                    none = ast.BinOp(self._attribute(self._side(parts[0]), "pawns"), ast.BitAnd(), ast.Constant(0))
                    pawns = ast.BinOp(none, ast.BitOr(), pawns)
                changed = ast.Call(side, [pawns], [])
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

    def _remembered(self, value: Value, name: str, side: str) -> ast.expr:
        """Return a layer of a side, as the side remembers it if it does."""
        call = self._call("layer", name, self._name(side))
        known = self._named(value, ast.Call(self._attribute(side, "cache", "get"), [ast.Constant(name)], []))
        store = ast.Assign([ast.Name(self._names[value], _STORE)], call)
        self._statements.append(ast.If(ast.Compare(known, [ast.Is()], [ast.Constant(None)]), [store], []))
        return known

    def _written(self, value: Value, symbol: str, parts: list[Any]) -> ast.expr:
        """Write an operation on arrays into one that it alone needs, or into a new one."""
        operation = _OPERATORS[symbol]()
        left = self._expression(parts[0])
        right = ast.Constant(parts[1]) if symbol in ("<<", ">>") else self._expression(parts[1])
        # Both parts are there now, and neither has been changed for the other.
        self._waiting.subtract(self._parts(value))
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


NO_PAWNS: Final = dict(zip((True, False), pawn_sides(0, 0), strict=True))  # The side of each color on an empty board.
_MOST_WRITTEN_OUT: Final = 4096  # The operations of a function from which on no layer of a set is written out in it.
_OF_EMPTY: Final = {
    **dict.fromkeys((("==", ("constant", 0)), ("<=", ("constant", 0)), ("<", ("constant", 1))), "=="),
    **dict.fromkeys((("!=", ("constant", 0)), (">", ("constant", 0)), (">=", ("constant", 1))), "!="),
}
"""The comparison of a set with the empty one by that of its count."""
_TURNED: Final = {"north": "south", "south": "north", "north_fill": "south_fill", "south_fill": "north_fill"}


class Compiled(dict[tuple[bool, bool], Function]):
    """The functions of a formula, maybe given as text, by color and whether of ints, compiled when asked for again.

    One board costs less part by part: compiling takes as long as a hundred boards. Arrays have it compiled at once.
    """

    def __init__(self, formula: Formula | str) -> None:
        super().__init__()
        self._formula = formula
        self._asked: set[bool] = set()  # The colors whose functions of ints have been asked for.

    def __missing__(self, variant: tuple[bool, bool]) -> Function:
        formula = parse(self._formula) if isinstance(self._formula, str) else self._formula
        color, of_ints = variant
        if of_ints and color not in self._asked:
            self._asked.add(color)
            return formula.evaluate
        operations = Operations(*variant)
        function = self[variant] = operations.compiled(operations.formula(formula, operations.scope(color)))
        return function


def computed(formula: Formula, side: Side[Any]) -> Any:
    """Return a formula's mask for a side, which the side remembers as it does that of a built-in layer."""
    mask = side.cache.get(formula.key)
    if mask is None:
        if formula.functions is None:
            object.__setattr__(formula, "functions", Compiled(formula))
        functions: Any = formula.functions
        mask = side.cache[formula.key] = functions[side.color, side.pawns.__class__ is int](side)
    return mask


class Scope(NamedTuple):
    """The meaning of names in a formula: its side, other pawns for that, named sets, and whether it ``is_turned``."""

    is_enemy: bool
    color: bool
    is_turned: bool = False
    pawns: Value | None = None
    names: Mapping[str, Value] | None = None


class Operations:
    """The operations of a function that is compiled, each different one once.

    An operation is a tuple of its name and what it works on, numbers of operations before it or other values. Ints may
    have bits beyond 64 after a left shift, until an operation needs them cut.
    """

    def __init__(self, color: bool, of_ints: bool) -> None:
        """``color`` is that of the side the function is called for; ``of_ints`` is false for arrays."""
        self._color = color
        self._of_ints = of_ints
        self._list: list[tuple[Any, ...]] = []
        self._numbers: dict[tuple[Any, ...], Value] = {}
        self._uncut: set[Value] = set()
        self._globals: dict[str, Any] = {"__builtins__": {}, "computed": computed}
        self._called: dict[str, str] = {}
        self._known: dict[str, bool] = {}

    def scope(self, color: bool, *, is_turned: bool = False) -> Scope:
        """Return the scope of the side of a color."""
        return Scope(color is not self._color, color, is_turned)

    def compiled(self, *results: Value, as_tuple: bool = False) -> Function:
        """Return the function of a side with a result, or with all of them in a tuple."""
        cut = [self._cut(result) for result in results]
        return Statements(self._list, cut, self._of_ints).function(self._globals, as_tuple=as_tuple)

    def _add(self, *operation: Any) -> Value:
        number = self._numbers.get(operation)
        if number is None:
            number = self._numbers[operation] = len(self._list)
            self._list.append(operation)
        return number

    def _mask(self, value: Value) -> int | None:
        """Return the mask of a constant, None for other values."""
        operation = self._list[value]
        mask: int | None = operation[1] if operation[0] == "constant" else None
        return mask

    # Numbers and truth

    def constant(self, number: int) -> Value:
        """Return a mask or a number."""
        return self._add("constant", number)

    def count(self, mask: Value) -> Value:
        """Return the number of squares of a mask."""
        known = self._mask(mask)
        return self._add("count", self._cut(mask)) if known is None else self.constant(popcount(known))

    def number(self, identifier: str, pawns: Node, scope: Scope) -> Value:
        """Return a number of ``NUMBERS`` of the side with these pawns, or of the scope's side with other pawns."""
        self._globals[f"number_{identifier}"] = NUMBERS[identifier].compute
        if isinstance(pawns, Pieces) and pawns.name == "pawns":
            return self._add("number", self._side(pawns.side, scope).is_enemy, identifier)
        return self._add("number of set", scope.is_enemy, identifier, self._cut(self.mask(pawns, scope)))

    def compared(self, left: Value, symbol: str, right: Value) -> Value:
        """Return whether a comparison of two numbers holds; whether a set is empty needs no count."""
        sign = _OF_EMPTY.get((symbol, self._list[right]))
        if sign and self._list[left][0] == "count":
            return self._add("compare", sign, self._list[left][1], self.constant(0))
        return self._add("compare", symbol, left, right)

    def joined(self, symbol: str, truths: Sequence[Value]) -> Value:
        """Return truths joined by ``and`` or ``or``, or that one, by ``not``, is false."""
        return self._add(symbol, *truths) if len(truths) > 1 or symbol == "not" else truths[0]

    # Formulas

    def formula(self, formula: Formula, scope: Scope) -> Value:
        """Return the mask of a formula."""
        return self.mask(formula.result, self.named(formula.bindings, scope))

    def named(self, bindings: Sequence[Any], scope: Scope) -> Scope:
        """Return a scope with the sets that bindings name."""
        names: dict[str, Value] = {}
        scope = scope._replace(names=names)
        for binding in bindings:
            names[binding.name] = self.mask(binding.value, scope)
        return scope

    def mask(self, node: Node, scope: Scope) -> Value:
        """Return the mask of a part of a formula."""
        match node:
            case Constant():
                return self.constant(flip_vertical(node.mask) if scope.is_turned else node.mask)
            case Local():
                return (scope.names or {})[node.name]
            case Pieces():
                return self._pieces(node.name, self._side(node.side, scope))
            case RanksOfSide():
                color = self._side(node.side, scope).color
                return self.constant(NO_PAWNS[color].ranks(node.first, node.last))
            case Complement():
                return self._join("^", self.mask(node.operand, scope), self.constant(BOARD))
            case Shift():
                mask = self.mask(node.operand, scope)
                mask = self._turned(mask) if scope.is_turned else mask
                for symbol, count in node.shifts:
                    mask = self._shift(mask, symbol, count)
                return self._turned(mask) if scope.is_turned else mask
            case Combination():
                return self._combination(node, scope)
            case Step():
                start, files, ranks = displacement(node, scope.color is not scope.is_turned)
                return self._moved(self.mask(start, scope), files, -ranks if scope.is_turned else ranks)
            case Fill():
                return self._fill(self._direction(node.name, scope), self.mask(node.operand, scope))
            case LayerOfSide():
                return self._layer(node, self._side(node.side, scope))
            case LayerOfSet():
                return self._layer_of_set(node, self.mask(node.operand, scope), scope)
            case _:
                assert_never(node)

    def _side(self, name: str, scope: Scope) -> Scope:
        is_white = scope.color is not scope.is_turned
        if name == "own" or name == ("white" if is_white else "black"):
            return scope
        return Scope(not scope.is_enemy, not scope.color, scope.is_turned)

    def _direction(self, name: str, scope: Scope) -> str:
        if name.startswith(("forward", "backward")):
            return absolute_name(name, scope.color)
        return _TURNED.get(name, name) if scope.is_turned else name

    def _pieces(self, name: str, side: Scope) -> Value:
        if name == "occupied":
            return self._join("|", *(self._add("load", is_enemy, "pieces") for is_enemy in (False, True)))
        if name == "pawns" and side.pawns is not None:
            return side.pawns
        return self._add("load", side.is_enemy, name)

    def _combination(self, node: Combination, scope: Scope) -> Value:
        if node.rest[0][0] in ("&", "-"):
            return self._intersection(node, scope)
        mask = self.mask(node.first, scope)
        for symbol, operand in node.rest:
            mask = self._join(symbol, mask, self.mask(operand, scope))
        return mask

    def _intersection(self, node: Combination, scope: Scope) -> Value:
        """Return the sets that are joined by ``&``, without the union of all that ``-`` and ``~`` take away."""
        held: list[Value] = []
        removed: list[Value] = []
        within = BOARD
        waiting: list[tuple[str, Node]] = [*reversed(node.rest), ("&", node.first)]
        while waiting:
            symbol, part = waiting.pop()
            if isinstance(part, Complement):
                waiting.append(("&" if symbol == "-" else "-", part.operand))
            elif symbol == "&" and isinstance(part, Combination) and part.rest[0][0] in ("&", "-"):
                waiting += [*reversed(part.rest), ("&", part.first)]
            else:
                value = self.mask(part, scope)
                mask = self._mask(value)
                if mask is None:
                    (held if symbol == "&" else removed).append(value)
                else:
                    within &= mask if symbol == "&" else mask ^ BOARD
        result = self.constant(within)
        for value in held:
            result = self._join("&", result, value)
        if removed:
            taken = reduce(partial(self._join, "|"), removed)
            result = self._join("&", result, self._join("^", taken, self.constant(BOARD)))
        return result

    def _turned(self, mask: Value) -> Value:
        """Return a mask with rank 1 and rank 8 exchanged and so on, by the same steps as ``flip_vertical``."""
        for count, half in ((8, 0x00FF_00FF_00FF_00FF), (16, 0x0000_FFFF_0000_FFFF), (32, 0x0000_0000_FFFF_FFFF)):
            low = self.constant(half)
            upper = self._join("&", self._shift(mask, ">>", count), low)
            mask = self._join("|", upper, self._shift(self._join("&", mask, low), "<<", count))
        return mask

    # Layers

    def _layer(self, node: LayerOfSide | LayerOfSet, side: Scope) -> Value:
        """Return a layer of a side, computed once a side, or written out for other pawns than the side's."""
        if node.called is not None and side.is_turned:
            return self.formula(node.called.formula, side)
        if side.pawns is not None and (formula := formula_of(node)) is not None:
            return self.formula(formula, side)
        if node.called is not None:
            return self._add("called", side.is_enemy, self._called_name(node.called))
        layer = LAYERS[node.identifier]
        self._globals[f"layer_{node.identifier}"] = layer.compute
        value = self._add("layer", side.is_enemy, node.identifier)
        return self._turned(value) if side.is_turned and not layer.turns else value

    def _called_name(self, called: CalledLayer) -> str:
        """Return the global name of a user layer's formula: none of the user's, which may be any word."""
        name = self._called.setdefault(called.formula.key, f"called_{len(self._called)}")
        self._globals[name] = called.formula
        return name

    def _layer_of_set(self, node: LayerOfSet, pawns: Value, scope: Scope) -> Value:
        formula = formula_of(node)
        if formula is not None and len(self._list) < _MOST_WRITTEN_OUT and self._is_of_own_pawns(formula):
            return self.formula(formula, scope._replace(pawns=pawns))
        if node.called is None:
            self._globals[f"layer_{node.identifier}"] = LAYERS[node.identifier].compute
            return self._add("layer of set", scope.is_enemy, node.identifier, self._cut(pawns))
        if not scope.is_turned:
            return self._add("called of set", scope.is_enemy, self._called_name(node.called), self._cut(pawns))
        # It may name colors, so it is compiled for the turned board.
        operations = Operations(scope.color, self._of_ints)
        mask = operations.formula(node.called.formula, operations.scope(scope.color, is_turned=True))
        name = f"turned_{len(self._globals)}"
        self._globals[f"layer_{name}"] = operations.compiled(mask)
        return self._add("layer of set", scope.is_enemy, name, self._cut(pawns))

    def _is_of_own_pawns(self, formula: Formula) -> bool:
        """Return whether a formula depends on nothing but the pawns of its own side."""
        if formula.key not in self._known:
            parts = (*(binding.value for binding in formula.bindings), formula.result)
            self._known[formula.key] = all(map(self._is_part_of_own_pawns, parts))
        return self._known[formula.key]

    def _is_part_of_own_pawns(self, node: Node) -> bool:
        match node:
            case Pieces():
                return node.is_own_pawns
            case LayerOfSide() | LayerOfSet():
                formula = formula_of(node)
                if formula is None or (isinstance(node, LayerOfSide) and node.side != "own"):
                    return False
                return self._is_of_own_pawns(formula) and all(map(self._is_part_of_own_pawns, operands(node)))
            case _:
                return all(map(self._is_part_of_own_pawns, operands(node)))

    # Masks

    def _cut(self, mask: Value) -> Value:
        return self._join("&", mask, self.constant(BOARD)) if mask in self._uncut else mask

    def _uncut_value(self, is_uncut: bool, *operation: Any) -> Value:
        value = self._add(*operation)
        if is_uncut:
            self._uncut.add(value)
        return value

    def _join(self, symbol: str, left: Value, right: Value) -> Value:
        """Return two masks joined by ``&``, ``|`` or ``^``, in one order for either, a constant last."""
        left, right = sorted((left, right), key=lambda value: (self._mask(value) is not None, value))
        one, other = self._mask(left), self._mask(right)
        if one is not None and other is not None:
            return self.constant(JOINS[symbol](one, other))
        if left == right:
            return self.constant(0) if symbol == "^" else left
        if other == 0:
            return right if symbol == "&" else left
        if other == BOARD and (symbol == "|" or (symbol == "&" and left not in self._uncut)):
            return right if symbol == "|" else left
        name, *parts = self._list[left]
        if other is not None and name == symbol and (inner := self._mask(parts[1])) is not None:
            return self._join(symbol, parts[0], self.constant(JOINS[symbol](inner, other)))
        is_uncut = (left in self._uncut, right in self._uncut)
        return self._uncut_value(all(is_uncut) if symbol == "&" else any(is_uncut), symbol, left, right)

    def _shift(self, mask: Value, symbol: str, count: int) -> Value:
        mask = self._cut(mask) if symbol == ">>" else mask
        known = self._mask(mask)
        if known is not None:
            return self.constant(known << count & BOARD if symbol == "<<" else known >> count)
        name, *parts = self._list[mask]
        if name == symbol:
            mask, count = parts[0], parts[1] + count
        if not count:
            return mask
        if count >= 64:
            return self.constant(0)
        return self._uncut_value(symbol == "<<" and self._of_ints, symbol, mask, count)

    def _moved(self, mask: Value, files: int, ranks: int) -> Value:
        symbol, count = shift_of(files, ranks)
        moved = self._shift(mask, symbol, count)
        return self._join("&", moved, self.constant(arriving_files(files))) if files else moved

    def _fill(self, name: str, mask: Value) -> Value:
        # Source: https://www.chessprogramming.org/Fill_Algorithms
        known = self._mask(mask)
        if known is not None:
            return self.constant(FILLS[name](known))
        match name:
            case "file_fill":
                return self._fill("north_fill", self._fill("south_fill", mask))
            case "north_fill" | "south_fill":
                for count in (8, 16, 32):
                    mask = self._join("|", mask, self._shift(mask, "<<" if name == "north_fill" else ">>", count))
            case _:
                for count, files in _RANK_FILLS[name]:
                    start = self._join("&", mask, self.constant(files))
                    mask = self._join("|", mask, self._shift(start, "<<" if name == "east_fill" else ">>", count))
        return mask


_RANK_FILLS: Final = {
    "east_fill": ((1, NOT_H_FILE), (2, NOT_GH_FILES), (4, WEST_HALF)),
    "west_fill": ((1, NOT_A_FILE), (2, NOT_AB_FILES), (4, EAST_HALF)),
}


def formula_of(node: LayerOfSide | LayerOfSet) -> Formula | None:
    """Return the formula of a layer that is called; None for one that is counted."""
    if node.called is not None:
        return node.called.formula
    text = LAYERS[node.identifier].formula
    return parse(text) if text else None
