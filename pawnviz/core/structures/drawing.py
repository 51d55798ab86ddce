"""Patterns that are drawn on a board: what a click or a drag changes in the text, and its marks on the squares."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names, squares
from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.structures.pattern import Count, read_pattern

Word = tuple[bool, str]
"""The color of a word of a pattern, White's or Black's, and the word."""


class PatternMark(NamedTuple):
    """A demand of a pattern on a board: a pawn of a color on one of these squares, or no such pawn on any of them."""

    white: bool
    squares: int
    is_empty: bool = False


def pattern_marks(text: str) -> tuple[PatternMark, ...]:
    """Return the marks of a pattern; raises ``FormulaError`` as ``read_pattern`` does."""
    return tuple(PatternMark(term.white, term.squares, term.amount is Count.NONE) for term in read_pattern(text))


def _words(text: str) -> list[Word]:
    """Return the words of a pattern that can be read."""
    words: list[Word] = []
    white = WHITE
    for word in text.replace(";", " ").split():
        if word in ("W", "B"):
            white = word == "W"
        else:
            words.append((white, word))
    return words


def _text(words: Iterable[Word]) -> str:
    """Return the pattern of these words, White's first."""
    words = list(dict.fromkeys(words))
    parts = [
        f"{letter} {' '.join(own)}"
        for white, letter in ((WHITE, "W"), (BLACK, "B"))
        if (own := [word for color, word in words if color is white])
    ]
    return "; ".join(parts)


_STATES: Final = ("", "white", "black", "none")
"""What a click goes through: free, White's pawn, Black's pawn, no pawn."""


def _state_words(state: str, place: str) -> tuple[Word, ...]:
    """Return the words for the state of a square."""
    match state:
        case "white":
            return ((WHITE, f"{place}+"),)
        case "black":
            return ((BLACK, f"{place}+"),)
        case "none":
            return ((WHITE, f"-{place}"), (BLACK, f"-{place}"))
    return ()


def cycled(text: str, square: int, step: int = 1) -> str:
    """Return a pattern after a click on a square: a white pawn, a black one, none, free; back with a step of -1.

    Of squares of which one must hold a pawn, a click on any changes the color, then frees them. Words about a whole
    file stay unless they allow no such pawn on it. Raises ``FormulaError`` for a faulty pattern.
    """
    read_pattern(text)
    name, words = SQUARE_NAMES[square], _words(text)
    group = next(((white, word) for white, word in words if "/" in word and name in _places(word)), None)
    if group is not None:
        white, word = group
        kept = [other for other in words if other != group]
        is_last = white is (BLACK if step > 0 else WHITE)
        return _text(kept if is_last else _with_pawn(kept, (not white, word)))
    forms = {name: "", f"{name}+": "", f"{name}!": "", f"{name}?": ""}
    own = [(white, word) for white, word in words if word in forms or word == f"-{name}"]
    state = "" if not own else "none" if own[0][1].startswith("-") else "white" if own[0][0] else "black"
    new = _STATES[(_STATES.index(state) + step) % len(_STATES)]
    return _text(reduce(_with_pawn, _state_words(new, name), [word for word in words if word not in own]))


def _with_pawn(words: Iterable[Word], further: Word) -> list[Word]:
    """Return words with a further one about squares; one by which no pawn of its color is on their file goes."""
    white, word = further
    files = {place[0] for place in _places(word)}
    is_demand = len(files) == 1 and not word.startswith("-")
    return [*(other for other in words if not (is_demand and other == (white, f"-{min(files)}"))), further]


def _places(word: str) -> list[str]:
    return word.strip("-+!?").split("/")


_FILE_STATES: Final[tuple[tuple[bool, ...], ...]] = ((), (WHITE,), (BLACK,), (WHITE, BLACK))
"""The states of a file at successive clicks, by the colors without pawns on it."""


def cycled_file(text: str, file: int, step: int = 1) -> str:
    """Return a pattern after a click on a file: no white pawn, no black one, none of either, free; back with -1.

    What is said of pawns of such a color on squares of this file alone goes. Raises ``FormulaError`` for a faulty
    pattern.
    """
    read_pattern(text)
    letter = "abcdefgh"[file]
    word, words = f"-{letter}", _words(text)
    own = tuple(color for color in (WHITE, BLACK) if (color, word) in words)
    new = _FILE_STATES[(_FILE_STATES.index(own) + step) % len(_FILE_STATES)]
    kept = [
        (color, other)
        for color, other in words
        if other != word and (color not in new or any(place[0] != letter for place in _places(other)))
    ]
    return _text([*kept, *((color, word) for color in new)])


def grouped(text: str, places: int, white: bool) -> str:
    """Return a pattern after a drag over squares, of which one must hold a pawn of a color.

    Words about single ones of these squares go. Raises ``FormulaError`` for a faulty pattern.
    """
    read_pattern(text)
    names = square_names(places).split()
    kept = [(color, word) for color, word in _words(text) if not set(_places(word)) & set(names)]
    return _text(_with_pawn(kept, (white, f"{'/'.join(names)}+")))


def pattern_of_pawns(white_pawns: int, black_pawns: int) -> str:
    """Return the pattern of these pawns, each the only one of its color on its file where it is so."""
    words: list[Word] = []
    for white, pawns in ((WHITE, white_pawns), (BLACK, black_pawns)):
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        for name in sorted(names):
            is_alone = sum(other[0] == name[0] for other in names) == 1
            words.append((white, name if is_alone else f"{name}+"))
    return _text(words)
