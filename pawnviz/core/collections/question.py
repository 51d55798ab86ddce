"""A question to a collection: parts on positions and on games, which all hold, and how long they do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, get_args

from pawnviz.core.collections.field_text import range_text
from pawnviz.core.collections.game_parts import GamePart
from pawnviz.core.collections.position_parts import PositionPart, StructurePart


@dataclass(frozen=True)
class LengthPart:
    """At least this many moves of both sides: twice as many positions in a row."""

    moves: int

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"for:{self.moves}"


@dataclass(frozen=True)
class MovesPart:
    """Only positions of these moves count; ``None`` is no limit.

    A position is of the move that follows, as in a FEN: those of move 10 are the ones after 18 and 19 half-moves.
    """

    first: int = 0
    last: int | None = None

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"moves:{range_text(self.first, self.last)}"


Part = PositionPart | GamePart | LengthPart | MovesPart

LONGEST: Final = 1 << 30  # A number of positions that no game has.


@dataclass(frozen=True)
class Question:
    """Parts that all hold, in the order in which they were asked; without parts it holds in every position."""

    parts: tuple[Part, ...] = ()

    @property
    def text(self) -> str:
        """The question as fields."""
        return " ".join(part.text for part in self.parts)

    @property
    def portable(self) -> Question:
        """The question for a process that does not know the user's structures, whose rules it carries."""
        return Question(
            tuple(replace(part, carried=part.rules) if isinstance(part, StructurePart) else part for part in self.parts)
        )

    @property
    def position_parts(self) -> tuple[PositionPart, ...]:
        """The parts on positions, those that are quickly asked first."""
        parts = [part for part in self.parts if isinstance(part, get_args(PositionPart))]
        return tuple(sorted(parts, key=lambda part: part.cost))

    @property
    def game_parts(self) -> tuple[GamePart, ...]:
        """The parts on games."""
        return tuple(part for part in self.parts if isinstance(part, get_args(GamePart)))

    @property
    def least_positions(self) -> int:
        """The least number of positions in a row."""
        return max((2 * part.moves for part in self.parts if isinstance(part, LengthPart)), default=1)

    @property
    def plies(self) -> tuple[int, int]:
        """The first ply that counts, and the first one behind it that does not."""
        parts = [part for part in self.parts if isinstance(part, MovesPart)]
        first = max((2 * (part.first - 1) for part in parts), default=0)
        return max(first, 0), min((2 * part.last for part in parts if part.last is not None), default=LONGEST)
