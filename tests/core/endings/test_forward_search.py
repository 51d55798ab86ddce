"""The search that numba compiles: it agrees with the one in Python, with the reference, and with the books."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pawnviz.core.board.bitboard import mask_of
from pawnviz.core.board.position import Position
from pawnviz.core.endings.forward_search import ForwardSearch
from pawnviz.core.endings.king_pairs import without
from pawnviz.core.endings.outcome import Outcome, solve_within
from pawnviz.core.endings.pawns import places_among
from pawnviz.core.endings.pieces import SolvingInterruptedError
from pawnviz.core.endings.promotions import PromotionProofs
from pawnviz.core.endings.races import turned
from pawnviz.core.endings.wins import WinFinder
from tests.core.endings.famous import FAMOUS, FAMOUS_FOR_NUMBA

LONG = 1e6  # Seconds: these tests end by themselves.


@pytest.mark.parametrize("name", FAMOUS)
@pytest.mark.parametrize("is_compiled", [False, True])
def test_a_famous_ending_has_its_outcome(name: str, is_compiled: bool) -> None:
    fen, outcome = FAMOUS[name]
    assert solve_within(Position.from_fen(fen), LONG, is_compiled=is_compiled).ending.outcome is outcome


@pytest.mark.parametrize("name", FAMOUS_FOR_NUMBA)
def test_a_famous_ending_of_more_pawns_has_its_outcome(name: str) -> None:
    fen, outcome = FAMOUS_FOR_NUMBA[name]
    assert solve_within(Position.from_fen(fen), LONG, is_compiled=True).ending.outcome is outcome


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("K7/8/1k2p2P/8/7P/8/6p1/8 w - - 0 1", Outcome.BLACK_WINS),  # ...g1=Q and h8=Q, and Black mates.
        ("8/4P3/K1P5/7k/1P1p4/8/5p2/8 w - - 0 1", Outcome.WHITE_WINS),
    ],
)
def test_a_win_is_proved_in_which_both_sides_promote(fen: str, outcome: Outcome) -> None:
    assert solve_within(Position.from_fen(fen), LONG, is_compiled=True).ending.outcome is outcome


def test_what_was_hoped_is_not_kept_where_it_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def answer(proofs: PromotionProofs, question: Any, now: int) -> bool:
        asked.append(question)
        return False

    monkeypatch.setattr(PromotionProofs, "answer", answer)
    white, black, kings = mask_of((25, 42, 52)), mask_of((13, 27)), (40, 39)
    search = ForwardSearch(4_000, 600)
    with pytest.raises(SolvingInterruptedError):
        search.decide(white, black, kings, LONG, lambda part: len(asked) < 30, white_to_move=True)
    known = search.known(white, black)
    assert known is not None
    pair = 1 << 64 * kings[0] + kings[1]
    assert not known.white.proved_to_move & pair


def test_no_pair_is_won_that_the_search_in_python_excludes_or_the_other_way_round() -> None:
    numbers = random.Random(7)
    compared = 0
    for _ in range(12):
        squares = numbers.sample(range(8, 56), numbers.randint(1, 3))
        white = mask_of(square for square in squares if numbers.random() < 0.5)
        black = mask_of(squares) ^ white
        places = places_among(white, black)
        if not places.to_move:
            continue
        kings = divmod((places.to_move & -places.to_move).bit_length() - 1, 64)
        search = ForwardSearch(4_000, 600)
        known = search.decide(white, black, kings, LONG, white_to_move=True)
        plain = WinFinder(1_000, 40).wins(white, black)
        for proved, possible, other_proved, other_possible in (
            (known.white.proved_to_move, known.white.possible_to_move, plain.proved_to_move, plain.possible_to_move),
            (known.white.proved_waiting, known.white.possible_waiting, plain.proved_waiting, plain.possible_waiting),
        ):
            assert not without(proved, other_possible)
            assert not without(other_proved, possible)
            compared += (proved & other_proved).bit_count()
        turned_plain = WinFinder(1_000, 40).wins(turned_pawns(black), turned_pawns(white))
        assert not without(turned(known.black.proved_waiting), turned_plain.possible_to_move)
        assert not without(turned_plain.proved_to_move, turned(known.black.possible_waiting))
    assert compared > 1_000


def turned_pawns(pawns: int) -> int:
    return int.from_bytes(pawns.to_bytes(8, "little"), "big")


def test_both_searches_find_the_same_outcomes() -> None:
    numbers = random.Random(11)
    decided = 0
    for _ in range(30):
        position = random_ending(numbers, numbers.randint(1, 3))
        outcomes = {
            solve_within(position, LONG, is_compiled=is_compiled).ending.outcome for is_compiled in (False, True)
        }
        decided += len(outcomes) == 1
        assert len({outcome.value for outcome in outcomes} - {"Not decided"}) <= 1, position.fen()
    assert decided >= 25


def random_ending(numbers: random.Random, pawns: int) -> Position:
    while True:
        squares = numbers.sample(range(8, 56), pawns)
        white = mask_of(square for square in squares if numbers.random() < 0.5)
        kings = numbers.sample(sorted(set(range(64)) - set(squares)), 2)
        places = places_among(white, mask_of(squares) ^ white)
        if places.to_move >> 64 * kings[0] + kings[1] & 1:
            men = white | 1 << kings[0]
            return Position(
                white=men,
                black=(mask_of(squares) ^ white) | 1 << kings[1],
                pawns=mask_of(squares),
                kings=mask_of(kings),
            )


def test_the_search_stops_when_it_is_asked_to() -> None:
    with pytest.raises(SolvingInterruptedError):
        ForwardSearch(2_000, 100).decide(
            0xA500, 0xA5 << 48, (4, 60), LONG, lambda part: part < 0, white_to_move=True
        )  # fmt: skip


def test_a_search_without_room_or_time_decides_nothing_wrong() -> None:
    position = Position.from_fen("8/5p2/6p1/3kP3/5P2/8/7K/8 b - - 0 58")
    white, black = position.pawns & position.white, position.pawns & position.black
    whole = ForwardSearch(2_000, 600).decide(white, black, (15, 35), LONG, white_to_move=False)
    for search, seconds in ((ForwardSearch(40, 5), LONG), (ForwardSearch(2_000, 600), 1e-9)):
        part = search.decide(white, black, (15, 35), seconds, white_to_move=False)
        for some, all_of_them in zip(part, whole, strict=True):
            assert not without(some.proved_to_move, all_of_them.possible_to_move)
            assert not without(all_of_them.proved_waiting, some.possible_waiting)
