"""Annotations of the positions of a game: the text of comments, glyphs, arrows and circles.

Source: https://github.com/mliebelt/pgn-spec-commented/blob/main/pgn-spec-supplement.md
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square

MOVE_GLYPHS: Final = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
"""The glyphs that judge a move, of which it has one, by their numbers."""
POSITION_GLYPHS: Final = {10: "=", 13: "∞", 14: "+/=", 15: "=/+", 16: "±", 17: "∓", 18: "+-", 19: "-+"}
"""The glyphs that judge the position after a move, of which it has one, by their numbers."""
OTHER_GLYPHS: Final = {
    **{7: "□", 8: "□", 11: "=", 12: "=", 22: "⨀", 23: "⨀", 26: "○", 27: "○", 32: "⟳", 33: "⟳", 36: "↑", 37: "↑"},
    **{40: "→", 41: "→", 44: "=/∞", 45: "=/∞", 132: "⇆", 133: "⇆", 138: "⊕", 139: "⊕", 140: "∆", 141: "∇"},
    **{142: "⌓", 143: "≤", 146: "N", 220: "D"},
}
"""Further glyphs by their numbers."""
GLYPHS: Final = MOVE_GLYPHS | POSITION_GLYPHS | OTHER_GLYPHS  # The glyphs of numbers that people know.

DRAWING_COLORS: Final = "GRYB"  # The letters of the colors of arrows and circles: green, red, yellow and blue.
MOST_DRAWINGS: Final = 10_000
"""The number of arrows and circles of a comment that are read; there are 4,096 different ones of a color."""

_COMMAND: Final = re.compile(r"\[%[^\[\]]*+\]")
_DRAWINGS: Final = re.compile(r"\[%(?:csl|cal)\s++([^\[\]]*+)\]")
_DRAWING: Final = re.compile(r"([GRYB])([a-h][1-8])([a-h][1-8])?")
_BRACES: Final = str.maketrans("{}", "()")

Drawings = Mapping[tuple[int, int], str]
"""Arrows and circles: the letter of the color by source and target square, which of a circle are the same."""


def comment_text(comment: str) -> str:
    """Return the text of a comment without its commands."""
    return " ".join(_COMMAND.sub(" ", comment).split())


def with_text(comment: str, text: str) -> str:
    """Return a comment with another text and the same commands; braces, which would end it, become parentheses."""
    return " ".join([*_COMMAND.findall(comment), *text.translate(_BRACES).split()])


def drawings_of(comment: str) -> dict[tuple[int, int], str]:
    """Return the arrows and circles of a comment; faulty ones are left out, and those behind ``MOST_DRAWINGS``."""
    drawings: dict[tuple[int, int], str] = {}
    parts = (part for command in _DRAWINGS.finditer(comment) for part in command[1].split(","))
    for part in islice(parts, MOST_DRAWINGS):
        drawing = _DRAWING.fullmatch(part.strip())
        if drawing is not None:
            source = parse_square(drawing[2])
            drawings[source, parse_square(drawing[3]) if drawing[3] else source] = drawing[1]
    return drawings


def with_drawings(comment: str, drawings: Drawings) -> str:
    """Return a comment with other arrows and circles, before its text; all else of it stays."""
    signs: dict[str, list[str]] = {"csl": [], "cal": []}  # Circles, and arrows.
    for (source, target), color in drawings.items():
        if source == target:
            signs["csl"].append(color + SQUARE_NAMES[source])
        else:
            signs["cal"].append(color + SQUARE_NAMES[source] + SQUARE_NAMES[target])
    parts = [f"[%{name} {','.join(each)}]" for name, each in signs.items() if each]
    return " ".join([*parts, *_DRAWINGS.sub(" ", comment).split()])


class Annotation(NamedTuple):
    """The glyph signs of the move to a position, its comment, and its drawings: a color's letter by two squares.

    ``others`` returns the other choices in place of the move as text, which may be long.
    """

    glyphs: str = ""
    comment: str = ""
    others: Callable[[], str] = str
    drawings: Drawings = MappingProxyType({})


def glyph_text(numbers: Iterable[int]) -> str:
    """Return the signs of glyphs by their numbers, such as ``!?``; one without a sign is its number, as `` $9``."""
    return "".join(GLYPHS.get(number, f" ${number}") for number in sorted(numbers))
