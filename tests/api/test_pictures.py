from __future__ import annotations

import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import Any

import chess
import pytest
from PySide6.QtGui import QImage

import pawnviz

FEN = "8/5k2/8/3P4/8/8/p7/4K3 w - - 0 1"

pytestmark = pytest.mark.usefixtures("qapp")


def texts(svg: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_notebook_shows_the_position_with_its_layers_and_caption() -> None:
    mine = pawnviz.formula("stops(own)", identifier="mine")
    picture = pawnviz.board(FEN, ["passed_pawns", "black.stops", mine], caption="A race")
    shown = texts(picture._repr_svg_())
    assert picture._repr_svg_() == picture.svg()
    assert {"A race", "Passed pawns", "Stops", "mine"} <= set(shown)
    assert shown[shown.index("Stops") + 1] == "Black 1"
    assert picture.layers == ("passed_pawns", "stops", "mine")
    assert repr(picture).startswith("BoardPicture(position=") and "layers=('passed_pawns'," in repr(picture)


def test_a_board_of_python_chess_and_a_position_are_the_same() -> None:
    position = pawnviz.Position.from_fen(chess.STARTING_FEN)
    assert (
        pawnviz.board(chess.Board()).svg() == pawnviz.board(position).svg() == pawnviz.board(chess.STARTING_FEN).svg()
    )
    assert pawnviz.board(position, flipped=True).svg() != pawnviz.board(position).svg()


def test_a_picture_is_saved_as_its_name_says(tmp_path: Path) -> None:
    picture = pawnviz.board(FEN, ["attacks"], size=300, legend=False, theme="dark")
    for name, start in (("a.svg", b"<svg "), ("a.PDF", b"%PDF"), ("a.png", b"\x89PNG")):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert QImage(str(tmp_path / "a.png")).width() == 300
    picture.save(tmp_path / "a.md")
    assert "](a.svg)" in (tmp_path / "a.md").read_text()
    with pytest.raises(ValueError, match=r"\.md or \.json, not .*a\.bmp"):
        picture.save(tmp_path / "a.bmp")


def test_large_marks_are_larger() -> None:
    usual, large = (pawnviz.board(FEN, ["isolated_pawns", "attacks"], captures=True, large=on) for on in (False, True))
    assert usual.svg() != large.svg()
    assert usual.svg() == pawnviz.board(FEN, ["isolated_pawns", "attacks"], captures=True).svg()


def test_a_picture_for_paper_has_the_width_that_is_asked_for() -> None:
    picture = pawnviz.board(FEN, ["attacks"], millimeters=58)
    root = ElementTree.fromstring(picture.svg())
    assert root.attrib["width"] == "58mm"
    point = 58 / float(root.attrib["viewBox"].split()[2]) * 72 / 25.4
    letters = [float(text.attrib["font-size"]) * point for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert min(letters) >= 6.5


def test_a_badge_on_paper_is_2_3_millimeters_high(tmp_path: Path) -> None:
    for fen in ("8/8/8/3P4/8/8/8/8", "8/8/8/3p4/8/8/8/8"):
        images = []
        for layers in ((), ("isolated_pawns",)):
            pawnviz.board(fen, layers, millimeters=58, legend=False).save(tmp_path / "a.png")
            images.append(QImage(str(tmp_path / "a.png")))
        bare, image = images
        line = range(0, image.width(), 3)
        rows = [y for y in range(image.height()) if any(image.pixel(x, y) != bare.pixel(x, y) for x in line)]
        assert len(rows) * 58 / image.width() >= 2.3


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(KeyError, match="did you mean stops"):
        pawnviz.board(FEN, ["stopz"])
    with pytest.raises(pawnviz.FenError):
        pawnviz.board("8/8")
    with pytest.raises(TypeError, match="layers is a list"):
        pawnviz.board(FEN, "stops")
    with pytest.raises(ValueError, match="size is from 120 to 8000, not 9"):
        pawnviz.board(FEN, size=9)
    with pytest.raises(ValueError, match="millimeters is from 40 to 400, or 0 for a size, not 9"):
        pawnviz.board(FEN, millimeters=9)
    with pytest.raises(ValueError, match="theme is 'light', 'dark' or 'ink'"):
        pawnviz.board(FEN, theme="blue")


def test_qt_is_loaded_for_the_first_picture_alone_and_needs_no_screen() -> None:
    script = (
        "import sys, pawnviz; picture = pawnviz.board('8/8/8/8/8/8/8/8', ['stops']); before = 'PySide6' in sys.modules;"
        "print(before, picture.svg()[:5])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False, env={}
    )
    assert (done.stdout, done.returncode) == ("False <svg \n", 0), done.stderr


def test_a_notebook_shows_the_living_page_in_a_frame_that_reaches_nothing() -> None:
    picture = pawnviz.board(FEN, ["passed_pawns"], caption='<b>"A race')
    frame = picture._repr_html_()
    assert frame.startswith('<iframe sandbox="allow-scripts" title="&lt;b&gt;&quot;A race"')
    assert unescape(frame.split('srcdoc="')[1].removesuffix('"></iframe>')) == picture.html()
    assert 'data-tag="0"' in picture.html() and "&lt;b&gt;&quot;A race</h1>" in picture.html()


CELLS = ("import pawnviz", f'pawnviz.board("{FEN}", ["passed_pawns"], caption="A race")')


def shown_by_a_notebook(cells: tuple[str, ...]) -> str:
    """Return the HTML of the value of the last cell: run by a kernel if there is one, else by Python in its way."""
    try:
        client, form = import_module("nbclient"), import_module("nbformat.v4")
    except ImportError:
        names: dict[str, Any] = {}
        for cell in cells[:-1]:
            exec(cell, names)
        return str(eval(cells[-1], names)._repr_html_())
    notebook = form.new_notebook(cells=list(map(form.new_code_cell, cells)))
    client.NotebookClient(notebook, timeout=60).execute()
    return str(notebook.cells[-1].outputs[0].data["text/html"])


def test_a_notebook_that_is_executed_ends_with_the_living_page() -> None:
    frame = shown_by_a_notebook(CELLS)
    assert frame == pawnviz.board(FEN, ["passed_pawns"], caption="A race")._repr_html_()
    assert 'data-tag="0"' in unescape(frame)
