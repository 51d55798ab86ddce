"""The panel of the engine, with one that answers at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.model.engine.engine import obstacle
from pawnviz.view.engine.panel import EnginePanel
from pawnviz.view.widgets.page import is_seen
from tests.engines import processes
from tests.fuzz.gui.environment import QUICK_ENGINE
from tests.fuzz.gui.part import Part, Shown, Step
from tests.fuzz.gui.program import open_once

LEGAL: Final = (
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
    "1r2k1r1/pppp1ppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBgb - 0 1",
)
"""Positions that an engine may get."""


class EnginePart(Part):
    """What is done with the engine, that it gets only what it may, and that none runs that should not."""

    def events(self) -> list[tuple[int, Step]]:
        return [(3, self.open_or_close), (3, self.start_or_stop), (2, self.choose_quick), (3, self.wait)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_findings)]

    def shown(self) -> Iterator[Shown]:
        """Stop the engine, whose words would change what is seen while it is compared; yield nothing."""
        self.stop()
        for _ in range(3):
            QApplication.processEvents()
        yield from ()

    def settle(self) -> None:
        """Have the panel open once; at the end no engine runs."""
        open_once(self.window.docks.engine_dock)
        self.stop()
        for _ in range(300):
            if not processes(str(self.fuzzed.folder)):
                return
            QTest.qWait(10)
        self.fail(f"still there: {processes(str(self.fuzzed.folder))}")

    @property
    def panel(self) -> EnginePanel | None:
        """The panel, once it was opened."""
        return self.window.docks.engine_panel

    def stop(self) -> None:
        """Stop the engine, if one runs."""
        if self.panel is not None and self.panel.analysis.is_running:
            self.panel.start_button.click()

    def open_or_close(self) -> None:
        """Press the key of the panel."""
        self.note("engine: key")
        self.window.menus.actions_by_name["show_engine"].trigger()

    def start_or_stop(self) -> None:
        """Click the button, whatever it says."""
        if self.panel is not None and is_seen(self.panel):
            self.note(f"engine: {self.panel.start_button.text()}")
            self.panel.start_button.click()

    def choose_quick(self) -> None:
        """Choose the engine that answers, where another program was chosen."""
        if self.panel is not None and is_seen(self.panel):
            place = self.panel.engine_box.findText(QUICK_ENGINE)
            self.note("engine: choose the quick one")
            self.panel.engine_box.setCurrentIndex(place)
            self.panel.engine_box.activated.emit(place)

    def wait(self) -> None:
        """Wait until the engine has lines, often for a position that it may get, or is known to have none."""
        if self.panel is None or not self.panel.analysis.is_running:
            return
        fen = self.random.choice((*LEGAL, ""))
        self.note(f"engine: wait {fen}")
        if fen:
            self.document.set_fen(fen)
        analysis = self.panel.analysis
        for _ in range(100):
            if not analysis.is_running or analysis.variations or analysis.obstacle:
                return
            QTest.qWait(10)

    def check_findings(self) -> None:
        """Check that what is shown belongs to the position, and that only a panel that is open has an engine."""
        panel = self.panel
        if panel is None:
            return
        analysis = panel.analysis
        if analysis.is_running and self.window.docks.engine_dock.isHidden():
            self.fail("an engine runs, but its panel is closed")
        if analysis.variations and obstacle(self.document.position):
            self.fail("the engine has lines for a position that it must not get")
        if self.board.state.engine_moves != analysis.arrows:
            self.fail("the arrows on the board are not those of the engine's lines")
