"""Marks on one square, hatches among them, each drawn at the origin; strips of files below the board."""

from __future__ import annotations

from math import ceil, floor
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBitmap, QColor, QPainter, QPainterPath, QPen, QPolygonF, QRegion

from pawnviz.core.layers.marks import TINT, Family, Mark
from pawnviz.core.picture.picture import (
    EAST_END,
    KEPT,
    LOST,
    MOST_HATCHES,
    NORTH_EAST,
    NORTH_END,
    NORTH_WEST,
    SIGNS,
    SOUTH_EAST,
    SOUTH_END,
    SOUTH_WEST,
    WEST_END,
    Line,
    PlacedMark,
    Strip,
)
from pawnviz.core.picture.places import (
    COARSE_SIZE,
    OUTLINE_PLACE,
    SECOND,
    WHOLE,
    Spot,
    has_tab,
    is_outline,
    lay_out,
    tab_box,
    tab_shape,
)
from pawnviz.view.board import shapes
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.shapes import Ink, antialiased, disc_fill, draw_band, draw_chip, fill, fill_with, outline_with
from pawnviz.view.widgets.theme import Theme


def draw_mark(painter: QPainter, placed: PlacedMark, size: float, theme: Theme, flipped: bool) -> None:
    """Draw a mark alone on a square at the origin, at its usual place."""
    draw_spot(painter, lay_out((placed,), size)[0], size, theme, flipped)


def draw_spot(painter: QPainter, spot: Spot, size: float, theme: Theme, flipped: bool) -> None:
    """Draw a mark at its place on a square; a lost one is struck, a gained one has a ground or a frame."""
    placed = spot.placed
    if placed.change:
        _draw_changed(painter, spot, size, theme, flipped)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setOpacity(painter.opacity() * placed.opacity)
    ink = ink_of(placed, theme, flipped)
    family = placed.mark.family
    if family is Family.HATCH:
        _clip(painter, spot.part, size)
        if is_outline(placed):
            _draw_outline(painter, placed, size, ink)
        else:
            _draw_hatch(painter, spot, size, ink)
    elif family is Family.LINE:
        # A part of the line with a tooth, as a sample.
        y, tip = (0.5 - 0.36 * ink.forward) * size, (0.5 - 0.24 * ink.forward) * size
        points = [QPointF(-0.5 * size, y), QPointF(0.5 * size, tip), QPointF(1.5 * size, y)]
        shapes.draw_front(painter, points, [points[1]], 1.5 * size, ink)
    elif family is Family.STRIP:
        draw_files(painter, placed.mark, QRectF(0, 0.38 * size, size, 0.24 * size), 1, ink)
    else:
        _SYMBOLS[family](painter, spot, size, ink)
    painter.restore()


_SYMBOLS: Final = {
    Family.TARGET: shapes.draw_target,
    Family.ATTACK: shapes.draw_attack,
    Family.BAR: shapes.draw_bar,
    Family.BADGE: shapes.draw_badge,
}


def ink_of(drawn: PlacedMark | Strip | Line, theme: Theme, flipped: bool) -> Ink:
    """Return the ink of a mark, a strip or a line."""
    return Ink(drawn.white, theme.mark_color(drawn.white, drawn.color), theme, flipped)


def _clip(painter: QPainter, part: int, size: float) -> None:
    """Draw only on the square, or on the quarters of it that a part of a woven hatch has."""
    if part == WHOLE:
        painter.setClipRect(QRectF(0, 0, size, size), Qt.ClipOperation.IntersectClip)
        return
    middle = round(size / 2)  # A whole pixel, so that the parts meet without a gap.
    rest = ceil(size) - middle
    left, right = QRect(0, 0, middle, middle), QRect(middle, middle, rest, rest)
    if part == SECOND:
        left, right = QRect(0, middle, middle, rest), QRect(middle, 0, rest, middle)
    painter.setClipRegion(QRegion(left) + QRegion(right), Qt.ClipOperation.IntersectClip)


@antialiased
def _draw_changed(painter: QPainter, spot: Spot, size: float, theme: Theme, flipped: bool) -> None:
    placed, color = spot.placed, ink_of(spot.placed, theme, flipped).color
    plain = shapes.clear_image(ceil(size), ceil(size))
    with QPainter(plain) as inner:
        draw_spot(inner, spot._replace(placed=placed._replace(change=KEPT)), size, theme, flipped)
    hatch = placed.mark.family is Family.HATCH
    # A hatch is struck through at the left edge, where pieces leave room.
    used = QRegion(QBitmap.fromImage(plain.createAlphaMask())).boundingRect()
    box = QRectF(0.03 * size, 0.4 * size, 0.2 * size, 0.2 * size) if hatch else QRectF(used)
    if placed.change == LOST:
        painter.setOpacity(0.3 if hatch else 0.45)
        painter.drawImage(0, 0, plain)
        painter.setOpacity(1)
        shapes.draw_strike(painter, box, placed.white, size, color, theme)
    elif hatch:
        painter.drawImage(0, 0, plain)
        inset = size * 0.035
        outline_with(painter, QPen(color, max(1.4, size * 0.03)))
        painter.drawRect(QRectF(inset, inset, size - 2 * inset, size - 2 * inset))
    else:
        shapes.draw_background(painter, box, size, color, theme)
        painter.drawImage(0, 0, plain)


_DASH: Final = 0.58


class _Lines(NamedTuple):
    """The lines of a pattern: their number for each solid line, and the shift of the first, in periods."""

    density: float
    phase: float


_LINES: Final = {
    "solid": _Lines(1, 0.0),
    "dashed": _Lines(1, 0.5),
    "dotted": _Lines(1, 0.75),
    "double": _Lines(0.5, 0.25),
    "double dashed": _Lines(0.5, 0.5),
}
"""Patterns of one slope are shifted by different phases, so that no line covers one of another pattern; only pairs of
solid lines are centered on dashed lines and pairs of dashes on solid lines, which seldom occur together."""


def _draw_hatch(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw lines that continue in the neighboring squares: every period divides the square's edge."""
    placed, (white, color, theme, _) = spot.placed, ink
    shape, width = placed.mark.shape, max(1.15, size * 0.0175)
    painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    if shape == TINT:
        _draw_region(painter, placed, size, ink)
    elif shape == "crosses":
        if placed.slot_count > MOST_HATCHES or size < COARSE_SIZE:
            # Outlines run below, and on small squares the rings of others.
            share = 2.4 if size >= COARSE_SIZE else 1.8
            painter.setPen(QPen(QColor(theme.halo), share * width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
            _draw_crosses(painter, spot, size)
            painter.setPen(QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        _draw_crosses(painter, spot, size)
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
        _draw_lines(painter, slope, pattern or "solid", white, size, width, color)


def _draw_region(painter: QPainter, placed: PlacedMark, size: float, ink: Ink) -> None:
    """Draw a square of a tinted region with its part of the outline: solid for White, dashed and inside for Black."""
    opacity, color = painter.opacity(), ink.color
    painter.setOpacity(opacity * 0.26)
    fill(painter, QRectF(0, 0, size, size), color)
    painter.setOpacity(opacity)
    width = max(1.5, size * 0.034)
    inset = width * ((0 if placed.white else 1.5) + 3.2 * placed.slot)
    painter.translate(size / 2, size / 2)
    dashes = 1 if placed.white else 4
    # Each edge as the upper one of the turned square, with the edges and the corners beside it.
    around = (NORTH_END, EAST_END, SOUTH_END, WEST_END)
    corners = (NORTH_EAST, SOUTH_EAST, SOUTH_WEST, NORTH_WEST)
    for number, edge in enumerate(around):
        painter.save()
        painter.rotate(90 * (number + 2 * ink.flipped))
        painter.translate(-size / 2, -size / 2)
        if placed.ends & edge:
            left, right = (inset if placed.ends & around[(number + step) % 4] else 0.0 for step in (3, 1))
            step = size / dashes
            for dash in range(dashes):
                start, end = max(dash * step, left), min((dash + (1.0 if placed.white else 0.6)) * step, size - right)
                if end > start:
                    fill(painter, QRectF(start, inset, end - start, width), color)
        if placed.ends & corners[number]:
            fill(painter, QRectF(size - inset - width, inset, inset + width, width), color)
            fill(painter, QRectF(size - inset - width, 0, width, inset + width), color)
        painter.restore()


def _draw_lines(
    painter: QPainter, slope: str, pattern: str, white: bool, size: float, width: float, color: QColor
) -> None:
    density, phase = _LINES[pattern]
    count = round((4 if size >= COARSE_SIZE else 2) * density)
    period = size / count
    # Every other line may be shifted only if a line that continues beside or above the square is shifted there too.
    shifted = count % (4 if slope else 2) == 0
    phase += 0.1 if slope else 0.0
    # A line runs from (offset - run, size) to (offset, 0) or, when shallow, from (0, offset) to (size, offset - run).
    run = size / 2 if slope else size
    lines = []
    for index in range(-count, 2 * count + 1):
        offset = (index + phase) * period
        line = QLineF(0, offset, size, offset - run) if slope == "shallow" else QLineF(offset - run, size, offset, 0)
        if pattern.startswith("double"):
            gap = max(width * 1.25, period * 0.07)
            lines += [line.translated(-gap, 0), line.translated(gap, 0)]
        else:
            lines.append(line)
    if pattern == "dotted":
        # Dots do not show which way a line runs, so that Black's are rings.
        dots = 10 if size < COARSE_SIZE and not white else 12
        # Black's are shifted, so that none lies on one of White's where their lines cross.
        shift = 0.0 if white else 0.75 if size >= COARSE_SIZE else 0.25
        radius = max(1.25, width * 1.05) if white else max(1.55, size * 0.0274)
        painter.setPen(Qt.PenStyle.NoPen if white else QPen(color, max(1.3, size * 0.018)))
        painter.setBrush(color if white else Qt.BrushStyle.NoBrush)
        for line in lines:
            for step in range(dots + 2):
                painter.drawEllipse(line.pointAt((step - shift) / dots), radius, radius)
    elif pattern.endswith("dashed"):
        in_pair = 2 if pattern.startswith("double") else 1
        for index, line in enumerate(lines):
            painter.drawLines(_dashes(line, 0.5 if shifted and index // in_pair % 2 else 0.0))
    else:
        # Longer than the square, so that they end at its edge.
        painter.drawLines([QLineF(line.pointAt(-0.1), line.pointAt(1.1)) for line in lines])


def _dashes(line: QLineF, shift: float) -> list[QLineF]:
    count = 4
    begins = ((step + shift) / count for step in range(-1, count + 1))
    return [QLineF(line.pointAt(begin), line.pointAt(begin + _DASH / count)) for begin in begins]


def _draw_crosses(painter: QPainter, spot: Spot, size: float) -> None:
    """Draw crosses for White, rings for Black: in alternate diamonds between solid lines, or one at its place."""
    white = spot.placed.white
    if size >= COARSE_SIZE:
        half = size / 8
        places = [(x * half, y * half) for x in (2, 6) for y in ((1, 5) if white else (3, 7))]
    else:
        half = size / 4
        places = [(spot.x * size, spot.y * size)]
    pen = painter.pen()
    pen.setWidthF(pen.widthF() * (1.15 if size >= COARSE_SIZE else 1.4))
    outline_with(painter, pen)
    for left, top in places:
        # In the middle of a pixel, where upright lines are sharpest.
        x, y = floor(left) + 0.5, floor(top) + 0.5
        if white:
            arm = half * spot.scale * (0.62 if size >= COARSE_SIZE else 0.75)
            painter.drawLines([QLineF(x - arm, y, x + arm, y), QLineF(x, y - arm, x, y + arm)])
        else:
            ring = half * spot.scale * (0.42 if size >= COARSE_SIZE else 0.52)
            painter.drawEllipse(QPointF(x, y), ring, ring)


def _draw_rungs(painter: QPainter, white: bool, size: float) -> None:
    """Draw rows of short strokes along the rank, rising slightly for White and falling for Black."""
    count = 4 if size >= COARSE_SIZE else 2
    step = size / count
    tilt = step * (0.12 if white else -0.12)
    lines = []
    for row in range(count):
        y = (row + (0.25 if white else 0.75)) * step
        for column in range(count):
            x = (column + (0.25 if row % 2 else 0.75)) * step
            lines.append(QLineF(x - step * 0.24, y + tilt, x + step * 0.24, y - tilt))
    painter.drawLines(lines)


def _draw_waves(painter: QPainter, white: bool, size: float) -> None:
    """Draw saw-toothed lines along the rank; the long flank rises for White and falls for Black."""
    count = 3 if size >= COARSE_SIZE else 2
    teeth = 4 if size >= COARSE_SIZE else 2
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


def _draw_outline(painter: QPainter, placed: PlacedMark, size: float, ink: Ink) -> None:
    """Draw the part of an area's outline on a square: along the left edge for White, along the right for Black."""
    if has_tab(placed):
        if not placed.white:
            # Turned, not mirrored: at an edge between two squares the height of a shape says whose it is.
            painter.translate(size, size)
            painter.scale(-1, -1)
        _draw_tab(painter, placed, size, ink)
        return
    if not placed.white:
        painter.translate(size, 0)
        painter.scale(-1, 1)
    x = OUTLINE_PLACE * size
    width = max(1.4, size * 0.03)
    ends_at_top = placed.ends & (SOUTH_END if ink.flipped else NORTH_END)
    ends_at_bottom = placed.ends & (NORTH_END if ink.flipped else SOUTH_END)
    inset = 0.03 * size
    top, bottom = inset if ends_at_top else -width, size - inset if ends_at_bottom else size + width
    hook = x + size * 0.11
    lines = [QLineF(x, top, x, bottom)]
    if ends_at_top:
        lines.append(QLineF(x, top, hook, top))
    if ends_at_bottom:
        lines.append(QLineF(x, bottom, hook, bottom))
    halo = width * (1.5 if size >= COARSE_SIZE else 1.0)
    painter.setPen(QPen(QColor(ink.theme.halo), halo, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLines(lines)
    painter.setPen(QPen(ink.color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.SquareCap))
    painter.drawLines(lines)


def _draw_tab(painter: QPainter, placed: PlacedMark, size: float, ink: Ink) -> None:
    """Draw an area's tab at its own height: a triangle, a bracket, half a disc or a block, all with a back outwards."""
    share = tab_box(placed)
    box = QRectF(share.left * size, share.top * size, share.width * size, share.height * size)
    shape, path = tab_shape(placed), QPainterPath()
    if shape == 0:
        base = box.adjusted(0, -0.02 * size, 0, 0.02 * size)  # It has less ink than the others.
        path.addPolygon(QPolygonF([base.topLeft(), QPointF(base.right(), base.center().y()), base.bottomLeft()]))
        path.closeSubpath()
    elif shape == 1:
        line = max(1.5, size * 0.035)
        inner = box.adjusted(line, line, 0, -line)
        corners = (box.topRight(), box.topLeft(), box.bottomLeft(), box.bottomRight())
        inner_corners = (inner.bottomRight(), inner.bottomLeft(), inner.topLeft(), inner.topRight())
        path.addPolygon(QPolygonF([*corners, *inner_corners]))
        path.closeSubpath()
    elif shape == 2:
        path.moveTo(box.topLeft())
        path.arcTo(box.adjusted(-box.width(), 0, 0, 0), 90, -180)
        path.closeSubpath()
    else:
        path.addRect(box.adjusted(0, 0.01 * size, 0, -0.01 * size))
    halo = QPen(QColor(ink.theme.halo), 2 * max(0.9, size * 0.02), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, halo)
    painter.fillPath(path, ink.color)


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
    fill_with(painter, disc_fill(white, theme), QPen(QColor(theme.coordinates), geometry.margin_scale))
    painter.drawEllipse(QPointF(geometry.board_rect.left() - margin / 2, top + rows * height / 2), radius, radius)


def draw_strip(
    painter: QPainter, strip: Strip, rows: int, geometry: Geometry, theme: Theme, least: float = 0.0
) -> None:
    """Draw a side's files below the board, a strip for each run or a sign for each; ``least`` is for numbers."""
    top, height = _lane(strip.white, strip.row, rows, geometry)
    ink = ink_of(strip, theme, geometry.flipped)
    painter.save()
    painter.setOpacity(strip.opacity)
    size, left = geometry.square_size, geometry.board_rect.left()
    gap = min(0.08 * height, geometry.margin_scale)
    for first, last in _runs(strip.files, strip.mark.shape in SIGNS):
        column = min(geometry.column(first), geometry.column(last))
        files = last - first + 1
        rect = QRectF(left + column * size, top + gap, files * size, height - 2 * gap)
        draw_files(painter, strip.mark, rect, files, ink, least)
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


def draw_files(painter: QPainter, mark: Mark, rect: QRectF, files: int, ink: Ink, least: float = 0.0) -> None:
    """Draw a strip into a rectangle of ``files`` whole files; caps are at the edge that faces their direction."""
    shape, height, edge = mark.shape, rect.height(), rect.width() / files
    if shape in ("east cap", "west cap"):
        _draw_cap(painter, rect, ink.east if shape == "east cap" else -ink.east, ink)
    elif shape in shapes.STRIP_SIGNS:
        half, width = max(2.5, height * 0.48), max(1.0, height * 0.12)
        symbol, halo = shapes.STRIP_SIGNS[shape], ink.theme.window
        shapes.draw_symbol(painter, symbol, rect.center(), half, width, ink, halo)
    elif shape == "numbered":
        bar = rect.adjusted(edge * 0.1, 0, -edge * 0.1, 0)
        middle = rect.center()
        painter.fillRect(QRectF(bar.left(), middle.y() - height * 0.1, bar.width(), height * 0.2), ink.color)
        half = max(height * 0.52, 3.0, least * 0.54)
        painter.setPen(QPen(QColor(ink.theme.window), max(1.0, height * 0.1)))
        wide = half * (1 if len(mark.label) < 2 else 1.5)
        box = QRectF(middle.x() - wide, middle.y() - half, 2 * wide, 2 * half)
        draw_chip(painter, mark.label, box, ink)
    else:
        thickness = height * (0.46 if shape in ("solid", "dashed") else 0.62)
        bar = QRectF(rect.left() + edge * 0.1, rect.center().y() - thickness / 2, rect.width() - edge * 0.2, thickness)
        draw_band(painter, shape, bar, ink.color, 3 * files, thickness / 2 if ink.white else 0.0)


def _draw_cap(painter: QPainter, rect: QRectF, across: int, ink: Ink) -> None:
    height = rect.height()
    width = max(1.2, height * 0.2)
    top, bottom = rect.top() + width / 2, rect.bottom() - width / 2
    outer = rect.right() - width if across > 0 else rect.left() + width
    inner = outer - 0.5 * across * height
    path = QPainterPath(QPointF(inner, top))
    if ink.white:
        bulge = outer + (outer - inner) * 0.3
        path.cubicTo(QPointF(bulge, top), QPointF(bulge, bottom), QPointF(inner, bottom))
    else:
        path.lineTo(outer, top)
        path.lineTo(outer, bottom)
        path.lineTo(inner, bottom)
    joins = Qt.PenJoinStyle.MiterJoin
    outline_with(painter, QPen(ink.color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, joins))
    painter.drawPath(path)
