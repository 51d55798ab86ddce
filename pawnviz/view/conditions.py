"""The conditions of the commands: when each has something to act on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from pawnviz.view.commands import EDITING, IN_GAME

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from pawnviz.model.document import Document
    from pawnviz.model.layers.shown_layers import ShownLayers
    from pawnviz.model.preferences.preferences import Preference
    from pawnviz.view.workspaces.game_recovery import GameRecovery
    from pawnviz.view.workspaces.workspaces import Workspaces


class CommandConditions(QObject):
    """Enables the commands that have something to act on, and disables the others, as the program changes."""

    def __init__(
        self,
        actions: Mapping[str, QAction],
        document: Document,
        layers: ShownLayers,
        workspaces: Workspaces,
        recovery: GameRecovery,
        tables_folder: Preference[str],
    ) -> None:
        """Follow the signals that the conditions of ``actions``, by the names of their commands, depend on."""
        super().__init__(workspaces)
        self._actions = actions
        self._document = document
        self._layers = layers
        self._workspaces = workspaces
        self._recovery = recovery
        self._tables_folder = tables_folder
        self._conditions = self._make_conditions()
        for change in (
            *(document.subject_changed, document.position_changed, document.drawings_changed),
            *(document.free.file_changed, layers.changed, layers.user_layers.changed),
            *(workspaces.docks.comparison.changed, recovery.changed),
        ):
            change.connect(self.enable)
        tables_folder.changed.connect(self.enable)
        workspaces.games_made.connect(self._follow_games)
        if workspaces.made_games is not None:
            self._follow_games()
        self.enable()

    def _make_conditions(self) -> Mapping[str, Callable[[], bool]]:
        document, layers, workspaces = self._document, self._layers, self._workspaces
        return {
            **dict.fromkeys(EDITING, lambda: document.subject.takes_edits),
            **dict.fromkeys(IN_GAME, lambda: document.subject.takes_moves),
            "revert_record": lambda: document.subject is document.free and document.free.can_revert,
            "close_file": lambda: bool(document.free.path),
            **dict.fromkeys(("next_position", "previous_position"), lambda: document.free.entry_count > 1),
            **dict.fromkeys(("export_game", "leave_game"), lambda: workspaces.game() is not None),
            "recover_games": lambda: self._recovery.has_edits,
            "copy_games": lambda: workspaces.has_listing,
            "show_other_position": lambda: workspaces.docks.comparison.can_switch,
            "clear_drawings": lambda: bool(document.subject.drawings),
            "clear_layers": lambda: bool(layers.sides),
            "bring_back_layers": lambda: layers.can_bring_back,
            "export_layers": lambda: bool(layers.user_layers.kept.entries),
            "forget_tables": lambda: bool(self._tables_folder.value),
        }

    @Slot()
    def _follow_games(self) -> None:
        games = self._workspaces.games.games
        for change in (games.file_changed, games.game.changed):
            change.connect(self.enable)

    @Slot()
    def enable(self) -> None:
        """Enable the commands that have something to act on now, and disable the others."""
        for name, condition in self._conditions.items():
            self._actions[name].setEnabled(condition())
