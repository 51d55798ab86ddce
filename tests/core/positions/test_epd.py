"""What stands beside a position: operations, titles, and lines with another position."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.positions.epd import Operation, lost_moves, operations, title, with_position, without_operations

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
