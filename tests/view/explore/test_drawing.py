"""A pattern drawn on the board: clicks, drags and keys, its text, and keeping it as a structure."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.collections.question import PatternPart
from pawnviz.core.structures.pattern import PatternMark
from tests.view.explore.program import ExploreProgram
from tests.view.explore.test_chips import choose


def begin(explore: ExploreProgram) -> None:
    explore.ready()
    choose(explore.panel.chips.add_button.menu(), "Draw a pattern on the board")


def pattern(explore: ExploreProgram) -> str:
    return explore.panel.pattern_bar.field.text()


@pytest.mark.slow
def test_clicks_and_drags_draw_a_pattern_that_is_asked_while_its_buttons_stay_in_place(explore: ExploreProgram) -> None:
    begin(explore)
    bar = explore.panel.pattern_bar
    buttons = (bar.board_button, bar.done_button, bar.keep_button)

    def places() -> list[QPoint]:
        QApplication.processEvents()
        return [button.mapTo(explore.panel, QPoint()) for button in buttons]

    before = places()
    for square in ("a2", "b3", "c4", "d5", "e4", "f3", "g2", "h3"):
        explore.click(square)
        assert places() == before
    bar.field.selectAll()
    QTest.keyClick(bar.field, Qt.Key.Key_Backspace)
    fen = explore.position_fen()
    explore.click("d4")
    for _ in range(2):
        explore.click("d5")
    explore.drag("e2", "e3")
    assert pattern(explore) == "W d4+ e2/e3+; B d5+"
    assert explore.chips() == ["W d4+ e2/e3+; B d5+"]
    assert PatternMark(False, 1 << parse_square("d5")) in explore.board.state.pattern_marks
    explore.wait()
    assert explore.panel.heading.title.text().startswith("3 games")
    assert explore.position_fen() == fen, "no piece has moved"


def test_the_text_is_drawn_as_it_is_written_a_fault_named_and_escape_leaves_it_asked(explore: ExploreProgram) -> None:
    begin(explore)
    bar = explore.panel.pattern_bar
    bar.field.setFocus()
    QTest.keyClicks(bar.field, "W d4 -c")
    assert PatternMark(True, 1 << parse_square("d4")) in explore.board.state.pattern_marks
    assert "White has a pawn on d4" in bar.message.text()
    QTest.keyClicks(bar.field, " d9")
    assert bar.message.is_error and bar.message.text().startswith("Column 9:")
    assert explore.chips() == ["W d4 -c d"] and not bar.keep_button.isEnabled()
    bar.field.clear()
    QTest.keyClicks(bar.field, "W d4 -c -e")
    bar.name_field.setFocus()
    explore.press(Qt.Key.Key_Escape)
    assert not bar.isVisible() and explore.chips() == ["W d4 -c -e"]
    assert explore.panel.chips.field.hasFocus()


@pytest.mark.slow
def test_keys_draw_too_and_escape_or_another_workspace_gives_the_board_back(explore: ExploreProgram) -> None:
    begin(explore)
    explore.action("focus_board").trigger()
    explore.board.state.show_cursor(parse_square("d4"))
    explore.press(Qt.Key.Key_Space)
    explore.press(Qt.Key.Key_Right)
    explore.press(Qt.Key.Key_Return)
    explore.press(Qt.Key.Key_Return)
    assert pattern(explore) == "W d4+; B e4+"
    explore.press(Qt.Key.Key_Escape)
    assert not explore.panel.pattern_bar.isVisible() and explore.board.state.pattern_marks == ()
    assert explore.chips() == ["W d4+; B e4+"]
    explore.drag("d4", "d6")
    assert explore.document.position.piece_at(parse_square("d6")) == "P"
    begin(explore)
    explore.click("d4")
    explore.press_keys("F2")
    explore.drag("d4", "d6")
    assert explore.document.position.piece_at(parse_square("d6")) == "P"


@pytest.mark.slow
@pytest.mark.parametrize("flipped", [False, True])
def test_a_click_on_a_file_s_letter_asks_for_no_pawn_on_it(explore: ExploreProgram, flipped: bool) -> None:
    explore.board.preferences.flipped.value = flipped
    begin(explore)
    explore.click("d4")
    geometry = explore.board.board_geometry
    place = geometry.square_center(parse_square("c8" if flipped else "c1"))
    letter = QPoint(round(place.x() / geometry.scale), round((geometry.board_rect.bottom() + 8) / geometry.scale))
    QTest.mouseClick(explore.board, Qt.MouseButton.RightButton, pos=letter)
    assert pattern(explore) == "W d4+ -c; B -c"
    for expected in ("W d4+", "W d4+ -c", "W d4+; B -c", "W d4+ -c; B -c"):
        QTest.mouseClick(explore.board, Qt.MouseButton.LeftButton, pos=letter)
        assert pattern(explore) == expected
    QTest.mousePress(explore.board, Qt.MouseButton.RightButton, pos=letter)
    QTest.mouseRelease(explore.board, Qt.MouseButton.RightButton, pos=explore.at(parse_square("e4")))
    assert pattern(explore) == "W d4+ -c; B -c", "a drag to another place is no click"


@pytest.mark.slow
def test_a_pattern_begins_with_the_board_s_pawns_and_a_tip_names_the_gesture_for_files(explore: ExploreProgram) -> None:
    begin(explore)
    assert "Right click on a file’s letter" in explore.panel.pattern_bar.message.text()
    explore.panel.pattern_bar.board_button.click()
    assert pattern(explore) == "W a2 b2 d4 e3 f2 g2 h2; B a7 b7 c6 d5 f7 g7 h7"


def test_a_chip_of_a_pattern_is_drawn_again(explore: ExploreProgram) -> None:
    begin(explore)
    explore.click("d4")
    explore.panel.pattern_bar.done_button.click()
    explore.panel.chips.chips[0].setFocus()
    explore.press(Qt.Key.Key_Return)
    explore.click("b2")
    assert explore.chips() == ["W d4+ b2+"]


@pytest.mark.slow
def test_a_kept_pattern_is_named_at_once_in_the_inspector_and_the_game(explore: ExploreProgram, tmp_path: Path) -> None:
    begin(explore)
    bar = explore.panel.pattern_bar
    bar.board_button.click()
    bar.keep_button.click()
    assert bar.message.is_error and bar.name_field.hasFocus()
    QTest.keyClicks(bar.name_field, "My minority")
    QTest.keyClick(bar.name_field, Qt.Key.Key_Return)
    assert 'title = "My minority"' in (tmp_path / "structures.toml").read_text()
    assert explore.status_message() == "“My minority” is one of your structures now"
    assert explore.chips() == ["My minority of White"] and not bar.isVisible()
    explore.window.navigator.show("position")
    page = explore.window.navigator.widgets.position
    explore.qtbot.waitUntil(lambda: any("My minority of White" in label.text() for label in page.findChildren(QLabel)))
    explore.window.workspaces.open_game(0, 11)
    QApplication.processEvents()
    lives = explore.games.page.lives
    assert any(lives.tip_at(x, 5).startswith("My minority of White") for x in range(lives.width()))


@pytest.mark.slow
def test_a_loose_pattern_of_one_s_own_is_named_in_the_game_before_stricter_structures(explore: ExploreProgram) -> None:
    begin(explore)
    explore.click("d4")
    bar = explore.panel.pattern_bar
    QTest.keyClicks(bar.name_field, "My d-pawn")
    bar.keep_button.click()
    explore.window.workspaces.open_game(0, 11)
    QApplication.processEvents()
    lives = explore.games.page.lives
    assert lives.tip_at(lives.axis.x(11), 5).startswith("My d-pawn of White")


@pytest.mark.slow
def test_a_pattern_asked_in_either_color_is_kept_so_and_a_mirrored_one_stays(explore: ExploreProgram) -> None:
    begin(explore)
    bar = explore.panel.pattern_bar
    explore.explorer.set_parts([PatternPart("W d4 -c", either_color=True)])
    for name, chip in (("Half", "Half of either color"), ("Whole", "W d4 -c, mirrored too")):
        bar.begin("W d4 -c")
        QTest.keyClicks(bar.name_field, name)
        bar.keep_button.click()
        assert explore.chips() == [chip] and not bar.isVisible()
        explore.explorer.set_parts([PatternPart("W d4 -c", mirrored=True)])
