from __future__ import annotations

from itertools import pairwise

from pawnviz.core.catalog.samples import samples
from pawnviz.core.layers import LAYERS


def test_the_samples_are_read_in_the_order_of_their_menu() -> None:
    assert [sample.title for sample in samples()][:2] == ["London System", "Start position"]
    assert samples()[1].look.startswith("Each pawn faces another")


def test_a_sample_names_layers_of_the_registry() -> None:
    for sample in samples():
        assert set(sample.layers) <= set(LAYERS)


def test_a_group_of_samples_has_at_most_seven() -> None:
    begins = [0, *(number for number, sample in enumerate(samples()) if sample.begins), len(samples())]
    assert all(end - begin <= 7 for begin, end in pairwise(begins))
