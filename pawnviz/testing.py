"""A check of layers for the tests of packages that bring them, on thousands of boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.bitboard import flip_vertical, square_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import color_name
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.packages import FAILED, declared

if TYPE_CHECKING:
    import chess

    Reference = Callable[[chess.Board, bool], int | Iterable[int]]


def check_layer(layer: str | Mapping[str, Any], reference: Reference | None = None, *, board_count: int = 4000) -> None:
    """Check that a layer has the same squares however it is computed, on the boards of random games.

    ``layer`` is a declaration or the identifier of a layer. Its masks of ints are compared with those of arrays, of its
    formula, step by step, and of the board turned with the colors exchanged, and with ``reference``, which returns the
    squares, as a mask or one by one, of a ``chess.Board`` and a color.

    Raises ``AssertionError`` with the first square that differs, its board and color, ``ValueError`` for a wrong
    declaration, and ``KeyError`` for an unknown identifier.
    """
    found = LAYERS[layer] if isinstance(layer, str) else declared("", **layer)
    formula = parse(found.formula) if found.formula else None
    boards = _boards(board_count)
    positions = [Position.from_fen(board.fen(en_passant="fen")) for board in boards]
    arrays: list[Any] = [found(side) for side in boards_of(positions).sides()]
    for number, (position, board) in enumerate(zip(positions, boards, strict=True)):
        turned = position.swapped_colors().sides()
        for color, side in zip((True, False), position.sides(), strict=True):
            mask, other = found(side), found(turned[color])
            others = {"arrays": int(arrays[not color][number])}
            others["the turned board"] = flip_vertical(other) if found.turns else other
            if formula is not None:
                others["the formula"] = formula.evaluate(side)
            if reference is not None:
                wanted = reference(board, color)
                others["the reference"] = wanted if isinstance(wanted, int) else sum(1 << each for each in {*wanted})
            if fault := FAILED.pop(found.identifier, ""):
                raise AssertionError(f"{found.title}: {fault}")
            for how, squares_of in others.items():
                if squares_of != mask:
                    first, whose = square_names(mask ^ squares_of)[:2], color_name(color).capitalize()
                    raise AssertionError(
                        f"{found.title} of {whose} differs from {how} on {first}\n{board.fen()}\n"
                        f"the layer: {square_names(mask)}\n{how}: {square_names(squares_of)}"
                    )


def _boards(count: int) -> list[chess.Board]:
    """Return the positions of random games, the same ones each time."""
    import chess

    numbers, board = random.Random(count), chess.Board()
    boards: list[chess.Board] = []
    while len(boards) < count:
        if board.fullmove_number > 60 or board.is_game_over():
            board.reset()
        board.push(numbers.choice(list(board.legal_moves)))
        boards.append(board.copy(stack=False))
    return boards
