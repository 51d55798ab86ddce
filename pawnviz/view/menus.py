"""The menus and the tool bar of the window, built from the declared commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QToolBar, QWidget
from shiboken6 import isValid

from pawnviz.core.catalog import presets
from pawnviz.view.commands import BOARD_MENU, COMMANDS, PRESET_KEYS, TOOL_BAR, WORKSPACE_COMMANDS, Command
from pawnviz.view.widgets.buttons import Switch
from pawnviz.view.widgets.labels import native_keys, set_tip
from pawnviz.view.widgets.theme import BOARD_COLORS, THEME_TEXTS, icon, theme_of

if TYPE_CHECKING:
    from pawnviz.view.main_window import MainWindow

MENU_ICON: Final = 16
MOST_IN_GROUP: Final = 7  # The greatest number of entries of a menu without a line between them.


class Menus(QObject):
    """The menus and the tool bar of a window, empty until ``fill``, and the actions in them."""

    def __init__(self, window: MainWindow, menus: dict[str, QMenu], tool_bar: QToolBar) -> None:
        super().__init__(window)
        self._window = window
        self.actions_by_name: dict[str, QAction] = {}
        self.preset_actions: list[QAction] = []
        self.tool_bar = tool_bar
        self._menus = menus
        self._submenus: dict[str, QMenu] = {}
        self._board_menu: QMenu | None = None

    @property
    def presented(self) -> list[QAction]:
        """The commands whose keys work in the presentation too."""
        names = [command.name for command in COMMANDS.values() if command.presented]
        return [*(self.actions_by_name[name] for name in names), *self.preset_actions]

    def fill(self, file_menus: Iterable[QMenu]) -> None:
        """Add every command, and further menus behind the command that opens files."""
        for command in COMMANDS.values():
            menu = self._menus[command.menu]
            if command.begins:
                menu.addSeparator()
            if command.submenu and command.submenu not in self._submenus:
                self._submenus[command.submenu] = menu.addMenu(command.submenu)
            self._submenus.get(command.submenu, menu).addAction(self._make_action(command))
        file_menu = self._menus["&File"]
        following = file_menu.actions()[file_menu.actions().index(self.actions_by_name["open_file"]) + 1]
        for submenu in file_menus:
            submenu.setParent(file_menu, submenu.windowFlags())
            file_menu.insertMenu(following, submenu)
        self._add_presets(self._menus["&Layers"])
        look = self._submenus["&Board look"]
        self._add_choice(look.addMenu("&Theme"), THEME_TEXTS, "theme")
        boards = {name: colors.title for name, colors in BOARD_COLORS.items()}
        self._add_choice(look.addMenu("Board c&olors"), boards, "board_colors")
        self._window.preferences.for_programmers.changed.connect(self._list_for_programmers)
        self._list_for_programmers()
        self._fill_tool_bar()
        self.draw_icons()
        self._connect_conditions()

    def _make_action(self, command: Command) -> QAction:
        window = self._window
        if command.name in ("undo", "redo"):
            steps = window.document.steps
            make = steps.createUndoAction if command.name == "undo" else steps.createRedoAction
            action = make(window, command.text)
        else:
            action = QAction(command.text, window)
            if command.preference:
                Switch(action, window.preferences.by_name[command.preference])
            else:
                action.triggered.connect(self._run)
        action.setObjectName(command.name)
        action.setShortcuts([QKeySequence(keys) for keys in command.keys])
        if command.keys and len(command.keys[0]) == 1:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            window.board.addAction(action)
        elif command.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        set_tip(action, command.tip)
        self.actions_by_name[command.name] = action
        return action

    @Slot()
    def _run(self) -> None:
        run = COMMANDS[self.sender().objectName()].run
        if run is not None:
            run(self._window)

    @Slot()
    def _list_for_programmers(self) -> None:
        is_listed, before = self._window.preferences.for_programmers.value, QAction()
        for command in COMMANDS.values():
            action, menu = self.actions_by_name[command.name], self._menus[command.menu]
            if command.for_programmers:
                self._window.addAction(action)
                menu.removeAction(action)
            if is_listed and command.for_programmers:
                following = menu.actions()[menu.actions().index(before) + 1 :]
                menu.insertAction(following[0] if following else QAction(), action)
            if (is_listed or not command.for_programmers) and not command.submenu:
                before = action

    def _add_presets(self, menu: QMenu) -> None:
        menu = menu.addMenu("P&resets")
        menu.triggered.connect(self._apply_preset)
        menu.setToolTipsVisible(True)
        for number, (preset, keys) in enumerate(zip(presets(), PRESET_KEYS, strict=False)):
            if number == MOST_IN_GROUP - 1:
                menu.addSeparator()
            action = menu.addAction(preset.title)
            action.setShortcut(QKeySequence(keys))
            action.setToolTip(preset.description)
            action.setData(list(preset.layers))
            self.preset_actions.append(action)

    def _add_choice(self, menu: QMenu, texts: Mapping[str, str], preference: str) -> None:
        group = QActionGroup(menu)
        group.triggered.connect(self._choose)
        for name, text in texts.items():
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(name == self._window.preferences.by_name[preference].value)
            action.setData((preference, name))
            group.addAction(action)
            self.actions_by_name[f"{preference}_{name}"] = action

    # The tool bar

    def _fill_tool_bar(self) -> None:
        bar = self.tool_bar
        bar.clear()
        group = QActionGroup(self)
        for name in WORKSPACE_COMMANDS.values():
            action = self.actions_by_name[name]
            action.setCheckable(True)
            group.addAction(action)
            bar.addAction(action)
        bar.addSeparator()
        for name in TOOL_BAR:
            if not name:
                space = QWidget()
                space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
                bar.addWidget(space)
                continue
            action = self.actions_by_name[name]
            action.setIconText(COMMANDS[name].bar)
            bar.addAction(action)
        self.button("open_palette").setText(f"{COMMANDS['open_palette'].bar}   {native_keys('Ctrl+K')}")

    def show_workspace(self, workspace: str) -> None:
        """Mark the button of the current workspace."""
        self.actions_by_name[WORKSPACE_COMMANDS[workspace]].setChecked(True)

    def button(self, name: str) -> QAbstractButton:
        """Return the button of the tool bar for a command; raises ``KeyError`` if it has none."""
        button = self.tool_bar.widgetForAction(self.actions_by_name[name])
        if not isinstance(button, QAbstractButton):
            raise KeyError(name)
        return button

    def draw_icons(self) -> None:
        """Draw the icons of the commands in the color of the window's text."""
        color = theme_of(self._window).text
        for command in COMMANDS.values():
            if command.icon:
                sizes = (MENU_ICON, self.tool_bar.iconSize().width()) if command.bar else (MENU_ICON,)
                self.actions_by_name[command.name].setIcon(icon(command.icon, color, sizes))

    # Conditions

    def _connect_conditions(self) -> None:
        window = self._window
        document, layers = window.document, window.layers
        for change in (
            *(document.subject_changed, document.position_changed, document.drawings_changed),
            *(document.free.file_changed, layers.changed, layers.user_layers.changed),
            *(window.navigator.widgets.comparison.changed, window.recovery.changed),
            *(window.preferences.tables_folder.changed, window.workspaces.changed),
            *(menu.aboutToShow for menu in self._menus.values()),
        ):
            change.connect(self.enable)
        window.workspaces.games_made.connect(self._follow_games)
        if window.workspaces.made_games is not None:
            self._follow_games()
        for change in (document.steps.undoTextChanged, document.steps.redoTextChanged):
            change.connect(self._tip_steps)
        self._tip_steps()
        self.enable()

    @Slot()
    def _follow_games(self) -> None:
        games = self._window.workspaces.games.games
        for change in (games.file_changed, games.game.changed):
            change.connect(self.enable)

    @Slot()
    def enable(self) -> None:
        """Enable the commands that have something to act on, and disable the others."""
        for command in COMMANDS.values():
            if command.when is not None:
                self.actions_by_name[command.name].setEnabled(command.when.holds(self._window))

    @Slot()
    def _tip_steps(self) -> None:
        for name in ("undo", "redo"):
            action = self.actions_by_name[name]
            if isValid(action):  # At the end the history says that it is empty after its actions are gone.
                action.setIconText(COMMANDS[name].bar)
                set_tip(action, action.text().replace("&", "", 1) if action.isEnabled() else f"Nothing to {name}")

    # The menu of the board

    @Slot(QPoint)
    def open_board_menu(self, place: QPoint) -> None:
        """Open the menu of the board at a place of the screen, unless the board is shown elsewhere for a time."""
        if not self._window.isActiveWindow():
            return
        if self._board_menu is None:
            self._board_menu = QMenu(self._window)
            self._board_menu.setAccessibleName("Board")
            # A key of the board runs the command, and Qt leaves the menu open.
            self._board_menu.triggered.connect(self._board_menu.close)
            for number, names in enumerate(BOARD_MENU):
                if number:
                    self._board_menu.addSeparator()
                self._board_menu.addActions([self.actions_by_name[name] for name in names])
        self._board_menu.popup(place)

    @Slot(QAction)
    def _apply_preset(self, action: QAction) -> None:
        self._window.layers.apply_preset(action.data())

    @Slot(QAction)
    def _choose(self, action: QAction) -> None:
        preference, name = action.data()
        self._window.preferences.by_name[preference].value = name
