"""Tests of the files that the program keeps, also of two programs that keep the same."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.link import LinkedLayer, read_link
from pawnviz.core.structures.table import known_structures, set_user_structures
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.kept.folder import START_NAME, KeptFolder
from pawnviz.model.preferences import AnimationChoices, EngineSettings, ExportChoices, PictureChoices, SheetChoices
from pawnviz.view.app import Program
from tests.cli.running import run
from tests.fuzz import state
from tests.view.parameters import slow
from tests.view.program import OpenProgram

KEPT = Path(__file__).parents[1] / "kept"
GAMES = Path(__file__).parents[1] / "core" / "games" / "masters.pgn"
PLACE = "/tmp/pawnviz-kept"  # The folder of the file of positions and the file of games when they were opened.
HOLES = "(rank_3 | rank_4) - front_attack_spans(own)"
OWN = (
    UserLayer("lasting_holes", "Lasting holes", HOLES, "Squares on the own ranks 3 and 4 that no own pawn can guard."),
    UserLayer(
        "held",
        "Held",
        "mine = lasting_holes(own);\nmine & attacks(own)",
        "",
        Style(badge("H"), black_color="#9c3f78", opacity=0.5),
    ),
)


@pytest.fixture(autouse=True)
def no_structures_after_the_test() -> Iterator[None]:
    yield
    set_user_structures(tuple)


def bring(folder: Path, name: str) -> None:
    """Copy the kept files of a folder, with the files that they name beside them."""
    for path in (KEPT / name).iterdir():
        data = path.read_bytes()
        (folder / path.name).write_bytes(data.replace(PLACE.encode(), str(folder).encode()))
    (folder / "games.pgn").write_bytes(GAMES.read_bytes())


def part_of(now: Any, then: Any) -> Any:
    """Return a value without what earlier ones had not, and without what is gone since."""
    names = [name for name in then if name in now] if isinstance(then, dict) else []
    return {name: part_of(now[name], then[name]) for name in names} if isinstance(then, dict) else now


def values_of(folder: Path) -> dict[str, object]:
    """Return the values of the settings and the session in a folder, by name."""
    kept = KeptFolder(folder)
    (settings, said), (session, also_said) = kept.settings.load(), kept.session.load()
    assert said == also_said == ""
    values: dict[str, object] = asdict(settings) | asdict(session)
    return values


@pytest.mark.slow
def test_all_that_was_kept_comes_back_into_the_window(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    bring(tmp_path, "now")
    program = open_program()
    assert program.notice() == "The changes to “Unfinished” were not saved."
    free = program.document.free
    assert (free.path, free.modified, free.file_place.entry) == (str(tmp_path / "positions.epd"), True, 1)
    assert free.position.fen() == "1n5k/3q4/pp1p2pB/5r2/1PP1Qp2/P6P/6P1/2R3K1 w - - 0 1"
    edited = "1kr5/3n4/q3p2p/p2n2p1/PppB1P1P/5BP1/1P2Q2P/3R2K1 w - - 0 1"
    assert {entry: position.fen() for entry, position in free.edited_elsewhere.items()} == {0: edited}
    assert not free.file_was_changed
    assert program.window.session().cursor == parse_square("e2")
    assert program.layers.user_layers.kept.entries == OWN
    assert program.layers.user_layers.unsaved == (UserLayer("unfinished", "Unfinished", "own &"), "")
    assert set(program.layers.now.sides) == {
        *("isolated_pawns", "passed_pawns", "backward_pawns_not_isolated", "levers", "break_squares", "lasting_holes")
    }
    assert program.layers.sides_of("lasting_holes") == (True, False)
    assert program.layers.current == "isolated_pawns"
    style = program.layers.style_of("isolated_pawns")
    assert (style.white_color, style.opacity) == ("#123456", 0.6)
    assert list(program.layers.all)[:3] == ["isolated_pawns", "passed_pawns", "doubled_pawns"]
    assert [structure.title for structure in known_structures().own.values()] == ["My chain", "Isolated, “mine”"]
    preferences = program.window.preferences
    assert preferences.theme.value == "dark"
    assert preferences.board_colors.value == "green"
    assert preferences.flipped.value and preferences.large_marks.value and preferences.show_code.value
    assert preferences.code_language.value == "rust"
    assert preferences.lanes.value == ("isolated_pawns", "pawn_islands", "own & rank_5")
    assert preferences.question.value == 'result:1-0 where:"popcount(isolated_pawns(own)) >= 1"'
    assert preferences.engine.value == EngineSettings("/usr/games/stockfish", 2, 10, 1, 256, False)
    assert (preferences.tables_folder.value, preferences.index_count.value) == (str(tmp_path / "tables"), 7)
    assert preferences.exports.value == ExportChoices(
        PictureChoices("svg", 640, legend=False),
        SheetChoices(3, 4, "a5", True, "none", fit=False),
        AnimationChoices("png", tenths=7),
        "/tmp",
    )
    assert preferences.recent_files.value == (str(tmp_path / "games.pgn"), str(tmp_path / "positions.epd"))
    assert program.window.workspaces.current == "games"
    games = program.window.workspaces.games.games
    qtbot.waitUntil(lambda: games.game.ply == 12)
    assert games.place[0] == 3


def test_a_collection_is_searched_as_before(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--where", "popcount(isolated_pawns(own)) >= 1", "--color", "white", "--format", "json")
    status, output, errors = run(capsys, "search", str(KEPT / "now" / "collection.pawnviz"), *words)
    assert (status, errors) == (0, "")
    found = [json.loads(line) for line in output.splitlines()]
    assert [(game["number"], game["ply"], game["end"]) for game in found] == [
        *((1, 39, 61), (2, 15, 113), (3, 92, 103), (4, 57, 75))
    ]
    assert found[0]["headers"]["Black"] == "Meek, Alexander Beaufort"


def test_a_link_is_read_as_before() -> None:
    link = read_link((KEPT / "now" / "link.txt").read_text())
    assert link.position.fen() == "1n5k/3q4/pp1p2pB/5r2/1PP1Qp2/P6P/6P1/2R3K1 w - - 0 1"
    assert link.layers == (LinkedLayer("isolated_pawns"), LinkedLayer("held", True, False))
    assert link.own == OWN
    assert link.flipped


def test_the_earliest_files_open_with_defaults_for_what_came_later(tmp_path: Path, open_program: OpenProgram) -> None:
    bring(tmp_path, "earliest")
    (tmp_path / "position.fen").write_text("8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 b - - 0 1\n")
    program = open_program()
    assert program.notice() == ""
    assert program.position_fen() == "8/1p3pp1/p1p4p/3p4/PN3P2/2P5/1PP3PP/8 b - - 0 1"
    assert (program.document.free.path, program.document.free.modified) == (str(tmp_path / "position.fen"), True)
    assert program.layers.sides_of("lasting_holes") == (True, False)
    assert program.layers.sides_of("front_spans") == (True, True)
    assert program.layers.current == "lasting_holes"
    preferences = program.window.preferences
    assert (preferences.theme.value, preferences.flipped.value) == ("dark", True)
    assert preferences.recent_files.value == (str(tmp_path / "position.fen"),)
    assert preferences.board_colors.value == "gray"


@pytest.mark.parametrize("name", ["now", "earliest"])
def test_kept_files_stay_as_they_are_when_they_are_read_and_written(tmp_path: Path, name: str) -> None:
    bring(tmp_path, name)
    before = values_of(tmp_path)
    files = {path.name: json.loads(path.read_bytes()) for path in tmp_path.glob("*.json")}
    read, written = KeptFolder(tmp_path), KeptFolder(tmp_path)
    for file, other in ((read.settings, written.settings), (read.session, written.session)):
        value = file.load()[0]
        file.path.unlink()
        other.keep(value)
    layers = read.layers.load()[0]
    read.layers.path.unlink()
    written.layers.keep(layers)
    assert values_of(tmp_path) == before
    for file_name, values in files.items():
        for gone in ("tour_offered", "docks", "arrangements", "single_keys", "show_film"):
            values.pop(gone, None)  # What is no field any more, is written back by the program that has read it.
        if "games" in values:
            values["games"].pop("folded", None)
        assert part_of(json.loads((tmp_path / file_name).read_bytes()), values) == values


ROOT = Path(__file__).parents[2]
ORDERS = [
    order
    for order in permutations(("open a", "open b", "close a", "close b"))
    if all(order.index(f"open {name}") < order.index(f"close {name}") for name in "ab")
]


@pytest.mark.parametrize(
    "order", [*ORDERS[:2], *slow(*((order,) for order in ORDERS[2:]))], ids=lambda order: ", ".join(order)
)
def test_two_windows_keep_what_each_added_in_every_order(qtbot: QtBot, tmp_path: Path, order: tuple[str, ...]) -> None:
    programs: dict[str, Program] = {}
    for number, step in enumerate(order):
        verb, name = step.split()
        if verb == "open":
            program = programs[name] = Program(None, tmp_path)
            with qtbot.waitSignal(program.window.board.first_painted):
                program.show()
            own = program.layers.user_layers
            own.set_kept(UserLayers((*own.kept.entries, UserLayer(f"of_{name}", f"Of {name}", "own"))))
            program.document.set_fen(f"4k3/8/8/8/8/8/P7/4K3 w - - 0 {10 + number}")
            program.autosave.flush()  # As within a second, before a person opens another window.
        else:
            program = programs.pop(name)
            assert program.window.notice.isHidden(), program.window.notice.text
            assert program.window.close()
            for part in (program.window, program):
                part.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    last = Program(None, tmp_path)
    assert {entry.identifier for entry in last.layers.user_layers.kept.entries} == {"of_a", "of_b"}
    assert last.document.position.fullmove_number == 10 + max(order.index("open a"), order.index("open b"))
    assert last.window.notice.isHidden(), "the start mark of no window is left over"
    last.kept.end_start()
    for part in (last.window, last):
        part.deleteLater()
    assert not (tmp_path / START_NAME).exists()


def as_ordinary_user() -> list[str]:
    """Return the words before a command by which the superuser, too, may write only what its mode allows."""
    if os.geteuid() != 0:
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("the superuser may write everything")
    return ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are those of POSIX")
def test_a_file_that_may_not_be_written_is_named_and_the_others_are_kept(tmp_path: Path) -> None:
    code = """
import json, sys
from pathlib import Path
import pawnviz.view.app  # Each start is a fork, which need not import it again.
from tests.fuzz import state

folder = Path(sys.argv[1])

def kept():
    return {name: (folder / name).read_bytes() for name in state.NAMES}

def changed(before):
    notice = state.started(folder, state.LARGER_EDIT)[0].notice
    return notice, [name for name, data in kept().items() if data != before[name]]

state.started(folder, state.FIRST_EDIT)
first = kept()
reports = []
for name in state.NAMES:
    for other in state.NAMES:
        (folder / other).write_bytes(first[other])
    (folder / name).chmod(0o400)
    reports.append(changed(first))
    (folder / name).chmod(0o600)
print(json.dumps([*reports, changed(first)]))
"""
    done = subprocess.run(
        [*as_ordinary_user(), sys.executable, "-c", code, str(tmp_path)],
        env=dict(os.environ, QT_QPA_PLATFORM="offscreen"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    *refused, (_, changed_later) = json.loads(done.stdout)
    for name, (notice, changed) in zip(state.NAMES, refused, strict=True):
        assert f"cannot be kept: “{tmp_path / name}” is write-protected; allow writing to it" in notice
        assert notice.count("cannot be kept") == 1
        assert changed == [other for other in state.NAMES if other != name]
    assert changed_later == [*state.NAMES]
