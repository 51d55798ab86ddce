"""The board in its fixed place: the strip of spare pieces beside it, the legend and one line below it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend_bar import LegendBar
from pawnviz.view.position.fen_line import FenLine

STRIP_WIDTH: Final = 42  # The width of the strip of spare pieces, which is kept free where it is hidden.


class Stage(QWidget):
    """The board and the parts that belong to it; none of them changes the board's place or size.

    The line below the legend is the FEN, or the bar of the game that is on the board.
    """

    def __init__(self, board: BoardView, legend: LegendBar, fen_line: FenLine) -> None:
        super().__init__()
        self.board = board
        self._fen_line = fen_line
        self._bar: QWidget | None = None
        self._palette: QWidget | None = None
        self._strip = QWidget()
        self._strip.setFixedWidth(STRIP_WIDTH)
        QVBoxLayout(self._strip).setContentsMargins(2, 3, 0, 0)
        self._legend_place = QWidget()
        self._legend_place.setFixedHeight(legend.slot_height)
        column = QVBoxLayout(self._legend_place)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(legend)
        column.addStretch(1)
        self._line = QWidget()
        # The bar of a game, whose buttons are higher than the FEN, comes later.
        self._line.setFixedHeight(max(fen_line.sizeHint().height(), QPushButton("A").sizeHint().height() + 4))
        self._lines = QVBoxLayout(self._line)
        self._lines.setContentsMargins(0, 0, 0, 0)
        self._lines.addWidget(fen_line)
        for part in (self._legend_place, self._line):
            part.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 4)
        grid.setSpacing(0)
        grid.addWidget(self._strip, 0, 0)
        grid.addWidget(board, 0, 1)
        grid.addWidget(self._legend_place, 1, 1)
        grid.addWidget(self._line, 2, 1)
        grid.setRowStretch(0, 1)
        grid.setColumnStretch(1, 1)

    def width_for(self, height: int) -> int:
        """Return the width that a board needs that uses this height of the stage, in logical pixels."""
        below = self._legend_place.height() + self._line.height() + 4
        return STRIP_WIDTH + self.board.width_for(height - below)

    def add_palette(self, palette: QWidget) -> None:
        """Put the spare pieces into their strip."""
        layout = self._strip.layout()
        if isinstance(layout, QVBoxLayout):
            self._palette = palette
            layout.addWidget(palette)
            layout.addStretch(1)

    def add_game_bar(self, bar: QWidget) -> None:
        """Put the bar of the open game into the line below the board."""
        self._bar = bar
        self._lines.addWidget(bar)

    def show_game(self, is_shown: bool) -> None:
        """Show the bar of the game in the line below the board, or else the FEN; spare pieces only without a game."""
        self._fen_line.setVisible(not is_shown)
        if self._bar is not None:
            self._bar.setVisible(is_shown)

    def set_editing(self, is_editing: bool) -> None:
        """Show or hide the spare pieces; their strip stays free."""
        if self._palette is not None:
            self._palette.setVisible(is_editing)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._palette is not None:
            self._palette.setMaximumHeight(self.board.height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(STRIP_WIDTH + 260, 340)
