"""The definitions of a disputed term side by side: their table, and the reasons of a square."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QWidget

from pawnviz.core.explain.disputed_terms import DisputedTerm
from pawnviz.core.explain.reasons import reason
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import reason_sentence
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, scroll_area
from pawnviz.view.windows.definition_table import DefinitionTable


class DefinitionsView(QWidget):
    """The table of a term and the reasons for its chosen, pinned square, whose pawns are in the board's spotlight."""

    compare_wanted = Signal(str)  # A definition is to be compared; carries the identifier of its layer.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        super().__init__()
        self._document = document
        self._board = board
        self._term: DisputedTerm | None = None
        self._chosen: tuple[bool, int] | None = None
        self.table = DefinitionTable()
        self.table.currentCellChanged.connect(self._choose_row)
        self.table.horizontalHeader().sectionClicked.connect(self._choose_column)
        caption = QLabel("&Definitions side by side")
        caption.setBuddy(self.table)
        self._hint = plain_label(muted=True, wrapped=True)
        self.reasons = SentenceList("")
        self.reasons.hovered.connect(self._point_at)
        self.reasons.chosen.connect(layers.set_current)
        inside = QWidget()
        column_of(self.reasons, STRETCH, parent=inside, margins=(0, 0, 6, 0))
        self._details = scroll_area(inside)
        self._details.setAccessibleName("Why each definition holds the square or not")
        column_of(caption, self.table, self._hint, (self._details, 1), parent=self, margins=0, spacing=8)

    @property
    def term(self) -> DisputedTerm | None:
        """The current term, or None."""
        return self._term

    def set_term(self, term: DisputedTerm | None) -> None:
        """Show another term at the next ``refresh``, with no square chosen."""
        self._term = term
        self.forget_square()

    def refresh(self, sides: tuple[bool, bool], compared: Collection[str]) -> None:
        """Show the term in the current position for these sides; ``compared`` are the layers that are compared."""
        self.setVisible(self._term is not None)
        if self._term is None:
            return
        if not self.table.show_term(self._term, self._document.position.sides(), sides, compared, self._chosen):
            self.forget_square()
        self._show_reasons(self._term)

    def forget_square(self) -> None:
        """Choose no square, and unpin the former one."""
        if self._chosen is not None and self._board.state.pinned == self._chosen[1]:
            self._board.state.set_pinned(None)
        self._chosen = None

    def _show_reasons(self, term: DisputedTerm) -> None:
        if self.table.rows:
            self._hint.setText("Choose a row to read why; click a column's title to compare it.")
        else:
            self._hint.setText("No definition holds a square in this position.")
        chosen = self._chosen
        self._hint.setVisible(chosen is None)
        self.reasons.setVisible(chosen is not None)
        # Tab skips empty lists.
        self._details.setFocusPolicy(Qt.FocusPolicy.NoFocus if chosen is None else Qt.FocusPolicy.StrongFocus)
        if chosen is not None:
            side = self._document.position.sides()[0 if chosen[0] else 1]
            reasons = [reason(variant.layer, side, chosen[1]) for variant in term.variants]
            self.reasons.show_sentences([reason_sentence(one) for one in reasons])

    @Slot(int, int, int, int)
    def _choose_row(self, row: int, column: int, previous_row: int, previous_column: int) -> None:
        if self._term is not None and 0 <= row < len(self.table.rows):
            chosen = self.table.rows[row]
            self._chosen = (chosen.white, chosen.square)
            self._board.state.set_pinned(chosen.square)
            self._show_reasons(self._term)

    @Slot(int)
    def _choose_column(self, column: int) -> None:
        if self._term is not None:
            self.compare_wanted.emit(self._term.variants[column].layer)

    @Slot(object)
    def _point_at(self, named: object) -> None:
        if isinstance(named, int) and self._chosen is not None:
            self._board.state.set_spotlight(named | 1 << self._chosen[1])
        else:
            self._board.state.set_spotlight(None)
