"""Links copied from one window and opened in another one."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QGuiApplication

from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from tests.view.hands import drops, enters
from tests.view.program import OpenProgram, RunningProgram

FEN = "8/1p6/8/8/8/8/1P6/8 b - - 0 1"
MINE = UserLayer("mine", "Mine", "stops(own)")
CALLER = UserLayer("caller", "Caller", "mine(own) & attacks(enemy)")


def test_a_copied_link_opens_the_position_with_its_layers_in_another_window(open_program: OpenProgram) -> None:
    program = open_program(FEN)
    program.layers.user_layers.set_kept(UserLayers([MINE, CALLER]))
    program.layers.show_exactly({"front_spans": (True, False), "caller": (True, True)})
    program.action("flip").trigger()
    program.press_keys("Ctrl+Alt+L")
    text = QGuiApplication.clipboard().text()
    assert text.startswith("pawnviz:?fen=8%2F1p6") and "2 layers" in program.status_message()
    program.layers.user_layers.set_kept(UserLayers([MINE._replace(formula="pawns(own)")]))
    program.layers.clear()
    program.action("flip").trigger()
    program.document.set_start()
    other = program
    other.press_keys("Ctrl+V")
    assert other.position_fen() == FEN
    assert other.board.board_geometry.flipped and other.action("flip").isChecked()
    assert other.layers.now.sides == {"front_spans": (True, False), "caller": (True, True)}
    own = other.layers.user_layers.kept
    assert [entry.formula for entry in own.entries] == ["pawns(own)", "stops(own)", "mine_2(own) & attacks(enemy)"]
    assert "“Mine” and “Caller” were added to your layers" in other.status_message()
    other.press_keys("Ctrl+V")
    assert other.layers.user_layers.kept == own, "what is there already is not added again"
    assert other.status_message() == "The link was opened"
    other.action("undo").trigger()
    assert other.position_fen() != FEN


def test_a_link_is_opened_at_the_start_from_a_drop_and_out_of_a_field(open_program: OpenProgram) -> None:
    program = open_program(f"pawnviz:?fen={FEN.replace(' ', '+')}&layers=stops&flip=1")
    assert program.position_fen() == FEN and program.layers.now.sides == {"stops": (True, True)}
    assert program.board.board_geometry.flipped and program.action("flip").isChecked()
    data = QMimeData()
    data.setText("pawnviz:?fen=8/8/8/8/8/8/8/8&layers=unheard_of,attacks")
    assert enters(program.window, QPoint(5, 5), data)
    drops(program.window, QPoint(5, 5), data)
    assert program.pieces == "8/8/8/8/8/8/8/8"
    assert not program.action("flip").isChecked()
    assert program.layers.now.sides == {"attacks": (True, True)}
    assert program.status_message() == "The link was opened; unheard_of is not known here"
    QGuiApplication.clipboard().setText(f"pawnviz:?fen={FEN.replace(' ', '+')}")
    field = program.layers_page.search_field
    field.setFocus()
    program.press_keys("Ctrl+V")
    assert field.text() == "" and program.position_fen() == FEN


def test_a_wrong_link_is_explained_and_changes_nothing(program: RunningProgram) -> None:
    before, layers = program.position_fen(), program.layers.now.sides
    QGuiApplication.clipboard().setText("pawnviz:?fen=8/8/8/8/8/8/8/8&layers=stops&own=[")
    program.press_keys("Ctrl+V")
    assert program.status_message().startswith("The user layers of the link cannot be read")
    assert (program.position_fen(), program.layers.now.sides) == (before, layers)
