"""Moves of pawns, breaks and tensions for scripts."""

from __future__ import annotations

from typing import Any

import chess
import pytest

import pawnviz
from pawnviz.core.pawn_moves.report import report_of

FEN = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
POSITION = pawnviz.Position.from_fen(FEN)


def test_moves_are_those_of_the_panel_in_its_order() -> None:
    found = pawnviz.pawn_moves(POSITION)
    assert found == pawnviz.pawn_moves(chess.Board(FEN))
    for color in (True, False):
        reports = report_of(POSITION, color).moves
        assert [(move.text, move.sentence) for move in found[color]] == [
            (report.move.text, report.sentence) for report in reports
        ]
    board = chess.Board(FEN)
    assert {move.uci for move in found.white} == {
        move.uci() for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN
    }


def test_a_move_says_what_it_changes() -> None:
    move = pawnviz.pawn_moves(POSITION).white[0]
    assert (move.text, move.uci, move.is_break, move.attacks) == ("e2-e4", "e2e4", True, ("d5",))
    assert move.squares_lost.squares == pawnviz.ByColor(("d3", "d4"), ())
    assert move.changes[:2] == ("Attacks d5.", "Gives up d3 for good.")
    assert [exchange.text for exchange in move.exchanges] == ["…dxe4", "exd5 exd5"]
    assert move.word == "loses a pawn"
    assert move.price == "loses a pawn: needs one more guard of e4, 1 against 2"
    taken = next(move for move in pawnviz.pawn_moves(POSITION).white if move.text == "cxd5")
    assert (taken.word, taken.price, taken.answer) == ("", "", "…exd5")
    sicilian = pawnviz.Position.from_fen("rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5")
    push = next(move for move in pawnviz.pawn_moves(sicilian).black if move.text == "e7-e5")
    assert ("backward_pawns_not_isolated", "d6") in push.labels_gained.black
    assert push.labels_lost == pawnviz.ByColor((), ())
    assert push.position.piece_at(chess.E5) == "p"


def test_breaks_have_their_way_and_what_is_in_it() -> None:
    position = pawnviz.Position.from_fen("4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1")
    assert pawnviz.breaks(position).white == (pawnviz.Break("f2", ("f4", "f5"), ("e6",), ("f3",), "", ""),)
    assert pawnviz.breaks(position).black == (pawnviz.Break("e6", ("e5", "e4", "e3"), ("f2",), (), "", ""),)


def test_breaks_come_in_the_order_of_the_panel_with_their_price() -> None:
    found = pawnviz.breaks(POSITION)
    for color in (True, False):
        report = report_of(POSITION, color)
        first = [(move.move.text, move.price.text) for move in report.breaks if move.price is not None]
        assert [(f"{each.pawn}-{each.route[0]}", each.price) for each in found[color][: len(first)]] == first
    assert [(each.pawn, each.word) for each in found.black[:3]] == [
        ("c7", "offers a trade"),
        ("e6", "loses a pawn"),
        ("b7", "loses a pawn"),
    ]


def test_tensions_have_the_structure_of_each_exchange() -> None:
    (tension,) = pawnviz.tensions(POSITION)
    assert (tension.white, tension.black) == ("c4", "d5")
    assert tension.structures == ("Queen's Gambit Declined (Black)",)
    lines = {exchange.text: exchange for exchange in tension.exchanges}
    assert lines["cxd5 exd5"].structures == ("Carlsbad (White)",)
    assert lines["cxd5 exd5"].position.piece_at(chess.D5) == "p"


@pytest.mark.parametrize("function", [pawnviz.pawn_moves, pawnviz.breaks, pawnviz.tensions])
def test_what_is_no_position_is_refused(function: Any) -> None:
    with pytest.raises(TypeError, match=r"pawnviz\.Position"):
        function(FEN.encode())
    assert function(FEN) == function(pawnviz.Position.from_fen(FEN))
