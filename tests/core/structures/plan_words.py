"""Sentences of plans read as a person reads them: which pawn moves and which pieces they name, and whether they can be.

Nothing here looks at the marks of a plan or at formulas; positions are asked square by square with python-chess.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import chess

from tests.core.pawn_moves.exchanges import captures, gain_of

_WORD: Final = re.compile(r"[a-h]x[a-h][1-8]|[a-h][1-8]|[A-Za-z'-]+|[.,;]")
_PLACE: Final = re.compile(r"[a-h][1-8]")
_PIECES: Final = {
    "knight": (chess.KNIGHT,),
    "bishop": (chess.BISHOP,),
    "rook": (chess.ROOK,),
    "queen": (chess.QUEEN,),
    "piece": (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN),
}
_BEFORE_A_MOVE: Final = frozenset((".", ";", "break", "with", "by", "center", "prepares"))
"""What stands before a square that a pawn is to go to; any other square is one that is spoken of."""


def named_moves(text: str) -> list[str]:
    """Return the pawn moves that sentences name: ``c5``, ``cxd5``."""
    moves: list[str] = []
    before = [".", "."]
    for word in _WORD.findall(text):
        if ("x" in word and _PLACE.fullmatch(word[2:])) or (_PLACE.fullmatch(word) and before[-1] in _BEFORE_A_MOVE):
            moves.append(word)
        before = [before[-1], word]
    return moves


def can_be_played(board: chess.Board, color: bool, move: str) -> bool:
    """Return whether a pawn stands behind the move's square, and no pawn in its way; or whether it can capture now."""
    target = chess.parse_square(move[-2:])
    step = 8 if color else -8
    if "x" in move:
        origin = chess.square("abcdefgh".index(move[0]), chess.square_rank(target - step))
        taken = board.piece_at(target)
        return board.piece_at(origin) == chess.Piece(chess.PAWN, color) and taken is not None and taken.color != color
    if board.piece_type_at(target) == chess.PAWN:
        return False
    square = target - step
    while 0 <= square < 64:
        if board.piece_type_at(square) == chess.PAWN:
            return board.color_at(square) == color
        square -= step
    return False


def missing_pieces(board: chess.Board, color: bool, text: str) -> Iterator[str]:
    """Yield each word for a piece in sentences of a color's plans that has no such piece on the board."""
    words = re.findall(r"[A-Za-z-]+", text)
    for place, word in enumerate(words):
        name = word.lower().removesuffix("s")
        if name in _PIECES:
            owner = color if "enemy" not in words[max(place - 2, 0) : place] else not color
            pieces = [square for kind in _PIECES[name] for square in board.pieces(kind, owner)]
            if place and words[place - 1] in ("light-squared", "dark-squared"):
                light = words[place - 1] == "light-squared"
                pieces = [
                    square for square in pieces if bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) == light
                ]
            if not pieces:
                yield word


def now_sentences(text: str) -> list[str]:
    """Return the sentences that do not say what has to come first."""
    sentences = re.findall(r"[^.]+\.", text)
    return [sentence for sentence in sentences if not re.search(", (after|once|but needs) ", sentence)]


def keeps_its_pawn(board: chess.Board, move: str) -> bool:
    """Return whether a pawn's move is legal and no exchange on its square wins the pawn; captures win a piece."""
    target = chess.parse_square(move[-2:])
    for each in board.legal_moves:
        if each.to_square == target and board.piece_type_at(each.from_square) == chess.PAWN:
            if "x" in move and move[0] == chess.square_name(each.from_square)[0]:
                return board.is_capture(each)
            if "x" not in move and not board.is_capture(each):
                after = board.copy(stack=False)
                after.push(each)
                answers = [
                    *captures(after, target),
                    *(answer for answer in after.legal_moves if after.is_en_passant(answer)),
                ]
                return all(gain_of(after, answer) <= 0 for answer in answers)
    return False
