from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import run
from tests.gifs import read_gif

pytestmark = pytest.mark.usefixtures("qapp")

PGN = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e6!? 2. d4 d5 *\n\n[White "C"]\n\n1. d4 Nf9 *\n'


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(PGN)
    return str(path)


def test_a_game_becomes_a_gif(capsys: pytest.CaptureFixture[str], tmp_path: Path, games: str) -> None:
    path = tmp_path / "game.gif"
    words = ("--size", "160", "--seconds", "0.3", "--layer", "levers", "--legend", "--flip")
    assert run(capsys, "animate", games, "-o", str(path), *words) == (0, "", "")
    gif = read_gif(path)
    assert (gif.frames[0].width, gif.durations) == (160, (300, 300, 300, 300, 900))


def test_a_game_becomes_files_by_plies(capsys: pytest.CaptureFixture[str], tmp_path: Path, games: str) -> None:
    words = ("--size", "160", "--first", "2", "--last", "3")
    assert run(capsys, "animate", games, "-o", str(tmp_path / "a-{}.svg"), *words) == (0, "", "")
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["a-002.svg", "a-003.svg"]
    assert "1...e6!?" in (tmp_path / "a-002.svg").read_text(encoding="utf-8")


def test_what_can_be_played_of_a_broken_game_is_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, games: str
) -> None:
    status, _, err = run(capsys, "animate", games, "--game", "2", "-o", str(tmp_path / "b.gif"), "--size", "120")
    assert status == 1 and "line" in err
    assert len(read_gif(tmp_path / "b.gif").frames) == 2


@pytest.mark.parametrize(
    ("words", "expected", "message"),
    [
        (("-o", "a.mp4"), 2, "the name of an animation ends in .gif, .png or .svg, not a.mp4"),
        (("-o", "a.png"), 2, "a name that ends in .png holds {}"),
        (("-o", "a.gif", "--size", "9000"), 2, "the size is 120 to 2000 pixels, not 9000"),
        (("-o", "a.gif", "--seconds", "0"), 2, "a move is shown for 0.1 to 60 seconds, not 0"),
        (("-o", "a.gif", "--first", "9"), 2, "there is no ply 9; the game has 4"),
        (("-o", "a.gif", "--game", "7"), 1, "there is no game 7"),
        (("-o", "/nowhere/a.gif", "--last", "0", "--size", "120"), 1, "There is no folder “/nowhere”"),
    ],
)
def test_what_is_wrong_with_an_animation_is_named(
    capsys: pytest.CaptureFixture[str], games: str, words: tuple[str, ...], expected: int, message: str
) -> None:
    status, _, err = run(capsys, "animate", games, *words)
    assert status == expected and message in err
