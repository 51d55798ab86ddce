"""The canvas of images, PDFs and printers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QByteArray, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.picture.picture import Look
from pawnviz.override import override
from pawnviz.view.board.canvas import Canvas
from pawnviz.view.board.marks import PIECE_SHARE, RIM, draw_piece, draw_spot, piece_svg, rim_width
from pawnviz.view.board.places import Spot
from pawnviz.view.widgets.theme import theme_for

FONTS: Final = ("Helvetica", "Arial", "DejaVu Sans", "sans-serif")
LARGEST_SQUARE: Final = 100.0  # The largest square for which marks are made; a larger one has marks of this size.


def silhouette(letter: str, color: str) -> str:
    """Return a piece filled with one color as SVG."""
    text = piece_svg(letter)
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


class PainterCanvas(Canvas):
    """A canvas that a painter draws on at once."""

    def __init__(self, painter: QPainter, look: Look, fineness: float = 1.0, *, quick: bool = False) -> None:
        """Draw with a painter in the colors of a look; ``fineness`` is the number of its units in a pixel.

        With ``quick``, each piece is drawn once as an image and then copied, as is good enough for a preview.
        """
        super().__init__(theme_for(look.theme, look.colors), flipped=look.flipped)
        self._painter = painter
        self._fineness = fineness
        self._images: dict[tuple[str, int], QImage] | None = {} if quick else None
        self._pieces: dict[str, tuple[QSvgRenderer, QSvgRenderer]] = {}
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    @override
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        self._painter.fillRect(QRectF(rect), QColor(color))

    @override
    def mark(self, spot: Spot, rect: QRect) -> None:
        self._painter.save()
        self._painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        self._painter.translate(rect.topLeft())
        size = self.mark_size(rect)
        self._painter.scale(rect.width() / size, rect.height() / size)
        draw_spot(self._painter, spot, size, self.theme, self.flipped)
        self._painter.restore()

    @override
    def mark_size(self, rect: QRect) -> float:
        return min(rect.width() / self._fineness, LARGEST_SQUARE)

    @override
    def piece(self, letter: str, rect: QRect) -> None:
        if self._images is not None:
            self._painter.drawImage(rect, self._piece_image(letter, rect.width(), self._images))
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

    def _piece_image(self, letter: str, width: float, images: dict[tuple[str, int], QImage]) -> QImage:
        edge = max(1, round(width * self._painter.worldTransform().m11()))
        if (letter, edge) not in images:
            image = QImage(edge, edge, QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            with QPainter(image) as painter:
                draw_piece(painter, letter, QRectF(image.rect()), self.theme)
            images[letter, edge] = image
        return images[letter, edge]

    @override
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        self._painter.setFont(figure_font(size, bold=bold))
        self._painter.setPen(QColor(color))
        if middle:
            x -= self._painter.fontMetrics().horizontalAdvance(text) / 2
        self._painter.drawText(round(x), round(baseline), text)

    @override
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        self._painter.save()
        paint(self._painter)
        self._painter.restore()
