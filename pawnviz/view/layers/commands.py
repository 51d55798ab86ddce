"""The commands of the current layer: their texts and keys, and the functions that carry them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from pawnviz.core.labels.sections import Series, series_of
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.view.layers.tree import LayerTree
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


_SHOW_ALONE_TIP: Final = "Show no other layer; again: bring the others back"

ROW_COMMANDS: Final = (
    RowCommand("show_alone", "Show alone", ("Ctrl+Return", "Ctrl+Enter"), "alone", _SHOW_ALONE_TIP),
    RowCommand("edit_style", "Style…", ("Alt+Return", "Alt+Enter"), "color", "Choose mark, colors and opacity"),
    RowCommand("reset_style", "Reset style", ("Ctrl+R",), "reset", "Draw the layer with its own mark again"),
    RowCommand("move_up", "Move up", ("Alt+Up",), "arrow-up", "Draw the layer earlier and name it earlier"),
    RowCommand("move_down", "Move down", ("Alt+Down",), "arrow-down", "Draw the layer later and name it later"),
    RowCommand(
        "copy_identifier", "Copy name", ("Ctrl+I",), "copy", "Copy the layer's name in formulas and on the command line"
    ),
    RowCommand(
        "compare", "Compare…", ("F7",), "compare", "See where the layer differs from another one, or from a mask"
    ),
    RowCommand(
        "open_steps",
        "Steps and code",
        ("F8",),
        "layers",
        "Take the layer's formula apart, step by step, or read it as source code",
    ),
    RowCommand("edit_formula", "Edit formula…", ("Shift+F4",), "edit", "Change a user layer"),
    RowCommand(
        "duplicate", "Duplicate as user layer…", ("Ctrl+D",), "new-layer", "Write a layer that starts as this one"
    ),
    RowCommand("delete", "Delete", ("Delete",), "clear", "Delete a user layer; it can be brought back"),
    RowCommand("export", "Export…", ("Ctrl+Shift+E",), "export", "Write a user layer to a file to share"),
)

USER_LAYER_COMMANDS: Final = ("edit_formula", "delete", "export")  # The commands that need a user layer.

_FIRST_OF_GROUPS: Final = ("move_up", "copy_identifier", "edit_formula")


class LayerCommands(QObject):
    """The commands of the current layer as actions; their keys work while the list of layers has the focus."""

    def __init__(self, layers: ShownLayers, tree: LayerTree) -> None:
        super().__init__(tree)
        self._layers = layers
        self._tree = tree
        self.actions_by_name: dict[str, QAction] = {}
        self._receivers: dict[str, Receiver] = {
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
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            set_tip(action, f"{command.text.rstrip('…')}: {command.tip}")
            tree.addAction(action)
            self.actions_by_name[command.name] = action
        group.triggered.connect(self._carry_out)
        layers.changed.connect(self.follow)
        layers.current_changed.connect(self.follow)
        self.follow()

    def add_receivers(self, receivers: Mapping[str, Receiver]) -> None:
        """Add further commands, by name, with the functions that carry them out."""
        self._receivers |= receivers

    def set_icons(self, theme: Theme) -> None:
        """Draw the icons in a theme's text color."""
        for command in ROW_COMMANDS:
            self.actions_by_name[command.name].setIcon(icon(command.icon, theme.text))

    def open_numbers(self, point: QPoint, parent: QWidget) -> None:
        """Open a menu of the numbers that the current layer can have, with the count of each side."""
        series = series_of(self._layers.current)
        if series is None:
            return
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill_numbers(menu, series)
        menu.popup(point)

    def _fill_numbers(self, menu: QMenu, series: Series) -> None:
        current = self._layers.current
        for number, identifier in enumerate(series.identifiers, 1):
            layer = self._layers.all[identifier]
            white, black = (layer.count(self._layers.mask(identifier, side)) for side in (True, False))
            action = menu.addAction(f"&{number} {series.unit}: White {white}, Black {black}")
            action.setCheckable(True)
            action.setChecked(identifier == current)
            action.setData(number)
        menu.triggered.connect(self._choose_number)

    @Slot(QAction)
    def _choose_number(self, action: QAction) -> None:
        """Put the layer with the number of an action in the place of the current one."""
        number = action.data()
        if isinstance(number, int) and series_of(self._layers.current) is not None:
            self._layers.choose_number(self._layers.current, number)

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
        series = series_of(self._layers.current)
        if series is not None:
            menu.addSeparator()
            numbers = menu.addMenu(series.title)
            self._fill_numbers(numbers, series)
        menu.popup(point)

    @Slot()
    def follow(self) -> None:
        """Enable the commands that apply to the current layer; none while a search hides it."""
        layers = self._layers
        name = layers.current if self._tree.rows.rowCount() else ""
        useful = {command.name: bool(name) for command in ROW_COMMANDS}
        if name:
            place, last = layers.all.place(name), len(layers.all.chapter_of(name).identifiers) - 1
            useful["move_up"] = place > 0 and name != DRAFT
            useful["move_down"] = place < last and name != DRAFT
            useful["reset_style"] = layers.has_own_style(name)
            useful["duplicate"] = name != DRAFT
        useful |= dict.fromkeys(USER_LAYER_COMMANDS, name in layers.user_layers.kept)
        for command, action in self.actions_by_name.items():
            action.setEnabled(useful[command])
        alone = f"Show “{layers.all[name].title}” alone" if name else "Show alone"
        set_tip(self.actions_by_name["show_alone"], f"{alone}: {_SHOW_ALONE_TIP}")

    @Slot(QAction)
    def _carry_out(self, action: QAction) -> None:
        receiver = self._receivers.get(str(action.data()))
        if receiver is not None:
            receiver(self._layers.current)

    def _move_up(self, identifier: str) -> None:
        self._layers.move(identifier, -1)
        self._tree.scrollTo(self._tree.currentIndex())

    def _move_down(self, identifier: str) -> None:
        self._layers.move(identifier, 1)
        self._tree.scrollTo(self._tree.currentIndex())


def _copy(identifier: str) -> None:
    QApplication.clipboard().setText(identifier)
