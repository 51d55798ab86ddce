from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from time import sleep

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

import pawnviz.model.jobs as process_job
from pawnviz.model.jobs import KeepGoing, ProcessJob, SliceJob, ThreadJob
from pawnviz.model.storage import FileError
from tests.engines import processes, wait_for


class Work:
    """Work of ten steps, which notes how far it came and whether it was closed."""

    def __init__(self, error: Exception | None = None) -> None:
        self.step = 0
        self.is_closed = False
        self._error = error

    def run(self) -> Generator[float | None, None, str]:
        try:
            for self.step in range(1, 11):
                yield None if self.step % 2 else self.step / 10
            if self._error is not None:
                raise self._error
        finally:
            self.is_closed = True
        return "done"


@pytest.fixture
def job(qtbot: QtBot) -> Iterator[SliceJob[str]]:
    """A job that does one step in a slice."""
    yield SliceJob(piece=0.0)


def test_each_slice_is_a_turn_of_the_event_loop(qtbot: QtBot, job: SliceJob[str]) -> None:
    work, parts, turns = Work(), [], []
    timer = QTimer()
    timer.timeout.connect(lambda: turns.append(work.step))
    job.progressed.connect(lambda: parts.append((job.part, job.is_running)))
    with qtbot.waitSignal(job.ended):
        job.start(work.run())
        assert (work.step, job.is_running) == (0, True)
        timer.start(0)
    assert len(set(turns)) > 3
    assert parts == [(step // 2 * 2 / 10, True) for step in range(1, 11)]
    assert (job.is_running, job.part, job.result, job.fault) == (False, 1.0, "done", "")


def test_what_fits_into_a_slice_is_done_at_once(qtbot: QtBot) -> None:
    job: SliceJob[str] = SliceJob(piece=60.0)
    with qtbot.waitSignal(job.ended):
        job.start(Work().run(), at_once=True)
        assert (job.is_running, job.result) == (False, "done")


def test_a_job_can_be_finished_without_the_event_loop(job: SliceJob[str]) -> None:
    job.start(Work().run())
    job.finish()
    assert (job.is_running, job.result) == (False, "done")
    job.finish()


def test_cancelled_work_is_closed_and_nothing_is_heard_of_it(qtbot: QtBot, job: SliceJob[str]) -> None:
    work = Work()
    job.start(work.run(), at_once=True)
    with qtbot.assertNotEmitted(job.ended, wait=50), qtbot.assertNotEmitted(job.progressed):
        job.cancel()
        assert work.is_closed and not job.is_running
    assert (work.step, job.result, job.fault) == (1, None, "")
    job.cancel()


def test_whoever_follows_the_progress_may_cancel(qtbot: QtBot, job: SliceJob[str]) -> None:
    work = Work()
    job.progressed.connect(job.cancel)
    job.start(work.run())
    with qtbot.assertNotEmitted(job.ended, wait=50):
        qtbot.waitUntil(lambda: work.is_closed)
    assert work.step == 1


def test_other_work_takes_the_place_of_the_one_that_runs(qtbot: QtBot, job: SliceJob[str]) -> None:
    first, second = Work(), Work()
    job.start(first.run(), at_once=True)
    with qtbot.waitSignal(job.ended):
        job.start(second.run())
        assert first.is_closed and job.part == 0
    assert (first.step, second.step, job.result) == (1, 10, "done")
    job.start(Work().run())
    assert job.result is None
    job.cancel()


def test_an_error_of_a_file_is_the_fault(qtbot: QtBot, job: SliceJob[str]) -> None:
    with qtbot.waitSignal(job.ended):
        job.start(Work(FileError("“a.pgn” cannot be read.")).run())
    assert (job.is_running, job.result, job.fault) == (False, None, "“a.pgn” cannot be read.")


def test_a_mistake_of_the_program_ends_the_work_and_is_raised(qtbot: QtBot, job: SliceJob[str]) -> None:
    with capture_exceptions() as exceptions, qtbot.waitSignal(job.ended):
        job.start(Work(KeyError("a8")).run())
    assert [kind for kind, _, _ in exceptions] == [KeyError]
    assert (job.is_running, job.result, job.fault) == (False, None, "This cannot be done: 'a8'.")


class ThreadWork:
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
def thread_job(qtbot: QtBot) -> ThreadJob[str]:
    return ThreadJob()


def test_work_runs_beside_the_window_with_progress_and_ends_with_its_result(
    qtbot: QtBot, thread_job: ThreadJob[str]
) -> None:
    work = ThreadWork()
    assert gc.isenabled()
    with qtbot.waitSignal(thread_job.progressed, timeout=60_000):
        thread_job.start(work)
        assert (thread_job.is_running, thread_job.part, gc.isenabled()) == (True, 0.0, False)
    assert (work.is_beside, thread_job.is_running, thread_job.part, thread_job.result) == (
        True,
        True,
        0.5,
        None,
    )
    with qtbot.waitSignal(thread_job.ended, timeout=60_000):
        work.may_end.set()
    assert (
        thread_job.is_running,
        thread_job.part,
        thread_job.result,
        thread_job.fault,
    ) == (False, 1.0, "done", "")
    qtbot.waitUntil(gc.isenabled, timeout=60_000)


def test_cancelled_work_stops_and_nothing_is_heard_of_it(qtbot: QtBot, thread_job: ThreadJob[str]) -> None:
    work = ThreadWork()
    thread_job.start(work)
    assert work.begun.wait(60)
    with qtbot.assertNotEmitted(thread_job.ended, wait=50):
        thread_job.cancel()
        assert not thread_job.is_running
        qtbot.waitUntil(work.ended.is_set, timeout=60_000)
    assert (thread_job.result, thread_job.part) == (None, 0.0)


def test_other_work_takes_the_place_of_the_one_that_runs_in_a_thread(qtbot: QtBot, thread_job: ThreadJob[str]) -> None:
    first, second = ThreadWork(), ThreadWork()
    thread_job.start(first)
    assert first.begun.wait(60)
    with qtbot.waitSignal(thread_job.ended, timeout=60_000):
        second.may_end.set()
        thread_job.start(second)
    qtbot.waitUntil(first.ended.is_set, timeout=60_000)
    assert thread_job.result == "done"


def test_work_stops_with_the_job(qtbot: QtBot, thread_job: ThreadJob[str]) -> None:
    work = ThreadWork()
    thread_job.start(work)
    assert work.begun.wait(60)
    thread_job.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    qtbot.waitUntil(work.ended.is_set, timeout=60_000)


def test_an_error_of_a_file_is_the_fault_and_any_other_is_raised(qtbot: QtBot, thread_job: ThreadJob[str]) -> None:
    def fail(keep_going: KeepGoing) -> str:
        raise FileError("“a.pgn” cannot be read.")

    def err(keep_going: KeepGoing) -> str:
        raise KeyError("a8")

    with qtbot.waitSignal(thread_job.ended, timeout=60_000):
        thread_job.start(fail)
    assert (thread_job.is_running, thread_job.result, thread_job.fault) == (
        False,
        None,
        "“a.pgn” cannot be read.",
    )
    with capture_exceptions() as exceptions, qtbot.waitSignal(thread_job.ended, timeout=60_000):
        thread_job.start(err)
    assert [kind for kind, _, _ in exceptions] == [KeyError]
    assert thread_job.fault == "This cannot be done: 'a8'."


def test_a_program_that_ends_during_the_work_ends_soon_and_without_an_error() -> None:
    script = (
        "from time import sleep\n"
        "from PySide6.QtCore import QCoreApplication, QTimer\n"
        "from pawnviz.model.jobs import ThreadJob\n"
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


ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"
STAY = "import time\nprint('here', flush=True)\ntime.sleep(600)"


@pytest.fixture
def child(qtbot: QtBot) -> Iterator[ProcessJob]:
    child = ProcessJob()
    yield child
    child.cancel()


def run(child: ProcessJob, script: str, *arguments: str) -> None:
    """Run a Python script."""
    child.start(sys.executable, "-c", script, *arguments)


def test_a_process_is_given_lines_and_says_lines(qtbot: QtBot, child: ProcessJob) -> None:
    run(child, ECHO)
    for text in ("abc", "schön"):
        with qtbot.waitSignal(child.progressed, timeout=60_000):
            child.send(text)
        assert child.take_lines() == [text[::-1]]
    assert child.is_running and child.take_lines() == []


def test_a_process_that_ends_has_said_all(qtbot: QtBot, child: ProcessJob) -> None:
    with qtbot.waitSignal(child.ended, timeout=60_000):
        run(child, "print('one'); print('two')")
    assert (
        child.take_lines(),
        child.fault,
        child.part,
        child.is_running,
        child.number,
    ) == (["one", "two"], "", 1.0, False, 0)
    child.send("nobody is there")


def test_a_process_says_which_part_is_done(qtbot: QtBot, child: ProcessJob) -> None:
    run(child, "print('% 0.25\\n% x\\nline', flush=True)\n" + STAY)
    qtbot.waitUntil(lambda: child.part > 0, timeout=60_000)
    qtbot.waitUntil(lambda: "line" in child.take_lines(), timeout=60_000)
    assert child.part == 0.25


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("raise SystemExit(3)", "The process has ended with the status 3."),
        ("import os; os.abort()", "The process has ended with a crash."),
        ("while True: print('x' * 1000)", "The process was stopped, since it floods the program with output."),
        (
            "import sys; sys.stdout.write('x' * 3_000_000); sys.stdout.flush()\n" + STAY,
            "The process was stopped, since it floods the program with output.",
        ),
    ],
)
def test_what_goes_wrong_is_the_fault(qtbot: QtBot, child: ProcessJob, script: str, fault: str) -> None:
    with qtbot.waitSignal(child.ended, timeout=60_000):
        run(child, script)
    assert (child.fault, child.is_running, child.number) == (fault, False, 0)


def test_a_program_that_cannot_be_started_is_the_fault(qtbot: QtBot, child: ProcessJob, tmp_path: Path) -> None:
    with qtbot.waitSignal(child.ended, timeout=60_000):
        child.start(str(tmp_path / "none"))
    assert child.fault.startswith("The process cannot be started: ")
    with qtbot.waitSignal(child.progressed, timeout=60_000):
        run(child, STAY)
    assert child.fault == ""


def test_a_cancelled_process_is_gone_and_nothing_is_heard_of_it(
    qtbot: QtBot, child: ProcessJob, tmp_path: Path
) -> None:
    with qtbot.waitSignal(child.progressed, timeout=60_000):
        run(child, STAY, str(tmp_path))
    assert len(processes(str(tmp_path))) == 1 and child.number
    with qtbot.assertNotEmitted(child.ended, wait=50):
        child.cancel()
        assert processes(str(tmp_path)) == [] and not child.is_running


def test_another_process_takes_the_place_of_the_one_that_runs(qtbot: QtBot, child: ProcessJob, tmp_path: Path) -> None:
    with qtbot.waitSignal(child.progressed, timeout=60_000):
        run(child, STAY, str(tmp_path))
    with qtbot.waitSignal(child.ended, timeout=60_000):
        run(child, "print('second')")
    assert processes(str(tmp_path)) == []
    assert child.take_lines() == ["second"]


@pytest.mark.slow
def test_the_last_lines_may_lead_to_another_process(qtbot: QtBot, child: ProcessJob) -> None:
    def go_on() -> None:
        child.progressed.disconnect(go_on)
        sleep(0.3)  # The process ends meanwhile.
        child.send("nobody is there")
        run(child, STAY)

    child.progressed.connect(go_on)
    with qtbot.assertNotEmitted(child.ended, wait=1000):
        run(child, "print('last')")
        qtbot.waitUntil(lambda: "here" in child.take_lines(), timeout=60_000)
    assert child.is_running


@pytest.mark.parametrize("end", ["application.quit()", "os.kill(os.getpid(), 9)"])
def test_no_process_outlives_the_program(tmp_path: Path, end: str) -> None:
    script = (
        "import os, sys\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from pawnviz.model.jobs import ProcessJob\n"
        "application = QCoreApplication([])\n"
        "job = ProcessJob()\n"
        f"job.start(sys.executable, '-c', {ECHO!r}, {str(tmp_path)!r})\n"
        f"job.progressed.connect(lambda: {end})\n"
        "job.send('begin')\n"
        "application.exec()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-9 if "kill" in end else 0, "", "")
    assert wait_for(lambda: not processes(str(tmp_path)))


def test_a_module_is_run_as_a_program(qtbot: QtBot, child: ProcessJob) -> None:
    with qtbot.waitSignal(child.ended, timeout=60_000):
        child.start_module("pawnviz", "--version")
    assert child.take_lines()[0].startswith("pawnviz ")


@pytest.mark.slow
def test_a_flood_is_counted_by_the_second(qtbot: QtBot, child: ProcessJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_job, "MOST_BYTES", 1500)
    monkeypatch.setattr(process_job, "monotonic", iter(range(1000)).__next__)
    with qtbot.waitSignal(child.ended, timeout=60_000):
        run(child, "import time\nfor _ in range(3): print('x' * 999, flush=True); time.sleep(0.3)")
    assert child.fault == "" and len(child.take_lines()) == 3
