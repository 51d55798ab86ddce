"""Files with own pawns, their islands, isolated pawns, and open files; the wiki keeps sets of files in one byte."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import FILES, RANKS, Bits, complement, east, popcount, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.fills import file_fills
from pawnviz.core.layers.marks import badge, bar, strip
from pawnviz.core.layers.registry import ISLANDS, layer, number
from pawnviz.core.words import count_text, plural


@layer(
    "Islands (filesets)",
    ISLANDS,
    "file_fill(own) & rank_1",
    bar("edge"),
    turns=False,
    words=("pawn islands", "filesets", "files with pawns"),
)
def filesets(side: Side[Bits]) -> Bits:
    """The files that hold own pawns as one byte: bit 0 for the a-file to bit 7 for the h-file."""
    return file_fills(side) & RANKS[0]


@layer(
    "Island east files",
    ISLANDS,
    "file_fills(own) - west(file_fills(own))",
    strip("east cap"),
    also_written=(
        "file_fills(own) & (file_fills(own) ^ west(file_fills(own)))",
        "file_fills(own) ^ file_fills(own) & west(file_fills(own))",
    ),
    words=("last file of an island",),
)
def island_east_files(side: Side[Bits]) -> Bits:
    """The easternmost file of each pawn island."""
    files = file_fills(side)
    return files & complement(west(files))


@layer(
    "Island west files",
    ISLANDS,
    "file_fills(own) - east(file_fills(own))",
    strip("west cap"),
    also_written=(
        "file_fills(own) & (file_fills(own) ^ east(file_fills(own)))",
        "file_fills(own) ^ file_fills(own) & east(file_fills(own))",
    ),
    words=("first file of an island",),
)
def island_west_files(side: Side[Bits]) -> Bits:
    """The westernmost file of each pawn island."""
    files = file_fills(side)
    return files & complement(east(files))


_STEPS: Final = ((), (1,), (1, 1), (1, 2), (1, 2, 1), (1, 2, 2), (1, 2, 3), (1, 2, 4))
"""For each width the shifts that take one file to as many, each by no more files than there are already."""


_NUMBER_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def _islands_of_width(width: int) -> None:
    borders = "island_west_files(own)"
    inside = "".join(f" & west(file_fills(own), {step})" for step in range(1, width))
    beyond = f" - west(file_fills(own), {width})" if width < 8 else ""
    spread = "".join(f" | east(start, {step})" for step in range(1, width))

    first_files = sum(FILES[: 9 - width])
    before_last_files = sum(FILES[: 8 - width])
    steps = _STEPS[width - 1]

    def islands_of_width(side: Side[Bits]) -> Bits:
        files = file_fills(side)
        inside = files
        for step in steps:
            inside = inside & inside >> step
        # Shifts wrap from one rank to the next, but not from the files where an island of this width can begin.
        islands = island_west_files(side) & inside & first_files & complement(files >> width & before_last_files)
        for step in steps:
            islands = islands | islands << step
        return islands

    number = _NUMBER_WORDS[width - 1]
    islands_of_width.__doc__ = f"The files of the pawn islands exactly {count_text(width, 'file')} wide."
    register = layer(
        f"Islands {width} wide",
        ISLANDS,
        f"start = {borders}{inside}{beyond}; start{spread}",
        strip("numbered", str(width)),
        identifier=f"islands_of_width_{width}",
        words=(f"{number} wide", f"islands {number} {plural(width, 'file')} wide"),
        also_written=(_by_borders(width, spread), _by_loop(width, spread)),
    )
    register(islands_of_width)


def _by_borders(width: int, spread: str) -> str:
    """Return the formula by which an island begins at a west border and ends at the first east border that follows."""
    end = f"west(island_east_files(own), {width - 1})" if width > 1 else "island_east_files(own)"
    nearer = "".join(f" - west(island_east_files(own), {step})" for step in range(1, width - 1))
    first = " - island_east_files(own)" if width > 1 else ""
    return f"start = island_west_files(own) & {end}{first}{nearer}; start{spread}"


def _by_loop(width: int, spread: str) -> str:
    """Return the formula that goes one file further with each turn and keeps the islands that go on, as a loop does."""
    turns = "".join(
        f"files_{step} = west(files_{step - 1}); start_{step} = start_{step - 1} & files_{step}; "
        for step in range(1, width)
    )
    end = width - 1
    begin = "files_0 = file_fills(own); start_0 = files_0 - east(files_0)"
    return f"{begin}; {turns}start = start_{end} - west(files_{end}); start{spread}"


for _width in range(1, 9):
    _islands_of_width(_width)


@layer(
    "Isolated files",
    ISLANDS,
    "island_east_files(own) & island_west_files(own)",
    strip("diamond"),
    words=("isolani files",),
    also_written=("file_fills(own) - attack_file_fills(own)",),
)
def isolated_files(side: Side[Bits]) -> Bits:
    """Files with own pawns and none on either adjacent file: both borders of an island at once."""
    return island_east_files(side) & island_west_files(side)


@layer(
    "Half-isolated files",
    ISLANDS,
    "island_east_files(own) ^ island_west_files(own)",
    strip("triangle"),
    words=("half-isolani files",),
    also_written=("(island_east_files(own) | island_west_files(own)) - isolated_files(own)",),
)
def half_isolated_files(side: Side[Bits]) -> Bits:
    """Files with own pawns and own pawns on exactly one adjacent file: one border of an island."""
    return island_east_files(side) ^ island_west_files(side)


@layer(
    "Isolated pawns",
    ISLANDS,
    "own - file_fill(east(own)) - file_fill(west(own))",
    badge("IS"),
    words=("isolani", "isolated queen's pawn", "iqp"),
    also_written=("own & isolated_files(own)", "own - attack_file_fills(own)"),
)
def isolated_pawns(side: Side[Bits]) -> Bits:
    """Own pawns without an own pawn on either adjacent file."""
    files = file_fills(side)
    return side.pawns & complement(east(files) | west(files))


@layer(
    "Half-isolated pawns",
    ISLANDS,
    "own & (file_fill(east(own)) ^ file_fill(west(own)))",
    badge("HI"),
    words=("half-isolani", "edge of an island"),
    also_written=("own & half_isolated_files(own)",),
)
def half_isolated_pawns(side: Side[Bits]) -> Bits:
    """Own pawns with an own pawn on exactly one adjacent file; beyond the a- and h-file counts as empty."""
    files = file_fills(side)
    return side.pawns & (east(files) ^ west(files))


@layer(
    "Open files",
    ISLANDS,
    "~file_fills(own) - file_fills(enemy)",
    strip("hollow"),
    also_written=("~(file_fills(own) | file_fills(enemy))",),
    words=("open lines", "files without pawns"),
)
def open_files(side: Side[Bits]) -> Bits:
    """Files without pawns of either side."""
    return complement(file_fills(side) | file_fills(side.enemy))


@layer(
    "Half-open files",
    ISLANDS,
    "file_fills(enemy) - file_fills(own)",
    strip("dashed"),
    words=("semi-open files",),
    also_written=("~file_fills(own) ^ open_files(own)",),
)
def half_open_files(side: Side[Bits]) -> Bits:
    """Files with enemy pawns only: half-open for this side."""
    return file_fills(side.enemy) & complement(file_fills(side))


@layer(
    "Closed files",
    ISLANDS,
    "file_fills(own) & file_fills(enemy)",
    strip("double"),
    words=("blocked files",),
    also_written=("~(open_files(own) | half_open_files(own) | half_open_files(enemy))",),
)
def closed_files(side: Side[Bits]) -> Bits:
    """Files with pawns of both sides."""
    return file_fills(side) & file_fills(side.enemy)


@number("Fileset", ISLANDS, bits=8)
def fileset(side: Side[Bits]) -> Bits:
    """The files that hold own pawns as one byte, bit 0 for the a-file."""
    return filesets(side)


@number("Island count", ISLANDS)
def island_count(side: Side[Bits]) -> Bits:
    """The number of pawn islands, 0 to 4: one for each east border."""
    return popcount(island_east_files(side) & RANKS[0])
