"""Figures as files: SVG and PDF, whose shapes stay shapes and texts stay texts, and PNG."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, Qt
from PySide6.QtGui import QImage, QImageWriter, QPageLayout, QPageSize, QPainter, QPdfWriter

from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.sheet import PainterSheet
from pawnviz.view.export.svg import SvgSheet

FORMATS: Final = ("svg", "png", "pdf")
"""The kinds of files, by the ends of their names."""
_POINTS: Final = 0.75
"""The points of a pixel: 72 of 96 an inch."""
_FINENESS: Final = 20
"""The units of a PDF to a point, so that nothing is moved to whole points."""


def figure_svg(figure: Figure) -> str:
    """Return a figure as the text of an SVG."""
    sheet = SvgSheet(figure.theme)
    draw_figure(sheet, figure)
    return sheet.svg(figure.width, figure.height, figure.caption or "A chess board with pawn layers")


def figure_image(figure: Figure) -> QImage:
    """Return a figure as an image, transparent beside the board where it has no background."""
    image = QImage(figure.width, figure.height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_figure(PainterSheet(painter, figure.theme), figure)
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
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(72 * _FINENESS)
    size = QSizeF(figure.width * _POINTS, figure.height * _POINTS)
    page = QPageSize(size, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF()))
    writer.setTitle(figure.caption or "pawnviz")
    painter = QPainter(writer)
    painter.scale(_POINTS * _FINENESS, _POINTS * _FINENESS)
    draw_figure(PainterSheet(painter, figure.theme), figure)
    painter.end()
    buffer.close()
    return bytes(data.data())


def figure_bytes(figure: Figure, kind: str) -> bytes:
    """Return a figure as the bytes of a file of one of ``FORMATS``; raises ``ValueError`` for another one."""
    if kind == "svg":
        return figure_svg(figure).encode()
    if kind == "png":
        return figure_png(figure)
    if kind == "pdf":
        return figure_pdf(figure)
    raise ValueError(f"a picture is written as {', '.join(FORMATS)}, not {kind}")
