from __future__ import annotations

import codecs
import io
import json
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawnviz.cli.command import run_command
from pawnviz.cli.inputs import Lines, given_words
from pawnviz.cli.layouts import (
    FORMATS,
    layout,
    print_positions,
)
from pawnviz.core.board.arrays import read_fens
from pawnviz.core.board.bitboard import diagram, parse_squares, to_hex
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS, NUMBERS, Entry
from tests.cli.running import PROGRAM, Give, Printed, Run, give
from tests.positions import positions

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
SEED_FEN = f"{SEED} w - - 0 1"


# Formats


def test_json_is_one_object_a_line_with_every_layer_and_number(printed: Printed) -> None:
    out = printed("masks", "--format", "json", SEED, START.fen())
    first, second = (json.loads(line) for line in out.splitlines())
    assert list(first) == ["fen", "white", "black"]
    assert (first["fen"], second["fen"]) == (SEED_FEN, START.fen())
    assert list(first["white"]) == list(first["black"]) == [*LAYERS, *NUMBERS]
    assert first["white"]["front_spans"] == "0xe7e7e7e7c6c60000"
    assert first["black"]["front_spans"] == "0x000062e7efefefef"
    assert first["white"]["interspans"] == "0x000062e7c6c60000"
    assert first["white"]["island_count"] == 2
    assert (first["white"]["fileset"], first["black"]["fileset"]) == ("0xe7", "0xef")
    assert second["white"]["pawns"] == "0x000000000000ff00"


def test_the_table_has_a_line_for_each_layer_with_counts_and_masks(printed: Printed) -> None:
    out = printed("masks", SEED)
    fen, head, *rows = out.splitlines()
    assert fen == f"# {SEED_FEN}"
    assert head.split() == ["layer", "white", "mask", "black", "mask"]
    cells = {row.split()[0]: row.split()[1:] for row in rows}
    assert list(cells) == [*LAYERS, *NUMBERS]
    assert cells["front_spans"] == ["32", "0xe7e7e7e7c6c60000", "37", "0x000062e7efefefef"]
    assert cells["island_count"] == ["2", "-", "2", "-"]
    assert cells["fileset"] == ["6", "0xe7", "7", "0xef"]
    assert all(row == row.rstrip() and len(row) <= 100 for row in rows)


def test_the_columns_of_a_table_stand_below_their_heads(run: Run) -> None:
    _, head, *rows = run("masks", SEED, "--layer", "fileset", "--layer", "stops", "--layer", "island_count")[
        1
    ].splitlines()
    ends = [head.index(word) + 5 for word in ("white", "black")]
    starts = [column for column in range(len(head)) if head.startswith("mask", column)]
    for row in rows:
        assert all(row[end - 1] != " " and row[end] == " " for end in ends)
        assert all(row[start] != " " and row[start - 1] == " " for start in starts)


def test_hexadecimal_is_a_line_for_each_layer_and_side(run: Run) -> None:
    words = ["--layer", "island_count", "--layer", "front_spans", "--layer", "fileset", "--layer", "front_spans"]
    assert run("masks", SEED, "--format", "hex", *words) == (
        0,
        f"# {SEED_FEN}\n"
        "island_count  white  2\n"
        "island_count  black  2\n"
        "front_spans   white  0xe7e7e7e7c6c60000\n"
        "front_spans   black  0x000062e7efefefef\n"
        "fileset       white  0xe7\n"
        "fileset       black  0xef\n",
        "",
    )


def test_squares_are_named(run: Run) -> None:
    words = ["--layer", "attacks", "--layer", "fileset", "--layer", "island_count", "--side", "white"]
    assert run("masks", "8/8/8/8/8/2P5/PP1P4/8", "--format", "squares", *words)[1] == (
        "# 8/8/8/8/8/2P5/PP1P4/8 w - - 0 1\n"
        "attacks       white  a3 b3 c3 e3 b4 d4\n"
        "fileset       white  a b c d\n"
        "island_count  white  1\n"
    )
    out = run("masks", "8/8/8/8/8/8/8/8", "--format", "squares", "--layer", "pawns", "--layer", "fileset")[1]
    assert [line.split()[-1] for line in out.splitlines()[1:]] == ["-"] * 4


def test_diagrams_show_the_sides_beside_each_other(run: Run) -> None:
    words = ["--format", "diagram", "--layer", "front_spans", "--layer", "island_count"]
    out = run("masks", SEED, *words)[1]
    fen, spans, count = out.rstrip("\n").split("\n\n")
    assert fen == f"# {SEED_FEN}"
    title, caption, *ranks, files = spans.splitlines()
    assert (title, caption.split()) == ("front_spans", ["white", "32", "black", "37"])
    assert files.split() == list("abcdefgh") * 2
    for side, rows in zip(
        Position.from_fen(SEED).sides(), ([rank[3:18] for rank in ranks], [rank[27:] for rank in ranks]), strict=True
    ):
        assert rows == diagram(LAYERS["front_spans"](side)).splitlines()
    assert [rank[0] for rank in ranks] == list("87654321")
    assert count.split() == ["island_count", "white", "2", "black", "2"]


@pytest.mark.parametrize("format_name", ["table", "hex", "squares", "diagram"])
def test_a_comment_line_with_the_fen_starts_each_position(run: Run, format_name: str) -> None:
    out = run("masks", SEED, "8/8/8/8/8/8/8/8", "--format", format_name, "--layer", "stops")[1]
    assert [line for line in out.splitlines() if line.startswith("#")] == [
        f"# {SEED_FEN}",
        "# 8/8/8/8/8/8/8/8 w - - 0 1",
    ]
    assert f"\n\n# {'8/' * 7}8" in out


@pytest.mark.parametrize("format_name", ["table", "json", "hex", "squares", "diagram"])
@pytest.mark.parametrize("side", ["white", "black", "both"])
def test_only_the_asked_side_is_printed(run: Run, format_name: str, side: str) -> None:
    out = run("masks", SEED, "--format", format_name, "--side", side)[1]
    assert ("white" in out) == (side != "black")
    assert ("black" in out) == (side != "white")


# Input


def test_lines_come_from_standard_input_in_order(printed: Printed, give: Give) -> None:
    lines = [
        "# a comment",
        "",
        f"{SEED} b - -",
        '8/8/8/8/8/8/P7/8 w - - bm a4; id "a; b"; hmvc 3;',
        "  \t",
        START.fen(),
    ]
    give("\ufeff".encode() + "\r\n".join(lines).encode())
    out = printed("masks", "-", "--format", "json", "--layer", "pawns")
    assert [json.loads(line)["fen"] for line in out.splitlines()] == [
        f"{SEED} b - - 0 1",
        "8/8/8/8/8/8/P7/8 w - - 3 1",
        START.fen(),
    ]


def test_bad_lines_are_reported_with_their_numbers_and_good_ones_still_come_out(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(
        monkeypatch,
        b"8/8/8/8/8/8/P7/8\n\n# no\nnonsense\n8/8/8/8/8/8/8/8 w - e4\n\xff\xfe\n8/8/8/8/8/8/1P6/8\n" + b"8" * 20_000,
    )
    status, out, err = run("masks", "-", "--format", "hex", "--layer", "pawns", "--side", "white")
    assert status == 1
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("pawns")] == [
        to_hex(parse_squares("a2")),
        to_hex(parse_squares("b2")),
    ]
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["pawnviz", f"line {number}"] for number in (4, 5, 6, 8)
    ]
    assert "The en-passant square is 'e4'; it must be - or a square on rank 3 or 6" in err


@pytest.mark.usefixtures("qapp")
def test_lines_of_other_programs_and_comments_in_files_are_read(run: Run, printed: Printed, tmp_path: Path) -> None:
    path = tmp_path / "perft.epd"
    placement = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8"
    lines = [
        "; perft",
        f"{placement} w - - 0 1 ;D1 14 ;D2 191",
        f"{placement} w - - bm Rb2",
        f'"{placement} w - - - -"',
    ]
    path.write_text("\n".join(lines))
    out = printed("masks", str(path), "--format", "json", "--layer", "stops")
    assert [json.loads(line)["fen"] for line in out.splitlines()] == [f"{placement} w - - 0 1"] * 3
    assert run("sheet", str(path), "-o", str(tmp_path / "sheet.pdf"))[::2] == (0, "")


def test_files_of_fens_are_read(run: Run, tmp_path: Path) -> None:
    good, mixed = tmp_path / "good.fen", tmp_path / "mixed.EPD"
    good.write_text(f"{SEED}\n")
    mixed.write_text("oops\n8/8/8/8/8/8/8/8 b - - id 1;\n")
    missing = tmp_path / "missing.epd"
    status, out, err = run("masks", str(good), str(missing), str(mixed), "--format", "json", "--layer", "stops")
    assert status == 1
    assert [json.loads(line)["fen"] for line in out.splitlines()] == [SEED_FEN, "8/8/8/8/8/8/8/8 b - - 0 1"]
    assert err.splitlines()[0] == f"pawnviz: {missing}: No such file or directory"
    assert err.splitlines()[1].startswith(f"pawnviz: {mixed}, line 1: The placement has 'o'")


@pytest.mark.parametrize(
    ("words", "fens"),
    [
        (["8/8/8/8/8/8/8/8", "w", "-", "-", "0", "8"], ["8/8/8/8/8/8/8/8 w - - 0 8"]),
        (["8/8/8/8/8/8/8/8", "b", "KQ", SEED, "w"], ["8/8/8/8/8/8/8/8 b KQ - 0 1", SEED_FEN]),
        ([SEED, "8/8/8/8/8/8/8/8 b"], [SEED_FEN, "8/8/8/8/8/8/8/8 b - - 0 1"]),
        (["8/8/8/8/8/8/8/8 b - -", "-"], ["8/8/8/8/8/8/8/8 b - - 0 1", "8/7P/8/8/8/8/8/8 w - - 0 1"]),
        (["-", SEED], ["8/7P/8/8/8/8/8/8 w - - 0 1", SEED_FEN]),
        ([SEED, "-"], [SEED_FEN, "8/7P/8/8/8/8/8/8 w - - 0 1"]),
        ([], ["8/7P/8/8/8/8/8/8 w - - 0 1"]),
    ],
)
def test_fens_may_be_quoted_or_not(printed: Printed, give: Give, words: list[str], fens: list[str]) -> None:
    give(b"8/7P/8/8/8/8/8/8")
    out = printed("masks", "--layer", "stops", "--format", "json", *words)
    assert [json.loads(line)["fen"] for line in out.splitlines()] == fens


def test_options_may_stand_before_between_and_after_fens(run: Run) -> None:
    words = ["--layer", "stops", SEED, "--side", "white", "8/8/8/8/8/8/8/8", "w", "--format", "json"]
    status, out, _ = run("masks", *words)
    assert status == 0
    assert [list(json.loads(line)) for line in out.splitlines()] == [["fen", "white"]] * 2


def test_a_wrong_argument_is_named_by_its_place(run: Run) -> None:
    status, out, err = run("masks", SEED, "x", "--layer", "stops")
    assert (status, out) == (1, "")
    assert err == "pawnviz: The side to move is 'x'; it must be w for White or b for Black.\n"
    status, out, err = run("masks", SEED, "8/8", "--layer", "stops", "--format", "json")
    assert (status, len(out.splitlines())) == (1, 1)
    assert err == "pawnviz: argument 2: The placement has 2 ranks; it needs 8, separated by /.\n"


# Wrong arguments


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("front_span", "did you mean front_spans"),
        ("passd", "did you mean passed_pawns"),
        ("Front-Spans", "did you mean front_spans"),
        ("islands", "did you mean"),
        ("zzzz", "pawnviz layers lists them"),
    ],
)
def test_an_unknown_layer_is_answered_with_the_closest_names(run: Run, name: str, hint: str) -> None:
    status, out, err = run("masks", SEED, "--layer", name)
    assert (status, out) == (2, "")
    assert f"there is no layer '{name}'; {hint}" in err


# As a process


@pytest.mark.slow
def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    program = subprocess.Popen(
        [*PROGRAM, "masks", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdin is not None and program.stdout is not None and program.stderr is not None
    program.stdin.write(f"{SEED}\n".encode() * 500)
    program.stdin.close()
    assert program.stdout.readline() == f"# {SEED_FEN}\n".encode()
    program.stdout.close()
    errors = program.stderr.read()
    program.stderr.close()
    assert program.wait(60) == 141
    assert errors == b""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
def test_an_interrupt_ends_it_quietly() -> None:
    import signal

    program = subprocess.Popen(
        [*PROGRAM, "masks", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert program.stdin is not None
    program.stdin.write(b"# nothing\n" * 20_000)  # More than a pipe holds, so that it is known to be reading.
    program.stdin.flush()
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=60)
    assert program.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.parametrize("data", [b"", b"\n  \n", b"# nothing\n"])
def test_no_position_at_all_is_an_error(run: Run, give: Give, data: bytes) -> None:
    for words in (["masks"], ["masks", "-"], ["formula", "own"], ["formula", "own", "-", "--steps"]):
        give(data)
        assert run(*words) == (1, "", "pawnviz: there is no position to print masks of\n")
    give(data)
    assert run("fixtures", "-") == (1, "", "pawnviz: there is no position to write masks of\n")


def test_an_empty_file_is_an_error_where_nothing_else_is_given(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "empty.fen"
    path.write_text("\n")
    message = "pawnviz: there is no position to print masks of\n"
    assert run("masks", str(path)) == (1, "", message)
    assert run("formula", "own", str(path)) == (1, "", message)
    assert run("masks", str(path), SEED)[::2] == (0, "")
    assert run("masks", str(path), "8/8")[2] == (
        "pawnviz: argument 2: The placement has 2 ranks; it needs 8, separated by /.\n"
    )


@given(st.lists(st.binary(max_size=80), max_size=8))
def test_any_lines_give_a_result_or_a_report_each(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    with pytest.MonkeyPatch.context() as monkeypatch:
        output, errors = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", errors)
        give(monkeypatch, data)
        status = run_command(["masks", "-", "--format", "json", "--layer", "stops"])
    # A byte order mark in front is no part of the first line.
    data = data.removeprefix(codecs.BOM_UTF8)
    kept = [line for line in io.BytesIO(data) if line.decode("utf-8", "replace").strip()]
    kept = [line for line in kept if not line.decode("utf-8", "replace").strip().startswith(("#", "%", ";", "//"))]
    # Where there is no line at all, a message says so.
    assert len(output.getvalue().splitlines()) + len(errors.getvalue().splitlines()) == max(len(kept), 1)
    assert status == (1 if errors.getvalue() else 0)


PAWN = "8/8/8/8/4P3/8/8/8"


def test_lines_are_given_as_soon_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as stream:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(stream))
        given: Iterator[object] = given_words(["-"])
        for text, expected in (
            (f"{PAWN}\n", [PAWN]),
            (f"# a comment\n{PAWN} b\n8/8/8/", [f"{PAWN} b"]),
            ("8/8/8/8/8\n", ["8/8/8/8/8/8/8/8"]),
        ):
            os.write(writing, text.encode())
            lines = next(given)
            assert isinstance(lines, Lines)
            assert [position for _, position in lines.texts()] == [Position.from_fen(fen) for fen in expected]
        os.write(writing, b"8/8")
        os.close(writing)
        (last,) = given
        assert isinstance(last, Lines)
        assert [position for _, position in last.texts()] == [
            "line 5: The placement has 2 ranks; it needs 8, separated by /."
        ]


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_lines(monkeypatch: pytest.MonkeyPatch, give: Give) -> None:
    chosen = layout("json", [LAYERS["stops"], LAYERS["safe_squares"]], ("white", "black"))
    peaks = []
    with Path(os.devnull).open("w") as nowhere:
        monkeypatch.setattr(sys, "stdout", nowhere)
        for count in (10_000, 10_000, 60_000):  # The first time also loads NumPy.
            give(f"{START.fen()}\n".encode() * count)
            tracemalloc.start()
            assert print_positions(given_words(["-"]), chosen) == 0
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert peaks[2] < 1.2 * peaks[1]


ENTRIES: list[Entry] = [*LAYERS.values(), *NUMBERS.values()]
LINES = st.one_of(
    positions().map(Position.fen),
    positions().map(Position.fen).map(lambda fen: fen.replace(" ", "  ")),
    st.sampled_from(["", "# a comment", "8/8 w", "8/8/8/8/8/8/8/8 b - - bm Kd4; hmvc 7;", "\tno\xa0FEN", "é"]),
)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("sides", [("white",), ("black",), ("white", "black")], ids="-".join)
@settings(max_examples=6)
@given(data=st.data())
def test_many_positions_are_laid_out_as_each_by_itself(name: str, sides: tuple[str, ...], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(ENTRIES), min_size=1, max_size=5, unique=True))
    given = data.draw(st.lists(positions(), min_size=1, max_size=4))
    found = layout(name, chosen, sides)
    block = read_fens("".join(f"{each.fen()}\n" for each in given).encode(), lambda number, line: given[number])
    printed = "".join(found.texts(block))
    assert printed == "".join(f"{found.separator}{found.text(position)}" for position in given)


@pytest.mark.slow
@settings(max_examples=4)
@given(lines=st.lists(LINES, min_size=1, max_size=6), end=st.sampled_from(["", "\n", "\r\n"]))
def test_very_many_lines_are_printed_as_each_by_itself(lines: list[str], end: str) -> None:
    data = ("\ufeff" + "\n".join(lines * 600) + end).encode()
    chosen = layout("json", [LAYERS["stops"], NUMBERS["island_count"]], ("white", "black"))
    found = [position for _, position in Lines(data + b"\n", 1, "line").texts()]
    texts = [chosen.text(position) for position in found if isinstance(position, Position)]
    messages = [f"pawnviz: {message}\n" for message in found if isinstance(message, str)]
    if not found:
        messages = ["pawnviz: there is no position to print masks of\n"]
    with pytest.MonkeyPatch.context() as monkeypatch:
        output, errors = io.StringIO(), io.StringIO()
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", errors)
        give(monkeypatch, data)
        status = run_command(["masks", "--format", "json", "--layer", "stops", "--layer", "island_count"])
    assert output.getvalue() == chosen.separator.join(texts)
    assert errors.getvalue() == "".join(messages)
    assert status == bool(messages)
