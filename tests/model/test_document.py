from __future__ import annotations

import gc
import random
import subprocess
import sys

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QUndoCommand
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.fen import PIECES, FenError
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.endings.outcome import Outcome
from pawnviz.core.layers import LAYERS
from pawnviz.model.document import Comparison, Document, piece_name
from pawnviz.model.endings import PawnEnding
from pawnviz.model.games.game import OpenGame
from pawnviz.model.jobs import ProcessJob
from pawnviz.model.subjects import UNDO_LIMIT
from tests.core.games.sample import read

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
OTHER_FEN = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 3 20"
E2, E4, E5 = (parse_square(name) for name in ("e2", "e4", "e5"))


@pytest.fixture
def document(qapp: object) -> Document:
    return Document()


def texts(document: Document) -> list[str]:
    return [document.undo_stack.text(step) for step in range(document.undo_stack.count())]


# Edits


def test_a_document_begins_with_the_start_position_and_nothing_to_undo(document: Document) -> None:
    assert document.position == START
    assert (document.free.path, document.free.modified) == ("", False)
    assert not document.undo_stack.canUndo()


def test_every_edit_is_one_step_with_words_and_can_be_undone(document: Document) -> None:
    document.place(E4, "P")
    document.remove(E2)
    document.move(parse_square("g1"), parse_square("f3"))
    document.copy(parse_square("d1"), E5)
    document.set_white_to_move(False)
    document.set_castling(0)
    document.set_en_passant(parse_square("e3"))
    document.set_en_passant(None)
    document.shift(0, 1)
    document.mirror()
    document.swap_colors()
    document.set_fen(FEN)
    document.clear()
    document.set_start()
    assert texts(document) == [
        "place white pawn on e4",
        "remove white pawn from e2",
        "move g1 to f3",
        "copy d1 to e5",
        "give Black the move",
        "change the castling rights",
        "en passant on e3",
        "remove the en-passant square",
        "shift north",
        "mirror left and right",
        "swap the colors",
        "set the FEN",
        "clear the board",
        "set up the start position",
    ]
    positions = []
    while document.undo_stack.canUndo():
        positions.append(document.position)
        document.undo_stack.undo()
    assert document.position == START
    for position in reversed(positions):
        document.undo_stack.redo()
        assert document.position == position
    assert len(positions) == 14


def test_an_edit_that_changes_nothing_is_no_step_and_no_signal(document: Document) -> None:
    changed = QSignalSpy(document.position_changed)
    document.place(E2, "P")
    document.remove(E4)
    document.move(E4, E5)
    document.move(E2, E2)
    document.set_start()
    document.set_white_to_move(True)
    document.edit(Position.from_fen(START.fen()), "nothing")
    assert document.undo_stack.count() == 0
    assert changed.count() == 0


def test_each_edit_undo_and_redo_announces_once_that_the_position_changed(document: Document) -> None:
    changed = QSignalSpy(document.position_changed)
    document.place(E4, "P")
    assert changed.count() == 1
    document.undo_stack.undo()
    assert changed.count() == 2
    document.undo_stack.redo()
    assert changed.count() == 3
    document.remove(E2)
    document.undo_stack.setIndex(0)
    assert changed.count() == 5


def test_a_slot_sees_stack_and_file_in_step_with_the_position(document: Document) -> None:
    seen: list[tuple[Position, bool, str]] = []
    document.position_changed.connect(
        lambda: seen.append((document.position, document.free.modified, document.undo_stack.undoText()))
    )
    document.clear()
    document.undo_stack.undo()
    assert seen == [(EMPTY, True, "clear the board"), (START, False, "")]


def test_a_slot_may_edit_again(document: Document) -> None:
    def clear_too() -> None:
        if document.position != EMPTY:
            document.edit(EMPTY, "again")

    document.position_changed.connect(clear_too)
    document.place(E4, "q")
    assert document.position == EMPTY
    document.position_changed.disconnect(clear_too)
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.position == START


def test_the_name_of_each_piece_has_its_color_and_kind() -> None:
    assert [piece_name(piece) for piece in "PnbRqK"] == [
        "white pawn",
        "black knight",
        "black bishop",
        "white rook",
        "black queen",
        "white king",
    ]
    assert len({piece_name(piece) for piece in PIECES}) == 12


def test_a_fen_that_cannot_be_read_changes_nothing(document: Document) -> None:
    with pytest.raises(FenError):
        document.set_fen("8/8/8/9/8/8/8/8")
    assert document.position == START
    assert document.undo_stack.count() == 0


# Strokes


def test_a_painted_stroke_is_one_step(document: Document) -> None:
    document.clear()
    stroke = document.begin_stroke()
    for file in range(8):
        document.place(24 + file, "P", stroke)
    assert document.position.pawns.bit_count() == 8
    assert texts(document) == ["clear the board", "paint"]
    document.undo_stack.undo()
    assert document.position == START.cleared()
    document.undo_stack.redo()
    assert document.position.pawns.bit_count() == 8


def test_a_stroke_of_one_square_keeps_its_own_words_an_erasing_one_is_called_erase(document: Document) -> None:
    document.place(E4, "n", document.begin_stroke())
    stroke = document.begin_stroke()
    document.remove(8, stroke)
    document.remove(9, stroke)
    assert texts(document) == ["place black knight on e4", "erase"]
    document.place(10, "q", stroke)
    assert texts(document) == ["place black knight on e4", "paint"]


def test_a_stroke_of_many_squares_leaves_one_step_in_memory(document: Document) -> None:
    def steps_in_memory() -> int:
        gc.collect()
        return sum(issubclass(type(each), QUndoCommand) for each in gc.get_objects())

    before = steps_in_memory()
    stroke = document.begin_stroke()
    for square in range(64):
        document.place(square, "P", stroke)
    assert steps_in_memory() == before + 1
    document.undo_stack.clear()
    assert steps_in_memory() == before


def test_steps_keep_positions_without_their_layers(document: Document) -> None:
    def sides_in_memory() -> int:
        gc.collect()
        return sum(type(each) is Side for each in gc.get_objects())

    document.position.forget_sides()
    before = sides_in_memory()
    for square in range(8, 28):
        document.place(square, "P")
        LAYERS["stops"](document.position.sides()[0])
    for step in (document.undo_stack.undo, document.undo_stack.undo, document.undo_stack.redo):
        step()
        LAYERS["stops"](document.position.sides()[0])
    assert sides_in_memory() - before == 2


def test_two_strokes_are_two_steps_and_steps_without_a_stroke_never_merge(document: Document) -> None:
    for square in (24, 32):
        stroke = document.begin_stroke()
        document.place(square, "P", stroke)
        document.place(square + 1, "P", stroke)
    assert document.undo_stack.count() == 2
    document.place(40, "P")
    document.place(41, "P")
    document.shift(0, 1)
    document.shift(0, 1)
    assert document.undo_stack.count() == 6


def test_a_stroke_that_ends_where_it_began_is_no_step(document: Document) -> None:
    document.place(E5, "q")
    stroke = document.begin_stroke()
    document.place(E4, "P", stroke)
    document.remove(E4, stroke)
    assert texts(document) == ["place black queen on e5"]
    document.place(E4, "P", stroke)
    assert document.undo_stack.count() == 2


def test_a_fen_typed_letter_by_letter_is_one_step(document: Document) -> None:
    stroke = document.begin_stroke()
    for text in ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/7k b"):
        document.set_fen(text, stroke)
    assert texts(document) == ["edit the FEN"]
    document.undo_stack.undo()
    assert document.position == START


def test_a_stroke_interrupted_by_undo_goes_on_as_a_new_step(document: Document) -> None:
    stroke = document.begin_stroke()
    document.place(24, "P", stroke)
    document.undo_stack.undo()
    document.place(25, "P", stroke)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.position == START


def test_at_most_a_thousand_steps_are_kept(document: Document) -> None:
    for step in range(UNDO_LIMIT + 50):
        document.place(E4, "Pp"[step % 2])
    assert document.undo_stack.count() == UNDO_LIMIT
    document.undo_stack.setIndex(0)
    assert document.position.piece_at(E4) == "p"
    assert document.free.modified


def test_a_thousand_random_edits_are_undone_to_the_start_and_done_again(document: Document) -> None:
    rng = random.Random(7)
    stroke = 0
    for _ in range(UNDO_LIMIT):
        if rng.random() < 0.2:
            stroke = rng.choice([0, document.begin_stroke()])
        match rng.randrange(9):
            case 0:
                document.remove(rng.randrange(64), stroke)
            case 1:
                document.move(rng.randrange(64), rng.randrange(64))
            case 2:
                document.shift(rng.randrange(-1, 2), rng.randrange(-1, 2))
            case 3:
                document.mirror()
            case 4:
                document.swap_colors()
            case _:
                document.place(rng.randrange(64), rng.choice(PIECES), stroke)
    gc.collect()
    end = document.position
    document.undo_stack.setIndex(0)
    assert document.position == START
    document.undo_stack.setIndex(document.undo_stack.count())
    assert document.position == end


class ComparedDocument:
    def __init__(self) -> None:
        self.document = Document()
        self.comparison = Comparison(self.document)
        self.changes: list[int] = []
        self.comparison.changed.connect(self.note)

    def note(self) -> None:
        self.changes.append(self.document.undo_stack.index())

    def can_switch(self) -> bool:
        return self.comparison.can_switch

    def push(self, source: str, target: str) -> None:
        self.document.move(parse_square(source), parse_square(target))


@pytest.fixture
def desk(qtbot: QtBot) -> ComparedDocument:
    return ComparedDocument()


def test_nothing_is_pinned_at_first(desk: ComparedDocument) -> None:
    desk.comparison.switch()
    desk.comparison.unpin()
    desk.push("e2", "e4")
    assert desk.comparison.pinned is None
    assert not desk.comparison.can_switch
    assert desk.changes == []


def test_the_pinned_position_stays_while_the_document_goes_on(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    assert not desk.can_switch()
    desk.push("e2", "e4")
    assert desk.comparison.pinned == START
    assert desk.comparison.other == desk.document.position
    assert desk.can_switch()
    assert len(desk.changes) == 2


def test_switching_to_and_fro_leaves_no_trace_in_the_history(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    after = desk.document.position
    for _ in range(3):
        desk.comparison.switch()
        assert desk.document.position == START
        assert desk.comparison.is_switched
        assert desk.comparison.other == after
        desk.comparison.switch()
        assert desk.document.position == after
        assert not desk.comparison.is_switched
    assert desk.document.undo_stack.count() == 1
    assert desk.document.undo_stack.undoText() == "move e2 to e4"


def test_the_way_back_is_open_also_to_a_position_that_has_become_the_pinned_one(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    desk.comparison.switch()
    desk.document.free.undo_stack.undo()
    assert desk.comparison.is_switched and desk.can_switch()
    desk.comparison.switch()
    assert desk.document.subject is desk.document.free and not desk.can_switch()


def test_another_pin_takes_the_place_of_the_first(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    desk.comparison.switch()
    desk.comparison.pin()
    assert not desk.comparison.is_switched
    assert desk.comparison.pinned == desk.document.position == START


def test_unpinning_keeps_what_is_on_the_board(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    desk.comparison.switch()
    desk.comparison.unpin()
    assert desk.comparison.pinned is None
    assert desk.document.position == START
    assert desk.comparison.other == START
    before = len(desk.changes)
    desk.push("d2", "d4")
    assert len(desk.changes) == before


def test_a_game_that_is_closed_while_the_pinned_position_is_shown_is_compared_no_longer(desk: ComparedDocument) -> None:
    game = OpenGame(desk.document)
    game.open(read("1. e4 e5 *"), (0,))
    desk.comparison.pin()
    desk.document.show(game)
    desk.comparison.switch()
    assert desk.comparison.other == game.position != START
    before = len(desk.changes)
    game.edits.close()
    assert len(desk.changes) == before + 1
    assert desk.comparison.other == START


FOUR_PAWNS = "8/5p2/6p1/3kP3/5P2/8/7K/8 b - - 0 58"
"""An ending that is decided in seconds."""
HARD = "8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1"
"""An ending that takes longer than any test waits."""
PATIENCE = 60_000


class SolvedDocument:
    """A document and the solver of its ending."""

    def __init__(self, fen: str, seconds: float = 20) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.ending = PawnEnding(self.document, seconds=seconds)

    def solved(self) -> Outcome | None:
        return self.ending.ending.outcome if self.ending.ending is not None else None

    def process(self) -> int:
        job = self.ending.findChild(ProcessJob)
        assert isinstance(job, ProcessJob)
        return job.number


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", Outcome.DRAW),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", Outcome.BLACK_WINS),
        ("8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", Outcome.WHITE_WINS),
    ],
)
def test_an_ending_is_solved_once_it_is_asked_for(qtbot: QtBot, fen: str, expected: Outcome) -> None:
    desk = SolvedDocument(fen)
    assert desk.solved() is None
    desk.ending.solve()
    qtbot.waitUntil(lambda: not desk.ending.solving.is_running, timeout=PATIENCE)
    assert desk.solved() is expected


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "8/8/8/4k3/8/4P3/8/8 w - - 0 1",
        "8/8/8/4k3/8/8/8/4K3 w - - 0 1",
        "4P3/8/8/4k3/8/4P3/8/4K3 w - - 0 1",
        "8/8/8/8/4P3/8/6kK/8 w - - 0 1",
    ],
)
def test_other_positions_and_illegal_ones_have_nothing(qtbot: QtBot, fen: str) -> None:
    desk = SolvedDocument(fen)
    desk.ending.solve()
    assert not desk.ending.solving.is_running
    assert desk.solved() is None


def test_a_position_with_other_pieces_does_not_even_load_the_solver() -> None:
    script = (
        "import sys\n"
        "from pawnviz.model.document import Document\n"
        "from pawnviz.model.endings import PawnEnding\n"
        "document = Document()\n"
        "PawnEnding(document).solve()\n"
        "assert not [name for name in sys.modules if name.startswith('pawnviz.core.endings')]\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=110)


def test_only_a_second_is_searched_unasked_and_only_with_few_pawns(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[str, ...]] = []
    monkeypatch.setattr(ProcessJob, "start_module", lambda job, *arguments: started.append(arguments))
    for fen in (FOUR_PAWNS, HARD):
        desk = SolvedDocument(fen)
        desk.ending.solve()
        assert desk.ending.may_search
        desk.ending.search()
    assert [float(seconds) for _, seconds, _ in started] == [0.8, 20, 20]


@pytest.mark.slow
def test_a_longer_one_is_solved_by_a_process_while_the_program_goes_on(qtbot: QtBot) -> None:
    desk = SolvedDocument(FOUR_PAWNS)
    desk.ending.solve()
    assert desk.ending.solving.is_running
    assert desk.process()
    assert desk.solved() is Outcome.NOT_DECIDED
    qtbot.waitUntil(lambda: not desk.ending.solving.is_running, timeout=PATIENCE)
    desk.ending.search()
    qtbot.waitUntil(lambda: not desk.ending.solving.is_running, timeout=PATIENCE)
    assert desk.solved() is Outcome.DRAW
    assert [fact.title for fact in desk.ending.facts][:1] in (["Drawing moves"], ["The only drawing move"])
    desk.ending.solve()
    assert not desk.ending.solving.is_running


def test_what_cannot_be_decided_in_time_is_said_so(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD, seconds=0.2)
    desk.ending.solve()
    assert not desk.ending.solving.is_running and desk.ending.may_search
    desk.ending.search()
    qtbot.waitUntil(lambda: not desk.ending.solving.is_running, timeout=PATIENCE)
    assert desk.solved() is Outcome.NOT_DECIDED
    assert desk.ending.facts == ()
    assert not desk.ending.may_search


def test_the_search_can_be_stopped(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    qtbot.waitUntil(lambda: desk.ending.solving.part > 0, timeout=PATIENCE)
    desk.ending.cancel()
    assert not desk.ending.solving.is_running
    assert desk.process() == 0
    assert desk.ending.fault == "the search was stopped."
    desk.ending.solve()
    assert not desk.ending.solving.is_running


def test_another_position_stops_the_solving(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    assert desk.process()
    with qtbot.waitSignal(desk.ending.changed):
        desk.document.set_fen("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1")
    assert not desk.ending.solving.is_running
    assert desk.process() == 0
    desk.ending.solve()
    assert desk.solved() is Outcome.DRAW


def test_the_solving_stops_with_whom_it_is_for(qtbot: QtBot) -> None:
    desk = SolvedDocument(HARD)
    desk.ending.solve()
    desk.ending.search()
    job = desk.ending.findChild(ProcessJob)
    assert isinstance(job, ProcessJob)
    assert job.is_running
    with qtbot.waitSignal(job.destroyed):  # A process that still ran then would be a warning, which fails the test.
        desk.ending.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_a_program_that_ends_while_solving_ends_soon_and_without_an_error() -> None:
    script = (
        "import sys\n"
        "from PySide6.QtCore import QCoreApplication, QTimer\n"
        "from pawnviz.model.document import Document\n"
        "from pawnviz.model.endings import PawnEnding\n"
        "application = QCoreApplication([])\n"
        "document = Document()\n"
        f"document.set_fen({HARD!r})\n"
        "ending = PawnEnding(document)\n"
        "ending.solve()\n"
        "ending.search()\n"
        "QTimer.singleShot(200, application.quit)\n"
        "application.exec()\n"
        "print(ending.solving.is_running)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False\n", "")
