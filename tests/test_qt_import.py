"""Qt is imported as Python would import it, but quicker from the second time on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
START = """
import builtins
plain = builtins.compile
from pawnviz.qt_import import import_qt
import_qt()
assert builtins.compile is plain
assert builtins.__import__ is not builtins.__feature_import__
from PySide6.QtWidgets import QApplication
print(len(QApplication(["test", "-platform", "offscreen"]).arguments()))
"""


def start(folder: Path, **variables: str) -> None:
    """Import Qt in a process that keeps its byte code in a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPYCACHEPREFIX": str(folder), **variables}
    done = subprocess.run(
        [sys.executable, "-c", START],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def kept(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pyside6*"))


def test_byte_code_is_kept_by_the_first_start_and_used_by_the_next(tmp_path: Path) -> None:
    start(tmp_path)
    (file,) = kept(tmp_path)
    before = file.stat()
    assert before.st_size > 50_000
    start(tmp_path)
    assert kept(tmp_path) == [file]
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


@pytest.mark.parametrize("content", [b"", b"\xa7\r\r\n", b"\xa7\r\r\n\xff\xfe", b"another file"])
def test_a_file_that_is_none_is_replaced(tmp_path: Path, content: bytes) -> None:
    start(tmp_path)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(content)
    start(tmp_path)
    assert len(file.read_bytes()) == len(whole)


def test_a_file_with_a_wrong_byte_is_replaced(tmp_path: Path) -> None:
    start(tmp_path)
    (file,) = kept(tmp_path)
    whole = file.read_bytes()
    for place in (40, len(whole) // 2):
        broken = bytearray(whole)
        broken[place] ^= 0x55
        file.write_bytes(broken)
        start(tmp_path)
        assert file.read_bytes() != bytes(broken)


def test_nothing_is_kept_where_no_byte_code_is_to_be_written(tmp_path: Path) -> None:
    start(tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert kept(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    start(blocked)
    assert blocked.read_text() == "not a folder"
