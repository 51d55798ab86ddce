"""The pawn ending of a document: solved at once or in a thread, which stops when nobody waits for it any longer."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import Position
from pawnviz.core.endings import outcome
from pawnviz.core.endings.outcome import IN_BACKGROUND, Ending, Outcome
from pawnviz.model.document import Document
from pawnviz.model.ending import PawnEnding

RACE = "8/8/8/1p5K/5Pp1/k7/8/8 w - - 0 51"
HARD = "8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1"
"""An ending that takes longer than any test waits."""


class Desk:
    """A document and the solver of its ending."""

    def __init__(self, fen: str) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.ending = PawnEnding(self.document)

    def solved(self) -> Outcome | None:
        return self.ending.ending.outcome if self.ending.ending is not None else None


@pytest.fixture
def runs(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Note each solving that begins in a thread and how it ends: ``begun``, ``solved`` or ``stopped``."""
    noted: list[tuple[str, str]] = []
    solve = outcome.solve

    def noting(
        position: Position, limits: tuple[int, int] = IN_BACKGROUND, keep_going: Callable[[], bool] = lambda: True
    ) -> Ending:
        if limits != IN_BACKGROUND:
            return solve(position, limits)
        noted.append((position.placement(), "begun"))
        end = "stopped"
        try:
            found = solve(position, limits, keep_going)
            end = "solved"
        finally:
            noted.append((position.placement(), end))
        return found

    monkeypatch.setattr(outcome, "solve", noting)
    return noted


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", Outcome.DRAW),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", Outcome.BLACK_WINS),
        ("8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", Outcome.WHITE_WINS),
    ],
)
def test_an_ending_is_solved_once_it_is_asked_for(qtbot: QtBot, fen: str, expected: Outcome) -> None:
    desk = Desk(fen)
    assert desk.solved() is None
    desk.ending.solve()
    qtbot.waitUntil(lambda: not desk.ending.is_solving)
    assert desk.solved() is expected


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/4k3/8/4P3/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
        "4P3/8/8/4k3/8/4P3/8/4K3 w - - 0 1",
        "8/8/8/8/4P3/8/6kK/8 w - - 0 1",
    ],
)
def test_other_positions_and_illegal_ones_have_nothing(qtbot: QtBot, fen: str) -> None:
    desk = Desk(fen)
    desk.ending.solve()
    assert not desk.ending.is_solving
    assert desk.solved() is None


def test_a_position_with_other_pieces_does_not_even_load_the_solver() -> None:
    script = (
        "import sys\n"
        "from pawnviz.model.document import Document\n"
        "from pawnviz.model.ending import PawnEnding\n"
        "document = Document()\n"
        "PawnEnding(document).solve()\n"
        "assert not [name for name in sys.modules if name.startswith('pawnviz.core.endings')]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=110)


def test_a_race_is_solved_while_the_program_goes_on(qtbot: QtBot, runs: list[tuple[str, str]]) -> None:
    desk = Desk(RACE)
    before = gc.isenabled(), sys.getswitchinterval()
    with qtbot.waitSignal(desk.ending.changed):
        desk.ending.solve()
        assert desk.solved() is None
    assert not desk.ending.is_solving
    assert desk.solved() is not None
    assert [end for _, end in runs] == ["begun", "solved"]
    qtbot.waitUntil(lambda: (gc.isenabled(), sys.getswitchinterval()) == before)


def test_a_position_is_solved_only_once(qtbot: QtBot, runs: list[tuple[str, str]]) -> None:
    desk = Desk(RACE)
    desk.ending.solve()
    desk.ending.solve()
    qtbot.waitUntil(lambda: not desk.ending.is_solving)
    desk.ending.solve()
    assert not desk.ending.is_solving
    assert [end for _, end in runs] == ["begun", "solved"]


def test_another_position_stops_the_solving(qtbot: QtBot, runs: list[tuple[str, str]]) -> None:
    desk = Desk(HARD)
    desk.ending.solve()
    qtbot.waitUntil(lambda: len(runs) == 1)
    with qtbot.waitSignal(desk.ending.changed):
        desk.document.set_fen("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert not desk.ending.is_solving
    desk.ending.solve()
    assert desk.solved() is Outcome.DRAW
    qtbot.waitUntil(lambda: len(runs) == 2)
    assert [end for _, end in runs] == ["begun", "stopped"]
    assert desk.solved() is Outcome.DRAW


def test_the_solving_stops_with_whom_it_is_for(qtbot: QtBot, runs: list[tuple[str, str]]) -> None:
    desk = Desk(HARD)
    desk.ending.solve()
    qtbot.waitUntil(lambda: len(runs) == 1)
    desk.ending.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(lambda: len(runs) == 2)
    assert [end for _, end in runs] == ["begun", "stopped"]


def test_a_program_that_ends_while_solving_ends_soon_and_without_an_error() -> None:
    script = (
        "import sys\n"
        "from PySide6.QtCore import QCoreApplication, QTimer\n"
        "from pawnviz.model.document import Document\n"
        "from pawnviz.model.ending import PawnEnding\n"
        "application = QCoreApplication([])\n"
        "document = Document()\n"
        f"document.set_fen({HARD!r})\n"
        "ending = PawnEnding(document)\n"
        "ending.solve()\n"
        "QTimer.singleShot(200, application.quit)\n"
        "application.exec()\n"
        "print(ending.is_solving)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
