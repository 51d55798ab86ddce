"""What happened in a game as a list, worked by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import Position
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import Preferences
from pawnviz.view.app import make_application
from pawnviz.view.board.small_boards import skeleton_image
from pawnviz.view.games.film import Events
from pawnviz.view.widgets.theme import theme_of
from tests.core.games.sample import read

_BEFORE = "8/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/8 w - -"
_AFTER = "8/ppp2ppp/8/3p4/3P4/8/PP2PPPP/8 w - -"
MOVES = "1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 c5 6. dxc5 Nc6 7. b4 *"


@pytest.fixture
def preferences(qtbot: QtBot) -> Preferences:
    return Preferences()


@pytest.fixture
def page(qtbot: QtBot, preferences: Preferences) -> Events:
    make_application()
    game = OpenGame()
    game.open(read(MOVES))
    found = Events(game, preferences.flipped)
    qtbot.addWidget(found)
    found.resize(560, 400)
    found.set_room(400)
    found.show()
    qtbot.waitExposed(found)
    return found


def rows(page: Events) -> list[str]:
    return [page.list.item(row).text() for row in range(page.list.count())]


def choose(page: Events, kind: str) -> None:
    """Choose a kind by its first letters, as keys do."""
    page.kinds.setFocus()
    QTest.keyClick(page.kinds, Qt.Key.Key_Home)
    for _ in range(page.kinds.findText(kind)):
        QTest.keyClick(page.kinds, Qt.Key.Key_Down)
    assert page.kinds.currentText() == kind


def test_at_first_each_change_of_the_structure_is_one_row(page: Events) -> None:
    assert rows(page) == [
        "3.cxd5 exd5 half-opened the c-file for White and the e-file for Black",
        "6.dxc5 won a pawn, half-opened the d-file for White and the c-file for Black, and made Black's d5 isolated",
    ]


def test_each_change_of_the_structure_has_the_skeleton_after_it(page: Events, preferences: Preferences) -> None:
    positions = [Position.from_fen(fen) for fen in (_BEFORE, _AFTER)]
    before, after = ((position.pawns & position.white, position.pawns & position.black) for position in positions)
    image = page.list.item(0).icon().pixmap(28).toImage()
    wanted = skeleton_image(make_skeleton(*after, before), theme_of(page), 28, 1.0)
    assert image.convertToFormat(wanted.format()) == wanted
    preferences.flipped.value = True
    turned = page.list.item(0).icon().pixmap(28).toImage()
    assert turned != image
    choose(page, "Everything")
    assert all(page.list.item(row).icon().isNull() for row in range(page.list.count()))


def test_a_long_row_goes_on_in_a_second_line(page: Events) -> None:
    line = page.list.fontMetrics().lineSpacing()
    page.resize(360, 400)
    QApplication.processEvents()
    rects = [page.list.visualItemRect(page.list.item(row)) for row in range(2)]
    assert rects[1].height() >= 2 * line and rects[1].right() <= page.list.viewport().width()
    assert not page.list.horizontalScrollBar().isVisible()


def test_everything_is_listed_and_the_structures_stand_above(page: Events) -> None:
    choose(page, "Everything")
    assert page.structures.text().endswith("Carlsbad of White 3–5.")
    found = rows(page)
    assert found.count("3.cxd5") == 1
    assert "    Black's pawn on d5 is captured" in found[found.index("3.cxd5") : found.index("3...exd5")]
    assert any(text.startswith("    made Black's pawn on d5 isolated") for text in found[found.index("6.dxc5") :])
    headings = [text for text in found if not text.startswith(" ")]
    assert len(headings) == len(set(headings)) > 4, "each move stands once, above what it did"


def test_the_list_can_be_limited_to_one_kind(page: Events) -> None:
    choose(page, "Isolated")
    found = [text for text in rows(page) if text.startswith(" ")]
    assert found and all("isolated" in text for text in found)
    choose(page, "Captures and promotions")
    assert [text for text in rows(page) if not text.startswith(" ")] == ["3.cxd5", "3...exd5", "6.dxc5"]
    choose(page, "Hanging")
    assert rows(page) == ["Nothing of this kind in this game."]
    assert not page.copy_button.isEnabled()


def test_a_click_and_enter_go_to_the_move_and_left_and_right_step(page: Events) -> None:
    game: OpenGame = page._game
    choose(page, "Everything")
    row = rows(page).index("3.cxd5") + 1
    QTest.mouseClick(
        page.list.viewport(), Qt.MouseButton.LeftButton, pos=page.list.visualItemRect(page.list.item(row)).center()
    )
    assert game.ply == 5
    QTest.keyClick(page.list, Qt.Key.Key_Right)
    assert game.ply == 6
    assert page.list.selectedItems()[0].text() == "3...exd5"
    page.list.setCurrentRow(row)
    QTest.keyClick(page.list, Qt.Key.Key_Return)
    assert game.ply == 5


def test_keys_to_another_row_go_to_its_move_and_begin_at_the_current_one(page: Events) -> None:
    game = page.list._game
    choose(page, "Everything")
    game.go_to(5)
    plies = [page.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(page.list.count())]
    first = plies.index(5)
    page.list.setFocus()
    for row in range(first + 1, page.list.count()):
        QTest.keyClick(page.list, Qt.Key.Key_Down)
        assert page.list.currentRow() == row and game.ply == plies[row]
    QTest.keyClick(page.list, Qt.Key.Key_Home)
    assert game.ply == plies[0]
    QTest.keyClick(page.list, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert game.ply == plies[0] and len(page.list.selectedItems()) == len(plies)


def test_the_list_is_copied_whole_or_in_parts(page: Events) -> None:
    choose(page, "Everything")
    QTest.mouseClick(page.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().splitlines() == [page.structures.text(), *rows(page)]
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == rows(page)
    page.list.clearSelection()
    for row in (4, 2):
        page.list.item(row).setSelected(True)
    QTest.keyClick(page.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == [rows(page)[2], rows(page)[4]]


def test_another_game_is_listed_once_the_page_is_seen(page: Events) -> None:
    choose(page, "Everything")
    before = rows(page)
    page.hide()
    page._game.open(read("1. e4 d5 2. exd5 *"))
    assert rows(page) == before, "nothing is done for a page that is not seen"
    page.show()
    QApplication.processEvents()
    assert [text for text in rows(page) if not text.startswith(" ")][-1] == "2.exd5"
    page._game.open(None)
    assert rows(page) == [] and page.structures.text() == ""
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))


def test_the_events_of_a_long_game_are_listed_once_they_are_known(page: Events, qtbot: QtBot) -> None:
    choose(page, "Everything")
    page._game.open(read("1. e4 d5 2. exd5 " + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*"))
    assert page._game.is_finding_lives and not rows(page), "no row says that there is nothing"
    qtbot.waitUntil(lambda: "    Black's pawn on d5 is captured" in rows(page), timeout=60_000)
