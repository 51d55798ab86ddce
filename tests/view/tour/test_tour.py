"""The tour by mouse and by keyboard: what it points at, where its card stands, and how it ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import delete

from pawnviz.core.catalog.tour import stops
from pawnviz.view.tour.card import TourCard
from pawnviz.view.widgets.theme import theme_for
from pawnviz.view.workspaces.workspace_bar import WorkspaceBar
from tests.view.hands import on_screen
from tests.view.program import RunningProgram


def parts(program: RunningProgram) -> list[QWidget]:
    """Return what the tour points at, in its order."""
    window, panels = program.window, program.window.docks.panels
    layers, workspaces = panels.layer_panel, window.findChild(WorkspaceBar)
    assert isinstance(workspaces, WorkspaceBar)
    return [
        program.board,
        layers.preset_bar,
        layers.tree,
        window.legend,
        panels.inspector,
        panels.inspector.why_not_box,
        window.docks.moves_dock,
        workspaces,
        window.fen_line,
    ]


def place(program: RunningProgram, part: QWidget) -> QRect:
    return QRect(part.mapTo(program.window, QPoint()), part.size())


@pytest.fixture
def tour(program: RunningProgram) -> TourCard:
    """Return the tour that was begun in the menu."""
    program.action("take_tour").trigger()
    QApplication.processEvents()
    return program.window.tour


@pytest.mark.parametrize("size", [(1024, 700), (1366, 720), (2560, 1400)])
def test_each_stop_frames_its_part_and_covers_little_of_it(program: RunningProgram, size: tuple[int, int]) -> None:
    program.window.resize(*size)
    program.action("take_tour").trigger()
    tour = program.window.tour
    assert program.board.state.pinned is None
    for stop, part in zip(stops(), parts(program), strict=True):
        QApplication.processEvents()
        assert tour.heading.text() == stop.title
        assert tour.frame.area == place(program, part)
        assert tour.frame.isVisible()
        assert program.window.rect().contains(tour.geometry())
        common = tour.geometry().intersected(tour.frame.area)
        assert common.width() * common.height() <= 0.15 * part.width() * part.height()
        assert tour.text.height() >= tour.text.heightForWidth(tour.text.width())
        QTest.mouseClick(tour.next_button, Qt.MouseButton.LeftButton)
    assert not tour.isVisible()
    assert not tour.frame.isVisible()
    assert program.board.state.pinned is None
    assert program.window.docks.moves_dock.isHidden(), "what the tour has opened is closed"


def test_the_tour_is_taken_with_the_keyboard_and_the_focus_comes_back(program: RunningProgram) -> None:
    program.window.docks.find_layer()
    field = program.focus_widget()
    program.action("take_tour").trigger()
    tour = program.window.tour
    for key, number in ((Qt.Key.Key_Right, 2), (Qt.Key.Key_Return, 3), (Qt.Key.Key_Space, 4), (Qt.Key.Key_Left, 3)):
        program.press(key)
        assert tour.count.text() == f"{number} of {len(stops())}"
    program.press(Qt.Key.Key_Escape)
    assert not tour.isVisible()
    assert program.focus_widget() is field


def test_the_tour_ends_where_the_focus_of_before_is_gone(program: RunningProgram) -> None:
    field = QLineEdit(program.window)
    field.show()
    field.setFocus()
    assert program.focus_widget() is field
    program.action("take_tour").trigger()
    delete(field)
    program.press(Qt.Key.Key_Escape)
    assert not program.window.tour.isVisible()


def test_no_letter_of_the_card_is_that_of_a_menu_or_a_command(program: RunningProgram, tour: TourCard) -> None:
    while tour.next_button.text() != "D&one":
        assert program.letters_taken_twice(tour) == {}
        tour.go_on()
    assert program.letters_taken_twice(tour) == {}


def test_everything_else_works_during_the_tour(program: RunningProgram, tour: TourCard) -> None:
    before = program.pieces
    QTest.mouseClick(program.board, Qt.MouseButton.LeftButton, pos=program.at(28))
    program.press_keys("Ctrl+Delete")
    assert program.pieces != before
    assert tour.isVisible()
    QTest.mouseClick(tour.close_button, Qt.MouseButton.LeftButton)
    assert not tour.isVisible()


def test_the_tour_opens_a_dock_that_was_closed(program: RunningProgram) -> None:
    program.window.docks.layers_dock.close()
    program.action("take_tour").trigger()
    QTest.mouseClick(program.window.tour.next_button, Qt.MouseButton.LeftButton)
    assert program.window.docks.layers_dock.isVisible()


def test_the_first_start_offers_the_tour_once_in_a_line(open_program: Callable[..., RunningProgram]) -> None:
    program = open_program()
    button = program.window.status.offer_button
    assert button is not None
    assert button.isVisible()
    assert program.notice() == ""
    assert QApplication.activeModalWidget() is None
    program.window.status.show_message("A message.")
    assert not button.isVisible(), "a message has its room"
    program.window.status.clearMessage()
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert program.window.tour.isVisible()
    assert program.window.status.offer_button is None
    program = open_program()
    assert program.window.status.offer_button is None


def test_the_tour_of_the_menu_ends_its_offer(program: RunningProgram, tour: TourCard) -> None:
    assert tour.isVisible()
    assert program.window.status.offer_button is None


def test_the_card_leaves_the_bar_of_the_workspaces_and_the_menus_free(program: RunningProgram, tour: TourCard) -> None:
    while tour.heading.text() != "Workspaces":
        program.press(Qt.Key.Key_Right)
    assert tour.y() > tour.frame.area.bottom()


def test_the_offer_can_be_declined(program: RunningProgram) -> None:
    button = program.window.status.decline_button
    assert button is not None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert program.window.status.offer_button is None
    assert "tour" not in program.window.__dict__


def test_the_card_stands_above_the_panels_of_another_workspace(program: RunningProgram, tour: TourCard) -> None:
    program.press_keys("F3")
    QApplication.processEvents()
    for dock in (program.window.docks.game_moves_dock, program.window.docks.pawns_dock):
        dock.raise_()
    program.qtbot.waitUntil(lambda: program.window.children()[-1] is tour)
    for point in (tour.rect().center(), tour.next_button.geometry().center(), tour.heading.geometry().center()):
        seen = program.window.childAt(tour.mapTo(program.window, point))
        assert seen is not None and (seen is tour or tour.isAncestorOf(seen))


def test_the_card_takes_the_colors_of_another_theme(program: RunningProgram, tour: TourCard) -> None:
    seen = {}
    for theme in ("light", "dark", "light"):
        program.action(f"theme_{theme}").trigger()
        QApplication.processEvents()
        seen[theme] = on_screen(tour)
        background = seen[theme].pixelColor(tour.count.geometry().topLeft()).name()
        border = seen[theme].pixelColor(0, tour.height() // 2).name()
        colors = theme_for(theme)
        assert (background, border) == (colors.base, colors.link)
        tour.update()
        QApplication.processEvents()
        assert on_screen(tour) == seen[theme]
    assert seen["light"] != seen["dark"]
