"""The check of an engine's masks: a file is compared, and the first wrong line of each layer is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontDatabase
from PySide6.QtWidgets import (
    QFileDialog,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from pawnviz.core.board.bitboard import file_fill
from pawnviz.core.checking import CheckReport, Mismatch, difference_text
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, Layer
from pawnviz.core.picture.difference import beside_mask
from pawnviz.model.document import Document
from pawnviz.model.jobs.slice_job import SliceJob
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.temporary_layers import TemporaryLayers
from pawnviz.override import override, plain_override
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.windows.check_text import mismatch_text, report_text
from pawnviz.view.windows.file_check import check_in_steps
from pawnviz.view.windows.mapping_choice import MappingChoice

_EXAMPLE: Final = (
    "stops white 8/8/8/3p4/4P3/8/8/8 w - - 0 1 0x0000001000000000\n"
    "stops black 8/8/8/3p4/4P3/8/8/8 w - - 0 1 0x0000000008000000"
)


class CheckWindow(SideWindow):
    """A window that checks a file of masks, lists each layer with its count of wrong lines, and shows the first."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Check my engine")
        self.setAcceptDrops(True)
        self._document = document
        self._layers = layers
        self._layers_on_board = TemporaryLayers(layers, self)
        self._check: SliceJob[CheckReport] = SliceJob(self)
        self._mismatches: list[Mismatch | None] = []
        self._path = ""
        self._entries: dict[str, Entry] = {}
        self.open_button = QPushButton("&Open a file…")
        self.mapping_choice = MappingChoice("Mapping as the file says")
        self.progress = QProgressBar()
        self.cancel_button = QPushButton("&Cancel")
        self.verdict = MessageLabel()
        self.table = QTreeWidget()
        self.details = QPlainTextEdit()
        self.show_button = QPushButton("&Show this position on the board")
        self._set_up_controls()
        self._lay_out()
        self._connect()
        self.resize(self.sizeHint())

    def _set_up_controls(self) -> None:
        self.open_button.setToolTip("Open a file of lines “layer color fen mask”; or drop it here")
        self.mapping_choice.setAccessibleName("Square mapping of the masks")
        self.mapping_choice.setToolTip(
            "Which square each bit of a number stands for; another one checks the file again"
        )
        self.progress.setAccessibleName("Progress of the check")
        self.progress.setRange(0, 1000)
        self.progress.hide()
        self.cancel_button.hide()
        self.verdict.show_message(
            "Open the lines that your engine prints: layer, color, FEN and mask. “pawnviz fixtures” writes an example."
        )
        # A long word of a wrong file does not make the window wider.
        policy = self.verdict.sizePolicy()
        policy.setHorizontalPolicy(QSizePolicy.Policy.Ignored)
        self.verdict.setSizePolicy(policy)
        self.table.setHeaderLabels(["Layer", "Checked", "Wrong", "First wrong line"])
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setAccessibleName("Layers that were checked")
        self.details.setReadOnly(True)
        self.details.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.details.setAccessibleName("The first wrong line of the layer")
        self.details.setPlaceholderText(_EXAMPLE)
        self.show_button.setEnabled(False)
        for button in (self.open_button, self.cancel_button, self.show_button):
            button.setAutoDefault(False)

    def _lay_out(self) -> None:
        head = row_of(self.open_button, self.mapping_choice, (self.progress, 1), self.cancel_button, 0)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(self.table)
        parts.addWidget(self.details)
        parts.setSizes([210, 290])
        column_of(head, self.verdict, (parts, 1), (self.show_button, Qt.AlignmentFlag.AlignRight), parent=self)

    def _connect(self) -> None:
        self._check.progressed.connect(self._show_progress)
        self._check.ended.connect(self._show_result)
        self.open_button.clicked.connect(self._choose)
        self.mapping_choice.activated.connect(self._check_again)
        self.cancel_button.clicked.connect(self.cancel)
        self.table.currentItemChanged.connect(self._show_details)
        self.show_button.clicked.connect(self._show_on_board)

    @Slot()
    def _choose(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, "Check a file of masks", "", "All files (*)")
        if path:
            self.check_file(path)

    def check_file(self, path: str) -> None:
        """Begin to check a file in place of the running check."""
        self._stop()
        self._path = path
        self.table.clear()
        self.details.clear()
        self._mismatches = []
        own = self._layers.user_layers.kept
        readable = {identifier: layer for identifier, layer in own.layers.items() if identifier not in own.faults}
        self._entries = {**LAYERS, **NUMBERS, **readable}
        self.verdict.show_message(f"Checking {path}")
        self.progress.setValue(0)
        self.progress.show()
        self.cancel_button.show()
        self._check.start(check_in_steps(Path(path), self.mapping_choice.chosen, self._entries))

    @Slot()
    def _check_again(self) -> None:
        if self._path:
            self.check_file(self._path)

    @Slot()
    def cancel(self) -> None:
        """Stop the running check."""
        if self._check.is_running:
            self._stop()
            self.verdict.show_message("The check was cancelled.")

    def _stop(self) -> None:
        self._check.cancel()
        self.progress.hide()
        self.cancel_button.hide()

    @Slot()
    def _show_progress(self) -> None:
        self.progress.setValue(int(self._check.part * self.progress.maximum()))

    @Slot()
    def _show_result(self) -> None:
        self._stop()
        if self._check.result is None:
            self.verdict.show_message(self._check.fault, is_error=True)
        else:
            self._list_layers(self._check.result)

    def _list_layers(self, report: CheckReport) -> None:
        self.verdict.show_message(report_text(report), is_error=bool(report.wrong or report.unreadable_count))
        for tally in sorted(report.tallies, key=lambda tally: not tally.wrong):
            where = f"line {tally.first.line}: {difference_text(tally.first)}" if tally.first else ""
            item = QTreeWidgetItem([tally.identifier, str(tally.checked), str(tally.wrong), where])
            for column in (1, 2):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignCenter)
            font = item.font(0)
            font.setBold(bool(tally.wrong))
            item.setFont(0, font)
            self.table.addTopLevelItem(item)
            self._mismatches.append(tally.first)
        self._fit_columns()
        if self._mismatches:
            self.table.setCurrentIndex(self.table.model().index(0, 0))

    def _fit_columns(self) -> None:
        for column in range(3):
            self.table.resizeColumnToContents(column)
            self.table.setColumnWidth(column, self.table.columnWidth(column) + 14)

    @property
    def mismatch(self) -> Mismatch | None:
        """The first wrong line of the chosen layer, or None."""
        row = self.table.currentIndex().row()
        return self._mismatches[row] if 0 <= row < len(self._mismatches) else None

    @Slot()
    def _show_details(self) -> None:
        mismatch = self.mismatch
        self.show_button.setEnabled(mismatch is not None)
        if mismatch is not None:
            self.details.setPlainText(mismatch_text(mismatch))
        else:
            self.details.setPlainText("Every line of this layer is right." if self.table.currentItem() else "")

    @Slot()
    def _show_on_board(self) -> None:
        mismatch = self.mismatch
        if mismatch is None or not self.isVisible():
            return
        self._document.set_fen(mismatch.fen)
        layer = self._entries[mismatch.identifier]
        if not isinstance(layer, Layer):
            self._layers_on_board.hide()
            return
        given, expected = mismatch.given, mismatch.expected
        if not layer.turns:  # A set of files, one bit for each.
            given, expected = file_fill(given), file_fill(expected)
        # The layer is shown as it was checked, whatever has become of it since.
        checked = layer._replace(identifier="bench_layer")
        shown = (checked, *beside_mask(given, expected))
        self._layers_on_board.show(shown, white=mismatch.white, black=not mismatch.white, current=checked.identifier)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.check_file(paths[0])
            event.acceptProposedAction()

    @override
    def sizeHint(self) -> QSize:
        return QSize(640, 620)

    @plain_override
    def leave(self) -> None:
        self._stop()
        self._layers_on_board.hide()
