"""Files of positions: their entries, and what stays when one of them is edited."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import Position
from pawnviz.core.positions.game_text import is_game_text
from pawnviz.core.positions.position_file import PositionFile

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
OTHER = Position.from_fen("8/8/8/8/8/8/P7/8 b - - 0 1")


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
