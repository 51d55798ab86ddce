"""The board lent to a window for a time."""

from __future__ import annotations

from pathlib import Path

import pytest
from pawnviz.model.board_loan import BoardLoan
from PySide6.QtCore import QObject
from PySide6.QtTest import QSignalSpy

import pawnviz
from pawnviz.core.board.position import START, Position
from pawnviz.core.catalog.errata import exhibits
from pawnviz.core.layers import Layer
from pawnviz.core.picture.difference import beside_mask
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers

READINGS = exhibits()[0].layers()
MASKS = beside_mask(0xFF, 0xF0)
PAWN = Position.from_fen("8/8/8/8/4P3/8/8/8 w - - 0 1")
OTHER = Position.from_fen("8/8/8/3p4/8/8/8/8 w - - 0 1")


class Board:
    """A board with stops shown for White, and two windows that may borrow it."""

    def __init__(self) -> None:
        self.document = Document()
        self.layers = ShownLayers(self.document)
        self.layers.clear()
        self.layers.set_shown("stops", True, False)
        self.layers.set_current("stops")
        self.loan = BoardLoan(self.document, self.layers)
        self.window, self.other = QObject(), QObject()

    def borrower(self) -> str:
        borrower = self.loan.borrower
        return "" if borrower is None else "window" if borrower is self.window else "other"

    def shown(self) -> dict[str, str]:
        """Return the layers that are shown and for whom: ``w``, ``b`` or ``wb``."""
        return {entry.layer.identifier: "w" * entry.white + "b" * entry.black for entry in self.layers.shown()}


BEFORE = {"stops": "w"}


@pytest.fixture
def board() -> Board:
    return Board()


def named(layers: tuple[Layer, ...], sides: str) -> dict[str, str]:
    return {layer.identifier: sides for layer in layers}


def test_lent_layers_are_shown_in_place_of_all_others_which_come_back(board: Board) -> None:
    board.loan.borrow(board.window, READINGS)
    assert board.borrower() == "window"
    assert board.shown() == named(READINGS, "wb")
    board.loan.give_back(board.window)
    assert board.borrower() == ""
    assert board.shown() == BEFORE
    assert board.layers.all.temporary == ()


def test_lent_layers_may_be_shown_for_one_side_and_beside_the_others(board: Board) -> None:
    board.loan.borrow(board.window, MASKS, black=False, alone=False)
    assert board.shown() == BEFORE | named(MASKS, "w")
    board.loan.give_back(board.window)
    assert board.shown() == BEFORE


def test_a_window_may_show_other_layers_and_none_at_all(board: Board) -> None:
    for layers in (READINGS, MASKS, (), READINGS):
        board.loan.borrow(board.window, layers)
        assert board.shown() == named(layers, "wb")
    board.loan.give_back(board.window)
    assert board.shown() == BEFORE


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("other_alone", [True, False])
def test_the_next_loan_ends_the_one_before(board: Board, alone: bool, other_alone: bool) -> None:
    board.loan.borrow(board.window, READINGS, alone=alone)
    board.loan.borrow(board.other, MASKS, alone=other_alone)
    assert board.borrower() == "other"
    assert board.shown() == named(MASKS, "wb") | ({} if other_alone else BEFORE)
    board.loan.give_back(board.window)
    assert board.layers.all.temporary == MASKS, "what another window shows is not taken away"
    board.loan.give_back(board.other)
    assert board.shown() == BEFORE
    assert board.layers.all.temporary == ()


def test_layers_that_were_switched_on_meanwhile_stay_instead(board: Board) -> None:
    board.loan.borrow(board.window, READINGS)
    board.layers.set_shown("attacks", True, True)
    board.loan.borrow(board.window, MASKS)
    assert board.shown() == named(MASKS, "wb") | {"attacks": "wb"}
    board.loan.give_back(board.window)
    assert board.shown() == {"attacks": "wb"}


def test_a_layer_that_was_deleted_meanwhile_does_not_come_back(board: Board) -> None:
    board.layers.own.set_kept(UserLayers([UserLayer("mine", "Mine", "own")]))
    board.layers.set_shown("mine", True, True)
    board.layers.set_current("mine")
    board.loan.borrow(board.window, READINGS)
    board.layers.set_current(READINGS[0].identifier)
    board.layers.delete("mine")
    board.loan.give_back(board.window)
    assert board.shown() == BEFORE
    assert board.layers.current in board.layers.all


def test_the_current_layer_comes_back_where_a_lent_one_was_looked_at(board: Board) -> None:
    board.loan.borrow(board.window, READINGS)
    board.layers.set_current(READINGS[1].identifier)
    board.loan.give_back(board.window)
    assert board.layers.current == "stops"
    board.loan.borrow(board.window, READINGS)
    board.layers.set_current("attacks")
    board.loan.give_back(board.window)
    assert board.layers.current == "attacks"


def test_another_borrower_is_announced_once(board: Board) -> None:
    spy = QSignalSpy(board.loan.changed)
    board.loan.borrow(board.window, READINGS)
    assert spy.count() == 1
    board.loan.borrow(board.window, MASKS)
    board.loan.give_back(board.other)
    assert spy.count() == 1
    board.loan.borrow(board.other, MASKS)
    assert spy.count() == 2
    board.loan.give_back(board.other)
    board.loan.give_back(board.other)
    assert spy.count() == 3


def test_a_lent_position_goes_and_leaves_no_step(board: Board) -> None:
    for position in (PAWN, OTHER, PAWN):
        board.loan.set_up(board.window, position, "set up", "look")
        assert board.document.position == position
        assert board.document.undo_stack.count() == 1
    assert not board.loan.is_edited
    board.loan.give_back(board.window)
    assert board.document.position == START
    assert board.document.undo_stack.count() == 0
    assert not board.loan.has_position(board.window)


def test_an_edited_position_stays_unless_the_one_from_before_is_asked_for(board: Board) -> None:
    for is_asked_for in (False, True):
        board.loan.set_up(board.window, PAWN, "set up", "look")
        board.document.place(0, "K")
        edited = board.document.position
        assert board.loan.is_edited
        if is_asked_for:
            board.loan.bring_back_position(board.window)
            board.loan.give_back(board.window)
            assert board.document.position == START
            board.document.undo_stack.redo()
            board.document.undo_stack.redo()
        else:
            board.loan.give_back(board.window)
        assert board.document.position == edited
        board.document.undo_stack.setIndex(0)


def test_a_position_can_be_kept(board: Board) -> None:
    board.loan.set_up(board.window, PAWN, "set up", "look")
    board.loan.keep_position(board.window)
    board.loan.give_back(board.window)
    assert board.document.position == PAWN
    board.document.undo_stack.undo()
    assert board.document.position == START


def test_a_position_stays_while_another_window_has_its_layers_on_the_board(board: Board) -> None:
    board.loan.borrow(board.window, READINGS)
    board.loan.set_up(board.window, PAWN, "set up", "look")
    board.loan.borrow(board.other, MASKS)
    assert board.document.position == PAWN
    board.loan.give_back(board.other)
    assert board.document.position == PAWN
    assert board.shown() == BEFORE
    board.loan.give_back(board.window)
    assert board.document.position == START


def test_nothing_else_puts_temporary_layers_on_the_board() -> None:
    package = Path(pawnviz.__file__).parent
    callers = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if ".set_temporary(" in path.read_text(encoding="utf-8")
    }
    assert callers == {"model/board_loan.py"}


def test_what_was_shown_before_a_loan_is_kept_while_it_lasts(board: Board) -> None:
    before = board.layers.state()
    board.loan.borrow(board.window, READINGS, current=READINGS[0].identifier)
    assert board.layers.state()["shown"] == {}
    assert board.loan.layer_state() == before
    board.loan.give_back(board.window)
    assert board.loan.layer_state() == board.layers.state() == before


def test_what_is_switched_on_during_a_loan_is_kept_in_place_of_what_was_shown_before(board: Board) -> None:
    board.loan.borrow(board.window, READINGS)
    board.layers.toggle("levers")
    assert board.loan.layer_state()["shown"] == {"levers": "both"}
    board.loan.give_back(board.window)
    assert board.layers.state()["shown"] == {"levers": "both"}


def test_the_position_from_before_is_kept_while_one_is_lent_until_it_is_edited(board: Board) -> None:
    before, modified = board.document.position, board.document.free.modified
    assert board.loan.position_to_keep() == (before, modified)
    for position in (PAWN, OTHER):
        board.loan.set_up(board.window, position, "set up", "look")
        assert board.loan.position_to_keep() == (before, modified)
    board.document.clear()
    assert board.loan.position_to_keep() == (board.document.position, True)
    board.loan.give_back(board.window)
    assert board.loan.position_to_keep() == (board.document.position, True)
