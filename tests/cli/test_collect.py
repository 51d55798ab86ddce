"""The command that collects games."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from shutil import copy

import pytest

from pawnviz.core.collections.collection import Collection
from pawnviz.core.collections.store import CollectionError
from pawnviz.folders import collections_folder
from tests.cli.running import PROGRAM, run
from tests.core.collections.sample import assert_holds
from tests.core.games.sample import MASTERS


def test_games_are_collected_under_a_name_and_new_files_are_added(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "collect", str(MASTERS), "-o", "My games") == (
        0,
        "My games: 24 games of 1 new file; 0 files had been collected before\n",
        "",
    )
    other = tmp_path / "other.pgn"
    other.write_text('[Event "Other"]\n\n1. e4 *\n')
    status, out, _ = run(capsys, "collect", str(MASTERS), str(other), "-o", "My games")
    assert (status, out) == (0, "My games: 1 game of 1 new file; 1 file had been collected before\n")
    assert run(capsys, "collect", "--list") == (0, "My games: 25 games of 2 files\n", "")
    assert run(capsys, "collect", "--delete", "My games") == (0, "", "")
    assert run(capsys, "collect", "--list") == (0, "", "")
    assert list(collections_folder().iterdir()) == []


def test_a_collection_may_be_a_file_anywhere(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "new" / "mine.pawnviz"
    assert run(capsys, "collect", str(MASTERS), "-o", str(path), "--processes", "2")[0] == 0
    assert_holds(path, MASTERS)


def test_structures_are_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "collect", str(MASTERS), "-o", "Mine")
    for name in ("rows.csv", "rows.parquet"):
        assert run(capsys, "collect", "-o", "Mine", "--export", str(tmp_path / name)) == (0, "", "")
        assert (tmp_path / name).stat().st_size > 1000
    status, _, err = run(capsys, "collect", "-o", "Mine", "--export", str(tmp_path / "no" / "rows.csv"))
    assert (status, err) == (1, f"pawnviz: There is no folder “{tmp_path / 'no'}”; choose one that exists.\n")


def test_faults_are_named_and_the_other_files_collected(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, err = run(capsys, "collect", str(tmp_path / "no.pgn"), str(MASTERS), "-o", "Mine")
    assert (status, err) == (1, f"pawnviz: There is no file “{tmp_path / 'no.pgn'}”.\n")
    assert out.startswith("Mine: 24 games of 1 new file")


def test_a_changed_file_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = Path(copy(MASTERS, tmp_path / "a.pgn"))
    run(capsys, "collect", str(file), "-o", "Mine")
    file.write_bytes(file.read_bytes() + b"\n")
    status, _, err = run(capsys, "collect", str(file), "-o", "Mine")
    assert status == 1
    assert f"“{file}” has changed since its games were collected" in err


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ((), 2, "give files and the collection"),
        (("a.pgn",), 2, "give files and the collection"),
        (("-o", "Mine"), 2, "give files and the collection"),
        (("--list", "-o", "Mine"), 2, "give files and the collection"),
        (("a.pgn", "-o", "Mine", "--processes", "0"), 2, "the number of processes is 1 or more, not 0"),
        (("-o", "Mine", "--export", "rows.txt"), 2, "structures are exported as .csv or .parquet, not as rows.txt"),
        (("-o", "Mine", "--export", "rows.csv"), 1, "There is no collection"),
        (("a.pgn", "-o", ".hidden"), 1, "is no name of a collection"),
        (("--delete", "Nothing"), 1, "There is no collection"),
        (("--delete", str(MASTERS.parent / "masters.pgn")), 1, "is no collection of pawnviz"),
    ],
)
def test_wrong_arguments_are_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int, message: str
) -> None:
    ended, out, err = run(capsys, "collect", *words)
    assert (ended, out) == (status, "")
    assert message in err
    assert MASTERS.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt")
@pytest.mark.parametrize("process_count", ["1", "2"])
def test_an_interrupt_ends_it_quietly_and_the_next_run_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, process_count: str
) -> None:
    file, path = tmp_path / "long.pgn", tmp_path / "long.pawnviz"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 500)
    words = ("collect", str(file), "-o", str(path), "--processes", process_count)
    process = subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not has_games(path):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == 130
    assert run(capsys, *words)[0] == 0
    assert_holds(path, file)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_a_full_disk_is_said_and_the_next_run_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, path = tmp_path / "long.pgn", tmp_path / "long.pawnviz"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 500)
    words = ("collect", str(file), "-o", str(path), "--processes", "1")
    limited = f'ulimit -f 4000; exec {sys.executable} -m pawnviz "$@"'
    done = subprocess.run(["bash", "-c", limited, "pawnviz", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"“{path}” cannot be read or written: the disk is full or faulty. All whole blocks are kept." in done.stderr
    assert "Traceback" not in done.stderr
    assert run(capsys, *words)[0] == 0
    assert_holds(path, file)


@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_a_packed_file_for_which_the_disk_was_full_stays_unfinished_and_is_gone_on_with(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, path = tmp_path / "packed.pgn.gz", tmp_path / "packed.pawnviz"
    file.write_bytes(gzip.compress((MASTERS.read_bytes() + b"\n") * 200))
    words = ("collect", str(file), "-o", str(path), "--processes", "1")
    limited = f'ulimit -f 1000; exec {sys.executable} -m pawnviz "$@"'
    done = subprocess.run(["bash", "-c", limited, "pawnviz", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert f"“{file}” is not collected to its end: the rest cannot be unpacked into" in done.stderr
    status, _, err = run(capsys, "search", str(path))
    assert (status, err.splitlines()[0]) == (
        1,
        f"pawnviz: {path}: “{file}” is not collected to its end; pawnviz collect goes on with it.",
    )
    assert run(capsys, *words) == (0, "packed: 4800 games of 1 new file; 0 files had been collected before\n", "")
    assert_holds(path, file)


def test_the_fault_of_a_file_is_said_whenever_its_collection_is_used(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "cut.pgn.gz"
    file.write_bytes(gzip.compress(MASTERS.read_bytes())[:-2000])
    for collected_before in (0, 1):
        status, out, err = run(capsys, "collect", str(file), "-o", "Cut")
        assert (status, out.rpartition("; ")[2].startswith(str(collected_before))) == (1, True)
        assert err.startswith(f"pawnviz: “{file}”: the file is damaged or cut short; the rest cannot be unpacked")
    assert "Cut: " in (listed := run(capsys, "collect", "--list")[1]) and listed.endswith(
        " of 1 file, 1 damaged file\n"
    )
    for words in (("search", "Cut"), ("explore", "Cut", "--where", "1 == 1")):
        assert f"“{file}”: the file is damaged or cut short" in run(capsys, *words)[2]
    rows = str(tmp_path / "rows.csv")
    assert "is damaged or cut short" in run(capsys, "collect", "-o", "Cut", "--export", rows)[2]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="has only names in UTF-8")
def test_a_file_whose_name_is_not_utf_8_is_collected_and_found(tmp_path: Path) -> None:
    file, path = os.fsencode(tmp_path) + b"/caf\xe9.pgn", os.fsencode(tmp_path) + b"/\x1b[31mcaf\xe9.pawnviz"
    Path(os.fsdecode(file)).write_bytes(MASTERS.read_bytes())

    def printed(*words: str | bytes) -> bytes:
        done = subprocess.run([*PROGRAM, *words], capture_output=True, check=True)
        assert done.stderr == b""
        return done.stdout

    assert printed("collect", file, "-o", path).startswith(rb"\x1b[31mcaf\udce9: 24 games of 1 new file")
    assert printed("collect", file, "-o", path).endswith(b"1 file had been collected before\n")
    entry = json.loads(printed("search", path, "--format", "json", "--for", "1").splitlines()[0])
    assert os.fsencode(entry["file"]) == file
    assert printed("search", path, "--format", "pgn").count(b"[Event ") == 24
    assert printed("search", path, "--format", "csv").count(rb"caf\udce9.pgn") == 24
    for name in ("rows.csv", "rows.parquet"):
        assert printed("collect", "-o", path, "--export", str(tmp_path / name)) == b""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such names")
def test_names_reach_the_terminal_without_their_escapes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, path = tmp_path / "\x1b[31m.pgn", tmp_path / "\x1b]0;mine\x07.pawnviz"
    file.write_bytes(MASTERS.read_bytes().replace(b'[ECO "', b'[ECO "\x1b[2J'))
    for words in (
        ("collect", str(file), str(file) + "x", "-o", str(path)),
        ("collect", "--delete", str(path) + "x"),
        ("search", str(path)),
        ("search", str(path) + "x"),
        ("explore", str(path), "--where", "1 == 1"),
    ):
        _, out, err = run(capsys, *words)
        assert "\x1b" not in out + err and r"\x1b" in out + err


def has_games(path: Path) -> bool:
    """Return whether there is a collection with games, and not only the beginning of one."""
    with suppress(CollectionError), Collection.open(path) as collection:
        return collection.revision > 0
    return False


def test_files_that_cannot_be_read_leave_no_empty_collection(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(capsys, "collect", str(tmp_path / "no.pgn"), "-o", "X")[0] == 1
    assert run(capsys, "collect", "--list") == (0, "", "")
    assert list(collections_folder().iterdir()) == []


def test_a_missing_collection_is_named_as_it_was_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "collect", "--delete", "Nothing") == (
        1,
        "",
        "pawnviz: There is no collection “Nothing”; pawnviz collect --list names those that there are.\n",
    )
