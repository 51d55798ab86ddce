"""The presentation: the board with its legend and a caption, large on the whole screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import QApplication, QToolButton, QVBoxLayout, QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import caption
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend_bar import LegendBar
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.layouts import row_of

HINT_TIME: Final = 4000  # The milliseconds for which the button back is visible after the pointer has moved.
_CAPTION_SHARE: Final = 0.03  # The height of the caption's letters as a share of the window's height.
_LEGEND_SHARE: Final = 0.022  # The height of the legend's letters as a share of the window's height.
_USUAL_HEIGHT: Final = 600
"""The height of a window in which the board's coordinates have their usual size, in logical pixels."""


class Presentation(QWidget):
    """A window over the whole screen around the board of ``parent``, with the keys of ``take_actions``."""

    ended = Signal()  # The board is back in its place.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("presentation")
        self.setWindowTitle("Presentation – pawnviz")
        self.setAcceptDrops(True)
        self._window = parent
        self._document = document
        self._layers = layers
        self._current_layer = ""
        self._board = board
        self._place: QWidget | None = None
        self._focus: QWidget | None = None
        self.caption = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.legend = LegendBar(layers)
        self.back_button = QToolButton()
        self.back_button.setText("Back (Esc)")
        self.back_button.setToolTip("Back to the window (Escape or F11)")
        self.back_button.setAutoRaise(True)
        self.back_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        policy = self.back_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.back_button.setSizePolicy(policy)
        self.back_button.clicked.connect(self.end)
        self._column = QVBoxLayout(self)
        self._column.addLayout(row_of((self.caption, 1), (self.back_button, Qt.AlignmentFlag.AlignTop)))
        self._column.addWidget(self.legend)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.activated.connect(self._let_go_or_end)
        self._timer = QTimer(self, singleShot=True, interval=HINT_TIME)
        self._timer.timeout.connect(self.back_button.hide)
        document.position_changed.connect(self._follow)
        document.subject_changed.connect(self._follow)
        document.free.file_changed.connect(self._follow)
        board.state.square_changed.connect(self._show_hint)
        board.preferences.flipped.changed.connect(self._follow)

    def take_actions(self, actions: Iterable[QAction]) -> None:
        """Add the keys of these commands."""
        for action in actions:
            self.addAction(action)

    @property
    def is_presenting(self) -> bool:
        """Whether the board is here."""
        return self._place is not None

    @Slot()
    def toggle(self) -> None:
        """Begin, or return to the window."""
        if self.is_presenting:
            self.end()
        else:
            self.begin()

    def begin(self) -> None:
        """Take the board over and fill the screen."""
        home = self._board.parentWidget()
        layout = None if home is None else home.layout()
        if self.is_presenting or layout is None:
            return
        self._focus = QApplication.focusWidget()
        self._current_layer = self._layers.current
        # A line that is being edited is left, as for any other part of the window.
        self._board.setFocus(Qt.FocusReason.OtherFocusReason)
        self._place = QWidget()
        self._place.setMinimumSize(self._board.minimumSize())
        self._place.setSizePolicy(self._board.sizePolicy())
        layout.replaceWidget(self._board, self._place)
        self._column.insertWidget(1, self._board, 1)
        if self._document.subject.takes_moves:
            # The arrow keys go through the game unless the cursor is seen.
            self._board.state.hide_cursor()
        self._follow()
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
        (focus or self._board).setFocus(Qt.FocusReason.OtherFocusReason)
        self.ended.emit()

    @Slot()
    def _let_go_or_end(self) -> None:
        if not self._board.state.let_go():
            self.end()

    @Slot()
    def _follow(self) -> None:
        if self.is_presenting:
            self.caption.show_text(caption(self._document))
            self.legend.set_flipped(self._board.preferences.flipped.value)

    @Slot()
    def _show_hint(self) -> None:
        if self.is_presenting:
            self.back_button.show()
            self._timer.start()

    # Events

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        height = self.height()
        margin = height // 60
        self._column.setContentsMargins(margin, margin // 2, margin, margin // 2)
        for widget, share in ((self.caption, _CAPTION_SHARE), (self.legend, _LEGEND_SHARE)):
            font = widget.font()
            font.setPixelSize(max(12, round(share * height)))
            widget.setFont(font)
        if self.is_presenting:
            self._board.set_magnification(max(1.0, height / _USUAL_HEIGHT))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self._board.state.set_shift_held(True)
        super().keyPressEvent(event)

    @override
    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Shift:
            self._board.state.set_shift_held(False)
        super().keyReleaseEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.ActivationChange and self.is_presenting and not self.isActiveWindow():
            self._board.state.set_shift_held(False)
        super().changeEvent(event)

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
