from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import write_layers
from tests.cli.running import piped, run

pytestmark = pytest.mark.usefixtures("qapp")

FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


def texts(path: Path) -> list[str | None]:
    """Return the texts of an SVG."""
    return [element.text for element in ElementTree.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_the_end_of_the_name_says_what_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for kind, start in (("svg", b"<svg "), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = tmp_path / f"board.{kind}"
        assert run(capsys, "render", FEN, "-o", str(path)) == (0, "", "")
        assert path.read_bytes().startswith(start)


def test_a_format_is_chosen_whatever_the_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    assert run(capsys, "render", FEN, "-o", str(path), "--format", "png") == (0, "", "")
    assert path.read_bytes().startswith(b"\x89PNG")
    status, out, _ = run(capsys, "render", FEN, "-o", "-", "--format", "json", "--layer", "white.stops")
    assert status == 0 and json.loads(out)["layers"][0]["layer"] == "stops"
    status, _, err = run(capsys, "render", FEN, "-o", "-", "--format", "md")
    assert status == 2 and ".md is 2 files; give a name in place of -" in err


def test_break_arrows_are_drawn_unless_they_are_not_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    fen = "8/8/8/3p4/8/2P5/8/8"
    words = ("render", fen, "-o", "-", "--format", "json", "--layer", "break_squares")
    arrows = [len(json.loads(run(capsys, *words, *more)[1])["arrows"]) for more in ((), ("--no-breaks",))]
    assert arrows == [2, 0]


def test_layers_are_drawn_for_the_sides_that_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    words = ("--layer", "white.front_spans", "--layer", "stops", "--legend", "--caption", "A seed")
    assert run(capsys, "render", FEN, "-o", str(path), *words)[0] == 0
    found = texts(path)
    assert "A seed" in found
    assert found[found.index("Front spans") + 1] == "White 32"
    assert found[found.index("Stops") + 1] == "White 7, Black 7"


def test_size_theme_and_flip_change_the_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pictures = []
    for number, words in enumerate(((), ("--theme", "dark"), ("--flip",), ("--no-coordinates",), ("--captures",))):
        path = tmp_path / f"{number}.png"
        fen = "8/8/8/3p4/4P3/8/8/8"
        assert run(capsys, "render", fen, "-o", str(path), "--size", "300", *words)[0] == 0
        image = QImage(str(path))
        assert image.width() == 300
        pictures.append(image)
    assert all(first != second for place, first in enumerate(pictures) for second in pictures[:place])


def test_large_marks_are_larger(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    images = []
    for words in ((), ("--large",)):
        path = tmp_path / "board.png"
        assert run(capsys, "render", FEN, "-o", str(path), "--layer", "stops", "--size", "600", *words)[0] == 0
        images.append(QImage(str(path)))
    blue = [sum(is_blue(image.pixelColor(x, y)) for x in range(500) for y in range(500)) for image in images]
    assert blue[1] > 1.5 * blue[0] > 0


def is_blue(color: QColor) -> bool:
    return color.blue() > color.red() + 60


def test_several_positions_are_numbered(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, _, err = run(capsys, "render", FEN, "8/8/8/8/8/8/8/8", "-o", str(tmp_path / "board-{}.svg"))
    assert (status, err) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board-1.svg", "board-2.svg"]


def test_articles_hold_the_picture_and_the_position_in_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("a.html", "b.md"):
        assert run(capsys, "render", FEN, "-o", str(tmp_path / name), "--caption", "A seed") == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.html", "b.md", "b.svg"]
    assert "<svg " in (tmp_path / "a.html").read_text() and "islands" in (tmp_path / "a.html").read_text()
    assert (tmp_path / "b.md").read_text().startswith("![A seed](b.svg)")


@pytest.mark.parametrize("kind", ["file", "link to a file", "link to nothing"])
def test_a_picture_beside_an_article_replaces_no_file_unless_it_may(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    picture, drawn = tmp_path / "a.svg", tmp_path / "drawn"
    if kind == "file":
        picture.write_text("drawn by hand")
    else:
        picture.symlink_to(drawn)
        if kind == "link to a file":
            drawn.write_text("drawn by hand")
    words = ("render", FEN, "-o", str(tmp_path / "a.md"))
    status, out, err = run(capsys, *words)
    assert (status, out) == (1, "")
    assert f"“{picture}” exists, and the picture of “a.md” would replace it" in err and "--overwrite" in err
    assert not (tmp_path / "a.md").exists()
    assert not picture.exists() if kind == "link to nothing" else picture.read_text() == "drawn by hand"
    assert run(capsys, *words, "--overwrite") == (0, "", "")
    assert picture.read_text().startswith("<svg ") and (tmp_path / "a.md").exists()


def test_a_file_that_is_named_is_replaced_and_what_of_it_cannot_stay_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    picture = tmp_path / "a.svg"
    picture.write_text("old")
    (tmp_path / "b.svg").hardlink_to(picture)
    status, _, err = run(capsys, "render", FEN, "-o", str(picture))
    assert status == 0 and picture.read_text().startswith("<svg ") and (tmp_path / "b.svg").read_text() == "old"
    assert err == f"pawnviz: {picture}: Its other names (hard links) still hold the file as it was before.\n"


def test_a_user_layer_of_any_mark_is_drawn_to_the_edges_of_the_board(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    marks = [Mark(family, shape, "3") for family in Family for shape in SHAPES[family]]
    layers = [UserLayer(f"own_{n}", f"Own {n}", "rank_4", "", Style(mark)) for n, mark in enumerate(marks)]
    shared = tmp_path / "own.pawnviz-layers"
    shared.write_text(write_layers(layers), encoding="utf-8")
    names = [word for layer in layers for word in ("--layer", layer.identifier)]
    for kind in ("svg", "png", "pdf"):
        path = tmp_path / f"board.{kind}"
        assert run(capsys, "render", FEN, "-o", str(path), "--layers", str(shared), *names) == (0, "", "")
        assert path.stat().st_size > 5000


def test_an_image_that_is_too_large_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "a.png"), "--caption", "word " * 4000, "--size", "8000")
    status, _, err = run(capsys, "render", FEN, *words)
    assert status == 1 and "is larger than the 150,000,000 pixels that are written" in err
    assert not (tmp_path / "a.png").exists()


def test_an_svg_goes_to_standard_output_without_a_screen() -> None:
    done = piped("render", FEN, "-o", "-")
    assert done.returncode == 0
    assert done.stdout.startswith(b"<svg ") and done.stdout.endswith(b"</svg>\n")
    assert done.stderr == b""


@pytest.mark.parametrize(
    ("words", "expected", "message"),
    [
        ((FEN, "-o", "b.bmp"), 2, "the name of a picture ends in .png, .svg, .pdf, .html, .md or .json, not b.bmp"),
        ((FEN, "-o", "b.svg", "--size", "50"), 2, "the size is 120 to 8000 pixels, not 50"),
        ((FEN, "-o", "b.svg", "--layer", "own.stops"), 2, "a layer is NAME, white.NAME or black.NAME, not own.stops"),
        ((FEN, "-o", "b.svg", "--layer", "stopz"), 2, "there is no layer 'stopz'; did you mean stops"),
        ((FEN, "-o", "b.svg", "--layer", "island_count"), 2, "island_count is a number"),
        ((FEN, FEN, "-o", "-"), 2, "several positions need a name with {}"),
        (("8/8", "-o", "-"), 1, "placement"),
        ((FEN, "-o", "/nowhere/b.svg"), 1, "There is no folder “/nowhere”"),
    ],
)
def test_what_is_wrong_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], expected: int, message: str
) -> None:
    status, _, err = run(capsys, "render", *words)
    assert status == expected and message in err


def test_two_positions_are_never_written_to_one_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "b.svg"
    status, _, err = run(capsys, "render", FEN, "8/8/8/8/8/8/8/8", "-o", str(path))
    assert status == 2 and "several positions need a name with {}" in err
    assert [each.name for each in tmp_path.iterdir()] == ["b.svg"]
