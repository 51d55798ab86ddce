from __future__ import annotations

import re
from typing import Final

import chess
import pytest
from hypothesis import example, given

from pawnviz.core.board.bitboard import parse_squares, square_names
from pawnviz.core.board.legality import Problem, problems
from pawnviz.core.board.position import EMPTY, START, Position
from tests.positions import chess960_games, positions


def rows(fen: str) -> list[tuple[str, str, str, str | None]]:
    """Return the text, the squares and the repair of each problem, and the FEN that the repair gives."""
    return [
        (
            problem.text,
            square_names(problem.squares),
            problem.repair,
            problem.repaired.fen() if problem.repaired else None,
        )
        for problem in problems(Position.from_fen(fen))
    ]


@pytest.mark.parametrize(
    ("fen", "text", "squares", "repair", "repaired"),
    [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
            "The K right needs a white rook on h1.",
            "h1",
            "Drop the K right",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w kq - 0 1",
            "The k and q rights need black rooks on a8 and h8.",
            "a8 h8",
            "Drop the k and q rights",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/4K3/R6R w KQ - 0 1",
            "The K and Q rights need the white king on rank 1.",
            "a1 h1",
            "Drop the K and Q rights",
            "4k3/8/8/8/8/8/4K3/R6R w - - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R4KRR w KGQ - 0 1",
            "White has the K and G rights east of the king; there is one on each side of it.",
            "g1 h1",
            "Drop the G right",
            "4k3/8/8/8/8/8/8/R4KRR w KQ - 0 1",
        ),
        (
            "rr2k3/8/8/8/8/8/8/4K3 w bq - 0 1",
            "Black has the b and q rights west of the king; there is one on each side of it.",
            "a8 b8",
            "Drop the b right",
            "rr2k3/8/8/8/8/8/8/4K3 w q - 0 1",
        ),
        (
            "r3k3/8/8/8/8/8/8/R2K4 w Qq - 0 1",
            "White castles with the king on d1, Black with the king on e8; both start on one file.",
            "d1 e8",
            "Drop the Q right",
            "r3k3/8/8/8/8/8/8/R2K4 w q - 0 1",
        ),
        (
            "r2k4/8/8/8/8/8/8/R1K5 w Qq - 0 1",
            "White castles with the king on c1, Black with the king on d8; both start on one file.",
            "c1 d8",
            "",
            None,
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
            "The en-passant square e3 is for Black to move.",
            "e3",
            "Remove the en-passant square",
            "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            "The en-passant square d6 is occupied.",
            "d6",
            "Remove the en-passant square",
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1",
            "The en-passant square d6 needs a black pawn on d5.",
            "d5 d6",
            "Remove the en-passant square",
            "4k3/8/8/3PP3/8/8/8/4K3 w - - 0 1",
        ),
        (
            "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1",
            "The en-passant square e3 needs e2, where the pawn came from, empty.",
            "e2 e3",
            "Remove the en-passant square",
            "4k3/8/8/8/3pP3/8/4N3/4K3 b - - 0 1",
        ),
        (
            "k3R3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "Black is in check from e8 while it is White's move.",
            "a8 e8",
            "Give Black the move",
            "k3R3/8/8/3pP3/8/8/8/4K3 b - - 0 1",
        ),
        (
            "k3R3/8/8/8/8/8/8/r3K3 b - - 0 1",
            "White is in check from a1 while it is Black's move.",
            "a1 e1",
            "",
            None,
        ),
        (
            "4k3/8/3NRN2/8/8/8/8/4K3 b - - 0 1",
            "3 pieces check Black's king, on d6, e6 and f6; a move gives at most 2.",
            "d6 e6 f6 e8",
            "",
            None,
        ),
        (
            "8/8/8/8/R3k2R/8/8/4K3 b - - 0 1",
            "No single move gives both checks on one line, from a4 and h4.",
            "a4 e4 h4",
            "",
            None,
        ),
        (
            "4k3/8/8/3pP3/8/8/4r3/4K3 w - d6 0 1",
            "The check from e2 is not due to the double step that the en-passant square shows.",
            "e1 e2 d6",
            "Remove the en-passant square",
            "4k3/8/8/3pP3/8/8/4r3/4K3 w - - 0 1",
        ),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king.", "", "", None),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king.", "", "", None),
        (
            "4k3/8/8/8/8/8/8/K1K5 w - - 0 1",
            "White has 2 kings, on a1 and c1; a side has one.",
            "a1 c1",
            "",
            None,
        ),
        (
            "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
            "Black has 9 pawns; a side has at most 8.",
            "a6 a7 b7 c7 d7 e7 f7 g7 h7",
            "",
            None,
        ),
        (
            "4k3/8/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
            "White has 0 pawns, and at least 13 pieces are promoted; together these can be 8.",
            "a1 b1 c1 d1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2",
            "",
            None,
        ),
        (
            "4k3/8/8/8/8/8/PQQ5/QQQQKQQQ w - - 0 1",
            "White has 1 pawn, and at least 8 pieces are promoted; together these can be 8.",
            "a1 b1 c1 d1 f1 g1 h1 a2 b2 c2",
            "",
            None,
        ),
        (
            "4k3/8/8/8/8/8/PPPPPPPP/BNQQKBNR w - - 0 1",
            "White has 8 pawns, and at least 1 piece is promoted; together these can be 8.",
            "c1 d1 a2 b2 c2 d2 e2 f2 g2 h2",
            "",
            None,
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            "A pawn cannot stand on rank 1 or 8: a1.",
            "a1",
            "Remove the pawn on a1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "P3k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            "A pawn cannot stand on rank 1 or 8: a8 and h8.",
            "a8 h8",
            "Remove the 2 pawns on ranks 1 and 8",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
    ],
)
def test_a_problem_is_a_sentence_with_squares_and_a_repair(
    fen: str, text: str, squares: str, repair: str, repaired: str | None
) -> None:
    [(found_text, found_squares, found_repair, found_repaired)] = rows(fen)
    assert (found_text, found_repair, found_repaired) == (text, repair, repaired)
    assert parse_squares(found_squares) == parse_squares(squares)


def test_an_empty_board_has_one_problem() -> None:
    assert problems(EMPTY) == (Problem("The board is empty; a game needs a king of each color."),)


def test_a_board_full_of_pieces_has_its_problems_named_one_by_one() -> None:
    assert [entry[0] for entry in rows("/".join(["p" * 8] * 7 + ["P" * 8]))] == [
        "White has no king.",
        "Black has no king.",
        "Black has 56 pawns; a side has at most 8.",
        "Black has 56 pieces; a side has at most 16.",
        "A pawn cannot stand on rank 1 or 8: a1, b1, c1, d1, e1, f1 and 10 more.",
    ]


def test_positions_of_games_have_no_problems() -> None:
    assert problems(START) == ()
    for board in chess960_games():
        assert problems(Position.from_fen(board.fen(en_passant="fen"))) == ()


SENTENCES: Final = {
    chess.STATUS_EMPTY: "The board is empty",
    chess.STATUS_NO_WHITE_KING: "White has no king|The board is empty",
    chess.STATUS_NO_BLACK_KING: "Black has no king|The board is empty",
    chess.STATUS_TOO_MANY_WHITE_PAWNS: r"White has \d+ pawns; a side",
    chess.STATUS_TOO_MANY_BLACK_PAWNS: r"Black has \d+ pawns; a side",
    chess.STATUS_TOO_MANY_WHITE_PIECES: r"White has \d+ pieces; a side",
    chess.STATUS_TOO_MANY_BLACK_PIECES: r"Black has \d+ pieces; a side",
    chess.STATUS_PAWNS_ON_BACKRANK: "A pawn cannot stand on",
    chess.STATUS_BAD_CASTLING_RIGHTS: "rights? (need|east|west)",
    chess.STATUS_INVALID_EP_SQUARE: r"The en-passant square \w\d",
    chess.STATUS_TOO_MANY_CHECKERS: "pieces check",
    chess.STATUS_IMPOSSIBLE_CHECK: "pieces check|No single move|is not due to",
}


@given(positions())
@example(EMPTY.with_castling_text("KQ").with_en_passant(20))
@example(Position.from_fen("k7/8/8/8/3K4/8/8/8 w KQkq e6 0 1"))
@example(Position.from_fen("8/8/8/1R2k2R/8/8/8/K7 b"))
@example(Position.from_fen("8/3p4/8/1R1pk2R/8/8/8/K7 b - d3"))
def test_each_problem_of_python_chess_has_its_sentence_and_repairs_repair(position: Position) -> None:
    board = chess.Board(None, chess960=True)
    board.set_piece_map(
        {square: chess.Piece.from_symbol(piece) for square, piece in enumerate(position.pieces()) if piece}
    )
    board.turn = position.white_to_move
    board.castling_rights = position.castling
    board.ep_square = position.en_passant
    found = problems(position)
    texts = " ".join(problem.text for problem in found)
    status = board.status()
    if status & chess.STATUS_EMPTY:
        assert len(found) == 1
        return
    for flag, words in SENTENCES.items():
        assert bool(status & flag) == bool(re.search(words, texts)), flag
    if status & chess.STATUS_OPPOSITE_CHECK:
        assert "is in check from" in texts
    for problem in found:
        assert len(problem.text) <= 200 and problem.text.endswith(".")
        assert len(problem.repair) <= 100
        assert bool(problem.repair) == (problem.repaired is not None)
        if problem.repaired is not None:
            assert problem.text not in {after.text for after in problems(problem.repaired)}
