"""Many games played at once."""

from __future__ import annotations

import random

import chess
import numpy

from pawnviz.core.board.position import Position
from pawnviz.core.collections.played_moves import PIECES, resolve_moves
from pawnviz.core.collections.replay import PlayedGames, heat_of, masks_of, material, replay
from tests.core.collections.test_played_moves import STARTS

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


def random_games(count: int) -> list[tuple[str, list[chess.Board], list[str]]]:
    """Return games with their first position, all their boards and their moves."""
    generator = random.Random(7)
    games = []
    for number in range(count):
        board = chess.Board(STARTS[number % len(STARTS)])
        fen, boards, words = board.fen(), [board.copy()], []
        for _ in range(generator.randrange(60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            words.append(board.san_and_push(generator.choice(moves)))
            boards.append(board.copy())
        games.append((fen, boards, words))
    return games


GAMES = random_games(40)
PLAYED = PlayedGames.of(
    [resolve_moves(words, Position.from_fen(fen)) for fen, _, words in GAMES],
    {number: Position.from_fen(fen) for number, (fen, _, _) in enumerate(GAMES)},
)


def test_every_position_of_every_game_is_the_one_of_python_chess() -> None:
    count = 0
    for ply, (numbers, pieces) in enumerate(replay(PLAYED, 1000)):
        expected = [number for number, (_, boards, _) in enumerate(GAMES) if len(boards) > ply]
        assert sorted(numbers.tolist()) == expected
        for number, row in zip(numbers.tolist(), pieces, strict=True):
            board = GAMES[number][1][ply]
            letters = "".join(" PNBRQKpnbrqk"[piece] for piece in row)
            assert letters == "".join(str(board.piece_at(square) or " ") for square in chess.SQUARES)
            count += 1
    assert count == sum(len(boards) for _, boards, _ in GAMES)


def test_masks_and_material_are_those_of_the_boards() -> None:
    for ply, (numbers, pieces) in enumerate(replay(PLAYED, 30)):
        boards = [GAMES[number][1][ply] for number in numbers.tolist()]
        for number, letter in enumerate(PIECES, 1):
            kind = chess.PIECE_SYMBOLS.index(letter.lower())
            assert masks_of(pieces, number).tolist() == [board.pieces_mask(kind, chess.WHITE) for board in boards]
            assert masks_of(pieces, number + 6).tolist() == [board.pieces_mask(kind, chess.BLACK) for board in boards]
        differences = [
            sum(
                VALUES[kind] * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
                for kind in VALUES
            )
            for board in boards
        ]
        assert material(pieces).tolist() == differences


def test_no_games_have_no_positions() -> None:
    ((numbers, pieces),) = replay(PlayedGames.of([]), 10)
    assert len(numbers) == len(pieces) == 0


def test_a_piece_is_where_it_stands_for_a_part_of_each_game() -> None:
    played = PlayedGames.of([resolve_moves(words.split()) for words in ("Nf3 d5 Ng1 d4", "e4", "Nc3 a6 Ne4")])
    heat = heat_of(played, numpy.array([0, 0, 5]), numpy.array([4, 2, 9]), PIECES.index("N") + 1)
    assert heat.games == 2
    assert heat.shares[chess.B1] == 1
    assert heat.shares[chess.G1] == (2 / 4 + 1) / 2
    assert heat.shares[chess.F3] == (2 / 4 + 0) / 2
    assert heat.shares.sum() == 2


def test_the_heat_of_two_parts_is_that_of_all_games() -> None:
    games = [resolve_moves(words, Position.from_fen(fen)) for fen, _, words in GAMES]
    others = [Position.from_fen(fen) for fen, _, _ in GAMES]

    def of(numbers: range) -> PlayedGames:
        return PlayedGames.of(
            [games[number] for number in numbers], dict(enumerate(others[number] for number in numbers))
        )

    first, end = numpy.zeros(40, int), numpy.full(40, 20)
    whole = heat_of(PLAYED, first, end, 9)
    joined = heat_of(of(range(15)), first[:15], end[:15], 9).joined(heat_of(of(range(15, 40)), first[15:], end[15:], 9))
    assert joined.games == whole.games == 40
    numpy.testing.assert_allclose(joined.shares, whole.shares)
