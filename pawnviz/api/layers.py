"""Layers and numbers by their identifiers, and layers made of formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar, overload

from pawnviz.api.computing import of_pawns, of_position
from pawnviz.api.values import ByColor, Masks
from pawnviz.core import layers as core
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.layers.marks import badge
from pawnviz.core.words import did_you_mean, quoted

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Named = TypeVar("Named", covariant=True)


@dataclass(frozen=True, slots=True)
class Layer:
    """A named set of squares for each side, as a function of a board.

    ``layer(position)`` takes a ``Position`` or a ``chess.Board``. ``layer(white, black)`` takes the pawns of both sides
    alone, for boards with nothing else: two ints, or ``uint64`` arrays of shapes that broadcast to a common one.

    ``formula`` is the text that ``formula`` takes; what only counting can say has ``rule`` instead, in words.
    ``also_written`` are other formulas of the same set.
    ``chapter`` is a part of the vocabulary and ``source`` the address of the definition's page.
    """

    identifier: str
    title: str
    chapter: str
    definition: str
    formula: str
    rule: str
    source: str
    also_written: tuple[str, ...]
    entry: core.Layer = field(repr=False, compare=False)
    """The layer of the core, which is no part of the stable API."""

    @overload
    def __call__(self, position: str | Position | ChessBoard, /) -> Masks: ...
    @overload
    def __call__(self, white: int, black: int, /) -> Masks: ...
    @overload
    def __call__(
        self, white: NDArray[numpy.uint64], black: NDArray[numpy.uint64] | int, /
    ) -> ByColor[NDArray[numpy.uint64]]: ...
    @overload
    def __call__(self, white: int, black: NDArray[numpy.uint64], /) -> ByColor[NDArray[numpy.uint64]]: ...

    def __call__(self, board: Any, black: Any = None, /) -> Any:
        """Return the layer's masks: ints, or ``uint64`` arrays of the common shape.

        Raises ``TypeError`` for anything but the boards above, also for arrays of another dtype, and ``ValueError`` for
        ints beyond 64 bits and shapes that do not fit together.
        """
        values = of_position([self.entry], board) if black is None else of_pawns([self.entry], board, black)
        return values[0]


@dataclass(frozen=True, slots=True)
class Number:
    """A named count for each side, on the boards that a ``Layer`` takes; ints or ``int64`` arrays."""

    identifier: str
    title: str
    chapter: str
    definition: str
    source: str
    entry: core.Number = field(repr=False, compare=False)
    """The number of the core, which is no part of the stable API."""

    @overload
    def __call__(self, position: str | Position | ChessBoard, /) -> ByColor[int]: ...
    @overload
    def __call__(self, white: int, black: int, /) -> ByColor[int]: ...
    @overload
    def __call__(
        self, white: NDArray[numpy.uint64], black: NDArray[numpy.uint64] | int, /
    ) -> ByColor[NDArray[numpy.int64]]: ...
    @overload
    def __call__(self, white: int, black: NDArray[numpy.uint64], /) -> ByColor[NDArray[numpy.int64]]: ...

    def __call__(self, board: Any, black: Any = None, /) -> Any:
        """Return the numbers: ints, or ``int64`` arrays of the common shape; raises what a ``Layer`` raises."""
        values = of_position([self.entry], board) if black is None else of_pawns([self.entry], board, black)
        return values[0]


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
            raise KeyError(unknown_name(self._kind, identifier, self._members)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __repr__(self) -> str:
        return f"<{len(self)} {self._kind}s: {', '.join(self)}>"


def unknown_name(kind: str, name: object, known: Mapping[str, object]) -> str:
    """Return that there is no layer or number of a name, and which ones are most like it."""
    text = name if isinstance(name, str) else repr(name)
    return f"there is no {kind} {quoted(text)}; {did_you_mean(text, known, f'list(pawnviz.{kind}s) lists them')}"


def _layer(entry: core.Layer) -> Layer:
    return Layer(
        identifier=entry.identifier,
        title=entry.title,
        chapter=entry.chapter.title,
        definition=entry.definition,
        formula=entry.formula,
        also_written=entry.also_written,
        rule=entry.rule,
        source=entry.source,
        entry=entry,
    )


def _number(entry: core.Number) -> Number:
    return Number(
        identifier=entry.identifier,
        title=entry.title,
        chapter=entry.chapter.title,
        definition=entry.definition,
        source=entry.source,
        entry=entry,
    )


layers: Final = Vocabulary("layer", {name: _layer(entry) for name, entry in core.LAYERS.items()})
"""Every built-in layer by its identifier."""

numbers: Final = Vocabulary("number", {name: _number(entry) for name, entry in core.NUMBERS.items()})
"""Every built-in number by its identifier."""

_FORMULAS: Final = core.Chapter("Formulas", "")


def formula(text: str, *, identifier: str | None = None) -> Layer:
    """Return the layer of a formula, such as ``"double_attacks(own) - front_attack_spans(enemy)"``.

    It gives a mask for each side, whose pawns are ``own``. ``identifier`` is its key in the result of ``masks``, by
    default the text. Raises ``FormulaError``, a ``ValueError`` with the column and what is expected there.
    """
    from pawnviz.core.formula.parser import parse

    read = parse(text)
    name = text if identifier is None else identifier
    return _layer(core.Layer(name, name, _FORMULAS, text, "", badge("•"), read.evaluate))
