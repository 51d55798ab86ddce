"""The folder of the settings: its files, and whether the last start succeeded."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QLockFile, QTemporaryDir

from pawnviz.core.words import capitalized
from pawnviz.folders import NoHomeError, settings_folder
from pawnviz.model.kept.file import OLDEST_LOCK
from pawnviz.model.kept.session import Session
from pawnviz.model.kept.unsaved_games import UnsavedGamesFiles
from pawnviz.model.kept.user_layers import LayersFile
from pawnviz.model.kept.values import ValuesFile
from pawnviz.model.preferences.preferences import Settings

START_NAME: Final = "starting.lock"  # There until the whole window stands.


class KeptFolder:
    """The files that come back at the next start, in one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Name the files in a folder, by default the user's; without one it is temporary, as ``notice`` says."""
        self.notice = ""
        try:
            self.path = folder or settings_folder()
        except NoHomeError as error:
            self.notice = f"{capitalized(str(error))}."
            self._passing = QTemporaryDir()
            self.path = Path(self._passing.path() or os.devnull)
        self.settings = ValuesFile(self.path / "settings.json", Settings, "the settings")
        self.session = ValuesFile(self.path / "session.json", Session, "the position", whole=True)
        self.layers = LayersFile(self.path)
        self.unsaved_games = UnsavedGamesFiles(self.path)
        self._start: QLockFile | None = None

    def begin_start(self) -> bool:
        """Note the begin of a start, and return whether an earlier one began here and failed."""
        mark = self.path / START_NAME
        has_ended_early = mark.exists()
        start = QLockFile(str(mark))
        start.setStaleLockTime(OLDEST_LOCK)
        if not self.path.is_dir() or not start.tryLock(0):
            return False  # Another program starts at this moment, or nothing can be written.
        self._start = start
        return has_ended_early

    def end_start(self) -> None:
        """Note the success of the start."""
        if self._start is not None:
            self._start.unlock()
            self._start = None
