"""The first sentence about a position: the weightiest fact of its pawns, with the pieces that make it matter."""

from __future__ import annotations

import re
from typing import cast

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import flip_vertical, parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence, statements
from tests.data import rows_beside
from tests.positions import positions
from tests.strategies import Board, boards


@pytest.mark.parametrize(
    ("fen", "text"),
    rows_beside(__file__, "first_sentences.tsv"),
)
def test_a_position_begins_with_what_matters_most(fen: str, text: str) -> None:
    first = first_sentence(Position.from_fen(fen))
    assert ("" if first is None else first.text) == text


def test_majorities_weigh_more_without_queens() -> None:
    weights = []
    for last, first in (("3qk3", "3QK3"), ("3rk3", "3RK3")):
        found = statements(Position.from_fen(f"{last}/p4ppp/8/8/8/8/PP3PP1/{first} w - - 0 1"))
        weights += [each.weight for each in found if each.text.startswith("White has a queenside majority")]
    assert weights[1] - weights[0] == 8


def texts(fen: str) -> list[str]:
    return [each.text for each in statements(Position.from_fen(fen))]


@pytest.mark.parametrize(
    ("pawns", "is_locked"),
    [
        ("8/pp3ppp/3p4/3Pp3/4P3/8/PPP2PPP/8", True),
        # Each of the four captures opens it; one by the c-, f- or f-pawn touches it; one on the wing does not.
        ("8/pp4pp/8/3pp3/3PP3/8/PP4PP/8", False),
        ("8/pp4pp/2p5/3Pp3/4P3/8/PP4PP/8", False),
        ("8/pp4pp/3p4/3Pp3/4PP2/8/PP4PP/8", False),
        ("8/pp4pp/3p4/3Ppp2/4P3/8/PP4PP/8", False),
        ("8/p5pp/3p4/1p1Pp3/P3P3/8/1P4PP/8", True),
    ],
)
def test_the_center_is_locked_unless_a_capture_by_a_pawn_touches_it(pawns: str, is_locked: bool) -> None:
    for side in ("w", "b"):
        found = texts(f"{pawns.replace('8/', 'rn2k3/', 1)[:-1]}RN2K3 {side} - - 0 1")
        assert any("The center is locked" in text for text in found) is is_locked


def test_a_tension_in_the_center_is_named_with_what_each_capture_opens() -> None:
    found = texts("3nq1k1/p1r2rpp/1p3b2/1PNpp3/P2PP1Q1/7P/3B2P1/2R2RK1 w - - 0 27")
    assert not any("locked" in text for text in found)
    said = "The pawns d4 and e5 are in tension: dxe5 half-opens the d-file, …exd4 half-opens the e-file"
    assert any(said in text for text in found)


@pytest.mark.parametrize(
    ("placement", "verb"),
    [
        ("4k3/p4ppp/8/8/8/8/P4PPP/2R3K1", "controls"),
        # A black rook is lost on c8, or is guarded there, or is taken by a bishop; a bishop shuts off half the file.
        ("r3k3/p4ppp/8/8/8/8/P4PPP/2R3K1", "controls"),
        ("r2k4/p4ppp/8/8/8/8/P4PPP/2R3K1", "stands on"),
        ("r2k4/p4ppp/8/5B2/8/8/P4PPP/2R3K1", "controls"),
        ("4k3/p4ppp/8/2B5/8/8/P4PPP/2R3K1", "stands on"),
    ],
)
def test_a_file_is_held_if_the_enemy_cannot_come_to_it_without_loss(placement: str, verb: str) -> None:
    assert any(
        text.startswith(f"White's rook on c1 {verb} the open c-file") for text in texts(f"{placement} w - - 0 1")
    )


def test_a_rook_is_said_to_be_against_a_pawn_only_on_a_free_line() -> None:
    said = "White's rook on d1 stands on the half-open d-file against d6"
    assert said in texts("r3k3/1p3ppp/3p4/4p3/8/4P3/1PP2PPP/3R2K1 w - - 0 1")
    assert not any(said in text for text in texts("r3k3/1p3ppp/3p4/4p3/3N4/4P3/1PP2PPP/3R2K1 w - - 0 1"))
    assert f"{said}, where the knight on d5 blockades it" in texts("r3k3/1p3ppp/3p4/3Np3/8/4P3/1PP2PPP/3R2K1 w - - 0 1")


def test_kings_on_opposite_wings_need_not_have_castled() -> None:
    found = texts("1k1r3r/ppp2ppp/2n2q2/8/8/2N2Q2/PPP2PPP/3RR1K1 w - - 0 1")
    assert any("The kings are on opposite wings" in text for text in found) and "castled" not in " ".join(found)


def test_a_named_structure_leads_and_no_file_is_spoken_of() -> None:
    position = "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/2R2RK1 b - - 2 10"
    assert texts(position)[0].startswith("Carlsbad of White: b4 begins the minority attack")
    assert not any("file" in text for text in texts(position))


@given(position=positions())
def test_statements_are_sorted_and_say_what_their_keys_name(position: Position) -> None:
    found = statements(position)
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    for statement in found:
        assert statement.keys and statement.text[0].isupper() and not statement.text.endswith(".")
        for key in statement.keys:
            for name in () if key.startswith("structure ") else re.findall("[a-h][1-8]", key):
                assert name in statement.text
                assert statement.squares >> parse_square(name) & 1
            if key.endswith((" White", " Black")):
                assert any(word in statement.text for word in (key.split()[-1], "both sides", "no rook"))


@given(board=boards())
def test_both_colors_are_told_alike(board: Board) -> None:
    said, turned = (
        sorted((each.weight, each.squares) for each in statements(cast(Position, _Seen(seen.sides(), white_to_move))))
        for seen, white_to_move in ((board, True), (board.turned(), False))
    )
    assert said == sorted((weight, flip_vertical(squares)) for weight, squares in turned)


class _Seen:
    """The sides of a board and the side to move, as a position has them."""

    def __init__(self, sides: object, white_to_move: bool) -> None:
        self._sides = sides
        self.white_to_move = white_to_move

    def sides(self) -> object:
        return self._sides
