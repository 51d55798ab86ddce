"""The field for a formula under hands: words are offered and taken, parts are colored, an error is pointed at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.formula.names import Kind
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.view.board.swatch import contrast
from pawnviz.view.formula.edit import CARET_HEIGHT, FormulaEdit, part_color, utf16_length
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme, palette

CONTROL = Qt.KeyboardModifier.ControlModifier
OWN = UserLayers([UserLayer("lasting_holes", "Lasting holes", "rank_3", "Holes that last.")]).layers


@pytest.fixture
def edit(qtbot: QtBot) -> Iterator[FormulaEdit]:
    window = QWidget()
    edit = FormulaEdit()
    edit.set_user_layers(list(OWN.values()))
    layout = QVBoxLayout(window)
    layout.addWidget(edit)
    layout.addWidget(QLineEdit())
    qtbot.addWidget(window)
    window.resize(420, 240)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    edit.setFocus()
    yield edit
    window.close()


def press(edit: FormulaEdit, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(edit.popup if edit.popup.isVisible() else edit, key, modifiers)


def write(edit: FormulaEdit, text: str) -> None:
    for character in text:
        QTest.keyClicks(edit.popup if edit.popup.isVisible() else edit, character)


def offered(edit: FormulaEdit) -> list[str]:
    """Return the words that are offered, from top to bottom; none while the list is closed."""
    if not edit.popup.isVisible():
        return []
    model = edit.popup.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def colors(edit: FormulaEdit) -> dict[str, str]:
    found = {}
    block = edit.document().begin()
    while block.isValid():
        for piece in block.layout().formats():
            found[block.text()[piece.start : piece.start + piece.length]] = piece.format.foreground().color().name()
        block = block.next()
    return found


def underlined(edit: FormulaEdit) -> list[str]:
    """Return the texts with a wave below them."""
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline
    return [
        selection.cursor.selectedText()
        for selection in edit.extraSelections()
        if selection.format.underlineStyle() == wave
    ]


def test_words_are_offered_from_the_second_letter_on_and_again_after_backspace(edit: FormulaEdit) -> None:
    write(edit, "s")
    assert offered(edit) == []
    write(edit, "t")
    assert offered(edit)[0] == "stops"
    write(edit, "rag")
    assert offered(edit) == ["stragglers"]
    write(edit, "x")
    assert offered(edit) == []
    edit.clear()
    write(edit, "stra")
    assert offered(edit) == ["stragglers"]
    press(edit, Qt.Key.Key_Backspace)
    press(edit, Qt.Key.Key_Backspace)
    assert offered(edit)[0] == "stops"
    press(edit, Qt.Key.Key_Backspace)
    assert offered(edit) == []


def test_enter_and_tab_take_a_word_whose_argument_is_typed_over(edit: FormulaEdit) -> None:
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Tab):
        edit.clear()
        write(edit, "own & front_sp")
        press(edit, key)
        assert edit.toPlainText() == "own & front_spans(own)"
        assert offered(edit) == []
        write(edit, "enemy")
        assert edit.toPlainText() == "own & front_spans(enemy)"
        press(edit, Qt.Key.Key_Escape)


def test_a_parenthesis_that_came_with_a_word_is_not_doubled_and_one_over_text_replaces_it(edit: FormulaEdit) -> None:
    write(edit, "front_sp")
    press(edit, Qt.Key.Key_Return)
    write(edit, "(stop")
    press(edit, Qt.Key.Key_Return)
    write(edit, "(enemy)")
    assert edit.toPlainText() == "front_spans(stops(enemy))"
    write(edit, ") | (own)")
    assert edit.toPlainText() == "front_spans(stops(enemy)) | (own)"
    edit.clear()
    write(edit, "stops(own)")
    assert edit.toPlainText() == "stops(own)", "without the list all are typed"
    edit.clear()
    write(edit, "front_sp")
    press(edit, Qt.Key.Key_Return)
    edit.selectAll()
    write(edit, "(")
    assert edit.toPlainText() == "("


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_a_key_for_the_list_goes_no_further_if_the_system_gives_it_to_the_field(edit: FormulaEdit, key: Qt.Key) -> None:
    write(edit, "sto")
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(edit, event)
    assert event.isAccepted()
    assert not edit.popup.isVisible()
    taken = key in (Qt.Key.Key_Return, Qt.Key.Key_Tab)
    assert edit.toPlainText() == ("stops(own)" if taken else "sto")


def test_arrow_keys_choose_another_word_and_a_click_takes_it(edit: FormulaEdit) -> None:
    write(edit, "rank_")
    press(edit, Qt.Key.Key_Down)
    press(edit, Qt.Key.Key_Down)
    press(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "rank_3"
    edit.clear()
    write(edit, "lasting")
    place = edit.popup.visualRect(edit.popup.model().index(0, 0)).center()
    QTest.mouseClick(edit.popup.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert edit.toPlainText() == "lasting_holes(own)"


def test_ctrl_space_lists_all_words_or_those_for_what_is_typed_and_replaces_a_word_s_rest(edit: FormulaEdit) -> None:
    press(edit, Qt.Key.Key_Space, CONTROL)
    assert offered(edit)[:2] == ["lasting_holes", "own"]
    assert set(LAYERS) <= set(offered(edit))
    press(edit, Qt.Key.Key_Escape)
    write(edit, "s")
    press(edit, Qt.Key.Key_Space, CONTROL)
    assert offered(edit)[:2] == ["south", "stops"]
    assert all("s" in word for word in offered(edit))
    press(edit, Qt.Key.Key_Escape)
    edit.setPlainText("own & sts(enemy) | own")
    cursor = edit.textCursor()
    cursor.setPosition(len("own & st"))
    edit.setTextCursor(cursor)
    press(edit, Qt.Key.Key_Space, CONTROL)
    press(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "own & stops(enemy) | own"


def test_words_of_a_formula_s_own_names_are_offered_below_and_none_that_is_complete(edit: FormulaEdit) -> None:
    write(edit, "mine = own;")
    press(edit, Qt.Key.Key_Return)
    write(edit, "mi")
    assert offered(edit)[0] == "mine"
    press(edit, Qt.Key.Key_Return)
    assert edit.toPlainText() == "mine = own;\nmine"
    edit.clear()
    write(edit, "own")
    assert offered(edit) == []
    edit.clear()
    write(edit, "stops")
    assert offered(edit)[0] == "stops"


def test_squares_and_numbers_are_no_beginning_of_a_word(edit: FormulaEdit) -> None:
    for text in ("{d4 e", "0xfa", "12a", "{fi"):
        edit.clear()
        write(edit, text)
        assert offered(edit) == [] and edit.toPlainText() == text


def test_a_word_is_explained_beside_its_name(edit: FormulaEdit) -> None:
    write(edit, "lasting")
    model = edit.popup.model()
    index = model.index(0, 0)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == "<p>Holes that last.</p>"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "lasting_holes: Holes that last."
    image = edit.popup.viewport().grab(edit.popup.visualRect(index)).toImage()
    ground = image.pixelColor(1, 1).name()
    right_half = {image.pixelColor(x, y).name() for x in range(170, 300) for y in range(image.height())}
    assert right_half != {ground}


def test_tab_without_words_goes_to_the_next_field(edit: FormulaEdit) -> None:
    write(edit, "own ")
    press(edit, Qt.Key.Key_Tab)
    assert isinstance(QApplication.focusWidget(), QLineEdit)
    assert edit.toPlainText() == "own "


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_parts_are_colored_by_what_they_are_but_not_in_a_very_long_text(edit: FormulaEdit, theme: Theme) -> None:
    edit.setPalette(palette(theme))
    edit.setPlainText("mine = own & {e4};\nlasting_holes(mine) | stops(north(rank_4))")
    found = colors(edit)
    for text, kind in (
        ("mine", Kind.LOCAL),
        ("own", Kind.SIDE),
        ("{e4}", Kind.SQUARES),
        ("lasting_holes", Kind.USER_LAYER),
        ("stops", Kind.LAYER),
        ("north", Kind.CALL),
        ("rank_4", Kind.SET),
        ("|", Kind.OPERATOR),
    ):
        assert found[text] == part_color(kind, theme).name()
    edit.setPlainText("own | " * 100_000)
    assert colors(edit) == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_color_of_text_is_read_with_ease(theme: Theme) -> None:
    assert all(contrast(part_color(kind, theme).name(), theme.base) >= 4.5 for kind in Kind)


@pytest.mark.parametrize(
    ("text", "wave"),
    [
        ("own & foo", "foo"),
        ("own &", "&"),
        ("own & {e4 e9}", "e9"),
        ("ow§n", "§"),
        ("own\n& atacks(own)", "atacks"),
        ("𝐨wn", "𝐨"),
        ("own | 𝐨wn", "𝐨"),
    ],
)
def test_a_wave_is_under_the_part_that_is_wrong(edit: FormulaEdit, text: str, wave: str) -> None:
    edit.setPlainText(text)
    with pytest.raises(FormulaError) as refusal:
        parse(text)
    edit.show_error(refusal.value.column)
    assert edit.error_column == refusal.value.column
    assert underlined(edit) == [wave]
    edit.show_error(0)
    assert underlined(edit) == []


def test_a_caret_points_at_the_very_column_which_counts_as_a_text_document_counts(edit: FormulaEdit) -> None:
    edit.setPlainText("own & foo(own)")
    half = edit.fontMetrics().horizontalAdvance("n") / 2
    for column in (1, 7, 15):
        edit.show_error(column)
        QApplication.processEvents()
        image = edit.viewport().grab().toImage()
        cursor = QTextCursor(edit.document())
        cursor.setPosition(column - 1)
        place = edit.cursorRect(cursor)
        row = place.bottom() + CARET_HEIGHT - 2
        hits = [x for x in range(image.width()) if image.pixelColor(x, row) == QColor(LIGHT.error_text)]
        assert hits
        assert abs((hits[0] + hits[-1]) / 2 - (place.left() + half)) <= 2
    edit.show_error(0)
    assert edit.error_place().isEmpty()
    assert utf16_length("aé𝐨") == 4
