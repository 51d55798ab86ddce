"""Sentences broken into lines, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextOption

from pawnviz.view.inspector.sentences import Sentence

_SPACE: Final = 4
"""The pixels between two sentences."""
_MOST_WIDTHS: Final = 8
"""The number of widths whose lines are kept."""


class Block(NamedTuple):
    """A sentence in lines: ``top`` is where they begin in the list, in pixels, as is ``height``."""

    sentence: Sentence
    lines: QTextLayout
    top: float
    height: float

    def title_at(self, point: QPointF) -> str:
        """Return the identifier that the title leads to if it is at a point of the list, else an empty text."""
        place = QPointF(point.x(), point.y() - self.top)
        for number in range(self.lines.lineCount()):
            line = self.lines.lineAt(number)
            if line.rect().contains(place):
                # PySide6 returns a pair, of the place in the text and its x, where its stubs say an int.
                found: Any = line.xToCursor(place.x())
                at = found[0] if isinstance(found, tuple) else found
                return self.sentence.identifier if at < len(self.sentence.title) else ""
        return ""


class SentenceLayout:
    """Where sentences stand in each width that is asked for; Qt asks for several widths before it decides on one."""

    def __init__(self) -> None:
        """Lay out no sentences."""
        self._sentences: tuple[Sentence, ...] = ()
        self._font = QFont()
        self._blocks: dict[int, tuple[Block, ...]] = {}
        self._lines: dict[tuple[Sentence, int], tuple[QTextLayout, float]] = {}
        self._asked: dict[int, int] = {}

    def set_sentences(self, sentences: Sequence[Sentence], font: QFont) -> bool:
        """Lay out other sentences, or in another font, and return whether a height may have changed that was asked for.

        The lines of sentences that stay are kept.
        """
        if font != self._font:
            self._font = font
            self._lines.clear()
        self._sentences = tuple(sentences)
        self._lines = {key: lines for key, lines in self._lines.items() if key[0] in self._sentences}
        self._blocks.clear()
        asked, self._asked = self._asked, {}
        if 0 < len(asked) <= _MOST_WIDTHS and all(self.height(width) == height for width, height in asked.items()):
            return False
        self._asked.clear()
        return True

    def height(self, width: int) -> int:
        """Return the height of all sentences in a width, in pixels."""
        blocks = self.blocks(width)
        self._asked[width] = ceil(blocks[-1].top + blocks[-1].height) if blocks else 0
        return self._asked[width]

    def blocks(self, width: int) -> tuple[Block, ...]:
        """Return the sentences in a width."""
        if width not in self._blocks:
            if len(self._blocks) == _MOST_WIDTHS:
                self._blocks.clear()
                self._lines.clear()
            blocks: list[Block] = []
            top = 0.0
            for sentence in self._sentences:
                key = sentence, max(width, 1)
                if key not in self._lines:
                    self._lines[key] = self._broken(*key)
                lines, height = self._lines[key]
                blocks.append(Block(sentence, lines, top, height))
                top += height + _SPACE
            self._blocks[width] = tuple(blocks)
        return self._blocks[width]

    def _broken(self, sentence: Sentence, width: int) -> tuple[QTextLayout, float]:
        """Return a sentence in lines of a width, and their height."""
        lines = QTextLayout(sentence.whole, self._font)
        if sentence.title and not sentence.muted:
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
