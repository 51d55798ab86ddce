"""Patterns: which pawns stand where, as a short text such as ``W d4 e2/e3 -c; B d5 c6/c7 -e``.

A pattern has clauses separated by ``;``. After ``W`` come words on White's pawns, after ``B`` on Black's:

- ``d4`` and ``e2/e3``: the only pawn of its color on its file is on this square, or on one of these;
- ``d3/d4/d5!``: and it is not passed;
- ``e2/e3?``: the same, or there is no pawn of its color on the file;
- ``c+c``: exactly two pawns on the file; ``c7+c``: one of them on c7; ``c5+c6``: on these two squares;
- ``e``: one or more pawns on the file; ``d4+`` and ``c4/d4+``: one or more on these squares, whatever else there is;
- ``-c``: no pawn on the file; ``-c4`` and ``-c4/d4``: none on these squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache, reduce
from math import log2
from operator import and_, or_
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    FILES,
    RANKS,
    SQUARE_NAMES,
    complement,
    file_fill,
    flip_vertical,
    parse_squares,
    popcount,
    square_names,
    squares,
)
from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.formula.parser import LONGEST_TEXT, FormulaError
from pawnviz.core.words import listed, plural, quoted

_LETTERS: Final = "abcdefgh"
_PART: Final = re.compile(r";|[^\s;]+")
_WORD: Final = re.compile(
    r"-(?P<empty>[a-h]|[a-h][1-8](?:/[a-h][1-8])*)"
    r"|(?P<file>[a-h])"
    r"|(?P<first>(?P<two>[a-h])[1-8]?)\+(?P<second>(?P=two)[1-8]?)"
    r"|(?P<squares>[a-h][1-8](?:/[a-h][1-8])*)(?P<mark>[!?+]?)"
)


class Count(Enum):
    """How many pawns of a color there are."""

    NONE = "none"
    AT_MOST_ONE = "at most one"
    ONE = "one"
    TWO = "two"
    SOME = "one or more"


class Term(NamedTuple):
    """One word of a pattern: how many pawns of a color there are, and where.

    ``file`` is the mask of the file, of several files if the squares of ``SOME`` are on several. ``NONE`` and
    ``SOME`` count the pawns on ``squares``, the others those on the file: of ``squares`` a single pawn is on one, and
    two pawns are on all. If ``unpassed``, the pawn must not be a passed pawn.
    """

    white: bool
    file: int
    amount: Count
    squares: int
    unpassed: bool = False

    @property
    def is_of_file(self) -> bool:
        """Whether the pawns of one file decide the term, except for whether a pawn is passed."""
        return self.file in FILES

    @property
    def counted(self) -> int:
        """The squares whose pawns make the term."""
        return self.squares if self.amount in (Count.NONE, Count.SOME) else self.file

    def holds(self, pawns: int) -> bool:
        """Return whether the term holds if these are the pawns of its color on its file, passed or not."""
        here = pawns & self.squares
        if self.amount is Count.NONE:
            return not here
        if self.amount is Count.SOME:
            return here != 0
        if self.amount is Count.TWO:
            return popcount(pawns) == 2 and here == self.squares
        return pawns == here != 0 == pawns & pawns - 1 or (pawns == 0 and self.amount is Count.AT_MOST_ONE)

    def implies(self, other: Term) -> bool:
        """Return whether another term holds wherever this one does, by the pawns of both."""
        if self.white is not other.white or self.unpassed < other.unpassed:
            return False
        if self.file == other.file and self.is_of_file:
            return _holding(self) & _holding(other) == _holding(self)
        is_within = not self.squares & complement(other.squares)
        return other.amount is Count.SOME and self.amount in (Count.ONE, Count.SOME) and is_within

    @property
    def specificity(self) -> float:
        """How much the term asks for: most if pawns have left their files, little if one is at home."""
        if self.amount is Count.TWO:
            return 4
        if self.amount is Count.NONE:
            return 2 if self.squares == self.file else 0.5
        if self.amount is Count.AT_MOST_ONE or self.squares == self.file:
            return 0.5
        if self.squares in (self.file & RANKS[1], self.file & RANKS[6]):
            return 1
        return max(3 - log2(popcount(self.squares)), 0.5)

    def turned(self) -> Term:
        """Return the term with the board turned and the colors exchanged."""
        return Term(not self.white, self.file, self.amount, flip_vertical(self.squares), self.unpassed)

    @property
    def formula(self) -> str:
        """The term as a condition of the formula language."""
        places = f"{{{square_names(self.squares)}}}"
        if self.amount in (Count.NONE, Count.SOME):
            places = self._file_name if self.squares in FILES else places
            return f"popcount({self._color} & {places}) {'>= 1' if self.amount is Count.SOME else '== 0'}"
        pawns = f"{self._color} & {self._file_name}"
        if self.amount is Count.TWO:
            return f"popcount({pawns}) == 2 and popcount({places} - {self._color}) == 0"
        number = "<=" if self.amount is Count.AT_MOST_ONE else "=="
        return " and ".join((f"popcount({pawns}) {number} 1", f"popcount({pawns} - {places}) == 0", *self.condition))

    @property
    def condition(self) -> tuple[str, ...]:
        """The part of the formula that no single file decides, if any."""
        if not self.is_of_file:
            return (self.formula,)
        return (f"popcount(passed_pawns({self._color}) & {self._file_name}) == 0",) if self.unpassed else ()

    @property
    def _color(self) -> str:
        return "white" if self.white else "black"

    @property
    def _file_name(self) -> str:
        return f"file_{_letters((self,))}"


@lru_cache(maxsize=512)
def read_pattern(text: str) -> tuple[Term, ...]:
    """Return the terms of a pattern; raises ``FormulaError``, also for one that no pawns fulfill."""
    if len(text) > LONGEST_TEXT:
        raise FormulaError(LONGEST_TEXT + 1, f"a pattern is at most {LONGEST_TEXT} characters long")
    terms: list[Term] = []
    white: bool | None = None
    for part in _PART.finditer(text):
        column, word = part.start() + 1, part[0]
        if word == ";":
            white = None
        elif word in ("W", "B"):
            white = word == "W"
        elif white is None:
            raise FormulaError(column, f"expected W or B and then words on its pawns, found {quoted(word)}")
        else:
            try:
                terms += _terms(white, word)
            except ValueError as error:
                raise FormulaError(column, str(error)) from None
            same = [term for term in terms if (term.white, term.file) == (white, terms[-1].file) and term.is_of_file]
            if len(same) > 1 and not reduce(and_, map(_holding, same)):
                message = f"no pawns fulfill {quoted(word)} together with the words before it on its file"
                raise FormulaError(column, message)
    return tuple(terms)


@lru_cache(maxsize=512)
def _terms(white: bool, word: str) -> tuple[Term, ...]:
    """Return the terms of a word, several for squares without pawns on several files; raises ``ValueError``."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise ValueError(f"{quoted(word)} is no word of a pattern; expected one such as d4, e2/e3, -c or c+c")
    if file := match["file"]:
        return (Term(white, _file(file), Count.SOME, _file(file)),)
    if match["first"]:
        names = [place for place in (match["first"], match["second"]) if len(place) == 2]
        return (Term(white, _file(match["two"]), Count.TWO, parse_squares(" ".join(names))),)
    if empty := match["empty"]:
        places = _file(empty) if len(empty) == 1 else parse_squares(empty.replace("/", " "))
        return tuple(Term(white, file, Count.NONE, places & file) for file in FILES if places & file)
    places, mark = parse_squares(match["squares"].replace("/", " ")), match["mark"]
    count = Count.AT_MOST_ONE if mark == "?" else Count.SOME if mark == "+" else Count.ONE
    term = Term(white, file_fill(places), count, places, unpassed=mark == "!")
    if count is not Count.SOME and not term.is_of_file:
        advice = f"{match['squares']}+ for one or more pawns on these squares"
        raise ValueError(f"the squares of {quoted(word)} are on several files; expected {advice}")
    return (term,)


@lru_cache(maxsize=1024)
def _holding(term: Term) -> int:
    return sum(term.holds(pawns) << number for number, pawns in enumerate(sets_on_file(term.file)))


def sets_on_file(file: int) -> list[int]:
    """Return all 256 sets of squares on a file; in the number of each in the list bit 0 is its square on rank 1."""
    first = file & -file
    sets = [0]
    for rank in range(8):
        sets += [smaller | first << 8 * rank for smaller in sets]
    return sets


def pattern_words(terms: tuple[Term, ...]) -> str:
    """Return a pattern in sentences: White's pawns, Black's pawns, and that those named by squares are alone."""
    sentences = [
        f"{'White' if white else 'Black'} has {_clause(named)}."
        for white in (WHITE, BLACK)
        if (named := [term for term in terms if term.white is white])
    ]
    counts = {term.amount for term in terms}
    if counts & {Count.ONE, Count.AT_MOST_ONE}:
        apart = "Apart from those two, no" if Count.TWO in counts else "No"
        sentences.append(f"{apart} pawn on a named square is doubled.")
    return " ".join(sentences)


def _file(letter: str) -> int:
    return FILES[_LETTERS.index(letter)]


def _clause(terms: list[Term]) -> str:
    """Return the demands of terms of one color, as they stand after ``White has``."""
    single = [term for term in terms if term.amount is Count.ONE]
    fixed = [term for term in single if popcount(term.squares) == 1 and not term.unpassed]
    names = sorted(square_names(_squares(fixed)).split())
    parts = [f"{plural(len(names), 'a pawn', 'pawns')} on {listed(names)}"] if names else []
    for term in single:
        if term not in fixed:
            parts.append(f"a pawn on {_or(term.squares)}{' that is not passed' if term.unpassed else ''}")
    for term in terms:
        if term.amount is Count.TWO:
            named = listed(square_names(term.squares).split())
            where = f", {'one of them ' if popcount(term.squares) == 1 else ''}on {named}" if named else ""
            parts.append(f"exactly two pawns on the {_letters([term])}-file{where}")
        if term.amount is Count.AT_MOST_ONE:
            parts.append(f"none on the {_letters([term])}-file, or a pawn on {_or(term.squares)}")
        if term.amount is Count.SOME and term.squares != term.file:
            parts.append(f"{'a pawn' if popcount(term.squares) == 1 else 'one or more pawns'} on {_or(term.squares)}")
    for count, before in ((Count.SOME, "one or more pawns"), (Count.NONE, "none" if parts else "no pawn")):
        counted = [term for term in terms if term.amount is count]
        if files := _letters([term for term in counted if term.squares == term.file]):
            several = f"{'each of ' if count is Count.SOME else ''}the files {listed(list(files))}"
            parts.append(f"{before} on {f'the {files}-file' if len(files) == 1 else several}")
        if count is Count.NONE and (places := _squares([term for term in counted if term.squares != term.file])):
            parts.append(f"{before} on {_or(places)}")
    return "; ".join(parts) if any("," in part for part in parts) else listed(parts)


def _or(places: int) -> str:
    return listed(square_names(places).split(), "or")


def _squares(terms: Sequence[Term]) -> int:
    return reduce(or_, (term.squares for term in terms), 0)


def _letters(terms: Sequence[Term]) -> str:
    return "".join(letter for letter in _LETTERS if any(term.file & _file(letter) for term in terms))


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
    words: list[Word] = []
    white = WHITE
    for word in text.replace(";", " ").split():
        if word in ("W", "B"):
            white = word == "W"
        else:
            words.append((white, word))
    return words


def _text(words: Iterable[Word]) -> str:
    words = list(dict.fromkeys(words))
    parts = [
        f"{letter} {' '.join(own)}"
        for white, letter in ((WHITE, "W"), (BLACK, "B"))
        if (own := [word for color, word in words if color is white])
    ]
    return "; ".join(parts)


_STATES: Final = ("", "white", "black", "none")
"""What a click goes through: free, White's pawn, Black's pawn, no pawn."""


def cycled(text: str, square: int, step: int = 1) -> str:
    """Return a pattern after a click on a square: white pawn, black, none, free; raises ``FormulaError``."""
    read_pattern(text)
    name, words = SQUARE_NAMES[square], _words(text)
    group = next(((white, word) for white, word in words if "/" in word and name in _places(word)), None)
    if group is not None:
        white, word = group
        kept = [other for other in words if other != group]
        is_last = white is (BLACK if step > 0 else WHITE)
        return _text(kept if is_last else _with_pawn(kept, (not white, word)))
    own = [(white, word) for white, word in words if word.strip("-+!?") == name]
    state = "" if not own else "none" if own[0][1].startswith("-") else "white" if own[0][0] else "black"
    new = _STATES[(_STATES.index(state) + step) % len(_STATES)]
    signs = {
        "white": [(WHITE, f"{name}+")],
        "black": [(BLACK, f"{name}+")],
        "none": [(WHITE, f"-{name}"), (BLACK, f"-{name}")],
    }
    return _text(reduce(_with_pawn, signs.get(new, ()), [word for word in words if word not in own]))


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
    """Return a pattern after a click on a file: no white pawn, no black, none, free; raises ``FormulaError``."""
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
    """Return a pattern in which one of the dragged squares has a pawn of a color; raises ``FormulaError``."""
    read_pattern(text)
    names = square_names(places).split()
    kept = [(color, word) for color, word in _words(text) if not set(_places(word)) & set(names)]
    return _text(_with_pawn(kept, (white, f"{'/'.join(names)}+")))


def pattern_of_pawns(white_pawns: int, black_pawns: int) -> str:
    """Return the pattern of these pawns, each the only one of its color on its file if it is so."""
    words: list[Word] = []
    for white, pawns in ((WHITE, white_pawns), (BLACK, black_pawns)):
        names = [SQUARE_NAMES[square] for square in squares(pawns)]
        for name in sorted(names):
            is_alone = sum(other[0] == name[0] for other in names) == 1
            words.append((white, name if is_alone else f"{name}+"))
    return _text(words)
