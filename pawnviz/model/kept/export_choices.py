"""What was chosen last where pictures, sheets and animations are exported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from pawnviz.core.picture.formats import (
    BOARD,
    LARGEST_WIDTH,
    MOST_BOARDS,
    MOST_TENTHS,
    PAGES,
    SMALLEST_WIDTH,
    WIDEST_ANIMATION,
    Content,
    formats_of,
)
from pawnviz.core.picture.sheet_positions import CAPTIONS

COLORS: Final = ("light", "dark")
"""The colors of what is exported: light ones can be printed."""


class PictureChoices(NamedTuple):
    """How one picture is exported: kind of file, width in pixels, and what belongs to it."""

    kind: str = "png"
    width: int = 1200
    transparent: bool = False
    legend: bool = True
    caption: bool = True
    colors: str = "light"


class SheetChoices(NamedTuple):
    """How a sheet of positions is laid out: boards in columns and rows, the page, and what is written on it.

    With ``fit`` columns and rows follow the number of positions.
    """

    columns: int = 2
    rows: int = 3
    page: str = "a4"
    landscape: bool = False
    captions: str = "title"
    legend: bool = True
    numbers: bool = True
    fit: bool = True


class AnimationChoices(NamedTuple):
    """How a game is animated: a GIF or one image a frame, width in pixels, tenths of a second a move, what is shown."""

    kind: str = "gif"
    width: int = 480
    tenths: int = 10
    legend: bool = True
    caption: bool = True
    colors: str = "light"


class ExportChoices(NamedTuple):
    """Everything that was chosen last, and the folder that was exported to, empty for none."""

    picture: PictureChoices = PictureChoices()
    sheet: SheetChoices = SheetChoices()
    animation: AnimationChoices = AnimationChoices()
    folder: str = ""


Choices = TypeVar("Choices", bound=tuple[Any, ...])


def truth(value: object) -> bool:
    """Return a truth value; raises ``ValueError`` for any other value."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def one_of(words: tuple[str, ...]) -> Callable[[object], str]:
    """Return a reader of one of these words."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(" or ".join(words))
        return value

    return read


def number(least: int, most: int) -> Callable[[object], int]:
    """Return a reader of a whole number from the least to the greatest one."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{least} to {most}")
        return value

    return read


_PICTURE: Final = {
    "kind": one_of(tuple(formats_of(*BOARD))),
    "width": number(SMALLEST_WIDTH, LARGEST_WIDTH),
    "transparent": truth,
    "legend": truth,
    "caption": truth,
    "colors": one_of(COLORS),
}

_SHEET: Final = {
    "columns": number(1, MOST_BOARDS),
    "rows": number(1, MOST_BOARDS),
    "page": one_of(PAGES),
    "landscape": truth,
    "captions": one_of(CAPTIONS),
    "legend": truth,
    "numbers": truth,
    "fit": truth,
}

_ANIMATION: Final = {
    "kind": one_of(tuple(formats_of(Content.ANIMATION))),
    "width": number(SMALLEST_WIDTH, WIDEST_ANIMATION),
    "tenths": number(1, MOST_TENTHS),
    "legend": truth,
    "caption": truth,
    "colors": one_of(COLORS),
}


def read_exports(value: object) -> ExportChoices:
    """Return choices from JSON values; what is missing has its default.

    Raises ``ValueError`` with the words for what a wrong value must be.
    """
    if not isinstance(value, dict):
        raise ValueError("a JSON object")
    folder = value.get("folder", "")
    if not isinstance(folder, str) or len(folder) > 4096 or "\0" in folder or not folder.isprintable():
        raise ValueError("an object with the path of a folder")
    return ExportChoices(
        _read(PictureChoices, _PICTURE, value.get("picture", {}), "picture"),
        _read(SheetChoices, _SHEET, value.get("sheet", {}), "sheet"),
        _read(AnimationChoices, _ANIMATION, value.get("animation", {}), "animation"),
        folder,
    )


def write_exports(choices: ExportChoices) -> object:
    """Return choices as JSON values."""
    parts = ("picture", choices.picture), ("sheet", choices.sheet), ("animation", choices.animation)
    return {name: part._asdict() for name, part in parts} | {"folder": choices.folder}


def _read(
    kind: Callable[..., Choices], fields: dict[str, Callable[[object], Any]], value: object, what: str
) -> Choices:
    """Return choices of one kind; raises ``ValueError``."""
    if not isinstance(value, dict):
        raise ValueError(f"an object in which {what} is an object")
    found = {}
    for name, read in fields.items():
        if name in value:
            try:
                found[name] = read(value[name])
            except ValueError as error:
                raise ValueError(f"an object in which {what}.{name} is {error}") from None
    return kind(**found)
