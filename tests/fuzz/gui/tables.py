"""Endgame tables, and that what they say is said of the position on the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtTest import QTest

from pawnviz.core.tablebases.verdict import may_be_in_tables
from tests.fuzz.gui.part import Part, Shown, Step

ENDINGS: Final = (
    "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
    "2K5/8/8/P7/8/8/1p3k2/8 w - - 0 1",
    "8/K7/8/7P/8/8/1p3k2/8 b - - 0 1",
    "8/8/8/8/8/k7/8/1R2K2Q w - - 0 1",
)
"""Positions that tables have, or might have."""


class TablesPart(Part):
    """What is done with endgame tables, and that none says anything of another position."""

    def events(self) -> list[tuple[int, Step]]:
        return [(1, self.choose), (3, self.set_up_ending)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_verdict)]

    def shown(self) -> Iterator[Shown]:
        """Wait for an answer that is on its way, which would change what is seen; yield nothing."""
        self.wait()
        yield from ()

    def settle(self) -> None:
        """Use no tables."""
        self.window.menus.actions_by_name["forget_tables"].trigger()

    def wait(self) -> None:
        """Wait for an answer that is on its way."""
        tables = self.panels.inspector.tables
        for _ in range(300):
            QTest.qWait(0)
            if not tables.is_waiting:
                return
            QTest.qWait(10)

    def choose(self) -> None:
        """Choose a folder, which may hold no tables."""
        self.note("choose endgame tables")
        self.window.menus.actions_by_name["choose_tables"].trigger()

    def set_up_ending(self) -> None:
        """Set up a position of few pieces, and often wait for its verdict."""
        fen = self.random.choice(ENDINGS)
        self.note(f"set up {fen}")
        self.document.set_fen(fen)
        if self.random.random() < 0.5:
            self.panels.inspector.show_position()
            QTest.qWait(0)
            self.wait()

    def check_verdict(self) -> None:
        """Check that there is a verdict only where there may be one."""
        tables = self.panels.inspector.tables
        if tables.verdict is not None and not may_be_in_tables(self.document.position):
            self.fail("tables have a verdict on a position that is in none")
