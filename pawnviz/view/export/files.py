"""Figures, sheets and animations as files: SVG and PDF, whose shapes and texts stay such, PNG, GIF, articles, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QMimeData, QSizeF, QUrl
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter

from pawnviz.core.picture.formats import Writing
from pawnviz.view.board.gestures import PICTURE_MIME
from pawnviz.view.board.paint import DRAWING_COLORS
from pawnviz.view.board.shapes import clear_image
from pawnviz.view.export.canvas import PainterCanvas, SvgCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet

if TYPE_CHECKING:
    from pawnviz.view.export.animation import GameAnimation

_application: Final[list[QGuiApplication]] = []  # Qt's application, which lives as long as the process.


def prepare_fonts(*, widgets: bool = False) -> None:
    """Start Qt without a screen for the fonts of pictures; with ``widgets`` hidden widgets may be made later too."""
    if QGuiApplication.instance() is not None:
        return
    words = ["pawnviz", "-platform", "offscreen"]
    if widgets:
        from PySide6.QtWidgets import QApplication

        _application.append(QApplication(words))
    else:
        _application.append(QGuiApplication(words))


MOST_PIXELS: Final = 150_000_000  # The most pixels of an image.


def figure_svg(figure: Figure) -> str:
    """Return a figure as the text of an SVG."""
    canvas = SvgCanvas(figure.look)
    draw_figure(canvas, figure)
    title = figure.caption or "A chess board with pawn layers"
    return canvas.svg(figure.width, figure.height, title, figure.millimeters)


def _json(figure: Figure) -> bytes:
    from pawnviz.core.picture.formats import picture_data

    drawings = [(source, target, DRAWING_COLORS[number]) for source, target, number in figure.drawings]
    data = picture_data(figure.picture, figure.look, figure.caption, drawings)
    return f"{json.dumps(data, indent=1, ensure_ascii=False)}\n".encode()


def figure_image(figure: Figure) -> QImage:
    """Return a figure as an image, transparent beside the board if it has no background."""
    image = clear_image(figure.width, figure.height)
    with QPainter(image) as painter:
        draw_figure(PainterCanvas(painter, figure.look, figure.fineness), figure)
    if figure.millimeters:
        dots = round(1000 * figure.width / figure.millimeters)
        image.setDotsPerMeterX(dots)
        image.setDotsPerMeterY(dots)
    return image


def figure_png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(figure_image(figure))
    return bytes(buffer.data().data())


def figure_pdf(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PDF of one page of its size on paper, else with 96 pixels to an inch."""
    data = QByteArray()
    points = 1 / figure.pixels_per_point if figure.millimeters else 72 / 96
    writer = _PdfBytes(data, QSizeF(figure.width * points, figure.height * points), figure.caption)
    with QPainter(writer.writer) as painter:
        painter.scale(points * FINENESS, points * FINENESS)
        draw_figure(PainterCanvas(painter, figure.look, figure.fineness), figure)
    return writer.finished()


def sheet_pdf_parts(sheet: PositionSheet) -> Iterator[bytes]:
    """Yield an empty part for each page of a sheet as it is drawn, then the bytes of the PDF."""
    data = QByteArray()
    width, height = sheet.layout.size
    writer = _PdfBytes(data, QSizeF(width, height), sheet.layout.title)
    with QPainter(writer.writer) as painter:
        for number in range(sheet.page_count):
            if number:
                writer.writer.newPage()
            sheet.draw_page(painter, number)
            yield b""
    yield writer.finished()


class _PdfBytes:
    """A PDF that is written into bytes, ``FINENESS`` units to a point."""

    def __init__(self, data: QByteArray, size: QSizeF, title: str) -> None:
        self._data = data
        self._buffer = QBuffer(data)
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.writer = QPdfWriter(self._buffer)
        self.writer.setResolution(72 * FINENESS)
        page = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
        self.writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
        self.writer.setTitle(title or "pawnviz")
        self.writer.setCreator("pawnviz")

    def finished(self) -> bytes:
        """Return the bytes, once the painter has ended."""
        self._buffer.close()
        return bytes(self._data.data())


def write_figure(figure: Figure, path: Path, name: str) -> Writing:
    """Return a figure in the format of a name; raises ``ValueError`` for an image that is too large."""
    if name == "md":
        return _markdown(figure, path)
    if name == "png" and (fault := size_fault(figure)):
        raise ValueError(fault)
    return Writing((path,), 1, (_FIGURES[name](each) for each in (figure,)))


def _html(figure: Figure) -> bytes:
    from pawnviz.view.export.page import page_parts

    return b"".join(page_parts(figure.caption, [figure]))


def _markdown(figure: Figure, path: Path) -> Writing:
    """Return the SVG of a figure, and Markdown that shows it with its caption and the position in words."""
    from pawnviz.core.explain.summary import markdown_article, summary_of

    def parts() -> Iterator[bytes]:
        yield figure_svg(replace(figure, caption="")).encode()
        yield markdown_article(summary_of(figure.picture.position), picture.name, figure.caption).encode()

    picture = path.with_suffix(".svg")
    return Writing((picture, path), 2, parts())


def write_sheet(sheet: PositionSheet, path: Path, _name: str) -> Writing:
    """Return a PDF of a sheet, page by page."""
    return Writing((path,), sheet.page_count + 1, sheet_pdf_parts(sheet))


def write_animation(animation: GameAnimation, path: Path, name: str) -> Writing:
    """Return an animated GIF or a living page, frame by frame, or a file of another format for each frame.

    The name of such a file has the ply in place of ``{}``, else the number of the frame at its end.
    """
    if name == "gif":
        return Writing((path,), animation.part_count, animation.gif_parts())
    if name == "html":
        return Writing((path,), len(animation.plies) + 1, animation.page_parts())
    plies, text = animation.plies, str(path)
    digits = max(3, len(str(len(plies) - 1)))
    if "{}" in text:
        paths = tuple(Path(text.replace("{}", f"{ply:03}")) for ply in plies)
    else:
        paths = tuple(path.with_name(f"{path.stem}-{n:0{digits}}{path.suffix}") for n in range(len(plies)))
    return Writing(paths, len(paths), (_FIGURES[name](animation.figure(ply)) for ply in plies))


_FIGURES: Final[dict[str, Callable[[Figure], bytes]]] = {
    "svg": lambda figure: figure_svg(figure).encode(),
    "png": figure_png,
    "pdf": figure_pdf,
    "html": _html,
    "json": _json,
}
"""The functions that return a figure as the content of a file, by the name of the format."""


def size_fault(figure: Figure) -> str:
    """Return the reason why a figure is too large for an image, or an empty text."""
    count = figure.width * figure.height
    if count <= MOST_PIXELS:
        return ""
    return (
        f"an image of {figure.width:,} × {figure.height:,} pixels is larger than the {MOST_PIXELS:,} pixels that are"
        " written; choose a smaller width or SVG"
    )


def figure_mime(figure: Figure, folder: Path | None = None, name: str = "") -> QMimeData:
    """Return a figure for the clipboard and for drags as an image and as SVG, in a folder also as a PNG file."""
    data = QMimeData()
    data.setData(PICTURE_MIME, b"")
    data.setImageData(figure_image(figure))
    data.setData("image/svg+xml", figure_svg(figure).encode())
    if folder is not None:
        path = folder / f"{name}.png"
        with suppress(OSError):
            path.write_bytes(figure_png(figure))
            data.setUrls([QUrl.fromLocalFile(str(path))])
    return data
