"""The fields of the window in which a layer is written: names, mark and colors, and copies of other layers."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.layers.user_layer_list import DRAFT
from tests.view.program import RunningProgram
from tests.view.user_layers.writing import (
    CALLER,
    CONTROL,
    GUARDED,
    click,
    dialog_of,
    edit,
    type_formula,
    type_into,
    write_new,
)

# Names


def test_the_name_follows_the_title_until_it_is_written_by_hand(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "My first", "own")
    assert dialog.form.name_field.text() == "my_first"
    dialog.form.name_field.selectAll()
    type_into(dialog.form.name_field, "mine")
    dialog.form.title_field.setFocus()
    QTest.keyClicks(dialog.form.title_field, " layer")
    assert dialog.form.name_field.text() == "mine"
    dialog.form.name_field.selectAll()
    QTest.keyClick(dialog.form.name_field, Qt.Key.Key_Backspace)
    QTest.keyClicks(dialog.form.title_field, "s")
    assert dialog.form.name_field.text() == "my_first_layers"


def test_a_title_like_a_built_in_one_gives_a_name_of_its_own(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Front spans", "own")
    assert dialog.form.name_field.text() == "front_spans_2"
    assert dialog.save_button.isEnabled()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("stops", "Stops is a built-in layer; choose another name."),
        ("caller", "Caller is the name of another of your layers; choose another name."),
        ("own", "Own has a meaning of its own in formulas; choose another name."),
        ("No", "“No” is not a name; names are written with a to z, digits and _, like lasting_holes."),
        ("hоles", "“о” CYRILLIC SMALL LETTER O (U+043E) is not one of the letters a to z"),
    ],
)
def test_a_message_below_a_name_says_why_it_cannot_be_had(
    desk: RunningProgram, qtbot: QtBot, name: str, words: str
) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    dialog.form.name_field.selectAll()
    QApplication.clipboard().setText(name)
    dialog.form.name_field.setFocus()
    QTest.keyClick(dialog.form.name_field, Qt.Key.Key_V, CONTROL)
    assert dialog.form.name_message.isVisible()
    assert dialog.form.name_message.text().startswith(words)
    assert not dialog.save_button.isEnabled()


def test_save_goes_to_what_is_missing(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "", "own")
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_Return, CONTROL)
    assert QApplication.focusWidget() is dialog.form.title_field
    assert dialog.isVisible()


def test_the_callers_of_a_layer_follow_its_new_name(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    dialog.form.name_field.selectAll()
    type_into(dialog.form.name_field, "held")
    assert dialog.form.name_message.text() == "1 layer that calls it will follow."
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("caller").formula == "forward(held(own))"
    assert desk.layers.user_layers.kept.faults == {}


def test_a_long_definition_is_refused_in_words(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    dialog.form.definition_edit.setPlainText("long " * 300)
    assert dialog.form.message.text() == "A definition is at most 1000 characters long, this one is 1499."
    assert not dialog.save_button.isEnabled()


def test_a_text_far_too_long_is_not_pasted_and_said_so(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    for field, most in ((dialog.form.formula_edit, "4,096"), (dialog.form.definition_edit, "1,000")):
        before = field.toPlainText()
        QApplication.clipboard().setText("a" * 1_000_000)
        field.setFocus()
        began = time.thread_time()
        QTest.keyClick(field, Qt.Key.Key_V, CONTROL)
        assert time.thread_time() - began < 0.05
        assert field.toPlainText() == before
        assert dialog.form.message.text() == f"Not inserted: at most {most} characters; this text has 1,000,000."
    QApplication.clipboard().clear()
    type_formula(dialog, " ")
    assert dialog.form.message.text().startswith("own, enemy")


def test_a_definition_on_several_lines_is_kept_on_one(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    dialog.form.definition_edit.setPlainText(" One\n  sentence. ")
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("mine").definition == "One sentence."


# Style


def test_mark_and_colors_are_chosen_as_in_the_style_editor(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    fields = dialog.form.style_fields
    row = fields.mark_box.findText("Disc")
    fields.mark_box.setCurrentIndex(row)
    fields.mark_box.activated.emit(row)
    click(fields.white_row.group.button(3))
    assert desk.layers.style_of(DRAFT).mark == badge("M")
    click(dialog.save_button)
    style = desk.layers.user_layers.kept.entry("mine").style
    assert (style.mark, bool(style.white_color), style.black_color) == (badge("M"), True, "")


def test_every_new_layer_begins_with_a_mark_that_is_not_in_use(desk: RunningProgram, qtbot: QtBot) -> None:
    desk.layers.set_shown("front_spans", True, False)
    desk.layers.set_style("front_spans", Style(hatch("waves")))
    seen = {GUARDED.style.mark[:2], CALLER.style.mark[:2], hatch("waves")[:2]}
    for number in range(4):
        if number == 2:
            desk.window.user_layer_commands.duplicate("stops")
            dialog = dialog_of(desk, qtbot)
        elif number == 3:
            desk.window.user_layer_commands.duplicate("guarded")
            dialog = dialog_of(desk, qtbot)
        else:
            dialog = write_new(desk, qtbot, f"Mine {number}", "own")
        mark = desk.layers.style_of(DRAFT).mark
        assert mark[:2] not in seen
        seen.add(mark[:2])
        click(dialog.save_button)
        assert desk.layers.style_of(desk.layers.current).mark == mark


def test_the_letter_of_a_new_badge_follows_the_title_until_another_one_is_written(
    desk: RunningProgram, qtbot: QtBot
) -> None:
    desk.layers.user_layers.set_kept(UserLayers([CALLER]))
    dialog = write_new(desk, qtbot)
    assert desk.layers.style_of(DRAFT).mark == badge("N")
    type_into(dialog.form.title_field, "held")
    assert desk.layers.style_of(DRAFT).mark == badge("h")
    QTest.keyClick(dialog.form.title_field, Qt.Key.Key_Home)
    type_into(dialog.form.title_field, "Un")
    assert desk.layers.style_of(DRAFT).mark == badge("U")
    dialog.form.style_fields.label_field.selectAll()
    type_into(dialog.form.style_fields.label_field, "!")
    QTest.keyClick(dialog.form.title_field, Qt.Key.Key_Home)
    type_into(dialog.form.title_field, "Not ")
    assert desk.layers.style_of(DRAFT).mark == badge("!")


def test_the_controls_for_the_style_show_what_was_chosen(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    fields = dialog.form.style_fields
    row = fields.mark_box.findText("Disc")
    fields.mark_box.setCurrentIndex(row)
    before = fields.mark_box.grab().toImage()
    fields.mark_box.activated.emit(row)
    assert fields.label_field.isVisible() and fields.label_field.text() == "M"
    click(fields.white_row.group.button(3))
    assert fields.mark_box.grab().toImage() != before
    fields.opacity_slider.setValue(40)
    assert fields.opacity_label.text() == "40 %"


def test_messages_take_their_room_from_the_formula_and_squeeze_nothing_else(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    height = dialog.form.formula_edit.height()
    type_into(dialog.form.name_field, " is no name")
    QApplication.processEvents()
    assert dialog.form.name_message.isVisible()
    assert dialog.form.formula_edit.height() < height
    dialog.form.style_fields.white_row.set_color("#ffffff")
    dialog.form.style_fields.black_row.set_color("#ffffff")
    dialog.form.style_fields.changed.emit()
    QApplication.processEvents()
    assert dialog.form.hint.isVisible()
    for side in dialog.form.sides:
        assert side.picture.geometry().bottom() < side.hex.geometry().top()
    assert dialog.form.hint.height() >= dialog.form.hint.heightForWidth(dialog.form.hint.width())


def test_tab_goes_from_the_names_to_the_formula(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot)
    dialog.form.title_field.setFocus()
    seen: list[QWidget | None] = []
    for _ in range(4):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        seen.append(dialog.focusWidget())
    form = dialog.form
    assert seen == [form.name_field, form.formula_edit, form.alone_box, form.definition_edit]


def test_a_long_title_is_read_from_its_beginning(desk: RunningProgram, qtbot: QtBot) -> None:
    desk.layers.user_layers.set_kept(
        UserLayers([UserLayer("long", "A title as long as titles may ever be, or nearly so", "own")])
    )
    dialog = edit(desk, qtbot, "long")
    assert dialog.form.title_field.cursorPosition() == 0
    assert not dialog.form.title_field.hasSelectedText()


def test_a_style_from_the_style_editor_is_followed(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    desk.layers.set_style("guarded", Style(hatch("waves"), "#123456"))
    assert dialog.form.style_fields.style_chosen == Style(hatch("waves"), "#123456")
    click(dialog.cancel_button)
    assert desk.layers.style_of("guarded") == Style(badge("G"))


# Copies


def test_a_built_in_layer_is_duplicated_with_its_formula(desk: RunningProgram, qtbot: QtBot) -> None:
    tree = desk.layers_page.tree
    tree.setFocus()
    tree.rows.reveal("interspans")
    tree.setCurrentIndex(tree.rows.index_of("interspans"))
    desk.press(Qt.Key.Key_D, CONTROL)
    dialog = dialog_of(desk, qtbot)
    assert (dialog.form.title_field.text(), dialog.form.name_field.text()) == ("My interspans", "my_interspans")
    assert dialog.form.formula_edit.toPlainText() == LAYERS["interspans"].formula
    assert not dialog.copy_button.isVisible()
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("my_interspans").definition == LAYERS["interspans"].definition


def test_a_layer_with_a_rule_in_words_is_duplicated_as_its_call(desk: RunningProgram, qtbot: QtBot) -> None:
    identifier = next(name for name, layer in LAYERS.items() if not layer.formula)
    desk.window.user_layer_commands.duplicate(identifier)
    dialog = dialog_of(desk, qtbot)
    assert dialog.form.formula_edit.toPlainText() == f"{identifier}(own)"


def test_save_as_copy_leaves_the_layer_as_it_was(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    type_formula(dialog, " | {a1}")
    click(dialog.copy_button)
    layers = desk.layers.user_layers.kept
    assert layers.entry("guarded") == GUARDED
    assert layers.entry("guarded_copy").title == "Guarded copy"
    assert layers.entry("guarded_copy").formula == "own & attacks(own) | {a1}"
    assert desk.layers.current == "guarded_copy"
    assert layers.entry("caller") == CALLER
