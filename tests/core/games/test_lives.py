"""The lives of pawns are what a slow reference says that follows every pawn from board to board."""

from __future__ import annotations

import chess.pgn
import pytest
from hypothesis import Phase, find, given, settings

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.games.line import main_line
from pawnviz.core.games.lives import LIFE_LABELS, PROMOTED, SURVIVED, event_kinds, label_words, life_events, pawn_lives
from pawnviz.core.games.reading import read_game
from tests.core.games.followed import differences
from tests.core.games.sample import MASTERS, line_of, random_game, texts_of
from tests.core.games.strategies import lively_games

GAMES = [read_game(text).game for text in texts_of(MASTERS.read_bytes())[::3]]
MADE = [random_game(seed, plies=120) for seed in range(100, 108)]


@pytest.mark.parametrize("game", [*GAMES, *MADE], ids=lambda game: game.headers["Event"])
def test_lives_are_those_that_a_slow_reference_follows(game: chess.pgn.Game) -> None:
    assert differences(game) == []


@settings(max_examples=20)
@given(game=lively_games())
def test_lives_are_those_of_the_reference_in_games_of_captures_and_promotions(game: chess.pgn.Game) -> None:
    assert differences(game) == []


def test_lively_games_promote_and_capture_en_passant() -> None:
    promoted, en_passant = (find(lively_games(), has, settings=_SEARCH) for has in (_promotes, _captures_en_passant))
    assert differences(promoted) == differences(en_passant) == []


_SEARCH = settings(max_examples=500, phases=[Phase.generate], database=None, derandomize=True)


def _promotes(game: chess.pgn.Game) -> bool:
    return any(move.promotion for move in main_line(game).moves)


def _captures_en_passant(game: chess.pgn.Game) -> bool:
    return any(move.captured not in (None, move.target) for move in main_line(game).moves)


def test_lives_stand_in_the_order_of_their_files_white_first() -> None:
    lives = pawn_lives(line_of(""))
    assert [(life.white, SQUARE_NAMES[life.home]) for life in lives] == [
        *((True, f"{file}2") for file in "abcdefgh"),
        *((False, f"{file}7") for file in "abcdefgh"),
    ]
    assert {life.fate for life in lives} == {SURVIVED}


def test_an_event_names_the_move_that_made_it_and_the_pawn() -> None:
    line = line_of("1. e4 d5 2. exd5 c6 3. dxc6 e5 4. cxb7 e4 5. bxa8=Q e3 6. fxe3 *")
    events = [event.text for event in life_events(pawn_lives(line), line)]
    assert "1...d5 made White's pawn on e4 passed" not in events
    assert "2.exd5: Black's pawn on d5 is captured" in events
    assert "2...c6 made Black's pawn on a7 isolated" not in events
    assert "3.dxc6 made Black's pawn on e7 isolated" not in events
    assert "4.cxb7: Black's pawn on b7 is captured" in events
    assert "4.cxb7 made Black's pawn on a7 isolated" in events
    assert "5.bxa8=Q: White's pawn on b7 is promoted" in events
    assert "6.fxe3 made White's pawn on e3 passed" not in events
    assert [event.ply for event in life_events(pawn_lives(line), line)] == sorted(
        event.ply for event in life_events(pawn_lives(line), line)
    )


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


def test_pawns_of_a_set_up_position_live_too() -> None:
    line = line_of("1. a8=N *", "8/P6k/8/8/8/8/7K/8 w - - 0 1")
    (life,) = pawn_lives(line)
    assert (life.fate, life.end) == (PROMOTED, 1)


def test_what_a_move_gave_a_pawn_is_one_event_and_what_it_took_another_one() -> None:
    line = line_of("1. Rxe7 *", "k7/4p3/3p4/8/3P4/8/8/4R1K1 w - - 0 1")
    events = [(event.text, event.labels) for event in life_events(pawn_lives(line), line)]
    assert events == [
        ("1.Rxe7 made Black's pawn on d6 isolated and weak", ("isolated_pawns", "target_pawns")),
        ("1.Rxe7: Black's pawn on d6 is no longer protected", ("defended_pawns",)),
        ("1.Rxe7: Black's pawn on e7 is captured", ()),
    ]


def test_each_label_is_born_and_ends_in_exactly_one_event() -> None:
    for game in GAMES[:4]:
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
