"""Random questions: the answers of both scanners are those of python-chess, square by square."""

from __future__ import annotations

import io
import random
from functools import cache

import chess.pgn
import numpy
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.position import Position
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.collections.question import Question
from pawnviz.core.collections.spells import spells
from pawnviz.core.structures.pattern import read_pattern
from pawnviz.core.structures.rule import Rule
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import leading_structures, set_user_structures
from tests.core.collections.slow_search import Replayed, Spell, random_question, replayed, spells_of, with_random_tags
from tests.core.games.sample import MASTERS, random_game, texts_of


@cache
def games() -> tuple[tuple[Replayed, ...], tuple[StructureRows, GameColumns]]:
    """Return games by python-chess, and by the scanner."""
    dice = random.Random(1)
    made = [with_random_tags(random_game(seed, 70), dice) for seed in range(12)]
    texts = texts_of(MASTERS.read_bytes() + b"\n" + "\n\n".join(map(str, made)).encode())
    read = [chess.pgn.read_game(io.StringIO(text.data.decode())) for text in texts]
    return tuple(replayed(game) for game in read if game), arrays_of_games(texts)


def found(question: str, rows: StructureRows, columns: GameColumns) -> list[Spell]:
    result = spells(read_fields(question), rows, columns)
    return list(zip(result.game.tolist(), result.first.tolist(), result.end.tolist(), strict=True))


@given(st.randoms(use_true_random=False))
def test_any_question_has_the_same_answer_by_python_chess(dice: random.Random) -> None:
    reference, (rows, columns) = games()
    question = random_question(dice, reference)
    text = " ".join(part.text for part in question)
    note(text)
    expected = spells_of(question, reference)
    assert found(text, rows, columns) == expected


def test_random_questions_are_of_all_kinds_and_many_find_some_games_and_not_all() -> None:
    reference, _ = games()
    questions = [random_question(random.Random(seed), reference) for seed in range(150)]
    texts = " ".join(part.text for question in questions for part in question)
    for field in ("structure", "pattern", "where", "pawns", "moves", "for", "elo", "year", "result", "eco", "player"):
        assert f"{field}:" in texts
    counts = [len(spells_of(question, reference)) for question in questions[:60]]
    assert sum(0 < count < len(reference) for count in counts) > 20


def test_a_wrong_answer_would_be_seen() -> None:
    reference, (rows, columns) = games()
    question = random_question(random.Random(3), reference)
    text = " ".join(part.text for part in question)
    assert found(text, rows, columns) == spells_of(question, reference)
    with pytest.raises(AssertionError):
        assert found(f"{text} moves:40-", rows, columns) == spells_of(question, reference)


BOARDS = (
    "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8",  # Carlsbad.
    "8/p1p2ppp/1p6/3p4/3P4/4P3/PP3PPP/8",  # The Tartakower after the exchange on d5, which fulfills its rule too.
    "8/pp3ppp/2p5/3p4/3P1P2/4P3/PP4PP/8",  # A stonewall too, named beside it.
    "8/pp2pppp/4p3/3p4/3P4/2P5/PP3PPP/8",
)


def held(question: Question) -> list[bool]:
    """Return on which boards the only part of a question holds."""
    pawns = [tuple(side.pawns for side in Position.from_fen(board).sides()) for board in BOARDS]
    (part,) = question.position_parts
    return [bool(truth) for truth in part.holds(PawnBoards(*numpy.array(pawns, numpy.uint64).T))]


def test_a_structure_is_where_boards_are_named_after_it_and_wide_wherever_its_rule_holds() -> None:
    for color in ("", ",white"):
        assert held(read_fields(f"structure:carlsbad{color}")) == [True, False, True, False]
        assert held(read_fields(f"structure:carlsbad{color},wide")) == [True, True, True, False]
    assert held(read_fields("structure:tartakower_exchange")) == [False, True, False, False]
    found = [leading_structures(Position.from_fen(board).sides()[0]) for board in BOARDS]
    named = ["carlsbad" in [each.structure.identifier for each in structures] for structures in found]
    assert named == [True, False, True, False]


def test_a_structure_of_the_user_takes_the_name_of_a_less_specific_one_in_any_process() -> None:
    rule = Rule(read_pattern("W d4 e3 f2 -c; B c6 d5 -e"), least_pawns=6)
    set_user_structures(lambda: [Structure("own", "Own", rule, ((), ()))])
    try:
        portable = read_fields("structure:carlsbad").portable
        assert held(read_fields("structure:carlsbad")) == [False, False, True, False]
    finally:
        set_user_structures(tuple)
    assert held(portable) == [False, False, True, False]
    assert held(read_fields("structure:carlsbad")) == [True, False, True, False]
