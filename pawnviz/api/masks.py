"""Layers and numbers as functions of boards: of one board as ints, of many as arrays; and layers of formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, overload

from pawnviz.core import layers as core
from pawnviz.core.board.arrays import Boards, PawnBoards, boards_of, read_fens
from pawnviz.core.board.bitboard import BOARD, square_names
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import ChessBoard, Position, position_of_board
from pawnviz.core.board.side import BLACK, WHITE, Side, pawn_sides
from pawnviz.core.formula.parser import parse
from pawnviz.core.layers.marks import badge
from pawnviz.core.layers.registry import layer_blocks
from pawnviz.core.words import did_you_mean, quoted

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, slots=True)
class ByColor(Generic[Value]):
    """A value for White and one for Black: ``white, black = value``, or ``value[chess.WHITE]``."""

    white: Value
    black: Value

    def __iter__(self) -> Iterator[Value]:
        yield self.white
        yield self.black

    def __getitem__(self, color: bool) -> Value:
        """Return the value of a color; raises ``TypeError`` for 0 and 1, which as places mean the opposite."""
        if not isinstance(color, bool):
            raise TypeError(f"a color is True for White or False for Black, not {color!r}")
        return self.white if color else self.black


@dataclass(frozen=True, slots=True)
class Masks(ByColor[int]):
    """A mask for White and one for Black: sets of squares as ints from 0 to 2**64 - 1, a1 = bit 0, h8 = bit 63."""

    @property
    def squares(self) -> ByColor[tuple[str, ...]]:
        """The names of the squares of both masks, a1 first."""
        return ByColor(tuple(square_names(self.white).split()), tuple(square_names(self.black).split()))

    def __repr__(self) -> str:
        return f"Masks(white={self.white:#018x}, black={self.black:#018x})"


# Boards

_BLOCK: Final = 4096  # The FENs that are read at once, so that their characters stay in the cache of the processor.


def position_of(board: str | Position | ChessBoard) -> Position:
    """Return a position as it is, or read one from a FEN or a board of python-chess.

    Raises ``FenError`` for a text that is none, ``TypeError`` for anything else, and
    ``ValueError`` for a board that no ``Position`` can hold.
    """
    if isinstance(board, Position):
        return board
    if isinstance(board, str):
        return Position.from_fen(board)
    try:
        return position_of_board(board, castling=board.castling_rights, en_passant=board.ep_square)
    except AttributeError:
        kind = type(board).__name__
        raise TypeError(f"a position is a FEN, a pawnviz.Position or a chess.Board, not {kind}") from None


def read_boards(positions: Iterable[str | Position | ChessBoard]) -> Boards:
    """Return positions as arrays; texts are read as FENs, other lines of EPD too.

    Each position is read before the next one is asked for, so that a board may be changed between them. Raises
    ``FenError`` for the first text that cannot be read, which is named by its place from 0, and ``TypeError``.
    """
    import numpy

    remaining = (item if isinstance(item, str) else position_of(item) for item in positions)
    blocks: list[Boards] = []
    first = 0
    while block := list(islice(remaining, _BLOCK)):
        blocks.append(_read_block(block, first))
        first += len(block)
    if len(blocks) == 1:
        return blocks[0]
    return Boards(
        numpy.concatenate([numpy.empty((9, 0), numpy.uint64), *(block.masks for block in blocks)], axis=1),
        numpy.concatenate([numpy.empty(0, numpy.bool_), *(block.white_to_move for block in blocks)]),
    )


def _read_block(items: list[str | Position], first: int) -> Boards:
    def position(place: int, line: bytes = b"") -> Position:
        item = items[place]
        if isinstance(item, Position):
            return item
        try:
            return Position.from_fen(item)
        except FenError as error:
            message = f"positions[{first + place}]: {error.message}"
            raise FenError(error.field, message, error.start, error.end) from None

    if any(isinstance(item, Position) for item in items):
        return boards_of(map(position, range(len(items))))
    # A text of several lines is no FEN; an empty line stands for it, and the message is about the text itself.
    lines = [text if "\n" not in text else "" for text in map(str.strip, map(str, items))]
    return read_fens("\n".join((*lines, "")).encode("utf-8", "replace"), position).boards


def is_pawns(board: object) -> bool:
    """Return whether a value is a mask, or an array or a scalar of NumPy that is to hold masks."""
    if isinstance(board, int):
        return True
    dtype = getattr(board, "dtype", None)
    return dtype is not None and dtype.kind in "biufc" and hasattr(board, "__array__")


def checked_mask(name: str, mask: int) -> int:
    """Return a mask; raises ``ValueError`` when it is not within the 64 squares."""
    if not 0 <= mask <= BOARD:
        raise ValueError(f"{name} is from 0 to 2**64 - 1, not {mask}")
    return int(mask)


def pawn_arrays(white: Any, black: Any) -> tuple[PawnBoards, tuple[int, ...]]:
    """Return pawns as boards and their shape; raises ``TypeError`` unless ``uint64``, ``ValueError`` for the shapes."""
    import numpy

    arrays: list[NDArray[Any]] = []
    for name, pawns in (("white", white), ("black", black)):
        if isinstance(pawns, int):
            arrays.append(numpy.array(checked_mask(name, pawns), numpy.uint64))
            continue
        dtype = getattr(pawns, "dtype", None)
        if dtype is None:
            raise TypeError(
                f"{name} is an int or a NumPy array of uint64, not {type(pawns).__name__}; "
                "numpy.array(masks, dtype=numpy.uint64) makes one"
            )
        if dtype != numpy.uint64:
            way = f"{name}.astype(numpy.uint64)" if dtype.kind in "biu" else "a float does not hold all 64 squares"
            raise TypeError(f"{name} is an array of {dtype}; masks are uint64: {way}")
        arrays.append(numpy.asarray(pawns))
    first, second = numpy.broadcast_arrays(*arrays)
    return PawnBoards(first.ravel(), second.ravel()), first.shape


# Layers and numbers


def _values(entries: Sequence[core.Entry], *boards: Any) -> list[ByColor[Any]]:
    """Return layers and numbers of a position or of White's and Black's pawns."""
    if len(boards) == 2:
        white, black = boards
        if isinstance(white, int) and isinstance(black, int):
            return _of_sides(entries, pawn_sides(checked_mask("white", white), checked_mask("black", black)))
        return _of_boards(entries, *pawn_arrays(white, black))
    (board,) = boards
    if is_pawns(board):
        raise TypeError("masks of pawns come in pairs: white, then black")
    return _of_sides(entries, position_of(board).sides())


def _of_sides(entries: Sequence[core.Entry], sides: tuple[Side[int], Side[int]]) -> list[ByColor[Any]]:
    white, black = sides
    return [(Masks if isinstance(entry, core.Layer) else ByColor)(entry(white), entry(black)) for entry in entries]


def _of_boards(
    entries: Sequence[core.Entry], boards: Boards | PawnBoards, shape: tuple[int, ...]
) -> list[ByColor[Any]]:
    """Return layers of many boards as ``uint64`` arrays of a shape, and numbers as ``int64`` arrays."""
    import numpy

    wanted = [(entry, color) for entry in entries for color in (WHITE, BLACK)]
    # A difference of two numbers may be negative, which uint64 would turn into a huge one.
    types = [numpy.uint64 if isinstance(entry, core.Layer) else numpy.int64 for entry, _ in wanted]
    arrays = layer_blocks(wanted, boards, out=[numpy.empty(len(boards), each) for each in types])
    shaped = [array.reshape(shape) for array in arrays]
    return [ByColor(white, black) for white, black in zip(shaped[::2], shaped[1::2], strict=True)]


Named = TypeVar("Named", covariant=True)
One = TypeVar("One", covariant=True)
Many = TypeVar("Many", covariant=True)


@dataclass(frozen=True, kw_only=True)
class _Function(Generic[One, Many]):
    identifier: str
    title: str
    chapter: str
    definition: str
    source: str
    entry: core.Entry = field(repr=False, compare=False)
    """The layer or number of the core, which is no part of the stable API."""

    @overload
    def __call__(self, position: str | Position | ChessBoard, /) -> One: ...
    @overload
    def __call__(self, white: int, black: int, /) -> One: ...
    @overload
    def __call__(self, white: NDArray[numpy.uint64], black: NDArray[numpy.uint64] | int, /) -> Many: ...
    @overload
    def __call__(self, white: int, black: NDArray[numpy.uint64], /) -> Many: ...

    def __call__(self, board: Any, black: Any = None, /) -> Any:
        """Return the value of both sides: of ints, or of arrays of the common shape.

        Raises ``TypeError`` for anything but the boards above, also for arrays of another dtype, and ``ValueError`` for
        ints beyond 64 bits and shapes that do not fit together.
        """
        return _values([self.entry], board, *(() if black is None else (black,)))[0]


@dataclass(frozen=True, kw_only=True)
class Layer(_Function[Masks, "ByColor[NDArray[numpy.uint64]]"]):
    """A named set of squares for each side, as a function of a board.

    ``layer(position)`` takes a ``Position`` or a ``chess.Board``. ``layer(white, black)`` takes the pawns of both sides
    alone, for boards with nothing else: two ints, or ``uint64`` arrays of shapes that broadcast to a common one.

    ``formula`` is the text that ``formula`` takes; what only counting can say has ``rule`` instead, in words.
    ``also_written`` are other formulas of the same set.
    ``chapter`` is a part of the vocabulary and ``source`` the address of the definition's page.
    """

    formula: str
    rule: str
    also_written: tuple[str, ...]
    entry: core.Layer = field(repr=False, compare=False)


@dataclass(frozen=True, kw_only=True)
class Number(_Function[ByColor[int], "ByColor[NDArray[numpy.int64]]"]):
    """A named count for each side, on the boards that a ``Layer`` takes; ints or ``int64`` arrays."""


class Vocabulary(Mapping[str, Named]):
    """Layers or numbers by identifier, in the order of the vocabulary; it cannot be changed."""

    def __init__(self, kind: str, members: Mapping[str, Named]) -> None:
        self._kind = kind
        self._members = dict(members)

    def __getitem__(self, identifier: str) -> Named:
        """Return a member, also by a former identifier; raises ``KeyError`` with the most similar ones."""
        try:
            return self._members[core.present_identifier(identifier)]
        except KeyError:
            raise KeyError(_unknown_name(self._kind, identifier, self._members)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self)}>"


def _unknown_name(kind: str, name: object, known: Mapping[str, object]) -> str:
    """Return that there is no layer or number of a name, and which ones are most like it."""
    text = name if isinstance(name, str) else repr(name)
    return f"there is no {kind} {quoted(text)}; {did_you_mean(text, known, f'list(pawnviz.{kind}s) lists them')}"


def _fields(entry: core.Entry) -> dict[str, Any]:
    names = ("identifier", "title", "definition", "source")
    return {**{name: getattr(entry, name) for name in names}, "chapter": entry.chapter.title, "entry": entry}


def _layer(entry: core.Layer) -> Layer:
    return Layer(**_fields(entry), formula=entry.formula, rule=entry.rule, also_written=entry.also_written)


layers: Final = Vocabulary("layer", {name: _layer(entry) for name, entry in core.LAYERS.items()})
"""Every built-in layer, and every layer of an installed package, by its identifier."""

numbers: Final = Vocabulary("number", {name: Number(**_fields(entry)) for name, entry in core.NUMBERS.items()})
"""Every built-in number by its identifier."""

_KNOWN: Final[dict[str, Layer | Number]] = {**layers, **numbers}
_FORMULAS: Final = core.Chapter("Formulas", "")


def formula(text: str, *, identifier: str | None = None) -> Layer:
    """Return the layer of a formula, such as ``"double_attacks(own) - front_attack_spans(enemy)"``.

    It gives a mask for each side, whose pawns are ``own``. ``identifier`` is its key in the result of ``masks``, by
    default the text. Raises ``FormulaError``, a ``ValueError`` with the column and the expected words.
    """
    read = parse(text)
    name = text if identifier is None else identifier
    return _layer(core.Layer(name, name, _FORMULAS, text, "", badge("•"), read.evaluate))


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
    asked for together share common parts, which are computed once.

    Raises ``FenError`` for a text that cannot be read, ``KeyError`` for an unknown identifier, ``TypeError`` for arrays
    of another dtype and for values that are no board, and ``ValueError`` for shapes that do not fit together.
    """
    count = 2 if boards and is_pawns(boards[0]) else 1
    if layers is None and len(boards) == count + 1:
        layers = boards[count]
    elif len(boards) != count:
        raise TypeError("masks takes a position, an iterable of positions, or white and black pawns; then layers")
    chosen = _chosen(layers)
    entries = [layer.entry for layer in chosen.values()]
    if count == 1 and isinstance(boards[0], Iterable) and not isinstance(boards[0], str):
        positions = read_boards(boards[0])
        values = _of_boards(entries, positions, (len(positions),))
    else:
        values = _values(entries, *boards[:count])
    return dict(zip(chosen, values, strict=True))


def _chosen(layers: Any) -> dict[str, Layer | Number]:
    """Return the layers and numbers that are asked for by their identifiers, or by former ones that are asked for."""
    if layers is None:
        return _KNOWN
    if isinstance(layers, str | Layer | Number) or not isinstance(layers, Iterable):
        raise TypeError(f"layers is a list of identifiers or layers, such as ['passed_pawns'], not {layers!r}")
    chosen: dict[str, Layer | Number] = {}
    for item in layers:
        if isinstance(item, Layer | Number):
            layer: Layer | Number = item
        elif (identifier := core.present_identifier(item)) in _KNOWN:
            layer = _KNOWN[identifier]
        else:
            raise KeyError(_unknown_name("layer", item, _KNOWN))
        name = item if isinstance(item, str) else layer.identifier
        if chosen.setdefault(name, layer) != layer:
            raise ValueError(f"two different layers are called {layer.identifier}; formula takes an identifier")
    return chosen
