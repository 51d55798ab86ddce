"""The field for parts of a question as text, with completion, and the menus of parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFocusEvent, QIcon, QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QProxyStyle, QStyle, QStyleOption, QStyleOptionViewItem, QWidget

from pawnviz.core.collections.fields import FieldError, Offers, completions, read_fields
from pawnviz.core.collections.question import PawnsPart, StructurePart
from pawnviz.core.formula.names import Kind, Word
from pawnviz.core.structures.table import known_structures
from pawnviz.model.collections.asking import Asking
from pawnviz.model.preferences import Preference
from pawnviz.override import override
from pawnviz.view.chips.chip import PICTURE, chip_text, part_picture
from pawnviz.view.formula.edit import WordCompleter, WordDelegate
from pawnviz.view.widgets.fields import SearchField
from pawnviz.view.widgets.rows import Index
from pawnviz.view.widgets.theme import theme_of

_SPACE: Final = 6  # The room left of a picture.


class OfferDelegate(WordDelegate):
    """Draws an offer as a word with its meaning, and in front of it the skeleton of a structure."""

    def __init__(self, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._flipped = flipped

    def picture(self, text: str, widget: QWidget) -> QIcon:
        """Return the picture of an offer, no picture for one without pawns."""
        try:
            parts = read_fields(text).parts if text.startswith(("structure:", "pattern:")) else ()
        except FieldError:
            return QIcon()
        return part_picture(parts[0], self._flipped, widget) if parts else QIcon()

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), PICTURE + 2))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        picture = self.picture(str(index.data()), option.widget)
        word = QStyleOptionViewItem(option)
        if not picture.isNull():
            theme = theme_of(option.widget)
            is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            painter.fillRect(option.rect, QColor(theme.highlight if is_chosen else theme.base))
            top = option.rect.center().y() - PICTURE // 2
            picture.paint(painter, QRect(option.rect.left() + _SPACE, top, PICTURE, PICTURE))
            word.rect = option.rect.adjusted(_SPACE + PICTURE, 0, 0, 0)
        super().paint(painter, word, index)


LONGEST: Final = 1000  # The most characters of the field.


class PartField(SearchField):
    """A line for parts as text; Enter takes them, Down goes on to the result, Escape drops them."""

    taken = Signal()
    dropped = Signal()
    removal_wanted = Signal()  # Backspace was pressed in the empty field.

    def __init__(self, asking: Asking, flipped: Preference[bool]) -> None:
        super().__init__()
        self._asking = asking
        self._offers = Offers(0, 0, ())
        # Not by setCompleter, which would write what is chosen in place of all of the text.
        self._completer = WordCompleter(self, "Fields and values", OfferDelegate(flipped, self))
        self._completer.activated.connect(self._write)
        self.offer_list = self._completer.list_view
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
        self._offers = completions(text, self.cursorPosition(), self._asking, self._asking.fields)
        typed = text[self._offers.start : self._offers.end].casefold()
        offers = [offer for offer in self._offers.offers if offer.text.casefold() != typed]
        if not offers or not self.hasFocus():
            self.offer_list.hide()
            return
        words = [Word(offer.text, Kind.SET, offer.about) for offer in offers]
        place = self.cursorRect()
        place.setLeft(max(0, place.left() - self.fontMetrics().horizontalAdvance(typed)))
        self._completer.show_words(words, place)

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

    @override
    def event(self, event: QEvent) -> bool:
        is_taken = isinstance(event, QKeyEvent) and self._completer.take_key(event)
        return is_taken or super().event(event)

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


_SWITCH: Final = object()  # In place of a value, for a field that is true or false.
_CHOICES: Final[dict[type, tuple[tuple[str, str, object], ...]]] = {
    PawnsPart: (
        *(("&Both sides’ pawns", "sides", "both"), ("&White’s pawns", "sides", "white")),
        *(("B&lack’s pawns", "sides", "black"), ("", "", None)),
        ("&Mirrored too, a-file for h-file", "mirrored", _SWITCH),
        ("&Either color, with the board turned", "either_color", _SWITCH),
    ),
    StructurePart: (
        *(("Of &White", "color", True), ("Of &Black", "color", False), ("Of &either color", "color", None)),
        *(("Also under more &specific names", "wide", _SWITCH), ("", "", None)),
    ),
}
"""The titles of the choices by the kind of part, each with a field and its value; a line has no title."""
_APART: Final = ("E&xactly these", *(f"Up to &{n} square{'s' * (n > 1)} apart" for n in range(1, 5)))


class PartMenu(QMenu):
    """The choices of a part about pawns or a structure: the values of its fields, switches, and other structures."""

    chosen = Signal(object)  # Another part is chosen; carries it.

    def __init__(self, kind: type, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._part: PawnsPart | StructurePart = PawnsPart(0, 0)
        self._choices: list[tuple[QAction, str, Any]] = []
        self.setAccessibleName("Pawns" if kind is PawnsPart else "Structure")
        for title, field, value in _CHOICES[kind]:
            if title:
                self._add(self, title, field, value)
            else:
                self.addSeparator()
        if kind is PawnsPart:
            apart = self.addMenu("&Similar ones")
            for most, title in enumerate(_APART):
                self._add(apart, title, "at_most", most)
        else:
            others = StructuresMenu("A&nother structure", flipped, self)
            others.chosen.connect(self.chosen)
            self.addMenu(others)

    def _add(self, menu: QMenu, title: str, field: str, value: object) -> None:
        action = menu.addAction(title)
        action.setCheckable(True)
        action.triggered.connect(self._choose)
        self._choices.append((action, field, value))

    def show_part(self, part: PawnsPart | StructurePart) -> None:
        """Check the choices of a part, and enable those that change it."""
        self._part = part
        for action, field, value in self._choices:
            current = getattr(part, field)
            action.setChecked(current if value is _SWITCH else current == value)
            action.setEnabled(_can_change(part, field))

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        field, value = next((field, value) for action, field, value in self._choices if action is sender)
        changes: dict[str, Any] = {field: not getattr(self._part, field) if value is _SWITCH else value}
        self.chosen.emit(replace(self._part, **changes))


def _can_change(part: PawnsPart | StructurePart, field: str) -> bool:
    if isinstance(part, PawnsPart):
        return True
    if field == "color":  # A structure that both colors have alike has no owner.
        return not known_structures().structures[part.identifier].mutual
    return any(named.leading for named in replace(part, wide=False).rules)


class _PictureStyle(QProxyStyle):
    """A style whose menus have icons of the size of pictures."""

    @override
    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric == QStyle.PixelMetric.PM_SmallIconSize:
            return PICTURE
        return super().pixelMetric(metric, option, widget)


class StructuresMenu(QMenu):
    """The named structures by families with pictures, each of the color that usually has it; filled when opened."""

    chosen = Signal(object)  # A structure is chosen; carries the part.

    def __init__(self, title: str, flipped: Preference[bool], parent: QWidget) -> None:
        super().__init__(title, parent)
        self._flipped = flipped
        self._pictures = _PictureStyle(self.style().name())
        self._families: dict[str, QMenu] = {}
        self._listed: set[str] = set()
        self.aboutToShow.connect(self._fill)

    @Slot()
    def _fill(self) -> None:
        for structure in known_structures().structures.values():
            if structure.identifier in self._listed:
                continue
            self._listed.add(structure.identifier)
            title = structure.family or "Others"
            if title not in self._families:
                self._families[title] = menu = self.addMenu(title.replace("&", "&&"))
                menu.setStyle(self._pictures)
                menu.aboutToShow.connect(self._draw)
            part = StructurePart(structure.identifier, None if structure.mutual else structure.of_white)
            action = self._families[title].addAction(chip_text(part).replace("&", "&&"))
            action.setData(part)
            action.triggered.connect(self._choose)

    @Slot()
    def _draw(self) -> None:
        menu = self.sender()
        if isinstance(menu, QMenu):
            for action in menu.actions():
                action.setIcon(part_picture(action.data(), self._flipped, menu))

    @Slot()
    def _choose(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self.chosen.emit(sender.data())
