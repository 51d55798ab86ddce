"""How long the program takes from the start of its process to the first painted window, and how much memory it holds.

Both are compared with an empty PySide6 window, process by process in turn, so that a change of the machine's speed
meets both. Byte code is cached, as in a program that is installed: each child writes and reads it in a folder of the
benchmark's own, whatever ``PYTHONDONTWRITEBYTECODE`` says here.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from tests.benchmarks import Row

ROUNDS: Final = 9

_MEMORY: Final = """
def memory():
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
"""

_EMPTY: Final = (
    """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
class Window(QMainWindow):
    painted = False
    def paintEvent(self, event):
        super().paintEvent(event)
        if not self.painted:
            self.painted = True
            print("painted", flush=True)
            QTimer.singleShot(1500, finish)
def finish():
    print(memory(), flush=True)
    application.quit()
"""
    + _MEMORY
    + """
application = QApplication(["empty"])
window = Window()
window.resize(1180, 800)
window.show()
application.exec()
"""
)

_PROGRAM: Final = (
    """
import sys
import pawnviz.__main__ as program
prepare_start = program.prepare_start
def prepare_and_watch():
    prepare_start()
    import pawnviz.view.board.board as board
    from PySide6.QtCore import QTimer
    paint = board.BoardView.paintEvent
    def paint_and_tell(self, event):
        paint(self, event)
        if board.BoardView.paintEvent is paint_and_tell:
            board.BoardView.paintEvent = paint
            print("painted", flush=True)
            QTimer.singleShot(1500, finish)
    board.BoardView.paintEvent = paint_and_tell
def finish():
    from PySide6.QtWidgets import QApplication
    print(memory(), flush=True)
    QApplication.instance().quit()
"""
    + _MEMORY
    + """
program.prepare_start = prepare_and_watch
sys.exit(program.main([]))
"""
)


def start() -> list[Row]:
    """Return the ratios of start-up time and of resident memory, medians over pairs of processes."""
    if not Path("/proc/self/status").exists():
        return [Row("start: pawnviz / empty window", None, "ratio", 1.5, "needs /proc")]
    empty_times, program_times, empty_sizes, program_sizes = [], [], [], []
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(ROUNDS + 1):
            empty_time, empty_size = _run(_EMPTY, folder)
            program_time, program_size = _run(_PROGRAM, folder)
            if round_number:
                empty_times.append(empty_time)
                program_times.append(program_time)
                empty_sizes.append(empty_size)
                program_sizes.append(program_size)
    time_ratio = median(ours / empty for ours, empty in zip(program_times, empty_times, strict=True))
    time_note = f"{median(program_times):.2f} s, empty {median(empty_times):.2f} s, byte code cached"
    size_note = f"{median(program_sizes) / 1024:.0f} MiB, empty {median(empty_sizes) / 1024:.0f} MiB"
    return [
        Row("start: pawnviz / empty window", time_ratio, "ratio", 1.5, time_note),
        Row("memory: pawnviz / empty window", median(program_sizes) / median(empty_sizes), "ratio", 1.6, size_note),
    ]


def _run(code: str, folder: str) -> tuple[float, int]:
    """Return the seconds until a child process has painted, and its resident memory in KiB when it has settled."""
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    environment |= dict.fromkeys(("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"), folder)
    # The modules are compiled once, in the warm-up.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = folder
    begin = perf_counter()
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        first = child.stdout.readline()
        elapsed = perf_counter() - begin
        size = child.stdout.readline()
        errors = child.stderr.read()
        child.wait()
    if first.strip() != "painted" or not size:
        raise RuntimeError(f"the window did not open: {errors[-500:]}")
    return elapsed, int(size)
