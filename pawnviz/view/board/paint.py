"""The one painter of boards: pieces, marks, strips, arrows and legends, for the screen and for pictures.

All lengths are device pixels. The board is kept as one image, in which only squares that look different are drawn anew.
They are made of stamps: a piece or a mark drawn once for a square of this size.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBitmap, QBrush, QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF, QRegion
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.board.bitboard import squares
from pawnviz.core.layers.marks import Family, Mark
from pawnviz.core.picture.picture import KEPT, LOST, SIGNS, Arrow, Cell, Picture, PlacedMark, Strip
from pawnviz.resources import read_resource
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.shapes import (
    badge_places,
    draw_attack,
    draw_badge,
    draw_bar,
    draw_files,
    draw_ground,
    draw_hatch,
    draw_inner_frame,
    draw_strike,
    draw_target,
    round_pen,
)
from pawnviz.view.widgets.theme import Theme

if TYPE_CHECKING:
    from pawnviz.core.layers.single_pawn import SinglePawn

STAMP_COUNT: Final = 256
"""Stamps that are kept at least."""
STAMP_BUDGET: Final = 8 * 1024 * 1024
"""The memory that stamps of small squares may take, in bytes."""

_PIECE_SHARE: Final = 0.86


class Tiles:
    """The squares of a board and their parts, drawn once for one theme, square size and orientation.

    The oldest stamps are dropped when they are more than ``STAMP_COUNT`` and would take more than ``STAMP_BUDGET``.
    """

    def __init__(self) -> None:
        """Start with nothing drawn."""
        self._key: tuple[str, int, bool] = ("", 0, False)
        self._limit = 0
        self._stamps: dict[PlacedMark | str, tuple[QImage, int, int]] = {}
        self._coordinates: tuple[Geometry, QImage, QImage] | None = None
        self._ground = (QColor(), QColor())
        self._board = QImage()
        self._cells: list[Cell | None] = []

    def prepare(self, theme: Theme, size: int, flipped: bool) -> None:
        """Drop what was drawn for another theme, size or orientation."""
        if self._key != (theme.name, size, flipped):
            self._key = (theme.name, size, flipped)
            self._limit = max(STAMP_COUNT, STAMP_BUDGET // (4 * size * size))
            self._ground = (QColor(theme.dark_square), QColor(theme.light_square))
            self._stamps.clear()
            self._coordinates = None
            self._board = QImage()
            self._cells = [None] * 64

    def board(self, cells: Sequence[Cell], theme: Theme, exposed: QRect | None = None) -> QImage:
        """Return the 64 squares, of which those that meet a rectangle of the board are up to date, or all."""
        size, flipped = self._key[1:]
        if self._board.isNull():
            self._board = QImage(8 * size, 8 * size, QImage.Format.Format_RGB32)
        drawn = self._cells
        painter: QPainter | None = None
        for square, cell in enumerate(cells):
            if cell == drawn[square]:
                continue
            file, rank = square & 7, square >> 3
            x, y = (7 - file if flipped else file) * size, (rank if flipped else 7 - rank) * size
            if exposed is None or exposed.intersects(QRect(x, y, size, size)):
                if painter is None:
                    painter = QPainter(self._board)
                self._draw_cell(painter, x, y, cell, (file + rank) % 2 == 1, theme)
                drawn[square] = cell
        if painter is not None:
            painter.end()
        return self._board

    def tile(self, cell: Cell, light: bool, theme: Theme) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        size = self._key[1]
        tile = QImage(size, size, QImage.Format.Format_RGB32)
        painter = QPainter(tile)
        self._draw_cell(painter, 0, 0, cell, light, theme)
        painter.end()
        return tile

    def stamp(self, part: PlacedMark | str, theme: Theme) -> QImage:
        """Return the transparent picture of a mark, or of the piece with this letter, as large as a square."""
        size = self._key[1]
        whole = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        whole.fill(Qt.GlobalColor.transparent)
        image, left, top = self._stamp(part, theme)
        painter = QPainter(whole)
        painter.drawImage(left, top, image)
        painter.end()
        return whole

    def _stamp(self, part: PlacedMark | str, theme: Theme) -> tuple[QImage, int, int]:
        """Return the picture of a piece or a mark, no larger than it must be, and its place on a square."""
        stamp = self._stamps.get(part)
        if stamp is None:
            stamp = self._draw_stamp(part, theme)
            if len(self._stamps) >= self._limit:
                del self._stamps[next(iter(self._stamps))]
            self._stamps[part] = stamp
        return stamp

    def _draw_stamp(self, part: PlacedMark | str, theme: Theme) -> tuple[QImage, int, int]:
        """Draw a piece or a mark on a transparent square, and cut off what it leaves free unless it is a hatch."""
        size, flipped = self._key[1:]
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        if isinstance(part, str):
            draw_piece(painter, part, QRectF(0, 0, size, size), theme)
        else:
            draw_mark(painter, part, size, theme, flipped)
        painter.end()
        if not isinstance(part, str) and part.mark.family is Family.HATCH:
            return image, 0, 0
        used = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect().adjusted(-1, -1, 1, 1)
        used = used.intersected(image.rect())
        return image.copy(used), used.left(), used.top()

    def _draw_cell(self, painter: QPainter, x: int, y: int, cell: Cell, light: bool, theme: Theme) -> None:
        """Draw one square: its color, the hatches, the piece, and the other marks above the piece."""
        size = self._key[1]
        painter.fillRect(x, y, size, size, self._ground[light])
        above: list[PlacedMark | str] = [cell.piece] if cell.piece else []
        badges = []
        for placed in cell.marks:
            family = placed.mark.family
            if family is Family.HATCH:
                painter.drawImage(x, y, self._stamp(placed, theme)[0])
            elif family is Family.BADGE:
                badges.append(placed)
            else:
                above.append(placed)
        if badges:
            above += column_of_badges(badges, badge_places(size))
        for part in above:
            image, left, top = self._stamp(part, theme)
            painter.drawImage(x + left, y + top, image)

    def draw_edge_marks(self, painter: QPainter, place: QPoint, cell: Cell, theme: Theme) -> None:
        """Draw again the marks at the edge of a square, which a frame has covered."""
        badges = [placed for placed in cell.marks if placed.mark.family is Family.BADGE]
        marks = [placed for placed in cell.marks if placed.mark.family is Family.ATTACK]
        if badges:
            marks += column_of_badges(badges, badge_places(self._key[1]))
        for placed in marks:
            image, left, top = self._stamp(placed, theme)
            painter.drawImage(place.x() + left, place.y() + top, image)

    def coordinates(self, geometry: Geometry, theme: Theme, font: QFont) -> tuple[QImage, QImage]:
        """Return the names of ranks, one below the other, and of files, side by side, as long as the board."""
        if self._coordinates is None or self._coordinates[0] != geometry:
            self._coordinates = (geometry, *_draw_coordinates(geometry, theme, font))
        return self._coordinates[1:]


def paint_picture(
    painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles, exposed: QRect | None = None
) -> None:
    """Paint a picture in device pixels; only squares that meet the exposed rectangle, where one is given."""
    tiles.prepare(theme, geometry.square_size, geometry.flipped)
    board = geometry.board_rect
    if exposed is None or exposed.contains(board):
        painter.drawImage(board.topLeft(), tiles.board(picture.cells, theme))
        _paint_margins(painter, picture, geometry, theme, tiles)
    else:
        part = exposed.intersected(board)
        if not part.isEmpty():
            inside = part.translated(-board.topLeft())
            painter.drawImage(part, tiles.board(picture.cells, theme, inside), inside)
        if part != exposed:
            _paint_margins(painter, picture, geometry, theme, tiles)
    for arrow in picture.arrows:
        draw_arrow(painter, arrow, geometry, theme)


def _paint_margins(painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles) -> None:
    """Paint the board's edge, coordinates, the marker of the side to move and the strips."""
    board, edge = geometry.board_rect, QColor(theme.border)
    left, top, length = board.left(), board.top(), board.width()
    painter.fillRect(left - 1, top - 1, length + 2, 1, edge)
    painter.fillRect(left - 1, top + length, length + 2, 1, edge)
    painter.fillRect(left - 1, top, 1, length, edge)
    painter.fillRect(left + length, top, 1, length, edge)
    if geometry.coordinates:
        margin = geometry.coordinate_margin
        ranks, files = tiles.coordinates(geometry, theme, painter.font())
        painter.drawImage(left - margin, top, ranks)
        painter.drawImage(left, top + length + 1, files)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_side_to_move(painter, picture.white_to_move, geometry, theme)
    for white in (True, False):
        if any(strip.white == white for strip in picture.strips):
            _draw_strip_side(painter, white, picture.strip_rows, geometry, theme)
    for strip in picture.strips:
        draw_strip(painter, strip, picture.strip_rows, geometry, theme)
    painter.restore()


def _draw_coordinates(geometry: Geometry, theme: Theme, font: QFont) -> tuple[QImage, QImage]:
    """Draw the ranks' numbers below each other and the files' letters side by side on transparent images."""
    size, margin = geometry.square_size, geometry.coordinate_margin
    ranks = QImage(margin, 8 * size, QImage.Format.Format_ARGB32_Premultiplied)
    files = QImage(8 * size, margin, QImage.Format.Format_ARGB32_Premultiplied)
    font = QFont(font)
    font.setPixelSize(round(11 * geometry.scale))
    for image in (ranks, files):
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setFont(font)
        painter.setPen(QColor(theme.coordinates))
        for step in range(8):
            if image is ranks:
                rect, text = QRect(0, geometry.row(step) * size, margin, size), str(step + 1)
            else:
                rect, text = QRect(geometry.column(step) * size, 0, size, margin), "abcdefgh"[step]
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
    return ranks, files


def _draw_side_to_move(painter: QPainter, white: bool, geometry: Geometry, theme: Theme) -> None:
    """Draw a disc in the right margin beside the first rank of the side to move."""
    board, scale = geometry.board_rect, geometry.scale
    radius = 5.5 * scale
    y = geometry.square_center(0 if white else 56).y()
    painter.setBrush(QColor("#ffffff" if white else "#15191d"))
    painter.setPen(QPen(QColor(theme.coordinates), 1.5 * scale))
    painter.drawEllipse(QPointF(board.right() + 1 + geometry.side_margin / 2, y), radius, radius)


def piece_renderer(piece: str) -> QSvgRenderer:
    """Return the drawing of a piece by its letter, capital for White; made anew each time, as stamps are kept."""
    name = ("w" if piece.isupper() else "b") + piece.upper()
    return QSvgRenderer(QByteArray(read_resource(f"pieces/{name}.svg").encode()))


def draw_piece(painter: QPainter, piece: str, rect: QRectF, theme: Theme) -> None:
    """Draw a piece in the middle of a square, with a thin rim that keeps hatches off its outline."""
    edge = rect.width() * _PIECE_SHARE
    box = QRectF(rect.center().x() - edge / 2, rect.center().y() - edge / 2, edge, edge)
    size = max(1, ceil(edge))
    shape = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    shape.fill(Qt.GlobalColor.transparent)
    inner = QPainter(shape)
    piece_renderer(piece).render(inner, QRectF(0, 0, edge, edge))
    inner.end()
    rim = shape.copy()
    inner = QPainter(rim)
    inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    inner.fillRect(rim.rect(), QColor(theme.piece_halo))
    inner.end()
    reach = rect.width() * 0.016
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
        painter.drawImage(QPointF(box.x() + x * reach, box.y() + y * reach), rim)
    painter.drawImage(box.topLeft(), shape)


def draw_mark(painter: QPainter, placed: PlacedMark, size: float, theme: Theme, flipped: bool) -> None:
    """Draw a mark on a square at the origin; a strip of files as on one file, across the square's middle.

    A lost mark is faded and struck through, a gained one has a ground of its own; a gained hatch is framed.
    """
    if placed.change:
        _draw_changed(painter, placed, size, theme, flipped)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(placed.opacity)
    color = theme.mark_color(placed.white, placed.color)
    family = placed.mark.family
    if family is Family.HATCH:
        painter.setClipRect(QRectF(0, 0, size, size), Qt.ClipOperation.IntersectClip)
        draw_hatch(painter, placed.mark.shape, placed.white, size, color)
    elif family is Family.TARGET:
        draw_target(painter, placed, size, color, theme, flipped)
    elif family is Family.ATTACK:
        draw_attack(painter, placed, size, color, theme, flipped)
    elif family is Family.BAR:
        draw_bar(painter, placed, size, color, theme)
    elif family is Family.BADGE:
        draw_badge(painter, placed, size, color, theme, flipped)
    else:
        rect = QRectF(0, 0.38 * size, size, 0.24 * size)
        draw_files(painter, placed.mark, rect, 1, placed.white, color, theme, flipped)
    painter.restore()


def _draw_changed(painter: QPainter, placed: PlacedMark, size: float, theme: Theme, flipped: bool) -> None:
    """Draw a mark that a change brings or takes away."""
    color = theme.mark_color(placed.white, placed.color)
    plain = QImage(ceil(size), ceil(size), QImage.Format.Format_ARGB32_Premultiplied)
    plain.fill(Qt.GlobalColor.transparent)
    inner = QPainter(plain)
    draw_mark(inner, placed._replace(change=KEPT), size, theme, flipped)
    inner.end()
    hatch = placed.mark.family is Family.HATCH
    # A hatch is struck at the left edge, where pieces leave room.
    used = QRegion(QBitmap.fromImage(plain.createAlphaMask())).boundingRect()
    box = QRectF(0.03 * size, 0.4 * size, 0.2 * size, 0.2 * size) if hatch else QRectF(used)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if placed.change == LOST:
        painter.setOpacity(0.3 if hatch else 0.45)
        painter.drawImage(0, 0, plain)
        painter.setOpacity(1)
        draw_strike(painter, box, placed.white, size, color, theme)
    elif hatch:
        painter.drawImage(0, 0, plain)
        draw_inner_frame(painter, size, color)
    else:
        draw_ground(painter, box, size, color, theme)
        painter.drawImage(0, 0, plain)
    painter.restore()


def column_of_badges(badges: list[PlacedMark], places: int) -> list[PlacedMark]:
    """Return badges with their places from the bottom; if they are more than the places, the last says ``+n``."""
    if len(badges) > places:
        more = Mark(Family.BADGE, "disc", f"+{len(badges) - places + 1}")
        badges = [*badges[: places - 1], badges[places - 1]._replace(mark=more, color="", opacity=1.0)]
    return [placed._replace(slot=index, slot_count=places) for index, placed in enumerate(badges)]


# Strips, arrows, a pawn's own squares


def _lane(white: bool, row: int, rows: int, geometry: Geometry) -> tuple[float, float]:
    """Return the top and the height of a side's row of strips: White's in the upper half, Black's in the lower."""
    area = geometry.strip_rect
    half = area.height() / 2 - geometry.scale
    height = min(half / max(1, rows), 12 * geometry.scale)
    top = area.top() if white else area.top() + rows * height + 2 * geometry.scale
    return top + row * height, height


def _draw_strip_side(painter: QPainter, white: bool, rows: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a disc in the side's color left of its strips."""
    top, height = _lane(white, 0, rows, geometry)
    margin = geometry.coordinate_margin
    radius = min(3.5 * geometry.scale, margin * 0.4)
    painter.setBrush(QColor("#ffffff" if white else "#15191d"))
    painter.setPen(QPen(QColor(theme.coordinates), geometry.scale))
    painter.drawEllipse(QPointF(geometry.board_rect.left() - margin / 2, top + rows * height / 2), radius, radius)


def draw_strip(painter: QPainter, strip: Strip, rows: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a side's files below the board: a strip for each run of neighbouring files, or a sign for each file."""
    top, height = _lane(strip.white, strip.row, rows, geometry)
    color = theme.mark_color(strip.white, strip.color)
    painter.save()
    painter.setOpacity(strip.opacity)
    size, left = geometry.square_size, geometry.strip_rect.left()
    gap = min(0.08 * height, geometry.scale)
    for first, last in _runs(strip.files, strip.mark.shape in SIGNS):
        column = min(geometry.column(first), geometry.column(last))
        files = last - first + 1
        rect = QRectF(left + column * size, top + gap, files * size, height - 2 * gap)
        draw_files(painter, strip.mark, rect, files, strip.white, color, theme, geometry.flipped)
    painter.restore()


def _runs(files: int, singly: bool) -> list[tuple[int, int]]:
    """Return the first and last file of each run of neighbouring files, or each file by itself."""
    runs: list[tuple[int, int]] = []
    for file in range(8):
        if files >> file & 1:
            if runs and not singly and runs[-1][1] == file - 1:
                runs[-1] = (runs[-1][0], file)
            else:
                runs.append((file, file))
    return runs


def draw_arrow(painter: QPainter, arrow: Arrow, geometry: Geometry, theme: Theme) -> None:
    """Draw a capture from the pawn to its target in the side's color.

    Pawns that can take each other have arrows along one line: each keeps to its own right.
    """
    _draw_arrow_line(
        painter,
        geometry.square_center(arrow.source),
        geometry.square_center(arrow.target),
        geometry.square_size,
        theme.mark_color(arrow.white),
        theme,
        0.085,
    )


def _draw_arrow_line(
    painter: QPainter, source: QPointF, target: QPointF, size: int, color: QColor, theme: Theme, aside: float = 0.0
) -> None:
    """Draw an arrow from one point to another, moved to its own right by a share of a square's edge."""
    across, down = target.x() - source.x(), target.y() - source.y()
    length = hypot(across, down) or 1.0
    ux, uy = across / length, down / length
    lane = QPointF(-uy, ux) * (size * aside)
    source, target = source + lane, target + lane
    begin = QPointF(source.x() + ux * size * 0.22, source.y() + uy * size * 0.22)
    tip = QPointF(target.x() - ux * size * 0.06, target.y() - uy * size * 0.06)
    head, half = size * 0.2, size * 0.11
    neck = QPointF(tip.x() - ux * head, tip.y() - uy * head)
    shaft = QPainterPath(begin)
    shaft.lineTo(neck)
    point = QPainterPath(tip)
    point.lineTo(neck.x() - uy * half, neck.y() + ux * half)
    point.lineTo(neck.x() + uy * half, neck.y() - ux * half)
    point.closeSubpath()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for path, width in ((shaft, size * 0.1), (point, size * 0.045)):
        painter.setPen(round_pen(QColor(theme.halo), width))
        painter.drawPath(path)
    painter.setPen(round_pen(color, size * 0.06))
    painter.drawPath(shaft)
    painter.fillPath(point, QBrush(color))
    painter.restore()


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
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(painter.font())
    font.setPixelSize(max(9, round(size * 0.15)))
    painter.setFont(font)
    inset = size * 0.05
    for mask, name, shade, style in parts:
        for square in squares(mask):
            box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
            for pen in (round_pen(QColor(theme.halo), size * 0.05), QPen(shade, size * 0.03, style)):
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, inset, inset)
            _draw_caption(painter, name, box, shade, theme)
    frame = QRectF(geometry.square_rect(pawn.square)).adjusted(inset / 2, inset / 2, -inset / 2, -inset / 2)
    painter.setPen(QPen(color, size * 0.05))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)
    painter.restore()


def _draw_caption(painter: QPainter, text: str, box: QRectF, color: QColor, theme: Theme) -> None:
    """Write a name on a filled label at the top left of a box, as far as the box is wide enough for it."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(text) + metrics.height() * 0.6
    if width > box.width() + 1:
        return
    label = QRectF(box.left(), box.top(), width, metrics.height() * 1.15)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(label, label.height() * 0.2, label.height() * 0.2)
    painter.setPen(QColor(theme.badge_text))
    painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)


def frame_width(size: int) -> int:
    """Return how many pixels of a square of this size a frame covers at each edge, with its halo."""
    return ceil(2 * _frame_inset(size))


def _frame_inset(size: int) -> float:
    return max(2.0, size * 0.045) * 0.75


def draw_frame(
    painter: QPainter, square: int, geometry: Geometry, color: QColor, theme: Theme, style: Qt.PenStyle
) -> None:
    """Draw a frame inside a square's edge, such as the keyboard cursor."""
    inset = _frame_inset(geometry.square_size)
    width = inset / 0.75
    box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.halo), 2 * inset))
    painter.drawRect(box)
    painter.setPen(QPen(color, width, style, Qt.PenCapStyle.FlatCap))
    painter.drawRect(box)


def draw_spotlight(painter: QPainter, mask: int, geometry: Geometry, theme: Theme) -> None:
    """Veil the squares outside a mask and frame those in it."""
    size = geometry.square_size
    veil = QColor(theme.window)
    veil.setAlpha(165)
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
                painter.fillRect(rect.left(), rect.top() + top, size, min(band, size - top), veil)


def draw_pin(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a frame with a pin's head in the top left corner of a pinned square."""
    size = geometry.square_size
    draw_frame(painter, square, geometry, QColor(theme.link), theme, Qt.PenStyle.SolidLine)
    corner = QPointF(geometry.square_rect(square).topLeft())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.halo), max(1.0, size * 0.02)))
    painter.setBrush(QColor(theme.link))
    painter.drawEllipse(corner + QPointF(size * 0.12, size * 0.12), size * 0.075, size * 0.075)
    painter.restore()


def draw_warning(painter: QPainter, square: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a corner with an exclamation mark at the top left of a square that makes the position illegal."""
    size = geometry.square_size
    edge = size * 0.3
    corner = QPointF(geometry.square_rect(square).topLeft())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.warning))
    painter.drawPolygon(QPolygonF([corner, corner + QPointF(edge, 0), corner + QPointF(0, edge)]))
    painter.setBrush(QColor(theme.badge_text))
    x, y, width = corner.x() + edge * 0.3, corner.y() + edge * 0.12, max(1.0, edge * 0.12)
    painter.drawRect(QRectF(x - width / 2, y, width, edge * 0.26))
    painter.drawRect(QRectF(x - width / 2, y + edge * 0.34, width, width))
    painter.restore()


def draw_drawing(painter: QPainter, source: int, target: int, color: QColor, geometry: Geometry, theme: Theme) -> None:
    """Draw a person's own arrow, or a circle where source and target are the same square."""
    size = geometry.square_size
    if source != target:
        _draw_arrow_line(painter, geometry.square_center(source), geometry.square_center(target), size, color, theme)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in (round_pen(QColor(theme.halo), size * 0.08), round_pen(color, size * 0.05)):
        painter.setPen(pen)
        painter.drawEllipse(geometry.square_center(source), size * 0.44, size * 0.44)
    painter.restore()
