from __future__ import annotations

import chess
from hypothesis import given

from pawnviz.core.board.attackers import Pieces
from pawnviz.core.board.position import START, Position
from pawnviz.core.pawn_moves.moves import after_capture, after_move, pawn_moves
from tests.core.pawn_moves.games import all_games, chess_board, from_games, with_kings


def moves_of_python_chess(position: Position, white: bool) -> set[str]:
    """Return the legal moves of a color's pawns, promotions to a queen only, and no double step from the first rank."""
    board = chess_board(position, white)
    return {
        move.uci()
        for move in board.generate_legal_moves(board.pawns, ~board.kings & chess.BB_ALL)
        if move.promotion in (None, chess.QUEEN)
        if not (
            chess.square_distance(move.from_square, move.to_square) == 2
            and chess.BB_SQUARES[move.from_square] & chess.BB_BACKRANKS
        )
    }


def moves(position: Position, white: bool) -> list[str]:
    return [move.uci for move in pawn_moves(position.sides()[0 if white else 1])]


def test_the_moves_of_pawns_are_those_of_python_chess_in_games() -> None:
    for position in all_games():
        for white in (True, False):
            found = moves(position, white)
            assert len(found) == len(set(found))
            assert set(found) == moves_of_python_chess(position, white), position.fen()


@given(position=with_kings())
def test_the_moves_of_pawns_are_those_of_python_chess_on_boards_that_no_game_reaches(position: Position) -> None:
    # There python-chess takes en passant wherever the square is set, pawnviz only where a pawn can have passed it.
    position = position.with_en_passant(None)
    for white in (True, False):
        assert set(moves(position, white)) == moves_of_python_chess(position, white)


def test_the_position_after_a_move_is_that_of_python_chess() -> None:
    for position in all_games()[::3]:
        for move in pawn_moves(position.sides()[0 if position.white_to_move else 1]):
            board = chess_board(position, position.white_to_move)
            board.push(chess.Move.from_uci(move.uci))
            # python-chess writes the en-passant square where taking is legal, pawnviz where a pawn attacks it.
            after = after_move(position, move)
            assert after.fen().split()[:2] == board.fen().split()[:2]
            assert after.fen().split()[4:] == board.fen().split()[4:]
            assert after.castling == board.clean_castling_rights()
            assert board.has_legal_en_passant() <= (after.en_passant is not None)


@given(position=with_kings())
def test_attackers_are_those_of_python_chess(position: Position) -> None:
    board = chess_board(position, True)
    for side in position.sides():
        pieces = Pieces.of(side)
        for square in range(64):
            assert pieces.attackers(square) == board.attackers_mask(side.color, square)


def test_texts_are_as_people_write_moves() -> None:
    position = Position.from_fen("3r2k1/4P3/8/2pP4/4p3/3P4/P7/4K3 w - c6 0 1")
    white = {move.text for move in pawn_moves(position.sides()[0])}
    assert white == {"a2-a3", "a2-a4", "d3-d4", "dxe4", "d5-d6", "dxc6 e.p.", "e7-e8=Q", "exd8=Q"}
    assert {move.text for move in pawn_moves(position.sides()[1])} == {"c5-c4", "exd3", "e4-e3"}


def test_a_pinned_pawn_moves_along_the_pin_only() -> None:
    position = Position.from_fen("4r2k/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    assert moves(position, True) == ["e4e5"]
    assert moves(Position.from_fen("7k/8/8/8/1b1p4/2P5/3K4/8 w - - 0 1"), True) == ["c3b4"]


def test_without_kings_or_with_several_every_move_counts() -> None:
    assert moves(Position.from_fen("4r3/8/8/3p4/4P3/8/8/8 w - - 0 1"), True) == ["e4e5", "e4d5"]
    assert moves(Position.from_fen("4r3/8/8/3p4/4P3/8/8/2K1K3 w - - 0 1"), True) == ["e4e5", "e4d5"]


def test_a_king_is_never_taken() -> None:
    assert moves(Position.from_fen("8/8/8/3k4/4P3/8/8/4K3 w - - 0 1"), True) == ["e4e5"]


def test_the_en_passant_square_is_set_only_where_a_pawn_can_take() -> None:
    after = {move.uci: after_move(START, move) for move in pawn_moves(START.sides()[0])}
    assert after["e2e4"].en_passant is None
    position = Position.from_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1")
    after = {move.uci: after_move(position, move) for move in pawn_moves(position.sides()[0])}
    assert after["e2e4"].en_passant == chess.E3
    assert after["e2e3"].en_passant is None


@given(position=from_games())
def test_the_position_after_a_capture_is_that_of_python_chess(position: Position) -> None:
    for white in (True, False):
        board = chess_board(position, white)
        for move in board.generate_legal_captures():
            takes_king = board.piece_type_at(move.to_square) == chess.KING
            if takes_king or board.is_en_passant(move) or move.promotion not in (None, chess.QUEEN):
                continue
            found = after_capture(position, move.from_square, move.to_square)
            later = board.copy(stack=False)
            later.push(move)
            assert found.placement() == later.board_fen()
            assert found.white_to_move != white
            assert found.castling == later.castling_rights & position.castling
