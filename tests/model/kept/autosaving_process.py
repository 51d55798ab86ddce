"""A program that edits a position every millisecond and autosaves it into the folder of its first argument.

It prints the fullmove number and the time of each edit, so that whoever ends it knows what was there to be saved. The
second argument is what it adds to the numbers.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QTimer, Slot

from pawnviz.model.document import Document
from pawnviz.model.kept.file import Autosave, KeptFile
from pawnviz.model.kept.folder import KeptFolder, Session
from pawnviz.model.preferences import Settings


class Editor(Document):
    """A document that edits itself."""

    def __init__(self, folder: Path, offset: int) -> None:
        """Start editing and saving."""
        super().__init__()
        self.offset = offset
        self.count = 0
        self.kept = KeptFolder(folder)
        self.autosave = Autosave(self.gather, self, delay=5, longest_delay=20)
        self.position_changed.connect(self.autosave.touch)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self.edit_once)
        self.timer.start(1)

    def gather(self) -> tuple[tuple[KeptFile[Any], Any], ...]:
        """Return settings that grow and shrink, and the session, with their files."""
        recent = tuple(f"/{'x' * (self.count * 37 % 3000)}{number}" for number in range(10))
        return (
            (self.kept.settings, Settings(recent_files=recent)),
            (self.kept.session, Session.of(self, self.count % 64)),
        )

    @Slot()
    def edit_once(self) -> None:
        """Count one up in the position and say so."""
        self.count = self.count % 4000 + 1
        self.edit(replace(self.position, fullmove_number=self.offset + self.count), "count")
        try:
            print(self.offset + self.count, time.monotonic(), flush=True)
        except BrokenPipeError:
            os._exit(1)  # Whoever wanted to know has gone.


if __name__ == "__main__":
    application = QCoreApplication([])
    editor = Editor(Path(sys.argv[1]), int(sys.argv[2]))
    application.exec()
