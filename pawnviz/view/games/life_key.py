"""The key of the lives and lanes: the meaning of each sign, beside one of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.labels.label import Tone
from pawnviz.override import override
from pawnviz.view.games.lanes_view import paint_other_set
from pawnviz.view.games.life_view import paint_capture, paint_mark, paint_tone
from pawnviz.view.widgets.theme import theme_of

_SIGN: Final = 20  # The width of a sign in logical pixels.
_GAP: Final = 12  # The room between two entries.
_WORDS: Final = {
    "good": "strong",
    "bad": "weak",
    "stopped": "stopped",
    "protected": "protected",
    "mark": "rank reached",
    "captured": "captured",
    "other": "another set of the same size",
}
"""What each sign means."""


class LifeKey(QWidget):
    """The signs with their words in a line, as many as fit; the tool tip has all."""

    def __init__(self) -> None:
        super().__init__()
        font = QFont(self.font())
        font.setPixelSize(11)
        self.setFont(font)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setAccessibleName("Key")
        signs = {"good": "full", "bad": "hatched", "stopped": "outlined", "protected": "double line"}
        signs |= {"mark": "number", "captured": "cross", "other": "diamond"}
        meanings = [f"{signs[name]}: {words}" for name, words in _WORDS.items()]
        self.setAccessibleDescription("; ".join(meanings))
        self.setToolTip("\n".join(meaning.capitalize() for meaning in meanings))

    def places(self, width: int) -> dict[str, QRectF]:
        """Return the places of the signs with their words that fit into a line of this width, the first ones first."""
        metrics = QFontMetricsF(self.font())
        places: dict[str, QRectF] = {}
        x = 6.0
        for name, words in _WORDS.items():
            across = _SIGN + 5 + metrics.horizontalAdvance(words)
            if x + across > width:
                break
            places[name] = QRectF(x, 0, across, self.height())
            x += across + _GAP
        return places

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        color = QColor(theme.muted_text)
        tones = {"good": Tone.GOOD, "bad": Tone.BAD, "stopped": Tone.STOPPED}
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for name, place in self.places(self.width()).items():
                middle = place.center().y()
                box = QRectF(place.left(), middle - 5, _SIGN - 2, 10)
                painter.setPen(QPen(color, 1.4))
                if name in tones:
                    paint_tone(painter, theme, box, tones[name], color)
                elif name == "protected":
                    for y in (middle - 1.5, middle + 1.5):
                        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y))
                elif name == "mark":
                    paint_mark(painter, theme, QRectF(box.left() + 5, box.top(), 9, 10), "4", color)
                elif name == "captured":
                    paint_capture(painter, theme, box.center(), color)
                else:
                    paint_other_set(painter, theme, box.center(), color)
                painter.setPen(QColor(theme.muted_text))
                words = place.adjusted(_SIGN + 4, 0, 2, 0)
                painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, _WORDS[name])
