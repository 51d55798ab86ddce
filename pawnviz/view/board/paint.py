"""The one painter of boards: squares, coordinates, strips, lines and arrows, in units of the canvas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil, floor, hypot
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.board.side import to_move_text
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import Arrow, Cell, Line, Picture
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.geometry import Geometry, is_up
from pawnviz.view.board.marks import draw_strip, draw_strip_side, ink_of
from pawnviz.view.board.shapes import antialiased, draw_disc, draw_front, round_pen
from pawnviz.view.board.state import WeightedMove
from pawnviz.view.widgets.theme import Theme


def paint_board(
    canvas: Canvas, picture: Picture, geometry: Geometry, exposed: QRect | None = None, *, coordinates: bool = True
) -> None:
    """Paint the part of a picture in an exposed rectangle, with coordinates if the geometry has room for them."""
    board = geometry.board_rect
    crossed = crossed_squares(picture)
    # The squares cover the outline of a strip that reaches them, so that they look alike when they are painted alone.
    if exposed is None or not board.contains(exposed):
        _paint_margins(canvas, picture, geometry, coordinates=coordinates and geometry.coordinates)
    if exposed is None or exposed.intersects(board):
        canvas.squares(without_symbols(picture, crossed) if crossed else picture, geometry, exposed)
    if picture.arrows or picture.lines:

        def paint(painter: QPainter) -> None:
            for line in picture.lines:
                draw_line(painter, line, geometry, canvas.theme)
            for arrow in picture.arrows:
                draw_arrow(painter, arrow, picture.cells[arrow.target], geometry, canvas.theme)

        canvas.draw(paint)
        for square in crossed:
            canvas.symbols(picture.cells[square], geometry.square_rect(square))


def crossed_squares(picture: Picture) -> set[int]:
    """Return the squares with marks that arrows and lines cross."""
    crossed = {square for arrow in picture.arrows for square in arrow.squares}
    crossed.update(square for line in picture.lines for square in crossed_by(line))
    return {square for square in crossed if picture.cells[square].marks}


def without_symbols(picture: Picture, crossed: Iterable[int]) -> Picture:
    """Return a picture without the marks above the pieces on some squares, which are drawn over the arrows."""
    cells = list(picture.cells)
    for square in crossed:
        areas = tuple(placed for placed in cells[square].marks if placed.mark.family is Family.HATCH)
        cells[square] = cells[square]._replace(marks=areas)
    return picture._replace(cells=tuple(cells))


def _paint_margins(canvas: Canvas, picture: Picture, geometry: Geometry, *, coordinates: bool) -> None:
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

    to_move, named = picture.position.white_to_move, canvas.names_side

    def draw_side(painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_side_to_move(painter, to_move, geometry, theme, named=named)

    margin = QRect(board.right() + 1, top, geometry.side_margin, length)
    canvas.keep(f"{to_move_text(to_move)}, {named}", geometry, margin, lambda: canvas.draw(draw_side))
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


DRAWING_COLORS: Final = ("#6b3fa0", "#0072b2", "#b94a00", "#007a5e", "#8a7400")
"""The colors of arrows and circles by their numbers; the last one, a dark yellow, only games have."""

_SHORT_OF_MIDDLE: Final = 0.06  # The distance of an arrow's tip from the middle of its target, in squares.
_SHORT_OF_PIECE: Final = 0.34  # The same if a piece stands on the target.
_SHORT_OF_SYMBOL: Final = 0.47  # The same with a symbol in between.
_BEYOND_MIDDLE: Final = 0.17  # The distance beyond the middle of its tip if a single symbol is in the far half.
_WIDTH: Final = 0.06  # The usual width of a shaft, in squares.


def draw_arrow(painter: QPainter, arrow: Arrow, target: Cell, geometry: Geometry, theme: Theme) -> None:
    """Draw a capture from the pawn to its target in the side's color, or with a dashed shaft a step to a break."""
    symbols = [mark for mark in target.marks if mark.mark.family is Family.TARGET and mark.white == arrow.white]
    aside, short = 0.085, _SHORT_OF_PIECE if target.piece else _SHORT_OF_MIDDLE
    if arrow.is_push and symbols and not geometry.flipped:
        # Straight to the symbol, which is in the half of the square that the pawn enters first.
        aside, short = 0.0, _SHORT_OF_SYMBOL
    elif arrow.is_push and len(symbols) == 1:
        aside, short = 0.0, -_BEYOND_MIDDLE
    _draw_arrow_line(
        painter,
        geometry.square_center(arrow.source),
        geometry.square_center(arrow.target),
        geometry.square_size,
        theme.mark_color(arrow.white),
        theme,
        aside=aside,
        short=short,
        dashed=arrow.is_push,
        hollow=arrow.is_hollow,
        width=0.11 if arrow.large else _WIDTH,
    )


@antialiased
def _draw_arrow_line(
    painter: QPainter,
    source: QPointF,
    target: QPointF,
    size: int,
    color: QColor,
    theme: Theme,
    *,
    aside: float = 0.0,
    short: float = _SHORT_OF_MIDDLE,
    dashed: bool = False,
    hollow: bool = False,
    width: float = _WIDTH,
) -> None:
    """Draw an arrow between two points, shifted to its right, shortened and wide, all in shares of a square's edge."""
    across, down = target.x() - source.x(), target.y() - source.y()
    length = hypot(across, down) or 1.0
    ux, uy = across / length, down / length
    lane = QPointF(-uy, ux) * (size * aside)
    source, target = source + lane, target + lane
    begin = QPointF(source.x() + ux * size * 0.22, source.y() + uy * size * 0.22)
    tip = QPointF(target.x() - ux * size * short, target.y() - uy * size * short)
    head, half = size * (0.2 + width - _WIDTH), size * (0.08 + width / 2)
    neck = QPointF(tip.x() - ux * head, tip.y() - uy * head)
    shaft = QPainterPath(begin)
    shaft.lineTo(neck)
    point = QPainterPath(tip)
    point.lineTo(neck.x() - uy * half, neck.y() + ux * half)
    point.lineTo(neck.x() + uy * half, neck.y() - ux * half)
    point.closeSubpath()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for path, halo in ((shaft, size * (width + 0.04)), (point, size * 0.045)):
        painter.setPen(round_pen(QColor(theme.halo), halo))
        painter.drawPath(path)
    pen = round_pen(color, size * width)
    if dashed:
        pen.setDashPattern((1.0, 2.2))
    painter.setPen(pen)
    painter.drawPath(shaft)
    # To fill the path at once would take PySide6 5 ms at the first time, to make Qt's gradients.
    painter.setPen(round_pen(color, size * 0.03) if hollow else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.halo) if hollow else color)
    painter.drawPath(point)


@antialiased
def draw_line(painter: QPainter, line: Line, geometry: Geometry, theme: Theme) -> None:
    """Draw a side's line over the board, a little within the squares behind it, so that fronts that meet stay apart."""
    board, size = geometry.board_rect, geometry.square_size
    inset = size * (0.06 + 0.1 * line.slot) * (1 if is_up(line.white, geometry.flipped) else -1)
    top, bottom = board.top() + size * 0.04, board.bottom() + 1 - size * 0.04
    levels = (8 - level if not geometry.flipped else level for level in line.levels)
    points = [
        QPointF(board.left() + (geometry.column(file) + 0.5) * size, board.top() + level * size + inset)
        for file, level in enumerate(levels)
    ]
    points = [QPointF(point.x(), min(max(point.y(), top), bottom)) for point in points]
    teeth = [point for file, point in enumerate(points) if line.teeth & FILES[file]]
    painter.setClipRect(board, Qt.ClipOperation.IntersectClip)
    painter.setOpacity(line.opacity)
    draw_front(painter, sorted(points, key=QPointF.x), teeth, size, ink_of(line, theme, geometry.flipped))


def crossed_by(line: Line) -> Iterator[int]:
    """Yield the squares that a line, with its teeth, may touch."""
    levels = line.levels
    for file, level in enumerate(levels):
        near = [level, *((level + levels[other]) / 2 for other in (file - 1, file + 1) if 0 <= other < 8)]
        for rank in range(max(0, floor(min(near)) - 1), min(8, ceil(max(near)) + 1)):
            yield 8 * rank + file


def draw_engine_move(
    painter: QPainter, source: int, target: int, geometry: Geometry, theme: Theme, *, is_best: bool
) -> None:
    """Draw the first move of an engine's line in the neutral color, dashed unless the line is the best."""
    ends = geometry.square_center(source), geometry.square_center(target)
    _draw_arrow_line(painter, *ends, geometry.square_size, QColor(theme.cursor), theme, dashed=not is_best)


def draw_weighted_move(painter: QPainter, move: WeightedMove, geometry: Geometry, theme: Theme) -> None:
    """Draw a move as an arrow as wide as its weight, or a captured pawn as a circle, with its label beside it."""
    color, size = theme.mark_color(move.white), geometry.square_size
    source, target = geometry.square_center(move.source), geometry.square_center(move.target)
    width = 0.05 + 0.17 * move.weight
    painter.save()
    painter.setOpacity(0.85)
    if move.source == move.target:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (round_pen(QColor(theme.halo), size * (width + 0.04)), round_pen(color, size * width)):
            painter.setPen(pen)
            painter.drawEllipse(target, size * 0.4, size * 0.4)
    else:
        _draw_arrow_line(painter, source, target, size, color, theme, width=width)
    painter.setOpacity(1)
    _draw_label(painter, move, width, geometry, theme)
    painter.restore()


def _draw_label(painter: QPainter, move: WeightedMove, width: float, geometry: Geometry, theme: Theme) -> None:
    """Draw the label of a move left of the middle of its shaft, or right of it at the edge of the board."""
    size, font = geometry.square_size, QFont(painter.font())
    font.setPixelSize(max(10, round(size * 0.19)))
    font.setBold(True)
    metrics = QFontMetricsF(font)
    text = metrics.horizontalAdvance(move.label)
    middle = (geometry.square_center(move.source) + geometry.square_center(move.target)) / 2
    left = middle.x() - text - size * (width / 2 + 0.07)
    if move.source == move.target:
        left, up = middle.x() - text / 2, move.white is not geometry.flipped
        middle += QPointF(0, size * (-0.36 if up else 0.36))
    elif left < geometry.board_rect.left():
        left = middle.x() + size * (width / 2 + 0.07)
    outline = QPainterPath()
    outline.addText(QPointF(left, middle.y() + (metrics.ascent() - metrics.descent()) / 2), font, move.label)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.strokePath(outline, round_pen(QColor(theme.halo), size * 0.055))
    painter.fillPath(outline, theme.mark_color(move.white))


@antialiased
def draw_drawing(painter: QPainter, source: int, target: int, color: QColor, geometry: Geometry, theme: Theme) -> None:
    """Draw an arrow of the user, or a circle if source and target are the same square."""
    size = geometry.square_size
    if source != target:
        _draw_arrow_line(painter, geometry.square_center(source), geometry.square_center(target), size, color, theme)
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (round_pen(QColor(theme.halo), size * 0.08), round_pen(color, size * 0.05)):
        painter.setPen(pen)
        painter.drawEllipse(geometry.square_center(source), size * 0.44, size * 0.44)
