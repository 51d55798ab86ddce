"""Standard streams that are closed, full or endless, and files that are none, on the command line."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pawnviz.cli.command import COMMANDS, LONGEST_LINE, run_command
from pawnviz.folders import LAYERS_FILE, settings_folder
from tests.cli.running import PROGRAM, Give, Run
from tests.core.games.sample import MASTERS
from tests.data import rows_beside

if TYPE_CHECKING:
    from typing_extensions import Buffer

PAWN = "8/8/8/8/4P3/8/8/8"
LINE = f"pawns white {PAWN} w - - 0 1 "

PRINTING = (["masks", PAWN], ["check", "-"], ["--help"])
"""Arguments with which something is printed."""


class Endless(io.RawIOBase):
    """Bytes without an end, all the same."""

    def __init__(self, byte: bytes) -> None:
        super().__init__()
        self._byte = byte

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        view = memoryview(buffer)
        view[:] = self._byte * len(view)
        return len(view)


def ends(redirections: str, commands: tuple[list[str], ...] = PRINTING) -> list[tuple[int, str, str]]:
    """Run commands at the same time with these redirections of a shell, and return their statuses, outputs, errors."""
    processes = [
        subprocess.Popen(
            ["sh", "-c", f'exec "$0" "$@" {redirections}', *PROGRAM, *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for words in commands
    ]
    said = [process.communicate(f"{LINE}0x10000000\n", timeout=60) for process in processes]
    return [(process.returncode, *texts) for process, texts in zip(processes, said, strict=True)]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(("status", "arguments", "message"), rows_beside(__file__, "wrong_arguments.tsv"))
@pytest.mark.usefixtures("qapp")  # Drawing would start Qt without widgets.
def test_wrong_arguments_are_named(run: Run, tmp_path: Path, status: str, arguments: str, message: str) -> None:
    games = tmp_path / "games.pgn"
    games.write_text("1. e4 e6 2. d4 d5 *\n")
    places = {"{masters}": str(MASTERS), "{games}": str(games)}
    ended, out, err = run(*(places.get(word, word) for word in shlex.split(arguments)))
    assert (str(ended), out if "-o -" not in arguments else "") == (status, "")
    assert message in err
    if status == "2":
        command = arguments.split()[0]
        assert err.startswith(f"pawnviz {command}: error: ") and err.endswith(f"\nsee pawnviz {command} --help\n")
        assert err.count("\n") == 2
    assert MASTERS.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_lines_of_at_most_120_columns(run: Run, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    status, out, err = run(command, "--help")
    assert (status, err) == (0, "") and f"usage: pawnviz {command}" in out
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redirections", "errors"),
    [
        (">/dev/full", "pawnviz: standard output cannot be written: No space left on device\n"),
        (">&-", "pawnviz: standard output cannot be written: it is closed\n"),
        (">&- 2>&-", ""),
    ],
)
def test_output_that_cannot_be_written_gives_one_line_and_status_1(redirections: str, errors: str) -> None:
    for words, end in zip(PRINTING, ends(redirections), strict=True):
        assert end == (1, "", errors), words


@pytest.mark.parametrize("redirections", ["2>/dev/full", "2>&-"])
def test_errors_that_cannot_be_written_are_told_by_the_status_and_do_not_mix_with_the_output(redirections: str) -> None:
    found = ends(redirections, (["masks", "8/8"], ["--flip"], ["masks", PAWN]))
    assert [status for status, _, _ in found] == [1, 2, 0]
    assert [output for _, output, _ in found[:2]] == ["", ""]
    assert found[2][1].startswith(f"# {PAWN}")


@pytest.mark.slow
def test_closed_input_is_missed_only_where_it_is_read() -> None:
    masks, check, other = ends("<&-", (["masks"], ["check", "-"], ["masks", PAWN]))
    assert masks == check == (1, "", "pawnviz: standard input: it is closed\n")
    assert other[::2] == (0, "")


@pytest.mark.parametrize("byte", [b"\x00", b"8"])
@pytest.mark.parametrize(
    "words", [["masks", "-"], ["explain", "-"], ["formula", "own", "-"], ["fixtures", "-"], ["check", "-"]]
)
def test_a_line_without_an_end_is_given_up_with_a_line_that_names_the_limit(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], byte: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless(byte))))
    tracemalloc.start()
    status, _, errors = run(*words)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()
    assert (status, errors) == (
        1,
        "pawnviz: line 1: the line has more than 1,000,000 bytes; nothing is read from there on\n",
    )


def test_lines_before_one_without_an_end_are_answered(run: Run, give: Give) -> None:
    give(f"{PAWN}\n\n".encode() + b"8" * (LONGEST_LINE + 1))
    status, out, errors = run("masks", "-", "--layer", "pawns")
    assert status == 1
    assert out.startswith(f"# {PAWN}")
    assert errors.startswith("pawnviz: line 3: the line has more than")
    give(f"{LINE}0x10000000\n\n".encode() + b"8" * (LONGEST_LINE + 1))
    status, out, errors = run("check", "-")
    assert status == 1
    assert out.endswith("1 line checked, 0 wrong, 1 cannot be read\n")
    assert errors.startswith("pawnviz: line 3: the line has more than 1,000,000 bytes")


def test_long_lines_below_the_limit_do_not_end_a_check(run: Run, give: Give) -> None:
    give(b"x" * (LONGEST_LINE - 100_000) + f"\n{LINE}0x10000000\n".encode())
    status, out, errors = run("check", "-")
    assert (status, errors) == (1, "pawnviz: line 1: the line has more than 20000 characters\n")
    assert "1 line checked" in out


def test_lines_are_checked_wherever_a_read_ends(run: Run, give: Give) -> None:
    lines = f"{LINE}0x10000000 # ♙\n" * 3000 + f"{LINE}0x1"
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        give(lines.encode(encoding))
        status, out, errors = run("check", "-")
        assert (status, errors) == (1, "")
        assert "first in line 3001" in out
        assert out.endswith("3001 lines checked, 1 wrong\n")


def test_a_pipe_given_as_a_file_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.fen"
    os.mkfifo(pipe)
    message = f"{pipe}: it is a device or a pipe; only files are read, and standard input as -\n"
    for words in (["masks", str(pipe)], ["check", str(pipe)], ["formula", "own", str(pipe)]):
        assert run(*words) == (1, "", f"pawnviz: {message}")
    for words in (["layers"], ["masks", PAWN], ["check", "-"], ["fixtures", PAWN], ["formula", "own", PAWN]):
        status, out, errors = run(*words, "--layers", str(pipe))
        assert (status, out) == (2, "")
        assert errors == f"pawnviz {words[0]}: error: {message}see pawnviz {words[0]} --help\n"


def test_what_the_caller_has_opened_is_read_by_its_name(run: Run) -> None:
    reading, writing = os.pipe()
    os.write(writing, f"{LINE}0x10000000\n".encode())
    os.close(writing)
    assert run("check", f"/dev/fd/{reading}")[0] == 0
    os.close(reading)


def test_a_pipe_in_the_place_of_own_layers_is_named_and_left_out(run: Run) -> None:
    folder = settings_folder()
    folder.mkdir(parents=True)
    os.mkfifo(folder / LAYERS_FILE)
    status, out, errors = run("layers")
    assert status == 0
    assert "front_spans" in out
    assert errors == (
        f"pawnviz: user layers are left out, {folder / LAYERS_FILE}: it is a device or a pipe;"
        " only files are read, and standard input as -\n"
    )
    assert run("masks", PAWN, "--layer", "pawns")[::2] == (0, "")


def test_commands_work_without_a_home_folder(homeless: None, run: Run, give: Give) -> None:
    give(f"{LINE}0x10000000\n".encode())
    for words in (["layers"], ["masks", PAWN], ["fixtures", PAWN], ["formula", "own", PAWN], ["check", "-"]):
        assert run(*words)[::2] == (0, "")
    assert "'mine' is not known" in run("formula", "mine", PAWN)[2]


@pytest.mark.parametrize("digits", ["0" * 5000, "1" * 5000, "0" * 4090, "1" * 4090])
@pytest.mark.parametrize("form", ["{}", "0x{}", "0b{}", "-{}", "uint64_t x = {}ULL;", "own << {}", "north(own, {})"])
def test_numbers_of_thousands_of_digits_give_a_line(
    capsys: pytest.CaptureFixture[str], run: Run, give: Give, form: str, digits: str
) -> None:
    number = form.format(digits)
    fens = (f"{PAWN} w - - {number} 1", f"{PAWN} w - - 0 {number}", f"{PAWN} w - - hmvc {number};", f"8/{number}")
    commands = [["masks", fen] for fen in fens]
    commands += [["formula", f"({number})", PAWN], ["formula", f"own | {number}", PAWN]]
    for words in commands:
        status, _, errors = run(*words)
        assert status in (0, 1, 2)
        assert len(errors.splitlines()) == (status > 0)
    for name in ("pawns", "island_count"):
        give(f"{name} white {PAWN} {number}\n{name} white '{PAWN}' {number}\n".encode())
        assert run_command(["check", "-"]) in (0, 1)
        assert all(len(line) < 300 for line in capsys.readouterr().err.splitlines())


def test_an_interrupt_at_the_start_ends_it_at_once_without_a_word() -> None:
    code = (
        "import os, signal, sys; from pawnviz.__main__ import main;"
        "sys.meta_path.insert(0, type('Finder', (), {'find_spec': lambda *_: os.kill(os.getpid(), signal.SIGINT)})());"
        "sys.exit(main())"
    )
    for words in (["masks", PAWN], ["layers"], ["check", "-"], ["--reset"], []):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, b"", b"")
