"""Explanations: what the inspector says of a square, as data."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.core.board.bitboard import SQUARE_NAMES, file_fill
from pawnviz.core.explain.reasons import pawn_labels, pawn_reasons
from pawnviz.core.layers import LAYERS
from tests.positions import positions

POSITION = pawnviz.Position.from_fen("4k3/8/2p5/1p1p4/3P4/2P5/8/4K3 w - - 0 1")


def test_a_pawn_is_explained_by_its_labels_with_their_reasons() -> None:
    found = pawnviz.explain(POSITION, "d4")
    assert (found.square, found.piece) == ("d4", "P")
    assert "Rammed" in found.labels
    assert found.labels == tuple(reason.label for reason in found.reasons if reason.holds)
    rammed = next(reason for reason in found.reasons if reason.layer == "rams")
    assert rammed == pawnviz.Reason(
        layer="rams",
        color=chess.WHITE,
        label="Rammed",
        holds=True,
        text=rammed.text,
        meaning=rammed.meaning,
        pawns=("d5",),
    )
    assert rammed.text.startswith("Rammed: ")


def test_the_lines_on_a_pawn_are_its_labels_by_consequence() -> None:
    found = pawnviz.explain(POSITION, "d4")
    assert found.headline == "The head of a pawn chain, guarded by c3, blocked by the pawn on d5."
    assert [(line.title, line.place) for line in found.lines][:2] == [
        ("Rammed", "first"),
        ("Chain head", "more"),
    ]
    assert sorted(layer for line in found.lines for layer in line.layers) == sorted(
        reason.layer for reason in found.reasons if reason.holds
    )
    empty = pawnviz.explain(POSITION, "e5")
    assert (empty.headline, empty.lines) == ("", ())


def test_an_empty_square_has_verdicts_for_both_sides_and_no_labels() -> None:
    found = pawnviz.explain(POSITION, chess.E5)
    assert (found.piece, found.labels, found.reasons) == (None, (), ())
    assert found.guards == pawnviz.ByColor(("d4",), ())
    assert [verdict.layer for verdict in found.verdicts.white] == [
        "safe_squares",
        "holes",
        "outposts",
        "outposts_stockfish",
    ]
    assert all(verdict.color is chess.BLACK for verdict in found.verdicts.black)


@given(positions(), st.integers(0, 63))
def test_an_explanation_says_what_the_layers_and_the_reasons_say(position: pawnviz.Position, square: int) -> None:
    found = pawnviz.explain(position, square)
    assert found == pawnviz.explain(position, SQUARE_NAMES[square])
    assert found.piece == position.piece_at(square)
    for side, names in zip(position.sides(), found.layers, strict=True):
        held = {name: layer(side) if layer.turns else file_fill(layer(side)) for name, layer in LAYERS.items()}
        assert list(names) == [name for name, mask in held.items() if mask >> square & 1]
    if found.piece in ("P", "p"):
        side = position.sides()[found.piece == "p"]
        assert list(found.labels) == [reason.label for reason in pawn_labels(side, square)]
        assert [reason.text for reason in found.reasons] == [reason.text for reason in pawn_reasons(side, square)]
    for reason in (*found.reasons, *found.verdicts.white, *found.verdicts.black):
        assert reason.holds == (reason.layer in found.layers[reason.color])
    board = chess.Board(None)
    board.turn, board.ep_square = position.white_to_move, position.en_passant
    for place, piece in enumerate(position.pieces()):
        if piece:
            board.set_piece_at(place, chess.Piece.from_symbol(piece))
    assert pawnviz.explain(board, square) == found


@pytest.mark.parametrize("square", ["e9", "", "E4", -1, 64])
def test_what_is_no_square_is_refused(square: str | int) -> None:
    with pytest.raises(ValueError, match="a square is a"):
        pawnviz.explain(POSITION, square)
