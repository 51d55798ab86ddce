"""A piece slides at one step of a game, and at nothing else."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START, Position
from pawnviz.view.board import board as slide
from pawnviz.view.board.board import Move, move_between
from tests.view.games.program import GamesProgram

E2, E4 = parse_square("e2"), parse_square("e4")


@pytest.fixture(autouse=True)
def long_slides(monkeypatch: pytest.MonkeyPatch, no_slides: None) -> None:
    monkeypatch.setattr(slide, "DURATION", 120)


@pytest.mark.parametrize(
    ("fen", "after", "move"),
    [
        (START.fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1", Move("P", E2, E4)),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/5RK1 b - - 0 1", Move("K", 4, 6)),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1", Move("P", E4, parse_square("d5"))),
        (START.fen(), "8/8/8/8/8/8/8/8 w - - 0 1", None),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1", None),
    ],
)
def test_the_move_between_two_positions_is_that_of_one_piece(fen: str, after: str, move: Move | None) -> None:
    assert move_between(Position.from_fen(fen), Position.from_fen(after)) == move


def at_rest(program: GamesProgram) -> None:
    QTest.qWait(3 * slide.DURATION)
    program.qtbot.waitUntil(lambda: program.board.slide.move is None)


def press_right(program: GamesProgram, *, repeats: bool = False) -> None:
    key = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, "", repeats)
    QApplication.sendEvent(program.board, key)


def test_one_step_slides_its_piece_to_its_square(program: GamesProgram) -> None:
    program.board.state.hover(None)
    at_rest(program)
    before = program.document.position
    press_right(program)
    move = program.board.slide.move
    assert move == move_between(before, program.document.position) is not None
    places = set()
    while program.board.slide.move is not None:
        places.add(program.board.slide.rect().topLeft().toTuple())
        QApplication.processEvents()
    assert len(places) > 2, "it is seen on its way"
    seen = program.board.grab().toImage()
    program.board.update()
    assert program.board.grab().toImage() == seen


@pytest.mark.slow
def test_nothing_slides_while_a_key_repeats_or_at_quick_steps_or_without_the_preference(program: GamesProgram) -> None:
    program.board.state.hover(None)
    at_rest(program)
    press_right(program, repeats=True)
    assert program.board.slide.move is None
    at_rest(program)
    press_right(program)
    press_right(program)
    assert program.board.slide.move is None, "the second one at once"
    at_rest(program)
    program.board.preferences.slide_moves.value = False
    press_right(program)
    assert program.board.slide.move is None
