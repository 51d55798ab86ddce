from __future__ import annotations

from typing import Any, TypeVar, cast

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Qt, QUrl, Slot
from PySide6.QtGui import QColor, QDesktopServices, QGuiApplication, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QScrollArea,
    QTableView,
    QTabWidget,
    QToolButton,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import diagram, parse_square, square_names, to_hex
from pawnviz.core.catalog.errata import Exhibit, exhibits
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.board.board import BoardView
from pawnviz.view.board.mask_view import MaskView
from pawnviz.view.formula.box import FormulaBox
from pawnviz.view.inspector.inspector import Inspector
from pawnviz.view.inspector.position_page import file_letters
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.markup import plain_tip
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
Kind = TypeVar("Kind", bound=QWidget)


class Desk:
    """A window of 1024 by 700 with the board and the inspector in a dock 300 pixels wide."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.document = Document()
        self.document.set_fen(FEN)
        self.layers = ShownLayers(self.document)
        self.window = QMainWindow()
        qtbot.addWidget(self.window)
        self.window.resize(1024, 700)
        self.board = BoardView(self.document, self.layers)
        self.window.setCentralWidget(self.board)
        self.inspector = Inspector(self.document, self.layers, self.board)
        dock = QDockWidget("Inspector")
        dock.setWidget(self.inspector)
        self.window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        self.window.resizeDocks([dock], [300], Qt.Orientation.Horizontal)
        self.dock = dock
        self.notices: list[str] = []
        self.inspector.message.connect(self.notices.append)
        self.window.show()
        self.settle()

    def settle(self) -> None:
        for _ in range(4):
            QApplication.processEvents()

    def look_at(self, square: str) -> None:
        """Move the mouse over a square of the board."""
        point = self.board.square_center(parse_square(square))
        QTest.mouseMove(self.board, point + QPoint(2, 2))
        QTest.mouseMove(self.board, point)
        self.settle()

    def click(self, square: str) -> None:
        """Click a square of the board."""
        QTest.mouseClick(self.board, Qt.MouseButton.LeftButton, pos=self.board.square_center(parse_square(square)))
        self.settle()

    def turn_to(self, title: str) -> QScrollArea:
        """Click a tab and return its page."""
        tabs = self.inspector.findChild(QTabWidget)
        assert isinstance(tabs, QTabWidget)
        place = [tabs.tabText(tab).replace("&", "") for tab in range(tabs.count())].index(title)
        middle = tabs.tabBar().tabRect(place).center()
        QTest.mouseClick(tabs.tabBar(), Qt.MouseButton.LeftButton, pos=middle)
        self.settle()
        page = tabs.currentWidget()
        assert isinstance(page, QScrollArea)
        return page

    def button(self, name: str) -> QAbstractButton:
        return self.named(QAbstractButton, name)

    def named(self, kind: type[Kind], name: str) -> Kind:
        found = [widget for widget in self.inspector.findChildren(kind) if widget.accessibleName() == name]
        assert len(found) == 1, f"{len(found)} named {name}"
        return found[0]

    @property
    def table(self) -> QTableView:
        return self.named(QTableView, "Shown layers that hold the square")

    def rows(self) -> dict[str, tuple[str, str]]:
        """Return the rows of the table of layers as a screen reader says them."""
        model = self.table.model()
        role = Qt.ItemDataRole.AccessibleTextRole
        rows = {}
        for row in range(model.rowCount()):
            cells = [model.index(row, column) for column in range(3)]
            said = [str(cell.data(role) or cell.data()) for cell in cells]
            rows[said[0]] = (said[1], said[2])
        return rows


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    return Desk(qtbot)


def body_of(page: QScrollArea) -> QWidget:
    body = page.widget()
    assert body is not None
    return body


def seen_texts(widget: QWidget) -> list[str]:
    """Return the texts of the labels that are seen; a formula is one text, however its lines are broken."""
    seen = [label for label in widget.findChildren(QLabel) if label.isVisible() and label.text()]
    return [label.full_text if isinstance(label, FormulaBox) else label.text() for label in seen]


def value_of(page: QWidget, caption: str) -> str:
    """Return the text that stands to the right of a caption."""
    labels = [label for label in page.findChildren(QLabel) if label.isVisible()]
    start = next(label for label in labels if label.text() == caption)
    beside = [
        label
        for label in labels
        if label is not start
        and abs(label.mapTo(page, QPoint()).y() - start.mapTo(page, QPoint()).y()) < 5
        and label.mapTo(page, QPoint()).x() > start.mapTo(page, QPoint()).x()
    ]
    return min(beside, key=lambda label: label.mapTo(page, QPoint()).x()).text()


# The current square


def test_pointing_at_a_square_shows_its_piece_guards_and_layers(desk: Desk) -> None:
    desk.layers.apply_preset(["front_spans", "attacks", "stops"])
    page = desk.turn_to("Square")
    desk.look_at("b5")
    assert seen_texts(page)[:2] == ["b5", "empty"]
    assert desk.rows() == {
        "Pawn guards": ("1", "2"),
        "Front spans": ("White: in", "Black: in"),
        "Stops": ("White: not in", "Black: not in"),
        "Attacks": ("White: in", "Black: in"),
    }
    desk.look_at("c3")
    assert seen_texts(page)[:2] == ["c3", "white pawn"]
    assert desk.rows()["Attacks"] == ("White: in", "Black: not in")


def test_a_layer_that_holds_the_square_shows_its_mark_in_the_column_of_the_side(desk: Desk) -> None:
    desk.layers.apply_preset(["stops"])
    desk.turn_to("Square")
    desk.look_at("c4")
    viewport = desk.table.viewport()
    image = viewport.grab().toImage()

    def colors(column: int) -> set[str]:
        cell = desk.table.visualRect(desk.table.model().index(1, column))
        return {
            image.pixelColor(x, y).name()
            for x in range(cell.left(), cell.right())
            for y in range(cell.top(), cell.bottom())
        }

    assert LIGHT.white_mark in colors(1)
    assert LIGHT.black_mark not in colors(2)
    desk.look_at("d4")
    image = viewport.grab().toImage()
    assert LIGHT.white_mark not in colors(1)
    assert LIGHT.black_mark in colors(2)


def test_a_pawn_shows_its_own_squares_by_name(desk: Desk) -> None:
    page = desk.turn_to("Square")
    desk.click("c3")
    assert "Stop" not in seen_texts(page)
    QTest.mouseClick(desk.named(QAbstractButton, "Geometry, closed"), Qt.MouseButton.LeftButton)
    desk.settle()
    assert value_of(page, "Stop") == "c4"
    assert value_of(page, "Telestops") == "c5–c8"
    assert value_of(page, "Front span") == "c4–c8"
    assert value_of(page, "Rear span") == "c1 c2"
    assert value_of(page, "Lee") == "a3 b3"
    assert value_of(page, "Luff") == "d3–h3"
    assert value_of(page, "Attacks") == "b4 d4"
    desk.click("h6")
    assert value_of(page, "Lee") == "–"
    assert value_of(page, "Stop") == "h5"
    desk.click("e4")
    assert "Stop" not in seen_texts(page)


def test_nothing_moves_while_the_current_square_changes(desk: Desk) -> None:
    desk.layers.apply_preset(["front_spans", "attacks", "safe_squares"])
    page = desk.turn_to("Square")
    desk.look_at("a1")

    labels = [label for label in page.findChildren(QLabel) if label.isVisible()]
    assert "Outpost (Stockfish)" in [label.text() for label in labels]

    def places() -> list[tuple[int, int]]:
        return [(widget.mapTo(page, QPoint()).y(), widget.height()) for widget in (desk.table, *labels)]

    before, size = places(), desk.inspector.size()
    for square in ("c3", "e5", "h6", "a4", "b6"):
        desk.look_at(square)
        assert places() == before
    QApplication.sendEvent(desk.board, QEvent(QEvent.Type.Leave))
    desk.settle()
    assert places() == before
    assert desk.inspector.size() == size


def test_without_a_current_square_a_hint_says_what_to_do(desk: Desk) -> None:
    page = desk.turn_to("Square")
    desk.look_at("c3")
    QApplication.sendEvent(desk.board, QEvent(QEvent.Type.Leave))
    desk.settle()
    assert "Point at a square or press an arrow key" in seen_texts(page)
    assert "c3" not in seen_texts(page)
    assert desk.rows() == {"Pawn guards": ("", "")} | {"Front spans": ("White: no square", "Black: no square")}
    hint = next(label for label in page.findChildren(QLabel) if label.text().startswith("Point at"))
    assert hint.fontMetrics().horizontalAdvance(hint.text()) <= hint.width()


def test_the_square_of_the_board_s_cursor_is_current_too(desk: Desk) -> None:
    page = desk.turn_to("Square")
    desk.board.setFocus(Qt.FocusReason.TabFocusReason)
    desk.board.state.show_cursor(parse_square("c2"))
    QTest.keyClick(desk.board, Qt.Key.Key_Up)
    desk.settle()
    assert seen_texts(page)[:2] == ["c3", "white pawn"]
    QTest.keyClicks(desk.board, "q")
    desk.settle()
    assert seen_texts(page)[:2] == ["c3", "black queen"]


def test_layers_switched_on_and_previewed_appear_at_once(desk: Desk) -> None:
    desk.turn_to("Square")
    desk.look_at("c4")
    desk.layers.set_shown("telestops", True, False)
    desk.settle()
    assert desk.rows()["Telestops"] == ("White: not in", "Black: not shown")
    desk.layers.set_preview("stops")
    desk.settle()
    assert desk.rows()["Stops"] == ("White: in", "Black: not in")
    desk.layers.set_preview("")
    desk.settle()
    assert "Stops" not in desk.rows()


def test_enter_on_a_row_explains_its_layer(desk: Desk) -> None:
    desk.layers.apply_preset(["front_spans", "telestops"])
    desk.turn_to("Square")
    desk.look_at("c5")
    desk.table.setFocus()
    desk.table.setCurrentIndex(desk.table.model().index(2, 0))
    QTest.keyClick(desk.table, Qt.Key.Key_Return)
    desk.settle()
    assert desk.layers.current == "telestops"
    assert LAYERS["telestops"].definition in seen_texts(desk.inspector)


# The current layer


def test_the_current_layer_shows_its_definition_and_both_masks(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("interspans")
    desk.settle()
    texts = seen_texts(page)
    layer = LAYERS["interspans"]
    for text in (layer.title, layer.definition, layer.identifier, layer.formula or layer.rule):
        assert text in texts
    assert any(layer.chapter.title in text and layer.source in text for text in texts)
    assert texts.count("17 squares") == 2
    assert texts.count("0x000062e7c6c60000") == 2


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_pictures_fill_the_squares_of_the_mask(desk: Desk, theme: Theme) -> None:
    desk.window.setPalette(palette(theme))
    page = desk.turn_to("Layer")
    desk.layers.set_current("front_spans")
    desk.settle()
    for white, name, color in ((True, "White", theme.white_mark), (False, "Black", theme.black_mark)):
        mask = desk.layers.mask("front_spans", white)
        picture = desk.named(MaskView, f"{name}'s mask")
        assert picture.width() >= picture.height() >= 97
        assert (picture.height() - 1) % 8 == 0
        image = picture.grab().toImage()
        cell = (picture.height() - 1) // 8
        for square in range(64):
            center = QPoint((square & 7) * cell + cell // 2, (7 - (square >> 3)) * cell + cell // 2)
            assert (image.pixelColor(center).name() == color) == bool(mask >> square & 1)
        assert picture.accessibleDescription() == square_names(mask)
    assert body_of(page).width() <= page.viewport().width()


def test_an_edit_changes_masks_and_counts_at_once(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("pawns")
    desk.settle()
    assert "7 squares" in seen_texts(page)
    desk.document.clear()
    desk.document.place(parse_square("e4"), "P")
    desk.settle()
    assert "1 square" in seen_texts(page)
    assert "0 squares" in seen_texts(page)
    assert "0x0000000010000000" in seen_texts(page)


@pytest.mark.parametrize("side", ["White", "Black"])
def test_each_form_of_a_mask_is_copied_by_key_and_by_mouse(desk: Desk, side: str) -> None:
    desk.turn_to("Layer")
    desk.layers.set_current("telestops")
    desk.settle()
    mask = desk.layers.mask("telestops", side == "White")
    clipboard = QGuiApplication.clipboard()
    for what, text in (("hex number", to_hex(mask)), ("diagram", diagram(mask)), ("squares", square_names(mask))):
        button = desk.button(f"Copy {side}'s {what}")
        for press in ("key", "mouse"):
            clipboard.setText("before")
            if press == "key":
                button.setFocus(Qt.FocusReason.TabFocusReason)
                QTest.keyClick(button, Qt.Key.Key_Space)
            else:
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            assert clipboard.text() == text
            assert desk.notices.pop() == f"Copied {side}'s {what} of Telestops."
        assert QToolTip.text() == "Copied"


def test_everything_about_a_layer_is_copied_as_one_block(desk: Desk) -> None:
    desk.turn_to("Layer")
    desk.layers.set_current("stops")
    desk.settle()
    QTest.mouseClick(desk.button("Copy White's layer with everything"), Qt.MouseButton.LeftButton)
    block = QGuiApplication.clipboard().text().splitlines()
    mask = desk.layers.mask("stops", True)
    assert block[0] == "Stops (stops), White: 7 squares"
    assert block[1] == LAYERS["stops"].definition
    assert block[2] == "Formula: forward(own)"
    assert block[3] == f"FEN: {desk.document.position.fen()}"
    assert block[4] == f"Hex: {to_hex(mask)}"
    assert block[5] == f"Squares: {square_names(mask)}"
    assert "\n".join(block[6:]) == diagram(mask)


def test_name_and_formula_are_copied(desk: Desk) -> None:
    desk.turn_to("Layer")
    desk.layers.set_current("safe_squares")
    desk.settle()
    for name, text in (("name", "safe_squares"), ("formula", LAYERS["safe_squares"].formula)):
        QTest.mouseClick(desk.button(f"Copy {name}"), Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == text


def test_a_copy_after_an_edit_is_of_the_new_position(desk: Desk) -> None:
    desk.turn_to("Layer")
    desk.layers.set_current("pawns")
    desk.settle()
    desk.document.clear()
    desk.document.place(parse_square("a2"), "P")
    desk.settle()
    QTest.mouseClick(desk.button("Copy White's squares"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "a2"


class Opened(QObject):
    """Stands for the browser."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        self.addresses.append(address.toString())


def test_the_wiki_page_opens_only_when_its_link_is_clicked(desk: Desk) -> None:
    opened = Opened()
    # The declared type of the slot's name is not the one that is taken.
    services = cast(Any, QDesktopServices)
    services.setUrlHandler("https", opened, "open")
    try:
        page = desk.turn_to("Layer")
        desk.layers.set_current("front_spans")
        desk.settle()
        assert opened.addresses == []
        link = next(label for label in page.findChildren(QLabel) if "wiki page" in label.text())
        width = link.fontMetrics().horizontalAdvance("Spans and stops · wiki page")
        QTest.mouseClick(link, Qt.MouseButton.LeftButton, pos=QPoint(width - 8, link.height() // 2))
        assert opened.addresses == ["https://www.chessprogramming.org/Pawn_Spans"]
        link.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(link, Qt.Key.Key_Return)
        assert len(opened.addresses) == 2
    finally:
        services.unsetUrlHandler("https")


def test_without_a_current_layer_the_page_says_how_to_choose_one(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("")
    desk.settle()
    assert seen_texts(page) == ["Choose a layer in the list to see its definition and masks."]
    assert not any(button.isVisible() for button in body_of(page).findChildren(QToolButton))
    desk.layers.set_current("stops")
    desk.settle()
    assert "Stops" in seen_texts(page)


def test_an_exhibit_is_shown_like_any_layer_and_may_go(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    layers = exhibits()[0].layers()
    desk.layers.set_temporary(layers)
    desk.layers.set_current(layers[0].identifier)
    desk.settle()
    assert layers[0].title in seen_texts(page)
    desk.layers.set_temporary(())
    desk.settle()
    assert layers[0].title not in seen_texts(page)


def test_a_layer_without_a_formula_shows_its_rule_in_words(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    rule = "A pawn for which helpers are at least as many as sentries, counted one by one."
    layer = LAYERS["stops"]._replace(
        identifier="worded",
        title="Said in words",
        formula="",
        rule=rule,
        source="https://example.org/",
    )
    desk.layers.set_temporary((layer,))
    desk.layers.set_current("worded")
    desk.settle()
    texts = seen_texts(page)
    assert "Rule" in texts
    assert "Formula" not in texts
    assert rule in texts
    assert any('href="https://example.org/"' in text and "source" in text for text in texts)
    QTest.mouseClick(desk.button("Copy rule"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == rule
    QTest.mouseClick(desk.button("Copy Black's layer with everything"), Qt.MouseButton.LeftButton)
    assert f"Rule: {rule}" in QGuiApplication.clipboard().text().splitlines()


@pytest.mark.parametrize("exhibit", exhibits(), ids=lambda exhibit: exhibit.identifier)
def test_every_exhibit_fits_a_dock_of_300_pixels(desk: Desk, exhibit: Exhibit) -> None:
    page = desk.turn_to("Layer")
    layers = exhibit.layers()
    desk.layers.set_temporary(layers)
    for layer in layers:
        desk.layers.set_current(layer.identifier)
        desk.settle()
        assert body_of(page).width() <= page.viewport().width()
        button = desk.button("Copy name")
        assert button.mapTo(page, QPoint(button.width(), 0)).x() <= page.viewport().width()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == layer.identifier
        name = desk.named(QLabel, f"Name: {layer.identifier}")
        assert name.toolTip() == plain_tip(layer.identifier)
        assert name.fontMetrics().horizontalAdvance(name.text()) <= name.width()


def test_every_layer_fits_a_dock_of_300_pixels(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    for identifier in LAYERS:
        desk.layers.set_current(identifier)
        desk.settle()
        assert desk.inspector.width() <= 310
        assert body_of(page).width() <= page.viewport().width(), identifier
        for label in body_of(page).findChildren(QLabel):
            if label.isVisible():
                right = label.mapTo(body_of(page), QPoint(label.width(), 0)).x()
                assert right <= page.viewport().width()
                wraps = label.hasHeightForWidth()
                needed = label.heightForWidth(label.width()) if wraps else label.sizeHint().height()
                assert label.height() >= needed, label.text()
                if not wraps and not isinstance(label, ElidedLabel):
                    assert label.width() >= label.sizeHint().width(), label.text()


def test_a_layer_is_laid_out_before_it_is_painted(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    assert isinstance(page, Page)
    formula = desk.inspector.findChild(FormulaBox)
    assert isinstance(formula, FormulaBox)
    for identifier in ("islands_of_width_8", "pawns", "islands_of_width_8"):
        desk.layers.set_current(identifier)
        page.refresh_if_seen()
        assert formula.full_text == LAYERS[identifier].formula
        assert formula.height() == formula.heightForWidth(formula.width())


def test_a_formula_is_broken_into_lines_that_fit_and_means_the_same(desk: Desk) -> None:
    desk.turn_to("Layer")
    box = desk.inspector.findChild(FormulaBox)
    assert isinstance(box, FormulaBox)
    for identifier, layer in LAYERS.items():
        desk.layers.set_current(identifier)
        desk.settle()
        room = box.contentsRect().width()
        for line in box.text().splitlines():
            assert box.fontMetrics().horizontalAdvance(line) <= room, identifier
        assert "".join(box.text().split()) == "".join((layer.formula or layer.rule).split())
        if layer.formula:
            for side in desk.document.position.sides():
                assert parse(box.text()).evaluate(side) == layer(side), identifier


def test_the_other_forms_of_a_formula_stand_below_it_and_are_copied(desk: Desk) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("island_east_files")
    desk.settle()
    forms = LAYERS["island_east_files"].also_written
    assert "Also written as" in seen_texts(page)
    box = desk.inspector.findChildren(FormulaBox)[1]
    assert box.full_text.split("\n") == [f"= {form}" for form in forms]
    for line in box.text().splitlines():
        assert box.fontMetrics().horizontalAdvance(line) <= box.contentsRect().width()
    QTest.mouseClick(desk.button("Copy other formulas"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "\n".join(forms)
    desk.layers.set_current("stops")
    desk.settle()
    assert "Also written as" not in seen_texts(page)
    assert not box.isVisible()


# Numbers


def test_numbers_of_both_sides_follow_the_position(desk: Desk) -> None:
    page = desk.turn_to("Position")
    texts = seen_texts(page)
    assert texts.index("White") < texts.index("Black")
    assert "0xe7\nabc··fgh" in texts
    assert "0xef\nabcd·fgh" in texts
    desk.document.set_fen("8/p6p/1p1pp1p1/8/8/1P3P2/P1P3PP/8")
    desk.settle()
    assert [
        desk.named(QLabel, f"Island count of {side}: {count}").text() for side, count in (("White", 2), ("Black", 3))
    ]
    assert value_of(page, "Island count") == "2"
    for number in NUMBERS.values():
        assert f"{number.title}: {number.definition}" in seen_texts(page)


def test_a_byte_of_files_is_spelled_out() -> None:
    assert file_letters(0) == "········"
    assert file_letters(255) == "abcdefgh"
    assert file_letters(0b10000001) == "a······h"


# All pages


def test_a_page_that_is_not_seen_is_not_brought_up_to_date(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    refreshed: list[str] = []
    for page in desk.inspector.findChildren(Page):

        def note(name: str = page.accessibleName()) -> None:
            refreshed.append(name)

        monkeypatch.setattr(page, "refresh", note)
    desk.turn_to("Position")
    refreshed.clear()
    for square in range(5):
        desk.document.remove(parse_square(("a4", "c3", "b2", "c2", "g2")[square]))
    desk.settle()
    assert refreshed == ["Position"]
    desk.dock.hide()
    desk.document.clear()
    desk.settle()
    assert refreshed == ["Position"]
    desk.dock.show()
    desk.settle()
    assert refreshed == ["Position", "Position"]
    desk.turn_to("Layer")
    assert refreshed == ["Position", "Position", "Current layer"]


def test_every_control_has_a_name_and_a_tool_tip_and_is_reached_by_key(desk: Desk) -> None:
    desk.turn_to("Layer")
    buttons = [button for button in desk.inspector.findChildren(QToolButton) if button.isVisible()]
    assert len(buttons) == 11
    names = [button.accessibleName() for button in buttons]
    assert len(set(names)) == len(names)
    for button in buttons:
        assert button.accessibleName()
        assert button.toolTip() == button.accessibleName()
        assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    start = buttons[0]
    start.setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in range(len(buttons)):
        focused = QApplication.focusWidget()
        assert focused is not None
        reached.append(focused.accessibleName())
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert reached == names


def test_alt_and_a_letter_turns_to_a_page(desk: Desk) -> None:
    tabs = desk.inspector.findChild(QTabWidget)
    assert isinstance(tabs, QTabWidget)
    letters = [tabs.tabText(tab).partition("&")[2][:1].lower() for tab in range(3)]
    assert all(letters)
    assert len(set(letters)) == 3


def test_texts_keep_their_contrast_in_both_themes(desk: Desk) -> None:
    for theme in (LIGHT, DARK):
        QApplication.setPalette(palette(theme))
        page = desk.turn_to("Layer")
        desk.settle()
        image = page.grab().toImage()
        assert image.pixelColor(2, 2) == QColor(theme.window)
        link = next(label for label in page.findChildren(QLabel) if "wiki page" in label.text())
        drawn = link.grab().toImage()
        colors = {drawn.pixelColor(x, y).name() for x in range(drawn.width()) for y in range(drawn.height())}
        assert theme.link in colors
    QApplication.setPalette(palette(LIGHT))


def test_the_tool_tip_of_a_row_says_what_the_layer_is(desk: Desk) -> None:
    desk.turn_to("Square")
    desk.look_at("c3")
    place = desk.table.visualRect(desk.table.model().index(1, 0)).center()
    viewport = desk.table.viewport()
    event = QHelpEvent(QEvent.Type.ToolTip, place, viewport.mapToGlobal(place))
    QApplication.sendEvent(viewport, event)
    assert QToolTip.text().startswith(f"<p>{LAYERS['front_spans'].definition}")
    QToolTip.hideText()


def test_the_inspector_asks_for_a_size_that_leaves_room_for_the_board(desk: Desk) -> None:
    assert desk.inspector.sizeHint() == QSize(300, 360)
    assert desk.inspector.minimumSizeHint().width() <= 300
    assert desk.board.square_at(QPointF(desk.board.square_center(0))) == 0
