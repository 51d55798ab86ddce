"""The panel of the engine in the whole program, by keyboard and by mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.model.preferences import EngineSettings
from pawnviz.view.engine import panel as panel_module
from pawnviz.view.engine.panel import EnginePanel, MovesLabel
from tests.engines import installed_engine, processes, stand_in, wait_for
from tests.view.hands import LEFT, settle
from tests.view.program import OpenProgram, RunningProgram

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


class Panel:
    """The engine's panel of a running program, opened with its key, and what is read there."""

    def __init__(self, qtbot: QtBot, program: RunningProgram) -> None:
        self.qtbot = qtbot
        self.program = program
        program.press_keys("Ctrl+Alt+N")
        panel = program.window.findChild(EnginePanel)
        assert isinstance(panel, EnginePanel)
        self.inner = panel
        settle()

    def click(self, button: QPushButton) -> None:
        self.inner.ensureWidgetVisible(button)
        QTest.mouseClick(button, LEFT)
        settle()

    def lines(self) -> list[str]:
        """Return the lines that are seen, each with its evaluation."""
        rows = self.inner.lines.rows
        return [f"{value.text()} {moves.text()}" for value, moves in rows if moves.isVisible()]

    def wait_for_lines(self) -> list[str]:
        self.qtbot.waitUntil(lambda: bool(self.lines()))
        return self.lines()

    def message(self) -> str:
        """Return what is said in place of lines, empty for nothing."""
        settle()
        return self.inner.message.text() if self.inner.message.isVisible() else ""

    def board_image(self) -> QImage:
        self.program.board.repaint()
        return self.program.board.grab().toImage()


@pytest.fixture
def engines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], str]]:
    """Return a function that writes a stand-in, which is the only engine that is found; at the end none runs."""

    def install(kind: str) -> str:
        path = stand_in(tmp_path, kind)
        monkeypatch.setattr(panel_module, "find_engines", lambda: (path,))
        return path

    yield install
    assert wait_for(lambda: not processes(str(tmp_path)))


@pytest.mark.slow
def test_keys_start_and_stop_the_engine(qtbot: QtBot, engines: Callable[[str], str], open_program: OpenProgram) -> None:
    path = engines("good")
    program = open_program(START)
    assert processes(path) == []
    panel = Panel(qtbot, program)
    assert program.focus_widget() is panel.inner.start_button
    assert panel.message().startswith("Start the engine to see its evaluation")
    plain = panel.board_image()
    program.press(Qt.Key.Key_Space)
    assert panel.wait_for_lines() == ["+0.25 1. e4 e5 2. Nf3"]
    assert panel.inner.evaluation.text() == "+0.25"
    assert panel.inner.view_label.text() == "from White's point of view, depth 7"
    assert panel.inner.state_label.text() == "Stand-in ♞ is thinking"
    assert panel.message() == ""
    assert panel.board_image() != plain
    arrows = panel.board_image()
    ink = panel.inner.evaluation.palette().color(panel.inner.evaluation.foregroundRole())
    program.press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: panel.inner.state_label.text() == "Stopped at depth 7")
    qtbot.waitUntil(lambda: processes(path) == [])
    assert panel.lines() == ["+0.25 1. e4 e5 2. Nf3"], "what was found stays"
    assert panel.board_image() == arrows
    assert panel.message() == ""
    for label in (panel.inner.evaluation, *panel.inner.lines.rows[0]):
        assert label.palette().color(label.foregroundRole()) != ink, "it is grey"
    program.document.switch_side_to_move()
    program.document.switch_side_to_move()
    settle()
    assert panel.lines() == [], "the position has changed"
    assert panel.message().startswith("Start the engine")
    assert panel.board_image() == plain
    program.press(Qt.Key.Key_Space)
    panel.wait_for_lines()
    program.press_keys("Ctrl+Alt+N")
    assert not program.window.navigator.is_shown("engine")
    assert program.board.hasFocus()
    qtbot.waitUntil(lambda: processes(path) == [])
    assert program.board.state.engine_moves == ()


def test_as_many_moves_as_fit_are_seen_and_no_number_without_its_move(qtbot: QtBot) -> None:
    label = MovesLabel("Line 1")
    qtbot.addWidget(label)
    line = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O"
    label.show_moves(line)
    seen = []
    for width in (900, 240, 120):
        label.resize(width, label.height())
        label.show()
        seen.append(label.text())
        room = QRect(0, 0, width, 1000)
        needed = label.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, label.text())
        assert needed.height() <= label.height() == 2 * label.fontMetrics().lineSpacing()
    assert seen[0] == line
    for text in seen[1:]:
        moves, end = text.rsplit(" ", 1)
        assert end == "…"
        assert line.startswith(f"{moves} ")
        assert not moves.endswith(".")
    assert len(seen[1]) > len(seen[2]) > 10


def test_it_follows_mouse_and_board(qtbot: QtBot, engines: Callable[[str], str], open_program: OpenProgram) -> None:
    path = engines("record")
    program = open_program(START)
    panel = Panel(qtbot, program)
    panel.click(panel.inner.start_button)
    panel.wait_for_lines()
    shown = panel.board_image()
    panel.inner.ensureWidgetVisible(panel.inner.arrows_box)
    QTest.mouseClick(panel.inner.arrows_box, LEFT, pos=QPoint(8, panel.inner.arrows_box.height() // 2))
    settle()
    assert panel.board_image() != shown
    program.hand.drag(program.at(parse_square("a1")), QPoint(2, 300))
    settle()
    assert panel.lines() == [], "what was found belongs to another position"
    assert "Q right needs a white rook on a1" in panel.message()
    program.hand.drag(program.at(parse_square("e1")), QPoint(2, 300))
    assert "White has no king." in panel.message()
    program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Z")
    program.hand.drag(program.at(parse_square("h2")), QPoint(2, 300))
    qtbot.waitUntil(lambda: bool(panel.lines()))
    sent = [line for line in Path(f"{path}.log").read_text().splitlines() if line.startswith("position")]
    assert [line.split(" ", 1)[1] for line in sent] == [
        "startpos",
        "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP1/RNBQKBNR w KQkq - 0 1",
    ]


def test_the_choice_is_kept_but_not_that_the_engine_was_running(
    qtbot: QtBot,
    engines: Callable[[str], str],
    open_program: OpenProgram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engines("good")
    other = stand_in(tmp_path, "my own engine")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (other, ""))
    panel = Panel(qtbot, open_program(START))
    panel.click(panel.inner.file_button)
    panel.inner.boxes["line_count"].setFocus()
    panel.program.press(Qt.Key.Key_Up)
    panel.inner.boxes["seconds"].setFocus()
    panel.program.press(Qt.Key.Key_Down)
    assert panel.inner.analysis.choice.value == EngineSettings(other, line_count=2, seconds=300)
    panel.click(panel.inner.start_button)
    panel.wait_for_lines()
    panel.program.close()
    assert processes(other) == []
    program = open_program()
    assert not program.window.findChildren(EnginePanel), "no engine is read before it is asked for"
    program.press_keys("Ctrl+Alt+N")
    again = program.pages.engine
    assert again is not None
    QTest.qWait(50)
    assert processes(other) == []
    assert again.engine_box.currentText() == "my own engine"
    assert (again.boxes["line_count"].currentData(), again.boxes["seconds"].currentData()) == (2, 300)
    assert again.start_button.text() == "&Start"


def test_what_went_wrong_is_said_in_the_panel(
    qtbot: QtBot, engines: Callable[[str], str], open_program: OpenProgram, tmp_path: Path
) -> None:
    engines("illegal move")
    panel = Panel(qtbot, open_program(START))
    panel.click(panel.inner.start_button)
    qtbot.waitUntil(lambda: "not legal here. It was stopped." in panel.message())
    assert panel.inner.start_button.text() == "&Start"
    (tmp_path / "illegal move").unlink()
    panel.click(panel.inner.start_button)
    assert panel.message() == f"“{tmp_path / 'illegal move'}” is no program that can be started."


def test_where_no_engine_is_found_it_is_said_what_to_do(
    qtbot: QtBot, open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_module, "find_engines", lambda: ())
    panel = Panel(qtbot, open_program(START))
    assert panel.message() == "No engine was found. Install one, such as Stockfish, or choose its program."
    assert panel.program.focus_widget() is panel.inner.file_button
    seen = {
        child
        for child in panel.inner.body.findChildren(QWidget)
        if child.isVisible() and isinstance(child, QLabel | QAbstractButton | QComboBox) and child.isEnabled()
    }
    assert seen == {panel.inner.message, panel.inner.file_button}, "one sentence and Choose, nothing else"


def test_it_can_be_closed_at_its_start(qtbot: QtBot, engines: Callable[[str], str], open_program: OpenProgram) -> None:
    path = engines("has children")
    panel = Panel(qtbot, open_program(START))
    panel.click(panel.inner.start_button)
    panel.program.close()
    assert wait_for(lambda: not processes(path), 1)


@pytest.mark.slow
def test_stockfish_reads_the_board(qtbot: QtBot, open_program: OpenProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    path = installed_engine()
    monkeypatch.setattr(panel_module, "find_engines", lambda: (path,))
    panel = Panel(qtbot, open_program("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"))
    panel.click(panel.inner.start_button)
    qtbot.waitUntil(lambda: panel.lines()[:1] == ["#1 1. Rd8#"])
    assert panel.inner.evaluation.toolTip() == "White mates in 1"
    (value, moves), *_ = panel.inner.lines.rows
    assert value.accessibleName() == "Evaluation of line 1: #1"
    assert moves.accessibleDescription() == "1. Rd8#"
    assert panel.program.board.state.engine_moves[0] == (parse_square("d1"), parse_square("d8"))
