"""Layers and formulas as source code of other languages: functions on 64-bit masks that need nothing else.

A layer becomes a function of the pawns and its other sets, behind the functions of the layers that it calls. A function
that is the same for both colors, of own pawns alone or of named colors, has no color in its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.board.side import color_name, pawn_sides
from pawnviz.core.formula import tree
from pawnviz.core.formula.code.languages import LANGUAGES, Expression, Function, free_name, plain
from pawnviz.core.formula.code.needs import Key, Needs, NonPawnsNeededError, Subject, color_of, is_constant, pawns_of
from pawnviz.core.formula.names import CONSTANTS, LAYERS, NamedLayer, absolute_name
from pawnviz.core.formula.parser import NO_LAYERS, parse
from pawnviz.core.formula.shifts import arriving_files, displacement, shift_of
from pawnviz.core.formula.steps import NoFormulaError
from pawnviz.core.words import plural

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


@dataclass(frozen=True)
class Signature:
    """A function of a source, with the sets of its parameters; ``pawns`` are those of the color it is called for."""

    name: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """Source code, and the functions in it that were asked for: White's, Black's, or one for both colors."""

    text: str
    functions: tuple[Signature, ...]


def code(
    what: NamedLayer | tree.Formula,
    language: str,
    white: bool | None = None,
    *,
    names: Mapping[str, NamedLayer] = NO_LAYERS,
    name: str = "",
) -> str:
    """Return the text of ``source`` with the same arguments."""
    return source(what, language, white, names=names, name=name).text


def source(
    what: NamedLayer | tree.Formula,
    language: str,
    white: bool | None = None,
    *,
    names: Mapping[str, NamedLayer] = NO_LAYERS,
    name: str = "",
) -> Source:
    """Return a layer or a formula as source code of a language, for White, Black, or both where ``white`` is None.

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
    except NonPawnsNeededError:
        return _Unit(root, language, with_non_pawns=True).source(colors)


class _Unit:
    """One source: the functions that a formula needs, each after those that it calls, written in a language."""

    def __init__(self, root: Subject, language: str, *, with_non_pawns: bool) -> None:
        """``with_non_pawns`` takes pieces without pawns as parameters instead of all pieces."""
        self._needs = Needs(root, with_non_pawns=with_non_pawns)
        self._language = LANGUAGES[language]
        self._inputs: dict[str, str] = {}
        self._functions: dict[Key, str] = {}
        self._taken: set[str] = set()
        self._constants: set[str] = set()
        self._fills: set[str] = set()

    def source(self, colors: Sequence[bool]) -> Source:
        """Return the source with the root's function for each color, or one for both."""
        roots = list(dict.fromkeys(self._needs.key("", color) for color in colors))
        for root in roots:
            self._needs.add(root)
        self._name_all()
        bodies = [self._function(key, is_public=key in roots) for key in self._needs.parameters]
        fills = [self._fill(name) for name in _FILLS if name in self._fills]
        language = self._language
        constants = [
            language.constant.format(name=language.constant_name(name), value=language.number(mask, language.literal))
            for mask, name in _MASK_NAMES.items()
            if name in self._constants
        ]
        functions = tuple(Signature(self._functions[key], self._needs.parameters[key]) for key in roots)
        return Source(language.source(constants, [*fills, *bodies]), functions)

    # Names

    def _name_all(self) -> None:
        language = self._language
        self._taken.update(language.constant_name(name) for name in _MASK_NAMES.values())
        self._taken.update(language.name(name) for name in (*_FILLS, _SEED))
        for name in dict.fromkeys(name for needs in self._needs.parameters.values() for name in needs):
            self._inputs[name] = self._new_name(name)
        for key in self._needs.parameters:
            name = self._needs.subject(key.identifier).name
            if key.color is not None:
                name = f"{color_name(key.color)}_{name}"
            elif name not in LAYERS:
                name = f"{name}_of_pawns"  # A plain word may be a function of the language's own.
            self._functions[key] = self._new_name(name)

    def _new_name(self, words: str) -> str:
        name = free_name(self._language.name(words), self._taken)
        self._taken.add(name)
        return name

    # Functions

    def _function(self, key: Key, *, is_public: bool) -> str:
        subject, language = self._needs.subject(key.identifier), self._language
        names: dict[str, str] = {}
        body = []
        for binding in subject.formula.bindings:
            if binding.name in self._needs.locals[key]:
                value = self._expression(binding.value, key.color, names)
                names[binding.name] = free_name(language.name(binding.name), {*self._taken, *names.values()})
                body.append(language.statement(language.local, value, names[binding.name]))
        body.append(language.statement(language.result, self._expression(subject.formula.result, key.color, names)))
        words = [subject.words]
        if is_public and key.color is None:
            words.append("The same for both colors.")
        if is_public:
            words += [
                f"{self._inputs[name]}: {_explained(name)}." for name in self._needs.parameters[key] if _explained(name)
            ]
        parameters = [self._inputs[name] for name in self._needs.parameters[key]]
        return language.function_of(Function(self._functions[key], parameters, body, plain(" ".join(words)), is_public))

    def _fill(self, name: str) -> str:
        """Return the function of a fill."""
        # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
        language = self._language
        seed = Expression(_SEED)
        body = []
        if name == "file_fill":
            north, south = (Expression(f"{language.name(part)}({_SEED})") for part in ("north_fill", "south_fill"))
            result = north.joined("| ", south)
        else:
            files, ranks = _FILLS[name]
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

    def _expression(self, node: tree.Node, color: bool | None, names: Mapping[str, str]) -> Expression:
        if is_constant(node):
            return self._constant(tree.value_of(node, _NO_PAWNS[color is not False], {}))
        match node:
            case tree.Local():
                return Expression(names[node.name])
            case tree.Name():
                return self._union(self._needs.sets_of_name(node.name, color))
            case tree.Pieces():
                return self._union(self._needs.sets_of_pieces(node, color))
            case tree.Complement():
                return self._complement(self._expression(node.operand, color, names))
            case tree.Shift():
                mask = self._expression(node.operand, color, names)
                for symbol, count in node.shifts:
                    mask = (
                        self._cut(self._shifted(mask, symbol, count))
                        if symbol == "<<"
                        else self._shifted(mask, symbol, count)
                    )
                return mask
            case tree.Step():
                moved, files, ranks = displacement(node, color is not False)
                return self._moved(self._expression(moved, color, names), files, ranks)
            case tree.Combination():
                return self._combination(node, color, names)
            case tree.Fill():
                name = absolute_name(node.name, color is not False)
                self._fills.update(("north_fill", "south_fill", name) if name == "file_fill" else (name,))
                return Expression(f"{self._language.name(name)}({self._expression(node.operand, color, names).text})")
            case tree.LayerOfSide():
                pawns = self._inputs.get(pawns_of(color_of(node.side, color)), "")
                return self._call(node, color_of(node.side, color), lambda: Expression(pawns))
            case tree.LayerOfSet():
                return self._call(node, color, lambda: self._expression(node.operand, color, names))
            case tree.Constant() | tree.RanksOfSide():
                return self._constant(tree.value_of(node, _NO_PAWNS[color is not False], {}))
            case _:
                assert_never(node)

    def _call(
        self, node: tree.LayerOfSide | tree.LayerOfSet, color: bool | None, pawns: Callable[[], Expression]
    ) -> Expression:
        """Return a call of a layer with other pawns for a color's own, written only where the layer needs them."""
        if self._needs.is_own(node.identifier):
            return pawns()
        callee = self._needs.key(node.identifier, color)
        name, inputs = self._functions[callee], self._needs.parameters[callee]
        if inputs in (("pawns",), (pawns_of(color),)):
            return Expression(f"{name}({pawns().text})")
        arguments = (pawns().text if one in ("pawns", pawns_of(color)) else self._inputs[one] for one in inputs)
        return Expression(f"{name}({', '.join(arguments)})")

    def _combination(self, node: tree.Combination, color: bool | None, names: Mapping[str, str]) -> Expression:
        mask = self._expression(node.first, color, names)
        for symbol, operand in node.rest:
            if symbol in ("|", "^"):
                mask = mask.joined(f"{symbol} ", self._expression(operand, color, names))
                continue
            without = symbol == "-"
            if isinstance(operand, tree.Complement) and not is_constant(operand):
                without, operand = not without, operand.operand
            sign = self._language.and_not if without else "& "
            mask = mask.joined(sign, self._expression(operand, color, names))
        return mask

    def _union(self, inputs: Sequence[str]) -> Expression:
        first, *others = (self._inputs[name] for name in inputs)
        mask = Expression(first)
        for name in others:
            mask = mask.joined("| ", Expression(name))
        return mask

    def _constant(self, mask: int) -> Expression:
        name = _MASK_NAMES.get(mask)
        if name is None:
            return Expression(self._language.number(mask, self._language.literal))
        self._constants.add(name)
        return Expression(self._language.constant_name(name))

    def _complement(self, mask: Expression) -> Expression:
        if not self._language.cut:
            return Expression(f"{self._language.complement}{mask.inside}")
        return mask.joined("^ ", self._constant(BOARD))

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


def _explained(name: str) -> str:
    """Return the meaning of a parameter where its name does not say it."""
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
