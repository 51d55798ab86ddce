"""What is kept between starts and is not the position: looks, layers, windows and recent files."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pawnviz.core.board.fen import PIECES
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.core.words import listed
from pawnviz.model.kept.engine import ENGINE_FIELD, EngineSettings
from pawnviz.model.kept.export_choices import ExportChoices, read_exports, write_exports
from pawnviz.model.kept.values import Field, is_unicode, read_path

THEMES: Final = ("system", "light", "dark")
BOARDS: Final = ("gray", "brown", "green", "blue", "contrast")
"""The colors of the board that can be chosen."""
HAND: Final = "hand"
ERASER: Final = "eraser"
TOOLS: Final = (HAND, *PIECES, ERASER)
"""The editor's tools: the hand, a piece to place by its letter, and the eraser."""

RECENT_FILES: Final = 10
"""The number of files that are remembered."""

FIRST_LANES: Final = USUAL_LANES[:3]
"""What is followed through a game until something else is chosen."""
MOST_LANES: Final = 12
"""The number of lanes that there may be at once."""
LONGEST_LANE: Final = 2000
"""The number of characters that the formula of a lane may have."""

_NO_LAYERS: Final[dict[str, Any]] = {}
_LARGEST_STATE: Final = 100_000
_LONGEST_WORD: Final = 20


def read_truth(value: object) -> bool:
    """Return a JSON truth value; raises ``ValueError`` for any other value."""
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _one_of(words: tuple[str, ...]) -> Callable[[object], str]:
    """Return a reader of one of these words."""
    quoted = [f"“{word}”" for word in words]

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(listed(quoted, "or"))
        return value

    return read


def _read_object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("a JSON object")
    return value


def _read_state(value: object) -> bytes:
    """Return the bytes of a state of Qt's: Qt takes wrong ones for right, and may not survive them.

    It is an object with the bytes in base 64 and their checksum.
    """
    text, checksum = (value.get("base64"), value.get("crc32")) if isinstance(value, dict) else (None, None)
    if isinstance(text, str) and len(text) <= _LARGEST_STATE:
        try:
            state = base64.b64decode(text, validate=True)
        except (ValueError, binascii.Error):
            state = None
        if state is not None and checksum == binascii.crc32(state):
            return state
    raise ValueError("bytes in base 64 with their checksum")


def _write_state(value: bytes) -> dict[str, Any]:
    return {"base64": base64.b64encode(value).decode("ascii"), "crc32": binascii.crc32(value)}


def _read_word(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_WORD or not value.isidentifier():
        raise ValueError("a name")
    return value


def _read_paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("a list of paths")
    return tuple(path for path in map(read_path, value[:RECENT_FILES]) if path)


def _read_lanes(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) and is_unicode(text) for text in value):
        raise ValueError("a list of layers, numbers and formulas")
    return tuple(dict.fromkeys(text for text in value if 0 < len(text) <= LONGEST_LANE))[:MOST_LANES]


class Settings(NamedTuple):
    """Everything that is kept between starts except the position.

    ``layers`` is what ``ShownLayers.state`` returns. ``geometry`` and ``docks`` are the bytes of
    ``QMainWindow.saveGeometry`` and ``saveState``. ``show_code`` and ``code_language`` say which page of the steps is
    seen and in which language; a language that is not there any more is ignored. ``recent_files`` starts with the
    latest one. ``lanes`` are those of ``ChosenLanes``.
    """

    theme: str = "system"
    board_colors: str = "gray"
    flipped: bool = False
    show_coordinates: bool = True
    show_legend: bool = True
    show_captures: bool = False
    show_breaks: bool = True
    show_own_pawn: bool = False
    tool: str = HAND
    layers: dict[str, Any] = _NO_LAYERS
    geometry: bytes = b""
    docks: bytes = b""
    show_code: bool = False
    code_language: str = "c"
    tour_offered: bool = False
    recent_files: tuple[str, ...] = ()
    lanes: tuple[str, ...] = FIRST_LANES
    mark_last_move: bool = False
    exports: ExportChoices = ExportChoices()
    engine: EngineSettings = EngineSettings()
    tables_folder: str = ""


SETTINGS_FIELDS: Final = {
    "theme": Field(_one_of(THEMES)),
    "board_colors": Field(_one_of(BOARDS)),
    "flipped": Field(read_truth),
    "show_coordinates": Field(read_truth),
    "show_legend": Field(read_truth),
    "show_captures": Field(read_truth),
    "show_breaks": Field(read_truth),
    "show_own_pawn": Field(read_truth),
    "tool": Field(_one_of(TOOLS)),
    "layers": Field(_read_object),
    "geometry": Field(_read_state, _write_state),
    "docks": Field(_read_state, _write_state),
    "show_code": Field(read_truth),
    "code_language": Field(_read_word),
    "tour_offered": Field(read_truth),
    "recent_files": Field(_read_paths),
    "lanes": Field(_read_lanes),
    "mark_last_move": Field(read_truth),
    "exports": Field(read_exports, write_exports),
    "engine": ENGINE_FIELD,
    "tables_folder": Field(read_path),
}
"""How each setting is kept, in their order."""


def with_recent_file(paths: tuple[str, ...], path: str) -> tuple[str, ...]:
    """Return recent files with this one as the latest, the others behind it, at most ``RECENT_FILES``."""
    return (path, *(recent for recent in paths if recent != path))[:RECENT_FILES]
