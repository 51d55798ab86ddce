"""The fields of a layer in the editor: title, name, formula, definition and style, with messages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QSizePolicy, QStyle, QWidget

from pawnviz.core.layers import Layer
from pawnviz.core.layers.marks import Style, style_fault
from pawnviz.core.user_layers.collection import (
    LONGEST_DEFINITION,
    LONGEST_IDENTIFIER,
    LONGEST_TITLE,
    UserLayer,
    identifier_for,
)
from pawnviz.override import override
from pawnviz.view.board.skeleton_picture import SidePicture
from pawnviz.view.formula.edit import FormulaEdit
from pawnviz.view.layers.style_fields import StyleFields, faint_colors, has_label
from pawnviz.view.user_layers.layer_text import Message, first_letter
from pawnviz.view.widgets.bounded_text import BoundedTextEdit
from pawnviz.view.widgets.fonts import fixed_font
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.message_label import MessageLabel
from pawnviz.view.widgets.theme import theme_of


class LayerForm(QWidget):
    """The fields of one layer, and its squares for both sides; name and badge follow the title until edited."""

    edited = Signal()  # A field has changed.

    def __init__(self) -> None:
        super().__init__()
        self._others: tuple[Layer, ...] = ()
        self._is_named_by_hand = False
        self._is_filling = False
        self._letter = first_letter("")
        self.title_field = QLineEdit()
        self.name_field = QLineEdit()
        self.name_message = MessageLabel(muted=True)
        self.alone_box = QCheckBox("A&lone on the board")
        self.formula_edit = FormulaEdit()
        self.message = MessageLabel(muted=True)
        self.sides = (SidePicture(True), SidePicture(False))
        self.definition_edit = BoundedTextEdit(LONGEST_DEFINITION)
        self.style_fields = StyleFields(self)
        self.hint = plain_label(wrapped=True)
        self._set_up_fields()
        self._lay_out()
        self.title_field.textChanged.connect(self._follow_title)
        self.name_field.textEdited.connect(self._follow_name)
        self.name_field.editingFinished.connect(self._name_by_title)
        for changed in (
            self.formula_edit.textChanged,
            self.definition_edit.textChanged,
            self.style_fields.changed,
            self.alone_box.toggled,
        ):
            changed.connect(self._follow_edit)
        self.formula_edit.refused.connect(self._say_refused)
        self.definition_edit.refused.connect(self._say_refused)

    def _set_up_fields(self) -> None:
        self.title_field.setPlaceholderText("Lasting holes")
        self.title_field.setMaxLength(LONGEST_TITLE)
        self.title_field.setAccessibleName("Title")
        self.name_field.setPlaceholderText("lasting_holes")
        self.name_field.setMaxLength(LONGEST_IDENTIFIER)
        self.name_field.setFont(fixed_font(self.font()))
        self.name_field.setAccessibleName("Name")
        self.name_field.setToolTip("The name of the layer in formulas and on the command line")
        self.name_message.hide()
        self.alone_box.setToolTip("Hide the other layers while you write")
        self.formula_edit.setMinimumHeight(3 * self.formula_edit.fontMetrics().lineSpacing() + 12)
        # It takes the rest of the height; were its height a wish, Qt would squeeze them all for it.
        self.formula_edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # Two lines always, so that nothing moves while one types.
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.definition_edit.setTabChangesFocus(True)
        self.definition_edit.setAccessibleName("Definition")
        self.definition_edit.setPlaceholderText("One sentence that says which squares it holds")
        self.definition_edit.setFixedHeight(2 * self.definition_edit.fontMetrics().lineSpacing() + 12)
        self.hint.hide()

    def _lay_out(self) -> None:
        names = QGridLayout()
        names.setHorizontalSpacing(10)
        names.setVerticalSpacing(4)
        names.addWidget(_caption("&Title", self.title_field), 0, 0)
        names.addWidget(self.title_field, 0, 1)
        names.addWidget(_caption("&Name", self.name_field), 1, 0)
        names.addWidget(self.name_field, 1, 1)
        names.addWidget(self.name_message, 2, 1)
        heading = row_of((_caption("&Formula", self.formula_edit), 1), self.alone_box)
        formula = column_of(heading, (self.formula_edit, 1), self.message, spacing=4)
        sides = row_of(*self.sides, STRETCH, spacing=14)
        definition = column_of(_caption("&Definition", self.definition_edit), self.definition_edit, spacing=2)
        parts = (names, (formula, 1), sides, definition, self.style_fields, self.hint)
        column_of(*parts, parent=self, margins=(12, 10, 12, 6), spacing=8)
        self.setTabOrder(self.name_field, self.formula_edit)
        self.setTabOrder(self.formula_edit, self.alone_box)

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the least height at a width without a scroll bar; the fields have to fit beside one too."""
        layout = self.layout()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return layout.totalMinimumHeightForWidth(width - bar) if layout is not None else -1

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_hint()

    # Contents

    @property
    def entry(self) -> UserLayer:
        """The layer as it is in the fields."""
        return UserLayer(
            self.name_field.text(),
            " ".join(self.title_field.text().split()),
            self.formula_edit.toPlainText(),
            " ".join(self.definition_edit.toPlainText().split()),
            self.style_fields.style_chosen,
        )

    @property
    def taken(self) -> set[str]:
        """The names of other user layers."""
        return {layer.identifier for layer in self._others}

    def show_entry(self, entry: UserLayer, *, is_named_by_hand: bool) -> None:
        """Show a layer in the fields; its name follows the title unless it was edited."""
        self._is_filling = True
        self.title_field.setText(entry.title)
        self.name_field.setText(entry.identifier)
        self.formula_edit.setPlainText(entry.formula)
        self.definition_edit.setPlainText(entry.definition)
        self._is_named_by_hand = is_named_by_hand
        self._letter = first_letter(entry.title)
        self.style_fields.show_style(entry.style, self._letter)
        self._show_hint()
        self.alone_box.setChecked(False)
        self._is_filling = False

    def show_style(self, style: Style) -> None:
        """Show a style that was chosen elsewhere."""
        self.style_fields.show_style(style, self._letter)
        self._show_hint()

    def set_others(self, layers: Sequence[Layer]) -> None:
        """Offer the other user layers for completion; their names are taken."""
        self._others = tuple(layers)
        self.formula_edit.set_user_layers(self._others)

    def focus_first(self) -> None:
        """Give the focus to the formula, or to an empty title."""
        if self.title_field.text():
            self.title_field.home(False)
            self.formula_edit.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.title_field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.formula_edit.moveCursor(QTextCursor.MoveOperation.End)

    @Slot()
    def _follow_title(self) -> None:
        if self._is_filling:
            return
        self._name_by_title()
        title = self.title_field.text().strip()
        style, former = self.style_fields.style_chosen, self._letter
        self._letter = first_letter(title)
        if has_label(style.mark) and style.mark.label == former:
            style = style._replace(mark=style.mark._replace(label=self._letter))
        self.style_fields.show_style(style, self._letter)
        self._follow_edit()

    @Slot()
    def _follow_name(self) -> None:
        """Keep an edited name; an empty one follows the title again, once the field is left."""
        self._is_named_by_hand = bool(self.name_field.text())
        self._follow_edit()

    @Slot()
    def _name_by_title(self) -> None:
        title = self.title_field.text().strip()
        name = identifier_for(title, self.taken) if title else ""
        if not self._is_named_by_hand and name != self.name_field.text():
            self.name_field.setText(name)
            self._follow_edit()

    @Slot()
    def _follow_edit(self) -> None:
        if not self._is_filling:
            self._show_hint()
            self.edited.emit()

    # Messages

    def show_formula_message(self, message: Message) -> None:
        """Show a message below the formula."""
        self.message.show_message(message.text, is_error=message.is_error)

    @Slot(str)
    def _say_refused(self, sentence: str) -> None:
        self.message.show_message(sentence, is_error=True)

    def show_names_message(self, message: Message) -> None:
        """Show a message below title and name, without a gap for an empty one."""
        self.name_message.show_message(message.text, is_error=message.is_error)
        self.name_message.setVisible(bool(message.text))

    def _show_hint(self) -> None:
        """Name the marks that cannot be drawn, or colors that are hard to see in this theme."""
        style = self.style_fields.style_chosen
        fault = style_fault(style)
        self.hint.setText(f"Not drawn: {fault}." if fault else faint_colors(style, theme_of(self)))
        self.hint.setVisible(bool(self.hint.text()))


def with_letter(entry: UserLayer) -> UserLayer:
    """Return a layer whose badge has the first letter of the title where it has none."""
    mark = entry.style.mark
    if not has_label(mark) or mark.label:
        return entry
    return entry._replace(style=entry.style._replace(mark=mark._replace(label=first_letter(entry.title))))


def _caption(text: str, buddy: QWidget) -> QLabel:
    label = QLabel(text)
    label.setBuddy(buddy)
    return label
