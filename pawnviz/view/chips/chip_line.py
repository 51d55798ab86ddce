"""The line of chips: the parts of a question, edited in place, and a field for further ones."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from pawnviz.core.collections.fields import FieldError, WrittenPart, readable_parts, written_parts
from pawnviz.core.collections.question import NamePart, Part, PatternPart, PawnsPart, StructurePart
from pawnviz.model.collections.asking import Asking
from pawnviz.model.preferences import Preference
from pawnviz.view.chips.chip import Chip, chip_text
from pawnviz.view.chips.part_field import PartField, PartMenu, StructuresMenu
from pawnviz.view.widgets.labels import MessageLabel
from pawnviz.view.widgets.layouts import WrappingRow, column_of

_TITLES: Final = {  # The entries of the menu by their fields.
    **{"layer": "A &layer…", "for": "&Least number of moves…", "moves": "Between two &moves…"},
    **{"player": "A pl&ayer…", "white": "Whi&te’s player…", "black": "Blac&k’s player…", "elo": "&Elo…"},
    **{"year": "&Years…", "result": "&Result…", "eco": "E&CO code…", "event": "E&vent…"},
    **{"pattern": "&Pattern…", "where": "C&ondition…"},
}


class ChipLine(QWidget):
    """The parts of a question as chips, a menu and a field for further parts, and its fault."""

    drawing_wanted = Signal(str)  # A pattern is to be drawn on the board; carries the first text.
    left = Signal()  # Escape was pressed in the empty field.
    finished = Signal()  # The user goes on to the result.

    def __init__(
        self, asking: Asking, flipped: Preference[bool], *, draws: bool = False, keeps_words: bool = False
    ) -> None:
        """Show the question; ``draws`` has a pattern edited on the board, ``keeps_words`` leaves words in the field."""
        super().__init__()
        self._asking = asking
        self._flipped = flipped
        self._draws = draws
        self._keeps_words = keeps_words
        self._replaced = 0  # The number of the part whose menu was opened.
        self._edited: int | None = None  # The number of the part that is edited as text.
        self.chips: list[Chip] = []
        self.row = WrappingRow()
        # Behind it in the order of the Tab key come the chips: Qt puts new widgets behind all others.
        self._before_chips = QWidget(self.row, focusPolicy=Qt.FocusPolicy.TabFocus)
        self._before_chips.hide()
        self._menus = {kind: PartMenu(kind, flipped, self) for kind in (PawnsPart, StructurePart)}
        for menu in self._menus.values():
            menu.chosen.connect(self._replace)
        self.add_button = QToolButton(popupMode=QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setText("+")
        self.add_button.setToolTip("Add layers, structures, patterns or conditions, for games also players and years")
        self.add_button.setAccessibleName("Ask for more")
        self.add_button.setMenu(self._add_menu())
        self.field = PartField(asking, flipped)
        self.field.setPlaceholderText("white:karpov elo:2600- for:15 …")
        self.field.setAccessibleName("Add to the question, as text")
        self.field.setToolTip("Players, Elo, years, moves and more as fields; Enter makes chips of them")
        self.message = MessageLabel()
        self.message.hide()
        self._timer = QTimer(self, singleShot=True, interval=150)
        self._timer.timeout.connect(self.read_field)
        self.field.textChanged.connect(self.read_field if keeps_words else self._wait)
        self.field.offer_list.closed.connect(self.read_field)
        self.field.taken.connect(self._take)
        self.field.dropped.connect(self._drop)
        self.field.removal_wanted.connect(self._remove_last)
        self.field.finished.connect(self.finished)
        column_of(self.row, self.message, parent=self, margins=0, spacing=2)
        asking.changed.connect(self.follow)
        self._lay_out()
        self.follow()

    def _add_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName("Ask for more")
        self._pawns_action = menu.addAction("The pa&wns on the board")
        self._pawns_action.triggered.connect(self._add_pawns)
        structures = StructuresMenu("A named &structure", self._flipped, menu)
        structures.chosen.connect(self.ask_for)
        menu.addMenu(structures)
        if self._draws:
            menu.addAction("&Draw a pattern on the board").triggered.connect(self._draw)
        menu.addSeparator()
        for name in filter(self._asking.fields.__contains__, _TITLES):
            action = menu.addAction(_TITLES[name])
            action.setData(name)
            action.triggered.connect(self._begin_field)
        menu.aboutToShow.connect(self._offer_pawns)
        return menu

    # Chips

    @Slot()
    def follow(self) -> None:
        """Show the parts of the question, and which of them leaves no game."""
        parts, empty = self._asking.parts, self._asking.emptied_by
        focused = next((number for number, chip in enumerate(self.chips) if chip.hasFocus()), None)
        if [chip.text() for chip in self.chips] != [chip_text(part) for part in parts]:
            self._show_chips(parts, focused)
        for chip, part in zip(self.chips, parts, strict=True):
            chip.part = part
            chip.is_empty = part == empty
            chip.update()

    def _show_chips(self, parts: Sequence[Part], focused: int | None) -> None:
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [Chip(part, self._flipped) for part in parts]
        for chip in self.chips:
            chip.setParent(self.row)  # The one that is edited, too, which is not laid out.
            chip.edit_wanted.connect(self._edit)
            chip.remove_wanted.connect(self._remove)
            chip.step_wanted.connect(self._step)
        self._lay_out()
        for before, after in itertools.pairwise((self._before_chips, *self.chips)):
            QWidget.setTabOrder(before, after)
        if focused is not None:
            widgets: list[QWidget] = [*self.chips, self.field]
            widgets[min(focused, len(widgets) - 1)].setFocus()

    def _lay_out(self) -> None:
        widgets: list[QWidget] = list(self.chips)
        if self._edited is not None and self._edited < len(widgets):
            widgets[self._edited].hide()
            widgets[self._edited] = self.field
            self.row.set_parts([*widgets, self.add_button])
        else:
            self.row.set_parts([*widgets, self.add_button, self.field])

    def _number_of_sender(self) -> int:
        return next((number for number, chip in enumerate(self.chips) if chip is self.sender()), 0)

    @Slot(int)
    def _step(self, step: int) -> None:
        widgets: list[QWidget] = [*self.chips, self.add_button]
        place = self._number_of_sender() + step
        if 0 <= place < len(widgets):
            widgets[place].setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _remove(self) -> None:
        number = self._number_of_sender()
        self._asking.set_parts(part for place, part in enumerate(self._asking.parts) if place != number)

    @Slot()
    def _remove_last(self) -> None:
        if self._asking.parts and self._edited is None:
            self._asking.set_parts(self._asking.parts[:-1])

    @Slot()
    def _edit(self) -> None:
        number = self._number_of_sender()
        chip = self.chips[number]
        if isinstance(chip.part, PawnsPart | StructurePart):
            self._replaced = number
            menu = self._menus[type(chip.part)]
            menu.show_part(chip.part)
            menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))
            return
        if isinstance(chip.part, PatternPart) and self._draws:
            self.drawing_wanted.emit(chip.part.pattern)
            return
        self._edited = number
        self._lay_out()
        self.field.setText(chip.part.text)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    @Slot(object)
    def _replace(self, part: PawnsPart | StructurePart) -> None:
        parts = enumerate(self._asking.parts)
        self._asking.set_parts(part if number == self._replaced else each for number, each in parts)

    # Further parts

    @Slot()
    def _offer_pawns(self) -> None:
        self._pawns_action.setEnabled(not any(isinstance(part, PawnsPart) for part in self._asking.parts))

    @Slot()
    def _draw(self) -> None:
        self.drawing_wanted.emit("")

    @Slot()
    def _add_pawns(self) -> None:
        self._asking.set_parts((self._asking.pawns_part, *self._asking.parts))

    @Slot(object)
    def ask_for(self, part: Part) -> None:
        """Ask for a further part."""
        self._asking.set_parts(self._asking.with_further([part]))

    @Slot()
    def _begin_field(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            name = action.data()
            self.field.setText(f"{self.field.text()} {name}:".strip())
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.field.end(False)
            self.field.offer()

    # The field

    def say(self, fault: str) -> None:
        """Show a fault until something is written."""
        self.message.show_message(fault, is_error=True)
        self.message.show()

    @Slot()
    def take_focus(self) -> None:
        """Move the focus to the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def _wait(self) -> None:
        self._timer.start()

    def _read(self) -> tuple[WrittenPart, ...] | None:
        """Return the parts that are written, or None and a message about the fault."""
        try:
            parts = written_parts(self.field.text(), self._asking.fields)
        except FieldError as error:
            self.say(str(error))
            # What is offered would be right.
            self.message.setHidden(self.field.is_offering)
            return None
        self.message.hide()
        return parts

    @Slot()
    def read_field(self) -> None:
        """Ask also for the unfinished text, all fields that can be read, but not for a word that may become a field."""
        self._timer.stop()
        if self.field.is_offering_fields or (self.field.is_offering_for_word and not self._keeps_words):
            return
        if not self.field.text().strip():
            self.message.hide()
            self._asking.set_draft((), self._edited)
            return
        written = self._read()
        if written is None and self._edited is None:
            written = readable_parts(self.field.text(), self._asking.fields)
        if written is not None:
            self._asking.set_draft(_each_once(written), self._edited)

    @Slot()
    def take(self) -> bool:
        """Make chips of the text, and return whether it could be read."""
        self._timer.stop()
        written = self._read()
        if written is None:
            return False
        number, self._edited = self._edited, None
        keeps_words = self._keeps_words and number is None
        words = [each for each in written if keeps_words and isinstance(each.part, NamePart)]
        taken = [each for each in written if each not in words]
        text = _without(self.field.text(), taken) if words else ""
        self._asking.set_parts(self._asking.with_further(_each_once(taken), number), _each_once(words))
        self._show_text(text)
        return True

    @Slot()
    def _take(self) -> None:
        if self.take() and self._keeps_words:
            self.finished.emit()

    @Slot()
    def _drop(self) -> None:
        is_left = self._edited is None and not self.field.text()
        self._edited = None
        self._asking.set_draft(())
        self._show_text("")
        if is_left:
            self.left.emit()

    def _show_text(self, text: str) -> None:
        self.field.setText(text)
        self._timer.stop()
        self.message.hide()
        if self.row.parts[-1] is not self.field:
            self._lay_out()


def _each_once(written: Iterable[WrittenPart]) -> tuple[Part, ...]:
    return tuple(dict.fromkeys(each.part for each in written))


def _without(text: str, taken: Sequence[WrittenPart]) -> str:
    """Return a text without some of its parts; all else, such as a word that stands twice, stays as it is written."""
    kept = text
    for each in reversed(taken):
        kept = kept[: each.start].rstrip() + kept[each.end :]
    return kept.strip()
