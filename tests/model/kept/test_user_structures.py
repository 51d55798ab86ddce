"""User structures at the start of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.structures import structures
from pawnviz.core.structures.table import set_user_structures
from pawnviz.model.kept.file import keep_structure, use_structures
from pawnviz.model.storage import FileError

FILE = """
[[structure]]
title = "Pair on the d- and e-file"
pattern = "W d4+ e4+"

[[structure]]
title = "Wrong"
pattern = "W d4 e9"
"""
BOARD = Position.from_fen("8/8/8/8/3PP3/8/8/8")


@pytest.fixture(autouse=True)
def no_structures_after_the_test() -> Iterator[None]:
    yield
    set_user_structures(tuple)


def names() -> list[str]:
    return [found.heading for found in structures(BOARD.sides()[0])]


def test_structures_of_the_folder_are_named_and_those_with_a_fault_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "structures.toml"
    path.write_text(FILE)
    assert names() == []
    assert use_structures(tmp_path) == (
        f"In your structures, “{path}”, entry 2 “Wrong”, column 6 of pattern: 'e9' is no word of a pattern; expected "
        "one such as d4, e2/e3, -c or c+c. What is wrong is left out until it is mended there."
    )
    assert names() == ["Pair on the d- and e-file (White)"]
    assert path.read_text() == FILE


def test_a_structure_with_the_pattern_of_a_built_in_one_leads_it(tmp_path: Path) -> None:
    (tmp_path / "structures.toml").write_text(
        '[[structure]]\ntitle = "Minority attack"\npattern = "W d4 e2/e3 -c; B d5 c6/c7 -e"'
    )
    assert use_structures(tmp_path) == ""
    found = structures(Position.from_fen("8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8").sides()[0])
    assert [(each.heading, each.is_implied) for each in found][:2] == [
        ("Minority attack of White", False),
        ("Carlsbad of White", True),
    ]


def test_without_a_file_there_are_none_and_no_message(tmp_path: Path) -> None:
    assert use_structures(tmp_path / "other") == ""
    assert names() == []


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "structures.toml").mkdir()
    notice = use_structures(tmp_path)
    assert notice.startswith("User structures are left out. ")
    assert notice.endswith("is a folder; choose a file in it.")


def test_of_many_faults_three_are_named_and_the_others_counted(tmp_path: Path) -> None:
    (tmp_path / "structures.toml").write_text("[[structure]]\n" * 5)
    assert "; and 2 more faults. " in use_structures(tmp_path)


def test_a_structure_is_added_to_the_file_whose_bytes_stay(tmp_path: Path) -> None:
    path = tmp_path / "structures.toml"
    path.write_text(FILE)
    assert keep_structure(tmp_path, 'The "clamp"', "W d4+ e4+ c4+") == ""
    assert path.read_text().startswith(FILE)
    assert use_structures(tmp_path).count("entry") == 1
    pawns = Position.from_fen("8/8/8/8/2PPP3/8/8/8")
    assert 'The "clamp" of White' in [found.heading for found in structures(pawns.sides()[0])]


def test_the_first_structure_makes_the_file_and_is_named_at_once(tmp_path: Path) -> None:
    keep_structure(tmp_path / "settings", "Pair", "W d4+ e4+")
    assert names() == ["Pair of White"]
    assert (tmp_path / "settings" / "structures.toml").read_text() == (
        '[[structure]]\ntitle = "Pair"\npattern = "W d4+ e4+"\n'
    )


def test_line_ends_and_a_missing_last_one_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "structures.toml"
    path.write_bytes(b'[[structure]]\r\ntitle = "One"\r\npattern = "W a4"')
    keep_structure(tmp_path, "Two", "W b4")
    lines = path.read_bytes().split(b"\r\n")
    assert lines[2:] == [b'pattern = "W a4"', b"", b"[[structure]]", b'title = "Two"', b'pattern = "W b4"', b""]


@pytest.mark.parametrize(
    "before",
    [
        '[[structure]]\ntitle = """One\n',
        "\ufeff# Nothing\n",
        "[[structure]]\ntitle = 'x'\npattern = 'W a9'\n",
        "x = 1\n",
    ],
)
def test_after_a_fault_the_structure_is_read_or_refused_and_nothing_is_lost(tmp_path: Path, before: str) -> None:
    path = tmp_path / "structures.toml"
    path.write_text(before)
    try:
        keep_structure(tmp_path, "Pair", "W d4+ e4+")
    except FileError:
        assert path.read_text() == before
    else:
        assert path.read_text().startswith(before)
        use_structures(tmp_path)
        assert names() == ["Pair of White"]


def test_a_faulty_pattern_or_one_too_many_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "structures.toml"
    for count, title, pattern in ((0, "One", "W d9"), (0, "", "W d4"), (200, "One", "W d4")):
        before = "".join(f'[[structure]]\ntitle = "No. {number}"\npattern = "W a4"\n' for number in range(count))
        path.write_text(before)
        with pytest.raises(FileError, match=r"cannot be added to “.*structures\.toml”"):
            keep_structure(tmp_path, title, pattern)
        assert path.read_text() == before
