"""The page of a square: one sentence, reasons of labels, the question why not, and facts for each side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_squares
from pawnviz.core.board.side import Side
from pawnviz.core.explain.pawn_words import (
    ASKED_FIRST,
    PAWN_FACTS,
    SQUARE_FACTS,
    LabelLine,
    pawn_facts,
    pawn_headline,
    questions,
    ranked_labels,
    square_facts,
    square_headline,
    square_labels,
    why_not,
)
from pawnviz.core.explain.reasons import ReasonRule, rule_of
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.core.words import listed
from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import LayerAtSquare, layers_at, piece_at
from pawnviz.override import override, plain_override
from pawnviz.view.board.board import BoardView
from pawnviz.view.inspector.sentences import Sentence, SentenceList, reason_sentence
from pawnviz.view.widgets.buttons import WIDTH, IconButton
from pawnviz.view.widgets.fields import LONGEST_SEARCH
from pawnviz.view.widgets.labels import plain_label, scaled_font, section_title
from pawnviz.view.widgets.layouts import STRETCH, add_parts, row_of
from pawnviz.view.widgets.page import FoldButton, Navigation, Page

_NAMES: Final = ("White", "Black")
_EMPTY: Final = "Click a pawn or any other square, and this page says what it is for each side."
_HINT: Final = "Click the pawn to keep it here, with all labels and the question why not."


class WhyNot(QComboBox):
    """A field with the labels that a pawn does not carry; the choice stays while the pawn changes."""

    asked = Signal()  # A label was chosen.
    left = Signal()  # The focus is elsewhere.

    def __init__(self) -> None:
        super().__init__(editable=True, insertPolicy=QComboBox.InsertPolicy.NoInsert)
        self.label = ""  # The identifier of the label that is asked about, if there is one.
        self._questions: tuple[ReasonRule, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self.setMaxVisibleItems(len(ASKED_FIRST) + 1)
        self.setAccessibleName("Why not: a label that the pawn does not have")
        self.setToolTip("Choose a label, or type a part of its name: why does this pawn not have it?")
        self.edit = QLineEdit(placeholderText="Why not? Choose or type a label", maxLength=LONGEST_SEARCH)
        self.setLineEdit(self.edit)
        self._completer = QCompleter(self.model(), self)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setCompleter(self._completer)
        self.edit.returnPressed.connect(self._take_typed)
        self.activated.connect(self._ask)

    def offer(self, side: Side[int], square: int) -> None:
        """Offer the labels that a side's pawn on a square from 0 to 63 does not carry."""
        asked = questions(side, square)
        if asked == self._questions:
            return
        self._questions = asked
        everyday = sum(question.identifier in ASKED_FIRST for question in asked)
        with QSignalBlocker(self):
            self.clear()
            for place, question in enumerate(asked):
                if place == everyday and place:
                    self.insertSeparator(place)
                self.addItem(question.label, question.identifier)
            self.setCurrentIndex(self.findData(self.label) if self.label else -1)
            if self.currentIndex() < 0:
                self.setEditText(rule_of(self.label).label if self.label else "")

    @Slot(int)
    def _ask(self, place: int) -> None:
        if identifier := self.itemData(place):
            self.label = str(identifier)
            self.asked.emit()

    @Slot()
    def _take_typed(self) -> None:
        text = self.edit.text().strip()
        place = self.findText(text, Qt.MatchFlag.MatchFixedString)
        if place < 0 and text:
            place = self.findText(text, Qt.MatchFlag.MatchContains)
        if popup := self._completer.popup():
            popup.hide()
        if place >= 0:
            self.setCurrentIndex(place)
            self._ask(place)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            # It opens the list, as a click on the arrow does, and does not choose the next label unseen.
            self.showPopup()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self.palette().accent().color(), WIDTH))
                half = WIDTH / 2
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3, 3)


class SquarePage(Page):
    """The current or the pinned square: its piece, one sentence, labels with reasons, and facts for each side."""

    def __init__(
        self, document: Document, layers: ShownLayers, board: BoardView, navigator: Navigation, tables: Tables
    ) -> None:
        super().__init__("Square pointed at")
        self._document = document
        self._layers = layers
        self._board = board
        self._navigator = navigator
        self._tables = tables
        self._shown_square: int | None = None
        self._pawn: tuple[Side[int], int] | None = None  # The pawn on the square.
        self._name = plain_label(scale=1.5, bold=True)
        self._name.setMinimumWidth(self._name.fontMetrics().horizontalAdvance("m8"))
        self._piece = plain_label(muted=True)
        # The field beside it stays where it is from pawn to pawn.
        self._piece.setMinimumWidth(max(map(self._piece.fontMetrics().horizontalAdvance, ("white pawn", "black pawn"))))
        self.why_not = WhyNot()
        self._pin = IconButton("pin", "Release the pinned square (Escape)")
        self._pin.setCheckable(True)
        self._pin.setFixedSize(22, 22)
        self._pin.setAccessibleName("Pinned")
        self._headline = SentenceList(_EMPTY)
        self._headline.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._headline.setFont(scaled_font(self._headline.font(), 1.1))
        self.answer, self.reasons = SentenceList(""), SentenceList("It has no label.")
        more = "Labels implied by those above, and labels by other definitions that it lacks"
        self.more_button, self.more = FoldButton("More labels", more), SentenceList("There are no more.")
        geometry = "The pawn's file and neighbors, its spans, attacks and helpers"
        self.geometry_button, self.geometry_lines = FoldButton("Geometry", geometry), SentenceList("")
        self.hint = plain_label(_HINT, muted=True, wrapped=True)
        self._facts_title, self.facts = section_title("For each side"), SentenceList("")
        title = row_of(self._name, self._piece, (self.why_not, 1), self._pin, spacing=8)
        lists = (self.answer, self.reasons, self.more, self.geometry_lines, self.facts)
        pawn = (self.more_button, self.more, self.geometry_button, self.geometry_lines, self.hint)
        parts = (self._headline, self.answer, self.reasons, *pawn, self._facts_title, self.facts, STRETCH)
        add_parts(self.column, (title, *parts))
        self._pin.clicked.connect(self._release_pin)
        self.why_not.asked.connect(self._answer)
        self.why_not.left.connect(self._show_none)
        for sentences in lists:
            sentences.chosen.connect(self._choose_layer)
            sentences.hovered.connect(self._show_named)
        for fold in (self.more_button, self.geometry_button):
            fold.toggled.connect(self.refresh)
        for change in (board.state.square_changed, document.position_changed, layers.changed, self._tables.changed):
            change.connect(self.mark_stale)

    @Slot()
    @plain_override
    def refresh(self) -> None:
        state, position = self._board.state, self._document.position
        square, sides = state.inspected_square, position.sides()
        piece = None if square is None else position.piece_at(square)
        self._pawn = (sides[piece == "p"], square) if square is not None and piece in ("P", "p") else None
        headline: list[Sentence] = []
        reasons: list[Sentence] = []
        facts: list[Sentence] = []
        if square is not None:
            self._name.setText(SQUARE_NAMES[square])
            self._piece.setText(piece_at(self._document, square))
            facts = list(_facts(sides, square, layers_at(self._layers, square)))
            if self._pawn is None:
                headline = [Sentence("", square_headline(sides, square))]
                reasons = [
                    (sentence := reason_sentence(label))._replace(title=f"{sentence.title} ({name})")
                    for side, name in zip(sides, _NAMES, strict=True)
                    for label in square_labels(side, square)
                ]
        if self._pawn is not None:
            headline = [Sentence("", text) for text in [pawn_headline(*self._pawn)] if text]
            headline += self._exception(*self._pawn)
            reasons = _sentences(ranked_labels(*self._pawn).first)
        is_asked = self._pawn is not None and (state.pinned is not None or state.cursor_shown)
        self._headline.show_sentences(headline)
        self.reasons.show_sentences(reasons)
        self.facts.show_sentences(facts)
        self._show_folds(is_asked=is_asked)
        for part, is_shown in (
            *((self._name, square is not None), (self._piece, square is not None), (self.why_not, is_asked)),
            *((self.reasons, bool(reasons) or self._pawn is not None), (self.more_button, is_asked)),
            *((self.geometry_button, is_asked), (self.hint, self._pawn is not None and not is_asked)),
            *((self._facts_title, bool(facts)), (self.facts, bool(facts)), (self._pin, state.pinned is not None)),
        ):
            part.setVisible(is_shown)
        self._pin.setChecked(state.pinned is not None)
        self.settle()
        if square != self._shown_square:
            self._shown_square = square
            self.verticalScrollBar().setValue(0)

    def _show_folds(self, *, is_asked: bool) -> None:
        """Show the answer to the question, and what is unfolded, of a pawn that stays on the page."""
        shows_more = is_asked and self.more_button.isChecked()
        shows_geometry = is_asked and self.geometry_button.isChecked()
        if self._pawn is not None and is_asked:
            self.why_not.offer(*self._pawn)
            ranked = ranked_labels(*self._pawn)
            self.more_button.show_count(len(ranked.more) + len(ranked.denied))
            if shows_more:
                denied = [reason_sentence(reason) for reason in ranked.denied]
                self.more.show_sentences([*_sentences(ranked.more), *denied])
            if shows_geometry:
                found = zip(PAWN_FACTS, pawn_facts(*self._pawn), strict=True)
                facts = [Sentence(caption, text, 0, meaning) for (caption, meaning), text in found if text]
                self.geometry_lines.show_sentences([*_sentences(ranked.geometry), *facts])
            if self.why_not.label:
                reason = why_not(self.why_not.label, *self._pawn)
                self.answer.show_sentences([reason_sentence(reason)._replace(muted=False)])
        self.answer.setVisible(is_asked and bool(self.why_not.label))
        self.more.setVisible(shows_more)
        self.geometry_lines.setVisible(shows_geometry)

    def _exception(self, side: Side[int], square: int) -> list[Sentence]:
        if not self._tables.folder.value or not outside_kings_square(side) >> square & 1:
            return []
        from pawnviz.core.tablebases.verdict import square_sentence

        self._tables.ask()
        verdict = self._tables.verdict
        sentence = None if verdict is None else square_sentence(verdict, side, 1 << square)
        return [] if sentence is None else [Sentence(*sentence)]

    def ask_why_not(self) -> None:
        """Move the focus to the question why the pawn of the page does not carry a label."""
        self.refresh_if_seen()
        if self.why_not.isVisible():
            self.why_not.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.why_not.edit.selectAll()

    # Mouse and keys

    @Slot()
    def _answer(self) -> None:
        self.refresh()
        # A field that loses the focus says once more which entry is its text.
        if self.why_not.hasFocus() and self._pawn is not None:
            self._show_named(why_not(self.why_not.label, *self._pawn).named)

    @Slot()
    def _release_pin(self) -> None:
        self._board.state.set_pinned(None)

    @Slot()
    def _show_none(self) -> None:
        self._board.state.set_spotlight(None)

    @Slot(object)
    def _show_named(self, named: object) -> None:
        square = self._board.state.inspected_square
        shown = named | 1 << square if isinstance(named, int) and square is not None else None
        self._board.state.set_spotlight(shown)

    @Slot(str)
    def _choose_layer(self, identifier: str) -> None:
        if identifier in self._layers.all:  # A temporary layer may be gone since the page was made.
            self._layers.set_current(identifier)
            self._navigator.show("layer")


def _facts(sides: tuple[Side[int], Side[int]], square: int, layers: Sequence[LayerAtSquare]) -> Iterator[Sentence]:
    for (caption, meaning), facts in zip(SQUARE_FACTS, square_facts(sides, square), strict=True):
        held = {name: fact for name, fact in zip(_NAMES, facts, strict=True) if fact.value not in ("", "no")}
        pawns = {name: fact.value for name, fact in held.items() if fact.value != "yes"}
        text = "; ".join(f"{name} {names}" for name, names in pawns.items()) or f"for {listed(list(held))}"
        if held:
            explanation = " ".join((meaning, *(fact.why for fact in facts if fact.why)))
            yield Sentence(caption, f"{text}.", parse_squares(" ".join(pawns.values())), explanation)
    for entry in layers:
        names = [name for name, holds in zip(_NAMES, (entry.holds_white, entry.holds_black), strict=True) if holds]
        if names:
            yield Sentence(entry.layer.title, f"of {listed(names)}.", 0, entry.layer.definition, entry.layer.identifier)


def _sentences(lines: Sequence[LabelLine]) -> list[Sentence]:
    return [reason_sentence(line.reason)._replace(title=line.title, text=line.text) for line in lines]
