"""Swatches: a mark as the board draws it, cut out of its square, for lists, menus and legends."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPainterPath, QPen, QPixmap

from pawnviz.core.marks import Family, Mark, Style
from pawnviz.core.picture import FROM_EAST, FROM_WEST, PlacedMark
from pawnviz.view.paint import draw_mark
from pawnviz.view.theme import Theme

_ZOOMS: Final = {
    Family.HATCH: 1.8,
    Family.TARGET: 3.4,
    Family.ATTACK: 4.6,
    Family.BAR: 4.0,
    Family.BADGE: 4.2,
    Family.STRIP: 1.0,
}
_SHAPE_ZOOMS: Final = {
    "crosses": 1.11,
    "rungs": 1.11,
    "waves": 1.11,
    "dots": 3.4,
    "east cap": 1.6,
    "west cap": 1.6,
    "diamond": 1.8,
    "triangle": 1.8,
    "numbered": 1.25,
}
"""The edge of the square that a swatch is cut from, in edges of the swatch, by family and by shape."""


def draw_swatch(painter: QPainter, style: Style, white: bool, rect: QRectF, theme: Theme) -> None:
    """Draw a side's mark on the color of a light square into a rectangle of the painter's units."""
    edge = min(rect.width(), rect.height())
    radius = edge * 0.12
    shape = QPainterPath()
    shape.addRoundedRect(rect, radius, radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(shape, QColor(theme.light_square))
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    square = edge * _zoom(style.mark)
    painter.translate(rect.center() - _middle(style.mark, white) * square)
    draw_mark(painter, _placed(style, white), square, theme, False)
    painter.restore()
    painter.setPen(QPen(QColor(theme.border), edge / 18))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inset = edge / 36
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


def _placed(style: Style, white: bool) -> PlacedMark:
    """Return the mark of a style as it stands alone on a square that two pawns attack."""
    color = style.white_color if white else style.black_color
    return PlacedMark(style.mark, white, color, style.opacity, 0, 1, FROM_WEST | FROM_EAST)


def _zoom(mark: Mark) -> float:
    """Return the edge of the square that the swatch is cut from, in edges of the swatch."""
    zoom = _ZOOMS[mark.family]
    return zoom if mark.family is Family.TARGET else _SHAPE_ZOOMS.get(mark.shape, zoom)


def _middle(mark: Mark, white: bool) -> QPointF:
    """Return the point of a square of edge 1 that is in the middle of a mark's swatch."""
    if mark.family is Family.TARGET:
        return QPointF(0.5, 0.78 if white else 0.22)
    if mark.family is Family.ATTACK:
        across = 0.1625 if mark.shape == "dots" else 0.1
        return QPointF(across, 0.895) if white else QPointF(1 - across, 0.105)
    if mark.family is Family.BAR:
        return QPointF(0.5, 0.93 if white else 0.07)
    if mark.family is Family.BADGE:
        return QPointF(0.885, 0.885)
    if mark.shape == "crosses":
        return QPointF(0.375, 0.375) if white else QPointF(0.625, 0.625)
    if mark.shape in ("east cap", "west cap"):
        return QPointF(0.68 if mark.shape == "east cap" else 0.32, 0.5)
    return QPointF(0.5, 0.5)


@lru_cache(maxsize=1024)
def swatch(style: Style, white: bool, theme: Theme, edge: int, ratio: float) -> QImage:
    """Return a swatch with an edge in logical pixels for a screen of ``ratio`` device pixels each, and keep it."""
    pixels = round(edge * ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    draw_swatch(painter, style, white, QRectF(0, 0, pixels, pixels), theme)
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def swatch_icon(style: Style, theme: Theme, edge: int, ratio: float) -> QIcon:
    """Return White's and Black's swatch side by side as an icon, ``2 * edge + 3`` logical pixels wide."""
    gap = 3
    pixmap = QPixmap(round((2 * edge + gap) * ratio), round(edge * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.drawImage(QPointF(0, 0), swatch(style, True, theme, edge, ratio))
    painter.drawImage(QPointF(edge + gap, 0), swatch(style, False, theme, edge, ratio))
    painter.end()
    return QIcon(pixmap)


def mixed(color: str, ground: str, share: float) -> QColor:
    """Return ``share`` (0 to 1) of a color mixed with the rest of a ground's color."""
    over, under = QColor(color), QColor(ground)
    return QColor.fromRgbF(
        share * over.redF() + (1 - share) * under.redF(),
        share * over.greenF() + (1 - share) * under.greenF(),
        share * over.blueF() + (1 - share) * under.blueF(),
    )


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colors, 1 to 21.

    Source: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio
    """
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    """Return the relative luminance of a color, 0 to 1."""
    shares = QColor(color)
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else pow((share + 0.055) / 1.055, 2.4)
        for share in (shares.redF(), shares.greenF(), shares.blueF())
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)
