from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QTimer
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START, Position
from pawnviz.core.pawn_moves.report import report_of
from pawnviz.model.document import Document
from pawnviz.model.engine import engine as finding
from pawnviz.model.engine.engine import Analysis, Engine, Evaluation, Patience, Request, State, can_be_run, find_engines
from pawnviz.model.preferences import EngineSettings, Preference
from tests.engines import installed_engine, processes, quick_engine, stand_in, wait_for

PATIENT = Patience(first=20, ready=20, stop=20, answer=20)
IMPATIENT = {
    "silent": PATIENT._replace(first=0.3),
    "never ready": PATIENT._replace(ready=0.3),
    "hangs while it thinks": PATIENT._replace(silence=0.2, answer=0.2),
    "does not stop": PATIENT._replace(stop=0.3),
}
"""How long is waited for those that do nothing; a machine with much to do must not end any other one."""
NO_ANSWER = "does not answer. Either it is no UCI engine, or it hangs. It was stopped."
ENDED = "has ended without an answer. It is no UCI engine, or something that it needs is missing."

MISBEHAVIOR = {
    "silent": f"silent {NO_ANSWER}",
    "dies at once": f"dies at once {ENDED}",
    "floods at once": "floods at once floods the program with output. It was stopped.",
    "speaks no line": "speaks no line writes a line without an end. It was stopped.",
    "never ready": "Stand-in ♞ does not get ready. It was stopped.",
    "hangs while it thinks": "Stand-in ♞ does not answer any more. It was stopped.",
    "crashes": "Stand-in ♞ has crashed (Segmentation fault).",
    "dies while it thinks": "Stand-in ♞ has ended by itself.",
    "closes its output": "Stand-in ♞ has closed its output. It was stopped.",
    "illegal move": "Stand-in ♞ gives “e2e5” as a move, which is not legal here. It was stopped.",
    "null move": "Stand-in ♞ gives “0000” as a move, which is not legal here. It was stopped.",
    "illegal best move": "Stand-in ♞ gives “h9h8” as the best move, which is not legal here. It was stopped.",
    "no move": "Stand-in ♞ gives “(none)” as the best move, which is not legal here. It was stopped.",
    "no line": "Stand-in ♞ gives a best move, but no line that can be read. It was stopped.",
    "megabyte line": "Stand-in ♞ writes a line without an end. It was stopped.",
    "floods while it thinks": "Stand-in ♞ floods the program with output. It was stopped.",
    "does not stop": "Stand-in ♞ does not stop thinking when it is asked to. It was stopped.",
}


@pytest.fixture
def engines(tmp_path: Path, qapp: QCoreApplication) -> Iterator[Path]:
    """Return the folder for stand-ins; at the end none of them runs."""
    yield tmp_path
    assert wait_for(lambda: not processes(str(tmp_path))), processes(str(tmp_path))


def start(path: str, patience: Patience = PATIENT) -> Engine:
    engine = Engine(path, patience)
    engine.think(Request(START))
    return engine


def is_over(engine: Engine) -> bool:
    return engine.state is State.ENDED and not engine.group


COMMON = ("silent", "floods at once", "crashes", "illegal move", "does not stop")


@pytest.mark.parametrize("kinds", [COMMON, pytest.param(tuple(MISBEHAVIOR), marks=pytest.mark.slow)], ids=len)
def test_an_engine_that_misbehaves_is_named_and_gone_within_seconds(
    engines: Path, qtbot: QtBot, kinds: tuple[str, ...]
) -> None:
    # All at once, since each takes its time.
    found = {kind: start(stand_in(engines, kind), IMPATIENT.get(kind, PATIENT)) for kind in kinds}
    gaps = PauseWatch()
    stubborn = found["does not stop"]
    qtbot.waitUntil(lambda: bool(stubborn.variations))
    stubborn.pause()
    qtbot.waitUntil(lambda: all(map(is_over, found.values())))
    assert {kind: engine.failure for kind, engine in found.items()} == {kind: MISBEHAVIOR[kind] for kind in kinds}
    assert gaps.longest < 0.1


class PauseWatch:
    """Measures how long the event loop is kept from its turn by what this process computes."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.process_time()
        self._timer = QTimer()
        self._timer.timeout.connect(self._take_turn)
        self._timer.start(0)

    def _take_turn(self) -> None:
        # Other processes share the machine: what counts is the time that this one was at work.
        now = time.process_time()
        self.longest = max(self.longest, now - self._last)
        self._last = now


@pytest.mark.parametrize(
    ("content", "mode", "failure"),
    [
        ("just a text\n", 0o755, "thing cannot be started: Exec format error."),
        ("#!/no/such/interpreter\n", 0o755, "thing cannot be started: No such file or directory."),
        ("#!/bin/true\n", 0o755, f"thing {ENDED}"),
        ("#!/bin/cat\n", 0o644, "thing cannot be started: Permission denied."),
    ],
)
def test_what_is_no_program_is_said_to_be_none(
    engines: Path, qtbot: QtBot, content: str, mode: int, failure: str
) -> None:
    path = engines / "thing"
    path.write_text(content)
    path.chmod(mode)
    engine = start(str(path))
    qtbot.waitUntil(lambda: is_over(engine))
    assert engine.failure == failure


def test_nonsense_between_good_lines_is_passed_over(engines: Path, qtbot: QtBot) -> None:
    found = [start(stand_in(engines, kind)) for kind in ("nonsense between", "no text")]
    qtbot.waitUntil(lambda: all(engine.variations or engine.failure for engine in found))
    for engine in found:
        assert engine.failure == ""
        (line,) = engine.variations
        assert (line.san, line.evaluation.text, line.depth) == ("1. e4 e5 2. Nf3", "+0.25", 7)
        engine.end()


def test_an_engine_gets_options_within_its_ranges_and_only_the_last_of_many_positions(
    engines: Path, qtbot: QtBot
) -> None:
    path = stand_in(engines, "record")
    engine = Engine(path, PATIENT)
    request = Request(START, line_count=2, seconds=60, thread_count=4, memory=256)
    engine.think(request)
    qtbot.waitUntil(lambda: bool(engine.variations))
    others = [START.with_white_to_move(False), START.without_piece(9)]
    for position in others:
        engine.think(request._replace(position=position))
    engine.think(request._replace(position=START.without_piece(8)))
    qtbot.waitUntil(lambda: engine.request != request and bool(engine.variations))
    engine.end()
    told = Path(f"{path}.log").read_text().splitlines()
    assert told[:2] == ["uci", "isready"]
    assert [line for line in told if line.startswith("setoption")] == [
        "setoption name Threads value 2",
        "setoption name Hash value 100",
        "setoption name MultiPV value 2",
    ]
    searches = [line for line in told if line.startswith(("position", "go", "stop"))]
    assert searches == [
        "position startpos",
        "go movetime 60000",
        "stop",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1",
        "go movetime 60000",
        *searches[5:],
    ]
    assert set(searches[5:]) <= {"stop"}
    assert told[-1] == "quit"


@pytest.mark.slow
def test_engines_that_do_not_leave_are_ended_with_all_that_they_have_started(engines: Path, qtbot: QtBot) -> None:
    found = [start(stand_in(engines, kind)) for kind in ("stays", "has children", "silent")]
    qtbot.waitUntil(lambda: all(engine.variations for engine in found[:2]))
    assert wait_for(lambda: len(processes(str(engines))) == 7), "a guard and an engine each, and a child"
    for engine in found:
        engine.leave()
    qtbot.waitUntil(lambda: all(map(is_over, found)))
    assert [engine.failure for engine in found] == ["", "", ""]


@pytest.mark.parametrize(("kind", "starts"), [("has children", False), ("stays", True)])
def test_an_engine_is_gone_when_its_end_returns(engines: Path, qtbot: QtBot, kind: str, starts: bool) -> None:
    engine = start(stand_in(engines, kind))
    if not starts:
        qtbot.waitUntil(lambda: bool(engine.variations))
    engine.end()
    assert not engine.group
    assert wait_for(lambda: not processes(str(engines)), 1)


PROGRAM = """
import sys
from PySide6.QtCore import QCoreApplication
from pawnviz.core.board.position import START
from pawnviz.model.engine.engine import Request
from pawnviz.model.engine.engine import Engine
app = QCoreApplication([])
engine = Engine(sys.argv[1])
engine.think(Request(START))
engine.changed.connect(lambda: print(engine.state.value, flush=True))
print("begun", flush=True)
app.exec()
"""


@pytest.mark.slow
def test_no_engine_survives_a_program_that_is_killed(engines: Path) -> None:
    path = stand_in(engines, "has children")
    command = [sys.executable, "-c", PROGRAM, path]
    moments = {"begun": subprocess.PIPE, "thinking": subprocess.PIPE}
    programs = {moment: subprocess.Popen(command, stdout=pipe, text=True) for moment, pipe in moments.items()}
    for moment, program in programs.items():
        assert program.stdout is not None
        assert any(line.strip() == moment for line in program.stdout)
        os.kill(program.pid, signal.SIGKILL)
        program.communicate()
    assert wait_for(lambda: not processes(str(engines))), processes(str(engines))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who the descendants of a process are")
@pytest.mark.parametrize(
    ("kind", "by"),
    [("flees", "killed program"), ("flees itself", "end"), ("flees", "leave"), ("flees itself", "kill")],
)
def test_what_leaves_the_group_of_an_engine_is_ended_too(engines: Path, qtbot: QtBot, kind: str, by: str) -> None:
    path = stand_in(engines, kind)
    if by == "killed program":
        program = subprocess.Popen([sys.executable, "-c", PROGRAM, path], stdout=subprocess.PIPE, text=True)
        assert program.stdout is not None and any(line.strip() == "thinking" for line in program.stdout)
        assert wait_for(lambda: len(processes(str(engines))) >= 9), "the program, a guard, an engine and six others"
        os.kill(program.pid, signal.SIGKILL)
        program.communicate()
    else:
        engine = start(path)
        assert wait_for(lambda: len(processes(str(engines))) >= 8)
        if by == "end":
            engine.end()
        elif by == "leave":
            engine.leave()
        else:
            engine._kill()
        qtbot.waitUntil(lambda: not engine.group)
    assert wait_for(lambda: not processes(str(engines)), 3), processes(str(engines))


def test_an_engine_whose_guard_is_killed_is_ended_too(engines: Path, qtbot: QtBot) -> None:
    engine = start(stand_in(engines, "stays"))
    qtbot.waitUntil(lambda: bool(engine.variations))
    os.kill(engine.group, signal.SIGKILL)
    qtbot.waitUntil(lambda: is_over(engine))
    assert engine.failure == "Stand-in ♞ has ended by itself."


def test_the_host_imports_no_qt() -> None:
    script = "import sys, pawnviz.model.engine.host; print([name for name in sys.modules if 'PySide6' in name])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.slow
def test_stockfish_finds_a_mate_and_follows(qtbot: QtBot) -> None:
    engine = Engine(installed_engine())
    engine.think(Request(Position.from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"), line_count=2, seconds=10))
    qtbot.waitUntil(lambda: len(engine.variations) == 2 and engine.variations[0].depth > 4)
    assert engine.name.startswith("Stockfish")
    best = engine.variations[0]
    assert (best.san, best.evaluation.text, best.evaluation.spoken) == ("1. Rd8#", "#1", "White mates in 1")
    engine.think(Request(Position.from_fen("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"), line_count=1, seconds=10))
    qtbot.waitUntil(lambda: bool(engine.variations) and engine.variations[0].san == "1...Rd1#")
    assert engine.variations[0].evaluation.text == "−#1"
    group = engine.group
    engine.end()
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


@pytest.mark.slow
def test_stockfish_castles_in_chess960(qtbot: QtBot) -> None:
    engine = Engine(installed_engine())
    position = Position.from_fen("1r2k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R2KR2 w BFbg - 0 1")
    engine.think(Request(position, line_count=5, seconds=10))
    qtbot.waitUntil(lambda: len(engine.variations) == 5 or bool(engine.failure))
    assert engine.failure == ""
    engine.end()


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


@pytest.mark.slow
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


@pytest.mark.slow
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


def put(folder: Path, name: str, mode: int = 0o755) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(mode)
    return str(path)


def test_engines_are_found_by_name_on_the_path_and_in_usual_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_path, usual = tmp_path / "bin", tmp_path / "games"
    lc0, versioned = put(on_path, "lc0"), put(on_path, "stockfish-17.1-avx2")
    known = put(usual, "stockfish")
    put(on_path, "stockfish.txt")
    put(on_path, "stockfish-data", 0o644)
    put(on_path, "not-stockfish")
    (on_path / "fruit").mkdir()
    (on_path / "same").symlink_to(known)
    (on_path / "toga2").symlink_to(on_path / "nowhere")
    monkeypatch.setenv("PATH", f"{on_path}:{on_path}:relative::{tmp_path}/missing")
    monkeypatch.setattr(finding, "_FOLDERS", (str(usual), "~/bin"))
    assert find_engines() == (versioned, known, lc0)


def test_only_a_file_that_may_be_started_can_be_run(tmp_path: Path) -> None:
    assert can_be_run(put(tmp_path, "engine"))
    for path in (put(tmp_path, "plain", 0o644), str(tmp_path), str(tmp_path / "none"), "", "a\0b", "x" * 9000):
        assert not can_be_run(path)
