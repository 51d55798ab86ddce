"""The start of the program, its next start, and files that it cannot use."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import threading
import time
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, hatch
from pawnviz.core.structures.table import set_user_structures
from pawnviz.folders import settings_folder
from pawnviz.model.kept.folder import FIRST_FEN, START_NAME
from pawnviz.view.inspector.sentences import SentenceList
from pawnviz.view.main_window import MainWindow
from tests.view.hands import RIGHT, painted
from tests.view.inspector.desk import seen_texts
from tests.view.program import OpenProgram

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
ROOT = Path(__file__).parents[2]


def test_a_given_fen_or_file_is_opened_and_undo_brings_back_what_was(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program(SEED)
    assert program.position_fen() == SEED
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == FIRST_FEN
    path = tmp_path / "seed.epd"
    path.write_text("8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - id 1;\n")
    program = open_program(str(path))
    assert program.position_fen() == SEED
    assert program.window.windowTitle().startswith("seed.epd")


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
    program.window.navigator.show("layers")
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
    assert not program.board.look.coordinates
    assert program.board.preferences.show_captures.value
    assert program.board.preferences.show_own_pawn.value
    assert not program.window.legend.isVisible()
    assert program.window.preferences.theme.value == "dark"
    assert program.board.state.tool == "n"
    assert program.board.state.cursor == parse_square("g7")
    assert program.window.navigator.is_shown("layers")
    assert program.notice() == ""
    program.action("theme_light").trigger()


def test_an_edit_is_written_by_itself(open_program: OpenProgram, tmp_path: Path) -> None:
    program = open_program()
    program.press_keys("Ctrl+Delete")
    session = tmp_path / "session.json"
    end = time.monotonic() + 60
    while time.monotonic() < end:
        QApplication.processEvents()
        if session.exists() and json.loads(session.read_text())["fen"] == program.position_fen():
            return
        time.sleep(0.02)
    pytest.fail("The edit was not written within a minute")


@pytest.mark.parametrize(
    ("name", "content"), [("settings.json", '{"pawnviz": "else"}'), ("session.json", "x" * 5_000_000)], ids=["", "long"]
)
def test_an_unusable_file_is_set_aside_and_said(
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
    assert "• Runs with a2-a4." in sentences
    assert "White's plans" in titles and "Black's plans" not in titles
    assert (tmp_path / "structures.toml").read_text() == text


def test_shown_layers_not_there_are_named_and_stay_in_a_copy(open_program: OpenProgram, tmp_path: Path) -> None:
    shown = {f"gone_{number}": "both" for number in range(60)}
    kept = {"pawnviz": "settings", "version": 1, "layers": {"shown": shown}}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert program.notice() == (
        "Some kept layers could not be used: Shown layers: there is no layer “gone_0”; Shown layers: there is no layer "
        "“gone_1”; Shown layers: there is no layer “gone_2”; and 57 more faults. “settings.json” as it was is kept as "
        "“settings.json.bad-1”."
    )
    program.window.preferences.flipped.value = True
    program.inner.autosave.flush()
    assert json.loads((tmp_path / "settings.json.bad-1").read_text()) == kept
    assert open_program().notice() == ""


def test_layers_of_packages_left_out_are_said_at_once(
    open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = ["the layers of the package one are left out: TypeError", "the layer 'Two' of the package two is left out"]
    monkeypatch.setattr("pawnviz.view.app.FAULTS", faults)
    assert open_program().notice() == f"T{faults[0][1:]}; {faults[1]}."


def test_a_geometry_pages_former_docks_and_a_layout_with_changed_bytes_are_left_out(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    rubbish: object = {"base64": "AAAAZGVhZGJlZWY=", "crc32": zlib.crc32(b"\0\0\0deadbeef")}
    pages = {"position": "gone", "gone": "layers"}
    kept = {"pawnviz": "settings", "version": 1, "geometry": rubbish, "docks": rubbish, "pages": pages}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    program = open_program()
    assert program.window.navigator.is_shown("position")
    assert program.notice() == ""
    program.end()
    path = tmp_path / "settings.json"
    kept = json.loads(path.read_text())
    state = bytearray(base64.b64decode(kept["geometry"]["base64"]))
    state[13] ^= 1
    kept["geometry"]["base64"] = base64.b64encode(state).decode()
    path.write_text(json.dumps(kept))
    again = open_program()
    assert "geometry must be bytes in base 64 with their checksum" in again.notice()
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


def test_a_start_after_one_that_ended_early_leaves_out_what_was_open(open_program: OpenProgram, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    path = folder / "some.fen"
    path.write_text(f"{SEED}\n")
    first = open_program(str(path))
    first.layers.set_style("stops", Style(hatch("waves")))
    first.press_keys("Ctrl+Alt+T")
    fen = first.position_fen()
    first.inner.autosave.flush()
    first.end()
    before = {name: (tmp_path / name).read_bytes() for name in ("settings.json", "session.json")}
    end_start_early(tmp_path)
    program = open_program()
    for words in ("did not finish", "the shown layers, the layout of the window and the file “", *before):
        assert words in program.notice()
    assert {name: (tmp_path / f"{name}.bad-1").read_bytes() for name in before} == before
    assert program.layers.shown() == () and program.document.free.path == ""
    assert program.position_fen() == fen and program.layers.style_of("stops").mark.shape == "waves"
    program.layers.set_shown("stops", True, True)
    program.end()
    last = open_program()
    assert last.window.files.open_path(str(path)) and last.position_fen() == fen
    assert last.notice() == "“some.fen” has 1 record with unsaved edits."
    last.window.notice.close_button.click()
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


def test_a_start_after_an_early_end_that_leaves_out_nothing_is_silent(
    open_program: OpenProgram, tmp_path: Path
) -> None:
    end_start_early(tmp_path)
    assert open_program().notice() == ""


def test_a_folder_that_cannot_be_written_is_reported_once(
    open_program: OpenProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = open_program()
    monkeypatch.setattr(os, "access", lambda *_: False)
    for _ in range(3):
        program.press_keys("Ctrl+Shift+M")
        program.inner.autosave.flush()
    assert f"position cannot be kept: The folder “{tmp_path}” may not be written to" in program.notice().replace(
        "position and the settings", "position"
    )
    assert program.document.undo_stack.count() == 3


def test_a_start_deletes_what_a_killed_save_has_left_without_a_thread_beside_the_window(
    open_program: OpenProgram, tmp_path: Path, qtbot: QtBot
) -> None:
    left = tmp_path / ".pawnviz-0123456789abcdef.part"
    left.write_bytes(b"a half")
    settings_folder().mkdir(parents=True)
    record = settings_folder() / "unfinished-0123456789abcdef"
    record.write_text(str(left))
    threads = threading.enumerate()
    program = open_program()
    qtbot.waitUntil(lambda: not left.exists() and not record.exists())
    assert program.notice() == "" and threading.enumerate() == threads


def test_drawings_are_gone_at_the_next_start_and_every_layer_is_brought_back(open_program: OpenProgram) -> None:
    program = open_program()
    before = painted(program.board)
    program.hand.drag(program.at(12), program.at(28), button=RIGHT)
    program = open_program()
    program.hand.move(QPoint(1, 1))
    assert painted(program.board) == before
    program.layers.apply_preset(list(LAYERS))
    picture = program.board.pictures.picture
    painted(program.board)
    program = open_program()
    assert len(program.layers.shown()) == len(LAYERS)
    assert program.board.pictures.picture == picture
    assert program.notice() == ""


def test_a_timer_of_the_program_does_not_outlive_it(open_program: OpenProgram, qapp: QApplication) -> None:
    program = open_program()
    program.press_keys("Ctrl+Shift+M")
    timers = program.inner.findChildren(QTimer)
    assert timers
    program.end()
    assert not any(isValid(timer) for timer in timers)
    assert not any(isinstance(widget, MainWindow) for widget in qapp.topLevelWidgets())
