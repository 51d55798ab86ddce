"""The futures of a pawn that is held, or of a break that is pointed at."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.view.board.futures import DELAY
from tests.view.hands import Desk, Hand

GAMBIT = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3"


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    desk = Desk(qtbot, GAMBIT)
    desk.layers.clear()
    return desk


def hold(qtbot: QtBot, desk: Desk, hand: Hand, square: str) -> None:
    hand.move(desk.at(square))
    hand.press(desk.at(square))
    desk.board.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(desk.board.futures.isVisible)


@pytest.mark.slow
def test_a_held_pawn_shows_its_futures_until_released_and_no_card_covers_the_pointer(desk: Desk, qtbot: QtBot) -> None:
    hand = Hand(desk.board)
    hold(qtbot, desk, hand, "c4")
    for square in ("c5", "d5", "e4", "f5", "h8", "a1", "e1"):
        hand.move(desk.at(square))
        cards = desk.board.futures
        assert cards.isVisible()
        assert not cards.geometry().contains(desk.at(square))
    assert not any(card.isEmpty() for card in cards.cards())
    hand.release(desk.at("e1"))
    desk.document.set_fen(GAMBIT)
    hold(qtbot, desk, hand, "c4")
    assert [each.name for each in desk.board.futures.futures] == ["cxd5 exd5", "cxd5 Qxd5", "…dxc4", "c4-c5"]
    assert "1 of 4: cxd5 exd5: Carlsbad" in desk.board.futures.accessibleDescription()
    hand.release(desk.at("c4"))
    assert not desk.board.futures.isVisible()
    assert desk.document.position.fen() == GAMBIT


@pytest.mark.parametrize(("downs", "fen"), [(0, "3p4/3P4"), (3, "2Pp4/3P4"), (4, "3p4/3P4")])
def test_enter_goes_to_the_chosen_future_as_a_step_to_undo(desk: Desk, qtbot: QtBot, downs: int, fen: str) -> None:
    hand = Hand(desk.board)
    hold(qtbot, desk, hand, "c4")
    for _ in range(downs):
        QTest.keyClick(desk.board, Qt.Key.Key_Down)
    QTest.keyClick(desk.board, Qt.Key.Key_Return)
    assert f"/{fen}/" in desk.document.position.fen()
    assert not desk.board.futures.isVisible() and desk.board.state.held is None
    hand.release(desk.at("c4"))
    assert f"/{fen}/" in desk.document.position.fen()
    desk.document.undo_stack.undo()
    assert desk.document.position.fen() == GAMBIT


def test_a_pawn_that_is_dropped_at_once_and_a_held_piece_have_none(desk: Desk) -> None:
    hand = Hand(desk.board)
    hand.drag(desk.at("c4"), desk.at("c5"))
    hand.move(desk.at("g1"))
    hand.press(desk.at("g1"))
    QTest.qWait(DELAY + 100)
    assert not desk.board.futures.isVisible()
    hand.release(desk.at("g1"))


def test_a_break_that_is_pointed_at_shows_its_futures_while_breaks_are_shown(desk: Desk, qtbot: QtBot) -> None:
    hand = Hand(desk.board)
    desk.layers.set_shown("break_squares", white=True, black=False)
    hand.move(desk.at("e4"))
    qtbot.waitUntil(desk.board.futures.isVisible)
    assert desk.board.futures.futures[0].name.startswith("e2-e4 ")
    hand.move(desk.at("e4") + QPoint(2, 2))
    assert desk.board.futures.isVisible()
    hand.move(desk.at("h4"))
    assert not desk.board.futures.isVisible()
    assert desk.board.state.hovered == parse_square("h4")
