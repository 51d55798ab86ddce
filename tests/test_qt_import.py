"""Qt is imported as Python imports it, and without PySide6's own import after it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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


def test_modules_after_qt_are_not_read_for_optional_names() -> None:
    done = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
