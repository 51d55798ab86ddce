"""The order of labels: by what each weighs, and among layers those first whose changes matter."""

from __future__ import annotations

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.labels.label import Place
from pawnviz.core.labels.order import heaviest_first, label_of, labels_with, matters, weight_at
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS


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
