from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import chess
import numpy
import pytest

from pawnviz.core.board.bitboard import square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import places_among, turned
from pawnviz.core.endings.outcome import (
    BestPlay,
    Ending,
    Outcome,
    best_play,
    is_pawn_ending,
    solve_within,
    solved_at_once,
    with_other_to_move,
)
from pawnviz.core.endings.search import solve_all
from pawnviz.core.endings.wins import FILE, KnownWins, black_promoted, rivals, white_promoted
from pawnviz.folders import resource_path
from tests.core.endings.famous import FAMOUS
from tests.core.endings.retrograde import Material, Reference
from tests.fuzz.endings import table
from tests.make_races import packed


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


def solve(position: Position) -> Ending:
    return solve_within(position, 60).ending


@pytest.mark.parametrize("name", FAMOUS)
def test_an_ending_of_the_books_has_its_outcome(name: str) -> None:
    fen, outcome = FAMOUS[name]
    assert solve(Position.from_fen(fen)).outcome is outcome


def test_an_ending_of_one_pawn_is_decided_at_once_and_a_long_one_later() -> None:
    found = solved_at_once(Position.from_fen("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1"))
    assert found is not None
    assert found.outcome is Outcome.WHITE_WINS
    later = Position.from_fen("8/5p2/6p1/3kP3/5P2/8/7K/8 b - - 0 58")
    found = solved_at_once(later)
    assert found is not None
    assert not found.is_decided
    assert solve(later).outcome is Outcome.DRAW
    # With other pieces, or kings that touch, there is nothing to solve.
    for fen in ("8/8/3k4/8/8/2P1P3/8/3KN3 w - - 0 1", "8/8/8/8/8/4P3/8/kK6 w - - 0 1"):
        assert solved_at_once(Position.from_fen(fen)) is None


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", Outcome.BLACK_WINS),
        ("8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", Outcome.WHITE_WINS),
        # White promotes first, on the long diagonal that the other pawn has to promote on.
        ("8/P7/8/8/8/7k/7p/K7 w - - 0 1", Outcome.WHITE_WINS),
        # A queen against a pawn on its seventh rank, the king far away: a rook pawn draws, a center pawn loses.
        ("8/4P3/8/8/8/K7/7p/6k1 w - - 0 1", Outcome.DRAW),
        ("8/1P6/8/8/8/K7/4p3/4k3 w - - 0 1", Outcome.WHITE_WINS),
    ],
)
def test_a_race_of_pawns_is_decided(fen: str, outcome: Outcome) -> None:
    assert solve(Position.from_fen(fen)).outcome is outcome


def test_a_race_that_leaves_pawns_beside_two_queens_is_never_guessed() -> None:
    assert solve(Position.from_fen("8/1P2k3/8/P3K3/8/6p1/8/8 b - - 0 52")).outcome is Outcome.NOT_DECIDED


def test_the_key_squares_of_a_pawn_on_e4_are_those_of_the_books() -> None:
    # With Black to move and the king far away, White wins from each key square.
    ending = solve(Position.from_fen("8/8/8/8/k3P3/8/8/K7 b - - 0 1"))
    won = square_names(ending.white_king.white_wins).split()
    assert {"d6", "e6", "f6"} <= set(won)


def test_the_other_side_of_the_board_gives_the_same_map() -> None:
    white = solve(Position.from_fen("8/8/3k4/8/3KP3/8/8/8 w - - 0 1"))
    black = solve(Position.from_fen("8/8/8/3kp3/8/3K4/8/8 b - - 0 1"))
    assert white.outcome is Outcome.WHITE_WINS or white.outcome is Outcome.DRAW
    assert (white.outcome is Outcome.WHITE_WINS) == (black.outcome is Outcome.BLACK_WINS)
    flipped = int.from_bytes(black.black_king.black_wins.to_bytes(8, "little"), "big")
    assert white.white_king.white_wins == flipped


def test_each_square_of_a_map_has_one_verdict_and_the_king_s_own_is_the_outcome() -> None:
    ending = solve(Position.from_fen("8/5p2/8/2k5/4P3/4K3/8/8 w - - 0 1"))
    for king_map in (ending.white_king, ending.black_king):
        masks = (king_map.white_wins, king_map.black_wins, king_map.draws, king_map.not_decided)
        assert sum(masks) == masks[0] | masks[1] | masks[2] | masks[3]


def test_a_pawn_that_has_just_passed_may_be_taken() -> None:
    # Black wins the pawn by taking en passant, and the game with it; without the right White holds.
    taken = solve(Position.from_fen("8/8/8/8/2pP4/8/1k6/7K b - d3 0 1"))
    assert taken.outcome is Outcome.BLACK_WINS


@pytest.mark.parametrize(
    "fen",
    ["8/8/8/4k3/8/4P3/8/4K2R w - - 0 1", "8/8/8/4k3/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/4P3/8/4K3 w - - 0 1"],
)
def test_other_positions_are_no_pawn_endings(fen: str) -> None:
    position = Position.from_fen(fen)
    assert not is_pawn_ending(position)
    with pytest.raises(ValueError, match="one king on each side"):
        solve(position)


def test_kings_that_touch_are_refused() -> None:
    with pytest.raises(ValueError, match="kings touch"):
        solve(Position.from_fen("8/8/8/8/8/4P3/8/kK6 w - - 0 1"))


def test_the_file_holds_what_is_read_from_it() -> None:
    races = [
        white_promoted(8 * rank + file, goal) for rank in range(1, 7) for file in range(4) for goal in range(56, 64)
    ]
    assert packed(races) == resource_path(FILE).read_bytes()
    for race in races:
        assert race.white_wins & ~race.white_may_win == race.black_wins & ~race.black_may_win == 0
        assert race.white_wins & race.black_wins == 0


def test_a_race_of_black_is_that_of_white_turned() -> None:
    race = white_promoted(chess.A2, chess.H8)
    assert black_promoted(chess.A7, chess.H1).black_wins == turned(race.white_wins)
    assert turned(turned(race.white_wins)) == race.white_wins


def test_a_turned_pair_has_its_kings_exchanged_on_the_other_half_of_the_board() -> None:
    for white, black in ((0, 63), (4, 60), (17, 42), (35, 36)):
        assert turned(1 << 64 * white + black) == 1 << 64 * (black ^ 56) + (white ^ 56)


def test_the_queen_wins_and_draws_as_books_have_it() -> None:
    # A rook pawn on its seventh rank holds beside its king, a center pawn does not, the white king being far away.
    for pawn, king, wins in ((chess.A2, chess.B2, False), (chess.D2, chess.E2, True), (chess.H2, chess.G2, False)):
        race = white_promoted(pawn, chess.E8)
        bit = 64 * chess.A8 + king if pawn == chess.H2 else 64 * chess.H8 + king
        assert bool(race.white_wins >> bit & 1) is wins
        assert bool(race.white_may_win >> bit & 1) is wins


Board = chess.Board


def board_of(white: int, black: int, white_king: int, black_king: int, turn: bool, queen: int | None = None) -> Board:
    board = Board(None)
    for mask, color in ((white, True), (black, False)):
        for square in squares(mask):
            board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    board.set_piece_at(white_king, chess.Piece(chess.KING, True))
    board.set_piece_at(black_king, chess.Piece(chess.KING, False))
    if queen is not None:
        board.set_piece_at(queen, chess.Piece(chess.QUEEN, True))
    board.turn = turn
    return board


def bit_of(board: Board) -> int:
    white, black = board.king(chess.WHITE), board.king(chess.BLACK)
    assert white is not None and black is not None
    return 64 * white + black


def new_finder() -> KnownWins:
    return rivals(lambda: True)[0]


def is_won(finder: KnownWins, board: Board) -> bool:
    """Return whether a win of White is proved; with pawns and pieces of both it is where White takes at once."""
    queens = board.pieces(chess.QUEEN, True)
    white, black = board.pawns & board.occupied_co[chess.WHITE], board.pawns & board.occupied_co[chess.BLACK]
    if has_new_piece(board, chess.BLACK):
        taken = (after for after, _ in after_each_move(board) if not has_new_piece(after, chess.BLACK))
        if not queens and white.bit_count() == 1 and not black:
            goal = (board.occupied & ~(board.pawns | board.kings)).bit_length() - 1
            return bool(black_promoted(white.bit_length() - 1, goal).white_wins >> bit_of(board) & 1)
        return any(is_won(finder, after) for after in taken)
    if queens:
        (queen,) = queens
        if not white and black.bit_count() == 1 and not board.turn and queen >= 56:
            return bool(white_promoted(black.bit_length() - 1, queen).white_wins >> bit_of(board) & 1)
        found = finder.wins_with_queen(white, black)
        placements = found.to_move if board.turn else found.waiting
        king, other = divmod(bit_of(board), 64)
        return bool(int(placements[queen, king]) >> other & 1)
    passed = 0 if board.ep_square is None else 1 << board.ep_square
    wins = finder.wins(white, black, passed)
    return bool((wins.proved_to_move if board.turn else wins.proved_waiting) >> bit_of(board) & 1)


def has_new_piece(board: Board, color: bool) -> bool:
    return bool(board.occupied_co[color] ^ board.occupied_co[color] & (board.pawns | board.kings))


def after_each_move(board: Board) -> Iterator[tuple[Board, chess.Move]]:
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after, move


def wins_by_a_promotion_to_a_rook(board: Board, move: chess.Move) -> bool:
    return move.promotion == chess.ROOK and not board.pawns & board.occupied_co[chess.BLACK]


def some_bits(numbers: random.Random, mask: int, count: int) -> Iterator[int]:
    for _ in range(count if mask else 0):
        rest = mask >> numbers.randrange(mask.bit_length())
        yield mask.bit_length() - rest.bit_length() + (rest & -rest).bit_length() - 1


def some_pawns(numbers: random.Random) -> tuple[int, int]:
    masks = [0, 0]
    for square in numbers.sample(range(8, 56), numbers.randint(1, 4)):
        masks[numbers.random() < 0.5] |= 1 << square
    return masks[0], masks[1]


@pytest.mark.parametrize("seed", range(3))
def test_each_proved_win_follows_from_the_moves_of_python_chess(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(4):
        white, black = some_pawns(numbers)
        finder = new_finder()
        wins = solve_all(finder, white, black)
        for turn, proved in ((True, wins.proved_to_move), (False, wins.proved_waiting)):
            for bit in some_bits(numbers, proved, 12):
                assert_win_follows(finder, board_of(white, black, *divmod(bit, 64), turn))


@pytest.mark.parametrize("seed", range(2))
def test_each_proved_win_with_a_queen_follows_from_the_moves_of_python_chess(seed: int) -> None:
    numbers = random.Random(seed)
    for _ in range(3):
        white, black = some_pawns(numbers)
        if not black:
            continue
        finder = new_finder()
        wins = finder.wins_with_queen(white, black)
        for turn, proved in ((True, wins.to_move), (False, wins.waiting)):
            for queen, king in numbers.sample(list(product(range(64), repeat=2)), 200):
                for other in some_bits(numbers, int(proved[queen, king]), 1):
                    assert_win_follows(finder, board_of(white, black, king, other, turn, queen))


def assert_win_follows(finder: KnownWins, board: Board) -> None:
    assert board.is_valid(), board.fen()
    if board.turn:
        assert any(
            wins_by_a_promotion_to_a_rook(after, move)
            or ((not move.promotion or move.promotion == chess.QUEEN) and is_won(finder, after))
            for after, move in after_each_move(board)
        ), board.fen()
    else:
        assert not board.is_stalemate(), board.fen()
        for after, move in after_each_move(board):
            assert is_won(finder, after), (board.fen(), move)


@pytest.mark.parametrize("seed", range(2))
def test_where_no_win_is_possible_each_move_keeps_it_so(seed: int) -> None:
    numbers = random.Random(seed)
    finder = new_finder()
    for _ in range(12):
        white = numbers.choice([1 << numbers.randrange(8, 56), 0b11 << numbers.randrange(8, 55)])
        legal = places_among(white, 0).to_move
        wins = solve_all(finder, white, 0)
        for bit in some_bits(numbers, legal ^ legal & wins.possible_to_move, 10):
            board = board_of(white, 0, *divmod(bit, 64), True)
            for after, move in after_each_move(board):
                if move.promotion:
                    assert after.is_stalemate() or any(not king.pawns for king, _ in after_each_move(after))
                else:
                    passed = 0 if after.ep_square is None else 1 << after.ep_square
                    waiting = finder.wins(after.pawns, 0, passed).possible_waiting
                    assert not waiting >> bit_of(after) & 1, (board.fen(), move)


def test_what_is_not_solved_is_neither_proved_nor_refuted() -> None:
    wins = solve_all(rivals(lambda: False)[0], 1 << 12 | 1 << 20, 1 << 50)
    assert wins.proved_to_move == 0
    assert wins.possible_to_move == places_among(1 << 12 | 1 << 20, 1 << 50).to_move


@pytest.mark.slow
def test_each_entry_of_king_and_pawn_against_king_is_that_of_the_reference() -> None:
    finder, reference = rivals(lambda: True)[0], Reference(optimistic=False)
    legal = won = 0
    for square in range(8, 56):
        ours = solve_all(finder, 1 << square, 0)
        expected = reference.won(Material(frozenset([square]), frozenset()))
        numpy.testing.assert_array_equal(table(ours.proved_to_move), expected.to_move)
        numpy.testing.assert_array_equal(table(ours.proved_waiting), expected.waiting)
        legal += int(expected.legal_to_move.sum() + expected.legal_waiting.sum())
        won += int(expected.to_move.sum() + expected.waiting.sum())
    assert (legal, won) == (331_352, 222_564)
