"""The pawn ending of a document: solved at once or by a process, which ends when nobody waits for it any longer."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from pawnviz.core.endings.outcome import Outcome
from pawnviz.model.document import Document
from pawnviz.model.ending import PawnEnding
from pawnviz.model.jobs.job import ProcessJob

FOUR_PAWNS = "8/5p2/6p1/3kP3/5P2/8/7K/8 b - - 0 58"
"""An ending that is decided in seconds."""
HARD = "8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1"
"""An ending that takes longer than any test waits."""
PATIENCE = 60_000


class SolvedDocument:
    """A document and the solver of its ending."""

    def __init__(self, fen: str, seconds: float = 20) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.ending = PawnEnding(self.document, seconds=seconds)

    def solved(self) -> Outcome | None:
        return self.ending.ending.outcome if self.ending.ending is not None else None

    def process(self) -> int:
        job = self.ending.findChild(ProcessJob)
        assert isinstance(job, ProcessJob)
        return job.number


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", Outcome.DRAW),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", Outcome.BLACK_WINS),
        ("8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", Outcome.WHITE_WINS),
    ],
)
def test_an_ending_is_solved_once_it_is_asked_for(qtbot: QtBot, fen: str, expected: Outcome) -> None:
    desk = SolvedDocument(fen)
    assert desk.solved() is None
    desk.ending.solve()
    qtbot.waitUntil(lambda: not desk.ending.is_solving, timeout=PATIENCE)
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
    desk = SolvedDocument(fen)
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


def test_only_a_second_is_searched_unasked_and_only_with_few_pawns(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(ProcessJob, "start_module", lambda job, *arguments: started.append(arguments))
    for fen in (FOUR_PAWNS, HARD):
        desk = SolvedDocument(fen)
        desk.ending.solve()
        assert desk.ending.may_search
        desk.ending.search()
    assert [float(seconds) for _, seconds, _ in started] == [0.8, 20, 20]


def test_a_longer_one_is_solved_by_a_process_while_the_program_goes_on(qtbot: QtBot) -> None:
    desk = SolvedDocument(FOUR_PAWNS)
    desk.ending.solve()
    assert desk.ending.is_solving
    assert desk.process()
    assert desk.solved() is Outcome.NOT_DECIDED
    qtbot.waitUntil(lambda: not desk.ending.is_solving, timeout=PATIENCE)
    desk.ending.search()
    qtbot.waitUntil(lambda: not desk.ending.is_solving, timeout=PATIENCE)
    assert desk.solved() is Outcome.DRAW
    assert [fact.title for fact in desk.ending.facts][:1] in (["Drawing moves"], ["The only drawing move"])
    desk.ending.solve()
    assert not desk.ending.is_solving


def test_what_cannot_be_decided_in_time_is_said_so(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD, seconds=0.2)
    desk.ending.solve()
    assert not desk.ending.is_solving and desk.ending.may_search
    desk.ending.search()
    qtbot.waitUntil(lambda: not desk.ending.is_solving, timeout=PATIENCE)
    assert desk.solved() is Outcome.NOT_DECIDED
    assert desk.ending.facts == ()
    assert not desk.ending.may_search


def test_the_search_can_be_stopped(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    qtbot.waitUntil(lambda: desk.ending.part > 0, timeout=PATIENCE)
    desk.ending.cancel()
    assert not desk.ending.is_solving
    assert desk.process() == 0
    assert desk.ending.fault == "the search was stopped."
    desk.ending.solve()
    assert not desk.ending.is_solving


def test_another_position_stops_the_solving(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    assert desk.process()
    with qtbot.waitSignal(desk.ending.changed):
        desk.document.set_fen("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert not desk.ending.is_solving
    assert desk.process() == 0
    desk.ending.solve()
    assert desk.solved() is Outcome.DRAW


def test_the_solving_stops_with_whom_it_is_for(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    job = desk.ending.findChild(ProcessJob)
    assert isinstance(job, ProcessJob)
    assert job.is_running
    with qtbot.waitSignal(job.destroyed):  # A process that still ran then would be a warning, which fails the test.
        desk.ending.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


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
        "ending.search()\n"
        "QTimer.singleShot(200, application.quit)\n"
        "application.exec()\n"
        "print(ending.is_solving)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")
