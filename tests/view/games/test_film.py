"""The film of a game and its turning points, by mouse, keys and screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import Position
from pawnviz.core.picture.skeleton import make_skeleton
from pawnviz.model.games.game import OpenGame
from pawnviz.model.preferences import Preferences
from pawnviz.view.app import make_application
from pawnviz.view.board.small_boards import skeleton_image
from pawnviz.view.games.film import Events, Film
from pawnviz.view.widgets.theme import theme_of
from tests.core.games.sample import read
from tests.view.games.program import GamesProgram
from tests.view.hands import Hand
from tests.view.program import send_leave

MOVES = "1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 c5 6. dxc5 Nc6 7. b4 *"
TITLES = ["Start", "1.d4", "1...d5", "2.c4", "2...e6", "3...exd5", "4.e3", "4...c6", "5...c5", "6.dxc5", "7.b4"]


class FilmOfGame:
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
        index = self.view.model().index(TITLES.index(title), 0)
        self.view.scrollTo(index)
        return self.view.visualRect(index)

    def image(self, title: str) -> QImage:
        """Return the picture with a move as it is painted, without its text."""
        rect = self.rect(title)
        return self.view.viewport().grab(QRect(rect.topLeft(), rect.size().shrunkBy(QMargins(0, 0, 0, 16)))).toImage()

    def framed(self) -> list[str]:
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


def test_there_is_a_picture_for_each_change_which_a_screen_reader_reads_with_its_structure(desk: FilmOfGame) -> None:
    model = desk.view.model()
    assert [model.index(row, 0).data() for row in range(model.rowCount())] == TITLES
    accessible = QAccessible.queryAccessibleInterface(desk.view)
    assert accessible.text(QAccessible.Text.Name) == "Film of the pawns"
    names = [accessible.child(row).text(QAccessible.Text.Name) for row in range(accessible.childCount())]
    assert names[7] == "4...c6, White to move · Carlsbad of White"
    index = desk.view.model().index(TITLES.index("6.dxc5"), 0)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "6.dxc5 made Black&#x27;s pawn on d5 isolated" in tip
    assert "6.dxc5: Black&#x27;s pawn on c5 is captured" in tip
    assert tip.endswith("These pawns stood for 1 move</p>")


def test_a_click_or_arrow_keys_and_enter_go_to_a_move_whose_picture_is_framed(desk: FilmOfGame) -> None:
    assert desk.framed() == ["Start"]
    desk.hand.click(desk.rect("3...exd5").center())
    assert desk.game.ply == 6
    assert desk.framed() == ["3...exd5"]
    desk.game.go_to(9)
    assert desk.framed() == ["4...c6"], "the pawns still stand as after 4...c6"
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


def test_the_line_says_structure_and_changes_of_the_current_move_or_of_the_pointed_picture(desk: FilmOfGame) -> None:
    assert desk.film.heading.full_text == "Start, White to move · Symmetrical"
    desk.hand.move(desk.rect("4...c6").center())
    assert desk.film.heading.full_text == "4...c6, White to move · Carlsbad of White"
    desk.hand.move(desk.rect("3...exd5").center())
    assert desk.film.heading.full_text.startswith("3.cxd5 exd5")
    send_leave(desk.view.viewport())
    assert desk.film.heading.full_text == "Start, White to move · Symmetrical"
    desk.game.go_to(11)
    structure, changes = "Black's pawn on d5 against White's e-pawn", "d5 became isolated; Black has 3 islands, not 2"
    assert desk.film.heading.full_text == f"6.dxc5, Black to move · {structure} · {changes}"


def test_the_wheel_goes_along_the_pictures_which_turn_with_the_board(desk: FilmOfGame) -> None:
    before = desk.image("6.dxc5")
    desk.preferences.flipped.value = True
    flipped = desk.image("6.dxc5")
    assert flipped != before
    desk.preferences.flipped.value = False
    assert desk.image("6.dxc5") == before
    desk.film.resize(300, 140)
    QApplication.processEvents()
    bar = desk.view.horizontalScrollBar()
    assert bar.value() == 0 < bar.maximum()
    desk.hand.wheel(desk.rect("Start").center(), -2)
    assert bar.value() > 0
    assert desk.game.ply == 0


def test_the_current_picture_is_seen_in_a_narrow_and_a_short_window(program: GamesProgram) -> None:
    program.game.open(read(MOVES))
    film = program.page.film
    program.scroll_to(film)
    for ply in (13, 0, 13):
        program.game.go_to(ply)
        QApplication.processEvents()
        rect = film.view.visualRect(film.view.model().index(film.view.frame_row, 0))
        assert film.view.viewport().rect().contains(rect.adjusted(1, 0, -1, 0))


def test_another_game_has_another_film_once_it_is_seen(desk: FilmOfGame) -> None:
    model = desk.view.model()
    last = model.index(model.rowCount() - 1, 0)
    told = last.data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("7.b4")
    desk.film.hide()
    desk.game.open(read("1. e4 *"))
    assert last.data(Qt.ItemDataRole.AccessibleTextRole) == told
    desk.game.open(read(MOVES))
    desk.film.show()
    QApplication.processEvents()
    desk.film.hide()
    desk.game.open(read("1. e4 d5 2. exd5 *"))
    assert desk.view.model().rowCount() == len(TITLES), "nothing is done for a film that is not seen"
    desk.film.show()
    QApplication.processEvents()
    assert desk.view.model().rowCount() == 4
    desk.game.open(None)
    assert desk.view.model().rowCount() == 0 and desk.film.heading.full_text == ""
    desk.hand.click(QPoint(10, 10))


_BEFORE = "8/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/8 w - -"
_AFTER = "8/ppp2ppp/8/3p4/3P4/8/PP2PPPP/8 w - -"


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


def test_at_first_each_change_of_the_structure_is_a_row_which_may_go_on_in_a_second_line(page: Events) -> None:
    assert rows(page) == [
        "3.cxd5 exd5 half-opened the c-file for White and the e-file for Black",
        "6.dxc5 won a pawn, half-opened the d-file for White and the c-file for Black, and made Black's d5 isolated",
    ]
    line = page.list.fontMetrics().lineSpacing()
    page.resize(360, 400)
    QApplication.processEvents()
    rects = [page.list.visualItemRect(page.list.item(row)) for row in range(2)]
    assert rects[1].height() >= 2 * line and rects[1].right() <= page.list.viewport().width()
    assert not page.list.horizontalScrollBar().isVisible()


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


def test_everything_or_one_kind_is_listed_below_the_structures(page: Events) -> None:
    choose(page, "Everything")
    assert page.structures.text().endswith(
        "Carlsbad of White 3–5, then Black's pawn on d5 against White's e-pawn from 6."
    )
    found = rows(page)
    assert found.count("3.cxd5") == 1
    assert "    Black's pawn on d5 is captured" in found[found.index("3.cxd5") : found.index("3...exd5")]
    assert any(text.startswith("    made Black's pawn on d5 isolated") for text in found[found.index("6.dxc5") :])
    headings = [text for text in found if not text.startswith(" ")]
    assert len(headings) == len(set(headings)) > 4, "each move stands once, above what it did"
    choose(page, "Isolated")
    found = [text for text in rows(page) if text.startswith(" ")]
    assert found and all("isolated" in text for text in found)
    choose(page, "Captures and promotions")
    assert [text for text in rows(page) if not text.startswith(" ")] == ["3.cxd5", "3...exd5", "6.dxc5"]
    choose(page, "Hanging")
    assert rows(page) == ["Nothing of this kind in this game."]
    assert not page.copy_button.isEnabled()


def test_clicks_and_keys_go_to_the_move_of_a_row(page: Events) -> None:
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


def test_the_events_of_a_long_game_are_listed_once_they_are_known(page: Events, qtbot: QtBot) -> None:
    choose(page, "Everything")
    page._game.open(read("1. e4 d5 2. exd5 " + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*"))
    assert page._game.living.is_running and not rows(page), "no row says that there is nothing"
    qtbot.waitUntil(lambda: "    Black's pawn on d5 is captured" in rows(page), timeout=60_000)
