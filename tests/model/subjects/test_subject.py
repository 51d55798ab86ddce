"""Subjects of the board: which is shown, its undo stack, and the effect of an edit on it."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START, Position
from pawnviz.model.document import Document
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.games.open_game import OpenGame
from pawnviz.model.subjects.subject import PinnedPosition, Subject
from tests.core.games.sample import read

FEN = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
E2, E4, E5 = (parse_square(name) for name in ("e2", "e4", "e5"))


@pytest.fixture
def document(qapp: object) -> Document:
    return Document()


@pytest.fixture
def pinned(document: Document) -> PinnedPosition:
    return PinnedPosition(Position.from_fen(FEN), document)


@pytest.fixture
def game(document: Document) -> GameSubject:
    """Return a game of three plies, on the board."""
    opened = OpenGame(document)
    subject = GameSubject(opened, GameEdits(opened, document), document)
    opened.open(read("1. e4 e5 2. Nf3 *"))
    document.show(subject)
    return subject


def shown(document: Document) -> Subject:
    """Return the subject that the board shows."""
    return document.subject


def test_each_subject_keeps_its_steps_drawings_and_pin(document: Document, pinned: PinnedPosition) -> None:
    document.place(E4, "P")
    document.subject.toggle_drawing(0, 8, 0)
    shown(document).markup.pinned = 3
    document.show(pinned)
    assert document.position.fen() == FEN and not document.steps.canUndo()
    assert not shown(document).drawings and shown(document).markup.pinned is None
    document.show(document.free)
    assert shown(document).drawings == {(0, 8): 0} and shown(document).markup.pinned == 3
    assert document.steps.undoText() == "place white pawn on e4"


def test_another_subject_is_announced_once_with_its_position(document: Document, pinned: PinnedPosition) -> None:
    positions, subjects = QSignalSpy(document.position_changed), QSignalSpy(document.subject_changed)
    document.show(pinned)
    document.show(pinned)
    assert (positions.count(), subjects.count()) == (1, 1)
    document.free.edit(Position.from_fen(FEN), "an edit that is not shown")
    assert positions.count() == 1


def test_an_edit_of_a_pinned_position_is_one_of_the_free_position_and_undo_returns(
    document: Document, pinned: PinnedPosition
) -> None:
    document.show(pinned)
    document.place(E4, "P")
    assert shown(document) is document.free and document.position.piece_at(E4) == "P"
    assert document.steps.undoText() == "place white pawn on e4 and leave the pinned position"
    document.steps.undo()
    assert shown(document) is pinned and document.position.fen() == FEN
    assert document.free.position == START
    document.leave(pinned)
    assert shown(document) is document.free and document.position == START


def test_undoing_what_has_left_a_game_that_was_closed_since_stays_with_the_free_position(
    document: Document, game: GameSubject
) -> None:
    document.set_fen(FEN)
    assert shown(document) is document.free
    game.edits.close()
    document.steps.undo()
    assert shown(document) is document.free and document.position == START


def test_leaving_goes_back_to_the_subject_from_before_which_is_no_pinned_position(
    document: Document, pinned: PinnedPosition, game: GameSubject
) -> None:
    other = PinnedPosition(START, document)
    document.show(pinned)
    document.show(other)
    document.leave(pinned)
    assert shown(document) is other, "only the subject that is shown can be left"
    document.leave(other)
    assert shown(document) is game


def test_another_previous_position_is_announced_while_a_pinned_position_is_shown(
    document: Document, pinned: PinnedPosition, game: GameSubject
) -> None:
    document.show(pinned)
    announced = QSignalSpy(document.previous_changed)
    game.game.go_to(1)
    assert announced.count() == 1 and document.previous.position == game.position
    document.free.edit(Position.from_fen(FEN), "an edit")
    assert announced.count() == 1, "the free position is not the previous one"
    game.edits.close()
    assert announced.count() == 2 and document.previous.position.fen() == FEN
    document.free.undo_stack.undo()
    assert announced.count() == 3 and document.previous.position == START
    game.game.open(read("1. e4 e5 2. Nf3 *"), (0,))
    assert announced.count() == 4 and document.previous is game
    document.leave(pinned)
    document.subject.step(1)
    assert shown(document) is game and announced.count() == 4


def test_a_game_takes_legal_moves_and_refuses_every_other_edit(document: Document, game: GameSubject) -> None:
    refusals = QSignalSpy(document.edit_refused)
    assert game.targets(E2) == 1 << parse_square("e3") | 1 << E4
    assert document.subject.play(E2, E4) and game.last_move == "1.e4"
    assert not document.subject.play(E4, parse_square("e6"))
    position = document.position
    document.place(E5, "Q")
    document.remove(E4)
    document.move(E4, E5)
    document.shift(0, 1)
    document.switch_side_to_move()
    assert refusals.count() == 5
    assert shown(document) is game and document.position == position and not document.steps.canUndo()
    assert document.free.position == START and not document.free.undo_stack.canUndo()


def test_a_position_that_is_set_up_leaves_the_game_and_undo_returns_to_its_move(
    document: Document, game: GameSubject
) -> None:
    game.step(2)
    position = document.position
    document.set_fen(FEN)
    assert shown(document) is document.free and document.position.fen() == FEN
    assert document.steps.undoText() == "set the FEN and leave the game"
    document.steps.undo()
    assert shown(document) is game and document.position == position


def test_the_position_of_a_game_is_kept_as_the_free_one(document: Document, game: GameSubject) -> None:
    game.step(3)
    position = document.position
    document.keep_position()
    assert shown(document) is document.free and document.position == position
    document.remove(E4)
    assert document.position != position and game.position == position
    document.steps.undo()
    document.steps.undo()
    assert shown(document) is game


def test_a_game_has_steps_of_its_own(document: Document, game: GameSubject) -> None:
    assert game.play(parse_square("d2"), parse_square("d4"))
    assert document.steps.undoText() == "play 1.d4"
    document.show(document.free)
    assert not document.steps.canUndo()
    document.show(game)
    document.steps.undo()
    assert game.position == START


def test_a_step_that_left_a_subject_that_is_gone_is_undone_all_the_same(document: Document) -> None:
    pinned = PinnedPosition(Position.from_fen(FEN))
    document.show(pinned)
    document.clear()
    document.show(document.free)
    del pinned
    document.steps.undo()
    assert document.position == START
