"""The inspector's page of the current square, or of a pinned one."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.facts import SQUARE_FACTS, SquareFact, square_facts, square_labels
from pawnviz.core.explain.headline import pawn_headline
from pawnviz.core.explain.ranking import ranked_labels
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import layers_at, square_content
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.fact_grid import FactGrid
from pawnviz.view.inspector.held_layers import HeldLayersDelegate, HeldLayersModel, held_layers_table
from pawnviz.view.inspector.pawn_section import PawnSection
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence, reason_sentence
from pawnviz.view.inspector.short_labels import ShortLabels
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.labels import NONE, plain_label, section_title
from pawnviz.view.widgets.layouts import row_of
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import theme_of


class SquarePage(Page):
    """The current square, or the pinned one: its piece, a pawn's labels, layers and facts.

    Nothing changes its place from square to square, so that the page can be read in passing. Only a pinned square
    or the board's cursor gets reasons: for each label of a pawn, for missing labels on demand, and for holes,
    outposts, break squares and king squares.
    """

    layer_chosen = Signal()  # A layer of the page became the current one.

    def __init__(self, document: Document, layers: ShownLayers, board: BoardView, tables: Tables) -> None:
        super().__init__("Square pointed at")
        self._document = document
        self._tables = tables
        self._layers = layers
        self._board = board
        self._name = plain_label(scale=1.25, bold=True)
        self._piece = plain_label(muted=True)
        self._pin = QToolButton()
        self._headline = SentenceList("Click a pawn to read what matters about it, why, and why not.", fewest_lines=2)
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._short = ShortLabels()
        self._pawn = PawnSection(self.column.spacing())
        self._pawn.hide()
        self._reasons = SentenceList("")
        self._reasons.hide()
        self._model = HeldLayersModel(self)
        self._shown_square: int | None = None
        self._table = held_layers_table(self._model)
        self._table.setItemDelegate(HeldLayersDelegate(self._model, self))
        self._facts = FactGrid(SQUARE_FACTS, sides=True)
        self.column.addLayout(self._title_line())
        for part in (
            *(self._headline, self._short, self._pawn, self._reasons),
            *(self._table, section_title("The square"), self._facts),
        ):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self._fit_table()
        self._table.activated.connect(self._choose_row)
        self._model.modelReset.connect(self._fit_table)
        self._short.chosen.connect(self._choose_layer)
        self._pawn.chosen.connect(self._choose_layer)
        for sentences in (self._pawn, self._reasons):
            sentences.hovered.connect(self._show_named)
        self._pawn.resized.connect(self.settle)
        board.state.square_changed.connect(self.mark_stale)
        document.position_changed.connect(self.mark_stale)
        layers.changed.connect(self.mark_stale)
        tables.changed.connect(self.mark_stale)

    def _title_line(self) -> QHBoxLayout:
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._piece.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._pin.setCheckable(True)
        self._pin.setAutoRaise(True)
        self._pin.setIconSize(QSize(16, 16))
        self._pin.setFixedSize(22, 22)
        self._pin.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._pin.setAccessibleName("Pinned")
        self._pin.setToolTip("Release the pinned square (Escape)")
        self._pin.clicked.connect(self._release_pin)
        self._draw_pin()
        return row_of(self._name, (self._piece, 1), self._pin, spacing=8)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw_pin()

    def _draw_pin(self) -> None:
        self._pin.setIcon(icon("pin", theme_of(self).text))

    # Content

    @plain_override
    def refresh(self) -> None:
        square, pinned = self._board.state.inspected_square, self._board.state.pinned
        self._show_square(square)
        self._show_pawn(square)
        self._show_reasons(square)
        self._pin.setChecked(pinned is not None)
        self._pin.setVisible(pinned is not None)
        if square != self._shown_square:
            self._shown_square = square
            self.verticalScrollBar().setValue(0)

    def _show_square(self, square: int | None) -> None:
        if square is None:
            self._name.setText(NONE)
            self._piece.setText("Point at a square or press an arrow key")
            self._model.show_layers(None, layers_at(self._layers, 0))
            self._facts.show_values([(SquareFact(""), SquareFact(""))] * len(SQUARE_FACTS))
        else:
            content = square_content(self._document, self._layers, square)
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(content.piece or "empty")
            self._model.show_layers(content, content.layers)
            self._facts.show_values(square_facts(self._document.position.sides(), square))

    def _show_pawn(self, square: int | None) -> None:
        piece = None if square is None else self._document.position.piece_at(square)
        height = self._headline.height(), self._pawn.height()
        if square is None or piece not in ("P", "p"):
            self._headline.show_sentences(())
            self._short.show_labels(())
            stays = False
        else:
            side = self._document.position.sides()[0 if piece == "P" else 1]
            ranked = ranked_labels(side, square)
            headline = pawn_headline(side, square)
            self._headline.show_sentences([Sentence("", headline)] * bool(headline) + self._exception(side, square))
            self._short.show_labels(ranked.first)
            stays = self._board.state.pinned is not None or self._board.state.cursor_shown
            if stays:
                self._pawn.show_pawn(side, square, ranked)
        self.set_part_visible(self._short, not stays)
        self.set_part_visible(self._pawn, stays)
        if (self._headline.height(), self._pawn.sizeHint().height()) != height:
            self.settle()

    def _show_reasons(self, square: int | None) -> None:
        """Show the reasons of a pinned square for each side, unless a pawn stands on it."""
        position = self._document.position
        stays = self._board.state.pinned is not None or self._board.state.cursor_shown
        sentences: list[Sentence] = []
        if square is not None and stays and not position.pawns >> square & 1:
            for side, name in zip(position.sides(), ("White", "Black"), strict=True):
                for label in square_labels(side, square):
                    sentence = reason_sentence(label)
                    sentences.append(sentence._replace(title=f"{sentence.title} ({name})"))
        texts = self._reasons.texts
        self._reasons.show_sentences(sentences)
        self.set_part_visible(self._reasons, bool(sentences))
        if sentences:
            # There is no pawn that the empty lines could be about.
            self.set_part_visible(self._short, False)
        self.set_part_visible(self._headline, not sentences)
        if self._reasons.texts != texts:
            self.settle()

    def _exception(self, side: Side[int], square: int) -> list[Sentence]:
        if not self._tables.folder.value or not outside_kings_square(side) >> square & 1:
            return []
        from pawnviz.core.tablebases.verdict import square_sentence

        self._tables.ask()
        verdict = self._tables.verdict
        sentence = None if verdict is None else square_sentence(verdict, side, 1 << square)
        return [] if sentence is None else [Sentence(*sentence)]

    @property
    def why_not_field(self) -> QWidget:
        """The field of the question why a pawn does not carry a label, which takes the keys."""
        return self._pawn.why_not.field

    @property
    def why_not_box(self) -> QWidget:
        """The question why the pawn does not carry a label, with its answer."""
        return self._pawn.why_not

    def ask_why_not(self) -> None:
        """Move the focus to the question why the pawn of the page does not carry a label."""
        self.refresh_if_seen()
        if self._pawn.isVisible():
            self._pawn.why_not.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._pawn.why_not.edit.selectAll()

    @Slot()
    def _fit_table(self) -> None:
        """Make the table as high as its rows: the page scrolls, not the table."""
        height = self._model.rowCount() * self._table.verticalHeader().defaultSectionSize() + 1
        self._table.setFixedHeight(self._table.horizontalHeader().sizeHint().height() + height)
        self.settle()

    # Mouse and keys

    @Slot()
    def _release_pin(self) -> None:
        self._board.state.set_pinned(None)

    @Slot(object)
    def _show_named(self, named: object) -> None:
        square = self._board.state.inspected_square
        shown = named | 1 << square if isinstance(named, int) and square is not None else None
        self._board.state.set_spotlight(shown)

    @Slot(QModelIndex)
    def _choose_row(self, index: QModelIndex) -> None:
        identifier = self._model.identifier_at(index.row())
        if identifier:
            self._choose_layer(identifier)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        if identifier in self._layers.all:  # A temporary layer may be gone since the page was made.
            self._layers.set_current(identifier)
            self.layer_chosen.emit()
