"""Strips of files below the board: bars, caps, numbers and signs."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from pawnviz.core.layers.marks import Mark
from pawnviz.core.picture.picture import SIGNS, Strip
from pawnviz.view.board.disc import disc_fill
from pawnviz.view.board.geometry import Geometry, is_right, is_up
from pawnviz.view.board.shapes import draw_band, draw_chip, draw_haloed
from pawnviz.view.widgets.theme import Theme


def _lane(white: bool, row: int, rows: int, geometry: Geometry) -> tuple[float, float]:
    area = geometry.strip_area(rows)
    half = area.height() / 2 - geometry.margin_scale
    height = min(half / max(1, rows), 12 * geometry.margin_scale)
    top = area.top() if white else area.top() + rows * height + 2 * geometry.margin_scale
    return top + row * height, height


def draw_strip_side(painter: QPainter, white: bool, rows: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a disc in the side's color left of its strips."""
    top, height = _lane(white, 0, rows, geometry)
    margin = geometry.coordinate_margin
    radius = min(3.5 * geometry.margin_scale, margin * 0.4)
    painter.setBrush(disc_fill(white, theme))
    painter.setPen(QPen(QColor(theme.coordinates), geometry.margin_scale))
    painter.drawEllipse(QPointF(geometry.board_rect.left() - margin / 2, top + rows * height / 2), radius, radius)


def draw_strip(
    painter: QPainter, strip: Strip, rows: int, geometry: Geometry, theme: Theme, least: float = 0.0
) -> None:
    """Draw a side's files below the board: a strip for each run of neighboring files, or a sign for each file.

    ``least`` is the least height of a number.
    """
    top, height = _lane(strip.white, strip.row, rows, geometry)
    color = theme.mark_color(strip.white, strip.color)
    painter.save()
    painter.setOpacity(strip.opacity)
    size, left = geometry.square_size, geometry.strip_rect.left()
    gap = min(0.08 * height, geometry.margin_scale)
    for first, last in _runs(strip.files, strip.mark.shape in SIGNS):
        column = min(geometry.column(first), geometry.column(last))
        files = last - first + 1
        rect = QRectF(left + column * size, top + gap, files * size, height - 2 * gap)
        draw_files(painter, strip.mark, rect, files, strip.white, color, theme, geometry.flipped, least)
    painter.restore()


def _runs(files: int, singly: bool) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for file in range(8):
        if files >> file & 1:
            if runs and not singly and runs[-1][1] == file - 1:
                runs[-1] = (runs[-1][0], file)
            else:
                runs.append((file, file))
    return runs


def draw_files(
    painter: QPainter,
    mark: Mark,
    rect: QRectF,
    files: int,
    white: bool,
    color: QColor,
    theme: Theme,
    flipped: bool,
    least: float = 0.0,
) -> None:
    """Draw a strip into a rectangle of ``files`` whole files; caps are at the edge that faces their direction."""
    shape = mark.shape
    height = rect.height()
    edge = rect.width() / files
    if shape in ("east cap", "west cap"):
        _draw_cap(painter, rect, is_right(shape == "east cap", flipped), white, color)
    elif shape in ("diamond", "triangle"):
        _draw_sign(painter, shape, rect.center(), height, is_up(white, flipped), color, theme)
    elif shape == "numbered":
        bar = rect.adjusted(edge * 0.1, 0, -edge * 0.1, 0)
        middle = rect.center()
        painter.fillRect(QRectF(bar.left(), middle.y() - height * 0.1, bar.width(), height * 0.2), color)
        half = max(height * 0.52, 3.0, least * 0.54)
        painter.setPen(QPen(QColor(theme.window), max(1.0, height * 0.1)))
        wide = half * (1 if len(mark.label) < 2 else 1.5)
        box = QRectF(middle.x() - wide, middle.y() - half, 2 * wide, 2 * half)
        draw_chip(painter, mark.label, box, white, color, theme, flipped, True)
    else:
        thickness = height * (0.46 if shape in ("solid", "dashed") else 0.62)
        bar = QRectF(rect.left() + edge * 0.1, rect.center().y() - thickness / 2, rect.width() - edge * 0.2, thickness)
        draw_band(painter, shape, bar, color, 3 * files, thickness / 2 if white else 0.0)


def _draw_cap(painter: QPainter, rect: QRectF, right: bool, white: bool, color: QColor) -> None:
    """Draw the cap of an island: a round bracket for White, a square one for Black."""
    height = rect.height()
    width = max(1.2, height * 0.2)
    top, bottom = rect.top() + width / 2, rect.bottom() - width / 2
    outer = rect.right() - width if right else rect.left() + width
    inner = outer + (-0.5 if right else 0.5) * height
    path = QPainterPath(QPointF(inner, top))
    if white:
        bulge = outer + (outer - inner) * 0.3
        path.cubicTo(QPointF(bulge, top), QPointF(bulge, bottom), QPointF(inner, bottom))
    else:
        path.lineTo(outer, top)
        path.lineTo(outer, bottom)
        path.lineTo(inner, bottom)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
    painter.drawPath(path)


def _draw_sign(
    painter: QPainter, shape: str, center: QPointF, height: float, upward: bool, color: QColor, theme: Theme
) -> None:
    """Draw a diamond, or its upper or lower half as a triangle, with an outline that sets it off from a bar."""
    half = max(2.5, height * 0.48)
    x, y = center.x(), center.y()
    if shape == "diamond":
        points = [QPointF(x - half, y), QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half)]
    else:
        rise = -half if upward else half
        points = [
            QPointF(x - half * 1.1, y - rise * 0.75),
            QPointF(x, y + rise * 0.9),
            QPointF(x + half * 1.1, y - rise * 0.75),
        ]
    path = QPainterPath()
    path.addPolygon(QPolygonF(points))
    path.closeSubpath()
    draw_haloed(painter, path, color, True, max(1.0, height * 0.12), theme.window)
