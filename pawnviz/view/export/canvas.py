"""The canvas of images, PDFs and printers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.picture.picture import Look
from pawnviz.override import plain_override
from pawnviz.view.board.canvas import PIECE_SHARE, RIM, Canvas, piece_image, piece_svg, rim_width, silhouette
from pawnviz.view.board.marks import draw_spot
from pawnviz.view.board.places import Spot
from pawnviz.view.widgets.theme import theme_for

FONTS: Final = ("Helvetica", "Arial", "DejaVu Sans", "sans-serif")
LARGEST_SQUARE: Final = 100.0  # The largest square for which marks are made; a larger one has marks of this size.


def figure_font(size: float, *, bold: bool) -> QFont:
    """Return the font of texts, of a size in the units of a figure."""
    font = QFont()
    font.setFamilies(list(FONTS[:-1]))
    font.setPixelSize(max(1, round(size)))
    font.setBold(bold)
    # Where letters are joined to one sign, a word with them is not found in a PDF.
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
