from __future__ import annotations

from pawnviz.core.board.side import pawn_sides
from pawnviz.core.explain.structures.table import structures
from pawnviz.core.games.line import main_line
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.structure_spells import structure_spells
from tests.core.games.sample import MASTERS, line_of, texts_of


def test_spells_say_of_each_position_which_structure_leads() -> None:
    for text in texts_of(MASTERS.read_bytes())[::4]:
        line = main_line(read_game(text).game)
        spells = structure_spells(line)
        for ply, position in enumerate(line.positions):
            found = structures(pawn_sides(position.pawns & position.white, position.pawns & position.black)[0])
            at_ply = [spell for spell in spells if spell.first <= ply < spell.end]
            assert [(spell.found.structure, spell.found.color) for spell in at_ply] == [
                (leading.structure, leading.color) for leading in found[:1]
            ]


def test_the_exchange_of_the_queens_gambit_leads_to_the_carlsbad_structure() -> None:
    line = line_of("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 *")
    last = structure_spells(line)[-1]
    assert last.found.title.startswith("Carlsbad")
    assert last.end == len(line.positions)
    assert last.first >= 8
