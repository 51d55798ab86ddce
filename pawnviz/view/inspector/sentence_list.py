"""A list of sentences, painted as one widget."""

from __future__ import annotations

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
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from pawnviz.override import override
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.widgets.theme import LIGHT, Theme


class _Block(NamedTuple):
    """A sentence as it is laid out: its lines, where they begin, and how high they are."""

    sentence: Sentence
    lines: QTextLayout
    top: float
    height: float


class SentenceList(QWidget):
    """Sentences one below the other; a title that leads to a layer is clicked, or chosen by key.

    Up and Down go from sentence to sentence, Enter follows the title. One widget paints all of them: a label for each
    takes Qt ten times as long to lay out.
    """

    chosen = Signal(str)
    """The identifier of the layer whose title was chosen."""
    pointed = Signal(object)
    """The pawns that the sentence under the pointer names as a mask, or None."""

    _SPACE: Final = 4
    _MOST_WIDTHS: Final = 8

    def __init__(self, none: str) -> None:
        """Show nothing yet; ``none`` is said where there is no sentence."""
        super().__init__()
        self._none = Sentence("", none, muted=True) if none else None
        self._sentences: tuple[Sentence, ...] = ()
        self._theme = LIGHT
        # Qt asks for the height in several widths before it decides; sentences that stay are laid out once.
        self._blocks: dict[int, tuple[_Block, ...]] = {}
        self._laid_out: dict[tuple[Sentence, int], tuple[QTextLayout, float]] = {}
        self._current = 0
        self._under_pointer: Sentence | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.show_sentences((), LIGHT)

    @property
    def texts(self) -> list[str]:
        """The sentences with their titles, in their order."""
        return [f"{sentence.title}: {sentence.text}" for sentence in self._sentences]

    def show_sentences(self, sentences: Sequence[Sentence], theme: Theme) -> None:
        """Show these sentences."""
        if tuple(sentences) == self._sentences and theme == self._theme:
            return
        self._sentences, self._theme = tuple(sentences), theme
        self._current = 0
        self._blocks.clear()
        self._laid_out = {key: lines for key, lines in self._laid_out.items() if key[0] in self._sentences}
        self._point(None)
        self.setAccessibleName("\n".join(self.texts) or (self._none.text if self._none else ""))
        self.updateGeometry()
        self.update()

    # Layout

    def _lay_out(self, width: int) -> tuple[_Block, ...]:
        """Return the sentences laid out in a width."""
        if width not in self._blocks:
            if len(self._blocks) == self._MOST_WIDTHS:
                self._blocks.clear()
                self._laid_out.clear()
            shown = self._sentences or ((self._none,) if self._none else ())
            blocks: list[_Block] = []
            top = 0.0
            for sentence in shown:
                lines, height = self._lines(sentence, max(width, 1))
                blocks.append(_Block(sentence, lines, top, height))
                top += height + self._SPACE
            self._blocks[width] = tuple(blocks)
        return self._blocks[width]

    def _lines(self, sentence: Sentence, width: int) -> tuple[QTextLayout, float]:
        """Return a sentence's lines in a width, and their height."""
        if (sentence, width) not in self._laid_out:
            self._laid_out[sentence, width] = self._break(sentence, width)
        return self._laid_out[sentence, width]

    def _break(self, sentence: Sentence, width: int) -> tuple[QTextLayout, float]:
        """Break a sentence into lines of a width."""
        title = f"{sentence.title}: " if sentence.title else ""
        lines = QTextLayout(title + sentence.text, self.font())
        if title and not sentence.muted:
            bold = QTextCharFormat()
            bold.setFontWeight(QFont.Weight.Bold)
            part = QTextLayout.FormatRange()
            part.start, part.length, part.format = 0, len(sentence.title), bold
            lines.setFormats([part])
        option = lines.textOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        lines.setTextOption(option)
        lines.beginLayout()
        height = 0.0
        line = lines.createLine()
        while line.isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height()
            line = lines.createLine()
        lines.endLayout()
        return lines, height

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        blocks = self._lay_out(width)
        return ceil(blocks[-1].top + blocks[-1].height) if blocks else 0

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(max(self.width(), 120)))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(80, 0)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._blocks.clear()
            self._laid_out.clear()
            self.updateGeometry()

    # Painting

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for number, block in enumerate(self._lay_out(self.width())):
            painter.setPen(QColor(self._theme.muted_text if block.sentence.muted else self._theme.text))
            block.lines.draw(painter, QPointF(0, block.top))
            if self.hasFocus() and number == self._current and self._sentences:
                painter.setPen(QPen(QColor(self._theme.link), 1, Qt.PenStyle.DotLine))
                painter.drawRect(QRectF(0, block.top, self.width() - 1, block.height - 1))
        painter.end()

    # Mouse and keys

    def block_rect(self, number: int) -> QRect:
        """Return where a sentence is, counted from 0."""
        block = self._lay_out(self.width())[number]
        return QRectF(0, block.top, self.width(), block.height).toAlignedRect()

    def sentence_at(self, point: QPointF) -> Sentence | None:
        """Return the sentence at a point, or None between them."""
        for block in self._lay_out(self.width()):
            if block.top <= point.y() < block.top + block.height and self._sentences:
                return block.sentence
        return None

    def _title_at(self, point: QPointF) -> str:
        """Return the identifier of the layer whose title is at a point, or an empty text."""
        for block in self._lay_out(self.width()):
            if block.top <= point.y() < block.top + block.height:
                place = QPointF(point.x(), point.y() - block.top)
                for number in range(block.lines.lineCount()):
                    line = block.lines.lineAt(number)
                    if line.rect().contains(place):
                        # PySide returns the place in the text, and the x that it is at.
                        found: Any = line.xToCursor(place.x())
                        at = found[0] if isinstance(found, tuple) else found
                        return block.sentence.identifier if at < len(block.sentence.title) else ""
        return ""

    def _point(self, sentence: Sentence | None) -> None:
        if sentence != self._under_pointer:
            self._under_pointer = sentence
            self.pointed.emit(sentence.named if sentence is not None and sentence.named else None)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.sentence_at(event.position()))
        hand = bool(self._title_at(event.position()))
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        identifier = self._title_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and identifier:
            self.chosen.emit(identifier)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if event.key() in steps and self._sentences:
            self._current = min(len(self._sentences) - 1, max(0, self._current + steps[Qt.Key(event.key())]))
            self.setAccessibleDescription(self.texts[self._current])
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
        self.update()

    def _show_current(self) -> None:
        """Scroll to the sentence that the keys are at."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        rect = self.block_rect(self._current)
        inside = area.widget() if isinstance(area, QScrollArea) else None
        if isinstance(area, QScrollArea) and inside is not None:
            center = self.mapTo(inside, rect.center())
            area.ensureVisible(center.x(), center.y(), 0, rect.height() // 2 + 2)
        self.update()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            sentence = self.sentence_at(QPointF(event.pos()))
            if sentence is not None and sentence.tip:
                QToolTip.showText(event.globalPos(), sentence.tip, self)
            else:
                QToolTip.hideText()
                event.ignore()
            return True
        return super().event(event)
