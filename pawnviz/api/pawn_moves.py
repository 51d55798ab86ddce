"""Moves of pawns, breaks, tensions and named structures as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from pawnviz.api.masks import ByColor, Masks, is_pawns, pawn_arrays, position_of, read_boards
from pawnviz.core import structures as named_structures
from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.pawn_moves import changes as core_break
from pawnviz.core.pawn_moves import report as core
from pawnviz.core.pawn_moves.report import MoveReport, report_of

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Exchange:
    """A pawn takes a pawn, and a pawn or a piece may take back.

    ``text`` is such as ``"cxd5 exd5"``, ``outcome`` its result in words, with its ``structures`` and ``position``.
    """

    text: str
    outcome: str
    structures: tuple[str, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class PawnMove:
    """A legal move of a pawn and its lasting changes.

    ``text`` is as people write the move, ``uci`` as engines do. ``attacks`` are the enemy pawns that the pawn attacks
    from its new square; a push that attacks one is a break. No pawn of a color can guard its ``squares_lost`` again
    without capturing. ``labels_gained`` and ``labels_lost`` are pairs of a layer's identifier and the pawn's square
    after the move. ``sentence`` has the weightiest changes, ``changes`` all. ``exchanges`` may follow a break. ``word``
    and ``price`` are those of a push, as of a ``Break``, both empty for a capture; ``answer`` is the capture that takes
    back, such as ``"…exd5"``, or empty. What a capture changes is then said of the position after the answer.
    """

    text: str
    uci: str
    is_break: bool
    attacks: tuple[str, ...]
    squares_lost: Masks
    labels_gained: ByColor[tuple[tuple[str, str], ...]]
    labels_lost: ByColor[tuple[tuple[str, str], ...]]
    structures: tuple[str, ...]
    sentence: str
    changes: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    position: Position
    word: str
    price: str
    answer: str


@dataclass(frozen=True, slots=True)
class Break:
    """A square from which a pawn, pushed there, would attack enemy pawns that stand where they do now.

    ``route`` are the squares on which the pawn stands on its way, the break square last; a double step is one move of
    it. ``blockers`` are the squares of pieces on its way. ``word`` says what static exchange thinks of the pawn there:
    ``"can be played"``, ``"offers a trade"``, ``"a gambit"`` or ``"loses a pawn"``, empty if pieces are in the way;
    ``price`` adds its aim, or the missing guard.
    """

    pawn: str
    route: tuple[str, ...]
    attacks: tuple[str, ...]
    blockers: tuple[str, ...]
    word: str
    price: str


@dataclass(frozen=True, slots=True)
class Tension:
    """A white and a black pawn of which one can take the other, structures while neither does, and exchanges."""

    white: str
    black: str
    structures: tuple[str, ...]
    exchanges: tuple[Exchange, ...]


def pawn_moves(position: str | Position | ChessBoard) -> ByColor[tuple[PawnMove, ...]]:
    """Return the legal moves of the pawns of each color, as if it were to move, with their lasting changes.

    Breaks come first, then captures, then pushes against the king, then others, each the best first. A promotion is to
    a queen. Raises ``TypeError`` for anything but a ``Position`` or a ``chess.Board``.
    """
    read = position_of(position)
    white, black = (tuple(map(_move, report_of(read, color).moves)) for color in (True, False))
    return ByColor(white, black)


def breaks(position: str | Position | ChessBoard) -> ByColor[tuple[Break, ...]]:
    """Return the breaks of each color within three moves, the best first, those that can be played next before others.

    Raises ``TypeError`` as ``explain``.
    """
    read = position_of(position)
    white, black = (tuple(_break(read, each) for each in core_break.breaks(read, color)) for color in (True, False))
    return ByColor(white, black)


def tensions(position: str | Position | ChessBoard) -> tuple[Tension, ...]:
    """Return the pairs of pawns of which one can legally take the other; raises ``TypeError`` as ``explain``."""
    return tuple(
        Tension(
            SQUARE_NAMES[tension.white_pawn],
            SQUARE_NAMES[tension.black_pawn],
            tension.structures,
            tuple(map(_exchange, tension.exchanges)),
        )
        for tension in core.tensions(position_of(position))
    )


def _break(position: Position, found: core_break.Break) -> Break:
    price = core_break.price_of_break(position, found)
    return Break(
        SQUARE_NAMES[found.source],
        tuple(SQUARE_NAMES[square] for square in found.route),
        _names(found.targets),
        _names(found.blockers),
        "" if price is None else price.word,
        "" if price is None else price.text,
    )


def _move(report: MoveReport) -> PawnMove:
    sides = (report.changes.white, report.changes.black)

    def labels(gained: bool) -> ByColor[tuple[tuple[str, str], ...]]:
        labels = ([label for label in side.labels if label.gained is gained] for side in sides)
        return ByColor(*(tuple((label.layer, SQUARE_NAMES[label.square]) for label in each) for each in labels))

    return PawnMove(
        text=report.move.text,
        uci=report.move.uci,
        is_break=report.is_break,
        attacks=_names(report.attacked),
        squares_lost=Masks(*(side.squares_lost for side in sides)),
        labels_gained=labels(True),
        labels_lost=labels(False),
        structures=report.changes.structures_after,
        sentence=report.sentence,
        changes=report.details,
        exchanges=tuple(map(_exchange, report.exchanges())),
        position=report.after,
        word="" if report.price is None else report.price.word,
        price="" if report.price is None else report.price.text,
        answer=report.answer,
    )


def _exchange(exchange: core.Exchange) -> Exchange:
    return Exchange(exchange.name, exchange.outcome, exchange.changes.structures_after, exchange.position)


def _names(mask: int) -> tuple[str, ...]:
    return tuple(square_names(mask).split())


# Named structures


@dataclass(frozen=True, slots=True)
class Structure:
    """A named pawn structure that a position has.

    ``color`` is True if it is White's, False if it is Black's, and None if it belongs to both colors alike.
    ``rule`` says exactly when a position has it, ``plans`` what each side usually plays for, as far as it can be played
    there, ``pawns`` are the squares of the pawns that make it. It is ``implied`` if its rule follows from that of a
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
            pawns=_names(structure.squares),
            implied=structure.is_implied,
        )
        for structure in named_structures.structures(position_of(board).sides()[0])
    )


def _of_positions(positions: Sequence[Position]) -> dict[str, ByColor[NDArray[Any]]]:
    import numpy

    count = len(positions)
    truths = {
        name: ByColor(numpy.zeros(count, bool), numpy.zeros(count, bool))
        for name in named_structures.known_structures().structures
    }
    for place, position in enumerate(positions):
        for found in named_structures.structures(position.sides()[0]):
            for color in (True, False) if found.color is None else (found.color,):
                truths[found.structure.identifier][color][place] = True
    return truths


def _of_many(boards: PawnBoards, shape: tuple[int, ...]) -> dict[str, ByColor[NDArray[Any]]]:
    table = named_structures.known_structures()
    words = table.rules.holding_on(boards)
    held: dict[str, dict[bool, NDArray[Any]]] = {name: {} for name in table.structures}
    for number, (structure, color) in enumerate(table.versions):
        truth = (words[number // 64] >> number % 64 & 1 != 0).reshape(shape)
        held[structure.identifier] |= {True: truth, False: truth} if structure.mutual else {color: truth}
    return {name: ByColor(truths[True], truths[False]) for name, truths in held.items()}
