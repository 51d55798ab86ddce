"""The pieces: their drawings, and their pictures at a size."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from pawnviz.resources import read_resource
from pawnviz.view.board.shapes import fill
from pawnviz.view.widgets.theme import Theme

PIECE_SHARE: Final = 0.86  # The edge of a piece, as a share of its square's.
RIM: Final = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
"""The directions of copies of a piece in the color of its rim."""
_KEPT: Final = 36  # The pieces of the board, and those of the editor in a narrow and in a wide window.


def piece_svg(letter: str) -> str:
    """Return the drawing of a piece by its letter, capital for White, as SVG with a view box of 45 units."""
    return read_resource(f"pieces/{'w' if letter.isupper() else 'b'}{letter.upper()}.svg")


def silhouette(letter: str, color: str) -> str:
    """Return a piece filled with one color as SVG."""
    text = piece_svg(letter)
    for found in ("#ffffff", "#000000", "#fff", "#000", "#ececec", "#ECECEC"):
        text = text.replace(f'"{found}"', f'"{color}"').replace(f":{found};", f":{color};")
    return text


def rim_width(letter: str, size: float, theme: Theme) -> float:
    """Return the width of a piece's rim on a square of a size: wider where a black piece stands on a dark board."""
    return size * (0.034 if theme.name == "dark" and letter.islower() else 0.016)


@lru_cache(_KEPT)
def piece_image(letter: str, size: int, theme: Theme) -> QImage:
    """Return the picture of a piece by its letter, capital for White, on a transparent square of ``size`` pixels.

    Its rim keeps hatches off, and is wider on a dark board. The picture is cached: who paints on it copies it first.
    """
    edge = size * PIECE_SHARE
    shape = QImage(max(1, ceil(edge)), max(1, ceil(edge)), QImage.Format.Format_ARGB32_Premultiplied)
    shape.fill(Qt.GlobalColor.transparent)
    with QPainter(shape) as painter:
        QSvgRenderer(QByteArray(piece_svg(letter).encode())).render(painter, QRectF(0, 0, edge, edge))
    rim = shape.copy()
    with QPainter(rim) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
        fill(painter, rim.rect(), QColor(theme.piece_halo))
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    corner = QPointF((size - edge) / 2, (size - edge) / 2)
    reach = rim_width(letter, size, theme)
    with QPainter(image) as painter:
        for x, y in RIM:
            painter.drawImage(corner + QPointF(x, y) * reach, rim)
        painter.drawImage(corner, shape)
    return image.copy()  # A painted image keeps its paint engine.
