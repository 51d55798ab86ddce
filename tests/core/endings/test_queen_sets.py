"""Moves of a queen in all placements at once, against those that slide whole ranks and files."""

from __future__ import annotations

import random

import pytest

from pawnviz.core.endings import queen_sets


@pytest.fixture(params=range(12))
def occupied(request: pytest.FixtureRequest) -> int:
    """A mask of up to eleven squares on ranks 2 to 7."""
    chosen = random.Random(request.param).sample(range(8, 56), request.param)
    return sum(1 << square for square in chosen)


def test_the_queen_attacks_the_king_from_where_it_could_go_to_its_square(occupied: int) -> None:
    free = queen_sets.free_for_piece(occupied)
    expected = queen_sets.piece_moved(queen_sets.ON_BLACK_KING, free)
    assert queen_sets.attacks_on_black_king(occupied) == expected


def test_the_queen_moves_to_one_square_as_it_moves_to_all(occupied: int) -> None:
    randomness = random.Random(occupied)
    free = queen_sets.free_for_piece(occupied)
    for square in randomness.sample(range(64), 8):
        pairs = randomness.getrandbits(4096)
        expected = queen_sets.piece_moved(queen_sets.with_queen_on(pairs, square), free)
        assert queen_sets.queen_moved_to(square, pairs, occupied) == expected


def test_sets_of_each_square_are_joined_to_one() -> None:
    randomness = random.Random(8)
    pairs = [randomness.getrandbits(4096) for _ in range(64)]
    placements = queen_sets.joined(pairs)
    assert [queen_sets.pairs_with_queen_on(placements, square) for square in range(64)] == pairs
