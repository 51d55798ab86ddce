"""Work in a process: lines in and out, its progress, what goes wrong with it, and that none outlives the job."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.model.jobs import job as process_job
from pawnviz.model.jobs.job import ProcessJob
from tests.engines import processes, wait_for

ECHO = "import sys\nfor line in sys.stdin: print(line.strip()[::-1], flush=True)"
STAY = "import time\nprint('here', flush=True)\ntime.sleep(600)"


@pytest.fixture
def job(qtbot: QtBot) -> Iterator[ProcessJob]:
    job = ProcessJob()
    yield job
    job.cancel()


def run(job: ProcessJob, script: str, *arguments: str) -> None:
    """Run a Python script."""
    job.start(sys.executable, "-c", script, *arguments)


def test_a_process_is_given_lines_and_says_lines(qtbot: QtBot, job: ProcessJob) -> None:
    run(job, ECHO)
    for text in ("abc", "schön"):
        with qtbot.waitSignal(job.progressed, timeout=60_000):
            job.send(text)
        assert job.take_lines() == [text[::-1]]
    assert job.is_running and job.take_lines() == []


def test_a_process_that_ends_has_said_all(qtbot: QtBot, job: ProcessJob) -> None:
    with qtbot.waitSignal(job.ended, timeout=60_000):
        run(job, "print('one'); print('two')")
    assert (job.take_lines(), job.fault, job.part, job.is_running, job.number) == (["one", "two"], "", 1.0, False, 0)
    job.send("nobody is there")


def test_a_process_says_which_part_is_done(qtbot: QtBot, job: ProcessJob) -> None:
    run(job, "print('% 0.25\\n% x\\nline', flush=True)\n" + STAY)
    qtbot.waitUntil(lambda: job.part > 0, timeout=60_000)
    qtbot.waitUntil(lambda: "line" in job.take_lines(), timeout=60_000)
    assert job.part == 0.25


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
def test_what_goes_wrong_is_the_fault(qtbot: QtBot, job: ProcessJob, script: str, fault: str) -> None:
    with qtbot.waitSignal(job.ended, timeout=60_000):
        run(job, script)
    assert (job.fault, job.is_running, job.number) == (fault, False, 0)


def test_a_program_that_cannot_be_started_is_the_fault(qtbot: QtBot, job: ProcessJob, tmp_path: Path) -> None:
    with qtbot.waitSignal(job.ended, timeout=60_000):
        job.start(str(tmp_path / "none"))
    assert job.fault.startswith("The process cannot be started: ")
    with qtbot.waitSignal(job.progressed, timeout=60_000):
        run(job, STAY)
    assert job.fault == ""


def test_a_cancelled_process_is_gone_and_nothing_is_heard_of_it(qtbot: QtBot, job: ProcessJob, tmp_path: Path) -> None:
    with qtbot.waitSignal(job.progressed, timeout=60_000):
        run(job, STAY, str(tmp_path))
    assert len(processes(str(tmp_path))) == 1 and job.number
    with qtbot.assertNotEmitted(job.ended, wait=50):
        job.cancel()
        assert processes(str(tmp_path)) == [] and not job.is_running


def test_another_process_takes_the_place_of_the_one_that_runs(qtbot: QtBot, job: ProcessJob, tmp_path: Path) -> None:
    with qtbot.waitSignal(job.progressed, timeout=60_000):
        run(job, STAY, str(tmp_path))
    with qtbot.waitSignal(job.ended, timeout=60_000):
        run(job, "print('second')")
    assert processes(str(tmp_path)) == []
    assert job.take_lines() == ["second"]


def test_the_last_lines_may_lead_to_another_process(qtbot: QtBot, job: ProcessJob) -> None:
    def go_on() -> None:
        job.progressed.disconnect(go_on)
        sleep(0.3)  # The process ends meanwhile.
        job.send("nobody is there")
        run(job, STAY)

    job.progressed.connect(go_on)
    with qtbot.assertNotEmitted(job.ended, wait=1000):
        run(job, "print('last')")
        qtbot.waitUntil(lambda: "here" in job.take_lines(), timeout=60_000)
    assert job.is_running


@pytest.mark.parametrize("end", ["application.quit()", "os.kill(os.getpid(), 9)"])
def test_no_process_outlives_the_program(tmp_path: Path, end: str) -> None:
    script = (
        "import os, sys\n"
        "from PySide6.QtCore import QCoreApplication\n"
        "from pawnviz.model.jobs.job import ProcessJob\n"
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


def test_a_module_is_run_as_a_program(qtbot: QtBot, job: ProcessJob) -> None:
    with qtbot.waitSignal(job.ended, timeout=60_000):
        job.start_module("pawnviz", "--version")
    assert job.take_lines()[0].startswith("pawnviz ")


def test_a_flood_is_counted_by_the_second(qtbot: QtBot, job: ProcessJob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_job, "MOST_BYTES", 1500)
    monkeypatch.setattr(process_job, "monotonic", iter(range(1000)).__next__)
    with qtbot.waitSignal(job.ended, timeout=60_000):
        run(job, "import time\nfor _ in range(3): print('x' * 999, flush=True); time.sleep(0.3)")
    assert job.fault == "" and len(job.take_lines()) == 3
