"""The line of chips: the parts of a question, edited in place, and a field for further ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QVBoxLayout, QWidget

from pawnviz.core.collections.fields import FieldError, read_fields
from pawnviz.core.collections.position_parts import PatternPart, PawnsPart
from pawnviz.core.collections.question import Part
from pawnviz.model.collections.explorer import Explorer
from pawnviz.override import override
from pawnviz.view.explore.chip import Chip
from pawnviz.view.explore.chip_words import chip_text
from pawnviz.view.explore.part_menus import PawnsMenu, StructuresMenu
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.wrapping_row import WrappingRow

if TYPE_CHECKING:
    from collections.abc import Sequence

TYPING: Final = 150  # The milliseconds of rest after which a text that is being written is asked.
_LONGEST: Final = 1000
_FIELDS: Final = (
    ("At &least so many moves…", "for:", "for:15"),
    ("Between two &moves…", "moves:", "moves:10-30"),
    ("A pl&ayer…", "player:", "player:karpov"),
    ("Whi&te’s player…", "white:", "white:karpov"),
    ("Blac&k’s player…", "black:", "black:karpov"),
    ("&Elo…", "elo:", "elo:2600-"),
    ("&Years…", "year:", "year:1975-1985"),
    ("&Result…", "result:", "result:1-0"),
    ("E&CO code…", "eco:", "eco:D35-D42"),
    ("E&vent…", "event:", "event:candidates"),
    ("&Pattern…", "pattern:", 'pattern:"W d4 -c -e"'),
    ("C&ondition…", "where:", 'where:"island_count(own) >= 3"'),
)


class PartField(QLineEdit):
    """A line for parts as text; Enter takes them, Escape drops them."""

    taken = Signal()
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setMaxLength(_LONGEST)
        self.setMinimumWidth(150)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.taken.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dropped.emit()
        else:
            super().keyPressEvent(event)


class ChipLine(QWidget):
    """The parts of the explorer's question as chips, a menu and a field for further parts, and what is wrong there."""

    drawing_wanted = Signal(str)  # A pattern is to be drawn on the board; carries the first text.
    laid_out = Signal()  # The chips are others.
    left = Signal()  # Escape was pressed in the empty field.

    def __init__(self, explorer: Explorer) -> None:
        super().__init__()
        self._explorer = explorer
        self._edited: int | None = None  # The number of the part that is edited as text.
        self.chips: list[Chip] = []
        self.row = WrappingRow()
        self._pawns_menu = PawnsMenu(self)
        self._pawns_menu.chosen.connect(self._replace)
        self.add_button = QToolButton()
        self.add_button.setText("+")
        self.add_button.setToolTip("Ask for more: players, ratings, years, structures, patterns, conditions")
        self.add_button.setAccessibleName("Ask for more")
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.add_button.setMenu(self._add_menu())
        self.field = PartField()
        self.field.setPlaceholderText("white:karpov elo:2600- for:15 …")
        self.field.setAccessibleName("Ask for more, as text")
        self.field.setToolTip("Players, Elo, years, moves and more as fields; Enter makes chips of them")
        self.message = MessageLabel()
        self.message.hide()
        self._timer = QTimer(self, singleShot=True, interval=TYPING)
        self._timer.timeout.connect(self.read_field)
        self.field.textChanged.connect(self._wait)
        self.field.taken.connect(self._take)
        self.field.dropped.connect(self._drop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.row)
        column.addWidget(self.message)
        explorer.changed.connect(self.follow)
        self.follow()

    def _add_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName("Ask for more")
        self._pawns_action = menu.addAction("The pa&wns on the board")
        self._pawns_action.triggered.connect(self._add_pawns)
        structures = StructuresMenu("A named &structure", menu)
        structures.chosen.connect(self.ask_for)
        menu.addMenu(structures)
        menu.addAction("&Draw a pattern on the board").triggered.connect(self._draw)
        menu.addSeparator()
        for title, prefix, example in _FIELDS:
            action = menu.addAction(title)
            action.setData((prefix, example))
            action.triggered.connect(self._begin_field)
        menu.aboutToShow.connect(self._offer_pawns)
        return menu

    # Chips

    @Slot()
    def follow(self) -> None:
        """Show the parts of the question, and which of them leaves no game."""
        parts = self._explorer.parts
        focused = next((number for number, chip in enumerate(self.chips) if chip.hasFocus()), None)
        if [chip.text() for chip in self.chips] != [chip_text(part) for part in parts] or self._is_placed_otherwise():
            self._show_chips(parts, focused)
        for chip, part in zip(self.chips, parts, strict=True):
            chip.part = part
        answer = self._explorer.answer if self._explorer.is_current else None
        for chip in self.chips:
            chip.mark_empty(answer is not None and answer.emptied_by == chip.part)

    def _is_placed_otherwise(self) -> bool:
        return len(self.chips) != len(self._explorer.parts)

    def _show_chips(self, parts: Sequence[Part], focused: int | None) -> None:
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [Chip(part) for part in parts]
        for chip in self.chips:
            chip.edit_wanted.connect(self._edit)
            chip.remove_wanted.connect(self._remove)
            chip.step_wanted.connect(self._step)
        self._lay_out()
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
        self.laid_out.emit()

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
        parts = list(self._explorer.parts)
        del parts[number]
        self._explorer.set_parts(parts)

    @Slot()
    def _edit(self) -> None:
        number = self._number_of_sender()
        chip = self.chips[number]
        if isinstance(chip.part, PawnsPart):
            self._pawns_menu.show_part(chip.part)
            self._pawns_menu.popup(chip.mapToGlobal(QPoint(0, chip.height())))
            return
        if isinstance(chip.part, PatternPart):
            self.drawing_wanted.emit(chip.part.pattern)
            return
        self._edited = number
        self._lay_out()
        self.field.setText(chip.part.text)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.selectAll()

    @Slot(object)
    def _replace(self, part: PawnsPart) -> None:
        """Ask for the pawns otherwise."""
        self._explorer.set_parts(part if isinstance(each, PawnsPart) else each for each in self._explorer.parts)

    # Further parts

    def add(self, part: Part) -> None:
        """Ask for another part; a structure, pattern or condition takes the place of the pawns on the board."""
        self._explorer.set_parts((*self._explorer.parts, part))

    @Slot()
    def _offer_pawns(self) -> None:
        self._pawns_action.setEnabled(not any(isinstance(part, PawnsPart) for part in self._explorer.parts))

    @Slot()
    def _draw(self) -> None:
        self.drawing_wanted.emit("")

    @Slot()
    def _add_pawns(self) -> None:
        self._explorer.set_parts((PawnsPart(0, 0), *self._explorer.parts))

    @Slot(object)
    def ask_for(self, part: Part) -> None:
        """Ask for a structure or a pattern in place of the pawns on the board, which would leave little of it."""
        rest = [other for other in self._explorer.parts if not isinstance(other, PawnsPart)]
        self._explorer.set_parts((part, *rest))

    @Slot()
    def _begin_field(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            prefix, example = action.data()
            self.field.setText(f"{self.field.text()} {prefix}".strip())
            self.message.show_message(f"Such as {example}")
            self.message.show()
            self.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.field.end(False)

    # The field

    @Slot()
    def take_focus(self) -> None:
        """Move the focus to the field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    @Slot()
    def _wait(self) -> None:
        self._timer.start()

    def _read(self) -> tuple[Part, ...] | None:
        """Return the parts that are written, or None with a message for what is wrong."""
        try:
            parts = read_fields(self.field.text()).parts
        except FieldError as error:
            self.message.show_message(str(error), is_error=True)
            self.message.show()
            return None
        self.message.hide()
        return parts

    @Slot()
    def read_field(self) -> None:
        """Ask also for what is being written, as far as it can be read."""
        self._timer.stop()
        if not self.field.text().strip():
            self.message.hide()
            self._explorer.set_draft(())
            return
        parts = self._read()
        if parts is not None:
            self._explorer.set_draft(parts, self._edited)

    @Slot()
    def _take(self) -> None:
        self._timer.stop()
        parts = self._read()
        if parts is None:
            return
        kept = list(self._explorer.parts)
        number = self._edited
        if number is not None and number < len(kept):
            kept[number : number + 1] = parts
        else:
            kept += parts
        self._end_edit()
        self._explorer.set_draft(())
        self._explorer.set_parts(kept)

    @Slot()
    def _drop(self) -> None:
        if self._edited is None and not self.field.text():
            self.left.emit()
        self._end_edit()
        self._explorer.set_draft(())

    def _end_edit(self) -> None:
        number, self._edited = self._edited, None
        self.field.clear()
        self._timer.stop()
        self.message.hide()
        if number is not None:
            self._lay_out()
