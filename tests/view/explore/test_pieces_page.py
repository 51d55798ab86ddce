"""The squares of a piece over many games, chosen by mouse and seen on the board."""

from __future__ import annotations

import chess
import numpy
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.games.cutting import GameText
from pawnviz.model.collections.piece_heat import MoveCache
from pawnviz.view.explore.pieces_page import PiecesPage
from tests.view.hands import Desk

GAMES = ["1. Nf3 Nf6 2. Ng1 Ng8 *", "1. Nc3 e5 2. Nf3 *", "1. e4 *"]
WHITE_KNIGHT = 2


class Source:
    """Games of a list."""

    def game_text(self, game: int) -> GameText:
        return GameText(GAMES[game].encode(), 1, 0)


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


@pytest.fixture
def page(qtbot: QtBot, desk: Desk) -> PiecesPage:
    page = PiecesPage(desk.board.state)
    qtbot.addWidget(page)
    moves = MoveCache(Source())
    page.wanted.connect(lambda: page.begin(moves, numpy.arange(3), numpy.zeros(3, int), numpy.full(3, 9)))
    page.show()
    return page


def choose(qtbot: QtBot, page: PiecesPage, piece: int) -> None:
    QTest.mouseClick(page.buttons[piece], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.heat.is_running, timeout=60_000)


def test_the_squares_of_the_chosen_piece_are_discs_on_the_board(qtbot: QtBot, page: PiecesPage, desk: Desk) -> None:
    before = desk.square_image("f3")
    choose(qtbot, page, WHITE_KNIGHT)
    heat = desk.board.state.heat
    assert heat is not None and heat.white
    assert heat.shares[chess.F3] == pytest.approx((2 / 5 + 1 / 4 + 0) / 3)
    radii = [heat.radius(heat.shares[square]) for square in (chess.B1, chess.F3, chess.A4)]
    assert radii[0] > radii[1] > 0 == radii[2]
    assert desk.square_image("f3") != before
    assert page.result.text().startswith("3 games, replayed")
    assert "f3 22 %" in page.result.text()
    assert page.legend.isVisible() and page.legend.accessibleName().startswith(
        f"Discs of {100 * max(heat.shares):.0f} %, "
    )


def test_another_click_and_a_hidden_page_show_no_discs(qtbot: QtBot, page: PiecesPage, desk: Desk) -> None:
    choose(qtbot, page, WHITE_KNIGHT)
    page.hide()
    assert desk.board.state.heat is None
    page.show()
    qtbot.waitUntil(lambda: desk.board.state.heat is not None, timeout=60_000)
    choose(qtbot, page, WHITE_KNIGHT)
    assert desk.board.state.heat is None
    assert page.piece == 0 and not page.legend.isVisible()
    assert "Choose a piece" in page.result.text()


def test_one_piece_is_chosen_at_a_time(qtbot: QtBot, page: PiecesPage, desk: Desk) -> None:
    choose(qtbot, page, WHITE_KNIGHT)
    choose(qtbot, page, WHITE_KNIGHT + 6)
    assert [piece for piece, button in page.buttons.items() if button.isChecked()] == [WHITE_KNIGHT + 6]
    heat = desk.board.state.heat
    assert heat is not None and not heat.white
    assert heat.shares[chess.F6] > 0


def test_arrow_keys_go_from_piece_to_piece_and_space_chooses_one(qtbot: QtBot, page: PiecesPage) -> None:
    qtbot.waitExposed(page)
    page.activateWindow()
    buttons = list(page.buttons.values())
    buttons[0].setFocus()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        QTest.keyClick(page.focusWidget(), key)
    assert buttons[2].hasFocus() and buttons[2].accessibleName() == "White rooks"
    QTest.keyClick(buttons[2], Qt.Key.Key_Space)
    assert page.piece == 4
