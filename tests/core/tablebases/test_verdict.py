"""The verdict of tables in words, and the layers that say something else of a passer."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import pytest

from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import Position
from pawnviz.core.layers.passers import outside_kings_square
from pawnviz.core.tablebases.folder import TableFolder
from pawnviz.core.tablebases.verdict import TableVerdict, may_be_in_tables, verdict_sentences

TABLES = str(Path(__file__).parents[2] / "tables")
RACE = "2K5/8/8/P7/8/8/1p3k2/8 w - - 0 1"
LOST = "8/K7/8/7P/8/8/1p3k2/8 b - - 0 1"
ALONE = "8/8/4k3/8/4K3/4P3/8/8 b - - 0 1"


def texts(fen: str, verdict: TableVerdict) -> list[str]:
    found = verdict_sentences(verdict, Position.from_fen(fen))
    return [f"{sentence.title}: {sentence.text}" for sentence in found]


@pytest.mark.parametrize(
    ("fen", "verdict", "sentence"),
    [
        (
            ALONE,
            TableVerdict(2, 10),
            "White wins: exact, by the tables: White can force a capture or a pawn move within 10 plies (DTZ).",
        ),
        (
            ALONE.replace("0 1", "95 70"),
            TableVerdict(2, 10),
            "White wins: exact, by the tables: White can force a capture or a pawn move within 10 plies (DTZ). The "
            "clock of the fifty-move rule stands at 95, so the draw may come first.",
        ),
        (
            ALONE,
            TableVerdict(-1, 110),
            "Draw: exact, by the tables: Black would win, but the fifty-move rule comes first.",
        ),
        (ALONE, TableVerdict(0, 0), "Draw: exact, by the tables."),
        (
            LOST,
            TableVerdict(-2, None, "KQvKP.rtbw"),
            "Black wins: exact, by the tables. How soon is not known: KQvKP.rtbw is missing.",
        ),
    ],
)
def test_the_verdict_in_a_sentence(fen: str, verdict: TableVerdict, sentence: str) -> None:
    assert texts(fen, verdict)[0] == sentence


def test_a_layer_that_says_something_else_says_why() -> None:
    assert texts(RACE, TableVerdict(0, 0))[1:] == [
        "Outside the king's square: a5 is, but by the tables it is a draw: the rule leaves out Black's pawns, and b2 "
        "needs 1 move to promote.",
        "Outside the king's square: b2 is, but by the tables it is a draw: the rule leaves out White's pawns, and a5 "
        "needs 3 moves to promote.",
    ]
    (_, found) = verdict_sentences(TableVerdict(-2, 1), Position.from_fen(LOST))
    assert found.text.startswith("h5 is, but by the tables Black wins: the rule leaves out Black's pawns")
    assert square_names(found.squares) == "b2 h5"
    assert texts("8/8/8/8/2p5/k1P4P/8/7K w - - 0 1", TableVerdict(0, 0))[1:] == [
        "Outside the king's square: h3 is, but by the tables it is a draw: the rule leaves out Black's pawns."
    ]


def test_a_king_on_a_key_square_that_does_not_win_says_why() -> None:
    assert texts("8/8/8/8/8/1K6/3k4/2P5 b - - 0 1", TableVerdict(0, 0))[1:] == []
    assert texts("8/8/2K5/8/2P5/2k5/8/8 b - - 0 1", TableVerdict(0, 0))[1:] == [
        "Key squares: the king is on c6, but by the tables it is a draw: Black's king is beside the pawn."
    ]


def test_a_layer_that_agrees_is_not_mentioned() -> None:
    assert len(texts("8/8/8/P7/8/8/6k1/7K w - - 0 1".replace("7K", "2K5"), TableVerdict(2, 1))) == 1


def test_against_a_bare_king_a_pawn_outside_its_square_wins_by_the_tables() -> None:
    tables, chance, found = TableFolder(TABLES), random.Random(2), 0
    while found < 60:
        board = chess.Board(None)
        white, black = chance.sample(range(64), 2)
        board.set_piece_at(white, chess.Piece.from_symbol("K"))
        board.set_piece_at(black, chess.Piece.from_symbol("k"))
        board.set_piece_at(chance.randrange(8, 56), chess.Piece.from_symbol("P"))
        board.turn = chance.random() < 0.5
        if not board.is_valid():
            continue
        position = Position.from_fen(board.fen())
        if outside_kings_square(position.sides()[0]):
            found += 1
            assert tables.probe(board.fen()).wdl == (2 if board.turn else -2), board.fen()


@pytest.mark.parametrize(
    ("fen", "may_be"),
    [
        (ALONE, True),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", False),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", True),
        ("4k3/pppppp2/8/8/8/8/8/4K3 w - - 0 1", False),
        ("8/8/8/8/8/8/8/4K2R w - - 0 1", False),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", False),
    ],
)
def test_only_legal_positions_of_few_pieces_that_go_on_are_asked_about(fen: str, may_be: bool) -> None:
    assert may_be_in_tables(Position.from_fen(fen)) == may_be
