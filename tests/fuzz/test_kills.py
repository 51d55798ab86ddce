from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.model.kept.folder import KeptFolder
from pawnviz.model.kept.session import Fen, Session
from pawnviz.model.preferences.preferences import Settings
from tests.fuzz import kills
from tests.fuzz.kills import FEN, Window, Work

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts by fork")


def test_windows_that_are_killed_lose_nothing() -> None:
    words = [sys.executable, "-m", "tests.fuzz", "kills", "--count", "3", "--seed", "1"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills, " in done.stdout


def window(name: str, saved: Work, begun: Work, *, is_first: bool) -> Window:
    """Return what is known of a window, without a process."""
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
