"""Formulas as trees of values, which parser reads, and their masks; each node keeps its column from 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import and_, or_, xor
from typing import Any, Final, assert_never

from msgspec import Struct

from pawnviz.core.board.bitboard import BOARD, FILES, Bits, complement
from pawnviz.core.board.side import Side
from pawnviz.core.formula.names import (
    FILLS,
    LAYERS,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    STEPS,
    absolute_name,
)


class FormulaPart(Struct, frozen=True):
    """A part of a formula, by the column of its text where it begins."""

    column: int


class Constant(FormulaPart, frozen=True):
    """A set of squares that does not depend on the board: ``board``, ``rank_4``, ``{d4 e4}`` or ``0xff00``."""

    text: str
    mask: int


class Local(FormulaPart, frozen=True):
    """A set that the formula itself has given a name."""

    name: str


class Pieces(FormulaPart, frozen=True):
    """A set of one of the four ``SIDES`` by its field: ``pawns``, all ``pieces``, ``occupied`` or ``en_passant``."""

    name: str
    side: str

    @property
    def is_own_pawns(self) -> bool:
        """Whether it is ``own``, for which a call may put another set."""
        return self.name == "pawns" and self.side == "own"


class RanksOfSide(FormulaPart, frozen=True):
    """The ranks from ``first`` to ``last``, 1 to 8, counted from the end of the board of one of the four ``SIDES``."""

    side: str
    first: int
    last: int


class Complement(FormulaPart, frozen=True):
    """The squares that are not in the operand."""

    operand: Node


class Shift(FormulaPart, frozen=True):
    """The operand's 64 bits shifted by ``<<`` or ``>>`` and a count, one shift after the other."""

    operand: Node
    shifts: tuple[tuple[str, int], ...]


class Combination(FormulaPart, frozen=True):
    """Operands joined from left to right by operators that bind equally: ``&`` and ``-``, or ``^``, or ``|``."""

    first: Node
    rest: tuple[tuple[str, Node], ...]


class Step(FormulaPart, frozen=True):
    """The operand moved a number of squares in a relative or absolute direction."""

    name: str
    operand: Node
    count: int


class Fill(FormulaPart, frozen=True):
    """The operand and all squares beyond it in the direction or directions that the fill's name says."""

    name: str
    operand: Node


class CalledLayer(Struct, frozen=True):
    """A user layer that a formula calls."""

    identifier: str
    title: str
    formula: Formula


class LayerOfSide(FormulaPart, frozen=True):
    """A layer of one of the four ``SIDES``; ``called`` is set for a user layer."""

    identifier: str
    side: str
    called: CalledLayer | None = None


class LayerOfSet(FormulaPart, frozen=True):
    """A layer of the formula's own side with the operand in place of its pawns."""

    identifier: str
    operand: Node
    called: CalledLayer | None = None


Node = (
    Constant | Local | Pieces | RanksOfSide | Complement | Shift | Combination | Step | Fill | LayerOfSide | LayerOfSet
)


class Binding(FormulaPart, frozen=True):
    """A name that a formula gives to a set."""

    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read: its text, the sets it names on the way, and its result.

    ``called_layers`` are the user layers that it calls, itself or through others, each after those that it calls.
    ``size`` is its number of parts and ``depth`` how deep they stand within each other, those layers written out.
    ``key`` differs for formulas of different meanings: it is the text, with those of the called layers.
    """

    text: str
    bindings: tuple[Binding, ...]
    result: Node
    called_layers: tuple[CalledLayer, ...] = ()
    size: int = 1
    depth: int = 1
    key: str = field(init=False, repr=False, compare=False)
    functions: object = field(default=None, init=False, repr=False, compare=False)
    """Its compiled functions, kept by the compiler."""

    def __post_init__(self) -> None:
        called = (f"{layer.identifier} = {layer.formula.text}" for layer in self.called_layers)
        object.__setattr__(self, "key", "\n".join((f"= {self.text}", *called)))

    def __reduce__(self) -> tuple[object, ...]:
        # Another process compiles functions of its own: they cannot be sent there.
        return Formula, (self.text, self.bindings, self.result, self.called_layers, self.size, self.depth)

    def evaluate(self, side: Side[Bits]) -> Bits:
        """Return the mask for a side part by part; ``compiler.computed`` returns the same, faster."""
        return value_of(self.result, side, named_values(self.bindings, side))


def operands(node: Node) -> tuple[Node, ...]:
    """Return the parts that a part of a formula is computed from, in the order of the text."""
    match node:
        case Constant() | Local() | Pieces() | RanksOfSide() | LayerOfSide():
            return ()
        case Complement() | Shift() | Step() | Fill() | LayerOfSet():
            return (node.operand,)
        case Combination():
            return (node.first, *(operand for _, operand in node.rest))
        case _:
            assert_never(node)


def named_values(bindings: tuple[Binding, ...], side: Side[Bits]) -> dict[str, Bits]:
    """Return the masks of the local names of a formula."""
    names: dict[str, Bits] = {}
    for binding in bindings:
        names[binding.name] = value_of(binding.value, side, names)
    return names


def value_of(node: Node, side: Side[Bits], names: dict[str, Bits]) -> Bits:
    """Return the mask of a part of a formula; ``names`` holds the masks of its local names."""
    match node:
        case Constant():
            return side.pawns & 0 | node.mask
        case Local():
            return names[node.name]
        case Pieces():
            pieces: Bits = getattr(side_of(node.side, side), node.name)
            return pieces
        case RanksOfSide():
            return side.pawns & 0 | side_of(node.side, side).ranks(node.first, node.last)
        case Complement():
            return complement(value_of(node.operand, side, names))
        case Shift():
            mask = value_of(node.operand, side, names)
            for symbol, count in node.shifts:
                mask = (mask << count) & BOARD if symbol == "<<" else mask >> count
            return mask
        case Combination():
            mask = value_of(node.first, side, names)
            for symbol, operand in node.rest:
                mask = JOINS[symbol](mask, value_of(operand, side, names))
            return mask
        case Step():
            mask = value_of(node.operand, side, names)
            step = _direction(node.name, side)
            for _ in range(node.count):
                mask = step(mask)
            return mask
        case Fill():
            return _direction(node.name, side)(value_of(node.operand, side, names))
        case LayerOfSide():
            return _layer(node, side_of(node.side, side))
        case LayerOfSet():
            return _layer(node, side.with_pawns(value_of(node.operand, side, names)))
        case _:
            assert_never(node)


def _layer(node: LayerOfSide | LayerOfSet, side: Side[Bits]) -> Bits:
    if node.called is not None:
        formula = node.called.formula
        if formula.key not in side.cache:
            side.cache[formula.key] = formula.evaluate(side)
        return side.cache[formula.key]
    mask: Bits = LAYERS[node.identifier].compute(side)
    return mask


def side_of(name: str, side: Side[Bits]) -> Side[Bits]:
    """Return the side that one of the four ``SIDES`` is, as seen by a side."""
    found: Side[Bits] = side if name == "own" else getattr(side, name)
    return found


def _direction(name: str, side: Side[Bits]) -> Callable[[Bits], Bits]:
    if name in (*RELATIVE_STEPS, *RELATIVE_FILLS):
        relative: Callable[[Bits], Bits] = getattr(side, name)
        return relative
    return FILLS[name] if name in FILLS else STEPS[name]


JOINS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "&": and_,
    "-": lambda left, right: left & complement(right),
    "^": xor,
    "|": or_,
}
"""The functions of the operators that join sets."""

DIRECTIONS: Final = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}
"""The files and ranks that one step goes east and north."""


def displacement(step: Step, color: bool) -> tuple[Node, int, int]:
    """Return the start of a chain of steps, and by how many files east and ranks north it moves that.

    Forward is north for White. Steps are taken together while none leads back and the whole is at most seven files and
    seven ranks, so that the same squares leave the board as step by step; else the start begins with a step.
    """
    node: Node = step
    files = ranks = 0
    while isinstance(node, Step):
        east_by, north_by = DIRECTIONS[absolute_name(node.name, color)]
        farther_files, farther_ranks = files + east_by * node.count, ranks + north_by * node.count
        if files * east_by < 0 or ranks * north_by < 0 or max(abs(farther_files), abs(farther_ranks)) > 7:
            break
        node, files, ranks = node.operand, farther_files, farther_ranks
    return node, files, ranks


def shift_of(files: int, ranks: int) -> tuple[str, int]:
    """Return the shift, ``<<`` or ``>>`` and a count, that moves squares by at most seven files and ranks."""
    count = 8 * ranks + files
    return ("<<", count) if count >= 0 else (">>", -count)


def arriving_files(files: int) -> int:
    """Return the files that squares moved this many files east, or west when negative, may arrive on."""
    return sum(FILES[files:] if files >= 0 else FILES[:files])
