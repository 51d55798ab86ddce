"""Hands of the tests that write layers of one's own: the window in which one is written, and what the board shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.view.user_layers.layer_editor import LayerEditor
from tests.view.hands import painted, painted_afresh
from tests.view.program import RunningProgram

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier
FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
GUARDED = UserLayer("guarded", "Guarded", "own & attacks(own)", "Pawns that a pawn guards.", Style(badge("G")))
CALLER = UserLayer("caller", "Caller", "forward(guarded(own))")


def dialog_of(program: RunningProgram) -> LayerEditor:
    """Return the open window in which a layer is written, as the active one."""
    (dialog,) = (found for found in program.window.findChildren(LayerEditor) if found.isVisible())
    activate(dialog)
    return dialog


def write_new(program: RunningProgram, title: str = "", formula: str = "") -> LayerEditor:
    with program.qtbot.waitActive(program.window):
        program.window.activateWindow()
    program.press_keys("Ctrl+Shift+N")
    dialog = dialog_of(program)
    type_into(dialog.form.title_field, title)
    dialog.form.formula_edit.setFocus()
    type_formula(dialog, formula)
    return dialog


def edit(program: RunningProgram, identifier: str) -> LayerEditor:
    tree = program.layers_page.tree
    with program.qtbot.waitActive(program.window):
        program.window.activateWindow()
    tree.setFocus()
    tree.rows.reveal(identifier)
    tree.setCurrentIndex(tree.rows.index_of(identifier))
    program.press_keys("Shift+F4")
    return dialog_of(program)


def type_into(field: QWidget, text: str) -> None:
    field.setFocus()
    QTest.keyClicks(field, text)


def type_formula(dialog: LayerEditor, text: str) -> None:
    """Type at the end of the formula; no offered word is taken."""
    for character in text:
        QTest.keyClicks(dialog.form.formula_edit, character)
        dialog.form.formula_edit.popup.hide()
    activate(dialog)


def text_color(label: QLabel) -> str:
    return label.palette().color(label.foregroundRole()).name()


def activate(dialog: LayerEditor) -> None:
    """Make a window the active one, as on a screen: else the main window is, when a list of words closes."""
    QApplication.processEvents()
    dialog.activateWindow()
    QApplication.processEvents()
    assert QApplication.activeWindow() is dialog


def rewrite(dialog: LayerEditor, text: str) -> None:
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


def pictures(dialog: LayerEditor) -> list[str]:
    """Return the squares of both pictures as a screen reader says them, White's first."""
    return [side.picture.accessibleDescription() for side in dialog.form.sides]


def escape_twice(dialog: LayerEditor) -> None:
    """Close a window in which something was written: the first Escape warns."""
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
