"""The picture of a board as plain data: pieces, marks by square, strips of files, arrows, a legend; and its changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from pawnviz.core.board.bitboard import FILES, RANKS, complement, east, mask_of, north, popcount, south, squares, west
from pawnviz.core.board.position import Position
from pawnviz.core.layers import Layer
from pawnviz.core.layers.attacks import break_pawns, break_steps, captures, east_attacks, west_attacks
from pawnviz.core.layers.marks import TINT, Family, Mark, Style

if TYPE_CHECKING:
    from pawnviz.core.board.side import Side


FROM_WEST: Final = 1
FROM_EAST: Final = 2

MOST_HATCHES: Final = 2  # The most areas that are hatched for a side; further ones are outlined.
NORTH_END, SOUTH_END, EAST_END, WEST_END, *_CORNERS = (1 << number for number in range(8))
NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST = _CORNERS
ALL_ENDS: Final = NORTH_END | SOUTH_END | EAST_END | WEST_END
"""The edges of a square at which an area ends, and the corners at which it goes on along both edges, not across."""

KEPT: Final = 0
GAINED: Final = 1
LOST: Final = -1

LETTERS: Final = {"letter from west": FROM_WEST, "letter from east": FROM_EAST}
"""Shapes that show the letter of the file on which an attacking pawn stands, and which of the two pawns."""

BREAKS: Final = "break_squares"  # The layer whose squares have arrows of the pawns that can step there.

SIGNS: Final = frozenset(("east cap", "west cap", "diamond", "triangle"))
"""Shapes of strips that stand at single files. They share a row, with a bar if there is one."""


class ShownLayer(NamedTuple):
    """A shown layer, its style and sides; ``exception`` is the title of squares it does not hold, if marked."""

    layer: Layer
    style: Style
    white: bool = True
    black: bool = True
    exception: str = ""

    def mask(self, side: Side[int]) -> int:
        """Return the squares that are marked for a side."""
        mask = self.layer(side)
        return complement(mask) if self.exception else mask

    def legend_entry(self, sides: Sequence[Side[int]], slots: AreaSlots, *, show_breaks: bool) -> LegendEntry:
        """Return the entry of the legend, with the counts of the shown ones of White's and Black's sides."""
        name, shown = self.layer.identifier, zip(sides, (self.white, self.black), strict=True)
        white, black = (self.layer.count(self.mask(side)) if is_shown else 0 for side, is_shown in shown)
        title, has_arrows = self.exception or self.layer.title, show_breaks and name == BREAKS
        return LegendEntry(title, self.style, self.white, self.black, white, black, has_arrows, name, *slots)


class Look(NamedTuple):
    """How a board looks: its layers in drawing order, arrows, orientation, coordinates and colors.

    ``captures`` draws captures as arrows, ``breaks`` the steps to break squares if that layer is shown, and
    ``large`` both for a view from afar. ``theme`` is ``light`` or ``dark``, ``colors`` the name of the squares' colors.
    """

    layers: tuple[ShownLayer, ...] = ()
    captures: bool = False
    breaks: bool = True
    flipped: bool = False
    coordinates: bool = True
    theme: str = "light"
    colors: str = "gray"
    large: bool = False


PLAIN: Final = Look()  # A light board without layers.


class PlacedMark(NamedTuple):
    """A mark of one side on one square.

    ``slot`` is the mark's place among the marks of its family that are shown for its side, so that a layer keeps its
    place from square to square; ``slot_count`` is how many places there are. ``attackers`` says for dots and letters
    where the attacking pawns stand: ``FROM_WEST``, ``FROM_EAST``, both or 0. ``change`` is ``KEPT``, or in a picture of
    changes ``GAINED`` or ``LOST``. ``file`` is that of the square, 0 to 7, for letters and -1 for other marks.
    ``layer`` is the identifier of the layer that holds the square. ``ends`` says where an area that is outlined ends:
    one whose slot is ``MOST_HATCHES`` or more on its file, a tinted one at all edges and corners.
    """

    mark: Mark
    white: bool
    color: str
    opacity: float
    slot: int
    slot_count: int
    attackers: int = 0
    change: int = KEPT
    file: int = -1
    layer: str = ""
    ends: int = 0


class Cell(NamedTuple):
    """The content of a square: a piece's letter (capital for White, empty for none) and its marks in drawing order."""

    piece: str
    marks: tuple[PlacedMark, ...] = ()


class Strip(NamedTuple):
    """Files of one side as a byte in a row of the margin; ``change`` and ``layer`` are those of marks on squares."""

    mark: Mark
    white: bool
    color: str
    opacity: float
    row: int
    files: int
    change: int = KEPT
    layer: str = ""


class Line(NamedTuple):
    """A line of one side over the board, as a mask of at most one square a file, and the ``teeth`` among them.

    ``slot`` counts the lines of the side; ``change`` and ``layer`` are those of marks on squares.
    """

    mark: Mark
    white: bool
    color: str
    opacity: float
    slot: int
    squares: int
    teeth: int
    change: int = KEPT
    layer: str = ""

    @property
    def levels(self) -> tuple[int, ...]:
        """The ranks below the line on each file, 0 to 8: up to the front edge of its square, or the side's own edge."""
        found = [0 if self.white else 8] * 8
        for square in squares(self.squares):
            found[square % 8] = square // 8 + self.white
        return tuple(found)


class Arrow(NamedTuple):
    """A pawn's capture from its square to its target, or its step to a break square, hollow if that loses it."""

    source: int
    target: int
    white: bool
    is_push: bool = False
    large: bool = False
    is_hollow: bool = False

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares that the arrow crosses, from its source to its target."""
        low, high = sorted((self.source, self.target))
        return tuple(range(low, high + 1, 8)) if self.is_push else (low, high)


class LegendEntry(NamedTuple):
    """A shown layer with style, sides and counts of squares or files; ``has_arrows`` if arrows go with its marks.

    ``white_slot`` and ``black_slot`` are those of its marks, which say whether an area is hatched or outlined, and
    ``slot_counts`` are White's and Black's numbers of slots.
    """

    title: str
    style: Style
    white: bool
    black: bool
    white_count: int = 0
    black_count: int = 0
    has_arrows: bool = False
    layer: str = ""
    white_slot: int = 0
    black_slot: int = 0
    slot_counts: tuple[int, int] = (1, 1)

    @property
    def counts_files(self) -> bool:
        """Whether marks and counts are of whole files."""
        return self.style.mark.family is Family.STRIP


class Picture(NamedTuple):
    """Everything a board shows: 64 cells, a1 first, strips, arrows, legend, the mask of framed squares, and lines."""

    position: Position
    cells: tuple[Cell, ...]
    strips: tuple[Strip, ...] = ()
    strip_rows: int = 0
    arrows: tuple[Arrow, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    framed: int = 0
    lines: tuple[Line, ...] = ()


@lru_cache(maxsize=4096)
def loses_pawn(position: Position, white: bool, source: int, target: int) -> bool:
    """Return whether the enemy wins a pawn that steps to a square, by static exchange there; a gambit does too."""
    from pawnviz.core.board.attackers import en_passant_capture, least_loss_capture

    passed = (source + target) // 2 if abs(target - source) == 16 else None
    after = replace(position.moved(source, target), en_passant=passed, white_to_move=not white)
    enemy = after.sides()[1 if white else 0]
    found = (least_loss_capture(enemy, target), en_passant_capture(enemy))
    return any(capture is not None and capture.gain > 0 for capture in found)


def make_picture(position: Position, look: Look = PLAIN, *, framed: int = 0) -> Picture:
    """Return the picture of a position on a board with this look."""
    marks: list[list[PlacedMark]] = [[] for _ in range(64)]
    strips: list[Strip] = []
    shown, sides = look.layers, position.sides()
    rows = strip_rows([entry.style.mark for entry in shown])
    arrows: list[Arrow] = []
    lines: list[Line] = []
    breaks = next((entry for entry in shown if entry.layer.identifier == BREAKS), None) if look.breaks else None
    for side in sides:
        _place_marks(side, shown, rows, marks, strips, lines)
        if breaks is not None and (breaks.white if side.color else breaks.black):
            for step in break_steps(side):
                is_hollow = loses_pawn(position, side.color, *step)
                arrows.append(Arrow(*step, side.color, True, look.large, is_hollow))
        if look.captures:
            arrows += (Arrow(*capture, side.color, False, look.large) for capture in captures(side))
    cells = (Cell(piece, tuple(placed)) for piece, placed in zip(position.pieces(), marks, strict=True))
    slots = zip(shown, area_slots(shown), strict=True)
    legend = (entry.legend_entry(sides, each, show_breaks=look.breaks) for entry, each in slots)
    row_count = 1 + max(rows, default=-1)
    return Picture(position, tuple(cells), tuple(strips), row_count, tuple(arrows), tuple(legend), framed, tuple(lines))


def named_entries(picture: Picture) -> tuple[LegendEntry, ...]:
    """Return the legend's entries of the layers that the board shows: those with a square or a lost one."""
    on_squares = (placed for cell in picture.cells for placed in cell.marks)
    marks: tuple[PlacedMark | Strip | Line, ...] = (*on_squares, *picture.strips, *picture.lines)
    lost = {mark.layer for mark in marks if mark.change == LOST}
    return tuple(entry for entry in picture.legend if entry.white_count or entry.black_count or entry.layer in lost)


def layers_with_squares(positions: Iterable[Position], shown: Sequence[ShownLayer]) -> tuple[ShownLayer, ...]:
    """Return the shown layers that have a square on some of the positions, for a side that they are shown for."""
    missing = list(shown)
    for position in positions:
        if not missing:
            break
        white, black = position.sides()
        missing = [
            entry
            for entry in missing
            if not ((entry.white and entry.mask(white)) or (entry.black and entry.mask(black)))
        ]
    return tuple(entry for entry in shown if entry not in missing)


class AreaSlots(NamedTuple):
    """The slots of a layer's areas for White and for Black, and each side's number of slots; 0 of 1 without areas."""

    white: int = 0
    black: int = 0
    counts: tuple[int, int] = (1, 1)


NO_AREAS: Final = AreaSlots()


def area_slots(shown: Sequence[ShownLayer]) -> list[AreaSlots]:
    """Return the slots of each shown layer among those with areas, which are hatched or outlined by them."""
    areas = [entry for entry in shown if entry.style.mark.family is Family.HATCH]
    counts = sum(entry.white for entry in areas), sum(entry.black for entry in areas)
    white = black = 0
    slots = []
    for entry in shown:
        is_area = entry.style.mark.family is Family.HATCH
        slots.append(AreaSlots(white, black, counts) if is_area else NO_AREAS)
        white, black = white + (is_area and entry.white), black + (is_area and entry.black)
    return slots


def _place_marks(
    side: Side[int],
    shown: Sequence[ShownLayer],
    rows: Sequence[int],
    marks: list[list[PlacedMark]],
    strips: list[Strip],
    lines: list[Line],
) -> None:
    white = side.color
    mine = [(entry, row) for entry, row in zip(shown, rows, strict=True) if (entry.white if white else entry.black)]
    totals, taken = dict.fromkeys(Family, 0), dict.fromkeys(Family, 0)
    for entry, _ in mine:
        totals[entry.style.mark.family] += places(entry.style.mark)
    for entry, row in mine:
        style, family = entry.style, entry.style.mark.family
        mask, name = entry.mask(side), entry.layer.identifier
        color = style.white_color if white else style.black_color
        if family is Family.STRIP:
            strips.append(Strip(style.mark, white, color, style.opacity, row, files_of(mask), KEPT, name))
            continue
        if family is Family.LINE:
            foremost = mask & complement(side.backward(side.backward_fill(mask)))
            teeth = foremost & break_pawns(side)
            lines.append(Line(style.mark, white, color, style.opacity, taken[family], foremost, teeth, KEPT, name))
            taken[family] += 1
            continue
        placed = _mark(style.mark, white, color, style.opacity, taken[family], totals[family], 0, KEPT, -1, name)
        taken[family] += places(style.mark)
        if style.mark.shape in ("dots", *LETTERS):
            _place_attackers(side, mask, placed, marks)
        elif family is Family.HATCH and (placed.slot >= MOST_HATCHES or style.mark.shape == TINT):
            ends = _ends(mask) if placed.slot < MOST_HATCHES else _ends(mask)[:2]
            for square in squares(mask):
                here = sum(1 << number for number, part in enumerate(ends) if part >> square & 1)
                marks[square].append(_mark(*placed[:-1], here))
        else:
            for square in squares(mask):
                marks[square].append(placed)


@lru_cache(maxsize=4096)
def _mark(*fields: Any) -> PlacedMark:
    """Return a mark, the same one for equal fields, so that pictures are compared without a look into their marks."""
    return PlacedMark(*fields)


def _ends(mask: int) -> tuple[int, ...]:
    """Return the squares of an area at each of whose edges and corners it ends, in the order of the flags."""
    outside = complement(mask)
    to_north, to_south, to_east, to_west = south(outside), north(outside), west(outside), east(outside)
    edges = (to_north | RANKS[7], to_south | RANKS[0], to_east | FILES[7], to_west | FILES[0])
    corners = (
        across & complement(along | beside)
        for along, beside, across in (
            (edges[0], edges[2], west(to_north)),
            (edges[0], edges[3], east(to_north)),
            (edges[1], edges[2], west(to_south)),
            (edges[1], edges[3], east(to_south)),
        )
    )
    return tuple(mask & part for part in (*edges, *corners))


def _place_attackers(side: Side[int], mask: int, placed: PlacedMark, marks: list[list[PlacedMark]]) -> None:
    """Add a mark of dots or letters, one for each own pawn that attacks the square; if none does it gets one dot."""
    from_west, from_east = east_attacks(side), west_attacks(side)
    seen = LETTERS.get(placed.mark.shape, FROM_WEST | FROM_EAST)
    for square in squares(mask):
        attackers = (from_west >> square & 1) * FROM_WEST | (from_east >> square & 1) * FROM_EAST
        file = square % 8 if placed.mark.shape in LETTERS else -1
        marks[square].append(_mark(*placed[:6], attackers & seen, KEPT, file, placed.layer))


def strip_rows(marks: Sequence[Mark]) -> list[int]:
    """Return the row of each mark among the strips, -1 for a mark that is not a strip.

    Each bar has a row of its own. Strips with numbers share one: islands of different widths have no file in common.
    Signs at single files share one with the first bar, or have their own. Equal marks never share a row.
    """
    rows: list[list[Mark]] = []
    row_of = [-1] * len(marks)
    # Bars come first, so that signs find the bar that they stand on; the rows keep the order of the bars.
    for index in sorted(range(len(marks)), key=lambda index: marks[index].shape in SIGNS):
        mark = marks[index]
        if mark.family is Family.STRIP:
            row = next((row for row, others in enumerate(rows) if _share_row(mark, others)), len(rows))
            rows[row:] = rows[row:] or [[]]
            rows[row].append(mark)
            row_of[index] = row
    return row_of


def _share_row(mark: Mark, others: Sequence[Mark]) -> bool:
    if mark in others:
        return False
    if _is_width(mark):
        return all(_is_width(other) for other in others)
    return mark.shape in SIGNS and all(other.shape != "numbered" for other in others)


def _is_width(mark: Mark) -> bool:
    return mark.shape == "numbered" and mark.label.isdecimal()


def places(mark: Mark) -> int:
    """Return how many places of its family's row a mark takes: dots need one for each attacker, letters are wide."""
    if mark.shape == "edge":
        return 0
    return 2 if mark.shape in ("dots", *LETTERS) else 1


def files_of(mask: int) -> int:
    """Return the files that hold a square of the mask as one byte, bit 0 for the a-file."""
    return mask_of(file for file in range(8) if mask & FILES[file])


LOST_SHARE: Final = 0.35  # The share of their opacity that strips of lost files and former lines keep.
Placed = TypeVar("Placed", PlacedMark, Strip, Line)


class LayerChange(NamedTuple):
    """A layer's squares for one side before and after a change."""

    layer: Layer
    white: bool
    before: int
    after: int

    @property
    def gained(self) -> int:
        """The squares that the layer holds only afterwards."""
        return self.after & complement(self.before)

    @property
    def lost(self) -> int:
        """The squares that the layer holds only beforehand."""
        return self.before & complement(self.after)

    @property
    def counts(self) -> tuple[int, int]:
        """The numbers of squares before and after."""
        return popcount(self.before), popcount(self.after)


def layer_changes(
    before: Position, after: Position, layers: Iterable[tuple[Layer, bool, bool]]
) -> tuple[LayerChange, ...]:
    """Return the layers that differ between two positions, for White and for Black if asked, in their order."""
    changes = (
        LayerChange(layer, side.color, layer(side), layer(other))
        for layer, *wanted in layers
        for is_wanted, side, other in zip(wanted, before.sides(), after.sides(), strict=True)
        if is_wanted
    )
    return tuple(change for change in changes if change.before != change.after)


def picture_of_change(before: Picture, after: Picture) -> Picture:
    """Return the picture afterwards with the lost marks, gained and lost ones marked; both show the same layers."""
    cells = tuple(
        new if old.marks == new.marks else Cell(new.piece, tuple(_merged(old.marks, new.marks)))
        for old, new in zip(before.cells, after.cells, strict=True)
    )
    lost = (old for old, new in zip(before.lines, after.lines, strict=True) if old.squares != new.squares)
    lines = tuple(line._replace(opacity=line.opacity * LOST_SHARE, teeth=0, change=LOST) for line in lost)
    changed = ((old, old.files & complement(new.files)) for old, new in zip(before.strips, after.strips, strict=True))
    strips = (
        old._replace(files=files, opacity=old.opacity * LOST_SHARE, change=LOST) for old, files in changed if files
    )
    return after._replace(cells=cells, strips=(*strips, *after.strips), lines=(*lines, *after.lines))


def _merged(before: Sequence[PlacedMark], after: Sequence[PlacedMark]) -> Iterator[PlacedMark]:
    waiting = list(after)
    keys = [_place(mark) for mark in waiting]
    for old in before:
        if _place(old) not in keys:
            yield old._replace(change=LOST)
            continue
        index = keys.index(_place(old))
        yield from (mark._replace(change=GAINED) for mark in waiting[:index])
        yield from _same_place(old, waiting[index])
        del waiting[: index + 1], keys[: index + 1]
    yield from (mark._replace(change=GAINED) for mark in waiting)


def _place(mark: PlacedMark) -> PlacedMark:
    """Return the common part of two marks of one layer on one square: all but the attackers and an area's ends."""
    return mark._replace(attackers=0, ends=0)


def _same_place(old: PlacedMark, new: PlacedMark) -> Iterator[PlacedMark]:
    """Yield a mark that is there before and after; of dots, each attacker's by itself if they are others."""
    both, others = old.attackers & new.attackers, old.attackers ^ new.attackers
    if not (others and old.attackers and new.attackers):
        yield new
        return
    parts = ((new, both, KEPT), (old, old.attackers & others, LOST), (new, new.attackers & others, GAINED))
    yield from (mark._replace(attackers=part, change=change) for mark, part, change in parts if part)


class ChangeMark(NamedTuple):
    """Squares of one side, as a mask, that get a mark in a style; ``change`` is ``GAINED`` or ``LOST``."""

    style: Style
    white: bool
    squares: int
    change: int


def picture_of_preview(
    before: Picture, after: Picture, marks: Sequence[ChangeMark], arrows: Sequence[Arrow]
) -> Picture:
    """Return the picture after a change with gains, losses and further marks, each once, and only these arrows."""
    picture = picture_of_change(before, after)
    placed = []
    for style, white, mask, change in marks:
        color = style.white_color if white else style.black_color
        placed.append((mask, PlacedMark(style.mark, white, color, style.opacity, 0, 1, change=change)))
    cells = []
    for square, cell in enumerate(picture.cells):
        present = {(mark.mark, mark.white) for mark in cell.marks}
        new = [mark for mask, mark in placed if mask >> square & 1 and (mark.mark, mark.white) not in present]
        cells.append(Cell(cell.piece, (*cell.marks, *new)))
    return picture._replace(cells=tuple(cells), arrows=tuple(arrows))


OTHERS_SHARE: Final = 0.25  # The share of their opacity that other marks keep.


def faded_around(picture: Picture, layer: str, *, white: bool, black: bool) -> Picture:
    """Return a picture in which only the marks of this layer, for these sides, keep their opacity and their arrows."""

    def is_meant(name: str, of_white: bool) -> bool:
        return name == layer and (white if of_white else black)

    def faded(marks: Sequence[Placed]) -> tuple[Placed, ...]:
        shares = (1.0 if is_meant(mark.layer, mark.white) else OTHERS_SHARE for mark in marks)
        return tuple(mark._replace(opacity=mark.opacity * share) for mark, share in zip(marks, shares, strict=True))

    arrows = (arrow for arrow in picture.arrows if is_meant(BREAKS if arrow.is_push else "", arrow.white))
    return picture._replace(
        cells=tuple(cell._replace(marks=faded(cell.marks)) for cell in picture.cells),
        strips=faded(picture.strips),
        lines=faded(picture.lines),
        arrows=tuple(arrows),
    )
