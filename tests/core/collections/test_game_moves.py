"""The moves of a game of a file as numbers."""

from __future__ import annotations

import chess
import pytest

from pawnviz.core.board.position import START, Position
from pawnviz.core.collections.game_moves import moves_of
from pawnviz.core.collections.played_moves import CASTLING, EN_PASSANT
from pawnviz.core.games.cutting import GameText

PAWNS = "4k3/P7/8/8/5pP1/8/8/R3K3 b Q g3 0 1"


def moves(text: str) -> list[int]:
    return list(moves_of(GameText(text.encode(), 1, 0))[0])


def number(words: str, kind: int = 0) -> int:
    return chess.parse_square(words[:2]) | chess.parse_square(words[2:]) << 6 | kind << 12


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 2. Nf3 *",
        '[Event "a"]\n[White "b"]\n\n1. e4 {Best by test} e5 (1... c5 2. Nf3) 2. Nf3! $1 1-0',
        "1. e4 e5 2. Nf3 Nf6 3. Qxh8",
        "1. e4 e5 2. Nf3 Ke6",
    ],
)
def test_the_moves_of_the_main_line_are_those_that_the_reader_reads(text: str) -> None:
    assert moves(text)[:3] == [number("e2e4"), number("e7e5"), number("g1f3")]


def test_a_game_from_another_position_has_its_first_position() -> None:
    played, first = moves_of(GameText(f'[FEN "{PAWNS}"]\n\n1... fxg3 2. a8=Q+ Kd7 3. O-O-O+ *'.encode(), 1, 0))
    assert list(played) == [number("f4g3", EN_PASSANT), number("a7a8", 4), number("e8d7"), number("e1c1", CASTLING)]
    assert first == Position.from_fen(PAWNS)


@pytest.mark.parametrize("tags", ['[Variant "Atomic"]', '[FEN "nonsense"]', '[Variant "Chess960"]\n[FEN "nonsense"]'])
def test_a_game_on_no_usual_board_has_no_moves(tags: str) -> None:
    played, first = moves_of(GameText(f"{tags}\n\n1. e4 e5 *".encode(), 1, 0))
    assert (list(played), first) == ([], START)
