"""The points of breaks against a count of each rule on a board of python-chess, and each rule by itself."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves import merits
from pawnviz.core.pawn_moves.breaks import breaks, position_of_break
from pawnviz.core.pawn_moves.merits import Stand, points
from tests.core.pawn_moves.claims import place, view
from tests.core.pawn_moves.exchanges import captures, gain_of
from tests.core.pawn_moves.games import chess_board, from_games
from tests.reference import LAYER_REFERENCES

WHOLE = chess.SquareSet(chess.BB_ALL)


def most_won(board: chess.Board) -> int:
    """Return the most that the side to move wins on one square."""
    moves = [move for square in WHOLE for move in captures(board, square)]
    moves += [move for move in board.legal_moves if board.is_en_passant(move)]
    return max([0, *(gain_of(board, move) for move in moves)])


def free_squares(board: chess.Board, white: bool) -> int:
    pawns = board.pawns & board.occupied_co[not white]
    guarded = chess.SquareSet()
    for pawn in chess.SquareSet(pawns):
        guarded |= board.attacks(pawn)
    count = 0
    for piece in chess.SquareSet(board.occupied_co[white] & ~board.pawns & ~board.kings):
        count += len(board.attacks(piece) & ~board.occupied_co[white] & ~guarded)
    return count


def guards(board: chess.Board, square: int, white: bool) -> int:
    """Return how many pieces of a color can take on a square in turn, pieces behind others included."""
    legal = board.copy(stack=False)
    legal.turn = white
    legal.set_piece_at(square, chess.Piece(chess.PAWN, not white))
    pieces = board.copy(stack=False)
    found = 0
    while pieces.attackers(True, square) | pieces.attackers(False, square):
        for piece in pieces.attackers(True, square) | pieces.attackers(False, square):
            if board.color_at(piece) == white:
                found += piece == board.king(white) or may_leave(legal, piece, square)
            pieces.remove_piece_at(piece)
    return found


def may_leave(board: chess.Board, piece: int, square: int) -> bool:
    """Return whether the king is not attacked along a line that a piece leaves for a square."""
    king = board.king(board.turn)
    assert king is not None
    later = board.copy(stack=False)
    later.set_piece_at(square, later.remove_piece_at(piece))
    return not chess.ray(king, piece) or not later.is_attacked_by(not board.turn, king)


def counted(position: Position, after: Position, source: int, square: int, white: bool) -> float:
    """Return the points of a push, each rule counted square by square."""
    before, board = (chess_board(each, not white) for each in (position, after))
    own, enemy = board.occupied_co[white], board.occupied_co[not white]
    attacked = chess.SquareSet(board.attacks_mask(square) & enemy)
    files = {chess.square_file(target) for target in attacked & board.pawns}
    rooks = [
        any(chess.square_file(rook) in files for rook in chess.SquareSet(board.rooks & side)) for side in (own, enemy)
    ]
    seen = [view(each, white) for each in (position, after)]
    holes = len(LAYER_REFERENCES["holes"](seen[1]) - LAYER_REFERENCES["holes"](seen[0]))
    king = board.king(white)
    assert king is not None
    ahead = (chess.square_rank(source) - chess.square_rank(king)) * (1 if white else -1)
    beside = abs(chess.square_file(source) - chess.square_file(king))
    rank = chess.square_rank(square) if white else 7 - chess.square_rank(square)
    can_pass = any(board.is_en_passant(move) for move in board.legal_moves)
    return (
        merits.MATERIAL * (most_won_now(before) - most_won(board))
        + merits.FREEDOM * (free_squares(board, white) - free_squares(before, white))
        + merits.GUARD * guards(board, square, white)
        + merits.RANK * rank
        + merits.DOUBLE_STEP * (chess.square_distance(source, square) == 2)
        + merits.HIT * bool(attacked & ~board.pawns)
        + merits.ROOKS * (rooks[0] - rooks[1])
        + merits.HOLE * holes
        + merits.SHELTER * bool(beside <= 1 and 0 <= ahead <= 2 and board.queens & enemy)
        + merits.EN_PASSANT * can_pass
    )


def most_won_now(board: chess.Board) -> int:
    """Return the gain of the side that is taken to move, without en passant, which belongs to the other one."""
    plain = board.copy(stack=False)
    plain.ep_square = None
    return most_won(plain)


@given(position=from_games())
def test_points_are_the_sum_of_the_rules(position: Position) -> None:
    for side in position.sides():
        stand = Stand.of(side)
        for each in breaks(position, side.color):
            if each.is_next:
                after = position_of_break(position, each)
                expected = counted(position, after, each.source, each.square, side.color)
                assert points(stand, after, each.source, each.square) == expected, (position.fen(), each.text)


@pytest.mark.parametrize(
    ("fen", "best"),
    [
        # A pawn that is lost comes behind one that is guarded.
        ("4k3/8/2p2p2/8/1P2P3/6P1/8/4K3 w - - 0 1", "b4-b5"),
        ("4k3/8/2p2p2/8/1P2P3/P7/8/4K3 w - - 0 1", "b4-b5"),
        # The pawn that frees the bishop comes first.
        ("4k3/8/3p1p2/8/2P1P3/1P1P4/8/4KB2 w - - 0 1", "c4-c5"),
    ],
)
def test_the_first_break_by_hand(fen: str, best: str) -> None:
    assert breaks(Position.from_fen(fen), True)[0].text == best


@pytest.mark.parametrize(
    ("fen", "text", "expected"),
    [
        # A pawn lost, three ranks, and two holes.
        ("4k3/8/8/3p4/8/2P5/8/4K3 w - - 0 1", "c3-c4", -10 + 3 * 1.5 - 2 * 2),
        # The double step leaves four holes.
        ("4k3/8/8/3p4/8/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 4 * 2),
        ("4k3/8/8/3p4/8/1P6/2P5/4K3 w - - 0 1", "c2-c4", 3 * 1.5 + 2 + 4 - 4 * 2),  # Guarded.
        ("4k3/8/8/3p1n2/8/8/4P3/4K3 w - - 0 1", "e2-e4", -10 + 3 * 1.5 + 4 + 4 - 4 * 2),  # It attacks the knight too.
        ("3rk3/8/8/3p4/8/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 3 - 4 * 2),  # An enemy rook's file.
        ("3qk3/8/8/3p4/8/8/2P5/1K6 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 5 - 4 * 2),  # It leaves the king.
        ("4k3/8/8/3p4/1p6/8/2P5/4K3 w - - 0 1", "c2-c4", -10 + 3 * 1.5 + 4 - 5 - 4 * 2),  # To be taken en passant.
    ],
)
def test_points_worked_by_hand(fen: str, text: str, expected: float) -> None:
    position = Position.from_fen(fen)
    (found,) = (each for each in breaks(position, True) if each.text == text)
    after = position_of_break(position, found)
    assert points(Stand.of(position.sides()[0]), after, found.source, found.square) == expected


def test_a_position_is_seen_by_both_colors_alike() -> None:
    fen = "r1bq1rk1/ppp1n1bp/3p1np1/3Ppp2/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10"
    position = Position.from_fen(fen)
    swapped = position.swapped_colors()
    for white in (True, False):
        own = [(each.source ^ 56, each.square ^ 56) for each in breaks(position, white)]
        assert sorted(own) == sorted((each.source, each.square) for each in breaks(swapped, not white))
        firsts = breaks(position, white)[0], breaks(swapped, not white)[0]
        assert (firsts[0].source ^ 56, firsts[0].square ^ 56) == (firsts[1].source, firsts[1].square)
        assert place(firsts[0].square)[0] == place(firsts[1].square)[0]
