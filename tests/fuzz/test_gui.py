from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler, qWarning
from PySide6.QtGui import QDrag, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.core.endings.races import white_promoted
from pawnviz.core.layers.marks import Style, badge
from pawnviz.model.ending import PawnEnding
from pawnviz.model.kept.session import Session
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.legend_bar import LegendBar
from pawnviz.view.board.pictures import BoardPictures
from pawnviz.view.board.state import BoardState
from pawnviz.view.board.swatch import swatch
from pawnviz.view.engine.panel import EnginePanel
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import LIGHT
from tests.fuzz.__main__ import main
from tests.fuzz.gui import board, environment, fuzzer, run, storage
from tests.fuzz.gui.board import BoardPart
from tests.fuzz.gui.engine import EnginePart
from tests.fuzz.gui.fuzzer import Measure
from tests.fuzz.gui.games import GamesPart
from tests.fuzz.gui.layers import LayersPart
from tests.fuzz.gui.pawn_moves import PawnMovesPart
from tests.fuzz.gui.position import PositionPart
from tests.fuzz.gui.program import LOG_LENGTH, FaultError, FuzzedProgram
from tests.fuzz.gui.storage import StoragePart
from tests.fuzz.gui.texts import FENS
from tests.fuzz.gui.windows import WindowsPart
from tests.view.hands import RIGHT


def run_and_read(capsys: pytest.CaptureFixture[str], count: int, seed: int) -> tuple[int, str, str]:
    status = run(count, seed)
    said = capsys.readouterr()
    return status, said.out, said.err


@pytest.fixture
def fuzzed(qtbot: QtBot, tmp_path: Path) -> Iterator[FuzzedProgram]:
    """Return the program as the fuzzer works it, with one seed and without a part that does anything."""
    found = FuzzedProgram(1, tmp_path, io.StringIO())
    yield found
    found.end()


def open_game(fuzzed: FuzzedProgram) -> GamesPart:
    """Open the first game of a file and return the part of the games."""
    fuzzed.window.files.open_path(next(path for path in fuzzed.paths if path.endswith("games.pgn")))
    panels = fuzzed.window.workspaces.games
    for _ in range(1000):
        if panels.games.is_on_board:
            break
        QTest.qWait(10)
    return GamesPart(fuzzed)


def test_three_hundred_events_raise_nothing_and_everything_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    hook = sys.excepthook
    assert main(["gui", "--count", "300", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz gui --count 300 --seed 1"
    assert len(said) == 11
    assert said[-1].startswith("300 events, ")
    assert sys.excepthook is hook


def test_a_board_that_shows_something_else_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BoardPictures, "refresh", lambda pictures: None)
    status, _, error = run_and_read(capsys, 300, 1)
    assert status == 1
    assert "picture is not that of the position" in error
    assert "of seed 1 goes wrong" in error


def test_a_board_that_is_not_painted_anew_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "CHECK_PAINTING", 20)
    monkeypatch.setattr(board, "painted_afresh", lambda *_: QImage())
    status, _, error = run_and_read(capsys, 60, 1)
    assert status == 1
    assert "another picture than one painted anew" in error


def test_what_is_raised_in_a_slot_is_found_with_the_last_events(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(view: BoardView) -> None:
        if view.isVisible():
            raise ZeroDivisionError("a fault in a slot")

    monkeypatch.setattr(BoardView, "_refresh", fail)
    status, _, error = run_and_read(capsys, 300, 1)
    assert status == 1
    assert "a fault in a slot" in error
    assert "event " in error
    assert len(error.split("Traceback")[0].splitlines()) <= LOG_LENGTH


def test_what_qt_complains_about_is_found() -> None:
    faults: list[str] = []
    with environment.collected(faults):
        qWarning("something odd")
        qWarning("This plugin does not support odd things")
    assert faults == ["Qt says: something odd"]


def test_the_former_message_handler_is_there_again() -> None:
    heard: list[str] = []

    def hear(kind: QtMsgType, context: object, text: str) -> None:
        heard.append(text)

    before = qInstallMessageHandler(hear)
    with environment.collected([]):
        pass
    qWarning("heard again")
    qInstallMessageHandler(before)
    assert heard == ["heard again"]


def test_the_memory_of_this_process_is_measured_in_megabytes() -> None:
    before = environment.own_megabytes()
    if not before:
        pytest.skip("this system does not say")
    block = bytearray(b"x" * (40 * environment.MEGABYTE))
    assert 30 < environment.own_megabytes() - before < 50
    del block


def test_caches_with_a_limit_are_emptied_and_others_are_not(qapp: QApplication) -> None:
    swatch(Style(badge("?")), True, LIGHT, 16, 1.0)
    before = white_promoted(8, 56)
    assert swatch.cache_info().currsize > 0
    environment.empty_caches()
    assert swatch.cache_info().currsize == 0
    assert white_promoted(8, 56) is before


def test_texts_to_paste_are_good_and_bad() -> None:
    assert START.fen() in FENS
    assert "" in FENS


def test_dialogs_are_the_real_ones_again_after_a_run() -> None:
    before = QFileDialog.getOpenFileName, QColorDialog.getColor, QDrag.exec
    run(10, 3)
    assert (QFileDialog.getOpenFileName, QColorDialog.getColor, QDrag.exec) == before


def test_a_panel_that_is_not_up_to_date_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzer, "CHECK_SHOWN", 20)
    monkeypatch.setattr(Page, "mark_stale", lambda page: None)
    # The list of pawn moves has a check of its own, which would come first.
    monkeypatch.setattr(PawnMovesPart, "checks", lambda part: [])
    for seed in (1, 2, 3):
        status, _, error = run_and_read(capsys, 300, seed)
        if status == 1:
            break
    assert status == 1
    assert "was not up to date" in error


def test_a_panel_that_is_not_painted_anew_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzer, "CHECK_SHOWN", 20)
    monkeypatch.setattr(LegendBar, "update", lambda legend: None)
    status, _, error = run_and_read(capsys, 300, 1)
    assert status == 1
    assert "LegendBar 'Legend' was not painted anew" in error


def test_a_piece_that_would_be_put_down_elsewhere_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "carried", lambda *_: START.cleared())
    status, _, error = run_and_read(capsys, 300, 1)
    assert status == 1
    assert "the board thinks of" in error


def test_a_second_start_that_brings_back_something_else_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "CHECK_START", 20)
    monkeypatch.setattr(Session, "resume", lambda *_: None)
    status, _, error = run_and_read(capsys, 200, 1)
    assert status == 1
    assert "the second program has another position" in error


@pytest.mark.parametrize(
    ("owner", "method", "found"),
    [
        (BoardState, "set_engine_moves", "the arrows on the board are not those of the engine's lines"),
        (EnginePanel, "set_open", "an engine runs, but its panel is closed"),
    ],
)
def test_an_engine_that_is_not_followed_or_not_stopped_is_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, owner: type, method: str, found: str
) -> None:
    monkeypatch.setattr(fuzzer, "PARTS", (EnginePart,))
    monkeypatch.setattr(owner, method, lambda *_: None)
    status, _, error = run_and_read(capsys, 200, 4)
    assert status == 1
    assert found in error


def test_memory_and_widgets_are_printed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzzer, "MEASURE", 10)
    monkeypatch.setattr(fuzzer, "MOST_GROWTH", 10_000.0)
    monkeypatch.setattr(fuzzer, "MOST_WIDGETS", 10_000)
    status, said, error = run_and_read(capsys, 20, 1)
    assert status == 0, error
    assert [line.split(" ")[0] for line in said.splitlines() if "MB resident" in line] == ["10", "20"]


def test_the_growth_in_a_few_events_is_not_extrapolated() -> None:
    first = Measure(5_000, 100.0, 0)
    assert fuzzer.growth(first, Measure(7_500, 104.0, 0)) == 4
    assert fuzzer.growth(first, Measure(35_000, 130.0, 0)) == 15


def test_the_position_that_a_carried_piece_leads_to() -> None:
    source, target = 12, 28
    assert board.carried(START, source, source, False) == START
    assert board.carried(START, source, None, True) == START
    assert board.carried(START, source, None, False) == START.without_piece(source)
    assert board.carried(START, source, target, False) == START.moved(source, target)
    assert board.carried(START, source, target, True) == START.copied(source, target)


def test_arrows_and_circles_of_a_game_are_compared_with_its_comment(
    fuzzed: FuzzedProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = open_game(fuzzed)
    fuzzed.hand.drag(fuzzed.board.square_center(12), fuzzed.board.square_center(28), button=RIGHT)
    fuzzed.hand.click(fuzzed.board.square_center(36), RIGHT)
    assert len(fuzzed.board.state.drawings) == 2
    BoardPart(fuzzed).check_painting()
    games.check_board()
    monkeypatch.setattr(type(fuzzed.document.subject), "drawings", {(12, 28): 1})
    with pytest.raises(FaultError, match="are not those of the game's comment"):
        games.check_board()


def test_layers_that_are_read_back_while_one_is_written_leave_no_draft(fuzzed: FuzzedProgram) -> None:
    dialog = fuzzed.window.user_layer_commands.dialog
    fuzzed.window.menus.actions_by_name["new_layer"].trigger()
    dialog.form.formula_edit.setPlainText("own")
    LayersPart(fuzzed).read_back()
    dialog.close()
    StoragePart(fuzzed).check_start()


def test_a_window_is_closed_by_escape_while_a_click_on_a_pawn_is_waited_for(fuzzed: FuzzedProgram) -> None:
    fuzzed.window.menus.actions_by_name["open_bench"].trigger()
    (bench,) = fuzzed.dialogs()
    fuzzed.window.menus.actions_by_name["why_not"].trigger()
    WindowsPart(fuzzed).press_escape(bench)
    assert not bench.isVisible()


def test_no_ending_is_solved_while_memory_is_measured(fuzzed: FuzzedProgram) -> None:
    fuzzed.document.set_fen("8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1")
    solver = PawnEnding(fuzzed.document)
    solver.solve()
    solver.search()
    assert solver.is_solving
    PositionPart(fuzzed).settle()
    assert not solver.is_solving


def test_a_board_that_is_laid_out_anew_under_a_carried_piece_is_no_fault(fuzzed: FuzzedProgram) -> None:
    def make_room() -> None:
        state = fuzzed.board.state
        if state.held is not None and state.hovered not in (None, state.held.source):
            fuzzed.board.resize(300, 300)

    fuzzed.document.set_fen(START.fen())
    fuzzed.board.state.square_changed.connect(make_room)
    for _ in range(20):
        fuzzed.board.resize(700, 620)
        BoardPart(fuzzed).carry()
