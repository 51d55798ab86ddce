from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from typing import Final

import pytest
from PySide6.QtGui import QColor

from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style
from pawnviz.core.picture.picture import ShownLayer, make_picture
from pawnviz.view.export.figure import Figure, legend_rows
from pawnviz.view.export.files import figure_bytes, figure_image, figure_pdf, figure_png, figure_svg
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme

pytestmark = pytest.mark.usefixtures("qapp")

FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
NAMES: Final = ("front_spans", "stops", "attacks", "safe_squares", "half_isolated_pawns", "filesets", "hanging_pawns")
SVG: Final = "{http://www.w3.org/2000/svg}"


def figure(*, width: int = 800, theme: Theme = LIGHT, flipped: bool = False, background: bool = True) -> Figure:
    """Return the figure of a middlegame with layers of every family, its legend, captures and a caption."""
    position = Position.from_fen(FEN)
    shown = [ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in NAMES]
    return Figure(
        picture=make_picture(position, shown, show_captures=True),
        legend=legend_rows(position, shown),
        caption="White & Black <after> castling",
        width=width,
        theme=theme,
        flipped=flipped,
        background=background,
    )


def elements(svg: str) -> list[ElementTree.Element]:
    """Return the elements of an SVG that stand outside its definitions."""
    root = ElementTree.fromstring(svg)
    return [element for child in root if child.tag != f"{SVG}defs" for element in child.iter()]


def at(element: ElementTree.Element) -> tuple[float, float]:
    return float(element.get("x", "0")), float(element.get("y", "0"))


def test_an_svg_has_shapes_and_texts_and_no_bitmap() -> None:
    svg = figure_svg(figure())
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg).iter()}
    assert "image" not in tags and "data:" not in svg
    assert {"use", "symbol", "text", "rect", "path"} <= tags
    names = re.findall(r'<symbol id="(\w+)"', svg)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#(\w+)"', svg)) <= set(names)


def test_what_a_person_reads_is_text_in_an_svg() -> None:
    texts = [element.text for element in elements(figure_svg(figure())) if element.tag == f"{SVG}text"]
    assert texts[0:2] == ["1", "a"]
    assert "White & Black <after> castling" in texts
    assert {"Front spans", "White 44, Black 43", "Hanging pawns", "White 0, Black 0"} <= set(texts)


@pytest.mark.parametrize("flipped", [False, True])
def test_each_piece_and_mark_of_an_svg_stands_on_its_square(flipped: bool) -> None:
    drawn = figure(flipped=flipped)
    uses = Counter(
        drawn.geometry.square_at(*at(element))
        for element in elements(figure_svg(drawn))
        if element.tag == f"{SVG}use" and at(element)[1] < drawn.geometry.board_rect.bottom()
    )
    expected = Counter(
        {
            square: len(cell.marks) + bool(cell.piece)
            for square, cell in enumerate(drawn.picture.cells)
            if cell.marks or cell.piece
        }
    )
    assert uses == expected


def test_a_pdf_has_one_page_with_fonts_and_no_bitmap() -> None:
    drawn = figure()
    pdf = figure_pdf(drawn)
    assert pdf.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in pdf and b"/Subtype/Image" not in pdf
    assert b"/Font" in pdf and b"/ToUnicode" in pdf, "its texts can be searched"
    (box,) = re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)
    assert [round(float(part)) for part in box.split()] == [0, 0, round(drawn.width * 0.75), round(drawn.height * 0.75)]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [120, 333, 1200])
def test_a_png_has_the_board_of_the_theme_at_every_width(theme: Theme, width: int) -> None:
    drawn = figure(width=width, theme=theme)
    image = figure_image(drawn)
    assert (image.width(), image.height()) == (width, drawn.height)
    assert 8 * drawn.geometry.square_size > 0.85 * width
    square = drawn.geometry.square_rect(2)
    colors = Counter(
        image.pixelColor(x, y).name()
        for x in range(square.left(), square.right())
        for y in range(square.top(), square.bottom())
    )
    assert colors.most_common(1)[0][0] == theme.dark_square, "c1 is an empty dark square with few lines"
    assert image.pixelColor(1, drawn.height - 2) == QColor(theme.base)
    assert figure_png(drawn).startswith(b"\x89PNG")


def test_without_a_background_what_is_beside_the_board_is_transparent() -> None:
    drawn = figure(background=False)
    image = figure_image(drawn)
    assert image.pixelColor(1, drawn.height - 2).alpha() == 0
    assert image.pixelColor(drawn.geometry.board_rect.center()).alpha() == 255


def test_marks_stay_on_their_squares() -> None:
    drawn = figure()
    image = figure_image(drawn)
    margin = drawn.geometry.board_rect.left() // 2
    row = drawn.geometry.square_rect(16).bottom()
    assert {image.pixelColor(margin, y).name() for y in range(row - 30, row - 25)} == {LIGHT.base}
    (clip,) = re.findall(r'<clipPath id="square"><rect width="100" height="100"/></clipPath>', figure_svg(drawn))
    assert clip


def test_a_long_caption_is_broken_into_lines_that_fit() -> None:
    long = Figure(figure().picture, caption="a rather long caption " * 12, width=400)
    assert len(long.caption_lines) >= 4
    assert " ".join(long.caption_lines) == ("a rather long caption " * 12).strip()


def test_another_kind_of_file_is_refused() -> None:
    with pytest.raises(ValueError, match="svg, png, pdf, not bmp"):
        figure_bytes(figure(), "bmp")
