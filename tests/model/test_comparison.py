from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import START
from pawnviz.model.comparison import Comparison
from pawnviz.model.document import Document
from pawnviz.model.games.game_edits import GameEdits
from pawnviz.model.games.game_subject import GameSubject
from pawnviz.model.games.open_game import OpenGame
from tests.core.games.sample import read


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


def test_the_pinned_position_has_no_steps_to_undo_and_leaves_those_of_the_other_one(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    after = desk.document.position
    desk.comparison.switch()
    assert not desk.document.undo_stack.canUndo()
    assert not desk.document.steps.canUndo()
    desk.comparison.switch()
    assert desk.document.position == after
    desk.document.steps.undo()
    assert desk.document.position == START


def test_an_edit_after_switching_is_compared_with_the_pinned_position(desk: ComparedDocument) -> None:
    desk.comparison.pin()
    desk.push("e2", "e4")
    after = desk.document.position
    desk.comparison.switch()
    desk.push("d2", "d4")
    assert not desk.comparison.is_switched
    assert desk.comparison.pinned == START
    assert desk.comparison.other == desk.document.position
    assert desk.document.undo_stack.undoText() == "move d2 to d4 and leave the pinned position"
    desk.document.undo_stack.undo()
    assert desk.document.subject.name == "the pinned position"
    assert desk.comparison.other == after
    desk.comparison.switch()
    assert desk.document.position == after


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
    subject = GameSubject(game, GameEdits(game, desk.document), desk.document)
    game.open(read("1. e4 e5 *"), (0,))
    desk.comparison.pin()
    desk.document.show(subject)
    desk.comparison.switch()
    assert desk.comparison.other == subject.position != START
    before = len(desk.changes)
    subject.edits.close()
    assert len(desk.changes) == before + 1
    assert desk.comparison.other == START
