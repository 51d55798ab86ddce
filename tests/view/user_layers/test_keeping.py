"""Layers of one's own that are gone on with, deleted and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from tests.view.program import OpenProgram, RunningProgram
from tests.view.user_layers.writing import (
    FEN,
    LEFT,
    click,
    dialog_of,
    edit,
    escape_twice,
    rewrite,
    type_formula,
    write_new,
)


@pytest.mark.slow
def test_what_was_not_saved_can_be_gone_on_with_and_nothing_is_said_if_nothing_was(desk: RunningProgram) -> None:
    for dialog in (edit(desk, "guarded"), write_new(desk)):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert desk.notice() == ""
    dialog = edit(desk, "guarded")
    rewrite(dialog, "own & foo")
    escape_twice(dialog)
    assert desk.notice() == "The changes to “Guarded” were not saved."
    notice = desk.window.notice
    assert notice.offer_button.text() == "Go on writing"
    click(notice.offer_button)
    assert desk.notice() == ""
    dialog = dialog_of(desk)
    assert dialog.form.formula_edit.toPlainText() == "own & foo"
    assert dialog.instead_of == "guarded"
    assert dialog.is_changed


def test_another_layer_waits_until_what_is_written_is_saved_or_dropped(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine", "own")
    desk.window.user_layer_commands.edit("guarded")
    assert dialog.form.title_field.text() == "Mine"
    assert dialog.form.message.text() == "Save or cancel your changes here first."
    escape_twice(dialog)
    desk.window.user_layer_commands.edit("guarded")
    desk.window.user_layer_commands.edit("caller")
    assert dialog.form.title_field.text() == "Caller", "an unchanged one gives way"


@pytest.mark.slow
def test_what_is_written_when_the_program_ends_is_offered_next_time_however_long(open_program: OpenProgram) -> None:
    program = open_program(FEN)
    write_new(program, "Half a layer", "stops(own) &")
    again = open_program()
    assert again.notice() == "The changes to “Half a layer” were not saved."
    click(again.window.notice.offer_button)
    dialog = dialog_of(again)
    assert dialog.form.formula_edit.toPlainText() == "stops(own) &"
    escape_twice(dialog)
    assert open_program().notice() == "", "what was dropped is not offered again"
    program = open_program(FEN)
    formula, definition = "own |\n" * 1000, "d" * 3000
    dialog = write_new(program, "A long layer")
    dialog.form.formula_edit.setPlainText(formula)
    dialog.form.definition_edit.setPlainText(definition)
    again = open_program()
    click(again.window.notice.offer_button)
    form = dialog_of(again).form
    assert (form.formula_edit.toPlainText(), form.definition_edit.toPlainText()) == (formula, definition)


def test_a_new_layer_without_title_formula_and_definition_is_nothing_to_warn_of(open_program: OpenProgram) -> None:
    program = open_program(FEN)
    dialog = write_new(program, " ", "  ")
    dialog.form.style_fields.opacity_slider.setValue(30)
    assert not dialog.is_changed
    assert dialog.form.message.text().startswith("Write a set of squares")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (dialog.isVisible(), program.notice()) == (False, "")
    write_new(program, " ", "  ")
    assert open_program().notice() == ""


def test_the_first_escape_closes_the_words_the_second_warns_and_the_third_closes(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Mine")
    edit_field = dialog.form.formula_edit
    edit_field.setFocus()
    QTest.keyClicks(edit_field, "sto")
    assert edit_field.popup.isVisible()
    QTest.keyClick(edit_field, Qt.Key.Key_Escape)
    assert (edit_field.popup.isVisible(), dialog.isVisible()) == (False, True)
    QTest.keyClick(edit_field, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert dialog.form.message.text() == "Escape again closes without saving."
    QTest.keyClicks(edit_field, " ")
    QTest.keyClick(edit_field, Qt.Key.Key_Escape)
    assert dialog.isVisible(), "something was written since the warning"
    QTest.keyClick(edit_field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert desk.notice() == "The changes to “Mine” were not saved."


def test_a_name_that_was_cleared_follows_the_title_again_when_its_field_is_left(desk: RunningProgram) -> None:
    dialog = write_new(desk, "Next squares")
    form = dialog.form
    form.name_field.setFocus()
    form.name_field.selectAll()
    QTest.keyClicks(form.name_field, "mine")
    form.title_field.setText("Other squares")
    assert form.name_field.text() == "mine"
    form.name_field.selectAll()
    QTest.keyClick(form.name_field, Qt.Key.Key_Delete)
    assert form.name_field.text() == "", "another one may be typed"
    form.title_field.setFocus()
    QApplication.processEvents()
    assert form.name_field.text() == "other_squares"
    form.title_field.setText("Third squares")
    assert form.name_field.text() == "third_squares"


def test_the_name_of_a_layer_that_is_gone_on_with_follows_its_title(open_program: OpenProgram) -> None:
    write_new(open_program(FEN), "Half a layer", "stops(own)")
    again = open_program()
    click(again.window.notice.offer_button)
    form = dialog_of(again).form
    form.title_field.setText("A whole layer")
    assert form.name_field.text() == "a_whole_layer"


def test_a_layer_that_is_deleted_while_it_is_changed_becomes_a_new_one(desk: RunningProgram) -> None:
    dialog = edit(desk, "guarded")
    type_formula(dialog, " | {a1}")
    desk.window.user_layer_commands.delete("guarded")
    assert (dialog.instead_of, dialog.form.formula_edit.toPlainText()) == ("", "own & attacks(own) | {a1}")
    assert not dialog.copy_button.isVisible()
    click(dialog.save_button)
    assert desk.layers.user_layers.kept.entry("guarded").formula == "own & attacks(own) | {a1}"
    assert desk.layers.user_layers.kept.faults == {}


def test_a_deleted_layer_is_brought_back_by_the_notice(desk: RunningProgram) -> None:
    before = desk.layers.user_layers.kept
    desk.layers.set_shown("guarded", False, True)
    tree = desk.layers_page.tree
    tree.setFocus()
    tree.setCurrentIndex(tree.rows.index_of("guarded"))
    desk.press(Qt.Key.Key_Delete)
    assert list(desk.layers.user_layers.kept.layers) == ["caller"]
    assert desk.notice() == "Deleted “Guarded”. “Caller” calls it and cannot be computed without it."
    assert desk.layers.user_layers.fault("caller") is not None
    click(desk.window.notice.offer_button)
    assert desk.layers.user_layers.kept == before
    assert desk.layers.sides_of("guarded")[1] and not desk.layers.sides_of("guarded")[0]
    assert desk.notice() == ""
    assert desk.layers.current == "guarded"


def test_deleted_layers_come_back_one_after_the_other_also_two_of_one_title(desk: RunningProgram) -> None:
    before = desk.layers.user_layers.kept
    desk.window.user_layer_commands.delete("caller")
    desk.window.user_layer_commands.delete("guarded")
    notice = desk.window.notice
    assert notice.offer_button.text() == "Bring back “Guarded”"
    click(notice.offer_button)
    assert notice.offer_button.text() == "Bring back “Caller”"
    click(notice.offer_button)
    assert desk.layers.user_layers.kept == before
    assert not notice.isVisible()
    layers = UserLayers([UserLayer("one", "Same", "own"), UserLayer("other", "Same", "enemy")])
    desk.layers.user_layers.set_kept(layers)
    for identifier in ("one", "other"):
        desk.window.user_layer_commands.delete(identifier)
    assert desk.notice() == "Deleted “Same”."
    click(desk.window.notice.offer_button)
    click(desk.window.notice.offer_button)
    assert desk.layers.user_layers.kept == layers


def test_the_menu_of_a_row_has_what_can_be_done_with_it_and_leads_to_its_steps(desk: RunningProgram) -> None:
    panel = desk.layers_page
    desk.layers.set_current("stops")
    for name in ("edit_formula", "delete", "export"):
        assert not panel.commands.actions_by_name[name].isEnabled()
    assert panel.commands.actions_by_name["duplicate"].isEnabled()
    desk.layers.set_current("guarded")
    for name in ("edit_formula", "delete", "export", "duplicate"):
        assert panel.commands.actions_by_name[name].isEnabled()
    for identifier, commands in (
        ("stops", ["Duplicate as user layer…"]),
        ("guarded", ["Edit formula…", "Duplicate as user layer…", "Delete", "Export…"]),
    ):
        desk.layers.set_current(identifier)
        panel.tree.menu_requested.emit(panel.mapToGlobal(QPoint(5, 5)))
        menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
        texts = [action.text() for action in menu.actions()]
        assert texts[-len(commands) :] == commands
        assert ("Delete" in texts) == (identifier == "guarded")
        menu.close()
        QApplication.processEvents()
    desk.layers.set_current("guarded")
    for _ in range(2):
        panel.tree.menu_requested.emit(panel.mapToGlobal(QPoint(5, 5)))
        menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
        entry = next(action for action in menu.actions() if action.text() == "Steps and code")
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
        QApplication.processEvents()
        assert desk.pages.layer.steps.isVisible()
        desk.show_page("layers")
    assert desk.layers.current == "guarded"


def test_a_wrong_layer_is_marked_in_its_row_and_a_button_writes_a_new_one(desk: RunningProgram) -> None:
    desk.layers.user_layers.set_kept(UserLayers([UserLayer("broken", "Broken", "own & foo(own)")]))
    tree = desk.layers_page.tree
    assert tree.rows.row("broken").wrong
    dialog = edit(desk, "broken")
    assert dialog.form.formula_edit.error_column == 7
    assert dialog.form.sides[0].count.text() == "–"
    rewrite(dialog, "own & rank_4")
    click(dialog.save_button)
    assert not tree.rows.row("broken").wrong
    assert tree.rows.counts("broken")[0] == 1
    button = desk.layers_page.new_button
    assert isinstance(button, QToolButton)
    assert button.toolTip() == "New layer: write a user layer (Ctrl+Shift+N)"
    click(button)
    dialog = dialog_of(desk)
    assert QApplication.focusWidget() is dialog.form.title_field
