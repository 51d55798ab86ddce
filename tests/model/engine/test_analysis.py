"""The engine beside a document: it follows the position, and gets only what it may."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.model.document import Document
from pawnviz.model.engine.analysis import Analysis
from pawnviz.model.engine.engine import Evaluation
from pawnviz.model.preferences.choices import EngineSettings
from pawnviz.model.preferences.preferences import Preference
from tests.engines import processes, quick_engine, stand_in, wait_for


class Side:
    """A document with an engine beside it, and what that was told."""

    def __init__(self, qtbot: QtBot, path: str) -> None:
        self.qtbot = qtbot
        self.path = path
        self.document = Document()
        self.document.set_start()
        self.analysis = Analysis(self.document, Preference(EngineSettings(), EngineSettings))
        self.analysis.choice.value = EngineSettings(path)

    def wait_for_line(self) -> None:
        self.qtbot.waitUntil(lambda: bool(self.analysis.variations))

    def wait_for_state(self, text: str) -> None:
        self.qtbot.waitUntil(lambda: self.analysis.state_text == text)

    def told(self, word: str) -> list[str]:
        log = Path(f"{self.path}.log")
        lines = log.read_text().splitlines() if log.exists() else []
        return [line.removeprefix(word).strip() for line in lines if line.startswith(word)]


@pytest.fixture
def side(tmp_path: Path, qapp: QCoreApplication, qtbot: QtBot) -> Iterator[Side]:
    found = Side(qtbot, stand_in(tmp_path, "record"))
    yield found
    found.analysis.end()
    assert wait_for(lambda: not processes(str(tmp_path)))


def test_no_engine_runs_before_it_is_started_and_none_after_it_is_stopped(side: Side) -> None:
    side.document.place(parse_square("a3"), "P")
    assert side.analysis.state_text == "Not running"
    assert processes(side.path) == []
    side.document.undo_stack.undo()
    side.analysis.start()
    side.wait_for_line()
    assert side.analysis.state_text == "Stand-in ♞ is thinking"
    assert list(side.analysis.arrows) == [(12, 28)]
    side.analysis.stop()
    assert (side.analysis.is_running, side.analysis.failure) == (False, "")
    side.qtbot.waitUntil(lambda: processes(side.path) == [])


def test_many_edits_are_one_question_and_old_lines_are_not_shown_for_another_position(side: Side) -> None:
    side.analysis.start()
    side.wait_for_line()
    for square in ("a3", "b3", "c3"):
        side.document.remove(parse_square(square[0] + "2"))
        assert (side.analysis.variations, side.analysis.arrows) == ((), ())
    side.wait_for_line()
    assert side.told("position")[1:] == ["fen rnbqkbnr/pppppppp/8/8/8/8/3PPPPP/RNBQKBNR w KQkq - 0 1"]
    for _ in range(3):
        side.document.undo_stack.undo()
    side.wait_for_line()
    assert len(side.told("position")) == 3


def test_an_illegal_position_is_never_sent_and_the_panel_can_say_why(side: Side) -> None:
    side.document.remove(parse_square("e8"))
    side.analysis.start()
    side.wait_for_state("Stand-in ♞ waits")
    assert side.analysis.obstacle.endswith("Black has no king.")
    side.document.place(parse_square("e8"), "k")
    side.wait_for_line()
    side.document.place(parse_square("e3"), "k")
    assert side.analysis.obstacle.endswith("Black has 2 kings, on e3 and e8; a side has one.")
    side.qtbot.waitUntil(lambda: bool(side.told("stop")))
    side.document.move(parse_square("e3"), parse_square("e8"))
    side.document.remove(parse_square("h2"))
    side.wait_for_line()
    assert all("k" in fen.split()[0] and "/4k3/" not in fen for fen in side.told("position fen"))
    assert len(side.told("position")) == 2


def test_a_position_of_chess960_goes_only_to_an_engine_that_plays_it(side: Side, tmp_path: Path, qtbot: QtBot) -> None:
    fen = "1r2k1r1/pppp1ppp/8/8/8/8/PPPPPPPP/1R2KR2 w BFbg - 0 1"
    side.document.set_fen(fen)
    side.analysis.start()
    side.wait_for_line()
    assert side.told("setoption name UCI_Chess960 value") == ["true"]
    assert side.told("position fen") == ["1r2k1r1/pppp1ppp/8/8/8/8/PPPPPPPP/1R2KR2 w FBgb - 0 1"]
    side.document.set_start()
    side.wait_for_line()
    assert side.told("setoption name UCI_Chess960 value") == ["true", "false"]
    side.document.set_fen(fen)
    side.analysis.choice.value = EngineSettings(stand_in(tmp_path, "standard only"))
    assert not side.analysis.is_running
    side.analysis.start()
    side.wait_for_state("Stand-in ♞ waits")
    assert "Chess960, which this engine does not play" in side.analysis.obstacle
    assert side.analysis.variations == ()


def test_other_settings_are_used_at_once_and_another_engine_has_to_be_started(side: Side, tmp_path: Path) -> None:
    side.analysis.start()
    side.wait_for_line()
    settings = side.analysis.choice.value
    side.analysis.choice.value = settings.replace(shows_arrows=False)
    assert side.analysis.arrows == ()
    side.analysis.choice.value = settings.replace(line_count=5, seconds=10)
    side.qtbot.waitUntil(lambda: "movetime 10000" in side.told("go"))
    assert side.told("setoption name MultiPV value") == ["3", "5"]
    side.analysis.choice.value = settings.replace(path=stand_in(tmp_path, "other"))
    assert not side.analysis.is_running


def test_what_cannot_be_started_is_said_at_once(side: Side, tmp_path: Path) -> None:
    for path in (str(tmp_path), str(tmp_path / "none")):
        side.analysis.choice.value = EngineSettings(path)
        side.analysis.start()
        assert side.analysis.failure == f"“{path}” is no program that can be started."
    side.analysis.choice.value = EngineSettings("")
    side.analysis.start()
    assert side.analysis.failure == "Choose an engine first."


def test_the_end_waits_for_engines_that_were_let_go(side: Side, tmp_path: Path) -> None:
    side.analysis.choice.value = EngineSettings(stand_in(tmp_path, "stays"))
    for _ in range(2):
        side.analysis.start()
        side.wait_for_line()
        side.analysis.stop()
    side.analysis.end()
    assert wait_for(lambda: not processes(str(tmp_path)), 1)


def shown(side: Side) -> tuple[int, int]:
    """Return how many lines and arrows are shown."""
    return len(side.analysis.variations), len(side.analysis.arrows)


def test_what_a_stopped_engine_has_found_stays_until_an_edit_a_start_or_another_engine(
    side: Side, tmp_path: Path
) -> None:
    for change in ("edit", "start", "engine", "leave"):
        side.analysis.start()
        assert shown(side) == (0, 0)
        side.wait_for_line()
        side.analysis.stop()
        side.analysis.stop()
        assert shown(side) == (1, 1)
        assert side.analysis.state_text.startswith("Stopped at depth ")
        if change == "edit":
            side.document.remove(parse_square("a2"))
        elif change == "engine":
            side.analysis.choice.value = EngineSettings(stand_in(tmp_path, "good"))
        elif change == "leave":
            side.analysis.leave()
        if change != "start":
            assert shown(side) == (0, 0) and side.analysis.state_text == "Not running"


@pytest.fixture
def quick(tmp_path: Path, qapp: QCoreApplication, qtbot: QtBot) -> Iterator[Side]:
    """Return a document beside an engine that answers every position at once."""
    found = Side(qtbot, quick_engine(tmp_path))
    yield found
    found.analysis.end()
    assert wait_for(lambda: not processes(str(tmp_path)))


def test_other_positions_are_looked_at_on_request_and_then_the_board_again(quick: Side) -> None:
    analysis, position = quick.analysis, quick.document.position
    reports = report_of(position, True).moves[:3]
    questions = [report.after for report in reports]
    illegal = position.without_piece(parse_square("e8"))
    analysis.ask_about(questions)
    assert (analysis.is_asked, analysis.answers) == (False, {})
    analysis.start()
    quick.wait_for_line()
    before = analysis.variations
    analysis.ask_about([*questions, illegal])
    assert analysis.is_asked
    assert analysis.variations == before
    quick.qtbot.waitUntil(lambda: not analysis.is_asked)
    assert list(analysis.answers) == questions
    # The engine finds each move worth 0.10 for the side to move, which is Black.
    assert [line.evaluation.text for line in analysis.answers.values()] == ["−0.10"] * 3
    quick.wait_for_line()
    assert [line.source for line in analysis.variations] == [line.source for line in before]


def test_answers_are_dropped_with_the_position_and_questions_with_the_engine(quick: Side) -> None:
    analysis = quick.analysis
    analysis.start()
    quick.wait_for_line()
    analysis.ask_about([report_of(quick.document.position, True).moves[0].after])
    quick.qtbot.waitUntil(lambda: bool(analysis.answers))
    quick.document.remove(parse_square("a2"))
    assert analysis.answers == {}
    quick.wait_for_line()
    analysis.ask_about([report_of(quick.document.position, True).moves[0].after])
    analysis.stop()
    assert (analysis.is_asked, analysis.answers) == (False, {})


def test_the_lines_of_a_stopped_engine_are_in_order_the_best_first(side: Side) -> None:
    side.analysis.start()
    side.wait_for_line()
    engine = side.analysis.engine
    assert engine is not None
    (line,) = side.analysis.variations
    values = {1: 10, 2: 40, 3: -20}
    engine.variations = tuple(
        line._replace(rank=rank, depth=8 - (rank > 1), evaluation=Evaluation(value)) for rank, value in values.items()
    )
    side.analysis.stop()
    assert [line.evaluation.value for line in side.analysis.variations] == [40, 10, -20]
