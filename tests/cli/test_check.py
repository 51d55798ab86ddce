from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.cli.command import run_command
from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.notation import MAPPINGS
from tests.cli.running import Give, Printed, Run, give

E4 = "8/8/8/8/4P3/8/8/8"
GOOD = f"front_spans white {E4} w - - 0 1 0x1010101000000000"
BAD = f"stops white {E4} w - - 0 1 0x0000000100000000"


def written(folder: Path, *lines: str) -> str:
    """Return the name of a new file of these lines."""
    path = folder / "masks.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


# Checking


def test_equal_lines_give_status_0_and_the_totals(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "# mine", GOOD, GOOD, f"island_count white {E4} 1")
    assert run("check", file) == (
        0,
        "layer          checked     wrong\n"
        "front_spans          2         0\n"
        "island_count         1         0\n"
        "\n"
        "3 lines checked, all equal\n",
        "",
    )


def test_a_wrong_mask_gives_status_1_its_line_the_first_wrong_square_and_the_boards(run: Run, tmp_path: Path) -> None:
    status, out, err = run("check", written(tmp_path, GOOD, BAD, BAD, f"stops black {E4} {{}}"))
    assert (status, err) == (1, "")
    assert out == (
        "layer         checked     wrong\n"
        "front_spans         1         0\n"
        "stops               3         2  first in line 2\n"
        "\n"
        f"line 2: stops white {E4} w - - 0 1\n"
        "expected 0x0000001000000000\n"
        "given    0x0000000100000000\n"
        "first wrong square a5; missing e5; surplus a5\n"
        "   expected          given             difference\n"
        "8  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "7  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "6  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "5  . . . . 1 . . .   1 . . . . . . .   + . . . - . . .\n"
        "4  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "3  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "2  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "1  . . . . . . . .   . . . . . . . .   . . . . . . . .\n"
        "   a b c d e f g h   a b c d e f g h   a b c d e f g h\n"
        "\n"
        "4 lines checked, 2 wrong\n"
    )


def test_a_wrong_mapping_is_named(run: Run, tmp_path: Path) -> None:
    number = MAPPINGS["LEFR"].number(parse_squares("b3"))
    file = written(tmp_path, f"stops white 8/8/8/8/8/8/1P6/8 {number}")
    status, out, _ = run("check", file)
    assert status == 1
    assert f"expected 0x0000000000020000\ngiven    0x{number:016x} (decimal)\n" in out
    assert "it is equal in the mapping LEFR (a1a2)" in out
    for name in ("LEFR", "lefr", "a1a2", "a1,a2"):
        assert run("check", file, "--mapping", name)[0] == 0
    status, out, _ = run("check", file, "--mapping", "BERF")
    assert status == 1
    assert "mapping  BERF: h8 = bit 0, g8 = bit 1, a1 = bit 63" in out


def test_only_the_first_hundred_unreadable_lines_are_named(run: Run, tmp_path: Path) -> None:
    status, out, err = run("check", written(tmp_path, *["nonsense"] * 103))
    assert (status, out) == (1, "")
    assert len(err.splitlines()) == 101
    assert err.splitlines()[-1] == "pawnviz: 3 more lines cannot be read"


def test_json_is_one_object_with_everything(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD, BAD, f"island_count white {E4} 3", "nonsense")
    status, out, err = run("check", file, "--format", "json")
    assert (status, err, out.count("\n")) == (1, "", 1)
    assert json.loads(out) == {
        "passed": False,
        "checked": 3,
        "wrong": 2,
        "unreadable_count": 1,
        "layers": [
            {"layer": "front_spans", "checked": 1, "wrong": 0, "first": None},
            {
                "layer": "stops",
                "checked": 1,
                "wrong": 1,
                "first": {
                    "line": 2,
                    "color": "white",
                    "fen": f"{E4} w - - 0 1",
                    "text": "0x0000000100000000",
                    "expected": "0x0000001000000000",
                    "given": "0x0000000100000000",
                    "mapping": "LERF",
                    "fitting_mappings": [],
                    "first_square": "a5",
                    "missing": ["e5"],
                    "surplus": ["a5"],
                },
            },
            {
                "layer": "island_count",
                "checked": 1,
                "wrong": 1,
                "first": {
                    "line": 3,
                    "color": "white",
                    "fen": f"{E4} w - - 0 1",
                    "text": "3",
                    "expected": "1",
                    "given": "3",
                },
            },
        ],
        "unreadable": [{"line": 4, "reason": "a line is layer, color, FEN and mask; this one has 1 word"}],
    }
    assert json.loads(run("check", written(tmp_path, GOOD), "--format", "json")[1])["passed"] is True


def test_lines_with_names_of_another_program_are_checked_by_aliases(run: Run, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD.replace("front_spans", "front"), f"Islands of pawns\twhite\t{E4}\t1", BAD)
    assert run("check", file)[2].startswith("pawnviz: line 1: there is no layer 'front'; did you mean fronts")
    aliases = ["--alias", "front=front_spans", "--alias", "Islands of pawns = island_count"]
    status, out, err = run("check", file, *aliases)
    assert (status, err) == (1, "")
    assert out.endswith("3 lines checked, 1 wrong\n")
    assert run("check", file, *aliases, "--layer", "front")[:2] == (
        0,
        "layer         checked     wrong\nfront_spans         1         0\n\n1 line checked, all equal\n",
    )
    # An alias stands for its layer also where the name is that of another one, as the wrong line's of stops.
    rear = f"stops white {E4} w - - 0 1 0x0000000000101010"
    assert run("check", written(tmp_path, rear), "--alias", "stops=rear_spans")[0] == 0


def test_nothing_to_check_is_not_a_success(run: Run, tmp_path: Path) -> None:
    assert run("check", written(tmp_path, "# mapping: LERF")) == (1, "", "pawnviz: there is no line to check\n")
    status, out, err = run("check", written(tmp_path, GOOD), "--layer", "stops")
    assert (status, out, err) == (1, "", "pawnviz: there is no line of stops to check\n")


@pytest.mark.parametrize("words", [["check", "-"], ["check"]])
def test_lines_come_from_standard_input(printed: Printed, give: Give, words: list[str]) -> None:
    give(b"\xef\xbb\xbf" + f"{GOOD}\r\n\r\n{GOOD}".encode())
    out = printed(*words)
    assert out.endswith("2 lines checked, all equal\n")


@given(st.lists(st.binary(max_size=80) | st.just(GOOD.encode()) | st.just(BAD.encode()), max_size=8))
def test_any_lines_give_a_report(lines: list[bytes]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        output = io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", io.StringIO())
        give(monkeypatch, b"\n".join(lines))
        status = run_command(["check", "-", "--format", "json"])
    report = json.loads(output.getvalue())
    assert status == (0 if report["passed"] else 1)


def test_a_file_that_cannot_be_opened_is_named(run: Run, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing")
    assert run("check", missing) == (1, "", f"pawnviz: {missing}: No such file or directory\n")
    status, out, err = run("check", str(tmp_path))
    assert (status, out) == (1, "")
    assert err.startswith(f"pawnviz: {tmp_path}: ")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_printed_at_a_terminal_only_and_wiped_away(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = written(tmp_path, *[GOOD] * 2000)
    monkeypatch.setattr("time.monotonic", iter(range(100)).__next__)
    assert run("check", file)[2] == ""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run_command(["check", file]) == 0
    shown = terminal.getvalue().split("\r")
    assert shown[0] == ""
    assert [text.split(" (")[0] for text in shown[1:4]] == ["512 lines", "1024 lines", "1536 lines"]
    assert all(text.endswith(" %)") for text in shown[1:4])
    assert shown[4].strip() == shown[5] == ""
    assert len(shown) == 6


def test_no_progress_is_printed_for_a_short_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert run_command(["check", written(tmp_path, GOOD)]) == 0
    assert terminal.getvalue() == ""


# Wrong arguments


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("check", "give a file, or - to read standard input"),
        ("fixtures", "give a FEN, a .fen or .epd file, or -"),
        ("masks", "give a FEN, a .fen or .epd file, or - to read standard input"),
    ],
)
def test_no_input_at_a_terminal_is_an_error(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, message: str
) -> None:
    for stdin in (Terminal(), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        status, out, err = run(command)
        assert (status, out) == (2, "")
        assert message in err


@pytest.mark.parametrize("command", ["check", "fixtures"])
def test_help_names_the_mappings(printed: Printed, command: str) -> None:
    out = printed(command, "--help")
    for mapping in MAPPINGS.values():
        assert mapping.name in out and mapping.first_squares in out and mapping.title in out


# As a process


def test_fixtures_are_lines_with_a_header_that_explains_them(run: Run) -> None:
    assert run("fixtures", E4, "--layer", "stops", "--layer", "island_count", "--side", "white") == (
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
