from __future__ import annotations

from itertools import pairwise

import pytest

from pawnviz.core.catalog.samples import Sample, errata, exceptions_of, presets, samples
from pawnviz.core.layers import LAYERS


def test_the_presets_are_read_in_the_order_of_their_buttons() -> None:
    titles = ["Structure", "Weak pawns", "Passers", "Breaks", "Files and islands", "Squares", "Spans", "Attacks"]
    assert [preset.title for preset in presets()] == titles
    assert presets()[6].layers[:2] == ("front_spans", "stops")
    assert presets()[6].description.startswith("The files in front of")


def test_a_preset_has_at_most_three_layers_of_the_registry() -> None:
    for preset in presets():
        assert 1 <= len(preset.layers) <= 3
        assert set(preset.layers) <= set(LAYERS)
        assert set(preset.exceptions) <= set(preset.layers)


def test_an_exception_is_that_of_exactly_one_preset() -> None:
    squares = next(preset for preset in presets() if preset.title == "Squares")
    assert exceptions_of(reversed(squares.layers)) == {"safe_squares": "Not safe"}
    assert exceptions_of(["safe_squares"]) == exceptions_of([*squares.layers, "stops"]) == {}


def test_the_samples_are_read_in_the_order_of_their_menu() -> None:
    assert [sample.title for sample in samples()][:2] == ["London System", "Start position"]
    assert samples()[1].look.startswith("Each pawn faces another")


@pytest.mark.parametrize("menu", [samples(), errata()], ids=["samples", "errata"])
def test_a_sample_names_layers_of_the_registry(menu: tuple[Sample, ...]) -> None:
    for sample in menu:
        assert set(sample.layers) <= set(LAYERS)


@pytest.mark.parametrize("menu", [samples(), errata()], ids=["samples", "errata"])
def test_a_group_of_samples_has_at_most_seven(menu: tuple[Sample, ...]) -> None:
    begins = [0, *(number for number, sample in enumerate(menu) if sample.begins), len(menu)]
    assert all(end - begin <= 7 for begin, end in pairwise(begins))
