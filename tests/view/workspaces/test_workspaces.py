"""The workspaces of the window: what each shows around the board, and what is the same in both."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pawnviz.view.layers.preset_menu import PresetMenu
from pawnviz.view.panel_width import PanelWidth
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolBar
from pytestqt.qtbot import QtBot

from tests.model.kept import test_settings
from tests.view.games.program import GamesProgram
from tests.view.program import RunningProgram


@pytest.fixture
def games(qtbot: QtBot, tmp_path: Path) -> Iterator[GamesProgram]:
    running = GamesProgram(qtbot, tmp_path)
    running.open()
    yield running
    running.end()


def seen_docks(program: RunningProgram) -> set[str]:
    """Return the names of the docks that are shown."""
    docks = program.window.docks
    all_docks = (docks.editor_dock, docks.layers_dock, docks.games_dock, docks.inspector_dock)
    return {dock.windowTitle() for dock in all_docks if dock.isVisible()}


def test_each_workspace_has_its_panels_which_come_back_as_they_were_left(games: GamesProgram) -> None:
    assert games.window.workspaces.current == "games"
    assert seen_docks(games) == {"Games"}
    games.window.docks.inspector_dock.show()
    games.press_keys("F2")
    assert seen_docks(games) == {"Editor", "Layers", "Inspector"}
    assert games.window.fen_line.isVisible()
    games.press_keys("F3")
    assert seen_docks(games) == {"Games", "Inspector"}
    assert not games.window.fen_line.isVisible()


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 520), (1024, 700, 420)])
def test_the_board_is_large_in_every_workspace(games: GamesProgram, width: int, height: int, least: int) -> None:
    games.window.resize(width, height)
    games.board.setFocus()
    games.press_keys("Right")
    for keys in ("F2", "F3", "F4"):
        games.press_keys(keys)
        games.qtbot.waitUntil(lambda: 8 * games.board.board_geometry.square_size >= least)
        assert games.window.width() == width


def test_the_letters_of_the_panels_of_games_are_none_of_a_menu_or_a_command(games: GamesProgram) -> None:
    QApplication.processEvents()
    assert games.letters_taken_twice(games.page) == {}
    assert "GIF…" in {button.text() for button in games.page.findChildren(QAbstractButton)}


def test_the_tools_stay_where_they_are_in_every_workspace(games: GamesProgram) -> None:
    def places() -> list[int]:
        buttons = [games.window.menus.button(name) for name in ("export_picture", "undo", "compare_definitions")]
        return [button.mapTo(games.window, button.rect().topLeft()).x() for button in buttons]

    bar = games.window.findChild(QToolBar, "presets")
    assert isinstance(bar, QToolBar)
    presets = bar.findChild(PresetMenu)
    assert isinstance(presets, PresetMenu) and presets.isVisible()
    in_games = places()
    assert presets.mapTo(games.window, presets.rect().topLeft()).x() > in_games[-1]
    games.press_keys("F2")
    QApplication.processEvents()
    assert places() == in_games and not presets.isVisible()


def test_the_bar_of_a_game_has_come_or_gone_before_the_board_is_measured(
    games: GamesProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, shown = PanelWidth.begin, []

    def measure(width: PanelWidth, name: str, *, is_kept: bool, fills: bool) -> None:
        shown.append((name, games.bar.isVisible()))
        begin(width, name, is_kept=is_kept, fills=fills)

    monkeypatch.setattr(PanelWidth, "begin", measure)
    for keys in ("F2", "F3", "F2"):
        games.press_keys(keys)
    assert shown == [("position", False), ("games", True), ("position", False)]


def test_to_and_fro_brings_game_and_move_back(games: GamesProgram) -> None:
    games.game.go_to(3)
    position = games.position_fen()
    for to, back in (("F2", "F3"), ("Ctrl+G", "Ctrl+G"), ("F2", "Ctrl+G")):
        games.press_keys(to)
        assert games.position_fen() == games.before and games.window.workspaces.current == "position"
        games.press_keys(back)
        assert games.position_fen() == position and games.game.ply == 3
        assert games.window.workspaces.current == "games"


def test_explore_shows_the_game_or_the_position_that_is_on_the_board(games: GamesProgram) -> None:
    games.game.go_to(3)
    position = games.position_fen()
    games.press_keys("F4")
    assert games.window.workspaces.current == "explore" and games.position_fen() == position
    assert games.window.docks.explore_dock.isVisible() and not games.window.fen_line.isVisible()
    games.press_keys("Alt+Right")
    assert games.game.ply == 4 and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+G")
    assert games.position_fen() == games.before and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+G")
    assert games.position_fen() != games.before and games.window.workspaces.current == "explore"
    games.press_keys("Ctrl+K")
    assert games.window.workspaces.current == "explore"
    games.press_keys("F3")
    assert games.games.games.is_on_board and games.window.workspaces.current == "games"


def test_an_undone_edit_of_a_pinned_position_leaves_the_way_back_to_the_game(games: GamesProgram) -> None:
    comparison = games.window.docks.comparison
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


def test_the_commands_of_a_game_are_on_where_there_is_one(games: GamesProgram) -> None:
    assert all(games.action(name).isEnabled() for name in ("leave_game", "export_game", "copy_games", "go_back"))
    games.press_keys("Ctrl+G")
    assert games.action("leave_game").isEnabled(), "it comes back"
    assert not games.action("go_back").isEnabled()


def test_undo_takes_back_the_steps_of_the_subject_on_the_board(games: GamesProgram) -> None:
    games.drag("d2", "d4")
    games.press_keys("F2")
    assert not games.action("undo").isEnabled()
    games.drag("a1", "a8")
    edited = games.position_fen()
    games.press_keys("F3")
    games.press_keys("Ctrl+Z")
    assert games.written().startswith("1. e4 d5") and "d4" not in games.written()
    games.press_keys("F2")
    assert games.position_fen() == edited
    games.press_keys("Ctrl+Z")
    assert games.position_fen() == games.before


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


def test_a_restart_brings_back_file_game_move_search_and_workspace(
    qtbot: QtBot, tmp_path: Path, open_program: Callable[..., RunningProgram]
) -> None:
    first = GamesProgram(qtbot, tmp_path)
    first.open()
    first.game_list.chips.field.setText("adams")
    first.game_list.model.finish()
    first.game_list.choose_game(0)
    first.game.go_to(4)
    first.game.go_to_variation(1)
    position = first.position_fen()
    first.window.docks.inspector_dock.show()
    first.close()
    first.end()
    again = open_program()
    qtbot.waitUntil(lambda: again.window.workspaces.current == "games" and again.position_fen() == position)
    assert again.games.list.chips.field.text() == "adams"
    assert again.games.bar.label.full_text == "2...Qxd5 · Adams – Brown"
    assert again.window.docks.inspector_dock.isVisible()
    again.press_keys("F2")
    assert again.position_fen() == first.before


def test_settings_of_the_last_version_open_in_the_window(
    open_program: Callable[..., RunningProgram], tmp_path: Path
) -> None:
    earlier = Path(test_settings.__file__).with_name("settings_of_version_1.json")
    shutil.copy(earlier, tmp_path / "settings.json")
    program = open_program()
    assert program.window.workspaces.current == "position" and program.window.docks.layers_dock.isVisible()
    assert program.board.board_geometry.flipped
    assert program.window.lanes.texts == ("levers", "own & rank_4(own)")
    program.press_keys("F3")
    assert program.window.workspaces.current == "games" and program.games.list.open_button.hasFocus()


def test_single_keys_can_be_switched_off_and_have_combinations(program: RunningProgram) -> None:
    before = program.position_fen()
    program.press_keys("F")
    assert program.board.board_geometry.flipped
    program.action("single_keys").trigger()
    for keys in ("F", "T", "X", "E", "Q", "Shift+P"):
        program.board.setFocus()
        program.press_keys(keys)
    assert program.position_fen() == before
    assert program.board.state.tool == "hand"
    program.press_keys("Ctrl+Shift+F")
    assert not program.board.board_geometry.flipped


def test_words_that_are_typed_while_a_window_closes_carry_out_nothing(program: RunningProgram) -> None:
    before = program.position_fen()
    program.press_keys("F1")
    QApplication.processEvents()
    dialog = QApplication.activeWindow()
    assert dialog is not None and dialog is not program.window
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    program.window.activateWindow()
    QApplication.processEvents()
    program.board.setFocus()
    QTest.keyClicks(program.board, "FQxT")
    assert program.position_fen() == before and not program.board.board_geometry.flipped
    QTest.qWait(800)
    QTest.keyClicks(program.board, "f")
    assert program.board.board_geometry.flipped


def test_a_fen_is_pasted_in_both_workspaces(games: GamesProgram) -> None:
    fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
    QGuiApplication.clipboard().setText(fen)
    for keys in ("F2", "F3"):
        games.keys(keys)
        games.board.setFocus()
        games.keys("Ctrl+V")
        assert games.position_fen() == fen and games.window.workspaces.current == "position"
        games.keys("Ctrl+Z")
        assert games.window.workspaces.current == ("position" if keys == "F2" else "games")


def test_save_in_explore_saves_what_is_on_the_board(games: GamesProgram) -> None:
    games.game.go_to(1)
    games.press_keys("F4")
    games.drag("g8", "f6")
    games.press_keys("Ctrl+S")
    assert "Nf6" in games.path.read_text() and not games.edits.is_modified
    assert games.document.free.path == ""


def test_a_fen_typed_in_games_goes_on_when_it_leads_to_the_position(games: GamesProgram) -> None:
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
