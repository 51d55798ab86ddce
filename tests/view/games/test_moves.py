"""The moves of a game as text: their paragraphs, their height, clicks on them, and copies."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.model.games.game import OpenGame
from pawnviz.view.games.moves import MovesView
from tests.view.games.showing import show_game

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the main move} 4. Ba4 Nf6 (4... d6) 5. O-O Be7 6. Re1 b5 *"


@pytest.fixture
def moves(qtbot: QtBot) -> MovesView:
    return show_game(qtbot, MovesView(game := OpenGame()), game, MOVES, width=300)


def test_moves_are_running_text_with_comments_and_variations_in_lines_of_their_own(moves: MovesView) -> None:
    lines = [line.replace("▴", "").strip() for line in moves.toPlainText().splitlines()]
    assert lines == [
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6",
        "the main move",
        "4.Ba4 Nf6",
        "(4...d6)",
        "5.O‑O Be7 6.Re1 b5 *",
    ]


def test_the_view_is_as_high_as_its_moves_up_to_its_room(moves: MovesView) -> None:
    moves.set_room(400)
    QApplication.processEvents()
    high = moves.height()
    assert 5 * moves.fontMetrics().lineSpacing() < high < 400 and not moves.verticalScrollBar().isVisible()
    moves.set_room(60)
    moves._game.go_to(11)
    QApplication.processEvents()
    assert moves.height() == 60
    assert moves.viewport().rect().contains(moves.cursorRect()), "the current move is seen"


def test_each_move_is_gone_to_by_a_click_and_stays_marked(moves: MovesView) -> None:
    moves.set_room(400)
    QApplication.processEvents()
    for san, ply in (("Nf3", 3), ("a6", 6), ("Re1", 11)):
        cursor = moves.textCursor()
        cursor.setPosition(moves.toPlainText().index(san) + 1)
        QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, pos=moves.cursorRect(cursor).center())
        assert moves._game.ply == ply
    moves.resize(500, 400)
    (selection,) = moves.extraSelections()
    assert selection.cursor.selectedText() == "Re1"
