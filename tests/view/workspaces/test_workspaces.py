"""The workspaces of the window: what each shows around the board, and what is the same in both."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.catalog import boards_of_difference
from tests.model.kept import test_settings
from tests.view.games.program import GamesProgram
from tests.view.program import OpenProgram, RunningProgram


@pytest.fixture
def games(qtbot: QtBot, tmp_path: Path) -> Iterator[GamesProgram]:
    running = GamesProgram(qtbot, tmp_path)
    running.open()
    yield running
    running.end()


def test_the_key_of_a_workspace_or_an_opened_file_shows_its_own_page(games: GamesProgram, tmp_path: Path) -> None:
    navigator = games.window.navigator
    assert games.window.workspaces.current == navigator.current == "games"
    for keys in ("F2", "F3", "F4"):
        for name, text, page in (
            ("two.epd", "4k3/8/8/3p4/3P4/8/8/4K3 w - -\n4k3/8/8/3p4/4P3/8/8/4K3 w - -\n", "positions"),
            ("one.fen", "4k3/8/8/3p4/3P4/8/8/4K3 w - - 0 1\n", "position"),
            ("club.pgn", games.path.read_text(), "explore" if keys == "F4" else "games"),
        ):
            games.press_keys(keys)
            games.press_keys("Ctrl+Shift+L")
            (tmp_path / name).write_text(text)
            games.window.files.open_path(str(tmp_path / name))
            QApplication.processEvents()
            assert navigator.current == page, (keys, name)
    for key, name in (("F2", "position"), ("F2", "position"), ("F3", "games"), ("F4", "explore"), ("F3", "games")):
        for page in ("Ctrl+Shift+L", "Ctrl+Shift+Y"):
            games.press_keys(page)
        assert navigator.current == "layers"
        games.press_keys(key)
        assert games.window.workspaces.current == navigator.current == name


@pytest.mark.slow
def test_games_opens_the_first_game_of_a_file_that_was_opened_in_explore(games: GamesProgram, tmp_path: Path) -> None:
    games.press_keys("F4")
    shutil.copy(games.path, tmp_path / "other.pgn")
    games.window.files.open_path(str(tmp_path / "other.pgn"))
    QApplication.processEvents()
    assert games.window.workspaces.current == "explore" and games.game.game is None
    games.press_keys("F3")
    assert games.window.workspaces.current == "games" and games.games.games.place[0] == 0
    assert games.games.games.is_on_board and games.board.hasFocus(), "Right goes through it at once"


@pytest.mark.slow
def test_the_position_of_a_game_is_in_words_one_key_away_and_the_game_stays(games: GamesProgram) -> None:
    games.game.go_to(3)
    position, page = games.position_fen(), games.window.navigator.widgets.position
    for keys in ("F3", "F4"):
        games.press_keys(keys)
        games.press_keys("F2")
        assert games.position_fen() == position and page.isVisible() and games.bar.isVisible()
    games.press_keys("Alt+Right")
    assert games.game.ply == 4 and page.isVisible()
    games.press_keys("F3")
    assert games.games.games.is_on_board and games.game.ply == 4 and games.window.workspaces.current == "games"


@pytest.mark.slow
def test_an_edit_of_a_game_s_board_in_position_makes_a_copy_and_says_so_once(games: GamesProgram) -> None:
    games.game.go_to(1)
    position, written = games.position_fen(), games.written()
    games.press_keys("F2")
    for edit in ("a legal move", "no move", "a spare piece", "a letter", "Ctrl+Up", "Ctrl+Alt+T"):
        if edit == "a spare piece":
            games.board.preferences.tool.value = "Q"
            games.click("e5")
        elif edit.startswith("Ctrl"):
            games.press_keys(edit)
        elif edit == "a letter":
            games.press_keys("Ctrl+B")
            QTest.keyClicks(games.board, "N")
        else:
            games.drag(*(("d7", "d5") if edit == "a legal move" else ("e4", "e6")))
        assert games.document.subject is games.document.free and games.position_fen() != position
        games.qtbot.waitUntil(
            lambda: games.status_message() == "This is a copy of the position; undo leads back to the game"
        )
        assert games.window.navigator.current == "position"
        games.board.preferences.tool.value = "hand"
        games.drag("a2", "a6")
        QApplication.processEvents()
        assert not games.status_message()
        games.press_keys("Ctrl+Z")
        games.press_keys("Ctrl+Z")
        assert games.games.games.is_on_board and games.position_fen() == position and games.written() == written
        assert games.window.navigator.current == "position"


@pytest.mark.slow
def test_to_and_fro_brings_game_and_move_back_and_a_piece_dragged_by_no_rule_goes_back(games: GamesProgram) -> None:
    position = games.position_fen()
    games.drag("e2", "e5")
    assert games.games.games.is_on_board and games.position_fen() == position
    assert "Ctrl+Shift+P" in games.status_message()
    games.game.go_to(3)
    position = games.position_fen()
    for to, back in (("Ctrl+G", "F3"), ("Ctrl+G", "Ctrl+G")):
        games.press_keys(to)
        assert games.position_fen() == games.before and games.window.workspaces.current == "position"
        games.press_keys(back)
        assert games.position_fen() == position and games.game.ply == 3
        assert games.window.workspaces.current == "games"


@pytest.mark.slow
@pytest.mark.parametrize("keys", ["F3", "F4"])
def test_a_click_on_a_pawn_is_answered_in_the_line_below_the_board_or_its_page(games: GamesProgram, keys: str) -> None:
    games.game.go_to(6)
    games.press_keys(keys)
    page = games.window.navigator.current
    games.click("a7")
    assert games.window.navigator.current == page, "no page opens unasked"
    assert games.status_message() == "a7: An isolated pawn on a closed file. Ctrl+Alt+Q has more"
    games.press_keys("Ctrl+Alt+Q")
    square = games.window.navigator.widgets.square
    assert games.window.navigator.current == "square" and square.isVisible()
    games.click("f2")
    assert games.window.navigator.current == "square" and not games.status_message()


@pytest.mark.slow
def test_explore_shows_the_game_or_the_position_that_is_on_the_board(games: GamesProgram) -> None:
    games.game.go_to(3)
    position = games.position_fen()
    games.press_keys("F4")
    assert games.window.workspaces.current == "explore" and games.position_fen() == position
    assert games.window.navigator.is_shown("explore") and not games.window.fen_line.isVisible()
    games.press_keys("Alt+Right")
    assert games.game.ply == 4 and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+G")
    assert games.position_fen() == games.before and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+G")
    assert games.position_fen() != games.before and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+Shift+P")
    assert games.window.workspaces.current == "explore"
    games.press_keys("F3")
    assert games.games.games.is_on_board and games.window.workspaces.current == "games"


@pytest.mark.slow
def test_a_board_that_a_page_offers_in_a_game_leaves_the_page_and_the_pages_before_it_open(games: GamesProgram) -> None:
    navigator, page = games.window.navigator, games.window.navigator.widgets.definitions
    games.press_keys("Ctrl+Shift+Y")
    games.press_keys("Ctrl+Shift+D")
    page.compare("passed_pawns")
    page.elsewhere.linkActivated.emit(next(boards_of_difference("passed_pawns", "passed_pawns_frontmost")).fen)
    QApplication.processEvents()
    assert games.window.workspaces.current == "position"
    assert page.isVisible() and page.verdict.text().startswith("They differ")
    games.press_keys("Alt+Backspace")
    assert navigator.current == "layers"
    games.press_keys("Ctrl+Shift+D")
    games.press_keys("Ctrl+Z")
    assert games.window.workspaces.current == "games" and page.isVisible()


@pytest.mark.slow
def test_an_undone_edit_of_a_pinned_position_leaves_the_way_back_to_the_game(games: GamesProgram) -> None:
    comparison = games.window.navigator.widgets.comparison
    games.game.go_to(2)
    comparison.pin()
    games.game.go_to(3)
    comparison.switch()
    games.drag("b1", "c3")
    assert games.document.subject is games.document.free
    games.press_keys("Ctrl+Z")
    assert comparison.is_switched and comparison.other == games.game.position
    comparison.switch()
    assert games.games.games.is_on_board and games.game.ply == 3


def test_the_commands_of_a_game_are_off_where_there_is_none(program: RunningProgram) -> None:
    names = ("leave_game", "export_game", "copy_games", "go_back", "keep_position")
    assert not any(program.action(name).isEnabled() for name in names)


@pytest.mark.slow
def test_the_commands_of_a_game_are_on_and_no_letter_of_its_panels_is_taken_twice(games: GamesProgram) -> None:
    assert all(games.action(name).isEnabled() for name in ("leave_game", "export_game", "copy_games", "go_back"))
    games.press_keys("Ctrl+G")
    assert games.action("leave_game").isEnabled(), "it comes back"
    assert not games.action("go_back").isEnabled()
    assert len(games.page.findChildren(QAbstractButton)) > 10 and games.letters_taken_twice(games.page) == {}


def test_undo_takes_back_steps_of_the_subject_on_the_board_which_save_saves_in_explore_too(games: GamesProgram) -> None:
    games.drag("d2", "d4")
    games.press_keys("Ctrl+G")
    assert not games.action("undo").isEnabled()
    games.drag("a1", "a8")
    edited = games.position_fen()
    games.press_keys("F3")
    games.press_keys("Ctrl+Z")
    assert games.written().startswith("1. e4 d5") and "d4" not in games.written()
    games.press_keys("Ctrl+G")
    assert games.position_fen() == edited
    games.press_keys("Ctrl+Z")
    assert games.position_fen() == games.before
    games.press_keys("F3")
    games.game.go_to(1)
    games.press_keys("F4")
    games.drag("g8", "f6")
    games.press_keys("Ctrl+S")
    assert "Nf6" in games.path.read_text() and not games.edits.is_modified
    assert games.document.free.path == ""


@pytest.mark.slow
def test_presentation_and_export_work_in_both_workspaces(games: GamesProgram) -> None:
    for keys in ("F2", "F3"):
        games.keys(keys, "Ctrl+E")
        dialog = QApplication.activeWindow()
        assert dialog is not None and dialog is not games.window
        dialog.close()
        games.keys("F11")
        presentation = games.window.presentation
        games.qtbot.waitUntil(presentation.isActiveWindow)
        assert presentation.is_presenting
        games.press_keys("F11")
        assert not presentation.is_presenting
    for show in (games.show_list, games.show_moves):
        show()
        games.keys("F11")
        assert games.window.presentation.is_presenting, "wherever the focus is"
        games.press_keys("F11")


def test_a_restart_restores_file_move_search_and_workspace(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    first = GamesProgram(qtbot, tmp_path)
    first.open()
    first.game_list.chips.field.setText("adams")
    first.game_list.model.arranging.finish()
    first.game_list.choose_game(0)
    first.game.go_to(4)
    first.game.change_variation(1)
    position = first.position_fen()
    first.window.navigator.show("layer")
    first.close()
    first.end()
    again = open_program()
    qtbot.waitUntil(lambda: again.window.workspaces.current == "games" and again.position_fen() == position)
    assert again.games.list.chips.field.text() == "adams"
    assert again.games.bar.label.full_text == "2...Qxd5 · Adams – Brown"
    assert again.window.navigator.current == "layer"
    again.press_keys("Ctrl+G")
    assert again.position_fen() == first.before


def test_settings_of_the_last_version_open_in_the_window(open_program: OpenProgram, tmp_path: Path) -> None:
    earlier = Path(test_settings.__file__).with_name("settings_of_version_1.json")
    shutil.copy(earlier, tmp_path / "settings.json")
    program = open_program()
    assert program.window.workspaces.current == "position" and program.window.navigator.is_shown("position")
    assert program.board.board_geometry.flipped
    assert program.window.lanes.texts == ("levers", "own & rank_4(own)")
    program.press_keys("F3")
    assert program.window.workspaces.current == "games" and program.games.list.open_button.hasFocus()


def test_words_that_are_typed_after_a_window_has_closed_carry_out_nothing(program: RunningProgram) -> None:
    before = program.position_fen()
    program.press_keys("Ctrl+K")
    assert program.focus_widget() is program.window.command_palette.field
    program.press(Qt.Key.Key_Escape)
    assert program.focus_widget() is program.board
    QTest.keyClicks(program.board, "xtml")
    assert program.position_fen() == before and program.window.navigator.current == "position"


@pytest.mark.slow
def test_a_fen_typed_or_pasted_in_games_leads_to_the_position_and_the_bar_returns_later(games: GamesProgram) -> None:
    games.press_keys("Alt+D")
    assert games.window.fen_line.isVisible() and not games.bar.isVisible()
    games.board.setFocus(Qt.FocusReason.MouseFocusReason)
    QApplication.processEvents()
    assert games.bar.isVisible() and not games.window.fen_line.isVisible()
    games.press_keys("Alt+D")
    QTest.keyClicks(games.focus_widget() or games.board, "x")
    games.board.setFocus(Qt.FocusReason.MouseFocusReason)
    QApplication.processEvents()
    assert games.window.fen_line.isVisible(), "a faulty FEN stays with its error"
    games.press_keys("Right")
    assert games.bar.isVisible() and not games.window.fen_line.isVisible()
    fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    QGuiApplication.clipboard().setText(fen)
    for keys in ("F2", "F3"):
        games.keys(keys)
        games.board.setFocus()
        games.keys("Ctrl+V")
        assert games.position_fen() == fen and games.window.workspaces.current == "position"
        games.keys("Ctrl+Z")
        assert games.window.workspaces.current == ("position" if keys == "F2" else "games")
    games.press_keys("Alt+D")
    edit = games.window.fen_line.edit
    assert games.focus_widget() is edit
    edit.selectAll()
    for character in "8/8/8/8/3pP3/8/8/8 b - e3":
        QTest.keyClicks(games.focus_widget() or edit, character)
        QApplication.processEvents()
    assert games.window.workspaces.current == "position"
    assert games.focus_widget() is edit
    assert edit.text() == "8/8/8/8/3pP3/8/8/8 b - e3"


@pytest.mark.parametrize("keys", ["F3", "Ctrl+F"])
def test_keys_and_typed_moves_lead_to_the_panels_of_games_behind_another_page(games: GamesProgram, keys: str) -> None:
    games.press_keys("Ctrl+Shift+Y")
    assert not games.window.navigator.is_shown("games")
    games.board.setFocus(Qt.FocusReason.MouseFocusReason)
    QTest.keyClicks(games.board, "N")
    field = games.games.moves_page.field
    assert games.focus_widget() is field and field.isVisible() and field.text() == "N"
    games.press_keys("Ctrl+Alt+Q" if keys == "Ctrl+F" else "Ctrl+F1")
    assert not games.window.navigator.is_shown("games")
    games.press_keys(keys)
    focus = games.focus_widget()
    assert focus is not None and focus.isVisible() and games.game_list.isAncestorOf(focus)


def test_the_arrow_keys_go_through_a_game_though_the_cursor_was_shown_in_another_workspace(games: GamesProgram) -> None:
    games.press_keys("F2")
    games.press_keys("Ctrl+B")
    games.press_keys("Up")
    shown = [games.board.state.cursor_shown]
    games.press_keys("F3")
    ply = games.games.games.game.ply
    games.press_keys("Right")
    shown.append(games.board.state.cursor_shown)
    assert (shown, games.games.games.game.ply) == ([True, False], ply + 1)


def test_what_a_version_without_workspaces_kept_is_read(open_program: OpenProgram, tmp_path: Path) -> None:
    shutil.copytree(Path(__file__).with_name("without_workspaces"), tmp_path, dirs_exist_ok=True)
    program = open_program()
    assert program.notice() == ""
    assert program.position_fen() == "r1b2rk1/pp2bppp/2nppn2/q7/3NP3/2N1B3/PPPQBPPP/2KR3R w - - 0 10"
    assert set(program.layers.now.sides) == {"front_spans", "levers"}
    assert program.window.navigator.is_shown("position")
