"""Tests of the editor of a user layer, and of its form."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.layers.list_model import HERE, ON_BOARD
from pawnviz.model.layers.user_layer_list import DRAFT
from pawnviz.view.layers.layer_list import RowDelegate, RowPart
from pawnviz.view.widgets.theme import DARK, LIGHT
from tests.view.program import RunningProgram
from tests.view.user_layers.writing import (
    CALLER,
    CONTROL,
    GUARDED,
    click,
    dialog_of,
    edit,
    escape_twice,
    on_board,
    pictures,
    text_color,
    type_formula,
    type_into,
    write_new,
)


def test_the_name_follows_the_title_until_written_by_hand_and_its_fault_is_said(desk: RunningProgram) -> None:
    dialog = write_new(desk, "My first", "own")
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
    for name, words in (
        ("stops", "Stops is a built-in layer; choose another name."),
        ("caller", "Caller is the name of another of your layers; choose another name."),
        ("hоles", "“о” CYRILLIC SMALL LETTER O (U+043E) is not one of the letters a to z"),
    ):
        dialog.form.name_field.selectAll()
        QApplication.clipboard().setText(name)
        dialog.form.name_field.setFocus()
        QTest.keyClick(dialog.form.name_field, Qt.Key.Key_V, CONTROL)
        assert dialog.form.name_message.isVisible()
        assert dialog.form.name_message.text().startswith(words)
        assert not dialog.save_button.isEnabled()


@pytest.mark.slow
def test_save_goes_to_what_is_missing_and_a_definition_is_kept_on_one_line(desk: RunningProgram) -> None:
    dialog = write_new(desk, "", "own")
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_Return, CONTROL)
    assert QApplication.focusWidget() is dialog.form.title_field
    assert dialog.isVisible()
    type_into(dialog.form.title_field, "Mine")
    dialog.form.definition_edit.setPlainText("long " * 300)
    assert dialog.form.message.text() == "A definition is at most 1000 characters long, this one is 1499."
    assert not dialog.save_button.isEnabled()
    dialog.form.definition_edit.setPlainText(" One\n  sentence. ")
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("mine").definition == "One sentence."


def test_the_callers_of_a_layer_follow_its_new_name(desk: RunningProgram) -> None:
    dialog = edit(desk, "guarded")
    dialog.form.name_field.selectAll()
    type_into(dialog.form.name_field, "held")
    assert dialog.form.name_message.text() == "1 layer that calls it will follow."
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("caller").formula == "forward(held(own))"
    assert desk.layers.user_layers.kept.faults == {}


def test_a_text_far_too_long_is_not_pasted_and_said_so(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "own")
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


def test_mark_and_colors_are_chosen_as_in_the_style_editor(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "own")
    fields = dialog.form.style_fields
    row = fields.mark_box.findText("Disc")
    fields.mark_box.setCurrentIndex(row)
    fields.mark_box.activated.emit(row)
    click(fields.white_row.buttons[3])
    assert desk.layers.style_of(DRAFT).mark == badge("M")
    click(dialog.save_button)
    style = desk.layers.user_layers.kept.entry("mine").style
    assert (style.mark, bool(style.white_color), style.black_color) == (badge("M"), True, "")


def test_every_new_layer_begins_with_a_mark_that_is_not_in_use(desk: RunningProgram) -> None:
    desk.layers.set_shown("front_spans", True, False)
    desk.layers.set_style("front_spans", Style(hatch("waves")))
    seen = {GUARDED.style.mark[:2], CALLER.style.mark[:2], hatch("waves")[:2]}
    for number in range(4):
        if number == 2:
            desk.window.user_layer_commands.duplicate("stops")
            dialog = dialog_of(desk)
        elif number == 3:
            desk.window.user_layer_commands.duplicate("guarded")
            dialog = dialog_of(desk)
        else:
            dialog = write_new(desk, f"Mine {number}", "own")
        mark = desk.layers.style_of(DRAFT).mark
        assert mark[:2] not in seen
        seen.add(mark[:2])
        click(dialog.save_button)
        assert desk.layers.style_of(desk.layers.current).mark == mark


def test_the_letter_of_a_new_badge_follows_the_title_until_another_one_is_written(desk: RunningProgram) -> None:
    desk.layers.user_layers.set_kept(UserLayers([CALLER]))
    dialog = write_new(desk)
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


def test_messages_take_their_room_from_the_formula_and_squeeze_nothing_else(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "own")
    height = dialog.form.formula_edit.height()
    type_into(dialog.form.name_field, " is no name")
    QApplication.processEvents()
    assert dialog.form.name_message.isVisible()
    assert dialog.form.formula_edit.height() < height
    dialog.form.style_fields.white_row.set_color("#ffffff")
    dialog.form.style_fields.black_row.set_color("#ffffff")
    dialog.form.style_fields.black_row.changed.emit()
    QApplication.processEvents()
    hint = dialog.form.style_fields.hint
    assert hint.isVisible()
    for side in dialog.form.sides:
        assert side.picture.geometry().bottom() < side.hex.geometry().top()
    assert hint.height() >= hint.heightForWidth(hint.width())


def test_tab_goes_from_the_names_to_the_formula_and_every_letter_leads_somewhere_else(desk: RunningProgram) -> None:
    dialog = write_new(desk)
    dialog.form.title_field.setFocus()
    seen: list[QWidget | None] = []
    for _ in range(4):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        seen.append(dialog.focusWidget())
    form = dialog.form
    assert seen == [form.name_field, form.formula_edit, form.alone_box, form.definition_edit]
    click(dialog.cancel_button)
    dialog = edit(desk, "guarded")
    parts = [*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton)]
    texts = [part.text() for part in parts if isinstance(part, QLabel | QAbstractButton)]
    letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text and "& |" not in text]
    assert len(letters) == len(set(letters)) >= 10


def test_save_as_copy_leaves_the_layer_as_it_was_and_cancel_the_style_of_the_style_editor(desk: RunningProgram) -> None:
    dialog = edit(desk, "guarded")
    desk.layers.set_style("guarded", Style(hatch("waves"), "#123456"))
    assert dialog.form.style_fields.style_chosen == Style(hatch("waves"), "#123456")
    click(dialog.cancel_button)
    assert desk.layers.style_of("guarded") == Style(badge("G"))
    dialog = edit(desk, "guarded")
    type_formula(dialog, " | {a1}")
    click(dialog.copy_button)
    layers = desk.layers.user_layers.kept
    assert layers.entry("guarded") == GUARDED
    assert layers.entry("guarded_copy").title == "Guarded copy"
    assert layers.entry("guarded_copy").formula == "own & attacks(own) | {a1}"
    assert desk.layers.current == "guarded_copy"
    assert layers.entry("caller") == CALLER


def test_a_built_in_layer_is_duplicated_with_its_formula_or_as_its_call(desk: RunningProgram) -> None:
    tree = desk.layers_page.tree
    tree.setFocus()
    tree.rows.reveal("interspans")
    tree.setCurrentIndex(tree.rows.index_of("interspans"))
    desk.press(Qt.Key.Key_D, CONTROL)
    dialog = dialog_of(desk)
    assert (dialog.form.title_field.text(), dialog.form.name_field.text()) == ("My interspans", "my_interspans")
    assert dialog.form.formula_edit.toPlainText() == LAYERS["interspans"].formula
    assert not dialog.copy_button.isVisible()
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("my_interspans").definition == LAYERS["interspans"].definition
    identifier = next(name for name, layer in LAYERS.items() if not layer.formula)
    desk.window.user_layer_commands.duplicate(identifier)
    assert dialog_of(desk).form.formula_edit.toPlainText() == f"{identifier}(own)"


def test_a_new_layer_is_on_the_board_while_it_is_typed_and_in_the_panel_when_it_is_saved(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Next squares", "stops(own)")
    assert dialog.windowTitle() == "New layer: Next squares"
    assert dialog.form.name_field.text() == "next_squares"
    assert on_board(desk) == {"Next squares": ("e5", "d4")}
    assert pictures(dialog) == ["e5", "d4"]
    assert [side.count.text() for side in dialog.form.sides] == ["1 square", "1 square"]
    assert dialog.form.sides[0].hex.text() == "0x0000001000000000"
    type_formula(dialog, " | {a1}")
    assert on_board(desk) == {"Next squares": ("a1 e5", "a1 d4")}
    click(dialog.save_button)
    assert not dialog.isVisible()
    assert desk.layers.user_layers.kept.entry("next_squares").formula == "stops(own) | {a1}"
    assert desk.layers.current == "next_squares"
    assert on_board(desk) == {"Next squares": ("a1 e5", "a1 d4")}
    assert desk.status_message() == "Saved “Next squares”"
    tree = desk.layers_page.tree
    index = tree.rows.index_of("next_squares")
    assert tree.rows.counts("next_squares")[0] == 2
    assert tree.visualRect(index).intersects(tree.viewport().rect())


def seen_in_panel(program: RunningProgram) -> str:
    """Return the layer whose row is the current one, if the row is seen."""
    tree = program.layers_page.tree
    row = tree.visualRect(tree.currentIndex())
    return tree.current_identifier if tree.isVisible() and tree.viewport().rect().contains(row.center()) else ""


@pytest.mark.slow
def test_a_saved_layer_is_in_sight_though_a_search_or_a_folded_heading_held_it_back(desk: RunningProgram) -> None:
    tree = desk.layers_page.tree
    tree.rows.fold(ON_BOARD)
    tree.rows.fold(HERE)
    dialog = write_new(desk, "Next", "stops(own)")
    click(dialog.save_button)
    assert seen_in_panel(desk) == "next"
    search = desk.layers_page.search_field
    dialog = write_new(desk, "Next", "stops(own)")
    type_into(search, "passed")
    assert seen_in_panel(desk) == "passed_pawns"
    click(dialog.save_button)
    assert seen_in_panel(desk) == "next_2"
    type_into(search, "nothing at all")
    assert not desk.layers_page.tree.isVisible()
    write_new(desk, "Last", "own")
    assert seen_in_panel(desk) == DRAFT


def test_nothing_is_kept_before_save_and_cancel_brings_back_what_was(desk: RunningProgram) -> None:
    before = desk.layers.user_layers.kept
    desk.layers.set_shown("guarded", True, False)
    shown = desk.layers.shown()
    for close in ("button", "escape", "window"):
        dialog = edit(desk, "guarded")
        type_formula(dialog, " | stops(own)")
        assert on_board(desk)["Guarded"] == ("e5", "d4")
        if close == "button":
            click(dialog.cancel_button)
        elif close == "escape":
            escape_twice(dialog)
        else:
            dialog.close()
        assert not dialog.isVisible()
        assert (desk.layers.user_layers.kept, desk.layers.shown()) == (before, shown)
        assert desk.layers.user_layers.draft == ""


def test_alone_hides_the_other_layers_while_the_position_may_be_edited(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Next", "stops(own)")
    desk.document.place(parse_square("a2"), "P")
    assert pictures(dialog)[0] == "a3 e5"
    click(dialog.save_button)
    desk.layers.clear()
    desk.layers.apply_preset(["front_spans", "stops"])
    dialog = write_new(desk, "Next", "rank_1")
    assert len(on_board(desk)) == 3
    click(dialog.form.alone_box)
    assert list(on_board(desk)) == ["Next"]
    click(dialog.save_button)
    assert len(on_board(desk)) == 3


def test_while_a_formula_cannot_be_read_its_last_squares_stay_in_gray(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Next", "stops(own)")
    type_formula(dialog, " & atack")
    assert on_board(desk)["Next"] == ("e5", "d4")
    assert dialog.form.sides[0].count.text() == "was 1 square"
    assert dialog.form.message.text() == "Column 14: 'atack' is not known; did you mean attacks(own)?"
    assert dialog.form.formula_edit.error_column == 14
    assert not dialog.save_button.isEnabled()
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_S, CONTROL)
    assert dialog.isVisible()
    for _ in "atack":
        QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_Backspace)
    type_formula(dialog, "~own")
    assert dialog.form.formula_edit.error_column == 0
    assert dialog.save_button.isEnabled()


def test_an_empty_formula_is_asked_for_without_blame_and_an_error_later_on_names_its_line(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Next")
    assert dialog.form.message.text().startswith("Write a set of squares, such as stops(own)")
    assert dialog.form.formula_edit.error_column == 0
    assert not dialog.save_button.isEnabled()
    assert on_board(desk) == {"Next": ("", "")}
    click(dialog.cancel_button)
    dialog = write_new(desk, "Next", "mine = own;")
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_Return)
    type_formula(dialog, "mine & foo")
    assert dialog.form.message.text().startswith("Column 20, in line 2: 'foo' is not known")


def test_a_formula_of_colors_alone_but_not_one_that_turns_is_the_same_for_both(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "north(white)")
    words = "Without own or enemy, White and Black have the same squares."
    assert dialog.form.message.text() == words
    assert text_color(dialog.form.message) != LIGHT.error_text
    assert dialog.form.message.height() >= dialog.form.message.heightForWidth(dialog.form.message.width())
    click(dialog.save_button)
    assert on_board(desk)["Mine"] == ("e5", "e5")
    assert [desk.layers.sides_of("mine")[not white] for white in (True, False)] == [True, False]
    assert desk.status_message() == "Saved “Mine”, shown for White; Black has the same squares"
    dialog = edit(desk, "mine")
    assert dialog.form.message.text() == words
    type_formula(dialog, " | own")
    assert dialog.form.message.text().startswith("own, enemy, white, black are pawns")
    type_formula(dialog, " &")
    assert dialog.form.message.text().startswith("Column 21: ")
    dialog.close()
    dialog = write_new(desk, "Turned", "guarded(own) | guarded(white)")
    assert "Without own" not in dialog.form.message.text()
    click(dialog.save_button)
    assert [desk.layers.sides_of("turned")[not white] for white in (True, False)] == [True, True]
    assert desk.status_message() == "Saved “Turned”"


def test_another_theme_is_taken_after_a_layer_that_was_called_is_gone(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "guarded(white)")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    desk.window.user_layer_commands.delete("guarded")
    desk.window.preferences.theme.value = "dark"
    QApplication.processEvents()
    assert dialog.palette().window().color().name() == DARK.window


def test_the_window_fits_a_small_screen_beside_the_board_in_the_colors_of_the_theme(desk: RunningProgram) -> None:
    dialog = write_new(desk)
    assert dialog.width() <= 360
    assert dialog.height() <= 700
    board = desk.board.board_geometry.board_rect
    right = desk.board.mapToGlobal(board.topRight()).x()
    assert dialog.frameGeometry().left() > right or dialog.screen().availableGeometry().width() < 1024
    click(dialog.cancel_button)
    dialog = write_new(desk, "Mine", "own & foo")
    for choice, theme in (("dark", DARK), ("light", LIGHT)):
        desk.window.preferences.theme.value = choice
        QApplication.processEvents()
        assert text_color(dialog.form.message) == theme.error_text


def test_tool_tips_of_files_of_layers_show_titles_without_markup(desk: RunningProgram, tmp_path: Path) -> None:
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("evil", "<b>bold</b>", "own", "a < b & c")]))
    tip = desk.layers_page.tree.rows.index_of("evil").data(Qt.ItemDataRole.ToolTipRole)
    assert "a &lt; b &amp; c" in tip
    delegate = desk.layers_page.tree.itemDelegate()
    assert isinstance(delegate, RowDelegate)
    row = desk.layers_page.tree.rows.row("evil")
    assert delegate.tip(row, RowPart.WHITE) == "Show &lt;b&gt;bold&lt;/b&gt; for White"


def test_a_hint_says_that_a_label_cannot_be_drawn_and_it_is_not_kept(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "own")
    fields = dialog.form.style_fields
    row = fields.mark_box.findText("Disc")
    fields.mark_box.setCurrentIndex(row)
    fields.mark_box.activated.emit(row)
    fields.label_field.selectAll()
    fields.label_field.insert("\u200b")
    fields.label_field.textEdited.emit("\u200b")
    assert dialog.form.style_fields.hint.text() == "Not drawn: a label has at most 2 characters."
    assert not dialog.save_button.isEnabled()
    fields.opacity_slider.setValue(40)
    assert fields.opacity_label.text() == "40 %"
    fields.label_field.selectAll()
    type_into(fields.label_field, "X")
    assert dialog.save_button.isEnabled()


def test_a_title_is_read_from_its_beginning_and_gives_a_label_without_unseen_signs(desk: RunningProgram) -> None:
    dialog = write_new(desk, "", "own")
    dialog.form.title_field.setText("\u200bHoles")
    row = dialog.form.style_fields.mark_box.findText("Disc")
    dialog.form.style_fields.mark_box.setCurrentIndex(row)
    dialog.form.style_fields.mark_box.activated.emit(row)
    assert dialog.form.style_fields.style_chosen.mark == badge("H")
    dialog.close()
    desk.layers.user_layers.set_kept(
        UserLayers([UserLayer("long", "A title as long as titles may ever be, or nearly so", "own")])
    )
    dialog = edit(desk, "long")
    assert dialog.form.title_field.cursorPosition() == 0
    assert not dialog.form.title_field.hasSelectedText()
