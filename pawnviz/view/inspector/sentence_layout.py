"""Sentences broken into lines, one below the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from PySide6.QtCore import QPointF
from PySide6.QtGui import QFont, QTextCharFormat, QTextLayout, QTextOption

from pawnviz.view.inspector.sentences import Sentence

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


class SentenceLayout:
    """The lines of sentences at a width, kept for unchanged sentences."""

    def __init__(self) -> None:
        self._font = QFont()
        self._width = 0
        self._lines: dict[Sentence, tuple[QTextLayout, float]] = {}
        self.blocks: tuple[Block, ...] = ()

    def lay_out(self, sentences: Sequence[Sentence], font: QFont, width: int) -> None:
        """Place sentences in a font and in a width in pixels."""
        if (font, width) != (self._font, self._width):
            self._font, self._width = font, width
            self._lines.clear()
        self._lines = {sentence: self._lines.get(sentence) or self._broken(sentence) for sentence in sentences}
        blocks: list[Block] = []
        top = 0.0
        for sentence in sentences:
            lines, height = self._lines[sentence]
            blocks.append(Block(sentence, lines, top, height))
            top += height + _SPACE
        self.blocks = tuple(blocks)

    @property
    def height(self) -> int:
        """The height of all sentences in pixels."""
        return ceil(self.blocks[-1].top + self.blocks[-1].height) if self.blocks else 0

    def block_at(self, point: QPointF) -> Block | None:
        """Return the sentence at the height of a point, or None between sentences."""
        return next((block for block in self.blocks if block.top <= point.y() < block.top + block.height), None)

    def _broken(self, sentence: Sentence) -> tuple[QTextLayout, float]:
        lines = QTextLayout(_FILE_HYPHEN.sub("\\1\u2011", sentence.whole), self._font)
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
            line.setLineWidth(self._width)
            line.setPosition(QPointF(0, height))
            height += line.height()
            line = lines.createLine()
        lines.endLayout()
        return lines, height
