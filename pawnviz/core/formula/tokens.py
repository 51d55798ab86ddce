"""The words and symbols that formulas and conditions are made of, and the error about a text that cannot be read."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.words import quoted

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
_WORD: Final = re.compile(r"[A-Za-z0-9_]+")
_BLANK: Final = re.compile(r"[ \t\r\n]*")


def read_tokens(text: str, symbols: tuple[str, ...]) -> list[Token]:
    """Return the words and symbols of a text, an end mark last; raises ``FormulaError`` for any others or too many."""
    if len(text) > LONGEST_TEXT:
        message = f"a formula is at most {LONGEST_TEXT} characters long, this one is {len(text)}"
        raise FormulaError(LONGEST_TEXT + 1, message)
    tokens: list[Token] = []
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
            tokens.append(Token(TokenKind.SYMBOL, symbol, start + 1))
            end = start + len(symbol)
        start = _after_blanks(text, end)
    tokens.append(Token(TokenKind.END, "", len(text) + 1))
    return tokens


def _after_blanks(text: str, start: int) -> int:
    blanks = _BLANK.match(text, start)
    return blanks.end() if blanks else start


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
