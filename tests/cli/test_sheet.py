from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from tests.cli.running import run

pytestmark = pytest.mark.usefixtures("qapp")

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
PGN = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e6 2. d4 d5 3. e5 c5 4. c3 *\n\n[White "C"]\n\n1. d4 Nf9 *\n'


def pages(path: Path) -> list[str]:
    """Return what is drawn on each page of a PDF."""
    data = path.read_bytes()
    streams = [
        zlib.decompress(match[1]).decode("latin-1")
        for match in re.finditer(rb"/FlateDecode\r?\n?.*?stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
        if match[1].startswith(b"\x78")
    ]
    return [stream for stream in streams if " re\n" in stream or " l\n" in stream]


def test_positions_fill_pages_row_by_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text(f'{FEN} w - - id "One"; bm b4;\nwrong\n' + f"{FEN} b - -\n" * 6)
    path = tmp_path / "sheet.pdf"
    words = ("--columns", "2", "--rows", "2", "--layer", "white.front_spans", "--title", "A lesson")
    status, out, err = run(capsys, "sheet", str(tmp_path / "a.epd"), "-o", str(path), *words)
    assert (status, out) == (1, "") and "a.epd, line 2" in err
    data = path.read_bytes()
    assert data.count(b"/Type /Page\n") == 2
    assert b"/Subtype /Image" not in data and b"/ToUnicode" in data


def test_a_game_gives_its_positions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN)
    path = tmp_path / "sheet.pdf"
    base = ("sheet", str(tmp_path / "a.pgn"), "-o", str(path), "--rows", "1", "--columns", "1")
    assert run(capsys, *base, "--plies", "0,3-5")[0] == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 4
    assert run(capsys, *base)[0] == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 8
    status, _, err = run(capsys, *base, "--plies", "3,99")
    assert status == 1 and "there is no ply 99; the game has 7" in err
    status, _, err = run(capsys, *base, "--game", "2")
    assert status == 1 and "line" in err
    status, _, err = run(capsys, *base, "--game", "3")
    assert status == 1 and "there is no game 3" in err


def test_a_page_of_few_positions_has_large_boards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"

    def page_count(number: int, *words: str) -> int:
        assert run(capsys, "sheet", *[FEN] * number, "-o", str(path), *words)[0] == 0
        return path.read_bytes().count(b"/Type /Page\n")

    assert page_count(1) == page_count(1, "--columns", "1", "--rows", "1") == 1
    drawn = pages(path)
    page_count(1)
    assert pages(path) == drawn
    page_count(1, "--columns", "2")
    assert pages(path) != drawn, "with one of them given, the other is that of a full page"


@pytest.mark.parametrize(
    ("words", "expected", "message"),
    [
        ((FEN, "-o", "sheet.png"), 2, "the name of a sheet ends in .pdf, not sheet.png"),
        ((FEN, "-o", "a.pdf", "--rows", "0"), 2, "a page has 1 to 8 rows, not 0"),
        ((FEN, "-o", "a.pdf", "--plies", "1,x"), 2, "--plies is a list such as 0,24,30-36, not 1,x"),
        ((FEN, FEN, "-o", "a.pdf", "--game", "2"), 2, "need one file of games"),
        (("8/8", "-o", "a.pdf"), 1, "placement"),
        ((FEN, "-o", "/nowhere/a.pdf"), 1, "There is no folder “/nowhere”"),
        (("/nowhere/a.pgn", "-o", "a.pdf"), 1, "/nowhere/a.pgn: No such file"),
    ],
)
def test_what_is_wrong_with_a_sheet_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], expected: int, message: str
) -> None:
    status, _, err = run(capsys, "sheet", *words)
    assert status == expected and message in err
