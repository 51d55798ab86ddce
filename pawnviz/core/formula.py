"""Formulas: set algebra on masks as text, read by a small grammar of its own and computed for a side.

A formula names sets of squares and joins them; ``own`` and ``enemy`` are the pawns of the side it is computed for::

    formula    = { name "=" expression ";" } expression
    expression = an operand, or expressions joined by operators
    operand    = "~" operand | "(" expression ")" | "{" { square } "}" | 0x mask | name
               | step "(" expression [ "," count ] ")" | fill "(" expression ")"
               | man "(" side ")" | layer "(" expression ")"

Operators from the tightest to the loosest: ``~`` complement; ``<<`` and ``>>`` shift by a count from 0 to 63; ``&``
and, ``-`` and-not; ``^`` exclusive or; ``|`` or. Equal ones join from left to right.

- names: ``own enemy white black`` pawns; ``own_pieces enemy_pieces occupied`` all men, pawns too; ``en_passant``;
  ``board rank_1 .. rank_8 file_a .. file_h light_squares dark_squares west_half east_half``; names given with ``=``
- step: ``forward backward north south east west``, one square or a count from 0 to 7; what leaves the board is dropped
- fill: ``forward_fill backward_fill north_fill south_fill east_fill west_fill file_fill``
- man: ``knights bishops rooks queens kings king men`` of a side: ``own enemy white black``
- layer: an identifier of ``LAYERS``. Of one of the four sides it is that side's layer; of any other set it is this
  side's layer with that set in place of its pawns.

Neither the text nor a part of it ever reaches Python's parser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import Any, Final, NamedTuple, assert_never

from pawnviz.core.bitboard import (
    BOARD,
    DARK_SQUARES,
    EAST_HALF,
    FILES,
    LIGHT_SQUARES,
    RANKS,
    WEST_HALF,
    Bits,
    complement,
    east,
    east_fill,
    file_fill,
    north,
    north_fill,
    parse_square,
    south,
    south_fill,
    west,
    west_fill,
)
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.side import Side

LONGEST_TEXT: Final = 4096
"""The number of characters up to which a text is read as a formula."""

GREATEST_DEPTH: Final = 64
"""How deep parts of a formula may stand within each other."""

MOST_NODES: Final = 512
"""The number of parts that a formula may have: each set, operation and call is one."""

SIDES: Final = ("own", "enemy", "white", "black")
"""The names of the sides; as a set of squares each stands for the side's pawns."""


class FormulaError(ValueError):
    """A text that is not a formula: where, and what was expected there.

    ``column`` is counted from 1. ``message`` is one line of at most 200 characters, without the column.
    """

    def __init__(self, column: int, message: str) -> None:
        """Keep the column and the message."""
        super().__init__(f"column {column}: {message}")
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class Constant:
    """A set of squares that does not depend on the board: ``board``, ``rank_4``, ``{d4 e4}`` or ``0xff00``."""

    column: int
    text: str
    mask: int


@dataclass(frozen=True, slots=True)
class Name:
    """The pawns of a side, all men of a side or of both, or the en-passant square, by its name in the formula."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Local:
    """A set that the formula itself has given a name."""

    column: int
    name: str


@dataclass(frozen=True, slots=True)
class Men:
    """The men of one kind, or all ``men``, of one of the four ``SIDES``."""

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
class LayerOfSide:
    """A layer of one of the four ``SIDES``."""

    column: int
    identifier: str
    side: str


@dataclass(frozen=True, slots=True)
class LayerOfSet:
    """A layer of the formula's own side with the operand in place of its pawns."""

    column: int
    identifier: str
    operand: Node


Node = Constant | Name | Local | Men | Complement | Shift | Combination | Step | Fill | LayerOfSide | LayerOfSet


@dataclass(frozen=True, slots=True)
class Binding:
    """A name that a formula gives to a set."""

    column: int
    name: str
    value: Node


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that has been read: its text, the sets it names on the way, and its result."""

    text: str
    bindings: tuple[Binding, ...]
    result: Node

    def evaluate(self, side: Side[Bits]) -> Bits:
        """Return the formula's mask for a side: an int for ints, an array of the side's shape for arrays."""
        names: dict[str, Bits] = {}
        for binding in self.bindings:
            names[binding.name] = _value(binding.value, side, names)
        return _value(self.result, side, names)


@lru_cache(maxsize=512)
def parse(text: str) -> Formula:
    """Return the formula that a text says; the same text gives the same value without reading it again.

    Raises ``FormulaError`` with the column and what was expected there. Longer texts than ``LONGEST_TEXT``, deeper ones
    than ``GREATEST_DEPTH`` and larger ones than ``MOST_NODES`` are refused before anything is computed.
    """
    if len(text) > LONGEST_TEXT:
        raise FormulaError(
            LONGEST_TEXT + 1, f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(text)}"
        )
    formula = _Parser(text).formula()
    _check_size(formula)
    return formula


def operands(node: Node) -> tuple[Node, ...]:
    """Return the parts that a part of a formula is computed from, in the order of the text."""
    match node:
        case Constant() | Name() | Local() | Men() | LayerOfSide():
            return ()
        case Complement() | Shift() | Step() | Fill() | LayerOfSet():
            return (node.operand,)
        case Combination():
            return (node.first, *(operand for _, operand in node.rest))
        case _:
            assert_never(node)


# Computing


_CONSTANTS: Final[dict[str, int]] = {
    "board": BOARD,
    **{f"rank_{number}": mask for number, mask in enumerate(RANKS, 1)},
    **{f"file_{letter}": mask for letter, mask in zip("abcdefgh", FILES, strict=True)},
    "light_squares": LIGHT_SQUARES,
    "dark_squares": DARK_SQUARES,
    "west_half": WEST_HALF,
    "east_half": EAST_HALF,
}
_NAMES: Final = (*SIDES, "own_pieces", "enemy_pieces", "occupied", "en_passant")
_MEN: Final = ("knights", "bishops", "rooks", "queens", "kings", "king", "men")
_STEPS: Final[dict[str, Callable[[Any], Any]]] = {"north": north, "south": south, "east": east, "west": west}
_FILLS: Final[dict[str, Callable[[Any], Any]]] = {
    "north_fill": north_fill,
    "south_fill": south_fill,
    "east_fill": east_fill,
    "west_fill": west_fill,
    "file_fill": file_fill,
}
_RELATIVE_STEPS: Final = ("forward", "backward")
_RELATIVE_FILLS: Final = ("forward_fill", "backward_fill")
_CALLS: Final = (*_MEN, *_STEPS, *_RELATIVE_STEPS, *_FILLS, *_RELATIVE_FILLS)


def _value(node: Node, side: Side[Bits], names: dict[str, Bits]) -> Bits:
    """Return the mask of a part of a formula; ``names`` holds the masks of its local names."""
    match node:
        case Constant():
            return side.pawns & 0 | node.mask
        case Name():
            return _named(node.name, side)
        case Local():
            return names[node.name]
        case Men():
            return _men(node.name, _side(node.side, side))
        case Complement():
            return complement(_value(node.operand, side, names))
        case Shift():
            mask = _value(node.operand, side, names)
            for symbol, count in node.shifts:
                mask = (mask << count) & BOARD if symbol == "<<" else mask >> count
            return mask
        case Combination():
            mask = _value(node.first, side, names)
            for symbol, operand in node.rest:
                mask = _joined(mask, symbol, _value(operand, side, names))
            return mask
        case Step():
            mask = _value(node.operand, side, names)
            step = _direction(node.name, side)
            for _ in range(node.count):
                mask = step(mask)
            return mask
        case Fill():
            return _direction(node.name, side)(_value(node.operand, side, names))
        case LayerOfSide():
            return LAYERS[node.identifier](_side(node.side, side))
        case LayerOfSet():
            return LAYERS[node.identifier](side.with_pawns(_value(node.operand, side, names)))
        case _:
            assert_never(node)


def _side(name: str, side: Side[Bits]) -> Side[Bits]:
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
            return side.men
        case "enemy_pieces":
            return side.enemy.men
        case "occupied":
            return side.occupied
        case "en_passant":
            return side.en_passant
        case _:
            return _side(name, side).pawns


def _men(name: str, side: Side[Bits]) -> Bits:
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
            return side.men


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
            return _FILLS[name] if name in _FILLS else _STEPS[name]


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


# Reading


class _Kind(Enum):
    NAME = auto()
    COUNT = auto()
    MASK = auto()
    SYMBOL = auto()
    END = auto()


class _Token(NamedTuple):
    kind: _Kind
    text: str
    column: int

    @property
    def shown(self) -> str:
        """The token as a message names it."""
        return "the end of the formula" if self.kind == _Kind.END else _quoted(self.text)


_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_DIGITS: Final = frozenset("0123456789")
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")
_SPACES: Final = frozenset(" \t\r\n")
_SYMBOLS: Final = ("<<", ">>", "|", "^", "&", "-", "~", "(", ")", "{", "}", ",", "=", ";")
_SHIFT: Final = 3
_BINDING_STRENGTH: Final = {"|": 0, "^": 1, "&": 2, "-": 2, "<<": _SHIFT, ">>": _SHIFT}
_OTHER_NOTATION: Final = {
    **dict.fromkeys(("or", "+", "∪", "∨"), "|"),
    **dict.fromkeys(("and", "*", "∩", "∧"), "&"),
    **dict.fromkeys(("\\", "∖", "−", "–", "—"), "-"),
    **dict.fromkeys(("xor", "⊕", "△", "∆", "⊻"), "^"),
    **dict.fromkeys(("not", "!", "¬"), "~"),
    **dict.fromkeys(("«", "≪", "<"), "<<"),
    **dict.fromkeys(("»", "≫", ">"), ">>"),
}
_A_SET: Final = "a set of squares such as own, {e4} or stops(own)"


def _quoted(text: str) -> str:
    """Return a part of the formula in quotes, cut to a length that fits a message."""
    return f"'{text}'" if len(text) <= 40 else f"'{text[:39]}…'"


def _tokens(text: str) -> list[_Token]:
    """Return the words and symbols of a formula, an end mark last; raises ``FormulaError`` on other characters."""
    tokens: list[_Token] = []
    start = 0
    while start < len(text):
        character = text[start]
        if character in _SPACES:
            start += 1
        elif character in _LETTERS or character in _DIGITS:
            end = start + 1
            while end < len(text) and (text[end] in _LETTERS or text[end] in _DIGITS):
                end += 1
            tokens.append(_word(text[start:end], start + 1))
            start = end
        else:
            symbol = next((symbol for symbol in _SYMBOLS if text.startswith(symbol, start)), None)
            if symbol is None:
                raise FormulaError(start + 1, _foreign(character))
            tokens.append(_Token(_Kind.SYMBOL, symbol, start + 1))
            start += len(symbol)
    tokens.append(_Token(_Kind.END, "", len(text) + 1))
    return tokens


def _word(word: str, column: int) -> _Token:
    """Return the token of letters and digits without a gap: a name, a count or a mask."""
    if word[0] in _LETTERS:
        return _Token(_Kind.NAME, word, column)
    if _DIGITS.issuperset(word):
        return _Token(_Kind.COUNT, word, column)
    if word[:2] in ("0x", "0X"):
        if not word[2:] or not _HEX_DIGITS.issuperset(word[2:]):
            raise FormulaError(column, f"expected hexadecimal digits after 0x, found {_quoted(word)}")
        if int(word[2:], 16) > BOARD:
            raise FormulaError(column, f"a mask has at most 64 bits (16 hexadecimal digits), {_quoted(word)} has more")
        return _Token(_Kind.MASK, word, column)
    raise FormulaError(column, f"expected a name, a count or a mask such as 0xff, found {_quoted(word)}")


def _foreign(character: str) -> str:
    """Return the message about a character that no formula holds."""
    if meant := _OTHER_NOTATION.get(character):
        return f"'{character}' is no operator here; did you mean {meant}"
    if character.isascii() and character.isprintable():
        return f"'{character}' has no meaning in a formula; expected a name, an operator or a parenthesis"
    import unicodedata

    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "a character without a name")
    shown = f"'{character}' is " if character.isprintable() else ""
    return f"{shown}{name} ({code}); a formula is written with the letters a to z, digits and ASCII signs"


def _similar(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is most like a name, or None when none is close."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name[:60].lower(), list(known), 1, 0.6)), None)


class _Parser:
    """Reads the tokens of one text from left to right, each rule of the grammar by one method."""

    def __init__(self, text: str) -> None:
        """Cut the text into tokens."""
        self._text = text
        self._tokens = _tokens(text)
        self._index = 0
        self._nesting = 0
        self._locals: set[str] = set()

    @property
    def _token(self) -> _Token:
        return self._tokens[self._index]

    @property
    def _next_is_call(self) -> bool:
        return self._tokens[self._index + 1].text == "("

    def _take(self) -> _Token:
        token = self._tokens[self._index]
        self._index += 1
        return token

    def _expected(self, what: str) -> FormulaError:
        token = self._token
        meant = _OTHER_NOTATION.get(token.text)
        return FormulaError(
            token.column, f"expected {what}, found {token.shown}" + (f"; did you mean {meant}" if meant else "")
        )

    def formula(self) -> Formula:
        """Read names and their sets, then the result, up to the end of the text."""
        bindings = []
        while self._token.kind == _Kind.NAME and self._tokens[self._index + 1].text == "=":
            bindings.append(self._binding())
        result = self._expression()
        if self._token.kind != _Kind.END:
            raise self._expected("an operator or the end of the formula")
        return Formula(self._text, tuple(bindings), result)

    def _binding(self) -> Binding:
        name = self._take()
        self._take()
        if name.text in _CONSTANTS or name.text in _NAMES:
            raise FormulaError(name.column, f"{name.text} has a meaning of its own; expected a new name before =")
        if name.text in self._locals:
            raise FormulaError(name.column, f"{_quoted(name.text)} is already given; expected a new name before =")
        value = self._expression()
        if self._token.text != ";":
            raise self._expected("an operator, or ; and then the result")
        self._take()
        self._locals.add(name.text)
        return Binding(name.column, name.text, value)

    def _expression(self, weakest: int = 0) -> Node:
        """Read operands joined by operators that bind at least as strongly as ``weakest``."""
        node = self._operand()
        while (strength := _BINDING_STRENGTH.get(self._token.text, -1)) >= weakest:
            if strength == _SHIFT:
                node = Shift(node.column, node, tuple(self._shifts()))
                continue
            rest = []
            while _BINDING_STRENGTH.get(self._token.text) == strength:
                symbol = self._take().text
                rest.append((symbol, self._expression(strength + 1)))
            node = Combination(node.column, node, tuple(rest))
        return node

    def _shifts(self) -> Iterable[tuple[str, int]]:
        while _BINDING_STRENGTH.get(self._token.text) == _SHIFT:
            symbol = self._take().text
            yield symbol, self._count(63)

    def _count(self, greatest: int) -> int:
        token = self._token
        if token.kind != _Kind.COUNT or len(token.text) > 2 or int(token.text) > greatest:
            raise self._expected(f"a count from 0 to {greatest}")
        return int(self._take().text)

    def _nested(self, read: Callable[[], Node]) -> Node:
        """Read a part within another one, so that a text cannot exhaust Python's stack."""
        self._nesting += 1
        if self._nesting > GREATEST_DEPTH:
            raise _too_deep(self._token.column)
        node = read()
        self._nesting -= 1
        return node

    def _operand(self) -> Node:
        token = self._token
        if token.kind == _Kind.NAME:
            return self._call() if self._next_is_call else self._named_set()
        if token.kind == _Kind.MASK:
            self._take()
            return Constant(token.column, token.text, int(token.text, 16))
        if token.text == "~":
            self._take()
            return Complement(token.column, self._nested(self._operand))
        if token.text == "(":
            self._take()
            node = self._nested(self._expression)
            self._close(token)
            return node
        if token.text == "{":
            return self._squares()
        raise self._expected(_A_SET)

    def _close(self, opening: _Token, instead: str = "an operator") -> None:
        """Take the parenthesis that closes an opening one."""
        if self._token.text != ")":
            raise self._expected(f"{instead} or the ) of the ( in column {opening.column}")
        self._take()

    def _squares(self) -> Constant:
        opening = self._take()
        mask = 0
        while self._token.text != "}":
            try:
                mask |= 1 << parse_square(self._token.text)
            except ValueError:
                raise self._expected(f"a square such as e4, or the }} of the {{ in column {opening.column}") from None
            self._take()
        closing = self._take()
        return Constant(opening.column, self._text[opening.column - 1 : closing.column], mask)

    def _named_set(self) -> Node:
        token = self._token
        name, column = token.text, token.column
        if name in self._locals:
            self._take()
            return Local(column, name)
        if name in _NAMES:
            self._take()
            return Name(column, name)
        if name in _CONSTANTS:
            self._take()
            return Constant(column, name, _CONSTANTS[name])
        if name in _OTHER_NOTATION:
            raise self._expected(_A_SET)
        if name in _CALLS or name in LAYERS:
            raise FormulaError(column, f"{name} needs what it is of; expected {name}(own)")
        raise self._unknown(token, (*_NAMES, *_CONSTANTS, *self._locals))

    def _call(self) -> Node:
        token = self._take()
        name, column = token.text, token.column
        if name not in LAYERS and name not in _CALLS:
            if name in _NAMES or name in _CONSTANTS or name in self._locals:
                raise FormulaError(column, f"{_quoted(name)} is a set and takes no parentheses; expected it alone")
            raise self._unknown(token, ())
        opening = self._take()
        if name in _MEN:
            return self._men(token, opening)
        operand = self._nested(self._expression)
        if name in _STEPS or name in _RELATIVE_STEPS:
            count = 1
            if self._token.text == ",":
                self._take()
                count = self._count(7)
                self._close(opening, "nothing more")
            else:
                self._close(opening, "an operator, a comma and a count,")
            return Step(column, name, operand, count)
        self._close(opening)
        if name in _FILLS or name in _RELATIVE_FILLS:
            return Fill(column, name, operand)
        if isinstance(operand, Name) and operand.name in SIDES:
            return LayerOfSide(column, name, operand.name)
        return LayerOfSet(column, name, operand)

    def _men(self, token: _Token, opening: _Token) -> Men:
        side = self._token.text
        if side not in SIDES:
            raise self._expected("a side: own, enemy, white or black")
        self._take()
        self._close(opening, "nothing more")
        return Men(token.column, token.text, side)

    def _unknown(self, token: _Token, sets: tuple[str, ...]) -> FormulaError:
        """Return the error about a name without meaning, with the known name that is most like it."""
        if token.text in NUMBERS:
            return FormulaError(token.column, f"{token.text} is a number, not a set of squares; expected {_A_SET}")
        similar = _similar(token.text, (*sets, *_CALLS, *LAYERS))
        if similar is None:
            advice = f"expected {_A_SET}"
        elif similar in sets or self._token.text == "(":
            advice = f"did you mean {similar}"
        else:
            advice = f"did you mean {similar}(own)"
        return FormulaError(token.column, f"{_quoted(token.text)} is not known; {advice}")


def _check_size(formula: Formula) -> None:
    """Raise ``FormulaError`` when a formula has too many parts or is nested too deeply to be computed."""
    waiting = [(root, 1) for root in (formula.result, *(binding.value for binding in reversed(formula.bindings)))]
    count = 0
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if depth > GREATEST_DEPTH:
            raise _too_deep(node.column)
        if count > MOST_NODES:
            raise FormulaError(node.column, f"a formula has at most {MOST_NODES} parts, this one has more")
        waiting.extend((operand, depth + 1) for operand in reversed(operands(node)))


def _too_deep(column: int) -> FormulaError:
    return FormulaError(column, f"parts of a formula stand at most {GREATEST_DEPTH} deep within each other")
