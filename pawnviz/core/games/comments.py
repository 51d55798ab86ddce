"""Comments of PGN: the text for people, and the commands in brackets, such as those that draw arrows and circles.

Source: https://github.com/mliebelt/pgn-spec-commented/blob/main/pgn-spec-supplement.md
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square

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
    circles, arrows = [], []
    for (source, target), color in drawings.items():
        if source == target:
            circles.append(f"{color}{SQUARE_NAMES[source]}")
        else:
            arrows.append(f"{color}{SQUARE_NAMES[source]}{SQUARE_NAMES[target]}")
    parts = [f"[%{name} {','.join(signs)}]" for name, signs in (("csl", circles), ("cal", arrows)) if signs]
    return " ".join([*parts, *_DRAWINGS.sub(" ", comment).split()])
