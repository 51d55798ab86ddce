"""The entries of labels: they speak of layers that there are, and of each other without contradiction."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given

import pawnviz
from pawnviz.core.labels.label import Label, Subject
from pawnviz.core.labels.order import label_of
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.strategies import Board, boards

PACKAGE: Final = Path(pawnviz.__file__).parent
HOMES: Final = tuple(PACKAGE / "core" / room for room in ("layers", "labels", "explain/reasons"))
OF_PAWNS: Final = frozenset(name for name, layer in LAYERS.items() if layer.of_pawns) - {"pawns"}
_LAYERS: Final = "pawnviz.core.layers"


@pytest.mark.parametrize("name", LABELS)
def test_an_entry_is_of_a_layer_or_number_and_names_entries_of_labels(name: str) -> None:
    label = LABELS[name]
    assert name in LAYERS or name in NUMBERS
    beside = label.fact.beside if label.fact is not None else ()
    leader = (label.told_with,) if label.told_with else ()
    for other in (*label.implied, *leader, *beside):
        assert other != name
        assert LAYERS[other].of_pawns
    assert all(LABELS[other].adjective or other == "break_pawns" for other in beside)
    assert not any(label_of(other).told_with for other in leader)
    if label != Label(weight=label.weight, everyday=label.everyday, lane=label.lane):
        assert LAYERS[name].of_pawns
    if label.subject or label.is_prefix or label.change or label.life or label.definition:
        assert label.short or label.told_with


def test_a_headline_can_begin_with_one_kind_of_passer_pair_and_candidate() -> None:
    subjects = [label.subject for label in LABELS.values() if label.subject is not None]
    assert sorted(set(subjects), key=list(Subject).index) == list(Subject)
    assert len(subjects) - subjects.count(Subject.WEAKNESS) == len(Subject) - 1


def test_places_in_lists_are_counted_from_one() -> None:
    for places in ([label.everyday for label in LABELS.values()], [label.lane for label in LABELS.values()]):
        taken = sorted(place for place in places if place)
        assert taken == list(range(1, len(taken) + 1))


@given(board=boards())
def test_a_kind_of_a_label_is_that_label_too(board: Board) -> None:
    for side in board.sides():
        for name, label in LABELS.items():
            if label.kind_of:
                assert LAYERS[name](side) & ~LAYERS[label.kind_of](side) == 0


def test_words_follow_from_adjective_and_complement() -> None:
    passed, isolated = LABELS["passed_pawns"], LABELS["isolated_pawns"]
    assert [passed.state(), passed.state(2), isolated.state(), isolated.state(2)] == [
        *("a passed pawn", "passed pawns", "isolated", "isolated"),
    ]
    assert passed.gained_by("c4 and d4", 2) == "makes c4 and d4 passed pawns"
    assert isolated.gained_by("d4", 1) == "isolates d4"
    assert LABELS["blockaded_passers"].gained_by("d5", 1) == "lets d5 be blockaded"
    assert LABELS["candidate_pawns"].short == LABELS["candidate_pawns"].band == "candidate"


OTHER_MODULES: Final = [
    path for path in sorted(PACKAGE.rglob("*.py")) if not any(home in path.parents for home in HOMES)
]
SKELETON: Final = PACKAGE / "core" / "picture" / "skeleton.py"
"""The module that draws isolated pawns hollow."""


@cache
def layer_names_in(path: Path) -> frozenset[str]:
    """Return the identifiers of layers of pawns that a module has as texts, or imports as functions."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    modules = (node for node in nodes if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_LAYERS))
    return frozenset(texts | {name.name for node in modules for name in node.names}) & OF_PAWNS


@pytest.mark.parametrize("name", sorted(OF_PAWNS))
def test_no_more_than_three_modules_name_a_label_beside_its_layer_entry_and_reason(name: str) -> None:
    assert len(OTHER_MODULES) > 300
    assert len([path.name for path in OTHER_MODULES if name in layer_names_in(path)]) <= 3


def test_the_isolated_pawn_is_named_by_its_layer_its_entry_its_reason_and_the_skeleton_alone() -> None:
    named = [path for path in PACKAGE.rglob("*.py") if "isolated_pawns" in path.read_text(encoding="utf-8")]
    assert [path for path in named if not any(home in path.parents for home in HOMES)] == [SKELETON]
