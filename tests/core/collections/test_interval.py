"""The interval around a mean: its coverage on made-up games with a known effect, and few games."""

from __future__ import annotations

import numpy
import pytest

from pawnviz.core.collections.answer import FEWEST, expectation, interval

_TRIALS = 2_000


@pytest.mark.parametrize("effect", [0.0, 0.05])
@pytest.mark.parametrize("favor", [0, 250, 450])
@pytest.mark.parametrize("draws", [0.1, 0.5, 0.8])
@pytest.mark.parametrize("games", [5, 10, 30, 200])
def test_the_interval_holds_a_known_effect_nineteen_times_of_twenty(
    games: int, draws: float, favor: int, effect: float
) -> None:
    """The ratings differ by ``favor`` on average, and ``draws`` are drawn of the games that may be."""
    generator = numpy.random.default_rng(games)
    expected = expectation(generator.normal(favor, 120, (_TRIALS, games)))
    mean = (expected + effect).clip(0.01, 0.99)
    drawn = 2 * draws * numpy.minimum(mean, 1 - mean)
    chance = generator.random((_TRIALS, games))
    points = numpy.where(chance < mean - drawn / 2, 1.0, numpy.where(chance < mean + drawn / 2, 0.5, 0.0))
    truth = float((mean - expected).mean())
    edges = numpy.array([interval(values) for values in points - expected])
    held = ((edges[:, 0] <= truth) & (truth <= edges[:, 1])).mean()
    assert held >= 0.95 - 3 * (0.05 * 0.95 / _TRIALS) ** 0.5


def test_equal_results_of_few_games_do_not_look_sure() -> None:
    for count in (5, 10):
        edges = interval(numpy.full(count, 0.1))
        assert edges is not None and edges[0] < 0 < 0.2 < edges[1]


def test_too_few_games_have_no_interval() -> None:
    assert interval(numpy.full(FEWEST - 1, 0.1)) is None and interval(numpy.full(FEWEST, 0.1)) is not None


def test_the_interval_of_many_games_is_that_of_their_own_spread() -> None:
    values = numpy.random.default_rng(1).choice([-0.5, 0.0, 0.5], 5_000)
    edges = interval(values)
    assert edges is not None
    assert edges[1] - edges[0] == pytest.approx(2 * 1.96 * values.std(ddof=1) / 5_000**0.5, rel=2e-3)
