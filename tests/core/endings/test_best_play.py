"""The moves that keep an outcome, and the line."""

from __future__ import annotations

import chess
import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.endings.best_play import BestPlay, best_play, with_other_to_move
from pawnviz.core.endings.outcome import Outcome, solve_within


def played(fen: str) -> BestPlay:
    position = Position.from_fen(fen)
    found = best_play(position, solve_within(position, 60))
    assert found is not None
    return found


def test_the_only_move_of_reti_s_study_goes_between_both_pawns() -> None:
    found = played("7K/8/k1P5/7p/8/8/8/8 w - - 0 1")
    assert found.keeping == ("Kg7",)
    assert found.is_only
    assert found.line == ()


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/3k4/8/3K4/8/3P4/8 w - - 0 1",
        "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1",
        "8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60",
        "8/3p4/8/3k4/8/3K4/8/8 b - - 0 1",
    ],
)
def test_a_line_is_legal_and_ends_with_a_promotion_that_wins(fen: str) -> None:
    found = played(fen)
    board = chess.Board(fen)
    for san in found.line:
        winner = board.turn
        move = board.push_san(san)
    assert move.promotion == chess.QUEEN
    assert not any(reply.to_square == move.to_square for reply in board.legal_moves)
    outcome = solve_within(Position.from_fen(fen), 60).ending.outcome
    assert outcome is (Outcome.WHITE_WINS if winner else Outcome.BLACK_WINS)


@pytest.mark.parametrize("fen", ["8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", "8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60"])
def test_moves_that_are_named_keep_the_outcome(fen: str) -> None:
    position = Position.from_fen(fen)
    outcome = solve_within(position, 60).ending.outcome
    found = played(fen)
    for san in found.keeping:
        board = chess.Board(fen)
        board.push_san(san)
        after = solve_within(Position.from_fen(board.fen()), 60)
        assert after.ending.outcome is outcome


def test_who_is_to_move_decides_the_trebuchet() -> None:
    position = Position.from_fen("8/8/8/3pK3/2kP4/8/8/8 w - - 0 1")
    assert with_other_to_move(solve_within(position, 60), position) is Outcome.WHITE_WINS


def test_an_ending_that_is_not_decided_has_no_best_play() -> None:
    position = Position.from_fen("8/p4p2/1p4pk/2p5/2P5/1P3KP1/P4P2/8 w - - 0 1")
    assert best_play(position, solve_within(position, 0.05)) is None


def test_a_move_is_not_called_the_only_one_while_another_is_undecided() -> None:
    # Of a promotion to another piece than a queen nothing is known.
    found = played("8/P7/8/8/8/2k5/8/K7 w - - 0 1")
    assert "a8=Q" in found.keeping
    assert not found.is_only
