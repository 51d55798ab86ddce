"""Parts of the square's page: a pawn's labels in short and with their reasons, and rows of named facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QEnterEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from pawnviz.core.reasons import Reason, terms_in
from pawnviz.view.labels import NONE, ElidedLabel, ValueLabel, plain_label
from pawnviz.view.markup import escape
from pawnviz.view.reading import SquareFact
from pawnviz.view.theme import LIGHT, Theme

_LINES: Final = 2
"""The number of lines that the short labels take."""
_BETWEEN: Final = " · "


def reason_tip(reason: Reason) -> str:
    """Return a tool tip in rich text: what a label means in plain words, and the terms that its sentence uses."""
    terms = [f"<b>{escape(term)}</b>: {escape(meaning)}" for term, meaning in terms_in(reason.text)]
    return f"<p>{escape(reason.explanation)}</p>" + (f"<p>{'<br>'.join(terms)}</p>" if terms else "")


class ShortLabels(QLabel):
    """The labels of a pawn in two lines, each a link with its reason as tool tip; those that do not fit are counted."""

    chosen = Signal(str)
    """The identifier of the layer whose label was clicked."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._reasons: tuple[Reason, ...] = ()
        self._theme = LIGHT
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.linkActivated.connect(self.chosen)
        self.linkHovered.connect(self._explain)

    def show_labels(self, reasons: Sequence[Reason], theme: Theme) -> None:
        """Show the labels that these reasons are for."""
        if tuple(reasons) != self._reasons or theme != self._theme:
            self._reasons, self._theme = tuple(reasons), theme
            self._lay_out()
            self.setAccessibleName(f"Labels: {', '.join(reason.label for reason in reasons) or 'none'}")

    def sizeHint(self) -> QSize:
        """Return the size of two lines."""
        return QSize(200, _LINES * self.fontMetrics().lineSpacing() + 2)

    def minimumSizeHint(self) -> QSize:
        """Return the height of two lines of any width."""
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break the lines elsewhere."""
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        """Put as many labels into two lines as fit, and count the others."""
        metrics = self.fontMetrics()
        between = metrics.horizontalAdvance(_BETWEEN)
        lines: list[list[str]] = [[]]
        used = 0
        left = len(self._reasons)
        for reason in self._reasons:
            width = metrics.horizontalAdvance(reason.label)
            on_last = len(lines) == _LINES
            rest = metrics.horizontalAdvance(f"{_BETWEEN}+{left - 1}") if on_last and left > 1 else 0
            if lines[-1] and used + between + width + rest > self.width():
                if on_last:
                    break
                lines.append([])
                used = 0
            used += width + (between if lines[-1] else 0)
            lines[-1].append(
                f'<a href="{reason.identifier}" style="color:{self._theme.text}; text-decoration:none">'
                f"{escape(reason.label)}</a>"
            )
            left -= 1
        if left:
            lines[-1].append(f'<span style="color:{self._theme.muted_text}">+{left}</span>')
        between_links = f'<span style="color:{self._theme.muted_text}">{_BETWEEN}</span>'
        self.setText("<br>".join(between_links.join(line) for line in lines))

    @Slot(str)
    def _explain(self, identifier: str) -> None:
        """Say why, and what it means, at the pointer."""
        for reason in self._reasons:
            if reason.identifier == identifier:
                self.setToolTip(f"<p>{escape(reason.text)}</p>{reason_tip(reason)}")
                return
        self.setToolTip("")
        QToolTip.hideText()


class Sentence(NamedTuple):
    """A sentence with a title before it, the mask of the pawns it names, a tool tip in rich text, a layer's identifier.

    A muted one speaks against its title. Without an identifier the title leads nowhere.
    """

    title: str
    text: str
    named: int = 0
    tip: str = ""
    identifier: str = ""
    muted: bool = False


def reason_sentence(reason: Reason) -> Sentence:
    """Return a reason as a sentence, muted where it speaks against its label."""
    title, _, text = reason.text.partition(": ")
    return Sentence(title, text, reason.named, reason_tip(reason), reason.identifier, not reason.holds)


class SentenceLabel(QLabel):
    """One sentence, whose title is a link where it leads to a layer."""

    chosen = Signal(str)
    """The identifier of the layer whose title was clicked."""
    pointed = Signal(object)
    """The pawns that the sentence under the pointer names as a mask, or None once the pointer has left."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__()
        self._sentence: Sentence | None = None
        self._theme = LIGHT
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setWordWrap(True)
        self.linkActivated.connect(self.chosen)

    def show_sentence(self, sentence: Sentence, theme: Theme) -> None:
        """Show another sentence, or the same in other colors."""
        if sentence == self._sentence and theme == self._theme:
            return
        self._sentence, self._theme = sentence, theme
        color = theme.muted_text if sentence.muted else theme.text
        weight = "normal" if sentence.muted else "bold"
        title = f'<span style="color:{color}; font-weight:{weight}">{escape(sentence.title)}</span>'
        if sentence.identifier:
            title = f'<a href="{sentence.identifier}" style="text-decoration:none">{title}</a>'
        self.setText(f'<span style="color:{color}">{title}: {escape(sentence.text)}</span>')
        self.setAccessibleName(f"{sentence.title}: {sentence.text}")
        self.setToolTip(sentence.tip)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Point at the pawns that the sentence names."""
        super().enterEvent(event)
        if self._sentence is not None and self._sentence.named:
            self.pointed.emit(self._sentence.named)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self.pointed.emit(None)


class SentenceList(QWidget):
    """Sentences one below the other."""

    chosen = Signal(str)
    """The identifier of the layer whose title was clicked."""
    pointed = Signal(object)
    """The pawns that the sentence under the pointer names as a mask, or None."""

    def __init__(self, none: str) -> None:
        """Show nothing yet; ``none`` is said where there is no sentence."""
        super().__init__()
        self._labels: list[SentenceLabel] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._none = plain_label(none, muted=True)
        self._none.setWordWrap(True)
        self._column.addWidget(self._none)

    def show_sentences(self, sentences: Sequence[Sentence], theme: Theme) -> None:
        """Show these sentences."""
        while len(self._labels) < len(sentences):
            label = SentenceLabel()
            label.chosen.connect(self.chosen)
            label.pointed.connect(self.pointed)
            self._column.addWidget(label)
            self._labels.append(label)
        self._none.setVisible(not sentences)
        for number, label in enumerate(self._labels):
            if number < len(sentences):
                label.show_sentence(sentences[number], theme)
            label.setVisible(number < len(sentences))


class FactGrid(QWidget):
    """Rows of facts: a caption with a tool tip, and one value, or a value for each side below its name."""

    def __init__(self, rows: Sequence[tuple[str, str]], *, sides: bool = False) -> None:
        """Make a row for each caption and its plain explanation, without values yet."""
        super().__init__()
        self._values: list[list[ValueLabel]] = []
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
            label.setToolTip(f"<p>{escape(explanation)}</p>")
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
            values: list[ValueLabel] = []
            for column, name in enumerate(names, 1):
                value = ElidedLabel(f"{caption}, {name}") if sides else ValueLabel(caption)
                value.setWordWrap(not sides)
                grid.addWidget(value, row, column)
                grid.setColumnStretch(column, 1)
                values.append(value)
            self._values.append(values)

    def show_values(self, rows: Sequence[Sequence[SquareFact]]) -> None:
        """Show the values of each row; an empty one as a dash. A fact's reason is its tool tip."""
        for labels, facts in zip(self._values, rows, strict=True):
            for label, fact in zip(labels, facts, strict=True):
                label.show_text(fact.value or NONE)
                label.setToolTip(f"<p>{escape(fact.why or fact.value)}</p>" if fact.why or fact.value else "")
                role = QPalette.ColorRole.WindowText if fact.value else QPalette.ColorRole.PlaceholderText
                label.setForegroundRole(role)
