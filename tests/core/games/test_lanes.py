from __future__ import annotations

import pytest

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.position import Position
from pawnviz.core.games.lanes import lane, lane_words
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.core.games.sample import line_of
from tests.reference import LAYER_REFERENCES
from tests.strategies import Board

LINE = line_of("1. e4 d5 2. exd5 c6 3. dxc6 bxc6 4. a4 c5 5. a5 *")


@pytest.mark.parametrize("name", ["isolated_pawns", "safe_squares", "levers", "candidate_pawns"])
def test_a_lane_counts_the_squares_that_a_reference_finds_in_each_position(name: str) -> None:
    found = lane(LINE, LAYERS[name])
    for ply, position in enumerate(LINE.positions):
        views = Board.of(position.placement()).views()
        for side, view in zip((found.white, found.black), views, strict=True):
            assert side.values[ply] == len(LAYER_REFERENCES[name](view))
            assert side.masks[ply].bit_count() == side.values[ply]
    assert found.greatest == max(found.white.values + found.black.values)


def test_sets_of_files_are_counted_in_files_and_bytes_in_bits() -> None:
    assert lane(LINE, LAYERS["open_files"]).white.values == (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert lane(LINE, LAYERS["half_open_files"]).white.values == (0, 0, 0, 1, 1, 1, 1, 1, 1, 1)
    filesets = lane(LINE, NUMBERS["fileset"])
    assert filesets.white.values == (8, 8, 8, 7, 7, 7, 7, 7, 7, 7)
    assert filesets.white.masks == ()


def test_a_set_that_changes_without_its_count_is_found() -> None:
    isolated = lane(LINE, LAYERS["isolated_pawns"]).black
    assert isolated.values == (0, 0, 0, 0, 0, 0, 2, 2, 2, 2)
    assert [ply for ply in range(10) if isolated.is_other_set(ply)] == [8], "c6 is c5"
    assert isolated.gained(8) == parse_squares("c5")
    assert isolated.lost(8) == parse_squares("c6")
    numbers = lane(LINE, NUMBERS["island_count"]).black
    assert not any(numbers.is_other_set(ply) for ply in range(10))


def test_the_words_of_a_lane_name_its_squares_and_what_the_move_changed() -> None:
    isolated = lane(LINE, LAYERS["isolated_pawns"])
    assert lane_words(isolated, LINE, 8) == "Isolated pawns, 4...c5\nWhite 0\nBlack 2: c5 a7 (new c5; gone c6)"
    assert lane_words(isolated, LINE, 0) == "Isolated pawns, first position\nWhite 0\nBlack 0"
    safe = lane(LINE, LAYERS["safe_squares"])
    assert lane_words(safe, LINE, 0).splitlines()[1] == f"White {safe.white.values[0]}", "too many to be named"


def test_a_line_without_moves_has_one_position() -> None:
    found = lane(line_of("", "8/8/8/8/8/8/8/K1k5 w - - 0 1"), LAYERS["isolated_pawns"])
    assert (found.white.values, found.black.values, found.greatest) == ((0,), (0,), 0)
    assert Position.from_fen("8/8/8/8/8/8/8/K1k5 w - - 0 1").pawns == 0


def test_columns_begin_at_zero_unless_all_values_are_many_and_of_about_one_size() -> None:
    assert lane(LINE, LAYERS["isolated_pawns"]).base == 0
    assert lane(LINE, LAYERS["pawns"]).base == 0
    safe = lane(LINE, LAYERS["safe_squares"])
    assert safe.base == min(safe.white.values + safe.black.values) - 1 > 0
