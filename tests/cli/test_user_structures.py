"""User structures on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pawnviz.core.structures.table import set_user_structures
from pawnviz.folders import settings_folder
from tests.cli.running import run

ISOLATED = "4k3/pp3ppp/4p3/8/3P4/8/PP3PPP/4K3"
OWN = '[[structure]]\ntitle = "Lone d-pawn"\npattern = "W d4 -c -e a2 b2"\nwhite_plans = "Pushes d4-d5."\n'


@pytest.fixture(autouse=True)
def no_structures_after_the_test() -> Iterator[None]:
    yield
    set_user_structures(tuple)


@pytest.fixture
def file(own_folders: Path) -> Path:
    """Return the path of the file of structures in a settings folder of the test's own."""
    folder = settings_folder()
    folder.mkdir(parents=True)
    return folder / "structures.toml"


def test_they_are_named_and_wrong_ones_are_said_on_standard_error(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.write_text(f'{OWN}[[structure]]\ntitle = "Wrong"\n')
    status, out, err = run(capsys, "explain", ISOLATED)
    lines = out.splitlines()
    assert status == 0
    place = lines.index("Structure: Lone d-pawn of White.")
    assert lines[place + 1 : place + 3] == [
        "  White wants: Pushes d4-d5.",
        "  Rule: White has pawns on a2, b2 and d4; none on the files c and e. No pawn on a named square is doubled.",
    ]
    assert lines[place + 3] == "Structure: Isolated queen's pawn of White.", "one's own comes first"
    assert err.splitlines() == [
        f"pawnviz: left out of the user structures, {file}: entry 2 “Wrong”, pattern: a pattern such as “W d4 -c -e”, "
        "or a condition, is expected"
    ]


def test_breaks_and_exchanges_lead_to_them(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    file.write_text(OWN)
    status, out, err = run(capsys, "breaks", "8/pp3ppp/4p3/2p5/2PP4/8/PP3PPP/8 b - - 0 1")
    assert (status, err) == (0, "")
    assert "Lone d-pawn (White)" in out


def test_an_article_names_them(capsys: pytest.CaptureFixture[str], file: Path, tmp_path: Path) -> None:
    file.write_text(OWN)
    page = tmp_path / "page.html"
    status, _, err = run(capsys, "render", ISOLATED, "-o", str(page))
    assert (status, err) == (0, "")
    assert "Lone d-pawn of White" in page.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_read_is_said_and_the_command_goes_on(
    capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    file.mkdir()
    status, out, err = run(capsys, "explain", ISOLATED)
    assert status == 0
    assert "Isolated queen's pawn of White" in out
    assert err.startswith(f"pawnviz: user structures are left out, {file}: ")
