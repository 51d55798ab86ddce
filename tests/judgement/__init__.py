"""How often the program's judgement agrees with that of players: slow, and apart from the tests.

``python -m tests.judgement`` runs every section and prints one table, with the positions used for tuning and those held
back in separate rows. A section is a function without arguments that returns figures.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

GAMES_VARIABLE: Final = "PAWNVIZ_GAMES"
"""The environment variable that names the PGN file whose games are judged."""


@dataclass(frozen=True)
class Figure:
    """A measured value, as a row of the table.

    ``part`` is ``tuned``, ``held back`` or ``all``; ``goal`` is in words, such as ``at least 55``.
    """

    name: str
    value: float
    unit: str
    part: str = "all"
    goal: str = ""
    met: bool | None = None


class MissingGamesError(Exception):
    """No file of games to judge was named."""


def games_file() -> Path:
    """Return the file of games that the environment variable names.

    Raises:
        MissingGamesError: it is not set, or no file is there.
    """
    name = os.environ.get(GAMES_VARIABLE, "")
    path = Path(name)
    if not name or not path.is_file():
        raise MissingGamesError(f"set {GAMES_VARIABLE} to a PGN file of games between masters")
    return path


def is_held_back(number: int) -> bool:
    """Return whether the game of this number is held back from tuning: each third one is."""
    return number % 3 == 0
