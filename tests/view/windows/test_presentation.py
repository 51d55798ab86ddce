"""The presentation: what is seen, which keys work, and that everything is back in its place afterwards."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.core.catalog import presets
from pawnviz.view.board.legend import LegendMetrics, entry_width
from pawnviz.view.board.legend_bar import LEGEND_MARGIN, LegendBar
from pawnviz.view.windows.presentation import HINT_TIME, Presentation
from tests.view.hands import Hand, caption_text, drops, enters, text_data
from tests.view.program import OpenProgram, RunningProgram

ISOLATED = "r1bq1rk1/pp3ppp/2n2n2/2bp4/8/2NB1N2/PPP2PPP/R1BQ1RK1 w - - 0 10"


@pytest.fixture
def presentation(program: RunningProgram, qtbot: QtBot) -> Presentation:
    """Return the presentation that F11 has begun."""
    program.document.set_fen(ISOLATED)
    program.press(Qt.Key.Key_F11)
    presentation = program.window.presentation
    qtbot.waitUntil(presentation.isActiveWindow)
    QApplication.processEvents()
    return presentation


def places(window: QWidget) -> dict[str, object]:
    return {
        widget.objectName(): (widget.mapTo(window, QPoint()), widget.size(), widget.isVisible())
        for widget in window.findChildren(QWidget)
        if widget.objectName() and not widget.isWindow() and window.isAncestorOf(widget)
    }


def test_board_legend_and_caption_alone_are_seen_and_the_caption_says_who_wins_a_pawn_ending(
    program: RunningProgram, presentation: Presentation
) -> None:
    assert presentation.isFullScreen()
    assert program.board.window() is presentation
    seen = {
        type(child).__name__
        for child in presentation.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if child.isVisible()
    }
    assert seen == {"BoardView", "LegendBar", "QLabel", "QToolButton"}
    assert caption_text(presentation) == "Isolated queen's pawn with an open e-file\nWhite to move"
    program.document.set_fen("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1")
    assert caption_text(presentation) == "Black to move\nWhite wins"
    program.document.set_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")
    assert caption_text(presentation) == "White to move"


def test_the_focus_goes_to_the_board_where_that_of_before_is_gone(program: RunningProgram, qtbot: QtBot) -> None:
    field = QLineEdit(program.window)
    field.show()
    field.setFocus()
    program.action("present").trigger()
    presentation = program.window.presentation
    qtbot.waitUntil(presentation.isActiveWindow)
    delete(field)
    program.press(Qt.Key.Key_F11)
    assert not presentation.is_presenting
    qtbot.waitUntil(program.board.hasFocus)


def test_caption_and_legend_stand_beside_a_large_board_or_below_it_in_letters_as_large_as_the_window(
    program: RunningProgram, presentation: Presentation
) -> None:
    presentation.showNormal()
    for size in ((1024, 700), (1366, 768), (1920, 1080)):
        presentation.resize(*size)
        QApplication.processEvents()
        assert (presentation.width(), presentation.height()) == size
        geometry = program.board.board_geometry
        assert 8 * geometry.square_size >= 0.92 * size[1]
        parts = (presentation.title, presentation.caption, presentation.legend)
        assert len({part.mapTo(presentation, QPoint()).x() for part in parts}) == 1
        assert all(part.mapTo(presentation, QPoint()).x() >= program.board.geometry().right() for part in parts)
        assert all(part.geometry().right() <= size[0] for part in parts)
    presentation.resize(700, 1100)
    QApplication.processEvents()
    assert 8 * program.board.board_geometry.square_size >= 0.9 * 700
    assert presentation.title.mapTo(presentation, QPoint()).y() >= program.board.geometry().bottom()
    sizes = []
    for height in (600, 1080, 2160):
        presentation.resize(16 * height // 9, height)
        QApplication.processEvents()
        geometry = program.board.board_geometry
        sizes.append((presentation.caption.font().pixelSize(), geometry.coordinate_margin))
        assert presentation.legend.font().pixelSize() >= height // 50
        assert 8 * geometry.square_size >= 0.92 * height
    assert sizes[0] < sizes[1] < sizes[2]
    presentation.resize(1920, 1080)
    QApplication.processEvents()
    for name in ("a1", "h8", "d5"):
        program.hand.move(program.at(parse_square(name)))
        assert program.board.state.current_square == parse_square(name)


def test_a_nearly_square_window_shows_the_legend_and_the_caption_whole(
    program: RunningProgram, presentation: Presentation
) -> None:
    presentation.showNormal()
    program.layers.apply_preset(["passed_pawns", "isolated_pawns", "break_squares"])
    for size in ((1000, 960), (960, 1000), (1000, 1000)):
        presentation.resize(*size)
        QApplication.processEvents()
        assert presentation.rect().contains(presentation.legend.geometry()), size
        assert presentation.legend.height() >= 2 * presentation.legend.fontMetrics().height(), size
        for label in (presentation.title, presentation.caption):
            assert label.height() >= label.heightForWidth(label.width()) > 0, size


@pytest.mark.slow
def test_the_widest_entry_of_the_legend_is_not_cut_and_marks_and_counts_stand_below_each_other(
    program: RunningProgram, presentation: Presentation
) -> None:
    presentation.showNormal()
    presentation.resize(1366, 768)
    program.layers.apply_preset(["backward_pawns", "weak_unopposed_pawns", "attacks", "safe_squares"])
    QApplication.processEvents()
    legend = presentation.legend
    metrics = LegendMetrics(legend.font())
    assert max(entry_width(entry, metrics) for entry in legend.entries) <= legend.width() - 2 * LEGEND_MARGIN
    presentation.resize(1280, 720)
    program.layers.apply_preset(next(preset.layers for preset in presets() if preset.title == "Spans"))
    QApplication.processEvents()

    def pointed(x: int, y: int) -> tuple[str, tuple[bool, bool] | None]:
        Hand(legend).move(QPoint(x, y))
        return program.layers.now.preview, program.layers.now.pointed

    found: dict[tuple[str, tuple[bool, bool]], int] = {}
    for y in range(0, 120, 12):
        for x in range(0, legend.width(), 2):
            name, sides = pointed(x, y)
            if name and sides is not None and sides != (True, True):
                found.setdefault((name, sides), x)
    for sides in ((True, False), (False, True)):
        begins = [x for (_, each), x in found.items() if each == sides]
        assert len(begins) == 3 and len(set(begins)) == 1


def test_the_button_that_leads_back_goes_by_itself_and_comes_with_the_pointer(
    program: RunningProgram, presentation: Presentation, qtbot: QtBot
) -> None:
    (hint,) = (timer for timer in presentation.findChildren(QTimer) if timer.interval() == HINT_TIME)
    assert hint.isActive() and presentation.back_button.isVisible()
    hint.setInterval(0)
    qtbot.waitUntil(lambda: not presentation.back_button.isVisible())
    hint.setInterval(HINT_TIME)
    program.hand.move(program.at(parse_square("d5")))
    assert presentation.back_button.isVisible()
    QTest.mouseClick(presentation.back_button, Qt.MouseButton.LeftButton)
    assert not presentation.isVisible()
    assert program.board.window() is program.window


def test_one_key_leads_back_to_exactly_what_was(program: RunningProgram, qtbot: QtBot) -> None:
    window = program.window
    window.resize(1366, 720)
    window.navigator.pin_position()
    window.navigator.show_layers()
    window.navigator.widgets.layers.focus_search()
    QApplication.processEvents()
    before = places(window)
    kept = (bytes(window.saveState().data()), bytes(window.saveGeometry().data()))
    focus = program.focus_widget()
    assert focus is not None
    for key in (Qt.Key.Key_F11, Qt.Key.Key_Escape):
        program.press(Qt.Key.Key_F11)
        presentation = window.presentation
        qtbot.waitUntil(presentation.isActiveWindow)
        assert (bytes(window.saveState().data()), bytes(window.saveGeometry().data())) == kept
        program.press(key)
        qtbot.waitUntil(window.isActiveWindow)
        QApplication.processEvents()
        assert not presentation.isVisible()
        assert places(window) == before
        assert (bytes(window.saveState().data()), bytes(window.saveGeometry().data())) == kept
        assert program.focus_widget() is focus
    assert program.board.board_geometry.magnification == 1


def test_the_current_layer_is_the_one_of_before_after_a_preset_was_shown(program: RunningProgram, qtbot: QtBot) -> None:
    program.window.navigator.show_layers()
    program.layers.set_current("levers")
    program.press(Qt.Key.Key_F11)
    presentation = program.window.presentation
    qtbot.waitUntil(presentation.isActiveWindow)
    program.press_keys("Ctrl+3")
    assert program.layers.current != "levers"
    program.press(Qt.Key.Key_F11)
    qtbot.waitUntil(program.window.isActiveWindow)
    assert program.layers.current == "levers"
    assert program.window.navigator.widgets.layers.tree.current_identifier == "levers"
    assert set(program.layers.now.sides) == set(presets()[2].layers), "what was presented stays"


def test_a_fen_with_letters_of_files_is_written_anew_before_presenting(program: RunningProgram, qtbot: QtBot) -> None:
    program.press_keys("Alt+D")
    program.fen.edit.clear()
    QTest.keyClicks(program.fen.edit, "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    assert program.fen.edit.text().endswith("HAha - 0 1")
    program.press(Qt.Key.Key_F11)
    qtbot.waitUntil(program.window.presentation.isActiveWindow)
    assert program.fen.edit.text() == program.position_fen() == "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_escape_first_lets_go_of_a_piece_that_is_held(program: RunningProgram, presentation: Presentation) -> None:
    state = program.board.state
    program.hand.press(program.at(parse_square("d5")))
    program.hand.move(program.at(parse_square("d4")))
    assert [state.held is not None] == [True]
    program.press(Qt.Key.Key_Escape)
    assert [state.held is not None] == [False]
    assert presentation.isVisible()
    program.press(Qt.Key.Key_Escape)
    assert not presentation.isVisible()


def test_presets_flip_undo_and_dropped_positions_work_but_keys_open_no_window_behind(
    program: RunningProgram, presentation: Presentation
) -> None:
    before = {window for window in QApplication.topLevelWidgets() if window.isVisible()}
    preset = presets()[2]
    program.press_keys("Ctrl+3")
    assert set(program.layers.now.sides) == set(preset.layers)
    assert len(presentation.legend.entries) == len(preset.layers)
    program.press_keys("F")
    assert program.board.board_geometry.flipped
    program.press_keys("Ctrl+Home")
    assert program.document.position == START
    assert caption_text(presentation).endswith("White to move")
    program.press_keys("Ctrl+Alt+T")
    assert caption_text(presentation).endswith("Black to move")
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == ISOLATED
    data = text_data("8/8/8/8/4P3/8/8/8 w - - 0 1")
    assert enters(presentation, QPoint(5, 5), data)
    drops(presentation, QPoint(5, 5), data)
    assert program.pieces == "8/8/8/8/4P3/8/8/8"
    assert presentation.isVisible()
    for keys in ("F1", "F2", "Ctrl+K", "Ctrl+Shift+D", "Ctrl+M", "Ctrl+Shift+N"):
        program.press_keys(keys)
    after = {window for window in QApplication.topLevelWidgets() if window.isVisible()}
    assert presentation in after <= before | {program.window}


def test_closing_the_window_or_the_presentation_leads_back(open_program: OpenProgram, qtbot: QtBot) -> None:
    program = open_program()
    program.press(Qt.Key.Key_F11)
    presentation = program.window.presentation
    qtbot.waitUntil(presentation.isActiveWindow)
    presentation.close()
    assert program.board.window() is program.window
    qtbot.waitUntil(program.window.isActiveWindow)
    size = program.window.size()
    program.press(Qt.Key.Key_F11)
    qtbot.waitUntil(presentation.isActiveWindow)
    program = open_program()
    assert program.board.window() is program.window
    assert program.window.size() == size
    assert program.window.findChild(LegendBar) is program.window.legend


def test_the_picture_of_the_whole_screen_is_freed_after_each_presentation(
    program: RunningProgram, presentation: Presentation, qtbot: QtBot
) -> None:
    for _ in range(2):
        assert presentation.windowHandle() is not None
        program.press(Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda: presentation.windowHandle() is None)
        program.press(Qt.Key.Key_F11)
        qtbot.waitUntil(presentation.isActiveWindow)
        assert presentation.isFullScreen() and program.board.isVisible()
