"""The search by plans in Python: it agrees with the search backwards, and ends when it is told to."""

from __future__ import annotations

import random

import pytest

from pawnviz.core.board.bitboard import flip_vertical, mask_of
from pawnviz.core.board.position import Position
from pawnviz.core.endings.king_pairs import without
from pawnviz.core.endings.outcome import Outcome, solve, solve_within
from pawnviz.core.endings.pawns import places_among
from pawnviz.core.endings.pieces import SolvingInterruptedError
from pawnviz.core.endings.plan_search import PlanSearch
from pawnviz.core.endings.plans import EVERYWHERE, Plan, Plans
from pawnviz.core.endings.wins import WinFinder

LONG = 1e6  # Seconds: these tests end by themselves.


def test_no_pair_is_won_that_the_search_backwards_excludes_or_the_other_way_round() -> None:
    numbers = random.Random(5)
    compared = 0
    for _ in range(6):
        squares = numbers.sample(range(8, 56), 3)
        white = mask_of(square for square in squares if numbers.random() < 0.6)
        black = mask_of(squares) ^ white
        pairs = places_among(white, black).to_move
        kings = divmod((pairs & -pairs).bit_length() - 1, 64)
        search = PlanSearch(white, black, 0, kings, white_to_move=True)
        search.decide(LONG)
        for finder, own, enemy in (
            (search.white_finder, white, black),
            (search.black_finder, flip_vertical(black), flip_vertical(white)),
        ):
            found, plain = finder.wins(own, enemy), WinFinder(1_000, 40).wins(own, enemy)
            assert not without(found.proved_to_move, plain.possible_to_move)
            assert not without(plain.proved_to_move, found.possible_to_move)
            assert not without(found.proved_waiting, plain.possible_waiting)
            assert not without(plain.proved_waiting, found.possible_waiting)
            compared += (found.proved_to_move & plain.proved_to_move).bit_count()
    assert compared > 500


def test_a_capture_en_passant_is_followed() -> None:
    # White takes the pawn en passant, and its own cannot be stopped.
    position = Position.from_fen("8/8/8/3pP3/8/k7/8/K7 w - d6 0 1")
    found = solve_within(position, LONG, is_compiled=False).ending.outcome
    assert found is solve(position).outcome
    assert found is Outcome.WHITE_WINS


def test_the_search_ends_when_nobody_waits_for_it() -> None:
    search = PlanSearch(1 << 12 | 1 << 14, 1 << 52 | 1 << 54, 0, (4, 60), white_to_move=True)
    with pytest.raises(SolvingInterruptedError):
        search.decide(LONG, lambda part: False)


def test_plans_that_took_little_time_lead_on_first() -> None:
    plans = Plans(1 << 8 | 1 << 10, 1 << 55)
    first = []
    while (plan := plans.next()) is not None and (not plan.pushed_files or plan.most_away < EVERYWHERE):
        if plan.most_away == EVERYWHERE:
            first.append(plan)
            plans.went_on(plan, 0.1 if plan.restricts_white else 1.0)
    assert plan is not None
    assert plan.restricts_white
    assert len(first) == 4
    assert Plan(0, 0, asks_white=True, restricts_white=False) in first
    assert Plan(0, 2, asks_white=True, restricts_white=True) in first


def test_plans_that_exclude_a_win_follow_queens_last() -> None:
    plans = Plans(1 << 8 | 1 << 10, 1 << 55)
    seen: dict[tuple[bool, int], list[int]] = {}
    while (plan := plans.next()) is not None:
        if plan.asks_white != plan.restricts_white:
            seen.setdefault((plan.asks_white, plan.pushed_files), []).append(plan.against_queen)
        plans.went_on(plan, 0.1)
    assert len(seen) == 4 + 2
    assert all(numbers == [0, 2] for numbers in seen.values())


def test_a_plan_that_left_nothing_out_leads_no_further() -> None:
    near = Plan(0xFF, 2, asks_white=True, restricts_white=True, most_away=1)
    for is_cut in (False, True):
        plans = Plans(1 << 8, 1 << 55)
        plans.went_on(near, 1.0, is_cut=is_cut)
        found = []
        while (plan := plans.next()) is not None:
            found.append(plan)
        assert (near._replace(most_away=2) in found) == is_cut


def test_a_plan_with_proofs_in_vain_comes_again_with_more_effort() -> None:
    plans = Plans(1 << 8 | 1 << 10, 1 << 55)
    first = plans.next()
    assert first is not None
    plans.tried_in_vain(first, 0.1)
    later = []
    while (plan := plans.next()) is not None:
        later.append(plan)
    assert first._replace(effort=1) in later
    assert all(plan.effort == 0 for plan in later if plan != first._replace(effort=1))
