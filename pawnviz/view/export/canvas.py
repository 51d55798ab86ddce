"""The canvases of exports: images, PDFs and printers, and the text of an SVG, in which each mark is described once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator, QSvgRenderer

from pawnviz.core.picture.picture import Look
from pawnviz.core.picture.places import FIRST, SECOND, WHOLE, Spot
from pawnviz.override import plain_override
from pawnviz.view.board.canvas import (
    PIECE_SHARE,
    RIM,
    Canvas,
    draw_swatch,
    piece_image,
    piece_svg,
    rim_width,
    silhouette,
)
from pawnviz.view.board.marks import draw_spot
from pawnviz.view.board.swatch import Sample
from pawnviz.view.widgets.theme import Theme, theme_for

FONTS: Final = ("Helvetica", "Arial", "DejaVu Sans", "sans-serif")
LARGEST_SQUARE: Final = 100.0  # The largest square for which marks are made; a larger one has marks of this size.


def figure_font(size: float, *, bold: bool) -> QFont:
    """Return the font of texts, of a size in the units of a figure."""
    font = QFont()
    font.setFamilies(list(FONTS[:-1]))
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    # If letters are joined to one sign, a word with them is not found in a PDF.
    font.setFeature(QFont.Tag("liga"), 0)
    return font


class PainterCanvas(Canvas):
    """A canvas that a painter draws on at once."""

    def __init__(self, painter: QPainter, look: Look, fineness: float = 1.0, *, quick: bool = False) -> None:
        """Draw with a painter in the colors of a look; ``fineness`` is the number of its units in a pixel.

        With ``quick``, each piece is drawn once as an image and then copied, as is good enough for a preview.
        """
        super().__init__(theme_for(look.theme, look.colors), flipped=look.flipped)
        self._painter = painter
        self._fineness = fineness
        self._quick = quick
        self._pieces: dict[str, tuple[QSvgRenderer, QSvgRenderer]] = {}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @plain_override
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        self._painter.fillRect(QRectF(rect), QColor(color))

    @plain_override
    def mark(self, spot: Spot, rect: QRect) -> None:
        self._painter.save()
        self._painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        self._painter.translate(rect.topLeft())
        size = self.mark_size(rect)
        self._painter.scale(rect.width() / size, rect.height() / size)
        draw_spot(self._painter, spot, size, self.theme, self.flipped)
        self._painter.restore()

    @plain_override
    def mark_size(self, rect: QRect) -> float:
        return min(rect.width() / self._fineness, LARGEST_SQUARE)

    @plain_override
    def piece(self, letter: str, rect: QRect) -> None:
        if self._quick:
            edge = max(1, round(rect.width() * self._painter.worldTransform().m11()))
            self._painter.drawImage(rect, piece_image(letter, edge, self.theme))
            return
        if letter not in self._pieces:
            rim, piece = (text.encode() for text in (silhouette(letter, self.theme.piece_halo), piece_svg(letter)))
            self._pieces[letter] = QSvgRenderer(QByteArray(rim)), QSvgRenderer(QByteArray(piece))
        rim_drawing, drawing = self._pieces[letter]
        reach = rim_width(letter, rect.width(), self.theme)
        inset = rect.width() * (1 - PIECE_SHARE) / 2
        box = QRectF(rect).adjusted(inset, inset, -inset, -inset)
        for x, y in RIM:
            rim_drawing.render(self._painter, box.translated(x * reach, y * reach))
        drawing.render(self._painter, box)

    @plain_override
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        self._painter.setFont(figure_font(size, bold=bold))
        self._painter.setPen(QColor(color))
        if middle:
            x -= self._painter.fontMetrics().horizontalAdvance(text) / 2
        self._painter.drawText(round(x), round(baseline), text)

    @plain_override
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        self._painter.save()
        paint(self._painter)
        self._painter.restore()


_SQUARE: Final = int(LARGEST_SQUARE)  # The edge of the square that marks are described on.
_FAMILY: Final = quoteattr(", ".join(FONTS))
NAMES: Final = "\ue000"  # The placeholder of the prefix of a picture's names, until all of it is known.
_CLIP: Final = f'<clipPath id="{NAMES}square"><rect width="{_SQUARE}" height="{_SQUARE}"/></clipPath>\n'
_HALF: Final = _SQUARE // 2
_PARTS: Final = {
    FIRST: f"M0 0H{_HALF}V{_SQUARE}H{_SQUARE}V{_HALF}H0Z",
    SECOND: f"M{_SQUARE} 0H{_HALF}V{_SQUARE}H0V{_HALF}H{_SQUARE}Z",
}
"""The outlines of the quarters of the square that the parts of a woven hatch have."""
_PART_CLIPS: Final = "".join(
    f'<clipPath id="{NAMES}part{part}"><path d="{outline}"/></clipPath>\n' for part, outline in _PARTS.items()
)
_NOT_IN_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue001-\ufffd\U00010000-\U0010ffff]")
_PIECE_LINE: Final = 1.5  # The width of the lines of pieces.
_FONT: Final = ("font-family", "font-weight", "font-style", "font-size")
_LEFT_OUT: Final = ("id", "class", "vector-effect", "{http://www.w3.org/XML/1998/namespace}space")
"""Attributes that a part of a picture does not need, or that would not be unique in it."""


class Symbol(NamedTuple):
    """A drawing that is described once: its name, the edge of its square, and its text."""

    name: str
    edge: int
    text: str


class SvgCanvas(Canvas):
    """A canvas whose drawing is the text of an SVG."""

    def __init__(self, look: Look) -> None:
        super().__init__(theme_for(look.theme, look.colors), flipped=look.flipped)
        self._symbols: dict[object, Symbol] = {}
        self._parts: list[str] = []

    def svg(self, width: float, height: float, title: str, millimeters: float = 0.0) -> str:
        """Return the whole text for a figure of this size in pixels, with an accessible title and unique names.

        ``millimeters`` is its width on paper, 0 for a size in pixels.
        """
        size = f'width="{width:g}" height="{height:g}"'
        if millimeters:
            size = f'width="{millimeters:g}mm" height="{millimeters * height / width:.4g}mm"'
        symbols = "".join(symbol.text for symbol in self._symbols.values())
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {width:g} {height:g}" role="img" font-family={_FAMILY}>\n'
            f"<title>{_escaped(title)}</title>\n<defs>\n{self.clips()}{symbols}</defs>\n{''.join(self._parts)}</svg>\n"
        )
        return text.replace(NAMES, f"p{crc32(text.encode()):08x}-")

    def clips(self) -> str:
        """Return the outlines that drawings are cut at."""
        return _CLIP + (_PART_CLIPS if any(isinstance(key, Spot) and key.part for key in self._symbols) else "")

    @plain_override
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        self._parts.append(f"<rect{_box(QRectF(rect))} fill={quoteattr(color)}/>\n")

    @plain_override
    def mark(self, spot: Spot, rect: QRect) -> None:
        key = spot._replace(placed=spot.placed._replace(layer=""))
        if key not in self._symbols:
            content = _mark(key, self.flipped, self.theme)
            if key.part != WHOLE:
                # Qt writes no clipping into an SVG.
                content = f'<g clip-path="url(#{NAMES}part{key.part})">{content}</g>'
            self._add_symbol(key, _SQUARE, content)
        self._use(key, QRectF(rect))

    @plain_override
    def mark_size(self, rect: QRect) -> float:
        return _SQUARE

    @plain_override
    def swatch(self, sample: Sample, rect: QRectF) -> None:
        if sample not in self._symbols:
            self._add_symbol(sample, _SQUARE, _swatch(sample, self.flipped, self.theme))
        self._use(sample, rect)

    @plain_override
    def piece(self, letter: str, rect: QRect) -> None:
        if letter not in self._symbols:
            wide = f'stroke-width="{_PIECE_LINE + 2 * rim_width(letter, 45 / PIECE_SHARE, self.theme):.3g}"'
            rim = silhouette(letter, self.theme.piece_halo).replace(f'stroke-width="{_PIECE_LINE}"', wide)
            self._add_symbol(letter, 45, _inner(rim) + _inner(piece_svg(letter)), visible=True)
        inset = rect.width() * (1 - PIECE_SHARE) / 2
        self._use(letter, QRectF(rect).adjusted(inset, inset, -inset, -inset))

    @plain_override
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        anchor = ' text-anchor="middle"' if middle else ""
        self._parts.append(
            f'<text x="{x:.6g}" y="{baseline:.6g}" font-size="{size:.4g}"{weight}{anchor} fill={quoteattr(color)}>'
            f"{_escaped(text)}</text>\n"
        )

    @plain_override
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        self._parts.append(fragment(paint))

    def _add_symbol(self, key: object, edge: int, content: str, *, visible: bool = False) -> None:
        """Describe a drawing on a square; without ``visible`` it is clipped to its edges."""
        name = f"{NAMES}s{len(self._symbols)}"
        if not visible:
            # Not every program cuts a symbol at its edges.
            content = f'<g clip-path="url(#{NAMES}square)">{content}</g>'
        overflow = "visible" if visible else "hidden"
        text = f'<symbol id="{name}" viewBox="0 0 {edge} {edge}" overflow="{overflow}">{content}</symbol>\n'
        self._symbols[key] = Symbol(name, edge, text)

    def _use(self, key: object, rect: QRectF) -> None:
        symbol = self._symbols[key]
        # Not every program, Qt's viewers among them, fits a symbol's view box into a place: it has its own size there.
        place = f"translate({rect.x():.6g},{rect.y():.6g}) scale({rect.width() / symbol.edge:.6g})"
        size = f'width="{symbol.edge}" height="{symbol.edge}"'
        self._parts.append(f'<use href="#{symbol.name}" {size} transform="{place}"/>\n')


def _escaped(text: str) -> str:
    return escape(_NOT_IN_XML.sub("", text))


@lru_cache(maxsize=1024)
def _mark(spot: Spot, flipped: bool, theme: Theme) -> str:
    return fragment(lambda painter: draw_spot(painter, spot, _SQUARE, theme, flipped))


@lru_cache(maxsize=512)
def _swatch(sample: Sample, flipped: bool, theme: Theme) -> str:
    square = QRectF(0, 0, _SQUARE, _SQUARE)
    return fragment(lambda painter: draw_swatch(painter, sample, square, theme, flipped=flipped))


def fragment(paint: Callable[[QPainter], None]) -> str:
    """Return a painter's drawing as elements of SVG: shapes and texts, each text set from its middle."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    # A point is a unit, so that lengths are those of the painter.
    generator.setResolution(72)
    generator.setSize(QSize(_SQUARE, _SQUARE))
    generator.setViewBox(QRect(0, 0, _SQUARE, _SQUARE))
    with QPainter(generator) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(figure_font(12, bold=False))
        paint(painter)
    # Qt draws in groups below one for all.
    return _written(ElementTree.fromstring(bytes(buffer.data().data()).decode())[-1])


@cache
def _inner(svg: str) -> str:
    """Return the content of an SVG's element, without names, which would not be unique."""
    return _written(ElementTree.fromstring(svg))


def _written(root: Element) -> str:
    """Return the visible content of an SVG's element, with the attributes that it needs."""
    for element in root.iter():
        element.tag, element.tail = element.tag.rpartition("}")[2], None
        if element.tag == "text":
            _center(element)
        elif element.tag == "g":
            element.text = None
            for name in _FONT:
                element.attrib.pop(name, None)
        for name in _LEFT_OUT:
            element.attrib.pop(name, None)
        if element.get("transform") == "matrix(1,0,0,1,0,0)":
            del element.attrib["transform"]
    drawn = [child for child in root if child.tag != "g" or len(child)]
    return "".join(f"{ElementTree.tostring(child, 'unicode')}\n" for child in drawn)


def _center(text: Element) -> None:
    """Set a text of Qt from its middle, so that it stays there in another program's font; texts are bold."""
    size = text.get("font-size", "0")
    for name in _FONT:
        text.attrib.pop(name, None)
    width = QFontMetricsF(figure_font(float(size), bold=True)).horizontalAdvance(text.text or "")
    text.set("x", f"{float(text.get('x', '0')) + width / 2:.4g}")
    text.attrib |= {"font-size": size, "font-weight": "bold", "text-anchor": "middle"}


def _box(rect: QRectF) -> str:
    return f' x="{rect.x():.6g}" y="{rect.y():.6g}" width="{rect.width():.6g}" height="{rect.height():.6g}"'
