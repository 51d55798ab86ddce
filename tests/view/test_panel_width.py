"""How the window shares its room between the board and the panels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pawnviz.view.panel_width import NARROWEST, WIDEST
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import LAYERS
from pawnviz.model.layers.tree_model import TITLE_COLUMN
from pawnviz.model.preferences.preferences import TOOLS
from pawnviz.view.layers.rows import SWATCH
from pawnviz.view.main_window import FRAME, LARGEST_FIRST_SIZE, first_size
from tests.view.program import RunningProgram

SIZES = ((1024, 700), (1280, 680), (1366, 720), (2560, 1400))
"""Sizes that a window has on usual screens: small, 1920 by 1080 at scale factor 1.5, 1366 by 768, and large."""


def resize(program: RunningProgram, width: int, height: int) -> None:
    program.window.resize(width, height)
    QApplication.processEvents()


def square(program: RunningProgram) -> int:
    return program.board.board_geometry.square_size


def panel_width(program: RunningProgram) -> int:
    return program.window.docks.layers_dock.width()


@pytest.mark.parametrize("size", SIZES[1:])
def test_no_name_of_a_layer_is_shortened(program: RunningProgram, size: tuple[int, int]) -> None:
    resize(program, *size)
    tree = program.window.docks.panels.layer_panel.tree
    font = QFont(tree.font())
    font.setBold(True)
    metrics = QFontMetrics(font)
    room = tree.columnWidth(TITLE_COLUMN) - 2 * (SWATCH + 3) - 18
    assert not [layer.title for layer in LAYERS.values() if metrics.horizontalAdvance(layer.title) > room]


@pytest.mark.parametrize("size", SIZES)
def test_the_board_is_limited_by_the_height_alone(program: RunningProgram, size: tuple[int, int]) -> None:
    resize(program, *size)
    geometry = program.board.board_geometry
    assert square(program) == geometry._replace(width=10_000).square_size
    assert 8 * square(program) >= 0.69 * size[1]


@pytest.mark.parametrize("size", SIZES)
def test_legend_and_fen_line_begin_where_the_board_begins(
    program: RunningProgram, qtbot: QtBot, size: tuple[int, int]
) -> None:
    def begin_with_board() -> bool:
        window, board = program.window, program.board
        geometry = board.board_geometry
        left = board.x() + geometry.board_rect.left() - geometry.coordinate_margin
        return window.legend.x() == window.fen_line.x() == left

    resize(program, *size)
    qtbot.waitUntil(begin_with_board)
    program.press_keys("Ctrl+Shift+G")
    assert not program.board.board_geometry.coordinates
    qtbot.waitUntil(begin_with_board)
    program.press_keys("F11")
    QApplication.processEvents()
    program.press_keys("F11")
    qtbot.waitUntil(begin_with_board)


def test_the_panels_take_the_room_beside_the_board_up_to_a_limit(program: RunningProgram) -> None:
    resize(program, 1024, 900)
    assert panel_width(program) == NARROWEST
    resize(program, 1100, 700)
    assert NARROWEST < panel_width(program) <= WIDEST
    assert program.board.width() - program.board.width_for(program.board.height()) <= 1
    resize(program, 2560, 1000)
    assert panel_width(program) == WIDEST
    resize(program, 1024, 900)
    assert panel_width(program) == NARROWEST


def test_a_width_that_a_person_gives_the_panels_stays(program: RunningProgram) -> None:
    resize(program, 1366, 720)
    docks = program.window.docks
    program.window.resizeDocks([docks.layers_dock], [380], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    resize(program, 1600, 720)
    assert panel_width(program) == 380


def test_panels_follow_the_window_at_the_next_start_unless_their_width_was_chosen(
    open_program: Callable[..., RunningProgram],
) -> None:
    program = open_program()
    resize(program, 1366, 720)
    program = open_program()
    resize(program, 2000, 900)
    assert panel_width(program) == WIDEST
    program.window.resizeDocks([program.window.docks.layers_dock], [400], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    program = open_program()
    resize(program, 1800, 800)
    assert panel_width(program) == 400


def test_each_workspace_keeps_the_width_that_a_person_gives_its_panels(program: RunningProgram) -> None:
    resize(program, 1366, 720)
    program.window.resizeDocks([program.window.docks.layers_dock], [380], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    program.press_keys("F3")
    QApplication.processEvents()
    assert program.window.docks.games_dock.width() > 380
    program.press_keys("F2")
    QApplication.processEvents()
    assert panel_width(program) == 380


@pytest.mark.parametrize("size", SIZES)
def test_the_board_keeps_its_size_from_workspace_to_workspace(
    program: RunningProgram, tmp_path: Path, size: tuple[int, int]
) -> None:
    resize(program, *size)
    path = tmp_path / "game.pgn"
    path.write_text("1. e4 e5 *\n")
    before = square(program)
    program.open_games(path)
    in_games = square(program)
    for _ in range(2):
        program.press_keys("Ctrl+K")
        QApplication.processEvents()
        assert square(program) == before
        program.press_keys("F3")
        QApplication.processEvents()
        assert square(program) == in_games
        program.press_keys("F2")
        QApplication.processEvents()
        assert square(program) == before
        program.press_keys("F3")


def test_panels_follow_a_window_that_grows_while_another_workspace_is_shown(program: RunningProgram) -> None:
    resize(program, 1024, 900)
    program.press_keys("F3")
    resize(program, 2560, 1000)
    program.press_keys("F2")
    QApplication.processEvents()
    assert panel_width(program) == WIDEST


def test_the_panels_of_games_fill_the_window_also_when_first_shown_after_a_second_start(
    open_program: Callable[..., RunningProgram],
) -> None:
    resize(open_program(), 1366, 720)
    program = open_program()
    resize(program, 1366, 720)
    program.press_keys("F3")
    QApplication.processEvents()
    assert program.board.width() - program.board.width_for(program.board.height()) <= 1


@pytest.mark.parametrize("size", SIZES)
def test_steps_and_comparison_leave_the_board_its_size(program: RunningProgram, size: tuple[int, int]) -> None:
    resize(program, *size)
    before = program.board.board_geometry
    program.press_keys("S")
    QApplication.processEvents()
    panel = program.window.docks.steps_panel
    assert panel is not None
    assert panel.isVisible()
    assert program.board.board_geometry == before
    program.press_keys("Shift+V")
    QApplication.processEvents()
    assert program.board.board_geometry == before
    program.press_keys("S")
    QApplication.processEvents()
    assert not panel.visibleRegion().isEmpty()
    program.press_keys("S")
    assert not program.window.docks.steps_dock.isVisible()


def test_the_buttons_of_the_steps_are_seen_beside_the_narrowest_board(program: RunningProgram) -> None:
    resize(program, 1024, 900)
    program.press_keys("S")
    panel = program.window.docks.steps_panel
    assert panel is not None
    for page in (0, 1):
        panel.tabs.setCurrentIndex(page)
        QApplication.processEvents()
        parts: list[QWidget] = [panel.white, panel.black]
        parts += [panel.language, panel.copy_button] if page else [panel.open_button, panel.close_button]
        for part in parts:
            assert part.width() >= part.sizeHint().width()
            assert panel.rect().contains(part.rect().translated(part.mapTo(panel, QPoint())))
    assert panel_width(program) == NARROWEST


@pytest.mark.parametrize("size", SIZES)
def test_the_room_of_strips_belongs_to_the_board_while_no_layer_has_them(
    program: RunningProgram, size: tuple[int, int]
) -> None:
    resize(program, *size)
    before = program.board.board_geometry
    program.layers.set_preview("open_files")
    QApplication.processEvents()
    assert program.board.board_geometry == before, "a preview moves nothing"
    program.layers.set_preview("")
    sizes = []
    for name in ("open_files", "half_open_files", "closed_files"):
        program.layers.set_shown(name, True, True)
        QApplication.processEvents()
        sizes.append(square(program))
    assert len(set(sizes)) == 1 and sizes[0] < before.square_size
    program.layers.clear()
    QApplication.processEvents()
    assert square(program) == before.square_size
    assert square(program) == before._replace(width=10_000).square_size, "the panels have given way"


def test_the_editor_has_one_column_in_a_narrow_window_and_the_presets_are_a_menu(program: RunningProgram) -> None:
    docks = program.window.docks
    tools = docks.panels.tools
    bar = docks.panels.layer_panel.preset_bar
    for _ in range(2):
        resize(program, 1024, 700)
        assert len({tools.button(tool).x() for tool in TOOLS}) == 1
        assert docks.editor_dock.width() < 100
        assert not docks.panels.editor.verticalScrollBar().isVisible()
        assert bar.menu_button.isVisible()
        resize(program, 1366, 768)
        assert len({tools.button(tool).x() for tool in TOOLS}) == 2
        assert not bar.menu_button.isVisible()


@pytest.mark.parametrize("screen", [QSize(1366, 728), QSize(1280, 680), QSize(1024, 740), QSize(3840, 2100)])
def test_the_first_window_fits_the_screen(program: RunningProgram, screen: QSize) -> None:
    size = first_size(screen)
    smallest = program.window.minimumSizeHint()
    assert size.width() <= screen.width() - FRAME.width()
    assert size.height() <= screen.height() - FRAME.height()
    assert (size.width(), size.height()) >= (smallest.width(), smallest.height())
    assert size.width() <= LARGEST_FIRST_SIZE.width()
    resize(program, size.width(), size.height())
    assert program.window.size() == size
    assert square(program) >= 53
