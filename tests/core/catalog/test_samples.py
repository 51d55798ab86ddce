from __future__ import annotations

from itertools import pairwise

import pytest

from pawnviz.core.catalog.samples import Sample, errata, samples
from pawnviz.core.layers import LAYERS


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
