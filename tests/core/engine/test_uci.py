"""What an engine says, and what it is sent."""

from __future__ import annotations

import chess
import pytest

from pawnviz.core.board.position import START, Position
from pawnviz.core.engine.request import board_of, obstacle, uci_fen
from pawnviz.core.engine.uci import (
    Evaluation,
    NonsenseError,
    Spin,
    check_best_move,
    read_name,
    read_option,
    read_variation,
)

BOARD = chess.Board()
BLACK = chess.Board("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")


def test_a_variation_is_read_with_white_s_evaluation() -> None:
    line = "info depth 20 seldepth 9 multipv 2 score cp 31 nodes 5 nps 6 time 7 pv e7e5 g1f3 b8c6"
    found = read_variation(line, BLACK)
    assert found is not None
    assert (found.rank, found.depth, found.evaluation) == (2, 20, Evaluation(-31))
    assert found.san == "1...e5 2. Nf3 Nc6"
    assert (found.source, found.target) == (chess.E7, chess.E5)
    mate = read_variation("info depth 3 score mate -2 pv e7e5", BLACK)
    assert mate is not None
    assert mate.evaluation == Evaluation(2, is_mate=True)


@pytest.mark.parametrize(
    ("evaluation", "text", "spoken"),
    [
        (Evaluation(35), "+0.35", "White is better by 0.35 pawns"),
        (Evaluation(-120), "−1.20", "Black is better by 1.20 pawns"),
        (Evaluation(0), "0.00", "Even"),
        (Evaluation(5, True), "#5", "White mates in 5"),
        (Evaluation(-1, True), "−#1", "Black mates in 1"),
    ],
)
def test_an_evaluation_is_said_from_white_s_point_of_view(evaluation: Evaluation, text: str, spoken: str) -> None:
    assert (evaluation.text, evaluation.spoken) == (text, spoken)


@pytest.mark.parametrize(
    "line",
    [
        "info",
        "info pv",
        "info depth 5 pv e2e4",
        "info score cp 5 pv e2e4",
        "info depth 5 score cp 5",
        "info depth 5 score cp five pv e2e4",
        "info depth 5 score cp ٣ pv e2e4",
        "info depth 5 score cp 5 lowerbound pv e2e4",
        "info depth 5 score mate 0 pv e2e4",
        f"info depth 5 score cp {'9' * 5000} pv e2e4",
        f"info depth {'9' * 5000} score cp 1 pv e2e4",
        "info string depth 5 score cp 5 pv e2e4",
    ],
)
def test_what_cannot_be_read_is_no_variation(line: str) -> None:
    assert read_variation(line, BOARD) is None


@pytest.mark.parametrize("move", ["e2e5", "e7e5", "0000", "(none)", "e2e4e5", "e1g1", "pv", "\x1b[31m"])
def test_a_first_move_that_is_not_legal_is_nonsense(move: str) -> None:
    with pytest.raises(NonsenseError, match="which is not legal here"):
        read_variation(f"info depth 5 score cp 5 pv {move} e7e5", BOARD)
    with pytest.raises(NonsenseError, match="which is not legal here"):
        check_best_move(f"bestmove {move}", BOARD)


def test_a_variation_ends_before_its_first_illegal_move() -> None:
    found = read_variation("info depth 5 score cp 5 pv e2e4 e7e5 e1e8 g8f6", BOARD)
    assert found is not None
    assert found.san == "1. e4 e5"


def test_a_best_move_is_needed_and_checked() -> None:
    check_best_move("bestmove e2e4 ponder e7e5", BOARD)
    with pytest.raises(NonsenseError, match="“”"):
        check_best_move("bestmove", BOARD)


@pytest.mark.parametrize(
    ("fen", "move", "squares", "san"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1 g1", "1. O-O"),
        ("1r2kr2/1p3p2/8/8/8/8/1P3P2/1R2KR2 w FBfb - 0 1", "e1f1", "e1 g1", "1. O-O"),
        ("1r2kr2/1p3p2/8/8/8/8/1P3P2/1R2KR2 b FBfb - 0 1", "e8b8", "e8 c8", "1...O-O-O"),
    ],
)
def test_castling_is_an_arrow_of_the_king(fen: str, move: str, squares: str, san: str) -> None:
    found = read_variation(f"info depth 1 score cp 1 pv {move}", board_of(Position.from_fen(fen)))
    assert found is not None
    assert f"{chess.SQUARE_NAMES[found.source]} {chess.SQUARE_NAMES[found.target]}" == squares
    assert found.san == san


def test_options_have_a_range_or_are_truth_values() -> None:
    assert read_option("option name Hash type spin default 16 min 1 max 33554432") == ("Hash", Spin(1, 33554432))
    assert read_option("option name UCI_Chess960 type check default false") == ("UCI_Chess960", None)
    assert read_option("option name Hash type spin default 16") is None
    assert Spin(1, 4).nearest(9) == 4


def test_a_name_is_short_and_can_be_printed() -> None:
    assert read_name("id name Stockfish 15.1 ") == "Stockfish 15.1"
    assert read_name("id name a\x1b[31mb") == "a [31mb"
    assert len(read_name("id name " + "x" * 500)) == 40


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "The position is not legal, so the engine does not get it. Black has no king."),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "is in check from e2 while it is White's move."),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "Checkmate: White has won."),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: Black has no legal move. The game is drawn."),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", ""),
    ],
)
def test_an_illegal_or_finished_position_is_not_sent(fen: str, text: str) -> None:
    found = obstacle(Position.from_fen(fen))
    assert text in found
    assert bool(text) == bool(found)


def test_every_first_position_of_chess960_is_sent_with_its_rights() -> None:
    for number in range(0, 960, 7):
        fen = chess.Board.from_chess960_pos(number).fen()
        board = board_of(Position.from_fen(fen))
        sent = chess.Board(uci_fen(board), chess960=True)
        assert sent.castling_rights == board.castling_rights == chess.Board(fen, chess960=True).castling_rights
        assert board.chess960 == sent.has_chess960_castling_rights()
    assert uci_fen(board_of(START)) == chess.STARTING_FEN


def test_evaluations_are_in_order_for_the_side_that_is_to_move() -> None:
    worst_first = [Evaluation(-1, True), Evaluation(-5, True), Evaluation(-900), Evaluation(0), Evaluation(35)]
    worst_first += [Evaluation(9, True), Evaluation(2, True)]
    for white, expected in ((True, worst_first), (False, worst_first[::-1])):
        shuffled = worst_first[::2] + worst_first[1::2]
        assert sorted(shuffled, key=lambda value: value.strength(white)) == expected
