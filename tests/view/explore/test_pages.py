"""The pages of an answer: pieces on the board, the flow, games chosen in it, and sayings."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.board.bitboard import parse_square
from pawnviz.view.reading_column import NARROWEST
from tests.view.explore.program import CARLSBAD, ExploreProgram
from tests.view.hands import LEFT


def show_page(explore: ExploreProgram, title: str) -> None:
    pages = explore.panel.pages
    number = next(number for number in range(pages.count()) if pages.tabText(number) == title)
    QTest.mouseClick(pages.tabBar(), LEFT, pos=pages.tabBar().tabRect(number).center())
    QApplication.processEvents()


def ready(explore: ExploreProgram) -> None:
    explore.explore()
    explore.set_up(CARLSBAD)
    explore.wait()


def test_a_chosen_piece_is_shown_on_its_squares_and_goes_with_its_page(explore: ExploreProgram) -> None:
    ready(explore)
    show_page(explore, "Pieces")
    page, state = explore.panel.pages.pieces, explore.board.state
    assert page.result.text().startswith("Choose a piece")
    knights = next(button for button in page.buttons.values() if button.accessibleName() == "White knights")
    QTest.mouseClick(knights, LEFT)
    explore.qtbot.waitUntil(lambda: state.heat is not None and not page.heat.is_running)
    assert state.heat is not None and state.heat.white
    assert state.heat.shares[parse_square("c3")] == 1.0 and state.heat.shares[parse_square("e5")] == 0.0
    assert page.result.text().startswith("3 games") and "c3 100 %" in page.result.text()
    show_page(explore, "Games")
    assert state.heat is None


def test_a_click_in_the_flow_lists_its_games(explore: ExploreProgram) -> None:
    ready(explore)
    show_page(explore, "Flow")
    page = explore.panel.pages.flow
    explore.qtbot.waitUntil(lambda: bool(page.view._nodes))
    place = next(place for place in page.view._nodes if place.column == 0)
    point = page.view._nodes[place].center().toPoint()
    QTest.mouseClick(page.view, LEFT, pos=point)
    games = explore.panel.pages.games
    assert games.isVisible() and " of 3: those chosen in the flow" in games.label.text()
    count = len(explore.texts(games.table))
    assert games.label.text().startswith(f"{count} game")
    QTest.mouseClick(games.all_button, LEFT)
    assert len(explore.texts(games.table)) == 3 and not games.all_button.isVisible()


def test_a_saying_is_tried_over_the_games_of_the_file(explore: ExploreProgram) -> None:
    ready(explore)
    show_page(explore, "Sayings")
    page = explore.panel.pages.sayings
    assert not explore.panel.moves.isVisible()
    page.field.setFocus()
    QTest.keyClicks(page.field, "island_count(own) >= 2")
    page.move_box.setValue(6)
    QTest.mouseClick(page.test_button, LEFT)
    explore.qtbot.waitUntil(lambda: not page.trial.is_running and bool(page.result.text()))
    assert page.trial.trial_count == 1
    show_page(explore, "Games")
    assert explore.panel.moves.isVisible()


def test_the_panel_needs_no_more_than_the_narrowest_width_with_an_answer_on_any_page(explore: ExploreProgram) -> None:
    ready(explore)
    for title in ("Pieces", "Flow", "Sayings", "Games"):
        show_page(explore, title)
        assert explore.panel.minimumSizeHint().width() <= NARROWEST
