"""The first sentence about a position: the weightiest fact of its pawns, with the pieces that make it matter."""

from __future__ import annotations

import re
from typing import cast

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import flip_vertical, parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.explain.first_sentence import first_sentence, statements
from tests.positions import positions
from tests.strategies import Board, boards


@pytest.mark.parametrize(
    ("fen", "text"),
    [
        (
            "r4rk1/pp3ppp/2n1pn2/3p4/3P4/2N1PN2/PP3PPP/2R2RK1 w - - 0 12",
            "White's rook on c1 holds the open c-file",
        ),
        (
            "2r2rk1/pp3ppp/3p4/4p3/4P3/2N5/PPP2PPP/3RR1K1 w - - 0 18",
            "White's rook on d1 presses the weak pawn d6 on the half-open d-file",
        ),
        (
            "r1b1k3/ppp2p1p/4pN2/4P3/8/8/PPP2PPP/4K3 w - - 0 20",
            "White's knight stands on the outpost f6, guarded by e5",
        ),
        (
            "r1bq1rk1/ppp2pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            "The center is locked by White's wedge on d5",
        ),
        ("3R4/5p1k/5P1p/1N1b2p1/8/4n1P1/7P/6K1 w - - 0 31", "White's wedge on f6 holds f7 and cramps Black"),
        ("8/5k2/8/2p5/2P1KP2/8/8/8 w - - 0 1", "White has an outside passed pawn on f4"),
        ("r1r3k1/1b1n1ppp/p2qpn2/Bp6/2pP4/4PN1P/PPQ1BPP1/R2R2K1 b - - 5 17", "Black has a queenside majority, 3 to 2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", None),
        # A bind is what matters while the pawn that it holds back is not yet weak.
        (
            "r2q1rk1/pp1bppbp/2np1np1/8/2PNP3/2N1B3/PP2BPPP/R2Q1RK1 w - - 2 10",
            "White's pawns on c4 and e4 hold back the d-pawn",
        ),
        # A majority that makes no passed pawn is told with the reason, and with the one that does.
        (
            "8/ppp2ppk/2p4p/8/4P3/4K3/PPP2PPP/8 w - - 0 1",
            "Black's queenside majority, 4 to 3, is crippled by its doubled pawns; "
            "White's on the kingside, 4 to 3, is sound",
        ),
        # Only the majority of the wing itself is looked at: the d-pawns make no difference to it.
        ("4k3/pp1p4/8/8/8/8/PPPP4/4K3 w - - 0 1", "White has a queenside majority, 3 to 2"),
        # Where only kings and pawns are left an isolated d-pawn is no queen's pawn, and kings are spoken of.
        ("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", "No pawn can move: the kings decide"),
        ("8/pp3k1p/6p1/3p4/3P4/3P2P1/PP3K1P/8 w - - 0 1", "White's d-pawns are doubled and isolated"),
        (
            "8/5pk1/6p1/7p/P6P/5PP1/6K1/8 w - - 0 1",
            "White has an outside passed pawn on a4, and the black king is outside its square",
        ),
        # One piece alone is not cramped.
        ("8/8/2k2p2/1p1p1K2/2pP1P2/2P3R1/3r4/8 w - - 0 1", "Black's wedge on c4 holds c3 fast"),
        ("6KK/8/8/8/8/8/8/8 b - - 0 1", None),
        ("8/2k2p1p/6p1/4K3/8/6P1/5P1P/8 w - - 0 1", "White's king on e5 is more active than Black's on c7"),
        # A pawn that own pawns let go on to e4 is not called weak, though no pawn guards it: Botvinnik and Capablanca.
        (
            "r3r1k1/p2q1ppp/1p3n2/3p4/P1pP4/1nP1PPN1/1BQ3PP/4RRK1 w - - 1 19",
            "Black's rook on e8 stands on the half-open e-file against e3",
        ),
        # An isolated queen's pawn is a strength and a weakness while there are queens: Botvinnik and Vidmar.
        (
            "r2q1rk1/pp2bppp/4pn2/3nN1B1/3P4/1B5Q/PP3PPP/3R1RK1 w - - 0 17",
            "White has an isolated queen's pawn on d4, blockaded by the black knight",
        ),
        # One on its third rank is no more than weak.
        (
            "3r1b1k/1q1r2p1/pp1p1p1p/4nN2/P3b2Q/4B2P/1PP1BRP1/5R1K w - - 0 31",
            "Black's isolated pawn on d6 is weak",
        ),
        # Where both sides have one, the open files are more: Botvinnik and Petrosian.
        (
            "2rq1rk1/pp3p1p/4bnp1/3pR3/3P2P1/2NB1P1P/PP3QK1/7R b - - 1 20",
            "White's rook on e5 holds the open e-file",
        ),
        # A minor piece in front of the pawn on a file is named with it: Rubinstein and Salwe.
        (
            "r4rk1/p3bppp/2p1bn2/1qBp4/N7/5PP1/PP2P1BP/2RQ1RK1 b - - 2 15",
            "White's rook on c1 stands on the half-open c-file against c6, where the bishop on c5 blockades it",
        ),
        # In the Carlsbad the pawn that goes against c6 is said before the file of a rook.
        (
            "r1bqr1k1/pp2bppp/2p2nn1/3p2B1/1P1P4/2NBP3/P1Q1NPPP/1R3RK1 b - - 0 12",
            "White has a minority attack: from b5 the b-pawn strikes at c6",
        ),
        (
            "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10",
            "White can begin a minority attack: from b5 the b-pawn strikes at c6",
        ),
        # The breakthrough of the books, which the side to move has.
        (
            "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1",
            "White can break through with b6: whoever takes, a passed pawn comes of it",
        ),
        (
            "7k/8/8/8/ppp5/8/PPP5/7K b - - 0 1",
            "Black can break through with b3: whoever takes, a passed pawn comes of it",
        ),
        ("7k/ppp5/8/PPP5/8/8/8/7K b - - 0 1", "The pawns stand on the same files for both sides"),
        # Connected passed pawns are named together, and of a far one it is said how far it has to go.
        (
            "5rk1/2p5/p2b1r2/5P1p/1P3Bp1/P2P4/8/1R3RK1 w - - 0 31",
            "Black has connected passed pawns on g4 and h5",
        ),
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "White has a passed pawn on c6, 2 moves from promotion"),
        # Without pieces a pawn that is held fast is less than a majority.
        ("8/8/1p3k2/4p2p/2P1Pp1P/1P3P2/4K3/8 w - - 0 1", "White has a queenside majority, 2 to 1"),
        # A weak pawn on the edge is less than pawns side by side in the center: Fischer and Spassky.
        (
            "2r2qk1/r2n2p1/p3p2p/2pp4/8/Q3P3/PP2BPPP/2R2RK1 w - - 0 20",
            "Black has the center with c5 and d5",
        ),
    ],
)
def test_a_position_begins_with_what_matters_most(fen: str, text: str | None) -> None:
    first = first_sentence(Position.from_fen(fen))
    assert (None if first is None else first.text) == text


@pytest.mark.parametrize(
    ("fen", "begins"),
    [
        ("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10", True),
        ("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/2KR3R b - - 2 10", False),
        ("2kr1b1r/pp1n1ppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10", False),
        ("r1bq1rk1/p2nbppp/2p2n2/1p1p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10", False),
    ],
)
def test_a_minority_attack_begins_on_a_wing_without_kings_and_past_no_pawn(fen: str, begins: bool) -> None:
    texts = [each.text for each in statements(Position.from_fen(fen))]
    assert any("can begin a minority attack" in text for text in texts) is begins


@pytest.mark.parametrize(
    ("pawns", "begins", "more"),
    [
        ("8/5ppp/8/PP6/8/8/5PPP/8", "White has connected passed pawns", 8),
        ("8/p4ppp/8/8/8/8/PP3PP1/8", "White has a queenside majority", 8),
    ],
)
def test_passed_pawns_and_majorities_weigh_more_without_queens(pawns: str, begins: str, more: int) -> None:
    ranks = pawns.split("/")
    weights = []
    for last, first in (("3qk3", "3QK3"), ("3rk3", "3RK3")):
        position = Position.from_fen(f"{'/'.join((last, *ranks[1:-1], first))} w - - 0 1")
        weights.append(next(each.weight for each in statements(position) if each.text.startswith(begins)))
    assert weights[1] - weights[0] == more


def passer_weight(placement: str) -> float:
    (found,) = [
        each.weight for each in statements(Position.from_fen(f"{placement} w - - 0 1")) if "passed" in each.text
    ]
    return found


def test_a_passed_pawn_weighs_by_its_rank_its_blockade_and_its_race() -> None:
    blank = ["8"] * 8
    weights = []
    for rank in range(2, 8):
        ranks = [*blank[: 8 - rank], "P7", *blank[9 - rank :]]
        ranks[0], ranks[7] = "1k1q4", "5Q1K"
        weights.append(passer_weight("/".join(ranks)))
    assert weights == [40, 42, 52, 64, 78, 95]
    free, blocked = (passer_weight(f"1k1q4/8/{rank}/P7/8/8/8/5Q1K") for rank in ("8", "n7"))
    assert blocked == free - 6
    near, far = (passer_weight(f"8/8/8/{king}/8/P7/8/K7") for king in ("2k5", "7k"))
    assert far == near + 30


def test_pawns_are_sounder_where_three_fewer_need_care() -> None:
    texts = []
    for pawns in ("P1P1P3", "P3P3"):
        position = Position.from_fen(f"r3k3/ppp2ppp/8/8/8/{pawns}/6PP/R3K3 w - - 0 1")
        texts.append([each.text for each in statements(position) if "sounder" in each.text])
    assert texts == [["Black's pawns are sounder: 2 islands against 4, and a3, c3 and e3 need care"], []]


@given(position=positions())
def test_statements_are_sorted_and_say_what_their_keys_name(position: Position) -> None:
    found = statements(position)
    assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
    for statement in found:
        assert statement.keys and statement.text[0].isupper() and not statement.text.endswith(".")
        for key in statement.keys:
            for name in re.findall("[a-h][1-8]", key):
                assert name in statement.text
                assert statement.squares >> parse_square(name) & 1
            if key.endswith((" White", " Black")):
                assert any(word in statement.text for word in (key.split()[-1], "both sides", "no rook"))


@given(board=boards())
def test_both_colors_are_told_alike(board: Board) -> None:
    said, turned = (
        sorted((each.weight, each.squares) for each in statements(cast(Position, _Seen(seen.sides()))))
        for seen in (board, board.turned())
    )
    assert said == sorted((weight, flip_vertical(squares)) for weight, squares in turned)


class _Seen:
    """The sides of a board, as a position has them."""

    def __init__(self, sides: object) -> None:
        self._sides = sides

    def sides(self) -> object:
        return self._sides
