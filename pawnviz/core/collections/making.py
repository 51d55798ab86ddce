"""Makes the rows of structures and the columns of games from the texts of games."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from pawnviz.core.collections.arrays import GAME_KINDS, TEXT_COLUMNS, GameColumns, StructureRows, elo_of, year_of
from pawnviz.core.collections.scanner import RESULTS, DoubtfulError, Structures, scan
from pawnviz.core.games.cutting import GameText
from pawnviz.core.games.headers import LONGEST_HEAD, LONGEST_TEXT, GameTexts, head_end, read_headers
from pawnviz.core.words import shortened

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK_ROWS: Final = 65_536  # The number of rows from which a block is full.

_RESULTS: Final = {word.decode(): result for word, result in RESULTS.items()}
_TAGS: Final = ("White", "Black", "Event", "ECO", "Opening", "Site", "Date", "Round")


class GameRecord(NamedTuple):
    """A game in its file: its place, what its tags say, and the number of its rows.

    ``result`` is in half points of White or ``arrays.UNKNOWN_RESULT``; the numbers of an unknown rating and year are 0.
    """

    offset: int
    size: int
    line: int
    plies: int
    row_count: int
    result: int
    white_elo: int
    black_elo: int
    year: int
    white: str
    black: str
    event: str
    eco: str
    opening: str
    site: str
    date: str
    round: str


class RowBytes(NamedTuple):
    """Rows as bytes, the lowest first: ``white`` and ``black`` of 64 bits, ``ply`` and ``move`` of 16."""

    white: bytes
    black: bytes
    ply: bytes
    move: bytes


class _Head(NamedTuple):
    """A game with the place of its moves, its tags, and the result that these name, None for none."""

    text: GameText
    end: int
    headers: dict[str, str]
    result: int | None

    @classmethod
    def of(cls, text: GameText) -> Self:
        end = text.head or head_end(text.data)
        headers = read_headers(text.data, end)
        return cls(text, end, headers, _RESULTS.get(headers.get("Result", "")))

    @property
    def is_usual(self) -> bool:
        """Whether the game begins as most do, and its tags are read as the reader of games does."""
        headers = self.headers
        return (
            not (headers.get("FEN") or headers.get("Variant") or self.text.too_long)
            and (self.result is not None or headers.get("Result", "") in ("", "?"))
            and self.end <= LONGEST_HEAD
        )


@dataclass(slots=True)
class Block:
    """The rows of some games that follow each other in a file."""

    games: list[GameRecord] = field(default_factory=list)
    white: array[int] = field(default_factory=lambda: array("Q"))
    black: array[int] = field(default_factory=lambda: array("Q"))
    ply: array[int] = field(default_factory=lambda: array("H"))
    move: array[int] = field(default_factory=lambda: array("H"))

    def add(self, text: GameText) -> None:
        """Add a game."""
        head = _Head.of(text)
        structures = _structures(head)
        self.white.extend(structures.white)
        self.black.extend(structures.black)
        self.ply.extend(structures.ply)
        self.move.extend(structures.move)
        headers = head.headers
        tags = [headers.get(name, "") for name in _TAGS]
        if head.end > LONGEST_TEXT:
            tags = [tag if len(tag) <= LONGEST_TEXT else shortened(tag, LONGEST_TEXT) for tag in tags]
        self.games.append(
            GameRecord(
                text.offset,
                len(text.data),
                text.line,
                structures.plies,
                len(structures.white),
                structures.result,
                elo_of(headers.get("WhiteElo", "")),
                elo_of(headers.get("BlackElo", "")),
                year_of(headers.get("Date", "")),
                *tags,
            )
        )

    def extend(self, other: Block, offset: int, line_count: int) -> None:
        """Add the games of a block that begins so many bytes and lines behind the start of this one."""
        self.games += [GameRecord(game[0] + offset, game[1], game[2] + line_count, *game[3:]) for game in other.games]
        self.white += other.white
        self.black += other.black
        self.ply += other.ply
        self.move += other.move

    def rows(self) -> RowBytes:
        """Return the rows as bytes."""
        return RowBytes(*map(_lowest_first, (self.white, self.black, self.ply, self.move)))


def _lowest_first(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column = array(column.typecode, column)
        column.byteswap()
    return column.tobytes()


def _structures(head: _Head) -> Structures:
    """Return the structures of a game, whose result its tag says, or without one the end of its moves."""
    if head.is_usual:
        try:
            structures = scan(head.text.data[head.end :])
        except DoubtfulError:
            pass
        else:
            return structures if head.result is None else structures._replace(result=head.result)
    from pawnviz.core.collections.replay import replayed

    return replayed(head.text)


def arrays_of_games(texts: Iterable[GameText]) -> tuple[StructureRows, GameColumns]:
    """Return the rows and the columns of games that are in no store; they are of one file, and numbered from 1."""
    block = Block()
    for text in texts:
        block.add(text)
    return arrays_of_block(block)


def arrays_of_block(block: Block) -> tuple[StructureRows, GameColumns]:
    """Return the rows and the columns of the games of a block, as ``arrays_of_games`` does."""
    import numpy

    names = GameTexts()
    games = block.games

    def column(name: str) -> NDArray[Any]:
        if name in TEXT_COLUMNS:
            return numpy.fromiter((names.number(getattr(game, name)) for game in games), GAME_KINDS[name], len(games))
        return numpy.fromiter((getattr(game, name) for game in games), GAME_KINDS[name], len(games))

    columns = {name: column(name) for name in GAME_KINDS if name not in ("file", "number")}
    columns["file"] = numpy.zeros(len(games), GAME_KINDS["file"])
    columns["number"] = numpy.arange(1, len(games) + 1, dtype=GAME_KINDS["number"])
    rows = structure_rows(
        block.rows(), numpy.fromiter((game.row_count for game in games), numpy.int64, len(games)), columns["plies"]
    )
    return rows, GameColumns(**columns, texts=tuple(names[number] for number in range(len(names))))


def structure_rows(rows: RowBytes, row_counts: NDArray[Any], plies: NDArray[Any], first_game: int = 0) -> StructureRows:
    """Return rows by the number of rows and of moves of each game, numbered from the first."""
    import numpy

    ply = numpy.frombuffer(rows.ply, "<u2").astype(numpy.int32)
    end = numpy.empty_like(ply)
    end[:-1] = ply[1:]
    has_rows = row_counts > 0
    end[numpy.cumsum(row_counts)[has_rows] - 1] = plies[has_rows] + 1
    return StructureRows(
        numpy.frombuffer(rows.white, "<u8").astype(numpy.uint64),
        numpy.frombuffer(rows.black, "<u8").astype(numpy.uint64),
        numpy.repeat(numpy.arange(first_game, first_game + len(row_counts), dtype=numpy.int32), row_counts),
        ply,
        end,
        numpy.frombuffer(rows.move, "<u2").astype(numpy.uint16),
    )
