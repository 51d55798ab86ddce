"""Work in a thread: its progress, its result or its fault, and its end when nobody waits for it any longer."""

from __future__ import annotations

import gc
import subprocess
import sys
from threading import Event, current_thread, main_thread
from time import sleep

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from pawnviz.model.jobs.job import KeepGoing, ThreadJob
from pawnviz.model.storage import FileError


class Work:
    """Work that goes on until it is told to end, or must not go on."""

    def __init__(self) -> None:
        self.begun = Event()
        self.may_end = Event()
        self.ended = Event()
        self.is_beside = False

    def __call__(self, keep_going: KeepGoing) -> str:
        self.is_beside = current_thread() is not main_thread()
        self.begun.set()
        while keep_going(0.5) and not self.may_end.is_set():
            sleep(0.001)
        self.ended.set()
        return "done"


@pytest.fixture
def job(qtbot: QtBot) -> ThreadJob[str]:
    return ThreadJob()


def test_work_runs_beside_the_window_with_progress_and_ends_with_its_result(qtbot: QtBot, job: ThreadJob[str]) -> None:
    work = Work()
    assert gc.isenabled()
    with qtbot.waitSignal(job.progressed, timeout=60_000):
        job.start(work)
        assert (job.is_running, job.part, gc.isenabled()) == (True, 0.0, False)
    assert (work.is_beside, job.is_running, job.part, job.result) == (True, True, 0.5, None)
    with qtbot.waitSignal(job.ended, timeout=60_000):
        work.may_end.set()
    assert (job.is_running, job.part, job.result, job.fault) == (False, 1.0, "done", "")
    qtbot.waitUntil(gc.isenabled, timeout=60_000)


def test_cancelled_work_stops_and_nothing_is_heard_of_it(qtbot: QtBot, job: ThreadJob[str]) -> None:
    work = Work()
    job.start(work)
    assert work.begun.wait(60)
    with qtbot.assertNotEmitted(job.ended, wait=50):
        job.cancel()
        assert not job.is_running
        qtbot.waitUntil(work.ended.is_set, timeout=60_000)
    assert (job.result, job.part) == (None, 0.0)


def test_other_work_takes_the_place_of_the_one_that_runs(qtbot: QtBot, job: ThreadJob[str]) -> None:
    first, second = Work(), Work()
    job.start(first)
    assert first.begun.wait(60)
    with qtbot.waitSignal(job.ended, timeout=60_000):
        second.may_end.set()
        job.start(second)
    qtbot.waitUntil(first.ended.is_set, timeout=60_000)
    assert job.result == "done"


def test_work_stops_with_the_job(qtbot: QtBot, job: ThreadJob[str]) -> None:
    work = Work()
    job.start(work)
    assert work.begun.wait(60)
    job.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(work.ended.is_set, timeout=60_000)


def test_an_error_of_a_file_is_the_fault_and_any_other_is_raised(qtbot: QtBot, job: ThreadJob[str]) -> None:
    def fail(keep_going: KeepGoing) -> str:
        raise FileError("“a.pgn” cannot be read.")

    def err(keep_going: KeepGoing) -> str:
        raise KeyError("a8")

    with qtbot.waitSignal(job.ended, timeout=60_000):
        job.start(fail)
    assert (job.is_running, job.result, job.fault) == (False, None, "“a.pgn” cannot be read.")
    with capture_exceptions() as exceptions, qtbot.waitSignal(job.ended, timeout=60_000):
        job.start(err)
    assert [kind for kind, _, _ in exceptions] == [KeyError]
    assert job.fault == "This cannot be done: 'a8'."


def test_a_program_that_ends_during_the_work_ends_soon_and_without_an_error() -> None:
    script = (
        "from time import sleep\n"
        "from PySide6.QtCore import QCoreApplication, QTimer\n"
        "from pawnviz.model.jobs.job import ThreadJob\n"
        "def work(keep_going):\n"
        "    while keep_going():\n"
        "        sleep(0.001)\n"
        "    raise RuntimeError\n"
        "application = QCoreApplication([])\n"
        "job = ThreadJob()\n"
        "job.start(work)\n"
        "QTimer.singleShot(100, application.quit)\n"
        "application.exec()\n"
        "print(job.is_running)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "True\n", "")
