"""Positions that tests are run on: any that an editor can make, and those of random games."""

from __future__ import annotations

import random
from functools import cache

import chess
from hypothesis import strategies as st

from pawnviz.core.board.bitboard import RANKS, mask_of
from pawnviz.core.board.fen import HIGHEST_CLOCK
from pawnviz.core.board.position import Position
from tests.strategies import KINDS, PIECES, boards


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Return positions with any pieces on any squares, any castling rights, en-passant squares and clocks."""
    pieces = draw(boards()).pieces
    rooks_and_kings = draw(st.sampled_from((0, 0, RANKS[0] | RANKS[7])))
    if rooks_and_kings:
        choice = st.sampled_from(("", "R", "K", "r", "k"))
        pieces = tuple(draw(choice) if rooks_and_kings >> square & 1 else piece for square, piece in enumerate(pieces))
    masks = {letter: mask_of(n for n, piece in enumerate(pieces) if piece == letter) for letter in PIECES}
    pawns, knights, bishops, rooks, queens, kings = (masks[letter] | masks[letter.lower()] for letter in KINDS)
    castling = draw(st.integers(0, 255)) | draw(st.integers(0, 255)) << 56
    return Position(
        sum(masks[letter] for letter in KINDS),
        sum(masks[letter.lower()] for letter in KINDS),
        pawns,
        knights,
        bishops,
        rooks,
        queens,
        kings,
        white_to_move=draw(st.booleans()),
        castling=castling & draw(st.sampled_from((0, RANKS[0] | RANKS[7], rooks & (RANKS[0] | RANKS[7])))),
        en_passant=draw(st.none() | st.integers(16, 23) | st.integers(40, 47)),
        halfmove_clock=draw(st.integers(0, HIGHEST_CLOCK)),
        fullmove_number=draw(st.integers(1, HIGHEST_CLOCK)),
    )


@cache
def chess960_games() -> list[chess.Board]:
    """Return positions from random games of many Chess960 starts, in standard chess too."""
    numbers = random.Random(960)
    found = []
    for start in [518, 0, 959, *(numbers.randrange(960) for _ in range(12))]:
        board = chess.Board.from_chess960_pos(start)
        for _ in range(numbers.randrange(120)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(numbers.choice(moves))
            found.append(board.copy(stack=False))
    return found
