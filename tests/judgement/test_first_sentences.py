"""The positions judged for first sentences, and the agreement that must not be lost."""

from __future__ import annotations

import re

import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence
from pawnviz.core.structures import leading_structures
from tests.judgement.first_sentences import GOAL, figures, judged_positions

KEY = re.compile(
    r"(?:passer|weak|wedge|tension|hanging|candidate) [a-h][1-8]"
    r"|outpost [a-h][1-8] (?:White|Black)|break [a-h][1-8] (?:White|Black)"
    r"|(?:file|doubled) [a-h] (?:White|Black)|majority (?:queenside|kingside|center) (?:White|Black)"
    r"|(?:center|shelter|storm|complex) (?:White|Black)|locked_center|opposite_castling|symmetrical|structure \w+"
)


def test_320_positions_are_judged_each_with_some_statements_and_a_reason() -> None:
    positions = judged_positions()
    assert len(positions) == len({judged.fen for judged in positions}) == 320
    assert sum(bool(judged.own) for judged in positions) == 120
    for judged in positions:
        assert Position.from_fen(judged.fen).fen() == judged.fen
        assert 1 <= len(judged.keys) <= (10 if judged.own else 5) and all(map(KEY.fullmatch, judged.keys)), judged
        assert judged.reason.endswith((".", "?"))


@pytest.mark.parametrize("part", ["tuned", "held back"])
def test_the_first_sentence_is_the_trainers_in_both_parts(part: str) -> None:
    same, acceptable, figure, chance, beside = (figure.value for figure in figures() if figure.part == part)
    assert same > 60 and acceptable > 85
    assert figure >= GOAL - 5 > chance + 20
    assert beside > 60


def test_no_first_sentence_is_about_a_file_where_a_structure_has_a_name_of_its_own() -> None:
    found = 0
    for judged in judged_positions():
        position = Position.from_fen(judged.fen)
        named = [each.title for each in leading_structures(position.sides()[0], with_general=False)]
        if named and not named[0].startswith(("Symmetrical", "Open ", "Half-open ")):
            first = first_sentence(position)
            assert first is not None and not any(key.startswith("file ") for key in first.keys), judged.fen
            found += 1
    assert found > 50
