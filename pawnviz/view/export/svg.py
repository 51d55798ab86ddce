"""The text of an SVG, made of shapes and texts alone: no bitmap, and each mark and piece is described once."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from PySide6.QtCore import QBuffer, QIODevice, QRect, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator

from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import PlacedMark
from pawnviz.view.board.marks import draw_mark
from pawnviz.view.export.canvas import (
    FONTS,
    LARGEST_SQUARE,
    PIECE_SHARE,
    RIM,
    draw_swatch,
    figure_font,
    piece_svg,
    rim_width,
)
from pawnviz.view.widgets.theme import Theme

_SQUARE: Final = int(LARGEST_SQUARE)
"""The edge of the square that marks are described on."""
_FAMILY: Final = quoteattr(", ".join(FONTS))
_EMPTY_GROUP: Final = re.compile(r"<g [^>]*>\s*</g>\s*")
_GROUP: Final = re.compile(r'<g fill="none" stroke="black"[^>]*>(.*)</g>\s*</svg>', re.DOTALL)
_PARTS_OF_FONT: Final = re.compile(r'\s*(font-family|font-weight|font-style|font-size|vector-effect|xml:space)="[^"]*"')
_NAMES: Final = "\ue000"
"""What stands for the beginning of the names of a picture, until all of it is known."""
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue001-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has not, and the one that stands for names."""
_CLIP: Final = f'<clipPath id="{_NAMES}square"><rect width="{_SQUARE}" height="{_SQUARE}"/></clipPath>\n'
_IDENTITY: Final = ' transform="matrix(1,0,0,1,0,0)"'
_TEXT: Final = re.compile(
    r'<text ([^>]*?)x="([^"]*)" y="([^"]*)"([^>]*?)font-size="(\d+)"([^>]*)>([^<]*)</text>', re.DOTALL
)


class SvgCanvas:
    """A canvas whose drawing is the text of an SVG."""

    def __init__(self, theme: Theme) -> None:
        """Start with nothing drawn."""
        self._theme = theme
        self._symbols: dict[object, tuple[str, str]] = {}
        self._parts: list[str] = []

    def svg(self, width: float, height: float, title: str) -> str:
        """Return the whole text for a figure of this size in pixels; the title is read to those who do not see it.

        Its parts have names that no other picture has, so that a page can hold several pictures.
        """
        symbols = "".join(text for _, text in self._symbols.values())
        text = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" role="img" font-family={_FAMILY}>\n'
            f"<title>{_escaped(title)}</title>\n<defs>\n{_CLIP}{symbols}</defs>\n{''.join(self._parts)}</svg>\n"
        )
        return text.replace(_NAMES, f"p{crc32(text.encode()):08x}-")

    def fill(self, rect: QRectF, color: str) -> None:
        """Fill a rectangle."""
        self._parts.append(f"<rect{_box(rect)} fill={quoteattr(color)}/>\n")

    def mark(self, placed: PlacedMark, rect: QRectF, flipped: bool) -> None:
        """Draw a mark on a square, and nothing beside it."""
        key = (placed, flipped)
        if key not in self._symbols:
            self._add_symbol(key, _SQUARE, _mark(placed, flipped, self._theme))
        self._use(key, rect)

    def swatch(self, style: Style, white: bool, rect: QRectF, flipped: bool) -> None:
        """Draw a small square with a side's mark where the board has it."""
        key = (style, white, flipped)
        if key not in self._symbols:
            self._add_symbol(key, _SQUARE, _swatch(style, white, flipped, self._theme))
        self._use(key, rect)

    def piece(self, letter: str, rect: QRectF) -> None:
        """Draw a piece by its letter on a square."""
        if letter not in self._symbols:
            rim = piece_svg(letter, self._theme.piece_halo)
            self._add_symbol((letter, "rim"), 45, _inner(rim), visible=True)
            name = self._symbols[letter, "rim"][0]
            reach = rim_width(letter, 45 / PIECE_SHARE, self._theme)
            uses = "".join(
                f'<use href="#{name}" x="{x * reach:.3g}" y="{y * reach:.3g}" width="45" height="45"/>' for x, y in RIM
            )
            self._add_symbol(letter, 45, uses + _inner(piece_svg(letter)), visible=True)
        inset = rect.width() * (1 - PIECE_SHARE) / 2
        self._use(letter, rect.adjusted(inset, inset, -inset, -inset))

    def text(self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool, middle: bool) -> None:
        """Write a line from a point, or with ``middle`` around it."""
        weight = ' font-weight="bold"' if bold else ""
        anchor = ' text-anchor="middle"' if middle else ""
        self._parts.append(
            f'<text x="{x:.6g}" y="{baseline:.6g}" font-size="{size:.4g}"{weight}{anchor} fill={quoteattr(color)}>'
            f"{_escaped(text)}</text>\n"
        )

    def draw(self, paint: Callable[[QPainter], None]) -> None:
        """Draw with a painter of Qt."""
        self._parts.append(fragment(paint))

    def _add_symbol(self, key: object, edge: int, content: str, *, visible: bool = False) -> None:
        """Describe a drawing on a square; without ``visible`` what reaches over its edges is cut off."""
        name = f"{_NAMES}s{len(self._symbols)}"
        if visible:
            text = f'<symbol id="{name}" viewBox="0 0 {edge} {edge}" overflow="visible">{content}</symbol>\n'
        else:
            # Not every program cuts a symbol at its edges.
            inside = f'<g clip-path="url(#{_NAMES}square)">{content}</g>'
            text = f'<symbol id="{name}" viewBox="0 0 {edge} {edge}" overflow="hidden">{inside}</symbol>\n'
        self._symbols[key] = (name, text)

    def _use(self, key: object, rect: QRectF) -> None:
        """Draw what was described before."""
        self._parts.append(f'<use href="#{self._symbols[key][0]}"{_box(rect)}/>\n')


def _escaped(text: str) -> str:
    """Return a text as the content of an element, without the characters that XML has not."""
    return escape(_NO_XML.sub("", text))


@lru_cache(maxsize=1024)
def _mark(placed: PlacedMark, flipped: bool, theme: Theme) -> str:
    """Return a mark as elements of SVG, cached for the next figure."""
    return fragment(lambda painter: draw_mark(painter, placed, _SQUARE, theme, flipped))


@lru_cache(maxsize=512)
def _swatch(style: Style, white: bool, flipped: bool, theme: Theme) -> str:
    """Return a square of the legend as elements of SVG, cached for the next figure."""
    return fragment(lambda painter: draw_swatch(painter, style, white, _SQUARE, theme, flipped))


def fragment(paint: Callable[[QPainter], None]) -> str:
    """Return what a painter draws as elements of SVG: shapes and texts, each text set from its middle."""
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
    written = _GROUP.search(bytes(buffer.data().data()).decode())
    assert written is not None
    text = _TEXT.sub(_centered, _EMPTY_GROUP.sub("", written[1])).replace(_IDENTITY, "")
    return _PARTS_OF_FONT.sub("", text).replace("letter-", "font-").strip() + "\n"


def _centered(match: re.Match[str]) -> str:
    """Return a text of Qt set from its middle, so that it stays there in another program's font; texts are bold."""
    before, x, y, _, size, _, text = match.groups()
    width = QFontMetricsF(figure_font(float(size), bold=True)).horizontalAdvance(text)
    return (
        f'<text {before.strip()} x="{float(x) + width / 2:.4g}" y="{y}" letter-size="{size}" letter-weight="bold" '
        f'text-anchor="middle">{text}</text>'
    )


@cache
def _inner(svg: str) -> str:
    """Return what stands inside the element of an SVG, without names, which would not be unique."""
    content = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
    return re.sub(r'\s(?:id|class)="[^"]*"', "", content)


def _box(rect: QRectF) -> str:
    """Return a rectangle as attributes."""
    return f' x="{rect.x():.6g}" y="{rect.y():.6g}" width="{rect.width():.6g}" height="{rect.height():.6g}"'
