"""Sentences with a title, and a list of them, painted as one widget."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from pawnviz.core.explain.reasons import Reason
from pawnviz.core.explain.terms import terms_in
from pawnviz.core.words import escaped
from pawnviz.override import override
from pawnviz.view.widgets.labels import break_lines
from pawnviz.view.widgets.theme import theme_of


class Sentence(NamedTuple):
    """A sentence with a title in front of it.

    ``named`` is the mask of the pawns in it, ``explanation`` the meaning of its title, ``identifier`` the layer
    behind the title or empty; ``muted`` marks a denial.
    """

    title: str
    text: str
    named: int = 0
    explanation: str = ""
    identifier: str = ""
    muted: bool = False

    @property
    def whole(self) -> str:
        """The title and the text."""
        return f"{self.title}: {self.text}" if self.title else self.text

    @property
    def tip(self) -> str:
        """A tool tip in rich text: the explanation, and the terms of the sentence; empty without an explanation."""
        if not self.explanation:
            return ""
        terms = [f"<b>{escaped(term)}</b>: {escaped(meaning)}" for term, meaning in terms_in(self.whole)]
        return f"<p>{escaped(self.explanation)}</p>" + (f"<p>{'<br>'.join(terms)}</p>" if terms else "")


def reason_sentence(reason: Reason) -> Sentence:
    """Return a reason as a sentence, muted if its label does not hold."""
    title, _, text = reason.text.partition(": ")
    return Sentence(title, text, reason.named, reason.explanation, reason.identifier, not reason.holds)


_SPACE: Final = 4  # The pixels between two sentences.
_FILE_HYPHEN: Final = re.compile(r"\b([a-h])-(?=[a-z])")  # The hyphen of "e-pawn" or "c-file", where no line ends.


class Block(NamedTuple):
    """A sentence in lines, with its place in the list and its height, in pixels."""

    sentence: Sentence
    lines: QTextLayout
    top: float
    height: float

    def title_at(self, point: QPointF) -> str:
        """Return the identifier behind the title at a point of the list, else an empty text."""
        place = QPointF(point.x(), point.y() - self.top)
        for number in range(self.lines.lineCount()):
            line = self.lines.lineAt(number)
            if line.rect().contains(place):
                # PySide6 returns a pair, of the place in the text and its x, where its stubs say an int.
                place_in_line: Any = line.xToCursor(place.x())
                at = place_in_line[0] if isinstance(place_in_line, tuple) else place_in_line
                return self.sentence.identifier if at < len(self.sentence.title) else ""
        return ""


def _broken(sentence: Sentence, font: QFont, width: int) -> QTextLayout:
    lines = QTextLayout(_FILE_HYPHEN.sub("\\1\u2011", sentence.whole), font)
    if sentence.title and not sentence.muted:
        bold = QTextCharFormat()
        bold.setFontWeight(QFont.Weight.Bold)
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = 0, len(sentence.title), bold
        lines.setFormats([part])
    return break_lines(lines, width)


class SentenceList(QWidget):
    """Sentences one below the other, painted as one widget: Qt takes ten times as long to lay out labels."""

    chosen = Signal(str)  # The identifier of the layer whose title was chosen.
    hovered = Signal(object)  # The mask of the squares in the sentence under the pointer or at the keyboard, or None.

    def __init__(self, placeholder: str) -> None:
        """Show a placeholder, unless it is empty."""
        super().__init__()
        self._placeholder = (Sentence("", placeholder, muted=True),) if placeholder else ()
        self._sentences: tuple[Sentence, ...] = ()
        self.blocks: list[Block] = []
        self._measure = self.font(), 0  # The font and the width of the lines.
        self._lines: dict[Sentence, QTextLayout] = {}
        self._current = 0
        self._hovered: Sentence | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._follow_sentences()

    @property
    def texts(self) -> list[str]:
        """The sentences with their titles, in their order."""
        return [sentence.whole for sentence in self._sentences]

    def show_sentences(self, sentences: Sequence[Sentence]) -> None:
        """Show these sentences."""
        if tuple(sentences) != self._sentences:
            self._sentences = tuple(sentences)
            self._current = 0
            self._hover(None)
            self._follow_sentences()

    def _follow_sentences(self) -> None:
        self._lay_out()
        self.setAccessibleName("\n".join(sentence.whole for sentence in self._sentences or self._placeholder))

    # Size and painting

    def _lay_out(self) -> None:
        sentences, measure = self._sentences or self._placeholder, (self.font(), max(self.width(), 1))
        if measure != self._measure:
            self._measure = measure
            self._lines.clear()
        self._lines = {each: self._lines.get(each) or _broken(each, *measure) for each in sentences}
        self.blocks = []
        top = 0.0
        for each in sentences:
            lines = self._lines[each]
            self.blocks.append(Block(each, lines, top, lines.boundingRect().height()))
            top += self.blocks[-1].height + _SPACE
        self.setFixedHeight(self._height())
        self.update()

    def _height(self) -> int:
        return ceil(self.blocks[-1].top + self.blocks[-1].height) if self.blocks else 0

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lay_out()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lay_out()

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self._height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, 0)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        with QPainter(self) as painter:
            for number, block in enumerate(self.blocks):
                painter.setPen(QColor(theme.muted_text if block.sentence.muted else theme.text))
                block.lines.draw(painter, QPointF(0, block.top))
                if self.hasFocus() and number == self._current and self._sentences:
                    painter.setPen(QPen(QColor(theme.link), 1, Qt.PenStyle.DotLine))
                    painter.drawRect(QRectF(0, block.top, self.width() - 1, block.height - 1))

    # Mouse

    def _block_at(self, point: QPointF) -> Block | None:
        blocks = self.blocks if self._sentences else []
        return next((block for block in blocks if block.top <= point.y() < block.top + block.height), None)

    def _hover(self, sentence: Sentence | None) -> None:
        if sentence != self._hovered:
            self._hovered = sentence
            self.hovered.emit(sentence.named if sentence is not None and sentence.named else None)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        block = self._block_at(event.position())
        self._hover(None if block is None else block.sentence)
        hand = block is not None and bool(block.title_at(event.position()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(None)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        block = self._block_at(event.position())
        identifier = "" if block is None else block.title_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and identifier:
            self.chosen.emit(identifier)

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
            return super().event(event)
        block = self._block_at(QPointF(event.pos()))
        if block is not None and block.sentence.tip:
            QToolTip.showText(event.globalPos(), block.sentence.tip, self)
        else:
            QToolTip.hideText()
            event.ignore()
        return True

    # Keyboard

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps and self._sentences:
            self._current = min(len(self._sentences) - 1, max(0, self._current + steps[Qt.Key(event.key())]))
            self.setAccessibleDescription(self._sentences[self._current].whole)
            self._show_current()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._sentences:
            identifier = self._sentences[self._current].identifier
            if identifier:
                self.chosen.emit(identifier)
        else:
            super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._sentences:
            self._show_current()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hover(None)
        self.update()

    def sentence_rect(self, number: int) -> QRect:
        """Return the rectangle of a sentence, counted from 0."""
        block = self.blocks[number]
        return QRectF(0, block.top, self.width(), block.height).toAlignedRect()

    def _show_current(self) -> None:
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        rect = self.sentence_rect(self._current)
        if area is not None and (inside := area.widget()) is not None:
            center = self.mapTo(inside, rect.center())
            area.ensureVisible(center.x(), center.y(), 0, rect.height() // 2 + 2)
        self._hover(self._sentences[self._current])
        self.update()
