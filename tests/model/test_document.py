"""The document: edits, strokes and undo."""

from __future__ import annotations

import gc
import random

import pytest
from PySide6.QtGui import QUndoCommand
from PySide6.QtTest import QSignalSpy

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.fen import PIECES, FenError
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.board.side import Side
from pawnviz.core.layers import LAYERS
from pawnviz.model.document import Document, piece_name
from pawnviz.model.subjects.free_position import UNDO_LIMIT

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


def test_a_stroke_of_one_square_keeps_its_own_words(document: Document) -> None:
    document.place(E4, "n", document.begin_stroke())
    assert texts(document) == ["place black knight on e4"]


def test_an_erasing_stroke_is_called_erase_and_a_mixed_one_paint(document: Document) -> None:
    stroke = document.begin_stroke()
    document.remove(8, stroke)
    document.remove(9, stroke)
    assert texts(document) == ["erase"]
    document.place(10, "q", stroke)
    assert texts(document) == ["paint"]


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


def test_two_strokes_are_two_steps(document: Document) -> None:
    for square in (24, 32):
        stroke = document.begin_stroke()
        document.place(square, "P", stroke)
        document.place(square + 1, "P", stroke)
    assert document.undo_stack.count() == 2


def test_steps_without_a_stroke_never_merge(document: Document) -> None:
    document.place(24, "P")
    document.place(25, "P")
    document.shift(0, 1)
    document.shift(0, 1)
    assert document.undo_stack.count() == 4


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
