"""Sayings put to the test, on games with a known effect and on shuffled results."""

from __future__ import annotations

import numpy
import pytest

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.position import Position
from pawnviz.core.collections.played_moves import resolve_moves
from pawnviz.core.collections.replay import PlayedGames
from pawnviz.core.collections.sayings import Saying, measure, try_saying
from pawnviz.core.formula.tokens import FormulaError

FENS = (
    "4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1",
    "4k3/p6p/1p1pp1p1/8/8/1P3P2/P1P3PP/4K3 b - - 0 1",
    "r3k2r/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R3K2R w KQkq - 0 1",
)
GAMES = PlayedGames.of(
    [
        resolve_moves(["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"]),
        resolve_moves(["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"]),
        resolve_moves(["e4", "e5"]),
    ]
)


@pytest.mark.parametrize(
    "text",
    [
        "island_count",
        "isolated_pawns",
        "own & file_d",
        "own - attacks(own)",
        "island_count(own) > island_count(enemy)",
    ],
)
def test_a_saying_counts_for_white_minus_black(text: str) -> None:
    saying = Saying.of(text)
    positions = [Position.from_fen(fen) for fen in FENS]
    expected = []
    for position in positions:
        white, black = (saying.value(side) for side in position.sides())
        expected.append(int(white) - int(black))
    assert saying.differences(boards_of(positions)).tolist() == expected


def test_a_doubled_pair_is_one_and_a_tripled_one_two() -> None:
    saying = Saying.of("doubled_pawns")
    for pawns, count in (("P7/8/P7", 1), ("P1P5/8/P1P5", 2), ("P7/P7/P7", 2), ("P7/1P6/8", 0)):
        boards = boards_of([Position.from_fen(f"4k3/8/8/8/{pawns}/4K3 w - - 0 1")])
        assert saying.differences(boards).tolist() == [count]


@pytest.mark.parametrize("text", ["", "nothing_known", "own +", "island_count(own)", "popcount(own) >"])
def test_a_text_that_is_no_saying_has_an_error_with_its_column(text: str) -> None:
    with pytest.raises(FormulaError) as error:
        Saying.of(text)
    assert error.value.column >= 1


def test_games_are_measured_after_a_number_of_moves_and_at_equal_material_only_where_asked() -> None:
    def differences(ply: int, *, equal_material: bool) -> list[float]:
        *_, values = measure(Saying.of("pawns"), GAMES, ply, equal_material=equal_material)
        assert values is not None
        return [float(value) for value in values]

    numpy.testing.assert_equal(differences(3, equal_material=False), [1, 0, numpy.nan])
    numpy.testing.assert_equal(differences(3, equal_material=True), [numpy.nan, 0, numpy.nan])
    numpy.testing.assert_equal(differences(4, equal_material=True), [0, 0, numpy.nan])


def test_a_known_effect_is_measured() -> None:
    generator = numpy.random.default_rng(5)
    differences = generator.integers(-3, 4, 4000).astype(float)
    surplus = 0.05 * differences + generator.normal(0, 0.4, 4000)
    surplus[::7] = numpy.nan
    trial = try_saying(Saying.of("pawns"), differences, surplus)
    assert trial.has_effect
    assert [(point.least, point.most) for point in trial.points] == [(1, 1), (2, 2), (3, 3)]
    for point in trial.points:
        assert point.interval[0] - 0.02 < 0.05 * point.least < point.interval[1] + 0.02
    assert trial.whole is not None
    assert trial.whole.games + trial.equal_games == numpy.count_nonzero(~numpy.isnan(surplus))


def test_of_sayings_on_shuffled_results_about_one_in_twenty_succeeds() -> None:
    generator = numpy.random.default_rng(11)
    surplus = generator.choice([-0.5, 0.0, 0.5], 600)
    successes = 0
    for _ in range(400):
        differences = generator.integers(-2, 3, 600).astype(float)
        successes += try_saying(Saying.of("pawns"), differences, generator.permutation(surplus)).has_effect
    assert successes <= 0.05 * 400 + 3 * (400 * 0.05 * 0.95) ** 0.5


@pytest.mark.parametrize("games", [0, 1, 4, 5, 19])
def test_few_games_are_one_point_or_none(games: int) -> None:
    trial = try_saying(Saying.of("pawns"), numpy.arange(1.0, games + 1), numpy.full(games, 0.3))
    assert len(trial.points) == (games >= 5) and trial.unequal_games == games
    assert trial.has_effect == (games == 19)
