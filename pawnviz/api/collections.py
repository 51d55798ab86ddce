"""Collections, games and timelines for import pawnviz."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pawnviz.api.masks import ByColor, masks, position_of
from pawnviz.core.board.position import ChessBoard, Position
from pawnviz.core.collections.answer import Answer, answer
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collection import joined, open_games
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import PawnsPart, Question, spells
from pawnviz.core.data_files import Closeable
from pawnviz.override import plain_override

if TYPE_CHECKING:
    import chess.pgn
    from numpy.typing import NDArray

    from pawnviz.api.masks import Layer, Number


@dataclass(frozen=True, slots=True)
class Timeline:
    """Layers and numbers in each position of a game, the first one being before all moves.

    Position ``n`` of the ``fens`` is after the move ``sans[n - 1]``. ``values`` holds for each layer and number White's
    and Black's array of the shape ``(len(fens),)``: masks as ``uint64``, numbers as ``int64``.
    """

    sans: tuple[str, ...]
    fens: tuple[str, ...]
    values: dict[str, ByColor[NDArray[Any]]]

    def to_frame(self) -> Any:
        """Return a row for each position, as a ``DataFrame`` of pandas or, if that is not installed, of polars.

        The columns are ``ply``, ``san``, the move before, empty at the start, ``fen``, and for each layer and number
        ``white.NAME`` and ``black.NAME``. Raises ``ImportError`` if neither is installed.
        """
        columns: dict[str, Any] = {
            "ply": list(range(len(self.fens))),
            "san": ["", *self.sans],
            "fen": list(self.fens),
        }
        for name, (white, black) in self.values.items():
            columns |= {f"white.{name}": white, f"black.{name}": black}
        for library in ("pandas", "polars"):
            try:
                return import_module(library).DataFrame(columns)
            except ModuleNotFoundError as error:
                if error.name != library:
                    raise
        raise ImportError("to_frame needs pandas or polars; install one of them, or read values")


def timeline(game: chess.pgn.Game | str, /, layers: Iterable[str | Layer | Number] | None = None) -> Timeline:
    """Return layers and numbers in each position of the main line of a game, without its variations.

    ``game`` is a game of python-chess, or the text of one in PGN, whose first game counts. ``layers`` are those
    that ``masks`` takes. Raises ``ValueError`` for a faulty text, with the line of the fault.
    """
    from pawnviz.core.games.tree import main_line

    line = main_line(_read(game) if isinstance(game, str) else game)
    values = masks(line.positions, layers)
    fens = tuple(position.fen() for position in line.positions)
    return Timeline(tuple(move.san for move in line.moves), fens, values)


def _read(text: str) -> chess.pgn.Game:
    from pawnviz.core.games.cutting import games_in_steps
    from pawnviz.core.games.pgn import read_game

    first = next(filter(None, games_in_steps([text.encode("utf-8", "replace")])), None)
    if first is None:
        raise ValueError("the text has no game; a game in PGN has a tag, a move or a result")
    read = read_game(first)
    if read.problems:
        line, what = read.problems[0]
        raise ValueError(f"line {line}: {what}")
    return read.game


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game of a file: its first line, its tags, the moves of its main line in SAN, and its first fault, if any."""

    line: int
    headers: dict[str, str]
    moves: tuple[str, ...]
    problem: str | None


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that was found: its place, its tags, and the positions in which the question holds.

    ``number`` counts the games of ``file`` from 1; ``ply`` is the first position, 0 at the start of the game, and
    ``end`` the first one that no longer fits.
    """

    number: int
    file: str
    line: int
    ply: int
    end: int
    headers: dict[str, str]


def games(path: str | Path, /) -> Iterator[ReadGame]:
    """Yield the games of a PGN file, packed or not; damaged ones as far as they can be read.

    Raises ``OSError`` for a file that cannot be opened, and ``ValueError`` for one that holds no games.
    """
    from pawnviz.core.games.cutting import games_in_steps
    from pawnviz.core.games.game_file import GameFile
    from pawnviz.core.games.pgn import read_game
    from pawnviz.core.games.tree import main_line

    with GameFile(path) as file:
        for text in filter(None, games_in_steps(file.blocks())):
            read = read_game(text)
            problem = f"line {read.problems[0].line}: {read.problems[0].text}" if read.problems else None
            try:
                moves = tuple(move.san for move in main_line(read.game).moves)
            except ValueError:  # Another kind of chess, which the problem names.
                moves = ()
            yield ReadGame(text.line, dict(read.game.headers), moves, problem)


class Collection(Closeable):
    """The games of PGN files, and of collections that ``pawnviz collect`` has made, as one; a context manager.

    ``question`` is a text of fields, such as ``"structure:carlsbad elo:2400- for:5"``; all of them have to hold.
    """

    def __init__(self, *paths: str | Path) -> None:
        """Open files by their paths, and collections by theirs or by their names.

        Raises ``OSError`` and ``ValueError``, whose text names the file and its fault.
        """
        if not paths:
            raise TypeError("Collection takes at least one path of a file of games or of a collection")
        with ExitStack() as closing:
            self._games = joined([open_games(str(path), closing) for path in paths])
            self._closing = closing.pop_all()

    @property
    def rows(self) -> StructureRows:
        """The structures of all games as arrays."""
        return self._games.rows

    @property
    def games(self) -> GameColumns:
        """The games as arrays."""
        return self._games.games

    def search(
        self, question: str = "", *, position: str | Position | ChessBoard | None = None
    ) -> tuple[FoundGame, ...]:
        """Return the games in which a question holds, with the pawns of a position if one is given.

        Raises ``ValueError`` for a faulty question, with its column, and ``FenError`` for a faulty position.
        """
        found = spells(_question(question, position), self.rows, self.games)
        return tuple(
            self._found(*place)
            for place in zip(found.game.tolist(), found.first.tolist(), found.end.tolist(), strict=True)
        )

    def explore(self, position: str | Position | ChessBoard | None = None, question: str = "") -> Answer:
        """Return the next moves with the pawns of a position, and their results; raises as ``search``."""
        return answer(_question(question, position), self.rows, self.games)

    def _found(self, game: int, ply: int, end: int) -> FoundGame:
        source, number = self._games.place(game)
        columns = self.games
        headers = source.headers(number)
        return FoundGame(int(columns.number[game]), source.path_of(number), int(columns.line[game]), ply, end, headers)

    @plain_override
    def close(self) -> None:
        """Close the files."""
        self._closing.close()


def _question(text: str, position: str | Position | ChessBoard | None) -> Question:
    question = read_fields(text)
    if position is None:
        return question
    board = position_of(position)
    pawns = PawnsPart(board.pawns & board.white, board.pawns & board.black)
    return Question((pawns, *question.parts))
