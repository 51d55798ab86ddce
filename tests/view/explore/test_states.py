"""The states of *Explore*: indexing, faults, pasted games, and what comes back at the next start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from pawnviz.folders import resource_path
from pawnviz.view.widgets.page import FoldButton
from tests.view.explore.program import CARLSBAD, GAMES, ExploreProgram
from tests.view.hands import LEFT
from tests.view.program import OpenProgram


def test_a_file_opened_in_explore_leaves_the_position_and_no_letter_is_taken_twice(explore: ExploreProgram) -> None:
    before = explore.position_fen()
    explore.explore()
    assert explore.window.workspaces.current == "explore" and explore.position_fen() == before
    assert not explore.games.games.is_on_board
    for button in explore.panel.findChildren(FoldButton):
        button.setChecked(True)
    assert {"Do&ne", "At e&qual material"} <= {each.text() for each in explore.panel.findChildren(QAbstractButton)}
    assert explore.letters_taken_twice(explore.panel) == {}


def test_while_the_file_is_indexed_this_is_said_and_can_be_cancelled(explore: ExploreProgram) -> None:
    explore.path.write_text(GAMES * 2000)
    assert explore.window.files.open_path(str(explore.path))
    panel = explore.panel
    explore.qtbot.waitUntil(panel.progress.isVisible)
    assert panel.state.text().startswith("Indexing the file")
    panel.cancel_button.click()
    assert not explore.explorer.index.job.is_running
    assert not panel.progress.isVisible() and not panel.cancel_button.isVisible()


def test_pasted_games_are_said_to_be_in_no_file(explore: ExploreProgram) -> None:
    explore.window.workspaces.open_games("", GAMES)
    QApplication.processEvents()
    assert explore.panel.state.text().startswith("The pasted games are in no file")


@pytest.mark.slow
def test_a_restart_comes_back_to_explore_with_the_file(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    first = ExploreProgram(qtbot, tmp_path)
    first.explore()
    first.set_up(CARLSBAD)
    first.wait()
    first.close()
    first.end()
    second = open_program()
    explore = second.window.workspaces.explore
    qtbot.waitUntil(lambda: explore.explorer.is_current and not explore.explorer.index.job.is_running)
    assert second.window.workspaces.current == "explore"
    assert explore.heading.title.text().startswith("Carlsbad of White · 3 games")


@pytest.mark.slow
def test_a_restart_restores_the_board_s_game_in_explore(
    qtbot: QtBot, tmp_path: Path, open_program: OpenProgram
) -> None:
    first = ExploreProgram(qtbot, tmp_path)
    first.explore()
    first.window.workspaces.open_game(1, 4)
    first.press_keys("F4")
    position = first.position_fen()
    first.close()
    first.end()
    second = open_program()
    qtbot.waitUntil(lambda: second.games.games.is_on_board and second.games.games.game.ply == 4)
    assert second.window.workspaces.current == "explore" and second.position_fen() == position


@pytest.mark.slow
def test_what_is_asked_comes_back_and_damage_is_said(qtbot: QtBot, tmp_path: Path, open_program: OpenProgram) -> None:
    first = ExploreProgram(qtbot, tmp_path)
    first.explore()
    first.type_parts("white:adams elo:2600-")
    first.close()
    first.end()
    settings = tmp_path / "settings.json"
    second = open_program()
    panel = second.window.workspaces.explore
    assert [chip.text() for chip in panel.chips.chips] == ["These pawns", "adams as White", "Elo 2600 or more"]
    second.close()
    assert '"elo' not in settings.read_text() and "elo:2600-" in settings.read_text()
    settings.write_text(settings.read_text().replace("elo:2600-", "elo:2600-2500"))
    third = open_program()
    line = third.window.workspaces.explore.chips
    assert [chip.text() for chip in line.chips] == ["These pawns"]
    assert line.message.isVisible() and "ends before it begins" in line.message.text()


_START: Final = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QAbstractButton, QApplication, QTabWidget
from pawnviz.view.app import Program, make_application

make_application()
program = Program(None, Path(sys.argv[1]))
program.show()
QApplication.processEvents()
program.window.complete()
program.window.workspaces.show_games()
rooms = ("pawnviz.view.explore",)
print(*(name for name in sys.modules if name.startswith(rooms)))
program.window.close()
"""


@pytest.mark.slow
def test_nothing_of_explore_is_imported_before_it_is_shown(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _START, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True
    )
    assert run.stdout.split() == []


@pytest.mark.slow
def test_a_game_that_is_not_listed_yet_is_opened_once_it_is(explore: ExploreProgram) -> None:
    explore.path.write_text(GAMES * 700)
    explore.explore()
    listing = explore.games.games.listing
    assert listing is not None
    explore.window.workspaces.show_explore()
    assert explore.window.files.open_path(str(explore.path))
    listing = explore.games.games.listing
    assert listing is not None and len(listing.games) < 2100
    explore.window.workspaces.open_game(2099, 4)
    assert explore.window.workspaces.current == "games"
    explore.qtbot.waitUntil(lambda: explore.games.games.game.ply == 4)
    assert explore.games.games.place == (2099, (0, 0, 0, 0)) and explore.games.games.is_on_board


@pytest.mark.slow
def test_the_board_keeps_its_size_and_no_column_is_cut_off(explore: ExploreProgram) -> None:
    explore.ready()
    panel = explore.panel
    for button in panel.findChildren(FoldButton):
        button.setChecked(True)
    for width, height in ((1366, 768), (1024, 700), (900, 650)):
        explore.window.resize(width, height)
        panel.drawing.end()
        QApplication.processEvents()
        assert explore.board.board_geometry.board_rect.width() >= (520 if width == 1366 else 420)
        assert panel.width() >= panel.minimumSizeHint().width()
        assert not panel.area.horizontalScrollBar().isVisible()
        content = panel.area.widget()
        assert content is not None and content.width() <= panel.area.viewport().width()
        assert explore.window.width() == width
        panel.pattern_bar.begin("")
        QApplication.processEvents()
        for table in (panel.moves, panel.games):
            assert table.horizontalHeader().length() <= table.viewport().width()
        assert panel.pattern_bar.done_button.width() >= panel.pattern_bar.done_button.minimumSizeHint().width()


@pytest.mark.slow
def test_the_window_keeps_its_size_from_workspace_to_workspace(explore: ExploreProgram) -> None:
    explore.explore()
    for height in (700, 720):
        explore.press_keys("F3")
        explore.window.resize(1350, height)
        explore.press_keys("F2")
        explore.press_keys("F4")
        explore.wait()
        explore.panel.pattern_bar.begin("")
        for keys in ("F2", "F4", "F3", "F4", "F2"):
            explore.press_keys(keys)
            QApplication.processEvents()
            assert (explore.window.width(), explore.window.height()) == (1350, height), keys


@pytest.mark.slow
def test_four_moves_are_seen_in_a_small_window(explore: ExploreProgram) -> None:
    explore.window.resize(1024, 700)
    explore.ready()
    panel = explore.panel
    top = panel.moves.viewport().mapTo(panel.area.viewport(), QPoint(0, 0)).y()
    assert top + 4 * panel.moves.rowHeight(0) <= panel.area.viewport().height()


@pytest.mark.slow
def test_the_sample_games_are_explored_without_a_file_or_opened_in_games(explore: ExploreProgram) -> None:
    QTest.mouseClick(explore.panel.samples_button, LEFT)
    explore.wait()
    assert explore.window.workspaces.current == "explore"
    explore.action("set_start").trigger()
    explore.wait()
    assert " 48 games" in f" {explore.panel.heading.title.text()}"
    assert not explore.panel.samples_button.isVisible()
    explore.press_keys("F2")
    explore.action("open_samples").trigger()
    listing = explore.games.games.listing
    assert explore.window.workspaces.current == "games" and listing is not None
    explore.qtbot.waitUntil(lambda: len(listing.games) == 48)


@pytest.mark.slow
def test_edits_of_the_sample_games_are_saved_as_another_file_only(
    explore: ExploreProgram, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = resource_path("games.pgn")
    before, other, starts = own.read_bytes(), tmp_path / "mine.pgn", []
    answers = [str(own), str(other)]

    def ask(parent: object, title: str, start: str, *others: object) -> tuple[str, str]:
        starts.append(start)
        return answers.pop(0), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    explore.action("open_samples").trigger()
    listing = explore.games.games.listing
    assert listing is not None
    explore.window.workspaces.open_game(0, 0)
    explore.qtbot.waitUntil(lambda: explore.games.games.is_on_board and not listing.job.is_running)
    explore.drag("a2", "a3")
    assert explore.games.games.edits.is_modified
    saving = explore.games.list.saving
    saving.save()
    assert "belongs to the program" in explore.games.list.message.text() and explore.games.games.edits.is_modified
    saving.save()
    assert own.read_bytes() == before and "1. a3" in other.read_text()
    assert starts == ["games.pgn", "games.pgn"], "the dialog does not begin in the program's folder"


@pytest.mark.slow
def test_the_position_page_counts_games_with_its_structure_and_leads_there(
    explore: ExploreProgram, tmp_path: Path
) -> None:
    explore.set_up(CARLSBAD)
    explore.press_keys("F2")
    link = explore.pages.position.games_link
    assert not link.isVisible(), "no file is open"
    explore.explore()
    explore.press_keys("F2")
    explore.qtbot.waitUntil(lambda: "href" in link.text())
    assert link.isVisible()
    assert link.text().endswith(">3 games in carlsbad.pgn · White scores 50 % → Explore</a>")
    explore.set_up("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    explore.qtbot.waitUntil(lambda: not link.isVisible())
    explore.set_up(CARLSBAD)
    explore.qtbot.waitUntil(lambda: "href" in link.text())
    place = QPoint(20, link.height() // 2)
    QTest.mouseMove(link, place)
    QTest.mouseClick(link, LEFT, pos=place)
    assert explore.window.workspaces.current == "explore" and explore.chips() == ["Carlsbad of White"]
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 3 games")
    path = tmp_path / "<b>a&b.pgn"
    path.write_text(GAMES)
    explore.explore(path)
    explore.press_keys("F2")
    link = explore.pages.position.games_link
    explore.set_up(CARLSBAD)
    explore.qtbot.waitUntil(lambda: "href" in link.text())
    assert "3 games in &lt;b&gt;a&amp;b.pgn" in link.text()
    explore.set_up("4k3/pppp4/8/3Pp3/4P3/8/PPP5/4K3 w - - 0 1")
    explore.qtbot.waitUntil(lambda: link.text() == "" or link.text().startswith("No game in &lt;b&gt;a&amp;b.pgn"))
