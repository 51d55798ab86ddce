"""What is kept from one start to the next."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.position import Position
from pawnviz.model.layers.state import FIRST_SHOWN
from pawnviz.view.app import Program
from tests.fuzz.gui.part import Part, Step

CHECK_START: Final = 2000
"""Every so many events a second program is started from what is kept."""


class StoragePart(Part):
    """Saving, and that a second start brings back the same."""

    def events(self) -> list[tuple[int, Step]]:
        return [(1, self.save_now)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(CHECK_START, self.check_start)]

    def check_start(self) -> None:
        """Start the program a second time from what is kept, and compare it with the first."""
        self.note("start a second program")
        for dialog in self.fuzzed.dialogs():
            dialog.close()
        self.fuzzed.close_popups()
        self.fuzzed.program.autosave.flush()
        if self.layers.all.temporary:
            self.fail(f"the windows are closed, but left {tuple(self.layers.all)[-1]} on the board")
        if not self.layers.current:
            self.layers.set_current(FIRST_SHOWN)  # None at all is not kept.
            self.fuzzed.program.autosave.flush()
        second = Program(None, self.fuzzed.folder / "settings")
        parts = self.layers.state(), second.layers.state()
        for what, mine, others in (
            ("position", self.document.position, second.document.position),
            ("file", self.document.free.path, second.document.free.path),
            (
                "modified flag",
                self.document.free.modified and bool(self.document.free.path),
                second.document.free.modified,
            ),
            ("place in the file", self.document.free.file_place, second.document.free.file_place),
            ("edited positions", self.document.free.edited_elsewhere, second.document.free.edited_elsewhere),
            *(
                (f"{part} of layers", *(state.get(part) for state in parts))
                for part in parts[0].keys() | parts[1].keys()
            ),
            ("own layers", self.layers.user_layers.kept, second.layers.user_layers.kept),
            ("tool", self.board.state.tool, second.window.board.state.tool),
            ("theme", self.window.preferences.theme.value, second.window.preferences.theme.value),
            ("flip", self.board.board_geometry.flipped, second.window.board.board_geometry.flipped),
            ("notice", "", second.window.notice.text),
        ):
            if mine != others:
                self.fail(f"the second program has another {what}: {str(others)[:2000]}, not {str(mine)[:2000]}")
        second.window.deleteLater()
        second.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def save_now(self) -> None:
        """Write settings and session, and read the settings back as the next start would."""
        self.note("write settings and session")
        self.fuzzed.program.autosave.flush()
        _, (_, session), (_, settings) = self.fuzzed.program.gather()
        loan = self.window.further_windows.loan
        if Position.from_fen(session.fen) != loan.position_to_keep()[0]:
            self.fail("the session has another position")
        if not self.fuzzed.dialogs() and Position.from_fen(session.fen) != self.document.position:
            self.fail("no window is open, but the session has a position from before one")
        if settings.layers != (self.layers.state() if loan.borrower is None else loan.layer_state()):
            self.fail("the settings have other layers")
