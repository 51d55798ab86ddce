"""Values of both sides: those of a layer or a number for White and for Black."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from pawnviz.core.board.bitboard import square_names

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
