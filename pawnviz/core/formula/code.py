"""Layers and formulas as source code of other languages: functions on 64-bit masks that need nothing else.

A layer becomes a function of the pawns and its other sets, behind the functions of the layers that it calls. A function
that is the same for both colors, of own pawns alone or of named colors, has no color in its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, NamedTuple, assert_never

from pawnviz.core.board.bitboard import BOARD, RANKS
from pawnviz.core.board.side import BLACK, WHITE, color_name, one_pawn, pawn_sides
from pawnviz.core.formula import tree
from pawnviz.core.formula.compiler import NO_PAWNS
from pawnviz.core.formula.languages import LANGUAGES, Expression, Function, Table, free_name, plain
from pawnviz.core.formula.names import CONSTANTS, FILLS, LAYERS, NUMBERS, NamedLayer, absolute_name
from pawnviz.core.formula.parser import NO_LAYERS, parse
from pawnviz.core.formula.steps import NoFormulaError
from pawnviz.core.formula.tree import DIRECTIONS, arriving_files, displacement, shift_of
from pawnviz.core.words import plural

# The functions that a source needs, and the sets of the board that they are computed from

_COLORS: Final = ("white", "black")
_OWN: Final = "own"
_NAMED: Final = "named"
_RELATIVE: Final = "relative"
"""The possible dependencies of a function: own pawns; colors by name; anything else that differs between colors."""

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


class _NonPawnsNeededError(Exception):
    """All pieces of a color are wanted with other pawns, so that the pieces other than pawns have to be a parameter."""


class _Formulas:
    """The formulas that a source is made of, by the identifiers of their layers; the root's is empty."""

    def __init__(self, root: Subject) -> None:
        self._root = root
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
        """Return the function of a layer for a color: one for both colors if it is the same for them."""
        is_for_both = self.dependencies_of(identifier) in (set(), {_OWN}, {_NAMED})
        return Key(identifier, None if is_for_both else color)

    def dependencies_of(self, identifier: str) -> frozenset[str]:
        """Return the dependencies of a function: some of ``_OWN``, ``_NAMED`` and ``_RELATIVE``."""
        known = self._dependencies.get(identifier)
        if known is not None:
            return known
        try:
            formula = self.subject(identifier).formula
        except NoFormulaError:
            return frozenset((_RELATIVE,))
        unseen = {binding.name: binding.value for binding in formula.bindings}
        waiting = [formula.result]
        dependencies: set[str] = set()
        while waiting:
            node = waiting.pop()
            match node:
                case tree.Pieces():
                    is_named = node.side in _COLORS or node.name == "occupied"
                    dependencies.add(_OWN if node.is_own_pawns else _NAMED if is_named else _RELATIVE)
                case tree.RanksOfSide():
                    dependencies.update((_RELATIVE,) if node.side not in _COLORS else ())
                case tree.Step() | tree.Fill():
                    dependencies.update(() if absolute_name(node.name, True) == node.name else (_RELATIVE,))
                case tree.LayerOfSide():
                    of_layer = self.dependencies_of(node.identifier)
                    if node.side in _COLORS:
                        dependencies.update((_NAMED,) if of_layer else ())
                    else:
                        dependencies |= of_layer if node.side == "own" or of_layer <= {_NAMED} else {_RELATIVE}
                case tree.LayerOfSet():
                    # The operand stands for own pawns only: what is looked up by color is another set for the other.
                    dependencies.update((_RELATIVE,) if self.dependencies_of(node.identifier) - {_OWN} else ())
                case tree.Local() if node.name in unseen:
                    waiting.append(unseen.pop(node.name))
                case _:
                    pass
            waiting.extend(tree.operands(node))
        self._dependencies[identifier] = frozenset(dependencies)
        return self._dependencies[identifier]


def depends_on_side(formula: tree.Formula) -> bool:
    """Return whether a formula's squares may be others for White than for Black."""
    return not _Formulas(Subject("", "", formula)).dependencies_of("") <= {_NAMED}


def _is_constant(node: tree.Node) -> bool:
    """Return whether a part of a formula is, for a color, the same on every board."""
    if isinstance(node, tree.Local | tree.Pieces | tree.LayerOfSide | tree.LayerOfSet):
        return False
    return all(map(_is_constant, tree.operands(node)))


def _color_of(side: str, color: bool | None) -> bool | None:
    """Return the color of a side by its name, in a function of a color; None is a function of both."""
    if side == "own":
        return color
    return not color if side == "enemy" else side == "white"


def _pawns_of(color: bool | None) -> str:
    """Return the name of the set of a color's pawns; for None, of the color that the function is called for."""
    return "pawns" if color is None else f"{color_name(color)}_pawns"


# Sources

_SEED: Final = "b"


class Signature(NamedTuple):
    """A function of a source, with the sets of its parameters; ``pawns`` are those of the color it is called for."""

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Source code, and the functions in it that were asked for: White's, Black's, or one for both colors."""

    text: str
    functions: tuple[Signature, ...]


def source(
    what: NamedLayer | tree.Formula,
    language: str,
    white: bool | None = None,
    *,
    names: Mapping[str, NamedLayer] = NO_LAYERS,
    name: str = "",
) -> Source:
    """Return a layer or a formula as source code of a language, for White, Black, or both if ``white`` is None.

    ``language`` is one of ``LANGUAGES``. ``names`` are the user layers that a layer may call; a formula holds those
    that it calls. ``name`` is that of the function, by default the layer's identifier. Raises ``NoFormulaError`` for a
    layer without a formula, or a call of one, and ``FormulaError`` for an unreadable layer.
    """
    if isinstance(what, tree.Formula):
        root = Subject(name or "mask", f"Computes {' '.join(what.text.split())}.", what)
    else:
        if not what.formula:
            raise NoFormulaError(what)
        formula = parse(what.formula, names, what.identifier)
        root = Subject(name or what.identifier, what.definition or what.title, formula)
    colors = (True, False) if white is None else (white,)
    try:
        return _Unit(root, language, with_non_pawns=False).source(colors)
    except _NonPawnsNeededError:
        return _Unit(root, language, with_non_pawns=True).source(colors)


class _Unit:
    """One source: the functions that a formula needs, each after those that it calls, written in a language.

    A tree is walked once: what a function is computed from, and which sets with a name its formula uses, is found while
    it is written. Such a set stands as a mark in the text until all functions that this one calls have names.
    """

    def __init__(self, root: Subject, language: str, *, with_non_pawns: bool) -> None:
        """``with_non_pawns`` takes pieces without pawns as parameters instead of all pieces."""
        self._formulas = _Formulas(root)
        self._with_non_pawns = with_non_pawns
        self._language = LANGUAGES[language]
        self._taken = {self._language.constant_name(name) for name in _MASK_NAMES.values()}
        self._taken.update(self._language.name(name) for name in (*FILLS, *_SETS, _SEED))
        self._functions: dict[Key, Signature] = {}
        self._bodies: list[str] = []
        self._used: set[str] = set()  # The sets of the board, and the marks, of the function that is being written.
        self._constants: set[str] = set()
        self._fills: set[str] = set()

    def source(self, colors: Sequence[bool]) -> Source:
        """Return the source with the root's function for each color, or one for both."""
        roots = dict.fromkeys(self._formulas.key("", color) for color in colors)
        functions = tuple(map(self._function, roots))
        fills = [self._fill(name) for name in FILLS if name in self._fills]
        language = self._language
        constants = [
            language.constant.format(name=language.constant_name(name), value=language.number(mask, language.literal))
            for mask, name in _MASK_NAMES.items()
            if name in self._constants
        ]
        return Source(language.source(constants, [*fills, *self._bodies]), functions)

    # Functions

    def _function(self, key: Key) -> Signature:
        """Return a function, which is written when it is first called."""
        if key in self._functions:
            return self._functions[key]
        subject, language = self._formulas.subject(key.identifier), self._language
        outer, self._used = self._used, set()
        result = self._expression(subject.formula.result, key.color)
        values: list[tuple[str, Expression]] = []
        for binding in reversed(subject.formula.bindings):
            if f"@{binding.name}" in self._used:
                values.insert(0, (binding.name, self._expression(binding.value, key.color)))
        used, self._used = self._used, outer
        name = subject.name
        if key.color is not None:
            name = f"{color_name(key.color)}_{name}"
        elif name not in LAYERS:
            name = f"{name}_of_pawns"  # A plain word may be a function of the language's own.
        name = free_name(language.name(name), self._taken)
        self._taken.add(name)
        names: dict[str, str] = {}
        for local, _ in values:
            names[f"@{local}"] = free_name(language.name(local), {*self._taken, *names.values()})

        def statement(form: str, value: Expression, name: str = "") -> str:
            text = re.sub(r"@\w+", lambda mark: names[mark[0]], value.text)
            return language.statement(form, Expression(text), name)

        body = [statement(language.local, value, names[f"@{local}"]) for local, value in values]
        body.append(statement(language.result, result))
        signature = self._functions[key] = Signature(name, tuple(name for name in _SETS if name in used))
        words = [subject.words]
        is_public = not key.identifier
        if is_public:
            words += ["The same for both colors."] * (key.color is None)
            for parameter in signature.parameters:
                color, _, kind = parameter.partition("_")
                if kind in _EXPLAINED:
                    words.append(f"{language.name(parameter)}: {_EXPLAINED[kind].format(color=color.title())}.")
        parameters = list(map(language.name, signature.parameters))
        self._bodies.append(language.function_of(Function(name, parameters, body, plain(" ".join(words)), is_public)))
        return signature

    def _fill(self, name: str) -> str:
        # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
        language = self._language
        seed = Expression(_SEED)
        body = []
        if name == "file_fill":
            north, south = (Expression(f"{language.name(part)}({_SEED})") for part in ("north_fill", "south_fill"))
            result = north.joined("| ", south)
        else:
            files, ranks = DIRECTIONS[name.removesuffix("_fill")]
            for count in (1, 2, 4):
                moved = self._moved(seed, files * count, ranks * count, cut=False)
                body.append(language.statement(language.added, moved, _SEED))
            result = self._cut(seed) if ranks > 0 else seed
        body.append(language.statement(language.result, result))
        words = f"The squares and all squares {name.partition('_')[0]} of them."
        if name == "file_fill":
            words = "All squares of the files that hold a square."
        return language.function_of(Function(language.name(name), (_SEED,), body, words, is_public=False))

    # Expressions

    def _expression(self, node: tree.Node, color: bool | None) -> Expression:
        if _is_constant(node):
            return self._constant(tree.value_of(node, NO_PAWNS[color is not False], {}))
        match node:
            case tree.Local():
                self._used.add(f"@{node.name}")
                return Expression(f"@{node.name}")
            case tree.Pieces():
                if node.name == "pawns":
                    return self._input(_pawns_of(_color_of(node.side, color)))
                if node.name == "occupied":
                    return self._pieces("pieces", WHITE, BLACK)
                return self._pieces(node.name, _color_of(node.side, color))
            case tree.Complement():
                mask = self._expression(node.operand, color)
                if self._language.cut:
                    return mask.joined("^ ", self._constant(BOARD))
                return Expression(f"{self._language.complement}{mask.inside}")
            case tree.Shift():
                mask = self._expression(node.operand, color)
                for symbol, count in node.shifts:
                    mask = self._shifted(mask, symbol, count)
                    mask = self._cut(mask) if symbol == "<<" else mask
                return mask
            case tree.Step():
                moved, files, ranks = displacement(node, color is not False)
                return self._moved(self._expression(moved, color), files, ranks)
            case tree.Combination():
                return self._combination(node, color)
            case tree.Fill():
                name = absolute_name(node.name, color is not False)
                self._fills.update(("north_fill", "south_fill", name) if name == "file_fill" else (name,))
                return Expression(f"{self._language.name(name)}({self._expression(node.operand, color).text})")
            case tree.LayerOfSide():
                color = _color_of(node.side, color)
                return self._call(node, color, lambda: self._input(_pawns_of(color)))
            case tree.LayerOfSet():
                return self._call(node, color, lambda: self._expression(node.operand, color))
            case tree.Constant() | tree.RanksOfSide():
                raise AssertionError  # They are constant.
            case _:
                assert_never(node)

    def _input(self, name: str) -> Expression:
        self._used.add(name)
        return Expression(self._language.name(name))

    def _pieces(self, name: str, *colors: bool | None) -> Expression:
        """Return the sets of the board that make up the pieces of colors of one kind, or of all."""
        kinds = ("pawns", "non_pawns") if name == "pieces" and self._with_non_pawns else (name,)
        first, *others = (self._input(f"{color_name(bool(color))}_{kind}") for color in colors for kind in kinds)
        return reduce(lambda mask, other: mask.joined("| ", other), others, first)

    def _call(
        self, node: tree.LayerOfSide | tree.LayerOfSet, color: bool | None, pawns: Callable[[], Expression]
    ) -> Expression:
        """Return a call of a layer with other pawns for a color's own, written only if the layer needs them."""
        result = self._formulas.subject(node.identifier).formula.result
        if isinstance(result, tree.Pieces) and result.is_own_pawns:
            return pawns()
        function = self._function(self._formulas.key(node.identifier, color))
        if (
            isinstance(node, tree.LayerOfSet)
            and color is not None
            and f"{color_name(color)}_pieces" in function.parameters
        ):
            raise _NonPawnsNeededError
        arguments = (
            pawns() if name in ("pawns", _pawns_of(color)) else self._input(name) for name in function.parameters
        )
        return Expression(f"{function.name}({', '.join(argument.text for argument in arguments)})")

    def _combination(self, node: tree.Combination, color: bool | None) -> Expression:
        mask = self._expression(node.first, color)
        for symbol, operand in node.rest:
            if symbol in ("|", "^"):
                mask = mask.joined(f"{symbol} ", self._expression(operand, color))
                continue
            without = symbol == "-"
            if isinstance(operand, tree.Complement) and not _is_constant(operand):
                without, operand = not without, operand.operand
            sign = self._language.and_not if without else "& "
            mask = mask.joined(sign, self._expression(operand, color))
        return mask

    def _constant(self, mask: int) -> Expression:
        name = _MASK_NAMES.get(mask)
        if name is None:
            return Expression(self._language.number(mask, self._language.literal))
        self._constants.add(name)
        return Expression(self._language.constant_name(name))

    def _shifted(self, mask: Expression, symbol: str, count: int) -> Expression:
        language = self._language
        return mask.shifted(symbol if symbol == "<<" else language.shift_right, f"{count}{language.count_suffix}")

    def _cut(self, mask: Expression) -> Expression:
        """Return a mask without the bits beyond 64 that a left shift leaves."""
        match self._language.cut:
            case "":
                return mask
            case "&":
                return mask.joined("& ", self._constant(BOARD))
            case form:
                return Expression(form.format(value=mask.text))

    def _moved(self, mask: Expression, files: int, ranks: int, *, cut: bool = True) -> Expression:
        """Return a mask moved by files east and ranks north; without ``cut`` bits beyond 64 may stay."""
        if not files and not ranks:
            return mask
        symbol, count = shift_of(files, ranks)
        moved = self._shifted(mask, symbol, count)
        if files:
            return moved.joined("& ", self._constant(arriving_files(files)))
        return self._cut(moved) if cut and symbol == "<<" else moved


_EXPLAINED: Final = {
    "pieces": "all of {color}'s pieces, pawns too",
    "non_pawns": "{color}'s pieces other than pawns",
    "en_passant": "the square that {color} may capture on en passant, or none",
}
"""The meaning of parameters whose names do not say it, by the part of the name after the color."""


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


# Lookup tables
# Source: https://www.chessprogramming.org/Pawn_Attacks_(Bitboards),
# https://www.chessprogramming.org/Pawn_Islands_(Bitboards)


class TableSet(NamedTuple):
    """Tables that make one source: their title and their content in a few words."""

    title: str
    words: str


TABLE_SETS: Final = {
    "attacks": TableSet("Attack tables", "[2][64]: the squares that a pawn of each color attacks from each square"),
    "islands": TableSet("Island tables", "256 entries: islands, their borders and isolated files of each set of files"),
}
"""The sets of tables by identifier."""

_BY_FILES: Final = "The index is the set of files with pawns, bit 0 for the a-file to bit 7 for the h-file."


def table_code(identifier: str, language: str) -> str:
    """Return the tables of one of the ``TABLE_SETS`` as source code of one of the ``LANGUAGES``."""
    written = LANGUAGES[language]
    return written.source((), [written.table_of(table) for table in tables(identifier)])


def tables(identifier: str) -> tuple[Table, ...]:
    """Return the tables of one of the ``TABLE_SETS``."""
    if identifier == "attacks":
        words = (
            "The squares that a pawn attacks. The first index is 0 for a white and 1 for a black pawn, the second is "
            "its square, 0 for a1 to 63 for h8."
        )
        attacks = LAYERS["attacks"].compute
        rows = tuple(tuple(attacks(one_pawn(color, square)) for square in range(64)) for color in (WHITE, BLACK))
        return (Table("pawn_attacks", words, rows, bits=64),)
    sides = [pawn_sides(files, 0)[0] for files in range(256)]
    counts = (tuple(NUMBERS["island_count"].compute(side) for side in sides),)
    tables = [Table("island_count", f"The number of pawn islands. {_BY_FILES}", counts)]
    for identifier, words in (
        ("island_east_files", "The easternmost file of each island"),
        ("island_west_files", "The westernmost file of each island"),
        ("isolated_files", "The files that are an island by themselves"),
        ("half_isolated_files", "The files with pawns on exactly one adjacent file"),
    ):
        row = tuple(LAYERS[identifier].compute(side) & RANKS[0] for side in sides)
        tables.append(Table(identifier, f"{words}, as a set of files. {_BY_FILES}", (row,), bits=8))
    squares = (tuple(LAYERS["isolated_files"].compute(side) for side in sides),)
    tables.append(Table("isolated_file_squares", f"All squares of the isolated files. {_BY_FILES}", squares, bits=64))
    return tuple(tables)
