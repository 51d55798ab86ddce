"""The page of the current layer: its definition, masks, formula and copies."""

from __future__ import annotations

from typing import Any, cast

import pytest
from PySide6.QtCore import QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QToolButton, QToolTip

from pawnviz.core.board.bitboard import diagram, parse_square, square_names, to_hex
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS
from pawnviz.view.board.small_boards import MaskView
from pawnviz.view.formula.edit import FormulaBox
from pawnviz.view.inspector.layer_page import LayerWords
from pawnviz.view.widgets.labels import ElidedLabel
from pawnviz.view.widgets.page import Page
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette
from tests.view.hands import settle, temporary_layers
from tests.view.inspector.desk import FEN, InspectorWindow, body_of, seen_texts


def test_the_current_layer_shows_its_definition_and_both_masks(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("interspans")
    settle()
    texts = seen_texts(page)
    layer = LAYERS["interspans"]
    for text in (layer.title, layer.definition, layer.identifier, layer.formula or layer.rule):
        assert text in texts
    assert any(layer.chapter.title in text and layer.source in text for text in texts)
    assert texts.count("17 squares") == 2
    assert texts.count("0x000062e7c6c60000") == 2


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_the_pictures_fill_the_squares_of_the_mask(desk: InspectorWindow, theme: Theme) -> None:
    desk.window.setPalette(palette(theme))
    page = desk.turn_to("Layer")
    desk.layers.set_current("front_spans")
    settle()
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


def test_an_edit_changes_masks_and_counts_at_once_and_name_and_formula_are_copied(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("pawns")
    settle()
    assert "7 squares" in seen_texts(page)
    desk.document.clear()
    desk.document.place(parse_square("e4"), "P")
    settle()
    assert "1 square" in seen_texts(page)
    assert "0 squares" in seen_texts(page)
    assert "0x0000000010000000" in seen_texts(page)
    QTest.mouseClick(desk.button("Copy White's squares"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "e4"
    desk.layers.set_current("safe_squares")
    settle()
    for name, text in (("name", "safe_squares"), ("formula", LAYERS["safe_squares"].formula)):
        QTest.mouseClick(desk.button(f"Copy {name}"), Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == text
    desk.document.set_fen(FEN)
    desk.layers.set_current("stops")
    settle()
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


@pytest.mark.parametrize("side", ["White", "Black"])
def test_each_form_of_a_mask_is_copied_by_key_and_by_mouse(desk: InspectorWindow, side: str) -> None:
    desk.turn_to("Layer")
    desk.layers.set_current("telestops")
    settle()
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


class Opened(QObject):
    """Stands for the browser."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        self.addresses.append(address.toString())


def test_the_wiki_page_opens_only_when_its_link_is_clicked(desk: InspectorWindow) -> None:
    opened = Opened()
    # The declared type of the slot's name is not the one that is taken.
    services = cast(Any, QDesktopServices)
    services.setUrlHandler("https", opened, "open")
    try:
        page = desk.turn_to("Layer")
        desk.layers.set_current("front_spans")
        settle()
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


def test_without_a_current_layer_the_page_says_how_to_choose_one(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("")
    settle()
    assert seen_texts(page) == ["Choose a layer in the list to see its definition and masks."]
    assert not any(button.isVisible() for button in body_of(page).findChildren(QToolButton))
    desk.layers.set_current("stops")
    settle()
    assert "Stops" in seen_texts(page)


def test_a_temporary_layer_is_shown_like_any_layer_and_may_go(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    layers = temporary_layers()
    desk.layers.set_temporary(layers)
    desk.layers.set_current(layers[0].identifier)
    settle()
    assert layers[0].title in seen_texts(page)
    desk.layers.set_temporary(())
    settle()
    assert layers[0].title not in seen_texts(page)


def test_a_layer_without_a_formula_shows_its_rule_in_words(desk: InspectorWindow) -> None:
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
    settle()
    texts = seen_texts(page)
    assert "Rule" in texts
    assert "Formula" not in texts
    assert rule in texts
    assert any('href="https://example.org/"' in text and "source" in text for text in texts)
    QTest.mouseClick(desk.button("Copy rule"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == rule
    QTest.mouseClick(desk.button("Copy Black's layer with everything"), Qt.MouseButton.LeftButton)
    assert f"Rule: {rule}" in QGuiApplication.clipboard().text().splitlines()


@pytest.mark.slow
def test_every_layer_and_the_lines_of_its_formula_fit_the_narrowest_column(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    box = desk.pages.findChild(FormulaBox)
    assert isinstance(box, FormulaBox)
    for identifier, layer in LAYERS.items():
        desk.layers.set_current(identifier)
        settle()
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
        room = box.contentsRect().width()
        for line in box.text().splitlines():
            assert box.fontMetrics().horizontalAdvance(line) <= room, identifier
        assert "".join(box.text().split()) == "".join((layer.formula or layer.rule).split())
        if layer.formula:
            for side in desk.document.position.sides():
                assert parse(box.text()).evaluate(side) == layer(side), identifier


def test_a_layer_is_laid_out_before_it_is_painted(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    assert isinstance(page, Page)
    formula = desk.pages.findChild(FormulaBox)
    assert isinstance(formula, FormulaBox)
    for identifier in ("islands_of_width_8", "pawns", "islands_of_width_8"):
        desk.layers.set_current(identifier)
        page.refresh_if_seen()
        assert formula.full_text == LAYERS[identifier].formula
        assert formula.height() == formula.heightForWidth(formula.width())


def test_the_other_forms_of_a_formula_stand_below_it_and_are_copied(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    desk.layers.set_current("island_east_files")
    settle()
    forms = LAYERS["island_east_files"].also_written
    assert "Also written as" in seen_texts(page)
    box = desk.pages.findChildren(FormulaBox)[1]
    assert box.full_text.split("\n") == list(forms)
    for line in box.text().splitlines():
        assert box.fontMetrics().horizontalAdvance(line) <= box.contentsRect().width()
    QTest.mouseClick(desk.button("Copy other formulas"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "\n".join(forms)
    desk.layers.set_current("stops")
    settle()
    assert "Also written as" not in seen_texts(page)
    assert not box.isVisible()


def test_a_layer_without_pawns_names_the_nearest_one_and_its_reason_for_empty_boards(desk: InspectorWindow) -> None:
    page = desk.turn_to("Layer")
    desk.document.set_fen("8/8/3p4/4p3/3PP3/8/8/8")
    desk.layers.set_current("passed_pawns")
    settle()
    assert isinstance(page, LayerWords)
    assert [text.partition(":")[0] for text in page.misses.texts] == ["White", "Black"]
    white = page.misses.texts[0]
    assert white.startswith("White: none here, the nearest is d4: ")
    assert "e5" in white.partition("d4: ")[2]
    assert not desk.named(MaskView, "White's mask").isVisible()
    QTest.mouseClick(page.misses, Qt.MouseButton.LeftButton, pos=page.misses.sentence_rect(0).topLeft() + QPoint(8, 7))
    assert desk.board.state.pinned == parse_square("d4")
    desk.document.remove(parse_square("d6"))
    desk.document.remove(parse_square("e5"))
    settle()
    assert not page.misses.isVisible() or page.misses.texts == []
    assert desk.named(MaskView, "White's mask").isVisible()
