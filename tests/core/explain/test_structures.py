"""Named structures: positions of well-known openings, near misses, and the same with colors exchanged."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from pawnviz.core.board.bitboard import flip_vertical, parse_square, parse_squares, square_names, squares
from pawnviz.core.board.position import EMPTY, START, Position
from pawnviz.core.explain.structures import STRUCTURES, structures
from tests.strategies import Board, boards

Names = set[tuple[str, bool | None, str]]

OPENINGS: dict[str, tuple[str, Names]] = {
    "Queen's Gambit Accepted": (
        "rnbqkb1r/pp3ppp/4pn2/8/2BP4/5N2/PP3PPP/RNBQ1RK1 b kq - 0 7",
        {("isolated_queens_pawn", True, "d4")},
    ),
    "Fischer - Spassky, sixth game of 1972": (
        "rnr3k1/4qpp1/p3b2p/1Bpp4/8/Q3PN2/PP3PPP/2R1K2R w K - 0 16",
        {("hanging_pawns", False, "c5 d5")},
    ),
    "Nimzo-Indian, Karpov variation": (
        "rn1q1rk1/pb3ppp/1p2pn2/6B1/2BP4/2P2N2/P4PPP/2RQ1RK1 b - - 0 12",
        {("isolated_pawn_couple", True, "c3 d4")},
    ),
    "Queen's Gambit, exchange variation": (
        "rnbqkb1r/pp3ppp/2p2n2/3p2B1/3P4/2N1P3/PP3PPP/R2QKBNR b KQkq - 0 6",
        {("carlsbad", True, "e3 d4 d5 c6")},
    ),
    "Caro-Kann, exchange variation": (
        "r1bqkbnr/pp2pppp/2n5/3p4/3P4/2PB4/PP3PPP/RNBQK1NR b KQkq - 0 5",
        {("carlsbad", False, "c3 d4 d5 e7")},
    ),
    "Sicilian, accelerated dragon": (
        "r1bqk1nr/pp1pppbp/2n3p1/8/2PNP3/4B3/PP3PPP/RN1QKB1R b KQkq - 2 6",
        {("maroczy_bind", True, "c4 e4 d7")},
    ),
    "Dutch stonewall": (
        "rnbqkb1r/pp4pp/2p1pn2/3p1p2/2PP4/5NP1/PP2PPBP/RNBQK2R w KQkq - 0 6",
        {("stonewall", False, "d5 f5 c6 e6")},
    ),
    "French, advance variation": (
        "r1bqkbnr/pp3ppp/2n1p3/2ppP3/3P4/2P5/PP3PPP/RNBQKBNR w KQkq - 1 5",
        {("french_chain", True, "d4 d5 e5 e6")},
    ),
    "English hedgehog": (
        "rn1qk2r/1b2bppp/pp1ppn2/8/2PQP3/2N2NP1/PP3PBP/R1B2RK1 w kq - 0 10",
        {
            ("maroczy_bind", True, "c4 e4 d6"),
            ("hedgehog", False, "c4 e4 a6 b6 d6 e6"),
            ("scheveningen", False, "e4 d6 e6"),
        },
    ),
    "French, exchange variation": (
        "rnbqkbnr/ppp2ppp/8/3p4/3P4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4",
        {("symmetrical", None, "a2 b2 c2 f2 g2 h2 d4 d5 a7 b7 c7 f7 g7 h7")},
    ),
    "Nimzo-Indian, Sämisch variation": (
        "rnbqk2r/pppp1ppp/4pn2/8/2PP4/P1P5/4PPPP/R1BQKBNR b KQkq - 0 5",
        {("doubled_c_pawns", True, "c3 c4 d4")},
    ),
    "Modern Benoni": (
        "rnbqkb1r/pp3ppp/3p1n2/2pP4/4P3/2N5/PP3PPP/R1BQKBNR b KQkq - 0 6",
        {("benoni", True, "e4 c5 d5 d6")},
    ),
    "King's Indian, Mar del Plata": (
        "r1bq1rk1/ppp2pbp/2np1np1/3Pp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 8",
        {("kings_indian_chain", True, "e4 d5 e5 d6")},
    ),
    "Caro-Kann, Karpov variation": (
        "r1bqkb1r/pp3ppp/2p1pn2/8/3P4/2P2N2/PP3PPP/R1BQKB1R w KQkq - 0 8",
        {("caro_kann_formation", False, "c3 d4 c6 e6")},
    ),
    "Slav, main line": (
        "rn1qkb1r/pp3ppp/2p1pn2/5b2/P1BP4/2N1PN2/1P3PPP/R1BQK2R b KQkq - 0 7",
        {("slav_formation", False, "e3 d4 c6 e6")},
    ),
    "Sicilian, Scheveningen": (
        "rnbqkb1r/pp3ppp/3ppn2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
        {("scheveningen", False, "e4 d6 e6")},
    ),
    "Sicilian, dragon": (
        "rnbqkb1r/pp2pp1p/3p1np1/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
        {("dragon", False, "e4 d6 g6 e7 f7 h7")},
    ),
    "Sicilian, Najdorf": (
        "rnbqkb1r/1p3ppp/p2p1n2/4p3/3NP3/2N5/PPP1BPPP/R1BQK2R w KQkq - 0 7",
        {("boleslavsky_hole", False, "e4 e5 d6")},
    ),
    "Grünfeld, exchange variation": (
        "rnbqk2r/ppp1ppbp/6p1/8/3PP3/2P5/P4PPP/R1BQKBNR w KQkq - 1 7",
        {("gruenfeld_center", True, "c3 d4 e4")},
    ),
    "Sicilian": ("rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", set()),
}


def found(position: Position) -> Names:
    """Return the structures of a position: identifier, color, and the names of their squares."""
    return {
        (each.structure.identifier, each.color, square_names(each.squares)) for each in structures(*position.sides())
    }


@pytest.mark.parametrize("opening", OPENINGS)
def test_an_opening_has_its_structures_and_no_others(opening: str) -> None:
    fen, names = OPENINGS[opening]
    assert found(Position.from_fen(fen)) == names


def test_every_structure_is_shown_by_an_opening() -> None:
    assert {name for _, names in OPENINGS.values() for name, _, _ in names} == set(STRUCTURES)


@pytest.mark.parametrize("opening", OPENINGS)
def test_a_structure_is_the_same_with_colors_exchanged(opening: str) -> None:
    position = Position.from_fen(OPENINGS[opening][0])
    turned = {
        (identifier, color if color is None else not color, square_names(flip_vertical(parse_squares(names))))
        for identifier, color, names in found(position)
    }
    assert found(position.swapped_colors()) == turned


@pytest.mark.parametrize("opening", OPENINGS)
def test_without_one_of_its_pawns_a_structure_is_none(opening: str) -> None:
    fen, names = OPENINGS[opening]
    position = Position.from_fen(fen)
    for identifier, color, made_by in names:
        for square in squares(parse_squares(made_by)):
            left = {(other, whose) for other, whose, _ in found(position.without_piece(square))}
            assert (identifier, color) not in left


@pytest.mark.parametrize(
    ("opening", "identifier", "pawns"),
    [
        ("Queen's Gambit Accepted", "isolated_queens_pawn", "Pc2 Pe3 Pd2 pd5"),
        ("Fischer - Spassky, sixth game of 1972", "hanging_pawns", "pb7 pe6 pd6 pc7 Pc2 Pd2"),
        ("Nimzo-Indian, Karpov variation", "isolated_pawn_couple", "Pb2 Pe3 Pc2 pc7 pd7"),
        ("Queen's Gambit, exchange variation", "carlsbad", "Pc2 Pd2 pe7 pd7"),
        ("Sicilian, accelerated dragon", "maroczy_bind", "Pd3 pc7"),
        ("English hedgehog", "hedgehog", "pc7 Pd2"),
        ("French, exchange variation", "symmetrical", "Pe2 pe6"),
        ("Nimzo-Indian, Sämisch variation", "doubled_c_pawns", "Pb2 Pc2"),
        ("Modern Benoni", "benoni", "Pc4 Pd2 pe7"),
        ("Caro-Kann, Karpov variation", "caro_kann_formation", "pd7 Pe2"),
        ("Slav, main line", "slav_formation", "pd5 Pc2"),
        ("Sicilian, Scheveningen", "scheveningen", "pc7 Pd2"),
        ("Sicilian, dragon", "dragon", "pc7 Pd2"),
        ("Sicilian, Najdorf", "boleslavsky_hole", "pc7 Pd2"),
        ("Grünfeld, exchange variation", "gruenfeld_center", "Pb2 Pc2 pd7"),
    ],
)
def test_with_a_pawn_where_the_rule_wants_none_there_is_no_structure(opening: str, identifier: str, pawns: str) -> None:
    position = Position.from_fen(OPENINGS[opening][0])
    assert identifier in {name for name, _, _ in found(position)}
    for pawn in pawns.split():
        other = position.with_piece(parse_square(pawn[1:]), pawn[0])
        assert identifier not in {name for name, _, _ in found(other)}


@pytest.mark.parametrize(
    ("placement", "identifier"),
    [
        ("8/pp3ppp/4p3/3P4/8/8/PP3PPP/8", "isolated_queens_pawn"),
        ("8/p4ppp/8/2p5/3p4/8/PP3PPP/8", "hanging_pawns"),
        ("8/pp3ppp/2p5/3p4/3P4/2P5/PP3PPP/8", "carlsbad"),
        ("8/8/8/8/3P1P2/4P3/2P5/8", "stonewall"),
        ("8/4p3/8/3pP3/3P4/8/8/8", "french_chain"),
        ("8/8/3p4/3Pp3/8/4P3/8/8", "kings_indian_chain"),
        ("8/8/4p3/8/8/8/4P3/8", "symmetrical"),
    ],
)
def test_pawns_one_step_away_make_no_structure(placement: str, identifier: str) -> None:
    assert identifier not in {name for name, _, _ in found(Position.from_fen(placement))}


def test_the_start_is_symmetrical_and_an_empty_board_is_nothing() -> None:
    assert {name for name, _, _ in found(START)} == {"symmetrical"}
    assert found(EMPTY) == set()


@given(board=boards())
def test_a_structure_is_made_by_pawns_and_turns_with_the_board(board: Board) -> None:
    white, black = board.sides()
    for each in structures(white, black):
        assert each.squares & (white.pawns | black.pawns) == each.squares
    turned = {
        (each.structure.identifier, each.color, flip_vertical(each.squares))
        for each in structures(*board.turned().sides())
    }
    assert turned == {
        (each.structure.identifier, each.color if each.color is None else not each.color, each.squares)
        for each in structures(white, black)
    }


def test_a_rule_says_the_squares_and_files_of_whose_structure_it_is() -> None:
    carlsbad = STRUCTURES["carlsbad"]
    assert carlsbad.rule == (
        "White has a pawn on d4 and no other on the files c and d. White has a pawn on e2 or e3. "
        "Black has a pawn on d5 and no other on the files d and e. Black has a pawn on c6 or c7."
    )
    (found_black,) = structures(*Position.from_fen(OPENINGS["Caro-Kann, exchange variation"][0]).sides())
    assert found_black.rule == carlsbad.rule_for(False)
    assert found_black.rule.startswith("Black has a pawn on d5 and no other on the files c and d.")
    assert STRUCTURES["doubled_c_pawns"].rule.endswith("White has a pawn on d3 or d4.")
    assert STRUCTURES["maroczy_bind"].rule_for(False) == (
        "Black has pawns on c5 and e5. Black has no pawn on the d-file. "
        "White has no pawn on the c-file. White has a pawn on d2 or d3."
    )


def test_structures_have_names_and_rules_of_their_own() -> None:
    assert all(identifier == structure.identifier for identifier, structure in STRUCTURES.items())
    assert len({structure.title for structure in STRUCTURES.values()}) == len(STRUCTURES)
    assert len({structure.rule for structure in STRUCTURES.values()}) == len(STRUCTURES)
    for structure in STRUCTURES.values():
        for white in (True, False):
            assert re.fullmatch(r"([A-Z][^.]+\.)( [A-Z][^.]+\.)*", structure.rule_for(white))
