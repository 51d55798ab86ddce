"""How often the break that a master chose is the first of the program's list, and how far down it is.

Looked at are the positions of every fourth game in which a break was played and two or more could be; each position
counts once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import chess
import chess.pgn

from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import breaks
from tests.judgement import Figure, games_file, is_held_back

STRIDE: Final = 4
FIRST_GOAL: Final = 55.0  # In percent.
RANK_GOAL: Final = 0.75


class Choice(NamedTuple):
    """A position in which a break was played and two or more could be, and the break's place in the list, from 0."""

    held_back: bool
    break_count: int
    place: int


def judged() -> list[Figure]:
    """Return the share of breaks played that are first in the list, and their mean reciprocal rank."""
    choices = list(_choices())
    figures: list[Figure] = []
    for part, held_back in (("tuned", False), ("held back", True)):
        figures += figures_of([choice for choice in choices if choice.held_back == held_back], part)
    return figures


def figures_of(choices: list[Choice], part: str) -> list[Figure]:
    """Return the figures of a part: breaks first, chance, the list reversed, and the mean reciprocal rank."""
    total = len(choices)
    first = 100 * sum(choice.place == 0 for choice in choices) / total
    chance = 100 * sum(1 / choice.break_count for choice in choices) / total
    last = 100 * sum(choice.place == choice.break_count - 1 for choice in choices) / total
    rank = sum(1 / (choice.place + 1) for choice in choices) / total
    return [
        Figure("breaks: positions", total, "positions", part),
        Figure("breaks: the one played is first", first, "%", part, f"at least {FIRST_GOAL:g}", first >= FIRST_GOAL),
        Figure("breaks: first by chance", chance, "%", part),
        Figure("breaks: first in the list reversed", last, "%", part),
        Figure("breaks: mean reciprocal rank", rank, "", part, f"at least {RANK_GOAL:g}", rank >= RANK_GOAL),
    ]


def choice_of(position: Position, move: str, *, held_back: bool) -> Choice | None:
    """Return the choice of a move in a position, in UCI; None unless it is a break and another could be played."""
    found = [each for each in breaks(position, position.white_to_move) if each.is_next]
    names = [each.first_move.uci if each.first_move is not None else "" for each in found]
    return Choice(held_back, len(names), names.index(move)) if move in names and len(names) > 1 else None


def _choices() -> Iterator[Choice]:
    seen = set()
    for number, board, move in _pushes():
        key = (board.board_fen(), move)
        if key not in seen:
            seen.add(key)
            choice = choice_of(Position.from_fen(board.fen()), move.uci(), held_back=is_held_back(number))
            if choice is not None:
                yield choice


def _pushes() -> Iterator[tuple[int, chess.Board, chess.Move]]:
    """Yield the pushes of pawns that attack a pawn, with the number of the game from 1 and the board before them."""
    with games_file().open(encoding="utf-8", errors="replace") as lines:
        number = 1
        while True:
            if number % STRIDE != 1:
                if not chess.pgn.skip_game(lines):
                    return
            else:
                game = chess.pgn.read_game(lines)
                if game is None:
                    return
                board = game.board()
                for move in game.mainline_moves():
                    if _is_break(board, move):
                        yield number, board, move
                    board.push(move)
            number += 1


def _is_break(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.from_square) != chess.PAWN or board.is_capture(move):
        return False
    enemies = board.pieces_mask(chess.PAWN, not board.turn)
    return bool(chess.BB_PAWN_ATTACKS[board.turn][move.to_square] & enemies)
