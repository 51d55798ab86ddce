"""The texts of the tour."""

from __future__ import annotations

from pawnviz.core.catalog.tour import stops


def test_the_tour_takes_a_minute() -> None:
    assert 5 <= len(stops()) <= 9
    words = [len(stop.text.split()) for stop in stops()]
    assert max(words) <= 40
    # People read about 200 words a minute.
    assert sum(words) <= 210


def test_each_stop_points_at_another_part_in_whole_sentences() -> None:
    targets = [stop.target for stop in stops()]
    assert len(set(targets)) == len(targets)
    for stop in stops():
        assert stop.text[0].isupper()
        assert stop.text.endswith(".")
        assert not stop.title.endswith(".")
