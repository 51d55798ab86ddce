"""Formulas: set algebra on masks as text, read by a small grammar of its own and computed for a side.

A formula names sets of squares and joins them; ``own`` and ``enemy`` are the pawns of the side it is computed for::

    formula    = { name "=" expression ";" } expression
    expression = operand | expression operator expression | expression shift count
    operator   = "&" | "-" | "^" | "|"
    shift      = "<<" | ">>"
    operand    = "~" operand | "(" expression ")" | "{" [ squares ] "}" | 0x mask | name
               | step "(" expression [ "," count ] ")" | fill "(" expression ")"
               | piece "(" side ")" | rank "(" side ")" | layer "(" expression ")"
    squares    = square { [ "," ] square }

From the tightest to the loosest these are ``~`` complement; ``<<`` and ``>>`` shifts by a count from 0 to 63; ``&``
and, ``-`` and-not; ``^`` exclusive or; ``|`` or. Those that bind equally join from left to right.

- names: ``own enemy white black`` pawns; ``own_pieces enemy_pieces occupied`` all pieces, pawns too; ``en_passant``;
  ``board rank_1 .. rank_8 file_a .. file_h light_squares dark_squares west_half east_half south_half north_half``;
  ``own_half enemy_half`` the four ranks nearest to a side; names given with ``=``
- step: ``forward backward north south east west``, one square or a count from 0 to 7; what leaves the board is dropped
- fill: ``forward_fill backward_fill north_fill south_fill east_fill west_fill file_fill``
- piece: ``knights bishops rooks queens kings king pieces`` of a side: ``own enemy white black``
- rank: ``rank_1 .. rank_8`` of a side, counted from its end of the board: ``rank_5(own)`` is Black's rank 4
- layer: an identifier of ``LAYERS``, or of a user layer. Of one of the four sides it is that side's layer;
  of any other set it is this side's layer with that set in place of its pawns.

Neither the text nor a part of it ever reaches Python's parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from sys import intern
from types import MappingProxyType
from typing import ClassVar, Final, NamedTuple, TypeVar

from pawnviz.core.board.bitboard import BOARD, parse_square
from pawnviz.core.formula import tree
from pawnviz.core.formula.names import (
    CALLS,
    CONSTANTS,
    FILLS,
    FORMER_NAMES,
    HALVES,
    KEYWORDS,
    LAYERS,
    NAMES,
    NUMBERS,
    PIECE_SETS,
    RANKS_OF_SIDES,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    RESERVED,
    SIDES,
    STEPS,
    NamedLayer,
)
from pawnviz.core.words import quoted, shortened, similar_names

LONGEST_TEXT: Final = 4096  # The number of characters up to which a text is read as a formula.


class FormulaError(ValueError):
    """A text that is not a formula: the column from 1, and the expected text in one line of 200 characters at most."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(f"column {column}: {message}")
        self.column = column
        self.message = message

    @property
    def sentence(self) -> str:
        """The message with a full stop at its end, unless it is a question."""
        return self.message if self.message.endswith("?") else f"{self.message}."


class TokenKind(Enum):
    """The kind of a word or symbol in the grammar."""

    NAME = auto()
    COUNT = auto()
    MASK = auto()
    SYMBOL = auto()
    END = auto()


class Token(NamedTuple):
    """A word or a symbol of a text, with the column, counted from 1, where it begins; at the end an empty one."""

    kind: TokenKind
    text: str
    column: int

    @property
    def shown(self) -> str:
        """The token as a message names it."""
        return "the end of the formula" if self.kind == TokenKind.END else quoted(self.text)


SYMBOLS: Final = ("<<", ">>", "|", "^", "&", "-", "~", "(", ")", "{", "}", ",", "=", ";")
"""The symbols of a formula; one that begins as another one does comes first."""

COMPARISON_SYMBOLS: Final = ("<<", ">>", "<=", ">=", "==", "!=", "<", ">")
"""The symbols that a condition has before those of a formula."""

OTHER_NOTATION: Final = {
    **dict.fromkeys(("or", "+", "∪", "∨"), "|"),
    **dict.fromkeys(("and", "*", "∩", "∧"), "&"),
    **dict.fromkeys(("\\", "∖", "−", "–", "—"), "-"),
    **dict.fromkeys(("xor", "⊕", "△", "∆", "⊻"), "^"),
    **dict.fromkeys(("not", "!", "¬"), "~"),
    **dict.fromkeys(("«", "≪"), "<<"),
    **dict.fromkeys(("»", "≫"), ">>"),
}
"""The operators of other notations, with those that are meant."""

_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
_DIGITS: Final = frozenset("0123456789")
_HEX_DIGITS: Final = frozenset("0123456789abcdefABCDEF")


def read_tokens(text: str, symbols: tuple[str, ...]) -> list[Token]:
    """Return the words and symbols of a text, an end mark last; raises ``FormulaError`` for any others or too many."""
    if len(text) > LONGEST_TEXT:
        message = f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(text)}"
        raise FormulaError(LONGEST_TEXT + 1, message)
    tokens: list[Token] = []
    for match in re.finditer(rf"([A-Za-z0-9_]+)|({'|'.join(map(re.escape, symbols))})|[^ \t\r\n]", text):
        column = match.start() + 1
        if match[1]:
            tokens.append(_word(intern(match[1]), column))  # Trees hold the same few names many times.
        elif match[2]:
            tokens.append(Token(TokenKind.SYMBOL, match[2], column))
        else:
            raise FormulaError(column, _foreign(match[0]))
    tokens.append(Token(TokenKind.END, "", len(text) + 1))
    return tokens


def _word(word: str, column: int) -> Token:
    if word[0] in _LETTERS:
        return Token(TokenKind.NAME, word, column)
    if _DIGITS.issuperset(word):
        return Token(TokenKind.COUNT, word, column)
    if word[:2] in ("0x", "0X"):
        if not word[2:] or not _HEX_DIGITS.issuperset(word[2:]):
            raise FormulaError(column, f"expected hexadecimal digits after 0x, found {quoted(word)}")
        if int(word[2:], 16) > BOARD:
            raise FormulaError(column, f"a mask has at most 64 bits (16 hexadecimal digits), {quoted(word)} has more")
        return Token(TokenKind.MASK, word, column)
    raise FormulaError(column, f"expected a name, a count or a mask such as 0xff, found {quoted(word)}")


def _foreign(character: str) -> str:
    if character in "<>":
        return f"'{character}' compares numbers, which gives no squares; did you mean {2 * character}?"
    if meant := OTHER_NOTATION.get(character):
        return f"'{character}' is no operator here; did you mean {meant}?"
    if character.isascii() and character.isprintable():
        return f"'{character}' has no meaning in a formula; expected a name, an operator or a parenthesis"
    import unicodedata

    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "a character without a name")
    shown = f"'{character}' is " if character.isprintable() else ""
    return f"{shown}{name} ({code}); a formula is written with the letters a to z, digits and ASCII signs"


# The user layers that a formula calls, found without reading it: circles are refused, and chains take no stack

MOST_CALLED_LAYERS: Final = 64  # The most user layers that a formula may call, itself or through others.

_CALL: Final = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]*+)[ \t\r\n]*+\(")


@lru_cache(maxsize=512)
def _calls(text: str) -> tuple[tuple[str, int], ...]:
    """Return the names in front of parentheses, each once, with the column of the first; none of a text too long."""
    columns: dict[str, int] = {}
    for match in _CALL.finditer(text if len(text) <= LONGEST_TEXT else ""):
        columns.setdefault(match[1], match.start() + 1)
    return tuple(columns.items())


def called_names(text: str, texts: Mapping[str, str], identifier: str) -> dict[str, int]:
    """Return the layers that a text calls, itself or through others, each after those that it calls.

    With each stands the column of the text's own call that leads to it. ``texts`` are the formulas of the user layers,
    ``identifier`` the name that the text itself has among them, if any. Raises ``FormulaError`` with such a column for
    a layer made of itself, and if the text calls more than ``MOST_CALLED_LAYERS``.
    """
    columns: dict[str, int] = {}
    for name, column in _calls(text):
        if name == identifier:
            raise _circle(column, [name, name])
        if name in texts and name not in columns:
            columns |= dict.fromkeys(_reached(name, column, texts, identifier, columns), column)
    return columns


def _reached(
    name: str, column: int, texts: Mapping[str, str], identifier: str, done: Collection[str]
) -> Collection[str]:
    """Return a layer that is called in a column and those that it leads to, each after those that it calls.

    Those that are ``done`` are left out. A circle is named as such also if it is longer than ``MOST_CALLED_LAYERS``,
    unless the texts are so long that finding it would take long.
    """
    path = {name: iter(_calls(texts[name]))}
    reached: dict[str, None] = {}
    length = min(len(texts[name]), LONGEST_TEXT)
    while path and length <= MOST_CALLED_LAYERS * LONGEST_TEXT:
        last = next(reversed(path))
        called = next((called for called, _ in path[last] if called in texts or called == identifier), None)
        if called is None:
            del path[last]
            reached[last] = None
        elif called == identifier:
            raise _circle(column, [identifier, *path, identifier])
        elif called in path:
            names = [*path, called]
            raise _circle(column, names[names.index(called) :])
        elif called not in done and called not in reached:
            path[called] = iter(_calls(texts[called]))
            length += min(len(texts[called]), LONGEST_TEXT)
    if path or len(done) + len(reached) > MOST_CALLED_LAYERS:
        raise FormulaError(column, f"a formula calls at most {MOST_CALLED_LAYERS} other layers, this one calls more")
    return reached


def _circle(column: int, names: list[str]) -> FormulaError:
    """Return the error about layers each of which calls the next, the last one being the first."""
    shown = [shortened(name) for name in names]
    chain = " calls ".join(shown if len(shown) <= 4 else (*shown[:2], "…", shown[-1]))
    return FormulaError(column, f"{chain}; a layer cannot be made of itself")


# The grammar

GREATEST_DEPTH: Final = 64  # The most parts of a formula within each other.
MOST_NODES: Final = 512  # The number of parts that a formula may have: each set, operation and call is one.

GREATEST_SIZE: Final = 4096
"""The most parts that a formula may have with the user layers that it calls written out in it."""

NO_LAYERS: Final[Mapping[str, NamedLayer]] = MappingProxyType({})  # No user layers.

Entries = tuple[tuple[str, str, str], ...]
"""User layers as identifier, title and formula: all that reading depends on, as a hashable value."""

_SHIFT: Final = 3
_BINDING_STRENGTH: Final = {"|": 0, "^": 1, "&": 2, "-": 2, "<<": _SHIFT, ">>": _SHIFT}
_A_SET: Final = "a set of squares such as own, {e4} or stops(own)"

Read = TypeVar("Read")


def parse(text: str, names: Mapping[str, NamedLayer] = NO_LAYERS, identifier: str = "") -> tree.Formula:
    """Return the formula of a text; the same text gives the same value without reading it again.

    ``names`` holds user layers by identifier, which the formula may call; of them only the formula counts, and a name
    that already has a meaning keeps it. ``identifier`` is the name that the text itself has, or is to have, among them,
    if any.

    Raises ``FormulaError`` with the column and the expected words. Longer texts than ``LONGEST_TEXT``, deeper ones
    than ``GREATEST_DEPTH``, larger ones than ``MOST_NODES`` and layers made of themselves are refused before anything
    is computed; the greatest depth also holds with the called layers written out, and so does ``GREATEST_SIZE``.
    """
    return _formula(text, entries_of(names), identifier)


def entries_of(names: Mapping[str, NamedLayer]) -> Entries:
    """Return the layers whose names have no other meaning."""
    return tuple(
        (name, layer.title, layer.formula)
        for name, layer in names.items()
        if not any(name in taken for taken in (LAYERS, NUMBERS, RESERVED))
    )


@lru_cache(maxsize=512)
def _formula(text: str, entries: Entries, identifier: str) -> tree.Formula:
    parser = SetParser(text, entries, identifier)
    bindings = parser.bindings()
    result = parser.expression()
    parser.end("an operator or the end of the formula")
    size, depth = measure([*(binding.value for binding in bindings), result])
    return tree.Formula(text, bindings, result, tuple(parser.called_layers.values()), size, depth)


def _called_layers(text: str, entries: Entries, identifier: str) -> dict[str, tree.CalledLayer]:
    """Return the user layers that a text calls, itself or through others, each after those that it calls."""
    known = {name: (title, formula) for name, title, formula in entries if name != identifier}
    layers = {}
    for name, column in called_names(text, {name: formula for name, (_, formula) in known.items()}, identifier).items():
        title, formula = known[name]
        try:
            layers[name] = tree.CalledLayer(name, title, _formula(formula, entries, name))
        except FormulaError as error:
            message = f"the layer {shortened(name)} cannot be read: {error}"
            raise FormulaError(column, shortened(message, 200)) from None
    return layers


class SetParser:
    """Reads the tokens of one text, a method for each rule; ``called_layers`` come after the layers that they call."""

    symbols: ClassVar[tuple[str, ...]] = SYMBOLS

    def __init__(self, text: str, entries: Entries, identifier: str = "") -> None:
        """Read the user layers that the text calls and cut it into tokens; ``identifier`` is its name."""
        self._text = text
        self.called_layers = _called_layers(text, entries, identifier)
        self._tokens = read_tokens(text, self.symbols)
        self._layers = (*LAYERS, *(name for name, _, _ in entries))
        self._index = 0
        self._nesting = 0
        self._locals: set[str] = set()

    @property
    def token(self) -> Token:
        """The token that is read next."""
        return self._tokens[self._index]

    def take(self) -> Token:
        """Return the next token and go past it."""
        token = self._tokens[self._index]
        self._index += 1
        return token

    def expected(self, what: str) -> FormulaError:
        """Return the error that ``what`` was expected in place of the next token."""
        token = self.token
        meant = OTHER_NOTATION.get(token.text)
        return FormulaError(
            token.column, f"expected {what}, found {token.shown}" + (f"; did you mean {meant}?" if meant else "")
        )

    def bindings(self) -> tuple[tree.Binding, ...]:
        """Read the names at the beginning and their sets."""
        bindings = []
        while self.token.kind == TokenKind.NAME and self._tokens[self._index + 1].text == "=":
            bindings.append(self._binding())
        return tuple(bindings)

    def end(self, what: str) -> None:
        """Raise the error that ``what`` was expected unless the whole text has been read."""
        if self.token.kind != TokenKind.END:
            raise self.expected(what)

    def _binding(self) -> tree.Binding:
        name = self.take()
        self.take()
        if any(name.text in known for known in (CONSTANTS, NAMES, HALVES, KEYWORDS)):
            raise FormulaError(name.column, f"{name.text} has a meaning of its own; expected a new name before =")
        if name.text in self._locals:
            raise FormulaError(name.column, f"{quoted(name.text)} is already given; expected a new name before =")
        value = self.expression()
        if self.token.text != ";":
            raise self.expected("an operator, or ; and then the result")
        self.take()
        self._locals.add(name.text)
        return tree.Binding(name.column, name.text, value)

    def expression(self, weakest: int = 0) -> tree.Node:
        """Read operands joined by operators that bind at least as strongly as ``weakest``."""
        node = self._operand()
        while (strength := _BINDING_STRENGTH.get(self.token.text, -1)) >= weakest:
            if strength == _SHIFT:
                shifts = []
                while _BINDING_STRENGTH.get(self.token.text) == _SHIFT:
                    shifts.append((self.take().text, self.count(63)))
                node = tree.Shift(node.column, node, tuple(shifts))
                continue
            rest = []
            while _BINDING_STRENGTH.get(self.token.text) == strength:
                symbol = self.take().text
                rest.append((symbol, self.expression(strength + 1)))
            node = tree.Combination(node.column, node, tuple(rest))
        return node

    def count(self, greatest: int) -> int:
        """Read a decimal number from 0 to the greatest."""
        token = self.token
        if token.kind != TokenKind.COUNT or len(token.text) > max(2, len(str(greatest))) or int(token.text) > greatest:
            raise self.expected(f"a count from 0 to {greatest}")
        return int(self.take().text)

    def nested(self, read: Callable[[], Read]) -> Read:
        """Read a part within another one, so that a text cannot exhaust Python's stack."""
        self._nesting += 1
        if self._nesting > GREATEST_DEPTH:
            raise _too_deep(self.token.column)
        node = read()
        self._nesting -= 1
        return node

    def _operand(self) -> tree.Node:
        token = self.token
        if token.kind == TokenKind.NAME:
            return self._call() if self._tokens[self._index + 1].text == "(" else self._named_set()
        if token.kind == TokenKind.MASK:
            self.take()
            return tree.Constant(token.column, token.text, int(token.text, 16))
        if token.text == "~":
            self.take()
            return tree.Complement(token.column, self.nested(self._operand))
        if token.text == "(":
            self.take()
            node = self.nested(self.expression)
            self.close(token)
            return node
        if token.text == "{":
            return self._squares()
        raise self.expected(_A_SET)

    def close(self, opening: Token, instead: str = "an operator") -> None:
        """Take the parenthesis that closes an opening one."""
        if self.token.text != ")":
            raise self.expected(f"{instead} or the ) of the ( in column {opening.column}")
        self.take()

    def _squares(self) -> tree.Constant:
        opening = self.take()
        mask = 0
        after_comma = False
        while after_comma or self.token.text != "}":
            try:
                mask |= 1 << parse_square(self.token.text)
            except ValueError:
                closing_words = "" if after_comma else f", or the }} of the {{ in column {opening.column}"
                raise self.expected(f"a square such as e4{closing_words}") from None
            self.take()
            after_comma = self.token.text == ","
            if after_comma:
                self.take()
        closing = self.take()
        return tree.Constant(opening.column, self._text[opening.column - 1 : closing.column], mask)

    def _named_set(self) -> tree.Node:
        token = self.token
        name, column = token.text, token.column
        node: tree.Node
        if name in self._locals:
            node = tree.Local(column, name)
        elif name in NAMES:
            node = tree.Pieces(column, *NAMES[name])
        elif name in HALVES:
            node = tree.RanksOfSide(column, HALVES[name], 1, 4)
        elif name in CONSTANTS:
            node = tree.Constant(column, name, CONSTANTS[name])
        elif name in OTHER_NOTATION:
            raise self.expected(_A_SET)
        elif name in CALLS or name in self._layers:
            raise FormulaError(column, f"{name} needs what it is of; expected {name}(own)")
        else:
            raise self._unknown(token, (*NAMES, *HALVES, *CONSTANTS, *self._locals))
        self.take()
        return node

    def _call(self) -> tree.Node:
        token = self.take()
        name, column = FORMER_NAMES.get(token.text, token.text), token.column
        if not any(name in known for known in (LAYERS, CALLS, RANKS_OF_SIDES, self.called_layers)):
            if any(name in known for known in (NAMES, HALVES, CONSTANTS, self._locals)):
                raise FormulaError(column, f"{quoted(name)} is a set and takes no parentheses; expected it alone")
            raise self._unknown(token, ())
        opening = self.take()
        if name in PIECE_SETS:
            return tree.Pieces(column, "kings" if name == "king" else name, self._side(opening))
        if name in RANKS_OF_SIDES:
            number = RANKS_OF_SIDES[name]
            return tree.RanksOfSide(column, self._side(opening), number, number)
        operand = self.nested(self.expression)
        if name in STEPS or name in RELATIVE_STEPS:
            count = 1
            if self.token.text == ",":
                self.take()
                count = self.count(7)
                self.close(opening, "nothing more")
            else:
                self.close(opening, "an operator, a comma and a count,")
            return tree.Step(column, name, operand, count)
        self.close(opening)
        if name in FILLS or name in RELATIVE_FILLS:
            return tree.Fill(column, name, operand)
        called = self.called_layers.get(name)
        if isinstance(operand, tree.Pieces) and operand.name == "pawns":
            return tree.LayerOfSide(column, name, operand.side, called)
        return tree.LayerOfSet(column, name, operand, called)

    def _side(self, opening: Token) -> str:
        side = self.token.text
        if side not in SIDES:
            raise self.expected("a side: own, enemy, white or black")
        self.take()
        self.close(opening, "nothing more")
        return side

    def _unknown(self, token: Token, sets: tuple[str, ...]) -> FormulaError:
        if token.text in NUMBERS or token.text == "popcount":
            return FormulaError(token.column, f"{token.text} is a number, not a set of squares; expected {_A_SET}")
        similar = similar_names(token.text, (*sets, *CALLS, *self._layers), 1)
        if not similar:
            advice = f"expected {_A_SET}"
        elif similar[0] in sets or self.token.text == "(":
            advice = f"did you mean {similar[0]}?"
        else:
            advice = f"did you mean {similar[0]}(own)?"
        return FormulaError(token.column, f"{quoted(token.text)} is not known; {advice}")


def measure(roots: Sequence[tree.Node], count: int = 0) -> tuple[int, int]:
    """Return the number of parts and the depth, user layers written out; raises ``FormulaError`` beyond limits."""
    waiting = [(root, 1) for root in reversed(roots)]
    size, greatest = count, 1
    while waiting:
        node, depth = waiting.pop()
        count += 1
        if depth > GREATEST_DEPTH:
            raise _too_deep(node.column)
        if count > MOST_NODES:
            raise too_large(node.column)
        size += 1
        greatest = max(greatest, depth)
        if isinstance(node, tree.LayerOfSide | tree.LayerOfSet) and node.called is not None:
            called = node.called.formula
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
        waiting.extend((operand, depth + 1) for operand in reversed(tree.operands(node)))
    return size, greatest


def too_large(column: int) -> FormulaError:
    """Return the error about a part that is one too many."""
    return FormulaError(column, f"a formula has at most {MOST_NODES} parts, this one has more")


def _too_deep(column: int) -> FormulaError:
    return FormulaError(column, f"parts of a formula stand at most {GREATEST_DEPTH} deep within each other")
