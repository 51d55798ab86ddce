"""The log holds starts and faults without values, several programs share it, and none needs it to run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pawnviz.folders import state_folder
from pawnviz.log import LARGEST, LogFile, description, fault_text

PACKAGE = Path(__file__).parents[1]


@pytest.fixture
def log() -> Iterator[LogFile]:
    log = LogFile()
    yield log
    log.close()


def lines(log: LogFile) -> list[str]:
    return log.path.read_text().splitlines()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def error_of(action: str) -> Exception:
    try:
        exec(action, {"__name__": "somewhere"})
    except Exception as error:
        return error
    raise AssertionError(action)


def run_program(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], cwd=PACKAGE, stderr=subprocess.PIPE, text=True)


def test_a_fault_is_written_as_its_type_its_modules_and_its_lines(log: LogFile) -> None:
    log.note(error_of("\n\n[][7]"))
    assert len(lines(log)) == 1
    assert f" {os.getpid()} ERROR builtins.IndexError at somewhere:3 < {__name__}:" in lines(log)[0]


def test_no_value_of_a_fault_is_written(log: LogFile) -> None:
    log.note(error_of("try:\n  raise ValueError('Botvinnik')\nexcept ValueError as e:\n  raise KeyError('8/8') from e"))
    assert "Botvinnik" not in lines(log)[0]
    assert "8/8" not in lines(log)[0]
    assert "builtins.KeyError at somewhere:4" in lines(log)[0]
    assert "caused by builtins.ValueError at somewhere:2" in lines(log)[0]


def test_a_fault_from_the_depth_of_a_recursion_is_one_short_line(log: LogFile) -> None:
    log.note(error_of("def f(): f()\nf()"))
    assert "RecursionError at somewhere:1 < somewhere:1" in lines(log)[0]
    assert len(lines(log)[0]) < 1000


def test_a_fault_that_comes_again_at_once_is_written_once(log: LogFile) -> None:
    for _ in range(50):
        log.note(error_of("[][7]"))
    log.note(error_of("1 / 0"))
    log.note(error_of("[][7]"))
    assert len(lines(log)) == 3


def test_a_full_file_is_put_aside_and_the_one_before_goes(log: LogFile) -> None:
    entry = "x" * 999
    for number in range(3 * LARGEST // 1000):
        log.logger.warning("%d %s", number, entry)
    assert names(log.path.parent) == ["pawnviz.log", "pawnviz.log.1"]
    before = Path(f"{log.path}.1").read_text().splitlines()
    assert all(entry in line for line in before + lines(log))
    assert LARGEST <= Path(f"{log.path}.1").stat().st_size < LARGEST + 2000
    numbers = [int(line.split()[4]) for line in before + lines(log)]
    assert numbers == list(range(numbers[0], 3 * LARGEST // 1000))


ENTRIES = 500
WRITER = """
from pawnviz.log import LogFile
log = LogFile()
for number in range(500):
    log.logger.info("entry %s {name}", number)
    log.logger.info("{filler}" * 100)
log.close()
"""


def test_programs_that_write_at_once_lose_nothing_and_keep_every_line_whole() -> None:
    """About 290 KB, which fill one file: each program comes upon the new one."""
    programs = [run_program(WRITER.format(name=name, filler=name)) for name in "abc"]
    assert [program.communicate(timeout=120)[1] for program in programs] == [""] * 3
    folder = state_folder()
    assert names(folder) == ["pawnviz.log", "pawnviz.log.1"]
    written = "".join((folder / name).read_text() for name in ("pawnviz.log.1", "pawnviz.log"))
    texts = [line.split(" INFO ")[1] for line in written.splitlines()]
    for name in "abc":
        assert [text for text in texts if text.endswith(f" {name}")] == [f"entry {n} {name}" for n in range(ENTRIES)]
        assert texts.count(name * 100) == ENTRIES
    assert len(texts) == 6 * ENTRIES


def test_a_file_that_is_deleted_meanwhile_is_made_again(log: LogFile) -> None:
    log.logger.info("one")
    log.path.unlink()
    log.logger.info("two")
    assert [line.rpartition(" ")[2] for line in lines(log)] == ["two"]


def test_a_crash_is_reported_in_the_log() -> None:
    program = run_program("from pawnviz.log import LogFile\nlog = LogFile()\nimport os; os.abort()")
    program.communicate(timeout=60)
    assert "Fatal Python error: Aborted" in (state_folder() / "pawnviz.log").read_text()


@pytest.mark.parametrize("obstacle", ["file", "folder", "pipe"])
def test_a_log_that_cannot_be_written_is_a_fault_and_no_exception(obstacle: str) -> None:
    if obstacle == "file":
        state_folder().write_text("")
    elif obstacle == "folder":
        (state_folder() / "pawnviz.log").mkdir(parents=True)
    else:
        state_folder().mkdir()
        os.mkfifo(state_folder() / "pawnviz.log")
    log = LogFile()
    assert log.fault
    log.note(error_of("[][7]"))
    log.close()
    assert description().startswith("no log: ")


def test_without_a_home_folder_there_is_no_log(homeless: None) -> None:
    assert LogFile().fault.startswith("there is no home folder")
    assert description().startswith("no log: there is no home folder")


def test_the_description_names_the_file_and_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    path = state_folder() / "pawnviz.log"
    assert description() == f"log: {path}, level INFO"
    monkeypatch.setenv("PAWNVIZ_LOG", "debug")
    assert description() == f"log: {path}, level DEBUG"
    monkeypatch.setenv("PAWNVIZ_LOG", "loud")
    assert description() == f"log: {path}, level INFO"


def test_causes_that_never_end_are_cut() -> None:
    error = ValueError()
    for _ in range(100):
        outer = ValueError()
        outer.__cause__ = error
        error = outer
    assert fault_text(error).count("ValueError") == 5
