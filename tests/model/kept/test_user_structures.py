"""The user's own structures at the start of the program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pawnviz.core.board.position import Position
from pawnviz.core.structures import structures
from pawnviz.core.structures.table import set_user_structures
from pawnviz.model.kept.user_structures import use_structures

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
    assert names() == ["Pair on the d- and e-file of White"]
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
    assert notice.startswith("Your own structures are left out. ")
    assert notice.endswith("is a folder; choose a file in it.")


def test_of_many_faults_three_are_named_and_the_others_counted(tmp_path: Path) -> None:
    (tmp_path / "structures.toml").write_text("[[structure]]\n" * 5)
    assert "; and 2 more faults. " in use_structures(tmp_path)
