"""The preferences: looks, layers, windows and recent files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path as FilePath
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, overload

from msgspec import Meta, defstruct
from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.fen import PIECES
from pawnviz.core.collections import LONGEST_QUESTION
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.model.preferences.choices import EngineSettings, ExportChoices, GamesPlace
from pawnviz.model.preferences.values import TEXT, Path, State, Value, converted, one_of

THEMES: Final = ("system", "light", "dark")
BOARDS: Final = ("gray", "brown", "green", "blue", "contrast")  # The board colors on offer.
WORKSPACE_NAMES: Final = ("position", "games", "explore")  # The workspaces of the window.
HAND: Final = "hand"
ERASER: Final = "eraser"
TOOLS: Final = (HAND, *PIECES, ERASER)  # The editor's tools: the hand, a piece to place by its letter, and the eraser.
RECENT_FILES: Final = 10  # The number of remembered files.
FIRST_LANES: Final[tuple[str, ...]] = USUAL_LANES[:3]  # The lanes of the first start.
MOST_LANES: Final = 12  # The most lanes.
FIRST_FOLDED: Final[tuple[str, ...]] = ("games", "rare_moves", "piece_squares", "sayings")
"""The sections of pages that are folded at the first start."""
MOST_SECTIONS: Final = 100  # The most names of folded sections that are kept.
MOST_INDEXES: Final = 10_000
MOST_MEGABYTES: Final = 1_000_000
FIRST_QUESTION: Final = "pawns:8/8/8/8/8/8/8/8"  # The pawns on the board, whichever they are.
LONGEST_LANE: Final = 2000  # The most characters in the formula of a lane.


Kept = TypeVar("Kept")


class Preference(QObject, Generic[Kept]):
    """The live value of one field, which widgets read, write and follow."""

    changed = Signal()  # The value has changed.

    def __init__(self, value: Kept, kind: Any, parent: QObject | None = None) -> None:
        """Make one of a value of a declared type, or of the type of a ``Field``."""
        super().__init__(parent)
        self._value = value
        self._kind = kind

    @property
    def value(self) -> Kept:
        """The value; setting one out of range raises ``ValueError`` with words for the range."""
        return self._value

    @value.setter
    def value(self, value: Kept) -> None:
        if value != self._value:
            field = self._kind if isinstance(self._kind, Field) else Field(value, self._kind)
            self._value = field.tidy(converted(value, field.kind, field.name or "it"))
            self.changed.emit()


class Field(Generic[Kept]):
    """The declaration of a preference in the body of ``Preferences``: its default, its type, and its last touch."""

    name = ""

    def __init__(self, default: Kept, kind: Any, tidy: Callable[[Any], Kept] = lambda value: value) -> None:
        self.default = default
        self.kind = kind
        self.tidy = tidy

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Field[Kept]: ...
    @overload
    def __get__(self, instance: Preferences, owner: type) -> Preference[Kept]: ...
    def __get__(self, instance: Preferences | None, owner: type) -> Field[Kept] | Preference[Kept]:
        return self if instance is None else instance.by_name[self.name]


def _latest(paths: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(path for path in paths[:RECENT_FILES] if path)


def _first_lanes(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text in texts if 0 < len(text) <= LONGEST_LANE))[:MOST_LANES]


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:MOST_SECTIONS]


_NO_LAYERS: Final[dict[str, Any]] = {}
_NO_PAGES: Final[dict[str, str]] = {}
_NO_TEXTS: Final[tuple[str, ...]] = ()
_QUESTION: TypeAlias = Annotated[str, Meta(max_length=LONGEST_QUESTION, pattern=TEXT)]
_LANE_TEXT: TypeAlias = Annotated[str, Meta(pattern=TEXT, description="a layer, a number or a formula")]
_NAME: TypeAlias = Annotated[str, Meta(max_length=20, pattern=r"\A[^\W\d]\w*\Z", description="a name")]


class Preferences(QObject):
    """Live values, each a ``Preference``; ``settings`` and ``restore`` exchange all of them with a file."""

    changed = Signal()  # A value, or one that ``asked`` would set, may have changed.
    asked = Signal()  # All values are wanted; the owner of one without a signal sets it.

    theme = Field("system", Annotated[str, one_of(THEMES)])
    board_colors = Field("gray", Annotated[str, one_of(BOARDS)])
    flipped = Field(False, bool)
    show_coordinates = Field(True, bool)
    show_legend = Field(True, bool)
    show_captures = Field(False, bool)
    show_breaks = Field(True, bool)
    show_own_pawn = Field(False, bool)
    large_marks = Field(False, bool)  # Whether letters, dots and other marks are large.
    tool = Field(HAND, Annotated[str, one_of(TOOLS)])
    layers = Field(_NO_LAYERS, dict[str, Any])  # The result of ``ShownLayers.state``; set on ``asked``.
    geometry = Field(State(), State)  # The bytes of ``QMainWindow.saveGeometry``; set on ``asked``.
    pages = Field(_NO_PAGES, dict[str, _NAME])  # The last page of each workspace, by names; set on ``asked``.
    column_width = Field(0, Annotated[int, Meta(ge=0, le=10_000)])  # That of the reading column, 0 by default.
    shows_guide = Field(True, bool)  # Whether the line for the first start is shown, until a pawn was asked about.
    for_programmers = Field(False, bool)  # Whether numbers, building blocks, source code and the bench are shown.
    show_code = Field(False, bool)  # Whether source code is shown in place of the steps.
    code_language = Field("c", _NAME)  # The language of the source code; an unknown one is ignored.
    workspace = Field("position", Annotated[str, one_of(WORKSPACE_NAMES)])
    games = Field(GamesPlace(), GamesPlace)  # The open game; set on ``asked``.
    recent_files = Field(_NO_TEXTS, tuple[Path, ...], _latest)  # Paths, the latest one first.
    lanes = Field(FIRST_LANES, tuple[_LANE_TEXT, ...], _first_lanes)  # The lanes of ``ChosenLanes``.
    mark_last_move = Field(False, bool)
    slide_moves = Field(True, bool)  # Whether a piece slides at one step of a game.
    folded_sections = Field(FIRST_FOLDED, tuple[_NAME, ...], _each_once)  # The names of folded parts of pages.
    exports = Field(ExportChoices(), ExportChoices)
    engine = Field(EngineSettings(), EngineSettings, EngineSettings.fitting)
    tables_folder = Field("", Path)  # The folder of endgame tables, empty for none.
    index_count = Field(50, Annotated[int, Meta(ge=1, le=MOST_INDEXES)])  # The most indexes of games that are kept.
    index_megabytes = Field(2_000, Annotated[int, Meta(ge=1, le=MOST_MEGABYTES)])  # The most megabytes of all of them.
    question = Field(FIRST_QUESTION, _QUESTION)  # The fields that the explorer asks.

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.by_name: dict[str, Preference[Any]] = {
            name: Preference(field.default, field, self) for name, field in FIELDS.items()
        }
        for preference in self.by_name.values():
            preference.changed.connect(self.changed)

    @property
    def last_folder(self) -> str:
        """The folder of the latest recent file, empty without one."""
        recent = self.recent_files.value
        return str(FilePath(recent[0]).parent) if recent else ""

    def restore(self, settings: Value) -> None:
        """Restore a snapshot of all values."""
        for name, preference in self.by_name.items():
            preference.value = getattr(settings, name)

    def settings(self) -> Value:
        """Return a snapshot of all values."""
        self.asked.emit()
        values: Value = Settings(*(preference.value for preference in self.by_name.values()))
        return values


FIELDS: Final[dict[str, Field[Any]]] = {
    name: field for name, field in vars(Preferences).items() if isinstance(field, Field)
}
"""The declarations by name, in their order in the file."""


Settings: Final[Any] = defstruct(
    "Settings", [(name, field.kind, field.default) for name, field in FIELDS.items()], bases=(Value,), frozen=True
)
"""A snapshot of all preferences, in the order of ``FIELDS``."""


def with_recent_file(paths: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return recent files with this one as the latest, at most ``RECENT_FILES``."""
    return (path, *(recent for recent in paths if recent != path))[:RECENT_FILES]
