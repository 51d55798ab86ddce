"""Answers on made-up games: which of them are model games."""

from __future__ import annotations

import pytest

from pawnviz.core.collections.answer import answer
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.making import arrays_of_games
from tests.core.games.sample import texts_of


@pytest.mark.parametrize(
    ("results", "usual"),
    [
        ({"1-0": 30, "0-1": 2}, 2),
        ({"0-1": 30, "1-0": 2}, 0),
        ({"1-0": 20, "1/2-1/2": 60, "0-1": 2}, 2),
        ({"1-0": 6, "1/2-1/2": 20, "0-1": 5}, 1),
        ({"1-0": 2, "1/2-1/2": 1}, 2),
    ],
)
def test_model_games_have_the_result_of_the_side_that_does_better_else_the_commonest(
    results: dict[str, int], usual: int
) -> None:
    games = [
        f'[WhiteElo "{2500 + number}"]\n[BlackElo "{2500 + number}"]\n[Result "{result}"]\n\n1. e4 e5 2. Nf3 {result}\n'
        for result, count in results.items()
        for number in range(count)
    ]
    rows, columns = arrays_of_games(texts_of("\n".join(games).encode()))
    found = answer(read_fields("pawns:8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"), rows, columns, advantage=0.0)
    assert found.score.games == len(games)
    model_games = found.spells.game[found.model_games]
    assert set(columns.result[model_games].tolist()) == {usual}
    assert columns.white_elo[model_games].tolist() == sorted(columns.white_elo[model_games].tolist(), reverse=True)
