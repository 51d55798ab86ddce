from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, strip
from pawnviz.core.picture.formats import BOARD, Format, formats_of
from pawnviz.core.picture.picture import Look, ShownLayer, make_picture, picture_of_change
from pawnviz.view.export.canvas import SvgCanvas, figure_font
from pawnviz.view.export.figure import LEAST_POINTS, Figure, draw_figure, paper_width
from pawnviz.view.export.files import figure_image, figure_pdf, figure_png, figure_svg, size_fault, write_figure
from pawnviz.view.widgets.theme import DARK, LIGHT, Theme

pytestmark = pytest.mark.usefixtures("qapp")

FEN: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
NAMES: Final = ("front_spans", "stops", "attacks", "safe_squares", "half_isolated_pawns", "filesets", "hanging_pawns")
SVG: Final = "{http://www.w3.org/2000/svg}"


def shown(*names: str) -> tuple[ShownLayer, ...]:
    return tuple(ShownLayer(LAYERS[name], Style(LAYERS[name].mark)) for name in names)


@cache
def figure(*, width: int = 400, theme: str = "light", flipped: bool = False, background: bool = True) -> Figure:
    """Return the figure of a middlegame with layers of every family, its legend, captures and a caption."""
    position = Position.from_fen(FEN)
    look = Look(shown(*NAMES), captures=True, flipped=flipped, theme=theme)
    return Figure(
        picture=make_picture(position, look),
        look=look,
        legend=True,
        caption="White & Black <after> castling",
        width=width,
        background=background,
    )


def elements(svg: str) -> list[ElementTree.Element]:
    """Return the elements of an SVG that stand outside its definitions."""
    root = ElementTree.fromstring(svg)
    return [element for child in root if child.tag != f"{SVG}defs" for element in child.iter()]


def at(element: ElementTree.Element) -> tuple[float, float]:
    moved = re.match(r"translate\(([\d.]+),([\d.]+)\)", element.get("transform", ""))
    if moved:
        return float(moved[1]), float(moved[2])
    return float(element.get("x", "0")), float(element.get("y", "0"))


@pytest.mark.parametrize("each", formats_of(*BOARD).values(), ids=lambda each: each.name)
def test_a_figure_is_written_in_each_format_of_a_board(each: Format, tmp_path: Path) -> None:
    files = list(each.writing(figure(), tmp_path / "named otherwise").files())
    assert files and all(data for _, data in files)


def test_an_svg_has_shapes_and_texts_that_a_person_reads_and_no_bitmap() -> None:
    svg = figure_svg(figure())
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(svg).iter()}
    assert "image" not in tags and "data:" not in svg
    assert {"use", "symbol", "text", "rect", "path"} <= tags
    names = re.findall(r'<symbol id="([\w-]+)"', svg)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([\w-]+)"', svg)) <= set(names)
    texts = [element.text for element in elements(figure_svg(figure())) if element.tag == f"{SVG}text"]
    assert texts[:16] == [*"12345678", *"abcdefgh"]
    assert "White & Black <after> castling" in texts
    assert {"Front spans", "White 44, Black 43"} <= set(texts)


@pytest.mark.slow
def test_qt_draws_an_svg_as_the_program_draws_an_image() -> None:
    drawn = figure_image(figure(width=480)).convertToFormat(QImage.Format.Format_RGB32)
    renderer = QSvgRenderer(figure_svg(figure(width=480)).encode())
    image = QImage(drawn.size(), QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.window))
    with QPainter(image) as painter:
        renderer.render(painter)
    differing = sum(
        abs(image.pixelColor(x, y).lightness() - drawn.pixelColor(x, y).lightness()) > 100
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    )
    # Edges lie elsewhere by less than a pixel, and fonts may be others.
    assert differing < 0.08 * image.width() * image.height() / 4


def test_the_legend_of_a_picture_names_what_the_board_shows() -> None:
    position = Position.from_fen(FEN)
    layers = shown("hanging_pawns", "break_squares", "stops")
    drawn = Figure(make_picture(position, Look(layers)), legend=True)
    texts = [element.text for element in elements(figure_svg(drawn)) if element.tag == f"{SVG}text"]
    assert "Stops" in texts and "Break squares, with arrows" in texts
    assert "Hanging pawns" not in texts and "none here" not in texts
    plain = Figure(make_picture(position, Look(layers, breaks=False)), legend=True)
    assert "Break squares" in figure_svg(plain) and "with arrows" not in figure_svg(plain)
    empty = make_picture(position, Look(layers[:1]))
    assert Figure(empty, legend=True).height == Figure(empty).height, "nothing is named, and no room is kept"


def test_a_layer_whose_last_square_is_lost_is_named_where_its_mark_is_struck() -> None:
    look = Look(shown("doubled_pawns"))
    before, after = (make_picture(Position.from_fen(fen), look) for fen in ("8/8/8/8/8/P7/P7/8", "8/8/8/8/8/8/P7/8"))
    assert not Figure(after, legend=True).entries
    assert [entry.title for entry in Figure(picture_of_change(before, after), legend=True).entries] == ["Doubled pawns"]


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


def test_a_pdf_has_one_page_with_fonts_and_no_bitmap_as_wide_as_asked_for() -> None:
    drawn = figure()
    pdf = figure_pdf(drawn)
    assert pdf.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in pdf and b"/Subtype/Image" not in pdf
    assert b"/Font" in pdf and b"/ToUnicode" in pdf, "its texts can be searched"
    (box,) = re.findall(rb"/MediaBox \[([^\]]*)\]", pdf)
    assert [round(float(part)) for part in box.split()] == [0, 0, round(drawn.width * 0.75), round(drawn.height * 0.75)]
    drawn = replace(figure(), width=paper_width(58), millimeters=58)
    assert 'width="58mm"' in figure_svg(drawn)
    (box,) = re.findall(rb"/MediaBox \[([^\]]*)\]", figure_pdf(drawn))
    assert float(box.split()[2]) == pytest.approx(58 * 72 / 25.4, abs=0.6)
    image = figure_image(drawn)
    assert image.width() / image.dotsPerMeterX() * 1000 == pytest.approx(58, abs=0.1)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("width", [120, 640])
def test_a_png_has_the_board_of_the_theme_at_every_width(theme: Theme, width: int) -> None:
    drawn = figure(width=width, theme=theme.name)
    image = figure_image(drawn)
    assert (image.width(), image.height()) == (width, drawn.height)
    assert 8 * drawn.geometry.square_size > 0.85 * width
    square = drawn.geometry.square_rect(25)
    colors = Counter(
        image.pixelColor(x, y).name()
        for x in range(square.left(), square.right())
        for y in range(square.top(), square.bottom())
    )
    assert colors.most_common(1)[0][0] == theme.dark_square, "b4 is an empty dark square with few lines"
    assert image.pixelColor(1, drawn.height - 2) == QColor(theme.base)
    assert figure_png(drawn).startswith(b"\x89PNG")


def test_without_a_background_what_is_beside_the_board_is_transparent() -> None:
    drawn = figure(background=False)
    image = figure_image(drawn)
    assert image.pixelColor(1, drawn.height - 2).alpha() == 0
    assert image.pixelColor(drawn.geometry.board_rect.center()).alpha() == 255


def test_woven_hatches_of_an_svg_are_cut_to_their_quarters() -> None:
    def clips(*names: str) -> list[str]:
        look = Look(shown(*names))
        svg = figure_svg(Figure(make_picture(Position.from_fen(FEN), look), look=look))
        used = re.findall(r"url\(#[\w-]+-(part\d)\)", svg)
        assert set(used) == set(re.findall(r'<clipPath id="[\w-]+-(part\d)">', svg))
        return used

    woven = clips("file_fills", "front_spans")
    assert woven.count("part1") == woven.count("part2") > 0
    assert not clips("stops")


def test_a_long_caption_is_broken_into_lines_and_any_characters_make_an_svg_that_can_be_read() -> None:
    long = Figure(figure().picture, caption="a rather long caption " * 12, width=400)
    assert len(long.caption_lines) >= 4
    assert " ".join(long.caption_lines) == ("a rather long caption " * 12).strip()
    caption = '\0\x0b\x1b\ue000\ufffe é \U0001f600 ]]> <&"\' id="square"'
    svg = figure_svg(Figure(figure().picture, caption=caption))
    assert '<&"\' id="square"' in "".join(element.text or "" for element in elements(svg))
    assert "\ue000" not in svg


def test_several_pictures_can_stand_on_one_page() -> None:
    first, second = figure_svg(figure()), figure_svg(figure(flipped=True))
    names = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (first, second)]
    assert names[0] and not names[0] & names[1]
    for svg, own in zip((first, second), names, strict=True):
        assert set(re.findall(r'(?:href="#|url\(#)([\w-]+)', svg)) <= own


def test_a_long_title_has_a_row_of_the_legend_and_a_narrow_legend_one_column() -> None:
    position = Position.from_fen(FEN)
    long = LAYERS["stops"]._replace(title="Squares in front of pawns that nobody can attack any longer")
    layers = tuple(ShownLayer(layer, Style(layer.mark)) for layer in (LAYERS["stops"], long, *LAYERS.values()))[:4]
    drawn = Figure(make_picture(position, Look(layers)), legend=True, width=500)
    assert [len(row.entries) for row in drawn.printed_legend.rows] == [1, 1, 2]
    assert drawn.height > Figure(make_picture(position, Look(layers[:1])), legend=True, width=500).height
    named = shown("lee_squares", "front_spans", "space_stockfish", "luff_squares", "front_attack_spans", "rear_spans")
    picture = make_picture(position, Look(named))
    figures = (Figure(picture, legend=True, width=width, text_unit=min(600, 1.25 * width)) for width in (320, 800))
    narrow, wide = (each.printed_legend.rows for each in figures)
    assert [len(row.entries) for row in narrow] == [1] * 6
    assert [len(row.entries) for row in wide] == [2] * 3


def test_an_image_that_is_too_large_is_refused_before_it_is_made() -> None:
    assert not size_fault(Figure(figure().picture, width=8000))
    huge = Figure(figure().picture, caption="word " * 9000, width=8000)
    assert size_fault(huge).startswith("an image of 8,000 × ")


def test_an_article_has_the_picture_and_the_sentences(tmp_path: Path) -> None:
    position = Position.from_fen("r1bq1rk1/pp3ppp/2n2n2/3p4/1b1P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9")
    drawn = Figure(make_picture(position), caption="Tal & <co>")
    ((_, page),) = write_figure(drawn, tmp_path / "a.html", "html").files()
    html = page.decode()
    assert html.count('<svg id="board"') == 1 and '<h1 id="h">Tal &amp; &lt;co&gt;</h1>' in html
    assert "isolated pawn d4" in html and position.fen() in html
    writing = write_figure(drawn, tmp_path / "b c.md", "md")
    assert [path.name for path in writing.paths] == ["b c.svg", "b c.md"]
    pages = dict(writing.files())
    markdown = pages[tmp_path / "b c.md"].decode()
    assert "](b%20c.svg)" in markdown and "Tal & \\<co\\>" in markdown and "isolated pawn d4" in markdown


def test_json_holds_the_position_the_layers_and_each_mark_with_its_squares(tmp_path: Path) -> None:
    islands = ShownLayer(LAYERS["filesets"], Style(strip("solid")))
    look = Look((*shown("stops"), islands, *shown("break_squares")), flipped=True)
    position = Position.from_fen("8/8/8/3p4/8/2P5/8/8")
    drawn = Figure(make_picture(position, look, framed=1 << 18), look, caption="A caption", drawings=((0, 7, 1),))
    ((_, text),) = write_figure(drawn, tmp_path / "a.json", "json").files()
    data = json.loads(text)
    assert Position.from_fen(data["fen"]) == position
    assert (data["caption"], data["look"]["flipped"], data["framed"]) == ("A caption", True, ["c3"])
    stops, files, breaks = data["layers"]
    assert (stops["layer"], stops["title"], stops["mark"]["family"]) == ("stops", "Stops", "target")
    assert [(each["side"], each["squares"]) for each in stops["marks"]] == [("white", ["c4"]), ("black", ["d4"])]
    assert [(each["side"], each["files"]) for each in files["marks"]] == [("white", ["c"]), ("black", ["d"])]
    assert breaks["layer"] == "break_squares"
    assert data["arrows"][0] == {"from": "c3", "to": "c4", "side": "white", "kind": "step"}
    assert data["drawings"] == [{"from": "a1", "to": "h1", "color": "#0072b2"}]
    before = make_picture(position.without_piece(18), look)
    changed = replace(drawn, picture=picture_of_change(before, drawn.picture))
    ((_, text),) = write_figure(changed, tmp_path / "a.json", "json").files()
    assert json.loads(text)["layers"][0]["marks"][0] == {
        "side": "white",
        "color": None,
        "squares": [],
        "gained": ["c4"],
    }


@pytest.mark.parametrize("millimeters", [40, 85, 160])
def test_no_text_on_paper_is_smaller_than_six_and_a_half_points(millimeters: int) -> None:
    drawn = replace(figure(), width=paper_width(millimeters), millimeters=millimeters)
    point = millimeters / drawn.width * 72 / 25.4
    beside = ElementTree.fromstring(figure_svg(drawn)).findall(f"{SVG}text")
    assert beside
    sizes = [float(text.attrib["font-size"]) for text in beside]
    assert min(sizes) * point >= LEAST_POINTS
    canvas = SvgCanvas(drawn.look)
    draw_figure(canvas, drawn)
    assert canvas.least_label * millimeters / drawn.width >= 2.3
    letters = round(0.96 * canvas.least_label / drawn.fineness) * drawn.fineness
    assert letters * point >= LEAST_POINTS
    # Images and PDFs have fonts of whole pixels.
    assert all(figure_font(size, bold=False).pixelSize() * point >= LEAST_POINTS for size in sizes)


def test_no_text_of_a_narrow_figure_is_cut() -> None:
    drawn = replace(figure(), width=paper_width(58), millimeters=58)
    for text in ElementTree.fromstring(figure_svg(drawn)).findall(f"{SVG}text"):
        metrics = QFontMetricsF(
            figure_font(float(text.attrib["font-size"]), bold=text.attrib.get("font-weight") == "bold")
        )
        width = metrics.horizontalAdvance(text.text or "")
        if text.attrib.get("text-anchor") != "middle":
            assert float(text.attrib["x"]) + width <= drawn.width, text.text


def test_one_ink_has_no_colors_and_no_ground() -> None:
    drawn = figure(theme="ink")
    image = figure_image(drawn)
    colors = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert all(QColor(color).hslSaturation() == 0 for color in colors)
    for square in (25, 33):  # An empty dark one and an empty light one.
        part = image.copy(drawn.geometry.square_rect(square))
        pixels = [part.pixel(x, y) for x in range(part.width()) for y in range(part.height())]
        assert pixels.count(0xFFFFFFFF) > 0.5 * len(pixels)


def test_on_paper_a_sign_that_no_layer_has_is_drawn_for_badges_without_room_and_explained() -> None:
    position = Position.from_fen("r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/P1NB1N2/1P3PPP/R1BQR1K1 w - - 0 12")
    texts = []
    for names in (("isolated_pawns", "double_pushable_pawns"), ("isolated_pawns", "weak_pawns")):
        look = Look(shown(*names), theme="ink")
        drawn = Figure(make_picture(position, look), look, legend=True, width=paper_width(50), millimeters=50)
        root = ElementTree.fromstring(figure_svg(drawn))
        assert all(float(text.get("y", "0")) < drawn.height for text in root.findall(f"{SVG}text"))
        texts.append([text.text for text in root.iter(f"{SVG}text")])
    assert "+2" in texts[0] and "••• further marks" not in texts[0]
    assert "+2" not in texts[1] and "••• further marks" in texts[1]


def test_the_legend_names_the_side_above_its_marks_also_where_there_is_one() -> None:
    both = (("isolated_pawns",), ("isolated_pawns", "weak_pawns", "chain_bases"))
    for names, sides in product(both, ((True, False), (True,), (False,))):
        layers = tuple(each._replace(white=True in sides, black=False in sides) for each in shown(*names))
        drawn = Figure(make_picture(Position.from_fen(FEN), Look(layers)), legend=True, names_empty=True)
        texts = [text.text for text in ElementTree.fromstring(figure_svg(drawn)).iter(f"{SVG}text")]
        for white, name in ((True, "White"), (False, "Black")):
            assert (name in texts) == (white in sides)


def test_a_pawn_makes_room_for_its_badges_in_one_ink_and_on_paper() -> None:
    class Recorder(SvgCanvas):
        def piece(self, letter: str, rect: QRect) -> None:
            drawn.append((letter, rect))

    moved = {}
    for theme, millimeters in (("light", 0.0), ("ink", 0.0), ("light", 50.0)):
        drawn: list[tuple[str, QRect]] = []
        look = Look(shown("isolated_pawns"), theme=theme)
        plain = Figure(make_picture(Position.from_fen("8/8/8/8/3P4/8/8/R7"), look), look, millimeters=millimeters)
        draw_figure(Recorder(look), plain)
        squares = {plain.geometry.square_rect(square) for square in range(64)}
        moved[theme, millimeters] = [letter for letter, rect in drawn if rect not in squares]
    assert moved == {("light", 0.0): [], ("ink", 0.0): ["P"], ("light", 50.0): ["P"]}
