"""The page of the engine, with an engine that answers at once."""

from __future__ import annotations

from typing import Final

from PySide6.QtTest import QTest

from pawnviz.model.engine.engine import obstacle
from pawnviz.view.engine.panel import EnginePanel
from tests.fuzz.gui.environment import QUICK_ENGINE
from tests.fuzz.gui.program import Part, Step

LEGAL: Final = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
    "1r2k1r1/pppp1ppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBgb - 0 1",
)
"""Positions that an engine may get."""


class EnginePart(Part):
    """Events of the engine, that it gets only legal positions, and that none runs while its page is closed."""

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.start), (2, self.wait)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_findings)]

    @property
    def page(self) -> EnginePanel | None:
        return self.window.navigator.widgets.engine

    def start(self) -> None:
        """Show the page, choose the engine that answers at once, and start or stop it."""
        self.note("engine: start or stop")
        self.window.navigator.show("engine")
        if self.page is not None:
            self.page.engine_box.setCurrentIndex(self.page.engine_box.findText(QUICK_ENGINE))
            self.page.engine_box.activated.emit(self.page.engine_box.currentIndex())
            self.page.start_button.click()

    def wait(self) -> None:
        """Wait until the engine has lines for the position, often a legal one, or an obstacle."""
        if self.page is None or not self.page.analysis.is_running:
            return
        fen = self.random.choice((*LEGAL, ""))
        self.note(f"engine: wait {fen}")
        if fen:
            self.document.set_fen(fen)
        analysis = self.page.analysis
        for _ in range(100):
            if not analysis.is_running or analysis.variations or analysis.obstacle:
                return
            QTest.qWait(10)

    def check_findings(self) -> None:
        """Check that the lines belong to the position, and that an engine runs only while its page is shown."""
        if self.page is None:
            return
        analysis = self.page.analysis
        if analysis.is_running and not self.window.navigator.is_shown("engine"):
            self.fail("an engine runs, but its page is closed")
        if analysis.variations and obstacle(self.document.position):
            self.fail("the engine has lines for a position that it must not get")
        if self.board.state.engine_moves != analysis.arrows:
            self.fail("the arrows on the board are not those of the engine's lines")
