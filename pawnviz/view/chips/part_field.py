"""The field for parts of a question as text, with completion of fields and their values."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QCompleter

from pawnviz.core.collections.fields import NameSource, Offers, completions
from pawnviz.core.formula.names import Kind, Word
from pawnviz.model.preferences.preferences import Preference
from pawnviz.override import override
from pawnviz.view.chips.offer_list import OfferDelegate, OfferList
from pawnviz.view.formula.completion import POPUP_WIDTH, WordModel
from pawnviz.view.widgets.search_field import SearchField

LONGEST: Final = 1000  # The most characters of the field.

_MOST_ROWS: Final = 8  # The number of visible offers.
_STEPS: Final = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class PartField(SearchField):
    """A line for parts as text; Enter takes them, Down goes on to the result, Escape drops them.

    While it offers fields or values, Down and Up choose one, Enter writes the chosen one, Tab the first, and Escape
    closes the list. Without a choice Enter takes the text as it is.
    """

    taken = Signal()
    dropped = Signal()
    removal_wanted = Signal()  # Backspace was pressed in the empty field.
    offers_closed = Signal()

    def __init__(self, source: NameSource, flipped: Preference[bool]) -> None:
        super().__init__()
        self._source = source
        self._offers = Offers(0, 0, ())
        self._model = WordModel(self)
        self.offer_list = OfferList()
        self.offer_list.closed.connect(self.offers_closed)
        # Not by setCompleter, which would write what is chosen in place of all of the text.
        self._completer = QCompleter(self._model, self)
        self._completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self._completer.setWidget(self)
        self._completer.setMaxVisibleItems(_MOST_ROWS)
        self._completer.setPopup(self.offer_list)
        self.offer_list.setItemDelegate(OfferDelegate(flipped, self))
        self._completer.activated.connect(self._write)
        self.setMaxLength(LONGEST)
        self.setMinimumWidth(150)
        self.textEdited.connect(self.offer)

    @property
    def is_offering(self) -> bool:
        """Whether fields or values are offered."""
        return self.offer_list.isVisible()

    @property
    def is_offering_fields(self) -> bool:
        """Whether fields are offered, so that the word at the cursor may be the beginning of one."""
        return self.is_offering and self._offers.offers[0].text.endswith(":")

    @property
    def is_offering_for_word(self) -> bool:
        """Whether fields or structures are offered for a word that is no field."""
        text = self.text()[self._offers.start : self._offers.end]
        return self.is_offering and ":" not in text

    @Slot()
    def offer(self) -> None:
        """Offer fields or values for the text at the cursor."""
        text = self.text()
        self._offers = completions(text, self.cursorPosition(), self._source)
        typed = text[self._offers.start : self._offers.end].casefold()
        offers = [offer for offer in self._offers.offers if offer.text.casefold() != typed]
        if not offers or not self.hasFocus():
            self.offer_list.hide()
            return
        self._model.set_words([Word(offer.text, Kind.SET, offer.about) for offer in offers])
        place = self.cursorRect()
        place.setLeft(max(0, place.left() - self.fontMetrics().horizontalAdvance(typed)))
        place.setWidth(POPUP_WIDTH)
        self._completer.complete(place)
        self.offer_list.setCurrentIndex(QModelIndex())

    @Slot(str)
    def _write(self, chosen: str) -> None:
        text = self.text()
        is_value = not chosen.endswith(":")
        rest = text[self._offers.end :]
        written = chosen + (" " if is_value and not rest.startswith(" ") else "")
        self.setText(text[: self._offers.start] + written + rest)
        self.setCursorPosition(self._offers.start + len(written))
        self.offer_list.hide()
        if not is_value:
            self.offer()

    def _move(self, step: int) -> None:
        row, count = self.offer_list.currentIndex().row(), self._model.rowCount()
        row = min(max(row + step, 0), count - 1)
        self.offer_list.setCurrentIndex(self._model.index(row, 0))

    # Not left to the list, so that no key goes on to the window, whichever of both the system gives it to.
    @override
    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or not self.is_offering:
            return super().event(event)
        key, current = event.key(), self.offer_list.currentIndex()
        if key == Qt.Key.Key_Tab and not current.isValid():
            current = self._model.index(0, 0)
        is_taken = key in _TAKING and current.isValid()
        if not (is_taken or key in _STEPS or key in (Qt.Key.Key_Escape, Qt.Key.Key_Backtab)):
            return super().event(event)
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            if is_taken:
                self._write(str(current.data()))
            elif key in _STEPS:
                self._move(_STEPS[Qt.Key(key)])
            else:
                self.offer_list.hide()
        return True

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.offer_list.hide()
            self.taken.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        elif event.key() == Qt.Key.Key_Backspace and not self.text():
            self.removal_wanted.emit()
        elif event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.offer()
        else:
            super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.offer_list.hide()
        super().focusOutEvent(event)
