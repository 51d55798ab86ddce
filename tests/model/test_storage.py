"""Files are written whole or not at all, and errors say what to do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pawnviz.model.storage import FileError, file_state, is_changed, read_file, write_fault, write_file

SMALL_DISK = """
import errno, os, resource, sys
from pathlib import Path
from pawnviz.model import storage
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
if sys.argv[2] == "full":
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")
    os.fsync = full
try:
    storage.write_file(Path(sys.argv[1]), b"x" * (500 if sys.argv[2] == "full" else 5000))
except storage.FileError as error:
    print(error.message)
"""


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary())
def test_what_is_written_is_read_again(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "file"
    write_file(file, data)
    assert read_file(file, len(data)) == data
    assert names(tmp_path) == ["file"]


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 2000)
    assert len(read_file(file, 2000)) == 2000
    with pytest.raises(FileError, match="larger than 2 kB, the most that is read"):
        read_file(file, 1999)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize(
    ("disk", "words"),
    [
        ("full", "The disk is full: “{file}” needs 500 bytes; free some space or choose another disk."),
        ("limited", "“{file}” cannot be written: "),
    ],
)
def test_a_write_that_fails_half_way_leaves_the_old_file_and_says_why(tmp_path: Path, disk: str, words: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    result = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(file), disk], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith(words.format(file=file))
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_pipe_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="is a device or a pipe; give the file another name"):
        write_file(pipe, b"x")
    assert pipe.is_fifo()


def test_a_link_into_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nothing" / "file")
    assert write_fault(link) == f"There is no folder “{tmp_path / 'nothing'}”; choose one that exists."
    (tmp_path / "nothing").mkdir()
    assert write_fault(link) == ""
    write_file(link, b"x")
    assert (tmp_path / "nothing" / "file").read_bytes() == b"x"


def test_a_pipe_that_took_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_text("before")
    os.mkfifo(pipe)
    status = file.stat()
    monkeypatch.setattr(Path, "stat", lambda path: status)
    reading_end = os.open(pipe, os.O_RDWR)  # With a writer, a reader waits for what is written.
    try:
        with pytest.raises(FileError, match="is a device or a pipe; choose a file"):
            read_file(pipe, 100)
    finally:
        os.close(reading_end)


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    for action in (lambda: write_file(tmp_path / name, b""), lambda: read_file(tmp_path / name, 10)):
        with pytest.raises(FileError):
            action()
    assert names(tmp_path) == []


def test_other_bytes_are_a_change_and_another_time_alone_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.fen"
    file.write_text("one")
    before = file_state(file, 100)
    assert before is not None
    assert not is_changed(file, before, 100)
    os.utime(file, ns=(1, 1))
    assert not is_changed(file, before, 100), "the bytes are the same"
    file.write_text("two")
    os.utime(file, ns=(2, 2))
    assert is_changed(file, before, 100)
    file.write_text("x" * 101)
    assert is_changed(file, before, 100), "it is too large to be read"
    file.unlink()
    assert not is_changed(file, before, 100), "nothing is there that could be lost"


def test_what_cannot_be_read_has_no_state(tmp_path: Path) -> None:
    assert file_state(tmp_path / "none", 100) is None
    assert file_state(tmp_path, 100) is None
    assert file_state(Path("a\0b"), 100) is None
