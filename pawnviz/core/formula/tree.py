"""What a formula says as a tree of values, and how its mask for a side is computed.

``pawnviz.core.formula.parser`` reads such trees from text. Every node keeps the column, counted from 1, where it
begins there.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, assert_never, cast, overload

from pawnviz.core.board.bitboard import (
    BOARD,
    DARK_SQUARES,
    EAST_HALF,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    WEST_HALF,
    Array,
    Bits,
    complement,
    east,
    east_fill,
    file_fill,
    north,
    north_fill,
    popcount,
    south,
    south_fill,
    west,
    west_fill,
)
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS, NUMBERS

SIDES: Final = ("own", "enemy", "white", "black")
"""The names of the sides; as a set of squares each stands for the side's pawns."""

RELATIVE_SIDES: Final = ("own", "enemy")
"""The sides that are White for the one and Black for the other."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A set of squares that does not depend on the board: ``board``, ``rank_4``, ``{d4 e4}`` or ``0xff00``."""

    column: int
    text: str
    mask: int


@dataclass(frozen=True, slots=True)
class Name:
    """The pawns of a side, all pieces of a side or of both, or the en-passant square, by its name in the formula."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Local:
    """A set that the formula itself has given a name."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one kind, or all ``pieces``, of one of the four ``SIDES``."""

    column: int
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Complement:
    """The squares that are not in the operand."""

    column: int
    operand: Node


@dataclass(frozen=True, slots=True)
class Shift:
    """The operand's 64 bits shifted by ``<<`` or ``>>`` and a count, one shift after the other."""

    column: int
    operand: Node
    shifts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Combination:
    """Operands joined from left to right by operators that bind equally: ``&`` and ``-``, or ``^``, or ``|``."""

    column: int
    first: Node
    rest: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """The operand moved a number of squares in a relative or absolute direction."""

    column: int
    name: str
    operand: Node
    count: int


@dataclass(frozen=True, slots=True)
class Fill:
    """The operand and all squares beyond it in the direction or directions that the fill's name says."""

    column: int
    name: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Definition:
    """A layer of the user's own that a formula calls.

    ``key`` tells it from every layer of another meaning, also from one of the same name that is made differently.
    """

    identifier: str
    title: str
    formula: Formula
    key: str


@dataclass(frozen=True, slots=True)
class LayerOfSide:
    """A layer of one of the four ``SIDES``; ``definition`` is set for one that is not in ``LAYERS``."""

    column: int
    identifier: str
    side: str
    definition: Definition | None = None


@dataclass(frozen=True, slots=True)
class LayerOfSet:
    """A layer of the formula's own side with the operand in place of its pawns."""

    column: int
    identifier: str
    operand: Node
    definition: Definition | None = None


Node = Constant | Name | Local | Pieces | Complement | Shift | Combination | Step | Fill | LayerOfSide | LayerOfSet


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that a formula gives to a set."""

    column: int
    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read: its text, the sets it names on the way, and its result.

    ``definitions`` are the user's own layers that it calls, itself or through others, each after those that it calls.
    ``size`` is its number of parts and ``depth`` how deep they stand within each other, those layers written out.
    """

    text: str
    bindings: tuple[Binding, ...]
    result: Node
    definitions: tuple[Definition, ...] = ()
    size: int = 1
    depth: int = 1

    def evaluate(self, side: Side[Bits]) -> Bits:
        """Return the formula's mask for a side: an int for ints, an array of the side's shape for arrays."""
        return value_of(self.result, side, named_values(self.bindings, side))


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
class Comparison:
    """Two numbers, joined by ``< <= == != >=`` or ``>``."""

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


ConditionNode = Comparison | Negation | Junction


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that has been read: its text, the sets it names on the way, and what has to hold."""

    text: str
    bindings: tuple[Binding, ...]
    result: ConditionNode

    @overload
    def evaluate(self, side: Side[int]) -> bool: ...

    @overload
    def evaluate(self, side: Side[Array]) -> Array: ...

    def evaluate(self, side: Side[int] | Side[Array]) -> bool | Array:
        """Return whether the condition holds for a side: a bool for ints, an array of bools for arrays."""
        truth: bool | Array = _truth(self.result, side, named_values(self.bindings, side))
        if isinstance(side.pawns, int):
            return truth
        nowhere: Any = side.pawns & 0
        return cast(Array, truth | (nowhere != 0))  # A comparison of two decimals is no array yet.


def turns(formula: Formula) -> bool:
    """Return whether a formula's squares may be others for White than for Black.

    They are the same where it names no side as own or enemy and no relative direction, itself or through a layer of
    the user's own that it calls. A layer of a set counts as turning: most go forward from it or look at the enemy.
    """
    return _turns(formula, {})


def _turns(formula: Formula, known: dict[str, bool]) -> bool:
    """Return whether a formula turns; ``known`` keeps the answers for the layers that it calls, by their keys."""
    locals_turn: dict[str, bool] = {}
    for binding in formula.bindings:
        locals_turn[binding.name] = _node_turns(binding.value, locals_turn, known)
    return _node_turns(formula.result, locals_turn, known)


def _node_turns(node: Node, locals_turn: dict[str, bool], known: dict[str, bool]) -> bool:
    match node:
        case Name():
            return node.name not in ("white", "black", "occupied")
        case Local():
            return locals_turn[node.name]
        case Pieces():
            return node.side in RELATIVE_SIDES
        case LayerOfSide():
            return node.side in RELATIVE_SIDES and (
                node.definition is None or _definition_turns(node.definition, known)
            )
        case LayerOfSet():
            return True
        case Step() | Fill() if absolute_name(node.name, True) != absolute_name(node.name, False):
            return True
        case _:
            return any(_node_turns(operand, locals_turn, known) for operand in operands(node))


def _definition_turns(definition: Definition, known: dict[str, bool]) -> bool:
    if definition.key not in known:
        known[definition.key] = _turns(definition.formula, known)
    return known[definition.key]


def operands(node: Node) -> tuple[Node, ...]:
    """Return the parts that a part of a formula is computed from, in the order of the text."""
    match node:
        case Constant() | Name() | Local() | Pieces() | LayerOfSide():
            return ()
        case Complement() | Shift() | Step() | Fill() | LayerOfSet():
            return (node.operand,)
        case Combination():
            return (node.first, *(operand for _, operand in node.rest))
        case _:
            assert_never(node)


def displacement(step: Step, color: bool) -> tuple[Node, int, int]:
    """Return what a chain of steps moves for a color, and how many files east and ranks north it moves in all.

    Steps are taken together while none leads back and the whole is at most seven files and seven ranks, so that what
    leaves the board is the same as step by step; the rest of the chain is what is moved.
    """
    node: Node = step
    files = ranks = 0
    while isinstance(node, Step):
        east_by, north_by = _DIRECTIONS[absolute_name(node.name, color)]
        farther_files, farther_ranks = files + east_by * node.count, ranks + north_by * node.count
        if files * east_by < 0 or ranks * north_by < 0 or max(abs(farther_files), abs(farther_ranks)) > 7:
            break
        node, files, ranks = node.operand, farther_files, farther_ranks
    return node, files, ranks


def absolute_name(name: str, color: bool) -> str:
    """Return the name of a step or fill with forward and backward as the color goes: ``north_fill`` and the like."""
    if name.startswith("forward"):
        return name.replace("forward", "north" if color else "south")
    return name.replace("backward", "south" if color else "north")


def shift_of(files: int, ranks: int) -> tuple[str, int]:
    """Return the shift, ``<<`` or ``>>`` and a count, that moves squares by at most seven files and ranks."""
    count = 8 * ranks + files
    return ("<<", count) if count >= 0 else (">>", -count)


def arriving_files(files: int) -> int:
    """Return the files that squares moved this many files east, or west when negative, may arrive on."""
    return sum(FILES[files:] if files >= 0 else FILES[:files])


_DIRECTIONS: Final = {"north": (0, 1), "south": (0, -1), "east": (1, 0), "west": (-1, 0)}


# Computing


CONSTANTS: Final[dict[str, int]] = {
    "board": BOARD,
    **{f"rank_{number}": mask for number, mask in enumerate(RANKS, 1)},
    **{f"file_{letter}": mask for letter, mask in zip("abcdefgh", FILES, strict=True)},
    "light_squares": LIGHT_SQUARES,
    "dark_squares": DARK_SQUARES,
    "west_half": WEST_HALF,
    "east_half": EAST_HALF,
}
"""The sets that are the same on every board."""

NAMES: Final = (*SIDES, "own_pieces", "enemy_pieces", "occupied", "en_passant")
"""The sets that are read from the board."""

PIECES: Final = ("knights", "bishops", "rooks", "queens", "kings", "king", "pieces")
"""The pieces that a side may be asked for."""

FORMER_NAMES: Final = {"men": "pieces"}
"""Names that formulas of former versions call, which are still read, with the present ones."""

STEPS: Final[dict[str, Callable[[Any], Any]]] = {"north": north, "south": south, "east": east, "west": west}
FILLS: Final[dict[str, Callable[[Any], Any]]] = {
    "north_fill": north_fill,
    "south_fill": south_fill,
    "east_fill": east_fill,
    "west_fill": west_fill,
    "file_fill": file_fill,
}
RELATIVE_STEPS: Final = ("forward", "backward")
RELATIVE_FILLS: Final = ("forward_fill", "backward_fill")

COMPARISONS: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


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
        case Name():
            return _named(node.name, side)
        case Local():
            return names[node.name]
        case Pieces():
            return _pieces(node.name, side_of(node.side, side))
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
                mask = _joined(mask, symbol, value_of(operand, side, names))
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
    """Return the mask of a layer for a side; one of the user's own is remembered as a registered one is."""
    definition = node.definition
    if definition is None:
        return LAYERS[node.identifier](side)
    mask = side.cache.get(definition.key)
    if mask is None:
        mask = side.cache[definition.key] = definition.formula.evaluate(side)
    return mask


def side_of(name: str, side: Side[Bits]) -> Side[Bits]:
    """Return the side that one of the four ``SIDES`` is, as seen by a side."""
    match name:
        case "own":
            return side
        case "enemy":
            return side.enemy
        case "white":
            return side.white
        case _:
            return side.black


def _named(name: str, side: Side[Bits]) -> Bits:
    match name:
        case "own_pieces":
            return side.pieces
        case "enemy_pieces":
            return side.enemy.pieces
        case "occupied":
            return side.occupied
        case "en_passant":
            return side.en_passant
        case _:
            return side_of(name, side).pawns


def _pieces(name: str, side: Side[Bits]) -> Bits:
    match name:
        case "knights":
            return side.knights
        case "bishops":
            return side.bishops
        case "rooks":
            return side.rooks
        case "queens":
            return side.queens
        case "kings" | "king":
            return side.kings
        case _:
            return side.pieces


def _direction(name: str, side: Side[Bits]) -> Callable[[Bits], Bits]:
    """Return the step or fill of this name, relative ones as the side sees them."""
    match name:
        case "forward":
            return side.forward
        case "backward":
            return side.backward
        case "forward_fill":
            return side.forward_fill
        case "backward_fill":
            return side.backward_fill
        case _:
            return FILLS[name] if name in FILLS else STEPS[name]


def _joined(left: Bits, symbol: str, right: Bits) -> Bits:
    match symbol:
        case "&":
            return left & right
        case "-":
            return left & complement(right)
        case "^":
            return left ^ right
        case _:
            return left | right


def _truth(node: ConditionNode, side: Side[Any], names: dict[str, Any]) -> Any:
    """Return whether a part of a condition holds, as a bool or an array of bools."""
    match node:
        case Comparison():
            return COMPARISONS[node.symbol](_number(node.left, side, names), _number(node.right, side, names))
        case Negation():
            return _truth(node.operand, side, names) ^ True
        case Junction():
            truth = _truth(node.operands[0], side, names)
            for operand in node.operands[1:]:
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
