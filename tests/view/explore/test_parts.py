"""The parts of an answer that fold: structures to which its games led, pieces on the board, and sayings."""

from __future__ import annotations

import chess
import numpy
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.collections.answer import bundles_of
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import spells
from pawnviz.core.games.cutting import GameText
from pawnviz.model.collections.piece_heat import MoveCache
from pawnviz.model.preferences import Preferences
from pawnviz.view.explore.pattern import PiecesPage
from pawnviz.view.explore.sections import BundleButton
from pawnviz.view.navigator import NARROWEST
from pawnviz.view.widgets.page import FoldButton
from tests.core.collections.test_answer import GAMES as COLUMNS
from tests.core.collections.test_answer import ROWS
from tests.view.explore.program import ExploreProgram
from tests.view.hands import LEFT, Desk
from tests.view.program import OpenProgram


def unfold(explore: ExploreProgram, title: str) -> None:
    buttons = {button.text(): button for button in explore.panel.findChildren(FoldButton)}
    explore.panel.area.ensureWidgetVisible(buttons[title])
    QTest.mouseClick(buttons[title], LEFT)
    QApplication.processEvents()


@pytest.mark.slow
def test_a_chosen_piece_is_shown_on_its_squares_and_goes_with_its_part(explore: ExploreProgram) -> None:
    explore.ready()
    page, state = explore.panel.pieces, explore.board.state
    assert not page.isVisible()
    unfold(explore, "Pieces")
    assert page.result.text().startswith("Choose a piece")
    knights = next(button for button in page.buttons.values() if button.accessibleName() == "White knights")
    QTest.mouseClick(knights, LEFT)
    explore.qtbot.waitUntil(lambda: state.heat is not None and not page.heat.is_running)
    assert state.heat is not None and state.heat.white
    assert state.heat.shares[parse_square("c3")] == 1.0 and state.heat.shares[parse_square("e5")] == 0.0
    assert page.result.text().startswith("3 games") and "c3 100 %" in page.result.text()
    unfold(explore, "Pieces")
    hidden = not page.isVisible()
    assert hidden and explore.board.state.heat is None


@pytest.mark.slow
def test_a_part_stays_folded_or_unfolded_at_the_next_start(explore: ExploreProgram, open_program: OpenProgram) -> None:
    explore.ready()
    unfold(explore, "Pieces")
    unfold(explore, "Where it led")
    explore.close()
    second = open_program()
    panel = second.window.workspaces.explore
    explore.qtbot.waitUntil(panel.moves.isVisible)
    assert (panel.pieces.isVisible(), panel.led_to.isVisible(), panel.sayings.isVisible()) == (True, False, False)


@pytest.mark.slow
def test_where_the_games_led_is_a_few_named_bundles_and_a_click_lists_their_games(explore: ExploreProgram) -> None:
    explore.ready()
    part, games = explore.panel.led_to, explore.panel.games_part
    explore.qtbot.waitUntil(lambda: bool(part.buttons))
    assert 1 <= len(part.buttons) <= 6
    assert part.buttons[0].text() == "Still Carlsbad of White  3"
    assert part.buttons[0].accessibleName().startswith("Still Carlsbad of White: 3 games, 100 %;")
    explore.panel.area.ensureWidgetVisible(part.buttons[0])
    QTest.mouseClick(part.buttons[0], LEFT)
    assert games.label.text() == "3 games of 3: those chosen below" and games.all_button.isVisible()
    assert len(explore.texts(games.table)) == 3
    QTest.mouseClick(games.all_button, LEFT)
    assert not games.label.text() and not games.all_button.isVisible()


@pytest.mark.usefixtures("qapp")
def test_a_bundle_is_chosen_by_key_and_lists_its_games_alone(qtbot: QtBot) -> None:
    found = spells(read_fields('pattern:"W d4; B d5"'), ROWS, COLUMNS)
    bundles = bundles_of(found, ROWS, COLUMNS, 7, 1)
    preferences = Preferences()
    button = BundleButton(preferences.flipped)
    qtbot.addWidget(button)
    button.show_bundle(bundles[-1], 0.5, is_scored=True)
    assert button.text().startswith("Other structures")
    with qtbot.waitSignal(button.clicked):
        QTest.keyClick(button, Qt.Key.Key_Space)
    colors = {button.grab().toImage().pixelColor(x, 4).name() for x in range(40, button.width() - 110)}
    assert len(colors) >= 2, "the bar is half as long as the room for it"


@pytest.mark.slow
def test_a_saying_is_tried_over_the_games_of_the_file(explore: ExploreProgram) -> None:
    explore.ready()
    unfold(explore, "Sayings")
    page = explore.panel.sayings
    page.field.setFocus()
    QTest.keyClicks(page.field, "island_count(own) >= 2")
    page.move_box.setValue(6)
    explore.panel.area.ensureWidgetVisible(page.test_button)
    QTest.mouseClick(page.test_button, LEFT)
    explore.qtbot.waitUntil(lambda: not page.trial.is_running and bool(page.result.text()))
    assert len(page.trial.tried) == 1


@pytest.mark.slow
def test_the_column_needs_no_more_than_the_narrowest_width_with_all_parts_unfolded(explore: ExploreProgram) -> None:
    explore.ready()
    unfold(explore, "Pieces")
    unfold(explore, "Sayings")
    assert explore.panel.minimumSizeHint().width() <= NARROWEST
    content = explore.panel.area.widget()
    assert content is not None and content.minimumSizeHint().width() <= NARROWEST - 20


GAMES = ["1. Nf3 Nf6 2. Ng1 Ng8 *", "1. Nc3 e5 2. Nf3 *", "1. e4 *"]
WHITE_KNIGHT = 2


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


@pytest.fixture
def page(qtbot: QtBot, desk: Desk) -> PiecesPage:
    page = PiecesPage(desk.board.state)
    qtbot.addWidget(page)
    moves = MoveCache(lambda game: GameText(GAMES[game].encode(), 1, 0))
    page.wanted.connect(lambda: page.begin(moves, numpy.arange(3), numpy.zeros(3, int), numpy.full(3, 9)))
    page.show()
    return page


def choose(qtbot: QtBot, page: PiecesPage, piece: int) -> None:
    QTest.mouseClick(page.buttons[piece], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.heat.is_running, timeout=60_000)


def test_the_squares_of_one_chosen_piece_are_discs_on_the_board_until_another_click_or_a_hidden_page(
    qtbot: QtBot, page: PiecesPage, desk: Desk
) -> None:
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
    choose(qtbot, page, WHITE_KNIGHT + 6)
    assert [piece for piece, button in page.buttons.items() if button.isChecked()] == [WHITE_KNIGHT + 6]
    heat = desk.board.state.heat
    assert heat is not None and not heat.white
    assert heat.shares[chess.F6] > 0
    page.hide()
    assert desk.board.state.heat is None
    page.show()
    qtbot.waitUntil(lambda: desk.board.state.heat is not None, timeout=60_000)
    choose(qtbot, page, WHITE_KNIGHT + 6)
    assert desk.board.state.heat is None
    assert page.piece == 0 and not page.legend.isVisible()
    assert "Choose a piece" in page.result.text()


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
