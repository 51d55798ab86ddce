"""Parts of a question about games as a whole, each asked of all games at once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pawnviz.core.collections.arrays import RESULTS, AskedGames
from pawnviz.core.collections.field_text import field_text, range_text
from pawnviz.core.collections.player_names import are_like, name_parts
from pawnviz.core.words import folded, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CODES: Final = re.compile(r"([A-E]\d{0,2})(?:-([A-E]\d{0,2}))?", re.ASCII)


@dataclass(frozen=True)
class PlayerPart:
    """A player whose name has all words of a text, both folded: as White, as Black, or with ``None`` as either.

    A text with a comma, such as ``Karpov, Anatoly``, also takes names with the same surname and given names that are
    short for the others or the other way round, such as ``Karpov,An``.
    """

    name: str
    color: bool | None = None

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("player" if self.color is None else "white" if self.color else "black", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return in which games the player takes part, ``bool`` of the shape ``(games,)``."""
        named = _having(self, games)
        _add_like(named, self.name, games)
        if self.color is None:
            either: NDArray[Any] = _taken(named, games.white) | _taken(named, games.black)
            return either
        return _taken(named, games.white if self.color else games.black)


@dataclass(frozen=True)
class EventPart:
    """An event whose name has all words of a text, both folded."""

    name: str

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("event", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games were played in the event."""
        return _taken(_having(self, games), games.event)


@dataclass(frozen=True)
class NamePart:
    """A text, folded, in a column of the list of games: players, event, opening, date, ratings or result."""

    name: str

    @property
    def text(self) -> str:
        """The text, in quotation marks where it needs them."""
        return field_text("", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have the text."""
        return games.with_word(folded(self.name))


@dataclass(frozen=True)
class EloPart:
    """Both players' ratings within a range; ``None`` is no limit. Games without a rating have none within it."""

    least: int = 0
    most: int | None = None

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"elo:{range_text(self.least, self.most)}"

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return in which games both ratings are within the range."""
        truth: NDArray[Any] = _within(games.white_elo, self.least, self.most)
        truth &= _within(games.black_elo, self.least, self.most)
        return truth


@dataclass(frozen=True)
class YearsPart:
    """The year of the game within a range; ``None`` is no limit."""

    first: int = 0
    last: int | None = None

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"year:{range_text(self.first, self.last)}"

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games are of these years."""
        return _within(games.year, self.first, self.last)


@dataclass(frozen=True)
class ResultPart:
    """A result of ``RESULTS``, ``*`` for none; raises ``ValueError`` for another."""

    result: str

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise ValueError(f"{quoted(self.result)} is no result; expected 1-0, 0-1, 1/2-1/2 or *")

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"result:{self.result}"

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have the result."""
        truth: NDArray[Any] = games.result == RESULTS[self.result]
        return truth


@dataclass(frozen=True)
class EcoPart:
    """Openings by their codes: ``D42``, ``D4`` and ``D`` for all that begin so, ``D30-D69``; raises ``ValueError``."""

    codes: str

    def __post_init__(self) -> None:
        self._limits()

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"eco:{self.codes}"

    def _limits(self) -> tuple[str, str]:
        match = _CODES.fullmatch(self.codes.upper())
        if match is None:
            raise ValueError(f"{quoted(self.codes)} is no opening code; expected one such as D42, D4 or D30-D69")
        first, last = match[1], match[2] or match[1]
        if first.ljust(3, "0") > last.ljust(3, "9"):
            raise ValueError(f"{quoted(self.codes)} ends before it begins; expected one such as D30-D69")
        return first.ljust(3, "0"), last.ljust(3, "9")

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have such an opening."""
        first, last = self._limits()
        import numpy

        truths = numpy.zeros(len(games.texts), bool)
        truths[games.eco] = True
        for number in numpy.flatnonzero(truths).tolist():
            truths[number] = first <= games.texts[number][:3].upper() <= last
        return _taken(truths, games.eco)


GamePart = PlayerPart | EventPart | NamePart | EloPart | YearsPart | ResultPart | EcoPart


def words_of(part: object) -> tuple[str, ...]:
    """Return the folded words that a part looks for in the texts of games."""
    if isinstance(part, PlayerPart | EventPart):
        return tuple(folded(part.name).replace(",", " ").split())
    return (folded(part.name),) if isinstance(part, NamePart) else ()


def _having(part: PlayerPart | EventPart, games: AskedGames) -> NDArray[Any]:
    """Return which texts of games have all words of a part."""
    import numpy

    truths: NDArray[Any] = numpy.ones(len(games.texts), bool)
    for word in words_of(part):
        truths &= games.texts_with(word)
    return truths


def _add_like(truths: NDArray[Any], name: str, games: AskedGames) -> None:
    """Add the texts that are names like this one."""
    import numpy

    surname, given = name_parts(name)
    if not (surname and given):
        return
    found = numpy.logical_not(truths)
    for word in surname.split():
        found &= games.texts_with(word)
    for number in numpy.flatnonzero(found).tolist():
        truths[number] = are_like(name, games.texts[number])


def _taken(truths: NDArray[Any], numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the truth of each number."""
    taken: NDArray[Any] = truths[numbers]
    return taken


def _within(numbers: NDArray[Any], least: int, most: int | None) -> NDArray[Any]:
    truth: NDArray[Any] = numbers >= max(least, 1)
    return truth if most is None else truth & (numbers <= most)
