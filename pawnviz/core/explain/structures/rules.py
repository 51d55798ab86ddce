"""Rules of pawn structures: on which squares each color's pawns stand, and on which files it has none.

A rule is read from a short text, such as ``W d4 e2/e3 -c; B d5 c6/c7 -e`` for the Carlsbad structure. After ``W`` come
White's pawns and after ``B`` Black's:

- ``d4`` and ``e2/e3``: the only pawn of its color on its file is on this square, or on one of these;
- ``d3/d4/d5!``: and it is not passed;
- ``e2/e3?``: the same, or there is no pawn of its color on the file;
- ``-c``: no pawn on the file; ``e``: one or more pawns on the file;
- ``c+c``: exactly two pawns on the file; ``c7+c``: one of them on c7; ``c5+c6``: on these two squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from math import log2
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import (
    BOARD,
    FILES,
    RANKS,
    file_fill,
    flip_vertical,
    parse_squares,
    popcount,
    square_names,
)
from pawnviz.core.board.side import pawn_sides
from pawnviz.core.layers.passers import passed_pawns
from pawnviz.core.words import listed

_LETTERS: Final = "abcdefgh"


FEWEST_MIRRORED: Final = 4
"""The number of pawns of a color from which on a mirror image is a structure."""


class Count(Enum):
    """How many pawns of a color are on a file."""

    NONE = "none"
    AT_MOST_ONE = "at most one"
    ONE = "one"
    TWO = "two"
    SOME = "one or more"


class Term(NamedTuple):
    """What a rule asks of one color's pawns on one file: how many there are, and on which squares.

    ``file`` is the mask of the file. Of ``squares`` a single pawn is on one, and two pawns are on all; for other counts
    they say nothing. Where ``unpassed``, the pawn must not be a passed pawn.
    """

    white: bool
    file: int
    amount: Count
    squares: int
    unpassed: bool = False

    def made_by(self, white_pawns: int, black_pawns: int) -> int | None:
        """Return the pawns that fulfill the term, an empty mask where it asks for none, or None where it fails."""
        pawns = (white_pawns if self.white else black_pawns) & self.file
        if not pawns:
            return 0 if self.amount in (Count.NONE, Count.AT_MOST_ONE) else None
        if self.amount is Count.SOME:
            return pawns
        if self.amount is Count.TWO:
            return pawns if popcount(pawns) == 2 and pawns & self.squares == self.squares else None
        if self.amount is Count.NONE or pawns & pawns - 1 or not pawns & self.squares:
            return None
        if self.unpassed:
            side = pawn_sides(white_pawns, black_pawns)[0 if self.white else 1]
            return None if pawns & passed_pawns(side) else pawns
        return pawns

    def implies(self, other: Term) -> bool:
        """Return whether another term holds wherever this one does, by what both say of the same pawns."""
        if (self.white, self.file) != (other.white, other.file):
            return False
        match other.amount:
            case Count.SOME:
                return self.amount not in (Count.NONE, Count.AT_MOST_ONE)
            case Count.TWO:
                return self.amount is Count.TWO and self.squares & other.squares == other.squares
            case Count.NONE:
                return self.amount is Count.NONE
        if self.amount is Count.NONE:
            return other.amount is Count.AT_MOST_ONE
        counts = (Count.ONE, other.amount)
        is_within = self.squares & other.squares == self.squares
        return self.amount in counts and is_within and self.unpassed >= other.unpassed

    @property
    def specificity(self) -> float:
        """How much the term asks for: most where pawns have left their files, little where one is at home."""
        match self.amount:
            case Count.NONE:
                return 2
            case Count.TWO:
                return 4
            case Count.SOME | Count.AT_MOST_ONE:
                return 0.5
        if self.squares in (self.file & RANKS[1], self.file & RANKS[6]):
            return 1
        return 3 - log2(popcount(self.squares))

    def turned(self) -> Term:
        """Return the term with the board turned and the colors exchanged."""
        return Term(not self.white, self.file, self.amount, flip_vertical(self.squares), self.unpassed)


@dataclass(frozen=True)
class Rule:
    """Terms that all hold where a structure is."""

    terms: tuple[Term, ...]

    @staticmethod
    def of(text: str) -> Rule:
        """Return the rule of a text; raises ``ValueError`` for one that is no rule."""
        terms: list[Term] = []
        for clause in text.split(";"):
            color, *words = clause.split()
            if color not in ("W", "B"):
                raise ValueError(f"a clause begins with W or B, not {color}")
            terms += (_term(color == "W", word) for word in words)
        if len({(term.white, term.file) for term in terms}) < len(terms):
            raise ValueError(f"a file is named twice for a color: {text}")
        return Rule(tuple(terms))

    @cached_property
    def specificity(self) -> float:
        """How much the rule asks for, the sum of its terms'."""
        return sum(term.specificity for term in self.terms)

    def made_by(self, white_pawns: int, black_pawns: int) -> int | None:
        """Return the pawns of both colors that fulfill the rule, or None where it does not hold."""
        white_fixed, white_empty, black_fixed, black_empty = self._quick
        if white_pawns & white_empty or black_pawns & black_empty:
            return None
        if white_pawns & white_fixed != white_fixed or black_pawns & black_fixed != black_fixed:
            return None
        made = 0
        for term in self.terms:
            pawns = term.made_by(white_pawns, black_pawns)
            if pawns is None:
                return None
            made |= pawns
        return made

    def implies(self, other: Rule | MirrorImage) -> bool:
        """Return whether each term of another rule follows from one of this rule's."""
        return isinstance(other, Rule) and all(any(own.implies(term) for own in self.terms) for term in other.terms)

    @cached_property
    def _quick(self) -> tuple[int, int, int, int]:
        """Where White must and must not have pawns, and where Black: what tells most boards at once."""
        fixed, empty = [0, 0], [0, 0]
        for term in self.terms:
            if term.amount is Count.NONE:
                empty[term.white] |= term.file
            elif term.amount is Count.ONE and not term.squares & term.squares - 1:
                fixed[term.white] |= term.squares
        return fixed[True], empty[True], fixed[False], empty[False]

    @cached_property
    def turned(self) -> Rule:
        """The rule with the board turned and the colors exchanged."""
        return Rule(tuple(term.turned() for term in self.terms))

    @property
    def words(self) -> str:
        """The rule in sentences: White's pawns, Black's pawns, and that those named by squares are alone."""
        sentences = [
            f"{'White' if white else 'Black'} has {_clause(terms)}."
            for white in (True, False)
            if (terms := [term for term in self.terms if term.white is white])
        ]
        has_two = any(term.amount is Count.TWO for term in self.terms)
        last = f"{'Apart from those two, no' if has_two else 'No'} pawn on a named square is doubled."
        return " ".join((*sentences, last))


@dataclass(frozen=True)
class MirrorImage:
    """The rule that each color's pawns are the other's mirror image across the middle, and that there are enough.

    Fewer than ``FEWEST_MIRRORED`` of a color, such as a4 against a5, are an ending and no structure.
    """

    specificity = 0.0
    """It names no square, so every other structure leads."""
    words = "Each color has at least four pawns, the mirror image of the other's across the middle of the board."

    def made_by(self, white_pawns: int, black_pawns: int) -> int | None:
        """Return the pawns of both colors when they mirror each other, else None."""
        if popcount(white_pawns) < FEWEST_MIRRORED or white_pawns != flip_vertical(black_pawns):
            return None
        return white_pawns | black_pawns

    def implies(self, other: Rule | MirrorImage) -> bool:
        """Return whether the other rule is this one."""
        return self == other

    @property
    def turned(self) -> MirrorImage:
        """The same rule: it holds for both colors alike."""
        return self


@cache
def _term(white: bool, word: str) -> Term:
    """Return the term of a word of a rule's text; most words stand in many rules."""
    if word[:1] == "-":
        return Term(white, _file(word[1:]), Count.NONE, 0)
    if len(word) == 1:
        return Term(white, _file(word), Count.SOME, 0)
    if "+" in word:
        squares = parse_squares(" ".join(place for place in word.split("+") if len(place) == 2))
        return Term(white, _file(word[0]), Count.TWO, squares)
    squares = parse_squares(word.rstrip("!?").replace("/", " "))
    count = Count.AT_MOST_ONE if word.endswith("?") else Count.ONE
    term = Term(white, file_fill(squares), count, squares, unpassed=word.endswith("!"))
    if term.file not in FILES:
        raise ValueError(f"the squares of a word are on one file: {word}")
    return term


def _file(letter: str) -> int:
    """Return the mask of a file; raises ``ValueError`` for what is no letter from a to h."""
    return FILES[_LETTERS.index(letter)]


def _clause(terms: list[Term]) -> str:
    """Return what terms of one color ask for, as it stands after ``White has``."""
    single = [term for term in terms if term.amount is Count.ONE]
    fixed = [term for term in single if popcount(term.squares) == 1 and not term.unpassed]
    parts = [_on(sum(term.squares for term in fixed))] if fixed else []
    for term in single:
        if term not in fixed:
            parts.append(f"a pawn on {_or(term)}{' that is not passed' if term.unpassed else ''}")
    for term in terms:
        if term.amount is Count.TWO:
            where = f", {'one of them ' if popcount(term.squares) == 1 else ''}on {_and(term)}" if term.squares else ""
            parts.append(f"exactly two pawns on the {_letters([term])}-file{where}")
        if term.amount is Count.AT_MOST_ONE:
            parts.append(f"none on the {_letters([term])}-file, or a pawn on {_or(term)}")
    for count, before in ((Count.SOME, "one or more pawns"), (Count.NONE, "none" if parts else "no pawn")):
        if files := _letters([term for term in terms if term.amount is count]):
            several = f"{'each of ' if count is Count.SOME else ''}the files {listed(list(files))}"
            parts.append(f"{before} on {f'the {files}-file' if len(files) == 1 else several}")
    return "; ".join(parts) if any("," in part for part in parts) else listed(parts)


def _on(squares: int) -> str:
    """Return pawns on all of these squares, by files from a to h."""
    names = sorted(square_names(squares).split())
    return f"{'a pawn' if len(names) == 1 else 'pawns'} on {listed(names)}"


def _or(term: Term) -> str:
    return listed(square_names(term.squares).split(), "or")


def _and(term: Term) -> str:
    return listed(square_names(term.squares).split())


def _letters(terms: list[Term]) -> str:
    """Return the letters of the terms' files from a to h."""
    files = sum(term.file for term in terms) & BOARD
    return "".join(letter for letter in _LETTERS if files & _file(letter))
