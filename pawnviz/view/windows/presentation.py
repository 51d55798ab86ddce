"""The presentation: the board on the whole screen, with its caption and legend beside it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QBoxLayout, QLayout, QSizePolicy, QToolButton, QWidget
from shiboken6 import isValid

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import caption_parts
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend import LegendMetrics, slot_width
from pawnviz.view.board.legend_bar import LEGEND_MARGIN, LegendBar
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of

HINT_TIME: Final = 4000  # The milliseconds for which the button back is visible after the pointer has moved.
_LEAST_LETTERS: Final = 12  # The least height of letters, in logical pixels.


class Presentation(QWidget):
    """A window over the whole screen around the board of ``parent``, with the keys of its actions."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window, windowTitle="Presentation – pawnviz", acceptDrops=True)
        self.setObjectName("presentation")
        self._window = parent
        self._document = document
        self._layers = layers
        self._current_layer = ""
        self._board = board
        self._place: QWidget | None = None
        self._focus: QWidget | None = None
        self.title = plain_label(bold=True, wrapped=True)
        self.caption = plain_label(wrapped=True)
        self.legend = LegendBar(layers, board.pictures)
        self.legend.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.back_button = QToolButton(autoRaise=True)
        self.back_button.setText("Back (Esc)")
        self.back_button.setToolTip("Back to the window (Escape or F11)")
        self.back_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = self.back_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.back_button.setSizePolicy(policy)
        self.back_button.clicked.connect(self.end)
        for label in (self.title, self.caption):
            label.setContentsMargins(LEGEND_MARGIN, 0, LEGEND_MARGIN, 0)  # On one axis with the legend.
        back = (self.back_button, Qt.AlignmentFlag.AlignRight)
        self._beside = column_of(self.title, self.caption, (self.legend, 1), back)
        self._row = row_of(STRETCH, self._beside, STRETCH, parent=self, margins=0)
        self._row.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self).activated.connect(self._let_go_or_end)
        self._timer = QTimer(self, singleShot=True, interval=HINT_TIME)
        self._timer.timeout.connect(self.back_button.hide)
        layers.changed.connect(self._fit_legend)
        board.state.square_changed.connect(self._show_hint)
        flipped = board.preferences.flipped
        for change in (
            document.position_changed,
            document.subject_changed,
            document.free.file_changed,
            flipped.changed,
        ):
            change.connect(self._follow)

    @property
    def is_presenting(self) -> bool:
        """Whether the board is here."""
        return self._place is not None

    @Slot()
    def toggle(self) -> None:
        """Take the board over and fill the screen, or return to the window."""
        if self.is_presenting:
            self.end()
            return
        home = self._board.parentWidget()
        layout = None if home is None else home.layout()
        if layout is None:
            return
        self._focus = QApplication.focusWidget()
        self._current_layer = self._layers.current
        # A line that is being edited is left, as for any other part of the window.
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._place = QWidget()
        self._place.setMinimumSize(self._board.minimumSize())
        self._place.setSizePolicy(self._board.sizePolicy())
        layout.replaceWidget(self._board, self._place)
        self._row.insertWidget(1, self._board)
        if self._document.subject.takes_moves:
            # The arrow keys go through the game unless the cursor is seen.
            self._board.state.hide_cursor()
        self._follow()
        self._lay_out()
        self.setGeometry(self._window.screen().geometry())
        self.showFullScreen()
        self.activateWindow()
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show_hint()

    @Slot()
    def end(self) -> None:
        """Give the board back and restore focus and current layer; layers that were chosen meanwhile stay."""
        place, self._place = self._place, None
        home = None if place is None else place.parentWidget()
        layout = None if home is None else home.layout()
        if place is None or layout is None:
            return
        self._board.set_magnification(1)
        self._board.setMinimumSize(place.minimumSize())
        self._board.setMaximumSize(place.maximumSize())
        layout.replaceWidget(place, self._board)
        place.hide()
        place.deleteLater()
        self._board.show()
        self.hide()
        self._timer.stop()
        if self._current_layer in self._layers.all:
            self._layers.set_current(self._current_layer)
        self._window.activateWindow()
        focus, self._focus = self._focus, None
        (focus if focus is not None and isValid(focus) else self._board).setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, self, self._free_picture)

    @Slot()
    def _free_picture(self) -> None:
        """Free the picture of the whole screen, which Qt keeps of a hidden window, once it has had all its events."""
        if not self.is_presenting:
            self.destroy()

    @Slot()
    def _let_go_or_end(self) -> None:
        if not self._board.state.let_go():
            self.end()

    @Slot()
    def _follow(self) -> None:
        if self.is_presenting:
            title, *parts = caption_parts(self._document)
            self.title.setText(title)
            self.caption.setText("\n".join(parts))

    @Slot()
    def _show_hint(self) -> None:
        if self.is_presenting:
            self.back_button.show()
            self._timer.start()

    # Events

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """Give the board the whole height and the legend the rest beside it; in a high window it stands below."""
        width, height = self.width(), self.height()
        is_wide = width > height
        edge = min(width, height)
        margin = edge // 40
        directions = QBoxLayout.Direction
        self._row.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._row.setSpacing(margin // 2)
        self._beside.setContentsMargins(margin, margin, margin, margin)
        self._beside.setSpacing(margin)
        for label, share in ((self.title, 0.034), (self.caption, 0.027)):
            font = label.font()
            font.setPixelSize(max(_LEAST_LETTERS, round(share * edge)))
            label.setFont(font)
        if not self.is_presenting:
            return
        self._board.set_magnification(max(1.0, edge / 600))
        if is_wide:
            beside = round(width * 0.24)
            board = min(self._board.width_for(height), width - beside)
            self._board.setFixedSize(board, height)
            beside = min(width - board, round(0.62 * height))
        else:
            self._board.setFixedSize(width, min(round(height * 0.72), width + 8 * margin))
            beside = width
        for widget in (self.title, self.caption, self.legend):
            widget.setFixedWidth(beside - 2 * margin)
        self._fit_legend()

    @Slot()
    def _fit_legend(self) -> None:
        """Give the legend letters with which its widest entry fits on a line, and all in columns."""
        if not self.is_presenting:
            return
        font, room = self.legend.font(), self.legend.width() - 2 * LEGEND_MARGIN
        largest = max(_LEAST_LETTERS, round(0.022 * min(self.width(), self.height())))
        for size in range(largest, _LEAST_LETTERS - 1, -1):
            font.setPixelSize(size)
            metrics = LegendMetrics(font)
            if slot_width(self.legend.entries, metrics) <= room:
                break
        self.legend.setFont(font)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        # Drops are as in the window.
        self._window.dragEnterEvent(event)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        self._window.dropEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        self.end()
        super().closeEvent(event)
