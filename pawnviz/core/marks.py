"""Marks: the shapes that layers are drawn with, as plain data.

A mark says what is drawn; where it stands on a square and which way it leans follow from its family and from the side,
so that White's and Black's marks differ in place and geometry as well as in color.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Family(Enum):
    """Marks that share a place on the square."""

    HATCH = "hatch"
    """Lines over the whole square, continuous from square to square; rising for White, falling for Black."""
    TARGET = "target"
    """A symbol in the middle of the lower half for White, of the upper half for Black; it points the side's way."""
    ATTACK = "attack"
    """Dots and the like, one beside the other: from the bottom left for White, from the top right for Black."""
    BAR = "bar"
    """A bar along the bottom edge for White, along the top edge for Black."""
    BADGE = "badge"
    """A letter or symbol in a disc at the pawn, bottom right, in the side's color; up to four on a square, then +n."""
    STRIP = "strip"
    """Strips in the margin below the board, the upper one for White, the lower one for Black; one for each island."""


class Mark(NamedTuple):
    """What a layer is drawn with: the family, the shape within it, and the letters of a badge or a numbered strip."""

    family: Family
    shape: str
    label: str = ""


SHAPES: Final[dict[Family, tuple[str, ...]]] = {
    Family.HATCH: (
        "solid",
        "dashed",
        "dotted",
        "double",
        "double dashed",
        "steep",
        "steep dashed",
        "steep dotted",
        "shallow",
        "shallow dashed",
        "shallow dotted",
        "crosses",
        "rungs",
        "waves",
        "tint",
    ),
    Family.TARGET: ("chevron", "hollow chevron", "double chevron", "cross", "ring", "diamond"),
    Family.ATTACK: ("dots", "from west", "from east", "ring", "target"),
    Family.BAR: ("solid", "dashed", "double", "notched"),
    Family.BADGE: ("disc",),
    Family.STRIP: ("solid", "hollow", "dashed", "double", "east cap", "west cap", "diamond", "triangle", "numbered"),
}
"""The shapes that can be drawn, by family. A badge and a numbered strip also show the mark's label."""


def hatch(shape: str) -> Mark:
    """Return a mark of lines over the whole square, for areas."""
    return Mark(Family.HATCH, shape)


def target(shape: str) -> Mark:
    """Return a symbol in the side's half of the square, for single targets."""
    return Mark(Family.TARGET, shape)


def attack(shape: str) -> Mark:
    """Return a small mark in the side's corner of the square, for attacks."""
    return Mark(Family.ATTACK, shape)


def bar(shape: str) -> Mark:
    """Return a bar along the side's edge of the square, for verdicts on squares."""
    return Mark(Family.BAR, shape)


def badge(label: str) -> Mark:
    """Return a disc with one or two letters or a symbol, for sets of pawns."""
    return Mark(Family.BADGE, "disc", label)


def strip(shape: str, label: str = "") -> Mark:
    """Return a strip in the margin below the board, for sets of files."""
    return Mark(Family.STRIP, shape, label)


class Style(NamedTuple):
    """How a layer is drawn: its mark, a color for each side as ``#rrggbb``, and an opacity from 0.2 to 1.

    An empty color stands for the theme's color of the side.
    """

    mark: Mark
    white_color: str = ""
    black_color: str = ""
    opacity: float = 1.0
