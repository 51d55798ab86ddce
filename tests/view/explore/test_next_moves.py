"""The rows of the moves that came next, and the board after one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.position import Position
from pawnviz.core.collections.answer import NextMove, Score, position_after
from pawnviz.core.collections.scanner import MoveKind, StructureMove
from pawnviz.view.explore.sections import Fold, _rows, preview_of, weighted_moves

SCORE = Score(4, 1, 2, 1, 0.5, 0, None, None, None)


def next_move(kind: MoveKind, origin: str, target: str, *, white: bool = True, share: float = 0.5) -> NextMove:
    step = StructureMove(kind, white, parse_square(origin), parse_square(target))
    return NextMove(step, share, SCORE, 2.0, 1 << parse_square("a3"), 1 << parse_square("h6"))


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("4k3/8/8/8/8/8/P7/4K3 w - -", next_move(MoveKind.PUSH, "a2", "a4"), "4k3/8/8/8/P7/8/8/4K3 b - - 0 1"),
        ("8/8/8/3p4/4P3/8/8/8 w - -", next_move(MoveKind.PAWN_CAPTURE, "e4", "d5"), "8/8/8/3P4/8/8/8/8 b - - 0 1"),
        ("8/8/8/3pP3/8/8/8/8 w - -", next_move(MoveKind.PAWN_CAPTURE, "e5", "d6"), "8/8/3P4/8/8/8/8/8 b - - 0 1"),
        ("8/8/8/3p4/8/8/8/8 w - -", next_move(MoveKind.PIECE_CAPTURE, "d5", "d5"), "8/8/8/8/8/8/8/8 b - - 0 1"),
        (
            "4k3/8/8/8/8/8/4P3/4K3 w - -",
            next_move(MoveKind.PUSH, "c2", "c4"),
            "8/8/7p/8/8/P7/8/8 b - - 0 1",
        ),
        ("8/8/8/8/8/4k3/4P3/4K3 w - -", next_move(MoveKind.PUSH, "e2", "e4"), "8/8/7p/8/8/P7/8/8 b - - 0 1"),
        ("8/8/8/3k4/4P3/8/8/8 w - -", next_move(MoveKind.PAWN_CAPTURE, "e4", "d5"), "8/8/7p/8/8/P7/8/8 b - - 0 1"),
        ("8/4P3/8/8/8/8/8/8 w - -", next_move(MoveKind.PUSH, "e7", "e8"), "4Q3/8/8/8/8/8/8/8 b - - 0 1"),
    ],
    ids=(
        *("push", "capture", "in passing", "of a pawn by a piece", "a pawn that is not there"),
        *("a king in the way", "a king that would be captured", "promotion"),
    ),
)
def test_the_position_after_a_move(fen: str, move: NextMove, after: str) -> None:
    assert position_after(Position.from_fen(fen), move).fen() == after


def test_a_captured_pawn_is_previewed_without_an_arrow() -> None:
    board = Position.from_fen("8/8/8/3p4/8/8/8/8 w - -")
    assert preview_of(board, next_move(MoveKind.PIECE_CAPTURE, "d5", "d5")).arrows == ()
    assert len(preview_of(board, next_move(MoveKind.PUSH, "d5", "d4", white=False)).arrows) == 1


def test_the_board_shows_moves_of_pawns_that_are_there_by_their_shares() -> None:
    board = Position.from_fen("8/8/8/3p4/8/8/P7/8 w - -")
    moves = (
        next_move(MoveKind.PUSH, "a2", "a4", share=0.6),
        next_move(MoveKind.PUSH, "b2", "b4", share=0.3),
        next_move(MoveKind.PIECE_CAPTURE, "d5", "d5", share=0.15),
    )
    assert [(move.source, round(move.weight, 2)) for move in weighted_moves(board, moves)] == [
        (parse_square("a2"), 1.0),
        (parse_square("d5"), 0.25),
    ]


def rows_of(moves: tuple[NextMove, ...], kept: tuple[NextMove, ...] = (), *folded: str) -> list[str]:
    return [row.text if isinstance(row, Fold) else row.move.text for row in _rows(moves, kept, folded)]


def test_single_games_rare_moves_and_captures_by_pieces_stand_below_a_line() -> None:
    once = replace(SCORE, games=1)
    common = [next_move(MoveKind.PUSH, f"{file}2", f"{file}3", share=0.1) for file in "abc"]
    rare = [
        next_move(MoveKind.PIECE_CAPTURE, "d5", "d5", share=0.3),
        replace(next_move(MoveKind.PUSH, "e2", "e3", share=0.1), score=once),
        next_move(MoveKind.PUSH, "f2", "f3", share=0.01),
    ]
    moves = (rare[0], *common, *rare[1:])
    first = ["a2-a3", "b2-b3", "c2-c3"]
    assert rows_of(moves, (), "rare_moves") == [*first, "▸ Rare moves and captures by pieces (3)"]
    below = [move.move.text for move in rare]
    assert rows_of(moves) == [*first, "▾ Rare moves and captures by pieces (3)", *below]
    assert rows_of(moves[:3]) == [move.move.text for move in moves[:3]], "so few rare moves are not folded"
    assert len(rows_of(tuple(rare))) == 3


def test_at_most_six_moves_stand_above_the_line() -> None:
    moves = tuple(
        next_move(MoveKind.PUSH, f"{file}{rank}", f"{file}{rank + 1}", share=0.08)
        for file in "abcdef"
        for rank in (2, 4)
    )
    assert rows_of(moves, (), "rare_moves")[6:] == ["▸ Rare moves and captures by pieces (6)"]
