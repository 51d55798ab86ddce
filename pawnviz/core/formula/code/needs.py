"""The functions that a source needs: the others they call, and the sets of the board they are computed from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, assert_never

from pawnviz.core.board.side import color_name
from pawnviz.core.formula import tree
from pawnviz.core.formula.names import LAYERS, SIDES, absolute_name
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.steps import NoFormulaError

_COLORS: Final = ("white", "black")
_OWN: Final = "own"
_NAMED: Final = "named"
_RELATIVE: Final = "relative"
"""The possible dependencies of a function: own pawns; colors by name; anything else that differs between colors."""

_DEPENDENCIES: Final = {"own": _OWN, "white": _NAMED, "black": _NAMED, "occupied": _NAMED}
"""The dependency of a set by its name, where that is not ``_RELATIVE``."""

_KINDS: Final = ("pawns", "pieces", "non_pawns", "knights", "bishops", "rooks", "queens", "kings", "en_passant")
_SETS: Final = ("pawns", *(f"{color}_{kind}" for kind in _KINDS for color in _COLORS))
"""The sets that a function may be computed from, in the order of its parameters."""


class Subject(NamedTuple):
    """A function to be written: its name, its result in words, and its formula."""

    name: str
    words: str
    formula: tree.Formula


class Key(NamedTuple):
    """A function of a source: the layer's identifier, or an empty one for the root, and the color, or None for both."""

    identifier: str
    color: bool | None


class NonPawnsNeededError(Exception):
    """All pieces of a color are wanted with other pawns, so that the pieces other than pawns have to be a parameter."""


class Needs:
    """The functions that a formula needs, each after those that it calls, with the sets that they are computed from.

    ``parameters`` are the names of these sets, such as ``white_pawns``, by function; ``pawns`` are those of the color
    that the function is called for. ``locals`` are the names that a function's formula gives to sets and uses.
    """

    def __init__(self, root: Subject, *, with_non_pawns: bool) -> None:
        self.parameters: dict[Key, tuple[str, ...]] = {}
        self.locals: dict[Key, set[str]] = {}
        self._root = root
        self._with_non_pawns = with_non_pawns
        self._called = {called.identifier: called for called in root.formula.called_layers}
        self._dependencies: dict[str, frozenset[str]] = {}

    def subject(self, identifier: str) -> Subject:
        """Return the subject of a function; raises ``NoFormulaError`` for a layer that no formula says."""
        if not identifier:
            return self._root
        if identifier in self._called:
            called = self._called[identifier]
            return Subject(identifier, called.title, called.formula)
        layer = LAYERS[identifier]
        if not layer.formula:
            raise NoFormulaError(layer)
        return Subject(identifier, layer.definition, parse(layer.formula))

    def key(self, identifier: str, color: bool | None) -> Key:
        """Return the function of a layer for a color: one for both colors where it is the same for them."""
        is_for_both = self._dependencies_of(identifier) in (set(), {_OWN}, {_NAMED})
        return Key(identifier, None if is_for_both else color)

    def _dependencies_of(self, identifier: str) -> frozenset[str]:
        """Return the dependencies of a function: some of ``_OWN``, ``_NAMED`` and ``_RELATIVE``."""
        known = self._dependencies.get(identifier)
        if known is not None:
            return known
        formula = self.subject(identifier).formula
        unseen = {binding.name: binding.value for binding in formula.bindings}
        waiting = [formula.result]
        dependencies: set[str] = set()
        while waiting:
            node = waiting.pop()
            match node:
                case tree.Name():
                    dependencies.add(_DEPENDENCIES.get(node.name, _RELATIVE))
                case tree.Pieces():
                    dependencies.add(_NAMED if node.side in _COLORS else _RELATIVE)
                case tree.RanksOfSide():
                    dependencies.update((_RELATIVE,) if node.side not in _COLORS else ())
                case tree.Step() | tree.Fill():
                    dependencies.update(() if absolute_name(node.name, True) == node.name else (_RELATIVE,))
                case tree.LayerOfSide():
                    dependencies.update(_dependencies_of_side(node.side, self._dependencies_of(node.identifier)))
                case tree.LayerOfSet():
                    # The operand stands for own pawns only: what is looked up by color is another set for the other.
                    dependencies.update((_RELATIVE,) if self._dependencies_of(node.identifier) - {_OWN} else ())
                case tree.Local() if node.name in unseen:
                    waiting.append(unseen.pop(node.name))
                case _:
                    pass
            waiting.extend(tree.operands(node))
        self._dependencies[identifier] = frozenset(dependencies)
        return self._dependencies[identifier]

    def add(self, key: Key) -> tuple[str, ...]:
        """Return the sets that a function is computed from; the functions that it calls are found first."""
        if key not in self.parameters:
            formula = self.subject(key.identifier).formula
            sets = set(self._uses(formula.result, key.color))
            for binding in reversed(formula.bindings):
                if f"={binding.name}" in sets:
                    sets.update(self._uses(binding.value, key.color))
            self.locals[key] = {name[1:] for name in sets if name[0] == "="}
            self.parameters[key] = tuple(name for name in _SETS if name in sets)
        return self.parameters[key]

    def _uses(self, node: tree.Node, color: bool | None) -> Iterator[str]:
        if is_constant(node):
            return
        match node:
            case tree.Name():
                yield from self.sets_of_name(node.name, color)
            case tree.Pieces():
                yield from self.sets_of_pieces(node, color)
            case tree.Local():
                yield f"={node.name}"
            case tree.LayerOfSide() if self.is_own(node.identifier):
                yield pawns_of(color_of(node.side, color))
            case tree.LayerOfSide():
                other = color_of(node.side, color)
                for name in self.add(self.key(node.identifier, other)):
                    yield pawns_of(other) if name == "pawns" else name
            case tree.LayerOfSet() if self.is_own(node.identifier):
                yield from self._uses(node.operand, color)
            case tree.LayerOfSet():
                for name in self.add(self.key(node.identifier, color)):
                    if name in ("pawns", pawns_of(color)):
                        yield from self._uses(node.operand, color)
                    elif color is not None and name == f"{color_name(color)}_pieces":
                        raise NonPawnsNeededError
                    else:
                        yield name
            case (
                tree.Constant()
                | tree.RanksOfSide()
                | tree.Complement()
                | tree.Shift()
                | tree.Step()
                | tree.Fill()
                | tree.Combination()
            ):
                for operand in tree.operands(node):
                    yield from self._uses(operand, color)
            case _:
                assert_never(node)

    def sets_of_name(self, name: str, color: bool | None) -> tuple[str, ...]:
        """Return the sets of the board that a name in a formula stands for, for a color."""
        if name in SIDES:
            return (pawns_of(color_of(name, color)),)
        if name == "en_passant":
            return (f"{color_name(bool(color))}_en_passant",)
        sides = ("white", "black") if name == "occupied" else (name.removesuffix("_pieces"),)
        return tuple(part for side in sides for part in self._all_pieces(color_of(side, color)))

    def sets_of_pieces(self, pieces: tree.Pieces, color: bool | None) -> tuple[str, ...]:
        """Return the sets of the board that make up a side's pieces, for a color."""
        other = color_of(pieces.side, color)
        if pieces.name == "pieces":
            return self._all_pieces(other)
        return (f"{color_name(bool(other))}_{'kings' if pieces.name == 'king' else pieces.name}",)

    def _all_pieces(self, color: bool | None) -> tuple[str, ...]:
        name = color_name(bool(color))
        return (f"{name}_pawns", f"{name}_non_pawns") if self._with_non_pawns else (f"{name}_pieces",)

    def is_own(self, identifier: str) -> bool:
        """Return whether a layer is the pawns themselves, so that no function is needed for it."""
        formula = self.subject(identifier).formula
        return isinstance(formula.result, tree.Name) and formula.result.name == "own"


def is_constant(node: tree.Node) -> bool:
    """Return whether a part of a formula is, for a color, the same on every board."""
    match node:
        case tree.Constant() | tree.RanksOfSide():
            return True
        case tree.Complement() | tree.Shift() | tree.Step() | tree.Fill() | tree.Combination():
            return all(is_constant(operand) for operand in tree.operands(node))
        case tree.Name() | tree.Local() | tree.Pieces() | tree.LayerOfSide() | tree.LayerOfSet():
            return False
        case _:
            assert_never(node)


def color_of(side: str, color: bool | None) -> bool | None:
    """Return the color of a side by its name, in a function of a color; None is a function of both."""
    match side:
        case "own":
            return color
        case "enemy":
            return not color
        case _:
            return side == "white"


def _dependencies_of_side(side: str, dependencies: frozenset[str]) -> frozenset[str]:
    if side in _COLORS:
        return frozenset((_NAMED,)) if dependencies else dependencies
    return dependencies if side == "own" or dependencies <= {_NAMED} else frozenset((_RELATIVE,))


def pawns_of(color: bool | None) -> str:
    """Return the name of the set of a color's pawns; for None, of the color that the function is called for."""
    return "pawns" if color is None else f"{color_name(color)}_pawns"
