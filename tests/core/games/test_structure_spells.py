from __future__ import annotations

from pawnviz.core.games.line import main_line
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.structure_spells import structure_spells, structure_words
from pawnviz.core.structures.table import structures
from tests.core.games.sample import MASTERS, line_of, texts_of


def test_spells_say_of_each_position_which_structure_leads() -> None:
    for text in texts_of(MASTERS.read_bytes())[::4]:
        line = main_line(read_game(text).game)
        spells = structure_spells(line)
        for ply, position in enumerate(line.positions):
            found = [each for each in structures(position.sides()[0]) if not each.structure.general]
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


def test_the_structures_are_said_with_the_moves_after_which_they_were_there() -> None:
    line = line_of("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. cxd5 exd5 5. Bg5 c6 6. e3 Be7 *")
    assert structure_words(structure_spells(line), line) == (
        "Queen's Gambit Declined of Black 2–3, then Carlsbad of White from 4"
    )
    longer = line_of("1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e3 c6 5. Nc3 c5 6. dxc5 Bxc5 7. Nf3 *")
    words = structure_words(structure_spells(longer), longer)
    assert "Carlsbad of White 3–5" in words and ", then isolated queen's pawn of Black from 6" in words
    still = line_of("", "4k3/pp3ppp/8/3p4/8/4P3/PP3PPP/4K3 w - - 0 1")
    assert structure_words(structure_spells(still), still) == "Isolated queen's pawn of Black throughout"
    gone = line_of("1. Rxd5 *", "4k3/pp3ppp/8/3p4/8/4P3/PP3PPP/3RK3 w - - 0 1")
    assert structure_words(structure_spells(gone), gone) == "Isolated queen's pawn of Black at the start"
    assert structure_words((), still) == ""


def test_a_structure_that_a_game_only_passes_through_is_named_where_no_other_lasts() -> None:
    line = line_of("1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Nf3 Be7 5. Bf4 dxc4 *")
    words = structure_words(structure_spells(line), line)
    assert words == "Queen's Gambit Declined of Black 2–5"
    short = line_of("1. d4 d5 2. c4 *")
    assert structure_words(structure_spells(short), short) == "Symmetrical at the start and 1"
