"""The commands of the current layer: their texts and keys, and the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.view.layers.layer_list import LayerListView
from pawnviz.view.layers.rows import RowPart
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import set_tip
from pawnviz.view.widgets.theme import Theme

Receiver: TypeAlias = Callable[[str], object]  # A function that carries out a command for the layer with an identifier.


class RowCommand(NamedTuple):
    """A command of the current layer; ``keys`` are portable key sequences, ``icon`` is the name of an icon."""

    name: str
    text: str
    keys: tuple[str, ...]
    icon: str
    tip: str


ROW_COMMANDS: Final = (
    RowCommand("open_page", "Open page", ("Return", "Enter"), "inspector", "Read the layer's definition and squares"),
    RowCommand("open_steps", "Steps and code", ("F8",), "layers", "See the layer's formula step by step, or as code"),
    RowCommand("show_white", "For White", ("Left",), "", "Show or hide the layer for White"),
    RowCommand("show_black", "For Black", ("Right",), "", "Show or hide the layer for Black"),
    RowCommand(
        *("show_alone", "Show alone", ("Ctrl+Return", "Ctrl+Enter"), "alone"),
        "Show no other layer; again: bring the others back",
    ),
    RowCommand("edit_style", "Style…", ("Alt+Return", "Alt+Enter"), "color", "Choose mark, colors and opacity"),
    RowCommand("reset_style", "Reset style", ("Ctrl+R",), "reset", "Draw the layer with its own mark again"),
    RowCommand("move_up", "Move up", ("Alt+Up",), "arrow-up", "Draw the layer earlier and name it earlier"),
    RowCommand("move_down", "Move down", ("Alt+Down",), "arrow-down", "Draw the layer later and name it later"),
    RowCommand(
        "copy_identifier", "Copy name", ("Ctrl+I",), "copy", "Copy the layer's name in formulas and on the command line"
    ),
    RowCommand("compare", "Compare…", ("F7",), "compare", "See the differences from another layer, or from a mask"),
    RowCommand("edit_formula", "Edit formula…", ("Shift+F4",), "edit", "Change a user layer"),
    RowCommand(
        "duplicate", "Duplicate as user layer…", ("Ctrl+D",), "new-layer", "Write a layer that starts as this one"
    ),
    RowCommand("delete", "Delete", ("Delete",), "clear", "Delete a user layer; it can be brought back"),
    RowCommand("export", "Export…", ("Ctrl+Shift+E",), "export", "Write a user layer to a file to share"),
)

USER_LAYER_COMMANDS: Final = ("edit_formula", "delete", "export")  # The commands that need a user layer.

_CHECKED: Final = {"show_white": True, "show_black": False}  # The commands that switch a side, and whether it is White.
_FIRST_OF_GROUPS: Final = ("show_white", "edit_style", "copy_identifier", "edit_formula")


class LayerCommands(QObject):
    """The commands of the current layer as actions; their keys work while the list of layers has the focus."""

    def __init__(self, layers: ShownLayers, tree: LayerListView) -> None:
        super().__init__(tree)
        self._layers = layers
        self._tree = tree
        self.actions_by_name: dict[str, QAction] = {}
        self._receivers: dict[str, Receiver] = {
            "show_white": self._switch_white,
            "show_black": self._switch_black,
            "show_alone": layers.show_alone,
            "reset_style": layers.reset_style,
            "move_up": self._move_up,
            "move_down": self._move_down,
            "copy_identifier": _copy,
        }
        group = QActionGroup(self)
        group.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        for command in ROW_COMMANDS:
            action = QAction(command.text, group)
            action.setData(command.name)
            action.setCheckable(command.name in _CHECKED)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            set_tip(action, f"{command.text.rstrip('…')}: {command.tip}")
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

    def set_icons(self, theme: Theme) -> None:
        """Draw the icons in a theme's text color."""
        for command in ROW_COMMANDS:
            if command.icon:
                self.actions_by_name[command.name].setIcon(icon(command.icon, theme.text))

    def open_menu(self, point: QPoint, parent: QWidget) -> None:
        """Open the menu of the current layer at a point of the screen."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        is_user_layer = self._layers.current in self._layers.user_layers.kept
        for command in ROW_COMMANDS:
            if command.name in _FIRST_OF_GROUPS:
                menu.addSeparator()
            if is_user_layer or command.name not in USER_LAYER_COMMANDS:
                menu.addAction(self.actions_by_name[command.name])
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
            for command, white in _CHECKED.items():
                self.actions_by_name[command].setChecked(layers.sides_of(name)[not white])
        useful |= dict.fromkeys(USER_LAYER_COMMANDS, name in layers.user_layers.kept)
        for command, action in self.actions_by_name.items():
            action.setEnabled(useful[command])

    @Slot(QAction)
    def _carry_out(self, action: QAction) -> None:
        receiver = self._receivers.get(str(action.data()))
        if receiver is not None:
            receiver(self._layers.current)

    def _switch_white(self, identifier: str) -> None:
        self._tree.switch(identifier, RowPart.WHITE)

    def _switch_black(self, identifier: str) -> None:
        self._tree.switch(identifier, RowPart.BLACK)

    def _move_up(self, identifier: str) -> None:
        self._layers.move(identifier, -1)
        self._tree.scrollTo(self._tree.currentIndex())

    def _move_down(self, identifier: str) -> None:
        self._layers.move(identifier, 1)
        self._tree.scrollTo(self._tree.currentIndex())


def _copy(identifier: str) -> None:
    QApplication.clipboard().setText(identifier)
