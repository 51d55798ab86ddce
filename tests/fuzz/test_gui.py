"""The fuzzer of the window, and that each of its checks finds a window that was broken on purpose."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

import pytest
from PySide6.QtCore import QtMsgType, qInstallMessageHandler, qWarning
from PySide6.QtGui import QDrag
from PySide6.QtWidgets import QColorDialog, QFileDialog, QWidget

from pawnviz.core.board.position import START
from pawnviz.model.document import Document
from pawnviz.model.games.game import OpenGame
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.state import BoardPictures, BoardState, HeldPiece
from pawnviz.view.board.tool_palette import ToolPalette
from pawnviz.view.engine.panel import EnginePanel
from pawnviz.view.explore.pattern import PatternDrawing
from pawnviz.view.games.games_page import GameBar, GamePanels
from pawnviz.view.main_window import MainWindow
from pawnviz.view.menus import Menus
from pawnviz.view.navigator import Navigator, PageView
from pawnviz.view.position.fen_line import FenLine
from pawnviz.view.widgets.bars import NoticeBar
from tests.fuzz.__main__ import main
from tests.fuzz.gui import environment, fuzzer, run
from tests.fuzz.gui.board import BoardPart, carried, pieces_of
from tests.fuzz.gui.controls import ControlsPart
from tests.fuzz.gui.engine import EnginePart
from tests.fuzz.gui.explore import ExplorePart
from tests.fuzz.gui.games import GamesPart
from tests.fuzz.gui.layers import LayersPart
from tests.fuzz.gui.pages import PagesPart
from tests.fuzz.gui.position import PositionPart
from tests.fuzz.gui.program import LOG_LENGTH, Part

SEEDS: Final = range(1, 7)
"""The runs of which one has to find a planted fault."""


def test_a_hundred_events_find_no_fault_and_leave_no_stand_in(capsys: pytest.CaptureFixture[str]) -> None:
    before = sys.excepthook, QFileDialog.getOpenFileName, QColorDialog.getColor, QDrag.exec
    assert main(["gui", "--count", "100", "--seed", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "python -m tests.fuzz gui --count 100 --seed 1"
    assert len(said) == 11 and said[-1].startswith("100 events, ")
    assert before == (sys.excepthook, QFileDialog.getOpenFileName, QColorDialog.getColor, QDrag.exec)


def test_what_a_slot_raises_is_found_later(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(view: BoardView) -> None:
        if view.isVisible():
            raise ZeroDivisionError("a fault in a slot")

    monkeypatch.setattr(BoardView, "_refresh", fail)
    assert run(100, 1) == 1
    error = capsys.readouterr().err
    assert "a fault in a slot" in error and "of seed 1 goes wrong" in error
    assert len(error.split("Traceback")[0].splitlines()) <= LOG_LENGTH


def test_a_report_of_qt_is_a_fault_and_the_former_handler_returns() -> None:
    heard: list[str] = []

    def hear(kind: QtMsgType, context: object, text: str) -> None:
        heard.append(text)

    faults: list[str] = []
    before = qInstallMessageHandler(hear)
    with environment.collected(faults):
        qWarning("something odd")
        qWarning("This plugin does not support odd things")
    qWarning("heard again")
    qInstallMessageHandler(before)
    assert (faults, heard) == (["Qt says: something odd"], ["heard again"])


def test_the_model_of_the_board_knows_moves_copies_and_removals() -> None:
    pieces = pieces_of(START)
    assert len(pieces) == 32 and (pieces[0], pieces[12], pieces[60]) == ("R", "P", "k")
    assert carried(pieces, 12, 12, copying=False) == pieces == carried(pieces, 12, None, copying=True)
    assert carried(pieces, 12, None, copying=False) == pieces_of(START.without_piece(12))
    assert carried(pieces, 12, 28, copying=False) == pieces_of(START.moved(12, 28))
    assert carried(pieces, 12, 28, copying=True) == pieces_of(START.copied(12, 28))


def put_beside(bar: Any, notice: Any) -> None:
    bar._notices.append(notice)
    bar._show()
    bar.show()


def type_unseen(panels: GamePanels, text: str) -> None:
    if panels.games.is_on_board:
        panels.moves_page.take_letter(text)


def do_nothing(*_: object, **__: object) -> None:
    """Stand for a method that was forgotten."""


NO_MOVES: Final = property(lambda _: (), do_nothing)


def put_down_beside(piece: HeldPiece, document: Document, target: int | None) -> None:
    if piece.source is not None and target is not None:
        document.move(piece.source, (target + 1) % 64)


def place_without_step(document: Document, square: int, piece: str, number: int = 0) -> None:
    document.free._position = document.position.with_piece(square, piece)
    document.free.position_changed.emit()


def take_edit(subject: OpenGame, position: Any, text: str, **_: object) -> bool:
    """Take an edit as if the game led there."""
    subject._position = position
    subject.position_changed.emit()
    return True


def show_layers_twice(navigator: Navigator) -> None:
    """Show the layers in both places of a wide window."""
    navigator.column.second.show()
    for view in (navigator.column.first, navigator.column.second):
        navigator._fill(view, "layers", can_go_back=False)


def retitle(view: PageView, name: str, title: str, page: QWidget, **buttons: bool) -> None:
    """Change the name of the page, but not the page, once there is one."""
    view.name = name
    if view.pages.count() == 0:
        view.pages.addWidget(page)


def fit_after(method: Callable[[Navigator], None]) -> Callable[[Navigator], None]:
    """Return a method after which the column has the width for its page."""

    def fit(navigator: Navigator) -> None:
        method(navigator)
        navigator.column.setMinimumWidth(340 + 60 * len(navigator._trail))

    return fit


def lose_mask(layers: ShownLayers, identifier: str, white: bool) -> int:
    return 0


@pytest.mark.parametrize(
    ("parts", "owner", "name", "replacement", "found"),
    [
        ((BoardPart, LayersPart, PositionPart), BoardPictures, "refresh", do_nothing, "picture is not that"),
        ((BoardPart,), HeldPiece, "put_down", put_down_beside, "the edit of "),
        ((BoardPart,), Document, "place", place_without_step, "undo of an edit leads to"),
        ((BoardPart,), ToolPalette, "_follow", do_nothing, "the spare pieces have another tool"),
        ((PagesPart,), Navigator, "_arrange", show_layers_twice, "are shown twice"),
        ((PagesPart,), PageView, "show_page", retitle, "but another page is shown"),
        ((PagesPart,), Navigator, "_arrange", fit_after(Navigator._arrange), "the board stood at"),
        ((PagesPart,), Navigator, "show", do_nothing, "was to be shown, but is not"),
        ((PagesPart,), Menus, "enable", do_nothing, "against its condition"),
        ((PagesPart, ControlsPart, PositionPart), NoticeBar, "_put", put_beside, "two messages at a time"),
        ((PagesPart,), MainWindow, "_follow_workspace", do_nothing, "the tool bar does not mark"),
        ((PositionPart,), FenLine, "_follow", do_nothing, "the FEN line has"),
        ((PositionPart, GamesPart), MainWindow, "_name_window", do_nothing, "is not marked as modified"),
        ((LayersPart,), ShownLayers, "mask", lose_mask, "another mask of"),
        ((GamesPart,), OpenGame, "edit", take_edit, "a game takes an edit"),
        ((GamesPart, PagesPart), GamePanels, "_take_letter", type_unseen, "keyboard focus, but is not seen"),
        ((GamesPart,), GameBar, "follow", GameBar.hide, "the bar of the game is not shown"),
        ((GamesPart,), OpenGame, "drawings", {(12, 28): 1}, "are not those of the game's comment"),
        ((ExplorePart,), BoardState, "next_moves", NO_MOVES, "the arrows on the board are not those of the answer"),
        ((ExplorePart,), PatternDrawing, "_take_mouse", lambda *_: False, "drawing a pattern has changed the position"),
        ((EnginePart,), BoardState, "engine_moves", NO_MOVES, "are not those of the engine's lines"),
        ((EnginePart, PagesPart), EnginePanel, "set_open", do_nothing, "an engine runs, but its page is closed"),
    ],
)
def test_a_planted_fault_is_found(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    parts: tuple[type[Part], ...],
    owner: type,
    name: str,
    replacement: object,
    found: str,
) -> None:
    monkeypatch.setattr(fuzzer, "PARTS", parts)
    monkeypatch.setattr(owner, name, replacement)
    reports = []
    for seed in SEEDS:  # Another check may come first, or one run may not meet the fault.
        reports.append(capsys.readouterr().err if run(150, seed) == 1 else "")
        if found in reports[-1]:
            return
    pytest.fail(f"no report has {found!r}: {[report[-400:] for report in reports]}")
