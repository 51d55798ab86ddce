"""The one painter of boards: men, marks, strips, arrows and legends, for the screen and for pictures.

All lengths are device pixels. A square with everything on it is drawn once as an opaque tile and then copied; equal
cells share a tile. Tiles are made of stamps: a man or a mark drawn once for a square of this size.
"""

from __future__ import annotations

from math import ceil, hypot
from typing import Final

from PySide6.QtCore import QByteArray, QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.bitboard import squares
from pawnviz.core.marks import Family, Mark
from pawnviz.core.picture import FROM_EAST, FROM_WEST, Arrow, Cell, Picture, PlacedMark, Strip
from pawnviz.core.single_pawn import SinglePawn
from pawnviz.resources import read_resource
from pawnviz.view.geometry import Geometry
from pawnviz.view.theme import Theme

TILE_BUDGET: Final = 24 * 1024 * 1024
"""The memory that tiles of small squares may take, in bytes, and stamps as much again."""
TILE_COUNT: Final = 256
"""Tiles that are kept at least: four boards, so that large squares are not drawn anew at each edit."""

_DETAIL_SIZE: Final = 48
"""Squares smaller than this are drawn with fewer and simpler lines."""
_LETTER_SIZE: Final = 24
"""Badges on squares smaller than this have no letters."""

_MAN_SHARE: Final = 0.86
_TARGET_PLACES: Final = ((0.5,), (0.38, 0.62), (0.26, 0.5, 0.74), (0.12, 0.33, 0.54, 0.72))


class Tiles:
    """Squares and their parts drawn once for one theme, square size and orientation.

    The oldest are dropped when they are more than ``TILE_COUNT`` and would take more than ``TILE_BUDGET``.
    """

    def __init__(self) -> None:
        """Start with nothing drawn."""
        self._key: tuple[str, int, bool] = ("", 0, False)
        self._limit = 0
        self._tiles: dict[tuple[Cell, bool], QImage] = {}
        self._stamps: dict[PlacedMark | str, QImage] = {}

    def prepare(self, theme: Theme, size: int, flipped: bool) -> None:
        """Drop what was drawn for another theme, size or orientation."""
        if self._key != (theme.name, size, flipped):
            self._key = (theme.name, size, flipped)
            self._limit = max(TILE_COUNT, TILE_BUDGET // (4 * size * size))
            self._tiles.clear()
            self._stamps.clear()

    def tile(self, cell: Cell, light: bool, theme: Theme) -> QImage:
        """Return the opaque picture of a cell on a light or a dark square."""
        tile = self._tiles.get((cell, light))
        if tile is None:
            size, flipped = self._key[1:]
            tile = QImage(size, size, QImage.Format.Format_RGB32)
            painter = QPainter(tile)
            draw_cell(painter, cell, light, size, theme, flipped, self)
            painter.end()
            if len(self._tiles) >= self._limit:
                del self._tiles[next(iter(self._tiles))]
            self._tiles[(cell, light)] = tile
        return tile

    def stamp(self, part: PlacedMark | str, theme: Theme) -> QImage:
        """Return the transparent picture of a mark, or of the man with this letter, as large as a square."""
        stamp = self._stamps.get(part)
        if stamp is None:
            size, flipped = self._key[1:]
            stamp = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
            stamp.fill(Qt.GlobalColor.transparent)
            painter = QPainter(stamp)
            if isinstance(part, str):
                draw_man(painter, part, QRectF(0, 0, size, size), theme)
            else:
                draw_mark(painter, part, size, theme, flipped)
            painter.end()
            if len(self._stamps) >= self._limit:
                del self._stamps[next(iter(self._stamps))]
            self._stamps[part] = stamp
        return stamp


def paint_picture(
    painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme, tiles: Tiles, exposed: QRect | None = None
) -> None:
    """Paint a picture in device pixels; only squares that meet the exposed rectangle, where one is given."""
    size = geometry.square_size
    tiles.prepare(theme, size, geometry.flipped)
    board = geometry.board_rect
    left, top = board.left(), board.top()
    flipped = geometry.flipped
    tile, draw = tiles.tile, painter.drawImage
    whole = exposed is None or exposed.contains(board)
    for square, cell in enumerate(picture.cells):
        file, rank = square & 7, square >> 3
        x = left + (7 - file if flipped else file) * size
        y = top + (rank if flipped else 7 - rank) * size
        if whole or (exposed is not None and exposed.intersects(QRect(x, y, size, size))):
            draw(x, y, tile(cell, (file + rank) % 2 == 1, theme))
    if whole or (exposed is not None and not board.contains(exposed)):
        _paint_margins(painter, picture, geometry, theme)
    for arrow in picture.arrows:
        draw_arrow(painter, arrow, geometry, theme)


def _paint_margins(painter: QPainter, picture: Picture, geometry: Geometry, theme: Theme) -> None:
    """Paint coordinates, the marker of the side to move and the strips."""
    board, size, scale = geometry.board_rect, geometry.square_size, geometry.scale
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.border), 1))
    painter.drawRect(QRectF(board).adjusted(-0.5, -0.5, 0.5, 0.5))
    if geometry.coordinates:
        font = QFont(painter.font())
        font.setPixelSize(round(11 * scale))
        painter.setFont(font)
        painter.setPen(QColor(theme.coordinates))
        margin = geometry.coordinate_margin
        center = Qt.AlignmentFlag.AlignCenter
        for step in range(8):
            file_rect = QRect(board.left() + geometry.column(step) * size, board.bottom() + 2, size, margin)
            painter.drawText(file_rect, center, "abcdefgh"[step])
            rank_rect = QRect(board.left() - margin, board.top() + geometry.row(step) * size, margin, size)
            painter.drawText(rank_rect, center, str(step + 1))
    _draw_side_to_move(painter, picture.white_to_move, geometry, theme)
    for strip in picture.strips:
        draw_strip(painter, strip, picture.strip_rows, geometry, theme)
    painter.restore()


def _draw_side_to_move(painter: QPainter, white: bool, geometry: Geometry, theme: Theme) -> None:
    """Draw a disc in the right margin beside the first rank of the side to move."""
    board, scale = geometry.board_rect, geometry.scale
    radius = 5.5 * scale
    y = geometry.square_center(0 if white else 56).y()
    painter.setBrush(QColor("#ffffff" if white else "#15191d"))
    painter.setPen(QPen(QColor(theme.coordinates), 1.5 * scale))
    painter.drawEllipse(QPointF(board.right() + 1 + geometry.side_margin / 2, y), radius, radius)


def draw_cell(painter: QPainter, cell: Cell, light: bool, size: int, theme: Theme, flipped: bool, tiles: Tiles) -> None:
    """Draw one square at the origin: its color, the hatches, the man, and the other marks above the man."""
    painter.fillRect(0, 0, size, size, QColor(theme.light_square if light else theme.dark_square))
    badges = []
    above = []
    for placed in cell.marks:
        family = placed.mark.family
        if family is Family.HATCH:
            painter.drawImage(0, 0, tiles.stamp(placed, theme))
        elif family is Family.BADGE:
            badges.append(placed)
        else:
            above.append(placed)
    if cell.man:
        painter.drawImage(0, 0, tiles.stamp(cell.man, theme))
    for placed in above:
        painter.drawImage(0, 0, tiles.stamp(placed, theme))
    for placed in column_of_badges(badges):
        painter.drawImage(0, 0, tiles.stamp(placed, theme))


_men: dict[str, QSvgRenderer] = {}


def man_renderer(man: str) -> QSvgRenderer:
    """Return the drawing of a man, given by its letter, capital for White."""
    renderer = _men.get(man)
    if renderer is None:
        name = ("w" if man.isupper() else "b") + man.upper()
        renderer = _men[man] = QSvgRenderer(QByteArray(read_resource(f"men/{name}.svg").encode()))
    return renderer


def draw_man(painter: QPainter, man: str, rect: QRectF, theme: Theme) -> None:
    """Draw a man in the middle of a square, with a thin rim that keeps hatches off its outline."""
    edge = rect.width() * _MAN_SHARE
    box = QRectF(rect.center().x() - edge / 2, rect.center().y() - edge / 2, edge, edge)
    size = max(1, ceil(edge))
    shape = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    shape.fill(Qt.GlobalColor.transparent)
    inner = QPainter(shape)
    man_renderer(man).render(inner, QRectF(0, 0, edge, edge))
    inner.end()
    rim = shape.copy()
    inner = QPainter(rim)
    inner.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    inner.fillRect(rim.rect(), QColor(theme.man_halo))
    inner.end()
    reach = rect.width() * 0.016
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7)):
        painter.drawImage(QPointF(box.x() + x * reach, box.y() + y * reach), rim)
    painter.drawImage(box.topLeft(), shape)


def draw_mark(painter: QPainter, placed: PlacedMark, size: float, theme: Theme, flipped: bool) -> None:
    """Draw a mark on a square at the origin."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(placed.opacity)
    color = theme.mark_color(placed.white, placed.color)
    family = placed.mark.family
    if family is Family.HATCH:
        painter.setClipRect(QRectF(0, 0, size, size), Qt.ClipOperation.IntersectClip)
        _draw_hatch(painter, placed.mark.shape, placed.white, size, color)
    elif family is Family.TARGET:
        row = _TARGET_PLACES[min(placed.slot_count, len(_TARGET_PLACES)) - 1]
        center = QPointF(row[placed.slot % len(row)] * size, (0.78 if placed.white else 0.22) * size)
        _draw_target(painter, placed.mark.shape, center, size, color, placed.white != flipped, theme)
    elif family is Family.ATTACK:
        _draw_attack(painter, placed, size, color, theme, flipped)
    elif family is Family.BAR:
        _draw_bar(painter, placed, size, color, theme)
    elif family is Family.BADGE:
        _draw_badge(painter, placed, size, color, theme)
    else:
        rect = QRectF(0.06 * size, 0.38 * size, 0.88 * size, 0.24 * size)
        _draw_files(painter, placed.mark, rect, 1, color, theme, flipped)
    painter.restore()


# Hatches

_PHASES: Final = {"solid": 0.0, "double": 0.3, "dashed": 0.5, "dotted": 0.8}


def _draw_hatch(painter: QPainter, shape: str, white: bool, size: float, color: QColor) -> None:
    """Draw lines that meet the neighbouring squares' lines: every period divides the square's edge."""
    width = max(1.0, size * 0.019)
    painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    if shape == "tint":
        painter.setOpacity(painter.opacity() * 0.35)
        painter.fillRect(QRectF(0, 0, size, size), color)
    elif shape == "crosses":
        _draw_crosses(painter, white, size)
    elif shape == "rungs":
        _draw_rungs(painter, white, size)
    elif shape == "waves":
        _draw_waves(painter, white, size)
    else:
        if not white:
            # A falling line is a rising one seen in a mirror; the periods are the same.
            painter.translate(size, 0)
            painter.scale(-1, 1)
        slope, _, pattern = shape.partition(" ") if shape.startswith(("steep", "shallow")) else ("", "", shape)
        _draw_lines(painter, slope, pattern or "solid", size, width, color)


def _draw_lines(painter: QPainter, slope: str, pattern: str, size: float, width: float, color: QColor) -> None:
    """Draw rising lines of one slope in one pattern over a square at the origin."""
    count = 4 if size >= _LETTER_SIZE else 2
    period = size / count
    phase = _PHASES[pattern] + (0.15 if slope else 0.0)
    # A line runs from (start, size) to (start + run, 0) or, when shallow, from (0, start) to (size, start - size / 2).
    run = size if not slope else size / 2
    for index in range(-count, 2 * count):
        offset = (index + phase) * period
        if slope == "shallow":
            line = QLineF(0, offset, size, offset - size / 2)
        else:
            line = QLineF(offset - run, size, offset, 0)
        if pattern == "double":
            gap = max(width, period * 0.11)
            line.translate(-gap, 0)
            painter.drawLine(line)
            line.translate(2 * gap, 0)
            painter.drawLine(line)
        elif pattern == "solid":
            painter.drawLine(line)
        else:
            _draw_broken(painter, line, pattern, count, index % 2 / 2, width, color)


def _draw_broken(
    painter: QPainter, line: QLineF, pattern: str, count: int, shift: float, width: float, color: QColor
) -> None:
    """Draw a line as dashes or dots that repeat ``count`` times along it, every other line shifted by half a step."""
    for step in range(-1, count + 1):
        begin = (step + shift) / count
        if pattern == "dashed":
            painter.drawLine(QLineF(line.pointAt(begin), line.pointAt(begin + 0.58 / count)))
        else:
            painter.save()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            radius = max(1.0, width * 1.05)
            painter.drawEllipse(line.pointAt(begin), radius, radius)
            painter.restore()


def _draw_crosses(painter: QPainter, white: bool, size: float) -> None:
    """Draw a grid of upright crosses for White, of slanting ones between them for Black."""
    count = 3 if size >= _DETAIL_SIZE else 2
    step = size / count
    arm = step * 0.17
    start = 0.25 if white else 0.75
    slanting = QLineF(-arm * 0.8, -arm * 0.8, arm * 0.8, arm * 0.8)
    for row in range(count):
        for column in range(count):
            x, y = (column + start) * step, (row + start) * step
            if white:
                painter.drawLine(QLineF(x - arm, y, x + arm, y))
                painter.drawLine(QLineF(x, y - arm, x, y + arm))
            else:
                painter.drawLine(slanting.translated(x, y))
                painter.drawLine(QLineF(x - arm * 0.8, y + arm * 0.8, x + arm * 0.8, y - arm * 0.8))


def _draw_rungs(painter: QPainter, white: bool, size: float) -> None:
    """Draw rows of short strokes along the rank, rising slightly for White and falling for Black."""
    count = 4 if size >= _DETAIL_SIZE else 2
    step = size / count
    tilt = step * (0.12 if white else -0.12)
    for row in range(count):
        for column in range(count):
            x = (column + (0.25 if row % 2 else 0.75)) * step
            y = (row + (0.25 if white else 0.75)) * step
            painter.drawLine(QLineF(x - step * 0.26, y + tilt, x + step * 0.26, y - tilt))


def _draw_waves(painter: QPainter, white: bool, size: float) -> None:
    """Draw saw-toothed lines along the rank; the long flank rises for White and falls for Black."""
    count = 3 if size >= _DETAIL_SIZE else 2
    teeth = 4 if size >= _DETAIL_SIZE else 2
    step, tooth = size / count, size / teeth
    height = step * 0.2
    for row in range(count):
        y = (row + (0.3 if white else 0.8)) * step
        points = []
        for index in range(teeth):
            x = index * tooth
            first, second = (y + height / 2, y - height / 2) if white else (y - height / 2, y + height / 2)
            points += [QPointF(x, first), QPointF(x + tooth * 0.8, second)]
        points.append(QPointF(size, points[0].y()))
        painter.drawPolyline(QPolygonF(points))


# Marks above the man


def _pen(color: QColor, width: float) -> QPen:
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def _draw_haloed(painter: QPainter, path: QPainterPath, color: QColor, filled: bool, width: float, halo: str) -> None:
    """Draw a path over a wider line in the halo's color, so that it stands out on men and hatches."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_pen(QColor(halo), width * (2.2 if filled else 2.6)))
    painter.drawPath(path)
    if filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
    else:
        painter.setPen(_pen(color, width))
    painter.drawPath(path)


def _draw_target(
    painter: QPainter, shape: str, center: QPointF, size: float, color: QColor, upward: bool, theme: Theme
) -> None:
    """Draw a symbol for a single target; chevrons point up or down the screen."""
    half = size * 0.088
    rise = -half * 0.75 if upward else half * 0.75
    x, y = center.x(), center.y()
    path = QPainterPath()
    filled = shape == "chevron"
    if shape in ("chevron", "hollow chevron"):
        path.addPolygon(QPolygonF([QPointF(x - half, y - rise), QPointF(x, y + rise), QPointF(x + half, y - rise)]))
        path.closeSubpath()
    elif shape == "double chevron":
        for shift in (-rise * 0.75, rise * 0.75):
            path.moveTo(x - half, y - rise * 0.6 + shift)
            path.lineTo(x, y + rise * 0.6 + shift)
            path.lineTo(x + half, y - rise * 0.6 + shift)
    elif shape == "cross":
        arm = half * 0.8
        path.moveTo(x - arm, y - arm)
        path.lineTo(x + arm, y + arm)
        path.moveTo(x - arm, y + arm)
        path.lineTo(x + arm, y - arm)
    elif shape == "ring":
        path.addEllipse(center, half * 0.85, half * 0.85)
    else:
        points = (QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y))
        path.addPolygon(QPolygonF(points))
        path.closeSubpath()
    _draw_haloed(painter, path, color, filled, max(1.2, size * 0.026), theme.halo)


def _draw_attack(
    painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme, flipped: bool
) -> None:
    """Draw small marks in a row: from the bottom left for White, from the top right for Black."""
    y = (0.895 if placed.white else 0.105) * size
    shape = placed.mark.shape
    if shape != "dots":
        _draw_attack_shape(painter, shape, QPointF(_attack_place(placed, 0) * size, y), size, color, theme, flipped)
        return
    # The place to the west shows the pawn that attacks from the west, wherever west is on the screen.
    western, eastern = (1, 0) if flipped == placed.white else (0, 1)
    attackers = placed.attackers or FROM_WEST
    for flag, place in ((FROM_WEST, western), (FROM_EAST, eastern)):
        if attackers & flag:
            _draw_attack_shape(
                painter, shape, QPointF(_attack_place(placed, place) * size, y), size, color, theme, flipped
            )


def _attack_place(placed: PlacedMark, offset: int) -> float:
    """Return the distance from the left edge as a share of the square's edge."""
    step = min(0.125, 0.7 / max(1, placed.slot_count))
    distance = 0.1 + step * (placed.slot + offset)
    return distance if placed.white else 1 - distance


def _draw_attack_shape(
    painter: QPainter, shape: str, center: QPointF, size: float, color: QColor, theme: Theme, flipped: bool
) -> None:
    radius = max(1.5, size * 0.047)
    line = max(1.0, size * 0.02)
    path = QPainterPath()
    if shape in ("from west", "from east"):
        tip = radius * 1.15 if (shape == "from west") != flipped else -radius * 1.15
        x, y = center.x(), center.y()
        path.addPolygon(
            QPolygonF([QPointF(x - tip, y - radius * 1.1), QPointF(x + tip, y), QPointF(x - tip, y + radius * 1.1)])
        )
        path.closeSubpath()
        _draw_haloed(painter, path, color, True, line, theme.halo)
    elif shape == "ring":
        path.addEllipse(center, radius * 0.9, radius * 0.9)
        _draw_haloed(painter, path, color, False, line, theme.halo)
    elif shape == "target":
        path.addEllipse(center, radius * 1.2, radius * 1.2)
        _draw_haloed(painter, path, color, False, line, theme.halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(center, radius * 0.55, radius * 0.55)
    else:
        path.addEllipse(center, radius, radius)
        _draw_haloed(painter, path, color, True, line, theme.halo)


def _draw_bar(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme) -> None:
    """Draw a bar along the bottom edge for White, along the top edge for Black; several share the edge."""
    thickness = max(2.0, size * 0.04)
    length = size * 0.6 / max(1, placed.slot_count)
    left = size * 0.2 + length * placed.slot
    if placed.slot_count > 1:
        length -= size * 0.03
    top = size - thickness - max(1.0, size * 0.012) if placed.white else max(1.0, size * 0.012)
    rect = QRectF(left, top, length, thickness)
    painter.fillRect(rect.adjusted(-1, -1, 1, 1), QColor(theme.halo))
    _draw_strip_shape(painter, placed.mark, rect, color, 4)


def _draw_strip_shape(painter: QPainter, mark: Mark, rect: QRectF, color: QColor, steps: int) -> None:
    """Draw a bar or a strip of files into a rectangle; broken shapes repeat ``steps`` times along it."""
    shape = mark.shape
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    third = rect.height() / 3
    if shape == "dashed":
        step = rect.width() / (3 * steps)
        for index in range(3 * steps):
            painter.drawRect(QRectF(rect.left() + index * step, rect.top(), step * 0.6, rect.height()))
    elif shape == "double":
        painter.drawRect(QRectF(rect.left(), rect.top(), rect.width(), third))
        painter.drawRect(QRectF(rect.left(), rect.bottom() - third, rect.width(), third))
    elif shape == "notched":
        step = rect.width() / steps
        for index in range(steps):
            left = rect.left() + index * step
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(left, rect.bottom()),
                        QPointF(left + step / 2, rect.top()),
                        QPointF(left + step, rect.bottom()),
                    ]
                )
            )
    elif shape == "hollow":
        inset = max(0.75, third * 0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, 2 * inset * 0.75))
        painter.drawRect(rect.adjusted(inset, inset, -inset, -inset))
    else:
        painter.drawRect(rect)


# Badges


def column_of_badges(badges: list[PlacedMark]) -> list[PlacedMark]:
    """Return up to four badges with their places from the bottom; of more, three and a ``+n``."""
    if len(badges) > 4:
        more = Mark(Family.BADGE, "disc", f"+{len(badges) - 3}")
        badges = [*badges[:3], badges[3]._replace(mark=more, color="", opacity=1.0)]
    return [placed._replace(slot=index, slot_count=4) for index, placed in enumerate(badges)]


def _draw_badge(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme) -> None:
    """Draw a round badge for White, a square one for Black, upwards from the bottom right."""
    label = placed.mark.label
    radius = size * 0.092
    center = QPointF(size * 0.885, size * (0.885 - 0.21 * placed.slot))
    box = QRectF(center.x() - radius, center.y() - radius, 2 * radius, 2 * radius)
    painter.setPen(QPen(QColor(theme.halo), max(1.0, size * 0.016)))
    painter.setBrush(color)
    if placed.white:
        painter.drawEllipse(box)
    else:
        painter.drawRoundedRect(box, radius * 0.35, radius * 0.35)
    if size < _LETTER_SIZE:
        return
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(5, round(radius * (1.45 if len(label) == 1 else 1.15))))
    painter.setFont(font)
    painter.setPen(QColor(theme.badge_text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)


# Strips, arrows, a pawn's own squares


def draw_strip(painter: QPainter, strip: Strip, rows: int, geometry: Geometry, theme: Theme) -> None:
    """Draw a side's files below the board: a strip for each run of neighbouring files, or a sign for each file."""
    area = geometry.strip_rect
    height = min(area.height() / max(1, rows), 12 * geometry.scale)
    thickness = max(1.5, height * 0.4)
    top = area.top() + strip.row * height + (0 if strip.white else height * 0.5)
    color = theme.mark_color(strip.white, strip.color)
    painter.save()
    painter.setOpacity(strip.opacity)
    size = geometry.square_size
    singly = strip.mark.shape in ("east cap", "west cap", "diamond", "triangle")
    for first, last in _runs(strip.files, singly):
        columns = sorted((geometry.column(first), geometry.column(last)))
        inset = size * 0.08
        left = area.left() + columns[0] * size + inset
        width = (columns[1] - columns[0] + 1) * size - 2 * inset
        rect = QRectF(left, top, width, thickness)
        _draw_files(painter, strip.mark, rect, last - first + 1, color, theme, geometry.flipped)
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


def _draw_files(
    painter: QPainter, mark: Mark, rect: QRectF, width: int, color: QColor, theme: Theme, flipped: bool
) -> None:
    """Draw one strip; caps stand at the screen edge that faces their direction."""
    shape = mark.shape
    middle, height = rect.center(), rect.height()
    if shape in ("east cap", "west cap"):
        right = (shape == "east cap") != flipped
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        edge = rect.right() if right else rect.left()
        stem = -1 if right else 1
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(edge, rect.top()),
                    QPointF(edge, rect.bottom()),
                    QPointF(edge + stem * rect.width() * 0.45, middle.y()),
                ]
            )
        )
    elif shape in ("diamond", "triangle"):
        half = height * (1.1 if shape == "diamond" else 0.9)
        points = [QPointF(middle.x() - half, middle.y() + height / 2), QPointF(middle.x(), rect.top())]
        points.append(QPointF(middle.x() + half, middle.y() + height / 2))
        if shape == "diamond":
            points = [QPointF(middle.x() - half, middle.y()), QPointF(middle.x(), rect.top())]
            points += [QPointF(middle.x() + half, middle.y()), QPointF(middle.x(), rect.bottom())]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF(points))
    elif shape == "numbered":
        thin = QRectF(rect.left(), middle.y() - height * 0.15, rect.width(), height * 0.3)
        painter.fillRect(thin, color)
        half = max(height * 1.1, 3.0)
        disc = QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
        painter.setPen(QPen(QColor(theme.window), 1))
        painter.setBrush(color)
        painter.drawEllipse(disc)
        font = QFont(painter.font())
        font.setBold(True)
        font.setPixelSize(max(5, round(half * 1.5)))
        painter.setFont(font)
        painter.setPen(QColor(theme.badge_text))
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, mark.label)
    else:
        _draw_strip_shape(painter, mark, rect, color, width)


def draw_arrow(painter: QPainter, arrow: Arrow, geometry: Geometry, theme: Theme) -> None:
    """Draw a capture from the pawn to its target in the side's color."""
    _draw_arrow_line(
        painter,
        geometry.square_center(arrow.source),
        geometry.square_center(arrow.target),
        geometry.square_size,
        theme.mark_color(arrow.white),
        theme,
    )


def _draw_arrow_line(
    painter: QPainter, source: QPointF, target: QPointF, size: int, color: QColor, theme: Theme
) -> None:
    across, down = target.x() - source.x(), target.y() - source.y()
    length = hypot(across, down) or 1.0
    ux, uy = across / length, down / length
    # Pawns that can take each other have arrows along one line: each keeps to its right.
    lane = QPointF(-uy, ux) * (size * 0.085)
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
        painter.setPen(_pen(QColor(theme.halo), width))
        painter.drawPath(path)
    painter.setPen(_pen(color, size * 0.06))
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
    font.setPixelSize(max(7, round(size * 0.15)))
    painter.setFont(font)
    inset = size * 0.05
    for mask, name, shade, style in parts:
        for square in squares(mask):
            box = QRectF(geometry.square_rect(square)).adjusted(inset, inset, -inset, -inset)
            for pen in (_pen(QColor(theme.halo), size * 0.05), QPen(shade, size * 0.03, style)):
                painter.setPen(pen)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(box, inset, inset)
            _draw_caption(painter, name, box, shade, theme)
    frame = QRectF(geometry.square_rect(pawn.square)).adjusted(inset / 2, inset / 2, -inset / 2, -inset / 2)
    painter.setPen(QPen(color, size * 0.05))
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


def draw_frame(
    painter: QPainter, square: int, geometry: Geometry, color: QColor, theme: Theme, style: Qt.PenStyle
) -> None:
    """Draw a frame inside a square's edge, such as the keyboard cursor."""
    size = geometry.square_size
    width = max(2.0, size * 0.045)
    box = QRectF(geometry.square_rect(square)).adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(theme.halo), width * 1.5))
    painter.drawRect(box)
    painter.setPen(QPen(color, width, style, Qt.PenCapStyle.FlatCap))
    painter.drawRect(box)


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
    for pen in (_pen(QColor(theme.halo), size * 0.08), _pen(color, size * 0.05)):
        painter.setPen(pen)
        painter.drawEllipse(geometry.square_center(source), size * 0.44, size * 0.44)
    painter.restore()
