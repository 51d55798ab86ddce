"""Layers and formulas as source code of other languages: functions on 64-bit masks that need nothing else.

A layer becomes a function of the pawns, and of what else it is computed from; the layers that it calls become functions
in front of it. A function that is the same for both colors has no color in its name: one of own pawns alone, or one of
colors that the formula names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, assert_never

from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.formula.languages import SPELLINGS, UNARY, Expression, around, call, free_name, joined, named, plain
from pawnviz.core.formula.languages import Function as SpelledFunction
from pawnviz.core.formula.names import CONSTANTS, SIDES, absolute_name
from pawnviz.core.formula.parser import NO_LAYERS, parse
from pawnviz.core.formula.shifts import arriving_files, displacement, shift_of
from pawnviz.core.formula.steps import NoFormulaError, color_name
from pawnviz.core.formula.tree import (
    Combination,
    Complement,
    Constant,
    Fill,
    Formula,
    LayerOfSet,
    LayerOfSide,
    Local,
    Name,
    Node,
    Pieces,
    Shift,
    Step,
    operands,
    value_of,
)
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.words import plural

LANGUAGES: Final = {
    "c": "C",
    "cpp": "C++",
    "rust": "Rust",
    "go": "Go",
    "java": "Java",
    "python": "Python",
    "javascript": "JavaScript",
    "numpy": "NumPy",
}
"""The languages by identifier, with their names."""


@dataclass(frozen=True)
class Function:
    """A function of a source: its name there, and its parameters as the names of sets, such as ``white_pawns``.

    The names of the parameters in the source may be written otherwise. ``pawns`` are a color's, whichever it is.
    """

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Source code, and the functions in it that were asked for: White's, Black's, or one for both colors."""

    text: str
    functions: tuple[Function, ...]


def code(
    what: Layer | Formula,
    language: str,
    white: bool | None = None,
    *,
    names: Mapping[str, Layer] = NO_LAYERS,
    name: str = "",
) -> str:
    """Return the text of ``source`` with the same arguments."""
    return source(what, language, white, names=names, name=name).text


def source(
    what: Layer | Formula,
    language: str,
    white: bool | None = None,
    *,
    names: Mapping[str, Layer] = NO_LAYERS,
    name: str = "",
) -> Source:
    """Return a layer or a formula as source code of a language, for White, Black, or both where ``white`` is None.

    ``language`` is one of ``LANGUAGES``. ``names`` are the user's own layers that a layer may call; a formula holds
    those that it calls. ``name`` is what the function is called after, by default the layer's identifier.

    Raises ``NoFormulaError`` for a layer without a formula, and for what calls one, and ``FormulaError`` for a layer
    that cannot be read.
    """
    if isinstance(what, Formula):
        root = _Definition(name or "mask", f"Computes {' '.join(what.text.split())}.", what)
    else:
        if not what.formula:
            raise NoFormulaError(what)
        formula = parse(what.formula, names, what.identifier)
        root = _Definition(name or what.identifier, what.definition or what.title, formula)
    colors = (True, False) if white is None else (white,)
    try:
        return _Unit(root, language, with_non_pawns=False).source(colors)
    except _NonPawnsNeededError:
        return _Unit(root, language, with_non_pawns=True).source(colors)


# What a function needs


class _Definition(NamedTuple):
    """What a function is called after, what it returns in words, and its formula."""

    name: str
    words: str
    formula: Formula


class _Key(NamedTuple):
    """A function of a source: the layer's identifier, or an empty one for the root, and the color, or None for both."""

    identifier: str
    color: bool | None


class _NonPawnsNeededError(Exception):
    """All pieces of a color are wanted with other pawns, so that its pieces have to be known apart from its pawns."""


class _Unit:
    """One source: the functions that a formula needs, each after those that it calls, spelled in a language."""

    def __init__(self, root: _Definition, language: str, *, with_non_pawns: bool) -> None:
        """Keep the formula; ``with_non_pawns`` takes pieces without pawns as parameters instead of all pieces."""
        self._root = root
        self._with_non_pawns = with_non_pawns
        self._called = {called.identifier: called for called in root.formula.called_layers}
        self._spelling = SPELLINGS[language]
        self._needs: dict[_Key, tuple[str, ...]] = {}
        self._locals: dict[_Key, set[str]] = {}
        self._depends: dict[str, frozenset[str]] = {}
        self._inputs: dict[str, str] = {}
        self._functions: dict[_Key, str] = {}
        self._taken: set[str] = set()
        self._constants: set[str] = set()
        self._fills: set[str] = set()

    def source(self, colors: Sequence[bool]) -> Source:
        """Return the source with the root's function for each color, or one for both."""
        roots = list(dict.fromkeys(self._key("", color) for color in colors))
        for root in roots:
            self._need(root)
        self._name_all()
        bodies = [self._function(key, is_public=key in roots) for key in self._needs]
        fills = [self._fill(name) for name in _FILLS if name in self._fills]
        spelling = self._spelling
        constants = [
            spelling.constant(spelling.constant_name(name), spelling.literal(mask))
            for mask, name in _MASK_NAMES.items()
            if name in self._constants
        ]
        functions = tuple(Function(self._functions[key], self._needs[key]) for key in roots)
        return Source(spelling.unit(constants, [*fills, *bodies]), functions)

    # What a function needs

    def _definition(self, identifier: str) -> _Definition:
        if not identifier:
            return self._root
        if identifier in self._called:
            called = self._called[identifier]
            return _Definition(identifier, called.title, called.formula)
        layer = LAYERS[identifier]
        if not layer.formula:
            raise NoFormulaError(layer)
        return _Definition(identifier, layer.definition, parse(layer.formula))

    def _key(self, identifier: str, color: bool | None) -> _Key:
        return _Key(identifier, None if self._is_common(identifier) else color)

    def _is_common(self, identifier: str) -> bool:
        """Say whether a function is the same for both colors: of own pawns only or of named colors only, unturned."""
        return self._seen_by(identifier) in (set(), {_OWN}, {_NAMED})

    def _seen_by(self, identifier: str) -> frozenset[str]:
        """Return what a function depends on: own pawns, colors by their names, and what else turns with the side."""
        known = self._depends.get(identifier)
        if known is not None:
            return known
        formula = self._definition(identifier).formula
        unseen = {binding.name: binding.value for binding in formula.bindings}
        waiting = [formula.result]
        found: set[str] = set()
        while waiting:
            node = waiting.pop()
            match node:
                case Name():
                    found.add(_SEEN_AS.get(node.name, _TURNED))
                case Pieces():
                    found.add(_NAMED if node.side in _COLORS else _TURNED)
                case Step() | Fill():
                    found.update(() if absolute_name(node.name, True) == node.name else (_TURNED,))
                case LayerOfSide():
                    found.update(_seen_of(node.side, self._seen_by(node.identifier)))
                case LayerOfSet():
                    # A color's pawns are the operand where the color is the side's own, and else are not.
                    found.update((_TURNED,) if self._seen_by(node.identifier) - {_OWN} else ())
                case Local() if node.name in unseen:
                    waiting.append(unseen.pop(node.name))
                case _:
                    pass
            waiting.extend(operands(node))
        self._depends[identifier] = frozenset(found)
        return self._depends[identifier]

    def _need(self, key: _Key) -> tuple[str, ...]:
        """Return the sets that a function is computed from; the functions that it calls are found first."""
        if key not in self._needs:
            formula = self._definition(key.identifier).formula
            found = set(self._uses(formula.result, key.color))
            for binding in reversed(formula.bindings):
                if f"={binding.name}" in found:
                    found.update(self._uses(binding.value, key.color))
            self._locals[key] = {name[1:] for name in found if name[0] == "="}
            self._needs[key] = tuple(name for name in _INPUTS if name in found)
        return self._needs[key]

    def _uses(self, node: Node, color: bool | None) -> Iterator[str]:
        """Yield the sets that a part of a formula is computed from; a local name with ``=`` in front."""
        if _is_constant(node):
            return
        match node:
            case Name():
                yield from self._name_inputs(node.name, color)
            case Pieces():
                yield from self._pieces_inputs(node, color)
            case Local():
                yield f"={node.name}"
            case LayerOfSide() if self._is_own(node.identifier):
                yield _pawns(_seen(node.side, color))
            case LayerOfSide():
                seen = _seen(node.side, color)
                for name in self._need(self._key(node.identifier, seen)):
                    yield _pawns(seen) if name == "pawns" else name
            case LayerOfSet() if self._is_own(node.identifier):
                yield from self._uses(node.operand, color)
            case LayerOfSet():
                for name in self._need(self._key(node.identifier, color)):
                    if name in ("pawns", _pawns(color)):
                        yield from self._uses(node.operand, color)
                    elif color is not None and name == f"{color_name(color)}_pieces":
                        raise _NonPawnsNeededError
                    else:
                        yield name
            case Constant() | Complement() | Shift() | Step() | Fill() | Combination():
                for operand in operands(node):
                    yield from self._uses(operand, color)
            case _:
                assert_never(node)

    def _name_inputs(self, name: str, color: bool | None) -> tuple[str, ...]:
        if name in SIDES:
            return (_pawns(_seen(name, color)),)
        if name == "en_passant":
            return (f"{color_name(bool(color))}_en_passant",)
        sides = ("white", "black") if name == "occupied" else (name.removesuffix("_pieces"),)
        return tuple(part for side in sides for part in self._all_pieces(_seen(side, color)))

    def _pieces_inputs(self, pieces: Pieces, color: bool | None) -> tuple[str, ...]:
        seen = _seen(pieces.side, color)
        if pieces.name == "pieces":
            return self._all_pieces(seen)
        return (f"{color_name(bool(seen))}_{'kings' if pieces.name == 'king' else pieces.name}",)

    def _all_pieces(self, color: bool | None) -> tuple[str, ...]:
        """Return the sets that together are all pieces of a color."""
        name = color_name(bool(color))
        return (f"{name}_pawns", f"{name}_non_pawns") if self._with_non_pawns else (f"{name}_pieces",)

    def _is_own(self, identifier: str) -> bool:
        """Say whether a layer is the pawns themselves, so that no function is needed for it."""
        formula = self._definition(identifier).formula
        return isinstance(formula.result, Name) and formula.result.name == "own"

    # Names

    def _name_all(self) -> None:
        """Give every parameter and function its name in the source, apart from those of constants and fills."""
        spelling = self._spelling
        self._taken.update(spelling.constant_name(name) for name in _MASK_NAMES.values())
        self._taken.update(spelling.name(name) for name in (*_FILLS, _SEED))
        for name in dict.fromkeys(name for needs in self._needs.values() for name in needs):
            self._inputs[name] = self._new_name(name)
        for key in self._needs:
            name = self._definition(key.identifier).name
            if key.color is not None:
                name = f"{color_name(key.color)}_{name}"
            elif name not in LAYERS:
                name = f"{name}_of_pawns"  # A plain word may be a function of the language's own.
            self._functions[key] = self._new_name(name)

    def _new_name(self, words: str) -> str:
        """Return a name that nothing else in the source has, and take it."""
        name = free_name(self._spelling.name(words), self._taken)
        self._taken.add(name)
        return name

    # Functions

    def _function(self, key: _Key, *, is_public: bool) -> list[str]:
        """Return the lines of a function."""
        definition, spelling = self._definition(key.identifier), self._spelling
        names: dict[str, str] = {}
        values = []
        for binding in definition.formula.bindings:
            if binding.name in self._locals[key]:
                value = self._expression(binding.value, key.color, names)
                names[binding.name] = free_name(spelling.name(binding.name), {*self._taken, *names.values()})
                values.append((names[binding.name], value))
        words = [definition.words]
        if is_public and key.color is None:
            words.append("The same for both colors.")
        if is_public:
            words += [f"{self._inputs[name]}: {_explained(name)}." for name in self._needs[key] if _explained(name)]
        return spelling.function(
            SpelledFunction(
                self._functions[key],
                tuple(self._inputs[name] for name in self._needs[key]),
                tuple(values),
                self._expression(definition.formula.result, key.color, names),
                plain(" ".join(words)),
                is_public,
            )
        )

    def _fill(self, name: str) -> list[str]:
        """Return the lines of the function of a fill.

        Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
        """
        spelling = self._spelling
        seed = named(_SEED)
        body = []
        if name == "file_fill":
            parts = [f"{spelling.name(part)}({_SEED})" for part in ("north_fill", "south_fill")]
            result = joined(named(parts[0]), "| ", named(parts[1]))
        else:
            files, ranks = _FILLS[name]
            for count in (1, 2, 4):
                body.append(spelling.added(_SEED, self._moved(seed, files * count, ranks * count, cut=False)))
            result = self._cut(seed) if ranks > 0 else seed
        words = f"The squares and all squares {name.partition('_')[0]} of them."
        if name == "file_fill":
            words = "All squares of the files that hold a square."
        function = SpelledFunction(spelling.name(name), (_SEED,), (), result, words, is_public=False)
        return spelling.laid_out(function, [*body, *spelling.result(result)])

    # Expressions

    def _expression(self, node: Node, color: bool | None, names: Mapping[str, str]) -> Expression:
        """Return a part of a formula; ``names`` are its local names in the source."""
        if _is_constant(node):
            return self._constant(value_of(node, _NO_PAWNS[color is not False], {}))
        match node:
            case Local():
                return named(names[node.name])
            case Name():
                return self._union(self._name_inputs(node.name, color))
            case Pieces():
                return self._union(self._pieces_inputs(node, color))
            case Complement():
                return self._complement(self._expression(node.operand, color, names))
            case Shift():
                mask = self._expression(node.operand, color, names)
                for symbol, count in node.shifts:
                    mask = self._left(mask, count) if symbol == "<<" else self._spelling.right(mask, count)
                return mask
            case Step():
                moved, files, ranks = displacement(node, color is not False)
                return self._moved(self._expression(moved, color, names), files, ranks)
            case Combination():
                return self._combination(node, color, names)
            case Fill():
                name = absolute_name(node.name, color is not False)
                self._fills.update(("north_fill", "south_fill", name) if name == "file_fill" else (name,))
                return call(self._spelling.name(name), self._expression(node.operand, color, names))
            case LayerOfSide():
                pawns = self._inputs.get(_pawns(_seen(node.side, color)), "")
                return self._call(node, _seen(node.side, color), lambda: named(pawns))
            case LayerOfSet():
                return self._call(node, color, lambda: self._expression(node.operand, color, names))
            case Constant():
                return self._constant(node.mask)
            case _:
                assert_never(node)

    def _call(self, node: LayerOfSide | LayerOfSet, color: bool | None, pawns: Callable[[], Expression]) -> Expression:
        """Return a layer with the given pawns for a color's own, which are asked for where the layer needs them."""
        if self._is_own(node.identifier):
            return pawns()
        callee = self._key(node.identifier, color)
        name, inputs = self._functions[callee], self._needs[callee]
        if inputs in (("pawns",), (_pawns(color),)):
            return call(name, pawns())
        arguments = (pawns().text if one in ("pawns", _pawns(color)) else self._inputs[one] for one in inputs)
        return named(f"{name}({', '.join(arguments)})")

    def _combination(self, node: Combination, color: bool | None, names: Mapping[str, str]) -> Expression:
        mask = self._expression(node.first, color, names)
        for symbol, operand in node.rest:
            if symbol in ("|", "^"):
                mask = joined(mask, f"{symbol} ", self._expression(operand, color, names))
                continue
            without = symbol == "-"
            if isinstance(operand, Complement) and not _is_constant(operand):
                without, operand = not without, operand.operand
            sign = self._spelling.and_not if without else "& "
            mask = joined(mask, sign, self._expression(operand, color, names))
        return mask

    def _union(self, inputs: Sequence[str]) -> Expression:
        first, *others = (self._inputs[name] for name in inputs)
        mask = named(first)
        for name in others:
            mask = joined(mask, "| ", named(name))
        return mask

    def _constant(self, mask: int) -> Expression:
        """Return a constant by its name where it has one, else as a literal."""
        name = _MASK_NAMES.get(mask)
        if name is None:
            return named(self._spelling.literal(mask))
        self._constants.add(name)
        return named(self._spelling.constant_name(name))

    def _complement(self, mask: Expression) -> Expression:
        if self._spelling.is_bounded:
            return around(UNARY, self._spelling.complement, mask, "")
        return joined(mask, "^ ", self._constant(BOARD))

    def _left(self, mask: Expression, count: int) -> Expression:
        return self._cut(self._spelling.left(mask, count))

    def _cut(self, mask: Expression) -> Expression:
        """Return a mask without bits beyond 64, where the language keeps such bits."""
        spelling = self._spelling
        return spelling.cut(mask, self._constant(BOARD).text if spelling.cuts_with_board else "")

    def _moved(self, mask: Expression, files: int, ranks: int, *, cut: bool = True) -> Expression:
        """Return a mask moved by files east and ranks north; without ``cut`` bits beyond 64 may stay."""
        if not files and not ranks:
            return mask
        symbol, count = shift_of(files, ranks)
        moved = self._spelling.left(mask, count) if symbol == "<<" else self._spelling.right(mask, count)
        if files:
            return joined(moved, "& ", self._constant(arriving_files(files)))
        return self._cut(moved) if cut and symbol == "<<" else moved


def _is_constant(node: Node) -> bool:
    """Say whether a part of a formula is the same on every board."""
    match node:
        case Constant():
            return True
        case Complement() | Shift() | Step() | Fill() | Combination():
            return all(_is_constant(operand) for operand in operands(node))
        case Name() | Local() | Pieces() | LayerOfSide() | LayerOfSet():
            return False
        case _:
            assert_never(node)


def _seen(side: str, color: bool | None) -> bool | None:
    """Return the color of a side as a color sees it; None, both colors, sees itself only."""
    match side:
        case "own":
            return color
        case "enemy":
            return not color
        case _:
            return side == "white"


def _seen_of(side: str, seen: frozenset[str]) -> frozenset[str]:
    """Return what a layer of a side depends on, of what its function does."""
    if side in _COLORS:
        return frozenset((_NAMED,)) if seen else seen
    return seen if side == "own" or seen <= {_NAMED} else frozenset((_TURNED,))


def _pawns(color: bool | None) -> str:
    return "pawns" if color is None else f"{color_name(color)}_pawns"


def _explained(name: str) -> str:
    """Return what a parameter is where its name does not say it."""
    color, _, kind = name.partition("_")
    match kind:
        case "pieces":
            return f"all of {color.title()}'s pieces, pawns too"
        case "non_pawns":
            return f"{color.title()}'s pieces other than pawns"
        case "en_passant":
            return f"the square that {color.title()} may capture on en passant, or none"
        case _:
            return ""


_OWN: Final = "own"
_NAMED: Final = "named"
_TURNED: Final = "turned"
_COLORS: Final = ("white", "black")
_SEEN_AS: Final = {"own": _OWN, "white": _NAMED, "black": _NAMED, "occupied": _NAMED}
"""What a set depends on by its name: the others turn with the side."""

_KINDS: Final = ("pawns", "pieces", "non_pawns", "knights", "bishops", "rooks", "queens", "kings", "en_passant")
_INPUTS: Final = ("pawns", *(f"{color}_{kind}" for kind in _KINDS for color in ("white", "black")))
_SEED: Final = "b"
_FILLS: Final = {
    "north_fill": (0, 1),
    "south_fill": (0, -1),
    "east_fill": (1, 0),
    "west_fill": (-1, 0),
    "file_fill": (0, 0),
}
"""The fills by name, with the files and ranks that one step goes east and north."""

_NO_PAWNS: Final = dict(zip((True, False), pawn_sides(0, 0), strict=True))


def _mask_names() -> dict[int, str]:
    """Return constants with a name, by mask: the grammar's, and the files that shifted squares may arrive on."""
    names: dict[int, str] = {}
    for name, mask in CONSTANTS.items():
        names.setdefault(mask, name)
    for count in range(1, 8):
        files = plural(count, "file")
        names.setdefault(arriving_files(count), f"not_{'abcdefgh'[:count]}_{files}")
        names.setdefault(arriving_files(-count), f"not_{'abcdefgh'[-count:]}_{files}")
    return names


_MASK_NAMES: Final = _mask_names()
