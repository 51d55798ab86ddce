"""The order of lists: everyday layers first, building blocks last, and layers that differ in a number as one series."""

from __future__ import annotations

from collections import Counter

from pawnviz.core.labels.sections import BUILDING_BLOCKS, EVERYDAY, sections
from pawnviz.core.layers import LAYERS


def test_every_layer_is_in_exactly_one_section() -> None:
    listed = Counter(identifier for section in sections() for identifier in section.identifiers)
    assert listed == Counter(LAYERS.keys())
    titles = [section.title for section in sections()]
    assert len(set(titles)) == len(titles)
    assert all(section.identifiers for section in sections())


def test_everyday_layers_come_first_and_building_blocks_last() -> None:
    assert sections()[0] == EVERYDAY
    assert sections()[-1] == BUILDING_BLOCKS


def test_a_layer_between_them_is_in_the_section_of_its_chapter() -> None:
    for section in sections()[1:-1]:
        assert {LAYERS[identifier].chapter.title for identifier in section.identifiers} == {section.title}
