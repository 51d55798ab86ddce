"""Several layers and numbers at once: of one board, or of many as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, overload

from pawnviz.api.boards import is_pawns, read_boards
from pawnviz.api.computing import of_boards, of_pawns, of_position
from pawnviz.api.layers import Layer, Number, unknown_name
from pawnviz.api.layers import layers as all_layers
from pawnviz.api.layers import numbers as all_numbers
from pawnviz.api.values import ByColor
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.formula.names import FORMER_IDENTIFIERS

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


@overload
def masks(
    position: Position | ChessBoard, /, layers: Iterable[str | Layer | Number] | None = None
) -> dict[str, ByColor[int]]: ...


@overload
def masks(fen: str, /, layers: Iterable[str | Layer | Number] | None = None) -> Any: ...  # A text is an iterable too.


@overload
def masks(
    positions: Iterable[str | Position | ChessBoard], /, layers: Iterable[str | Layer | Number] | None = None
) -> dict[str, ByColor[NDArray[numpy.integer[Any]]]]: ...


@overload
def masks(
    white: int, black: int, /, layers: Iterable[str | Layer | Number] | None = None
) -> dict[str, ByColor[int]]: ...


@overload
def masks(
    white: NDArray[numpy.uint64],
    black: NDArray[numpy.uint64] | int,
    /,
    layers: Iterable[str | Layer | Number] | None = None,
) -> dict[str, ByColor[NDArray[numpy.integer[Any]]]]: ...


@overload
def masks(
    white: int, black: NDArray[numpy.uint64], /, layers: Iterable[str | Layer | Number] | None = None
) -> dict[str, ByColor[NDArray[numpy.integer[Any]]]]: ...


def masks(*boards: Any, layers: Any = None) -> Any:
    """Return layers and numbers of one board as ints, or of many boards as arrays, by their identifiers.

    The boards are one of these:

    * a FEN, a ``Position`` or a ``chess.Board``: the values are ints;
    * an iterable of FENs, of ``Position`` and of ``chess.Board``: the values are arrays of the shape ``(positions,)``;
    * the pawns of both sides alone, ``white, black``: two ints give ints; ``uint64`` arrays, or one and an int, give
      arrays of the shape that both are broadcast to.

    ``layers`` are identifiers, or layers such as ``formula`` makes; by default all layers and numbers, in the order of
    the vocabulary. Masks are ``uint64``, numbers ``int64``, so that their differences may be negative. Layers that are
    asked for together share what they have in common, which is computed once.

    Raises ``FenError`` for a text that cannot be read, ``KeyError`` for an unknown identifier, ``TypeError`` for arrays
    of another dtype and for what is no board, and ``ValueError`` for shapes that do not fit together.
    """
    count = 2 if boards and is_pawns(boards[0]) else 1
    if layers is None and len(boards) == count + 1:
        layers = boards[count]
    elif len(boards) != count:
        raise TypeError("masks takes a position, an iterable of positions, or white and black pawns; then layers")
    chosen = _chosen(layers)
    entries = [layer.entry for layer in chosen.values()]
    values: list[ByColor[Any]]
    if count == 2:
        values = of_pawns(entries, *boards[:2])
    elif isinstance(boards[0], Iterable) and not isinstance(boards[0], str):
        positions = read_boards(boards[0])
        values = list(of_boards(entries, positions, (len(positions),)))
    else:
        values = of_position(entries, boards[0])
    return dict(zip(chosen, values, strict=True))


def _chosen(layers: Any) -> dict[str, Layer | Number]:
    """Return the layers and numbers that are asked for by their identifiers, or by former ones that are asked for."""
    known: dict[str, Layer | Number] = {**all_layers, **all_numbers}
    if layers is None:
        return known
    if isinstance(layers, str | Layer | Number) or not isinstance(layers, Iterable):
        raise TypeError(f"layers is a list of identifiers or layers, such as ['passed_pawns'], not {layers!r}")
    chosen: dict[str, Layer | Number] = {}
    for item in layers:
        if isinstance(item, Layer | Number):
            layer: Layer | Number = item
        elif item in known:
            layer = known[item]
        elif item in FORMER_IDENTIFIERS:
            layer = known[FORMER_IDENTIFIERS[item]]
        else:
            raise KeyError(unknown_name("layer", item, known))
        name = item if isinstance(item, str) else layer.identifier
        if chosen.setdefault(name, layer) != layer:
            raise ValueError(f"two different layers are called {layer.identifier}; formula takes an identifier")
    return chosen
