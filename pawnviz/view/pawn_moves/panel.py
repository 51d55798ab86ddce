"""The panel of pawn moves: a choice of sides, the list, and a legend of its marks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QHBoxLayout, QRadioButton

from pawnviz.core.picture.picture import BREAKS
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.board import BoardView
from pawnviz.view.pawn_moves.move_list import MoveList
from pawnviz.view.pawn_moves.preview import preview_of
from pawnviz.view.pawn_moves.rows import RowKind, played, rows_of
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.page import Page

_LEGEND: Final = (
    "On the board, framed marks are new and struck ones go. Notched bar: no pawn of that side can guard the square "
    "again without capturing."
)


class PawnMovesPanel(Page):
    """All moves of pawns with their effects; the chosen one is previewed on the board, and played on request."""

    message = Signal(str)  # The reason why a row cannot be played.
    left = Signal()  # The focus belongs back on the board.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__("Pawn moves")
        self._document = document
        self._layers = layers
        self._board = board
        self.side_buttons = QButtonGroup(self)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        to_move = 0 if document.position.white_to_move else 1
        for number, (text, tip) in enumerate(
            (("W&hite", "White's moves"), ("B&lack", "Black's moves"), ("&Both", "The moves of both sides"))
        ):
            button = QRadioButton(text)
            button.setToolTip(tip)
            button.setChecked(number == to_move)
            self.side_buttons.addButton(button, number)
            buttons.addWidget(button)
        self.breaks_box = QCheckBox("Show brea&ks")
        self.breaks_box.setToolTip("Show the layer of break squares, with arrows from the pawns")
        self.breaks_box.toggled.connect(self._show_breaks)
        buttons.addStretch(1)
        buttons.addWidget(self.breaks_box)
        self.list = MoveList(layers.style_of, self)
        self.list.shown_changed.connect(self._preview)
        self.list.played.connect(self._play)
        self.list.left.connect(self.left)
        legend = plain_label(_LEGEND, muted=True, wrapped=True)
        self.column.setContentsMargins(0, 8, 0, 8)
        buttons.setContentsMargins(8, 0, 8, 0)
        legend.setContentsMargins(8, 0, 8, 0)
        self.column.addLayout(buttons)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(legend)
        self.side_buttons.idClicked.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.changed.connect(self._follow_layers)
        self._follow_layers()

    @property
    def sides(self) -> tuple[bool, ...]:
        """The sides whose moves are listed: White's (True), Black's (False), or both."""
        return ((True,), (False,), (True, False))[self.side_buttons.checkedId()]

    @override
    def refresh(self) -> None:
        self.list.show_rows(rows_of(self._document.position, self.sides))

    @Slot()
    def take_focus(self) -> None:
        """Move the focus to the list."""
        self.refresh_if_seen()
        self.list.setFocus()

    @Slot()
    def _preview(self) -> None:
        row = self.list.shown
        self._board.pictures.set_preview(None if row is None else preview_of(row, self._layers.style_of))

    @Slot()
    def _play(self) -> None:
        row = self.list.current_row
        if row is None:
            return
        step = played(row, self._document.position)
        if step is None:
            self.message.emit(row.obstacle)
            return
        self.list.end()
        first = row.moves[0]
        if row.kind is not RowKind.MOVE or not self._board.state.play(first.source, first.target):
            self._document.edit(*step)

    @Slot()
    def _follow_layers(self) -> None:
        """Show whether the layer of break squares is shown, and a move with the styles of the layers."""
        with QSignalBlocker(self.breaks_box):
            self.breaks_box.setChecked(any(self._layers.sides_of(BREAKS)))
        if self.list.shown is not None:
            self._preview()

    @Slot(bool)
    def _show_breaks(self, shown: bool) -> None:
        sides = self.sides
        self._layers.set_shown(BREAKS, shown and True in sides, shown and False in sides)
