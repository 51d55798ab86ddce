from __future__ import annotations

import csv
import io
import itertools
import json
import random

import chess.pgn
import pytest
from hypothesis import given, settings

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_squares, square_names
from pawnviz.core.collections import listed_games as arrangement
from pawnviz.core.collections.listed_games import GameFilter
from pawnviz.core.collections.question import NamePart
from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.games.lives import (
    LIFE_LABELS,
    SURVIVED,
    change_text,
    event_kinds,
    label_words,
    life_events,
    pawn_lives,
    pawn_spells,
    structure_events,
    structure_spells,
    structure_words,
)
from pawnviz.core.games.pgn import read_game, result_of
from pawnviz.core.games.timeline import csv_row, lane, lane_words, timeline, timeline_lines
from pawnviz.core.games.tree import MoveLine, main_line
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from pawnviz.core.structures.table import structures
from tests.core.games.followed import differences
from tests.core.games.sample import MASTERS, line_of, lively_games, random_game, texts_of
from tests.data import rows_beside
from tests.reference import LAYER_REFERENCES
from tests.strategies import Board

GAMES = [read_game(text).game for text in texts_of(MASTERS.read_bytes())[::6]]
MADE = [random_game(seed, plies=120) for seed in range(100, 103)]


@pytest.mark.parametrize("game", [*GAMES, *MADE], ids=lambda game: game.headers["Event"])
def test_lives_are_those_that_a_slow_reference_follows(game: chess.pgn.Game) -> None:
    assert differences(game) == []


@settings(max_examples=10)
@given(game=lively_games())
def test_lives_are_those_of_the_reference_in_games_of_captures_and_promotions(game: chess.pgn.Game) -> None:
    assert differences(game) == []


def test_lives_stand_in_the_order_of_their_files_white_first() -> None:
    lives = pawn_lives(line_of(""))
    assert [(life.white, SQUARE_NAMES[life.home]) for life in lives] == [
        *((True, f"{file}2") for file in "abcdefgh"),
        *((False, f"{file}7") for file in "abcdefgh"),
    ]
    assert {life.fate for life in lives} == {SURVIVED}


def test_a_label_that_ends_is_named_with_the_square_before_the_move() -> None:
    line = line_of("1. d4 d5 2. e4 c5 3. dxc5 *")
    events = [event.text for event in life_events(pawn_lives(line), line)]
    assert "1...d5 made White's pawn on d4 blocked by a pawn" in events
    assert "3.dxc5: White's pawn on d4 is no longer blocked by a pawn" in events


def test_what_pieces_make_of_a_pawn_for_a_move_is_no_news() -> None:
    # The knight stands in front of the passed pawn for one move, then for good.
    line = line_of(
        "1. Kg2 Nd6 2. Kg1 Nb7 3. Kg2 Kg7 4. Kg1 Nd6 5. Kg2 Kg8 6. Kg1 Kg7 7. Kg2 *",
        "6k1/1n6/8/3P4/8/8/8/6K1 w - - 0 1",
    )
    texts = [event.text for event in life_events(pawn_lives(line), line)]
    assert texts == ["4...Nd6 made White's pawn on d5 blockaded"]


def test_what_a_move_gave_a_pawn_is_one_event_and_what_it_took_another_one() -> None:
    line = line_of("1. Rxe7 *", "k7/4p3/3p4/8/3P4/8/8/4R1K1 w - - 0 1")
    events = [(event.text, event.labels) for event in life_events(pawn_lives(line), line)]
    assert events == [
        ("1.Rxe7 made Black's pawn on d6 isolated and a target", ("isolated_pawns", "target_pawns")),
        ("1.Rxe7: Black's pawn on d6 is no longer protected", ("defended_pawns",)),
        ("1.Rxe7: Black's pawn on e7 is captured", ()),
    ]


def test_each_label_is_born_and_ends_in_exactly_one_event() -> None:
    for game in GAMES:
        line = main_line(game)
        lives = pawn_lives(line)
        events = life_events(lives, line)
        for life in lives:
            mine = [event for event in events if event.life is life]
            for spell in life.spells:
                born = [event for event in mine if " made " in event.text and event.ply == spell.first]
                ended = [event for event in mine if "no longer" in event.text and event.ply == spell.end]
                assert [spell.layer in event.labels for event in born] == [True] * bool(spell.first)
                assert [spell.layer in event.labels for event in ended] == [True] * (spell.end < life.end)


def test_definitions_of_one_term_are_one_label_in_words() -> None:
    wiki, stockfish = "backward_pawns_not_isolated", "backward_pawns_not_isolated_stockfish"
    assert label_words([stockfish, wiki]) == "backward"
    assert label_words([stockfish, "rams"]) == "backward (Stockfish) and blocked by a pawn"
    assert label_words(["passed_pawns", "protected_passed_pawns", "defended_pawns"]) == "a protected passed pawn"
    assert label_words(["protected_passed_pawns", "defended_pawns"]) == "a protected passed pawn"
    assert label_words(["doubled_pawns", "isolated_pawns", "rams"], "or") == "isolated, doubled or blocked by a pawn"


def test_every_label_of_a_life_is_in_a_kind_of_events_and_a_kind_may_hold_several() -> None:
    kinds = event_kinds()
    assert {name for names in kinds.values() for name in names} == set(LIFE_LABELS)
    assert kinds["Passed"] == ("passed_pawns", "protected_passed_pawns", "blockaded_passers")
    assert kinds["Backward (wiki or Stockfish)"] == kinds["Backward (wiki)"] + kinds["Backward (Stockfish)"]


def test_a_pawn_may_be_backward_by_stockfishs_definition_alone() -> None:
    line = line_of("1. e5 *", "k7/8/4p3/3p4/4P3/8/8/6K1 w - - 0 1")
    texts = [event.text for event in life_events(pawn_lives(line), line)]
    assert "1.e5 made Black's pawn on e6 backward (Stockfish) and blocked by a pawn" in texts


def changes(line: MoveLine) -> list[str]:
    """Return the moves of each change."""
    return [change_text(spell, line) for spell in pawn_spells(line)]


def test_each_move_of_a_pawn_begins_another_structure_and_moves_of_pieces_do_not() -> None:
    line = line_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *")
    assert changes(line) == ["", "1.e4", "1...e5", "3...a6"]
    spells = pawn_spells(line)
    assert [(spell.first, spell.end) for spell in spells] == [(0, 1), (1, 2), (2, 6), (6, 7)]
    assert square_names(spells[-1].black) == "e5 a6 b7 c7 d7 f7 g7 h7"


def test_an_exchange_is_one_change_up_to_the_quiet_position_or_the_end_of_the_game() -> None:
    line = line_of("1. d4 d5 2. c4 e6 3. cxd5 exd5 4. e4 dxe4 5. Nc3 Nf6 6. Nxe4 Nxe4 *")
    assert changes(line) == ["", "1.d4", "1...d5", "2.c4", "2...e6", "3.cxd5 exd5", "4.e4", "4...dxe4", "6.Nxe4"]
    line = line_of("1. e4 d5 2. exd5 Nf6 3. d4 c6 4. dxc6 Nxc6 5. c4 e5 6. dxe5 *")
    assert changes(line)[3:] == ["2.exd5", "3.d4", "3...c6", "4.dxc6 Nxc6", "5.c4", "5...e5", "6.dxe5"]


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


@pytest.mark.parametrize(("moves", "events"), rows_beside(__file__, "structure_events.tsv"))
def test_a_change_of_the_structure_is_one_event(moves: str, events: str) -> None:
    assert " | ".join(event.text for event in structure_events(line_of(moves))) == events


def test_a_pawn_that_moves_and_stays_what_it_was_is_no_news() -> None:
    line = line_of("1. a4 Kd7 2. a5 *", "4k3/7p/8/8/8/P7/8/4K3 w - - 0 1")
    assert structure_events(line) == ()


def test_captures_of_pieces_between_those_of_pawns_belong_to_the_exchange() -> None:
    line = line_of("1. Rxc3 Rxc3 2. bxc3 Kf8 *", "2r3k1/8/8/8/8/2p5/1P6/2R3K1 w - - 0 1")
    assert [event.text for event in structure_events(line)] == [
        "1.Rxc3 Rxc3 2.bxc3 won a pawn, opened the b-file and made White's c3 a passed pawn"
    ]


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


def test_columns_begin_at_zero_unless_all_values_are_many_and_of_about_one_size() -> None:
    assert lane(LINE, LAYERS["isolated_pawns"]).base == 0
    assert lane(LINE, LAYERS["pawns"]).base == 0
    safe = lane(LINE, LAYERS["safe_squares"])
    assert safe.base == min(safe.white.values + safe.black.values) - 1 > 0


def test_each_row_is_a_position_with_the_values_of_both_sides() -> None:
    line = line_of("1. e4 d5 2. exd5 c6 3. dxc6 *")
    entries: list[Entry] = [LAYERS["isolated_pawns"], NUMBERS["island_count"]]
    computed = timeline(line, entries)
    assert tuple(computed.columns) == (
        *("ply", "san", "fen", "white.isolated_pawns", "black.isolated_pawns"),
        *("white.isolated_pawns.count", "black.isolated_pawns.count", "white.island_count", "black.island_count"),
    )
    rows = list(zip(*computed.columns.values(), strict=True))
    assert [row[1] for row in rows] == ["", "e4", "d5", "exd5", "c6", "dxc6"]
    for ply, (row, position) in enumerate(zip(rows, line.positions, strict=True)):
        white, black = position.sides()
        masks = [entries[0](white), entries[0](black)]
        counts = [mask.bit_count() for mask in masks]
        assert row == (ply, row[1], position.fen(), *masks, *counts, entries[1](white), entries[1](black))


def test_no_field_of_csv_is_taken_for_a_formula_and_numbers_stay() -> None:
    computed = timeline(line_of("1. e4 -- 2. d4 *"), [NUMBERS["island_count"]])
    _, *rows = csv.reader(timeline_lines(computed, "csv"))
    assert [row[1] for row in rows] == ["", "e4", "'--", "d4"]
    assert [row[1].removeprefix("'") or None for row in rows] == [
        entry["san"] for entry in json.loads("".join(timeline_lines(computed, "json")))
    ]
    assert all(row[0].isdigit() and row[3].isdigit() for row in rows)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_a_text_with_a_sign_of_formulas_has_an_apostrophe_before_it(sign: str) -> None:
    (row,) = csv.reader(io.StringIO(csv_row([f"{sign}1+1", -1, "a=b"]), newline=""))
    assert row == [f"'{sign}1+1", "-1", "a=b"]


NAMES = ("Fischer", "fischer, R", "Spassky", "", "Émile", "100", "20", "0020", "2800", "z", "?")
MOVES = ("1. e4", "1. e4 e5", "1. d4 d5 2. c4", "")


def random_games(count: int, seed: int) -> GameList:
    """Return games with tags and moves at random."""
    chance = random.Random(seed)
    games = GameList()
    add_random_games(games, count, chance)
    return games


def add_random_games(games: GameList, count: int, chance: random.Random) -> None:
    """Add games with tags and moves at random."""
    for _ in range(count):
        tags = "".join(f'[{name} "{chance.choice(NAMES)}"]\n' for name in COLUMNS)
        (text,) = cut([f"{tags}\n{chance.choice(MOVES)} *\n".encode()])
        games.add(text)


def words_filter(games: GameList, words: tuple[str, ...]) -> GameFilter:
    """Return a filter of the games in which each word is found."""
    return GameFilter(games, [NamePart(word) for word in words])


def slow_key(games: GameList, index: int, column: int) -> tuple[bool, int, str]:
    """Return what a game is sorted by, from its entry."""
    if column == len(COLUMNS):
        return False, games[index].plies, ""
    text = games[index].headers[COLUMNS[column]]
    return (False, int(text), "") if text.isdecimal() else (True, 0, text.casefold())


@pytest.mark.parametrize("column", range(len(COLUMNS) + 1))
@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("words", [(), ("fischer",), ("20", "s")])
def test_games_are_filtered_and_sorted_as_one_by_one(
    monkeypatch: pytest.MonkeyPatch, column: int, descending: bool, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(arrangement, "_GAMES", 17)
    monkeypatch.setattr(arrangement, "_TEXTS", 3)
    games = random_games(100, column)
    found = result_of(words_filter(games, words).arranged(90, (column, descending))).tolist()
    wanted = [
        index
        for index in range(90)
        if all(any(word in text.casefold() for text in games[index].headers.values()) for word in words)
    ]
    # Games that are equal stay in their order whether it ascends or descends.
    assert wanted
    assert found == sorted(wanted, key=lambda index: slow_key(games, index, column), reverse=descending)
    assert len(list(words_filter(games, words).arranged(90, (column, descending)))) > 5


@pytest.mark.slow
def test_more_names_than_sixteen_bits_count_are_sorted() -> None:
    games = GameList()
    numbers = list(range(70_000))
    random.Random(3).shuffle(numbers)
    for number in numbers:
        games.add(GameText(f'[White "n{number:05}"]\n\n*\n'.encode(), 1, 0))
    found = result_of(words_filter(games, ()).arranged(len(numbers), (0, True)))
    assert [numbers[index] for index in found] == list(range(69_999, -1, -1))


def test_a_filter_finds_games_that_are_added_later() -> None:
    chance = random.Random(5)
    games = GameList()
    wanted = words_filter(games, ("fischer", "spassky"))
    found: list[int] = []
    for _ in range(10):
        first = len(games)
        add_random_games(games, 20, chance)
        found += wanted.matching(first, len(games)).tolist()
    headers = [" ".join(games[index].headers.values()).casefold() for index in range(len(games))]
    assert found == [index for index, text in enumerate(headers) if "fischer" in text and "spassky" in text]
    assert 0 < len(found) < len(games)


def test_an_empty_list_has_nothing_to_arrange() -> None:
    games = GameList()
    assert result_of(words_filter(games, ("a",)).arranged(0, (0, True))).size == 0
    assert result_of(words_filter(games, ()).arranged(0, (len(COLUMNS), False))).size == 0
