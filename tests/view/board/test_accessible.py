from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.accessible import install
from pawnviz.view.board.board import BoardView
from tests.view.hands import Desk

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


class ReadDesk(Desk):
    """A window with a board that a screen reader can read."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__(qtbot, FEN)
        install(self.board, self.document, self.layers)

    @property
    def table(self) -> QAccessibleInterface:
        return QAccessible.queryAccessibleInterface(self.board)

    def cell(self, name: str) -> QAccessibleInterface:
        geometry = self.board.board_geometry
        square = parse_square(name)
        return self.table.child(8 * geometry.row(square >> 3) + geometry.column(square & 7))


@pytest.fixture
def desk(qtbot: QtBot) -> ReadDesk:
    return ReadDesk(qtbot)


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[QAccessible.Event, str]]]:
    """Return the events that are reported to a screen reader, each with the name of what it is about."""
    events: list[tuple[QAccessible.Event, str]] = []

    def note(event: QAccessibleEvent) -> None:
        name = event.accessibleInterface().text(QAccessible.Text.Name)
        events.append((event.type(), name))

    monkeypatch.setattr(QAccessible, "updateAccessibility", note)
    QAccessible.setActive(True)
    yield events
    QAccessible.setActive(False)


def name_of(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Name)


def test_the_board_is_a_table_of_64_squares_in_reading_order_that_is_found_from_the_window(desk: ReadDesk) -> None:
    table = desk.table
    assert table.isValid()
    assert table.role() == QAccessible.Role.Table
    assert name_of(table) == "Board"
    assert table.text(QAccessible.Text.Description) == "White to move; White at the bottom"
    assert table.childCount() == 64
    names = [name_of(table.child(index)).partition(",")[0] for index in range(64)]
    assert names == [f"{file}{rank}" for rank in "87654321" for file in "abcdefgh"]
    assert table.child(64) is None
    assert table.child(-1) is None
    assert {table.child(index).role() for index in range(64)} == {QAccessible.Role.Cell}
    around = desk.table.parent()
    assert around.object() is desk.window
    found = [around.child(index) for index in range(around.childCount())]
    assert any(child.role() == QAccessible.Role.Table and child.object() is desk.board for child in found)
    assert desk.cell("e4").window() is desk.window.windowHandle()
    desk.board.preferences.flipped.value = True
    assert name_of(desk.table.child(0)).startswith("h1,")
    assert name_of(desk.table.child(63)).startswith("a8,")
    assert desk.table.indexOfChild(desk.table.child(17)) == 17
    assert desk.table.text(QAccessible.Text.Description) == "White to move; Black at the bottom"


def test_a_square_reads_its_piece_and_the_shown_layers_that_hold_it(desk: ReadDesk) -> None:
    assert name_of(desk.cell("e4")) == "e4, empty"
    assert name_of(desk.cell("a4")) == "a4, white pawn; in Front spans of Black"
    assert name_of(desk.cell("b6")) == "b6, empty; in Front spans of White and Black"
    desk.layers.set_shown("attacks", True, False)
    assert name_of(desk.cell("c3")) == "c3, white pawn; in Attacks of White, Front spans of White and Black"
    desk.layers.clear()
    assert name_of(desk.cell("c3")) == "c3, white pawn"
    assert desk.cell("c3").text(QAccessible.Text.Description) == "Pawn guards: White 1, Black 0"


@pytest.mark.parametrize("flipped", [False, True])
def test_each_square_is_where_it_is_painted_and_found_there(desk: ReadDesk, flipped: bool) -> None:
    desk.board.preferences.flipped.value = flipped
    board_area = desk.table.rect()
    for index in range(64):
        cell = desk.table.child(index)
        area = cell.rect()
        assert board_area.contains(area)
        name = name_of(cell).partition(",")[0]
        middle = desk.board.mapToGlobal(desk.board.square_center(parse_square(name)))
        assert area.contains(middle)
        found = desk.table.childAt(middle.x(), middle.y())
        assert desk.table.indexOfChild(found) == index
        assert desk.table.indexOfChild(cell) == index
        assert name_of(cell.parent()) == "Board"
    assert desk.table.childAt(board_area.left(), board_area.top()) is None


def test_the_square_of_the_cursor_has_the_focus(desk: ReadDesk, qtbot: QtBot) -> None:
    desk.board.setFocus(Qt.FocusReason.MouseFocusReason)
    qtbot.waitUntil(desk.board.hasFocus)
    assert desk.table.state().focused
    assert not any(desk.table.child(index).state().focused for index in range(64))
    QTest.keyClick(desk.board, Qt.Key.Key_Up)
    QTest.keyClick(desk.board, Qt.Key.Key_Up)
    focused = [name_of(desk.table.child(index)) for index in range(64) if desk.table.child(index).state().focused]
    assert [name.partition(",")[0] for name in focused] == [SQUARE_NAMES[desk.board.state.cursor]]
    assert name_of(desk.table.focusChild()) == focused[0]
    assert not desk.table.state().focused
    assert desk.cell("a1").state().focusable


def test_a_screen_reader_hears_where_the_cursor_goes_and_nothing_where_none_listens(
    desk: ReadDesk, qtbot: QtBot, reported: list[tuple[QAccessible.Event, str]]
) -> None:
    assert desk.table.childCount() == 64
    desk.board.setFocus(Qt.FocusReason.OtherFocusReason)
    desk.board.state.show_cursor(parse_square("e4"))
    qtbot.waitUntil(lambda: (QAccessible.Event.Focus, "e4, empty") in reported)
    reported.clear()
    QTest.keyClick(desk.board, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: reported == [(QAccessible.Event.Focus, "d4, empty; in Front spans of Black")])
    reported.clear()
    QAccessible.setActive(False)
    desk.board.setFocus(Qt.FocusReason.OtherFocusReason)
    desk.board.state.show_cursor(20)
    desk.document.clear()
    qtbot.wait(1)
    assert reported == []


def test_a_screen_reader_hears_only_of_squares_that_read_otherwise(
    desk: ReadDesk, qtbot: QtBot, reported: list[tuple[QAccessible.Event, str]]
) -> None:
    desk.layers.clear()
    assert desk.table.childCount() == 64
    desk.board.setFocus(Qt.FocusReason.OtherFocusReason)
    desk.board.state.show_cursor(parse_square("e4"))
    qtbot.wait(1)
    reported.clear()
    QTest.keyClicks(desk.board, "N")
    assert (QAccessible.Event.NameChanged, "e4, white knight") in reported
    assert (QAccessible.Event.Announcement, "Board") in reported
    assert len(reported) == 2
    reported.clear()
    desk.layers.set_shown("telestops", False, True)
    assert reported
    assert {name.rpartition("; ")[2] for _, name in reported if name != "Board"} == {"in Telestops of Black"}


def test_a_board_that_was_looked_at_before_is_exposed_all_the_same(qtbot: QtBot) -> None:
    document = Document()
    board = BoardView(document, ShownLayers(document))
    qtbot.addWidget(board)
    QAccessible.setActive(True)
    try:
        assert QAccessible.queryAccessibleInterface(board).childCount() < 64
        install(board, document, ShownLayers(document))
        assert QAccessible.queryAccessibleInterface(board).childCount() == 64
    finally:
        QAccessible.setActive(False)


@pytest.mark.slow
def test_interfaces_outlive_collection_and_end_with_their_board(qtbot: QtBot) -> None:
    document = Document()
    layers = ShownLayers(document)
    board = BoardView(document, layers)
    install(board, document, layers)
    table = QAccessible.queryAccessibleInterface(board)
    identities = [QAccessible.uniqueId(table.child(index)) for index in range(64)]
    gc.collect()
    assert name_of(QAccessible.accessibleInterface(identities[0])) == "a8, black rook; in Front spans of White"
    board.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert not isValid(table) or not table.isValid()
    assert all(QAccessible.accessibleInterface(identity) is None for identity in identities)
    document.clear()
