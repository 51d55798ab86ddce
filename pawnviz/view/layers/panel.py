"""The Layers panel: presets, a search field, and the layers by chapter with a check box and a count for each side."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QStackedWidget, QWidget

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import TITLE_COLUMN
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.override import override
from pawnviz.view.layers.commands import LayerCommands
from pawnviz.view.layers.faint import faint_colors
from pawnviz.view.layers.footer import LayerFooter
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.layers.style import StyleEditor
from pawnviz.view.layers.tree import LayerTree
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.search_field import SearchField
from pawnviz.view.widgets.theme import theme_of

LONGEST_ANSWER: Final = 20  # The number of characters up to which a searched text without a result is repeated.


class LayerPanel(QWidget):
    """Presets, search, the list of layers, and the commands of the current one."""

    offer = Signal(str, str, object)  # A fault can be mended; carries a sentence, a button's text and a function.

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layers = layers
        self._theme = theme_of(self)
        self._flipped = False
        self._editor: StyleEditor | None = None
        self.setObjectName("layer_panel")
        self.preset_bar = PresetBar(layers, self)
        self.search_field = SearchField(self)
        self.search_field.setPlaceholderText("Find a layer")
        self.search_field.setAccessibleName("Find a layer")
        self.search_field.setToolTip("Search titles, names and definitions")
        self.search_field.setClearButtonEnabled(True)
        self._search_icon = QAction(self.search_field)
        self.search_field.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self.tree = LayerTree(document, layers, self)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setWordWrap(True)
        self._nothing.setContentsMargins(12, 24, 12, 12)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._nothing)
        self.commands = LayerCommands(layers, self.tree)
        self.footer = LayerFooter(layers, self.commands, self)
        parts = (self.preset_bar, self.search_field, (self._pages, 1), self.footer)
        column_of(*parts, parent=self, margins=(6, 6, 6, 4), spacing=6)
        self._set_icons()
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_list)
        self.tree.menu_requested.connect(self._open_menu)
        self.tree.number_requested.connect(self._open_numbers)
        self.tree.left.connect(self._end_search)
        self.commands.add_receivers({"edit_style": self.edit_style})
        layers.current_changed.connect(self._make_current_visible)
        layers.user_layers.changed.connect(self._follow_layers)
        layers.preset_shown.connect(self.show_first)

    # For the window

    def set_flipped(self, flipped: bool) -> None:
        """Show marks as they point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self.tree.set_flipped(flipped)
        if self._editor is not None:
            self._editor.set_flipped(flipped)

    def focus_search(self) -> None:
        """Move the focus to the search field and select its text."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # Colors and styles

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "footer") and theme_of(self) != self._theme:
            self._theme = theme_of(self)
            self._set_icons()
            self._offer_restyling()

    def _set_icons(self) -> None:
        self._search_icon.setIcon(icon("search", self._theme.muted_text))
        self.commands.set_icons(self._theme)
        self.footer.set_icons(self._theme)

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

    @Slot(QPoint)
    def _open_numbers(self, point: QPoint) -> None:
        self.commands.open_numbers(point, self)

    # Search

    @Slot()
    def _make_current_visible(self) -> None:
        """End a search that hides the new current layer, and scroll to a user layer, which is new."""
        name = self._layers.current
        if not name:
            return
        if not self.tree.index_of(name).isValid():
            self.search_field.clear()
        if name in self._layers.user_layers.kept or name == DRAFT:
            index = self.tree.index_of(name)
            self.tree.expand(index.parent())
            self.tree.scrollTo(index)

    @Slot()
    def show_first(self) -> None:
        """Make the first of the shown layers the current one, and scroll the list to its row."""
        name = next((name for name in self._layers.all if name in self._layers.sides), "")
        if not name:
            return
        self.search_field.clear()
        self._layers.set_current(name)
        index = self.tree.index_of(name)
        self.tree.expand(index.parent())
        first = self.tree.rows.index(0, TITLE_COLUMN, index.parent())
        # The heading of the chapter tells where the row is.
        heading = index.row() == first.row()
        self.tree.scrollTo(index.parent() if heading else index, QAbstractItemView.ScrollHint.PositionAtTop)

    @Slot()
    def _end_search(self) -> None:
        if self.search_field.text():
            self.search_field.clear()
        else:
            self.focus_search()

    @Slot(str)
    def _search(self, text: str) -> None:
        self.tree.search(text)
        self._show_found(text)
        self.commands.follow()

    @Slot()
    def _follow_layers(self) -> None:
        """Keep a user layer visible whatever its name is now, and report a search without a result."""
        if self._layers.current in self._layers.user_layers.layers:
            self._make_current_visible()
        self._show_found(self.search_field.text())

    def _show_found(self, text: str) -> None:
        has_match = self.tree.rows.rowCount() > 0
        # A long word cannot be wrapped and would make the panel as wide as it is.
        searched = text.strip() if len(text.strip()) <= LONGEST_ANSWER else f"{text.strip()[:LONGEST_ANSWER]}…"
        self._nothing.setText("" if has_match else f"No layer found for “{searched}”.\nEscape shows all layers again.")
        self._pages.setCurrentWidget(self.tree if has_match else self._nothing)

    @Slot()
    def _go_to_list(self) -> None:
        if not self.tree.rows.rowCount():
            return
        if not self.tree.current_identifier:
            first = self.tree.rows.index(0, TITLE_COLUMN)
            self.tree.setCurrentIndex(self.tree.rows.index(0, TITLE_COLUMN, first))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tree.scrollTo(self.tree.currentIndex())
