"""Formats: many positions are laid out as each by itself, and very many lines printed as few."""

from __future__ import annotations

import io
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawnviz.cli.formats import FORMATS
from pawnviz.cli.main import run_command
from pawnviz.cli.positions import Lines
from pawnviz.core.board.plain_fens import read_fens
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from tests.cli.running import give
from tests.positions import positions

ENTRIES: list[Entry] = [*LAYERS.values(), *NUMBERS.values()]
LINES = st.one_of(
    positions().map(Position.fen),
    positions().map(Position.fen).map(lambda fen: fen.replace(" ", "  ")),
    st.sampled_from(["", "# a comment", "8/8 w", "8/8/8/8/8/8/8/8 b - - bm Kd4; hmvc 7;", "\tno\xa0FEN", "é"]),
)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("sides", [("white",), ("black",), ("white", "black")], ids="-".join)
@settings(max_examples=12)
@given(data=st.data())
def test_many_positions_are_laid_out_as_each_by_itself(name: str, sides: tuple[str, ...], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(ENTRIES), min_size=1, max_size=5, unique=True))
    given = data.draw(st.lists(positions(), min_size=1, max_size=4))
    layout = FORMATS[name](chosen, sides)
    block = read_fens("".join(f"{each.fen()}\n" for each in given).encode(), lambda number, line: given[number])
    printed = "".join(layout.texts(block))
    assert printed == "".join(f"{layout.separator}{layout.text(position)}" for position in given)


@pytest.mark.parametrize("name", ["json", "hex"])
@settings(max_examples=10)
@given(lines=st.lists(LINES, min_size=1, max_size=6), end=st.sampled_from(["", "\n", "\r\n"]))
def test_very_many_lines_are_printed_as_each_by_itself(name: str, lines: list[str], end: str) -> None:
    data = ("\ufeff" + "\n".join(lines * 600) + end).encode()
    layout = FORMATS[name]([LAYERS["stops"], NUMBERS["island_count"]], ("white", "black"))
    found = list(Lines(data + b"\n", 1, "line").positions())
    texts = [layout.text(position) for position in found if isinstance(position, Position)]
    messages = [f"pawnviz: {message}\n" for message in found if isinstance(message, str)]
    if not found:
        messages = ["pawnviz: there is no position to print masks of\n"]
    with pytest.MonkeyPatch.context() as monkeypatch:
        output, errors = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", errors)
        give(monkeypatch, data)
        status = run_command(["masks", "--format", name, "--layer", "stops", "--layer", "island_count"])
    assert output.getvalue() == layout.separator.join(texts)
    assert errors.getvalue() == "".join(messages)
    assert status == bool(messages)
