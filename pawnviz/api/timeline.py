"""The layers of a game ply by ply, as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pawnviz.api.masks import masks
from pawnviz.api.values import ByColor

if TYPE_CHECKING:
    import chess.pgn
    from numpy.typing import NDArray

    from pawnviz.api.layers import Layer, Number


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
        """Return a row for each position, as a ``DataFrame`` of pandas or, where that is not installed, of polars.

        The columns are ``ply``, ``san``, the move before, empty at the start, ``fen``, and for each layer and number
        ``white.NAME`` and ``black.NAME``. Raises ``ImportError`` where neither is installed.
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

    ``game`` is a game of python-chess, or the text of one in PGN, of which the first game counts. ``layers`` are those
    that ``masks`` takes. Raises ``ValueError`` for a faulty text, with the line of the fault.
    """
    from pawnviz.core.games.line import main_line

    line = main_line(_read(game) if isinstance(game, str) else game)
    values = masks(line.positions, layers)
    fens = tuple(position.fen() for position in line.positions)
    return Timeline(tuple(move.san for move in line.moves), fens, values)


def _read(text: str) -> chess.pgn.Game:
    from pawnviz.core.games.cutting import games_in_steps
    from pawnviz.core.games.reading import read_game

    first = next(filter(None, games_in_steps([text.encode("utf-8", "replace")])), None)
    if first is None:
        raise ValueError("the text has no game; a game in PGN has a tag, a move or a result")
    read = read_game(first)
    if read.problems:
        line, what = read.problems[0]
        raise ValueError(f"line {line}: {what}")
    return read.game
