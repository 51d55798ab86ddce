from __future__ import annotations

import subprocess
import sys

import pytest

from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes, LaneError
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences.preferences import FIRST_LANES, LONGEST_LANE, MOST_LANES, Preference, Preferences


def chosen(*texts: str) -> ChosenLanes:
    document = Document()
    lanes = ChosenLanes(ShownLayers(document), Preference(texts, Preferences.lanes))
    document.setParent(lanes)
    return lanes


def own_layers(lanes: ChosenLanes) -> ShownLayers:
    layers = lanes._layers
    layers.user_layers.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own & rank_5(own)"),)))
    return layers


def test_the_first_and_the_usual_lanes_are_layers_and_numbers() -> None:
    lanes = chosen(*FIRST_LANES)
    for text in (*FIRST_LANES, *USUAL_LANES):
        assert lanes.entry(text) in (LAYERS.get(text), NUMBERS.get(text))


def test_a_layer_is_added_by_its_title_and_a_formula_as_it_is_written() -> None:
    lanes = chosen("levers")
    changes = []
    lanes.changed.connect(lambda: changes.append(lanes.texts))
    for text in ("  isolated PAWNS ", "Island count", "own & rank_4(own)", "levers"):
        lanes.add(text)
    assert list(lanes.texts) == ["levers", "isolated_pawns", "island_count", "own & rank_4(own)"]
    assert len(changes) == 3
    formula = lanes.entry(lanes.texts[-1])
    assert isinstance(formula, Layer) and formula.title == "own & rank_4(own)"
    lanes.remove("island_count")
    assert list(lanes.texts) == ["levers", "isolated_pawns", "own & rank_4(own)"]
    assert [lanes.title(text) for text in lanes.texts] == ["Levers", "Isolated pawns", "own & rank_4(own)"]


def test_what_cannot_be_followed_is_refused_with_a_sentence() -> None:
    lanes = chosen("levers")
    for text, words in (("own &", "Column 6"), ("isolated_pawnz", "isolated_pawnz"), ("((", "Column 3")):
        with pytest.raises(LaneError, match=words) as caught:
            lanes.add(text)
        assert str(caught.value)[-1] in ".?"
    for name in list(LAYERS)[: MOST_LANES - 1]:
        lanes.add(name)
    with pytest.raises(LaneError, match="at most 12 lanes"):
        lanes.add("open_files")
    assert len(lanes.texts) == MOST_LANES


def test_own_layers_can_be_followed_and_their_changes_are_announced() -> None:
    lanes = chosen("levers")
    own = own_layers(lanes).user_layers
    lanes.add("Far pawns")
    assert lanes.texts[-1] == "far_pawns"
    assert ("far_pawns", "Far pawns") in lanes.offered()
    changes = []
    lanes.changed.connect(lambda: changes.append(1))
    own.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own & rank_6(own)"),)))
    assert changes
    own.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own &"),)))
    with pytest.raises(LaneError, match="The layer 'far_pawns' cannot be read"):
        lanes.entry("far_pawns")
    own.set_kept(UserLayers())
    with pytest.raises(LaneError, match="far_pawns"):
        lanes.entry("far_pawns")
    lanes.choose(("levers",))
    changes.clear()
    own_layers(lanes)
    assert not changes, "no lane depends on user layers"


def test_a_formula_may_call_own_layers() -> None:
    lanes = chosen()
    own_layers(lanes)
    lanes.add("~far_pawns(own) & own")
    assert isinstance(lanes.entry("~far_pawns(own) & own"), Layer)
    assert LONGEST_LANE >= 1000


def test_what_the_window_needs_at_its_start_imports_nothing_that_reads_games() -> None:
    code = (
        "import sys, pawnviz.model.games.chosen_lanes, pawnviz.model.games.last_move\n"
        "assert not {name.partition('.')[0] for name in sys.modules} & {'chess', 'numpy'}"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
