"""The parts of the page of a square about a pawn: labels, reasons, and the question why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSignalBlocker, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QGridLayout, QLabel, QLineEdit, QSizePolicy, QToolTip, QWidget

from pawnviz.core.board.side import Side
from pawnviz.core.explain.pawn_words import (
    ASKED_FIRST,
    PAWN_FACTS,
    LabelLine,
    RankedLabels,
    SquareFact,
    pawn_facts,
    questions,
    why_not,
)
from pawnviz.core.explain.reasons import ReasonRule, rule_of
from pawnviz.core.words import escaped
from pawnviz.override import override
from pawnviz.view.inspector.sentences import Sentence, SentenceList, reason_sentence, reason_tip
from pawnviz.view.widgets.buttons import WIDTH
from pawnviz.view.widgets.fields import LONGEST_SEARCH
from pawnviz.view.widgets.labels import NONE, ElidedLabel, plain_label, plain_tip
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.page import FoldButton
from pawnviz.view.widgets.theme import theme_of


class FactGrid(QWidget):
    """Rows of facts: a caption with a tool tip, and one value, or a value for each side below its name."""

    def __init__(self, rows: Sequence[tuple[str, str]], *, sides: bool = False) -> None:
        super().__init__()
        self._values: list[list[ElidedLabel]] = []
        self._shown: dict[ElidedLabel, SquareFact] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        names = ("White", "Black") if sides else ("",)
        if sides:
            for column, name in enumerate(names, 1):
                grid.addWidget(plain_label(name, bold=True), 0, column)
        for row, (caption, explanation) in enumerate(rows, 1):
            label = plain_label(caption, muted=True)
            label.setToolTip(plain_tip(explanation))
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            values: list[ElidedLabel] = []
            for column, name in enumerate(names, 1):
                value = ElidedLabel(f"{caption}, {name}" if sides else caption)
                grid.addWidget(value, row, column)
                grid.setColumnStretch(column, 1)
                values.append(value)
            self._values.append(values)

    def show_values(self, rows: Sequence[Sequence[SquareFact]]) -> None:
        """Show the values of each row, an empty one as a dash; the tool tip of a value says why, or shows all of it."""
        for labels, facts in zip(self._values, rows, strict=True):
            for label, fact in zip(labels, facts, strict=True):
                if self._shown.get(label) != fact:
                    self._shown[label] = fact
                    label.show_text(fact.value or NONE, fact.why)
                    if not fact.value:
                        label.setToolTip("")
                    role = QPalette.ColorRole.WindowText if fact.value else QPalette.ColorRole.PlaceholderText
                    if role != label.foregroundRole():
                        label.setForegroundRole(role)


_LINES: Final = 2  # The number of lines for the labels.
_BETWEEN: Final = " · "
_POINT_HINT: Final = (
    "A click pins a square, and the page stays with it.<br>Escape releases it."  # Stands where no label does.
)


class ShortLabels(QLabel):
    """The labels of a pawn in two lines, each a link with its reason as tool tip; surplus ones are counted.

    Without a label two lines say how a square is pinned.
    """

    chosen = Signal(str)  # The identifier of the layer whose label was clicked.

    def __init__(self) -> None:
        super().__init__()
        self._lines: tuple[LabelLine, ...] = ()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.linkActivated.connect(self.chosen)
        self.linkHovered.connect(self._explain)
        self._lay_out()

    def show_labels(self, lines: Sequence[LabelLine]) -> None:
        """Show the titles of these lines."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self._lay_out()
            self.setAccessibleName(f"Labels: {', '.join(line.title for line in lines) or 'none'}")

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, _LINES * self.fontMetrics().lineSpacing() + 2)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._lay_out()

    def _lay_out(self) -> None:
        theme = theme_of(self)
        if not self._lines:
            self.setText(f'<span style="color:{theme.muted_text}">{_POINT_HINT}</span>')
            return
        metrics = self.fontMetrics()
        between = metrics.horizontalAdvance(_BETWEEN)
        lines: list[list[str]] = [[]]
        used = 0
        left = len(self._lines)
        for label in self._lines:
            width = metrics.horizontalAdvance(label.title)
            on_last = len(lines) == _LINES
            rest = metrics.horizontalAdvance(f"{_BETWEEN}+{left - 1}") if on_last and left > 1 else 0
            if lines[-1] and used + between + width + rest > self.width():
                if on_last:
                    break
                lines.append([])
                used = 0
            used += width + (between if lines[-1] else 0)
            lines[-1].append(
                f'<a href="{label.identifier}" style="color:{theme.text}; text-decoration:none">'
                f"{escaped(label.title)}</a>"
            )
            left -= 1
        if left:
            lines[-1].append(f'<span style="color:{theme.muted_text}">+{left}</span>')
        between_links = f'<span style="color:{theme.muted_text}">{_BETWEEN}</span>'
        self.setText("<br>".join(between_links.join(line) for line in lines))

    @Slot(str)
    def _explain(self, identifier: str) -> None:
        for label in self._lines:
            if label.identifier == identifier:
                explained = reason_tip(label.sentence, label.reason.explanation)
                self.setToolTip(f"<p>{escaped(label.sentence)}</p>{explained}")
                return
        self.setToolTip("")
        QToolTip.hideText()


_HINT: Final = "choose or type a label"


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


class WhyNotBox(QWidget):
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
        self.field.setAccessibleName("Why not: a label that the pawn does not carry")
        self.field.setToolTip("Choose a label, or type a part of its name: why does this pawn not carry it?")
        self.edit = QLineEdit()
        self.edit.setPlaceholderText(_HINT)
        self.edit.setMaxLength(LONGEST_SEARCH)
        self.field.setLineEdit(self.edit)
        self._completer = QCompleter(self.field.model(), self.field)
        self._completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(self._completer)
        # The field has the keyboard focus of its line.
        self.field.installEventFilter(self)
        self.edit.returnPressed.connect(self._take_typed)
        self.field.activated.connect(self._ask)
        self.answer = SentenceList("")
        self.answer.hovered.connect(self.answered)
        self.answer.hide()
        caption = plain_label("Why not…?")
        caption.setBuddy(self.field)
        row = row_of(caption, (self.field, 1), margins=0, spacing=6)
        column_of(row, self.answer, parent=self, margins=0, spacing=4)

    def show_pawn(self, side: Side[int], square: int) -> None:
        """Ask about a side's pawn on a square from 0 to 63."""
        self._side, self._square = side, square
        asked = questions(side, square)
        if asked != self._questions:
            self._questions = asked
            self._fill()
        self._show_answer()

    def _fill(self) -> None:
        blocker = QSignalBlocker(self.field)
        self.field.clear()
        everyday = sum(question.identifier in ASKED_FIRST for question in self._questions)
        for place, question in enumerate(self._questions):
            if place == everyday and place:
                self.field.insertSeparator(place)
            self.field.addItem(question.label, question.identifier)
        self.field.setCurrentIndex(self.field.findData(self._asked) if self._asked else -1)
        if self.field.currentIndex() < 0:
            self.field.setEditText(rule_of(self._asked).label if self._asked else "")
        blocker.unblock()

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
        self.reasons = SentenceList("It carries no label.")
        self.why_not = WhyNotBox()
        self.more_button = FoldButton(
            "More labels", "Labels that follow from those above, and what it is not elsewhere"
        )
        self.more = SentenceList("There are no more.")
        self.geometry_button = FoldButton("Geometry", "The pawn's file and neighbors, its spans, attacks and helpers")
        self.geometry_lines = SentenceList("")
        self.facts = FactGrid(PAWN_FACTS)
        # The field is where it was, whatever the next pawn has to say for itself.
        labels = (self.why_not, self.reasons, self.more_button, self.more)
        geometry = (self.geometry_button, self.geometry_lines, self.facts)
        column_of(*labels, *geometry, parent=self, margins=(0, 0, 0, 4), spacing=spacing)
        for sentences in (self.reasons, self.more, self.geometry_lines):
            sentences.chosen.connect(self.chosen)
            sentences.hovered.connect(self.hovered)
        self.why_not.answered.connect(self.hovered)
        self.why_not.answer.chosen.connect(self.chosen)
        self.why_not.resized.connect(self.resized)
        self.more_button.toggled.connect(self._unfold)
        self.geometry_button.toggled.connect(self._unfold)
        self._show_folds()

    def show_pawn(self, side: Side[int], square: int, ranked: RankedLabels) -> None:
        """Show a side's pawn on a square from 0 to 63, and its labels."""
        self._pawn = side, square, ranked
        self.reasons.show_sentences(_sentences(ranked.first))
        self.why_not.show_pawn(side, square)
        self.more_button.show_count(len(ranked.more) + len(ranked.denied))
        self._show_folds()

    @Slot()
    def _unfold(self) -> None:
        self._show_folds()
        self.resized.emit()

    def _show_folds(self) -> None:
        if self._pawn is not None:
            side, square, ranked = self._pawn
            if self.more_button.isChecked():
                denied = [reason_sentence(reason) for reason in ranked.denied]
                self.more.show_sentences([*_sentences(ranked.more), *denied])
            if self.geometry_button.isChecked():
                self.geometry_lines.show_sentences(_sentences(ranked.geometry))
                self.facts.show_values([(SquareFact(text),) for text in pawn_facts(side, square)])
        self.more.setVisible(self.more_button.isChecked())
        for part in (self.geometry_lines, self.facts):
            part.setVisible(self.geometry_button.isChecked())


def _sentences(lines: Sequence[LabelLine]) -> list[Sentence]:
    return [_line_sentence(line) for line in lines]


def _line_sentence(line: LabelLine) -> Sentence:
    return reason_sentence(line.reason)._replace(title=line.title, text=line.text)
