"""The one painter of boards: squares, coordinates, strips, lines and arrows, in units of the canvas."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from pawnviz.core.board.side import to_move_text
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Picture
from pawnviz.view.board.arrows import crossed_by, draw_arrow, draw_line
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.disc import draw_disc
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.strips import draw_strip, draw_strip_side
from pawnviz.view.widgets.theme import Theme


def paint_board(
    canvas: Canvas,
    picture: Picture,
    geometry: Geometry,
    exposed: QRect | None = None,
    *,
    names_side: bool = False,
    coordinates: bool = True,
) -> None:
    """Paint the part of a picture in an exposed rectangle, with coordinates if the geometry has room for them.

    ``names_side`` names the side to move in the margin.
    """
    board = geometry.board_rect
    crossed = {square for arrow in picture.arrows for square in arrow.squares}
    crossed.update(square for line in picture.lines for square in crossed_by(line))
    crossed = {square for square in crossed if picture.cells[square].marks}
    # The squares cover the outline of a strip that reaches them, so that they look alike when they are painted alone.
    if exposed is None or not board.contains(exposed):
        _paint_margins(
            canvas, picture, geometry, names_side=names_side, coordinates=coordinates and geometry.coordinates
        )
    if exposed is None or exposed.intersects(board):
        canvas.squares(_without_symbols(picture, crossed) if crossed else picture, geometry, exposed)
    if picture.arrows or picture.lines:

        def paint(painter: QPainter) -> None:
            for line in picture.lines:
                draw_line(painter, line, geometry, canvas.theme)
            for arrow in picture.arrows:
                draw_arrow(painter, arrow, picture.cells[arrow.target], geometry, canvas.theme)

        canvas.draw(paint)
        for square in crossed:
            canvas.symbols(picture.cells[square], geometry.square_rect(square))


def _without_symbols(picture: Picture, crossed: Iterable[int]) -> Picture:
    """Return a picture without the marks above the pieces on some squares, which are drawn over the arrows."""
    cells = list(picture.cells)
    for square in crossed:
        areas = tuple(placed for placed in cells[square].marks if placed.mark.family is Family.HATCH)
        cells[square] = cells[square]._replace(marks=areas)
    return picture._replace(cells=tuple(cells))


def _paint_margins(
    canvas: Canvas, picture: Picture, geometry: Geometry, *, names_side: bool, coordinates: bool
) -> None:
    board, theme = geometry.board_rect, canvas.theme
    left, top, length, edge = board.left(), board.top(), board.width(), max(1, int(geometry.scale))
    for across in (top - edge, top + length):
        canvas.fill(QRect(left - edge, across, length + 2 * edge, edge), theme.border)
    for down in (left - edge, left + length):
        canvas.fill(QRect(down, top, edge, length), theme.border)
    if coordinates:
        _paint_coordinates(
            canvas, geometry, names_files=geometry.names_files(picture.strip_rows * bool(picture.strips))
        )

    to_move = picture.position.white_to_move

    def draw_side(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_side_to_move(painter, to_move, geometry, theme, named=names_side)

    margin = QRect(board.right() + 1, top, geometry.side_margin, length)
    canvas.keep(f"{to_move_text(to_move)}, {names_side}", geometry, margin, lambda: canvas.draw(draw_side))
    if not picture.strips:
        return

    def paint(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for white in (True, False):
            if any(strip.white == white for strip in picture.strips):
                draw_strip_side(painter, white, picture.strip_rows, geometry, theme)
        for strip in picture.strips:
            draw_strip(painter, strip, picture.strip_rows, geometry, theme, canvas.least_label)

    canvas.draw(paint)


def _paint_coordinates(canvas: Canvas, geometry: Geometry, *, names_files: bool) -> None:
    board, margin, size = geometry.board_rect, geometry.coordinate_margin, geometry.square_size
    text, color = 11 * geometry.margin_scale, canvas.theme.coordinates

    def write_ranks() -> None:
        for rank in range(8):
            middle = board.top() + (geometry.row(rank) + 0.5) * size
            canvas.text(str(rank + 1), board.left() - margin / 2, middle + 0.36 * text, text, color, middle=True)

    def write_files() -> None:
        for file in range(8):
            middle = board.left() + (geometry.column(file) + 0.5) * size
            below = board.top() + board.height() + margin / 2 + 0.36 * text
            canvas.text("abcdefgh"[file], middle, below, text, color, middle=True)

    canvas.keep("ranks", geometry, QRect(board.left() - margin, board.top(), margin, board.height()), write_ranks)
    if names_files:
        canvas.keep("files", geometry, QRect(board.left(), board.bottom() + 2, board.width(), margin), write_files)


def _draw_side_to_move(painter: QPainter, white: bool, geometry: Geometry, theme: Theme, *, named: bool) -> None:
    """Draw a disc beside the first rank of the side to move, and name the side along the margin."""
    board, scale = geometry.board_rect, geometry.margin_scale
    radius = 5.5 * scale
    middle = QPointF(board.right() + 1 + geometry.side_margin / 2, geometry.square_center(0 if white else 56).y())
    draw_disc(painter, middle, radius, white, theme)
    if not named:
        return
    font = QFont(painter.font())
    font.setPixelSize(round(11 * scale))
    length = board.height() - geometry.square_size
    at_top = middle.y() < board.center().y()
    words = to_move_text(white)
    if QFontMetricsF(font).horizontalAdvance(words) + 2 * radius > length:
        return
    painter.setFont(font)
    painter.setPen(QColor(theme.coordinates))
    painter.save()
    painter.translate(middle)
    # From the disc towards the middle of the board.
    painter.rotate(90 if at_top else -90)
    box = QRectF(2 * radius, -geometry.side_margin / 2, length, geometry.side_margin)
    painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
    painter.restore()
