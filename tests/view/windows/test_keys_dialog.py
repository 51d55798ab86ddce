from __future__ import annotations

from pawnviz.view.windows.keys_dialog import KeysDialog
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QTextBrowser
from pytestqt.qtbot import QtBot

from pawnviz.core.catalog.presets import presets
from pawnviz.model.document import piece_name
from pawnviz.view.commands import ACTIONS_BY_PLACE, COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.commands import ROW_COMMANDS
from pawnviz.view.widgets.keys import native_keys


def shown_text(dialog: KeysDialog) -> str:
    browser = dialog.findChild(QTextBrowser)
    assert isinstance(browser, QTextBrowser)
    return browser.toPlainText()


def test_every_command_with_its_keys_is_listed(qtbot: QtBot) -> None:
    dialog = KeysDialog()
    qtbot.addWidget(dialog)
    lines = shown_text(dialog).split("\n")
    for command in COMMANDS:
        if command.keys:
            place = lines.index(", ".join(native_keys(keys) for keys in command.keys))
            assert lines[place + 1] == command.text.replace("&", "").replace("…", "")
            assert lines[place + 2] == command.tip


def test_every_tool_preset_and_what_mouse_and_keys_do_by_place_is_listed(qtbot: QtBot) -> None:
    dialog = KeysDialog()
    qtbot.addWidget(dialog)
    lines = shown_text(dialog).split("\n")
    for tool, keys in TOOL_KEYS.items():
        name = piece_name(tool) if len(tool) == 1 else tool
        assert lines[lines.index(", ".join(map(native_keys, keys))) + 1] == name.capitalize()
    for preset_keys in PRESET_KEYS:
        assert native_keys(preset_keys) in lines
    for where, what, effect in ACTIONS_BY_PLACE:
        place = lines.index(effect)
        assert lines[place - 2 : place] == [what, where]
    for command in ROW_COMMANDS:
        assert any(native_keys(command.keys[0]) in line for line in lines), command.text


def test_the_columns_of_all_sections_stand_below_each_other(qtbot: QtBot) -> None:
    dialog = KeysDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    browser = dialog.findChild(QTextBrowser)
    assert isinstance(browser, QTextBrowser)
    for texts in (
        [native_keys("Ctrl+O"), native_keys("Ctrl+1"), native_keys("F8"), "Drag a piece"],
        ["Open", presets()[0].title, "Steps and code", "Hand"],
        [
            "Open a file of games (PGN), of positions (FEN, EPD), or of layers",
            "Exchange White and Black",
            ACTIONS_BY_PLACE[0][2],
        ],
    ):
        blocks = [block for block in _blocks(browser) if block.text() in texts]
        assert {block.text() for block in blocks} == set(texts)
        lefts = {browser.cursorRect(QTextCursor(block)).left() for block in blocks}
        assert len(lefts) == 1, texts


def _blocks(browser: QTextBrowser) -> list[QTextBlock]:
    """Return the paragraphs of a text, also those of its tables."""
    block, found = browser.document().begin(), []
    while block.isValid():
        found.append(block)
        block = block.next()
    return found


def test_no_markup_is_seen(qtbot: QtBot) -> None:
    dialog = KeysDialog()
    qtbot.addWidget(dialog)
    assert not set("<>") & set(shown_text(dialog))


def test_it_closes_by_button_and_by_escape(qtbot: QtBot) -> None:
    dialog = KeysDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Close), Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
