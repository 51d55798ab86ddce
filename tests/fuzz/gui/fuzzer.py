"""The walk of the fuzzer: one event after another, and the checks after each."""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
import time
import traceback
from pathlib import Path
from typing import Final, TextIO

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from pawnviz.view.app import make_application
from tests.fuzz.gui.board import BoardPart
from tests.fuzz.gui.controls import ControlsPart
from tests.fuzz.gui.engine import EnginePart
from tests.fuzz.gui.environment import answered, collected
from tests.fuzz.gui.explore import ExplorePart
from tests.fuzz.gui.games import GamesPart
from tests.fuzz.gui.layers import LayersPart
from tests.fuzz.gui.pages import PagesPart
from tests.fuzz.gui.position import PositionPart
from tests.fuzz.gui.program import FuzzedProgram, Part

PATIENCE: Final = 120.0
"""The seconds that a hundred events may take before the process is given up as stuck."""

PARTS: Final[tuple[type[Part], ...]] = (
    BoardPart,
    PositionPart,
    PagesPart,
    ControlsPart,
    LayersPart,
    GamesPart,
    ExplorePart,
    EnginePart,
)
"""The parts of the window that are worked and checked."""


class Fuzzer:
    """Does one event after another in the program, and runs the checks of all parts after each."""

    def __init__(self, seed: int, folder: Path, record: TextIO, faults: list[str]) -> None:
        """Start the program over an empty folder; ``faults`` collects what is raised and what Qt reports."""
        self.seed = seed
        self.faults = faults
        self.fuzzed = FuzzedProgram(seed, folder, record)
        parts = [part(self.fuzzed) for part in PARTS]
        weighted = [event for part in parts for event in part.events()]
        self.weights = [weight for weight, _ in weighted]
        self.events = [event for _, event in weighted]
        self.checks = [check for part in parts for check in part.checks()]

    def work(self, count: int) -> bool:
        """Do this many events; print each tenth of the way, or the fault; return whether there was none."""
        start = time.monotonic()
        number = 0
        try:
            for number in range(1, count + 1):
                if number % 100 == 1 and sys.__stderr__ is not None:
                    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=sys.__stderr__)
                self.fuzzed.random.choices(self.events, self.weights)[0]()
                self.fuzzed.settle()
                self.check(number)
                if number % max(count // 10, 1) == 0:
                    print(f"{number} events, {number / (time.monotonic() - start):.0f} in a second", flush=True)
        except Exception:
            print("\n".join(self.fuzzed.last_events), file=sys.stderr)
            print(f"{traceback.format_exc()}\nevent {number} of seed {self.seed} goes wrong", file=sys.stderr)
            return False
        return True

    def check(self, number: int) -> None:
        """Run the checks that are due after this event; raises ``FaultError``."""
        for interval, check in self.checks:
            if number % interval == 0:
                self.check_faults()
                check()
        self.check_faults()

    def check_faults(self) -> None:
        """Check that nothing was raised in a slot and that Qt reported nothing."""
        if self.faults:
            self.fuzzed.fail("\n".join(self.faults))


def run(count: int, seed: int) -> int:
    """Do this many events in the window; print each tenth of the way, or the fault; return the exit status.

    If the process itself comes to an end, its last events are in a file of the temporary folder.
    """
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not faulthandler.is_enabled():
        faulthandler.enable()
    faults: list[str] = []
    make_application()
    path = Path(tempfile.gettempdir(), f"pawnviz-fuzz-gui-{os.getpid()}.log")
    with (
        tempfile.TemporaryDirectory(prefix="pawnviz-fuzz-") as folder,
        path.open("w", errors="replace") as record,
        collected(faults),
    ):
        fuzzer = Fuzzer(seed, Path(folder), record, faults)
        with answered(fuzzer.fuzzed):
            all_right = fuzzer.work(count)
        fuzzer.fuzzed.end()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if all_right and faults:
            print(f"{faults}\nthe end of seed {seed} goes wrong", file=sys.stderr)
            all_right = False
    faulthandler.cancel_dump_traceback_later()
    path.unlink()
    return 0 if all_right else 1
