from __future__ import annotations

import base64
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, QTimer, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.structures.table import set_user_structures
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.kept.folder import START_NAME
from pawnviz.model.kept.session import FIRST_FEN
from pawnviz.view.app import ErrorReport, Process, Program, StartInterrupt
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.main_window import MainWindow
from tests.view.hands import RIGHT, painted
from tests.view.inspector.desk import seen_texts
from tests.view.program import RunningProgram

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
ROOT = Path(__file__).parents[2]
OpenProgram = Callable[..., RunningProgram]


# Starting


def test_a_fen_given_at_the_start_is_set_up_and_undo_brings_back_the_last_time(open_program: OpenProgram) -> None:
    program = open_program(SEED)
    assert program.position_fen() == SEED
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == FIRST_FEN


def test_a_file_given_at_the_start_is_opened(open_program: OpenProgram, tmp_path: Path) -> None:
    path = tmp_path / "seed.epd"
    path.write_text("8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - id 1;\n")
    program = open_program(str(path))
    assert program.position_fen() == SEED
    assert program.window.windowTitle().startswith("seed.epd")


def test_a_missing_file_given_at_the_start_is_named(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program(str(tmp_path / "gone.fen"))
    assert program.notice() == f"There is no file “gone.fen” in “{tmp_path}”."
    assert program.position_fen() == FIRST_FEN


def test_the_window_is_seen_before_its_panels_are_made_and_then_they_are(open_program: OpenProgram) -> None:
    program = open_program()
    assert program.window.docks.editor_dock.widget() is program.window.docks.panels.editor
    assert program.window.docks.layers_dock.widget() is program.window.docks.panels.layer_panel
    assert program.window.docks.inspector_dock.widget() is program.window.docks.panels.inspector


# Coming back


def test_everything_is_as_it_was_at_the_next_start(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    style = Style(hatch("waves"), "#123456", "", 0.6)
    program.document.set_fen(SEED)
    program.document.free.save_file(str(tmp_path / "mine.fen"))
    program.document.remove(parse_square("a6"))
    program.layers.apply_preset(["stops", "attacks"])
    program.layers.set_shown("front_spans", True, False)
    program.layers.set_style("stops", style)
    program.layers.move("stops", -1)
    order = tuple(program.layers.all)
    for name in ("flip", "show_coordinates", "show_captures", "show_own_pawn", "show_legend", "theme_dark"):
        program.action(name).trigger()
    program.board.preferences.tool.value = "n"
    program.board.state.show_cursor(parse_square("g7"))
    program.window.docks.inspector_dock.close()
    picture = program.board.pictures.picture

    program = open_program()
    assert program.position_fen() == "8/1p3pp1/2p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
    assert program.window.windowTitle().startswith("mine.fen")
    assert program.window.isWindowModified()
    assert not program.action("undo").isEnabled()
    assert program.board.pictures.picture == picture
    assert program.layers.style_of("stops") == style
    assert tuple(program.layers.all) == order
    assert program.board.board_geometry.flipped
    assert not program.board.board_geometry.coordinates
    assert program.board.preferences.show_captures.value
    assert program.board.preferences.show_own_pawn.value
    assert not program.window.legend.isVisible()
    assert program.window.preferences.theme.value == "dark"
    assert program.board.state.tool == "n"
    assert program.board.state.cursor == parse_square("g7")
    assert not program.window.docks.inspector_dock.isVisible()
    assert program.window.docks.layers_dock.isVisible()
    assert program.notice() == ""
    program.action("theme_light").trigger()


def test_a_floating_dock_floats_at_the_next_start_and_others_stay_in_place(open_program: OpenProgram) -> None:
    program = open_program()
    program.window.docks.layers_dock.setFloating(True)
    QApplication.processEvents()
    program.close()
    program.inner.autosave.flush()
    program = open_program()
    assert program.window.docks.layers_dock.isFloating()
    assert program.window.docks.layers_dock.isVisible()
    assert program.window.docks.inspector_dock.isVisible()
    assert not program.window.docks.inspector_dock.isFloating()


def test_the_size_of_the_window_comes_back(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    program.window.resize(790, 580)
    QApplication.processEvents()
    program.close()
    kept = json.loads((tmp_path / "settings.json").read_text())
    assert kept["geometry"]
    program.end()
    window = open_program().inner.window
    assert window.saveGeometry()


def test_an_edit_is_written_within_a_few_seconds(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    program.press_keys("Ctrl+Delete")
    session = tmp_path / "session.json"
    end = time.monotonic() + 3
    while time.monotonic() < end:
        QApplication.processEvents()
        if session.exists() and json.loads(session.read_text())["fen"] == program.position_fen():
            return
        time.sleep(0.02)
    pytest.fail("The edit was not written within three seconds")


# Files that cannot be used


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "null", '{"pawnviz": "else"}', "\0\0\0", "x" * 5_000_000], ids=lambda text: text[:9]
)
@pytest.mark.parametrize("name", ["settings.json", "session.json"])
def test_a_file_that_cannot_be_used_is_set_aside_with_one_notice(
    open_program: OpenProgram, tmp_path: Path, name: str, content: str
) -> None:
    (tmp_path / name).write_text(content)
    program = open_program()
    assert program.notice().endswith(f"It is kept as “{name}.bad-1”.")
    assert (tmp_path / f"{name}.bad-1").read_text() == content
    assert program.notice().count("\n") == 0
    assert program.position_fen() == FIRST_FEN


def test_structures_of_the_users_own_are_named_in_the_inspector_and_wrong_ones_in_the_notice(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    text = (
        '[[structure]]\ntitle = "Lone rook pawn"\npattern = "W a2 -b -c -d"\nwhite_plans = "Runs with a2-a4."\n'
        '[[structure]]\ntitle = "Wrong"\npattern = "W a9"\n'
    )
    (tmp_path / "structures.toml").write_text(text)
    program = open_program("8/8/8/7p/8/8/P7/8")
    assert program.notice() == (
        f"In your structures, “{tmp_path / 'structures.toml'}”, entry 2 “Wrong”, column 3 of pattern: 'a9' is no word "
        "of a pattern; expected one such as d4, e2/e3, -c or c+c. What is wrong is left out until it is mended there."
    )
    titles = seen_texts(program.window)
    sentences = [text for found in program.window.findChildren(SentenceList) for text in found.texts]
    set_user_structures(tuple)
    assert "Lone rook pawn of White" in titles
    assert "White's plans: Runs with a2-a4." in sentences
    assert not any("Black's plans" in sentence for sentence in sentences)
    assert (tmp_path / "structures.toml").read_text() == text


def test_shown_layers_that_are_not_there_are_said_in_a_line_and_stay_in_a_copy(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    shown = {f"gone_{number}": "both" for number in range(60)}
    kept = {"pawnviz": "settings", "version": 1, "layers": {"shown": shown}}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert program.notice() == (
        "Some kept layers could not be used: Shown layers: there is no layer “gone_0”; Shown layers: there is no layer "
        "“gone_1”; Shown layers: there is no layer “gone_2”; and 57 more. “settings.json” as it was is kept as "
        "“settings.json.bad-1”."
    )
    program.window.preferences.flipped.value = True
    program.inner.autosave.flush()
    assert json.loads((tmp_path / "settings.json.bad-1").read_text()) == kept
    assert open_program().notice() == ""


def test_a_layout_without_a_checksum_is_left_out_and_said(open_program: OpenProgram, tmp_path: Path) -> None:
    kept = {"pawnviz": "settings", "version": 1, "docks": "AAAAZGVhZGJlZWY="}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert program.window.docks.layers_dock.isVisible()
    assert "docks must be bytes in base 64 with their checksum" in program.notice()


def test_a_geometry_and_docks_that_do_not_fit_are_left_out(open_program: OpenProgram, tmp_path: Path) -> None:
    rubbish: object = {"base64": "AAAAZGVhZGJlZWY=", "crc32": zlib.crc32(b"\0\0\0deadbeef")}
    kept = {"pawnviz": "settings", "version": 1, "geometry": rubbish, "docks": rubbish}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert program.window.docks.layers_dock.isVisible()
    assert program.notice() == ""


def test_layers_that_are_no_more_are_named(open_program: OpenProgram, tmp_path: Path) -> None:
    kept = {"pawnviz": "settings", "version": 1, "layers": {"shown": {"gone": "both", "stops": "white"}}}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert "there is no layer “gone”" in program.notice()
    assert [entry.layer.identifier for entry in program.layers.shown()] == ["stops"]


def test_a_layout_whose_bytes_have_changed_is_left_out(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    program.end()
    path = tmp_path / "settings.json"
    kept = json.loads(path.read_text())
    state = bytearray(base64.b64decode(kept["docks"]["base64"]))
    state[13] ^= 1
    kept["docks"]["base64"] = base64.b64encode(state).decode()
    path.write_text(json.dumps(kept))
    again = open_program()
    assert "docks must be bytes in base 64 with their checksum" in again.notice()
    assert again.window.docks.layers_dock.isVisible()
    assert json.loads((tmp_path / "settings.json.bad-1").read_text()) == kept


def end_start_early(folder: Path) -> None:
    """Begin a start in a process that ends at once."""
    script = f"""
import os
from pathlib import Path
from pawnviz.model.kept.folder import KeptFolder
kept = KeptFolder(Path({str(folder)!r}))
kept.begin_start()
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, timeout=60, check=False)


def test_a_start_after_one_that_ended_early_leaves_out_layers_panels_and_file(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / "some.fen"
    path.write_text(f"{SEED}\n")
    first = open_program(str(path))
    first.window.docks.layers_dock.hide()
    first.layers.set_style("stops", Style(hatch("waves")))
    first.press_keys("Ctrl+Delete")
    fen = first.position_fen()
    first.inner.autosave.flush()
    first.end()
    before = {name: (tmp_path / name).read_bytes() for name in ("settings.json", "session.json")}
    end_start_early(tmp_path)
    program = open_program()
    for words in ("did not get through", "the shown layers, the layout of the window and the file “", *before):
        assert words in program.notice()
    assert {name: (tmp_path / f"{name}.bad-1").read_bytes() for name in before} == before
    assert program.layers.shown() == () and program.document.free.path == ""
    assert program.window.docks.layers_dock.isVisible()
    assert program.position_fen() == fen and program.layers.style_of("stops").mark.shape == "waves"
    program.layers.set_shown("stops", True, True)
    program.end()
    last = open_program()
    assert last.notice() == "" and [entry.layer.identifier for entry in last.layers.shown()] == ["stops"]
    assert sorted(other.name for other in tmp_path.glob("*.bad-*")) == ["session.json.bad-1", "settings.json.bad-1"]


def test_a_start_that_ends_while_panels_are_loaded_has_not_got_through(
    open_program: OpenProgram, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks: list[bool] = []
    complete = MainWindow.complete

    def complete_and_look(window: MainWindow) -> None:
        marks.append((tmp_path / START_NAME).exists())
        complete(window)

    monkeypatch.setattr(MainWindow, "complete", complete_and_look)
    open_program()
    qtbot.waitUntil(lambda: not (tmp_path / START_NAME).exists())
    assert marks == [True]


def test_the_first_start_after_an_early_end_says_nothing_where_nothing_is_left_out(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    end_start_early(tmp_path)
    assert open_program().notice() == ""


def test_two_windows_at_once_keep_the_layers_of_both(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    other = Program(None, tmp_path)
    other.layers.user_layers.set_kept(UserLayers((UserLayer("theirs", "Theirs", "enemy"),)))
    other.autosave.flush()
    program.layers.user_layers.set_kept(UserLayers((UserLayer("mine", "Mine", "own"),)))
    program.inner.autosave.flush()
    assert [entry.identifier for entry in program.layers.user_layers.kept.entries] == ["mine", "theirs"]
    other.autosave.flush()
    other.window.deleteLater()
    other.deleteLater()
    program.end()
    assert [entry.identifier for entry in open_program().layers.user_layers.kept.entries] == ["mine", "theirs"]


def test_one_file_that_cannot_be_written_keeps_no_other_from_it(open_program: OpenProgram, tmp_path: Path) -> None:
    (tmp_path / "settings.json").symlink_to(tmp_path / "no folder" / "settings.json")
    program = open_program()
    program.press_keys("Ctrl+Delete")
    program.layers.user_layers.set_kept(UserLayers((UserLayer("mine", "Mine", "own"),)))
    program.inner.autosave.flush()
    assert program.notice().startswith("The settings cannot be kept: ")
    assert json.loads((tmp_path / "session.json").read_text())["fen"] == program.position_fen()
    assert "mine" in (tmp_path / "layers.json").read_text()


def test_a_folder_that_cannot_be_written_is_reported_once(
    open_program: OpenProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = open_program()
    monkeypatch.setattr(os, "access", lambda *_: False)
    for _ in range(3):
        program.press_keys("M")
        program.inner.autosave.flush()
    assert f"position cannot be kept: The folder “{tmp_path}” may not be written to" in program.notice().replace(
        "position and the settings", "position"
    )
    assert program.notice().count("cannot be kept") == 1
    assert program.document.undo_stack.count() == 3


# Faults


class Fault(QObject):
    """A slot that is at fault."""

    @Slot()
    def fail(self) -> None:
        raise ZeroDivisionError("one divided by <none>")


@pytest.fixture
def reported(program: RunningProgram) -> Iterator[RunningProgram]:
    """Return the program with faults reported as while it runs."""
    before = sys.excepthook
    sys.excepthook = ErrorReport(program.window)
    yield program
    sys.excepthook = before


def test_a_fault_in_a_slot_is_reported_and_the_program_goes_on(
    reported: RunningProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = Fault()
    action = reported.action("copy_fen")
    action.triggered.connect(fault.fail)
    reported.press_keys("Ctrl+Shift+C")
    assert reported.notice() == (
        "Something went wrong: one divided by <none>. The position is kept; details are on standard error."
    )
    assert "ZeroDivisionError" in capsys.readouterr().err
    reported.press_keys("M")
    assert reported.document.undo_stack.canUndo()
    for _ in range(50):
        reported.press_keys("Ctrl+Shift+C")
    assert reported.notice().count("Something went wrong") == 1


def test_a_fault_after_the_window_is_gone_is_only_printed(
    open_program: OpenProgram, capsys: pytest.CaptureFixture[str]
) -> None:
    program = open_program()
    report = ErrorReport(program.window)
    program.end()
    assert not isValid(program.window)
    report(ValueError, ValueError("too late"), None)
    assert "too late" in capsys.readouterr().err


# The process


def test_ctrl_c_in_the_terminal_closes_the_window_and_is_given_back(program: RunningProgram) -> None:
    before = signal.getsignal(signal.SIGINT)
    process = Process(program.window)
    process.settle()
    os.kill(os.getpid(), signal.SIGINT)
    QApplication.processEvents()
    assert not program.window.isVisible()
    process.end()
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_before_the_first_picture_closes_the_window_once_it_stands(program: RunningProgram) -> None:
    before = signal.getsignal(signal.SIGINT)
    interrupt = StartInterrupt()
    os.kill(os.getpid(), signal.SIGINT)
    assert interrupt.has_come
    interrupt.window = program.window
    interrupt.settle()
    QTest.qWait(20)
    assert not program.window.isVisible()
    interrupt.end()
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
    window.menus.actions_by_name["clear_board"].trigger()
    print("edited", flush=True)

application = app.make_application()
QTimer.singleShot(400, edit)
app.run()
"""


def test_a_killed_program_comes_back_with_the_last_edit(tmp_path: Path) -> None:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", EDIT], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "edited\n"
        session = tmp_path / "pawnviz" / "session.json"
        end = time.monotonic() + 5
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


def test_a_run_ends_with_success_and_says_nothing(tmp_path: Path) -> None:
    done = run(QUIT, tmp_path)
    errors = [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]
    assert (done.returncode, done.stdout, errors) == (0, "", [])
    assert json.loads((tmp_path / "pawnviz" / "session.json").read_text())["fen"] == "8/8/8/8/8/8/8/4K3 w - - 0 1"


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


@pytest.mark.parametrize("scale", ["1.25", "1.5", "2", "3"])
def test_squares_are_whole_device_pixels_at_each_scale_factor(tmp_path: Path, scale: str) -> None:
    done = run(SQUARES, tmp_path, scale=scale)
    assert done.returncode == 0, done.stderr
    factor, size = done.stdout.split()
    assert float(factor) == float(scale)
    assert int(size) >= 48 * float(scale)


# What is drawn by hand is not kept


def test_drawings_are_gone_at_the_next_start(open_program: OpenProgram) -> None:
    program = open_program()
    before = painted(program.board)
    program.hand.drag(program.at(12), program.at(28), button=RIGHT)
    program = open_program()
    program.hand.move(QPoint(1, 1))
    assert painted(program.board) == before


def test_every_layer_can_be_shown_kept_and_brought_back(open_program: OpenProgram) -> None:
    program = open_program()
    program.layers.apply_preset(list(LAYERS))
    picture = program.board.pictures.picture
    painted(program.board)
    program = open_program()
    assert len(program.layers.shown()) == len(LAYERS)
    assert program.board.pictures.picture == picture
    assert program.notice() == ""


def test_a_timer_of_the_program_does_not_outlive_it(open_program: OpenProgram, qapp: QApplication) -> None:
    program = open_program()
    program.press_keys("M")
    timers = program.inner.findChildren(QTimer)
    assert timers
    program.end()
    assert not any(isValid(timer) for timer in timers)
    assert not any(isinstance(widget, MainWindow) for widget in qapp.topLevelWidgets())


@pytest.mark.skipif(sys.platform != "linux", reason="Only the C library of Linux gives each thread a heap")
def test_a_thread_that_solves_an_ending_leaves_no_heap_of_its_own_behind(tmp_path: Path) -> None:
    script = (
        "import ctypes\n"
        "from PySide6.QtCore import QTimer\n"
        "from pawnviz.model.document import Document\n"
        "from pawnviz.model.ending import PawnEnding\n"
        "from pawnviz.view.app import make_application\n"
        "application = make_application()\n"
        "document = Document()\n"
        "document.set_fen('8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1')\n"
        "ending = PawnEnding(document)\n"
        "ending.solve()\n"
        "QTimer.singleShot(500, application.quit)\n"
        "application.exec()\n"
        "library = ctypes.CDLL(None)\n"
        "library.fopen.restype = ctypes.c_void_p\n"
        f"file = ctypes.c_void_p(library.fopen({os.fsencode(tmp_path / 'heaps')!r}, b'w'))\n"
        "library.malloc_info(0, file)\n"
        "library.fclose(file)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    if "malloc_info" in done.stderr:
        pytest.skip("another C library than glibc")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "heaps").read_text().count("<heap nr=") == 1


@pytest.mark.skipif(not (sys.platform == "linux" and hasattr(ctypes.CDLL(None), "mallinfo2")), reason="needs glibc")
def test_large_pictures_are_kept_apart_from_small_blocks() -> None:
    script = (
        "import ctypes\n"
        "from PySide6.QtGui import QImage\n"
        "from pawnviz.view.app import make_application\n"
        "class Usage(ctypes.Structure):\n"
        "    _fields_ = [(name, ctypes.c_size_t) for name in 'abcdefghij']\n"
        "library = ctypes.CDLL(None)\n"
        "library.mallinfo2.restype = Usage\n"
        "application = make_application()\n"
        "before = library.mallinfo2().e\n"  # The bytes of blocks that are kept apart.
        "for _ in range(2):\n"  # Unless told otherwise, glibc keeps the second one no more apart.
        "    image = QImage(512, 512, QImage.Format.Format_RGB32)\n"
        "    print(library.mallinfo2().e - before >= image.sizeInBytes())\n"
        "    del image\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["True", "True"], done.stderr
