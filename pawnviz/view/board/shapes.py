"""Shapes of marks above the piece, each drawn for a square of any size at the origin.

White's and Black's differ in geometry too: rising or falling lines, lower or upper half, round or square. The painter
antialiases and has the mark's opacity.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, LETTERS, PlacedMark
from pawnviz.view.board.geometry import is_right, is_up
from pawnviz.view.widgets.theme import Theme

_LETTER_SIZE: Final = 32  # Badges on squares smaller than this have no letters.
_NEIGHBOR_FILES: Final = " abcdefgh "
"""The letters of the files with a blank beyond either edge: those beside a file stand at its number and two further."""
_TARGET_STEPS: Final = (0.24, 0.24, 0.24, 0.21, 0.165, 0.14)
"""The distance from one symbol to the next, by the number of symbols side by side."""
_BAR_LENGTH: Final = 0.24  # The length of a bar, as a share of the square's edge.
_BAR_END: Final = 0.77  # The reach of White's bars downwards and of Black's upwards: symbols and dots begin beyond.
_BAR_STEPS: Final = (0.12, 0.12, 0.11, 0.095, 0.08, 0.08)
"""The distance from one bar to the next, by the number of bars side by side."""


def fill(painter: QPainter, rect: QRect | QRectF, color: QColor) -> None:
    """Fill a rectangle; at its first ``fillRect`` PySide6 would take 2 ms to make Qt's gradients."""
    painter.setBackground(color)
    painter.eraseRect(rect)


def round_pen(color: QColor, width: float) -> QPen:
    """Return a solid pen with round caps and joins."""
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def draw_haloed(painter: QPainter, path: QPainterPath, color: QColor, filled: bool, width: float, halo: str) -> None:
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
    """Draw a symbol in the lower half for White, in the upper half for Black; chevrons point forward."""
    shape = placed.mark.shape
    count = min(max(1, placed.slot_count), len(_TARGET_STEPS))
    step = _TARGET_STEPS[count - 1]
    # More than three would reach the badges at the right edge, so they begin further left.
    first = 0.5 - step * (count - 1) / 2 - (0.06 if count > 3 else 0)
    x, y = (first + step * (placed.slot % count)) * size, (0.85 if placed.white else 0.15) * size
    half = size * min(0.084, step * 0.42)
    rise = half * (-0.75 if is_up(placed.white, flipped) else 0.75)
    path = QPainterPath()
    filled = shape in ("chevron", "square", "diamond", "dot", "exclamation mark", "plus", "two dots")
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
    elif shape in ("ring", "half disc", "dot"):
        path.addEllipse(QPointF(x, y), half * 0.85, half * 0.85)
    elif shape == "plus":
        path.setFillRule(Qt.FillRule.WindingFill)
        path.addRect(QRectF(x - half * 0.85, y - half * 0.32, half * 1.7, half * 0.64))
        path.addRect(QRectF(x - half * 0.32, y - half * 0.85, half * 0.64, half * 1.7))
        path = path.simplified()
    elif shape == "two dots":
        for side in (-1, 1):
            path.addEllipse(QPointF(x + side * half * 0.58, y), half * 0.42, half * 0.42)
    elif shape == "exclamation mark":
        path.addRect(QRectF(x - half * 0.32, y - half * 1.1, half * 0.64, half * 1.35))
        path.addEllipse(QPointF(x, y + half * 0.82), half * 0.4, half * 0.4)
    else:
        path.addPolygon(
            QPolygonF([QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)])
        )
        path.closeSubpath()
    if shape in ("hollow chevron", "hollow square", "hollow diamond", "ring", "half disc"):
        # Marks below would blur the symbol's inside.
        painter.fillPath(path, QColor(theme.halo))
    width = max(1.3, size * 0.028)
    draw_haloed(painter, path, color, filled, width, theme.halo)
    if shape == "half disc":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPie(path.boundingRect(), (0 if is_up(placed.white, flipped) else -180) * 16, 180 * 16)


def draw_attack(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme, flipped: bool) -> None:
    """Draw small marks in a row: from the bottom left for White, from the top right for Black."""
    y = (0.88 if placed.white else 0.12) * size
    shape = placed.mark.shape
    if shape in LETTERS:
        _draw_letters(painter, placed, y, size, color, theme, flipped)
        return
    if shape != "dots":
        _draw_attack_shape(painter, shape, QPointF(_attack_place(placed, 0) * size, y), size, color, theme, flipped)
        return
    # The western place is that of the pawn that attacks from the west, wherever west is on the screen.
    western, eastern = (0, 1) if is_right(True, flipped) == placed.white else (1, 0)
    attackers = placed.attackers or FROM_WEST
    for flag, place in ((FROM_WEST, western), (FROM_EAST, eastern)):
        if attackers & flag:
            center = QPointF(_attack_place(placed, place) * size, y)
            _draw_attack_shape(painter, shape, center, size, color, theme, flipped)


def _draw_letters(
    painter: QPainter, placed: PlacedMark, y: float, size: float, color: QColor, theme: Theme, flipped: bool
) -> None:
    """Draw a lettered tag for the file of each attacking pawn, or each possible file, with a tip towards the square."""
    western, eastern = (0, 1) if is_right(True, flipped) == placed.white else (1, 0)
    flags = LETTERS[placed.mark.shape]
    two = flags == FROM_WEST | FROM_EAST
    file = placed.file if placed.file >= 0 else 1
    letters = {FROM_WEST: _NEIGHBOR_FILES[file], FROM_EAST: _NEIGHBOR_FILES[file + 2]}
    possible = (FROM_WEST if file > 0 else 0) | (FROM_EAST if file < 7 else 0)
    attackers = placed.attackers & flags or flags & possible or flags
    height = max(size * 0.18, min(9.0, size * 0.2))
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(5, round(height * 0.86)))
    for flag, place in ((FROM_WEST, western), (FROM_EAST, eastern)):
        if not attackers & flag:
            continue
        center = QPointF(_attack_place(placed, place if two else 0.47) * size, y)
        tip = height * (0.7 if is_right(flag == FROM_WEST, flipped) else -0.7)
        back, half = -tip * 0.62, height / 2
        points = [(back, -half), (tip * 0.45, -half), (tip, 0), (tip * 0.45, half), (back, half)]
        path = QPainterPath()
        path.addPolygon(QPolygonF([center + QPointF(*point) for point in points]))
        path.closeSubpath()
        draw_haloed(painter, path, color, True, max(1.0, size * 0.016), theme.halo)
        if size >= _LETTER_SIZE:
            painter.setFont(font)
            painter.setPen(QColor(theme.badge_text))
            box = QRectF(center.x() - height / 2, center.y() - half, height, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, letters[flag])


def _attack_place(placed: PlacedMark, offset: float) -> float:
    """Return how far from the left a mark is, as a share of the square's edge."""
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
        tip = radius * 1.15 if is_right(shape == "from west", flipped) else -radius * 1.15
        x, y = center.x(), center.y()
        path.addPolygon(
            QPolygonF([QPointF(x - tip, y - radius * 1.15), QPointF(x + tip, y), QPointF(x - tip, y + radius * 1.15)])
        )
        path.closeSubpath()
        draw_haloed(painter, path, color, True, line, theme.halo)
    elif shape == "ring":
        path.addEllipse(center, radius * 0.92, radius * 0.92)
        painter.fillPath(path, QColor(theme.halo))
        draw_haloed(painter, path, color, False, line * 1.35, theme.halo)
    elif shape == "target":
        path.addEllipse(center, radius * 1.25, radius * 1.25)
        painter.fillPath(path, QColor(theme.halo))
        draw_haloed(painter, path, color, False, line * 1.2, theme.halo)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(center, radius * 0.58, radius * 0.58)
    else:
        path.addEllipse(center, radius, radius)
        draw_haloed(painter, path, color, True, line, theme.halo)


def draw_bar(painter: QPainter, placed: PlacedMark, size: float, color: QColor, theme: Theme) -> None:
    """Draw bars along the lower half of the left edge for White, the upper half for Black, off the other edges."""
    shape = placed.mark.shape
    # Whole pixels, so that thin lines are not blurred.
    least, share = {"solid": (2, 0.045), "dashed": (3, 0.06)}.get(shape, (4, 0.08))
    thickness = max(least, round(size * share))
    length = round(size * _BAR_LENGTH)
    step = _BAR_STEPS[min(max(1, placed.slot_count), len(_BAR_STEPS)) - 1]
    left = max(2, round(size * (0.04 + step * (placed.slot % len(_BAR_STEPS)))))
    top = round(size * _BAR_END) - length if placed.white else round(size * (1 - _BAR_END))
    painter.fillRect(QRectF(left, top, thickness, length).adjusted(-1, -1, 1, 1), QColor(theme.halo))
    painter.translate(left + thickness, top)
    painter.rotate(90)
    parts, gap = (2, 0.46) if shape == "dashed" else (3, 0.35)
    draw_band(painter, shape, QRectF(0, 0, length, thickness), color, parts, 0.0, gap)


def draw_band(
    painter: QPainter, shape: str, rect: QRectF, color: QColor, parts: int, rounding: float, gap: float = 0.35
) -> None:
    """Draw a bar into a rectangle; broken shapes have so many parts, each of which ends with a gap of this share."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    step = rect.width() / (parts - gap)
    lefts = [rect.left() + index * step for index in range(parts)]
    if shape == "dashed":
        for left in lefts:
            painter.drawRoundedRect(QRectF(left, rect.top(), step * (1 - gap), rect.height()), rounding, rounding)
    elif shape == "dotted":
        radius = min(rect.height() / 2, step * 0.36)
        for left in lefts:
            painter.drawEllipse(QPointF(left + step * 0.325, rect.center().y()), radius, radius)
    elif shape == "double":
        line = max(1, round(rect.height() * 0.36))
        for top in (rect.top(), rect.bottom() - line):
            painter.drawRoundedRect(QRectF(rect.left(), top, rect.width(), line), rounding / 3, rounding / 3)
    elif shape == "notched":
        width = rect.width() / parts
        for index in range(parts):
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
    draw_chip(painter, label, box, placed.white, color, theme, flipped, size >= _LETTER_SIZE)


def draw_chip(
    painter: QPainter, label: str, box: QRectF, white: bool, color: QColor, theme: Theme, flipped: bool, letters: bool
) -> None:
    """Draw a label on a round background for White, on a square one for Black, outlined with the painter's pen."""
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
        reach = height * (0.3 if is_right(label == "→", flipped) else -0.3)
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


def draw_background(painter: QPainter, box: QRectF, size: float, color: QColor, theme: Theme) -> None:
    """Draw an outlined background for a mark with this box."""
    reach = size * 0.03
    painter.setPen(QPen(color, max(1.2, size * 0.02)))
    painter.setBrush(QColor(theme.halo))
    painter.drawRoundedRect(box.adjusted(-reach, -reach, reach, reach), reach, reach)


def draw_inner_frame(painter: QPainter, size: float, color: QColor) -> None:
    """Draw a frame inside a square's edge, for a gained hatch."""
    inset = size * 0.035
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, max(1.4, size * 0.03)))
    painter.drawRect(QRectF(inset, inset, size - 2 * inset, size - 2 * inset))
