"""Importing loses nothing of one's own unless asked to, and formulas go on calling what they called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.user_layers.collection import MOST_LAYERS, UserLayer, UserLayers
from pawnviz.core.user_layers.imports import Choice, choices_for, imported

TAKE, REPLACE, SKIP = Choice.TAKE, Choice.REPLACE, Choice.SKIP
MINE = UserLayers([UserLayer("base", "Mine", "own"), UserLayer("caller", "Caller", "base(own)")])


def entry(identifier: str, formula: str = "enemy") -> UserLayer:
    return UserLayer(identifier, identifier.capitalize(), formula)


def formulas(layers: UserLayers) -> dict[str, str]:
    return {layer.identifier: layer.formula for layer in layers.entries}


def test_a_new_layer_is_taken_behind_the_others() -> None:
    assert choices_for(MINE, entry("new")) == (TAKE, SKIP)
    result = imported(MINE, [entry("new")], [TAKE])
    assert formulas(result.layers) == {"base": "own", "caller": "base(own)", "new": "enemy"}
    assert result.identifiers == ("new",)


def test_a_layer_whose_name_is_taken_gets_another_and_its_callers_follow() -> None:
    assert choices_for(MINE, entry("base")) == (TAKE, REPLACE, SKIP)
    entries = [entry("base"), entry("other", "base(own) | base(enemy)")]
    result = imported(MINE, entries, [TAKE, TAKE])
    assert result.identifiers == ("base_2", "other")
    assert formulas(result.layers) == {
        "base": "own",
        "caller": "base(own)",
        "base_2": "enemy",
        "other": "base_2(own) | base_2(enemy)",
    }


def test_a_layer_takes_the_place_of_the_one_of_its_name_when_asked_to() -> None:
    result = imported(MINE, [entry("base"), entry("other", "base(own)")], [REPLACE, TAKE])
    assert result.identifiers == ("base", "other")
    assert formulas(result.layers) == {"base": "enemy", "caller": "base(own)", "other": "base(own)"}


def test_what_is_there_already_is_left_out_and_still_called() -> None:
    assert choices_for(MINE, MINE.entry("base")) == (SKIP, TAKE)
    result = imported(MINE, [MINE.entry("base"), entry("other", "base(own)")], [SKIP, TAKE])
    assert result.identifiers == ("", "other")
    assert formulas(result.layers)["other"] == "base(own)"
    assert result.layers.faults == {}


def test_a_name_that_another_entry_of_the_file_has_is_not_given_away() -> None:
    entries = [entry("base"), entry("base_2", "base(own)")]
    result = imported(MINE, entries, [TAKE, TAKE])
    assert result.identifiers == ("base_3", "base_2")
    assert result.layers.faults == {}
    assert formulas(result.layers)["base_2"] == "base_3(own)"


def test_a_formula_that_calls_what_was_left_out_is_wrong_and_kept() -> None:
    result = imported(UserLayers(), [entry("base"), entry("other", "base(own)")], [SKIP, TAKE])
    assert list(result.layers.faults) == ["other"]


def test_too_many_layers_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 200 user layers"):
        imported(MINE, [entry(f"layer_{number}") for number in range(MOST_LAYERS - 1)], [TAKE] * (MOST_LAYERS - 1))


@given(st.data())
def test_nothing_of_ones_own_changes_unless_it_is_replaced(data: st.DataObject) -> None:
    names = st.sampled_from(["base", "caller", "base_2", "base_3", "new"])
    entries = [
        entry(name, data.draw(st.sampled_from(["own", "base(own)", "base_2(own) | caller(own)"])))
        for name in data.draw(st.lists(names, unique=True))
    ]
    choices = [data.draw(st.sampled_from(Choice)) for _ in entries]
    result = imported(MINE, entries, choices)
    replaced = {layer.identifier for layer, choice in zip(entries, choices, strict=True) if choice is REPLACE}
    for mine in MINE.entries:
        assert mine.identifier in replaced or result.layers.entry(mine.identifier) == mine
    for layer, choice, identifier in zip(entries, choices, result.identifiers, strict=True):
        assert bool(identifier) == (choice is not SKIP)
        if identifier:
            assert result.layers.entry(identifier).title == layer.title
    taken = sum(choice is not SKIP for choice in choices)
    assert len(result.layers) == len(MINE) + taken - len(replaced & set(MINE.layers))
