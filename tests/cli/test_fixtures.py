"""``pawnviz fixtures`` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pawnviz.core.board.notation import Notation
from pawnviz.core.board.position import START
from pawnviz.core.layers import LAYERS, NUMBERS
from tests.cli.running import give, run

E4 = "8/8/8/8/4P3/8/8/8"


def test_fixtures_are_lines_with_a_header_that_explains_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "fixtures", E4, "--layer", "stops", "--layer", "island_count", "--side", "white") == (
        0,
        "# Expected masks of pawn layers, for the tests of a chess program. A line is: layer color FEN mask\n"
        "# FENs have six fields, so a line has nine words. Lines that start with # are comments.\n"
        "# mapping: LERF (a1 = bit 0, b1 = bit 1, h8 = bit 63)\n"
        "# Counts are decimal numbers; the mask of d4 and e4 is 0x0000000018000000\n"
        "# To check the lines that a program prints: pawnviz check FILE\n"
        f"stops white {E4} w - - 0 1 0x0000001000000000\n"
        f"island_count white {E4} w - - 0 1 1\n",
        "",
    )


@pytest.mark.parametrize("notation", [notation.value for notation in Notation if notation.is_word])
@pytest.mark.parametrize("mapping", ["LERF", "BEFLER"])
def test_fixtures_of_all_layers_pass_the_check(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, notation: str, mapping: str
) -> None:
    words = ["fixtures", E4, START.fen(), "--notation", notation, "--mapping", mapping]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    give(monkeypatch, out.encode())
    status, out, err = run(capsys, "check", "-")
    assert (status, err) == (0, "")
    assert out.endswith(f"{4 * (len(LAYERS) + len(NUMBERS))} lines checked, all equal\n")


def test_positions_come_from_arguments_files_and_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "some.epd"
    path.write_text(f"{E4} b - - id 1;\n")
    give(monkeypatch, b"8/7P/8/8/8/8/8/8\n")
    words = ["fixtures", "8/8/8/8/8/8/P7/8", "w", str(path), "-", "--layer", "pawns", "--side", "black"]
    status, out, err = run(capsys, *words)
    assert (status, err) == (0, "")
    assert [" ".join(line.split()[2:4]) for line in out.splitlines() if not line.startswith("#")] == [
        "8/8/8/8/8/8/P7/8 w",
        f"{E4} b",
        "8/7P/8/8/8/8/8/8 w",
    ]


def test_a_bad_position_is_named_and_the_others_come_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    give(monkeypatch, f"8/8\n{E4}\n".encode())
    status, out, err = run(capsys, "fixtures", "-", "--layer", "pawns")
    assert status == 1
    assert err == "pawnviz: line 1: The placement has 2 ranks; it needs 8, separated by /.\n"
    assert sum(line.startswith("pawns") for line in out.splitlines()) == 2


def test_no_position_is_not_a_success(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, b"# none\n")
    status, _, err = run(capsys, "fixtures", "-")
    assert (status, err) == (1, "pawnviz: there is no position to write masks of\n")
