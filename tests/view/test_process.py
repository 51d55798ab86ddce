"""The program as a process: reports of faults, interrupts, its end, whole pixels, and memory."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid

from pawnviz import __version__
from pawnviz.folders import settings_folder, socket_name, state_folder
from pawnviz.log import LogFile
from pawnviz.view.app import ErrorReport, Process, Requests
from pawnviz.view.windows.help_page import help_articles
from tests.view.parameters import slow
from tests.view.program import OpenProgram, RunningProgram

ROOT = Path(__file__).parents[2]


class Fault(QObject):
    """A slot that is at fault."""

    @Slot()
    def fail(self) -> None:
        raise ZeroDivisionError("one divided by <none>")


@pytest.fixture
def log() -> Iterator[LogFile]:
    log = LogFile()
    yield log
    log.close()


@pytest.fixture
def reported(program: RunningProgram, log: LogFile) -> Iterator[RunningProgram]:
    """Return the program with faults reported as while it runs."""
    before = sys.excepthook
    sys.excepthook = ErrorReport(log, program.window)
    yield program
    sys.excepthook = before


@pytest.mark.slow
def test_a_fault_in_a_slot_is_reported_and_the_program_goes_on(
    reported: RunningProgram, log: LogFile, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = Fault()
    action = reported.action("copy_fen")
    action.triggered.connect(fault.fail)
    reported.press_keys("Ctrl+Shift+C")
    assert reported.notice() == (
        f"Something went wrong: one divided by <none>. The position is kept; details are in {log.path}."
    )
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert f"builtins.ZeroDivisionError at {__name__}:" in log.path.read_text()
    reported.press_keys("Ctrl+Shift+M")
    assert reported.document.undo_stack.canUndo()
    for _ in range(50):
        reported.press_keys("Ctrl+Shift+C")
    assert reported.notice().count("Something went wrong") == 1


@pytest.mark.slow
def test_a_fault_after_the_window_is_gone_is_only_printed(
    open_program: OpenProgram, log: LogFile, capsys: pytest.CaptureFixture[str]
) -> None:
    program = open_program()
    report = ErrorReport(log, program.window)
    program.end()
    assert not isValid(program.window)
    report(ValueError, ValueError("too late"), None)
    assert "too late" in capsys.readouterr().err


@pytest.mark.slow
def test_a_fault_without_a_log_is_said_to_be_on_standard_error(open_program: OpenProgram) -> None:
    state_folder().write_text("no folder")
    program = open_program()
    ErrorReport(LogFile(), program.window)(ValueError, ValueError("wrong"), None)
    assert program.notice().endswith("details are on standard error.")


@pytest.mark.slow
def test_about_names_the_log(program: RunningProgram) -> None:
    help_articles.cache_clear()  # Another test has a log of its own.
    program.action("about").trigger()
    text = program.pages.help.page.toPlainText()
    assert f"Log: {state_folder() / 'pawnviz.log'}, level INFO" in text


@pytest.mark.slow
def test_ctrl_c_in_the_terminal_closes_the_window_and_is_given_back(program: RunningProgram, log: LogFile) -> None:
    before = signal.getsignal(signal.SIGINT)
    for is_early in (False, True):
        program.window.show()
        process = Process(log)
        if is_early:
            os.kill(os.getpid(), signal.SIGINT)
        process.window = program.window
        process.settle()
        if not is_early:
            os.kill(os.getpid(), signal.SIGINT)
        program.qtbot.waitUntil(lambda: not program.window.isVisible())
        assert process.was_interrupted is is_early
        process.end()
        assert signal.getsignal(signal.SIGINT) is before


def run(code: str, folder: Path, *, scale: str = "1", timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run Python code in a process of its own that keeps its settings in a folder."""
    environment = os.environ | {
        "QT_QPA_PLATFORM": "offscreen",
        "QT_SCALE_FACTOR": scale,
        "XDG_CONFIG_HOME": str(folder),
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, text=True, timeout=timeout
    )


EDIT = """
from PySide6.QtCore import QTimer
from pawnviz.view import app

def edit():
    window = next(widget for widget in application.topLevelWidgets() if isinstance(widget, app.MainWindow))
    if not hasattr(window, "menus"):
        QTimer.singleShot(50, edit)
        return
    window.menus.actions_by_name["clear_board"].trigger()
    print("edited", flush=True)

application = app.make_application()
QTimer.singleShot(400, edit)
app.run()
"""

FAULT = """
import sys, threading
from PySide6.QtCore import QTimer
from pawnviz.view import app

def act():
    window = next(widget for widget in application.topLevelWidgets() if isinstance(widget, app.MainWindow))
    if not hasattr(window, "menus"):
        QTimer.singleShot(50, act)
        return
    window.menus.actions_by_name["clear_board"].trigger()
    threading.Thread(target=[][7:].remove, args=("Tal",)).start()
    QTimer.singleShot(0, window.close)
    raise KeyError("Tal")

application = app.make_application()
QTimer.singleShot(400, act)
sys.exit(app.run())
"""


@pytest.mark.slow
def test_the_log_of_a_run_holds_its_start_its_commands_its_faults_and_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWNVIZ_LOG", "debug")
    done = run(FAULT, tmp_path)
    assert (done.returncode, done.stderr.count("Traceback")) == (0, 2)
    text = (state_folder() / "pawnviz.log").read_text()
    entries = [line.split(" ", 3)[3] for line in text.splitlines()]
    assert entries[0].startswith(f"INFO The window of pawnviz {__version__} stands: Python ")
    assert "DEBUG Command clear_board" in entries
    assert [entry.partition(" at ")[0] for entry in entries if entry.startswith("ERROR")] == [
        "ERROR builtins.ValueError",
        "ERROR builtins.KeyError",
    ]
    assert entries[-1] == "INFO The window is closed"
    assert "Tal" not in text


@pytest.mark.slow
def test_a_killed_program_comes_back_with_the_last_edit(tmp_path: Path) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", EDIT], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "edited\n"
        session = tmp_path / "pawnviz" / "session.json"
        end = time.monotonic() + 60
        while time.monotonic() < end and not (session.exists() and "8/8/8/8/8/8/8/8" in session.read_text()):
            time.sleep(0.02)
        process.kill()
    assert process.returncode == -signal.SIGKILL
    assert json.loads(session.read_text())["fen"] == "8/8/8/8/8/8/8/8 w - - 0 1"


QUIT = """
from PySide6.QtCore import QTimer
from pawnviz.view import app

application = app.make_application()
QTimer.singleShot(400, application.closeAllWindows)
raise SystemExit(app.run("8/8/8/8/8/8/8/4K3"))
"""


FAULTY_START = """
from pawnviz.view import app
app.MainWindow = None
app.run()
"""


@pytest.mark.slow
def test_a_start_that_fails_is_in_the_log(tmp_path: Path) -> None:
    assert run(FAULTY_START, tmp_path).returncode == 1
    assert "ERROR builtins.TypeError at pawnviz.view.app:" in (state_folder() / "pawnviz.log").read_text()


@pytest.mark.parametrize("has_log", [True, *slow(False)])
def test_a_run_ends_with_success_and_says_nothing(has_log: bool, tmp_path: Path) -> None:
    if not has_log:
        state_folder().write_text("no folder")
    done = run(QUIT, tmp_path)
    errors = [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]
    assert (done.returncode, done.stdout, errors) == (0, "", [])
    assert json.loads((tmp_path / "pawnviz" / "session.json").read_text())["fen"] == "8/8/8/8/8/8/8/4K3 w - - 0 1"


# A second start


SECOND = """
import sys
import pawnviz.__main__ as program

program._open_window = lambda what: 7
program._WAIT = int(sys.argv[1])
sys.exit(program.main(sys.argv[2:]))
"""
OWN_WINDOW = 7
BARE = "8/8/8/8/8/8/8/8"


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, without events of Qt."""
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_second_start_opens_its_file_in_the_running_program_and_another_home_does_not(tmp_path: Path) -> None:
    session = settings_folder() / "session.json"
    (tmp_path / "ending.fen").write_text("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1\n")
    with subprocess.Popen((sys.executable, "-m", "pawnviz"), cwd=ROOT) as first:
        wait_for(lambda: os.path.lexists(socket_name()))
        assert Path(socket_name()).stat().st_mode & 0o077 == 0
        words = (sys.executable, "-c", SECOND, "20000", "ending.fen")
        assert subprocess.run(words, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)}).returncode == 0
        wait_for(lambda: session.exists() and "8/8/8/4k3/8/4P3/8/4K3" in session.read_text())
        with pytest.MonkeyPatch.context() as other:
            other.setenv("XDG_CONFIG_HOME", str(tmp_path))
            assert not os.path.lexists(socket_name())
        first.send_signal(signal.SIGINT)
    assert first.returncode == 0
    assert not os.path.lexists(socket_name())


def ask(program: RunningProgram, *words: str, wait: int = 20_000) -> int:
    """Start the program beside this one's window and return its exit status, ``OWN_WINDOW`` if it opened another."""
    with subprocess.Popen((sys.executable, "-c", SECOND, str(wait), *words), cwd=ROOT) as second:
        program.qtbot.waitUntil(lambda: second.poll() is not None)
    return second.returncode


def test_a_second_start_opens_its_own_window_while_a_dialog_waits_or_if_it_is_asked_to(program: RunningProgram) -> None:
    Requests(program.inner).listen()
    program.window.showMinimized()
    fen = "8/8/8/4k3/8/4P3/8/4K3 w - - 0 1"
    assert ask(program, fen) == 0
    assert program.position_fen() == fen
    assert not program.window.isMinimized()
    dialog = QDialog(program.window)
    dialog.open()
    assert ask(program, BARE) == OWN_WINDOW
    dialog.close()
    assert ask(program, "--new-window", BARE) == OWN_WINDOW
    assert program.position_fen() == fen


@pytest.mark.slow
def test_a_program_that_hangs_or_was_killed_holds_up_no_start_and_its_socket_is_taken_over(
    program: RunningProgram,
) -> None:
    with socket.socket(socket.AF_UNIX) as hung:
        hung.bind(socket_name())
        hung.listen()
        assert ask(program, BARE, wait=150) == OWN_WINDOW
        accepted, _ = hung.accept()
        with accepted:
            assert accepted.recv(100) == b""
        Requests(program.inner).listen()
    assert ask(program, BARE) == OWN_WINDOW
    Requests(program.inner).listen()
    assert ask(program, BARE) == 0
    assert program.position_fen() == f"{BARE} w - - 0 1"


SQUARES = """
from PySide6.QtGui import QColor
from pawnviz.view.app import Program, make_application
from pawnviz.view.widgets.theme import theme_of

application = make_application()
program = Program("8/8/8/8/8/8/8/8")
window, board = program.window, program.window.board
program.layers.clear()
window.preferences.theme.value = "light"
window.resize(1024, 700)
program.show()
for _ in range(20):
    application.processEvents()
scale = board.devicePixelRatioF()
geometry = board.board_geometry
image = window.grab().toImage()
assert image.devicePixelRatio() == scale, (image.devicePixelRatio(), scale)
theme = theme_of(board)
colors = {QColor(theme.light_square).rgb(), QColor(theme.dark_square).rgb()}
corner = board.mapTo(window, board.rect().topLeft())
left = round(corner.x() * scale) + geometry.board_rect.left()
top = round(corner.y() * scale) + geometry.board_rect.top()
size = geometry.square_size
for square in range(64):
    rect = geometry.square_rect(square)
    x, y = left + rect.left() - geometry.board_rect.left(), top + rect.top() - geometry.board_rect.top()
    light = (square % 8 + square // 8) % 2 == 1
    expected = QColor(theme.light_square if light else theme.dark_square).rgb()
    for a, b in ((0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1), (size // 2, size // 2)):
        assert image.pixel(x + a, y + b) == expected, (square, a, b, hex(image.pixel(x + a, y + b)))
    assert board.square_at(board.square_center(square).toPointF()) == square
row = {image.pixel(left + x, top + size // 2) for x in range(8 * size)}
assert row == colors, row
assert window.size().width() == 1024 and window.size().height() == 700, window.size()
print(scale, size)
"""


@pytest.mark.slow
@pytest.mark.parametrize("scale", ["1.25", "1.5", "2", "3"])
def test_squares_are_whole_device_pixels_at_each_scale_factor(tmp_path: Path, scale: str) -> None:
    done = run(SQUARES, tmp_path, scale=scale)
    assert done.returncode == 0, done.stderr
    factor, size = done.stdout.split()
    assert float(factor) == float(scale)
    assert int(size) >= 48 * float(scale)
