"""The film of a game, worked by mouse and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import Preferences
from pawnviz.view.app import make_application
from pawnviz.view.games.film import Film
from pawnviz.view.widgets.theme import theme_of
from tests.core.games.sample import read
from tests.view.games.program import GamesProgram
from tests.view.hands import Hand
from tests.view.program import send_leave

MOVES = "1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 c5 6. dxc5 Nc6 7. b4 *"
TITLES = ["Start", "1.d4", "1...d5", "2.c4", "2...e6", "3...exd5", "4.e3", "4...c6", "5...c5", "6.dxc5", "7.b4"]


class FilmOfGame:
    """A film over a game, and a mouse over its pictures."""

    def __init__(self, qtbot: QtBot) -> None:
        make_application()
        self.game = OpenGame()
        self.preferences = Preferences()
        self.film = Film(self.game, self.preferences)
        self.game.open(read(MOVES))
        qtbot.addWidget(self.film)
        self.film.resize(640, 140)
        self.film.show()
        qtbot.waitExposed(self.film)
        self.view = self.film.view
        self.hand = Hand(self.view.viewport())

    def rect(self, title: str) -> QRect:
        """Return the picture with a move, scrolled to."""
        index = self.view.model().index(TITLES.index(title), 0)
        self.view.scrollTo(index)
        return self.view.visualRect(index)

    def image(self, title: str) -> QImage:
        """Return the picture with a move as it is painted, without its text."""
        rect = self.rect(title)
        return self.view.viewport().grab(QRect(rect.topLeft(), rect.size().shrunkBy(QMargins(0, 0, 0, 16)))).toImage()

    def framed(self) -> list[str]:
        """Return the moves whose pictures have a frame."""
        color = theme_of(self.view).cursor
        titles = []
        for title in TITLES:
            rect = self.rect(title)
            image = self.view.viewport().grab(rect).toImage()
            if image.pixelColor(rect.width() // 2, 3).name() == color:
                titles.append(title)
        return titles


@pytest.fixture
def desk(qtbot: QtBot) -> FilmOfGame:
    return FilmOfGame(qtbot)


def test_there_is_a_picture_for_each_change_and_an_exchange_is_one(desk: FilmOfGame) -> None:
    model = desk.view.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == TITLES


def test_a_click_goes_to_the_move_and_its_picture_is_framed(desk: FilmOfGame) -> None:
    assert desk.framed() == ["Start"]
    desk.hand.click(desk.rect("3...exd5").center())
    assert desk.game.ply == 6
    assert desk.framed() == ["3...exd5"]
    desk.game.go_to(9)
    assert desk.framed() == ["4...c6"], "the pawns still stand as after 4...c6"


def test_left_and_right_choose_a_picture_and_enter_goes_there(desk: FilmOfGame) -> None:
    desk.game.go_to(4)
    desk.view.setFocus()
    QTest.keyClick(desk.view, Qt.Key.Key_Right)
    QTest.keyClick(desk.view, Qt.Key.Key_Right)
    QTest.keyClick(desk.view, Qt.Key.Key_Left)
    assert desk.game.ply == 4 and desk.view.currentIndex().data() == "3...exd5"
    QTest.keyClick(desk.view, Qt.Key.Key_Return)
    assert desk.game.ply == 6
    QTest.keyClick(desk.view, Qt.Key.Key_End)
    QTest.keyClick(desk.view, Qt.Key.Key_Enter)
    assert desk.game.ply == 13


def test_the_line_says_structure_and_changes_of_the_current_move_or_of_the_picture_under_the_pointer(
    desk: FilmOfGame,
) -> None:
    assert desk.film.heading.full_text == "Start, White to move · Symmetrical"
    desk.hand.move(desk.rect("4...c6").center())
    assert desk.film.heading.full_text == "4...c6, White to move · Carlsbad of White"
    desk.hand.move(desk.rect("3...exd5").center())
    assert desk.film.heading.full_text.startswith("3.cxd5 exd5")
    send_leave(desk.view.viewport())
    assert desk.film.heading.full_text == "Start, White to move · Symmetrical"
    desk.game.go_to(11)
    assert desk.film.heading.full_text == "6.dxc5, Black to move · d5 became isolated; Black has 3 islands, not 2"


def test_after_a_move_of_a_piece_the_line_says_since_when_the_pawns_stand(desk: FilmOfGame) -> None:
    desk.game.go_to(9)
    assert desk.film.heading.full_text == "Since 4...c6 · Carlsbad of White"


def test_the_wheel_goes_along_the_pictures(desk: FilmOfGame) -> None:
    desk.film.resize(300, 140)
    QApplication.processEvents()
    bar = desk.view.horizontalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    desk.hand.wheel(desk.rect("Start").center(), -2)
    assert bar.value() > 0
    assert desk.game.ply == 0


def test_the_tool_tip_says_what_changed_and_for_how_long(desk: FilmOfGame) -> None:
    index = desk.view.model().index(TITLES.index("6.dxc5"), 0)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "6.dxc5 made Black&#x27;s pawn on d5 isolated" in tip
    assert "6.dxc5: Black&#x27;s pawn on c5 is captured" in tip
    assert tip.endswith("These pawns stood for 1 move</p>")


def test_a_screen_reader_reads_the_moves_and_the_structures(desk: FilmOfGame) -> None:
    accessible = QAccessible.queryAccessibleInterface(desk.view)
    assert accessible.text(QAccessible.Text.Name) == "Film of the pawns"
    names = [accessible.child(row).text(QAccessible.Text.Name) for row in range(accessible.childCount())]
    assert names[7] == "4...c6, White to move · Carlsbad of White"


def test_the_pictures_turn_with_the_board(desk: FilmOfGame) -> None:
    before = desk.image("6.dxc5")
    desk.preferences.flipped.value = True
    flipped = desk.image("6.dxc5")
    assert flipped != before
    desk.preferences.flipped.value = False
    assert desk.image("6.dxc5") == before


def test_another_game_has_another_film_once_it_is_seen(desk: FilmOfGame) -> None:
    desk.film.hide()
    desk.game.open(read("1. e4 d5 2. exd5 *"))
    assert desk.view.model().rowCount() == len(TITLES), "nothing is done for a film that is not seen"
    desk.film.show()
    QApplication.processEvents()
    assert desk.view.model().rowCount() == 4
    desk.game.open(None)
    assert desk.view.model().rowCount() == 0 and desk.film.heading.full_text == ""
    desk.hand.click(QPoint(10, 10))


def test_the_current_picture_is_seen_in_a_narrow_and_a_short_window(program: GamesProgram) -> None:
    program.game.open(read(MOVES))
    film = program.page.film
    program.scroll_to(film)
    for ply in (13, 0, 13):
        program.game.go_to(ply)
        QApplication.processEvents()
        rect = film.view.visualRect(film.view.model().index(film.view.frame_row, 0))
        assert film.view.viewport().rect().contains(rect.adjusted(1, 0, -1, 0))


def test_a_hidden_film_still_tells_its_pictures_when_another_game_is_open(desk: FilmOfGame) -> None:
    model = desk.view.model()
    last = model.index(model.rowCount() - 1, 0)
    told = last.data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("7.b4")
    desk.film.hide()
    desk.game.open(read("1. e4 *"))
    assert last.data(Qt.ItemDataRole.AccessibleTextRole) == told
