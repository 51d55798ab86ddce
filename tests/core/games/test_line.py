from __future__ import annotations

import chess
import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.games.line import line_to, main_line
from tests.core.games.sample import line_of, random_game, read


@pytest.mark.parametrize("seed", range(6))
def test_a_line_goes_through_the_positions_of_python_chess(seed: int) -> None:
    game = random_game(seed)
    line = main_line(game)
    board = game.board()
    assert line.positions[0].fen() == board.fen()
    for move, played, position in zip(game.mainline_moves(), line.moves, line.positions[1:], strict=True):
        assert (played.san, played.number, played.white) == (board.san(move), board.fullmove_number, board.turn)
        assert (played.source, played.target) == (move.from_square, move.to_square)
        before = board.copy()
        board.push(move)
        assert position == Position.from_fen(board.fen())
        gone = before.occupied_co[not before.turn] & ~board.occupied_co[not before.turn]
        assert gone == (0 if played.captured is None else 1 << played.captured)


def test_a_variation_is_a_line_too() -> None:
    game = read("1. e4 e5 (1... c5 2. Nf3) 2. Bc4 *").game
    sicilian = game.variations[0].variations[1]
    assert [move.text for move in line_to(sicilian.variations[0]).moves] == ["1.e4", "1...c5", "2.Nf3"]
    assert [move.text for move in main_line(game).moves] == ["1.e4", "1...e5", "2.Bc4"]


def test_en_passant_promotion_and_null_moves_are_told_apart() -> None:
    line = line_of("9. dxc6 -- 10. a8=N *", "4k3/P6p/8/2pP4/8/8/8/4K3 w - c6 0 9")
    capture, nothing, promotion = line.moves
    assert capture.captured == chess.C5 and capture.target == chess.C6
    assert nothing.source == nothing.target and nothing.captured is None
    assert (promotion.promotion, promotion.captured) == ("N", None)


def test_the_en_passant_square_is_kept_only_where_a_capture_is_legal() -> None:
    assert line_of("1. e4 *").positions[1].en_passant is None
    assert line_of("1. e4 d5 2. e5 f5 *").positions[4].en_passant == chess.F6


def test_the_clocks_of_a_game_stop_at_the_highest_ones() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 9998 9999"
    line = main_line(read(f'[FEN "{fen}"]\n\n9999. Ke2 Ke7 Ke1 Ke8 *').game)
    assert [position.fen().split()[4:] for position in line.positions[1:]] == [["9999", "9999"]] * 4
