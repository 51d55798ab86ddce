from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
import zlib
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import write_layers
from tests.cli.running import Run, piped
from tests.gifs import read_gif

pytestmark = pytest.mark.usefixtures("qapp")


FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


def texts(path: Path) -> list[str | None]:
    """Return the texts of an SVG."""
    return [element.text for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_the_end_of_the_name_says_what_is_written(run: Run, tmp_path: Path) -> None:
    for kind, start in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = tmp_path / f"board.{kind}"
        assert run("render", FEN, "-o", str(path)) == (0, "", "")
        assert path.read_bytes().startswith(start)


def test_a_format_is_chosen_whatever_the_name(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    assert run("render", FEN, "-o", str(path), "--format", "png") == (0, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")
    status, out, _ = run("render", FEN, "-o", "-", "--format", "json", "--layer", "white.stops")
    assert status == 0 and json.loads(out)["layers"][0]["layer"] == "stops"
    status, _, err = run("render", FEN, "-o", "-", "--format", "md")
    assert status == 2 and ".md is 2 files; give a name in place of -" in err


def test_break_arrows_are_drawn_unless_they_are_not_wanted(run: Run) -> None:
    fen = "8/8/8/3p4/8/2P5/8/8"
    words = ("render", fen, "-o", "-", "--format", "json", "--layer", "break_squares")
    arrows = [len(json.loads(run(*words, *more)[1])["arrows"]) for more in ((), ("--no-breaks",))]
    assert arrows == [2, 0]


def test_layers_are_drawn_for_the_sides_that_are_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    words = ("--layer", "white.front_spans", "--layer", "stops", "--legend", "--caption", "A seed")
    assert run("render", FEN, "-o", str(path), *words)[0] == 0
    found = texts(path)
    assert "A seed" in found
    assert found[found.index("Front spans") + 1] == "White 32"
    assert found[found.index("Stops") + 1] == "White 7, Black 7"


def test_size_theme_and_flip_change_the_picture(run: Run, tmp_path: Path) -> None:
    pictures = []
    options = ((), ("--theme", "dark"), ("--flip",), ("--no-coordinates",), ("--captures",), ("--large",))
    for number, words in enumerate(options):
        path = tmp_path / f"{number}.png"
        fen = "8/8/8/3p4/4P3/8/8/8"
        assert run("render", fen, "-o", str(path), "--size", "300", "--layer", "isolated_pawns", *words)[0] == 0
        image = QImage(str(path))
        assert image.width() == 300
        pictures.append(image)
    assert all(first != second for place, first in enumerate(pictures) for second in pictures[:place])


def test_several_positions_are_numbered(run: Run, tmp_path: Path) -> None:
    status, _, err = run("render", FEN, "8/8/8/8/8/8/8/8", "-o", str(tmp_path / "board-{}.svg"))
    assert (status, err) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board-1.svg", "board-2.svg"]


def test_articles_hold_the_picture_and_the_position_in_words(run: Run, tmp_path: Path) -> None:
    for name in ("a.html", "b.md"):
        assert run("render", FEN, "-o", str(tmp_path / name), "--caption", "A seed") == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.md", "b.svg"]
    assert "<svg " in (tmp_path / "a.html").read_text() and "islands" in (tmp_path / "a.html").read_text()
    assert (tmp_path / "b.md").read_text().startswith("![A seed](b.svg)")


@pytest.mark.parametrize("kind", ["file", "link to a file", "link to nothing"])
def test_a_picture_beside_an_article_replaces_no_file_unless_it_may(run: Run, tmp_path: Path, kind: str) -> None:
    picture, drawn = tmp_path / "a.svg", tmp_path / "drawn"
    if kind == "file":
        picture.write_text("drawn by hand")
    else:
        picture.symlink_to(drawn)
        if kind == "link to a file":
            drawn.write_text("drawn by hand")
    words = ("render", FEN, "-o", str(tmp_path / "a.md"))
    status, out, err = run(*words)
    assert (status, out) == (1, "")
    assert f"“{picture}” exists, and the picture of “a.md” would replace it" in err and "--overwrite" in err
    assert not (tmp_path / "a.md").exists()
    assert not picture.exists() if kind == "link to nothing" else picture.read_text() == "drawn by hand"
    assert run(*words, "--overwrite") == (0, "", "")
    assert picture.read_text().startswith("<svg ") and (tmp_path / "a.md").exists()


def test_a_file_that_is_named_is_replaced_and_what_of_it_cannot_stay_is_said(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    picture.write_text("old")
    (tmp_path / "b.svg").hardlink_to(picture)
    status, _, err = run("render", FEN, "-o", str(picture))
    assert status == 0 and picture.read_text().startswith("<svg ") and (tmp_path / "b.svg").read_text() == "old"
    assert err == f"pawnviz: {picture}: Its other names (hard links) still hold the file as it was before.\n"


@pytest.mark.slow
def test_a_user_layer_of_any_mark_is_drawn_to_the_edges_of_the_board(run: Run, tmp_path: Path) -> None:
    marks = [Mark(family, shape, "3") for family in Family for shape in SHAPES[family]]
    layers = [UserLayer(f"own_{n}", f"Own {n}", "rank_4", "", Style(mark)) for n, mark in enumerate(marks)]
    shared = tmp_path / "own.pawnviz-layers"
    shared.write_text(write_layers(layers), encoding="utf-8")
    names = [word for layer in layers for word in ("--layer", layer.identifier)]
    for kind in ("svg", "png", "pdf"):
        path = tmp_path / f"board.{kind}"
        assert run("render", FEN, "-o", str(path), "--layers", str(shared), *names) == (0, "", "")
        assert path.stat().st_size > 5000


def test_an_image_that_is_too_large_is_refused(run: Run, tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "a.png"), "--caption", "word " * 4000, "--size", "8000")
    status, _, err = run("render", FEN, *words)
    assert status == 1 and "is larger than the 150,000,000 pixels that are written" in err
    assert not (tmp_path / "a.png").exists()


def test_an_svg_goes_to_standard_output_without_a_screen() -> None:
    done = piped("render", FEN, "-o", "-")
    assert done.returncode == 0
    assert done.stdout.startswith(b"<svg ") and done.stdout.endswith(b"</svg>\n")
    assert done.stderr == b""


def test_two_positions_are_never_written_to_one_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "b.svg"
    status, _, err = run("render", FEN, "8/8/8/8/8/8/8/8", "-o", str(path))
    assert status == 2 and "several positions need a name with {}" in err
    assert not list(tmp_path.iterdir()), "nothing is written"


PGN = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e6 2. d4 d5 3. e5 c5 4. c3 *\n\n[White "C"]\n\n1. d4 Nf9 *\n'


def pages(path: Path) -> list[str]:
    """Return what is drawn on each page of a PDF."""
    data = path.read_bytes()
    streams = [
        zlib.decompress(match[1]).decode("latin-1")
        for match in re.finditer(rb"/FlateDecode\r?\n?.*?stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
        if match[1].startswith(b"\x78")
    ]
    return [stream for stream in streams if " re\n" in stream or " l\n" in stream]


def test_positions_fill_pages_row_by_row(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.epd").write_text(f'{FEN} w - - id "One"; bm b4;\nwrong\n' + f"{FEN} b - -\n" * 6)
    path = tmp_path / "sheet.pdf"
    words = ("--columns", "2", "--rows", "2", "--layer", "white.front_spans", "--title", "A lesson")
    status, out, err = run("sheet", str(tmp_path / "a.epd"), "-o", str(path), *words)
    assert (status, out) == (1, "") and "a.epd, line 2" in err
    data = path.read_bytes()
    assert data.count(b"/Type /Page\n") == 2
    assert b"/Subtype /Image" not in data and b"/ToUnicode" in data


def test_a_game_gives_its_positions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(PGN)
    path = tmp_path / "sheet.pdf"
    base = ("sheet", str(tmp_path / "a.pgn"), "-o", str(path), "--rows", "1", "--columns", "1")
    assert run(*base, "--plies", "0,3-5")[0] == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 4
    assert run(*base)[0] == 0
    assert path.read_bytes().count(b"/Type /Page\n") == 8
    status, _, err = run(*base, "--plies", "3,99")
    assert status == 1 and "there is no ply 99; the game has 7" in err
    status, _, err = run(*base, "--game", "2")
    assert status == 1 and "line" in err
    status, _, err = run(*base, "--game", "3")
    assert status == 1 and "there is no game 3" in err


def test_a_page_of_few_positions_has_large_boards(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"

    def page_count(number: int, *words: str) -> int:
        assert run("sheet", *[FEN] * number, "-o", str(path), *words)[0] == 0
        return path.read_bytes().count(b"/Type /Page\n")

    assert page_count(1) == page_count(1, "--columns", "1", "--rows", "1") == 1
    drawn = pages(path)
    page_count(1)
    assert pages(path) == drawn
    page_count(1, "--columns", "2")
    assert pages(path) != drawn, "with one of them given, the other is that of a full page"


TWO_GAMES = '[White "Anna"]\n[Black "Ben"]\n\n1. e4 e6!? 2. d4 d5 *\n\n[White "C"]\n\n1. d4 Nf9 *\n'


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(TWO_GAMES)
    return str(path)


def test_a_game_becomes_a_gif(run: Run, tmp_path: Path, games: str) -> None:
    path = tmp_path / "game.gif"
    words = ("--size", "160", "--seconds", "0.3", "--layer", "levers", "--legend", "--flip")
    assert run("animate", games, "-o", str(path), *words) == (0, "", "")
    gif = read_gif(path)
    assert (gif.frames[0].width, gif.durations) == (160, (300, 300, 300, 300, 900))


def test_a_game_becomes_files_by_plies(run: Run, tmp_path: Path, games: str) -> None:
    words = ("--size", "160", "--first", "2", "--last", "3")
    assert run("animate", games, "-o", str(tmp_path / "a-{}.svg"), *words) == (0, "", "")
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["a-002.svg", "a-003.svg"]
    assert "1...e6!?" in (tmp_path / "a-002.svg").read_text(encoding="utf-8")


def test_what_can_be_played_of_a_broken_game_is_shown(run: Run, tmp_path: Path, games: str) -> None:
    status, _, err = run("animate", games, "--game", "2", "-o", str(tmp_path / "b.gif"), "--size", "120")
    assert status == 1 and "line" in err
    assert len(read_gif(tmp_path / "b.gif").frames) == 2


def test_a_page_without_named_layers_has_those_of_structure_and_weak_pawns(run: Run, tmp_path: Path) -> None:
    assert run("render", FEN, "-o", str(tmp_path / "a.html")) == (0, "", "")
    assert run("render", FEN, "-o", str(tmp_path / "b.html"), "--layer", "white.stops") == (0, "", "")
    usual, named = ((tmp_path / name).read_text() for name in ("a.html", "b.html"))
    assert usual.count("data-layer=") == 5 and "White: Doubled pawns, 2" in usual and "Black: Passed pawns" in usual
    assert named.count("data-tag=") == 1 and "White: Stops, 7" in named


def test_a_page_of_a_game_has_its_moves(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "games.pgn"
    games.write_text('[White "A"]\n[Black "B"]\n\n1. e4 *\n\n[White "<b>C"]\n[Black "D"]\n\n1. d4 d5! 2. c4 e6 *\n')
    page = tmp_path / "game.html"
    assert run("render", str(games), "--game", "2", "-o", str(page)) == (0, "", "")
    assert '<h1 id="h">&lt;b&gt;C – D</h1>' in page.read_text() and "1...d5!" in page.read_text()
    status, out, _ = run("animate", str(games), "-o", str(page), "--layer", "stops")
    assert (status, out) == (0, "") and "A – B" in page.read_text() and page.read_text().count("data-ply=") == 2
    status, out, err = run("render", str(games), "--game", "2", "-o", "-", "--format", "html")
    assert (status, err) == (0, "") and out.startswith("<!doctype html>")
    status, _, err = run("render", str(games), "--game", "9", "-o", str(page))
    assert status == 1 and "there is no game 9; the number of games is 2" in err


def test_a_folder_gets_a_page_for_each_game_that_can_be_read_and_an_index(run: Run, tmp_path: Path) -> None:
    games, folder = tmp_path / "games.pgn", tmp_path / "site"
    first = '[White "<b>A"]\n[Black "B"]\n[Event "Club"]\n\n1. e4 {Best <i>by test} e5 (1... c5 2. Nf3) 2. Nf3 *\n\n'
    games.write_text(f'{first}[Variant "Atomic"]\n\n1. e4 *\n\n[Event "?"]\n\n1. d4 d5 2. c4 rubbish *\n')
    status, out, err = run("render", str(games), "-o", f"{folder}/", "--caption", "Round")
    assert (status, out) == (1, "") and "chess" in err and f"{games}, line 13: " in err
    assert sorted(path.name for path in folder.iterdir()) == ["001.html", "002.html", "index.html"]
    index = (folder / "index.html").read_text()
    assert "&lt;b&gt;A – B · Club" in index and "Round 3" in index and '<h1 id="h">Round</h1>' in index
    page = (folder / "001.html").read_text()
    assert '<span class="comment">Best &lt;i&gt;by test</span>' in page and "<small>(1...c5 2.Nf3)</small>" in page
    assert "2.c4" in (folder / "002.html").read_text()
    assert run("render", str(games), "--game", "1", "-o", f"{tmp_path}/one/") == (0, "", "")
    assert len(list((tmp_path / "one").iterdir())) == 2
    status, _, err = run("render", str(games), "--game", "9", "-o", f"{tmp_path}/none/")
    assert status == 1 and "there is no game to draw" in err and not (tmp_path / "none").exists()


def test_a_folder_gets_a_page_for_each_position_and_an_index(run: Run, tmp_path: Path) -> None:
    lesson, folder = tmp_path / "lesson.epd", tmp_path / "site"
    lesson.write_text(f'{FEN.split()[0]} w - - id "A <i>seed";\nrubbish\n8/8/8/3p4/4P3/8/8/8 w - -\n')
    status, out, err = run("render", str(lesson), "-o", f"{folder}/", "--caption", "Lesson")
    assert (status, out) == (1, "") and f"{lesson}, line 2" in err
    assert sorted(path.name for path in folder.iterdir()) == ["001.html", "002.html", "index.html"]
    index = (folder / "index.html").read_text()
    assert re.findall(r'href="(\w+\.html)"', index) == ["001.html", "002.html"]
    assert "A &lt;i&gt;seed" in index and "Lesson 2" in index and "<script" not in index
    assert '<h1 id="h">A &lt;i&gt;seed</h1>' in (folder / "001.html").read_text()


def test_pages_of_a_folder_replace_no_file_unless_they_may(run: Run, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    words = ("render", FEN, "-o", str(tmp_path))
    status, _, err = run(*words)
    assert status == 1 and "index.html” exists" in err and (tmp_path / "index.html").read_text() == "mine"
    assert not (tmp_path / "001.html").exists()
    assert run(*words, "--overwrite") == (0, "", "")
    assert "001.html" in (tmp_path / "index.html").read_text()
    status, _, err = run(*words, "--format", "png")
    assert status == 2 and "a folder gets pages of HTML, not .png" in err
