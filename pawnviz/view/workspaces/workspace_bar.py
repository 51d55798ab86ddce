"""The tool bar with the workspaces, and that with the presets where the list of layers is folded."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QWidget

from pawnviz.view.widgets.tool_bar import ToolBar
from pawnviz.view.workspaces.workspaces import EXPLORE, GAMES, POSITION

_LEAST_WIDTH: Final = 1100  # The width of a window from which on the workspaces have their texts.


class WorkspaceBar(ToolBar):
    """A button for each workspace, and in *Games* a bar with the menu of presets; both empty until ``fill``."""

    def __init__(self, icon_size: int) -> None:
        super().__init__("Workspaces")
        self.setObjectName("workspaces")
        self.setIconSize(QSize(icon_size, icon_size))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._actions: dict[str, QAction] = {}
        self.preset_bar = ToolBar("Presets")  # Stands behind the tools, which keep their places when it comes.
        self.preset_bar.setObjectName("presets")
        self.preset_bar.hide()

    def fill(self, show_position: QAction, show_games: QAction, show_explore: QAction, preset_menu: QWidget) -> None:
        """Add the actions that go to the workspaces, and the menu of presets."""
        group = QActionGroup(self)
        self._actions = {POSITION.name: show_position, GAMES.name: show_games, EXPLORE.name: show_explore}
        for action in self._actions.values():
            action.setCheckable(True)
            group.addAction(action)
            self.addAction(action)
        self.preset_bar.addWidget(preset_menu)

    def fit(self, width: int) -> None:
        """Leave the texts out in a narrow window, so that notices have room behind the tools."""
        is_wide = width >= _LEAST_WIDTH
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if is_wide else Qt.ToolButtonStyle.ToolButtonIconOnly
        if style != self.toolButtonStyle():
            self.setToolButtonStyle(style)

    def follow(self, workspace: str) -> None:
        """Press the button of the current workspace."""
        if self._actions:
            self._actions[workspace].setChecked(True)
            self.preset_bar.setVisible(workspace == GAMES.name)
