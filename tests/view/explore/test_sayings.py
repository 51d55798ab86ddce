"""The page that puts a saying to the test, by keys and by mouse."""

from __future__ import annotations

import numpy
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pawnviz.core.games.cutting import GameText
from pawnviz.model.collections.piece_heat import MoveCache
from pawnviz.view.app import make_application
from pawnviz.view.explore.sayings import SayingPage

ISOLATED = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d4 exd4 5. c3 dxc3 6. Nxc3 d6 7. O-O Nf6 *"
EQUAL = "1. e4 e5 2. Nf3 Nc6 3. Nc3 Nf6 4. a3 a6 5. h3 h6 6. d3 d6 7. g3 g6 *"
GAMES = [ISOLATED] * 60 + [EQUAL] * 30
SURPLUS = numpy.array([-0.4, -0.2] * 30 + [0.1] * 28 + [numpy.nan] * 2)


class Source:
    """Games of a list, or a file that has gone."""

    is_gone = False

    def game_text(self, game: int) -> GameText:
        if self.is_gone:
            from pawnviz.model.storage import FileError

            raise FileError("“games.pgn” is gone.")
        return GameText(GAMES[game].encode(), 1, 0)


@pytest.fixture
def source() -> Source:
    return Source()


@pytest.fixture
def page(qtbot: QtBot, source: Source) -> SayingPage:
    make_application()
    page = SayingPage()
    qtbot.addWidget(page)
    page.resize(640, 320)
    moves = MoveCache(source.game_text)
    page.wanted.connect(lambda: page.begin(moves, SURPLUS))
    page.show()
    return page


def write(page: SayingPage, text: str) -> None:
    page.field.clear()
    page.field.setFocus()
    QTest.keyClicks(page.field, text)
    QTest.keyClick(page.field, Qt.Key.Key_Return)


def wait(qtbot: QtBot, page: SayingPage) -> None:
    qtbot.waitUntil(lambda: not page.trial.is_running, timeout=60_000)


def test_enter_tests_a_layer_whose_result_is_plotted_until_an_error(qtbot: QtBot, page: SayingPage) -> None:
    page.equal_material.setChecked(False)
    page.move_box.setValue(6)
    write(page, "pawns")
    wait(qtbot, page)
    trial = page.trial.result
    assert trial is not None and trial.whole is not None
    assert (trial.whole.games, trial.equal_games) == (60, 28)
    assert trial.whole.mean == pytest.approx(0.3)  # Black has the pawn more.
    text = page.result.text()
    assert "+30.0 %" in text and "60 games, and 28" in text and text.endswith("More is better.")
    assert page.count.text().startswith("1 saying was tried")
    rect = page.plot.point_rect(0).toRect()
    image = page.plot.grab().toImage()
    line = image.pixelColor(rect.center().x(), rect.top() + 3)
    assert line != image.pixelColor(rect.center().x() - 12, rect.top() + 3)
    assert not page.introduction.isVisible()
    assert page.plot.tip_at(rect.center().x(), 20).startswith("1 more: +30.0 %")
    assert page.plot.isVisible()
    write(page, "nothing")
    assert page.result.is_error and not page.plot.isVisible()


def test_the_button_tests_and_counts_each_saying_once_and_the_method_unfolds(qtbot: QtBot, page: SayingPage) -> None:
    for text in ("island_count", "isolated_pawns", "island_count"):
        page.field.setText(text)
        QTest.mouseClick(page.test_button, Qt.MouseButton.LeftButton)
        wait(qtbot, page)
    assert page.count.text().startswith("2 sayings were tried")
    assert not page.method.isVisible()
    QTest.mouseClick(page.method_button, Qt.MouseButton.LeftButton)
    assert page.method.isVisible() and page.method.text().startswith("Each game of the file with both ratings")


def test_before_a_trial_a_button_tests_an_example_and_equal_material_counts(qtbot: QtBot, page: SayingPage) -> None:
    assert page.introduction.isVisible() and not page.plot.isVisible()
    example = next(button for button in page.examples.buttons() if button.text() == "Island count")
    QTest.mouseClick(example, Qt.MouseButton.LeftButton)
    assert page.trial.is_running
    wait(qtbot, page)
    assert page.field.text() == "Island count"
    assert page.result.text() == "No rated game has a side with more of it at that time."
    assert page.introduction.isVisible(), "there is nothing to plot"
    page.move_box.setValue(6)
    write(page, "pawns")
    wait(qtbot, page)
    assert page.result.text() == "No rated game has a side with more of it at that time."


def test_a_text_that_is_no_saying_or_a_file_gone_is_said(page: SayingPage, qtbot: QtBot, source: Source) -> None:
    for text, message in (
        ("", "Write a layer"),
        ("nothing", "Column 1: 'nothing' is not known"),
        ("popcount(own) >", "Column 16"),
    ):
        write(page, text)
        assert page.result.is_error
        assert page.result.text().startswith(message)
        QTest.keyClicks(page.field, "x")
        assert page.result.text() == ""
    source.is_gone = True
    write(page, "island_count")
    wait(qtbot, page)
    assert page.result.is_error
    assert page.result.text() == "“games.pgn” is gone."
