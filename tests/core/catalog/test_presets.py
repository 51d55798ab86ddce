from __future__ import annotations

from pawnviz.core.catalog.presets import presets
from pawnviz.core.layers import LAYERS


def test_the_presets_are_read_in_the_order_of_their_buttons() -> None:
    titles = [
        "Overview",
        "Spans",
        "Attacks and safety",
        "Islands",
        "Levers and chains",
        "Passers",
        "Weaknesses",
        "Squares",
    ]
    assert [preset.title for preset in presets()] == titles
    assert presets()[1].layers[:2] == ("front_spans", "stops")
    assert presets()[1].description.startswith("The files in front of")


def test_a_preset_names_layers_of_the_registry() -> None:
    for preset in presets():
        assert set(preset.layers) <= set(LAYERS)
