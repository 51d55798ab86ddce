from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Ending, Outcome, is_pawn_ending, solve_within, solved_at_once
from tests.core.endings.famous import FAMOUS


def solve(position: Position) -> Ending:
    return solve_within(position, 60).ending


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("8/8/8/4k3/8/4P3/8/4K3 w - - 0 1", Outcome.DRAW),
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Outcome.WHITE_WINS),
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Outcome.DRAW),
        ("k7/8/8/8/8/7p/8/K7 b - - 0 1", Outcome.BLACK_WINS),
        ("8/k7/p7/7P/2K5/8/7p/8 b - - 0 1", Outcome.BLACK_WINS),
        ("8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60", Outcome.WHITE_WINS),
    ],
)
def test_an_ending_has_its_outcome(fen: str, outcome: Outcome) -> None:
    position = Position.from_fen(fen)
    assert solve(position).outcome is outcome


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
        # White promotes first, on the long diagonal that the other pawn has to promote on.
        ("8/P7/8/8/8/7k/7p/K7 w - - 0 1", Outcome.WHITE_WINS),
        # A queen against a pawn on its seventh rank, the king far away: a rook pawn draws, a center pawn loses.
        ("8/4P3/8/8/8/K7/7p/6k1 w - - 0 1", Outcome.DRAW),
        ("8/1P6/8/8/8/K7/4p3/4k3 w - - 0 1", Outcome.WHITE_WINS),
    ],
)
def test_a_race_of_one_pawn_against_one_is_decided(fen: str, outcome: Outcome) -> None:
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
