from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.positions import (
    Operation,
    PositionFile,
    is_game_text,
    lost_moves,
    open_stored,
    operations,
    title,
    with_position,
    without_operations,
)
from tests.cli.running import PROGRAM

PLACEMENT = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"
EPD = f'{PLACEMENT} w - - bm f5; id "STS; (v1.0)"; c0 "f5=100, Bf2=46"; acd 12;'
OTHER = Position.from_fen("8/8/8/8/8/8/P7/8 b - - 0 1")


def test_operations_are_read_with_semicolons_in_their_quotes() -> None:
    assert operations(EPD) == (
        Operation("bm", "f5"),
        Operation("id", "STS; (v1.0)"),
        Operation("c0", "f5=100, Bf2=46"),
        Operation("acd", "12"),
    )


@pytest.mark.parametrize("line", ["", PLACEMENT, f"{PLACEMENT} w - -", f"{PLACEMENT} w - - 0 1", "notes"])
def test_a_fen_has_no_operations(line: str) -> None:
    assert operations(line) == ()
    assert title(line) == ""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('id "one"; bm e4;', "one"),
        ('bm e4; id "one";', "one"),
        ('bm e4 d4; c0 "quiet";', "bm e4 d4"),
        ('c0 "quiet";', "quiet"),
        ("acd 3;", ""),
        ('id "one', ""),
    ],
)
def test_a_position_is_called_by_its_id_or_else_by_its_moves_or_its_comment(said: str, expected: str) -> None:
    assert title(f"{PLACEMENT} w - - {said}") == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (EPD + "\r\n", '8/8/8/8/8/8/P7/8 b - - bm f5; id "STS; (v1.0)"; c0 "f5=100, Bf2=46"; acd 12;\r\n'),
        (f"  {PLACEMENT} w - -\n", "  8/8/8/8/8/8/P7/8 b - -\n"),
        (f"{PLACEMENT} w - - 0 1\n", "8/8/8/8/8/8/P7/8 b - - 0 1\n"),
        (f'{PLACEMENT} w - - 0 1 id "six";\n', '8/8/8/8/8/8/P7/8 b - - 0 1 id "six";\n'),
        (f"{PLACEMENT} w - - 0 1 ;D1 20 ;D2 400\n", "8/8/8/8/8/8/P7/8 b - - 0 1 ;D1 20 ;D2 400\n"),
        (f"{PLACEMENT} w - -; bm f5", "8/8/8/8/8/8/P7/8 b - -; bm f5"),
        (f"{PLACEMENT} w - - - - bm f5;", "8/8/8/8/8/8/P7/8 b - - 0 1 bm f5;"),
        (f'{{"fen": "{PLACEMENT} w - -", "cp": 3}}\n', '{"fen": "8/8/8/8/8/8/P7/8 b - - 0 1", "cp": 3}\n'),
        (f"{PLACEMENT} w - -,30", "8/8/8/8/8/8/P7/8 b - - 0 1,30"),
        (f"https://lichess.org/editor/{PLACEMENT}_w_-_-_0_1?color=white", None),
        (f"position fen {PLACEMENT} w - - 0 1 moves a4a5", "position fen 8/8/8/8/8/8/P7/8 b - - 0 1"),
        ("position startpos moves e2e4\n", "8/8/8/8/8/8/P7/8 b - - 0 1\n"),
        (PLACEMENT, "8/8/8/8/8/8/P7/8 b - - 0 1"),
        ("8/8 broken\n", "8/8/8/8/8/8/P7/8 b - - 0 1\n"),
    ],
)
def test_a_line_with_another_position_keeps_what_stands_beside_it(line: str, expected: str | None) -> None:
    expected = expected or "https://lichess.org/editor/8/8/8/8/8/8/P7/8_b_-_-_0_1?color=white"
    assert with_position(line, OTHER) == expected
    assert Position.from_fen(with_position(line, OTHER)) == OTHER


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ('id "a";', 'id "a"; hmvc 7; fmvn 31;'),
        ("hmvc 2; acd 3; fmvn 9;", "hmvc 7; acd 3; fmvn 31;"),
        ("", "hmvc 7; fmvn 31;"),
    ],
)
def test_other_clocks_are_said_as_operations(said: str, expected: str) -> None:
    line = with_position(f"{PLACEMENT} w - - {said}".strip(), Position.from_fen(f"{PLACEMENT} w - - 7 31"))
    if not said:
        assert line == f"{PLACEMENT} w - -; hmvc 7; fmvn 31;" or Position.from_fen(line).fen().endswith(" 7 31")
    else:
        assert line == f"{PLACEMENT} w - - {expected}"
    assert Position.from_fen(line).fen() == f"{PLACEMENT} w - - 7 31"


@given(st.text(alphabet='w- ;"abc\\é', max_size=40), st.integers(0, 99), st.integers(1, 99))
def test_a_rewritten_line_has_the_new_position_whatever_stands_beside_it(
    said: str, halfmove_clock: int, fullmove_number: int
) -> None:
    line = f'{PLACEMENT} w - - id "{said.replace(chr(34), "")}"; c0 "x";\n'
    position = Position.from_fen(f"8/8/8/8/8/8/P7/8 b - - {halfmove_clock} {fullmove_number}")
    again = with_position(line, position)
    assert Position.from_fen(again) == position
    assert operations(again)[:2] == operations(line)
    assert with_position(again, position) == again


@pytest.mark.parametrize(
    ("said", "lost"),
    [
        ("bm b4;", ()),
        ("bm a5 b4; am a5", ("bm", "am")),
        ('am "a5"; id "a5";', ("am",)),
        ("pm a4a5; pv a5;", ("pm",)),
        ("bm Qh5; am Nf3", ()),
        ("bm ;", ()),
        ('id "one"', ()),
    ],
)
def test_moves_that_an_edit_has_made_illegal_are_known_and_can_be_left_out(said: str, lost: tuple[str, ...]) -> None:
    line = f"{PLACEMENT} w - - {said}\n"
    position = Position.from_fen(f"{PLACEMENT} w - - 0 1").without_piece(24)
    assert tuple(name for name, _ in lost_moves(line, position)) == lost
    rest = without_operations(with_position(line, position), lost)
    assert operations(rest) == tuple(operation for operation in operations(line) if operation.name not in lost)
    assert Position.from_fen(rest) == position
    assert rest.endswith("\n")


FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


def test_entries_are_lines_that_begin_as_positions_do() -> None:
    file = PositionFile.of(f"# comment\n\n{FEN}\nnotes\n8/8/8/8 w\n; {FEN}\n1/2/3\nsee http://a/b/c/d\n".encode())
    assert [number + 1 for number in file.entries] == [3, 5]
    assert [number + 1 for number in file.others] == [4, 7, 8]
    assert file.position(0).fen() == FEN


def test_positions_in_the_texts_of_other_programs_are_entries() -> None:
    lines = [
        f'{{"cp": 1, "fen": "{FEN}"}}',
        "position startpos moves e2e4",
        f"https://lichess.org/analysis/{FEN.replace(' ', '_')}",
        f'[FEN "{FEN}"]',
        f"fen {FEN}",
        "position of the pieces: 1/2/3",
    ]
    file = PositionFile.of("\n".join(lines).encode())
    assert file.entries == (0, 1, 2, 3, 4)
    assert [file.position(entry).fen() == FEN for entry in range(5)] == [True, False, True, True, True]


def test_moves_that_are_not_legal_any_more_are_left_out_where_that_is_wanted() -> None:
    file = PositionFile.of(f'{FEN} bm a5;\n{FEN} am a5; id "b"\n{FEN} bm a5;\n'.encode())
    edited = file.position(0).without_piece(24)
    positions = {0: edited, 1: edited}
    assert file.lost_moves(positions) == {0: ("bm a5",), 1: ("am a5",)}
    fen = edited.fen()
    assert file.with_positions(positions).data().decode() == f'{fen} bm a5;\n{fen} am a5; id "b"\n{FEN} bm a5;\n'
    kept = file.with_positions(positions, drops_lost_moves=True).data().decode()
    assert kept == f'{fen}\n{fen} id "b"\n{FEN} bm a5;\n'


@given(st.binary(max_size=200) | st.text(alphabet="pP/8 1kKw-\n\r;#é\x85", max_size=200).map(str.encode))
def test_a_file_without_edits_is_written_byte_for_byte(data: bytes) -> None:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return
    try:
        file = PositionFile.of(data)
    except ValueError:
        assert b"\0" in data
        return
    assert file.with_positions({}).data() == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_an_edit_changes_its_line_alone(encoding: str) -> None:
    before = f'# é\r\n8/8/8/8/8/8/8/8 w - - id "café";\r\n{FEN}\nthe end'
    file = PositionFile.of(before.encode(encoding))
    after = file.with_positions({0: OTHER}).data().decode(encoding)
    assert after == before.replace("8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/P7/8 b")
    assert "�" not in file.text(1)


def test_a_position_is_added_where_a_file_has_none() -> None:
    assert PositionFile(()).with_positions({0: OTHER}).data() == f"{OTHER.fen()}\n".encode()
    assert PositionFile.of(b"# notes").with_positions({0: OTHER}).data() == f"# notes\n{OTHER.fen()}\n".encode()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[Event "Hastings"]\n[Site "?"]\n\n1. e4 e5 *', True),
        ("\ufeff\n  1.e4 c5 2.Nf3", True),
        ("1. Nf3 d5", True),
        ("1... exd5", True),
        ("1. O-O", True),
        (FEN, False),
        ("1rbq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8", False),
        ("1. Notes on pawns", False),
        ("[a list]", False),
        (f'[SetUp "1"]\n[FEN "{FEN}"]\n', False),
        (f'[SetUp "1"]\n[FEN "{FEN}"]\n\n1. a5 *', True),
        ("", False),
    ],
)
def test_a_game_is_told_from_a_position(text: str, expected: bool) -> None:
    assert is_game_text(text) is expected


MADE_UP = pytest.mark.skipif(not Path("/proc/kmsg").exists(), reason="only Linux makes up such files")


def test_a_stored_file_is_read_even_if_it_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"text"):
        path.write_bytes(data)
        with open_stored(path) as file:
            assert file.read() == data
    with pytest.raises(FileNotFoundError):
        open_stored(tmp_path / "missing")


@MADE_UP
@pytest.mark.parametrize("path", ["/proc/version", "/proc/kmsg"])
def test_files_that_the_system_makes_up_are_refused_without_waiting(path: str) -> None:
    for read in (open_stored, GameFile):
        with pytest.raises(OSError, match=r"the system makes it up|Permission|not permitted"):
            read(path)


@MADE_UP
def test_no_command_waits_for_such_a_file() -> None:
    done = subprocess.run([*PROGRAM, "games", "/proc/kmsg"], capture_output=True, timeout=60, check=False)
    assert done.returncode == 1 and done.stderr.startswith(b"pawnviz: /proc/kmsg: ")
