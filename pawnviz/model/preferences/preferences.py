"""What is kept between starts and is not the position: looks, layers, windows and recent files."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.fen import PIECES
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.model.preferences.engine import ENGINE, EngineSettings
from pawnviz.model.preferences.export_choices import EXPORTS, ExportChoices
from pawnviz.model.preferences.field import Field, Preference
from pawnviz.model.preferences.games_place import GAMES_PLACE, GamesPlace
from pawnviz.model.preferences.kinds import OBJECT, PATH, STATE, TRUTH, WORD, Kind, is_unicode, mapping, one_of

THEMES: Final = ("system", "light", "dark")
BOARDS: Final = ("gray", "brown", "green", "blue", "contrast")
"""The colors of the board that can be chosen."""
WORKSPACE_NAMES: Final = ("position", "games")
"""The workspaces of the window."""
HAND: Final = "hand"
ERASER: Final = "eraser"
TOOLS: Final = (HAND, *PIECES, ERASER)
"""The editor's tools: the hand, a piece to place by its letter, and the eraser."""

RECENT_FILES: Final = 10
"""The number of files that are remembered."""

FIRST_LANES: Final[tuple[str, ...]] = USUAL_LANES[:3]
"""What is followed through a game until something else is chosen."""
MOST_LANES: Final = 12
"""The number of lanes that there may be at once."""
LONGEST_LANE: Final = 2000
"""The number of characters that the formula of a lane may have."""


def _read_paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of paths")
    return tuple(path for path in map(PATH.read, value[:RECENT_FILES]) if path)


def _read_lanes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) and is_unicode(text) for text in value):
        raise ValueError("a list of layers, numbers and formulas")
    return tuple(dict.fromkeys(text for text in value if 0 < len(text) <= LONGEST_LANE))[:MOST_LANES]


_NO_LAYERS: Final[dict[str, Any]] = {}
_NO_ARRANGEMENTS: Final[dict[str, bytes]] = {}
_NO_TEXTS: Final[tuple[str, ...]] = ()


class Preferences(QObject):
    """Live values, each a ``Preference`` that is read, written and followed where it is used.

    ``settings`` and ``restore`` exchange all of them with a file.
    """

    changed = Signal()
    """A value is another one, or something that is asked for by ``asked`` may be."""
    asked = Signal()
    """All values are asked for; whoever knows of one that has no signal sets it."""

    theme = Field("system", one_of(THEMES))
    board_colors = Field("gray", one_of(BOARDS))
    flipped = Field(False, TRUTH)
    show_coordinates = Field(True, TRUTH)
    show_legend = Field(True, TRUTH)
    show_captures = Field(False, TRUTH)
    show_breaks = Field(True, TRUTH)
    show_own_pawn = Field(False, TRUTH)
    tool = Field(HAND, one_of(TOOLS))
    layers = Field(_NO_LAYERS, OBJECT)
    """What ``ShownLayers.state`` returns; set when it is asked for."""
    geometry = Field(b"", STATE)
    """The bytes of ``QMainWindow.saveGeometry``; set when they are asked for."""
    docks = Field(b"", STATE)
    """The bytes of ``QMainWindow.saveState``; set when they are asked for."""
    show_code = Field(False, TRUTH)
    """Whether source code is seen in place of the steps."""
    code_language = Field("c", WORD)
    """The language of the source code; one that is not there any more is ignored."""
    workspace = Field("position", one_of(WORKSPACE_NAMES))
    arrangements = Field(_NO_ARRANGEMENTS, mapping(STATE))
    """The bytes of ``QMainWindow.saveState`` for each workspace but that of ``docks``; set when they are asked for."""
    games = Field(GamesPlace(), GAMES_PLACE)
    """The open game; set when it is asked for."""
    single_keys = Field(True, TRUTH)
    """Whether characters without Ctrl carry out commands on the board."""
    tour_offered = Field(False, TRUTH)
    recent_files = Field(_NO_TEXTS, Kind(_read_paths, list))
    """Paths, the latest one first."""
    lanes = Field(FIRST_LANES, Kind(_read_lanes, list))
    """What ``ChosenLanes`` follow through a game."""
    mark_last_move = Field(False, TRUTH)
    exports = Field(ExportChoices(), EXPORTS)
    engine = Field(EngineSettings(), ENGINE)
    tables_folder = Field("", PATH)
    """The folder of endgame tables, empty for none."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Begin with the defaults."""
        super().__init__(parent)
        self.by_name: dict[str, Preference[Any]] = {
            name: Preference(field.default, field.kind, self) for name, field in FIELDS.items()
        }
        for preference in self.by_name.values():
            preference.changed.connect(self.changed)

    @property
    def last_folder(self) -> str:
        """The folder of the latest recent file, empty without one."""
        recent = self.recent_files.value
        return str(Path(recent[0]).parent) if recent else ""

    def restore(self, settings: tuple[Any, ...]) -> None:
        """Take up a snapshot of all values."""
        for preference, value in zip(self.by_name.values(), settings, strict=True):
            preference.value = value

    def settings(self) -> tuple[Any, ...]:
        """Return a snapshot of all values as they are now."""
        self.asked.emit()
        values: tuple[Any, ...] = Settings(*(preference.value for preference in self.by_name.values()))
        return values


FIELDS: Final[dict[str, Field[Any]]] = {
    name: field for name, field in vars(Preferences).items() if isinstance(field, Field)
}
"""The declarations by name, in their order in the file."""


def _snapshot_class(fields: dict[str, Field[Any]]) -> Any:
    """Return a class of named tuples with the values of fields, by default theirs."""
    return namedtuple("Settings", fields, defaults=[field.default for field in fields.values()])


Settings: Final = _snapshot_class(FIELDS)
"""A snapshot of all preferences, as they are kept: a named tuple in the order of ``FIELDS``."""


def with_recent_file(paths: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return recent files with this one as the latest, the others behind it, at most ``RECENT_FILES``."""
    return (path, *(recent for recent in paths if recent != path))[:RECENT_FILES]
