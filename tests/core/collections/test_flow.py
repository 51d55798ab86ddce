"""The flow of games from structure to structure."""

from __future__ import annotations

import numpy

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.board.position import Position
from pawnviz.core.collections.flow import Flow, flow_of
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.games.cutting import GameText
from pawnviz.core.structures.structure import FoundStructure
from pawnviz.core.structures.table import leading_structures

CARLSBAD = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5"
LINES = (
    f"{CARLSBAD} 5. Bg5 Be7 6. e3 c6 7. Bd3 O-O 8. Qc2 Nbd7 *",
    f"{CARLSBAD} 5. Bg5 c6 6. e3 Be7 7. Bd3 c5 8. dxc5 Bxc5 *",
    f"{CARLSBAD} 5. e3 c5 6. dxc5 *",
    "1. e4 e5 2. Nf3 *",
)
ROWS, GAMES = arrays_of_games(GameText(f'[Event "{line}"]\n\n{line}'.encode(), 1, 0) for line in LINES)


def flow_from(ply: int, *steps: int) -> Flow:
    return flow_of(ROWS, numpy.arange(len(LINES)), numpy.full(len(LINES), ply), steps)


def test_every_game_is_in_one_node_of_each_column_until_it_ends() -> None:
    flow = flow_from(2, 0, 3, 6)
    spells = [sorted(spell for node in column for spell in node.spells.tolist()) for column in flow.columns]
    assert spells == [[0, 1, 2, 3], [0, 1, 2], [0, 1]]
    assert [node.games for node in flow.columns[0]] == sorted((node.games for node in flow.columns[0]), reverse=True)


def test_a_band_joins_the_nodes_of_its_games() -> None:
    flow = flow_from(2, 0, 3, 6)
    for number, bands in enumerate(flow.bands):
        left, right = flow.columns[number : number + 2]
        for band in bands:
            assert set(band.spells) == set(left[band.source].spells) & set(right[band.target].spells)
        gone = sum(node.games for node in left) - sum(node.games for node in right)
        assert sum(len(band.spells) for band in bands) == sum(node.games for node in left) - gone


def test_a_node_has_the_name_of_the_leading_structure_and_pawns_that_have_it() -> None:
    flow = flow_from(8, 0, 2, 4)
    names = set()
    for column in flow.columns:
        for node in column:
            structures = leading_structures(pawns(node.white, node.black).sides()[0])
            assert node.heading == (structures[0].heading if structures else "")
            assert isinstance(structures[0], FoundStructure) if structures else not node.title
            names.add(node.title)
    assert "Carlsbad" in names


def test_pawns_without_a_name_are_together_where_they_stand_on_the_same_files() -> None:
    rows, _ = arrays_of_games(
        GameText(text, 1, 0) for text in (b"1. a3 h6 *", b"1. h3 g6 *", b"1. a4 b6 *", b"1. a4 h5 *")
    )
    (column,) = flow_of(rows, numpy.arange(4), numpy.full(4, 2), [0]).columns
    assert [(node.heading, node.games) for node in column] == [("", 4)]
    assert column[0].white & FILES[0]


def test_no_games_have_no_flow() -> None:
    nothing = numpy.zeros(0, numpy.int64)
    assert flow_of(ROWS, nothing, nothing, [0, 4]).columns == ((), ())


def pawns(white: int, black: int) -> Position:
    position = Position()
    for square in range(64):
        if white >> square & 1:
            position = position.with_piece(square, "P")
        if black >> square & 1:
            position = position.with_piece(square, "p")
    return position
