"""Marks: the shapes of layers as plain data; place and slant follow from a mark's family and side."""

from __future__ import annotations

import re
from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple

from pawnviz.core.words import quoted_value


class Family(Enum):
    """Marks that share a place on the square."""

    HATCH = "hatch"
    """Lines over the whole square, continuous from square to square; rising for White, falling for Black."""
    TARGET = "target"
    """A symbol in the middle of the lower half for White, of the upper half for Black; it points the side's way."""
    ATTACK = "attack"
    """Dots and the like, one beside the other: from the bottom left for White, from the top right for Black."""
    BAR = "bar"
    """A bar along the left edge, in its lower half for White, in its upper half for Black; or along a whole edge."""
    BADGE = "badge"
    """A letter or symbol in a disc at the pawn, bottom right, in the side's color; as many as fit, then +n."""
    STRIP = "strip"
    """Strips in the margin below the board, the upper one for White, the lower one for Black; one for each island."""
    LINE = "line"
    """A line over the whole board along the front edges of foremost squares, solid for White, dashed for Black."""

    __hash__ = object.__hash__  # That of Enum is written in Python, and marks are hashed for each square.


class Mark(NamedTuple):
    """The mark of a layer: family, shape, and letters of a badge or strip; a ``large`` one is seen from afar."""

    family: Family
    shape: str
    label: str = ""
    large: bool = False


TINT: Final = "tint"  # The shape of an area that is tinted and outlined in place of lines.

_SHAPES: Final = {
    Family.HATCH: "solid, dashed, dotted, double, double dashed, steep, steep dashed, steep dotted, shallow, "
    "shallow dashed, shallow dotted, crosses, rungs, waves, tint",
    Family.TARGET: "chevron, hollow chevron, double chevron, cross, square, hollow square, ring, diamond, "
    "hollow diamond, half disc, dot, exclamation mark, plus, two dots",
    Family.ATTACK: "dots, from west, from east, ring, target, letter from west, letter from east",
    Family.BAR: "solid, dashed, dotted, double, notched, edge",
    Family.BADGE: "disc",
    Family.STRIP: "solid, hollow, dashed, dotted, double, notched, east cap, west cap, diamond, triangle, numbered",
    Family.LINE: "front",
}
SHAPES: Final = {family: tuple(shapes.split(", ")) for family, shapes in _SHAPES.items()}
"""The shapes that can be drawn, by family. A badge and a numbered strip also show the mark's label."""

_FORMER: Final = {("hatch", "large"): TINT, ("attack", "letters"): "dots"}
"""Shapes that files may still name, and those in their place."""


DEFENDED: Final = "∧"
DEFENDING: Final = "∨"
OPPOSED: Final = "⧗"
SIGNS: Final = frozenset((DEFENDED, DEFENDING, OPPOSED))
"""Labels of badges that are drawn as signs: diagonals to or from a pawn, and pawns that face each other."""


hatch: Final = partial(Mark, Family.HATCH)
"""Returns a mark of lines over the whole square, for areas, by its shape."""

target: Final = partial(Mark, Family.TARGET)
"""Returns a symbol in the side's half of the square, for single targets, by its shape."""

attack: Final = partial(Mark, Family.ATTACK)
"""Returns a small mark in the side's corner of the square, for attacks, by its shape."""

bar: Final = partial(Mark, Family.BAR)
"""Returns a bar along the side's half of the left edge, or along the whole near edge, by its shape."""

badge: Final = partial(Mark, Family.BADGE, "disc")
"""Returns a disc with one or two letters or a symbol, for sets of pawns."""

strip: Final = partial(Mark, Family.STRIP)
"""Returns a strip in the margin below the board, for sets of files, by its shape and its letter or number."""

front: Final = partial(Mark, Family.LINE, "front")
"""Returns a line over the board with a tooth at each break pawn on it, for the foremost squares of the files."""


class Style(NamedTuple):
    """How a layer is drawn: a mark, a color for each side as ``#rrggbb``, empty for the theme's, and an opacity."""

    mark: Mark
    white_color: str = ""
    black_color: str = ""
    opacity: float = 1.0


def enlarged(style: Style) -> Style:
    """Return a style with a large mark."""
    return style._replace(mark=style.mark._replace(large=True))


# Styles as JSON values


LOWEST_OPACITY: Final = 0.2
HIGHEST_OPACITY: Final = 1.0
LONGEST_LABEL: Final = 2  # The number of characters up to which a mark's label fits on its disc.

_COLOR: Final = re.compile("(?:#[0-9a-fA-F]{6})?")


def style_values(style: Style) -> dict[str, Any]:
    """Return a style as JSON values: mark, two colors and opacity."""
    return {
        "mark": [style.mark.family.value, style.mark.shape, style.mark.label],
        "white": style.white_color,
        "black": style.black_color,
        "opacity": style.opacity,
    }


def read_style(value: object) -> Style | str:
    """Return the style of JSON values, or their fault."""
    if not isinstance(value, dict):
        return "a mark, two colors and an opacity are expected"
    mark, white, black, opacity = (value.get(key) for key in ("mark", "white", "black", "opacity"))
    if not (isinstance(mark, list) and len(mark) == 3 and all(isinstance(part, str) for part in mark)):
        return "a mark is a family, a shape and a label"
    families = {family.value: family for family in Family}
    if mark[0] not in families:
        return f"there is no family of marks {quoted_value(mark[0])}"
    if not (isinstance(white, str) and isinstance(black, str)):
        return "a color is #rrggbb, or empty for the theme's"
    if isinstance(opacity, bool) or not isinstance(opacity, int | float):
        return f"the opacity is {LOWEST_OPACITY:g} to {HIGHEST_OPACITY:g}"
    shape = _FORMER.get((mark[0], mark[1])) or mark[1]
    style = Style(Mark(families[mark[0]], shape, mark[2]), white, black, opacity)
    return style_fault(style) or style


def style_fault(style: Style) -> str:
    """Return why a style cannot be drawn, or an empty text."""
    if style.mark.shape not in SHAPES[style.mark.family]:
        return f"the family {style.mark.family.value} has no shape {quoted_value(style.mark.shape)}"
    if len(style.mark.label) > LONGEST_LABEL or not style.mark.label.isprintable():
        return f"a label has at most {LONGEST_LABEL} characters"
    if not all(_COLOR.fullmatch(color) for color in (style.white_color, style.black_color)):
        return "a color is #rrggbb, or empty for the theme's"
    if not LOWEST_OPACITY <= style.opacity <= HIGHEST_OPACITY:
        return f"the opacity is {LOWEST_OPACITY:g} to {HIGHEST_OPACITY:g}"
    return ""
