"""Formulas: set algebra on masks as text, read by a small grammar of its own and computed for a side.

A formula names sets of squares and joins them; ``own`` and ``enemy`` are the pawns of the side it is computed for::

    formula    = { name "=" expression ";" } expression
    expression = an operand, or expressions joined by operators
    operand    = "~" operand | "(" expression ")" | "{" [ squares ] "}" | 0x mask | name
               | step "(" expression [ "," count ] ")" | fill "(" expression ")"
               | piece "(" side ")" | layer "(" expression ")"
    squares    = square { [ "," ] square }

Operators from the tightest to the loosest: ``~`` complement; ``<<`` and ``>>`` shift by a count from 0 to 63; ``&``
and, ``-`` and-not; ``^`` exclusive or; ``|`` or. Equal ones join from left to right.

- names: ``own enemy white black`` pawns; ``own_pieces enemy_pieces occupied`` all pieces, pawns too; ``en_passant``;
  ``board rank_1 .. rank_8 file_a .. file_h light_squares dark_squares west_half east_half``; names given with ``=``
- step: ``forward backward north south east west``, one square or a count from 0 to 7; what leaves the board is dropped
- fill: ``forward_fill backward_fill north_fill south_fill east_fill west_fill file_fill``
- piece: ``knights bishops rooks queens kings king pieces`` of a side: ``own enemy white black``
- layer: an identifier of ``LAYERS``, or of a layer of the user's own. Of one of the four sides it is that side's layer;
  of any other set it is this side's layer with that set in place of its pawns.

A condition compares numbers; it is true or false for a side::

    condition  = { name "=" expression ";" } choice
    choice     = joint { "or" joint }
    joint      = fact { "and" fact }
    fact       = "not" fact | "(" choice ")" | number comparison number
    number     = "popcount" "(" expression ")" | number of NUMBERS "(" expression ")" | decimal
    comparison = "<" | "<=" | "==" | "!=" | ">=" | ">"

Neither the text nor a part of it ever reaches Python's parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar, assert_never

from pawnviz.core.board.bitboard import BOARD, parse_square
from pawnviz.core.formula.tree import (
    COMPARISONS,
    CONSTANTS,
    FILLS,
    FORMER_NAMES,
    NAMES,
    PIECES,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    SIDES,
    STEPS,
    Binding,
    Combination,
    Comparison,
    Complement,
    Condition,
    ConditionNode,
    Constant,
    Decimal,
    Definition,
    Fill,
    Formula,
    Junction,
    LayerOfSet,
    LayerOfSide,
    Local,
    Name,
    Negation,
    Node,
    NumberNode,
    NumberOfSet,
    NumberOfSide,
    Pieces,
    Popcount,
    Shift,
    Step,
    operands,
)
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from pawnviz.core.words import quoted, shortened

__all__ = ["Condition", "Formula", "FormulaError", "parse", "parse_condition"]

LONGEST_TEXT: Final = 4096
"""The number of characters up to which a text is read as a formula."""

GREATEST_DEPTH: Final = 64
"""How deep parts of a formula may stand within each other."""

MOST_NODES: Final = 512
"""The number of parts that a formula may have: each set, operation and call is one."""

GREATEST_SIZE: Final = 4096
"""The number of parts that a formula may have when the user's own layers that it calls are written out in it."""

MOST_LAYERS: Final = 64
"""The number of the user's own layers that a formula may call, itself or through others."""

GREATEST_NUMBER: Final = 9999
"""The greatest number that a condition may compare with."""

NO_LAYERS: Final[Mapping[str, Layer]] = MappingProxyType({})
"""No layers of the user's own."""


Read = TypeVar("Read")


class FormulaError(ValueError):
    """A text that is not a formula: where, and what was expected there.

    ``column`` is counted from 1. ``message`` is one line of at most 200 characters, without the column.
    """

    def __init__(self, column: int, message: str) -> None:
        """Keep the column and the message."""
        super().__init__(f"column {column}: {message}")
        self.column = column
        self.message = message

    @property
    def sentence(self) -> str:
        """The message with a full stop at its end, unless that asks."""
        return self.message if self.message.endswith("?") else f"{self.message}."


def parse(text: str, names: Mapping[str, Layer] = NO_LAYERS, identifier: str = "") -> Formula:
    """Return the formula that a text says; the same text gives the same value without reading it again.

    ``names`` holds layers of the user's own by identifier, which the formula may call; of them only the formula counts,
    and a name that already has a meaning keeps it. ``identifier`` is the name that the text itself has, or is to have,
    among them, if any.

    Raises ``FormulaError`` with the column and what was expected there. Longer texts than ``LONGEST_TEXT``, deeper ones
    than ``GREATEST_DEPTH``, larger ones than ``MOST_NODES`` and layers made of themselves are refused before anything
    is computed; the greatest depth also holds with the called layers written out, and so does ``GREATEST_SIZE``.
    """
    return _formula(text, _entries(names), identifier)


def parse_condition(text: str, names: Mapping[str, Layer] = NO_LAYERS) -> Condition:
    """Return the condition that a text says, such as ``popcount(passed_pawns(own)) >= 2 and island_count(enemy) > 2``.

    ``names``, what is refused and how are as in ``parse``.
    """
    return _condition(text, _entries(names))


# The user's own layers

_CALLS: Final = (*PIECES, *STEPS, *RELATIVE_STEPS, *FILLS, *RELATIVE_FILLS)
_WORDS: Final = ("and", "or", "xor", "not", "popcount")
_Entries = tuple[tuple[str, str, str], ...]
_CALL: Final = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]*+)[ \t\r\n]*+\(")


def _entries(names: Mapping[str, Layer]) -> _Entries:
    """Return identifier, title and formula of the layers whose names have no other meaning."""
    return tuple((name, layer.title, layer.formula) for name, layer in names.items() if not _is_taken(name))


def _is_taken(name: str) -> bool:
    return name in LAYERS or name in NUMBERS or name in _CALLS or name in _WORDS or name in FORMER_NAMES


@lru_cache(maxsize=512)
def _formula(text: str, entries: _Entries, identifier: str) -> Formula:
    _check_length(text)
    definitions = _definitions(text, entries, identifier)
    parser = _Parser(text, _SYMBOLS, definitions, [name for name, _, _ in entries])
    bindings = parser.bindings()
    result = parser.expression()
    parser.end("an operator or the end of the formula")
    size, depth = _measure([*(binding.value for binding in bindings), result])
    return Formula(text, bindings, result, tuple(definitions.values()), size, depth)


@lru_cache(maxsize=128)
def _condition(text: str, entries: _Entries) -> Condition:
    _check_length(text)
    parser = _ConditionParser(
        text, (*_COMPARISON_SYMBOLS, *_SYMBOLS), _definitions(text, entries, ""), [name for name, _, _ in entries]
    )
    bindings = parser.bindings()
    result = parser.choice()
    parser.end("and, or or the end of the condition")
    sets, count = _sets(result)
    _measure([*(binding.value for binding in bindings), *sets], count)
    return Condition(text, bindings, result)


def _check_length(text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise FormulaError(
            LONGEST_TEXT + 1, f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(text)}"
        )


def _definitions(text: str, entries: _Entries, identifier: str) -> dict[str, Definition]:
    """Return the user's layers that a text calls, itself or through others, each after those that it calls.

    Which layers a text calls is found without reading it, so a layer made of itself is found before any is read, and a
    long chain of them takes no stack. An error has the column of the text's own call that leads to it.
    """
    texts = {name: (title, formula) for name, title, formula in entries if name != identifier}
    done: dict[str, Definition] = {}
    for name, column in _calls(text):
        if name == identifier:
            raise _circle(column, [name, name])
        if name not in texts or name in done:
            continue
        for called in _reached(name, column, texts, identifier, done):
            done[called] = _definition(column, called, *texts[called], entries)
    return done


def _reached(
    name: str, column: int, texts: Mapping[str, tuple[str, str]], identifier: str, done: Mapping[str, Definition]
) -> Iterable[str]:
    """Return a layer that is called in a column and those that it leads to, each after those that it calls.

    Those that are ``done`` are left out. A circle is told as one also where it is longer than ``MOST_LAYERS``, unless
    the texts are so long that finding it would take long.
    """
    path = {name: iter(_calls(texts[name][1]))}
    found: dict[str, None] = {}
    length = min(len(texts[name][1]), LONGEST_TEXT)
    while path and length <= MOST_LAYERS * LONGEST_TEXT:
        last = next(reversed(path))
        called = next((called for called, _ in path[last] if called in texts or called == identifier), None)
        if called is None:
            del path[last]
            found[last] = None
        elif called == identifier:
            raise _circle(column, [identifier, *path, identifier])
        elif called in path:
            names = [*path, called]
            raise _circle(column, names[names.index(called) :])
        elif called not in done and called not in found:
            path[called] = iter(_calls(texts[called][1]))
            length += min(len(texts[called][1]), LONGEST_TEXT)
    if path or len(done) + len(found) > MOST_LAYERS:
        raise FormulaError(column, f"a formula calls at most {MOST_LAYERS} other layers, this one calls more")
    return found


@lru_cache(maxsize=512)
def _calls(text: str) -> tuple[tuple[str, int], ...]:
    """Return the names in front of parentheses, each once, with the column of the first; none of a text too long."""
    found: dict[str, int] = {}
    for match in _CALL.finditer(text if len(text) <= LONGEST_TEXT else ""):
        found.setdefault(match[1], match.start() + 1)
    return tuple(found.items())


def _circle(column: int, names: list[str]) -> FormulaError:
    """Return the error about layers each of which calls the next, the last one being the first."""
    shown = [shortened(name) for name in names]
    chain = " calls ".join(shown if len(shown) <= 4 else (*shown[:2], "…", shown[-1]))
    return FormulaError(column, f"{chain}; a layer cannot be made of itself")


def _definition(column: int, name: str, title: str, text: str, entries: _Entries) -> Definition:
    """Return a layer of the user's own that is called in a column; those that it calls have been read."""
    try:
        formula = _formula(text, entries, name)
    except FormulaError as error:
        message = f"the layer {shortened(name)} cannot be read: {error}"
        raise FormulaError(column, shortened(message, 200)) from None
    called = (f"{definition.identifier}={definition.formula.text}" for definition in formula.definitions)
    return Definition(name, title, formula, "\\n".join((f"={text}", *called)))


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
        return "the end of the formula" if self.kind == _Kind.END else quoted(self.text)


_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_DIGITS: Final = frozenset("0123456789")
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")
_SYMBOLS: Final = ("<<", ">>", "|", "^", "&", "-", "~", "(", ")", "{", "}", ",", "=", ";")
_COMPARISON_SYMBOLS: Final = ("<<", ">>", "<=", ">=", "==", "!=", "<", ">")
_WORD: Final = re.compile(r"[A-Za-z0-9_]+")
_BLANK: Final = re.compile(r"[ \t\r\n]*")
_SHIFT: Final = 3
_BINDING_STRENGTH: Final = {"|": 0, "^": 1, "&": 2, "-": 2, "<<": _SHIFT, ">>": _SHIFT}
_OTHER_NOTATION: Final = {
    **dict.fromkeys(("or", "+", "∪", "∨"), "|"),
    **dict.fromkeys(("and", "*", "∩", "∧"), "&"),
    **dict.fromkeys(("\\", "∖", "−", "–", "—"), "-"),
    **dict.fromkeys(("xor", "⊕", "△", "∆", "⊻"), "^"),
    **dict.fromkeys(("not", "!", "¬"), "~"),
    **dict.fromkeys(("«", "≪"), "<<"),
    **dict.fromkeys(("»", "≫"), ">>"),
}
_A_SET: Final = "a set of squares such as own, {e4} or stops(own)"
_A_NUMBER: Final = "a number such as popcount(own), island_count(own) or 2"


def _tokens(text: str, symbols: tuple[str, ...]) -> list[_Token]:
    """Return the words and symbols of a formula, an end mark last; raises ``FormulaError`` on other characters."""
    tokens: list[_Token] = []
    start = _after_blanks(text, 0)
    while start < len(text):
        word = _WORD.match(text, start)
        if word:
            tokens.append(_word(word[0], start + 1))
            end = word.end()
        else:
            symbol = next((symbol for symbol in symbols if text.startswith(symbol, start)), None)
            if symbol is None:
                raise FormulaError(start + 1, _foreign(text[start]))
            tokens.append(_Token(_Kind.SYMBOL, symbol, start + 1))
            end = start + len(symbol)
        start = _after_blanks(text, end)
    tokens.append(_Token(_Kind.END, "", len(text) + 1))
    return tokens


def _after_blanks(text: str, start: int) -> int:
    blanks = _BLANK.match(text, start)
    return blanks.end() if blanks else start


def _word(word: str, column: int) -> _Token:
    """Return the token of letters and digits without a gap: a name, a count or a mask."""
    if word[0] in _LETTERS:
        return _Token(_Kind.NAME, word, column)
    if _DIGITS.issuperset(word):
        return _Token(_Kind.COUNT, word, column)
    if word[:2] in ("0x", "0X"):
        if not word[2:] or not _HEX_DIGITS.issuperset(word[2:]):
            raise FormulaError(column, f"expected hexadecimal digits after 0x, found {quoted(word)}")
        if int(word[2:], 16) > BOARD:
            raise FormulaError(column, f"a mask has at most 64 bits (16 hexadecimal digits), {quoted(word)} has more")
        return _Token(_Kind.MASK, word, column)
    raise FormulaError(column, f"expected a name, a count or a mask such as 0xff, found {quoted(word)}")


def _foreign(character: str) -> str:
    """Return the message about a character that no formula holds."""
    if character in "<>":
        return f"'{character}' compares numbers, which gives no squares; did you mean {2 * character}?"
    if meant := _OTHER_NOTATION.get(character):
        return f"'{character}' is no operator here; did you mean {meant}?"
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

    def __init__(
        self, text: str, symbols: tuple[str, ...], definitions: Mapping[str, Definition], names: Iterable[str]
    ) -> None:
        """Cut the text into tokens; ``names`` are those of all layers of the user's own, for advice."""
        self._text = text
        self._tokens = _tokens(text, symbols)
        self._definitions = definitions
        self._layers = (*LAYERS, *names)
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
            token.column, f"expected {what}, found {token.shown}" + (f"; did you mean {meant}?" if meant else "")
        )

    def bindings(self) -> tuple[Binding, ...]:
        """Read the names at the beginning and their sets."""
        bindings = []
        while self._token.kind == _Kind.NAME and self._tokens[self._index + 1].text == "=":
            bindings.append(self._binding())
        return tuple(bindings)

    def end(self, what: str) -> None:
        """Raise the error that says what was expected unless the whole text has been read."""
        if self._token.kind != _Kind.END:
            raise self._expected(what)

    def _binding(self) -> Binding:
        name = self._take()
        self._take()
        if name.text in CONSTANTS or name.text in NAMES or name.text in _WORDS:
            raise FormulaError(name.column, f"{name.text} has a meaning of its own; expected a new name before =")
        if name.text in self._locals:
            raise FormulaError(name.column, f"{quoted(name.text)} is already given; expected a new name before =")
        value = self.expression()
        if self._token.text != ";":
            raise self._expected("an operator, or ; and then the result")
        self._take()
        self._locals.add(name.text)
        return Binding(name.column, name.text, value)

    def expression(self, weakest: int = 0) -> Node:
        """Read operands joined by operators that bind at least as strongly as ``weakest``."""
        node = self._operand()
        while (strength := _BINDING_STRENGTH.get(self._token.text, -1)) >= weakest:
            if strength == _SHIFT:
                node = Shift(node.column, node, tuple(self._shifts()))
                continue
            rest = []
            while _BINDING_STRENGTH.get(self._token.text) == strength:
                symbol = self._take().text
                rest.append((symbol, self.expression(strength + 1)))
            node = Combination(node.column, node, tuple(rest))
        return node

    def _shifts(self) -> Iterable[tuple[str, int]]:
        while _BINDING_STRENGTH.get(self._token.text) == _SHIFT:
            symbol = self._take().text
            yield symbol, self._count(63)

    def _count(self, greatest: int) -> int:
        token = self._token
        if token.kind != _Kind.COUNT or len(token.text) > max(2, len(str(greatest))) or int(token.text) > greatest:
            raise self._expected(f"a count from 0 to {greatest}")
        return int(self._take().text)

    def _nested(self, read: Callable[[], Read]) -> Read:
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
            node = self._nested(self.expression)
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
        after_comma = False
        while after_comma or self._token.text != "}":
            try:
                mask |= 1 << parse_square(self._token.text)
            except ValueError:
                closing_words = "" if after_comma else f", or the }} of the {{ in column {opening.column}"
                raise self._expected(f"a square such as e4{closing_words}") from None
            self._take()
            after_comma = self._token.text == ","
            if after_comma:
                self._take()
        closing = self._take()
        return Constant(opening.column, self._text[opening.column - 1 : closing.column], mask)

    def _named_set(self) -> Node:
        token = self._token
        name, column = token.text, token.column
        if name in self._locals:
            self._take()
            return Local(column, name)
        if name in NAMES:
            self._take()
            return Name(column, name)
        if name in CONSTANTS:
            self._take()
            return Constant(column, name, CONSTANTS[name])
        if name in _OTHER_NOTATION:
            raise self._expected(_A_SET)
        if name in _CALLS or name in self._layers:
            raise FormulaError(column, f"{name} needs what it is of; expected {name}(own)")
        raise self._unknown(token, (*NAMES, *CONSTANTS, *self._locals))

    def _call(self) -> Node:
        token = self._take()
        name, column = FORMER_NAMES.get(token.text, token.text), token.column
        if name not in LAYERS and name not in _CALLS and name not in self._definitions:
            if name in NAMES or name in CONSTANTS or name in self._locals:
                raise FormulaError(column, f"{quoted(name)} is a set and takes no parentheses; expected it alone")
            raise self._unknown(token, ())
        opening = self._take()
        if name in PIECES:
            return self._pieces(name, column, opening)
        operand = self._nested(self.expression)
        if name in STEPS or name in RELATIVE_STEPS:
            count = 1
            if self._token.text == ",":
                self._take()
                count = self._count(7)
                self._close(opening, "nothing more")
            else:
                self._close(opening, "an operator, a comma and a count,")
            return Step(column, name, operand, count)
        self._close(opening)
        if name in FILLS or name in RELATIVE_FILLS:
            return Fill(column, name, operand)
        definition = self._definitions.get(name)
        if isinstance(operand, Name) and operand.name in SIDES:
            return LayerOfSide(column, name, operand.name, definition)
        return LayerOfSet(column, name, operand, definition)

    def _pieces(self, name: str, column: int, opening: _Token) -> Pieces:
        side = self._token.text
        if side not in SIDES:
            raise self._expected("a side: own, enemy, white or black")
        self._take()
        self._close(opening, "nothing more")
        return Pieces(column, name, side)

    def _unknown(self, token: _Token, sets: tuple[str, ...]) -> FormulaError:
        """Return the error about a name without meaning, with the known name that is most like it."""
        if token.text in NUMBERS or token.text == "popcount":
            return FormulaError(token.column, f"{token.text} is a number, not a set of squares; expected {_A_SET}")
        similar = _similar(token.text, (*sets, *_CALLS, *self._layers))
        if similar is None:
            advice = f"expected {_A_SET}"
        elif similar in sets or self._token.text == "(":
            advice = f"did you mean {similar}?"
        else:
            advice = f"did you mean {similar}(own)?"
        return FormulaError(token.column, f"{quoted(token.text)} is not known; {advice}")


class _ConditionParser(_Parser):
    """Reads a condition: comparisons of numbers above the formulas of sets."""

    def choice(self) -> ConditionNode:
        """Read conditions joined by ``or``."""
        return self._junction("or", lambda: self._junction("and", self._fact))

    def _junction(self, symbol: str, read: Callable[[], ConditionNode]) -> ConditionNode:
        operands = [read()]
        while self._token.text == symbol:
            self._take()
            operands.append(read())
        return operands[0] if len(operands) == 1 else Junction(operands[0].column, symbol, tuple(operands))

    def _fact(self) -> ConditionNode:
        token = self._token
        if token.text == "not":
            self._take()
            return Negation(token.column, self._nested(self._fact))
        if token.text == "(":
            self._take()
            node = self._nested(self.choice)
            self._close(token, "and, or")
            return node
        left = self._number()
        if self._token.text not in COMPARISONS:
            error = self._expected("a comparison: <, <=, ==, !=, >= or >")
            raise FormulaError(error.column, f"{error.message}; did you mean ==?") if self._token.text == "=" else error
        symbol = self._take().text
        return Comparison(token.column, left, symbol, self._number())

    def _number(self) -> NumberNode:
        token = self._token
        if token.kind == _Kind.COUNT:
            return Decimal(token.column, self._count(GREATEST_NUMBER))
        if token.kind != _Kind.NAME:
            raise self._expected(_A_NUMBER)
        name = token.text
        if name != "popcount" and name not in NUMBERS:
            raise self._no_number(token)
        self._take()
        opening = self._token
        if opening.text != "(":
            raise FormulaError(token.column, f"{name} needs what it is of; expected {name}(own)")
        self._take()
        operand = self._nested(self.expression)
        self._close(opening)
        if name == "popcount":
            return Popcount(token.column, operand)
        if isinstance(operand, Name) and operand.name in SIDES:
            return NumberOfSide(token.column, name, operand.name)
        return NumberOfSet(token.column, name, operand)

    def _no_number(self, token: _Token) -> FormulaError:
        """Return the error about a name that stands where a number is wanted."""
        name = token.text
        if name in self._layers or name in _CALLS:
            advice = f"{shortened(name)} is a set of squares, not a number; expected popcount({shortened(name)}(own))"
            return FormulaError(token.column, advice)
        if name in self._locals or name in NAMES or name in CONSTANTS:
            advice = f"{shortened(name)} is a set of squares, not a number; expected popcount({shortened(name)})"
            return FormulaError(token.column, advice)
        if name in _WORDS:
            return self._expected(_A_NUMBER)
        similar = _similar(name, ("popcount", *NUMBERS))
        return FormulaError(
            token.column,
            f"{quoted(name)} is not known; "
            + (f"did you mean {similar}(own)?" if similar else f"expected {_A_NUMBER}"),
        )


def _sets(condition: ConditionNode) -> tuple[list[Node], int]:
    """Return the sets that a condition counts, and the number of its parts beside those.

    Raises ``FormulaError`` when these alone are too many.
    """
    waiting: list[ConditionNode | NumberNode] = [condition]
    sets: list[Node] = []
    count = 0
    while waiting:
        node = waiting.pop()
        count += 1
        if count > MOST_NODES:
            raise _too_large(node.column)
        match node:
            case Comparison():
                waiting.extend((node.right, node.left))
            case Negation():
                waiting.append(node.operand)
            case Junction():
                waiting.extend(reversed(node.operands))
            case Popcount() | NumberOfSet():
                sets.append(node.operand)
            case NumberOfSide() | Decimal():
                pass
            case _:
                assert_never(node)
    return sets, count


def _measure(roots: Sequence[Node], count: int = 0) -> tuple[int, int]:
    """Return the number of parts and the depth of a formula, the user's layers that it calls written out in it.

    ``roots`` are its sets in the order of the text, ``count`` the number of parts beside theirs. Raises
    ``FormulaError`` when there are too many parts or they stand too deep.
    """
    waiting = [(root, 1) for root in reversed(roots)]
    size, greatest = count, 1
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if depth > GREATEST_DEPTH:
            raise _too_deep(node.column)
        if count > MOST_NODES:
            raise _too_large(node.column)
        size += 1
        greatest = max(greatest, depth)
        if isinstance(node, LayerOfSide | LayerOfSet) and node.definition is not None:
            called = node.definition.formula
            size += called.size
            greatest = max(greatest, depth + called.depth)
            if greatest > GREATEST_DEPTH:
                raise FormulaError(
                    node.column,
                    f"with {shortened(node.identifier)} written out, parts of the formula stand more than "
                    f"{GREATEST_DEPTH} deep within each other",
                )
            if size > GREATEST_SIZE:
                raise FormulaError(
                    node.column,
                    f"with the layers that it calls written out, a formula has at most {GREATEST_SIZE} parts, "
                    "this one has more",
                )
        waiting.extend((operand, depth + 1) for operand in reversed(operands(node)))
    return size, greatest


def _too_large(column: int) -> FormulaError:
    return FormulaError(column, f"a formula has at most {MOST_NODES} parts, this one has more")


def _too_deep(column: int) -> FormulaError:
    return FormulaError(column, f"parts of a formula stand at most {GREATEST_DEPTH} deep within each other")
