"""The inspector's page of the current square, or of a pinned one."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.explain.facts import PAWN_FACTS, SQUARE_FACTS, SquareFact, pawn_facts, square_facts
from pawnviz.core.explain.reasons import pawn_reasons
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import layers_at, square_content
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.fact_grid import FactGrid
from pawnviz.view.inspector.held_layers import HeldLayersDelegate, HeldLayersModel, held_layers_table
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import reason_sentence
from pawnviz.view.inspector.short_labels import ShortLabels
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import NONE, plain_label
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import Theme


class SquarePage(Page):
    """What is under the eye, or pinned: square and piece, labels, layers and facts for each side, and a pawn's own.

    Everything down to the facts of the square keeps its place while the eye moves, so it can be read in passing; what a
    pawn alone has comes below, and is scrolled into view when a pawn is pinned.
    """

    layer_chosen = Signal()
    """A layer of the page became the current one."""

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView) -> None:
        """Show the square under a board's eye."""
        super().__init__("Square pointed at")
        self._document = document
        self._layers = layers
        self._board = board
        self._pinned: int | None = None
        self.column.addLayout(self._make_title())
        self._short = ShortLabels()
        self.column.addWidget(self._short)
        self._model = HeldLayersModel(self)
        self._table = held_layers_table(self._model)
        self._delegate = HeldLayersDelegate(self._model, self)
        self._table.setItemDelegate(self._delegate)
        self._table.activated.connect(self._choose_row)
        self._model.modelReset.connect(self._fit_table)
        self._square_facts = FactGrid(SQUARE_FACTS, sides=True)
        self._why_title = _section_title("")
        self._reasons = SentenceList("It carries no label.")
        self._own_title = _section_title("The pawn's own squares")
        self._pawn_facts = FactGrid(PAWN_FACTS)
        self._pawn_part = QWidget()
        pawn = QVBoxLayout(self._pawn_part)
        pawn.setContentsMargins(0, 0, 0, 0)
        pawn.setSpacing(self.column.spacing())
        own: tuple[QWidget, ...] = (self._why_title, self._reasons, self._own_title, self._pawn_facts)
        for part in own:
            pawn.addWidget(part)
        parts: tuple[QWidget, ...] = (
            self._table,
            _section_title("The square"),
            self._square_facts,
            self._pawn_part,
        )
        for part in parts:
            self.column.addWidget(part)
        self.column.addStretch(1)
        self._fit_table()
        self._short.chosen.connect(self._choose_layer)
        self._reasons.chosen.connect(self._choose_layer)
        self._reasons.pointed.connect(self._point_at)
        board.square_changed.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.changed.connect(self.mark_stale)

    def _make_title(self) -> QHBoxLayout:
        """Return the line with the square's name, its piece and the button that pins."""
        self._name = plain_label(scale=1.25, bold=True)
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._piece = plain_label(muted=True)
        self._piece.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._pin = QToolButton()
        self._pin.setCheckable(True)
        self._pin.setAutoRaise(True)
        self._pin.setIconSize(QSize(16, 16))
        self._pin.setFixedSize(22, 22)
        self._pin.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._pin.setAccessibleName("Pinned")
        self._pin.clicked.connect(self._release_pin)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._name)
        title.addWidget(self._piece, 1)
        title.addWidget(self._pin)
        return title

    def set_theme(self, theme: Theme) -> None:
        """Show the page in other colors."""
        super().set_theme(theme)
        self._pin.setIcon(icon("pin", theme.text))

    def refresh(self) -> None:
        """Read the current square, or the pinned one."""
        self._delegate.theme = self.theme
        square, pinned = self._board.read_square, self._board.pinned
        if square is None:
            self._name.setText(NONE)
            self._piece.setText("Point at a square or press an arrow key")
            self._model.show_layers(None, layers_at(self._layers, 0), self.theme)
            self._square_facts.show_values([(SquareFact(""), SquareFact(""))] * len(SQUARE_FACTS))
        else:
            content = square_content(self._document, self._layers, square)
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(content.piece or "empty")
            self._model.show_layers(content, content.layers, self.theme)
            self._square_facts.show_values(square_facts(self._document.position.sides(), square))
        self._pin.setChecked(pinned is not None)
        self._pin.setVisible(pinned is not None)
        self._pin.setToolTip("Release the pinned square (Escape)")
        self._show_pawn(square)
        newly_pinned = pinned is not None and pinned != self._pinned
        if newly_pinned and not self._pawn_part.isHidden():
            self._show_why()
        elif pinned is None and self._pinned is not None:
            self.verticalScrollBar().setValue(0)
        self._pinned = pinned

    def _show_pawn(self, square: int | None) -> None:
        """Show the labels and facts of the pawn on a square, and nothing where there is none."""
        piece = None if square is None else self._document.position.piece_at(square)
        has_pawn = piece in ("P", "p")
        if square is None or piece is None or not has_pawn:
            self._short.show_labels((), self.theme)
        else:
            white, black = self._document.position.sides()
            side = white if piece == "P" else black
            reasons = pawn_reasons(side, square)
            self._why_title.setText(f"{SQUARE_NAMES[square]}, {piece_name(piece)}: its labels and why")
            self._short.show_labels([told for told in reasons if told.holds], self.theme)
            self._reasons.show_sentences([reason_sentence(told) for told in reasons], self.theme)
            self._pawn_facts.show_values([(SquareFact(text),) for text in pawn_facts(side, square)])
        self._pawn_part.setVisible(has_pawn)

    def _show_why(self) -> None:
        """Scroll until the reasons are seen, from their title on."""
        self.settle()
        bar = self.verticalScrollBar()
        top = self._pawn_part.y()
        if top + self._reasons.geometry().bottom() > bar.value() + self.viewport().height():
            bar.setValue(top)

    @Slot()
    def _release_pin(self) -> None:
        self._board.set_pinned(None)

    @Slot(object)
    def _point_at(self, named: object) -> None:
        """Point at the pawns that a sentence names, and at the pawn that it is about."""
        square = self._board.read_square
        if isinstance(named, int) and square is not None:
            self._board.set_spotlight(named | 1 << square)
        else:
            self._board.set_spotlight(None)

    @Slot()
    def _fit_table(self) -> None:
        """Make the table as high as its rows: the page scrolls, not the table."""
        height = self._model.rowCount() * self._table.verticalHeader().defaultSectionSize() + 1
        self._table.setFixedHeight(self._table.horizontalHeader().sizeHint().height() + height)
        self.settle()

    @Slot(QModelIndex)
    def _choose_row(self, index: QModelIndex) -> None:
        """Make the layer of a row the current one."""
        identifier = self._model.identifier_at(index.row())
        if identifier:
            self._choose_layer(identifier)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        """Make a layer the current one."""
        self._layers.set_current(identifier)
        self.layer_chosen.emit()


def _section_title(text: str) -> QLabel:
    """Return a bold title with room above it."""
    title = plain_label(text, bold=True)
    title.setContentsMargins(0, 6, 0, 0)
    return title
