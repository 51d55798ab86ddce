"""The menus and the tool bar of the window, built from the table of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMainWindow, QMenu, QToolBar
from shiboken6 import isValid

from pawnviz.core.catalog.presets import presets
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.single_keys import is_single
from pawnviz.view.commands import BOARD_MENU, COMMANDS, EVERYWHERE, PRESET_KEYS, Command
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import set_tip
from pawnviz.view.widgets.switch import Switch
from pawnviz.view.widgets.theme import BOARD_COLORS, theme_of
from pawnviz.view.widgets.theme_choice import THEME_TEXTS

MENU_ICON: Final = 16
MOST_IN_GROUP: Final = 7  # The greatest number of entries of a menu without a line between them.

Receiver: TypeAlias = Callable[..., object] | QAction
"""The receiver of a command: a function or a slot, or an action that was made elsewhere."""


class Menus(QObject):
    """The menus and the tool bar of a window, empty until ``fill``, and the actions in them."""

    def __init__(
        self,
        window: QMainWindow,
        menus: dict[str, QMenu],
        tool_bar: QToolBar,
        layers: ShownLayers,
        board: BoardView,
    ) -> None:
        """Take a window's menus, by their titles, and its tool bar; keys without Ctrl or Alt become single keys."""
        super().__init__(window)
        self._window = window
        self._layers = layers
        self._preferences = board.preferences
        self._single_keys = board.single_keys
        self.actions_by_name: dict[str, QAction] = {}
        self.preset_actions: list[QAction] = []
        self.tool_bar = tool_bar
        self._menus = menus
        self._submenus: dict[str, QMenu] = {}
        self._board_menu: QMenu | None = None

    def fill(
        self, receivers: Mapping[str, Receiver], file_menus: Iterable[QMenu], toggles: Iterable[Sequence[QAction]]
    ) -> None:
        """Add every command with its receiver or preference, and further menus and actions.

        ``file_menus`` stand behind the command that opens files, and the groups of ``toggles`` in the menu of panels.
        Raises ``KeyError`` for a command without a receiver.
        """
        self.tool_bar.clear()
        self._submenus.clear()
        for title, menu in self._menus.items():
            if self.tool_bar.actions():
                self.tool_bar.addSeparator()
            for command in COMMANDS:
                if command.menu == title:
                    action = self._make_action(command, receivers)
                    self._place(command, action, menu)
                    if command.bar:
                        self.tool_bar.addAction(action)
        file_menu = self._menus["&File"]
        following = file_menu.actions()[file_menu.actions().index(self.actions_by_name["open_file"]) + 1]
        for submenu in file_menus:
            submenu.setParent(file_menu, submenu.windowFlags())
            file_menu.insertMenu(following, submenu)
        self._add_presets(self._menus["&Layers"])
        view = self._menus["&View"]
        self._add_choice(view.addMenu("T&heme"), THEME_TEXTS, "theme")
        boards = {name: colors.title for name, colors in BOARD_COLORS.items()}
        self._add_choice(self._submenus["Board &look"].addMenu("Board c&olors"), boards, "board_colors")
        panels = view.addMenu("Pa&nels")
        for group in toggles:
            panels.addActions(list(group))
            panels.addSeparator()
        panels.addAction(self.tool_bar.toggleViewAction())
        self.draw_icons()

    def _place(self, command: Command, action: QAction, menu: QMenu) -> None:
        """Add a command's action to its menu or submenu, below a line where it begins a group."""
        if command.submenu and command.submenu not in self._submenus:
            if command.begins:
                menu.addSeparator()
            self._submenus[command.submenu] = menu.addMenu(command.submenu)
        elif command.begins:
            menu.addSeparator()
        self._submenus.get(command.submenu, menu).addAction(action)

    def _make_action(self, command: Command, receivers: Mapping[str, Receiver]) -> QAction:
        receiver = None if command.preference else receivers[command.name]
        action = receiver if isinstance(receiver, QAction) else QAction(command.text, self._window)
        action.setObjectName(command.name)
        single = [keys for keys in command.keys if is_single(keys)]
        action.setShortcuts([QKeySequence(keys) for keys in command.keys if keys not in single])
        self._single_keys.add(action, single)
        if command.name in EVERYWHERE:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        set_tip(action, command.tip or command.text.replace("&", ""))
        if receiver is None:
            Switch(action, self._preferences.by_name[command.preference])
        elif not isinstance(receiver, QAction):
            action.triggered.connect(receiver)
        self.actions_by_name[command.name] = action
        return action

    def _add_presets(self, menu: QMenu) -> None:
        menu = menu.addMenu("P&resets")
        menu.setToolTipsVisible(True)
        for number, (preset, keys) in enumerate(zip(presets(), PRESET_KEYS, strict=False)):
            if number == MOST_IN_GROUP - 1:
                menu.addSeparator()
            action = menu.addAction(preset.title)
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(preset.description)
            action.setData(list(preset.layers))
            action.triggered.connect(self._apply_preset)
            self.preset_actions.append(action)

    def _add_choice(self, menu: QMenu, texts: Mapping[str, str], preference: str) -> None:
        group = QActionGroup(menu)
        for name, text in texts.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(name == self._preferences.by_name[preference].value)
            action.setData((preference, name))
            action.triggered.connect(self._choose)
            group.addAction(action)
            self.actions_by_name[f"{preference}_{name}"] = action

    def follow(self, document: Document) -> None:
        """Name the document's steps in the tips of undo and redo."""
        document.steps.undoTextChanged.connect(self._tip_steps)
        document.steps.redoTextChanged.connect(self._tip_steps)
        self._tip_steps()

    @Slot()
    def _tip_steps(self) -> None:
        for name in ("undo", "redo"):
            action = self.actions_by_name[name]
            if isValid(action):  # At the end the history says that it is empty after its actions are gone.
                set_tip(action, action.text().replace("&", "", 1) if action.isEnabled() else f"Nothing to {name}")

    @property
    def all(self) -> tuple[QMenu, ...]:
        """The menus of the menu bar."""
        return tuple(self._menus.values())

    def draw_icons(self) -> None:
        """Draw the icons of the commands in the color of the window's text."""
        color = theme_of(self._window).text
        for command in COMMANDS:
            if command.icon and command.name in self.actions_by_name:
                sizes = (MENU_ICON, self.tool_bar.iconSize().width()) if command.bar else (MENU_ICON,)
                self.actions_by_name[command.name].setIcon(icon(command.icon, color, sizes))

    def button(self, name: str) -> QAbstractButton:
        """Return the button of the tool bar for a command; raises ``KeyError`` where it has none."""
        button = self.tool_bar.widgetForAction(self.actions_by_name[name])
        if not isinstance(button, QAbstractButton):
            raise KeyError(name)
        return button

    @Slot(QPoint)
    def open_board_menu(self, place: QPoint) -> None:
        """Open the menu of the board at a place of the screen, unless the board is shown elsewhere for a time."""
        if not self._window.isActiveWindow():
            return
        if self._board_menu is None:
            self._board_menu = QMenu(self._window)
            self._board_menu.setAccessibleName("Board")
            for number, names in enumerate(BOARD_MENU):
                if number:
                    self._board_menu.addSeparator()
                self._board_menu.addActions([self.actions_by_name[name] for name in names])
        self._board_menu.popup(place)

    @Slot()
    def _apply_preset(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self._layers.apply_preset(action.data())

    @Slot()
    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            preference, name = action.data()
            self._preferences.by_name[preference].value = name
