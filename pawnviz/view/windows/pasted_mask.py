"""A field for a mask from elsewhere."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QSizePolicy, QWidget

from pawnviz.core.board.mask_reader import LONGEST_TEXT
from pawnviz.core.board.mask_text import reading_of
from pawnviz.core.layers import Layer
from pawnviz.core.picture.difference import mask_layer
from pawnviz.view.widgets.bounded_text import BoundedTextEdit
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.windows.mapping_choice import MappingChoice


class PastedMask(QWidget):
    """A text with a mask, the mapping of its numbers, and the result of reading."""

    changed = Signal()  # The text or the mapping has changed.

    def __init__(self) -> None:
        super().__init__()
        self.text = BoundedTextEdit(LONGEST_TEXT)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setPlaceholderText("0xff00, 65280, d4 e4, or a diagram of eight lines")
        self.text.setAccessibleName("Pasted mask")
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(3 * self.text.fontMetrics().lineSpacing() + 10)
        self.text.textChanged.connect(self.changed)
        self.text.refused.connect(self._say_refused)
        self.mapping_choice = MappingChoice()
        self.mapping_choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.mapping_choice.activated.connect(self.changed)
        self._message = MessageLabel(muted=True)
        # The spare height of the window goes elsewhere.
        self._message.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column_of(self.text, self.mapping_choice, self._message, parent=self, margins=0, spacing=4)

    @Slot(str)
    def _say_refused(self, sentence: str) -> None:
        self._message.show_message(sentence, is_error=True)

    def layer(self) -> Layer | None:
        """Return the mask as a layer, or None where there is none; show the result of reading."""
        text = self.text.toPlainText()
        if not text.strip():
            self._message.show_message("Paste a mask to compare with the first layer.")
            return None
        mask, message = reading_of(text, self.mapping_choice.mapping)
        self._message.show_message(message, is_error=mask is None)
        return None if mask is None else mask_layer(mask)
