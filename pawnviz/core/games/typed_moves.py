"""Moves as they are made by hand: typed in the letters of SAN, or from a square to another one."""

from __future__ import annotations

import re
from typing import Final

import chess

from pawnviz.core.games.editing import MOVE_GLYPHS, POSITION_GLYPHS
from pawnviz.core.words import listed, quoted

_JUDGEMENTS: Final = {sign: number for number, sign in MOVE_GLYPHS.items()}
_ALONE: Final = _JUDGEMENTS | {sign: number for number, sign in POSITION_GLYPHS.items()}
_NUMBER: Final = re.compile(r"[0-9]+\.*\s*|\.+\s*")
_LONGEST: Final = 20


class TypedMoveError(ValueError):
    """That a typed move cannot be played, with a sentence on why, which may begin with the move."""


def typed_move(board: chess.Board, text: str) -> chess.Move:
    """Return a legal move typed as SAN, such as ``Nf3``, or as squares, such as ``g1f3``, or raise ``TypedMoveError``.

    Numbers, zeros for castling, and small letters of pieces where no pawn can be meant are taken too.
    """
    san = _without_number(text.strip())
    if not san:
        raise TypedMoveError("Type a move such as Nf3")
    tried = [san.replace("0", "O") if san[0] == "0" else san]
    if san[0] in "nbrqk":
        tried.append(san[0].upper() + san[1:])
    if san.lower() in ("o-o", "o-o-o"):
        tried.append(san.upper())
    reason = ""
    for choice in tried:
        try:
            move = board.parse_san(choice)
        except chess.AmbiguousMoveError:
            reason = f"{choice} is ambiguous: {listed(_meant(board, choice), 'or')}"
        except chess.IllegalMoveError:
            reason = reason or f"{choice[:_LONGEST]} is not legal here"
        except (ValueError, IndexError, KeyError, AssertionError):
            reason = reason or f"{quoted(choice[:_LONGEST])} is no move"
        else:
            return move
    raise TypedMoveError(reason)


def split_glyph(text: str) -> tuple[str, int | None]:
    """Return a typed word as a move and the number of the glyph behind it, such as ``Nf3`` and 5 for ``Nf3!?``.

    The move is empty for a glyph that stands alone, which may judge the position too, such as ``+-``; the number is
    None where there is no glyph, and an unknown sign stays with the move.
    """
    if text in _ALONE:
        return "", _ALONE[text]
    move = text.rstrip("!?")
    number = _JUDGEMENTS.get(text[len(move) :])
    return (text, None) if number is None else (move, number)


def _without_number(text: str) -> str:
    """Return a text without the number of a move before it; the zeros of castling are none."""
    number = _NUMBER.match(text)
    return text if number is None or text.startswith("0-0") else text[number.end() :]


def _meant(board: chess.Board, san: str) -> list[str]:
    piece = chess.Piece.from_symbol(san[0]).piece_type if san[0] in "NBRQK" else chess.PAWN
    squares = re.findall(r"[a-h][1-8]", san)
    target = chess.parse_square(squares[-1]) if squares else -1
    return sorted(
        board.san(move)
        for move in board.legal_moves
        if move.to_square == target and board.piece_type_at(move.from_square) == piece
    )


def moves_between(board: chess.Board, source: int, target: int) -> list[chess.Move]:
    """Return the legal moves between two squares, promotions queen first; castling goes to the rook's square too."""
    moves = []
    for move in board.generate_legal_moves(chess.BB_SQUARES[source]):
        if move.to_square == target or (board.is_castling(move) and target in _castling_targets(board, move)):
            moves.append(move)
    exact = [move for move in moves if move.to_square == target and not board.is_castling(move)]
    return sorted(exact or moves, key=lambda move: -(move.promotion or 0))


def targets_from(board: chess.Board, source: int) -> int:
    """Return the squares to which a piece can go by a legal move as ``moves_between`` has it."""
    mask = 0
    for move in board.generate_legal_moves(chess.BB_SQUARES[source]):
        mask |= chess.BB_SQUARES[move.to_square]
        if board.is_castling(move):
            for target in _castling_targets(board, move):
                mask |= chess.BB_SQUARES[target]
    return mask


def _castling_targets(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    is_kingside = board.is_kingside_castling(move)
    rank = chess.square_rank(move.from_square)
    rooks = board.clean_castling_rights() & chess.BB_RANKS[rank] & board.occupied_co[board.turn]
    rook = chess.msb(rooks) if is_kingside else chess.lsb(rooks)
    return chess.square(6 if is_kingside else 2, rank), rook
