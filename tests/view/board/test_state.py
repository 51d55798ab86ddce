"""The state of the board: what a held piece leads to, and which changes are reported."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from pawnviz.core.board.fen import PIECES
from pawnviz.core.board.position import Position
from pawnviz.model.document import Document
from pawnviz.model.preferences import Preferences
from pawnviz.view.board.state import BoardState, HeldPiece, NewDrawing, Stroke
from tests.positions import positions

squares = st.integers(0, 63)


@given(positions(), st.sampled_from(PIECES), st.none() | squares, st.none() | squares, st.booleans())
def test_a_piece_is_put_down_as_was_shown_before(
    position: Position, piece: str, source: int | None, target: int | None, copying: bool
) -> None:
    found = None if source is None else position.piece_at(source)
    assume(source is None or found is not None)
    held = HeldPiece(found or piece, source, copying=copying)
    document = Document()
    document.edit(position, "set up")
    steps = document.undo_stack.index()
    held.put_down(document, target)
    assert document.position == held.position_after(position, target)
    assert document.undo_stack.index() - steps == (document.position != position)


@pytest.fixture
def state(qapp: object) -> BoardState:
    return BoardState(Document(), Preferences())


def test_the_cursor_is_the_current_square_while_it_is_shown_and_a_pinned_one_inspected_first(state: BoardState) -> None:
    state.hover(3)
    assert state.inspected_square == 3
    state.set_pinned(20)
    assert (state.inspected_square, state.current_square) == (20, 3)
    state.set_pinned(None)
    assert state.inspected_square == 3
    state.cursor = 40
    assert state.current_square == 3
    state.show_cursor(40)
    state.hover(5)
    assert state.current_square == 40
    state.hover(5, hide_cursor=True)
    assert state.current_square == 5


def test_the_mouse_is_busy_while_a_button_holds_something_until_another_tool(state: BoardState, qtbot: QtBot) -> None:
    assert not state.is_mouse_busy
    for gesture, busy in (
        (HeldPiece("P", 12), True),
        (HeldPiece("P", 12, by_key=True), False),
        (HeldPiece("P"), False),
        (NewDrawing(12), True),
        (Stroke(1, "P"), True),
    ):
        state.begin(gesture)
        assert state.is_mouse_busy == busy
    with qtbot.waitSignals([state.square_changed, state.preferences.tool.changed]):
        state.preferences.tool.value = "q"
    assert state.gesture is None


def test_a_click_is_a_press_and_a_release_on_a_square_that_was_not_left(state: BoardState) -> None:
    state.begin_click(12)
    assert not state.end_click(13)
    assert not state.end_click(12)
    state.begin_click(12)
    state.hover(13)
    state.hover(12)
    assert not state.end_click(12)
    state.begin_click(12)
    state.let_go()
    assert not state.end_click(12)
    state.begin_click(12)
    assert state.end_click(12)
