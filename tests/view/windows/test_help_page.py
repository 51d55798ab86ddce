"""The page of help: contents, search, keys, and the boards of the glossary."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt, QUrl
from PySide6.QtGui import QImage, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.catalog import board_of, manual, presets
from pawnviz.core.layers import LAYERS
from pawnviz.model.document import piece_name
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.panel import ROW_COMMANDS
from pawnviz.view.widgets.labels import native_keys
from pawnviz.view.windows.help_page import EXAMPLES, HelpPage, help_articles
from tests.view.hands import LEFT
from tests.view.program import RunningProgram


@pytest.fixture
def page(program: RunningProgram) -> HelpPage:
    program.press_keys("Ctrl+F1")
    QApplication.processEvents()
    return program.window.navigator.widgets.help


def listed(page: HelpPage) -> list[str]:
    """Return the titles of the pages in the contents, without those that the search leaves out."""
    tree = page.contents
    parts = [part for row in range(tree.topLevelItemCount()) if (part := tree.topLevelItem(row)) is not None]
    items = [item for part in parts for row in range(part.childCount()) if (item := part.child(row)) is not None]
    return [item.text(0) for item in items if not item.isHidden()]


def chosen(page: HelpPage) -> str:
    item = page.contents.currentItem()
    assert item is not None
    return item.text(0)


def click(page: HelpPage, title: str) -> None:
    """Click a title in the contents."""
    (item,) = page.contents.findItems(title, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive)
    page.contents.scrollToItem(item)
    place = page.contents.visualItemRect(item).center()
    QTest.mouseClick(page.contents.viewport(), LEFT, pos=place)
    QApplication.processEvents()


def test_manual_and_glossary_are_one_page_whose_contents_fold_when_a_page_is_read(page: HelpPage) -> None:
    assert page.isVisible() and page.search_field.hasFocus()
    assert {layer.title for layer in LAYERS.values()} | {"Begin", "Go through games", "Carlsbad"} <= set(listed(page))
    contents = page.contents
    assert contents.geometry().bottom() < page.page.geometry().top()
    height = page.page.height()
    click(page, "Look at layers")
    assert not contents.isVisible() and page.page.height() > height
    assert "Space switches a layer" in page.page.toPlainText()
    QTest.mouseClick(page.fold, LEFT)
    assert contents.isVisible()


def test_it_is_searched_and_read_with_the_keyboard(program: RunningProgram, page: HelpPage) -> None:
    QTest.keyClicks(page.search_field, "CARLSBAD")
    assert chosen(page) == "Carlsbad"
    assert "minority attack" in page.page.toPlainText()
    QTest.keyClick(page.search_field, Qt.Key.Key_Down)
    assert page.contents.hasFocus()
    QTest.keyClick(page.contents, Qt.Key.Key_Return)
    assert not page.contents.isVisible() and page.page.hasFocus()
    program.press(Qt.Key.Key_Escape)
    assert not page.isVisible()


def test_a_search_finds_words_of_players_and_titles_first_and_says_if_there_is_no_result(page: HelpPage) -> None:
    count = len(listed(page))
    QTest.keyClicks(page.search_field, "zzqq")
    assert listed(page) == []
    assert "zzqq" in page.nothing.text() and page.nothing.isVisible()
    QTest.keyClick(page.search_field, Qt.Key.Key_Escape)
    assert len(listed(page)) == count and not page.nothing.isVisible()
    assert page.isVisible()
    layer = next(layer for layer in LAYERS.values() if layer.words)
    QTest.keyClicks(page.search_field, layer.words[0])
    assert layer.title in listed(page)
    page.search_field.clear()
    QTest.keyClicks(page.search_field, "engine")
    assert chosen(page) == "Ask an engine"
    item = page.contents.currentItem()
    assert item is not None and page.contents.visualItemRect(item).isValid(), "its part is shown with it"
    assert "Stockfish" in page.page.toPlainText()
    page.search_field.setText("isolated")
    assert chosen(page) == "Isolated files", "before Backward, not isolated"


def test_the_width_of_the_narrowest_column_is_enough(page: HelpPage) -> None:
    assert page.minimumSizeHint().width() <= 320
    for name in ("Keys and mouse", "layer:backward_pawns", "structure:carlsbad", "Go through games"):
        page.page.setFixedWidth(324)
        page.open(name)
        QApplication.processEvents()
        assert page.page.horizontalScrollBar().maximum() == 0, name


def test_a_page_of_the_manual_or_glossary_shows_a_board_in_the_theme_s_colors_that_can_be_tried(
    program: RunningProgram, page: HelpPage
) -> None:
    page.open("layer:stops")
    before = page.page.grab(QRect(0, 0, 324, 400)).toImage()
    program.action("theme_dark").trigger()
    QApplication.processEvents()
    assert page.page.grab(QRect(0, 0, 324, 400)).toImage().pixelColor(100, 390) != before.pixelColor(100, 390)
    assert page.shown == "layer:stops"
    for name in ("Begin", "Ask why", "Weigh pawn moves", "Explore structures"):
        page.open(name)
        image = page.page.document().resource(QTextDocument.ResourceType.ImageResource, QUrl("board"))
        assert isinstance(image, QImage) and image.width() > 200
        board = board_of(EXAMPLES[name])
        program.document.clear()
        page.page.anchorClicked.emit(QUrl("board"))
        assert board is not None and board.fen.startswith(f"{program.pieces} ")
    page.open("layer:backward_pawns")
    document = page.page.document()
    image = document.resource(QTextDocument.ResourceType.ImageResource, QUrl("board"))
    assert isinstance(image, QImage) and image.width() > 200
    assert len({image.pixel(x, image.height() // 3) for x in range(image.width())}) > 3
    assert "Backward by some definitions: White 2 squares, Black 1 square." in page.page.toPlainText()
    page.page.anchorClicked.emit(QUrl("board"))
    assert program.pieces == "4k3/5p2/1p4pp/pP1p1P2/P2P3P/5P2/5K2/8"
    assert list(program.layers.now.sides) == ["backward_pawns"]
    page.open("Find and do anything")
    assert "Put it on the board" not in page.page.toPlainText()


def test_every_article_has_a_name_and_every_example_of_the_manual_a_page_and_a_board() -> None:
    assert len({article.name for article in help_articles().values()}) == len(help_articles())
    titles = {article.title for article in manual()}
    assert titles >= EXAMPLES.keys() and all(board_of(entry) is not None for entry in EXAMPLES.values())


@pytest.fixture
def lines(program: RunningProgram) -> list[str]:
    """Return the lines of the page that F1 opens."""
    program.press(Qt.Key.Key_F1)
    page = program.window.navigator.widgets.help
    assert page.isVisible() and not page.contents.isVisible()
    return page.page.toPlainText().split("\n")


def test_each_command_tool_and_preset_is_listed_with_keys_in_columns(lines: list[str], program: RunningProgram) -> None:
    for command in COMMANDS.values():
        if command.keys:
            place = lines.index(", ".join(map(native_keys, command.keys)))
            assert lines[place + 1].startswith(f"{command.title}. {command.tip}"[:60])
    for tool, keys in TOOL_KEYS.items():
        name = piece_name(tool) if len(tool) == 1 else tool
        assert lines[lines.index(native_keys(keys)) + 1] == name.capitalize()
    for preset, keys in zip(presets(), PRESET_KEYS, strict=False):
        assert lines[lines.index(native_keys(keys)) + 1].startswith(preset.title)
    for command in ROW_COMMANDS:
        assert any(line.startswith(command.text.rstrip("…")) for line in lines), command.text
    assert "Drag a piece: move it; off the board: remove it" in "\n".join(lines)
    assert not any(set("<>") & set(line) for line in lines)
    browser = program.window.navigator.widgets.help.page
    left = {native_keys("Ctrl+O"), native_keys("Ctrl+1"), native_keys("F8")}
    right = {lines[lines.index(key) + 1] for key in left}
    for texts in (left, right):
        blocks = [block for block in _blocks(browser.document()) if block.text() in texts]
        assert {block.text() for block in blocks} == texts
        assert len({browser.cursorRect(QTextCursor(block)).left() for block in blocks}) == 1, texts


def _blocks(document: QTextDocument) -> list[QTextBlock]:
    """Return the paragraphs of a text, also those of its tables."""
    block, found = document.begin(), []
    while block.isValid():
        found.append(block)
        block = block.next()
    return found
