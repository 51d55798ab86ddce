from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QDrag, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.fen import PIECES
from pawnviz.model.document import Document, piece_name
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import ERASER, HAND, TOOLS
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.gestures import dropped_piece
from pawnviz.view.board.tool_palette import ToolPalette, piece_pixmap
from pawnviz.view.commands import TOOL_KEYS
from pawnviz.view.widgets.theme import DARK, LIGHT, palette
from tests.view.hands import LEFT, RIGHT, Hand


class Table:
    """A palette beside a board in a window."""

    def __init__(self, qtbot: QtBot) -> None:
        self.document = Document()
        self.layers = ShownLayers(self.document)
        self.window = QWidget()
        self.board = BoardView(self.document, self.layers)
        self.palette = ToolPalette(self.board)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.palette)
        layout.addWidget(self.board)
        qtbot.addWidget(self.window)
        self.window.resize(400, 700)
        self.window.show()
        with qtbot.waitActive(self.window):
            self.window.activateWindow()

    def chosen(self) -> list[str]:
        return [tool for tool in TOOLS if self.palette.button(tool).isChecked()]


@pytest.fixture
def table(qtbot: QtBot) -> Table:
    return Table(qtbot)


@pytest.fixture
def drags(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, QPixmap]]:
    """Return the pieces that are dragged out of the palette, with their pictures; each drag ends at once."""
    seen: list[tuple[str, QPixmap]] = []

    def drop(drag: QDrag, action: Qt.DropAction) -> None:
        assert action is Qt.DropAction.CopyAction
        assert drag.pixmap().rect().contains(drag.hotSpot())
        seen.append((dropped_piece(drag.mimeData()), drag.pixmap()))

    monkeypatch.setattr(QDrag, "exec", drop)
    return seen


def test_a_click_or_arrow_keys_choose_a_tool_and_buttons_show_that_of_the_board(table: Table) -> None:
    table.board.preferences.tool.value = "q"
    assert table.chosen() == ["q"]
    table.board.setFocus()
    QTest.keyClick(table.board, Qt.Key.Key_Escape)
    assert table.chosen() == [HAND]
    for tool in TOOLS:
        QTest.mouseClick(table.palette.button(tool), LEFT)
        assert table.board.state.tool == tool
        assert table.chosen() == [tool]
    table.palette.button(HAND).setFocus()
    QTest.keyClick(table.palette.button(HAND), Qt.Key.Key_Down)
    assert table.chosen() == [ERASER]
    QTest.keyClick(table.palette.button(ERASER), Qt.Key.Key_Down)
    assert table.chosen() == ["K"]


def test_each_button_names_its_tool_and_key_and_has_a_picture_of_the_theme(table: Table) -> None:
    for tool, keys in TOOL_KEYS.items():
        assert table.palette.button(tool).toolTip().endswith(f"({keys})")
        table.board.preferences.tool.value = "k" if tool != "k" else "K"
        table.board.setFocus()
        QTest.keySequence(table.board, keys)
        assert table.chosen() == [tool]
    assert table.palette.button(HAND).accessibleName() == "Hand"
    assert table.palette.button(ERASER).accessibleName() == "Eraser"
    for piece in PIECES:
        assert table.palette.button(piece).accessibleName() == piece_name(piece).capitalize()
    before = table.palette.button(HAND).icon().pixmap(24, 24).toImage()
    table.palette.setPalette(palette(DARK))
    assert table.palette.button(HAND).icon().pixmap(24, 24).toImage() != before


def test_a_piece_is_dragged_out_of_the_palette_as_shown(table: Table, drags: list[tuple[str, QPixmap]]) -> None:
    Hand(table.palette.button("Q")).drag(QPoint(20, 20), QPoint(90, 90))
    size = table.board.board_geometry.square_size
    assert (drags[0][1].width(), drags[0][1].height()) == (size, size)
    drags.clear()
    for piece in PIECES:
        hand = Hand(table.palette.button(piece))
        hand.press(QPoint(20, 20))
        hand.move(QPoint(20 + QApplication.startDragDistance(), 21))
        hand.move(QPoint(90, 90))
        hand.release(QPoint(90, 90))
    assert [piece for piece, _ in drags] == list(PIECES)
    assert table.chosen() == [HAND]
    assert not table.palette.button("k").isDown()


def test_hand_and_eraser_are_not_dragged_nor_is_a_piece_by_the_right_button_or_a_small_tremble(
    table: Table, drags: list[tuple[str, QPixmap]]
) -> None:
    for tool in (HAND, ERASER):
        Hand(table.palette.button(tool)).drag(QPoint(20, 20), QPoint(90, 90))
    assert drags == []
    Hand(table.palette.button("N")).drag(QPoint(20, 20), QPoint(90, 90), button=RIGHT)
    assert drags == []
    button = table.palette.button("N")
    Hand(button).drag(button.rect().center(), button.rect().center() + QPoint(2, 1))
    assert drags == []
    assert table.chosen() == ["N"]


def test_a_dragged_piece_is_crisp_at_each_scale_factor(qapp: QApplication) -> None:
    for ratio in (1.0, 1.5, 2.0, 3.0):
        pixmap = piece_pixmap("N", 40, ratio, LIGHT)
        assert pixmap.width() == round(40 * ratio)
        assert pixmap.devicePixelRatio() == ratio
        assert not pixmap.toImage().pixelColor(0, 0).alpha()
