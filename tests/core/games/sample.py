"""Games to test with: real ones, made ones with everything that PGN has, and those that Hypothesis draws."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

import chess
import chess.pgn
from hypothesis import strategies as st

from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.pgn import ReadGame, read_game
from pawnviz.core.games.tree import MoveLine, main_line

MASTERS: Final = Path(__file__).with_name("masters.pgn")
"""Real games, without comments and variations."""


def texts_of(data: bytes, block: int = 1 << 20) -> list[GameText]:
    """Return the games of a file that comes in blocks of a size."""
    return list(cut(data[start : start + block] for start in range(0, len(data), block)))


def read(data: bytes | str) -> ReadGame:
    """Return the only game of a text."""
    (text,) = texts_of(data.encode() if isinstance(data, str) else data)
    return read_game(text)


def line_of(moves: str, fen: str = "") -> MoveLine:
    """Return the positions that moves go through, from the first position or from a FEN."""
    tags = f'[FEN "{fen}"]\n[SetUp "1"]\n\n' if fen else '[Event "?"]\n\n'
    game = read(f"{tags}{moves} *")
    assert not game.problems
    return main_line(game.game)


def random_game(seed: int, plies: int = 80) -> chess.pgn.Game:
    """Return a game of random moves, captures and pawn moves first, with comments, variations, glyphs and drawings."""
    dice = random.Random(seed)
    game = chess.pgn.Game({"Event": f"Game {seed}", "White": "A, Ä", "Black": 'B "the" B', "Result": "*"})
    board = chess.Board()
    node: chess.pgn.GameNode = game
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        lively = [move for move in moves if board.is_zeroing(move)]
        move = dice.choice(lively if lively and dice.random() < 0.7 else moves)
        if dice.random() < 0.05 and len(moves) > 1:
            other = node.add_variation(move)
            other.comment = "or [%cal Gd2d4,Re2e4] (this)"
            move = dice.choice([choice for choice in moves if choice != move])
            node = node.add_main_variation(move)
        else:
            node = node.add_main_variation(move)
        if dice.random() < 0.05:
            node.nags.add(dice.randrange(1, 20))
            node.comment = f"a comment with 1-0, [Event and * and move {dice.randrange(99)}."
        board.push(move)
    return game


_MOST_PLIES = 24


@st.composite
def lively_games(draw: st.DrawFn) -> chess.pgn.Game:
    """Draw a game of legal moves of pawns, kings and a few pieces, from a set-up position with up to 16 pawns."""
    board = chess.Board.empty()
    board.set_piece_at(draw(st.sampled_from((chess.A1, chess.E1, chess.H1))), chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(draw(st.sampled_from((chess.A8, chess.E8, chess.H8))), chess.Piece(chess.KING, chess.BLACK))
    free = [square for square in chess.SQUARES if chess.square_rank(square) not in (0, 7)]
    for color in chess.COLORS:
        for square in draw(st.lists(st.sampled_from(free), max_size=8, unique=True)):
            if board.piece_at(square) is None:
                board.set_piece_at(square, chess.Piece(chess.PAWN, color))
    for square in draw(st.lists(st.sampled_from(free), max_size=3, unique=True)):
        if board.piece_at(square) is None:
            kind, color = draw(st.sampled_from((chess.KNIGHT, chess.BISHOP, chess.ROOK))), draw(st.booleans())
            board.set_piece_at(square, chess.Piece(kind, color))
    board.turn = draw(st.booleans())
    if not board.is_valid():
        board.turn = not board.turn
    game = chess.pgn.Game()
    game.setup(board)
    node: chess.pgn.GameNode = game
    for choice in draw(st.lists(st.integers(0, 11), max_size=_MOST_PLIES)):
        # The liveliest moves come first.
        moves = sorted(board.legal_moves, key=lambda move: (_dullness(board, move), move.uci()))
        if not moves:
            break
        move = moves[choice % len(moves)]
        node = node.add_variation(move)
        board.push(move)
    return game


def _dullness(board: chess.Board, move: chess.Move) -> int:
    """Return how little a move changes: en passant and promotions least, then captures, pawn moves and the rest."""
    if move.promotion or board.is_en_passant(move):
        return 0
    if abs(move.from_square - move.to_square) == 16 and board.piece_type_at(move.from_square) == chess.PAWN:
        return 1
    return 2 if board.is_capture(move) else 3 if board.piece_type_at(move.from_square) == chess.PAWN else 4
