"""Many FENs read at once: the same positions and texts as one by one, whatever the lines hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.arrays import boards_of
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.plain_fens import read_fens
from pawnviz.core.board.position import Position
from tests.positions import positions

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
NOT_PLAIN = (
    "",
    " ",
    f"{START} ",
    f" {START}",
    f"{START}  w",
    f"{START}\tw",
    f"{START}\0",
    "/" + START,
    START + "/",
    START.replace("/8/", "//", 1),
    START.replace("8/8", "44/8"),
    START.replace("8/8", "9/8"),
    START.replace("8/8", "0/8"),
    START.replace("8/8", "88/8"),
    START.replace("8/8", "7/8"),
    START.replace("8/8", "8 8"),
    START.replace("RNBQ", "RNB"),
    START.replace("rnbq", "rnbx"),
    "8/8/8//88/8/8/8",
    f"{START} W",
    f"{START} white",
    f"{START} w kq KQ",
    f"{START} w QK",
    f"{START} w KK",
    f"{START} w KQkqK",
    f"{START} w HA",
    "4k3/8/8/8/8/8/8/4K3 w KQ",
    "4k3/8/8/8/8/8/8/R3K1K1 w Q",
    "4k3/8/8/8/8/8/8/3K3R w K",
    f"{START} w - e4",
    f"{START} w - E3",
    f"{START} w - e33",
    f"{START} w - i3",
    f"{START} w - - 00",
    f"{START} w - - 01",
    f"{START} w - - 10000",
    f"{START} w - - -1",
    f"{START} w - - 1 0",
    f"{START} w - - 1 1 1",
    f"{START} w - - bm e4;",
    f"{START} w - - ٣ 1",
    "8" * 5000,
    "é",
)


def read(*lines: bytes) -> tuple[list[str], list[int]]:
    """Return the FENs that lines hold as far as they are plain, and the numbers of the other lines."""
    others: list[int] = []

    def leave_out(number: int, line: bytes) -> None:
        assert line == lines[number].removesuffix(b"\r")
        others.append(number)

    block = read_fens(b"".join(line + b"\n" for line in lines), leave_out)
    fens = [bytes(row).rstrip(b"\0").decode() for row in block.texts]
    expected = boards_of(map(Position.from_fen, fens))
    assert block.boards.masks.tolist() == expected.masks.tolist()
    assert block.boards.white_to_move.tolist() == expected.white_to_move.tolist()
    return fens, others


@given(st.lists(positions(), min_size=1, max_size=6))
def test_positions_are_read_from_their_fens(given: list[Position]) -> None:
    texts = [position.fen() for position in given]
    block = read_fens("".join(f"{text}\n" for text in texts).encode(), lambda number, line: given[number])
    assert [bytes(row).rstrip(b"\0").decode() for row in block.texts] == texts
    assert block.boards.masks.tolist() == boards_of(given).masks.tolist()


@pytest.mark.parametrize("rights", ["-", "K", "Qk", "KQkq", "Kq", "kq"])
def test_a_fen_as_programs_write_it_is_plain(rights: str) -> None:
    fens = [
        f"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w {rights} - 0 1",
        f"r3k2r/pppp1ppp/8/4p3/8/8/PPPPPPPP/R3K2R w {rights} e6 12 9999",
        f"rnbqkbnr/p1p1p1p1/1p1p1p1p/8/8/1P1P1P1P/P1P1P1P1/RNBQKBNR b {rights} h3 9999 100",
    ]
    assert read(*(fen.encode() for fen in fens)) == (fens, [])
    assert read(*(f"{fen}\r".encode() for fen in fens)) == (fens, [])


def test_missing_fields_are_added() -> None:
    fields = ["8/8/8/8/4P3/8/8/8", "b", "-", "e3", "7", "8"]
    texts, others = read(*(" ".join(fields[:count]).encode() for count in range(1, 7)))
    assert others == []
    defaults = ["w", "-", "-", "0", "1"]
    assert texts == [" ".join((*fields[:count], *defaults[count - 1 :])) for count in range(1, 7)]


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_the_exact_reader(text: str) -> None:
    line = text.encode()
    assert read(line) == ([], [0])
    assert read(START.encode(), line, START.encode()) == ([f"{START} w - - 0 1"] * 2, [1])


@given(st.lists(positions().map(Position.fen), min_size=1, max_size=4), st.data())
def test_a_changed_fen_is_read_as_the_exact_reader_reads_it_or_left_to_it(fens: list[str], data: st.DataObject) -> None:
    lines = []
    for fen in fens:
        place = data.draw(st.integers(0, len(fen)))
        inserted = data.draw(st.text("PNBRQKpnbrqk0123456789/ -wbaceh\r", max_size=2))
        lines.append(fen[:place] + inserted + fen[place + data.draw(st.integers(0, 2)) :])
    texts, others = read(*(line.encode() for line in lines))
    plain = [line.removesuffix("\r") for number, line in enumerate(lines) if number not in others]
    assert texts == [Position.from_fen(line).fen() for line in plain]


def test_positions_of_other_lines_stand_in_the_order_of_the_lines() -> None:
    lines = [" 8/8/8/8/8/8/8/8", START, "8/8/8/8/8/8/P7/8 w - - bm a4;", "x", "8/8/8/8/8/8/1P6/8 b"]

    def position(number: int, line: bytes) -> Position | None:
        try:
            return Position.from_fen(line.decode())
        except FenError:
            return None

    block = read_fens("".join(f"{line}\n" for line in lines).encode(), position)
    assert [bytes(row).rstrip(b"\0").decode() for row in block.texts] == [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        f"{START} w - - 0 1",
        "8/8/8/8/8/8/P7/8 w - - 0 1",
        "8/8/8/8/8/8/1P6/8 b - - 0 1",
    ]
    assert block.boards.masks[2].tolist() == [0, 0x00FF00000000FF00, 1 << 8, 1 << 9]
    assert block.boards.white_to_move.tolist() == [True, True, True, False]
