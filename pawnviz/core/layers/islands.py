"""Chains and duos, files with own pawns and their islands, open files, and doubled pawns."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.bitboard import RANKS, Bits, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.layers.marks import badge, bar, strip
from pawnviz.core.layers.registry import CHAINS, DOUBLED, ISLANDS, STOCKFISH_PAWNS, WIKI
from pawnviz.core.words import count_text, plural

_DUOS: Final = WIKI + "Duo_Trio_Quart_(Bitboards)"


defended_pawns = CHAINS.layer(
    "Defended pawns",
    badge("∧"),
    "own & attacks(own)",
    "Own pawns that an own pawn guards.",
    words=("guarded pawns", "supported pawns"),
)

defending_pawns = CHAINS.layer(
    "Defending pawns",
    badge("∨"),
    "own & backward(east(own) | west(own))",
    "Own pawns that guard an own pawn.",
    words=("guards", "supporting pawns"),
)

chain_bases = CHAINS.layer(
    "Chain bases",
    badge("CB"),
    "defending_pawns(own) - defended_pawns(own)",
    "Own pawns that guard an own pawn and that none guards: the rear ends of pawn chains.",
    words=("base of a chain", "pawn chain"),
)

chain_links = CHAINS.layer(
    "Chain links",
    badge("CL"),
    "defending_pawns(own) & defended_pawns(own)",
    "Own pawns that guard an own pawn and that an own pawn guards: the middle of pawn chains.",
    words=("pawn chain",),
    also_written=("defended_pawns(own) - chain_heads(own)",),
)

chain_heads = CHAINS.layer(
    "Chain heads",
    badge("CH"),
    "defended_pawns(own) - defending_pawns(own)",
    "Own pawns that an own pawn guards and that guard none: the front ends of pawn chains.",
    words=("head of a chain", "tip of a chain", "pawn chain"),
)

phalanx_pawns = CHAINS.layer(
    "Phalanx pawns",
    badge("PH"),
    "own & (east(own) | west(own))",
    "Own pawns with an own pawn beside them on their rank.",
    source=_DUOS,
    words=("pawns side by side", "united pawns"),
)

duos = CHAINS.layer(
    "Duos",
    badge("DU"),
    "first = own & west(own) - east(own) - west(own, 2); first | east(first)",
    "Own pawns that stand two side by side on their rank, with no third one beside them.",
    source=_DUOS,
    words=("pawns side by side", "pair of pawns"),
)

connected_pawns = CHAINS.layer(
    "Connected pawns",
    badge("CO"),
    "phalanx_pawns(own) | defended_pawns(own) | defending_pawns(own)",
    "Own pawns with an own pawn beside them, or that an own pawn guards, or that guard one.",
    words=("united pawns", "supported pawns"),
)

connected_pawns_stockfish = CHAINS.layer(
    "Connected pawns (Stockfish)",
    badge("SC"),
    "phalanx_pawns(own) | defended_pawns(own)",
    "Own pawns with an own pawn beside them or that an own pawn guards; guarding alone does not count.",
    source=STOCKFISH_PAWNS,
    words=("supported pawns",),
)


filesets = ISLANDS.layer(
    "Islands (filesets)",
    bar("edge"),
    "file_fill(own) & rank_1",
    "The files that hold own pawns as one byte: bit 0 for the a-file to bit 7 for the h-file.",
    identifier="filesets",
    turns=False,
    words=("pawn islands", "filesets", "files with pawns"),
)

island_east_files = ISLANDS.layer(
    "Island east files",
    strip("east cap"),
    "file_fills(own) - west(file_fills(own))",
    "The easternmost file of each pawn island.",
    also_written=(
        "file_fills(own) & (file_fills(own) ^ west(file_fills(own)))",
        "file_fills(own) ^ file_fills(own) & west(file_fills(own))",
    ),
    words=("last file of an island",),
)

island_west_files = ISLANDS.layer(
    "Island west files",
    strip("west cap"),
    "file_fills(own) - east(file_fills(own))",
    "The westernmost file of each pawn island.",
    also_written=(
        "file_fills(own) & (file_fills(own) ^ east(file_fills(own)))",
        "file_fills(own) ^ file_fills(own) & east(file_fills(own))",
    ),
    words=("first file of an island",),
)


_NUMBER_WORDS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def _islands_of_width(width: int) -> None:
    inside = "".join(f" & west(file_fills(own), {step})" for step in range(1, width))
    beyond = f" - west(file_fills(own), {width})" if width < 8 else ""
    spread = "".join(f" | east(start, {step})" for step in range(1, width))
    number = _NUMBER_WORDS[width - 1]
    ISLANDS.layer(
        f"Islands {width} wide",
        strip("numbered", str(width)),
        f"start = island_west_files(own){inside}{beyond}; start{spread}",
        f"The files of the pawn islands exactly {count_text(width, 'file')} wide.",
        identifier=f"islands_of_width_{width}",
        words=(f"{number} wide", f"islands {number} {plural(width, 'file')} wide"),
        also_written=(_by_borders(width, spread), _by_loop(width, spread)),
    )


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


isolated_files = ISLANDS.layer(
    "Isolated files",
    strip("diamond"),
    "island_east_files(own) & island_west_files(own)",
    "Files with own pawns and none on either adjacent file: both borders of an island at once.",
    words=("isolani files",),
    also_written=("file_fills(own) - attack_file_fills(own)",),
)

half_isolated_files = ISLANDS.layer(
    "Half-isolated files",
    strip("triangle"),
    "island_east_files(own) ^ island_west_files(own)",
    "Files with own pawns and own pawns on exactly one adjacent file: one border of an island.",
    words=("half-isolani files",),
    also_written=("(island_east_files(own) | island_west_files(own)) - isolated_files(own)",),
)

isolated_pawns = ISLANDS.layer(
    "Isolated pawns",
    badge("IS"),
    "own - file_fill(east(own)) - file_fill(west(own))",
    "Own pawns without an own pawn on either adjacent file.",
    words=("isolani", "isolated queen's pawn", "iqp"),
    also_written=("own & isolated_files(own)", "own - attack_file_fills(own)"),
)

half_isolated_pawns = ISLANDS.layer(
    "Half-isolated pawns",
    badge("HI"),
    "own & (file_fill(east(own)) ^ file_fill(west(own)))",
    "Own pawns with an own pawn on exactly one adjacent file; beyond the a- and h-file counts as empty.",
    words=("half-isolani", "edge of an island"),
    also_written=("own & half_isolated_files(own)",),
)

open_files = ISLANDS.layer(
    "Open files",
    strip("hollow"),
    "~file_fills(own) - file_fills(enemy)",
    "Files without pawns of either side.",
    also_written=("~(file_fills(own) | file_fills(enemy))",),
    words=("open lines", "files without pawns"),
)

half_open_files = ISLANDS.layer(
    "Half-open files",
    strip("dashed"),
    "file_fills(enemy) - file_fills(own)",
    "Files with enemy pawns only: half-open for this side.",
    words=("semi-open files",),
    also_written=("~file_fills(own) ^ open_files(own)",),
)

closed_files = ISLANDS.layer(
    "Closed files",
    strip("double"),
    "file_fills(own) & file_fills(enemy)",
    "Files with pawns of both sides.",
    words=("blocked files",),
    also_written=("~(open_files(own) | half_open_files(own) | half_open_files(enemy))",),
)


@ISLANDS.number("Fileset", bits=8)
def fileset(side: Side[Bits]) -> Bits:
    """The files that hold own pawns as one byte, bit 0 for the a-file."""
    return filesets(side)


@ISLANDS.number("Island count")
def island_count(side: Side[Bits]) -> Bits:
    """The number of pawn islands, 0 to 4: one for each east border."""
    return popcount(island_east_files(side) & RANKS[0])


doubled_pawns = DOUBLED.layer(
    "Doubled pawns",
    badge("DB"),
    "rear_twins(own) | front_twins(own)",
    "Own pawns that share their file with an own pawn.",
    words=("twins", "double pawns"),
    also_written=("own & (front_spans(own) | rear_spans(own))",),
)

doubled_pawns_stockfish = DOUBLED.layer(
    "Doubled pawns (Stockfish)",
    badge("DS"),
    "own & forward(own) - attacks(own)",
    "Own pawns with an own pawn directly behind them and that no own pawn guards.",
    source=STOCKFISH_PAWNS,
    words=("doubled by stockfish",),
)

tripled_pawns = DOUBLED.layer(
    "Tripled pawns",
    badge("T3"),
    "own & file_fill(rear_twins(own) & front_twins(own))",
    "Own pawns on a file with three own pawns or more.",
    words=("triplets", "triple pawns"),
)
