"""The tool bar with the workspaces and the presets."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QToolBar, QWidget

from pawnviz.view.workspaces.workspaces import GAMES, POSITION


class WorkspaceBar(QToolBar):
    """A button for each workspace, of which one is down, and the menu of presets; empty until it is filled."""

    def __init__(self, icon_size: int) -> None:
        super().__init__("Workspaces")
        self.setObjectName("workspaces")
        self.setIconSize(QSize(icon_size, icon_size))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._actions: dict[str, QAction] = {}

    def fill(self, show_position: QAction, show_games: QAction, preset_menu: QWidget) -> None:
        """Add the actions that go to the workspaces, and the menu of presets."""
        group = QActionGroup(self)
        self._actions = {POSITION.name: show_position, GAMES.name: show_games}
        for action in self._actions.values():
            action.setCheckable(True)
            group.addAction(action)
            self.addAction(action)
        self.addWidget(preset_menu)

    def follow(self, workspace: str) -> None:
        """Press the button of the current workspace."""
        if self._actions:
            self._actions[workspace].setChecked(True)
