"""A line of a game, and the board before its first move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import chess
import chess.pgn

from pawnviz.core.board.fen import HIGHEST_CLOCK
from pawnviz.core.board.position import Position, position_of_board
from pawnviz.core.words import quoted

_STANDARD: Final = ("standard", "chess", "orthodox", "normal", "from position", "")
_CHESS960: Final = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")


class UnreadableError(ValueError):
    """That the moves of a game cannot be read, since it is another kind of chess or its first position is wrong."""

    def __init__(self, tag: str, text: str) -> None:
        """``tag`` is the name of the tag that says so."""
        super().__init__(f"{text}; the moves are left out")
        self.tag = tag


def first_board(headers: chess.pgn.Headers) -> chess.Board:
    """Return the position that a game begins with; raises ``UnreadableError``.

    A tag FEN counts unless the tag SetUp is 0. Castling of Chess960 is allowed only if the tag Variant names it.
    """
    variant = headers.get("Variant", "").strip().lower()
    if variant not in (*_STANDARD, *_CHESS960):
        raise UnreadableError("Variant", f"the game is {quoted(headers['Variant'])}, not chess")
    fen = headers.get("FEN", "") if headers.get("SetUp") != "0" else ""
    if not fen:
        if variant in _CHESS960:
            raise UnreadableError("Variant", "a game of Chess960 needs a tag FEN with its first position")
        return chess.Board()
    try:
        Position.from_fen(fen)
        return chess.Board(fen, chess960=variant in _CHESS960)
    except ValueError as error:
        raise UnreadableError("FEN", f"the tag FEN is wrong: {error}") from None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move of a line: its text with its number, such as ``22...c4``, and the squares that it changed, from 0 to 63.

    ``captured`` is the square of the captured piece, which en passant is not the target, or None. ``promotion`` is the
    letter of the new piece in upper case, or empty. A null move goes from a square to the same one.
    """

    san: str
    number: int
    white: bool
    source: int
    target: int
    captured: int | None = None
    promotion: str = ""

    @property
    def text(self) -> str:
        """The move with its number."""
        return f"{self.number}{'.' if self.white else '...'}{self.san}"


@dataclass(frozen=True)
class MoveLine:
    """A line of moves: ``positions`` has one more element than ``moves``, the first one being before all moves."""

    moves: tuple[PlayedMove, ...]
    positions: tuple[Position, ...]


def main_line(game: chess.pgn.Game) -> MoveLine:
    """Return the moves of a game without its variations; raises ``UnreadableError`` as ``line_to`` does."""
    node: chess.pgn.GameNode = game
    while node.variations:
        node = node.variations[0]
    return line_to(node)


def line_to(node: chess.pgn.GameNode) -> MoveLine:
    """Return the moves from the beginning of a game to a node, in linear time; raises as ``board_at`` does."""
    path: list[chess.pgn.ChildNode] = []
    while isinstance(node, chess.pgn.ChildNode):
        path.append(node)
        node = node.parent
    board = first_board(node.game().headers)
    moves = []
    positions = [position_of(board)]
    for child in reversed(path):
        moves.append(_played(board, child.move))
        _limit(board)
        positions.append(position_of(board))
    return MoveLine(tuple(moves), tuple(positions))


def node_at(game: chess.pgn.Game, way: Iterable[int]) -> chess.pgn.GameNode:
    """Return the node at the end of a way, the number of each choice, as far as a game has it."""
    node: chess.pgn.GameNode = game
    for number in way:
        if number >= len(node.variations):
            break
        node = node.variations[number]
    return node


def board_at(node: chess.pgn.GameNode) -> chess.Board:
    """Return the board at a node, without its stack; raises ``UnreadableError`` without a first position."""
    moves: list[chess.Move] = []
    while isinstance(node, chess.pgn.ChildNode):
        moves.append(node.move)
        node = node.parent
    board = first_board(node.game().headers)
    for move in reversed(moves):
        board.push(move)
        _limit(board)
    return board


def _limit(board: chess.Board) -> None:
    """Stop the clocks of a board after a move at the highest ones of a position, and forget the moves before."""
    # The stack of moves is not needed, and is long in a long game.
    board.clear_stack()
    board.halfmove_clock = min(HIGHEST_CLOCK, board.halfmove_clock)
    board.fullmove_number = min(HIGHEST_CLOCK, board.fullmove_number)


def position_of(board: chess.Board) -> Position:
    """Return the position of a board; the en-passant square is kept only where a capture on it is legal."""
    en_passant = board.ep_square if board.ep_square is not None and board.has_legal_en_passant() else None
    return position_of_board(board, castling=board.clean_castling_rights(), en_passant=en_passant)


def _played(board: chess.Board, move: chess.Move) -> PlayedMove:
    """Make a move on a board, and return it."""
    number, is_white = board.fullmove_number, board.turn
    captured: int | None = None
    if board.is_en_passant(move):
        captured = move.to_square + (-8 if board.turn else 8)
    elif move and board.is_capture(move):
        captured = move.to_square
    return PlayedMove(
        san=board.san_and_push(move),
        number=number,
        white=is_white,
        source=move.from_square,
        target=move.to_square,
        captured=captured,
        promotion=chess.piece_symbol(move.promotion).upper() if move.promotion else "",
    )
