"""The places of all marks of one square, which are laid out together so that none lies under another.

Each mark stands at the usual place of its family and slot. If it would lie on another one it moves along its row;
if the row is full, marks become smaller or take a second row. Lengths are shares of the square's edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, product
from typing import Final, NamedTuple

from pawnviz.core.layers.marks import TINT, Family, Mark
from pawnviz.core.picture.picture import LETTERS, MOST_HATCHES, Cell, LegendEntry, PlacedMark, places

BAR_LENGTH: Final = 0.24
COARSE_SIZE: Final = 62  # Hatches of squares smaller than this have half as many lines, which would smear otherwise.
LETTER_SIZE: Final = 32  # The size of a square below which marks have no letters.
ATTACK_STEP: Final = 0.125  # The usual distance from one small mark for attacks to the next.

_TARGET_STEPS: Final = (0.24, 0.24, 0.24, 0.21, 0.165, 0.14)
"""The usual distance from one symbol to the next, by the number of layers with symbols."""
_BAR_END: Final = 0.77  # The reach of White's bars downwards and of Black's upwards: symbols and dots begin beyond.
_BAR_STEPS: Final = (0.12, 0.14, 0.11, 0.095, 0.08, 0.08)
"""The distance from one bar to the next, by the number of bars side by side."""
_SMALL: Final = 40.0  # The size of a square below which a side has room for three bars.
_SMALL_BAR_STEP: Final = 5.5  # The distance of bars on smaller squares, in the units of the size.
_MOST_SMALL_BARS: Final = 3
LARGE: Final = 1.6  # The scale of large marks that have room.
MORE: Final = "more"
"""The shape in place of bars, a plus, or of badges, three dots, for which there is no room; no layer has it."""
OUTLINE_PLACE: Final = 0.06  # The distance of an outline from its edge of the square: left for White, right for Black.
_OUTLINE_ROOM: Final = 0.105  # The room of an outline and the margin.
_TABS_IN_COLUMN: Final = 4  # The most tabs above each other, of areas that are too many for outlines.
_TAB_HEIGHT: Final = 0.2
_TAB_STEP: Final = 0.175  # The distance from one column of tabs to the next.
_TAB_ROOM: Final = 0.3  # The most room of all columns of a side.
_TAB_GAP: Final = 0.035  # The distance of a tab from the square's edge and from the next column.
_WIDE: Final = frozenset("MW")  # The letters for which a badge is wider.
_MARGIN: Final = 0.03  # The distance of marks from the square's edge.
_GAP: Final = 0.012  # The least distance between two marks.
_BADGE_ON_HATCH: Final = (0.82, 8.5)
"""The scale of badges on a small square with a hatch, which they would hide, and their least height there."""
_MANY_BADGES_ON_HATCH: Final = (0.77, 8.0)  # The same if badges stand in two columns.
_LARGEST_OF_TWO: Final = 1.0  # The largest scale at which badges stand in two columns.
_EDGE_ROOM: Final = 0.025  # The distance by which marks make room for a bar along a whole edge.
_FIRST_UNWOVEN: Final = 2  # The place in the drawing order of the first areas that are never below others.
_LEAST_WOVEN: Final = 3  # The number of hatches on a square from which on they are woven.
_SIGN: Final = (0.25, 0.5)
"""The middle of White's one sign of an area on a small square; Black's is as far from the opposite corner."""
_SIGNS_BESIDE_PIECE: Final = ((0.16, 0.16), (0.16, 0.84))
"""Such places on a square with a piece, which would cover the usual one: the first where no other mark is."""
_SIGN_SCALE_BESIDE_PIECE: Final = 0.7
_SIGN_REACH: Final = 0.13  # Half the width of a sign beside a piece.
_ROW_REACH: Final = 0.1  # Half the height of a row.
_SECOND_ROW: Final = 0.62  # The middle of White's second row, from the top; Black's is as far from the bottom.
_OUTLINE: Final = (0.11, 0.11, 0.89, 0.87)  # The part of a square that a piece of the usual size reaches,
_OUTLINES: Final = {"P": (0.25, 0.2, 0.75, 0.85)}  # and a slimmer one.
_ATTEMPTS: Final = ((1, 1.0), (1, 0.85), (2, 1.0), (2, 0.85), (2, 0.7), (2, 0.55))
"""The numbers of rows and the scales that are tried on an empty square, the best first."""
_ATTEMPTS_WITH_PIECE: Final = ((1, 1.0), (1, 0.85), (1, 0.7), (1, 0.6), (2, 0.7), (2, 0.55))
"""The same on a square with a piece, which a second row would cover."""


WHOLE, FIRST, SECOND = range(3)  # The parts of a mark that a spot stands for.


class Spot(NamedTuple):
    """A mark with its middle on the square and its scale; a bar's ``x`` is its left edge.

    ``part`` is ``WHOLE``, or of a woven hatch the ``FIRST`` part in the upper left and the lower right quarter of the
    square or the ``SECOND`` one in the other two.
    """

    placed: PlacedMark
    x: float = 0.5
    y: float = 0.5
    scale: float = 1.0
    part: int = WHOLE


class Box(NamedTuple):
    """A rectangle by the ends of its sides, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        """Return the rectangle of a size around a point."""
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    @property
    def width(self) -> float:
        """The distance from left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from top to bottom."""
        return self.bottom - self.top

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point is within."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def intersects(self, other: Box) -> bool:
        """Return whether both have an area in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


class _Item(NamedTuple):
    """Marks at one place of a row, such as the dots that come and go with a change."""

    marks: tuple[PlacedMark, ...]
    middle: float
    width: float
    growth: float


@lru_cache(maxsize=1024)
def lay_out(
    marks: tuple[PlacedMark, ...], size: float, *, has_piece: bool = False, least: float = 0.0
) -> tuple[Spot, ...]:
    """Return a place for each mark of a square of this size, in drawing order: areas, then marks above a piece.

    In place of badges that find no room there is a last one of the shape ``MORE``. ``least`` is the least height of a
    mark with letters, as paper needs it.
    """
    if size >= LETTER_SIZE and any(placed.mark.large for placed in marks):
        least = max(least, LARGE * badge_height(size) / size)
    hatches = [placed for placed in marks if placed.mark.family is Family.HATCH]
    hatches.sort(key=_drawing_order)
    left, right = (_outline_room(hatches, white) for white in (True, False))
    edges = [placed.white for placed in marks if placed.mark.shape == "edge"]
    below, above = (_EDGE_ROOM * (white in edges) for white in (True, False))
    labeled = [placed for placed in marks if placed.mark.family is Family.BADGE]
    scale = max(_badge_scale(hatches, size, len(labeled)), least * size / badge_height(size))
    badges = _badges(labeled, size, (left, right), least, scale)
    badges = [spot._replace(y=spot.y + (above if spot.x < 0.5 else -below)) for spot in badges]
    boxes = [_badge_area(spot, size) for spot in badges]
    spots: list[Spot] = []
    for white in (True, False):
        mine = [placed for placed in marks if placed.white == white]
        bars = [_bar(placed, size, left, boxes) for placed in _drawn_bars(mine, size)]
        spots += bars
        after_bars = max((spot.x + 0.08 * spot.scale for spot in bars if spot.placed.mark.shape != "edge"), default=0.0)
        rows = _rows(mine, size, (left, 1 - right), after_bars, boxes, has_piece=has_piece, least=least)
        spots += [spot._replace(y=spot.y - below if white else spot.y + above) for spot in rows]
    spots += [Spot(placed) for placed in marks if placed.mark.family in (Family.STRIP, Family.LINE)]
    spots += badges
    areas = []
    for placed in hatches:
        has_one_sign = placed.mark.shape == "crosses" and size < COARSE_SIZE and not is_outline(placed)
        areas.append(_sign(placed, has_piece, spots, boxes) if has_one_sign else Spot(placed))
    return (*_woven(areas), *spots)


def _drawing_order(placed: PlacedMark) -> int:
    """Return the place of an area in the order of drawing: what has less ink is drawn later and keeps it."""
    shape = placed.mark.shape
    if is_outline(placed):
        return 3
    if shape.endswith("dotted"):
        return 2 if placed.white else -1  # Rings have more ink than lines, and less than they lose under rungs.
    # A tint is a ground for all others; the lines of outlines would take the small signs for themselves.
    orders = {TINT: -3, "rungs": -2, "crosses": 4}
    return orders.get(shape, int(shape.endswith("dashed")))


def _sign(placed: PlacedMark, has_piece: bool, spots: Iterable[Spot], boxes: Sequence[Box]) -> Spot:
    """Return the place of an area's one sign on a small square, beside a piece and the marks above it."""
    places = _SIGNS_BESIDE_PIECE if has_piece else (_SIGN,)
    scale = _SIGN_SCALE_BESIDE_PIECE if has_piece else 1.0
    found = [Spot(placed, x if placed.white else 1 - x, y if placed.white else 1 - y, scale) for x, y in places]
    taken = [(spot.x, spot.y) for spot in spots]

    def is_free(sign: Spot) -> bool:
        rect = Box.around(sign.x, sign.y, 2 * _SIGN_REACH, 2 * _SIGN_REACH)
        return not any(rect.contains(x, y) for x, y in taken) and not any(rect.intersects(box) for box in boxes)

    return next(filter(is_free, found), found[0])


def _woven(areas: Sequence[Spot]) -> list[Spot]:
    """Return areas in drawing order, most ink lowest; many hatches lie in turn above each other."""
    orders = [_drawing_order(spot.placed) for spot in areas]
    start, end = sum(order < 0 for order in orders), sum(order < _FIRST_UNWOVEN for order in orders)
    if end < _LEAST_WOVEN or end - start < 2:
        return list(areas)
    below, top = areas[start : end - 1], areas[end - 1]
    first = [spot._replace(part=FIRST) for spot in below]
    second = [spot._replace(part=SECOND) for spot in reversed(below)]
    return [*areas[:start], *first, top, *second, *areas[end:]]


def is_outline(placed: PlacedMark) -> bool:
    """Return whether an area is outlined since its side has enough hatches already."""
    return placed.mark.family is Family.HATCH and placed.slot >= MOST_HATCHES


def has_tab(placed: PlacedMark) -> bool:
    """Return whether an outlined area has a tab on each square: its side has several, whose lines would mingle."""
    return is_outline(placed) and placed.slot_count > MOST_HATCHES + 1


def tab_box(placed: PlacedMark) -> Box:
    """Return the box of White's tab at the left edge, the first uppermost; Black's is turned by 180 degrees."""
    number, count = placed.slot - MOST_HATCHES, placed.slot_count - MOST_HATCHES
    column, row = divmod(number, _TABS_IN_COLUMN)
    step = min(_TAB_STEP, _TAB_ROOM / -(-count // _TABS_IN_COLUMN))
    middle = (row + 0.5) / min(count, _TABS_IN_COLUMN)
    return Box(_TAB_GAP + column * step, middle - _TAB_HEIGHT / 2, (column + 1) * step, middle + _TAB_HEIGHT / 2)


def tab_shape(placed: PlacedMark) -> int:
    """Return the number of a tab's shape, which differs from those beside, above and below it."""
    return sum(divmod(placed.slot - MOST_HATCHES, _TABS_IN_COLUMN)) % _TABS_IN_COLUMN


def _outline_room(hatches: Iterable[PlacedMark], white: bool) -> float:
    outlines = (placed for placed in hatches if is_outline(placed) and placed.white == white)
    return max((tab_box(placed).right if has_tab(placed) else _OUTLINE_ROOM for placed in outlines), default=0.0)


# Badges


def badge_places(size: float, least: float = 0.0) -> int:
    """Return how many badges have room above each other on a square."""
    if badge_height(size) < least * size:
        return max(1, int(0.99 / (least + 0.02)))
    return 4 if size >= 56 else 3


def badge_height(size: float) -> float:
    """Return the usual height of a badge in the units of the size."""
    return max(size * 0.2, min(12.0, size * 0.26))


def badge_width(size: float, label: str, scale: float = 1.0) -> float:
    """Return the width of a badge in units of its size, greater for two letters and on paper."""
    large_share = 1.8 if _WIDE & set(label) else 1.55
    share = 1.0 if len(label) < 2 else large_share if scale > 1 else 1.42
    return badge_height(size) * share * scale


def badge_box(size: float, place: int, label: str, least: float = 0.0) -> Box:
    """Return the box of a badge on a square of a size: upwards from the bottom right, then downwards at the left."""
    scale = max(1.0, least * size / badge_height(size))
    height, width, margin = badge_height(size) * scale, badge_width(size, label, scale), size * 0.02
    room = badge_places(size, least)
    step = min(height + size * 0.03, (size - 2 * margin - height) / max(1, room - 1))
    if place < room:
        bottom = size - margin - step * place
        return Box(size - margin - width, bottom - height, size - margin, bottom)
    top = margin + step * (place - room)
    return Box(margin, top, margin + width, top + height)


def _badge_scale(areas: Iterable[PlacedMark], size: float, count: int) -> float:
    if size >= COARSE_SIZE or all(is_outline(placed) for placed in areas):
        return 1.0
    scale, height = _MANY_BADGES_ON_HATCH if count > badge_places(size) else _BADGE_ON_HATCH
    return min(1.0, max(scale, height / badge_height(size)))


def _badges(
    badges: list[PlacedMark], size: float, outlined: tuple[float, float], least: float, scale: float
) -> list[Spot]:
    most = badge_places(size, least)
    # Large ones beside each other would hide the piece.
    room = most if scale > _LARGEST_OF_TWO else 2 * most
    if len(badges) > room:
        more = Mark(Family.BADGE, MORE)
        badges = [*badges[: room - 1], badges[room - 1]._replace(mark=more, color="", opacity=1.0, layer="")]
    spots = []
    for place, placed in enumerate(badges):
        x, y = badge_box(size, place, placed.mark.label, least).center
        shift = outlined[0] if place >= most else -outlined[1]
        spots.append(Spot(placed, x / size + shift, y / size, scale))
    return spots


def lack_room(cells: Iterable[Cell], size: float, least: float = 0.0) -> bool:
    """Return whether there are badges without room on one of some squares."""
    least = least if size >= LETTER_SIZE else 0.0
    spots = (spot for cell in cells for spot in lay_out(cell.marks, size, has_piece=bool(cell.piece), least=least))
    return any(spot.placed.mark == Mark(Family.BADGE, MORE) for spot in spots)


def piece_box(letter: str, spots: Iterable[Spot], size: float) -> Box:
    """Return the place of a piece on a square of edge 1, smaller if badges would cover it otherwise."""
    boxes = [_badge_area(spot, size) for spot in spots if spot.placed.mark.family is Family.BADGE]
    outline = Box(*_OUTLINES.get(letter.upper(), _OUTLINE))
    if not any(outline.intersects(box) for box in boxes):
        return Box(0, 0, 1, 1)
    # The left, top, right and bottom ends of rooms beside the badges.
    ends = zip((0.0, 0.0, 1.0, 1.0), *((box.right, box.bottom, box.left, box.top) for box in boxes), strict=True)
    rooms = (Box(*sides) for sides in product(*ends))
    free = [
        room for room in rooms if room.width > 0 and room.height > 0 and not any(room.intersects(box) for box in boxes)
    ]

    def scale(room: Box) -> float:
        return min(1.0, (room.width - _GAP) / outline.width, (room.height - _GAP) / outline.height)

    room = max(free, key=scale)
    share = scale(room)
    x, y = outline.center
    half_width, half_height = outline.width * share / 2, outline.height * share / 2
    left = min(max(x, room.left + half_width), room.right - half_width) - x * share
    top = min(max(y, room.top + half_height), room.bottom - half_height) - y * share
    return Box(left, top, left + share, top + share)


def _badge_area(spot: Spot, size: float) -> Box:
    width = badge_width(size, spot.placed.mark.label, spot.scale) / size
    return Box.around(spot.x, spot.y, width, badge_height(size) / size * spot.scale)


# Bars


def crowded_bars(entries: Iterable[LegendEntry], size: float) -> frozenset[str]:
    """Return the layers whose bars have no room of their own on squares of this size: a plus stands for them."""
    bars = [entry.layer for entry in entries if entry.style.mark.family is Family.BAR and places(entry.style.mark)]
    if size >= _SMALL or len(bars) <= _MOST_SMALL_BARS:
        return frozenset()
    return frozenset(bars[_MOST_SMALL_BARS - 1 :])


def _drawn_bars(marks: Iterable[PlacedMark], size: float) -> list[PlacedMark]:
    """Return the bars of a side as they are drawn: on small squares the last place is for a plus in place of more."""
    bars = [placed for placed in marks if placed.mark.family is Family.BAR]
    last = _MOST_SMALL_BARS - 1
    if size >= _SMALL or all(placed.slot_count <= _MOST_SMALL_BARS for placed in bars):
        return bars
    drawn = [placed for placed in bars if placed.slot < last or not places(placed.mark)]
    further = [placed for placed in bars if placed not in drawn]
    if further:
        plus = further[0].mark._replace(shape=MORE)
        drawn.append(further[0]._replace(mark=plus, slot=last, color="", opacity=1.0, layer=""))
    return drawn


def _bar(placed: PlacedMark, size: float, left: float, boxes: Sequence[Box]) -> Spot:
    """Return the place of a bar at the left edge, beside outlines and badges there."""
    if placed.mark.shape == "edge":
        return Spot(placed)
    top = _BAR_END - BAR_LENGTH if placed.white else 1 - _BAR_END
    left, _ = _free(top, top + BAR_LENGTH, (left, 1.0), boxes)
    step = _BAR_STEPS[min(max(1, placed.slot_count), len(_BAR_STEPS)) - 1]
    scale = LARGE if placed.mark.large and size >= _SMALL else 1.0
    step = step * scale if size >= _SMALL else max(step, _SMALL_BAR_STEP / size)
    return Spot(placed, left + 0.04 + step * (placed.slot % len(_BAR_STEPS)), top + BAR_LENGTH / 2, scale)


def _free(top: float, bottom: float, room: tuple[float, float], boxes: Iterable[Box]) -> tuple[float, float]:
    """Return the part of a room from left to right that no box reaches between two heights."""
    left, right = room
    for box in boxes:
        if box.top < bottom and box.bottom > top:
            if box.left + box.right < 1:
                left = max(left, box.right + _GAP)
            else:
                right = min(right, box.left - _GAP)
    return left, right


# Rows of symbols and of small marks for attacks


def _rows(
    marks: Iterable[PlacedMark],
    size: float,
    room: tuple[float, float],
    after_bars: float,
    boxes: Sequence[Box],
    *,
    has_piece: bool,
    least: float,
) -> list[Spot]:
    """Return the places of a side's symbols and small marks: along its edge, and if need be in a second row."""
    items = _items(marks, size, least)
    if not items:
        return []
    white = items[0].marks[0].white
    edges = (1 - _ROW_REACH, _SECOND_ROW) if white else (_ROW_REACH, 1 - _SECOND_ROW)
    free = []
    for number, middle in enumerate(edges):
        left, right = _free(middle - _ROW_REACH, middle + _ROW_REACH, room, boxes)
        left = max(left, after_bars) if number else left
        free.append((left + _MARGIN, right - _MARGIN))
    for count, scale in _ATTEMPTS_WITH_PIECE if has_piece else _ATTEMPTS:
        if (rows := _shared_out(items, free[:count], scale)) is not None:
            break
    else:
        rows, scale = [items, []], (free[0][1] - free[0][0]) / sum(item.width for item in items)
    spots = []
    for number, (row, part) in enumerate(zip(rows, free, strict=False)):
        for item, x in zip(row, _beside_each_other(row, part, scale), strict=True):
            mark = item.marks[0].mark
            y = _SECOND_ROW if number else 0.85 if mark.family is Family.TARGET else 0.88
            if item.growth > 1:
                height = least if mark.shape in LETTERS else 2 * _ROW_REACH * 0.84 * LARGE
                y = min(y, 1 - _MARGIN - height / 2)
            spots += [Spot(placed, x, y if white else 1 - y, scale * item.growth) for placed in item.marks]
    return spots


def _items(marks: Iterable[PlacedMark], size: float, least: float) -> list[_Item]:
    """Return the items of a side's row from left to right: White's attacks stand at the left, Black's at the right."""
    found = [placed for placed in marks if placed.mark.family in (Family.ATTACK, Family.TARGET)]
    found.sort(key=_order)
    items = []
    for _, group in groupby(found, key=lambda placed: (_order(placed), placed.mark)):
        same = tuple(group)
        growth = LARGE if same[0].mark.large and size >= LETTER_SIZE else 1.0
        if same[0].mark.shape in LETTERS:
            growth = max(1.0, least * size / letter_height(size))
        items.append(_Item(same, _usual_place(same[0]), _width(same[0].mark, size) * growth, growth))
    return items


def _order(placed: PlacedMark) -> tuple[bool, int]:
    is_target = placed.mark.family is Family.TARGET
    return (is_target, placed.slot) if placed.white else (not is_target, placed.slot if is_target else -placed.slot)


def _usual_place(placed: PlacedMark) -> float:
    """Return the middle of a mark if no other is in its way."""
    count = max(1, placed.slot_count)
    if placed.mark.family is Family.TARGET:
        step = _TARGET_STEPS[min(count, len(_TARGET_STEPS)) - 1]
        # More than three would reach the badges at the right edge, so they begin further left.
        return 0.5 + step * (placed.slot - (count - 1) / 2) - (0.06 if count > 3 else 0)
    distance = 0.1 + min(ATTACK_STEP, 0.7 / count) * placed.slot
    if placed.mark.shape in ("dots", *LETTERS):
        distance += ATTACK_STEP / 2
    return distance if placed.white else 1 - distance


def _width(mark: Mark, size: float) -> float:
    if mark.family is Family.TARGET:
        return 0.168 + 2.2 * max(1.3, size * 0.028) / size
    line = max(1.15, size * 0.02) / size
    if mark.shape in LETTERS:
        return letter_height(size) / size * 1.134 + line
    radius = attack_radius(size) / size
    if mark.shape == "dots":
        return dot_step(size) / size + 2 * radius + line
    return 2.5 * radius + 1.4 * line


def attack_radius(size: float) -> float:
    """Return the radius of a dot for an attack, in the units of the size."""
    return max(min(2.4, size * 0.06), size * 0.052)


def dot_step(size: float) -> float:
    """Return the distance between the dots of two attackers, in the units of the size."""
    return max(size * ATTACK_STEP, 2 * attack_radius(size) + max(1.15, size * 0.02))


def letter_height(size: float) -> float:
    """Return the height of a tag with a letter, in the units of the size."""
    return max(size * 0.18, min(9.0, size * 0.2))


def _shared_out(items: list[_Item], free: Sequence[tuple[float, float]], scale: float) -> list[list[_Item]] | None:
    """Return the items for each of some rows at a scale, or None if there is not enough room."""
    rows: list[list[_Item]] = []
    left = list(items)
    for start, end in free:
        row: list[_Item] = []
        used = 0.0
        while left and used + left[0].width * scale <= end - start:
            used += left[0].width * scale
            row.append(left.pop(0))
        rows.append(row)
    return None if left else rows


def _beside_each_other(row: Sequence[_Item], free: tuple[float, float], scale: float) -> list[float]:
    """Return the middles of items in their order, each as near to its usual place as the others leave room."""
    starts: list[float] = []
    end = free[0]
    for item in row:
        starts.append(max(item.middle - item.width * scale / 2, end))
        end = starts[-1] + item.width * scale
    end = free[1]
    for number in reversed(range(len(row))):
        width = row[number].width * scale
        starts[number] = min(starts[number], end - width)
        end = starts[number]
    return [start + item.width * scale / 2 for start, item in zip(starts, row, strict=True)]
