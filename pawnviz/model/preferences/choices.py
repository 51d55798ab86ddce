"""The preferences of several parts: the engine, the place in the games, and the last choices of exports."""

from __future__ import annotations

import os
from typing import Annotated, Final, Literal, TypeAlias, get_args

from msgspec import Meta

from pawnviz.core.picture import formats
from pawnviz.core.picture.sheet_positions import CAPTIONS
from pawnviz.model.preferences.values import TEXT, Path, Value, one_of

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
SHEET_COLORS: Final = ("light", "ink")  # The colors of sheets, which are printed.
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
    captions: Annotated[str, one_of(CAPTIONS)] = "title"
    legend: bool = True
    numbers: bool = True
    fit: bool = True
    colors: Annotated[str, one_of(SHEET_COLORS)] = "light"
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
