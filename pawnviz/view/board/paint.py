"""The one painter of pictures, for the screen and for files: board, coordinates, strips and arrows.

All lengths are device pixels.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from pawnviz.core.picture.picture import Picture
from pawnviz.view.board.arrows import draw_arrow
from pawnviz.view.board.disc import draw_disc
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.shapes import fill
from pawnviz.view.board.strips import draw_strip, draw_strip_side
from pawnviz.view.board.tiles import Tiles
from pawnviz.view.widgets.theme import Theme


def paint_picture(
    painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles, exposed: QRect | None = None
) -> None:
    """Paint a picture in device pixels; only squares that meet the exposed rectangle, where one is given."""
    tiles.prepare(theme, geometry.square_size, geometry.flipped)
    board = geometry.board_rect
    if exposed is None or exposed.contains(board):
        painter.drawImage(board.topLeft(), tiles.board(picture.cells, geometry))
        _paint_margins(painter, picture, geometry, theme, tiles)
    else:
        part = exposed.intersected(board)
        if not part.isEmpty():
            inside = part.translated(-board.topLeft())
            painter.drawImage(part, tiles.board(picture.cells, geometry, inside), inside)
        if part != exposed:
            _paint_margins(painter, picture, geometry, theme, tiles)
    for arrow in picture.arrows:
        draw_arrow(painter, arrow, picture.cells[arrow.target], geometry, theme)


def _paint_margins(painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles) -> None:
    """Paint the board's edge, coordinates, the marker of the side to move and the strips."""
    board, edge = geometry.board_rect, QColor(theme.border)
    left, top, length = board.left(), board.top(), board.width()
    fill(painter, QRect(left - 1, top - 1, length + 2, 1), edge)
    fill(painter, QRect(left - 1, top + length, length + 2, 1), edge)
    fill(painter, QRect(left - 1, top, 1, length), edge)
    fill(painter, QRect(left + length, top, 1, length), edge)
    if geometry.coordinates:
        margin = geometry.coordinate_margin
        ranks, files = tiles.coordinates(geometry, painter.font())
        painter.drawImage(left - margin, top, ranks)
        if geometry.names_files(picture.strip_rows if picture.strips else 0):
            painter.drawImage(left, top + length + 1, files)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_side_to_move(painter, picture.white_to_move, geometry, theme)
    for white in (True, False):
        if any(strip.white == white for strip in picture.strips):
            draw_strip_side(painter, white, picture.strip_rows, geometry, theme)
    for strip in picture.strips:
        draw_strip(painter, strip, picture.strip_rows, geometry, theme)
    painter.restore()


def _draw_side_to_move(painter: QPainter, white: bool, geometry: Geometry, theme: Theme) -> None:
    """Draw a disc in the right margin beside the first rank of the side to move, and name the side along the margin."""
    board, scale = geometry.board_rect, geometry.margin_scale
    radius = 5.5 * scale
    middle = QPointF(board.right() + 1 + geometry.side_margin / 2, geometry.square_center(0 if white else 56).y())
    draw_disc(painter, middle, radius, white, theme)
    font = QFont(painter.font())
    font.setPixelSize(round(11 * scale))
    length = board.height() - geometry.square_size
    at_top = middle.y() < board.center().y()
    words = "White to move" if white else "Black to move"
    if QFontMetricsF(font).horizontalAdvance(words) + 2 * radius > length:
        return
    painter.save()
    painter.setFont(font)
    painter.setPen(QColor(theme.coordinates))
    painter.translate(middle)
    # From the disc towards the middle of the board.
    painter.rotate(90 if at_top else -90)
    box = QRectF(2 * radius, -geometry.side_margin / 2, length, geometry.side_margin)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()
