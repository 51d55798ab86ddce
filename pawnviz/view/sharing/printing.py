"""Printing, after a preview with page, margins and printer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMarginsF, QObject, QSizeF, Qt, Slot
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QWidget

from pawnviz.core.picture.formats import LEAST_PAPER
from pawnviz.view.export.canvas import PainterCanvas
from pawnviz.view.export.figure import Figure, draw_figure
from pawnviz.view.export.position_sheet import FINENESS, PositionSheet


class Printing(QObject):
    """The preview of a print, redrawn for each page and printer."""

    def __init__(
        self, draw: Callable[[QPainter, QPrinter], None], title: str, window: QWidget, size: QSizeF | None = None
    ) -> None:
        """Print the drawing of ``draw``, over a window, at first on a page of a size in points if one is given."""
        super().__init__(window)
        self._draw = draw
        self.printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        self.printer.setDocName(title)
        if size is not None:
            is_wide = size.width() > size.height()
            self.printer.setPageSize(QPageSize(size.transposed() if is_wide else size, QPageSize.Unit.Point))
            orientation = QPageLayout.Orientation
            self.printer.setPageOrientation(orientation.Landscape if is_wide else orientation.Portrait)
        # The preview can change the margins.
        self.printer.setPageMargins(QMarginsF(15, 15, 15, 15), QPageLayout.Unit.Millimeter)
        self.dialog = QPrintPreviewDialog(self.printer, window)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.dialog.setWindowTitle(title)
        self.dialog.resize(900, 700)
        self.dialog.paintRequested.connect(self._paint)
        self.dialog.finished.connect(self.deleteLater)

    @Slot(QPrinter)
    def _paint(self, printer: QPrinter) -> None:
        painter = QPainter()
        if painter.begin(printer):
            try:
                self._draw(painter, printer)
            finally:
                painter.end()


def draw_printed_figure(painter: QPainter, printer: QPrinter, make_figure: Callable[[int], Figure]) -> None:
    """Draw a figure, made for a width in millimeters, at the top of a page, as large as there is room."""
    page, room = printer.pageRect(QPrinter.Unit.DevicePixel), printer.pageRect(QPrinter.Unit.Millimeter)
    most = int(room.width())
    figure = make_figure(most)
    while most > LEAST_PAPER and figure.height / figure.width * most > room.height():
        # Texts do not get smaller with the board, so that several steps may be needed.
        most = max(LEAST_PAPER, min(most - 1, int(room.height() * figure.width / figure.height)))
        figure = make_figure(most)
    scale = min(most / room.width() * page.width() / figure.width, page.height() / figure.height)
    painter.translate((page.width() - figure.width * scale) / 2, 0)
    painter.scale(scale, scale)
    draw_figure(PainterCanvas(painter, figure.look, figure.fineness), figure)


def draw_printed_sheet(painter: QPainter, printer: QPrinter, make_sheet: Callable[[QSizeF], PositionSheet]) -> None:
    """Draw all pages of a sheet, which is made for the size of the printer's page in points."""
    printer.setFullPage(True)
    layout = printer.pageLayout()
    sheet = make_sheet(layout.fullRect(QPageLayout.Unit.Point).size())
    scale = printer.resolution() / 72 / FINENESS
    for number in range(sheet.page_count):
        if number:
            printer.newPage()
        painter.save()
        painter.scale(scale, scale)
        sheet.draw_page(painter, number)
        painter.restore()
