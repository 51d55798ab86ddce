"""The overlay of a picture: frames, warnings, drawings, the spotlight, a pawn's own squares, a held piece."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF, QRegion

from pawnviz.core.board.bitboard import LIGHT_SQUARES, squares
from pawnviz.core.picture.picture import Cell
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.paint import DRAWING_COLORS, draw_drawing, draw_engine_move, draw_weighted_move
from pawnviz.view.board.shapes import antialiased, fill_with, outline_with, round_pen
from pawnviz.view.board.state import BoardPictures, BoardState, HeatMarks
from pawnviz.view.widgets.theme import Theme

if TYPE_CHECKING:
    from pawnviz.core.layers.attacks import SinglePawn
    from pawnviz.core.structures.pattern import PatternMark


_MITER: Final = Qt.PenJoinStyle.MiterJoin


def paint_overlay(
    painter: QPainter, state: BoardState, pictures: BoardPictures, geometry: Geometry, tiles: Tiles, *, has_focus: bool
) -> None:
    """Paint a board's state over its picture, whose tiles are ready; the cursor only with the focus."""
    theme = tiles.theme
    paint_last_move(painter, pictures, geometry, theme, tiles)
    for square in squares(state.illegal_squares):
        draw_warning(painter, square, geometry, theme)
    if pictures.preview is None and state.heat is None:
        for weighted in reversed(state.next_moves):
            draw_weighted_move(painter, weighted, geometry, theme)
    if state.heat is not None:
        draw_heat(painter, state.heat, geometry, theme)
    for number, move in reversed(list(enumerate(state.engine_moves))):
        draw_engine_move(painter, *move, geometry, theme, is_best=number == 0)
    for (source, target), number in state.drawings.items():
        draw_drawing(painter, source, target, QColor(DRAWING_COLORS[number]), geometry, theme)
    if state.pattern_marks:
        draw_veil(painter, geometry, theme)
    for mark in state.pattern_marks:
        draw_pattern_mark(painter, mark, geometry, theme)
    for square in squares(state.move_targets):
        draw_target(painter, square, geometry, theme)
    if state.spotlight is not None:
        draw_spotlight(painter, state.spotlight, geometry, theme)
    pawn = pictures.own_pawn
    if pawn is not None:
        draw_own_pawn(painter, pawn, geometry, theme)
    cursor = state.cursor if state.cursor_shown and has_focus else None
    if state.pinned is not None:
        draw_pin(painter, state.pinned, geometry, theme)
    if cursor is not None:
        draw_frame(painter, cursor, geometry, QColor(theme.cursor), theme, Qt.PenStyle.SolidLine)
    piece = state.held
    if piece is not None and piece.source is not None:
        draw_frame(painter, piece.source, geometry, QColor(theme.link), theme, Qt.PenStyle.DotLine)
        half = QPointF(geometry.square_size, geometry.square_size) / 2
        place = state.pointer * geometry.scale - half
        if piece.by_key:
            place = QPointF(geometry.square_rect(state.cursor).topLeft())
            painter.setOpacity(0.75)
        tiles.draw_piece(painter, place, piece.piece)
        painter.setOpacity(1)
        return
    if piece is not None and state.hovered is not None:
        draw_frame(painter, state.hovered, geometry, QColor(theme.link), theme, Qt.PenStyle.SolidLine)
    for framed in {state.pinned, cursor}:
        if framed is not None:
            _repaint_edge(painter, framed, pictures.seen.cells[framed], geometry, tiles)


def _repaint_edge(painter: QPainter, square: int, cell: Cell, geometry: Geometry, tiles: Tiles) -> None:
    """Repaint the marks below a frame, and no more: marks may be translucent."""
    rect = geometry.square_rect(square)
    inset = ceil(2 * _frame_inset(rect.width()))
    painter.setClipRegion(QRegion(rect) - rect.adjusted(inset, inset, -inset, -inset))
    tiles.draw_edge_marks(painter, rect.topLeft(), cell)
    painter.setClipping(False)


@antialiased
def draw_own_pawn(painter: QPainter, pawn: SinglePawn, geometry: Geometry, theme: Theme) -> None:
    """Draw one pawn's own squares with their names: stop, telestops, attacks, rear span, lee and luff."""
    color = theme.mark_color(pawn.color)
    neutral = QColor(theme.coordinates)
    solid, dashed, dotted = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine
    parts = (
        (pawn.lee, "lee", neutral, dotted),
        (pawn.luff, "luff", neutral, dotted),
        (pawn.rear_span, "rear span", neutral, dashed),
        (pawn.telestops, "telestop", color, dashed),
        (pawn.stop, "stop", color, solid),
        (pawn.attacks, "attack", color, solid),
    )
    size = geometry.square_size
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(size * 0.15)))
    painter.setFont(font)
    inset = size * 0.05
    for mask, name, shade, style in parts:
        for square in squares(mask):
            box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
            for pen in (round_pen(QColor(theme.halo), size * 0.05), QPen(shade, size * 0.03, style)):
                outline_with(painter, pen)
                painter.drawRoundedRect(box, inset, inset)
            _draw_caption(painter, name, box, shade, theme)
    frame = QRectF(geometry.square_rect(pawn.square)).adjusted(inset / 2, inset / 2, -inset / 2, -inset / 2)
    outline_with(painter, QPen(color, size * 0.05))
    painter.drawRect(frame)


def _draw_caption(painter: QPainter, text: str, box: QRectF, color: QColor, theme: Theme) -> None:
    """Write a name on a filled label at the top left of a box, as far as the box is wide enough for it."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(text) + metrics.height() * 0.6
    if width > box.width() + 1:
        return
    label = QRectF(box.left(), box.top(), width, metrics.height() * 1.15)
    _draw_label(painter, text, label, label.height() * 0.2, color, theme)


def _draw_label(painter: QPainter, text: str, rect: QRectF, rounding: float, color: QColor, theme: Theme) -> None:
    fill_with(painter, color)
    painter.drawRoundedRect(rect, rounding, rounding)
    painter.setPen(QColor(theme.badge_text))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _frame_inset(size: int) -> float:
    return max(2.0, size * 0.045) * 0.75


def draw_frame(
    painter: QPainter, square: int, geometry: Geometry, color: QColor, theme: Theme, style: Qt.PenStyle
) -> None:
    """Draw a frame inside a square's edge, such as the keyboard cursor."""
    inset = _frame_inset(geometry.square_size)
    width = inset / 0.75
    box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
    outline_with(painter, QPen(QColor(theme.halo), 2 * inset))
    painter.drawRect(box)
    painter.setPen(QPen(color, width, style, Qt.PenCapStyle.FlatCap))
    painter.drawRect(box)


def paint_last_move(painter: QPainter, pictures: BoardPictures, geometry: Geometry, theme: Theme, tiles: Tiles) -> None:
    """Paint the sign of a game's last move on its two squares, below the marks at their edges."""
    for square in squares(pictures.last_squares):
        draw_corners(painter, square, geometry, theme)
        _repaint_edge(painter, square, pictures.seen.cells[square], geometry, tiles)


def draw_corners(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw the corners of a frame inside a square's edge, the sign of a game's last move."""
    inset = _frame_inset(geometry.square_size)
    box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
    arm = box.width() * 0.22
    center = box.center()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width, color in ((2 * inset, theme.halo), (inset / 0.75, theme.last_move)):
        painter.setPen(QPen(QColor(color), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, _MITER))
        for corner in (box.topLeft(), box.topRight(), box.bottomLeft(), box.bottomRight()):
            across = QPointF(arm if corner.x() < center.x() else -arm, 0)
            down = QPointF(0, arm if corner.y() < center.y() else -arm)
            painter.drawPolyline([corner + across, corner, corner + down])


def draw_spotlight(painter: QPainter, mask: int, geometry: Geometry, theme: Theme) -> None:
    """Dim the squares outside a mask and frame those in it."""
    size = geometry.square_size
    shade = QColor(theme.window)
    shade.setAlpha(165)
    # Translucent fills of 96 rows and more cost twenty times as much as lower ones.
    band = 64
    for square in range(64):
        rect = geometry.square_rect(square)
        if mask >> square & 1:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            width = max(2, size // 24)
            painter.setPen(QPen(QColor(theme.cursor), width))
            half = width // 2
            painter.drawRect(rect.adjusted(half, half, -half - 1, -half - 1))
        else:
            for top in range(0, size, band):
                painter.fillRect(rect.left(), rect.top() + top, size, min(band, size - top), shade)


@antialiased
def draw_pin(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a frame with a pin's head in the top left corner of a pinned square."""
    size = geometry.square_size
    draw_frame(painter, square, geometry, QColor(theme.link), theme, Qt.PenStyle.SolidLine)
    corner = QPointF(geometry.square_rect(square).topLeft())
    fill_with(painter, QColor(theme.link), QPen(QColor(theme.halo), max(1.0, size * 0.02)))
    painter.drawEllipse(corner + QPointF(size * 0.12, size * 0.12), size * 0.075, size * 0.075)


def draw_veil(painter: QPainter, geometry: Geometry, theme: Theme) -> None:
    """Draw a veil in the colors of the squares, below which pieces and marks are pale."""
    for square in range(64):
        color = QColor(theme.light_square if LIGHT_SQUARES >> square & 1 else theme.dark_square)
        color.setAlphaF(0.55)
        painter.fillRect(geometry.square_rect(square), color)


@antialiased
def draw_pattern_mark(painter: QPainter, mark: PatternMark, geometry: Geometry, theme: Theme) -> None:
    """Draw rings on squares of which one must hold a pawn, dashed if they are several; crosses if none may be."""
    size, color = geometry.square_size, theme.mark_color(mark.white)
    is_single = mark.squares & mark.squares - 1 == 0
    painter.setBrush(Qt.BrushStyle.NoBrush)
    # The crosses of both colors stand side by side.
    aside, arm = QPointF(size * (-0.15 if mark.white else 0.15), 0), size * 0.11
    for square in squares(mark.squares):
        center = geometry.square_center(square)
        for width, shade in ((0.13, QColor(theme.halo)), (0.08, color)):
            pen = round_pen(shade, size * width * (0.7 if mark.is_empty else 1))
            if not is_single and not mark.is_empty and shade == color:
                pen.setDashPattern((1.2, 1.6))
            painter.setPen(pen)
            if mark.is_empty:
                for rise in (-arm, arm):
                    painter.drawLine(center + aside + QPointF(-arm, -rise), center + aside + QPointF(arm, rise))
            else:
                painter.drawEllipse(center, size * 0.41, size * 0.41)


@antialiased
def draw_target(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a dot in the middle of a square to which a move can be played."""
    radius = geometry.square_size * 0.11
    fill_with(painter, QColor(theme.link), QPen(QColor(theme.halo), max(1.0, radius * 0.35)))
    painter.drawEllipse(geometry.square_center(square), radius, radius)


@antialiased
def draw_warning(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a corner with an exclamation mark at the top left of a square that makes the position illegal."""
    size = geometry.square_size
    edge = size * 0.3
    corner = QPointF(geometry.square_rect(square).topLeft())
    fill_with(painter, QColor(theme.warning))
    painter.drawPolygon(QPolygonF([corner, corner + QPointF(edge, 0), corner + QPointF(0, edge)]))
    painter.setBrush(QColor(theme.badge_text))
    x, y, width = corner.x() + edge * 0.3, corner.y() + edge * 0.12, max(1.0, edge * 0.12)
    painter.drawRect(QRectF(x - width / 2, y, width, edge * 0.26))
    painter.drawRect(QRectF(x - width / 2, y + edge * 0.34, width, width))


@antialiased
def draw_heat(painter: QPainter, heat: HeatMarks, geometry: Geometry, theme: Theme) -> None:
    """Draw a translucent disc for each square of some time, and the percent of the larger ones at its edge."""
    from pawnviz.core.collections.answer import share_text  # The window stands sooner without it.

    size, color = geometry.square_size, theme.mark_color(heat.white)
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(size * 0.19)))
    font.setBold(True)
    painter.setFont(font)
    for square, share in enumerate(heat.shares):
        radius = heat.radius(share) * size
        if not radius:
            continue
        draw_heat_disc(painter, geometry.square_center(square), radius, size, color, theme)
        if share >= 0.1:
            text, metrics = share_text(share), painter.fontMetrics()
            corner = QRectF(geometry.square_rect(square)).bottomRight() - QPointF(1, 1)
            label = QRectF(corner - QPointF(metrics.horizontalAdvance(text) + 4, metrics.height()), corner)
            _draw_label(painter, text, label, 3, color, theme)


def draw_heat_disc(painter: QPainter, center: QPointF, radius: float, size: float, color: QColor, theme: Theme) -> None:
    """Draw a translucent disc with a halo, on squares of a size in logical pixels."""
    filling = QColor(color)
    filling.setAlphaF(0.4)
    outline_with(painter, round_pen(QColor(theme.halo), size * 0.07))
    painter.drawEllipse(center, radius, radius)
    fill_with(painter, filling, round_pen(color, size * 0.035))
    painter.drawEllipse(center, radius, radius)
