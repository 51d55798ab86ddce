"""Writing a layer of one's own under hands: it is on the board while it is typed, and kept when it is saved."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, square_names
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.layers.own_layers import DRAFT
from pawnviz.model.layers.tree_model import TITLE_COLUMN, WHITE_COLUMN
from pawnviz.view.layers.layer_view import RowDelegate
from pawnviz.view.user_layers.editor import FormulaDialog
from pawnviz.view.widgets.theme import DARK, LIGHT
from tests.view.hands import painted, painted_afresh
from tests.view.program import RunningProgram

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
GUARDED = UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("G")))
CALLER = UserLayer("caller", "Caller", "forward(guarded(own))")
OpenProgram = Callable[..., RunningProgram]


@pytest.fixture
def desk(open_program: OpenProgram) -> RunningProgram:
    """Return the program with the board of two pawns and two layers of one's own."""
    program = open_program(FEN)
    program.layers.clear()
    program.layers.own.set_kept(UserLayers([GUARDED, CALLER]))
    return program


def dialog_of(program: RunningProgram, qtbot: QtBot) -> FormulaDialog:
    """Return the open window in which a layer is written, as the active one."""
    dialog = program.window.findChild(FormulaDialog)
    assert dialog is not None and dialog.isVisible()
    activate(dialog)
    return dialog


def write_new(program: RunningProgram, qtbot: QtBot, title: str = "", formula: str = "") -> FormulaDialog:
    """Open the window for a new layer by its key and type."""
    with qtbot.waitActive(program.window):
        program.window.activateWindow()
    program.press_keys("Ctrl+Shift+N")
    dialog = dialog_of(program, qtbot)
    type_into(dialog.form.title_field, title)
    dialog.form.formula_edit.setFocus()
    type_formula(dialog, formula)
    return dialog


def edit(program: RunningProgram, qtbot: QtBot, identifier: str) -> FormulaDialog:
    """Open the window for a layer by its key in the list."""
    tree = program.window.docks.panels.layer_panel.tree
    with qtbot.waitActive(program.window):
        program.window.activateWindow()
    tree.setFocus()
    tree.setCurrentIndex(tree.index_of(identifier))
    program.press(Qt.Key.Key_F4)
    return dialog_of(program, qtbot)


def type_into(field: QWidget, text: str) -> None:
    field.setFocus()
    QTest.keyClicks(field, text)


def type_formula(dialog: FormulaDialog, text: str) -> None:
    """Type at the end of the formula; no offered word is taken."""
    for character in text:
        QTest.keyClicks(dialog.form.formula_edit, character)
        dialog.form.formula_edit.popup.hide()
    activate(dialog)


def text_color(label: QLabel) -> str:
    return label.palette().color(label.foregroundRole()).name()


def activate(dialog: FormulaDialog) -> None:
    """Make a window the active one, as on a screen: else the main window is, when a list of words closes."""
    QApplication.processEvents()
    dialog.activateWindow()
    QApplication.processEvents()
    assert QApplication.activeWindow() is dialog


def rewrite(dialog: FormulaDialog, text: str) -> None:
    """Type over the formula."""
    dialog.form.formula_edit.setFocus()
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_A, CONTROL)
    type_formula(dialog, text)


def click(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT, pos=button.rect().center())


def on_board(program: RunningProgram) -> dict[str, tuple[str, str]]:
    """Return the squares of each layer that the board shows, by title, for White and for Black."""
    white, black = program.document.position.sides()
    shown = program.layers.shown()
    assert painted(program.board) == painted_afresh(program.board, program.document, program.layers)
    return {entry.layer.title: (square_names(entry.layer(white)), square_names(entry.layer(black))) for entry in shown}


def pictures(dialog: FormulaDialog) -> list[str]:
    """Return the squares of both pictures as a screen reader says them, White's first."""
    return [side.picture.accessibleDescription() for side in dialog.form.sides]


# Writing


def test_a_new_layer_is_on_the_board_while_it_is_typed_and_in_the_panel_when_it_is_saved(
    desk: RunningProgram, qtbot: QtBot
) -> None:
    dialog = write_new(desk, qtbot, "Next squares", "stops(own)")
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
    assert desk.layers.own.kept.entry("next_squares").formula == "stops(own) | {a1}"
    assert desk.layers.current == "next_squares"
    assert on_board(desk) == {"Next squares": ("a1 e5", "a1 d4")}
    assert desk.status_message() == "Saved “Next squares”"
    tree = desk.window.docks.panels.layer_panel.tree
    index = tree.index_of("next_squares", WHITE_COLUMN)
    assert index.data() == "2"
    assert tree.isExpanded(index.parent())
    assert tree.visualRect(index).intersects(tree.viewport().rect())


def seen_in_panel(program: RunningProgram) -> str:
    """Return the layer whose row is the current one, if the row is seen."""
    tree = program.window.docks.panels.layer_panel.tree
    row = tree.visualRect(tree.currentIndex())
    return tree.current_identifier if tree.isVisible() and tree.viewport().rect().contains(row.center()) else ""


def test_a_saved_layer_is_in_sight_where_a_search_holds_it_back(desk: RunningProgram, qtbot: QtBot) -> None:
    search = desk.window.docks.panels.layer_panel.search_field
    dialog = write_new(desk, qtbot, "Next", "stops(own)")
    type_into(search, "passed")
    assert seen_in_panel(desk) == "passed_pawns"
    click(dialog.save_button)
    assert seen_in_panel(desk) == "next"
    type_into(search, "nothing at all")
    assert not desk.window.docks.panels.layer_panel.tree.isVisible()
    write_new(desk, qtbot, "Last", "own")
    assert seen_in_panel(desk) == DRAFT


def test_a_saved_layer_is_in_sight_where_its_chapter_was_folded(desk: RunningProgram, qtbot: QtBot) -> None:
    tree = desk.window.docks.panels.layer_panel.tree
    tree.collapse(tree.index_of("guarded").parent())
    dialog = write_new(desk, qtbot, "Next", "stops(own)")
    click(dialog.save_button)
    assert seen_in_panel(desk) == "next"


def test_a_layer_that_is_brought_back_is_in_sight_where_a_search_holds_it_back(
    desk: RunningProgram, qtbot: QtBot
) -> None:
    desk.window.further_windows.workshop.delete("guarded")
    type_into(desk.window.docks.panels.layer_panel.search_field, "passed")
    click(desk.window.notice.offer_button)
    assert seen_in_panel(desk) == "guarded"


def test_the_layer_comes_back_at_the_next_start(open_program: OpenProgram, qtbot: QtBot) -> None:
    program = open_program(FEN)
    dialog = write_new(program, qtbot, "Next squares", "stops(own)")
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_S, CONTROL)
    assert not dialog.isVisible()
    again = open_program()
    assert again.layers.own.kept.entry("next_squares").title == "Next squares"
    assert again.layers.is_shown("next_squares", True)
    assert again.notice() == ""


def escape_twice(dialog: FormulaDialog) -> None:
    """Close a window in which something was written: the first Escape warns."""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_nothing_is_kept_before_save_and_cancel_brings_back_what_was(desk: RunningProgram, qtbot: QtBot) -> None:
    before = desk.layers.own.kept
    desk.layers.set_shown("guarded", True, False)
    shown = desk.layers.shown()
    for close in ("button", "escape", "window"):
        dialog = edit(desk, qtbot, "guarded")
        type_formula(dialog, " | stops(own)")
        assert on_board(desk)["Guarded"] == ("e5", "d4")
        if close == "button":
            click(dialog.cancel_button)
        elif close == "escape":
            escape_twice(dialog)
        else:
            dialog.close()
        assert not dialog.isVisible()
        assert (desk.layers.own.kept, desk.layers.shown()) == (before, shown)
        assert desk.layers.own.draft == ""


def test_the_position_may_be_edited_meanwhile(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Next", "stops(own)")
    desk.document.place(parse_square("a2"), "P")
    assert pictures(dialog)[0] == "a3 e5"


def test_while_a_formula_cannot_be_read_its_last_squares_stay_in_gray(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Next", "stops(own)")
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


def test_an_error_in_a_formula_of_several_lines_names_the_line(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Next", "mine = own;")
    QTest.keyClick(dialog.form.formula_edit, Qt.Key.Key_Return)
    type_formula(dialog, "mine & foo")
    assert dialog.form.message.text().startswith("Column 20, in line 2: 'foo' is not known")


def test_an_empty_formula_is_asked_for_without_blame(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Next")
    assert dialog.form.message.text().startswith("Write a set of squares, such as stops(own)")
    assert dialog.form.formula_edit.error_column == 0
    assert not dialog.save_button.isEnabled()
    assert on_board(desk) == {"Next": ("", "")}


def test_a_message_says_that_a_formula_of_colors_alone_is_the_same_for_both(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "north(white)")
    words = "Without own or enemy, White and Black have the same squares."
    assert dialog.form.message.text() == words
    assert text_color(dialog.form.message) != LIGHT.error_text
    assert dialog.form.message.height() >= dialog.form.message.heightForWidth(dialog.form.message.width())
    click(dialog.save_button)
    assert on_board(desk)["Mine"] == ("e5", "e5")
    assert [desk.layers.is_shown("mine", white) for white in (True, False)] == [True, False]
    assert desk.status_message() == "Saved “Mine”, shown for White; Black has the same squares"
    dialog = edit(desk, qtbot, "mine")
    assert dialog.form.message.text() == words
    type_formula(dialog, " | own")
    assert dialog.form.message.text().startswith("own, enemy, white, black are pawns")
    type_formula(dialog, " &")
    assert dialog.form.message.text().startswith("Column 21: ")


def test_a_formula_that_turns_is_shown_for_both_sides(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "guarded(own) | guarded(white)")
    assert "Without own" not in dialog.form.message.text()
    click(dialog.save_button)
    assert [desk.layers.is_shown("mine", white) for white in (True, False)] == [True, True]
    assert desk.status_message() == "Saved “Mine”"


def test_another_theme_is_taken_after_a_layer_that_was_called_is_gone(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "guarded(white)")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    desk.window.further_windows.workshop.delete("guarded")
    desk.window.themes.choose("dark")
    QApplication.processEvents()
    assert dialog.palette().window().color().name() == DARK.window


def test_layers_call_each_other_but_not_themselves(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    rewrite(dialog, "caller(own)")
    assert "guarded calls caller calls guarded; a layer cannot be made of itself" in dialog.form.message.text()
    rewrite(dialog, "guarded(own)")
    assert "guarded calls guarded; a layer cannot be made of itself" in dialog.form.message.text()
    click(dialog.cancel_button)
    dialog = write_new(desk, qtbot, "Two steps", "forward(caller(own))")
    assert dialog.save_button.isEnabled()


def test_alone_hides_the_other_layers_meanwhile(desk: RunningProgram, qtbot: QtBot) -> None:
    desk.layers.apply_preset(["front_spans", "stops"])
    dialog = write_new(desk, qtbot, "Next", "rank_1")
    assert len(on_board(desk)) == 3
    click(dialog.form.alone_box)
    assert list(on_board(desk)) == ["Next"]
    click(dialog.save_button)
    assert len(on_board(desk)) == 3


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
    assert desk.layers.own.kept.entry("caller").formula == "forward(held(own))"
    assert desk.layers.own.kept.faults == {}


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
    assert desk.layers.own.kept.entry("mine").definition == "One sentence."


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
    style = desk.layers.own.kept.entry("mine").style
    assert (style.mark, bool(style.white_color), style.black_color) == (badge("M"), True, "")


def test_every_new_layer_begins_with_a_mark_that_is_not_in_use(desk: RunningProgram, qtbot: QtBot) -> None:
    desk.layers.set_shown("front_spans", True, False)
    desk.layers.set_style("front_spans", Style(hatch("waves")))
    seen = {GUARDED.style.mark[:2], CALLER.style.mark[:2], hatch("waves")[:2]}
    for number in range(4):
        if number == 2:
            desk.window.further_windows.workshop.duplicate("stops")
            dialog = dialog_of(desk, qtbot)
        elif number == 3:
            desk.window.further_windows.workshop.duplicate("guarded")
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
    desk.layers.own.set_kept(UserLayers([CALLER]))
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
    desk.layers.own.set_kept(
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
    tree = desk.window.docks.panels.layer_panel.tree
    tree.setFocus()
    tree.setCurrentIndex(tree.index_of("interspans"))
    desk.press(Qt.Key.Key_D, CONTROL)
    dialog = dialog_of(desk, qtbot)
    assert (dialog.form.title_field.text(), dialog.form.name_field.text()) == ("My interspans", "my_interspans")
    assert dialog.form.formula_edit.toPlainText() == LAYERS["interspans"].formula
    assert not dialog.copy_button.isVisible()
    click(dialog.save_button)
    assert desk.layers.own.kept.entry("my_interspans").definition == LAYERS["interspans"].definition


def test_a_layer_with_a_rule_in_words_is_duplicated_as_its_call(desk: RunningProgram, qtbot: QtBot) -> None:
    identifier = next(name for name, layer in LAYERS.items() if not layer.formula)
    desk.window.further_windows.workshop.duplicate(identifier)
    dialog = dialog_of(desk, qtbot)
    assert dialog.form.formula_edit.toPlainText() == f"{identifier}(own)"


def test_save_as_copy_leaves_the_layer_as_it_was(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    type_formula(dialog, " | {a1}")
    click(dialog.copy_button)
    layers = desk.layers.own.kept
    assert layers.entry("guarded") == GUARDED
    assert layers.entry("guarded_copy").title == "Guarded copy"
    assert layers.entry("guarded_copy").formula == "own & attacks(own) | {a1}"
    assert desk.layers.current == "guarded_copy"
    assert layers.entry("caller") == CALLER


# Going on


def test_what_was_not_saved_can_be_gone_on_with(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    rewrite(dialog, "own & foo")
    escape_twice(dialog)
    assert desk.notice() == "What you wrote for “Guarded” was not saved."
    notice = desk.window.notice
    assert notice.offer_button.text() == "Go on writing"
    click(notice.offer_button)
    assert desk.notice() == ""
    dialog = dialog_of(desk, qtbot)
    assert dialog.form.formula_edit.toPlainText() == "own & foo"
    assert dialog.instead_of == "guarded"
    assert dialog.is_changed


def test_no_message_is_shown_when_nothing_was_written(desk: RunningProgram, qtbot: QtBot) -> None:
    for dialog in (edit(desk, qtbot, "guarded"), write_new(desk, qtbot)):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert desk.notice() == ""


def test_another_layer_waits_until_what_is_written_is_saved_or_dropped(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    desk.window.further_windows.workshop.edit("guarded")
    assert dialog.form.title_field.text() == "Mine"
    assert dialog.form.message.text() == "Save or cancel what you wrote here first."
    escape_twice(dialog)
    desk.window.further_windows.workshop.edit("guarded")
    desk.window.further_windows.workshop.edit("caller")
    assert dialog.form.title_field.text() == "Caller", "an unchanged one gives way"


def test_what_is_written_when_the_program_ends_is_offered_at_the_next_start(
    open_program: OpenProgram, qtbot: QtBot
) -> None:
    program = open_program(FEN)
    write_new(program, qtbot, "Half a layer", "stops(own) &")
    again = open_program()
    assert again.notice() == "What you wrote for “Half a layer” was not saved."
    click(again.window.notice.offer_button)
    dialog = dialog_of(again, qtbot)
    assert dialog.form.formula_edit.toPlainText() == "stops(own) &"
    escape_twice(dialog)
    assert open_program().notice() == "", "what was dropped is not offered again"


def test_what_is_not_gone_on_with_is_offered_at_each_start_until_something_else_is_written(
    open_program: OpenProgram, qtbot: QtBot
) -> None:
    write_new(open_program(FEN), qtbot, "Half a layer")
    for _ in range(2):
        assert open_program().notice() == "What you wrote for “Half a layer” was not saved."
    program = open_program()
    dialog = write_new(program, qtbot, "Another", "own")
    click(dialog.save_button)
    assert open_program().notice() == ""


def test_a_new_layer_without_title_formula_and_definition_is_nothing_to_warn_of(
    open_program: OpenProgram, qtbot: QtBot
) -> None:
    program = open_program(FEN)
    dialog = write_new(program, qtbot, " ", "  ")
    dialog.form.style_fields.opacity_slider.setValue(30)
    assert not dialog.is_changed
    assert dialog.form.message.text().startswith("Write a set of squares")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (dialog.isVisible(), program.notice()) == (False, "")
    write_new(program, qtbot, " ", "  ")
    assert open_program().notice() == ""


def test_the_first_escape_closes_the_words_the_second_warns_and_the_third_closes(
    desk: RunningProgram, qtbot: QtBot
) -> None:
    dialog = write_new(desk, qtbot, "Mine")
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
    assert desk.notice() == "What you wrote for “Mine” was not saved."


def test_a_name_that_was_cleared_follows_the_title_again_when_its_field_is_left(
    desk: RunningProgram, qtbot: QtBot
) -> None:
    dialog = write_new(desk, qtbot, "Next squares")
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


def test_the_name_of_a_layer_that_is_gone_on_with_follows_its_title(open_program: OpenProgram, qtbot: QtBot) -> None:
    write_new(open_program(FEN), qtbot, "Half a layer", "stops(own)")
    again = open_program()
    click(again.window.notice.offer_button)
    form = dialog_of(again, qtbot).form
    form.title_field.setText("A whole layer")
    assert form.name_field.text() == "a_whole_layer"


def test_what_is_too_long_to_be_kept_is_offered_at_the_next_start_as_it_was(
    open_program: OpenProgram, qtbot: QtBot
) -> None:
    program = open_program(FEN)
    formula, definition = "own |\n" * 1000, "d" * 3000
    dialog = write_new(program, qtbot, "A long layer")
    dialog.form.formula_edit.setPlainText(formula)
    dialog.form.definition_edit.setPlainText(definition)
    again = open_program()
    click(again.window.notice.offer_button)
    form = dialog_of(again, qtbot).form
    assert (form.formula_edit.toPlainText(), form.definition_edit.toPlainText()) == (formula, definition)


def test_a_layer_that_is_deleted_while_it_is_changed_becomes_a_new_one(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    type_formula(dialog, " | {a1}")
    desk.window.further_windows.workshop.delete("guarded")
    assert (dialog.instead_of, dialog.form.formula_edit.toPlainText()) == ("", "own & attacks(own) | {a1}")
    assert not dialog.copy_button.isVisible()
    click(dialog.save_button)
    assert desk.layers.own.kept.entry("guarded").formula == "own & attacks(own) | {a1}"
    assert desk.layers.own.kept.faults == {}


# Deleting


def test_a_deleted_layer_is_brought_back_by_the_notice(desk: RunningProgram, qtbot: QtBot) -> None:
    before = desk.layers.own.kept
    desk.layers.set_shown("guarded", False, True)
    tree = desk.window.docks.panels.layer_panel.tree
    tree.setFocus()
    tree.setCurrentIndex(tree.index_of("guarded"))
    desk.press(Qt.Key.Key_Delete)
    assert list(desk.layers.own.kept.layers) == ["caller"]
    assert desk.notice() == "Deleted “Guarded”. “Caller” calls it and cannot be computed without it."
    assert desk.layers.own.fault("caller") is not None
    click(desk.window.notice.offer_button)
    assert desk.layers.own.kept == before
    assert desk.layers.is_shown("guarded", False) and not desk.layers.is_shown("guarded", True)
    assert desk.notice() == ""
    assert desk.layers.current == "guarded"


def test_several_deleted_layers_come_back_one_after_the_other(desk: RunningProgram) -> None:
    before = desk.layers.own.kept
    desk.window.further_windows.workshop.delete("caller")
    desk.window.further_windows.workshop.delete("guarded")
    notice = desk.window.notice
    assert notice.offer_button.text() == "Bring back “Guarded”"
    click(notice.offer_button)
    assert notice.offer_button.text() == "Bring back “Caller”"
    click(notice.offer_button)
    assert desk.layers.own.kept == before
    assert not notice.isVisible()


def test_two_layers_of_one_title_come_back_both(desk: RunningProgram) -> None:
    layers = UserLayers([UserLayer("one", "Same", "own"), UserLayer("other", "Same", "enemy")])
    desk.layers.own.set_kept(layers)
    for identifier in ("one", "other"):
        desk.window.further_windows.workshop.delete(identifier)
    assert desk.notice() == "Deleted “Same” (one).\nDeleted “Same”."
    click(desk.window.notice.offer_button)
    click(desk.window.notice.offer_button)
    assert desk.layers.own.kept == layers


def test_a_built_in_layer_can_be_neither_deleted_nor_rewritten_nor_exported(desk: RunningProgram) -> None:
    panel = desk.window.docks.panels.layer_panel
    desk.layers.set_current("stops")
    for name in ("edit_formula", "delete", "export"):
        assert not panel.commands.actions_by_name[name].isEnabled()
    assert panel.commands.actions_by_name["duplicate"].isEnabled()
    desk.layers.set_current("guarded")
    for name in ("edit_formula", "delete", "export", "duplicate"):
        assert panel.commands.actions_by_name[name].isEnabled()


def test_the_menu_of_a_row_has_what_can_be_done_with_it(desk: RunningProgram) -> None:
    panel = desk.window.docks.panels.layer_panel
    for identifier, commands in (
        ("stops", ["Duplicate as my layer…"]),
        ("guarded", ["Edit formula…", "Duplicate as my layer…", "Delete", "Export…"]),
    ):
        desk.layers.set_current(identifier)
        panel.tree.menu_requested.emit(panel.mapToGlobal(QPoint(5, 5)))
        menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
        texts = [action.text() for action in menu.actions()]
        assert texts[-len(commands) :] == commands
        assert ("Delete" in texts) == (identifier == "guarded")
        menu.close()
        QApplication.processEvents()


def test_the_menu_of_a_row_leads_to_the_layer_s_steps_and_leaves_them_open(desk: RunningProgram) -> None:
    panel = desk.window.docks.panels.layer_panel
    desk.layers.set_current("guarded")
    for _ in range(2):
        panel.tree.menu_requested.emit(panel.mapToGlobal(QPoint(5, 5)))
        menu = next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())
        entry = next(action for action in menu.actions() if action.text() == "Steps and code")
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())
        QApplication.processEvents()
        assert desk.window.docks.steps_panel is not None and desk.window.docks.steps_panel.isVisible()
    assert desk.layers.current == "guarded"


def test_the_footer_of_the_panel_has_a_button_for_a_new_layer(desk: RunningProgram, qtbot: QtBot) -> None:
    button = desk.window.docks.panels.layer_panel.footer.new_button
    assert isinstance(button, QToolButton)
    assert button.toolTip() == "New layer: write a layer of your own (Ctrl+Shift+N)"
    click(button)
    dialog = dialog_of(desk, qtbot)
    assert QApplication.focusWidget() is dialog.form.title_field


def test_a_wrong_layer_is_marked_in_its_row_and_mended(desk: RunningProgram, qtbot: QtBot) -> None:
    desk.layers.own.set_kept(UserLayers([UserLayer("broken", "Broken", "own & foo(own)")]))
    tree = desk.window.docks.panels.layer_panel.tree
    assert tree.content_of("broken").wrong
    dialog = edit(desk, qtbot, "broken")
    assert dialog.form.formula_edit.error_column == 7
    assert dialog.form.sides[0].count.text() == "–"
    rewrite(dialog, "own & rank_4")
    click(dialog.save_button)
    assert not tree.content_of("broken").wrong
    assert tree.index_of("broken", WHITE_COLUMN).data() == "1"


# The window


def test_it_leaves_the_board_in_sight_and_fits_a_small_screen(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot)
    assert dialog.width() <= 360
    assert dialog.height() <= 700
    board = desk.board.board_geometry.board_rect
    right = desk.board.mapToGlobal(board.topRight()).x()
    assert dialog.frameGeometry().left() > right or dialog.screen().availableGeometry().width() < 1024


def test_it_takes_the_colors_of_the_theme(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own & foo")
    for choice, theme in (("dark", DARK), ("light", LIGHT)):
        desk.window.themes.choose(choice)
        QApplication.processEvents()
        assert text_color(dialog.form.message) == theme.error_text


def test_every_letter_of_the_labels_leads_somewhere_else(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = edit(desk, qtbot, "guarded")
    parts = [*dialog.findChildren(QLabel), *dialog.findChildren(QAbstractButton)]
    texts = [part.text() for part in parts if isinstance(part, QLabel | QAbstractButton)]
    letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text and "& |" not in text]
    assert len(letters) == len(set(letters)) >= 10


def test_tool_tips_of_files_of_layers_show_titles_without_markup(desk: RunningProgram, tmp_path: Path) -> None:
    desk.layers.own.set_kept(UserLayers([UserLayer("evil", "<b>bold</b>", "own", "a < b & c")]))
    tip = desk.window.docks.panels.layer_panel.tree.index_of("evil", TITLE_COLUMN).data(Qt.ItemDataRole.ToolTipRole)
    assert "a &lt; b &amp; c" in tip
    delegate = desk.window.docks.panels.layer_panel.tree.itemDelegate()
    assert isinstance(delegate, RowDelegate)
    assert delegate.box_text("evil", True) == ("Show &lt;b&gt;bold&lt;/b&gt; for White")


def test_another_theme_after_closing_brings_back_nothing(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own & attacks(own)")
    desk.window.themes.choose("light")
    click(dialog.cancel_button)
    assert desk.layers.own.draft == ""
    desk.window.themes.choose("dark")
    QApplication.processEvents()
    assert desk.layers.own.draft == ""
    assert DRAFT not in desk.layers.all


def test_a_hint_says_that_a_label_cannot_be_drawn_and_it_is_not_kept(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "Mine", "own")
    fields = dialog.form.style_fields
    row = fields.mark_box.findText("Disc")
    fields.mark_box.setCurrentIndex(row)
    fields.mark_box.activated.emit(row)
    fields.label_field.selectAll()
    fields.label_field.insert("\u200b")
    fields.label_field.textEdited.emit("\u200b")
    assert dialog.form.hint.text() == "Not drawn: a label has at most 2 characters."
    assert not dialog.save_button.isEnabled()
    fields.opacity_slider.setValue(40)
    assert fields.opacity_label.text() == "40 %"
    fields.label_field.selectAll()
    type_into(fields.label_field, "X")
    assert dialog.save_button.isEnabled()


def test_a_title_that_begins_with_a_sign_nobody_sees_gives_another_label(desk: RunningProgram, qtbot: QtBot) -> None:
    dialog = write_new(desk, qtbot, "", "own")
    dialog.form.title_field.setText("\u200bHoles")
    row = dialog.form.style_fields.mark_box.findText("Disc")
    dialog.form.style_fields.mark_box.setCurrentIndex(row)
    dialog.form.style_fields.mark_box.activated.emit(row)
    assert dialog.form.style_fields.style_chosen.mark == badge("H")
