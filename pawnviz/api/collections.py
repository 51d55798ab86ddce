"""The games of files and collections: their moves, searches by pawn structure, and what was played with some pawns."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from pawnviz.api.boards import position_of
from pawnviz.core.board.chess_board import ChessBoard
from pawnviz.core.board.position import Position
from pawnviz.core.closeable import Closeable
from pawnviz.core.collections.answer import Answer, answer
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.collection import joined, open_games
from pawnviz.core.collections.fields import read_fields
from pawnviz.core.collections.question import PawnsPart, Question
from pawnviz.core.collections.spells import spells
from pawnviz.override import plain_override


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
    from pawnviz.core.games.line import main_line
    from pawnviz.core.games.reading import read_game

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

        Raises ``OSError`` and ``ValueError``, whose text says what is wrong with which file.
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
        """Return the games in which a question holds, with the pawns of a position where one is given.

        Raises ``ValueError`` for a faulty question, with its column, and ``FenError`` for a faulty position.
        """
        found = spells(_question(question, position), self.rows, self.games)
        return tuple(
            self._found(*place)
            for place in zip(found.game.tolist(), found.first.tolist(), found.end.tolist(), strict=True)
        )

    def explore(self, position: str | Position | ChessBoard | None = None, question: str = "") -> Answer:
        """Return what was played next with the pawns of a position, and how it ended; raises as ``search``."""
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
