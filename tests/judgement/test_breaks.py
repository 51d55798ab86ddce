"""A short cut of the section on breaks: sixty positions in which a break was played, each third one held back."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from pawnviz.core.board.position import Position
from tests.judgement import is_held_back
from tests.judgement.breaks import FIRST_GOAL, RANK_GOAL, Choice, choice_of, figures_of


@cache
def read_choices() -> list[Choice]:
    lines = Path(__file__).with_name("played_breaks.txt").read_text(encoding="utf-8").splitlines()
    facts = [line.split("; ") for line in lines if not line.startswith("#")]
    found = [
        choice_of(Position.from_fen(fen), move, held_back=is_held_back(number))
        for number, (fen, move) in enumerate(facts, 1)
    ]
    choices = [choice for choice in found if choice is not None]
    assert len(choices) == len(facts) == 60
    return choices


def test_the_break_that_a_master_played_is_mostly_the_first() -> None:
    values = {figure.name: figure.value for figure in figures_of(read_choices(), "")}
    assert values["breaks: the one played is first"] >= FIRST_GOAL
    assert values["breaks: mean reciprocal rank"] >= RANK_GOAL


@pytest.mark.parametrize("held_back", [False, True])
def test_the_list_is_better_than_chance_in_both_parts(held_back: bool) -> None:
    # Twenty positions are too few for the goals: the command has thousands.
    choices = [choice for choice in read_choices() if choice.held_back == held_back]
    assert len(choices) == (20 if held_back else 40)
    values = {figure.name: figure.value for figure in figures_of(choices, "")}
    assert values["breaks: the one played is first"] > values["breaks: first by chance"] + 10
    assert values["breaks: first in the list reversed"] < values["breaks: first by chance"] - 10


def test_figures_are_counted_from_places() -> None:
    choices = [Choice(False, 2, 0), Choice(False, 4, 1)]
    values = {figure.name: figure.value for figure in figures_of(choices, "all")}
    assert values["breaks: the one played is first"] == 50
    assert values["breaks: first by chance"] == 37.5
    assert values["breaks: first in the list reversed"] == 0
    assert values["breaks: mean reciprocal rank"] == 0.75
