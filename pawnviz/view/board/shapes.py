"""The shapes of marks, each drawn for a square of any size at the origin, and of strips of files.

White's shapes and Black's differ in geometry as well as in color: rising or falling lines, lower or upper half, round
or square. The painter that is handed in antialiases and has the mark's opacity.
"""

from __future__ import annotations

from math import floor
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from pawnviz.core.layers.marks import Mark
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, PlacedMark
from pawnviz.view.widgets.theme import Theme

COARSE_SIZE: Final = 52
"""Hatches of squares smaller than this have half as many lines, which would smear otherwise."""
_LETTER_SIZE: Final = 32
"""Badges on squares smaller than this have no letters."""

_TARGET_STEPS: Final = (0.24, 0.24, 0.24, 0.21, 0.165, 0.14)
"""The distance from one symbol to the next, by the number of symbols side by side."""
_DASH: Final = 0.58
_DOTS: Final = 12


def round_pen(color: QColor, width: float) -> QPen:
    """Return a solid pen with round caps and joins."""
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


# Hatches


class _Lines(NamedTuple):
    """Where the lines of a pattern are: how many in a quarter square's edge, and how far the first one is moved."""

    density: float
    phase: float


_LINES: Final = {
    "solid": _Lines(1, 0.0),
    "dashed": _Lines(1, 0.5),
    "dotted": _Lines(1, 0.75),
    "double": _Lines(0.5, 0.25),
    "double dashed": _Lines(0.5, 0.5),
}
"""Patterns of one slope have places of their own, so that no line of one lies on a line of another; the middle of a
pair of dashes lies on a solid line and the middle of a pair of solid lines on a dashed one, which seldom meet."""


def draw_hatch(painter: QPainter, shape: str, white: bool, size: float, color: QColor) -> None:
    """Draw lines that meet the neighbouring squares' lines: every period divides the square's edge."""
    width = max(1.3, size * 0.019)
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
    density, phase = _LINES[pattern]
    count = round((4 if size >= COARSE_SIZE else 2) * density)
    period = size / count
    # Every other line may differ only where a line has the same turn in the next square, beside it and above it.
    shifted = count % (4 if slope else 2) == 0
    phase += 0.15 if slope else 0.0
    # A line runs from (offset - run, size) to (offset, 0) or, when shallow, from (0, offset) to (size, offset - run).
    run = size / 2 if slope else size
    lines = []
    for index in range(-count, 2 * count + 1):
        offset = (index + phase) * period
        line = QLineF(0, offset, size, offset - run) if slope == "shallow" else QLineF(offset - run, size, offset, 0)
        if pattern.startswith("double"):
            gap = max(width * 1.25, period * 0.09)
            lines += [line.translated(-gap, 0), line.translated(gap, 0)]
        else:
            lines.append(line)
    if pattern == "dotted":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        radius = max(1.4, width * 0.85)
        for line in lines:
            for step in range(_DOTS + 1):
                painter.drawEllipse(line.pointAt(step / _DOTS), radius, radius)
    elif pattern.endswith("dashed"):
        in_pair = 2 if pattern.startswith("double") else 1
        for index, line in enumerate(lines):
            painter.drawLines(_dashes(line, 0.5 if shifted and index // in_pair % 2 else 0.0))
    else:
        # Longer than the square, so that it is the square's edge that cuts them.
        painter.drawLines([QLineF(line.pointAt(-0.1), line.pointAt(1.1)) for line in lines])


def _dashes(line: QLineF, shift: float) -> list[QLineF]:
    """Return a line as four dashes on each square, moved along it by a share of a dash and its gap."""
    count = 4
    begins = ((step + shift) / count for step in range(-1, count + 1))
    return [QLineF(line.pointAt(begin), line.pointAt(begin + _DASH / count)) for begin in begins]


def _draw_crosses(painter: QPainter, white: bool, size: float) -> None:
    """Draw crosses for White, rings for Black, in turn in the diamonds between crossing solid lines."""
    if size >= COARSE_SIZE:
        half = size / 8
        places = [(x, y) for x in (2, 6) for y in ((1, 5) if white else (3, 7))]
    else:
        half = size / 4
        places = [(1, 2) if white else (3, 2)]
    pen = painter.pen()
    pen.setWidthF(pen.widthF() * (1.15 if size >= COARSE_SIZE else 1.4))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for column, row in places:
        # In the middle of a pixel, where upright lines are sharpest.
        x, y = floor(column * half) + 0.5, floor(row * half) + 0.5
        if white:
            arm = half * (0.62 if size >= COARSE_SIZE else 0.75)
            painter.drawLines([QLineF(x - arm, y, x + arm, y), QLineF(x, y - arm, x, y + arm)])
        else:
            ring = half * (0.42 if size >= COARSE_SIZE else 0.52)
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


# Marks above the piece


def _draw_haloed(painter: QPainter, path: QPainterPath, color: QColor, filled: bool, width: float, halo: str) -> None:
    """Draw a path over a wider line in the halo's color, so that it stands out on pieces and hatches."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(round_pen(QColor(halo), width * (1.8 if filled else 2.2)))
    painter.drawPath(path)
    if filled:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
    else:
        painter.setPen(round_pen(color, width))
    painter.drawPath(path)


def draw_target(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme, flipped: bool) -> None:
    """Draw a symbol in the lower half for White, in the upper half for Black; chevrons point the side's way."""
    shape = placed.mark.shape
    count = min(max(1, placed.slot_count), len(_TARGET_STEPS))
    step = _TARGET_STEPS[count - 1]
    # More than three would reach the badges at the right edge, so they begin further left.
    first = 0.5 - step * (count - 1) / 2 - (0.06 if count > 3 else 0)
    x, y = (first + step * (placed.slot % count)) * size, (0.85 if placed.white else 0.15) * size
    half = size * min(0.084, step * 0.42)
    rise = half * (-0.75 if placed.white != flipped else 0.75)
    path = QPainterPath()
    filled = shape in ("chevron", "square", "diamond")
    if shape in ("chevron", "hollow chevron"):
        path.addPolygon(QPolygonF([QPointF(x - half, y - rise), QPointF(x, y + rise), QPointF(x + half, y - rise)]))
        path.closeSubpath()
    elif shape == "double chevron":
        for shift in (-rise * 0.68, rise * 0.68):
            path.moveTo(x - half * 0.9, y - rise * 0.45 + shift)
            path.lineTo(x, y + rise * 0.45 + shift)
            path.lineTo(x + half * 0.9, y - rise * 0.45 + shift)
    elif shape == "cross":
        arm = half * 0.8
        path.moveTo(x - arm, y - arm)
        path.lineTo(x + arm, y + arm)
        path.moveTo(x - arm, y + arm)
        path.lineTo(x + arm, y - arm)
    elif shape in ("square", "hollow square"):
        path.addRect(QRectF(x - half * 0.72, y - half * 0.72, half * 1.44, half * 1.44))
    elif shape == "ring":
        path.addEllipse(QPointF(x, y), half * 0.85, half * 0.85)
    else:
        path.addPolygon(
            QPolygonF([QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)])
        )
        path.closeSubpath()
    if shape in ("hollow chevron", "hollow square", "ring"):
        # What lies below would blur the symbol's inside.
        painter.fillPath(path, QColor(theme.halo))
    _draw_haloed(painter, path, color, filled, max(1.3, size * 0.028), theme.halo)


def draw_attack(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme, flipped: bool) -> None:
    """Draw small marks in a row: from the bottom left for White, from the top right for Black."""
    y = (0.872 if placed.white else 0.128) * size
    shape = placed.mark.shape
    if shape != "dots":
        _draw_attack_shape(painter, shape, QPointF(_attack_place(placed, 0) * size, y), size, color, theme, flipped)
        return
    # The place to the west shows the pawn that attacks from the west, wherever west is on the screen.
    western, eastern = (1, 0) if flipped == placed.white else (0, 1)
    attackers = placed.attackers or FROM_WEST
    for flag, place in ((FROM_WEST, western), (FROM_EAST, eastern)):
        if attackers & flag:
            center = QPointF(_attack_place(placed, place) * size, y)
            _draw_attack_shape(painter, shape, center, size, color, theme, flipped)


def _attack_place(placed: PlacedMark, offset: int) -> float:
    """Return the distance from the left edge as a share of the square's edge."""
    step = min(0.125, 0.7 / max(1, placed.slot_count))
    distance = 0.1 + step * (placed.slot + offset)
    return distance if placed.white else 1 - distance


def _draw_attack_shape(
    painter: QPainter, shape: str, center: QPointF, size: float, color: QColor, theme: Theme, flipped: bool
) -> None:
    radius = max(min(2.4, size * 0.06), size * 0.052)
    line = max(1.15, size * 0.02)
    path = QPainterPath()
    if shape in ("from west", "from east"):
        tip = radius * 1.15 if (shape == "from west") != flipped else -radius * 1.15
        x, y = center.x(), center.y()
        path.addPolygon(
            QPolygonF([QPointF(x - tip, y - radius * 1.15), QPointF(x + tip, y), QPointF(x - tip, y + radius * 1.15)])
        )
        path.closeSubpath()
        _draw_haloed(painter, path, color, True, line, theme.halo)
    elif shape == "ring":
        path.addEllipse(center, radius * 0.92, radius * 0.92)
        painter.fillPath(path, QColor(theme.halo))
        _draw_haloed(painter, path, color, False, line * 1.35, theme.halo)
    elif shape == "target":
        path.addEllipse(center, radius * 1.25, radius * 1.25)
        painter.fillPath(path, QColor(theme.halo))
        _draw_haloed(painter, path, color, False, line * 1.2, theme.halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(center, radius * 0.58, radius * 0.58)
    else:
        path.addEllipse(center, radius, radius)
        _draw_haloed(painter, path, color, True, line, theme.halo)


def draw_bar(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme) -> None:
    """Draw a bar along the bottom edge for White, along the top edge for Black; several share the edge."""
    shape = placed.mark.shape
    # Whole pixels, so that thin lines are not blurred.
    thickness = max(2, round(size * 0.04)) if shape in ("solid", "dashed") else max(3, round(size * 0.085))
    count = max(1, placed.slot_count)
    span = 0.44 if count == 1 else 0.8
    length = size * span / count
    left = size * (1 - span) / 2 + length * placed.slot
    if count > 1:
        length -= size * 0.04
    inset = max(1, round(size * 0.014))
    top = size - thickness - inset if placed.white else inset
    rect = QRectF(left, top, length, thickness)
    painter.fillRect(rect.adjusted(-1, -1, 1, 1), QColor(theme.halo))
    _draw_band(painter, shape, rect, color, 1, 0.0)


def badge_places(size: float) -> int:
    """Return how many badges have room above each other on a square."""
    return 4 if size >= 56 else 3


def badge_box(size: float, place: int, label: str) -> QRectF:
    """Return the box of a badge, wider for two letters: place 0 is at the bottom right, the others above it."""
    height = max(size * 0.2, min(12.0, size * 0.26))
    margin = size * 0.02
    places = badge_places(size)
    step = min(height + size * 0.03, (size - 2 * margin - height) / (places - 1))
    width = height * (1 if len(label) < 2 else 1.42)
    return QRectF(size - margin - width, size - margin - height - step * place, width, height)


def draw_badge(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme, flipped: bool) -> None:
    """Draw a round badge for White, a square one for Black, upwards from the bottom right."""
    label = placed.mark.label
    box = badge_box(size, placed.slot, label)
    painter.setPen(QPen(QColor(theme.halo), max(1.0, size * 0.016)))
    _draw_chip(painter, label, box, placed.white, color, theme, flipped, size >= _LETTER_SIZE)


def _draw_chip(
    painter: QPainter, label: str, box: QRectF, white: bool, color: QColor, theme: Theme, flipped: bool, letters: bool
) -> None:
    """Draw a label on a round ground for White, on a square one for Black, with the painter's pen as its rim."""
    painter.setBrush(color)
    height = box.height()
    if white:
        painter.drawRoundedRect(box, height / 2, height / 2)
    else:
        inset = 0.05 * height
        painter.drawRect(box.adjusted(inset, inset, -inset, -inset))
    if not letters:
        return
    ink = QColor(theme.badge_text)
    x, y = box.center().x(), box.center().y()
    if label == "•":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawEllipse(QPointF(x, y), height * 0.19, height * 0.19)
        return
    if label in ("→", "←"):
        # East is to the left on a flipped board.
        reach = height * (0.3 if (label == "→") != flipped else -0.3)
        half = height * 0.3
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawPolygon(
            QPolygonF([QPointF(x - reach * 0.8, y - half), QPointF(x + reach, y), QPointF(x - reach * 0.8, y + half)])
        )
        return
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(5, round(height * 0.78)))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)


# Changes


def draw_strike(painter: QPainter, box: QRectF, white: bool, size: float, color: QColor, theme: Theme) -> None:
    """Draw a line through a mark with this box: falling for White, rising for Black, across their hatches."""
    reach = max(0.1 * size, min(box.width(), box.height()) / 2 + 0.03 * size)
    x, y = box.center().x(), box.center().y()
    fall = reach if white else -reach
    line = QLineF(x - reach, y - fall, x + reach, y + fall)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for pen in (round_pen(QColor(theme.halo), size * 0.055), round_pen(color, max(1.4, size * 0.026))):
        painter.setPen(pen)
        painter.drawLine(line)


def draw_ground(painter: QPainter, box: QRectF, size: float, color: QColor, theme: Theme) -> None:
    """Draw a ground with a rim for a mark with this box."""
    reach = size * 0.03
    painter.setPen(QPen(color, max(1.2, size * 0.02)))
    painter.setBrush(QColor(theme.halo))
    painter.drawRoundedRect(box.adjusted(-reach, -reach, reach, reach), reach, reach)


def draw_inner_frame(painter: QPainter, size: float, color: QColor) -> None:
    """Draw a frame inside a square's edge, for a hatch that comes to it."""
    inset = size * 0.035
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, max(1.4, size * 0.03)))
    painter.drawRect(QRectF(inset, inset, size - 2 * inset, size - 2 * inset))


# Strips of files


def draw_files(
    painter: QPainter, mark: Mark, rect: QRectF, files: int, white: bool, color: QColor, theme: Theme, flipped: bool
) -> None:
    """Draw one strip into a rectangle that spans ``files`` whole files and is as high as the strip's lane.

    Bars leave a gap to the next island; ends stand at the screen edge that faces their direction, over a bar's ends.
    """
    shape = mark.shape
    height = rect.height()
    edge = rect.width() / files
    if shape in ("east cap", "west cap"):
        _draw_cap(painter, rect, (shape == "east cap") != flipped, white, color)
    elif shape in ("diamond", "triangle"):
        _draw_sign(painter, shape, rect.center(), height, white != flipped, color, theme)
    elif shape == "numbered":
        bar = rect.adjusted(edge * 0.1, 0, -edge * 0.1, 0)
        middle = rect.center()
        painter.fillRect(QRectF(bar.left(), middle.y() - height * 0.1, bar.width(), height * 0.2), color)
        half = max(height * 0.52, 3.0)
        painter.setPen(QPen(QColor(theme.window), max(1.0, height * 0.1)))
        wide = half * (1 if len(mark.label) < 2 else 1.5)
        box = QRectF(middle.x() - wide, middle.y() - half, 2 * wide, 2 * half)
        _draw_chip(painter, mark.label, box, white, color, theme, flipped, True)
    else:
        thickness = height * (0.46 if shape in ("solid", "dashed") else 0.62)
        bar = QRectF(rect.left() + edge * 0.1, rect.center().y() - thickness / 2, rect.width() - edge * 0.2, thickness)
        _draw_band(painter, shape, bar, color, files, thickness / 2 if white else 0.0)


def _draw_cap(painter: QPainter, rect: QRectF, right: bool, white: bool, color: QColor) -> None:
    """Draw the end of an island: a round bracket for White, a square one for Black."""
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
    """Draw a diamond, or its upper or lower half as a triangle, with a rim that sets it off from a bar."""
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
    _draw_haloed(painter, path, color, True, max(1.0, height * 0.12), theme.window)


def _draw_band(painter: QPainter, shape: str, rect: QRectF, color: QColor, steps: int, rounding: float) -> None:
    """Draw a bar into a rectangle; broken shapes have three parts in each of ``steps`` parts of its length."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    step = rect.width() / (3 * steps - 0.35)
    lefts = [rect.left() + index * step for index in range(3 * steps)]
    if shape == "dashed":
        for left in lefts:
            painter.drawRoundedRect(QRectF(left, rect.top(), step * 0.65, rect.height()), rounding, rounding)
    elif shape == "dotted":
        radius = min(rect.height() / 2, step * 0.32)
        for left in lefts:
            painter.drawEllipse(QPointF(left + step * 0.325, rect.center().y()), radius, radius)
    elif shape == "double":
        line = max(1, round(rect.height() * 0.36))
        for top in (rect.top(), rect.bottom() - line):
            painter.drawRoundedRect(QRectF(rect.left(), top, rect.width(), line), rounding / 3, rounding / 3)
    elif shape == "notched":
        width = rect.width() / (3 * steps)
        for index in range(3 * steps):
            left = rect.left() + index * width
            tooth = (QPointF(left, rect.bottom()), QPointF(left + width / 2, rect.top()))
            painter.drawPolygon(QPolygonF([*tooth, QPointF(left + width, rect.bottom())]))
    elif shape == "hollow":
        width = max(1.0, rect.height() * 0.2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, width))
        half = width / 2
        painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), rounding, rounding)
    else:
        painter.drawRoundedRect(rect, rounding, rounding)
