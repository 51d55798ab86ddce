"""The steps of a formula as small boards: what a person sees, opens, and reads as source code."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_squares, squares
from pawnviz.core.board.position import Position
from pawnviz.core.formula.code import table_code
from pawnviz.core.formula.steps import steps
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.formula.steps_panel import CODE, STEPS, StepsPanel
from pawnviz.view.formula.steps_view import RESULT, StepsView
from pawnviz.view.navigator import NARROWEST
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette
from tests.view.program import RunningProgram

PAWNS = "8/8/8/2p3p1/1P1PP2P/8/8/8 w - - 0 1"


class StepsWindow:
    """A board with the steps below it."""

    def __init__(self) -> None:
        """Show a few pawns and the steps of White's east attacks."""
        self.document = Document()
        self.document.set_fen(PAWNS)
        self.layers = ShownLayers(self.document)
        self.layers.set_current("east_attacks")
        self.window = QWidget()
        self.board = BoardView(self.document, self.layers)
        self.page = StepsPanel(self.document, self.layers, self.board)
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.board)
        layout.addWidget(self.page)
        self.window.resize(760, 700)

    @property
    def panel(self) -> StepsPanel:
        self.page.refresh_if_seen()
        return self.page

    @property
    def view(self) -> StepsView:
        return self.panel.view

    def row(self) -> list[tuple[str, str, int]]:
        """Return operator, text and mask of each board of the first row."""
        return [(board.operator, board.text, board.mask) for board in self.view.placed.boards if len(board.path) == 1]

    def hovered_mask(self) -> int | None:
        return self.view.hovered_mask

    def point(self, index: int) -> QPoint:
        return self.view.placed.boards[index].rect.center()


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[StepsWindow]:
    made = StepsWindow()
    qtbot.addWidget(made.window)
    made.window.show()
    yield made


def test_a_row_reads_as_the_wiki_draws_it_for_each_side_after_each_edit(desk: StepsWindow, qtbot: QtBot) -> None:
    assert desk.row() == [
        ("", "white pawns", parse_squares("b4 d4 e4 h4")),
        ("<< 9 =", "white pawns << 9", parse_squares("c5 e5 f5 a6")),
        ("&", "notAFile", LAYERS["pawns"].compute(desk.document.position.sides()[0]) & 0 | 0xFEFE_FEFE_FEFE_FEFE),
        ("=", "white east attacks", parse_squares("c5 e5 f5")),
    ]
    desk.document.remove(25)
    assert desk.row()[-1][2] == parse_squares("e5 f5")
    desk.document.set_fen(PAWNS)
    qtbot.mouseClick(desk.panel.black, Qt.MouseButton.LeftButton, pos=QPoint(8, desk.panel.black.height() // 2))
    assert desk.row()[-1][1:] == ("black east attacks", parse_squares("d4 h4"))
    desk.panel.white.click()
    desk.layers.set_current("stops")
    assert desk.row() == [
        ("", "white pawns", parse_squares("b4 d4 e4 h4")),
        ("<< 8 =", "white stops", parse_squares("b5 d5 e5 h5")),
    ]


def test_open_rows_stay_open_while_the_position_changes_and_are_closed_by_another_click_or_all_at_once(
    desk: StepsWindow, qtbot: QtBot
) -> None:
    desk.layers.set_current("attacks")
    assert len(desk.view.placed.boards) == 3
    qtbot.mouseClick(desk.view, Qt.MouseButton.LeftButton, pos=desk.point(0))
    assert [board.text for board in desk.view.placed.boards if board.path[:1] == (0,) and len(board.path) == 2] == [
        "white pawns",
        "white pawns << 9",
        "notAFile",
        "white east attacks",
    ]
    qtbot.mouseClick(desk.view, Qt.MouseButton.LeftButton, pos=desk.point(0))
    assert len(desk.view.placed.boards) == 3
    qtbot.mouseClick(desk.view, Qt.MouseButton.LeftButton, pos=desk.point(1))
    count = len(desk.view.placed.boards)
    desk.document.remove(25)
    assert len(desk.view.placed.boards) == count
    desk.layers.set_current("double_attacks")
    assert len(desk.view.placed.boards) == 3
    desk.document.set_fen(PAWNS)
    desk.layers.set_current("safe_squares")
    qtbot.mouseClick(desk.panel.open_button, Qt.MouseButton.LeftButton)
    texts = [board.text for board in desk.view.placed.boards]
    assert "black pawns >> 7" in texts
    assert "notHFile" in texts
    qtbot.mouseClick(desk.panel.close_button, Qt.MouseButton.LeftButton)
    assert len(desk.view.placed.boards) == 4


def test_a_row_that_is_opened_is_scrolled_into_view(desk: StepsWindow, qtbot: QtBot) -> None:
    desk.panel.setFixedHeight(desk.panel.minimumSizeHint().height())
    desk.layers.set_current("attacks")
    QApplication.processEvents()

    def seen(number: int) -> bool:
        boards = [board for board in desk.view.placed.boards if board.path[:-1] == (number,)]
        return bool(boards) and all(desk.view.visibleRegion().contains(board.rect) for board in boards)

    qtbot.mouseClick(desk.view, Qt.MouseButton.LeftButton, pos=desk.point(1))
    assert seen(1)
    desk.panel.close_button.click()
    desk.view.setFocus()
    QTest.keyClick(desk.view, Qt.Key.Key_Space)
    assert seen(0)
    desk.panel.close_button.click()
    desk.panel.open_button.click()
    assert seen(0)


def test_rows_are_offered_to_open_and_to_close_where_there_are_any(desk: StepsWindow, qtbot: QtBot) -> None:
    assert not desk.panel.open_button.isEnabled()
    desk.layers.set_current("backward_pawns")
    assert desk.panel.open_button.isEnabled()
    assert not desk.panel.close_button.isEnabled()
    qtbot.mouseClick(desk.panel.open_button, Qt.MouseButton.LeftButton)
    assert desk.panel.close_button.isEnabled()
    qtbot.mouseClick(desk.panel.close_button, Qt.MouseButton.LeftButton)
    assert not desk.panel.close_button.isEnabled()


def test_keys_go_from_board_to_board_and_open_rows(desk: StepsWindow, qtbot: QtBot) -> None:
    desk.layers.set_current("attacks")
    desk.view.setFocus()
    qtbot.keyClick(desk.view, Qt.Key.Key_Right)
    qtbot.keyClick(desk.view, Qt.Key.Key_Return)
    assert any(board.path == (1, RESULT) for board in desk.view.placed.boards)
    qtbot.keyClick(desk.view, Qt.Key.Key_Space)
    assert len(desk.view.placed.boards) == 3
    qtbot.keyClick(desk.view, Qt.Key.Key_End)
    assert desk.hovered_mask() == LAYERS["attacks"](desk.document.position.sides()[0])


def test_a_step_under_the_pointer_is_shown_on_the_board(desk: StepsWindow, qtbot: QtBot) -> None:
    a5 = desk.board.square_center(32) + QPoint(12, 12)
    before = desk.board.grab().toImage().pixelColor(a5)
    qtbot.mouseMove(desk.view, desk.point(3))
    assert desk.hovered_mask() == parse_squares("c5 e5 f5")
    veiled = desk.board.grab().toImage().pixelColor(a5)
    assert veiled != before
    qtbot.mouseMove(desk.view, QPoint(desk.view.width() - 3, desk.view.height() - 3))
    assert desk.hovered_mask() is None
    assert desk.board.grab().toImage().pixelColor(a5) == before


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_each_small_board_has_the_color_of_the_side_that_its_name_says(desk: StepsWindow, theme: Theme) -> None:
    desk.panel.setPalette(palette(theme))
    desk.layers.set_current("unfree_pawns")
    desk.view.open_all()
    image = desk.view.grab().toImage()
    seen = set()
    for board in desk.view.placed.boards:
        color = {"white": theme.white_mark, "black": theme.black_mark}.get(board.text.split()[0])
        if color and board.mask and " & " not in board.text:
            square = next(squares(board.mask))
            place = board.rect.topLeft() + QPoint(9 * (square & 7) + 5, 9 * (7 - (square >> 3)) + 5)
            assert image.pixelColor(place) == QColor(color), board.text
            seen.add(color)
    assert len(seen) == 2


def test_a_layer_without_a_formula_or_none_is_said_in_place_of_steps(desk: StepsWindow) -> None:
    counted = next((name for name, layer in LAYERS.items() if not layer.formula), "")
    if counted:
        desk.layers.set_current(counted)
        assert "has no formula. " in desk.panel.message
        assert desk.view.placed.boards == []
        assert not desk.panel.tabs.isVisible()
        assert not desk.panel.open_button.isEnabled()
        desk.layers.set_current("stops")
        assert desk.panel.message == ""
        assert desk.panel.tabs.isVisible()
    assert desk.view.placed.boards
    desk.layers.set_current("")
    assert "Choose a layer" in desk.panel.message


def test_source_code_is_shown_for_a_language_and_copied(desk: StepsWindow, qtbot: QtBot) -> None:
    desk.board.preferences.for_programmers.value = True
    desk.panel.tabs.setCurrentIndex(CODE)
    desk.panel.language.setCurrentIndex(desk.panel.language.findText("Rust"))
    text = desk.panel.source.toPlainText()
    assert "fn " in text
    assert "u64" in text
    QApplication.processEvents()
    qtbot.mouseClick(desk.panel.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == text
    assert QToolTip.text() == "Copied"
    desk.panel.tabs.setCurrentIndex(STEPS)
    assert desk.panel.copy_button.isHidden()


def test_lookup_tables_are_copied_in_a_chosen_language_from_a_menu_of_a_button(desk: StepsWindow, qtbot: QtBot) -> None:
    desk.panel.tabs.setCurrentIndex(CODE)
    desk.panel.language.setCurrentIndex(desk.panel.language.findText("Go"))
    button = desk.panel.tables_button
    menu = button.menu()
    assert menu is not None
    assert button.accessibleName() == "Copy lookup tables"
    for number, (identifier, name) in enumerate((("attacks", "attack"), ("islands", "island"))):
        qtbot.keyClick(button, Qt.Key.Key_Space)
        assert menu.isVisible()
        for _ in range(number + 1):
            QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
        assert QGuiApplication.clipboard().text() == table_code(identifier, "go")
        assert menu.actions()[number].text() == f"Copy {name} tables"
    assert QToolTip.text() == "Copied"
    assert desk.panel.source.toPlainText().count("func ") >= 1, "what is seen is still the layer"
    desk.panel.tabs.setCurrentIndex(STEPS)
    assert button.isHidden()


def test_steps_and_code_need_no_more_than_the_narrowest_width_and_labels_say_they_go_on(desk: StepsWindow) -> None:
    for number in range(desk.panel.language.count()):
        desk.panel.language.setCurrentIndex(number)
        for page in (CODE, STEPS):
            desk.panel.tabs.setCurrentIndex(page)
            QApplication.processEvents()
            assert desk.panel.minimumSizeHint().width() <= NARROWEST
    desk.layers.set_current("passed_pawns_stockfish")
    metrics = desk.view.fontMetrics()
    for board in desk.view.placed.boards:
        lines = board.label_text.split("\n")
        assert len(lines) <= 2
        assert all(metrics.horizontalAdvance(line) <= board.label.width() for line in lines)
        assert board.label_text.endswith("…") or board.label_text.split() == board.text.split()
    assert any(board.label_text.endswith("…") for board in desk.view.placed.boards)


def test_boards_stay_within_the_width(qtbot: QtBot) -> None:
    view, side = StepsView(), Position.from_fen(PAWNS).sides()[0]
    qtbot.addWidget(view)
    view.show()
    for width in (260, 500, 1200):
        view.resize(width, 400)
        view.set_row(steps(LAYERS["safe_squares"], side), keep_open=False)
        view.open_all()
        assert max(board.rect.right() for board in view.placed.boards) < width
        assert view.minimumHeight() > max(board.label.bottom() for board in view.placed.boards)


def test_a_fault_is_named_with_the_title_as_it_is_written_and_makes_the_panel_no_wider(desk: StepsWindow) -> None:
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "Holes <b>now</b>", "((")]))
    desk.layers.set_current("mine")
    assert "Holes <b>now</b>" in desk.panel.message
    (label,) = (label for label in desk.panel.findChildren(QLabel) if label.text() == desk.panel.message)
    assert label.textFormat() == Qt.TextFormat.PlainText
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("mine", "x" * 80, "((")]))
    desk.layers.set_current("mine")
    QApplication.processEvents()
    assert "cannot be read" in desk.panel.message
    assert desk.panel.minimumSizeHint().width() <= NARROWEST


def test_steps_behind_another_page_are_computed_when_it_comes_to_the_front(program: RunningProgram) -> None:
    program.show_page("layer")
    view = program.pages.layer.steps.view
    before = view.placed.boards
    program.show_page("layers")
    program.document.clear()
    QApplication.processEvents()
    assert view.placed.boards == before
    program.show_page("layer")
    assert view.placed.boards[-1].mask == 0
