"""The last choices for exported pictures, sheets and animations."""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.picture import formats
from pawnviz.core.picture.sheet_positions import CAPTIONS
from pawnviz.model.preferences.kinds import PATH, TRUTH, number, one_of, record

COLORS: Final = ("light", "dark", "ink")  # The colors of exports: light ones and one ink can be printed.

SHEET_COLORS: Final = ("light", "ink")  # The colors of sheets, which are printed.


class PictureChoices(NamedTuple):
    """The choices for a picture: kind of file, width in pixels, or in millimeters ``on_paper``, and its parts."""

    kind: str = "png"
    width: int = 1200
    on_paper: bool = False
    millimeters: int = 120
    transparent: bool = False
    legend: bool = True
    caption: bool = True
    colors: str = "light"


class SheetChoices(NamedTuple):
    """The choices for a sheet of positions: columns and rows, or ``fit``, the page, texts, and if layers are drawn."""

    columns: int = 2
    rows: int = 3
    page: str = "a4"
    landscape: bool = False
    captions: str = "title"
    legend: bool = True
    numbers: bool = True
    fit: bool = True
    colors: str = "light"
    layers: bool = True


class AnimationChoices(NamedTuple):
    """The choices for an animation: a GIF or images, width in pixels, tenths of a second a move, and parts."""

    kind: str = "gif"
    width: int = 480
    tenths: int = 10
    legend: bool = True
    caption: bool = True
    colors: str = "light"


class ExportChoices(NamedTuple):
    """All last choices, and the last folder, empty for none."""

    picture: PictureChoices = PictureChoices()
    sheet: SheetChoices = SheetChoices()
    animation: AnimationChoices = AnimationChoices()
    folder: str = ""


EXPORTS: Final = record(
    ExportChoices,
    {
        "picture": record(
            PictureChoices,
            {
                "kind": one_of(tuple(formats.formats_of(*formats.BOARD))),
                "width": number(formats.SMALLEST_WIDTH, formats.LARGEST_WIDTH),
                "on_paper": TRUTH,
                "millimeters": number(formats.LEAST_PAPER, formats.MOST_PAPER),
                "transparent": TRUTH,
                "legend": TRUTH,
                "caption": TRUTH,
                "colors": one_of(COLORS),
            },
        ),
        "sheet": record(
            SheetChoices,
            {
                "columns": number(1, formats.MOST_BOARDS),
                "rows": number(1, formats.MOST_BOARDS),
                "page": one_of(formats.PAGES),
                "landscape": TRUTH,
                "captions": one_of(CAPTIONS),
                "legend": TRUTH,
                "numbers": TRUTH,
                "fit": TRUTH,
                "colors": one_of(SHEET_COLORS),
                "layers": TRUTH,
            },
        ),
        "animation": record(
            AnimationChoices,
            {
                "kind": one_of(tuple(formats.formats_of(formats.Content.ANIMATION))),
                "width": number(formats.SMALLEST_WIDTH, formats.WIDEST_ANIMATION),
                "tenths": number(1, formats.MOST_TENTHS),
                "legend": TRUTH,
                "caption": TRUTH,
                "colors": one_of(COLORS),
            },
        ),
        "folder": PATH,
    },
)
