"""The Layers page: a search field, presets, and the list of layers with a switch and two counts a row."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QStackedWidget, QToolButton, QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.override import override
from pawnviz.view.layers.commands import LayerCommands
from pawnviz.view.layers.layer_list import LayerListView
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.layers.style import StyleEditor
from pawnviz.view.layers.style_fields import faint_colors
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.layouts import column_of, row_of
from pawnviz.view.widgets.search_field import SearchField
from pawnviz.view.widgets.theme import theme_of

LONGEST_ANSWER: Final = 20  # The number of characters up to which a searched text without a result is repeated.


class LayerPanel(QWidget):
    """Search, presets, the list of layers, and the commands of the current one."""

    offer = Signal(str, str, object)  # A fault can be mended; carries a sentence, a button's text and a function.

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._theme = theme_of(self)
        self._flipped = False
        self._editor: StyleEditor | None = None
        self.setObjectName("layer_panel")
        self.search_field = SearchField(self)
        self.search_field.setPlaceholderText("Find a layer")
        self.search_field.setAccessibleName("Find a layer")
        self.search_field.setToolTip("Search titles, names and definitions of all layers")
        self.search_field.setClearButtonEnabled(True)
        self._search_icon = QAction(self.search_field)
        self.search_field.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self.new_button = QToolButton(self)
        self.new_button.setAutoRaise(True)
        self.new_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.new_button.setAccessibleName("New layer")
        self.new_button.setToolTip(f"New layer: write a user layer ({native_keys('Ctrl+Shift+N')})")
        self.preset_bar = PresetBar(layers, self)
        self.tree = LayerListView(layers, self)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setWordWrap(True)
        self._nothing.setContentsMargins(12, 24, 12, 12)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._nothing)
        self.commands = LayerCommands(layers, self.tree)
        head = row_of((self.search_field, 1), self.new_button, margins=0, spacing=4)
        column_of(head, self.preset_bar, (self._pages, 1), parent=self, margins=(6, 6, 6, 4), spacing=6)
        self._set_icons()
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_list)
        self.preset_bar.applied.connect(self._show_top)
        self.tree.menu_requested.connect(self._open_menu)
        self.tree.typed.connect(self._search_for)
        self.tree.left.connect(self._end_search)
        self.commands.add_receivers({"edit_style": self.edit_style})
        layers.current_changed.connect(self._make_current_visible)
        layers.user_layers.changed.connect(self._look_at_user_layers)

    # For the window

    def set_flipped(self, flipped: bool) -> None:
        """Show marks as they point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self.tree.set_flipped(flipped)
        if self._editor is not None:
            self._editor.set_flipped(flipped)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tree.rows.active = True
        self.tree.follow_current()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.tree.rows.active = False
        super().hideEvent(event)

    def focus_search(self) -> None:
        """Move the focus to the search field and select its text."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # Colors and styles

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "commands") and theme_of(self) != self._theme:
            self._theme = theme_of(self)
            self._set_icons()
            self._offer_restyling()

    def _set_icons(self) -> None:
        self._search_icon.setIcon(icon("search", self._theme.muted_text))
        self.new_button.setIcon(icon("new-layer", self._theme.text))
        self.commands.set_icons(self._theme)

    def _offer_restyling(self) -> None:
        """Name the shown layers with a color that is hard to see in the theme, and offer to restyle the first."""
        shown = [entry.layer for entry in self._layers.shown() if faint_colors(entry.style, self._theme)]
        if shown:
            first, more = f"“{shown[0].title}”", len(shown) - 1
            words = f"{first} and {more} more have colors" if more else f"{first} has a color"
            action = partial(self.restyle, shown[0].identifier)
            self.offer.emit(f"{words} that can hardly be seen in the {self._theme.name} theme.", "Style…", action)

    def restyle(self, identifier: str) -> None:
        """Make a layer the current one and open the style editor for it, if it is still there."""
        if identifier in self._layers.all:
            self._layers.set_current(identifier)
            self.edit_style(identifier)

    def edit_style(self, identifier: str) -> None:
        """Open the style editor for a layer."""
        if self._editor is None:
            self._editor = StyleEditor(self._layers, self)
            self._editor.set_flipped(self._flipped)
        self._editor.edit(identifier)

    @Slot(QPoint)
    def _open_menu(self, point: QPoint) -> None:
        self.commands.open_menu(point, self)

    # Search

    @Slot()
    def _make_current_visible(self) -> None:
        """End a search that hides the new current layer, and scroll to it; a user layer, which is new, is unfolded."""
        name, rows = self._layers.current, self.tree.rows
        if not name or not rows.active:
            return
        if rows.searching and name not in rows.names:
            self.search_field.clear()
        if name in self._layers.user_layers.kept or name == DRAFT:
            rows.reveal(name)
            self.tree.follow_current()
            self.tree.scrollTo(self.tree.currentIndex())

    @Slot()
    def _show_top(self) -> None:
        self.search_field.clear()
        self.tree.scrollToTop()

    @Slot()
    def _end_search(self) -> None:
        if self.search_field.text():
            self.search_field.clear()
        else:
            self.focus_search()

    @Slot(str)
    def _search(self, text: str) -> None:
        self.tree.search(text)
        self._show_found()
        self.commands.refresh()

    @Slot(str)
    def _search_for(self, text: str) -> None:
        """Begin a search with a character that was typed in the list."""
        self.search_field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search_field.setText(text)

    @Slot()
    def _look_at_user_layers(self) -> None:
        """Keep a user layer visible whatever its name is now, and report a search without a result."""
        if self._layers.current in self._layers.user_layers.layers:
            self._make_current_visible()
        self._show_found()

    def _show_found(self) -> None:
        text, has_match = self.search_field.text().strip(), bool(self.tree.rows.rowCount())
        # A long word cannot be wrapped and would make the page as wide as it is.
        searched = text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}…"
        is_empty = bool(text) and not has_match
        self._nothing.setText(f"No layer found for “{searched}”.\nEscape shows all layers again." if is_empty else "")
        self._pages.setCurrentWidget(self._nothing if is_empty else self.tree)

    @Slot()
    def _go_to_list(self) -> None:
        rows = self.tree.rows
        if not rows.names:
            return
        if not self.tree.current_identifier:
            self._layers.set_current(rows.names[0])
            self.tree.follow_current()
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tree.scrollTo(self.tree.currentIndex())
