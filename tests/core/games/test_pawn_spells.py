"""The pawn structures of games, one after another."""

from __future__ import annotations

import itertools

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.games.line import MoveLine, main_line
from pawnviz.core.games.pawn_spells import change_text, pawn_spells
from pawnviz.core.games.reading import read_game
from tests.core.games.sample import MASTERS, line_of, texts_of


def changes(line: MoveLine) -> list[str]:
    """Return the moves of each change."""
    return [change_text(spell, line) for spell in pawn_spells(line)]


def test_each_move_of_a_pawn_begins_another_structure_and_moves_of_pieces_do_not() -> None:
    line = line_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")
    assert changes(line) == ["", "1.e4", "1...e5", "3...a6"]
    spells = pawn_spells(line)
    assert [(spell.first, spell.end) for spell in spells] == [(0, 1), (1, 2), (2, 6), (6, 7)]
    assert square_names(spells[-1].black) == "e5 a6 b7 c7 d7 f7 g7 h7"


def test_an_exchange_is_one_change_up_to_the_quiet_position() -> None:
    line = line_of("1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e4 dxe4 5. Nc3 Nf6 6. Nxe4 Nxe4 *")
    assert changes(line) == ["", "1.d4", "1...d5", "2.c4", "2...e6", "3.cxd5 exd5", "4.e4", "4...dxe4", "6.Nxe4"]


def test_captures_that_follow_a_quiet_move_are_another_change() -> None:
    line = line_of("1. e4 d5 2. exd5 Nf6 3. d4 c6 4. dxc6 Nxc6 5. c4 e5 6. dxe5 *")
    assert changes(line)[3:] == ["2.exd5", "3.d4", "3...c6", "4.dxc6 Nxc6", "5.c4", "5...e5", "6.dxe5"]


def test_a_game_that_ends_within_an_exchange_ends_with_its_last_structure() -> None:
    assert changes(line_of("1. e4 d5 2. exd5 *"))[-1] == "2.exd5"


def test_the_structures_of_real_games_are_those_of_their_positions() -> None:
    for text in texts_of(MASTERS.read_bytes())[::4]:
        line = main_line(read_game(text).game)
        spells = pawn_spells(line)
        assert spells[0].first == 0 and spells[-1].end == len(line.positions)
        for spell, following in itertools.pairwise(spells):
            assert spell.end == following.change
            assert (spell.white, spell.black) != (following.white, following.black)
        for spell in spells:
            for position in line.positions[spell.first : spell.end]:
                assert (position.pawns & position.white, position.pawns & position.black) == (spell.white, spell.black)
