"""The menu of recent files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from pawnviz.model.document import Document
from pawnviz.model.preferences import Preference, with_recent_file
from pawnviz.view.widgets.markup import plain_tip


class RecentFilesMenu(QMenu):
    """A menu that opens a recent file, filled each time it is shown; the document's file goes to its top."""

    def __init__(
        self, document: Document, recent_files: Preference[tuple[str, ...]], open_path: Callable[[str], bool]
    ) -> None:
        """Offer recent files; ``open_path`` opens one and returns whether it could."""
        super().__init__("Open &recent")
        self._recent_files = recent_files
        self._document = document
        self._open_path = open_path
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        document.free.file_changed.connect(self._remember)

    @Slot()
    def _fill(self) -> None:
        self.clear()
        for number, path in enumerate(self._recent_files.value, 1):
            name = Path(path).name.replace("&", "&&")
            action = self.addAction(f"&{number % 10} {name}")
            action.setToolTip(plain_tip(path))
            action.setData(path)
            action.triggered.connect(self._open_chosen)
        if not self._recent_files.value:
            self.addAction("No files yet").setEnabled(False)

    @Slot()
    def _open_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            path = str(action.data())
            if not self._open_path(path) and not Path(path).exists():
                self._recent_files.value = tuple(recent for recent in self._recent_files.value if recent != path)

    @Slot()
    def _remember(self) -> None:
        self.remember(self._document.free.path)

    @Slot(str)
    def remember(self, path: str) -> None:
        """Put a file at the top; an empty path is none."""
        if path:
            with suppress(ValueError):  # A name that is no text cannot be kept.
                self._recent_files.value = with_recent_file(self._recent_files.value, path)
