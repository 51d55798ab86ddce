"""What a figure is drawn on: a painter of pixels or of a PDF, or the text of an SVG."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, Protocol

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import PlacedMark
from pawnviz.resources import read_resource
from pawnviz.view.board.marks import draw_mark
from pawnviz.view.board.swatch import draw_placed
from pawnviz.view.widgets.theme import Theme

PIECE_SHARE: Final = 0.86
"""The edge of a piece, as a share of its square's."""
FONTS: Final = ("Helvetica", "Arial", "DejaVu Sans", "sans-serif")
"""The families that texts of a figure are set in: the first that a program has."""
LARGEST_SQUARE: Final = 100.0
"""The edge up to which marks are made for the size of their square; on a larger one they are those of this size."""
_LEGEND_EDGE: Final = 24.0
"""The edge of a square in the window's legend, for which its marks are made."""
RIM: Final = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
"""The directions in which a piece is repeated below itself in the color of its rim."""


class Canvas(Protocol):
    """What a figure is drawn on, in its own units from the top left."""

    def fill(self, rect: QRectF, color: str) -> None:
        """Fill a rectangle."""

    def mark(self, placed: PlacedMark, rect: QRectF, flipped: bool) -> None:
        """Draw a mark on a square, and nothing beside it."""

    def swatch(self, style: Style, white: bool, rect: QRectF, flipped: bool) -> None:
        """Draw a small square with a side's mark where the board has it."""

    def piece(self, letter: str, rect: QRectF) -> None:
        """Draw a piece by its letter on a square."""

    def text(self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool, middle: bool) -> None:
        """Write a line from a point, or with ``middle`` around it."""

    def draw(self, paint: Callable[[QPainter], None]) -> None:
        """Draw with a painter of Qt in the units of the figure."""


@cache
def piece_svg(letter: str, color: str = "") -> str:
    """Return the drawing of a piece as SVG with a view box of 45 units; with a color, its silhouette in this color."""
    name = ("w" if letter.isupper() else "b") + letter.upper()
    text = read_resource(f"pieces/{name}.svg")
    if color:
        for found in ("#ffffff", "#000000", "#fff", "#000", "#ececec", "#ECECEC"):
            text = text.replace(f'"{found}"', f'"{color}"').replace(f":{found};", f":{color};")
    return text


def figure_font(size: float, *, bold: bool) -> QFont:
    """Return the font of texts, of a size in the units of a figure."""
    font = QFont()
    font.setFamilies(list(FONTS[:-1]))
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    # Where letters are joined to one sign, a word with them is not found in a PDF.
    font.setFeature(QFont.Tag("liga"), 0)
    return font


class PainterCanvas:
    """A canvas that a painter draws on at once."""

    def __init__(self, painter: QPainter, theme: Theme, fineness: float = 1.0, *, quick: bool = False) -> None:
        """Draw with a painter, in the colors of a theme; ``fineness`` is the number of its units in a pixel.

        With ``quick``, each piece is drawn once as an image and then copied, as is good enough for a preview.
        """
        self._painter = painter
        self._fineness = fineness
        self._theme = theme
        self._images: dict[tuple[str, int], QImage] | None = {} if quick else None
        self._pieces: dict[str, tuple[QSvgRenderer, QSvgRenderer]] = {}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def fill(self, rect: QRectF, color: str) -> None:
        """Fill a rectangle."""
        self._painter.fillRect(rect, QColor(color))

    def mark(self, placed: PlacedMark, rect: QRectF, flipped: bool) -> None:
        """Draw a mark on a square, and nothing beside it."""
        self._painter.save()
        self._painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        self._painter.translate(rect.topLeft())
        size = min(rect.width() / self._fineness, LARGEST_SQUARE)
        self._painter.scale(rect.width() / size, rect.height() / size)
        draw_mark(self._painter, placed, size, self._theme, flipped)
        self._painter.restore()

    def swatch(self, style: Style, white: bool, rect: QRectF, flipped: bool) -> None:
        """Draw a small square with a side's mark where the board has it."""
        self._painter.save()
        self._painter.translate(rect.topLeft())
        draw_swatch(self._painter, style, white, rect.width(), self._theme, flipped)
        self._painter.restore()

    def piece(self, letter: str, rect: QRectF) -> None:
        """Draw a piece by its letter on a square."""
        edge = rect.width() * PIECE_SHARE
        inset = (rect.width() - edge) / 2
        box = rect.adjusted(inset, inset, -inset, -inset)
        if self._images is not None:
            self._painter.drawImage(rect, self._piece_image(letter, rect.width(), self._images))
            return
        self._draw_piece(self._painter, letter, rect.width(), box)

    def _piece_image(self, letter: str, width: float, images: dict[tuple[str, int], QImage]) -> QImage:
        """Return a square with a piece, in the pixels of the painter's device."""
        edge = max(1, round(width * self._painter.worldTransform().m11()))
        if (letter, edge) not in images:
            image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            with QPainter(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                inset = edge * (1 - PIECE_SHARE) / 2
                self._draw_piece(painter, letter, edge, QRectF(0, 0, edge, edge).adjusted(inset, inset, -inset, -inset))
            images[letter, edge] = image
        return images[letter, edge]

    def _draw_piece(self, painter: QPainter, letter: str, width: float, box: QRectF) -> None:
        """Draw a piece with its rim into a box on a square of a width."""
        reach = rim_width(letter, width, self._theme)
        if letter not in self._pieces:
            self._pieces[letter] = (
                QSvgRenderer(QByteArray(piece_svg(letter, self._theme.piece_halo).encode())),
                QSvgRenderer(QByteArray(piece_svg(letter).encode())),
            )
        rim, piece = self._pieces[letter]
        for x, y in RIM:
            rim.render(painter, box.translated(x * reach, y * reach))
        piece.render(painter, box)

    def text(self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool, middle: bool) -> None:
        """Write a line from a point, or with ``middle`` around it."""
        self._painter.setFont(figure_font(size, bold=bold))
        self._painter.setPen(QColor(color))
        if middle:
            x -= self._painter.fontMetrics().horizontalAdvance(text) / 2
        self._painter.drawText(round(x), round(baseline), text)

    def draw(self, paint: Callable[[QPainter], None]) -> None:
        """Draw with the painter."""
        self._painter.save()
        paint(self._painter)
        self._painter.restore()


def draw_swatch(painter: QPainter, style: Style, white: bool, edge: float, theme: Theme, flipped: bool) -> None:
    """Draw a small square with a side's mark at a painter's origin, as the legend of the window has it."""
    painter.scale(edge / _LEGEND_EDGE, edge / _LEGEND_EDGE)
    draw_placed(painter, style, white, QRectF(0, 0, _LEGEND_EDGE, _LEGEND_EDGE), theme, flipped=flipped)


def rim_width(letter: str, size: float, theme: Theme) -> float:
    """Return the width of a piece's rim on a square of a size: wider where a black piece stands on a dark board."""
    return size * (0.034 if theme.name == "dark" and letter.islower() else 0.016)
