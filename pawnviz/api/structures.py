"""Named pawn structures on a board, with their rules and the plans of both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from pawnviz.api.boards import is_pawns, pawn_arrays, position_of, read_boards
from pawnviz.api.values import ByColor
from pawnviz.core import structures as core
from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import square_names
from pawnviz.core.board.position import ChessBoard, Position

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Structure:
    """A named pawn structure that a position has.

    ``color`` is True where it is White's, False where it is Black's, and None where it belongs to both colors alike.
    ``rule`` says exactly when a position has it, ``plans`` what each side usually plays for, as far as it can be played
    there, ``pawns`` are the squares of the pawns that make it. It is ``implied`` where its rule follows from that of a
    structure named before it.
    """

    identifier: str
    title: str
    color: bool | None
    rule: str
    plans: ByColor[str]
    pawns: tuple[str, ...]
    implied: bool


@overload
def structures(position: str | Position | ChessBoard, /) -> tuple[Structure, ...]: ...


@overload
def structures(
    positions: Iterable[Position | ChessBoard] | Iterator[str] | list[str] | tuple[str, ...], /
) -> dict[str, ByColor[NDArray[numpy.bool_]]]: ...


@overload
def structures(
    white: NDArray[numpy.uint64] | int, black: NDArray[numpy.uint64] | int, /
) -> dict[str, ByColor[NDArray[numpy.bool_]]]: ...


def structures(*boards: Any) -> Any:
    """Return the named pawn structures of one position, or which of many positions have each of them.

    Of a FEN, a ``Position`` or a ``chess.Board`` they are a tuple, the most specific first. Of an iterable of these, or
    of the pawns of both sides as ``uint64`` arrays, they are a dict by identifier: for White and for Black an array of
    bools of the shape ``(positions,)``, or that both arrays are broadcast to. A structure that belongs to both colors
    alike has the same array twice, and those that follow from others are there too. A position has in it what it has
    alone; of arrays each structure is there whose rule on pawns holds, also general ones beside others.

    Raises ``FenError``, ``TypeError`` and ``ValueError`` as ``masks`` does.
    """
    if len(boards) == 2:
        return _of_many(*pawn_arrays(*boards))
    if len(boards) != 1 or is_pawns(boards[0]):
        raise TypeError("structures takes a position, an iterable of positions, or white and black pawns")
    (board,) = boards
    if isinstance(board, Iterable) and not isinstance(board, str):
        many = list(board)
        read_boards(many)  # Names the first one that cannot be read.
        return _of_positions([position_of(each) for each in many])
    return tuple(
        Structure(
            identifier=structure.structure.identifier,
            title=structure.title,
            color=structure.color,
            rule=structure.rule,
            plans=ByColor(structure.plans_for(True), structure.plans_for(False)),
            pawns=tuple(square_names(structure.squares).split()),
            implied=structure.is_implied,
        )
        for structure in core.structures(position_of(board).sides()[0])
    )


def _of_positions(positions: Sequence[Position]) -> dict[str, ByColor[NDArray[Any]]]:
    import numpy

    count = len(positions)
    truths = {
        name: ByColor(numpy.zeros(count, bool), numpy.zeros(count, bool)) for name in core.known_structures().structures
    }
    for place, position in enumerate(positions):
        for found in core.structures(position.sides()[0]):
            for color in (True, False) if found.color is None else (found.color,):
                truths[found.structure.identifier][color][place] = True
    return truths


def _of_many(boards: PawnBoards, shape: tuple[int, ...]) -> dict[str, ByColor[NDArray[Any]]]:
    table = core.known_structures()
    words = table.rules.holding_on(boards)
    held: dict[str, dict[bool, NDArray[Any]]] = {name: {} for name in table.structures}
    for number, (structure, color) in enumerate(table.versions):
        truth = (words[number // 64] >> number % 64 & 1 != 0).reshape(shape)
        held[structure.identifier] |= {True: truth, False: truth} if structure.mutual else {color: truth}
    return {name: ByColor(truths[True], truths[False]) for name, truths in held.items()}
