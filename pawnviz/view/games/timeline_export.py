"""The timeline of the open game as a file, with a menu of contents and formats."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QDir, QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from pawnviz.model.games.chosen_lanes import ChosenLanes
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.storage import FileError, write_file
from pawnviz.view.sharing.saving import TargetQuestion, offered_name

_WHAT: Final = (
    ("lanes", "The &numbers of the lanes"),
    ("shown", "The &layers on the board"),
    ("all", "&All layers and numbers"),
)
_FORMATS: Final = {"csv": "&CSV…", "json": "&JSON…", "parquet": "&Parquet…"}
_MISSING: Final = "Parquet needs pyarrow; install pawnviz[parquet]"


class TimelineExport(QObject):
    """Writes a row for each position of the open game with masks and counts of both sides, as a button's menu says."""

    finished = Signal(str, bool)  # The export has ended; carries a sentence, and whether it is a fault.

    def __init__(self, game: OpenGame, lanes: ChosenLanes, window: QWidget) -> None:
        super().__init__(window)
        self._game = game
        self._lanes = lanes
        self._question = TargetQuestion(window)
        self._folder = ""
        self._what = ""
        self._format = ""
        self.button = QToolButton()
        self.button.setText("E&xport")
        self.button.setToolTip("Save a row for each position, with masks and counts of both sides")
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.button)
        self.menu.setToolTipsVisible(True)
        self.submenus = {what: self._submenu(what, text) for what, text in _WHAT}
        self.menu.aboutToShow.connect(self._show_possible)
        self.button.setMenu(self.menu)

    def _submenu(self, what: str, text: str) -> QMenu:
        menu = self.menu.addMenu(text)
        menu.setToolTipsVisible(True)
        for form, title in _FORMATS.items():
            menu.addAction(title).setData((what, form))
        menu.triggered.connect(self._ask)
        return menu

    @Slot()
    def _show_possible(self) -> None:
        """Enable choices with a content, and Parquet where it can be written."""
        from pawnviz.core.games.timeline import can_write_parquet

        self.submenus["lanes"].setEnabled(bool(self._lanes.chosen_entries()))
        self.submenus["shown"].setEnabled(bool(self._lanes.shown_entries()))
        has_parquet = can_write_parquet()
        for menu in self.submenus.values():
            for action in menu.actions():
                if action.data()[1] == "parquet":
                    action.setEnabled(has_parquet)
                    action.setToolTip("" if has_parquet else _MISSING)

    @Slot(QAction)
    def _ask(self, action: QAction) -> None:
        self._what, self._format = action.data()
        title = f"Export the timeline as {self._format.upper()}"
        start = str(Path(self._folder or QDir.homePath()) / f"{self._name()}.{self._format}")
        self._question.ask(title, start, f"{title} (*.{self._format})", f".{self._format}", self._write)

    def _name(self) -> str:
        game = self._game.game
        players = [game.headers.get(name, "?") for name in ("White", "Black")] if game is not None else []
        return offered_name(" - ".join(name for name in players if name.strip("?"))) if any(players) else "game"

    def _write(self, path: str) -> None:
        from pawnviz.core.games.timeline import timeline, timeline_bytes

        line = self._game.line
        if line is None:
            return
        entries = {"lanes": self._lanes.chosen_entries, "shown": self._lanes.shown_entries}.get(
            self._what, self._lanes.all_entries
        )()
        try:
            losses = write_file(Path(path), timeline_bytes(timeline(line, entries), self._format))
        except ImportError:
            self.finished.emit(f"{_MISSING}.", True)
        except FileError as error:
            self.finished.emit(f"“{Path(path).name}” was not saved: {error}", True)
        else:
            self._folder = str(Path(path).parent)
            self.finished.emit(f"Saved {path}. {losses}" if losses else f"Saved {path}", False)
