"""Colors of a style that are hard to see on the board of a theme."""

from __future__ import annotations

from typing import Final

from pawnviz.core.layers.marks import Style
from pawnviz.view.board.swatch import contrast
from pawnviz.view.widgets.theme import Theme

LEAST_CONTRAST: Final = 3.0  # The least contrast between a mark and a square at which the mark is easily seen.


def faint_colors(style: Style, theme: Theme) -> str:
    """Return a sentence about the colors of a style that are hard to see on a theme's board, empty if none is."""
    faint: dict[str, float] = {}
    for side, color in (("White", style.white_color), ("Black", style.black_color)):
        if color:
            drawn = theme.drawn_color(color)
            least = min(contrast(drawn, square) for square in (theme.light_square, theme.dark_square))
            if least < LEAST_CONTRAST:
                faint[side] = least
    contrasts = " and ".join(f"{least:.1f}" for least in faint.values())
    if not faint:
        return ""
    which = "Both colors are" if len(faint) > 1 else f"{next(iter(faint))}'s color is"
    return f"{which} faint on this board: contrast {contrasts}, {LEAST_CONTRAST:g} is legible."
