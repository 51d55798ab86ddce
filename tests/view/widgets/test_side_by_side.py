from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.view.widgets.side_by_side import side_by_side
from pawnviz.view.widgets.side_window import SideWindow

SCREEN = QRect(0, 0, 1366, 768)


def test_windows_share_what_a_narrow_screen_has_beyond_their_least_widths() -> None:
    main, side = QRect(8, 20, 1350, 720), QRect(0, 0, 640, 700)
    places = side_by_side(SCREEN, main, side, least_main=800, least_side=480)
    assert places == (QRect(0, 20, 843, 720), QRect(843, 20, 523, 700))
    wide = side_by_side(QRect(0, 0, 1920, 1040), main, side, least_main=800, least_side=480)
    assert wide == (QRect(0, 20, 1280, 720), QRect(1280, 20, 640, 700))


def test_the_main_window_moves_where_that_is_enough() -> None:
    places = side_by_side(SCREEN, QRect(200, 0, 800, 700), QRect(0, 0, 500, 700), least_main=600, least_side=400)
    assert places == (QRect(66, 0, 800, 700), QRect(866, 0, 500, 700))


def test_nothing_is_shared_on_a_screen_that_is_too_narrow() -> None:
    screen = QRect(0, 0, 1024, 700)
    assert side_by_side(screen, QRect(0, 0, 1000, 600), QRect(0, 0, 500, 600), least_main=820, least_side=480) is None


@given(
    st.integers(600, 4000),
    st.integers(300, 3000),
    st.integers(-200, 2000),
    st.integers(200, 900),
    st.integers(200, 900),
    st.integers(100, 700),
)
def test_windows_beside_each_other_stay_on_the_screen_and_apart(
    width: int, main_width: int, left: int, side_width: int, least_main: int, least_side: int
) -> None:
    screen = QRect(50, 30, width, 800)
    main, side = QRect(left, 40, main_width, 700), QRect(0, 0, max(side_width, least_side), 900)
    places = side_by_side(screen, main, side, least_main=least_main, least_side=least_side)
    assert (places is None) == (least_main + least_side > width)
    if places is not None:
        assert not places.main.intersects(places.side)
        assert screen.contains(places.side)
        assert places.main.left() >= screen.left()
        assert places.main.width() >= min(main_width, least_main)
        assert places.side.width() >= least_side


class _Sharing(SideWindow):
    least_main_width = 300


@pytest.fixture
def windows(qtbot: QtBot) -> Iterator[tuple[QWidget, _Sharing]]:
    main = QWidget()
    side = _Sharing(main)
    qtbot.addWidget(main)
    main.setGeometry(20, 10, 700, 500)
    side.resize(400, 300)
    main.show()
    qtbot.waitExposed(main)
    yield main, side
    side.close()


def test_the_main_window_makes_room_while_the_other_one_is_open(windows: tuple[QWidget, _Sharing]) -> None:
    main, side = windows
    screen = main.screen().availableGeometry()
    before = main.geometry()
    for _ in range(2):
        side.show()
        QApplication.processEvents()
        assert not main.frameGeometry().intersects(side.frameGeometry())
        assert screen.contains(side.frameGeometry())
        assert main.width() >= 300
        side.close()
        QApplication.processEvents()
        assert main.geometry() == before


def test_a_main_window_that_was_moved_meanwhile_stays_there(windows: tuple[QWidget, _Sharing]) -> None:
    main, side = windows
    side.show()
    QApplication.processEvents()
    main.setGeometry(5, 5, 320, 400)
    side.close()
    assert main.geometry() == QRect(5, 5, 320, 400)


def test_a_main_window_that_filled_the_screen_fills_it_again(windows: tuple[QWidget, _Sharing]) -> None:
    main, side = windows
    main.showMaximized()
    QApplication.processEvents()
    side.show()
    QApplication.processEvents()
    assert not main.isMaximized()
    assert not main.frameGeometry().intersects(side.frameGeometry())
    side.close()
    QApplication.processEvents()
    assert main.isMaximized()


def test_a_window_that_finds_no_room_is_narrow_and_stands_at_the_right_edge(qtbot: QtBot) -> None:
    class Greedy(SideWindow):
        least_main_width = 5000

    main = QWidget()
    side = Greedy(main)
    qtbot.addWidget(main)
    side.setMinimumWidth(250)
    main.setGeometry(20, 10, 700, 500)
    before = main.geometry()
    main.show()
    side.show()
    QApplication.processEvents()
    assert main.geometry() == before
    assert side.width() == 250
    assert side.frameGeometry().right() == side.screen().availableGeometry().right()
    side.close()
    assert main.geometry() == before
