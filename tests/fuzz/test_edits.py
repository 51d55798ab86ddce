from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="starts by fork")


def test_edits_of_windows_that_are_killed_are_offered_again() -> None:
    words = [sys.executable, "-m", "tests.fuzz", "edits", "--count", "2", "--seed", "1"]
    done = subprocess.run(
        words, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=170, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 kills, the oldest lost edit " in done.stdout
