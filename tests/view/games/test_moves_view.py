"""The moves of a game as text: how many stand beside each other, and that each is still found by a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.model.games.open_game import OpenGame
from pawnviz.view.games.moves_view import MovesView
from tests.view.games.showing import show_game

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the main move} 4. Ba4 Nf6 (4... d6) 5. O-O Be7 6. Re1 b5 *"


@pytest.fixture
def moves(qtbot: QtBot) -> MovesView:
    return show_game(qtbot, MovesView(game := OpenGame()), game, MOVES, width=300)


def lines(view: MovesView) -> list[str]:
    return [" ".join(line.replace("▴", "").split()) for line in view.toPlainText().splitlines()]


def test_moves_stand_beside_each_other_where_the_view_is_wide_and_too_low(moves: MovesView) -> None:
    narrow = lines(moves)
    assert narrow[:3] == ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 a6"]
    moves.resize(500, 60)
    assert lines(moves)[:3] == ["1. e4 e5 2. Nf3 Nc6", "3. Bb5 a6", "the main move"]
    moves.resize(900, 60)
    wide = lines(moves)
    assert wide[:2] == ["1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "the main move"]
    assert " ".join(wide) == " ".join(narrow)
    moves.resize(300, 60)
    assert lines(moves) == narrow
    moves.resize(900, 400)
    assert lines(moves) == narrow, "all moves have room below each other"


def test_each_move_of_a_wide_view_is_gone_to_by_a_click_and_stays_marked(moves: MovesView) -> None:
    moves.resize(900, 100)
    for san, ply in (("Nf3", 3), ("a6", 6), ("Re1", 11)):
        cursor = moves.textCursor()
        cursor.setPosition(moves.toPlainText().index(san) + 1)
        QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, pos=moves.cursorRect(cursor).center())
        assert moves._game.ply == ply
    moves.resize(500, 400)
    (selection,) = moves.extraSelections()
    assert selection.cursor.selectedText() == "Re1"
