"""What opens over the inspector is closed by the key that opened it, and gives its room back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget

from tests.view.program import RunningProgram


def dock_of(program: RunningProgram, key: str) -> QDockWidget:
    docks = program.window.docks
    return {"A": docks.engine_dock, "L": docks.moves_dock, "S": docks.steps_dock}[key]


def press(program: RunningProgram, key: str) -> None:
    program.press_keys(key)
    for _ in range(3):
        QApplication.processEvents()


@pytest.mark.parametrize("size", [(1024, 700), (1366, 768)])
@pytest.mark.parametrize("key", ["A", "L", "S"])
def test_a_key_closes_what_it_opened_and_the_layers_have_their_room_again(
    program: RunningProgram, key: str, size: tuple[int, int]
) -> None:
    program.window.resize(*size)
    QApplication.processEvents()
    docks = program.window.docks
    before = docks.layers_dock.height(), docks.inspector_dock.height()
    press(program, key)
    assert dock_of(program, key).isVisible()
    assert docks.layers_dock.height() < before[0]
    press(program, key)
    assert dock_of(program, key).isHidden()
    assert (docks.layers_dock.height(), docks.inspector_dock.height()) == before
    assert program.board.hasFocus()


@pytest.mark.parametrize("key", ["A", "L", "S"])
def test_a_key_closes_what_it_opened_from_wherever_the_focus_is(program: RunningProgram, key: str) -> None:
    docks = program.window.docks
    panel = docks.panels.layer_panel
    docks.show_pawn_moves()
    assert docks.moves_panel is not None
    places = (program.board, panel.tree, docks.panels.inspector.why_not_field, docks.moves_panel.list)
    for place in places:
        for other in "ALS":
            dock_of(program, other).close()
        docks.panels.inspector.show_square()
        if place is docks.moves_panel.list:
            docks.show_pawn_moves()
        if key != "L" or place is not docks.moves_panel.list:
            place.setFocus(Qt.FocusReason.OtherFocusReason)
            if place is docks.panels.inspector.why_not_field:
                continue  # A field for text takes its letters.
            press(program, key)
            assert dock_of(program, key).isVisible(), place
            place.setFocus(Qt.FocusReason.OtherFocusReason)
        press(program, key)
        assert dock_of(program, key).isHidden(), place


def test_the_room_comes_back_when_the_last_of_several_is_closed(program: RunningProgram) -> None:
    docks = program.window.docks
    before = docks.layers_dock.height()
    press(program, "S")
    press(program, "A")
    docks.engine_dock.close()
    QApplication.processEvents()
    assert docks.layers_dock.height() < before
    docks.steps_dock.toggleViewAction().trigger()
    for _ in range(3):
        QApplication.processEvents()
    assert docks.layers_dock.height() == before


def test_letters_are_commands_in_the_list_of_layers_and_text_in_its_field(program: RunningProgram) -> None:
    panel = program.window.docks.panels.layer_panel
    panel.tree.setFocus()
    current = panel.tree.current_identifier
    program.press_keys("F")
    assert program.board.board_geometry.flipped
    program.press_keys("H")
    assert panel.tree.current_identifier == current
    panel.focus_search()
    program.press_keys("F")
    assert program.board.board_geometry.flipped
    assert panel.search_field.text() == "f"
