"""Arrays made from the texts of games."""

from __future__ import annotations

import chess
import pytest

from pawnviz.core.collections.arrays import UNKNOWN_RESULT, GameColumns, StructureRows
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.games.reading import read_game
from tests.core.games.sample import MASTERS, random_game, texts_of

TAGS = '[Event "Cup"]\n[White "A"]\n[Black "B"]\n[Date "1975.04.??"]\n[WhiteElo "2700"]\n[BlackElo "?"]\n[ECO "D42"]\n'


def arrays(text: str) -> tuple[StructureRows, GameColumns]:
    return arrays_of_games(texts_of(text.encode()))


def pawns_at(rows: StructureRows, game: int, ply: int) -> tuple[int, int]:
    """Return the pawns of a position by the row that holds it."""
    ((row,),) = ((rows.game == game) & (rows.ply <= ply) & (ply < rows.end)).nonzero()
    return int(rows.white[row]), int(rows.black[row])


def test_each_position_of_each_game_has_its_pawns_in_one_row() -> None:
    texts = texts_of(MASTERS.read_bytes() + b"\n".join(str(random_game(seed)).encode() + b"\n" for seed in range(9)))
    rows, games = arrays_of_games(texts)
    for number, text in enumerate(texts):
        game = read_game(text).game
        board = game.board()
        plies = -1
        for plies, move in enumerate([None, *game.mainline_moves()]):
            if move is not None:
                board.push(move)
            pawns = tuple(board.pawns & board.occupied_co[color] for color in (chess.WHITE, chess.BLACK))
            assert pawns_at(rows, number, plies) == pawns
        assert games.plies[number] == plies
    assert rows.game.dtype == rows.ply.dtype == rows.end.dtype == "int32"
    assert rows.white.dtype == rows.black.dtype == "uint64"
    assert rows.move.dtype == "uint16"


def test_the_columns_hold_the_tags_and_the_place_of_each_game() -> None:
    text = f'{TAGS}[Result "1-0"]\n\n1. e4 1-0\n\n[Event "Cup"]\n[White "B"]\n\n1. d4 1/2-1/2\n'
    rows, games = arrays(text)
    assert list(games.result) == [2, 1]
    assert list(games.white_elo) == [2700, 0]
    assert list(games.black_elo) == [0, 0]
    assert list(games.year) == [1975, 0]
    assert [games.texts[number] for number in games.white] == ["A", "B"]
    assert [games.texts[number] for number in games.eco] == ["D42", ""]
    assert games.event[0] == games.event[1]
    assert list(games.number) == [1, 2]
    assert list(games.line) == [1, 12]
    assert text.encode()[games.offset[1] :].startswith(b'[Event "Cup"]\n[White "B"]')
    assert list(games.plies) == [1, 1]
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("game", "plies", "row_count", "result"),
    [
        ('[FEN "8/2p5/8/3P4/8/8/8/k1K5 b - - 0 1"]\n\n1... c5 2. dxc6 *', 2, 3, UNKNOWN_RESULT),
        ('[Variant "Crazyhouse"]\n\n1. e4 1-0', 0, 0, UNKNOWN_RESULT),
        ('[Result "0-1"]\n\n1. e4 e5 2. e5 Nf6', 2, 3, 0),
        ('[Result "½-½"]\n\n1. e4 e5', 2, 3, 1),
        ('[Event "no moves"]\n', 0, 1, UNKNOWN_RESULT),
    ],
)
def test_games_that_cannot_be_scanned_have_what_the_reader_reads(
    game: str, plies: int, row_count: int, result: int
) -> None:
    rows, games = arrays(game)
    assert (list(games.plies), len(rows), list(games.result)) == ([plies], row_count, [result])


def test_a_game_without_structures_leaves_those_around_it_whole() -> None:
    rows, _ = arrays('[Event "A"]\n\n1. e4 *\n\n[Event "B"]\n[Variant "Atomic"]\n\n1. e4 *\n\n[Event "C"]\n\n1. d4 *\n')
    assert list(rows.game) == [0, 0, 2, 2]
    assert list(rows.end) == [1, 2, 1, 2]


def test_no_games_make_empty_arrays() -> None:
    rows, games = arrays_of_games([])
    assert (len(rows), len(games), games.texts) == (0, 0, ("",))
