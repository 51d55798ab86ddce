from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

from hypothesis import given

import pawnviz
from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.labels.order import (
    BUILDING_BLOCKS,
    EVERYDAY,
    heaviest_first,
    label_of,
    labels_with,
    matters,
    sections,
    weight_at,
)
from pawnviz.core.labels.table import LABELS, Label, Place, Subject
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.strategies import Board, boards


def weight(label: str, square: str, fen: str) -> int:
    """Return what a label weighs for White's pawn on a square."""
    return weight_at(label, Position.from_fen(fen).sides()[0], parse_square(square))


def test_layers_that_matter_come_first_and_the_others_keep_their_order() -> None:
    assert heaviest_first(["front_spans", "isolated_pawns", "mine", "stops", "passed_pawns"]) == [
        *("passed_pawns", "isolated_pawns", "mine", "front_spans", "stops"),
    ]
    assert not matters("front_spans")
    assert matters("passed_pawns")
    assert matters("mine")


def test_labels_are_in_the_order_of_their_weights() -> None:
    names = labels_with(lambda label: label.life)
    weights = [LABELS[name].weight for name in names]
    assert weights == sorted(weights, reverse=True)
    assert {name for name, label in LABELS.items() if label.life} == set(names)


def test_a_layer_without_an_entry_is_geometry_or_behind_the_fold() -> None:
    without = [name for name in LAYERS if name not in LABELS]
    assert without
    assert {label_of(name).place for name in without} == {None, Place.GEOMETRY}
    assert not any(label_of(name).weight for name in without)


def test_a_doubled_pawn_weighs_more_where_it_is_isolated_and_a_backward_one_less_where_it_is_rammed() -> None:
    fen = "4k3/8/8/8/4p3/P3P3/P2P4/4K3 w - - 0 1"
    assert weight("doubled_pawns", "a3", fen) > weight("isolated_pawns", "a3", fen)
    assert weight("backward_pawns_not_isolated", "e3", fen) < weight("rams", "e3", fen)
    assert weight("backward_pawns_not_isolated", "d2", fen) == LABELS["backward_pawns_not_isolated"].weight


def test_a_capturer_weighs_most_where_it_may_take_a_piece_now() -> None:
    white, black = (weight("capturers", "c4", f"4k3/2p5/8/3n4/2P5/8/8/4K3 {side} - - 0 1") for side in ("w", "b"))
    assert white > black > LABELS["capturers"].weight


def test_that_a_pawn_is_doubled_weighs_more_where_it_is_isolated_too_and_less_than_that_it_is_tripled() -> None:
    found = []
    for placement in ("4k3/8/8/8/2P5/2P5/1P6/4K3", "4k3/8/8/8/2P5/2P5/8/4K3", "4k3/8/8/2P5/2P5/2P5/1P6/4K3"):
        side = Position.from_fen(f"{placement} w - - 0 1").sides()[0]
        names = ("doubled_pawns", "isolated_pawns", "tripled_pawns", "weak_pawns")
        present = [name for name in names if LAYERS[name](side) >> parse_square("c3") & 1]
        found.append(sorted(present, key=lambda name: -weight_at(name, side, parse_square("c3"))))
    assert [names[0] for names in found] == ["doubled_pawns", "doubled_pawns", "tripled_pawns"]


def test_every_layer_is_in_exactly_one_section() -> None:
    listed = Counter(identifier for section in sections() for identifier in section.identifiers)
    assert listed == Counter(LAYERS.keys())
    titles = [section.title for section in sections()]
    assert len(set(titles)) == len(titles)
    assert all(section.identifiers for section in sections())
    first, *between, last = sections()
    assert (first, last) == (EVERYDAY, BUILDING_BLOCKS)
    for section in between:
        assert {LAYERS[identifier].chapter.title for identifier in section.identifiers} == {section.title}


PACKAGE: Final = Path(pawnviz.__file__).parent
HOMES: Final = tuple(PACKAGE / "core" / room for room in ("formula", "layers", "labels", "explain/reasons"))
OF_PAWNS: Final = frozenset(name for name, layer in LAYERS.items() if layer.of_pawns) - {"pawns"}


def test_an_entry_is_of_a_layer_or_number_and_names_entries_of_labels() -> None:
    for name, label in LABELS.items():
        assert name in LAYERS or name in NUMBERS
        beside = label.fact.beside if label.fact is not None else ()
        leader = (label.told_with,) if label.told_with else ()
        for other in (*label.implied, *leader, *beside):
            assert other != name
            assert LAYERS[other].of_pawns, name
        assert all(LABELS[other].adjective or other == "break_pawns" for other in beside), name
        assert not any(label_of(other).told_with for other in leader), name
        if label != Label(weight=label.weight, everyday=label.everyday, lane=label.lane):
            assert LAYERS[name].of_pawns, name
        if label.subject or label.is_prefix or label.change or label.life or label.definition:
            assert label.short or label.told_with, name


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


def test_no_more_than_three_modules_name_a_label_beside_its_layer_entry_and_reason() -> None:
    assert len(OTHER_MODULES) > 200
    modules: dict[str, list[Path]] = {}
    for path in OTHER_MODULES:
        text = re.sub('""".*?"""|#.*?$', "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        imported = re.findall(r"^from pawnviz\.core\.layers[\w.]* import (\([^)]*\)|.*)$", text, re.MULTILINE)
        for name in OF_PAWNS & {*re.findall(r'"(\w+)"', text), *re.findall(r"\w+", " ".join(imported))}:
            modules.setdefault(name, []).append(path)
    assert {name: paths for name, paths in modules.items() if len(paths) > 3} == {}
    assert modules["isolated_pawns"] == [SKELETON]
