"""Formats of pictures and their options, and a picture as data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names
from pawnviz.core.picture.picture import GAINED, KEPT, LOST, Line, Look, Picture, PlacedMark, Strip

SMALLEST_WIDTH: Final = 120
LARGEST_WIDTH: Final = 8000  # The least and the greatest width of a picture in pixels.
LEAST_PAPER: Final = 40
MOST_PAPER: Final = 400  # The least and the greatest width of a picture on paper in millimeters.
PAGES: Final = ("a4", "a5", "letter", "legal")  # The pages that a sheet of positions is laid out for.
CAPTIONS: Final = ("title", "structure", "number", "none")
"""The captions of the boards of a sheet: number and title, number and structure, the number alone, nothing."""
MOST_BOARDS: Final = 8  # The number of columns and of rows that a page may have.
WIDEST_ANIMATION: Final = 2000  # The greatest width of a frame in pixels.
MOST_TENTHS: Final = 600  # The most tenths of a second that a frame is shown.


class Content(Enum):
    """The content of a file: a board, the same with words or as values, positions on pages, or a game by frames."""

    PICTURE = "picture"
    ARTICLE = "article"
    DATA = "data"
    SHEET = "sheet"
    ANIMATION = "animation"


_WRITERS: Final = dict.fromkeys(Content, "write_figure") | {
    Content.SHEET: "write_sheet",
    Content.ANIMATION: "write_animation",
}
"""The functions that write a content, which are imported when they are needed."""

BOARD: Final = (Content.PICTURE, Content.ARTICLE, Content.DATA)  # The contents that hold one board.


class Writing(NamedTuple):
    """Files that are written in parts: all parts belong to one file, or each of them is one."""

    paths: tuple[Path, ...]
    part_count: int
    parts: Iterator[bytes]

    def files(self) -> Iterator[tuple[Path, bytes]]:
        """Yield each file when its content is complete."""
        if len(self.paths) == 1:
            yield self.paths[0], b"".join(self.parts)
        else:
            yield from zip(self.paths, self.parts, strict=True)


class Format(NamedTuple):
    """A format: its name and ending, title, content, and the choices that count."""

    name: str
    title: str
    content: Content
    options: tuple[str, ...]

    @property
    def ending(self) -> str:
        """The end of the names of its files."""
        return f".{self.name}"

    @property
    def filter(self) -> str:
        """The files of this format for a dialog that asks for one."""
        return f"{self.title.partition(',')[0]} (*{self.ending})"

    def writing(self, subject: Any, path: Path) -> Writing:
        """Return the files of a subject for a path, made one by one; raises ``ValueError`` for too large a one."""
        writer: Callable[[Any, Path, str], Writing] = getattr(
            import_module("pawnviz.view.export.files"), _WRITERS[self.content]
        )
        return writer(subject, path, self.name)


_FRAMES: Final = ("width", "colors", "legend", "caption")
_SHAPES: Final = ("width", "on_paper", "millimeters", "colors", "legend", "caption", "transparent")

OPTIONS: Final = {*_SHAPES, "tenths"}  # Every choice that counts for some formats alone.

FORMATS: Final = (
    Format("png", "PNG, pixels", Content.PICTURE, _SHAPES),
    Format("svg", "SVG, shapes and texts", Content.PICTURE, _SHAPES),
    Format("pdf", "PDF, shapes and texts", Content.PICTURE, _SHAPES[2:]),
    Format("html", "Living page, HTML whose board answers", Content.ARTICLE, ("colors", "caption")),
    Format("md", "Markdown with an SVG beside it", Content.ARTICLE, _SHAPES),
    Format("json", "JSON, layers and squares", Content.DATA, ("colors", "caption")),
    Format("pdf", "PDF", Content.SHEET, ("legend",)),
    Format("gif", "GIF, animated", Content.ANIMATION, (*_FRAMES, "tenths")),
    Format("html", "Living page, HTML with moves, lives and turning points", Content.ANIMATION, ("colors",)),
    Format("png", "PNG, one image a move", Content.ANIMATION, _FRAMES),
    Format("svg", "SVG, one image a move", Content.ANIMATION, _FRAMES),
)
"""Every format."""


def formats_of(*contents: Content) -> dict[str, Format]:
    """Return the formats of these contents by their names, in their order."""
    return {each.name: each for each in FORMATS if each.content in contents}


def format_of(path: str, *contents: Content) -> Format:
    """Return the format that the end of a name stands for; raises ``ValueError`` for any other."""
    formats = formats_of(*contents)
    try:
        return formats[Path(path).suffix.lower().removeprefix(".")]
    except KeyError:
        kind = contents[0].value
        raise ValueError(
            f"the name of {'an' if kind[0] == 'a' else 'a'} {kind} ends in {endings(*contents)}, not {path}"
        ) from None


def endings(*contents: Content) -> str:
    """Return the endings of these contents as a choice in words."""
    *others, last = (each.ending for each in formats_of(*contents).values())
    return f"{', '.join(others)} or {last}" if others else last


_CHANGES: Final = {KEPT: "squares", GAINED: "gained", LOST: "lost"}
_SIDES: Final = {True: "white", False: "black"}


def picture_data(
    picture: Picture, look: Look, caption: str = "", drawings: Iterable[tuple[int, int, str]] = ()
) -> dict[str, Any]:
    """Return a picture as values of JSON.

    Each mark has its layer, its side and the names of its squares, or of its files; those that came or went are
    ``gained`` or ``lost``. A color is that of the style, or None for the side's. ``drawings`` are arrows and circles of
    the user as source, target and color.
    """
    return {
        "fen": picture.position.fen(),
        "caption": caption,
        "look": {name: value for name, value in look._asdict().items() if name != "layers"},
        "layers": [
            {
                "layer": entry.layer,
                "title": entry.title,
                "mark": {"family": mark.family.value, "shape": mark.shape, "label": mark.label},
                "opacity": entry.style.opacity,
                "marks": [
                    {
                        "side": _SIDES[white],
                        "color": (entry.style.white_color if white else entry.style.black_color) or None,
                        **_places(picture, entry.layer, white),
                    }
                    for white, shown in ((True, entry.white), (False, entry.black))
                    if shown
                ],
            }
            for entry in picture.legend
            for mark in (entry.style.mark,)
        ],
        "arrows": [
            _ends(arrow.source, arrow.target)
            | {"side": _SIDES[arrow.white], "kind": "step" if arrow.is_push else "capture"}
            for arrow in picture.arrows
        ],
        "drawings": [_ends(source, target) | {"color": color} for source, target, color in drawings],
        "framed": square_names(picture.framed).split(),
    }


def _ends(source: int, target: int) -> dict[str, str]:
    return {"from": SQUARE_NAMES[source], "to": SQUARE_NAMES[target]}


def _places(picture: Picture, layer: str, white: bool) -> dict[str, list[str]]:
    def is_meant(mark: PlacedMark | Line | Strip) -> bool:
        return (mark.layer, mark.white) == (layer, white)

    places: dict[str, list[str]] = {"squares": []}
    for square, cell in enumerate(picture.cells):
        for placed in filter(is_meant, cell.marks):
            places.setdefault(_CHANGES[placed.change], []).append(SQUARE_NAMES[square])
    for line in filter(is_meant, picture.lines):
        places[_CHANGES[line.change]] = square_names(line.squares).split()
    for strip in filter(is_meant, picture.strips):
        files = [name for number, name in enumerate("abcdefgh") if strip.files >> number & 1]
        places["files" if strip.change == KEPT else _CHANGES[strip.change]] = files
        places.pop("squares", None)
    return places
