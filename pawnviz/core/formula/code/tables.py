"""Lookup tables as source code: the attacks of each single pawn, and the islands of each set of files.

Source: https://www.chessprogramming.org/Pawn_Attacks_(Bitboards),
https://www.chessprogramming.org/Pawn_Islands_(Bitboards)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import RANKS
from pawnviz.core.board.side import BLACK, WHITE, one_pawn, pawn_sides
from pawnviz.core.formula.code.languages import LANGUAGES, Table
from pawnviz.core.formula.names import LAYERS, NUMBERS


class TableSet(NamedTuple):
    """Tables that make one source: their title and their content in a few words."""

    title: str
    words: str


TABLE_SETS: Final = {
    "attacks": TableSet("Attack tables", "[2][64]: the squares that a pawn of each color attacks from each square"),
    "islands": TableSet("Island tables", "256 entries: islands, their borders and isolated files of each set of files"),
}
"""The sets of tables by identifier."""

_BY_FILES: Final = "The index is the set of files with pawns, bit 0 for the a-file to bit 7 for the h-file."


def tables(identifier: str) -> tuple[Table, ...]:
    """Return the tables of one of the ``TABLE_SETS``."""
    return _attack_tables() if identifier == "attacks" else _island_tables()


def table_code(identifier: str, language: str) -> str:
    """Return the tables of one of the ``TABLE_SETS`` as source code of one of the ``LANGUAGES``."""
    written = LANGUAGES[language]
    return written.source((), [written.table_of(table) for table in tables(identifier)])


def _attack_tables() -> tuple[Table, ...]:
    words = (
        "The squares that a pawn attacks. The first index is 0 for a white and 1 for a black pawn, the second is its "
        "square, 0 for a1 to 63 for h8."
    )
    attacks = LAYERS["attacks"].compute
    rows = tuple(tuple(attacks(one_pawn(color, square)) for square in range(64)) for color in (WHITE, BLACK))
    return (Table("pawn_attacks", words, rows, bits=64),)


def _island_tables() -> tuple[Table, ...]:
    sides = [pawn_sides(files, 0)[0] for files in range(256)]
    counts = (tuple(NUMBERS["island_count"].compute(side) for side in sides),)
    tables = [Table("island_count", f"The number of pawn islands. {_BY_FILES}", counts)]
    for identifier, words in (
        ("island_east_files", "The easternmost file of each island"),
        ("island_west_files", "The westernmost file of each island"),
        ("isolated_files", "The files that are an island by themselves"),
        ("half_isolated_files", "The files with pawns on exactly one adjacent file"),
    ):
        row = tuple(LAYERS[identifier].compute(side) & RANKS[0] for side in sides)
        tables.append(Table(identifier, f"{words}, as a set of files. {_BY_FILES}", (row,), bits=8))
    squares = (tuple(LAYERS["isolated_files"].compute(side) for side in sides),)
    tables.append(Table("isolated_file_squares", f"All squares of the isolated files. {_BY_FILES}", squares, bits=64))
    return tuple(tables)
