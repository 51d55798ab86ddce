from __future__ import annotations

import csv
import gzip
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import chess
import pytest

from pawnviz.core.structures.table import set_user_structures
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import write_layers
from pawnviz.folders import LAYERS_FILE, STRUCTURES_FILE, collections_folder, settings_folder
from tests.cli.running import PROGRAM, Run
from tests.core.collections.sample import assert_holds, has_games
from tests.core.games.sample import MASTERS

ISOLATED = "W d3/d4/d5! -c -e; B -d"


def test_a_condition_is_asked_of_whites_side_unless_a_color_is_given(run: Run) -> None:
    def numbers(*options: str) -> set[int]:
        _, out, _ = run("search", str(MASTERS), "--where", "popcount(own) <= 4", *options, "--format", "json")
        return {json.loads(line)["number"] for line in out.splitlines()}

    white, black = numbers(), numbers("--color", "black")
    assert white and black and white != black
    assert numbers("--color", "either") == white | black


def test_games_are_searched_by_the_users_own_layers_and_structures(run: Run) -> None:
    def numbers(*options: str) -> list[int]:
        status, out, err = run("search", str(MASTERS), *options, "--format", "json")
        assert (status, err) == (0, "")
        return [json.loads(line)["number"] for line in out.splitlines()]

    settings_folder().mkdir(parents=True)
    (settings_folder() / LAYERS_FILE).write_text(write_layers([UserLayer("loners", "Loners", "isolated_pawns(own)")]))
    (settings_folder() / STRUCTURES_FILE).write_text('[[structure]]\ntitle = "Own d-pawn"\npattern = "W d4 -c -e"\n')
    expected = numbers("--where", "popcount(isolated_pawns(own)) >= 2")
    try:
        assert numbers("--where", "popcount(loners(own)) >= 2") == expected
        assert numbers("--fields", "layer:loners,white") == numbers("--fields", "layer:isolated_pawns,white")
        assert numbers("--structure", "own_d_pawn", "--wide", "--color", "white") == numbers("--pattern", "W d4 -c -e")
    finally:
        set_user_structures(tuple)


def test_games_are_printed_as_a_table_as_csv_and_as_pgn(run: Run) -> None:
    question = ("search", str(MASTERS), "--moves", "1", "--result", "1-0")
    table, rows, games = (run(*question, "--format", name)[1] for name in ("table", "csv", "pgn"))
    found = list(csv.DictReader(io.StringIO(rows)))
    assert len(table.splitlines()) == len(found) == games.count("[Event ") > 1
    assert all(row["Result"] == "1-0" and row["ply"] == "0" and row["White"] in games for row in found)
    assert all("1-0" in line for line in table.splitlines())


def test_a_collection_and_several_files_are_asked_as_one(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other.pgn"
    other.write_text('[Event "Other"]\n[White "Nobody, Special"]\n[Result "0-1"]\n\n1. a4 a5 0-1\n')
    run("collect", str(MASTERS), "-o", "Mine")
    _, from_file, _ = run("search", str(MASTERS), "--eco", "A-E", "--format", "json")
    _, from_collection, _ = run("search", "Mine", "--eco", "A-E", "--format", "json")
    places = [
        [(entry["number"], entry["line"], entry["ply"], entry["end"]) for entry in map(json.loads, out.splitlines())]
        for out in (from_file, from_collection)
    ]
    assert places[0] == places[1] != []
    status, out, _ = run("search", "Mine", str(other), "--white", "nobody", "--format", "json")
    (entry,) = map(json.loads, out.splitlines())
    assert (status, entry["number"], entry["file"], entry["headers"]["Event"]) == (0, 1, str(other), "Other")


def test_a_search_without_a_game_has_status_1(run: Run) -> None:
    assert run("search", str(MASTERS), "--player", "Nobody Known") == (1, "", "pawnviz: no game fits\n")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("missing.pgn", None, "is neither a file nor a collection"),
        ("empty.pgn", b"", "it holds no games"),
        ("picture.pgn", b"\x89PNG\r\n\x1a\n", "it is a PNG picture"),
        ("foreign.pawnviz", b"no database at all", "foreign.pawnviz"),
    ],
)
def test_a_file_that_cannot_be_asked_is_named(
    run: Run, tmp_path: Path, name: str, data: bytes | None, message: str
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    status, out, err = run("search", str(path) if data is not None else name, "--elo", "2000-")
    assert (status, out) == (1, "")
    assert message in err and "Traceback" not in err


def test_a_structure_under_a_more_specific_name_is_found_wide_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "tartakower.pgn"
    file.write_text('[Event "?"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 b6 6. cxd5 exd5 7. Nf3 c5 *\n')
    for options, count in (((), 0), (("--wide",), 1), (("--color", "black", "--wide"), 0)):
        status, out, err = run("search", str(file), "--structure", "carlsbad", *options, "--format", "json")
        assert (status, err, len(out.splitlines())) == ((0, "", 1) if count else (1, "pawnviz: no game fits\n", 0))
    status, _, err = run("search", str(file), "--wide")
    assert status == 2 and "--wide belongs to --structure; give one" in err


START = chess.STARTING_FEN


def test_the_answer_is_in_sentences(run: Run) -> None:
    status, out, err = run("explore", START, str(MASTERS))
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0].startswith("24 games, from move 1 on")
    assert lines[1].startswith("White won ")
    assert any(line.split()[:2] == ["e2-e4", "White"] for line in lines)


def test_a_structure_takes_the_place_of_the_pawns(run: Run) -> None:
    question = (str(MASTERS), "--pattern", "W d -c -e", "--format", "json")
    _, searched, _ = run("search", *question)
    _, explored, _ = run("explore", START, *question)
    assert json.loads(explored)["games"] == len(searched.splitlines()) > 0


def test_pawns_that_nobody_had_have_status_1(run: Run) -> None:
    fen = "8/8/8/8/8/8/8/8 w - - 0 1"
    assert run("explore", fen, str(MASTERS)) == (1, "", "pawnviz: no game fits\n")
    status, out, _ = run("explore", fen, str(MASTERS), "--format", "json")
    assert status == 1
    assert (json.loads(out)["games"], json.loads(out)["difference"], json.loads(out)["next"]) == (0, None, [])


def test_a_structure_or_a_pattern_needs_no_position(run: Run) -> None:
    for question in (("--pattern", "W d -c -e"), ("--structure", "carlsbad")):
        assert run("explore", str(MASTERS), *question) == run("explore", START, str(MASTERS), *question)
    assert run("explore", str(MASTERS), "--pattern", "W d -c -e")[0] == 0
    assert run("explore", str(MASTERS), "--fields", "elo:1-")[2] == ""


def test_a_position_that_cannot_be_read_is_bad_input(run: Run) -> None:
    for words in (("explore", "8/8/8/8/8/8/8/x w - -", str(MASTERS)), ("search", str(MASTERS), "--fen", "8/8")):
        status, out, err = run(*words)
        assert (status, out) == (1, "") and err.startswith("pawnviz: 8/8")


def test_games_are_collected_under_a_name_and_new_files_are_added(run: Run, tmp_path: Path) -> None:
    assert run("collect", str(MASTERS), "-o", "My games") == (
        0,
        "My games: 24 games of 1 new file; 0 files had been collected before\n",
        "",
    )
    other = tmp_path / "other.pgn"
    other.write_text('[Event "Other"]\n\n1. e4 *\n')
    status, out, _ = run("collect", str(MASTERS), str(other), "-o", "My games")
    assert (status, out) == (0, "My games: 1 game of 1 new file; 1 file had been collected before\n")
    assert run("collect", "--list") == (0, "My games: 25 games of 2 files\n", "")
    assert run("collect", "--delete", "My games") == (0, "", "")
    assert run("collect", "--list") == (0, "", "")
    assert list(collections_folder().iterdir()) == []


@pytest.mark.slow
def test_a_collection_may_be_a_file_anywhere(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "new" / "mine.pawnviz"
    assert run("collect", str(MASTERS), "-o", str(path), "--processes", "2")[0] == 0
    assert_holds(path, MASTERS)


def test_structures_are_exported(run: Run, tmp_path: Path) -> None:
    run("collect", str(MASTERS), "-o", "Mine")
    for name in ("rows.csv", "rows.parquet"):
        assert run("collect", "-o", "Mine", "--export", str(tmp_path / name)) == (0, "", "")
        assert (tmp_path / name).stat().st_size > 1000
    status, _, err = run("collect", "-o", "Mine", "--export", str(tmp_path / "no" / "rows.csv"))
    assert (status, err) == (1, f"pawnviz: There is no folder “{tmp_path / 'no'}”; choose one that exists.\n")


def test_a_path_without_an_ending_gets_it_and_a_collection_without_one_is_searched(run: Run, tmp_path: Path) -> None:
    status, _, _ = run("collect", str(MASTERS), "-o", str(tmp_path / "mine"))
    assert status == 0 and [path.name for path in tmp_path.glob("mine*") if path.is_file()] == ["mine.pawnviz"]
    found = run("search", str(tmp_path / "mine"), "--where", "popcount(own) >= 1")
    assert found[0] == 0 and found[1]
    (tmp_path / "mine.pawnviz").rename(tmp_path / "other")
    assert run("search", str(tmp_path / "other"), "--where", "popcount(own) >= 1") == found
    assert run("collect", str(MASTERS), "-o", str(tmp_path / "other"))[0] == 0
    assert not (tmp_path / "other.pawnviz").exists(), "a collection of before is gone on with"


def test_faults_are_named_and_the_other_files_collected(run: Run, tmp_path: Path) -> None:
    status, out, err = run("collect", str(tmp_path / "no.pgn"), str(MASTERS), "-o", "Mine")
    assert (status, err) == (1, f"pawnviz: There is no file “{tmp_path / 'no.pgn'}”.\n")
    assert out.startswith("Mine: 24 games of 1 new file")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends an interrupt")
@pytest.mark.parametrize("process_count", ["1", "2"])
def test_an_interrupt_ends_it_quietly_and_the_next_run_goes_on(run: Run, tmp_path: Path, process_count: str) -> None:
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
    assert run(*words)[0] == 0
    assert_holds(path, file)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits the size of files")
def test_a_packed_file_for_which_the_disk_was_full_stays_unfinished_and_is_gone_on_with(
    run: Run, tmp_path: Path
) -> None:
    file, path = tmp_path / "packed.pgn.gz", tmp_path / "packed.pawnviz"
    file.write_bytes(gzip.compress((MASTERS.read_bytes() + b"\n") * 200))
    words = ("collect", str(file), "-o", str(path), "--processes", "1")
    limited = f'ulimit -f 1000; exec {sys.executable} -m pawnviz "$@"'
    done = subprocess.run(["bash", "-c", limited, "pawnviz", *words], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert f"“{file}” is not collected to its end: the rest cannot be unpacked into" in done.stderr
    status, _, err = run("search", str(path))
    assert (status, err.splitlines()[0]) == (
        1,
        f"pawnviz: {path}: “{file}” is not collected to its end; pawnviz collect goes on with it.",
    )
    assert run(*words) == (0, "packed: 4800 games of 1 new file; 0 files had been collected before\n", "")
    assert_holds(path, file)


def test_the_fault_of_a_file_is_said_whenever_its_collection_is_used(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cut.pgn.gz"
    file.write_bytes(gzip.compress(MASTERS.read_bytes())[:-2000])
    for collected_before in (0, 1):
        status, out, err = run("collect", str(file), "-o", "Cut")
        assert (status, out.rpartition("; ")[2].startswith(str(collected_before))) == (1, True)
        assert err.startswith(f"pawnviz: “{file}”: the file is damaged or cut short; the rest cannot be unpacked")
    assert "Cut: " in (listed := run("collect", "--list")[1]) and listed.endswith(" of 1 file, 1 damaged file\n")
    for words in (("search", "Cut"), ("explore", "Cut", "--where", "1 == 1")):
        assert f"“{file}”: the file is damaged or cut short" in run(*words)[2]
    rows = str(tmp_path / "rows.csv")
    assert "is damaged or cut short" in run("collect", "-o", "Cut", "--export", rows)[2]


@pytest.mark.slow
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
def test_names_reach_the_terminal_without_their_escapes(run: Run, tmp_path: Path) -> None:
    file, path = tmp_path / "\x1b[31m.pgn", tmp_path / "\x1b]0;mine\x07.pawnviz"
    file.write_bytes(MASTERS.read_bytes().replace(b'[ECO "', b'[ECO "\x1b[2J'))
    for words in (
        ("collect", str(file), str(file) + "x", "-o", str(path)),
        ("collect", "--delete", str(path) + "x"),
        ("search", str(path)),
        ("search", str(path) + "x"),
        ("explore", str(path), "--where", "1 == 1"),
    ):
        _, out, err = run(*words)
        assert "\x1b" not in out + err and r"\x1b" in out + err


def test_files_that_cannot_be_read_leave_no_empty_collection(run: Run, tmp_path: Path) -> None:
    assert run("collect", str(tmp_path / "no.pgn"), "-o", "X")[0] == 1
    assert run("collect", "--list") == (0, "", "")
    assert list(collections_folder().iterdir()) == []


def test_a_missing_collection_is_named_as_it_was_given(run: Run) -> None:
    assert run("collect", "--delete", "Nothing") == (
        1,
        "",
        "pawnviz: There is no collection “Nothing”; pawnviz collect --list names those that there are.\n",
    )
