"""Work in slices: the event loop has its turns, and the end is a result, a fault or a cancel."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.exceptions import capture_exceptions
from pytestqt.qtbot import QtBot

from pawnviz.model.jobs.job import SliceJob
from pawnviz.model.storage import FileError


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
