from __future__ import annotations

from typing import Any

import chess
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pawnviz
from pawnviz.core import structures as core
from pawnviz.core.board.bitboard import SQUARE_NAMES, file_fill
from pawnviz.core.explain.reasons import pawn_labels, pawn_reasons
from pawnviz.core.layers import LAYERS
from pawnviz.core.pawn_moves.report import report_of
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


CARLSBAD = "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1"


def test_a_structure_has_its_title_rule_plans_and_pawns() -> None:
    board = chess.Board()
    for move in ("e4", "c6", "d4", "d5", "exd5", "cxd5", "Bd3", "Nc6", "c3"):
        board.push_san(move)
    (found,) = pawnviz.structures(board)
    assert (found.identifier, found.title, found.color) == ("carlsbad", "Carlsbad, Caro-Kann exchange", chess.BLACK)
    assert found.pawns == ("c3", "d4", "d5", "e7")
    assert found.rule.startswith("White has a pawn on d4, a pawn on c2 or c3 and none on the e-file.")
    assert found.plans.black.startswith(
        "b5 begins the minority attack, but needs one more guard of b5. b4 leaves White"
    )
    assert not found.implied


@given(st.lists(positions(), max_size=6))
def test_of_many_positions_each_has_the_structures_that_it_has_alone(many: list[pawnviz.Position]) -> None:
    found = pawnviz.structures(iter(many))
    assert list(found) == [structure.identifier for structure in core.known_structures().structures.values()]
    for place, position in enumerate(many):
        expected = {(each.identifier, each.color) for each in pawnviz.structures(position)}
        for name, both in found.items():
            for color in (True, False):
                is_there = (name, color) in expected or (name, None) in expected
                assert both[color].dtype == bool and both[color].shape == (len(many),)
                assert bool(both[color][place]) is is_there, (name, color)


def test_arrays_of_pawns_and_fens_have_the_same_structures() -> None:
    position = pawnviz.Position.from_fen(CARLSBAD)
    white, black = position.pawns & position.white, position.pawns & position.black
    arrays = pawnviz.structures(numpy.array([[white], [0]], numpy.uint64), numpy.array([black, 0], numpy.uint64))
    assert arrays["carlsbad"].white.tolist() == [[True, False], [False, False]]
    assert pawnviz.structures([CARLSBAD])["carlsbad"].white.tolist() == [True]
    assert [each.identifier for each in pawnviz.structures(CARLSBAD)] == ["carlsbad"]


@pytest.mark.parametrize("words", [(), (1,), (CARLSBAD, CARLSBAD), (1, 2, 3), (numpy.zeros(2, int), 0)])
def test_what_is_no_board_is_refused(words: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        pawnviz.structures(*words)


ISOLATED = "r1bq1rk1/pp3ppp/2n1pn2/8/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"


def test_a_summary_names_the_structure_and_says_a_sentence_for_each_side() -> None:
    found = pawnviz.summary(pawnviz.Position.from_fen(ISOLATED))
    assert found.structures == ("Isolated queen's pawn of White",)
    assert found.sides[chess.WHITE].sentence == "three islands, isolated pawn d4."
    assert found.sides.black.features["Islands"] == "2 (a-b, e-h)"
    assert found.sides.black.features["Isolated"] == "none"
    assert found.headline == (
        "Isolated queen's pawn of White on d4: the break d5 opens lin"
        "es for well placed pieces, but needs one more guard of d5. "
        "White: three islands, isolated pawn d4. Black: two islands."
    )
    assert found.first and found.headline.startswith(found.first)
    assert found.text.splitlines()[:2] == [ISOLATED, "White to move."]


def test_a_summary_says_who_wins_a_pawn_ending_where_that_is_seen_at_once() -> None:
    found = pawnviz.summary(chess.Board("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"))
    assert found.outcome is pawnviz.Outcome.WHITE_WINS
    assert found.headline.startswith("White wins. ")
    assert pawnviz.summary(chess.Board("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1")).outcome is None
    assert pawnviz.summary(chess.Board()).outcome is None


FEN = "rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"
PAWNS = pawnviz.Position.from_fen(FEN)


def test_moves_are_those_of_the_panel_in_its_order() -> None:
    found = pawnviz.pawn_moves(PAWNS)
    assert found == pawnviz.pawn_moves(chess.Board(FEN))
    for color in (True, False):
        reports = report_of(PAWNS, color).moves
        assert [(move.text, move.sentence) for move in found[color]] == [
            (report.move.text, report.sentence) for report in reports
        ]
    board = chess.Board(FEN)
    assert {move.uci for move in found.white} == {
        move.uci() for move in board.legal_moves if board.piece_type_at(move.from_square) == chess.PAWN
    }


def test_a_move_says_what_it_changes() -> None:
    move = pawnviz.pawn_moves(PAWNS).white[0]
    assert (move.text, move.uci, move.is_break, move.attacks) == ("e2-e4", "e2e4", True, ("d5",))
    assert move.squares_lost.squares == pawnviz.ByColor(("d3", "d4"), ())
    assert move.changes[:2] == ("Attacks d5.", "Gives up d3 for good.")
    assert [exchange.text for exchange in move.exchanges] == ["…dxe4", "exd5 exd5"]
    assert move.word == "loses a pawn"
    assert move.price == "loses a pawn: needs one more guard of e4, 1 against 2"
    taken = next(move for move in pawnviz.pawn_moves(PAWNS).white if move.text == "cxd5")
    assert (taken.word, taken.price, taken.answer) == ("", "", "…exd5")
    sicilian = pawnviz.Position.from_fen("rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 0 5")
    push = next(move for move in pawnviz.pawn_moves(sicilian).black if move.text == "e7-e5")
    assert ("backward_pawns_not_isolated", "d6") in push.labels_gained.black
    assert push.labels_lost == pawnviz.ByColor((), ())
    assert push.position.piece_at(chess.E5) == "p"


def test_breaks_have_their_way_and_what_is_in_it() -> None:
    position = pawnviz.Position.from_fen("4k3/8/4p3/8/8/5N2/5P2/4K3 w - - 0 1")
    assert pawnviz.breaks(position).white == (pawnviz.Break("f2", ("f4", "f5"), ("e6",), ("f3",), "", ""),)
    assert pawnviz.breaks(position).black == (pawnviz.Break("e6", ("e5", "e4", "e3"), ("f2",), (), "", ""),)


def test_breaks_come_in_the_order_of_the_panel_with_their_price() -> None:
    found = pawnviz.breaks(PAWNS)
    for color in (True, False):
        report = report_of(PAWNS, color)
        first = [(move.move.text, move.price.text) for move in report.breaks if move.price is not None]
        assert [(f"{each.pawn}-{each.route[0]}", each.price) for each in found[color][: len(first)]] == first
    assert [(each.pawn, each.word) for each in found.black[:3]] == [
        ("c7", "offers a trade"),
        ("e6", "loses a pawn"),
        ("b7", "loses a pawn"),
    ]


def test_tensions_have_the_structure_of_each_exchange() -> None:
    (tension,) = pawnviz.tensions(PAWNS)
    assert (tension.white, tension.black) == ("c4", "d5")
    assert tension.structures == ("Queen's Gambit Declined (Black)",)
    lines = {exchange.text: exchange for exchange in tension.exchanges}
    assert lines["cxd5 exd5"].structures == ("Carlsbad (White)",)
    assert lines["cxd5 exd5"].position.piece_at(chess.D5) == "p"


def test_another_kind_of_position_is_refused() -> None:
    with pytest.raises(ValueError, match="a pawn ending has one king on each side"):
        pawnviz.solve(pawnviz.Position.from_fen("8/8/8/8/4P3/8/8/8"))
    with pytest.raises(ValueError, match="the kings touch each other"):
        pawnviz.solve(pawnviz.Position.from_fen("8/8/8/8/4P3/8/6kK/8"))


FUNCTIONS: list[Any] = [
    *(pawnviz.summary, pawnviz.structures, pawnviz.pawn_moves, pawnviz.breaks, pawnviz.tensions),
    lambda position: pawnviz.explain(position, "d4"),
    lambda position: pawnviz.solve(position).outcome,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_a_position_is_a_fen_a_position_or_a_board_and_nothing_else(function: Any) -> None:
    fen = "8/8/8/2K5/1P3k1p/7P/8/8 w - - 1 60"
    found = function(pawnviz.Position.from_fen(fen))
    assert function(fen) == function(chess.Board(fen)) == found
    with pytest.raises(TypeError, match=r"pawnviz\.Position|takes a position"):
        function(7)
    with pytest.raises(pawnviz.FenError):
        function("8/8")
