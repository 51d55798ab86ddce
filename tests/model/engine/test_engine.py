"""A conversation with an engine: good ones, ones that misbehave, and that none survives."""

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

from pawnviz.core.board.position import START, Position
from pawnviz.model.engine.engine import Engine, Patience, Request, State
from tests.engines import installed_engine, processes, stand_in, wait_for

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


def test_no_engine_has_more_than_some_seconds() -> None:
    assert max(Patience()) <= 8


def test_an_engine_that_misbehaves_is_named_and_gone_within_seconds(engines: Path, qtbot: QtBot) -> None:
    # All at once, since each takes its time.
    found = {kind: start(stand_in(engines, kind), IMPATIENT.get(kind, PATIENT)) for kind in MISBEHAVIOR}
    gaps = PauseWatch()
    stubborn = found["does not stop"]
    qtbot.waitUntil(lambda: bool(stubborn.variations))
    stubborn.pause()
    qtbot.waitUntil(lambda: all(map(is_over, found.values())))
    assert {kind: engine.failure for kind, engine in found.items()} == MISBEHAVIOR
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


def test_engines_that_do_not_leave_are_ended_with_all_that_they_have_started(engines: Path, qtbot: QtBot) -> None:
    found = [start(stand_in(engines, kind)) for kind in ("stays", "has children", "silent")]
    qtbot.waitUntil(lambda: all(engine.variations for engine in found[:2]))
    assert wait_for(lambda: len(processes(str(engines))) == 7), "a guard and an engine each, and a child"
    for engine in found:
        engine.leave()
    qtbot.waitUntil(lambda: all(map(is_over, found)))
    assert [engine.failure for engine in found] == ["", "", ""]


@pytest.mark.parametrize("kind", ["stays", "has children"])
@pytest.mark.parametrize("starts", [False, True], ids=["while it thinks", "while it starts"])
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
@pytest.mark.parametrize("kind", ["flees", "flees itself"])
@pytest.mark.parametrize("by", ["killed program", "end", "leave", "kill"])
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


def test_stockfish_castles_in_chess960(qtbot: QtBot) -> None:
    engine = Engine(installed_engine())
    position = Position.from_fen("1r2k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/1R2KR2 w BFbg - 0 1")
    engine.think(Request(position, line_count=5, seconds=10))
    qtbot.waitUntil(lambda: len(engine.variations) == 5 or bool(engine.failure))
    assert engine.failure == ""
    engine.end()
