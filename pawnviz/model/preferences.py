"""The preferences: live values, each declared once with its name, type, default and range, and as JSON."""

from __future__ import annotations

import os
import re
from base64 import b64decode, b64encode
from binascii import crc32
from collections.abc import Callable, Mapping
from pathlib import Path as FilePath
from typing import Annotated, Any, Final, Generic, Literal, Self, TypeAlias, TypeVar, get_args, overload

import msgspec
from msgspec import Meta, Struct, defstruct
from msgspec import inspect as types
from PySide6.QtCore import QObject, Signal

from pawnviz.core.board.fen import PIECES
from pawnviz.core.collections import LONGEST_QUESTION
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.core.picture import formats
from pawnviz.core.words import listed

_PLACE: Final = r"(?s)(.*?)(?: - at `\$(.*)`)?"
_STEP: Final = r"\.(\w+)|\[(\d+|\.\.\.)\]"

# A text may hold anything but halves of surrogate pairs, which Qt cannot take.
TEXT: Final = r"\A[^\ud800-\udfff]*\Z"
Path: TypeAlias = Annotated[  # A path, or an empty text.
    str, Meta(max_length=4096, pattern=r"\A[^\0\ud800-\udfff]*\Z", description="the path of a file")
]


def one_of(words: tuple[str, ...]) -> Meta:
    """Return the annotation of a text that is one of these words."""
    return Meta(pattern=rf"\A(?:{'|'.join(words)})\Z", description=listed([f"“{word}”" for word in words], "or"))


class Value(Struct, frozen=True):
    """A frozen value whose fields have defaults: as JSON an object, from which any may be missing."""

    def replace(self, **changes: Any) -> Self:
        """Return the value with other values of some fields, which are not checked."""
        return msgspec.structs.replace(self, **changes)


class State(bytes):
    """The bytes of a state of Qt's, as JSON in base 64 with a checksum: Qt may not survive wrong ones."""

    @classmethod
    def from_json(cls, value: object) -> Self:
        """Return the bytes of a JSON value; raises ``ValueError``."""
        match value:
            case {"base64": str(text), "crc32": int(checksum)}:
                try:
                    state = cls(b64decode(text, validate=True))
                except ValueError:
                    state = cls()
                if checksum == crc32(state):
                    return state
        raise ValueError("bytes in base 64 with their checksum")

    def to_json(self) -> object:
        """Return the bytes as a JSON value."""
        return {"base64": b64encode(self).decode("ascii"), "crc32": crc32(self)}


def converted(value: object, kind: Any, name: str = "it") -> Any:
    """Return a value of a declared type from a JSON value, or from one that was made without checks.

    A class may have methods ``from_json`` and ``to_json``. Raises ``ValueError`` with the value's name, the
    place in it, if only a part is wrong, and words for the right values: ``exports.picture.width must be 100 to 4000``.
    """
    try:
        return msgspec.convert(to_json(value), kind, dec_hook=lambda part, given: part.from_json(given))
    except msgspec.ValidationError as error:
        found = re.fullmatch(_PLACE, str(error))
        message, place = (found[1], found[2] or "") if found else (str(error), "")
        part = types.type_info(kind)
        for step in re.finditer(_STEP, place):
            part = _part(part, step)
        raise ValueError(f"{name}{place} must be {_words(part, message)}") from None


def to_json(value: object) -> Any:
    """Return a value of a declared type as a JSON value."""
    return msgspec.to_builtins(value, enc_hook=lambda part: part.to_json())


def read_fields(kind: type[Struct], values: Mapping[str, object]) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a class that are right in a JSON object, and a clause for each wrong one."""
    good: dict[str, Any] = {}
    wrong = []
    for field in msgspec.structs.fields(kind):
        if field.name in values:
            try:
                good[field.name] = converted(values[field.name], field.type, field.name)
            except ValueError as error:
                wrong.append(str(error))
    return good, wrong


def _part(kind: types.Type, step: re.Match[str]) -> types.Type:
    match _bare(kind):
        case types.StructType(fields=fields) | types.DataclassType(fields=fields):
            return next(field.type for field in fields if field.encode_name == step[1])
        case types.DictType(value_type=part) | types.VarTupleType(item_type=part):
            return part
        case types.TupleType(item_types=parts):
            return parts[int(step[2])]
        case types.NamedTupleType(fields=fields):
            return fields[int(step[2])].type
        case _:
            return kind


def _bare(kind: types.Type) -> types.Type:
    match kind:
        case types.Metadata(type=inner):
            return _bare(inner)
        case types.UnionType(types=parts):
            return next(_bare(part) for part in parts if not isinstance(part, types.NoneType))
        case _:
            return kind


def _words(kind: types.Type, message: str) -> str:
    """Return words for the values of a type; ``message`` is the one of a class of ours about a wrong value."""
    match kind:
        case types.Metadata(type=inner, extra_json_schema=schema):
            return str((schema or {}).get("description") or _words(inner, message))
        case types.UnionType():
            return f"{_words(_bare(kind), message)}, or null"
        case types.BoolType():
            return "true or false"
        case types.IntType(ge=least, le=most):
            return f"{least} to {most}" if most is not None else f"a number from {least}" if least else "a number"
        case types.LiteralType(values=values):
            return listed(list(map(str, values)), "or")
        case types.StrType(max_length=longest):
            return f"a text of at most {longest} characters"
        case types.VarTupleType(max_length=longest):
            return "a list" if longest is None else f"a list of at most {longest:,} values"
        case types.TupleType(item_types=parts):
            return f"a list of {len(parts)} values"
        case types.CustomType():
            return message
        case _:
            return "a JSON object"


MOST_LINES: Final = 5
MOST_THREADS: Final = max(1, min(8, (os.cpu_count() or 1)))
Time: TypeAlias = Literal[10, 30, 60, 300]
TIMES: Final[tuple[int, ...]] = get_args(Time)  # The seconds for which an engine may think about a position.
Memory: TypeAlias = Literal[16, 64, 256, 1024]
MEMORIES: Final[tuple[int, ...]] = get_args(Memory)  # The megabytes that an engine's hash table may have.

MOST_GAMES: Final = 100_000_000
LONGEST_SEARCH: Final = 2000
Index: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_GAMES)]
Way: TypeAlias = Annotated[tuple[Index, ...], Meta(max_length=5_000)]  # The number of each choice of a game.

COLORS: Final = ("light", "dark", "ink")  # The colors of exports: light ones and one ink can be printed.
Grid: TypeAlias = Annotated[int, Meta(ge=1, le=formats.MOST_BOARDS)]


class EngineSettings(Value, frozen=True):
    """An engine's path, empty without a choice, and its settings, but not whether it was running.

    ``seconds`` is one of ``TIMES``, ``memory`` one of ``MEMORIES`` in megabytes; ``shows_arrows`` draws the first
    moves of its lines on the board.
    """

    path: Path = ""
    line_count: Annotated[int, Meta(ge=1, le=MOST_LINES)] = 3
    seconds: Time = 60
    thread_count: Annotated[int, Meta(ge=1)] = 1
    memory: Memory = 64
    shows_arrows: bool = True

    def fitting(self) -> EngineSettings:
        """Return the settings with at most the threads of this machine."""
        return self.replace(thread_count=min(self.thread_count, MOST_THREADS))


class GamesPlace(Value, frozen=True):
    """A file of games, empty for none, the index of the open game, and the number of each choice to its current move.

    ``search`` is the text of the search, and ``on_board`` whether the board shows the game.
    """

    path: Path = ""
    game: Index = 0
    way: Way = ()
    search: Annotated[str, Meta(max_length=LONGEST_SEARCH, pattern=TEXT)] = ""
    on_board: bool = True


class PictureChoices(Value, frozen=True):
    """The choices for a picture: kind of file, width in pixels, or in millimeters ``on_paper``, and its parts."""

    kind: Annotated[str, one_of(tuple(formats.formats_of(*formats.BOARD)))] = "png"
    width: Annotated[int, Meta(ge=formats.SMALLEST_WIDTH, le=formats.LARGEST_WIDTH)] = 1200
    on_paper: bool = False
    millimeters: Annotated[int, Meta(ge=formats.LEAST_PAPER, le=formats.MOST_PAPER)] = 120
    transparent: bool = False
    legend: bool = True
    caption: bool = True
    colors: Annotated[str, one_of(COLORS)] = "light"


class SheetChoices(Value, frozen=True):
    """The choices for a sheet of positions: columns and rows, or ``fit``, the page, texts, and if layers are drawn."""

    columns: Grid = 2
    rows: Grid = 3
    page: Annotated[str, one_of(formats.PAGES)] = "a4"
    landscape: bool = False
    captions: Annotated[str, one_of(formats.CAPTIONS)] = "title"
    legend: bool = True
    numbers: bool = True
    fit: bool = True
    colors: Annotated[str, one_of(("light", "ink"))] = "light"
    layers: bool = True


class AnimationChoices(Value, frozen=True):
    """The choices for an animation: a GIF or images, width in pixels, tenths of a second a move, and parts."""

    kind: Annotated[str, one_of(tuple(formats.formats_of(formats.Content.ANIMATION)))] = "gif"
    width: Annotated[int, Meta(ge=formats.SMALLEST_WIDTH, le=formats.WIDEST_ANIMATION)] = 480
    tenths: Annotated[int, Meta(ge=1, le=formats.MOST_TENTHS)] = 10
    legend: bool = True
    caption: bool = True
    colors: Annotated[str, one_of(COLORS)] = "light"


class ExportChoices(Value, frozen=True):
    """All last choices of exports, and the last folder, empty for none."""

    picture: PictureChoices = PictureChoices()
    sheet: SheetChoices = SheetChoices()
    animation: AnimationChoices = AnimationChoices()
    folder: Path = ""


THEMES: Final = ("system", "light", "dark")
BOARDS: Final = ("gray", "brown", "green", "blue", "contrast")  # The board colors on offer.
HAND: Final = "hand"
ERASER: Final = "eraser"
TOOLS: Final = (HAND, *PIECES, ERASER)  # The editor's tools: the hand, a piece to place by its letter, and the eraser.
RECENT_FILES: Final = 10  # The number of remembered files.
FIRST_LANES: Final[tuple[str, ...]] = USUAL_LANES[:3]  # The lanes of the first start.
MOST_LANES: Final = 12  # The most lanes.
FIRST_FOLDED: Final[tuple[str, ...]] = ("games", "rare_moves", "piece_squares", "sayings")
"""The sections of pages that are folded at the first start."""
MOST_INDEXES: Final = 10_000
MOST_MEGABYTES: Final = 1_000_000
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
    return tuple(dict.fromkeys(names))[:100]


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
    layers = Field[dict[str, Any]]({}, dict[str, Any])  # The result of ``ShownLayers.state``; set on ``asked``.
    geometry = Field(State(), State)  # The bytes of ``QMainWindow.saveGeometry``; set on ``asked``.
    pages = Field[dict[str, str]]({}, dict[str, _NAME])  # The last page of each workspace, by names; set on ``asked``.
    column_width = Field(0, Annotated[int, Meta(ge=0, le=10_000)])  # That of the reading column, 0 by default.
    shows_guide = Field(True, bool)  # Whether the line for the first start is shown, until a pawn was asked about.
    for_programmers = Field(False, bool)  # Whether numbers, building blocks, source code and the bench are shown.
    show_code = Field(False, bool)  # Whether source code is shown in place of the steps.
    code_language = Field("c", _NAME)  # The language of the source code; an unknown one is ignored.
    workspace = Field("position", Annotated[str, one_of(("position", "games", "explore"))])
    games = Field(GamesPlace(), GamesPlace)  # The open game; set on ``asked``.
    recent_files = Field[tuple[str, ...]]((), tuple[Path, ...], _latest)  # Paths, the latest one first.
    lanes = Field(FIRST_LANES, tuple[_LANE_TEXT, ...], _first_lanes)  # The lanes of ``ChosenLanes``.
    mark_last_move = Field(False, bool)
    slide_moves = Field(True, bool)  # Whether a piece slides at one step of a game.
    folded_sections = Field(FIRST_FOLDED, tuple[_NAME, ...], _each_once)  # The names of folded parts of pages.
    exports = Field(ExportChoices(), ExportChoices)
    engine = Field(EngineSettings(), EngineSettings, EngineSettings.fitting)
    tables_folder = Field("", Path)  # The folder of endgame tables, empty for none.
    index_count = Field(50, Annotated[int, Meta(ge=1, le=MOST_INDEXES)])  # The most indexes of games that are kept.
    index_megabytes = Field(2_000, Annotated[int, Meta(ge=1, le=MOST_MEGABYTES)])  # The most megabytes of all of them.
    question = Field("pawns:8/8/8/8/8/8/8/8", _QUESTION)  # The fields that the explorer asks.

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
