"""What is kept from one start to the next."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.position import Position
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.layers.overlay import FIRST_SHOWN
from pawnviz.view.app import Program
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.workspaces import arrangement

CHECK_START: Final = 2500
"""Every so many events, and so before each measure of the memory, a second program is started from the kept files."""


WAITS: Final = 1000
"""How often a hundredth of a second is waited for the second program's games."""


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
        if not self.layers.current:
            self.layers.set_current(FIRST_SHOWN)  # None at all is not kept.
            self.fuzzed.program.autosave.flush()
        folder = self.fuzzed.folder / "second"
        shutil.copytree(self.fuzzed.folder / "settings", folder)
        second = Program(None, folder)
        try:
            self.go_on(second)
            for what, mine, others in (*self.kept(second), *self.workspace_kept(second)):
                if mine != others:
                    self.fail(f"the second program has another {what}: {str(others)[:2000]}, not {str(mine)[:2000]}")
        finally:
            second.window.close()
            second.window.deleteLater()
            second.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            shutil.rmtree(folder)

    def go_on(self, second: Program) -> None:
        """Have a second program go on with its workspace and its games, and wait until it has come to their move."""
        second.window.complete()
        panels = second.window.workspaces.made_games
        for _ in range(WAITS):
            if panels is None or panels.list.opens_first:
                return
            QTest.qWait(10)
        self.fail("the second program does not come to the end of its games")

    def kept(self, second: Program) -> Iterator[tuple[str, object, object]]:
        """Yield what a second program has to bring back: its name, and what both have."""
        mine, others = self.document.free, second.document.free
        yield "position", mine.position, others.position
        yield "file", mine.path, others.path
        yield "modified flag", mine.modified and bool(mine.path), others.modified
        yield "place in the file", mine.file_place, others.file_place
        yield "edited positions", mine.edited_elsewhere, others.edited_elsewhere
        layers = self.layers.state(), second.layers.state()
        for part in layers[0].keys() | layers[1].keys():
            yield f"{part} of layers", layers[0].get(part), layers[1].get(part)
        yield "own layers", self.layers.user_layers.kept, second.layers.user_layers.kept
        # A game, for which the first program may still wait, has the hand.
        names = () if isinstance(second.document.subject, GameSubject) else ("tool",)
        for name in (*names, "theme", "flipped", "single_keys", "show_captures", "mark_last_move", "folded_sections"):
            preferences = self.window.preferences.by_name[name], second.window.preferences.by_name[name]
            yield name, *(preference.value for preference in preferences)
        yield "notice", "", second.window.notice.text

    def workspace_kept(self, second: Program) -> Iterator[tuple[str, object, object]]:
        """Yield what a second program has to bring back of workspace and games: its name, and what both have."""
        mine, others = self.window.workspaces, second.window.workspaces
        yield "workspace", mine.current, others.current
        yield "arrangement", arrangement(self.window), arrangement(second.window)
        if mine.made_games is None:
            return
        place = mine.made_games.place()
        # Over pasted games, which are in no file, the next start opens the last file.
        yield "file of games", mine.games_place.path, others.games_place.path
        listing = mine.made_games.games.listing
        if listing is None or not place.path or others.made_games is None or listing.was_changed:
            return
        yield "game", place.game, others.games_place.game
        yield "search for games", place.search, others.games_place.search
        if not mine.made_games.games.edits.is_modified:
            yield "move of the game", place.way, others.games_place.way
        if isinstance(self.document.subject, GameSubject):
            yield "game on the board", True, isinstance(second.document.subject, GameSubject)

    def save_now(self) -> None:
        """Write settings and session, and read the settings back as the next start would."""
        self.note("write settings and session")
        self.fuzzed.program.autosave.flush()
        (_, session), (_, settings) = self.fuzzed.program.gather()[-2:]
        if Position.from_fen(session.fen) != self.document.free.position:
            self.fail("the session has another position")
        if settings.layers != self.layers.state():
            self.fail("the settings have other layers")
        if settings.workspace != self.window.workspaces.current:
            self.fail(f"the settings have the workspace {settings.workspace}")
        if settings.games != self.window.workspaces.games_place:
            self.fail(f"the settings have the place {settings.games} in games")
