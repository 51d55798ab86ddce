"""A file of games that is in no collection, scanned into memory."""

from __future__ import annotations

from pathlib import Path

from pawnviz.core.closeable import Closeable
from pawnviz.core.collections.arrays import GameColumns, StructureRows
from pawnviz.core.collections.making import arrays_of_games
from pawnviz.core.games.cutting import GameText, games_in_steps, with_newlines
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.headers import head_end, read_headers
from pawnviz.override import plain_override


class ScannedFile(Closeable):
    """The games of a PGN file with the arrays of a ``Collection``; a context manager that keeps the file open."""

    def __init__(self, path: str | Path) -> None:
        """Scan a file, packed or not; raises ``OSError`` and ``NoGamesError`` as ``GameFile`` does."""
        self.path = str(path)
        self._file = GameFile(path)
        try:
            self._rows, self._games = arrays_of_games(filter(None, games_in_steps(self._file.blocks())))
        except BaseException:
            self._file.close()
            raise

    @property
    def faults(self) -> list[str]:
        """Faults of the file itself, such as an archive cut short."""
        return self._file.faults

    def rows(self) -> StructureRows:
        """Return the structures of all games."""
        return self._rows

    def games(self) -> GameColumns:
        """Return the games."""
        return self._games

    def path_of(self, game: int) -> str:
        """Return the path of the file that a game is in."""
        return self.path

    def headers(self, game: int) -> dict[str, str]:
        """Return all tags of a game."""
        data = self.game_text(game).data
        return read_headers(data, head_end(data))

    def game_text(self, game: int) -> GameText:
        """Return the text of a game; raises ``OSError`` where the file has become shorter."""
        games = self._games
        data = self._file.read(int(games.offset[game]), int(games.size[game]))
        return GameText(b"".join(with_newlines((data,))), int(games.line[game]), int(games.offset[game]))

    @plain_override
    def close(self) -> None:
        """Close the file, of which no text can be read any longer."""
        self._file.close()
