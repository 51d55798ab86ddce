"""The flow of structures, pointed at, clicked and gone through by keys."""

from __future__ import annotations

import numpy
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.collections.flow import Flow, flow_of
from pawnviz.model.preferences.preferences import Preferences
from pawnviz.view.app import make_application
from pawnviz.view.explore.flow_view import FlowView, Place
from tests.core.collections.test_answer import LINES, ROWS

SURPLUS = numpy.array([0.5, -0.25, numpy.nan, 0.0])


@pytest.fixture
def flow() -> Flow:
    return flow_of(ROWS, numpy.arange(len(LINES)), numpy.full(len(LINES), 2), [0, 3, 6])


@pytest.fixture
def preferences(qtbot: QtBot) -> Preferences:
    return Preferences()


@pytest.fixture
def view(qtbot: QtBot, flow: Flow, preferences: Preferences) -> FlowView:
    make_application()
    view = FlowView(preferences.flipped)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.set_flow(flow, SURPLUS)
    view.show()
    qtbot.waitExposed(view)
    return view


def middle(view: FlowView, place: Place) -> QPoint:
    """Return a point at which a structure stands."""
    return next(
        QPoint(x, y) for x in range(view.width()) for y in range(0, view.height(), 2) if view.place_at(x, y) == place
    )


def test_a_structure_is_as_high_as_it_has_games(view: FlowView, flow: Flow) -> None:
    for column, nodes in enumerate(flow.columns):
        x = round(view.x_of(column)) + 2
        heights = [
            sum(view.place_at(x, y) == Place(column, number) for y in range(view.height()))
            for number in range(len(nodes))
        ]
        one = heights[0] / nodes[0].games
        assert heights == pytest.approx([node.games * one for node in nodes], abs=3)


def test_a_click_asks_for_the_games_of_a_structure_or_a_band(qtbot: QtBot, view: FlowView, flow: Flow) -> None:
    for place, spells in ((Place(1, 0), flow.columns[1][0].spells), (Place(0, 0, True), flow.bands[0][0].spells)):
        with qtbot.waitSignal(view.games_wanted, timeout=60_000) as signal:
            QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle(view, place))
        assert signal.args is not None
        assert signal.args[0].tolist() == spells.tolist()


def test_a_tip_names_the_structure_with_its_share_and_score(view: FlowView) -> None:
    place = Place(2, 0)
    point = middle(view, place)
    tip = view.tip_at(point.x(), point.y())
    assert tip == view.words(place)
    assert "1 game, 50 %" in tip
    assert tip.endswith("few games")
    assert view.tip_at(view.width() - 1, view.height() - 1) == ""


def test_the_tip_of_enough_games_has_their_score_with_half_its_interval(view: FlowView) -> None:
    games = numpy.tile(numpy.arange(len(LINES)), 3)
    view.set_flow(flow_of(ROWS, games, numpy.full(len(games), 2), [0, 3, 6]), numpy.tile(SURPLUS, 3))
    assert "12 games, 100 %, White scores +8.3 ± " in view.words(Place(0, 0))


def test_the_tab_key_shows_the_structure_that_it_reaches(view: FlowView) -> None:
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.current == Place(0, 0) and view.accessibleDescription() == view.words(Place(0, 0))


def test_the_keys_go_from_structure_to_structure_and_ask_for_games(qtbot: QtBot, view: FlowView, flow: Flow) -> None:
    view.setFocus()
    for key, column in ((Qt.Key.Key_Down, 0), (Qt.Key.Key_Right, 1), (Qt.Key.Key_Right, 2), (Qt.Key.Key_Right, 2)):
        QTest.keyClick(view, key)
        assert view.current is not None
        assert view.current.column == column
        assert view.accessibleDescription() == view.words(view.current)
    QTest.keyClick(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.games_wanted, timeout=60_000) as signal:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert signal.args is not None and view.current is not None
    assert signal.args[0].tolist() == flow.columns[1][view.current.number].spells.tolist()


def test_the_bands_of_a_pointed_structure_stand_out(view: FlowView) -> None:
    point = middle(view, Place(0, 0, True))

    def color() -> QColor:
        return view.grab().toImage().pixelColor(point)

    before = color()
    QTest.mouseMove(view, point)
    assert color() != before


def test_no_flow_is_an_empty_view(view: FlowView) -> None:
    view.set_flow(None)
    assert view.place_at(20, 60) is None
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.current is None
    image = view.grab().toImage()
    assert len({image.pixel(x, y) for x in range(0, 600, 7) for y in range(0, 300, 7)}) == 1


def test_skeletons_turn_with_the_board(view: FlowView, preferences: Preferences) -> None:
    before = view.grab().toImage()
    preferences.flipped.value = True
    assert view.grab().toImage() != before
    preferences.flipped.value = False
    assert view.grab().toImage() == before
