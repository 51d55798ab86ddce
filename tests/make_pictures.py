"""Writes the pictures, of structures too, and the page of presets into ``docs/``: ``python -m tests.make_pictures``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.catalog import Preset, exceptions_of, presets
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Family, Style
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Look, PlacedMark, ShownLayer, make_picture
from tests import structure_pictures

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from pawnviz.view.app import Program
    from pawnviz.view.widgets.theme import Theme

DOCS: Final = Path(__file__).parent.parent / "docs"
PICTURES: Final = DOCS / "pictures"
PAGE: Final = DOCS / "presets.md"

SQUARE: Final = 70
COLORS: Final = 256
LONDON: Final = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
WIKI: Final = "4k3/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/4K3 w - - 0 1"
SPANS: Final = ("front_spans", "stops", "unfree_pawns")
WINDOW: Final = (1366, 768)
WINDOWS: Final = ("window", "games", "explore")
GAME: Final = (33, 33)  # The sample game of the pictures by its index from 0, and the number of its moves played.
EXPLORED: Final = 7  # The number of its moves that are played before *Explore* is asked.
SIX: Final = ("front_spans", "stops", "attacks", "safe_squares", "half_isolated_pawns", "filesets")


class Shot(NamedTuple):
    """The position that a preset is shown on, and what can be seen in its picture."""

    fen: str
    judged: str


SHOTS: Final = {
    "Structure": Shot(
        "2r1r3/p5k1/1p1pPqpp/n1pP1P2/5P2/3Q3P/PP6/1B2RRK1 w - - 1 29",
        "Most squares stay empty: a few badges name what is special about a pawn, and diamonds say where to break.",
    ),
    "Weak pawns": Shot(
        "6k1/p7/1p2p1p1/P7/2PP2P1/1p3p2/6P1/4K3 w - - 0 1",
        "Badges say what is wrong with a pawn, two of them above each other on the same pawn.",
    ),
    "Passers": Shot(
        "8/1pk5/p1p4P/1P4Pp/3Pp1p1/4P3/5P2/K7 w - - 0 1",
        "Two badges in a column beside a passed pawn are read one by one; candidates differ by their letters.",
    ),
    "Breaks": Shot(
        "r1bqkb1r/pp3ppp/2n1pn2/2ppP3/3P4/2P2N2/PP1N1PPP/R1BQKB1R w KQkq - 0 6",
        "Badges name the pawns in contact; a dashed arrow leads from a pawn to the diamond where it makes more.",
    ),
    "Files and islands": Shot(
        "4k3/pp3p1p/3p4/8/3P4/P6P/1P3PP1/4K3 w - - 0 1",
        "A line along the edge of a rank ends with its island; strips below the board mark open and half-open files.",
    ),
    "Squares": Shot(
        "r1bqkb1r/1p3ppp/p1np1n2/4p3/4P3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 0 8",
        "Bars stand on few squares: those where a pawn is not safe, White's outpost d5, and the notched ones of holes.",
    ),
    "Spans": Shot(
        WIKI,
        "Rising and falling lines cross where front spans meet, and chevrons point away from their pawns, even on one.",
    ),
    "Attacks": Shot(
        LONDON,
        "One and two dots are clear at once, rings frame what is attacked twice, and pawns with a cross stay pawns.",
    ),
}

INTRODUCTION: Final = """\
# Presets

A preset shows the layers that answer one question, for both sides at once. Each picture has all layers of its preset
and their legend. White's marks are blue and round, Black's vermillion and square, and lines that rise for White fall
for Black, so that the pictures can be read without color.

The pictures were checked on light and dark, plain and flipped boards, with squares from 30 to 125 pixels and scale
factor 2: marks differ from each other, lines are sharp and continue from square to square, and each piece can be
recognized. The text below each says what to look for. `tests/view/board/test_legibility.py` computes that marks can be
told apart with any kind of color vision. Pictures and page are made by `python -m tests.make_pictures`.
"""

MORE: Final = """\
## Six layers at once

![Front spans, stops, attacks, safe squares, half-isolated pawns and filesets of both sides](pictures/six-layers.png)

One layer of each kind: lines over the square, a chevron in the side's half, dots in its corner, a bar at its left edge,
a badge at the pawn, and strips below the board, each in its own place.

## Dark theme, flipped

![The spans of the same position in the dark theme, with Black at the bottom](pictures/dark.png)

On a flipped board chevrons still point the way the pawns go, and the legend points with them.

## All marks

![The marks of all layers](pictures/marks.png)

Each layer's mark for White and for Black, alone on a square of 52 pixels.
"""


def file_name(preset: Preset) -> str:
    """Return the name of a preset's picture."""
    return f"preset-{preset.title.lower().replace(' ', '-')}.png"


def presets_page() -> str:
    """Return the text of ``docs/presets.md``."""
    parts = [INTRODUCTION]
    for preset in presets():
        shot = SHOTS[preset.title]
        titles = ", ".join(preset.exceptions.get(name) or LAYERS[name].title for name in preset.layers).lower()
        parts.append(f"## {preset.title}\n\n{preset.description}\n")
        parts.append(f"![{preset.title}: {titles}](pictures/{file_name(preset)})\n")
        parts.append(f"`{shot.fen}`\n\n{shot.judged}\n")
    return "\n".join((*parts, MORE))


def shown_layers(names: Iterable[str]) -> tuple[ShownLayer, ...]:
    """Return layers of both sides in their own style, as their preset shows them."""
    layers = {name: LAYERS[name] for name in names}
    exceptions = exceptions_of(layers)
    return tuple(
        ShownLayer(layer, Style(layer.mark), exception=exceptions.get(name, "")) for name, layer in layers.items()
    )


def board_picture(fen: str, names: Iterable[str], theme: Theme, *, flipped: bool = False) -> QImage:
    """Return a board with the layers of both sides and their legend below it."""
    from PySide6.QtCore import QRectF
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    from pawnviz.view.board.canvas import Tiles
    from pawnviz.view.board.geometry import Geometry
    from pawnviz.view.board.legend import LegendLayout, LegendMetrics
    from pawnviz.view.board.paint import paint_board

    shown = shown_layers(names)
    picture = make_picture(Position.from_fen(fen), Look(shown))
    margins = Geometry(0, 0, strip_space=picture.strip_rows > 0)
    width = margins.coordinate_margin + 8 * SQUARE + margins.side_margin
    height = 8 + 8 * SQUARE + margins.coordinate_margin + margins.strip_height
    font = QFont()
    font.setPixelSize(13)
    legend = QRectF(margins.coordinate_margin, height + 6, 8 * SQUARE, 0)
    metrics = LegendMetrics(font)
    places = LegendLayout(picture.legend, legend, metrics).places.entries
    legend.setHeight(places[-1].bottom() - legend.top() if places else 0)
    image = QImage(width, round(legend.bottom()) + 8, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font)
    geometry = Geometry(width, height, flipped, strip_space=picture.strip_rows > 0)
    tiles = Tiles()
    tiles.prepare(theme, SQUARE, flipped)
    tiles.begin(painter)
    tiles.names_side = True
    paint_board(tiles, picture, geometry)
    LegendLayout(picture.legend, legend, metrics).paint(painter, theme, flipped=flipped)
    painter.end()
    return image


def marks_picture(theme: Theme) -> QImage:
    """Return the default marks of all layers, White's on a light and Black's on a dark square, with their titles."""
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QColor, QFont, QImage, QPainter

    from pawnviz.view.board.marks import draw_mark

    size, columns, line, label = 52, 4, 58, 140
    rows = -(-len(LAYERS) // columns)
    image = QImage(columns * (2 * size + label), rows * line + 8, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.window))
    painter = QPainter(image)
    font = QFont()
    font.setPixelSize(11)
    painter.setFont(font)
    for number, layer in enumerate(LAYERS.values()):
        column, row = divmod(number, rows)
        painter.save()
        painter.translate(column * (2 * size + label) + 4, row * line + 8)
        for white, square in ((True, theme.light_square), (False, theme.dark_square)):
            strip = layer.mark.family is Family.STRIP
            painter.fillRect(0, 0, size, size, QColor(theme.window if strip else square))
            mark = PlacedMark(layer.mark, white, "", 1.0, 0, 1, FROM_WEST | FROM_EAST)
            draw_mark(painter, mark, size, theme, False)
            painter.translate(size, 0)
        painter.setPen(QColor(theme.text))
        text = QRectF(6, 0, label - 14, size)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, layer.title)
        painter.restore()
    painter.end()
    return image


def window_pictures(program: Program) -> dict[str, QImage]:
    """Return the first screen of a program, a sample game, and its pawns in *Explore*, by the names in ``WINDOWS``."""
    from PySide6.QtTest import QTest

    from pawnviz.folders import resource_path

    window = program.window
    window.resize(*WINDOW)
    program.preferences.theme.value = "light"
    program.show()
    QTest.qWait(1500)
    pictures = {"window": window.grab().toImage()}
    window.workspaces.open_games(str(resource_path("games.pgn")))
    QTest.qWait(2500)
    window.workspaces.open_game(*GAME)
    QTest.qWait(1500)
    pictures["games"] = window.grab().toImage()
    window.workspaces.open_game(GAME[0], EXPLORED)
    window.workspaces.show_explore()
    QTest.qWait(2500)
    pictures["explore"] = window.grab().toImage()
    return pictures


def save_small(image: QImage, path: Path) -> None:
    """Write a picture with its most frequent colors and, for all others, the nearest of these."""
    import numpy as np
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    colors, counts = np.unique(pixels[:, : image.width()], return_counts=True)
    table = [int(color) for color in colors[np.argsort(-counts, kind="stable")[:COLORS]]]
    plain = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
    small = image.convertToFormat(QImage.Format.Format_Indexed8, table, plain)
    # An unchanged picture stays as it is, however another version of Qt packs it.
    if QImage(str(path)).convertToFormat(image.format()) != small.convertToFormat(image.format()):
        small.save(str(path), quality=0)


def main() -> None:
    """Write the pictures and the page."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from pawnviz.view.app import Program, make_application
    from pawnviz.view.widgets.theme import DARK, LIGHT

    application = make_application()
    PICTURES.mkdir(parents=True, exist_ok=True)
    for preset in presets():
        save_small(board_picture(SHOTS[preset.title].fen, preset.layers, LIGHT), PICTURES / file_name(preset))
    save_small(board_picture(LONDON, SIX, LIGHT), PICTURES / "six-layers.png")
    save_small(board_picture(LONDON, SPANS, DARK, flipped=True), PICTURES / "dark.png")
    save_small(marks_picture(LIGHT), PICTURES / "marks.png")
    structure_pictures.PICTURES.mkdir(exist_ok=True)
    for family, structures in structure_pictures.families().items():
        path = structure_pictures.PICTURES / structure_pictures.file_name(family)
        save_small(structure_pictures.family_picture(structures), path)
    PAGE.write_text(presets_page(), encoding="utf-8")
    with TemporaryDirectory() as folder:
        program = Program(None, Path(folder))
        for name, picture in window_pictures(program).items():
            save_small(picture, PICTURES / f"{name}.png")
        program.autosave.finish()
    application.processEvents()


if __name__ == "__main__":
    main()
