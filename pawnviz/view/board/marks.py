"""Marks on one square, each drawn at the origin."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBitmap, QImage, QPainter, QRegion

from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import KEPT, LOST, PlacedMark
from pawnviz.view.board import shapes
from pawnviz.view.board.geometry import is_up
from pawnviz.view.board.hatches import draw_hatch, draw_outline
from pawnviz.view.board.places import SECOND, WHOLE, Spot, is_outline, lay_out
from pawnviz.view.board.strips import draw_files
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
    color = theme.mark_color(placed.white, placed.color)
    family = placed.mark.family
    if family is Family.HATCH:
        _clip(painter, spot.part, size)
        if is_outline(placed):
            draw_outline(painter, placed, size, color, theme, flipped)
        else:
            draw_hatch(painter, spot, size, color, theme, flipped)
    elif family is Family.TARGET:
        shapes.draw_target(painter, spot, size, color, theme, flipped)
    elif family is Family.ATTACK:
        shapes.draw_attack(painter, spot, size, color, theme, flipped)
    elif family is Family.BAR:
        shapes.draw_bar(painter, spot, size, color, theme)
    elif family is Family.BADGE:
        shapes.draw_badge(painter, spot, size, color, theme, flipped)
    elif family is Family.LINE:
        # A part of the line with a tooth, as a sample.
        y, rise = (0.86, -0.12) if is_up(placed.white, flipped) else (0.14, 0.12)
        points = [QPointF(-0.5 * size, y * size), QPointF(0.5 * size, (y + rise) * size), QPointF(1.5 * size, y * size)]
        shapes.draw_front(painter, points, [points[1]], placed.white, flipped, 1.5 * size, color, theme)
    else:
        rect = QRectF(0, 0.38 * size, size, 0.24 * size)
        draw_files(painter, placed.mark, rect, 1, placed.white, color, theme, flipped)
    painter.restore()


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


def _draw_changed(painter: QPainter, spot: Spot, size: float, theme: Theme, flipped: bool) -> None:
    placed = spot.placed
    color = theme.mark_color(placed.white, placed.color)
    plain = QImage(ceil(size), ceil(size), QImage.Format.Format_ARGB32_Premultiplied)
    plain.fill(Qt.GlobalColor.transparent)
    with QPainter(plain) as inner:
        draw_spot(inner, spot._replace(placed=placed._replace(change=KEPT)), size, theme, flipped)
    hatch = placed.mark.family is Family.HATCH
    # A hatch is struck through at the left edge, where pieces leave room.
    used = QRegion(QBitmap.fromImage(plain.createAlphaMask())).boundingRect()
    box = QRectF(0.03 * size, 0.4 * size, 0.2 * size, 0.2 * size) if hatch else QRectF(used)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if placed.change == LOST:
        painter.setOpacity(0.3 if hatch else 0.45)
        painter.drawImage(0, 0, plain)
        painter.setOpacity(1)
        shapes.draw_strike(painter, box, placed.white, size, color, theme)
    elif hatch:
        painter.drawImage(0, 0, plain)
        shapes.draw_inner_frame(painter, size, color)
    else:
        shapes.draw_background(painter, box, size, color, theme)
        painter.drawImage(0, 0, plain)
    painter.restore()
