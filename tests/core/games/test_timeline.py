from __future__ import annotations

import csv
import io
import json

import pytest

from pawnviz.core.games import timeline as timeline_files
from pawnviz.core.games.timeline import timeline, timeline_lines
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from tests.core.games.sample import line_of


def test_each_row_is_a_position_with_the_values_of_both_sides() -> None:
    line = line_of("1. e4 d5 2. exd5 c6 3. dxc6 *")
    entries: list[Entry] = [LAYERS["isolated_pawns"], NUMBERS["island_count"]]
    computed = timeline(line, entries)
    assert computed.columns() == (
        *("ply", "san", "fen", "white.isolated_pawns", "black.isolated_pawns"),
        *("white.isolated_pawns.count", "black.isolated_pawns.count", "white.island_count", "black.island_count"),
    )
    rows = list(computed.rows())
    assert [row[1] for row in rows] == ["", "e4", "d5", "exd5", "c6", "dxc6"]
    for ply, (row, position) in enumerate(zip(rows, line.positions, strict=True)):
        white, black = position.sides()
        masks = [entries[0](white), entries[0](black)]
        counts = [mask.bit_count() for mask in masks]
        assert row == (ply, row[1], position.fen(), *masks, *counts, entries[1](white), entries[1](black))


def test_no_field_of_csv_is_taken_for_a_formula_and_numbers_stay() -> None:
    computed = timeline(line_of("1. e4 -- 2. d4 *"), [NUMBERS["island_count"]])
    _, *rows = csv.reader(timeline_lines(computed, "csv"))
    assert [row[1] for row in rows] == ["", "e4", "'--", "d4"]
    assert [row[1].removeprefix("'") or None for row in rows] == [
        entry["san"] for entry in json.loads("".join(timeline_lines(computed, "json")))
    ]
    assert all(row[0].isdigit() and row[3].isdigit() for row in rows)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_a_text_with_a_sign_of_formulas_has_an_apostrophe_before_it(sign: str) -> None:
    (row,) = csv.reader(io.StringIO(timeline_files.csv_row([f"{sign}1+1", -1, "a=b"]), newline=""))
    assert row == [f"'{sign}1+1", "-1", "a=b"]
