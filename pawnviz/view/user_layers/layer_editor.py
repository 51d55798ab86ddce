"""The editor of a user layer, and its form."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QPushButton, QSizePolicy, QStyle, QWidget

from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers.marks import Style, style_fault
from pawnviz.core.layers.registry import (
    LONGEST_DEFINITION,
    LONGEST_IDENTIFIER,
    LONGEST_TITLE,
    free_identifier,
    identifier_fault,
    identifier_for,
    text_fault,
)
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import NEW_TITLE, is_written
from pawnviz.override import override
from pawnviz.view.board.small_boards import SidePicture
from pawnviz.view.formula.edit import FormulaEdit
from pawnviz.view.layers.style import ColorButton, StyleFields, has_label
from pawnviz.view.widgets.buttons import FocusRing
from pawnviz.view.widgets.fields import BoundedTextEdit
from pawnviz.view.widgets.labels import MessageLabel, fixed_font, plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, scroll_area, with_properties
from pawnviz.view.widgets.page import SideWindow

_EMPTY: Final = "Write a set of squares, such as stops(own) & attacks(enemy). Ctrl+Space lists the words."
_SAME: Final = "Without own or enemy, White and Black have the same squares."
_NEEDED: Final = "A title, a name and a formula are needed"
_READ: Final = "own, enemy, white, black are pawns; & | ^ - ~ join sets. Ctrl+Space lists the words."


def _place(formula: str, column: int) -> str:
    line = formula.count("\n", 0, column - 1) + 1
    return f"Column {column}, in line {line}" if "\n" in formula else f"Column {column}"


def _name_fault(entry: UserLayer, taken: Collection[str]) -> str:
    if not entry.title:
        return "a title is expected"
    return text_fault(entry.title, "a title", LONGEST_TITLE) or identifier_fault(entry.identifier, taken)


def _first_letter(title: str) -> str:
    return next((sign for sign in title if sign.isprintable() and not sign.isspace()), NEW_TITLE[0])


class _LayerForm(QWidget):
    """The fields of one layer, and its squares for both sides; name and badge follow the title until edited."""

    edited = Signal()  # A field has changed.

    def __init__(self, layers: ShownLayers) -> None:
        super().__init__()
        self.taken: set[str] = set()  # The names of other layers.
        self._is_named_by_hand = False
        self._is_filling = False
        self._letter = _first_letter("")
        self.title_field = QLineEdit(placeholderText="Lasting holes", maxLength=LONGEST_TITLE)
        self.title_field.setAccessibleName("Title")
        tip = "The name of the layer in formulas and on the command line"
        self.name_field = QLineEdit(placeholderText="lasting_holes", maxLength=LONGEST_IDENTIFIER)
        with_properties(self.name_field, accessibleName="Name", toolTip=tip)
        self.name_field.setFont(fixed_font(self.font()))
        self.name_message = MessageLabel(muted=True)
        tip = "Hide the other layers while you write"
        self.alone_box = with_properties(QCheckBox("A&lone on the board"), toolTip=tip)
        self.formula_edit = FormulaEdit()
        self.formula_edit.setMinimumHeight(3 * self.formula_edit.fontMetrics().lineSpacing() + 12)
        # It takes the rest of the height; were its height a wish, Qt would squeeze them all for it.
        self.formula_edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.message = MessageLabel(muted=True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # Two lines always, so that nothing moves while one types.
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.sides = (SidePicture(True), SidePicture(False))
        self.definition_edit = BoundedTextEdit(
            LONGEST_DEFINITION,
            tabChangesFocus=True,
            accessibleName="Definition",
            placeholderText="One sentence that says which squares it holds",
        )
        self.definition_edit.setFixedHeight(2 * self.definition_edit.fontMetrics().lineSpacing() + 12)
        self.style_fields = StyleFields(layers)
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
        self.formula_edit.refused.connect(self.show_fault)
        self.definition_edit.refused.connect(self.show_fault)

    def _lay_out(self) -> None:
        self._names = names = QFormLayout(fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        names.addRow("&Title", self.title_field)
        names.addRow("&Name", self.name_field)
        names.addRow("", self.name_message)
        names.setRowVisible(self.name_message, False)
        heading = row_of((plain_label("&Formula", self.formula_edit), 1), self.alone_box)
        formula = column_of(heading, (self.formula_edit, 1), self.message, spacing=4)
        sides = row_of(*self.sides, STRETCH, spacing=14)
        definition = column_of(plain_label("&Definition", self.definition_edit), self.definition_edit, spacing=2)
        parts = (names, (formula, 1), sides, definition, self.style_fields)
        column_of(*parts, parent=self, margins=(12, 10, 12, 6), spacing=8)
        self.setTabOrder(self.name_field, self.formula_edit)
        self.setTabOrder(self.formula_edit, self.alone_box)

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the least height at a width without a scroll bar; the fields have to fit beside one too."""
        layout = self.layout()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return layout.totalMinimumHeightForWidth(width - bar) if layout is not None else -1

    @property
    def entry(self) -> UserLayer:
        return UserLayer(
            self.name_field.text(),
            " ".join(self.title_field.text().split()),
            self.formula_edit.toPlainText(),
            " ".join(self.definition_edit.toPlainText().split()),
            self.style_fields.style_chosen,
        )

    def show_entry(self, entry: UserLayer, *, is_named_by_hand: bool) -> None:
        """Show a layer in the fields; its name follows the title unless it was edited."""
        self._is_filling = True
        self.title_field.setText(entry.title)
        self.name_field.setText(entry.identifier)
        self.formula_edit.setPlainText(entry.formula)
        self.definition_edit.setPlainText(entry.definition)
        self._is_named_by_hand = is_named_by_hand
        self._letter = _first_letter(entry.title)
        self.style_fields.show_style(entry.style, self._letter)
        self.alone_box.setChecked(False)
        self._is_filling = False

    def show_style(self, style: Style) -> None:
        self.style_fields.show_style(style, self._letter)

    def focus_first(self) -> None:
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
        self._letter = _first_letter(title)
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
            self.edited.emit()

    # Messages

    @Slot(str)
    def show_fault(self, sentence: str) -> None:
        self.message.show_message(sentence, is_error=True)

    def show_names_message(self, text: str, *, is_error: bool) -> None:
        """Show a message below title and name, without a gap for an empty one."""
        self.name_message.show_message(text, is_error=is_error)
        self._names.setRowVisible(self.name_message, bool(text))


_NOTHING: Final = UserLayer("", "", "")


class Draft(NamedTuple):
    """An unsaved draft: the layer, and the identifier of the one that it replaces, or empty."""

    entry: UserLayer
    instead_of: str


class LayerEditor(SideWindow):
    """The form of one user layer; the draft is on the board at once, and kept by Save alone."""

    saved = Signal(str)  # A layer was saved; carries its identifier.
    dropped = Signal(object)  # The window was closed without saving a changed draft; carries it as ``Draft``.

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self._start = _NOTHING
        self.instead_of = ""  # The identifier of the layer that is changed, empty for a new one.
        self._is_writing = False
        self._has_warned = False
        self._error: FormulaError | None = None
        self.setObjectName("formula_dialog")
        self.form = _LayerForm(layers)
        scroll = scroll_area(self.form)
        scroll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Tab goes to the fields inside and scrolls to them.
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.save_button = QPushButton("&Save", default=True)
        self.save_button.clicked.connect(self.save)
        tip = "Keep your text as another layer; this one stays as it was"
        self.copy_button = with_properties(QPushButton("Save as &copy"), autoDefault=False, toolTip=tip)
        self.copy_button.clicked.connect(self.save_copy)
        tip = "Close without changes (Escape)"
        self.cancel_button = with_properties(QPushButton("Cancel"), autoDefault=False, toolTip=tip)
        self.cancel_button.clicked.connect(self.reject)
        parts = (self.cancel_button, STRETCH, self.copy_button, self.save_button)
        buttons = row_of(*parts, margins=(12, 4, 12, 10), spacing=6)
        column_of((scroll, 1), buttons, parent=self, margins=0, spacing=0)
        self._ring = FocusRing(self, (ColorButton,))
        self.form.edited.connect(self._write)
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.save)
        document.position_changed.connect(self._show_masks)
        layers.user_layers.changed.connect(self._follow_layers)

    @override
    def sizeHint(self) -> QSize:
        form = self.form.sizeHint()
        height = form.height() + self.form.formula_edit.sizeHint().height() + self.save_button.sizeHint().height() + 14
        return QSize(max(340, form.width()), min(height, self.screen().availableGeometry().height() - 60))

    # Opening

    @property
    def is_changed(self) -> bool:
        """Whether the draft was changed since the window was opened."""
        entry = self.form.entry
        return self.isVisible() and entry != self._start and (bool(self.instead_of) or is_written(entry))

    def write_new(self, entry: UserLayer) -> None:
        """Open for a new layer that starts as this entry; without a title the title has the focus."""
        identifier = free_identifier(entry.identifier, self._layers.user_layers.kept.layers) if entry.identifier else ""
        style, mark = entry.style, entry.style.mark
        if has_label(mark) and not mark.label:
            style = style._replace(mark=mark._replace(label=_first_letter(entry.title)))
        self._open(entry._replace(identifier=identifier, style=style), "", is_named_by_hand=False)

    def edit(self, identifier: str) -> None:
        """Open for a user layer; raises ``KeyError`` when there is none of this identifier."""
        self._open(self._layers.user_layers.kept.entry(identifier), identifier, is_named_by_hand=True)

    def go_on(self, draft: Draft) -> None:
        """Open with an unsaved draft; if its layer is gone, it is a new one."""
        kept = self._layers.user_layers.kept
        instead_of = draft.instead_of if draft.instead_of in kept else ""
        entry = draft.entry
        follows = not instead_of and entry.identifier in ("", identifier_for(entry.title, kept.layers))
        self._open(entry, instead_of, is_named_by_hand=not follows)
        self._start = kept.entry(instead_of) if instead_of else _NOTHING

    def _open(self, entry: UserLayer, instead_of: str, *, is_named_by_hand: bool) -> None:
        self.instead_of = instead_of
        self.form.show_entry(entry, is_named_by_hand=is_named_by_hand)
        self._start = self.form.entry
        self.copy_button.setVisible(bool(instead_of))
        self._offer_layers()
        self.show()
        self._write()
        self.bring_to_front()
        self._layers.set_current(self._layers.user_layers.draft)
        self.form.focus_first()

    def insist(self) -> None:
        """Come to the front and ask to save or discard the draft first."""
        self.bring_to_front()
        self.form.show_fault("Save or cancel your changes here first.")

    # Writing

    @Slot()
    def _write(self) -> None:
        if self._is_writing or not self.isVisible():
            return
        entry = self.form.entry
        self._has_warned = False
        self._is_writing = True
        self._error = self._layers.user_layers.set_draft(entry, self.instead_of, alone=self.form.alone_box.isChecked())
        self._is_writing = False
        self._show_messages(entry)
        self._show_masks()
        verb = "Edit" if self.instead_of else "New layer"
        self.setWindowTitle(f"{verb}: {entry.title}" if entry.title else verb)

    def _show_messages(self, entry: UserLayer) -> None:
        form, kept, error = self.form, self._layers.user_layers.kept, self._error
        is_empty = not entry.formula.strip()
        form.formula_edit.show_error(error.column if error is not None and not is_empty else 0)
        fault = text_fault(entry.definition, "a definition", LONGEST_DEFINITION)
        if fault:
            form.show_fault(f"{capitalized(fault)}.")
        elif error is not None and not is_empty:
            form.show_fault(f"{_place(entry.formula, error.column)}: {error.sentence}")
        else:
            form.message.show_message(_EMPTY if is_empty else _READ if kept.turns(entry, self.instead_of) else _SAME)
        name_fault = _name_fault(entry, form.taken)
        is_renamed = bool(self.instead_of) and entry.identifier != self.instead_of
        caller_count = len(kept.callers(self.instead_of)) if is_renamed else 0
        if name_fault and (entry.title or entry.identifier):
            form.show_names_message(f"{capitalized(name_fault)}.", is_error=True)
        else:
            callers = f"{count_text(caller_count, 'layer that calls', 'layers that call')} it will follow."
            form.show_names_message(callers if caller_count else "", is_error=False)
        can_save = not (is_empty or error or name_fault or fault or style_fault(entry.style))
        self.save_button.setEnabled(can_save)
        self.copy_button.setEnabled(can_save)
        self.save_button.setToolTip("Keep the layer (Ctrl+S)" if can_save else _NEEDED)

    @Slot()
    def _show_masks(self) -> None:
        draft = self._layers.user_layers.draft
        if draft:
            for picture, white in zip(self.form.sides, (True, False), strict=True):
                picture.show_mask(self._layers.mask(draft, white), stale=self._error is not None)

    @Slot()
    def _follow_layers(self) -> None:
        if self._is_writing or not self.isVisible():
            return
        layers = self._layers
        if self.instead_of and self.instead_of not in layers.user_layers.kept:
            self.instead_of = ""
            self._start = _NOTHING
            self.copy_button.hide()
        if layers.user_layers.draft:
            # The draft may have another style, which is not to be written over.
            style = layers.style_of(layers.user_layers.draft)
            if style != self.form.entry.style:
                self.form.show_style(style)
        self._offer_layers()
        self._write()

    def _offer_layers(self) -> None:
        kept = self._layers.user_layers.kept.layers.values()
        others = [layer for layer in kept if layer.identifier != self.instead_of]
        self.form.taken = {layer.identifier for layer in others}
        self.form.formula_edit.set_user_layers(others)

    # Closing

    @Slot()
    def save(self) -> None:
        """Save the layer and close; with a fault move the focus to its field instead."""
        entry, form = self.form.entry, self.form
        if self.save_button.isEnabled():
            self._keep(entry, self.instead_of)
            return
        wrong = form.name_field if _name_fault(entry, form.taken) else form.formula_edit
        wrong = wrong if entry.title else form.title_field
        wrong.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def save_copy(self) -> None:
        """Save the draft as another layer, leave its original as it was, and close."""
        entry = self.form.entry
        if entry.title == self._start.title:
            entry = entry._replace(title=f"{entry.title[: LONGEST_TITLE - 5]} copy")
        taken = self._layers.user_layers.kept.layers
        if entry.identifier in taken:
            entry = entry._replace(identifier=identifier_for(entry.title, taken))
        self._keep(entry, "")

    def _keep(self, entry: UserLayer, instead_of: str) -> None:
        """Save a layer and show a new one, for one side alone if both have the same squares."""
        own = self._layers.user_layers
        self._is_writing = True
        try:
            own.keep(entry, instead_of)
        except ValueError as error:
            self._is_writing = False
            self.form.show_fault(f"{error}.")
            return
        own.end_draft()
        if not instead_of:
            self._layers.set_shown(entry.identifier, True, own.kept.turns(entry, entry.identifier))
        self._layers.set_current(entry.identifier)
        self._is_writing = False
        self._start = self.form.entry
        self.accept()
        self.saved.emit(entry.identifier)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.is_changed and not self._has_warned:
            self._has_warned = True
            self.form.message.show_message("Escape again closes without saving.")
            return
        super().keyPressEvent(event)

    @override
    def reject(self) -> None:
        draft = Draft(self.form.entry, self.instead_of) if self.is_changed else None
        self._is_writing = True
        self._layers.user_layers.end_draft()
        self._is_writing = False
        super().reject()
        if draft is not None:
            self.dropped.emit(draft)
