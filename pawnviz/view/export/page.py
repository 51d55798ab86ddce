"""Living pages: a position or a game as one HTML file whose board answers, without a network.

The board is an SVG, which stands by itself if scripts are not run. Each drawing is described once and has a number.
The content of a place is what the page draws or says there, and a position is the list of the places whose contents
differ from those of the position before. Places are numbers: first those that are drawn, in their order, then the
words on each square, and last the words on the position.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, QRectF
from PySide6.QtGui import QColor, QPainter

from pawnviz.core.board.bitboard import SQUARE_NAMES
from pawnviz.core.board.position import EMPTY, Position
from pawnviz.core.board.side import to_move_text
from pawnviz.core.explain.summary import html_words, summary_of
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers.marks import Family
from pawnviz.core.picture.answers import answers
from pawnviz.core.picture.picture import BREAKS, PLAIN, Cell, LegendEntry, Look, PlacedMark, make_picture
from pawnviz.core.picture.places import Spot
from pawnviz.core.words import escaped, listed, visible
from pawnviz.folders import read_resource
from pawnviz.model.document import piece_name
from pawnviz.override import plain_override
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.board.marks import draw_strip, draw_strip_side
from pawnviz.view.board.paint import (
    DRAWING_COLORS,
    crossed_squares,
    draw_arrow,
    draw_drawing,
    draw_line,
    paint_board,
    without_symbols,
)
from pawnviz.view.board.swatch import sample_of
from pawnviz.view.export.canvas import LARGEST_SQUARE, NAMES, SvgCanvas, Symbol
from pawnviz.view.export.figure import Figure
from pawnviz.view.widgets.theme import DARK, LIGHT, ONE_INK, PALETTE, Theme, with_board

if TYPE_CHECKING:
    from pawnviz.core.games.annotations import Annotation
    from pawnviz.core.games.lives import PawnLife
    from pawnviz.core.games.tree import MoveLine

KEYS: Final = "1234567890ertyuiop"  # The keys that switch the layers, in their order.

_OVER: Final = 64  # The place of strips, lines and arrows, behind those of the squares.
_SYMBOLS: Final = 65  # The first place of the marks that are drawn over arrows.
_WORDS: Final = 129  # The first place of the words on squares.
_POSITION: Final = 193  # The place of the words on the position.
_SCALE: Final = 1.9  # The size of coordinates against the usual one.
_SQUARE: Final = QRect(0, 0, int(LARGEST_SQUARE), int(LARGEST_SQUARE))
_HALO: Final = "#ffffff"
_WHITE: Final = "#fff"  # The white that stays in the dark.
_NO_LAYER: Final = -1  # The tag of a drawing that belongs to no layer.
_BLANKS: Final = re.compile(r"^\s+|(?:^|\s+)// .*$", re.MULTILINE)  # Indentations and comments.
_STYLE: Final = re.compile(r'\sstyle="([^"]*)"')
_PATH: Final = re.compile(r'\sd="([^"]*)"')
_OF_QT: Final = re.compile(r"[-\d.,\sMLCZ]+")  # A path whose numbers are set apart, unlike some of pieces.
_COMMAND: Final = re.compile(r"\s*([A-Za-z])\s*")
_NUMBER: Final = re.compile(r"-?\d+\.\d+")
_INHERITED: Final = 'fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round"'
_SHORTER: Final = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r'\s(?:(?:fill|stroke)-opacity="1"|fill-rule="evenodd"|stroke-line(?:cap|join)="(?:round|square|bevel)")', ""),
        (r' x="0" y="0"', ""),
        (r"matrix\(([\d.]+),0,0,\1,0,0\)", r"scale(\1)"),
        (r'(<g [^>]*stroke="none"[^>]*?)(?:\sstroke-(?:width|linecap|linejoin)="[^"]*")+', r"\1"),
        (r'(?<=")\s+(?=/>)|(?<=>)\s+(?=<)|(?<=[\d.]),?\s(?=")', ""),
        (r'<polyline fill="none" points="(\S+) (\S+)"/>', r'<path d="M\1L\2"/>'),
        (r'(?<=\d)"/><path d="(?=M\S+L\S+")', ""),
        (
            r'<g fill="none"( stroke="[^"]*" stroke-width="[^"]*")( transform="[^"]*"|)>([^/]*/>)</g>'
            r'<g( fill="[^"]*") stroke="none"\2>\3</g>',
            r'<g\4\1 paint-order="stroke"\2>\3</g>',
        ),
    )
)
"""Replacements that shorten drawings of Qt below ``_INHERITED``: attributes and blanks that change nothing, lines that
are one path, and a shape that is drawn twice, first as its halo."""
_CIRCLE: Final = re.compile(
    r'<path d="M([\d.]+),([\d.]+)C\1,[\d.]+ [\d.]+,([\d.]+) ([\d.]+),\3(C[^CL]*){2}C[^CL]* \1,\2Z"/>'
)
_INKS: Final = ("white_mark", "black_mark", "halo", "piece_halo", "coordinates", "border", "box_edge", "text")
"""The colors of a theme that drawings have; no two of them are one in the light theme and differ in the dark one."""
_VARIABLES: Final = {
    **{"page": "window", "card": "base", "ink": "text", "muted": "muted_text", "edge": "border", "focus": "cursor"},
    **{"link": "link", "white": "white_mark", "black": "black_mark", "chosen": "highlight", "weak": "warning"},
}
"""The variables of the style sheet, with their fields of a theme."""


class _Recorder(SvgCanvas):
    """A canvas that numbers drawings, and can record the numbers of those drawn and their layers.

    The tag of a layer is its number, doubled, and one more for Black.
    """

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._numbers: dict[str, int] = {}
        self._content: list[int] | None = None  # The numbers that are recorded, each with its tag.
        self._keeps_white = False  # Whether discs of sides are drawn, in which white is no halo.
        self._labels = ""  # The names of files and ranks.
        self._dark = ""  # The outline of the dark squares.
        self._tag = _NO_LAYER
        self._tags = {
            (entry.layer.identifier, white): 2 * number + (not white)
            for number, entry in enumerate(look.layers)
            for white in (True, False)
        }
        self._side_to_move: list[int] = []
        self.samples: dict[tuple[str, bool], tuple[int, str]] = {}  # A number and its view box, by layer and side.

    def frame(self, figure: Figure, geometry: Geometry) -> str:
        """Return the empty board with its margins."""
        empty = figure.picture._replace(cells=(Cell(""),) * 64, arrows=(), lines=(), framed=0)
        self._parts.clear()
        self._dark = self._labels = ""
        paint_board(self, empty, geometry)
        labels = f"{self._labels}</g>\n" if self._labels else ""
        return f'{"".join(self._parts)}{labels}<path class="dark" fill="{self.theme.dark_square}" d="{self._dark}"/>'

    def recorded(self, paint: Callable[[], None]) -> list[int]:
        """Return the numbers of the drawings that are painted, each with the tag of its layer."""
        before, self._content = self._content, []
        paint()
        found, self._content = self._content, before
        return found

    def contents(self, figure: Figure, geometry: Geometry) -> dict[int, list[int]]:
        """Return the contents of the places that are drawn."""
        picture, contents = figure.picture, {}
        self.frame(figure, geometry)
        crossed = crossed_squares(picture)
        for square, cell in enumerate(without_symbols(picture, crossed).cells):
            frame = self.recorded(partial(self._frame, _SQUARE)) if picture.framed >> square & 1 else []
            contents[square] = frame + self.recorded(partial(self.cell, cell, _SQUARE))
            if square in crossed:
                symbols = partial(self.symbols, picture.cells[square], _SQUARE)
                contents[_SYMBOLS + square] = self.recorded(symbols)
        contents[_OVER] = self._side_to_move + self.recorded(partial(self._paint_over, figure, geometry))
        return contents

    def _paint_over(self, figure: Figure, geometry: Geometry) -> None:
        """Paint strips, lines, arrows and the user's drawings, each by itself."""
        picture, theme = figure.picture, self.theme

        def draw(paint: Callable[..., None], layer: str = "", white: bool = True, **values: Any) -> None:
            self._tag = self._tags.get((layer, white), _NO_LAYER)
            self.draw(partial(paint, **values, geometry=geometry, theme=theme))
            self._tag = _NO_LAYER

        self._keeps_white = True
        for white in {strip.white for strip in picture.strips}:
            draw(partial(draw_strip_side, white=white), rows=picture.strip_rows)
        self._keeps_white = False
        for strip in picture.strips:
            draw(draw_strip, strip.layer, strip.white, strip=strip, rows=picture.strip_rows)
        for line in picture.lines:
            draw(draw_line, line.layer, line.white, line=line)
        for arrow in picture.arrows:
            layer, cell = BREAKS if arrow.is_push else "", picture.cells[arrow.target]
            draw(draw_arrow, layer, arrow.white, arrow=arrow, target=cell)
        for source, target, number in figure.drawings:
            draw(draw_drawing, source=source, target=target, color=QColor(DRAWING_COLORS[number]))

    def numbered(self) -> str:
        """Return the descriptions of all that has a number, without the styles of pieces, which the policy forbids."""
        numbered = "".join(f'<g id="n{number}">{text}</g>\n' for text, number in self._numbers.items())
        text = _PATH.sub(_rounded, _STYLE.sub(_attributes, self.clips() + numbered))
        for pattern, replacement in _SHORTER:
            text = pattern.sub(replacement, text)
        return f"<defs>{_CIRCLE.sub(_circle, text)}</defs>\n"

    def _record(self) -> None:
        """Move the last drawing from the text of the picture to the record."""
        if self._content is not None:
            number = self._numbers.setdefault(self._parts.pop().strip(), len(self._numbers))
            self._content += (number, self._tag)

    @plain_override
    def fill(self, rect: QRect | QRectF, color: str) -> None:
        if self._content is None and rect.size() == _SQUARE.size():
            self._dark += f"M{rect.x()} {rect.y()}h100v100h-100z"
            return
        super().fill(rect, color)
        if self._content is None and color == self.theme.light_square:
            self._parts[-1] = self._parts[-1].replace("<rect", '<rect class="light"')
        self._record()

    @plain_override
    def text(
        self, text: str, x: float, baseline: float, size: float, color: str, *, bold: bool = False, middle: bool = False
    ) -> None:
        """Write a name of a file or a rank, whose attributes all of them share."""
        if not self._labels:
            self._labels = f'<g font-size="{size:.4g}" text-anchor="middle" fill="{color}">'
        self._labels += f'<text x="{x:.6g}" y="{baseline:.0f}">{text}</text>'

    @plain_override
    def mark(self, spot: Spot, rect: QRect) -> None:
        self._tag = self._tags.get((spot.placed.layer, spot.placed.white), _NO_LAYER)
        super().mark(spot, rect)
        self._tag = _NO_LAYER
        if self._content:
            box = "0 0 100 100" if spot.placed.mark.family is Family.HATCH else _around(100 * spot.x, 100 * spot.y)
            self.samples.setdefault((spot.placed.layer, spot.placed.white), (self._content[-2], box))

    def sample(self, entry: LegendEntry, white: bool) -> tuple[int, str]:
        """Return the number of a drawing of a side's mark, and the view box that shows it."""
        sample = sample_of(entry, white)
        color = sample.style.white_color if white else sample.style.black_color
        mark = PlacedMark(
            sample.style.mark, white, color, sample.style.opacity, sample.slot, sample.slot_count, layer=entry.layer
        )
        if mark.mark.family in (Family.STRIP, Family.LINE) or mark.mark.shape == "edge":
            return self.recorded(partial(self.swatch, sample, QRectF(_SQUARE)))[0], "0 0 100 100"
        self.recorded(partial(self.cell, Cell("", (mark,)), _SQUARE))
        return self.samples[entry.layer, white]

    @plain_override
    def draw(self, paint: Callable[[QPainter], None]) -> None:
        if self._content is not None:
            super().draw(paint)
            if self._keeps_white:
                self._parts[-1] = self._parts[-1].replace(_HALO, _WHITE)
            self._record()

    @plain_override
    def keep(self, name: str, geometry: Geometry, rect: QRect, paint: Callable[[], None]) -> None:
        if name in ("ranks", "files"):
            paint()
            return
        self._keeps_white = True
        self._side_to_move = self.recorded(paint)
        self._keeps_white = False

    @plain_override
    def _add_symbol(self, key: object, edge: int, content: str, *, visible: bool = False) -> None:
        clip = "" if visible else f' clip-path="url(#{NAMES}square)"'
        self._symbols[key] = Symbol("", edge, f"<g{clip}>{content}</g>")

    @plain_override
    def _use(self, key: object, rect: QRectF) -> None:
        symbol = self._symbols[key]
        name = ' class="black-piece"' if isinstance(key, str) and key.islower() else ""
        place = f"translate({rect.x():.6g},{rect.y():.6g}) scale({rect.width() / symbol.edge:.6g})"
        group = "<g" if place == "translate(0,0) scale(1)" else f'<g{name} transform="{place}"'
        self._parts.append(symbol.text.replace("<g", group, 1))
        self._record()


class GameOfPage(NamedTuple):
    """The game of a page: its line, the plies of its positions, each with text and annotation, and further facts."""

    line: MoveLine
    plies: range
    moves: tuple[str, ...]
    annotations: Sequence[Annotation]
    details: str = ""


def page_parts(title: str, figures: Iterable[Figure], game: GameOfPage | None = None) -> Iterator[bytes]:
    """Yield an empty part for each position, then the bytes of the page; the look is that of the first figure."""
    page: _Page | None = None
    for number, figure in enumerate(figures):
        page = page or _Page(figure)
        page.add(figure, *((game.moves[number], game.annotations[number].comment) if game else ("", "")))
        yield b""
    assert page is not None
    yield page.html(title, game).encode("utf-8", "replace")


class _Page:
    """The positions of a page, each as its differences from the one before."""

    def __init__(self, first: Figure) -> None:
        self._first = first
        self._look = look = first.look
        self._position = first.picture.position
        self._legend = make_picture(self._position, look).legend
        self._canvas = _Recorder(look)
        margins = Geometry(0, 0, look.flipped, look.coordinates, bool(first.picture.strips), _SCALE)
        width = 8 * _SQUARE.width() + margins.coordinate_margin + margins.side_margin
        height = 8 * _SQUARE.width() + margins.coordinate_margin + margins.strip_height + round(8 * _SCALE)
        self._geometry = margins._replace(width=width, height=height)
        self._texts: dict[str, int] = {}
        self._contents = {"[]": 0}
        self._plies: list[list[int]] = []
        self._now: dict[int, int] = {}
        self._drawn: dict[int, list[int]] = {}  # The drawings of the first position.

    def add(self, figure: Figure, move: str, comment: str) -> None:
        """Add a position; without a move it is the only one."""
        position = figure.picture.position
        drawn = self._canvas.contents(figure, self._geometry)
        self._drawn = self._drawn or drawn
        contents: dict[int, list[Any]] = {**drawn}
        for square, answer in enumerate(answers(position, self._look.layers)):
            held = [part for each, white, why in answer.layers for part in (2 * each + (not white), self._text(why))]
            piece = position.piece_at(square)
            name = piece_name(piece) if piece else "empty"
            words = [self._text(name), self._text(answer.headline), held, [*map(self._text, answer.more)]]
            contents[_WORDS + square] = words
        heading = move or f"{to_move_text(position.white_to_move)}."
        summary = summary_of(position)
        # The further words of a single position stand beside the board.
        headline = summary.headline if move else f"{summary.verdict}." * bool(summary.verdict)
        contents[_POSITION] = [*map(self._text, (heading, headline, position.fen(), comment))]
        changes: list[int] = []
        for place in sorted({*contents, *self._now}):
            text = json.dumps(contents.get(place, []), separators=(",", ":"))
            number = self._contents.setdefault(text, len(self._contents))
            if number != self._now.get(place, 0):
                changes += (place, number)
                self._now[place] = number
        self._plies.append(changes)

    def _text(self, text: str) -> int:
        return self._texts.setdefault(text, len(self._texts))

    def html(self, title: str, game: GameOfPage | None) -> str:
        """Return the whole page."""
        summary = summary_of(self._position)
        legend = "".join(self._legend_row(number, entry) for number, entry in enumerate(self._legend))
        sections = [f'<h2>Layers</h2>\n<ul id="legend">\n{legend}</ul>\n'] if legend else []
        if game is None:
            sections.append(f"<h2>In words</h2>\n{''.join(html_words(summary))}\n")
        else:
            sections += _game_sections(game)
        board = self._geometry.board_rect
        data = {
            "keys": KEYS,
            "board": [board.left(), board.top(), self._look.flipped],
            "texts": [visible(text) for text in self._texts],
            "contents": [json.loads(text) for text in self._contents],
            "plies": self._plies,
            "first": game.plies.start if game else 0,
        }
        script_data = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")  # It ends no element of HTML.
        return document(
            title or summary.structure,
            self._look,
            f"""<main>
<section id="view" aria-label="Board">
{self._svg()}
<div id="steps" hidden>{_STEPS if game else ""}<p id="now" aria-live="polite"></p></div>
</section>
<section id="answer" aria-live="polite" aria-label="Answer"></section>
<section id="more">
{"".join(sections)}</section>
</main>
<footer><code id="fen">{escaped(summary.fen)}</code></footer>
<script type="application/json" id="data">{script_data}</script>
""",
            _BLANKS.sub("", read_resource("page.js")),
            game.details if game else "",
        )

    def _svg(self) -> str:
        canvas, geometry = self._canvas, self._geometry
        frame, marks = canvas.frame(self._first, geometry), _uses(self._drawn, geometry)
        text = (
            f'<svg id="board" viewBox="0 0 {geometry.width} {geometry.height}" role="img" aria-labelledby="h"'
            f' {_INHERITED} font-family="Helvetica, Arial, sans-serif">\n{canvas.numbered()}{frame}'
            f'<g id="marks" aria-hidden="true">{marks}</g>\n</svg>'
        )
        return text.replace(NAMES, "p")

    def _legend_row(self, number: int, entry: LegendEntry) -> str:
        """Return a layer with a button for each of its sides, its key and its definition."""
        cells, title = [], escaped(visible(entry.title))
        for white, shown, count in ((True, entry.white, entry.white_count), (False, entry.black, entry.black_count)):
            if shown:
                sample, box = self._canvas.sample(entry, white)
                name = "White" if white else "Black"
                cells.append(
                    f'<button disabled data-tag="{2 * number + (not white)}" aria-pressed="true" title="{name}"'
                    f' aria-label="{name}: {title}, {count}"><svg viewBox="{box}"><use href="#n{sample}"/></svg>'
                    f"<b>{count}</b></button>"
                )
        key = f"<kbd>{KEYS[number]}</kbd> " if number < len(KEYS) else ""
        definition = escaped(visible(self._look.layers[number].layer.definition))
        unit = "squares" if self._look.layers[number].layer.turns else "files"
        return (
            f'<li data-layer="{unit}"><div>{"".join(cells)}</div>'
            f"<span><strong>{title}</strong> {key}<small>{definition}</small></span></li>\n"
        )


def _around(x: float, y: float) -> str:
    reach = 17.0
    left, top = (min(max(middle, reach), 100 - reach) - reach for middle in (x, y))
    return f"{left:.0f} {top:.0f} {2 * reach:.0f} {2 * reach:.0f}"


_SIGNS: Final = {-1000: ("First", "|◀"), -1: ("Previous", "◀"), 1: ("Next", "▶"), 1000: ("Last", "▶|")}
_STEPS: Final = "".join(
    f'<button data-step="{step}" aria-label="{name} position" title="{name} position">{sign}</button>'
    for step, (name, sign) in _SIGNS.items()
)


def _game_sections(game: GameOfPage) -> Iterator[str]:
    from pawnviz.core.games.lives import pawn_lives, structure_events, structure_spells, structure_words

    line, first = game.line, game.plies.start
    moves = ""
    for number, (text, annotation) in enumerate(zip(game.moves, game.annotations, strict=True)):
        comment, others = escaped(visible(annotation.comment)), escaped(visible(annotation.others()))
        moves += _ply_button(number, text) + f'<span class="comment">{comment}</span>' * bool(comment)
        moves += f"<small>{others}</small>" * bool(others)
    yield f'<h2>Moves</h2>\n<p id="moves">{moves}</p>\n'
    structures = structure_words(structure_spells(line), line)
    events = "".join(
        f"<li>{_ply_button(event.ply - first, event.text)}</li>\n"
        for event in structure_events(line)
        if event.ply in game.plies
    )
    yield f"<h2>Turning points</h2>\n<p>{escaped(structures)}{'.' * bool(structures)}</p>\n<ol>\n{events}</ol>\n"
    lives = "".join(_life_row(life, line) for life in pawn_lives(line))
    key = "Dark: strong; violet: weak; gray: stopped."
    yield f'<h2>Lives of the pawns</h2>\n<small>{key}</small>\n<ul id="lives">\n{lives}</ul>\n'


def _ply_button(number: int, text: str) -> str:
    return f'<button disabled data-ply="{number}">{escaped(text)}</button> '


def _life_row(life: PawnLife, line: MoveLine) -> str:
    """Return a pawn with a strip of its time on the board and of its labels, and both in words."""
    from pawnviz.core.games.lives import SURVIVED

    squares = "–".join(SQUARE_NAMES[stay.square] for stay in life.stays)
    times: dict[str, list[tuple[int, int]]] = {}
    strip = f'<rect class="alive" width="{life.end}" height="6" y="2"/>'
    for spell in life.spells:
        tone = LABELS[spell.layer].tone.value
        strip += f'<rect class="{tone}" x="{spell.first}" width="{spell.end - spell.first}" height="6" y="2"/>'
        # The definitions of a disputed term are one here.
        spells = times.setdefault(LABELS[spell.layer].life_word.partition(" (")[0], [])
        first, end = spells.pop() if spells and spells[-1][1] >= spell.first else (spell.first, spell.end)
        spells.append((first, max(end, spell.end)))
    words = [f"{term} {listed([_time_words(*each, life, line) for each in spells])}" for term, spells in times.items()]
    if life.fate != SURVIVED:
        words.append(f"{life.fate} by {line.moves[life.end - 1].text}")
    name = "White" if life.white else "Black"
    return (
        f"<li><strong>{name} {squares}</strong>"
        f'<svg class="life" viewBox="0 0 {len(line.positions)} 10" preserveAspectRatio="none" aria-hidden="true">'
        f'{strip}<rect class="now" width="1" height="10"/></svg><small>{escaped("; ".join(words))}</small></li>\n'
    )


def _time_words(first: int, end: int, life: PawnLife, line: MoveLine) -> str:
    start, last = (line.moves[max(0, ply - 1)].number if line.moves else 1 for ply in (first, end - 1))
    if end == life.end:
        return f"from move {start}" if first else "all the time"
    return f"at moves {start}–{last}" if last > start else f"at move {start}"


def document(title: str, look: Look, body: str, script: str = "", details: str = "") -> str:
    """Return an HTML document that runs this script and shows this style alone, and loads nothing.

    ``details`` are a line below the title, if any.
    """
    style = _style(look, body)
    scripts = f"script-src {_hash(script)}; " if script else ""
    policy = f"default-src 'none'; style-src {_hash(style)}; {scripts}base-uri 'none'; form-action 'none'"
    heading = escaped(visible(" ".join(title.split())))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{heading}</title>
<style>{style}</style>
</head>
<body>
<header><h1 id="h">{heading}</h1>{f"<p>{escaped(visible(details))}</p>" if details else ""}</header>
{body}{f"<script>{script}</script>" if script else ""}
</body>
</html>
"""


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _attributes(style: re.Match[str]) -> str:
    """Return the properties of a style as attributes; white is written as no halo has it, which is dark in the dark."""
    pairs = (part.strip().split(":") for part in style[1].split(";") if ":" in part)
    return "".join(f' {name}="{value.strip().replace(_HALO, _WHITE)}"' for name, value in pairs)


def _rounded(path: re.Match[str]) -> str:
    points = path[1].strip()
    if _OF_QT.fullmatch(points):
        points = _NUMBER.sub(lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), points)
    points = _COMMAND.sub(r"\1", points)
    return f' d="{points}"'


def _circle(path: re.Match[str]) -> str:
    right, middle, bottom, center = map(float, path.group(1, 2, 3, 4))
    across, down = right - center, bottom - middle
    return f'<ellipse cx="{center:g}" cy="{middle:g}" rx="{across:.4g}" ry="{down:.4g}"/>'


def _style(look: Look, body: str) -> str:
    """Return the style sheet with the colors of a look, for a light one also those of a body in the dark."""
    light, dark = (with_board(theme, look.colors) for theme in (LIGHT, DARK))
    if look.theme == "ink":
        variables = f":root{{color-scheme:light;{_variables(ONE_INK)}}}"
    elif look.theme == "dark":
        variables = f":root{{color-scheme:dark;{_variables(dark)}}}"
    else:
        swapped = {getattr(light, name): getattr(dark, name) for name in _INKS}
        swapped |= {color.light: color.dark for color in PALETTE}
        rules = "".join(
            f'[{name}="{before}"]{{{name}:{after}}}'
            for before, after in swapped.items()
            for name in ("fill", "stroke")
            if f'{name}="{before}"' in body
        )
        variables = (
            f":root{{color-scheme:light dark;{_variables(light)}}}"
            f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables(dark)}}}{rules}"
            f".light{{fill:{dark.light_square}}}.dark{{fill:{dark.dark_square}}}"
            f".black-piece{{filter:drop-shadow(0 0 1px {dark.piece_halo})}}}}"
        )
    return variables + _BLANKS.sub("", read_resource("page.css")).replace("\n", "")


def _variables(theme: Theme) -> str:
    return "".join(f"--{name}:{getattr(theme, field)};" for name, field in _VARIABLES.items())


def index_page(title: str, pages: Iterable[tuple[str, str, Position]]) -> bytes:
    """Return the page that leads to pages, each by its address, its title and its position."""
    canvas, geometry = _Recorder(PLAIN), Geometry(828, 828, coordinates=False, strip_space=False)
    items = []
    for address, name, position in pages:
        drawn = canvas.contents(Figure(make_picture(position)), geometry)
        del drawn[_OVER]
        board = f'<svg viewBox="0 0 828 828" aria-hidden="true"><use href="#empty"/>{_uses(drawn, geometry)}</svg>'
        items.append(f'<li><a href="{escaped(address)}">{board}<span>{escaped(visible(name))}</span></a></li>\n')
    frame = canvas.frame(Figure(make_picture(EMPTY)), geometry)
    shared = f'{canvas.numbered()}<defs><g id="empty">{frame}</g></defs>'
    shared = f'<svg class="hidden" aria-hidden="true" {_INHERITED}>{shared}</svg>'
    body = f'{shared.replace(NAMES, "p")}\n<main><ul id="index">\n{"".join(items)}</ul></main>\n'
    return document(title, PLAIN, body).encode("utf-8", "replace")


def _uses(drawn: dict[int, list[int]], geometry: Geometry) -> str:
    uses: list[str] = []
    for place, content in sorted(drawn.items()):
        corner = geometry.square_rect(place % _SYMBOLS).topLeft() if place != _OVER else QPoint()
        at = f' x="{corner.x()}" y="{corner.y()}"' if place != _OVER else ""
        uses += (f'<use href="#n{number}"{at}/>' for number in content[::2])
    return "".join(uses)
