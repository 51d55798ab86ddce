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
            "Exchange Slav structure: for White, a knight goes to c5 or e5",
        ),
        (
            "2r2rk1/pp3ppp/3p4/4p3/4P3/2N5/PPP2PPP/3RR1K1 w - - 0 18",
            "Boleslavsky hole of Black: White occupies d5 with a knight. White has a queenside majority, 3 to 2",
        ),
        (
            "r1b1k3/ppp2p1p/4pN2/4P3/8/8/PPP2PPP/4K3 w - - 0 20",
            "White's knight stands on the outpost f6, guarded by e5",
        ),
        (
            "r1bq1rk1/ppp2pbp/3p1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
            "King's Indian type, closed center (Black): f5 attacks the base of the chain, once the knight on f6 has "
            "moved. The center is locked by White's wedge on d5",
        ),
        (
            "3R4/5p1k/5P1p/1N1b2p1/8/4n1P1/7P/6K1 w - - 0 31",
            "Black's fixed pawn on f7 is weak: can be attacked twice, guarded once",
        ),
        ("8/5k2/8/2p5/2P1KP2/8/8/8 w - - 0 1", "White has an outside passed pawn on f4"),
        ("r1r3k1/1b1n1ppp/p2qpn2/Bp6/2pP4/4PN1P/PPQ1BPP1/R2R2K1 b - - 5 17", "Black has a queenside majority, 3 to 2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", None),
        # A plan without another subject is the color's.
        (
            "r2q1rk1/pp1bppbp/2np1np1/8/2PNP3/2N1B3/PP2BPPP/R2Q1RK1 w - - 2 10",
            "Maroczy bind of White: White restrains the breaks on b5 and d5 with pieces",
        ),
        # A majority that makes no passed pawn is told with the reason, and with the one that does.
        (
            "8/ppp2ppk/2p4p/8/4P3/4K3/PPP2PPP/8 w - - 0 1",
            "Spanish Exchange type, healthy majority (White): f4 sets the majority on the kingside in motion. "
            "Black's queenside majority, 4 to 3, is crippled by its doubled pawns; White's on the "
            "kingside, 4 to 3, is sound",
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
        # A pawn that a king attacks.
        (
            "8/8/2k2p2/1p1p1K2/2pP1P2/2P3R1/3r4/8 w - - 0 1",
            "Black's isolated pawn on f6 is weak: attacked once, not guarded",
        ),
        ("6KK/8/8/8/8/8/8/8 b - - 0 1", None),
        ("8/2k2p1p/6p1/4K3/8/6P1/5P1P/8 w - - 0 1", "White's king on e5 is more active than Black's on c7"),
        # A structure with a name comes before files: Botvinnik and Capablanca.
        (
            "r3r1k1/p2q1ppp/1p3n2/3p4/P1pP4/1nP1PPN1/1BQ3PP/4RRK1 w - - 1 19",
            "c4 clamp of Black: b5 supports the clamp. Black's wedge on c4 fixes c3 and cramps White",
        ),
        # An isolated queen's pawn is a strength and a weakness while there are queens: Botvinnik and Vidmar.
        (
            "r2q1rk1/pp2bppp/4pn2/3nN1B1/3P4/1B5Q/PP3PPP/3R1RK1 w - - 0 17",
            "Isolated queen's pawn of White on d4, blockaded by the black knight: "
            "Black blockades the square in front of the d-pawn, best with a knight",
        ),
        # One on its third rank that is guarded as often as attacked is nothing.
        (
            "3r1b1k/1q1r2p1/pp1p1p1p/4nN2/P3b2Q/4B2P/1PP1BRP1/5R1K w - - 0 31",
            "Black's knight stands on the outpost e5, guarded by d6 and f6",
        ),
        # Where both sides have one: Botvinnik and Petrosian.
        (
            "2rq1rk1/pp3p1p/4bnp1/3pR3/3P2P1/2NB1P1P/PP3QK1/7R b - - 1 20",
            "Isolated queen's pawns face to face: for Black, a knight goes to e4 or c4",
        ),
        # The blockade: Rubinstein and Salwe.
        (
            "r4rk1/p3bppp/2p1bn2/1qBp4/N7/5PP1/PP2P1BP/2RQ1RK1 b - - 2 15",
            "Isolated pawn couple of Black: White blockades c5 and d4 with pieces",
        ),
        # The minority attack: what is next, and what it lacks.
        (
            "r1bqr1k1/pp2bppp/2p2nn1/3p2B1/1P1P4/2NBP3/P1Q1NPPP/1R3RK1 b - - 0 12",
            "Carlsbad of White: b5 leaves Black a weak pawn on c6 or d5",
        ),
        (
            "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 b - - 2 10",
            "Carlsbad of White: b4 begins the minority attack, but needs one more guard of b4",
        ),
        # The breakthrough of the books, which the side to move has.
        (
            "7k/ppp5/8/PPP5/8/8/8/7K w - - 0 1",
            "White can break through with b6: either capture leaves a passed pawn",
        ),
        (
            "7k/8/8/8/ppp5/8/PPP5/7K b - - 0 1",
            "Black can break through with b3: either capture leaves a passed pawn",
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
    ("pawns", "begins", "more"),
    [
        ("8/p4ppp/8/8/8/8/PP3PP1/8", "White has a queenside majority", 8),
    ],
)
def test_majorities_weigh_more_without_queens(pawns: str, begins: str, more: int) -> None:
    ranks = pawns.split("/")
    weights = []
    for last, first in (("3qk3", "3QK3"), ("3rk3", "3RK3")):
        position = Position.from_fen(f"{'/'.join((last, *ranks[1:-1], first))} w - - 0 1")
        weights.append(next(each.weight for each in statements(position) if each.text.startswith(begins)))
    assert weights[1] - weights[0] == more


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
        ("4k3/p4ppp/8/8/8/8/P4PPP/2R3K1", "holds"),
        # A black rook is lost on c8, or is guarded there, or is taken by a bishop; a bishop shuts off half the file.
        ("r3k3/p4ppp/8/8/8/8/P4PPP/2R3K1", "holds"),
        ("r2k4/p4ppp/8/8/8/8/P4PPP/2R3K1", "stands on"),
        ("r2k4/p4ppp/8/5B2/8/8/P4PPP/2R3K1", "holds"),
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
            for name in re.findall("[a-h][1-8]", key):
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
