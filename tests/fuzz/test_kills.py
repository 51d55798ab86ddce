from __future__ import annotations

import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.model.kept.folder import Fen, KeptFolder, Session
from pawnviz.model.preferences import Settings
from tests.fuzz import kills, state
from tests.fuzz.kills import FEN, Window, Work

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts by fork")


def window(name: str, saved: Work, begun: Work, *, is_first: bool) -> Window:
    one = object.__new__(Window)
    one.name, one.is_first, one.saved, one.begun = name, is_first, saved, begun
    return one


def test_what_is_lost_or_left_over_after_a_kill_is_found(qapp: object, tmp_path: Path) -> None:
    kept = KeptFolder(tmp_path)
    layers = tuple(UserLayer(name, name, "own") for name in ("aw_0_1", "bw_1_1"))
    kept.layers.keep(layers)
    kept.session.keep(Session(fen=Fen(FEN.format(number=7))))
    kept.settings.keep(Settings(flipped=True, show_coordinates=False))
    killed = window("aw_0", Work(["aw_0_1"], 6, True), Work(["aw_0_2"], 7, False), is_first=True)
    other = window("bw_1", Work(["bw_1_1"], 5, False), Work([], 0, True), is_first=False)

    def faults() -> list[str]:
        return list(kills._faults(tmp_path, killed, other))

    assert faults() == []
    (tmp_path / ".layers.json.5.part").touch()
    assert faults() == ["there is .layers.json.5.part"]
    (tmp_path / ".layers.json.5.part").unlink()
    kept.layers.keep(layers[:1])
    assert faults() == ["of bw_1 there are the layers [], not ['bw_1_1']"]
    kept.layers.keep(layers)
    kept.session.keep(Session(fen=Fen(FEN.format(number=4))))
    kept.settings.keep(Settings(flipped=True, show_coordinates=True))
    assert faults() == ["the setting of bw_1 is True", "the position is number 4"]
    (tmp_path / "settings.json").write_text("{")
    assert any("is not read" in fault for fault in faults())


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
