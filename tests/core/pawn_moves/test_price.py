"""The word of a break against all legal captures on its square, and words worked by hand."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.price import Price, PriceKind
from pawnviz.core.pawn_moves.report import report_of
from tests.core.pawn_moves.exchanges import captures, gain_of
from tests.core.pawn_moves.games import chess_board, from_games, with_kings

KINDS = {1: (PriceKind.GAMBIT, PriceKind.LOSS), 0: (PriceKind.EXCHANGE,), -1: (PriceKind.SAFE,)}


def price(fen: str, text: str) -> Price:
    position = Position.from_fen(fen)
    reports = [report for white in (True, False) for report in report_of(position, white).moves]
    found = next(report.price for report in reports if report.move.text == text)
    assert found is not None
    return found


def check(position: Position) -> None:
    for white in (True, False):
        for report in report_of(position, white).moves:
            if report.price is None:
                continue
            board = chess_board(report.after, not white)
            answers = list(captures(board, report.move.target))
            answers += [move for move in board.legal_moves if board.is_en_passant(move)]
            gain = max((gain_of(board, move) for move in answers), default=-1)
            kinds = KINDS[(gain > 0) - (gain < 0)]
            assert report.price.kind in kinds, (position.fen(), report.sentence)
            assert bool(report.price.gains) == (report.price.kind is PriceKind.GAMBIT)


@given(position=from_games())
def test_the_word_of_a_push_is_that_of_the_best_legal_capture_in_games(position: Position) -> None:
    check(position)


@given(position=with_kings())
def test_the_word_of_a_push_is_that_of_the_best_legal_capture_on_any_board(position: Position) -> None:
    check(position)


@pytest.mark.parametrize(
    ("fen", "move", "text"),
    [
        # The target is pinned and nothing else takes.
        ("3k4/8/3p4/8/2P5/8/8/3RK3 w - - 0 1", "c4-c5", "can be played"),
        ("4k3/8/3p4/8/1PP5/8/8/4K3 w - - 0 1", "c4-c5", "offers a trade"),
        ("4k3/8/3p4/8/2P5/8/8/4K3 w - - 0 1", "c4-c5", "loses a pawn: needs one more guard of c5, 0 against 1"),
        ("4k3/8/3p4/8/2P5/4B3/8/4K3 w - - 0 1", "c4-c5", "offers a trade"),
        # The bishop that takes back is taken.
        ("2r1k3/8/3p4/8/2P5/4B3/8/4K3 w - - 0 1", "c4-c5", "loses a pawn: needs one more guard of c5, 1 against 2"),
        (
            "2r1k3/2r5/3p4/8/2P5/4B3/8/4K3 w - - 0 1",
            "c4-c5",
            "loses a pawn: needs two more guards of c5, 1 against 3",
        ),
        # White's rook gets the file that Black's capture opens.
        ("4k3/8/3p4/8/2P5/8/8/2R1K3 w - - 0 1", "c4-c5", "offers a trade"),
        ("4k3/8/3p1p2/8/4P3/2N5/8/3RK3 w - - 0 1", "e4-e5", "a gambit for the open d-file with the rook on d1"),
        # Of two gains it is not said which pieces they are for.
        (
            "r1q1nrk1/ppp1n1b1/3pP2p/4pp2/2P5/1QN5/PP1BBPPP/2R2RK1 w - - 2 15",
            "c4-c5",
            "a gambit for the half-open c-file and the open d-file",
        ),
        ("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1", "a2-a4", "loses a pawn, which is taken en passant"),
        ("4k3/8/8/8/1p6/8/P7/R3K3 w - - 0 1", "a2-a4", "offers a trade"),
        # A queen alone on the opened file is no compensation for a pawn; nor is a bishop on an outpost.
        (
            "r2q1rk1/pp1bppbp/2np1np1/8/2PNP3/2N1B3/PP2BPPP/R2Q1RK1 w - - 2 10",
            "e4-e5",
            "loses a pawn: needs two more guards of e5, 0 against 2",
        ),
        ("4k3/8/3p1p2/8/4P3/2N5/8/3QK3 w - - 0 1", "e4-e5", "loses a pawn"),
    ],
)
def test_words_worked_by_hand(fen: str, move: str, text: str) -> None:
    assert price(fen, move).text == text


def test_guards_and_attackers_are_counted_with_those_behind_others() -> None:
    found = price("q3k3/1b6/4pn2/8/3P1N2/2N5/8/4K3 w - - 0 1", "d4-d5")
    assert (found.kind, found.guards, found.attackers) == (PriceKind.LOSS, 2, 4)


def test_the_named_capture_is_legal() -> None:
    found = price("4k3/8/3p4/8/2P5/8/8/4K3 w - - 0 1", "c4-c5")
    assert found.capture is not None
    assert (found.capture.source, found.capture.gain) == (chess.D6, 1)
