"""A program that is killed while it writes leaves nothing over once another one has begun or saved."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pawnviz.folders import settings_folder
from pawnviz.model.storage import remove_abandoned, unfinished_file, write_file, writing

SAVING = """
import sys
from itertools import repeat
from pathlib import Path
from pawnviz.model.storage import writing
work = writing(Path(sys.argv[1]), repeat(b"new" * 1000), 9999)
next(work)
print(flush=True)
sys.stdin.read()
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def saving(path: Path) -> subprocess.Popen[bytes]:
    """Return a program in the middle of a save."""
    program = subprocess.Popen([sys.executable, "-c", SAVING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdout is not None and program.stdout.readline() == b"\n"
    return program


def kill(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    program.communicate()


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Return a folder with a file and what a killed save of it has left."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_bytes(b"old")
    kill(saving(folder / "a.pgn"))
    assert len(names(folder)) == 2 and (folder / "a.pgn").read_bytes() == b"old"
    return folder


def test_the_next_start_deletes_what_a_killed_save_has_left(left: Path) -> None:
    remove_abandoned()
    assert names(left) == ["a.pgn"]
    assert names(settings_folder()) == []


def test_the_next_save_in_the_folder_deletes_what_a_killed_one_has_left(left: Path, tmp_path: Path) -> None:
    write_file(tmp_path / "elsewhere", b"x")
    assert len(names(left)) == 2, "a drive that may not answer is not asked in a save elsewhere"
    write_file(left / "b.pgn", b"x")
    assert names(left) == ["a.pgn", "b.pgn"]
    assert names(settings_folder()) == []


def test_what_another_program_is_writing_stays(tmp_path: Path) -> None:
    program = saving(tmp_path / "a.pgn")
    try:
        work = writing(tmp_path / "b.pgn", (b"x",), 1)
        next(work)
        before = names(tmp_path)
        assert len(before) == 2
        write_file(tmp_path / "c.pgn", b"x")
        remove_abandoned()
        assert names(tmp_path) == sorted([*before, "c.pgn"])
        assert list(work) == [] and (tmp_path / "b.pgn").read_bytes() == b"x"
    finally:
        kill(program)
    remove_abandoned()
    assert names(tmp_path) == ["b.pgn", "c.pgn"]


def test_what_lies_on_a_drive_that_is_not_there_is_deleted_when_it_is(left: Path) -> None:
    away = left.rename(left.with_name("away"))
    remove_abandoned()
    away.rename(left)
    assert len(names(left)) == 2
    remove_abandoned()
    assert names(left) == ["a.pgn"]


def test_no_file_of_another_name_is_deleted_whatever_a_record_says(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("a.pgn", ".a.pgn.17.part", ".pawnviz-0123.part", "folder")]
    for other in others[:-1]:
        other.write_bytes(b"x")
    others[-1].mkdir()
    settings_folder().mkdir(parents=True)
    for number, text in enumerate((*map(str, others), "", "\0", "\udcff")):
        record = settings_folder() / f"unfinished-{number}"
        record.write_text(text, encoding="utf-8", errors="surrogateescape")
    remove_abandoned()
    assert names(tmp_path) == sorted(other.name for other in others)


def test_a_folder_of_settings_that_cannot_be_written_holds_up_no_save(tmp_path: Path) -> None:
    settings_folder().write_bytes(b"a file, not a folder")
    write_file(tmp_path / "a", b"x")
    assert names(tmp_path) == ["a"]


@pytest.mark.usefixtures("homeless")
def test_without_a_home_there_is_no_record(tmp_path: Path) -> None:
    with unfinished_file(tmp_path / "a") as path:
        path.write_bytes(b"x")
    assert names(tmp_path) == []


def test_an_unfinished_file_fits_beside_the_longest_name(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 255), b"x")
    assert names(tmp_path) == ["x" * 255]
