"""The choice of a folder of Syzygy tables."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from pawnviz.model.endings import Tables


class TablesChoice(QObject):
    """Asks for a folder of tables and reports its contents."""

    def __init__(
        self, tables: Tables, say: Callable[[str], None], warn: Callable[[str], None], window: QWidget
    ) -> None:
        """Ask over a window; ``say`` shows a sentence for a moment, ``warn`` one that stays."""
        super().__init__(window)
        self._tables = tables
        self._say = say
        self._warn = warn
        self._window = window
        self._is_new = False
        tables.changed.connect(self._report)

    def choose(self) -> None:
        """Ask for a folder and read it; without one nothing changes."""
        folder = self._tables.folder
        path = QFileDialog.getExistingDirectory(self._window, "Choose a folder of Syzygy tables", folder.value)
        if path:
            self._is_new = True
            folder.value = ""  # The same folder may hold other files.
            folder.value = path
            self._tables.open()

    def forget(self) -> None:
        """Stop using tables."""
        had_one = bool(self._tables.folder.value)
        self._tables.folder.value = ""
        self._say("Endgame tables are not used any longer" if had_one else "There are no endgame tables to forget")

    @Slot()
    def _report(self) -> None:
        tables = self._tables
        if not self._is_new or not (tables.summary or tables.fault):
            return
        self._is_new = False
        if tables.fault or "Left out" in tables.summary:
            self._warn(f"Endgame tables: {tables.fault or tables.summary}")
        else:
            self._say(f"Endgame tables: {tables.summary}")
