"""Compiled formulas and conditions: the same as interpreted, as ints, as arrays and on the board turned."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import flip_vertical
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, face
from pawnviz.core.formula import compiler as statements
from pawnviz.core.formula.compiler import Compiled, computed
from pawnviz.core.formula.conditions import Condition, parse_condition
from pawnviz.core.formula.parser import parse
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import LAYERS
from pawnviz.core.structures.rule import Rule
from tests.core.formula.worked import WHITE, formula_texts, own_layers
from tests.strategies import Board, array_sides, boards, masks_list

USER_LAYERS = own_layers(guarded="own & attacks(own)", far="front_spans(guarded(own)) << 9 >> 8 | pieces(white)")
TEXTS = formula_texts(USER_LAYERS)


def read(text: str) -> Formula:
    return parse(text, USER_LAYERS)


@given(text=TEXTS, several=st.lists(boards(), min_size=1, max_size=3), color=st.integers(0, 1))
def test_a_formula_compiled_is_the_same_as_interpreted_on_ints_and_on_arrays(
    text: str, several: list[Board], color: int
) -> None:
    formula = read(text)
    expected = [formula.evaluate(board.sides()[color]) for board in several]
    for _ in range(2):  # Part by part, then compiled.
        assert [computed(formula, board.sides()[color]) for board in several] == expected
    arrays = array_sides(several)[color]
    assert masks_list(computed(formula, arrays)) == expected
    assert masks_list(arrays.pawns) == [board.sides()[color].pawns for board in several]


def turned(side: Side[int]) -> Side[int]:
    """Return a side on its board turned with the colors exchanged."""
    names = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "pieces", "en_passant")

    def one(each: Side[int]) -> Side[int]:
        changed: Any = {name: flip_vertical(getattr(each, name)) for name in names}
        return replace(each, color=not each.color, **changed)

    return face(one(side), one(side.enemy))[0]


@given(text=TEXTS, number=st.integers(0, 5), board=boards(), color=st.integers(0, 1))
def test_a_condition_on_the_board_turned_is_that_condition_on_a_turned_board(
    text: str, number: int, board: Board, color: int
) -> None:
    condition = parse_condition(f"popcount({text}) > {number} or fileset(own) == fileset({text})", USER_LAYERS)
    side = board.sides()[color]
    expected = condition.evaluate(turned(side))
    assert condition.evaluate(side, is_turned=True) is expected
    array: Any = condition.evaluate(array_sides([board])[color], is_turned=True)
    assert array.tolist() == [expected]


def test_the_square_sets_that_a_comparison_with_nothing_needs_are_not_counted() -> None:
    for text, holds in (
        ("== 0", False),
        ("< 1", False),
        ("<= 0", False),
        ("!= 0", True),
        ("> 0", True),
        (">= 1", True),
    ):
        assert parse_condition(f"popcount(own) {text}").evaluate(WHITE) is holds
        assert parse_condition(f"popcount({{}}) {text}").evaluate(WHITE) is not holds


def test_a_layer_that_others_call_is_computed_once_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def compute(side: Side[Any]) -> Any:
        if "stops" not in side.cache:
            asked.append(side.color)
            side.cache["stops"] = LAYERS["pawns"](side)
        return side.cache["stops"]

    monkeypatch.setitem(LAYERS, "stops", LAYERS["stops"]._replace(compute=compute))
    for _ in range(2):  # Part by part, then compiled.
        side = Position.from_fen("4k3/8/8/8/8/8/4P3/4K3 w - -").sides()[0]
        for text in ("stops(own) | stops(enemy)", "own - stops(own)", "stops(own) & (stops(own) ^ own)"):
            computed(parse(f"{text} | {{}}"), side)
    assert sorted(asked) == [False, False, True, True]


def test_a_formula_is_compiled_when_it_is_asked_again_for_a_color(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    plain = statements.Statements.function

    def function(self: statements.Statements, *words: Any, **options: Any) -> Any:
        made.append("one")
        return plain(self, *words, **options)

    monkeypatch.setattr(statements.Statements, "function", function)
    functions = Compiled("forward(own)")
    for count in (0, 1, 1):
        assert functions[True, True](WHITE) == WHITE.pawns << 8
        assert len(made) == count


def test_the_words_of_a_user_are_no_part_of_the_code() -> None:
    names = own_layers(side="own", __import__="enemy")
    formula = parse("compiled = side(own); enemy_ = compiled | __import__(enemy); enemy_", names)
    assert computed(formula, WHITE) == WHITE.pawns
    functions: Any = formula.functions
    code = functions[True, True].__code__
    assert not {"__import__", "compiled", "enemy_"} & {*code.co_names, *code.co_varnames}


def test_what_has_been_compiled_is_sent_to_other_processes_without_its_functions() -> None:
    condition, formula = parse_condition("popcount(own) >= 8"), parse("own | stops(own)")
    rule = Rule((), "popcount(own) >= 8")
    for each in (condition, formula, rule):
        mask = computed(each, WHITE) if isinstance(each, Formula) else None
        truth = each.evaluate(WHITE) if isinstance(each, Condition) else None
        holds = each.condition_holds(WHITE) if isinstance(each, Rule) else None
        sent = pickle.loads(pickle.dumps(each))
        assert sent == each
        assert mask is None or computed(sent, WHITE) == mask
        assert truth is None or sent.evaluate(WHITE) is truth
        assert holds is None or sent.condition_holds(WHITE) is holds


def test_a_long_chain_of_operations_is_compiled() -> None:
    long = " | ".join(f"(own << {count % 64})" for count in range(150)) + " & (own" + " << 1 >> 1" * 90 + ")"
    formula = parse(long)
    assert computed(formula, WHITE) == formula.evaluate(WHITE)
    many = parse_condition(" and ".join(["popcount(own) == 8"] * 120))
    truth: Any = many.evaluate(array_sides([Board.of("8/8/8/8/8/8/PPPPPPPP/8")])[0])
    assert numpy.all(truth)


@pytest.mark.parametrize("is_turned", [False, True])
def test_every_layer_of_fixed_squares_is_the_same_on_arrays(is_turned: bool) -> None:
    board = Board(("P", *[""] * 62, "p"))
    for name in LAYERS:
        condition = parse_condition(f"popcount({name}({{a2,h7}})) > 0", {})
        for side, array in zip(board.sides(), array_sides([board]), strict=True):
            truth: Any = condition.evaluate(array, is_turned=is_turned)
            assert bool(truth) is condition.evaluate(side, is_turned=is_turned), name
