"""The pictures of the board: what a held piece would change, shown before it is put down."""

from __future__ import annotations

from itertools import combinations

import numpy
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.picture import GAINED, KEPT, LOST, Cell, PlacedMark
from pawnviz.override import override
from pawnviz.view.board.canvas import Tiles
from pawnviz.view.board.gestures import piece_mime
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme
from tests.view.hands import CONTROL, Desk, drag_leaves, drags_over, drops, enters, hold_key, painted
from tests.view.program import RunningProgram

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


class Paintings(QObject):
    """Counts how often a widget paints itself."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        QApplication.processEvents()
        self.count = 0
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return False


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    found = Desk(qtbot, FEN)
    found.layers.apply_preset(["front_spans", "stops", "attacks"])
    return found


def changes_at(desk: Desk, square: str) -> dict[tuple[str, bool], int]:
    marks = desk.board.pictures.seen.cells[parse_square(square)].marks
    return {(mark.mark.shape, mark.white): mark.change for mark in marks}


def piece_seen(desk: Desk, square: str) -> str:
    return desk.board.pictures.seen.cells[parse_square(square)].piece


def lift(desk: Desk, *squares: str) -> None:
    """Press at the first square and go over the others without letting go."""
    desk.hand.move(desk.at(squares[0]))
    desk.hand.press(desk.at(squares[0]))
    for square in squares[1:]:
        desk.hand.move(desk.at(square) if square else desk.off_board())


def test_a_piece_held_over_a_square_shows_what_the_layers_would_gain_and_lose(desk: Desk) -> None:
    lift(desk, "f4", "f5")
    assert changes_at(desk, "f5") == {("solid", True): LOST, ("solid", False): KEPT, ("chevron", True): LOST}
    assert changes_at(desk, "f6")[("chevron", True)] == GAINED
    assert changes_at(desk, "e6")[("dots", True)] == GAINED
    assert changes_at(desk, "e5")[("dots", True)] == LOST
    assert set(changes_at(desk, "a5").values()) == {KEPT}
    assert desk.pieces == FEN.split()[0]


def test_escape_brings_everything_back(desk: Desk) -> None:
    before = painted(desk.board)
    lift(desk, "f4", "g6")
    assert painted(desk.board) != before
    desk.press_key(Qt.Key.Key_Escape)
    assert desk.board.pictures.what_if is None
    assert desk.pieces == FEN.split()[0]
    desk.hand.release(desk.at("g6"))
    desk.hand.move(desk.at("f4"))
    assert painted(desk.board) == before
    assert desk.shows_the_position()


@pytest.mark.parametrize("back", ["a4", ""])
def test_a_piece_that_is_put_back_where_it_was_is_seen_there_at_once(desk: Desk, back: str) -> None:
    lift(desk, "a4", "d4", back)
    painted_board = Paintings(desk.board)
    desk.hand.modifiers = CONTROL  # Off the board a copy is thrown away.
    desk.hand.release(desk.at(back) if back else desk.off_board())
    QApplication.processEvents()
    assert desk.board.pictures.what_if is None
    assert painted_board.count


def test_a_held_piece_shows_the_piece_under_it_and_off_the_board_is_as_good_as_gone(desk: Desk) -> None:
    lift(desk, "f4", "d5")
    assert (piece_seen(desk, "f4"), piece_seen(desk, "d5")) == ("", "p")
    assert changes_at(desk, "d4")[("chevron", False)] == LOST
    desk.press_key(Qt.Key.Key_Escape)
    desk.hand.release(desk.at("d5"))
    lift(desk, "f4", "")
    assert desk.board.pictures.what_if == desk.document.position.without_piece(parse_square("f4"))
    assert changes_at(desk, "f5")[("chevron", True)] == LOST


def test_a_copy_leaves_its_piece_where_it_was(desk: Desk) -> None:
    lift(desk, "f4", "e4")
    assert changes_at(desk, "f5")[("chevron", True)] == LOST
    hold_key(desk.board, Qt.Key.Key_Control, True)
    assert changes_at(desk, "f5")[("chevron", True)] == KEPT
    assert piece_seen(desk, "f4") == "P"
    hold_key(desk.board, Qt.Key.Key_Control, False)
    assert changes_at(desk, "f5")[("chevron", True)] == LOST
    desk.hand.modifiers = CONTROL
    desk.hand.move(desk.at("e5"))
    what_if = desk.board.pictures.what_if
    desk.hand.release(desk.at("e5"))
    assert what_if == desk.document.position
    assert desk.document.position.piece_at(parse_square("f4")) == "P"


def test_a_piece_lifted_by_key_or_dragged_from_the_palette_shows_the_same(desk: Desk) -> None:
    desk.board.state.show_cursor(parse_square("f4"))
    desk.press_key(Qt.Key.Key_Return)
    assert desk.board.pictures.what_if is None
    desk.press_key(Qt.Key.Key_Up)
    assert changes_at(desk, "f6")[("chevron", True)] == GAINED
    desk.press_key(Qt.Key.Key_Escape)
    assert desk.board.pictures.what_if is None
    desk.press_key(Qt.Key.Key_Escape)
    assert desk.shows_the_position()
    data = piece_mime("P")
    assert enters(desk.board, desk.at("e4"), data)
    assert drags_over(desk.board, desk.at("e4"), data)
    assert changes_at(desk, "e5")[("chevron", True)] == GAINED
    assert piece_seen(desk, "e4") == ""
    drag_leaves(desk.board)
    assert desk.board.pictures.what_if is None
    enters(desk.board, desk.at("e4"), data)
    drags_over(desk.board, desk.at("e4"), data)
    assert drops(desk.board, desk.at("e4"), data)
    assert desk.board.pictures.what_if is None
    assert desk.document.position.piece_at(parse_square("e4")) == "P"
    assert desk.shows_the_position()


def test_the_status_line_counts_what_would_change(program: RunningProgram) -> None:
    program.document.set_fen(FEN)
    program.layers.apply_preset(["stops", "attacks"])
    program.hand.move(program.at(parse_square("f4")))
    program.hand.press(program.at(parse_square("f4")))
    program.hand.move(program.at(parse_square("f5")))

    def line() -> str:
        return program.window.status.reading

    assert line() == "Put down here: Attacks of White +2 −2, Stops of White +1 −1."
    program.hand.move(program.at(parse_square("g3")))
    assert line() == "Put down here: Attacks of White +2 −2, Stops of White +1 −1."
    program.hand.move(QPoint(1, 1))
    assert line() == "Taken off the board: Attacks of White −2, Stops of White −1."
    program.press(Qt.Key.Key_Escape)
    assert "Taken off" not in line()


MARKS = {(layer.mark.family, layer.mark.shape): layer.mark for layer in LAYERS.values()}


@pytest.mark.parametrize(("white", "theme"), [(True, LIGHT), (False, DARK)], ids=["White", "Black"])
def test_what_is_kept_gained_and_lost_looks_otherwise_with_every_mark(qtbot: QtBot, theme: Theme, white: bool) -> None:
    for mark in MARKS.values():
        if mark.family is Family.STRIP:
            continue
        tiles = Tiles()
        tiles.prepare(theme, 57, False)
        placed = PlacedMark(mark, white, "", 1.0, 0, 1)
        piece = "P" if white else "p"
        images = [tiles.tile(Cell(piece, (placed._replace(change=change),)), True) for change in (KEPT, GAINED, LOST)]
        for first, second in combinations((*images, tiles.tile(Cell(piece), True)), 2):
            assert differing_pixels(first, second) >= 20, mark


def differing_pixels(first: QImage, second: QImage) -> int:
    """Return how many pixels differ clearly in one of their colors."""
    one, other = (
        numpy.frombuffer(bytes(image.constBits()), numpy.uint8).astype(numpy.int16) for image in (first, second)
    )
    return int((numpy.abs(one - other).reshape(-1, 4).max(axis=1) > 40).sum())


def test_a_pinned_pawn_keeps_its_own_squares_in_view(desk: Desk) -> None:
    desk.board.preferences.show_own_pawn.value = True
    desk.click("c3")
    desk.hand.move(desk.at("f4"))
    pawn = desk.board.pictures.own_pawn
    assert pawn is not None
    assert pawn.square == parse_square("c3")
    hold_key(desk.board, Qt.Key.Key_Shift, True)
    pawn = desk.board.pictures.own_pawn
    assert pawn is not None
    assert pawn.square == parse_square("f4")
    hold_key(desk.board, Qt.Key.Key_Shift, False)
