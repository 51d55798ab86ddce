"""The preferences: looks, layers, windows and recent files."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.fen import PIECES
from pawnviz.core.collections.field_text import LONGEST_QUESTION
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.model.preferences.engine import ENGINE, EngineSettings
from pawnviz.model.preferences.export_choices import EXPORTS, ExportChoices
from pawnviz.model.preferences.field import Field, Preference
from pawnviz.model.preferences.games_place import GAMES_PLACE, GamesPlace
from pawnviz.model.preferences.kinds import OBJECT, PATH, STATE, TRUTH, WORD, Kind, is_unicode, mapping, number, one_of

THEMES: Final = ("system", "light", "dark")
BOARDS: Final = ("gray", "brown", "green", "blue", "contrast")  # The board colors on offer.
WORKSPACE_NAMES: Final = ("position", "games", "explore")  # The workspaces of the window.
HAND: Final = "hand"
ERASER: Final = "eraser"
TOOLS: Final = (HAND, *PIECES, ERASER)  # The editor's tools: the hand, a piece to place by its letter, and the eraser.
RECENT_FILES: Final = 10  # The number of remembered files.
FIRST_LANES: Final[tuple[str, ...]] = USUAL_LANES[:3]  # The lanes of the first start.
MOST_LANES: Final = 12  # The most lanes.
MOST_INDEXES: Final = 10_000
MOST_MEGABYTES: Final = 1_000_000
FIRST_QUESTION: Final = "pawns:8/8/8/8/8/8/8/8"  # The pawns on the board, whichever they are.
LONGEST_LANE: Final = 2000  # The most characters in the formula of a lane.


def _read_paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of paths")
    return tuple(path for path in map(PATH.read, value[:RECENT_FILES]) if path)


def _read_lanes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) and is_unicode(text) for text in value):
        raise ValueError("a list of layers, numbers and formulas")
    return tuple(dict.fromkeys(text for text in value if 0 < len(text) <= LONGEST_LANE))[:MOST_LANES]


def _read_question(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_QUESTION or not is_unicode(value):
        raise ValueError(f"a text of at most {LONGEST_QUESTION} characters")
    return value


_NO_LAYERS: Final[dict[str, Any]] = {}
_NO_ARRANGEMENTS: Final[dict[str, bytes]] = {}
_NO_TEXTS: Final[tuple[str, ...]] = ()


class Preferences(QObject):
    """Live values, each a ``Preference``; ``settings`` and ``restore`` exchange all of them with a file."""

    changed = Signal()  # A value, or one that ``asked`` would set, may have changed.
    asked = Signal()  # All values are wanted; the owner of one without a signal sets it.

    theme = Field("system", one_of(THEMES))
    board_colors = Field("gray", one_of(BOARDS))
    flipped = Field(False, TRUTH)
    show_coordinates = Field(True, TRUTH)
    show_legend = Field(True, TRUTH)
    show_captures = Field(False, TRUTH)
    show_breaks = Field(True, TRUTH)
    show_own_pawn = Field(False, TRUTH)
    large_marks = Field(False, TRUTH)  # Whether marks fill squares in place of bars.
    tool = Field(HAND, one_of(TOOLS))
    layers = Field(_NO_LAYERS, OBJECT)  # The result of ``ShownLayers.state``; set on ``asked``.
    geometry = Field(b"", STATE)  # The bytes of ``QMainWindow.saveGeometry``; set on ``asked``.
    docks = Field(b"", STATE)  # The bytes of ``QMainWindow.saveState``; set on ``asked``.
    show_code = Field(False, TRUTH)  # Whether source code is shown in place of the steps.
    code_language = Field("c", WORD)  # The language of the source code; an unknown one is ignored.
    workspace = Field("position", one_of(WORKSPACE_NAMES))
    arrangements = Field(_NO_ARRANGEMENTS, mapping(STATE))  # The bytes of ``saveState`` for each other workspace.
    games = Field(GamesPlace(), GAMES_PLACE)  # The open game; set on ``asked``.
    single_keys = Field(True, TRUTH)  # Whether characters without Ctrl carry out commands on the board.
    recent_files = Field(_NO_TEXTS, Kind(_read_paths, list))  # Paths, the latest one first.
    lanes = Field(FIRST_LANES, Kind(_read_lanes, list))  # The lanes of ``ChosenLanes``.
    mark_last_move = Field(False, TRUTH)
    show_film = Field(True, TRUTH)  # Whether the film of a game's pawns is unfolded.
    exports = Field(ExportChoices(), EXPORTS)
    engine = Field(EngineSettings(), ENGINE)
    tables_folder = Field("", PATH)  # The folder of endgame tables, empty for none.
    index_count = Field(50, number(1, MOST_INDEXES))  # The most indexes of files of games that are kept.
    index_megabytes = Field(2_000, number(1, MOST_MEGABYTES))  # The most megabytes of all of them.
    question = Field(FIRST_QUESTION, Kind(_read_question))  # The fields that the explorer asks.

    def __init__(self, parent: QObject | None = None) -> None:
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
        """Restore a snapshot of all values."""
        for preference, value in zip(self.by_name.values(), settings, strict=True):
            preference.value = value

    def settings(self) -> tuple[Any, ...]:
        """Return a snapshot of all values."""
        self.asked.emit()
        values: tuple[Any, ...] = Settings(*(preference.value for preference in self.by_name.values()))
        return values


FIELDS: Final[dict[str, Field[Any]]] = {
    name: field for name, field in vars(Preferences).items() if isinstance(field, Field)
}
"""The declarations by name, in their order in the file."""


def _snapshot_class(fields: dict[str, Field[Any]]) -> Any:
    return namedtuple("Settings", fields, defaults=[field.default for field in fields.values()])


Settings: Final = _snapshot_class(FIELDS)  # A snapshot of all preferences: a named tuple in the order of ``FIELDS``.


def with_recent_file(paths: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return recent files with this one as the latest, at most ``RECENT_FILES``."""
    return (path, *(recent for recent in paths if recent != path))[:RECENT_FILES]
