from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts by fork")


def test_saves_that_are_killed_lose_nothing_and_leave_nothing_over() -> None:
    words = [sys.executable, "-m", "tests.fuzz", "saves", "--count", "3", "--seed", "1"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=110, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 kills, " in done.stdout
