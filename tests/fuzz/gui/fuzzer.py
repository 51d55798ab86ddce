"""The fuzzer itself: one event after another, what is checked after it, and the memory that is used."""

from __future__ import annotations

import faulthandler
import os
import sys
import tempfile
import time
import traceback
from operator import itemgetter
from pathlib import Path
from typing import Final, NamedTuple, TextIO

from PySide6.QtCore import QEvent
from PySide6.QtGui import QGuiApplication, QPixmapCache
from PySide6.QtWidgets import QApplication

from pawnviz.view.app import make_application
from tests.fuzz.gui.board import BoardPart
from tests.fuzz.gui.controls import ControlsPart
from tests.fuzz.gui.engine import EnginePart
from tests.fuzz.gui.environment import answered, collected, empty_caches, own_megabytes
from tests.fuzz.gui.explore import ExplorePart
from tests.fuzz.gui.games import GamesPart
from tests.fuzz.gui.inspector import InspectorPart
from tests.fuzz.gui.layers import LayersPart
from tests.fuzz.gui.main_window import MainWindowPart
from tests.fuzz.gui.mask_bench import MaskBenchPart
from tests.fuzz.gui.part import Part
from tests.fuzz.gui.pawn_moves import PawnMovesPart
from tests.fuzz.gui.position import PositionPart
from tests.fuzz.gui.program import FuzzedProgram, give_focus
from tests.fuzz.gui.single_keys import SingleKeysPart
from tests.fuzz.gui.steps import StepsPart
from tests.fuzz.gui.storage import StoragePart
from tests.fuzz.gui.subjects import SubjectsPart
from tests.fuzz.gui.tables import TablesPart
from tests.fuzz.gui.upkeep import changes_look, painted_late, rich_by_accident
from tests.fuzz.gui.user_layers import UserLayersPart
from tests.fuzz.gui.windows import WindowsPart
from tests.fuzz.gui.workspaces import WorkspacesPart

CHECK_SHOWN: Final = 100
"""Every so many events everything that is seen is painted anew, then read anew, and must look as before."""

MEASURE: Final = 2500
"""Every so many events the memory is measured."""
FULL: Final = 2 * MEASURE
"""The number of events from which on caches are full, and the memory must not grow."""
GROWTH_EVENTS: Final = 15_000
"""The number of events to which growth is related; that of fewer is not extrapolated, for it is mostly chance."""
MOST_GROWTH: Final = 10.0
"""The megabytes that so many events may cost. A window that leaks one board of 600 by 600 pixels in a hundred events
costs 216; the glyphs, layouts and pages of memory that fewer and fewer events add stay below seven."""
MOST_WIDGETS: Final = 100
"""How many widgets may be there more at the end than when they were first counted: lists that dropped down and such."""

PATIENCE: Final = 120.0
"""The seconds that a hundred events may take before the process is given up as stuck."""

PARTS: Final[tuple[type[Part], ...]] = (
    WindowsPart,
    ControlsPart,
    EnginePart,
    TablesPart,
    BoardPart,
    PositionPart,
    LayersPart,
    InspectorPart,
    StepsPart,
    PawnMovesPart,
    UserLayersPart,
    MaskBenchPart,
    GamesPart,
    ExplorePart,
    SubjectsPart,
    SingleKeysPart,
    WorkspacesPart,
    MainWindowPart,
    StoragePart,
)
"""The parts of the program; a new one is worked, checked and settled once it stands here."""


class Measure(NamedTuple):
    """What is used after a number of events: resident memory in megabytes, and widgets."""

    number: int
    memory: float
    widgets: int


def growth(first: Measure, last: Measure) -> float:
    """Return the megabytes that ``GROWTH_EVENTS`` have cost, or those between two measures that are closer."""
    return (last.memory - first.memory) * GROWTH_EVENTS / max(last.number - first.number, GROWTH_EVENTS)


class Fuzzer:
    """Does one event after another in the program, and checks everything that the parts check."""

    def __init__(self, seed: int, folder: Path, record: TextIO, faults: list[str]) -> None:
        """Start the program over an empty folder; ``faults`` is where what is raised in slots is collected."""
        self.seed = seed
        self.faults = faults
        self.fuzzed = FuzzedProgram(seed, folder, record)
        self.parts = [part(self.fuzzed) for part in PARTS]
        weighted = [event for part in self.parts for event in part.events()]
        self.weights = [weight for weight, _ in weighted]
        self.events = [event for _, event in weighted]
        checks = [check for part in self.parts for check in part.checks()]
        checks += [(CHECK_SHOWN, self.check_painted), (CHECK_SHOWN, self.check_shown)]
        self.checks = sorted(checks, key=itemgetter(0))
        self.measured: list[Measure] = []

    def work(self, count: int) -> bool:
        """Do this many events; print each tenth of the way, or what went wrong; return whether all was right."""
        start = time.monotonic()
        number = 0
        try:
            for number in range(1, count + 1):
                if number % 100 == 1 and sys.__stderr__ is not None:
                    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=sys.__stderr__)
                self.do_something(number)
                if number % MEASURE == 0:
                    self.measure(number)
                if number % max(count // 10, 1) == 0:
                    seconds = time.monotonic() - start
                    print(f"{number} events, {number / seconds:.0f} in a second", flush=True)
            self.settle()
            self.check(0)
            self.check_growth()
        except Exception:
            print("\n".join(self.fuzzed.last_events), file=sys.stderr)
            print(f"{traceback.format_exc()}\nevent {number} of seed {self.seed} goes wrong", file=sys.stderr)
            return False
        return True

    def do_something(self, number: int) -> None:
        """Do one event and check what is checked after it; raises ``FaultError``."""
        self.fuzzed.random.choices(self.events, self.weights)[0]()
        QApplication.processEvents()
        self.fuzzed.close_popups()
        # As a running event loop does.
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.check(number)

    def check(self, number: int) -> None:
        """Check what is checked after this event; everything for 0."""
        for interval, check in self.checks:
            if number % interval == 0:
                self.check_faults()
                check()
        self.check_faults()

    def check_faults(self) -> None:
        """Check that nothing was raised in a slot and that Qt did not complain."""
        if self.faults:
            self.fuzzed.fail("\n".join(self.faults))

    def check_painted(self) -> None:
        """Check each window on the screen against a new painting of it."""
        self.fuzzed.note("paint everything anew")
        for window in (self.fuzzed.window, *self.fuzzed.dialogs()):
            for widget in painted_late(window):
                self.fuzzed.fail(f"{type(widget).__name__} {widget.accessibleName()!r} was not painted anew")

    def check_shown(self) -> None:
        """Check that everything that is seen is up to date, and that no text is taken for HTML by accident."""
        self.fuzzed.note("read everything anew")
        give_focus(self.fuzzed.board)
        self.fuzzed.point_at_nothing()
        for _ in range(3):
            QApplication.processEvents()
        for part in self.parts:
            for name, widget, read_anew in part.shown():
                if changes_look(widget, read_anew):
                    self.fuzzed.fail(f"{name} was not up to date")
        for text in rich_by_accident(self.fuzzed.window):
            self.fuzzed.fail(f"a label takes for HTML what is none: {text[:200]!r}")

    def check_growth(self) -> None:
        """Check that neither memory nor widgets have grown since they were first measured."""
        measured = [measure for measure in self.measured if measure.number >= FULL]
        if len(measured) < 2:
            return
        first, last = measured[0], measured[-1]
        grown = growth(first, last)
        if grown > MOST_GROWTH:
            self.fuzzed.fail(f"the memory grows by {grown:.1f} MB in {GROWTH_EVENTS} events")
        if last.widgets - first.widgets > MOST_WIDGETS:
            self.fuzzed.fail(f"there were {first.widgets} widgets and are {last.widgets}")

    def measure(self, number: int) -> None:
        """Bring everything to the same state, and print and keep the memory and the number of widgets."""
        self.settle()
        measured = Measure(number, own_megabytes(), len(QApplication.allWidgets()))
        top = len(QApplication.topLevelWidgets())
        print(
            f"{number} events: {measured.memory:.1f} MB resident, {measured.widgets} widgets, {top} of them windows",
            flush=True,
        )
        self.measured.append(measured)

    def settle(self) -> None:
        """Bring everything that is kept for speed to the same small size."""
        for part in self.parts:
            part.settle()
        QGuiApplication.clipboard().clear()
        QPixmapCache.clear()
        empty_caches()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def run(count: int, seed: int) -> int:
    """Do this many events in the window; print each tenth of the way, or what went wrong; return the exit status.

    Should the process itself come to an end, its last events are found in a file of the temporary folder.
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
    faulthandler.cancel_dump_traceback_later()
    path.unlink()
    return 0 if all_right else 1
