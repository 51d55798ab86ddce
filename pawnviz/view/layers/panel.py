"""The page of layers: presets, search, list, and the commands of its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QStackedWidget, QToolButton, QWidget

from pawnviz.core.layers.packages import is_of_package
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.override import override, plain_override
from pawnviz.view.commands import Command
from pawnviz.view.layers.layer_list import LayerListView, RowPart
from pawnviz.view.layers.presets import PresetBar
from pawnviz.view.layers.style import StyleEditor, faint_colors
from pawnviz.view.widgets.fields import SearchField
from pawnviz.view.widgets.labels import native_keys, plain_label, set_tip
from pawnviz.view.widgets.layouts import column_of, row_of, with_properties
from pawnviz.view.widgets.theme import Recolored, icon, theme_of

Receiver: TypeAlias = Callable[[str], object]  # A function that carries out a command for the layer with an identifier.


ROW_COMMANDS: Final = (
    Command("open_page", "Open page", "Return Enter", "Read the layer's definition and squares", icon="inspector"),
    Command("open_steps", "Steps and code", "F8", "See the layer's formula step by step, or as code", icon="layers"),
    Command("show_white", "For White", "Left", "Show or hide the layer for White", begins=True),
    Command("show_black", "For Black", "Right", "Show or hide the layer for Black"),
    Command(
        *("show_alone", "Show alone", "Ctrl+Return Ctrl+Enter", "Show no other layer; again: bring the others back"),
        icon="alone",
    ),
    Command(
        "edit_style", "Style…", "Alt+Return Alt+Enter", "Choose mark, colors and opacity", icon="color", begins=True
    ),
    Command("reset_style", "Reset style", "Ctrl+R", "Draw the layer with its own mark again", icon="reset"),
    Command("move_up", "Move up", "Alt+Up", "Draw the layer earlier and name it earlier", icon="arrow-up"),
    Command("move_down", "Move down", "Alt+Down", "Draw the layer later and name it later", icon="arrow-down"),
    Command(
        *("copy_identifier", "Copy name", "Ctrl+I", "Copy the layer's name in formulas and on the command line"),
        icon="copy",
        begins=True,
    ),
    Command("compare", "Compare…", "F7", "See the differences from another layer, or from a mask", icon="compare"),
    Command("edit_formula", "Edit formula…", "Shift+F4", "Change a user layer", icon="edit", begins=True),
    Command("duplicate", "Duplicate as user layer…", "Ctrl+D", "Write a changed copy of this layer", icon="new-layer"),
    Command("delete", "Delete", "Delete", "Delete a user layer; it can be brought back", icon="clear"),
    Command("export", "Export…", "Ctrl+Shift+E", "Write a user layer to a file to share", icon="export"),
    Command("switch_off", "Switched off", "Alt+Delete", "Offer a layer of a package no more, or again"),
)
"""The commands of the current layer, in the order of its menu."""

USER_LAYER_COMMANDS: Final = ("edit_formula", "delete", "export")  # The commands that need a user layer.

_SIDES: Final = {"show_white": True, "show_black": False}  # The commands that switch a side, and whether it is White.


class LayerCommands(QObject):
    """The commands of the current layer as actions; their keys work while the list of layers has the focus."""

    def __init__(self, layers: ShownLayers, tree: LayerListView) -> None:
        super().__init__(tree)
        self._layers = layers
        self._tree = tree
        self.actions_by_name: dict[str, QAction] = {}
        self._receivers: dict[str, Receiver] = {
            "show_white": partial(tree.switch, part=RowPart.WHITE),
            "show_black": partial(tree.switch, part=RowPart.BLACK),
            "show_alone": layers.show_alone,
            "switch_off": layers.switch_off,
            "reset_style": layers.reset_style,
            "move_up": partial(self._move, -1),
            "move_down": partial(self._move, 1),
            "copy_identifier": QApplication.clipboard().setText,
        }
        group = QActionGroup(self, exclusionPolicy=QActionGroup.ExclusionPolicy.None_)
        for command in ROW_COMMANDS:
            action = QAction(command.text, group, checkable=command.name in (*_SIDES, "switch_off"))
            action.setData(command.name)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            set_tip(action, f"{command.title}: {command.tip}")
            tree.addAction(action)
            self.actions_by_name[command.name] = action
        group.triggered.connect(self._carry_out)
        tree.opened.connect(self.actions_by_name["open_page"].trigger)
        layers.changed.connect(self.refresh)
        layers.current_changed.connect(self.refresh)
        tree.selectionModel().currentChanged.connect(self.refresh)
        self.refresh()

    def add_receivers(self, receivers: Mapping[str, Receiver]) -> None:
        """Add further commands, by name, with the functions that carry them out."""
        self._receivers |= receivers

    @Slot(QPoint)
    def open_menu(self, point: QPoint) -> None:
        """Open the menu of the current layer at a point of the screen."""
        menu = QMenu(self._tree, toolTipsVisible=True)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for command in ROW_COMMANDS:
            if command.begins:
                menu.addSeparator()
            action = self.actions_by_name[command.name]
            if action.isEnabled() or command.name not in (*USER_LAYER_COMMANDS, "switch_off"):
                menu.addAction(action)
        menu.popup(point)

    @Slot()
    def refresh(self) -> None:
        """Enable the commands that apply to the layer of the current row; none without such a row."""
        layers, name = self._layers, self._tree.current_identifier
        if name not in layers.all:
            name = ""
        useful = {command.name: bool(name) for command in ROW_COMMANDS}
        if name:
            group = layers.neighbors(name)
            useful["move_up"] = name in group[1:]
            useful["move_down"] = name in group[:-1]
            useful["reset_style"] = layers.has_own_style(name)
            useful["duplicate"] = name != DRAFT
            for command, white in _SIDES.items():
                self.actions_by_name[command].setChecked(layers.sides_of(name)[not white])
            self.actions_by_name["switch_off"].setChecked(name in layers.now.off)
        useful["switch_off"] = bool(name) and is_of_package(layers.all[name])
        useful |= dict.fromkeys(USER_LAYER_COMMANDS, name in layers.user_layers.kept)
        for command, action in self.actions_by_name.items():
            action.setEnabled(useful[command])

    @Slot(QAction)
    def _carry_out(self, action: QAction) -> None:
        if receiver := self._receivers.get(str(action.data())):
            receiver(self._layers.current)

    def _move(self, steps: int, identifier: str) -> None:
        self._layers.move(identifier, steps)
        self._tree.scrollTo(self._tree.currentIndex())


class LayerPanel(Recolored, QWidget):
    """Search, presets, the list of layers, and the commands of the current one."""

    offer = Signal(str, str, object)  # A fault can be mended; carries a sentence, a button's text and a function.

    def __init__(self, layers: ShownLayers) -> None:
        super().__init__()
        self.setObjectName("layer_panel")
        self._layers = layers
        self._theme = theme_of(self)
        self._editor: StyleEditor | None = None
        self.search_field = SearchField("Find a layer")
        self.search_field.setToolTip("Search titles, names and definitions of all layers")
        self._search_icon = QAction(self.search_field)
        self.search_field.addAction(self._search_icon, QLineEdit.ActionPosition.LeadingPosition)
        self.new_button = with_properties(
            QToolButton(),
            autoRaise=True,
            focusPolicy=Qt.FocusPolicy.StrongFocus,
            accessibleName="New layer",
            toolTip=f"New layer: write a user layer ({native_keys('Ctrl+Shift+N')})",
        )
        self.preset_bar = PresetBar(layers)
        self.tree = LayerListView(layers)
        self._nothing = plain_label(wrapped=True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(12, 24, 12, 12)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._nothing)
        self.commands = LayerCommands(layers, self.tree)
        head = row_of((self.search_field, 1), self.new_button, margins=0, spacing=4)
        column_of(head, self.preset_bar, (self._pages, 1), parent=self, margins=(6, 6, 6, 4), spacing=6)
        self._set_icons()
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_list)
        self.preset_bar.applied.connect(self._show_top)
        self.tree.menu_requested.connect(self.commands.open_menu)
        self.tree.typed.connect(self._search_for)
        self.tree.left.connect(self._end_search)
        self.commands.add_receivers({"edit_style": self.edit_style})
        layers.current_changed.connect(self._make_current_visible)
        layers.user_layers.changed.connect(self._look_at_user_layers)

    # For the window

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.tree.rows.set_active(True)
        self.tree.follow_current()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        self.tree.rows.set_active(False)
        super().hideEvent(event)

    def focus_search(self) -> None:
        """Move the focus to the search field and select its text."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # Colors and styles

    @plain_override
    def recolor(self) -> None:
        if hasattr(self, "commands") and theme_of(self) != self._theme:
            self._theme = theme_of(self)
            self._set_icons()
            self._offer_restyling()

    def _set_icons(self) -> None:
        self._search_icon.setIcon(icon("search", self._theme.muted_text))
        self.new_button.setIcon(icon("new-layer", self._theme.text))
        for command in ROW_COMMANDS:
            if command.icon:
                self.commands.actions_by_name[command.name].setIcon(icon(command.icon, self._theme.text))

    def _offer_restyling(self) -> None:
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
        self._editor.edit(identifier)

    # Search

    @Slot()
    def _make_current_visible(self) -> None:
        """End a search that hides the new current layer, and scroll to it; a user layer, which is new, is unfolded."""
        name, rows = self._layers.current, self.tree.rows
        if not name or not rows.active:
            return
        if rows.searched and name not in rows.names:
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
        searched = text if len(text) <= 20 else f"{text[:20]}…"
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
