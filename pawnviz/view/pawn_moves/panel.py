"""The panel of pawn moves: a choice of sides, the list, and a legend of its marks."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QPushButton, QRadioButton

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.core.picture.picture import BREAKS
from pawnviz.model.document import Document
from pawnviz.model.engine.engine import Analysis
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.pawn_moves.move_list import MoveList, preview_of
from pawnviz.view.pawn_moves.rows import RowKind, played, rows_of
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, add_parts, row_of
from pawnviz.view.widgets.page import Navigation, Page

_ASK: Final = "Ask the en&gine about breaks"
_LEGEND: Final = (
    "On the board, framed marks are new, struck ones go; a hollow arrow loses the pawn. Notched bar: no pawn of "
    "that side can guard the square again without capturing."
)


class PawnMovesPanel(Page):
    """All moves of pawns with their effects; the chosen one is previewed on the board, and played on request."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation) -> None:
        super().__init__("Pawn moves")
        self._document = document
        self._navigator = navigator
        self._layers = layers
        self._board = board
        self.side_buttons = QButtonGroup(self)
        buttons = row_of(margins=(4, 0, 4, 0), spacing=10)
        for number, (text, tip) in enumerate(
            (("&White", "White's moves"), ("Bla&ck", "Black's moves"), ("&Both", "The moves of both sides"))
        ):
            button = QRadioButton(text)
            button.setToolTip(tip)
            self.side_buttons.addButton(button, number)
            buttons.addWidget(button)
        self._choose_side_to_move()
        self.breaks_box = QCheckBox("Show brea&ks")
        self.breaks_box.setToolTip("Show the layer of break squares, with arrows from the pawns")
        self.breaks_box.toggled.connect(self._show_breaks)
        add_parts(buttons, (STRETCH, self.breaks_box))
        self.list = MoveList(layers.style_of, self)
        self.list.shown_changed.connect(self._preview)
        self.list.played.connect(self._play)
        self.list.fold_clicked.connect(self._toggle_fold)
        self._unfolded: set[str] = set()  # The names of the open folds.
        self.list.left.connect(navigator.focus_board)
        self._analysis: Analysis | None = None
        self._seen_verdicts: dict[Position, str] = {}
        self.engine_button = QPushButton(_ASK)
        self.engine_button.setToolTip("Have the running engine look at the position after each break for a second")
        self.engine_button.clicked.connect(self._ask_engine)
        self.engine_button.hide()
        asking = row_of(self.engine_button, STRETCH, margins=(4, 0, 4, 0))
        legend = plain_label(_LEGEND, muted=True, wrapped=True)
        self.column.setContentsMargins(4, 8, 4, 8)
        legend.setContentsMargins(4, 0, 4, 0)
        add_parts(self.column, (buttons, (self.list, 1), asking, legend))
        self.side_buttons.idClicked.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.changed.connect(self._follow_layers)
        self._follow_layers()

    @property
    def sides(self) -> tuple[bool, ...]:
        """The sides whose moves are listed: White's (True), Black's (False), or both."""
        return ((True,), (False,), (True, False))[self.side_buttons.checkedId()]

    def _choose_side_to_move(self) -> None:
        self.side_buttons.button(0 if self._document.position.white_to_move else 1).setChecked(True)
        self.mark_stale()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self._choose_side_to_move()
        super().showEvent(event)

    @plain_override
    def refresh(self) -> None:
        self.list.show_rows(rows_of(self._document.position, self.sides, self._unfolded, self.verdicts))

    # The engine

    def set_analysis(self, analysis: Analysis) -> None:
        """Offer to ask the engine of an analysis while it runs."""
        self._analysis = analysis
        analysis.changed.connect(self._follow_analysis)
        self._follow_analysis()

    @property
    def verdicts(self) -> dict[Position, str]:
        """The words of the engine on the positions after breaks that it was asked about."""
        analysis = self._analysis
        if analysis is None:
            return {}
        to_move, best = self._document.position.white_to_move, next(iter(analysis.variations), None)
        texts = {}
        for position, line in analysis.answers.items():
            is_turn = best is not None and position.white_to_move is not to_move
            compared = f" ({best.evaluation.text} with its best move)" if best is not None and is_turn else ""
            texts[position] = f"Engine: {line.evaluation.text} for White after it{compared}, depth {line.depth}"
        return texts

    @Slot()
    def _follow_analysis(self) -> None:
        analysis = self._analysis
        if analysis is None:
            return
        self.engine_button.setVisible(analysis.is_running and not analysis.obstacle)
        self.engine_button.setEnabled(not analysis.is_asked)
        self.engine_button.setText("The engine is thinking…" if analysis.is_asked else _ASK)
        verdicts = self.verdicts
        if verdicts != self._seen_verdicts:
            self._seen_verdicts = verdicts
            self.mark_stale()

    @Slot()
    def _ask_engine(self) -> None:
        if self._analysis is not None:
            position = self._document.position
            reports = [report_of(position, white).breaks for white in self.sides]
            self._analysis.ask_about([each.after for breaks in reports for each in breaks])

    def take_focus(self) -> None:
        """Move the focus to the list, of the side to move."""
        self._choose_side_to_move()
        self.refresh_if_seen()
        self.list.setFocus()

    @Slot()
    def _preview(self) -> None:
        row = self.list.shown
        self._board.pictures.set_preview(None if row is None else preview_of(row, self._layers.style_of))

    @Slot()
    def _play(self) -> None:
        self.refresh_if_seen()  # The position may have changed since the list was made.
        row = self.list.current_row
        if row is None:
            return
        step = played(row, self._document.position)
        if step is None:
            self._navigator.say(row.obstacle)
            return
        self.list.end()
        first = row.moves[0]
        if row.kind is not RowKind.MOVE or not self._board.state.play(first.source, first.target):
            self._document.edit(*step)

    @Slot()
    def _toggle_fold(self) -> None:
        row = self.list.current_row
        if row is not None:
            self._unfolded ^= {row.fold}
            self.refresh()
            self.list.choose_fold(row.fold, row.white)

    @Slot()
    def _follow_layers(self) -> None:
        """Show whether the layer of break squares is shown, and marks and a move with the styles of the layers."""
        with QSignalBlocker(self.breaks_box):
            self.breaks_box.setChecked(any(self._layers.sides_of(BREAKS)))
        self.list.viewport().update()
        if self.list.shown is not None:
            self._preview()

    @Slot(bool)
    def _show_breaks(self, shown: bool) -> None:
        sides = self.sides
        self._layers.set_shown(BREAKS, shown and True in sides, shown and False in sides)
