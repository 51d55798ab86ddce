from __future__ import annotations

import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from tests.fuzz import state

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts by fork")


def test_starts_over_mutated_files_get_through_and_lose_nothing() -> None:
    words = [sys.executable, "-m", "tests.fuzz", "state", "--count", "3", "--seed", "1"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 starts, the slowest" in done.stdout


def digest(path: Path) -> int:
    """Return a number that another content of a file would hardly have."""
    return zlib.crc32(path.read_bytes()) if path.is_file() and not path.is_symlink() else 0


@pytest.mark.parametrize("mutate", dict.fromkeys(state.MUTATIONS))
def test_each_mutation_changes_the_folder(tmp_path: Path, mutate: object) -> None:
    assert callable(mutate)
    path = tmp_path / "settings.json"
    path.write_text('{"pawnviz": "settings", "version": 1, "theme": "dark"}')
    path.chmod(0o644)

    def seen() -> list[tuple[str, int, int]]:
        return sorted((entry.name, entry.lstat().st_mode, digest(entry)) for entry in tmp_path.iterdir())

    before = seen()
    assert mutate(path, random.Random(2))
    assert seen() != before


def test_a_file_that_a_full_disk_has_spoiled_is_found(tmp_path: Path) -> None:
    before = {"settings.json": b"{}", "layers.json": b"[1", "session.json": b"{}"}
    for name, data in before.items():
        (tmp_path / name).write_bytes(data)
    assert state._lost(tmp_path, before) == ""
    (tmp_path / "layers.json").write_bytes(b"[]")
    assert state._lost(tmp_path, before) == "of the broken layers.json there is no copy"
    (tmp_path / "layers.json.bad-1").write_bytes(b"[1")
    (tmp_path / "session.json").write_bytes(b'{"a": 1}')
    assert state._lost(tmp_path, before) == ""
    (tmp_path / "session.json").write_bytes(b'{"a": ')
    assert state._lost(tmp_path, before) == "session.json is not whole"
    (tmp_path / "session.json").unlink()
    assert state._lost(tmp_path, before) == "session.json is not whole"


def test_a_start_that_loses_a_value_is_found(tmp_path: Path) -> None:
    kept = state.Report("", state.FEN, [state.USER_LAYER], "dark", [])
    for name in state.NAMES:
        (tmp_path / name).write_text("{")
    code = (
        "import os, sys; os.environ['QT_QPA_PLATFORM'] = 'offscreen'\n"
        "from pathlib import Path\nfrom tests.fuzz import state\n"
        f"print(state._trial(Path({str(tmp_path)!r}), 'layers.json', state.Report(*{tuple(kept)!r}))[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "the position is" in done.stdout, done.stderr
