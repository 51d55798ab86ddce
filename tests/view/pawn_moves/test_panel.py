"""The panel of pawn moves in the whole program, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square, parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Style, badge
from pawnviz.core.pawn_moves.report import report_of, tensions
from pawnviz.core.picture.picture import GAINED, LOST, Arrow
from pawnviz.model.engine.engine import Analysis
from pawnviz.view.engine import panel as engine_panel
from pawnviz.view.pawn_moves.move_list import LOST_SQUARES, preview_of
from pawnviz.view.pawn_moves.panel import PawnMovesPanel
from pawnviz.view.pawn_moves.rows import Row, RowKind
from pawnviz.view.widgets.buttons import WIDTH
from tests.engines import processes, quick_engine, wait_for
from tests.view.hands import LEFT, on_screen, settle
from tests.view.program import OpenProgram, RunningProgram, send_leave

SICILIAN = "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5"
GAMBIT = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
QUIET = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1"


class Moves:
    """The panel of a running program, opened with its key, as a person sees it."""

    def __init__(self, program: RunningProgram) -> None:
        self.program = program
        program.press_keys("Ctrl+Shift+L")
        settle()
        self.panel = program.pages.pawn_moves
        self.list = self.panel.list

    def show(self, fen: str) -> None:
        """Open the panel anew on another position."""
        self.program.press_keys("Ctrl+Shift+L")
        self.program.document.set_fen(fen)
        self.program.board.setFocus()
        self.program.press_keys("Ctrl+Shift+L")
        settle()

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(self.list.moves.rows)

    def titles(self, kind: RowKind = RowKind.MOVE) -> list[str]:
        return [row.title for row in self.rows if row.kind is kind]

    def row(self, title: str) -> int:
        return [row.title for row in self.rows].index(title)

    def place(self, title: str) -> QPoint:
        self.unfold(title)
        index = self.list.moves.index(self.row(title), 0)
        self.list.scrollTo(index)
        return self.list.visualRect(index).topLeft() + QPoint(30, 6)

    def unfold(self, title: str) -> None:
        """Open the moves that cost material if the title is one of theirs."""
        if title not in [row.title for row in self.rows]:
            fold = next(title for title in self.titles(RowKind.FOLD) if "cost material" in title)
            QTest.mouseClick(self.list.viewport(), LEFT, pos=self.place(fold))
            settle()

    def point_at(self, title: str) -> None:
        # A pointer that has not moved sends nothing, also where the list was scrolled under it.
        place = self.place(title)
        QTest.mouseMove(self.list.viewport(), place + QPoint(1, 1))
        QTest.mouseMove(self.list.viewport(), place)
        settle()

    def go_to(self, title: str) -> None:
        self.unfold(title)
        self.list.setFocus()
        self.press(Qt.Key.Key_Home)
        for _ in self.rows:
            if self.list.current_row is not None and self.list.current_row.title == title:
                return
            self.press(Qt.Key.Key_Down)
        raise AssertionError(f"no arrow key leads to {title}")

    def leave(self) -> None:
        send_leave(self.list.viewport())
        settle()

    def press(self, key: Qt.Key) -> None:
        self.program.press(key)
        settle()

    def click(self, button: QAbstractButton) -> None:
        QTest.mouseClick(button, LEFT, pos=QPoint(8, button.height() // 2))
        settle()

    def show_side(self, number: int) -> None:
        button = self.panel.side_buttons.button(number)
        assert button is not None
        self.click(button)

    def seen(self) -> str:
        """Return the placement of the pieces that the board shows."""
        pieces = [cell.piece for cell in self.program.board.pictures.seen.cells]
        found = Position()
        for square, piece in enumerate(pieces):
            if piece:
                found = found.with_piece(square, piece)
        return found.placement()

    def arrows(self) -> list[Arrow]:
        return list(self.program.board.pictures.seen.arrows)

    def marks(self, square: str) -> list[tuple[str, bool, int]]:
        """Return shape or letters, side and change of each mark on a square that is a bar or a badge."""
        marks = self.program.board.pictures.seen.cells[parse_square(square)].marks
        families = (Family.BAR, Family.BADGE)
        return [
            (each.mark.label or each.mark.shape, each.white, each.change)
            for each in marks
            if each.mark.family in families
        ]

    def open_engine(self) -> Analysis:
        self.press(Qt.Key.Key_Escape)
        self.program.press_keys("Ctrl+Alt+N")
        panel = self.program.window.navigator.widgets.engine
        assert panel is not None
        return panel.analysis

    def texts(self) -> list[str]:
        return [label.text() for label in self.panel.findChildren(QLabel) if label.isVisible()]


OpenMoves = Callable[[str], Moves]


@pytest.fixture
def open_moves(open_program: OpenProgram) -> OpenMoves:
    return lambda fen: Moves(open_program(fen))


@pytest.mark.slow
def test_the_panel_opens_on_the_side_to_move_whichever_side_was_chosen_last(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    navigator = moves.program.window.navigator
    chosen: list[tuple[bool, ...]] = []

    def look() -> None:
        settle()
        chosen.append(moves.panel.sides)

    moves.show_side(2)
    moves.program.document.switch_side_to_move()
    look()
    navigator.toggle("pawn_moves")
    navigator.toggle("pawn_moves")
    look()
    assert {row.white for row in moves.rows if row.kind is RowKind.MOVE} == {False}
    moves.show_side(0)
    moves.program.board.setFocus()
    moves.program.press_keys("Ctrl+Shift+L")
    moves.program.document.switch_side_to_move()
    moves.program.document.switch_side_to_move()
    moves.program.press_keys("Ctrl+Shift+L")
    look()
    assert chosen == [(True, False), (False,), (False,)], "a choice stays only while the panel is open"


def test_nothing_is_made_before_the_key_opens_the_list_of_the_side_to_move_in_focus(open_program: OpenProgram) -> None:
    program = open_program(GAMBIT)
    assert not program.window.findChildren(PawnMovesPanel)
    assert not program.window.navigator.is_shown("pawn_moves")
    moves = Moves(program)
    assert moves.list.isVisible()
    assert moves.list.hasFocus()
    assert moves.panel.sides == (True,)
    report = report_of(Position.from_fen(GAMBIT), True)
    further = [found.text for found in report.later_breaks if found.is_near]
    breaks, captures, pushes = (
        [each for each in group if not each.is_lost] for group in (report.breaks, report.captures, report.pushes)
    )
    expected = [each.move.text for each in (*breaks, *captures)]
    assert moves.titles() == [*expected, *further, *(each.move.text for each in pushes)]
    assert moves.rows[0].title == "White's breaks"
    assert moves.program.board.pictures.preview is None
    moves.program.press_keys("Ctrl+Shift+L")
    assert not moves.program.window.navigator.is_shown("pawn_moves")
    assert moves.program.board.hasFocus()


@pytest.mark.slow
def test_each_move_is_one_line_and_only_the_chosen_one_unfolds_with_its_exchanges(open_moves: OpenMoves) -> None:
    moves = open_moves("4k3/2p1p3/8/3P4/8/8/8/4K3 b - - 0 1")
    chosen, other = [
        each.move.text for each in report_of(moves.program.document.position, False).breaks if not each.is_lost
    ][:2]

    def height(title: str) -> int:
        return moves.list.visualRect(moves.list.moves.index(moves.row(title), 0)).height()

    def lines() -> list[str]:
        return [row.owner for place, row in enumerate(moves.rows) if row.owner and not moves.list.isRowHidden(place)]

    assert height(chosen) == height(other)
    assert lines() == []
    moves.go_to(chosen)
    settle()
    assert height(chosen) > height(other)
    assert set(lines()) == {chosen}
    moves.go_to(other)
    settle()
    assert height(other) > height(chosen)
    assert set(lines()) == {other}


def test_the_list_names_who_takes_back_each_tension_and_last_moves_that_lose_a_pawn(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    assert moves.rows[moves.row("cxd5")].verdict == "Black takes back with exd5"
    exchange = moves.rows[moves.row("cxd5 exd5")]
    assert exchange.text.startswith("Black takes back with exd5: ")
    assert exchange.verdict == "Carlsbad (White)"
    (tension,) = tensions(Position.from_fen(GAMBIT))
    assert moves.titles(RowKind.NOTE)[-1] == f"{tension.name}. {tension.kept}."
    lines = moves.titles(RowKind.LINE)
    assert [exchange.name for exchange in tension.exchanges] == lines[-len(tension.exchanges) :]
    lost = [each.move.text for each in report_of(Position.from_fen(GAMBIT), True).moves if each.is_lost]
    assert "e2-e4" in lost
    assert moves.titles(RowKind.NOTE)[0] == "Each break of White loses a pawn."
    assert moves.titles(RowKind.FOLD)[-1].endswith(f"White's moves that cost material ({len(lost)})")
    assert not set(lost) & set(moves.titles())
    moves.unfold("e2-e4")
    assert moves.titles()[-len(lost) :] == lost
    row = moves.rows[moves.row("e2-e4")]
    assert row.verdict == "loses a pawn"
    assert row.text.startswith("Loses a pawn: needs one more guard of e4, 1 against 2. Attacks d5, gives up d3")
    assert any("can guard the square again without capturing" in text for text in moves.texts())
    index = moves.list.moves.index(moves.row("e2-e4"), 0)
    tip = index.data(Qt.ItemDataRole.ToolTipRole)
    assert "No pawn of White can guard d3, d4 again without capturing." in tip
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("Break: e2-e4: Loses a pawn")


@pytest.mark.slow
def test_the_chosen_side_is_listed_with_its_pushes_against_the_king_or_without_a_break(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    moves.show_side(1)
    assert moves.titles(RowKind.HEADING)[0] == "Black's breaks"
    moves.show_side(2)
    headings = moves.titles(RowKind.HEADING)
    assert headings[:3] == ["White's breaks", "Black's breaks", "Tensions, and what each exchange gives"]
    assert {row.white for row in moves.rows if row.kind is RowKind.MOVE} == {True, False}
    moves.show("r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 10")
    headings = moves.titles(RowKind.HEADING)
    assert headings[:2] == ["Black's breaks", "Black's pushes against the king"]
    row = moves.rows[moves.row("Black's pushes against the king") + 1]
    assert row.title == "f5-f4"
    assert row.text.startswith("Comes nearer to the king on g1")
    moves.show(QUIET)
    assert moves.titles(RowKind.NOTE) == ["White has no pawn break here."]
    assert moves.titles() == ["e4-e5"]
    moves.show_side(1)
    assert moves.titles(RowKind.NOTE) == ["Black has no pawns."]
    assert moves.titles() == []
    moves.press(Qt.Key.Key_Down)
    moves.press(Qt.Key.Key_Return)
    assert moves.program.position_fen() == QUIET


@pytest.mark.slow
def test_pointing_at_a_row_shows_the_move_and_leaving_it_brings_the_board_back(open_moves: OpenMoves) -> None:
    moves = open_moves(SICILIAN)
    before = moves.seen()
    steps = moves.program.steps
    moves.point_at("e7-e5")
    assert moves.seen() == "rnbqkb1r/pp3ppp/3p1n2/4p3/3NP3/2N5/PPP2PPP/R1BQKB1R"
    assert ("notched", False, GAINED) in moves.marks("d5")
    backward = LAYERS["backward_pawns_not_isolated"].mark.label
    assert (backward, False, GAINED) in moves.marks("d6")
    assert moves.marks("b7") == []
    e7, e5 = parse_square("e7"), parse_square("e5")
    assert moves.arrows() == [Arrow(e7, e5, False, is_push=True)]
    moves.leave()
    assert moves.seen() == before
    assert moves.program.board.pictures.preview is None
    assert moves.program.position_fen() == SICILIAN
    assert moves.program.steps == steps


@pytest.mark.slow
def test_marks_on_the_board_are_all_squares_lost_all_labels_and_struck_lost_labels(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    for report in report_of(Position.from_fen(GAMBIT), True).moves:
        moves.point_at(report.move.text)
        lost = sum(1 << square for square in range(64) if ("notched", True, GAINED) in _marks_at(moves, square))
        assert lost == report.changes.white.squares_lost, report.sentence
    fen = "4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1"
    moves.show(fen)
    exchange = next(each for each in report_of(Position.from_fen(fen), True).moves if each.move.text == "cxd5")
    labels = [label for label in exchange.changes.white.labels if not label.gained]
    assert labels
    moves.point_at("cxd5")
    for label in labels:
        mark = LAYERS[label.layer].mark.label
        assert (mark, True, LOST) in _marks_at(moves, label.square)


def _marks_at(moves: Moves, square: int) -> list[tuple[str, bool, int]]:
    return moves.marks("abcdefgh"[square % 8] + str(square // 8 + 1))


@pytest.mark.slow
def test_moves_are_seen_and_played_by_keys_and_mouse_as_steps_none_of_a_former_position(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    before = moves.seen()
    moves.go_to("e2-e4")
    assert moves.seen() == "rnbqkb1r/ppp2ppp/4pn2/3p4/2PPP3/2N5/PP3PPP/R1BQKBNR"
    moves.press(Qt.Key.Key_Down)
    # A capture that may follow.
    assert moves.seen() == "rnbqkb1r/ppp2ppp/4pn2/8/2PPp3/2N5/PP3PPP/R1BQKBNR"
    moves.press(Qt.Key.Key_Up)
    assert moves.seen() == "rnbqkb1r/ppp2ppp/4pn2/3p4/2PPP3/2N5/PP3PPP/R1BQKBNR"
    moves.press(Qt.Key.Key_Escape)
    assert moves.seen() == before
    assert moves.program.board.hasFocus()
    moves.go_to("e2-e4")
    moves.press(Qt.Key.Key_Return)
    assert moves.program.position_fen() == "rnbqkb1r/ppp2ppp/4pn2/3p4/2PPP3/2N5/PP3PPP/R1BQKBNR b KQkq - 0 4"
    assert moves.program.board.pictures.preview is None
    assert moves.program.document.undo_stack.undoText() == "play e2-e4"
    assert "e2-e4" not in moves.titles()
    moves.program.press_keys("Ctrl+Z")
    settle()
    assert moves.program.position_fen() == GAMBIT
    assert "e2-e4" in moves.titles(), "the fold stays open"
    place = moves.place("cxd5 exd5")
    QTest.mouseClick(moves.list.viewport(), LEFT, pos=place)
    QTest.mouseDClick(moves.list.viewport(), LEFT, pos=place)
    settle()
    assert moves.program.pieces == "rnbqkb1r/ppp2ppp/5n2/3p4/3P4/2N5/PP2PPPP/R1BQKBNR"
    assert moves.program.document.undo_stack.undoText() == "play cxd5 exd5"
    moves.program.document.undo_stack.undo()
    settle()
    place = moves.place("cxd5 exd5")
    QTest.mouseClick(moves.list.viewport(), LEFT, pos=place)
    moves.program.document.set_fen(QUIET)
    QTest.mouseDClick(moves.list.viewport(), LEFT, pos=place)
    settle()
    assert moves.program.position_fen() == QUIET
    assert "cxd5 exd5" not in moves.titles()


def test_further_breaks_are_seen_at_their_end_and_played_by_steps_unless_a_piece_bars(open_moves: OpenMoves) -> None:
    moves = open_moves("4k3/8/4p3/8/8/8/5P2/4K3 w - - 0 1")
    moves.point_at("f2-f4-f5")
    assert moves.seen() == "4k3/8/4p3/5P2/8/8/8/4K3"
    moves.go_to("f2-f4-f5")
    moves.press(Qt.Key.Key_Return)
    assert moves.program.pieces == "4k3/8/4p3/8/5P2/8/8/4K3"
    moves.show("4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1")
    row = next(row for row in moves.rows if row.title == "f2-f4-f5")
    assert row.verdict == "the white knight on f3 is in the way"
    moves.go_to("f2-f4-f5")
    moves.press(Qt.Key.Key_Return)
    assert moves.program.pieces == "4k3/8/4p3/8/8/5N2/5P2/4K3"
    assert "the white knight on f3 is in the way" in moves.program.status_message()
    moves.show("4k3/4p3/8/8/8/8/3P4/4K3 w - - 0 1")
    assert moves.titles(RowKind.NOTE) == ["White has no pawn break as the next move; its further breaks stand below."]
    assert [title[2:] for title in moves.titles(RowKind.FOLD)] == ["More than two moves away (1)"]
    assert "d2-d4-d5-d6" not in moves.titles()


@pytest.mark.slow
def test_the_running_engine_is_asked_about_breaks_and_its_words_stand_apart(
    open_moves: OpenMoves, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    path = quick_engine(tmp_path)
    monkeypatch.setattr(engine_panel, "find_engines", lambda: (path,))
    moves = open_moves(SICILIAN)
    button = moves.panel.engine_button
    assert not button.isVisible()
    texts = {row.title: row.text for row in moves.rows if row.kind is RowKind.MOVE}
    analysis = moves.open_engine()
    analysis.start()
    qtbot.waitUntil(lambda: bool(analysis.variations))
    moves.program.window.navigator.show("pawn_moves")
    settle()
    assert button.isVisible()
    breaks = report_of(Position.from_fen(SICILIAN), False).breaks
    moves.click(button)
    qtbot.waitUntil(lambda: len(analysis.answers) == len(breaks))
    settle()
    words = [row.title for row in moves.rows if row.title.startswith("Engine")]
    best = analysis.variations[0].evaluation.text
    assert words == [f"Engine: +0.10 for White after it ({best} with its best move), depth 1"] * len(breaks)
    # White's breaks are not what the engine's best move is compared with: Black is to move.
    moves.show_side(0)
    moves.click(button)
    whites = report_of(Position.from_fen(SICILIAN), True).breaks
    qtbot.waitUntil(lambda: len(analysis.answers) == len(breaks) + len(whites))
    settle()
    moves.unfold(whites[0].move.text)
    found = [row.title for row in moves.rows if row.title.startswith("Engine")]
    assert found == ["Engine: −0.10 for White after it, depth 1"] * len(whites)
    moves.show_side(1)
    assert texts.items() <= {row.title: row.text for row in moves.rows}.items()
    analysis.stop()
    settle()
    assert not button.isVisible()
    assert wait_for(lambda: not processes(str(tmp_path)))


def test_far_breaks_are_unfolded_and_folded_with_the_mouse_and_with_keys(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    report = report_of(Position.from_fen(GAMBIT), True)
    near, far = ([each.text for each in report.later_breaks if each.is_near is near] for near in (True, False))
    title = f"▸ More than two moves away ({len(far)})"
    assert len(far) > 1
    folded, steps = moves.titles(), moves.program.steps
    QTest.mouseClick(moves.list.viewport(), LEFT, pos=moves.place(title))
    settle()
    opened = moves.titles()
    start = opened.index(near[0])
    assert opened[start : start + len(near) + len(far)] == [*near, *far]
    assert moves.program.board.pictures.preview is None
    moves.press(Qt.Key.Key_Down)
    assert moves.list.current_row is not None
    assert moves.list.current_row.title == far[0]
    moves.press(Qt.Key.Key_Up)
    moves.press(Qt.Key.Key_Return)
    assert moves.titles() == folded
    assert moves.list.current_row is not None
    assert moves.list.current_row.title == title
    assert moves.program.steps == steps


@pytest.mark.slow
def test_the_list_is_up_to_date_after_an_edit_and_a_dragged_piece_hides_the_preview(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    moves.point_at("e2-e4")
    moves.program.document.remove(parse_square("e2"))
    settle()
    assert "e2-e4" not in moves.titles()
    assert moves.seen() == moves.program.pieces
    moves.program.document.undo_stack.undo()
    settle()
    moves.go_to("e2-e4")
    hand = moves.program.hand
    hand.press(moves.program.at(parse_square("h2")))
    hand.move(moves.program.at(parse_square("h4")))
    assert moves.program.board.pictures.seen.cells[parse_square("e2")].piece == "P"
    hand.release(moves.program.at(parse_square("h4")))
    settle()
    assert moves.program.document.position.piece_at(parse_square("h4")) == "P"
    assert moves.program.document.position.piece_at(parse_square("e2")) == "P"


def test_the_box_shows_the_layer_of_break_squares_with_arrows(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    e2, e4 = parse_square("e2"), parse_square("e4")
    moves.program.layers.clear()
    assert moves.arrows() == []
    moves.click(moves.panel.breaks_box)
    assert moves.program.layers.sides_of("break_squares") == (True, False)
    assert moves.arrows() == [Arrow(e2, e4, True, is_push=True, is_hollow=True)], "it loses a pawn"
    moves.program.action("show_breaks").trigger()
    assert moves.arrows() == []
    moves.program.layers.clear()
    settle()
    assert not moves.panel.breaks_box.isChecked()


def test_styles_of_labels_are_those_of_their_layers_on_the_board_and_in_the_list(open_moves: OpenMoves) -> None:
    moves = open_moves(SICILIAN)
    moves.go_to("e7-e5")
    moves.program.layers.set_style("backward_pawns_not_isolated", Style(badge("?")))
    row, pictures = moves.list.shown, moves.program.board.pictures
    assert row is not None and pictures.preview == preview_of(row, moves.program.layers.style_of)
    moves.place("e7-e5")
    moves.press(Qt.Key.Key_Escape)
    before = on_screen(moves.list.viewport())
    moves.program.layers.set_style("backward_pawns_not_isolated", Style(badge("!")))
    settle()
    seen = on_screen(moves.list.viewport())
    moves.list.viewport().update()
    settle()
    assert before != seen == on_screen(moves.list.viewport())
    moves.program.layers.set_style("backward_pawns_not_isolated", Style(badge("?")))
    moves.point_at("e7-e5")
    assert ("?", False, GAINED) in moves.marks("d6")
    moves.leave()
    moves.program.layers.set_shown("backward_pawns_not_isolated", True, True)
    moves.point_at("d6-d5")
    moves.point_at("e7-e5")
    assert [mark for mark in moves.marks("d6") if mark[0] == "?"] == [("?", False, GAINED)], "once, not twice"


def test_rows_stand_below_each_other_with_marks_verdicts_and_a_focus_ring_in_the_page(open_moves: OpenMoves) -> None:
    moves = open_moves(SICILIAN)
    painter = moves.list.row_painter
    row = next(row for row in moves.rows if row.title == "e7-e5")
    assert painter.marks(row)[0].style.mark.shape == "notched"
    moves.go_to("e7-e5")
    index = moves.list.moves.index(moves.row("e7-e5"), 0)
    assert moves.list.visualRect(index).height() > 2 * moves.list.fontMetrics().lineSpacing()
    seen = [place for place in range(len(moves.rows)) if not moves.list.isRowHidden(place)]
    rects = [moves.list.visualRect(moves.list.moves.index(place, 0)) for place in seen]
    assert all(upper.bottom() < lower.top() for upper, lower in pairwise(rects))
    page = moves.panel
    assert page.rect().contains(moves.list.geometry().adjusted(-WIDTH, -WIDTH, WIDTH, WIDTH))
    place = next(place for place, row in enumerate(moves.rows) if row.verdict and not moves.list.isRowHidden(place))
    rect = moves.list.visualRect(moves.list.moves.index(place, 0))
    image = moves.list.viewport().grab(rect).toImage()
    inked = [
        x
        for x in range(image.width())
        if any(image.pixelColor(x, y).lightness() < 100 for y in range(4, image.height() - 4))
    ]
    assert max(after - before for before, after in pairwise(inked)) < rect.width() // 4


def test_the_other_side_to_move_is_asked_as_if_it_were_its_turn(open_moves: OpenMoves) -> None:
    moves = open_moves(GAMBIT)
    moves.show_side(1)
    moves.go_to("c7-c5")
    moves.press(Qt.Key.Key_Return)
    position = moves.program.document.position
    assert position.piece_at(parse_square("c5")) == "p"
    assert position.white_to_move
    assert position.pawns & parse_squares("c7") == 0
    assert replace(position, halfmove_clock=0) == position


def test_the_marks_of_a_previewed_move_are_named_in_the_legend_while_they_are_seen(open_moves: OpenMoves) -> None:
    moves = open_moves("4k3/8/8/3p4/8/2P1P3/3P4/4K3 w - - 0 1")
    legend = moves.program.window.legend
    place = (legend.geometry(), moves.program.board.geometry())
    before = legend.grab().toImage()
    moves.point_at("d2-d4")
    changes = {entry.title: (entry.white_count, entry.black_count) for entry in legend.changes}
    shown = [mark for cell in moves.program.board.pictures.seen.cells for mark in cell.marks if mark.change]
    lost = sum(mark.mark == LOST_SQUARES.mark and mark.white for mark in shown)
    assert changes["Lost for good"] == (lost, 0)
    assert lost > 0
    assert {label for mark in shown if (label := mark.mark.label)} <= {
        entry.style.mark.label for entry in (*legend.changes, *legend.entries)
    }
    assert legend.grab().toImage() != before
    moves.leave()
    moves.program.board.setFocus()
    settle()
    assert legend.changes == ()
    assert legend.grab().toImage() == before
    assert (legend.geometry(), moves.program.board.geometry()) == place


def test_a_pointer_that_comes_late_to_a_closed_panel_shows_no_move(program: RunningProgram) -> None:
    program.document.set_fen(QUIET)
    moves = Moves(program)
    moves.go_to("e4-e5")
    place = moves.place("e4-e5")
    assert moves.arrows()
    program.window.navigator.toggle("pawn_moves")
    assert not moves.panel.isVisible()
    QTest.mouseMove(moves.list.viewport(), place)
    settle()
    assert moves.list.shown is None and not moves.arrows()
