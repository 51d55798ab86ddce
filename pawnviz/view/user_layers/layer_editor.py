"""The window that edits a user layer, with its squares on the board at each keystroke."""

from __future__ import annotations

from typing import Final, NamedTuple

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.names import LONGEST_TITLE, free_identifier, identifier_for
from pawnviz.core.words import capitalized
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import is_written
from pawnviz.override import override
from pawnviz.view.layers.style_fields import ColorButton
from pawnviz.view.user_layers.layer_form import LayerForm, with_letter
from pawnviz.view.user_layers.layer_text import (
    Message,
    definition_fault,
    formula_message,
    is_complete,
    name_fault,
    names_message,
)
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, scroll_area
from pawnviz.view.widgets.side_window import SideWindow

_NOTHING: Final = UserLayer("", "", "")


class Draft(NamedTuple):
    """An unsaved draft: the layer, and the identifier of the one that it replaces, or empty."""

    entry: UserLayer
    instead_of: str


class LayerEditor(SideWindow):
    """The form of one user layer; the draft is on the board at once, and kept by Save alone."""

    saved = Signal(str)  # A layer was saved; carries its identifier.
    dropped = Signal(object)  # The window was closed without saving a changed draft; carries it as ``Draft``.

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._start = _NOTHING
        self._instead_of = ""
        self._is_writing = False
        self._has_warned = False
        self._error: FormulaError | None = None
        self.setModal(False)
        self.setObjectName("formula_dialog")
        self.form = LayerForm()
        self.save_button = QPushButton("&Save")
        self.copy_button = QPushButton("Save as &copy")
        self.cancel_button = QPushButton("Cancel")
        self._set_up_buttons()
        self._lay_out()
        self._ring = FocusRing(self, (ColorButton,))
        self.form.edited.connect(self._write)
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.save)
        document.position_changed.connect(self._show_masks)
        # The draft may have another style, which is not to be written over.
        layers.user_layers.changed.connect(self._follow_style)
        layers.user_layers.changed.connect(self._follow_layers)

    # The window

    def _set_up_buttons(self) -> None:
        self.save_button.setDefault(True)
        for button in (self.copy_button, self.cancel_button):
            button.setAutoDefault(False)
        self.copy_button.setToolTip("Keep what you wrote as another layer and leave this one as it was")
        self.cancel_button.setToolTip("Close and leave everything as it was (Escape)")
        self.save_button.clicked.connect(self.save)
        self.copy_button.clicked.connect(self.save_copy)
        self.cancel_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        scroll = scroll_area(self.form)
        scroll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Tab goes to the fields inside and scrolls to them.
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons = row_of(
            self.cancel_button, STRETCH, self.copy_button, self.save_button, margins=(12, 4, 12, 10), spacing=6
        )
        column_of((scroll, 1), buttons, parent=self, margins=0, spacing=0)

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
        return self.isVisible() and entry != self._start and (bool(self._instead_of) or is_written(entry))

    @property
    def instead_of(self) -> str:
        """The identifier of the layer that is changed, empty for a new one."""
        return self._instead_of

    def write_new(self, entry: UserLayer) -> None:
        """Open for a new layer that starts as this entry; without a title the title has the focus."""
        identifier = free_identifier(entry.identifier, self._layers.user_layers.kept.layers) if entry.identifier else ""
        self._open(with_letter(entry._replace(identifier=identifier)), "", is_named_by_hand=False)

    def edit(self, identifier: str) -> None:
        """Open for a user layer; raises ``KeyError`` when there is none of this identifier."""
        self._open(self._layers.user_layers.kept.entry(identifier), identifier, is_named_by_hand=True)

    def go_on(self, draft: Draft) -> None:
        """Open with an unsaved draft; where its layer is gone, it is a new one."""
        instead_of = draft.instead_of if draft.instead_of in self._layers.user_layers.kept else ""
        entry = draft.entry
        follows = not instead_of and entry.identifier in (
            "",
            identifier_for(entry.title, self._layers.user_layers.kept.layers),
        )
        self._open(entry, instead_of, is_named_by_hand=not follows)
        self._start = self._layers.user_layers.kept.entry(instead_of) if instead_of else _NOTHING

    def _open(self, entry: UserLayer, instead_of: str, *, is_named_by_hand: bool) -> None:
        self._instead_of = instead_of
        self.form.show_entry(entry, is_named_by_hand=is_named_by_hand)
        self._start = self.form.entry
        self.copy_button.setVisible(bool(instead_of))
        self._offer_layers()
        self.show()
        self._write()
        self.raise_()
        self.activateWindow()
        self._layers.set_current(self._layers.user_layers.draft)
        self.form.focus_first()

    def insist(self) -> None:
        """Come to the front and ask to save or discard the draft first."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.form.show_formula_message(Message("Save or cancel what you wrote here first.", is_error=True))

    # Writing

    @Slot()
    def _write(self) -> None:
        if self._is_writing or not self.isVisible():
            return
        entry = self.form.entry
        self._has_warned = False
        self._is_writing = True
        self._error = self._layers.user_layers.set_draft(entry, self._instead_of, alone=self.form.alone_box.isChecked())
        self._is_writing = False
        self._show_messages(entry)
        self._show_masks()
        verb = "Edit" if self._instead_of else "New layer"
        self.setWindowTitle(f"{verb}: {entry.title}" if entry.title else verb)

    def _show_messages(self, entry: UserLayer) -> None:
        kept, taken = self._layers.user_layers.kept, self.form.taken
        error = self._error if entry.formula.strip() else None
        self.form.formula_edit.show_error(error.column if error is not None else 0)
        fault = definition_fault(entry)
        message = formula_message(entry.formula, error, turns=self._turns(entry))
        self.form.show_formula_message(Message(f"{capitalized(fault)}.", is_error=True) if fault else message)
        is_renamed = bool(self._instead_of) and entry.identifier != self._instead_of
        callers = kept.callers(self._instead_of) if is_renamed else ()
        self.form.show_names_message(names_message(entry, taken, len(callers)))
        can_save = self._error is None and is_complete(entry, taken)
        self.save_button.setEnabled(can_save)
        self.copy_button.setEnabled(can_save)
        self.save_button.setToolTip(
            "Keep the layer (Ctrl+S)" if can_save else "A title, a name and a formula are needed"
        )

    def _turns(self, entry: UserLayer) -> bool:
        """Return whether the formula's squares may differ for White and Black; an unreadable one may."""
        try:
            return self._layers.user_layers.kept.turns(entry, self._instead_of)
        except FormulaError:
            return True

    @Slot()
    def _show_masks(self) -> None:
        draft = self._layers.user_layers.draft
        if draft:
            for picture, white in zip(self.form.sides, (True, False), strict=True):
                picture.show_mask(self._layers.mask(draft, white), stale=self._error is not None)

    @Slot()
    def _follow_layers(self) -> None:
        """Turn the draft into a new layer where the changed one was deleted; update the completion."""
        if self._is_writing or not self.isVisible():
            return
        if self._instead_of and self._instead_of not in self._layers.user_layers.kept:
            self._instead_of = ""
            self._start = _NOTHING
            self.copy_button.hide()
        self._offer_layers()
        self._write()

    def _offer_layers(self) -> None:
        layers = self._layers.user_layers.kept.layers.values()
        self.form.set_others([layer for layer in layers if layer.identifier != self._instead_of])

    @Slot()
    def _follow_style(self) -> None:
        if self._is_writing or not self.isVisible() or not self._layers.user_layers.draft:
            return
        style = self._layers.style_of(self._layers.user_layers.draft)
        if style != self.form.entry.style:
            self.form.show_style(style)
            self._write()

    # Closing

    @Slot()
    def save(self) -> None:
        """Save the layer and close; with a fault move the focus to its field instead."""
        entry, form = self.form.entry, self.form
        if self.save_button.isEnabled():
            self._keep(entry, self._instead_of)
            return
        wrong = form.name_field if name_fault(entry, form.taken) else form.formula_edit
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
        """Save a layer and show a new one, for one side alone where both have the same squares."""
        own = self._layers.user_layers
        self._is_writing = True
        try:
            own.keep(entry, instead_of)
        except ValueError as error:
            self._is_writing = False
            self.form.show_formula_message(Message(f"{error}.", is_error=True))
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
            self.form.show_formula_message(Message("Escape again closes without saving."))
            return
        super().keyPressEvent(event)

    @override
    def reject(self) -> None:
        """Close and discard the draft."""
        draft = Draft(self.form.entry, self._instead_of) if self.is_changed else None
        self._is_writing = True
        self._layers.user_layers.end_draft()
        self._is_writing = False
        super().reject()
        if draft is not None:
            self.dropped.emit(draft)
