"""Shapes of marks above the piece, each drawn for a square of any size at the origin.

White's and Black's differ in geometry too: rising or falling lines, lower or upper half, round or square. The painter
antialiases and has the mark's opacity.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Concatenate, Final, NamedTuple, ParamSpec

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPolygonF

from pawnviz.core.layers.marks import DEFENDED, DEFENDING, OPPOSED
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, LETTERS
from pawnviz.core.picture.places import (
    BAR_LENGTH,
    COARSE_SIZE,
    LETTER_SIZE,
    MORE,
    Spot,
    attack_radius,
    badge_height,
    badge_width,
    dot_step,
    letter_height,
)
from pawnviz.view.board.geometry import is_right, is_up
from pawnviz.view.widgets.theme import DARK, Theme

_Given = ParamSpec("_Given")


def antialiased(draw: Callable[Concatenate[QPainter, _Given], None]) -> Callable[Concatenate[QPainter, _Given], None]:
    """Let a function draw with smooth edges and leave the painter as it was."""

    @wraps(draw)
    def drawn(painter: QPainter, /, *given: _Given.args, **named: _Given.kwargs) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw(painter, *given, **named)
        painter.restore()

    return drawn


def fill(painter: QPainter, rect: QRect | QRectF, color: QColor) -> None:
    """Fill a rectangle; at its first ``fillRect`` PySide6 would take 2 ms to make Qt's gradients."""
    painter.setBackground(color)
    painter.eraseRect(rect)


def fill_with(
    painter: QPainter, color: QColor | Qt.BrushStyle, pen: QPen | QColor | Qt.PenStyle = Qt.PenStyle.NoPen
) -> None:
    """Draw areas of a color from now on, with a line around them if there is a pen."""
    painter.setPen(pen)
    painter.setBrush(color)


def outline_with(painter: QPainter, pen: QPen | QColor) -> None:
    """Draw lines with a pen and nothing inside them from now on."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)


def clear_image(width: int, height: int) -> QImage:
    """Return a transparent image of this size."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def round_pen(color: QColor, width: float) -> QPen:
    """Return a solid pen with round caps and joins."""
    return QPen(color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def draw_haloed(painter: QPainter, path: QPainterPath, color: QColor, filled: bool, width: float, halo: str) -> None:
    """Draw a path over a wider line in the halo's color, so that it stands out on pieces and hatches."""
    outline_with(painter, round_pen(QColor(halo), width * (1.8 if filled else 2.2)))
    painter.drawPath(path)
    if filled:
        fill_with(painter, color)
    else:
        painter.setPen(round_pen(color, width))
    painter.drawPath(path)


class Ink(NamedTuple):
    """A side with the color of its mark, and the theme and the turn of the board that it is drawn for."""

    white: bool
    color: QColor
    theme: Theme
    flipped: bool

    @property
    def forward(self) -> int:
        """The side's direction on the screen: -1 up, 1 down."""
        return -1 if is_up(self.white, self.flipped) else 1

    @property
    def east(self) -> int:
        """The direction of east on the screen: -1 to the left, 1 to the right."""
        return 1 if is_right(True, self.flipped) else -1


class Symbol(NamedTuple):
    """The geometry of a symbol as plain numbers, in halves of its edge around its middle: x to the east, y forward.

    ``circles`` have a middle and a radius. What is not ``filled`` is a line, ``line`` times as wide as usual, with the
    color of the halo inside; ``disc`` is the radius of a disc in it.
    Only one that ``turns_east`` is turned with the board, and one that ``turns_forward`` with its side.
    """

    polygons: tuple[tuple[tuple[float, float], ...], ...] = ()
    circles: tuple[tuple[float, float, float], ...] = ()
    lines: tuple[tuple[tuple[float, float], ...], ...] = ()
    filled: bool = True
    line: float = 1.0
    disc: float = 0.0
    turns_east: bool = False
    turns_forward: bool = False

    def path(self, middle: QPointF, half: float, ink: Ink) -> QPainterPath:
        """Return the outlines around a point."""
        across = half * ink.east if self.turns_east else half
        forward = half * ink.forward if self.turns_forward else half

        def at(x: float, y: float) -> QPointF:
            return QPointF(middle.x() + across * x, middle.y() + forward * y)

        path = QPainterPath()
        for points in self.polygons:
            path.addPolygon(QPolygonF([at(*point) for point in points]))
            path.closeSubpath()
        for x, y, radius in self.circles:
            path.addEllipse(at(x, y), half * radius, half * radius)
        for points in self.lines:
            path.addPolygon(QPolygonF([at(*point) for point in points]))
        return path


_CHEVRON: Final = ((-1, -0.75), (0, 0.75), (1, -0.75))
_DIAMOND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_SQUARE: Final = ((-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72))
_DISC: Final = (0, 0, 0.85)
_PLUS: Final = (
    *((-0.32, -0.85), (0.32, -0.85), (0.32, -0.32), (0.85, -0.32), (0.85, 0.32), (0.32, 0.32)),
    *((0.32, 0.85), (-0.32, 0.85), (-0.32, 0.32), (-0.85, 0.32), (-0.85, -0.32), (-0.32, -0.32)),
)

_FORWARD: Final = Symbol(turns_forward=True)
_EAST: Final = Symbol(turns_east=True)
_SIGN: Final = Symbol(turns_east=True, turns_forward=True)

_TARGETS: Final = {
    "chevron": _FORWARD._replace(polygons=(_CHEVRON,)),
    "hollow chevron": _FORWARD._replace(polygons=(_CHEVRON,), filled=False),
    "double chevron": _FORWARD._replace(
        lines=(((-0.9, -0.8475), (0, -0.1725), (0.9, -0.8475)), ((-0.9, 0.1725), (0, 0.8475), (0.9, 0.1725))),
        filled=False,
    ),
    "cross": Symbol(lines=(((-0.8, -0.8), (0.8, 0.8)), ((-0.8, 0.8), (0.8, -0.8))), filled=False),
    "square": Symbol((_SQUARE,)),
    "hollow square": Symbol((_SQUARE,), filled=False),
    "ring": Symbol(circles=(_DISC,), filled=False),
    "diamond": Symbol((_DIAMOND,)),
    "hollow diamond": Symbol((_DIAMOND,), filled=False),
    "half disc": Symbol(circles=(_DISC,), filled=False),
    "dot": Symbol(circles=(_DISC,)),
    "exclamation mark": Symbol((((-0.32, -1.1), (0.32, -1.1), (0.32, 0.25), (-0.32, 0.25)),), ((0, 0.82, 0.4),)),
    "plus": Symbol((_PLUS,)),
    "two dots": Symbol(circles=((-0.58, 0, 0.42), (0.58, 0, 0.42))),
}
_ATTACKS: Final = {
    "dots": Symbol(circles=((0, 0, 1),)),
    "from west": _EAST._replace(polygons=(((-1.15, -1.15), (1.15, 0), (-1.15, 1.15)),)),
    "from east": _EAST._replace(polygons=(((1.15, -1.15), (-1.15, 0), (1.15, 1.15)),)),
    "ring": Symbol(circles=((0, 0, 0.92),), filled=False, line=1.35),
    "target": Symbol(circles=((0, 0, 1.25),), filled=False, line=1.2, disc=0.58),
}
_SIGNS: Final = {
    "•": _SIGN._replace(circles=((0, 0, 0.38),)),
    MORE: _SIGN._replace(circles=((-0.54, 0, 0.2), (0, 0, 0.2), (0.54, 0, 0.2))),
    "→": _SIGN._replace(polygons=(((-0.48, -0.6), (0.6, 0), (-0.48, 0.6)),)),
    "←": _SIGN._replace(polygons=(((0.48, -0.6), (-0.6, 0), (0.48, 0.6)),)),
    OPPOSED: _SIGN._replace(
        polygons=(((-0.55, -0.68), (0.55, -0.68), (0, -0.12)), ((-0.55, 0.68), (0.55, 0.68), (0, 0.12)))
    ),
    # The pawn that defends stands behind the two squares that it defends, the defended one before two such pawns.
    DEFENDING: _SIGN._replace(
        circles=((0, -0.45, 0.26),), lines=(((-0.12, -0.225), (-0.6, 0.5)), ((0.12, -0.225), (0.6, 0.5)))
    ),
    DEFENDED: _SIGN._replace(
        circles=((0, 0.45, 0.26),), lines=(((-0.12, 0.225), (-0.6, -0.5)), ((0.12, 0.225), (0.6, -0.5)))
    ),
}
"""The labels of badges that are drawn, in halves of the badge's height."""
STRIP_SIGNS: Final = {
    "diamond": _FORWARD._replace(polygons=(_DIAMOND,)),
    "triangle": _FORWARD._replace(polygons=(((-1.1, -0.75), (0, 0.9), (1.1, -0.75)),)),
}
"""The signs of single files, in halves of their height."""


def draw_symbol(
    painter: QPainter, symbol: Symbol, middle: QPointF, half: float, width: float, ink: Ink, halo: str = ""
) -> None:
    """Draw a symbol with a line of a width over a halo, which has the theme's color or another one."""
    path, halo = symbol.path(middle, half, ink), halo or ink.theme.halo
    if not (symbol.filled or symbol.lines):
        painter.fillPath(path, QColor(halo))  # Marks below would blur the symbol's inside.
    draw_haloed(painter, path, ink.color, symbol.filled, width * symbol.line, halo)
    if symbol.disc:
        fill_with(painter, ink.color)
        painter.drawEllipse(middle, half * symbol.disc, half * symbol.disc)


def draw_target(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw a symbol at its place; chevrons point forward."""
    shape = spot.placed.mark.shape
    middle, half = QPointF(spot.x * size, spot.y * size), size * 0.084 * spot.scale
    width = max(1.3, size * 0.028) * max(spot.scale, 0.75)
    draw_symbol(painter, _TARGETS[shape], middle, half, width, ink)
    if shape == "half disc":
        fill_with(painter, ink.color)
        box = QRectF(middle.x() - 0.85 * half, middle.y() - 0.85 * half, 1.7 * half, 1.7 * half)
        painter.drawPie(box, (0 if ink.forward < 0 else -180) * 16, 180 * 16)


def draw_attack(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw a small mark at its place, or dots and letters with a place for each attacker."""
    placed = spot.placed
    shape = placed.mark.shape
    if shape in LETTERS:
        _draw_letters(painter, spot, size, ink)
        return
    radius, line = attack_radius(size) * spot.scale, max(1.15, size * 0.02) * max(spot.scale, 0.75)
    shifts = [0.0]
    if shape == "dots":
        # The mark of a pawn that attacks from the west is west of the middle.
        attackers, step = placed.attackers or FROM_WEST, ink.east * dot_step(size) / 2 * spot.scale
        shifts = [aside for flag, aside in ((FROM_WEST, -step), (FROM_EAST, step)) if attackers & flag]
    for shift in shifts:
        middle = QPointF(spot.x * size + shift, spot.y * size)
        draw_symbol(painter, _ATTACKS[shape], middle, radius, line, ink)


def _draw_letters(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw a tag with the letter of the attacking pawn's file, with a tip towards the square."""
    is_west = LETTERS[spot.placed.mark.shape] == FROM_WEST
    file = spot.placed.file if spot.placed.file >= 0 else 1
    height, center = letter_height(size) * spot.scale, QPointF(spot.x * size, spot.y * size)
    tip = height * ink.east * (0.7 if is_west else -0.7)
    back, half = -tip * 0.62, height / 2
    points = [(back, -half), (tip * 0.45, -half), (tip, 0), (tip * 0.45, half), (back, half)]
    path = QPainterPath()
    path.addPolygon(QPolygonF([center + QPointF(*point) for point in points]))
    path.closeSubpath()
    draw_haloed(painter, path, ink.color, True, max(1.0, size * 0.016), ink.theme.halo)
    if size * spot.scale >= LETTER_SIZE:
        box = QRectF(center.x() - half, center.y() - half, height, height)
        letter = " abcdefgh "[file if is_west else file + 2]
        draw_letters(painter, letter, box, round(height * 0.96), height, QColor(ink.theme.badge_text))


def draw_front(painter: QPainter, points: Sequence[QPointF], teeth: Sequence[QPointF], size: float, ink: Ink) -> None:
    """Draw a line that is level at each of the points, from left to right, and teeth that point forward from it."""
    path = QPainterPath(points[0] - QPointF(size, 0))
    path.lineTo(points[0])
    for start, end in itertools.pairwise(points):
        middle = (start.x() + end.x()) / 2
        path.cubicTo(QPointF(middle, start.y()), QPointF(middle, end.y()), end)
    path.lineTo(points[-1] + QPointF(size, 0))
    width, halo, half = max(1.5, size * 0.036), max(0.8, size * 0.014), max(3.0, size * 0.1)
    shapes = QPainterPath()
    for tooth in teeth:
        if ink.white:
            tip = tooth + QPointF(0, ink.forward * half * 1.9)
            shapes.addPolygon(QPolygonF([tooth - QPointF(half, 0), tip, tooth + QPointF(half, 0)]))
        else:
            disc = QRectF(tooth.x() - half * 1.2, tooth.y() - half * 1.2, 2.4 * half, 2.4 * half)
            shapes.moveTo(tooth)
            shapes.arcTo(disc, 0, -ink.forward * 180)
        shapes.closeSubpath()
    outline_with(painter, QPen(QColor(ink.theme.halo), width + halo))
    painter.drawPath(path)
    painter.setPen(round_pen(QColor(ink.theme.halo), 2 * halo))
    painter.drawPath(shapes)
    pen = QPen(ink.color, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if not ink.white:
        pen.setDashPattern((3.2, 1.6))
    painter.setPen(pen)
    painter.drawPath(path)
    fill_with(painter, ink.color)
    painter.drawPath(shapes)


def draw_bar(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw a bar off the left edge, or for a shape along an edge one over the whole bottom for White, top for Black."""
    shape, halo = spot.placed.mark.shape, QColor(ink.theme.halo)
    if shape == "edge":
        height = max(2, round(size * 0.035))
        top = round(size) - height - 1 if ink.white else 1
        # On a small square a line of areas would lose too much under a halo on both sides.
        inner = 1 if size >= COARSE_SIZE else 0
        above, below = (inner, 1) if ink.white else (1, inner)
        painter.fillRect(QRectF(0, top, size, height).adjusted(0, -above, 0, below), halo)
        painter.fillRect(QRectF(0, top, size, height), ink.color)
        return
    if shape == MORE:
        x, y = round(size * spot.x + 2.5), round(size * spot.y)
        arms = QRectF(x - 3, y - 1, 6, 2), QRectF(x - 1, y - 3, 2, 6)
        for grown, color in ((1, halo), (0, ink.color)):
            for arm in arms:
                painter.fillRect(arm.adjusted(-grown, -grown, grown, grown), color)
        return
    # Whole pixels, so that thin lines are not blurred.
    least, share = {"solid": (2, 0.045), "dashed": (3, 0.06)}.get(shape, (4, 0.08))
    thickness = max(least, round(size * share * spot.scale))
    length = round(size * BAR_LENGTH)
    left = max(2, round(size * spot.x))
    top = round(size * (spot.y - BAR_LENGTH / 2))
    painter.fillRect(QRectF(left, top, thickness, length).adjusted(-1, -1, 1, 1), halo)
    painter.translate(left + thickness, top)
    painter.rotate(90)
    parts, gap = (2, 0.46) if shape == "dashed" else (3, 0.35)
    draw_band(painter, shape, QRectF(0, 0, length, thickness), ink.color, parts, 0.0, gap)


def draw_band(
    painter: QPainter, shape: str, rect: QRectF, color: QColor, parts: int, rounding: float, gap: float = 0.35
) -> None:
    """Draw a bar into a rectangle; broken shapes have so many parts, each of which ends with a gap of this share."""
    fill_with(painter, color)
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
        outline_with(painter, QPen(color, width))
        half = width / 2
        painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), rounding, rounding)
    else:
        painter.drawRoundedRect(rect, rounding, rounding)


def draw_badge(painter: QPainter, spot: Spot, size: float, ink: Ink) -> None:
    """Draw a round badge for White, a square one for Black, at its place."""
    mark, theme = spot.placed.mark, ink.theme
    label = MORE if mark.shape == MORE else mark.label
    box = QRectF(0, 0, badge_width(size, mark.label, spot.scale), badge_height(size) * spot.scale)
    box.moveCenter(QPointF(spot.x * size, spot.y * size))
    width = max(1.0, size * 0.016)
    # A badge that is smaller for the sake of the hatch around it leaves it the room of a halo, too.
    painter.setPen(QPen(QColor(theme.halo), width) if spot.scale >= 1 else Qt.PenStyle.NoPen)
    if theme.is_one_ink and ink.white:
        box = box.adjusted(width / 2, width / 2, -width / 2, -width / 2)
        painter.setPen(QPen(ink.color, 1.5 * width))
        ink = ink._replace(color=QColor(theme.halo), theme=theme._replace(badge_text=ink.color.name()))
    draw_chip(painter, label, box, ink, letters=size >= LETTER_SIZE)


def draw_chip(painter: QPainter, label: str, box: QRectF, ink: Ink, *, letters: bool = True) -> None:
    """Draw a label on a round background for White, on a square one for Black, outlined with the painter's pen."""
    painter.setBrush(ink.color)
    height = box.height()
    if ink.white:
        painter.drawRoundedRect(box, height / 2, height / 2)
    else:
        inset = 0.05 * height
        painter.drawRect(box.adjusted(inset, inset, -inset, -inset))
    if not letters:
        return
    color = QColor(ink.theme.badge_text)
    if sign := _SIGNS.get(label):
        strokes, areas = (
            part.path(box.center(), height / 2, ink)
            for part in (sign._replace(polygons=(), circles=()), sign._replace(lines=()))
        )
        painter.strokePath(strokes, round_pen(color, height * 0.11))
        painter.fillPath(areas, color)
        return
    # Capitals and digits are lower than their font; two of them fill the width of the box first.
    share = 0.96 if len(label) < 2 or box.width() > 1.5 * height else 0.8
    draw_letters(painter, label, box, round(height * share), box.width() - height * 0.14, color)


def draw_letters(painter: QPainter, text: str, box: QRectF, size: int, room: float, color: QColor) -> None:
    """Draw bold letters in the middle of a box, of a size in pixels, narrowed to the room if they are wider."""
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(5, size))
    width = QFontMetricsF(font).horizontalAdvance(text)
    painter.setFont(font)
    painter.setPen(color)
    if width <= room:
        # If nothing is scaled, letters are drawn on whole pixels.
        painter.drawText(box.adjusted(-width, -width, width, width), Qt.AlignmentFlag.AlignCenter, text)
        return
    painter.save()
    painter.translate(box.center())
    painter.scale(room / width, 1)
    painter.drawText(QRectF(-width, -box.height(), 2 * width, 2 * box.height()), Qt.AlignmentFlag.AlignCenter, text)
    painter.restore()


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
    """Draw an outlined background for a mark with this box, within the square."""
    reach, width = size * 0.03, max(1.2, size * 0.02)
    fill_with(painter, QColor(theme.halo), QPen(color, width))
    half = width / 2
    room = QRectF(half, half, size - width, size - width)
    painter.drawRoundedRect(box.adjusted(-reach, -reach, reach, reach).intersected(room), reach, reach)


_FILLS: Final = {True: "#ffffff", False: "#15191d"}


def disc_fill(white: bool, theme: Theme) -> QColor:
    """Return the color of a side's disc, which is the ink itself if there is but one."""
    return QColor(theme.text if theme.is_one_ink and not white else _FILLS[white])


def draw_disc(painter: QPainter, center: QPointF, radius: float, white: bool, theme: Theme) -> None:
    """Draw a side's disc, light for White and dark for Black, on a dark ground over a light plate."""
    fill_with(painter, disc_fill(white, theme), QPen(QColor(theme.coordinates), 1.5 * radius / 5.5))
    if theme.window == DARK.window:
        edge = 1.45 * radius
        plate = QRectF(center.x() - edge, center.y() - edge, 2 * edge, 2 * edge)
        painter.save()
        fill_with(painter, QColor(theme.coordinates))
        painter.drawRoundedRect(plate, 0.4 * radius, 0.4 * radius)
        painter.restore()
        painter.setPen(QPen(QColor(theme.window), radius / 5.5))
    painter.drawEllipse(center, radius, radius)
