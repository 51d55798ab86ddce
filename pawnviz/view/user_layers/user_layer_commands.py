"""Commands on user layers: write, change, copy, delete and bring back, export and import; windows load on demand."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from pawnviz.core.layers.marks import Style
from pawnviz.core.layers.registry import LONGEST_TITLE
from pawnviz.core.user_layers.collection import USER_STYLE, UserLayer, new_mark
from pawnviz.core.user_layers.file import SUFFIX, write_layers
from pawnviz.core.words import count_text, lowered
from pawnviz.model.document import Document
from pawnviz.model.kept.file import open_layers
from pawnviz.model.layers.shown_layers import Deleted, ShownLayers
from pawnviz.model.storage import FileError, write_file

if TYPE_CHECKING:
    from pawnviz.view.layers.panel import LayerPanel
    from pawnviz.view.user_layers.layer_editor import Draft, LayerEditor

_SHARING: Final = "sharing"  # The object name of the windows that export and import layers.
_FILTER: Final = f"Layers (*{SUFFIX} *.json);;All files (*)"


class UserLayerCommands(QObject):
    """The windows and commands of user layers, over one list of layers."""

    message = Signal(str)  # A success; carries a sentence for the status line.
    notice = Signal(str)  # A failure; carries a sentence that stays.
    offer = Signal(str, str, object)  # A step can be taken back; carries a sentence, a button's text and a function.

    def __init__(self, document: Document, layers: ShownLayers, window: QWidget) -> None:
        super().__init__(window)
        self._document = document
        self._layers = layers
        self._window = window
        self._dialog: LayerEditor | None = None
        self._folder = ""

    @Slot(object)
    def follow(self, panel: LayerPanel) -> None:
        """Connect the requests of a panel of layers."""
        panel.new_button.clicked.connect(self.write_new)
        receivers = {"edit_formula": self.edit, "duplicate": self.duplicate, "delete": self.delete}
        panel.commands.add_receivers({**receivers, "export": self.export_layer})
        panel.offer.connect(self.offer)

    # Writing

    @property
    def dialog(self) -> LayerEditor:
        """The editor window, made when it is first needed."""
        if self._dialog is None:
            from pawnviz.view.user_layers.layer_editor import LayerEditor

            self._dialog = LayerEditor(self._document, self._layers, self._window)
            self._dialog.saved.connect(self._report_saved)
            self._dialog.dropped.connect(self._offer_dropped)
        return self._dialog

    def _is_busy(self) -> bool:
        if is_busy := self.dialog.is_changed:
            self.dialog.insist()
        return is_busy

    @Slot()
    def write_new(self) -> None:
        """Write a new layer."""
        if not self._is_busy():
            self.dialog.write_new(UserLayer("", "", "", style=self._new_style(USER_STYLE)))

    def _new_style(self, style: Style) -> Style:
        own = self._layers.user_layers.kept
        marks = [entry.style.mark for entry in own.entries]
        marks += [entry.style.mark for entry in self._layers.shown() if entry.layer.identifier not in own]
        return style._replace(mark=new_mark(marks))

    @Slot(str)
    def edit(self, identifier: str) -> None:
        """Change a user layer; a built-in one is copied."""
        if identifier not in self._layers.user_layers.kept:
            self.duplicate(identifier)
        elif self.dialog.isVisible() and self.dialog.instead_of == identifier:
            self.dialog.activateWindow()
        elif not self._is_busy():
            self.dialog.edit(identifier)

    @Slot(str)
    def duplicate(self, identifier: str) -> None:
        """Write a layer that starts as a copy of any layer."""
        if self._is_busy():
            return
        if identifier in self._layers.user_layers.kept:
            entry = self._layers.user_layers.kept.entry(identifier)
            title = f"{entry.title[: LONGEST_TITLE - 5]} copy"
            entry = entry._replace(title=title, style=self._new_style(entry.style))
        else:
            layer = self._layers.all[identifier]
            formula = layer.formula or f"{identifier}(own)"
            title = f"My {lowered(layer.title)}"[:LONGEST_TITLE]
            name = f"my_{identifier}"[:40].rstrip("_")
            entry = UserLayer(name, title, formula, layer.definition, self._new_style(USER_STYLE))
        self.dialog.write_new(entry)

    @Slot(str)
    def _report_saved(self, identifier: str) -> None:
        kept, sides = self._layers.user_layers.kept, self._layers.sides_of(identifier)
        entry = kept.entry(identifier)
        is_same = sides == (True, False) and not kept.turns(entry, identifier)
        self.message.emit(f"Saved “{entry.title}”{', shown for White; Black has the same squares' if is_same else ''}")

    @Slot(object)
    def _offer_dropped(self, draft: Draft) -> None:
        title = draft.entry.title
        self.offer.emit(
            f"The changes to “{title}” were not saved." if title else "The new layer was not saved.",
            "Go on writing",
            partial(self._go_on, draft),
        )

    def offer_unsaved(self) -> None:
        """Offer to resume the draft of the last session."""
        if self._layers.user_layers.unsaved is not None:
            from pawnviz.view.user_layers.layer_editor import Draft

            self._offer_dropped(Draft(*self._layers.user_layers.unsaved))

    def _go_on(self, draft: Draft) -> None:
        if not self._is_busy():
            self.dialog.go_on(draft)

    @Slot(str)
    def delete(self, identifier: str) -> None:
        """Delete a user layer, and offer to bring it back."""
        layers = self._layers.user_layers.kept
        if identifier not in layers:
            return
        title = layers.entry(identifier).title
        callers = [layers.entry(name).title for name in layers.callers(identifier)]
        is_shared = sum(entry.title == title for entry in layers.entries) > 1
        deleted = self._layers.delete(identifier)
        # Notices of two layers of the same title have to differ.
        name = f" ({identifier})" if is_shared else ""
        text = f"Deleted “{title}”{name}."
        if callers:
            more = f" and {len(callers) - 1} more" if len(callers) > 1 else ""
            verb = "call" if len(callers) > 1 else "calls"
            text += f" “{callers[0]}”{more} {verb} it and cannot be computed without it."
        self.offer.emit(text, f"Bring back “{title}”", partial(self._bring_back, deleted))

    def _bring_back(self, deleted: Deleted) -> None:
        try:
            identifier = self._layers.bring_back(deleted)
        except ValueError as error:
            self.notice.emit(f"“{deleted.entry.title}” cannot be brought back: {error}.")
            return
        self._layers.set_current(identifier)
        self.message.emit(f"Brought back “{deleted.entry.title}”")

    # Sharing

    @Slot()
    def export_layers(self) -> None:
        """Choose the layers that go into a file to share."""
        if not len(self._layers.user_layers.kept):
            self.message.emit("There are no user layers yet; Layers, New layer makes one")
            return
        from pawnviz.view.user_layers.exchange import ExportDialog

        dialog = ExportDialog(self._layers, self._window)
        dialog.chosen.connect(self._save_to_file)
        self._open(dialog)

    @Slot(str)
    def export_layer(self, identifier: str) -> None:
        """Write a user layer, with those that it calls, to a file to share."""
        if identifier in self._layers.user_layers.kept:
            self._save_to_file(self._layers.user_layers.kept.with_called([identifier]))

    @Slot(object)
    def _save_to_file(self, entries: tuple[UserLayer, ...]) -> None:
        from pawnviz.view.widgets.questions import ask_for_file

        name = entries[-1].identifier if len(entries) == 1 else "my-layers"
        start = str(Path(self._folder, name + SUFFIX))
        ask_for_file(self._window, "Export layers", start, _FILTER, SUFFIX, partial(self._save_to, entries))

    def _save_to(self, entries: tuple[UserLayer, ...], path: str) -> None:
        try:
            losses = write_file(Path(path), write_layers(entries).encode())
        except FileError as error:
            self.notice.emit(str(error))
            return
        self._folder = str(Path(path).parent)
        self.message.emit(f"Exported {count_text(len(entries), 'layer')} to {path}. {losses}".rstrip(". "))

    @Slot()
    def import_layers(self) -> None:
        """Ask for a file of layers and show its contents."""
        path, _ = QFileDialog.getOpenFileName(self._window, "Import layers", self._folder, _FILTER)
        if path:
            self.open_file(path)

    def open_file(self, path: str) -> bool:
        """Show the contents of a file of layers or the reason why it cannot be read, and return whether it could."""
        try:
            shared = open_layers(Path(path))
        except FileError as error:
            self.notice.emit(str(error))
            return False
        if not shared.entries:
            text = f": {shared.faults[0]}" if shared.faults else " is an empty list of layers"
            self.notice.emit(f"“{path}”{text}.")
            return False
        self._folder = str(Path(path).parent)
        from pawnviz.view.user_layers.exchange import ImportDialog

        dialog = ImportDialog(self._document, self._layers, Path(path), shared, self._window)
        dialog.imported.connect(self.message)
        self._open(dialog)
        return True

    def _open(self, dialog: QDialog) -> None:
        dialog.setObjectName(_SHARING)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    @Slot()
    def close(self) -> None:
        """Close the windows; an unsaved draft comes back at the next start."""
        for dialog in self._window.findChildren(QDialog, _SHARING):
            dialog.close()
        if self._dialog is not None:
            self._dialog.hide()
