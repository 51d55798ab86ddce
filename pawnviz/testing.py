"""A check of layers for the tests of packages that bring them, on thousands of boards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.bitboard import SQUARE_NAMES, flip_vertical, square_names, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import color_name
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers import LAYERS, Layer
from pawnviz.core.layers.packages import FAILED, declared

if TYPE_CHECKING:
    import chess

    Reference = Callable[[chess.Board, bool], int | Iterable[int]]

_KINDS: Final = dict(zip("pnbrqk", ("pawns", "knights", "bishops", "rooks", "queens", "kings"), strict=True))


def check_layer(
    layer: str | Layer | Mapping[str, object],
    reference: Reference | None = None,
    *,
    formula: str = "",
    board_count: int = 4000,
    seed: int = 1,
) -> None:
    """Check that a layer has the same squares however it is computed, on boards of random games and random boards.

    ``layer`` is a declaration or the identifier of a layer. Its masks of ints are compared with those of arrays, of its
    formula, step by step, and of the board turned with the colors exchanged; with those of another ``formula``; and
    with ``reference``, which returns the squares, as a mask or one by one, of a ``chess.Board`` and a color.

    Raises ``AssertionError`` with the first square that differs, its board and color, ``ValueError`` for a declaration
    or formula that cannot be read, and ``KeyError`` for an unknown identifier.
    """
    import chess

    found = layer if isinstance(layer, Layer) else LAYERS[layer] if isinstance(layer, str) else declared(layer)
    formulas = [parse(text) for text in (found.formula, formula) if text]
    positions = list(_positions(board_count, random.Random(seed)))
    arrays: list[Any] = [found(side) for side in boards_of(positions).sides()]
    for number, position in enumerate(positions):
        sides, turned = position.sides(), position.swapped_colors().sides()
        for color, side in zip((True, False), sides, strict=True):
            mask, place = found(side), (found, position, color)
            _compare(mask, int(arrays[not color][number]), "as an array", *place)
            for each in formulas:
                _compare(mask, each.evaluate(side), f"by the formula {each.text}", *place)
            other = found(turned[color])
            _compare(mask, flip_vertical(other) if found.turns else other, "with the board turned", *place)
            if reference is not None:
                squares_of = reference(chess.Board(position.fen()), color)
                wanted = squares_of if isinstance(squares_of, int) else sum(1 << each for each in {*squares_of})
                _compare(mask, int(wanted), "by the reference", *place)
    if found.identifier in FAILED:
        raise AssertionError(f"{found.title}: {FAILED.pop(found.identifier)}")


def _compare(mask: int, other: int, how: str, layer: Layer, position: Position, color: bool) -> None:
    if fault := FAILED.pop(layer.identifier, ""):
        raise AssertionError(f"{layer.title}: {fault}")
    if mask != other:
        square = next(squares(mask ^ other))
        raise AssertionError(
            f"{layer.title} of {color_name(color).capitalize()} differs {how} on {SQUARE_NAMES[square]}\n"
            f"{position.fen()}\nthe layer: {square_names(mask)}\n{how}: {square_names(other)}"
        )


def _positions(count: int, numbers: random.Random) -> Iterator[Position]:
    """Yield positions, by turns of random games and with random pieces on random squares."""
    import chess

    board = chess.Board()
    for number in range(count):
        if number % 2:
            masks = dict.fromkeys(("white", "black", *_KINDS.values()), 0)
            letters = "P" * numbers.randrange(9) + "p" * numbers.randrange(9) + "KkNnBbRrQq"[: numbers.randrange(11)]
            for letter, square in zip(letters, numbers.sample(range(64), len(letters)), strict=True):
                if letter not in "Pp" or 8 <= square < 56:
                    masks["white" if letter.isupper() else "black"] |= 1 << square
                    masks[_KINDS[letter.lower()]] |= 1 << square
            yield Position(**masks, white_to_move=numbers.random() < 0.5)
        else:
            moves = list(board.legal_moves)
            if board.fullmove_number > 60 or not moves:
                board.reset()
                moves = list(board.legal_moves)
            board.push(numbers.choice(moves))
            yield Position.from_fen(board.fen(en_passant="fen"))
