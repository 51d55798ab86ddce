"""Figures as files: SVG and PDF, whose shapes stay shapes and texts stay texts, PNG, and pages of an article."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QMimeData, QSizeF, Qt, QUrl
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter

from pawnviz.view.board.drops import PICTURE_MIME
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet
from pawnviz.view.export.svg import SvgCanvas

FORMATS: Final = ("svg", "png", "pdf")
"""The kinds of pictures, by the ends of their names."""
ARTICLES: Final = ("html", "md")
"""The kinds of pages with a picture and words, by the ends of their names."""
MOST_PIXELS: Final = 150_000_000
"""The number of pixels that an image may have."""
_POINTS: Final = 0.75
"""The points of a pixel: 72 of 96 an inch."""


def figure_svg(figure: Figure) -> str:
    """Return a figure as the text of an SVG."""
    canvas = SvgCanvas(figure.look)
    draw_figure(canvas, figure)
    return canvas.svg(figure.width, figure.height, figure.caption or "A chess board with pawn layers")


def figure_image(figure: Figure) -> QImage:
    """Return a figure as an image, transparent beside the board where it has no background."""
    image = QImage(figure.width, figure.height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_figure(PainterCanvas(painter, figure.look), figure)
    painter.end()
    return image


def figure_png(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PNG."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(figure_image(figure))
    return bytes(buffer.data().data())


def figure_pdf(figure: Figure) -> bytes:
    """Return a figure as the bytes of a PDF of one page of its size, 96 pixels to an inch."""
    data = QByteArray()
    writer = _PdfBytes(data, QSizeF(figure.width * _POINTS, figure.height * _POINTS), figure.caption)
    painter = QPainter(writer.writer)
    painter.scale(_POINTS * FINENESS, _POINTS * FINENESS)
    draw_figure(PainterCanvas(painter, figure.look), figure)
    painter.end()
    return writer.finished()


def sheet_pdf(sheet: PositionSheet) -> bytes:
    """Return a sheet of positions as the bytes of a PDF."""
    return b"".join(sheet_pdf_parts(sheet))


def sheet_pdf_parts(sheet: PositionSheet) -> Iterator[bytes]:
    """Yield an empty part for each page of a sheet as it is drawn, then the bytes of the PDF."""
    data = QByteArray()
    width, height = sheet.layout.size
    writer = _PdfBytes(data, QSizeF(width, height), sheet.layout.title)
    painter = QPainter(writer.writer)
    try:
        for number in range(sheet.page_count):
            if number:
                writer.writer.newPage()
            sheet.draw_page(painter, number)
            yield b""
    finally:
        painter.end()  # Also where nobody asks for further parts: a painter must not outlive what it draws on.
    yield writer.finished()


class _PdfBytes:
    """A PDF that is written into bytes, ``FINENESS`` units to a point."""

    def __init__(self, data: QByteArray, size: QSizeF, title: str) -> None:
        """Begin with pages of a size in points."""
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


def figure_bytes(figure: Figure, kind: str) -> bytes:
    """Return a figure as the bytes of a file of one of ``FORMATS``; raises ``ValueError`` for another one."""
    if kind == "svg":
        return figure_svg(figure).encode()
    if kind == "png":
        return figure_png(figure)
    if kind == "pdf":
        return figure_pdf(figure)
    raise ValueError(f"a picture is written as {', '.join(FORMATS)}, not {kind}")


def article_files(figure: Figure, path: Path) -> dict[Path, bytes]:
    """Return the files of an article about the position, by the end of its name: an HTML page, or Markdown with an SVG.

    The caption stands below the picture as a text of the page. Raises ``ValueError`` for another kind.
    """
    from pawnviz.core.explain.article import html_article, markdown_article
    from pawnviz.core.explain.summary import summary_of

    svg = figure_svg(replace(figure, caption=""))
    summary, kind = summary_of(figure.picture.position), path.suffix.lower().removeprefix(".")
    if kind == "html":
        return {path: html_article(summary, svg, figure.caption).encode()}
    if kind == "md":
        picture = path.with_suffix(".svg")
        return {picture: svg.encode(), path: markdown_article(summary, picture.name, figure.caption).encode()}
    raise ValueError(f"an article is written as {', '.join(ARTICLES)}, not {kind}")


def size_fault(figure: Figure) -> str:
    """Return why a figure is too large for an image, empty where it is not."""
    count = figure.width * figure.height
    if count <= MOST_PIXELS:
        return ""
    return (
        f"an image of {figure.width:,} × {figure.height:,} pixels is larger than the {MOST_PIXELS:,} pixels that are"
        " written; choose a smaller width or SVG"
    )


def figure_mime(figure: Figure, folder: Path | None = None, name: str = "") -> QMimeData:
    """Return a figure for the clipboard and for drags: as an image and as SVG.

    With a folder it is a file there too, a PNG with this name, for programs that take files alone; where that cannot
    be written it is left out.
    """
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
