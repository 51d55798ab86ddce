from __future__ import annotations

import chess
import pytest

from pawnviz.core.games.editing import TypedMoveError, moves_between, split_glyph, targets_from, typed_move

CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "text", "move"),
    [
        (chess.STARTING_FEN, "Nf3", "g1f3"),
        (chess.STARTING_FEN, "1. e4", "e2e4"),
        (chess.STARTING_FEN, "12...nf3", "g1f3"),
        (chess.STARTING_FEN, "g1f3", "g1f3"),
        (CASTLING, "0-0", "e1g1"),
        (CASTLING, "3. o-o-o", "e1c1"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8n"),
        ("4k3/8/8/8/8/2p5/1P6/2B1K3 w - - 0 1", "bxc3", "b2c3"),
        ("4k3/8/8/8/8/2p5/8/B3K3 w - - 0 1", "bxc3", "a1c3"),
    ],
)
def test_moves_are_typed_as_people_type_them(fen: str, text: str, move: str) -> None:
    assert typed_move(chess.Board(fen), text).uci() == move


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Type a move such as Nf3"),
        ("7.", "Type a move such as Nf3"),
        ("Nf9", "'Nf9' is no move"),
        ("Nd4", "Nd4 is not legal here"),
        ("a5", "a5 is not legal here"),
        ("Nd2", "Nd2 is ambiguous: Nbd2 or Nfd2"),
        ("é", "'\\xe9' is no move"),
    ],
)
def test_what_cannot_be_played_is_named(text: str, reason: str) -> None:
    board = chess.Board()
    for san in ("d4", "d5", "Nf3", "e6"):
        board.push_san(san)
    with pytest.raises(TypedMoveError) as error:
        typed_move(board, text)
    assert str(error.value) == reason


def test_moves_go_from_a_square_to_another() -> None:
    def found(fen: str, source: str, target: str) -> list[str]:
        board = chess.Board(fen, chess960=True)
        board.chess960 = board.has_chess960_castling_rights()
        return [move.uci() for move in moves_between(board, chess.parse_square(source), chess.parse_square(target))]

    assert found(chess.STARTING_FEN, "e2", "e4") == ["e2e4"]
    assert found(chess.STARTING_FEN, "e2", "e5") == []
    assert found("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7", "a8") == ["a7a8q", "a7a8r", "a7a8b", "a7a8n"]
    assert found(CASTLING, "e1", "g1") == found(CASTLING, "e1", "h1") == ["e1g1"]
    assert found(CASTLING, "e1", "c1") == found(CASTLING, "e1", "a1") == ["e1c1"]
    assert found(CASTLING, "e1", "f1") == ["e1f1"]
    other = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
    assert found(other, "f1", "g1") == ["f1g1"]
    assert found(other, "f1", "c1") == ["f1b1"]


def test_targets_are_where_a_move_goes() -> None:
    for fen in (chess.STARTING_FEN, CASTLING, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"):
        board = chess.Board(fen)
        board.chess960 = board.has_chess960_castling_rights()
        for source in range(64):
            expected = [target for target in range(64) if moves_between(board, source, target)]
            assert list(chess.SquareSet(targets_from(board, source))) == expected


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Nf3", ("Nf3", None)),
        ("Nf3!?", ("Nf3", 5)),
        ("2.Nf3??", ("2.Nf3", 4)),
        ("Qh5+!", ("Qh5+", 1)),
        ("!?", ("", 5)),
        ("+-", ("", 18)),
        ("e4!!!", ("e4!!!", None)),
        ("!!!", ("!!!", None)),
        ("a8=", ("a8=", None)),
    ],
)
def test_a_typed_word_is_a_move_a_glyph_or_both(text: str, parts: tuple[str, int | None]) -> None:
    assert split_glyph(text) == parts
