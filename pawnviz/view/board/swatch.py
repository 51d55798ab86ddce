"""Swatches: a mark as the board draws it, cut out of its square for lists and menus, at its place for legends."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBitmap, QColor, QIcon, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRegion
from PySide6.QtWidgets import QLabel

from pawnviz.core.layers.marks import Family, Mark, Style
from pawnviz.core.picture.picture import ALL_ENDS, FROM_EAST, FROM_WEST, LegendEntry, PlacedMark
from pawnviz.core.picture.places import COARSE_SIZE, badge_box, is_outline
from pawnviz.override import plain_override
from pawnviz.view.board.marks import draw_files, draw_mark, ink_of
from pawnviz.view.board.shapes import Ink, clear_image, fill_with, outline_with
from pawnviz.view.widgets.theme import LIGHT, Recolored, Theme, theme_of

_ZOOMS: Final = {
    Family.HATCH: 2.0,
    Family.TARGET: 3.4,
    Family.ATTACK: 4.6,
    Family.BAR: 3.0,
    Family.BADGE: 4.2,
    Family.STRIP: 2.6,
    Family.LINE: 1.2,
}

_PLACED_SHARES: Final = {Family.TARGET: 0.5, Family.ATTACK: 0.66, Family.BAR: 0.5, Family.BADGE: 0.86}
_PLACED_MARGIN: Final = 0.04  # The distance of such a mark from the edges of its square, in edges.
_EDGE_SIZE: Final = 40.0  # The size of the square whose edge bar is shown in one.
_PROBE: Final = 128  # The edge in pixels of the square on which a mark's place is measured.


def image_of(draw: Callable[[QPainter, QRectF], None], edge: float, ratio: float) -> QImage:
    """Return what is drawn into a transparent square; ``edge`` is in logical pixels of ``ratio`` device pixels each."""
    pixels = round(edge * ratio)
    image = clear_image(pixels, pixels)
    with QPainter(image) as painter:
        draw(painter, QRectF(0, 0, pixels, pixels))
    image.setDevicePixelRatio(ratio)
    return image.copy()  # Without the paint engine, which takes four times as much memory.


def draw_swatch(
    painter: QPainter, style: Style, white: bool, rect: QRectF, theme: Theme, *, flipped: bool = False
) -> None:
    """Draw a side's mark on the color of a light square; ``flipped`` turns the mark as on the board."""
    edge = min(rect.width(), rect.height())
    radius = edge * 0.12
    shape = QPainterPath()
    shape.addRoundedRect(rect, radius, radius)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(shape, QColor(theme.light_square))
    painter.save()
    painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
    zoom, middle = _view(style.mark, white, flipped)
    square = edge * zoom
    size = square
    if style.mark.shape == "crosses":
        size = min(square, COARSE_SIZE - 1.0)  # A smaller square has one cross or ring.
    elif style.mark.family is Family.HATCH:
        size = max(square, float(COARSE_SIZE))  # Lines of a smaller square are too few for a swatch.
    painter.translate(rect.center() - middle * square)
    painter.scale(square / size, square / size)
    draw_mark(painter, _placed(style, white), size, theme, flipped)
    painter.restore()
    outline_with(painter, QPen(QColor(theme.border), edge / 18))
    inset = edge / 36
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()


class Sample(NamedTuple):
    """A side's mark for a legend: hatched or outlined by its slot, with an arrow if the layer has them."""

    style: Style
    white: bool
    slot: int = 0
    slot_count: int = 1
    has_arrow: bool = False


def sample_of(entry: LegendEntry, white: bool) -> Sample:
    """Return a side's mark of an entry."""
    slot = entry.white_slot if white else entry.black_slot
    return Sample(entry.style, white, slot, entry.slot_counts[0 if white else 1], entry.has_arrows)


def draw_placed(painter: QPainter, sample: Sample, rect: QRectF, theme: Theme, *, flipped: bool = False) -> None:
    """Draw a side's mark enlarged at its place on a square; a strip lies in a lane of the margin below."""
    style, white = sample.style, sample.white
    family = style.mark.family
    edge = rect.width()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill_with(painter, QColor(theme.light_square))
    painter.translate(rect.topLeft())
    board = edge * (0.4 if family is Family.STRIP else 1.0)
    painter.drawRect(QRectF(0, 0, edge, board))
    painter.save()
    if family is Family.STRIP:
        lane = (edge - board) / 2
        painter.setOpacity(painter.opacity() * style.opacity)
        # A number is legible if its strip is higher than a lane.
        grown = lane * (0.35 if style.mark.shape == "numbered" else -0.06)
        strip = QRectF(0, board + (0 if white else lane), edge, lane).adjusted(0, -grown, 0, grown)
        draw_files(painter, style.mark, strip, 1, ink_of(_placed(style, white), theme, flipped))
    elif family is Family.HATCH:
        painter.setClipRect(QRectF(0, 0, edge, edge), Qt.ClipOperation.IntersectClip)
        placed = _placed(style, white, sample.slot, sample.slot_count)
        size, zoom = max(edge * 1.6, float(COARSE_SIZE)), 1.3
        if is_outline(placed):
            size, zoom = 30.0, 1.0
        elif style.mark.shape == "crosses":
            size, zoom = COARSE_SIZE - 1.0, 1.0  # A smaller square has one cross or ring, which is shown whole.
        painter.scale(edge * zoom / size, edge * zoom / size)
        draw_mark(painter, placed, size, theme, flipped)
    elif style.mark.shape == "edge" or family is Family.LINE:
        painter.setClipRect(QRectF(0, 0, edge, edge), Qt.ClipOperation.IntersectClip)
        painter.scale(edge / _EDGE_SIZE, edge / _EDGE_SIZE)
        draw_mark(painter, _placed(style, white), _EDGE_SIZE, theme, flipped)
    else:
        zoom, shift = _enlarged(style.mark, white, flipped)
        painter.translate(shift * edge)
        painter.scale(zoom * edge / _PROBE, zoom * edge / _PROBE)
        draw_mark(painter, _placed(style, white), float(_PROBE), theme, flipped)
    painter.restore()
    if sample.has_arrow:
        _draw_arrow(painter, edge, ink_of(_placed(style, white), theme, flipped))
    outline_with(painter, QPen(QColor(theme.border), max(1.0, edge / 24)))
    painter.drawRect(QRectF(0, 0, edge, board))
    painter.restore()


def _draw_arrow(painter: QPainter, edge: float, ink: Ink) -> None:
    x, (start, end) = edge * 0.17, ((0.92, 0.1) if ink.forward < 0 else (0.08, 0.9))
    neck = end - 0.26 * ink.forward
    painter.setPen(QPen(QColor(ink.theme.halo), edge * 0.16, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    painter.drawLine(QLineF(x, start * edge, x, neck * edge))
    fill_with(painter, ink.color)
    middle, gap = (start + neck) / 2, -0.05 * ink.forward
    for first, last in ((start, middle + gap), (middle - gap, neck)):
        top, bottom = sorted((first * edge, last * edge))
        painter.drawRect(QRectF(x - edge * 0.045, top, edge * 0.09, bottom - top))
    half = edge * 0.13
    painter.drawPolygon(
        QPolygonF([QPointF(x - half, neck * edge), QPointF(x, end * edge), QPointF(x + half, neck * edge)])
    )


@lru_cache(maxsize=64)
def placed_image(sample: Sample, theme: Theme, edge: float, ratio: float, *, flipped: bool = False) -> QImage:
    """Return the result of ``draw_placed``, cached; ``edge`` is in logical pixels of ``ratio`` device pixels each."""
    return image_of(lambda painter, rect: draw_placed(painter, sample, rect, theme, flipped=flipped), edge, ratio)


@lru_cache(maxsize=256)
def _enlarged(mark: Mark, white: bool, flipped: bool) -> tuple[float, QPointF]:
    """Return the magnification of a mark on its square, and its shift to stay within, in edges."""
    if mark.family is Family.BADGE:
        box = badge_box(_PROBE, 0, mark.label)
        place = QRectF(box.left / _PROBE, box.top / _PROBE, box.width / _PROBE, box.height / _PROBE)
    else:
        place = _place(mark, white, flipped)
    zoom = _PLACED_SHARES[mark.family] / max(place.width(), place.height())
    zoom = min(max(1.0, zoom), 3.0)
    scaled = QRectF(place.left() * zoom, place.top() * zoom, place.width() * zoom, place.height() * zoom)
    # A mark at an edge of the board's square stays there; any other keeps its middle.
    left = _within(place.center().x() - scaled.width() / 2, scaled.width())
    top = _within(place.center().y() - scaled.height() / 2, scaled.height())
    return zoom, QPointF(left - scaled.left(), top - scaled.top())


def _within(start: float, length: float) -> float:
    """Return a start at which a length stays within a square of edge 1, a little off its edges."""
    return min(max(start, _PLACED_MARGIN), 1 - _PLACED_MARGIN - length)


def _placed(style: Style, white: bool, slot: int = 0, slot_count: int = 1) -> PlacedMark:
    color = style.white_color if white else style.black_color
    mark, attackers = style.mark._replace(large=False), FROM_WEST | FROM_EAST
    return PlacedMark(mark, white, color, style.opacity, slot, slot_count, attackers, ends=ALL_ENDS)


@lru_cache(maxsize=256)
def _view(mark: Mark, white: bool, flipped: bool) -> tuple[float, QPointF]:
    """Return the edge of the square in edges of the swatch, and the middle of the swatch in a square of edge 1."""
    zoom = _ZOOMS[mark.family]
    if mark.family is Family.HATCH:
        if mark.shape == "crosses":
            return 1.6, QPointF(0.25 if white else 0.75, 0.5)
        return zoom, QPointF(0.5, 0.5)
    place = _place(mark, white, flipped)
    if mark.shape == "numbered":
        return zoom, place.center()
    if mark.family is Family.STRIP and place.width() > 2 * place.height():
        # The end of a hollow strip tells it from a double one.
        return 1.6, QPointF(0.28 if mark.shape == "hollow" else 0.5, place.center().y())
    return min(zoom, 0.86 / max(place.width(), place.height())), place.center()


def _place(mark: Mark, white: bool, flipped: bool) -> QRectF:
    placed = _placed(Style(mark), white)
    image = image_of(lambda painter, _: draw_mark(painter, placed, _PROBE, LIGHT, flipped), _PROBE, 1)
    bounds = QRegion(QBitmap.fromImage(image.createAlphaMask())).boundingRect()
    return QRectF(bounds.x() / _PROBE, bounds.y() / _PROBE, bounds.width() / _PROBE, bounds.height() / _PROBE)


@lru_cache(maxsize=1024)
def swatch(style: Style, white: bool, theme: Theme, edge: int, ratio: float, *, flipped: bool = False) -> QImage:
    """Return a swatch, cached; ``edge`` is in logical pixels of ``ratio`` device pixels each."""
    return image_of(lambda painter, rect: draw_swatch(painter, style, white, rect, theme, flipped=flipped), edge, ratio)


def swatch_icon(style: Style, theme: Theme, edge: int, ratio: float, *, flipped: bool = False) -> QIcon:
    """Return White's and Black's swatch as an icon, ``2 * edge + 3`` logical pixels wide, constant in selected rows."""
    gap = 3
    from PySide6.QtGui import QIcon  # The first picture needs none, and its type takes a while to make.

    pixmap = QPixmap(round((2 * edge + gap) * ratio), round(edge * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.drawImage(QPointF(0, 0), swatch(style, True, theme, edge, ratio, flipped=flipped))
        painter.drawImage(QPointF(edge + gap, 0), swatch(style, False, theme, edge, ratio, flipped=flipped))
    icon = QIcon(pixmap)
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def mixed(color: str, background: str, share: float) -> QColor:
    """Return a color mixed with a background, with ``share`` (0 to 1) of the color."""
    parts = (share * over + (1 - share) * under for over, under in zip(_parts(color), _parts(background), strict=True))
    return QColor.fromRgbF(*parts)


def _parts(color: str) -> tuple[float, float, float]:
    found = QColor(color)
    return found.redF(), found.greenF(), found.blueF()


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colors, 1 to 21."""
    # Source: https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio
    dark, light = sorted((_luminance(first), _luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else pow((share + 0.055) / 1.055, 2.4) for share in _parts(color)
    )
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


EDGE: Final = 16  # The edge of a swatch in logical pixels.
SIZE: Final = QSize(2 * EDGE + 3, EDGE)  # The size of White's and Black's swatch side by side.


class SwatchLabel(Recolored, QLabel):
    """White's and Black's swatch of a layer, in the colors of the theme."""

    _style: Style | None = None

    def show_style(self, style: Style) -> None:
        """Show the swatches of a style."""
        if style != self._style:
            self._style = style
            self.recolor()

    @plain_override
    def recolor(self) -> None:
        if self._style is not None:
            ratio = self.devicePixelRatioF()
            self.setPixmap(swatch_icon(self._style, theme_of(self), EDGE, ratio).pixmap(SIZE, ratio))
