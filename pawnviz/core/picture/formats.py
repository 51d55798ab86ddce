"""The registry of formats of boards, sheets and animations, which dialogs, settings and command line read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

SMALLEST_WIDTH: Final = 120
LARGEST_WIDTH: Final = 8000  # The least and the greatest width of a picture in pixels.
LEAST_PAPER: Final = 40
MOST_PAPER: Final = 400  # The least and the greatest width of a picture on paper in millimeters.
PAGES: Final = ("a4", "a5", "letter", "legal")  # The pages that a sheet of positions is laid out for.
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
    """A format: its name and ending, title, content, writer as ``module:name``, and the choices that count."""

    name: str
    title: str
    content: Content
    writer: str
    options: tuple[str, ...] = ("width", "colors", "legend", "caption")

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
        module, _, name = self.writer.partition(":")
        writer: Callable[[Any, Path], Writing] = getattr(import_module(module), name)
        return writer(subject, path)


_FILES: Final = "pawnviz.view.export.files:"
_SHAPES: Final = ("width", "on_paper", "millimeters", "colors", "legend", "caption", "transparent")

OPTIONS: Final = {*_SHAPES, "tenths"}  # Every choice that counts for some formats alone.

FORMATS: Final = (
    Format("png", "PNG, pixels", Content.PICTURE, f"{_FILES}write_png", _SHAPES),
    Format("svg", "SVG, shapes and texts", Content.PICTURE, f"{_FILES}write_svg", _SHAPES),
    Format("pdf", "PDF, shapes and texts", Content.PICTURE, f"{_FILES}write_pdf", _SHAPES[2:]),
    Format("html", "HTML page with the position in words", Content.ARTICLE, f"{_FILES}write_html", _SHAPES),
    Format("md", "Markdown with an SVG beside it", Content.ARTICLE, f"{_FILES}write_markdown", _SHAPES),
    Format("json", "JSON, layers and squares", Content.DATA, f"{_FILES}write_json", ("colors", "caption")),
    Format("pdf", "PDF", Content.SHEET, f"{_FILES}write_sheet", ("legend",)),
    Format(
        "gif",
        "GIF, animated",
        Content.ANIMATION,
        f"{_FILES}write_gif",
        ("width", "colors", "legend", "caption", "tenths"),
    ),
    Format("png", "PNG, one image a move", Content.ANIMATION, f"{_FILES}write_png_frames"),
    Format("svg", "SVG, one image a move", Content.ANIMATION, f"{_FILES}write_svg_frames"),
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
