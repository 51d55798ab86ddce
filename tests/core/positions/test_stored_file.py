from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pawnviz.core.games.game_file import GameFile
from pawnviz.core.positions.position_file import open_stored
from tests.cli.running import PROGRAM

MADE_UP = pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="only Linux makes up such files")


def test_a_stored_file_is_read_even_if_it_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"text"):
        path.write_bytes(data)
        with open_stored(path) as file:
            assert file.read() == data
    with pytest.raises(FileNotFoundError):
        open_stored(tmp_path / "missing")


@MADE_UP
@pytest.mark.parametrize("path", ["/proc/version", "/proc/kmsg"])
def test_files_that_the_system_makes_up_are_refused_without_waiting(path: str) -> None:
    for read in (open_stored, GameFile):
        with pytest.raises(OSError, match=r"the system makes it up|Permission|not permitted"):
            read(path)


@MADE_UP
@pytest.mark.parametrize("command", ["games", "check"])
def test_no_command_waits_for_such_a_file(command: str) -> None:
    done = subprocess.run([*PROGRAM, command, "/proc/kmsg"], capture_output=True, timeout=60, check=False)
    assert done.returncode == 1 and done.stderr.startswith(b"pawnviz: /proc/kmsg: ")
