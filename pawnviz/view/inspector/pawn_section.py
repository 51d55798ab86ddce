"""The parts of the page of a square about a pawn: labels, reasons, and the question why not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QCompleter, QLineEdit, QSizePolicy, QWidget

from pawnviz.core.board.side import Side
from pawnviz.core.explain.pawn_words import (
    ASKED_FIRST,
    PAWN_FACTS,
    LabelLine,
    RankedLabels,
    pawn_facts,
    questions,
    ranked_labels,
    why_not,
)
from pawnviz.core.explain.reasons import ReasonRule, rule_of
from pawnviz.override import override
from pawnviz.view.inspector.sentences import Sentence, SentenceList, reason_sentence
from pawnviz.view.widgets.buttons import WIDTH
from pawnviz.view.widgets.fields import LONGEST_SEARCH
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.page import FoldButton


class _LabelChoice(QComboBox):
    """A field with a list that shows a ring in the accent color while it has the focus."""

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self.palette().accent().color(), WIDTH))
                half = WIDTH / 2
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), 3, 3)


class _WhyNotBox(QWidget):
    """A field with the labels that a pawn does not carry, and the reason; the choice stays while the pawn changes."""

    answered = Signal(object)  # The mask of the pawns in the answer, or None once the field is left.
    resized = Signal()  # The number of lines of the answer has changed.

    def __init__(self) -> None:
        super().__init__()
        self._side: Side[int] | None = None
        self._square = 0
        self._questions: tuple[ReasonRule, ...] = ()
        self._asked = ""
        self.field = _LabelChoice()
        self.field.setEditable(True)
        self.field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.field.setMinimumContentsLength(8)
        self.field.setMaxVisibleItems(len(ASKED_FIRST) + 1)
        self.field.setAccessibleName("Why not: a label that the pawn does not have")
        self.field.setToolTip("Choose a label, or type a part of its name: why does this pawn not have it?")
        self.edit = QLineEdit(placeholderText="choose or type a label", maxLength=LONGEST_SEARCH)
        self.field.setLineEdit(self.edit)
        self._completer = QCompleter(self.field.model(), self.field)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(self._completer)
        self.field.installEventFilter(self)
        self.edit.returnPressed.connect(self._take_typed)
        self.field.activated.connect(self._ask)
        self.answer = SentenceList("")
        self.answer.hovered.connect(self.answered)
        self.answer.hide()
        row = row_of(plain_label("Why not…?", self.field), (self.field, 1), margins=0, spacing=6)
        column_of(row, self.answer, parent=self, margins=0, spacing=4)

    def show_pawn(self, side: Side[int], square: int) -> None:
        self._side, self._square = side, square
        asked = questions(side, square)
        if asked != self._questions:
            self._questions = asked
            self._fill()
        self._show_answer()

    def _fill(self) -> None:
        everyday = sum(question.identifier in ASKED_FIRST for question in self._questions)
        with QSignalBlocker(self.field):
            self.field.clear()
            for place, question in enumerate(self._questions):
                if place == everyday and place:
                    self.field.insertSeparator(place)
                self.field.addItem(question.label, question.identifier)
            self.field.setCurrentIndex(self.field.findData(self._asked) if self._asked else -1)
            if self.field.currentIndex() < 0:
                self.field.setEditText(rule_of(self._asked).label if self._asked else "")

    @Slot(int)
    def _ask(self, place: int) -> None:
        identifier = self.field.itemData(place)
        if identifier:
            self._asked = str(identifier)
            named = self._show_answer()
            # A field that loses the focus says once more which entry is its text.
            if self.field.hasFocus():
                self.answered.emit(named)

    @Slot()
    def _take_typed(self) -> None:
        """Ask for the typed label, or for the first one that contains the typed text."""
        text = self.edit.text().strip()
        place = self.field.findText(text, Qt.MatchFlag.MatchFixedString)
        if place < 0 and text:
            place = self.field.findText(text, Qt.MatchFlag.MatchContains)
        if popup := self._completer.popup():
            popup.hide()
        if place >= 0:
            self.field.setCurrentIndex(place)
            self._ask(place)

    def _show_answer(self) -> int:
        """Show why the pawn does not carry the label, or that it does; return the mask of the pawns in the answer."""
        if self._side is None or not self._asked:
            return 0
        reason = why_not(self._asked, self._side, self._square)
        height = self.answer.height()
        self.answer.show_sentences([reason_sentence(reason)._replace(muted=False)])
        if self.answer.isHidden() or self.answer.height() != height:
            self.answer.show()
            self.resized.emit()
        return reason.named

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.answered.emit(None)
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down:
            # Down opens the list, as a click on the arrow does, and does not choose the next label unseen.
            self.field.showPopup()
            return True
        return super().eventFilter(watched, event)


class PawnSection(QWidget):
    """Labels of a pawn with reasons, and its own squares; implied labels and geometry are folded and not computed."""

    chosen = Signal(str)  # The identifier of the layer whose label was chosen.
    hovered = Signal(object)  # The mask of the pawns that a sentence names, or None.
    resized = Signal()  # The height of the section has changed.

    def __init__(self, spacing: int) -> None:
        """Show no pawn yet; ``spacing`` is that of the page, in pixels."""
        super().__init__()
        self._pawn: tuple[Side[int], int, RankedLabels] | None = None
        self._is_pinned = False
        self.reasons = SentenceList("It has no label.")
        self.why_not = _WhyNotBox()
        self.more_button = FoldButton(
            "More labels", "Labels implied by those above, and labels by other definitions that it lacks"
        )
        self.more = SentenceList("There are no more.")
        self.geometry_button = FoldButton("Geometry", "The pawn's file and neighbors, its spans, attacks and helpers")
        self.geometry_lines = SentenceList("")
        self.hint = plain_label("Click the pawn to keep it here, with all labels and the question why not.", muted=True)
        self.hint.setWordWrap(True)
        # The field is where it was, whatever the next pawn has to say for itself.
        labels = (self.why_not, self.reasons, self.more_button, self.more)
        geometry = (self.geometry_button, self.geometry_lines, self.hint)
        column_of(*labels, *geometry, parent=self, margins=(0, 0, 0, 4), spacing=spacing)
        for sentences in (self.reasons, self.more, self.geometry_lines, self.why_not.answer):
            sentences.chosen.connect(self.chosen)
        for sentences in (self.reasons, self.more, self.geometry_lines):
            sentences.hovered.connect(self.hovered)
        self.why_not.answered.connect(self.hovered)
        self.why_not.resized.connect(self.resized)
        self.more_button.toggled.connect(self._unfold)
        self.geometry_button.toggled.connect(self._unfold)
        self._show_folds()

    def show_pawn(self, side: Side[int], square: int, *, is_pinned: bool) -> None:
        """Show a side's pawn on a square from 0 to 63, with its labels; questions and folds are for a pinned one."""
        ranked = ranked_labels(side, square)
        self._pawn, self._is_pinned = (side, square, ranked), is_pinned
        self.reasons.show_sentences(_sentences(ranked.first))
        if is_pinned:
            self.why_not.show_pawn(side, square)
            self.more_button.show_count(len(ranked.more) + len(ranked.denied))
        self._show_folds()

    @Slot()
    def _unfold(self) -> None:
        self._show_folds()
        self.resized.emit()

    def _show_folds(self) -> None:
        shows_more = self._is_pinned and self.more_button.isChecked()
        shows_geometry = self._is_pinned and self.geometry_button.isChecked()
        if self._pawn is not None:
            side, square, ranked = self._pawn
            if shows_more:
                denied = [reason_sentence(reason) for reason in ranked.denied]
                self.more.show_sentences([*_sentences(ranked.more), *denied])
            if shows_geometry:
                facts = zip(PAWN_FACTS, pawn_facts(side, square), strict=True)
                found = [Sentence(caption, text, 0, meaning) for (caption, meaning), text in facts if text]
                self.geometry_lines.show_sentences([*_sentences(ranked.geometry), *found])
        for part in (self.why_not, self.more_button, self.geometry_button):
            part.setVisible(self._is_pinned)
        self.more.setVisible(shows_more)
        self.geometry_lines.setVisible(shows_geometry)
        self.hint.setVisible(not self._is_pinned)


def _sentences(lines: Sequence[LabelLine]) -> list[Sentence]:
    return [reason_sentence(line.reason)._replace(title=line.title, text=line.text) for line in lines]
