"""The positions judged for first sentences, and the agreement that must not be lost."""

from __future__ import annotations

import re

import pytest

from pawnviz.core.board.position import Position
from tests.judgement import is_held_back
from tests.judgement.first_sentences import GOAL, figures, judged_positions

KEY = re.compile(
    r"(?:passer|weak|wedge|tension|hanging|candidate) [a-h][1-8]"
    r"|outpost [a-h][1-8] (?:White|Black)|break [a-h][1-8] (?:White|Black)"
    r"|(?:file|doubled) [a-h] (?:White|Black)|majority (?:queenside|kingside|center) (?:White|Black)"
    r"|(?:center|shelter|storm|complex) (?:White|Black)|locked_center|opposite_castling|symmetrical"
)


def test_200_positions_are_judged_each_with_at_most_five_statements_and_a_reason() -> None:
    positions = judged_positions()
    assert len(positions) == len({judged.fen for judged in positions}) == 200
    for judged in positions:
        assert Position.from_fen(judged.fen).fen() == judged.fen
        assert 1 <= len(judged.keys) <= 5 and all(map(KEY.fullmatch, judged.keys)), judged
        assert judged.reason.endswith((".", "?"))


def test_a_third_of_them_is_held_back() -> None:
    assert sum(map(is_held_back, range(len(judged_positions())))) == 67


@pytest.mark.parametrize("part", ["tuned", "held back"])
def test_the_first_sentence_is_the_trainers_in_both_parts(part: str) -> None:
    figure, chance = (figure for figure in figures() if figure.part == part)
    assert figure.value >= GOAL > chance.value + 20
