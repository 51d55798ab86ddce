"""Draws ``docs/pictures/architecture.svg`` from the order of the rooms: ``python -m tests.make_architecture``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.make_pictures import PICTURES
from tests.rooms import FLOORS, ROOMS

PATH: Final = PICTURES / "architecture.svg"

WIDTH: Final = 900
HEIGHT: Final = 36
"""The height of a box; a row of boxes takes 12 pixels more."""
LEFT: Final = 168
"""Where the boxes begin; left of them stand the names of the floors."""
BESIDE: Final = 720
"""Where the core ends; right of it stand the rooms without a window."""

SAYS: Final = {
    "view": ("widgets: what a", "person sees and does"),
    "model": ("the one thing", "that changes"),
    "core": ("values and functions,", "without Qt"),
}
MOST: Final = {"view": 7, "model": 9, "core": 5}
"""The number of boxes in a row of each floor."""

STYLE: Final = """\
    text { font: 13px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; text-anchor: middle; fill: #1f2328 }
    .floor text { text-anchor: start; font-size: 12px; fill: #57606a }
    .floor .name { font-size: 19px; font-weight: 600; fill: #1f2328 }
    .page { fill: #ffffff; stroke: #d0d7de }
    .view { fill: #e6effa }
    .model { fill: #fbf0da }
    .core { fill: #e4f2e8 }
    .room rect { fill: #ffffff; stroke: #b6bec8 }
    .path rect { stroke: #c2410c; stroke-width: 2 }
    .way { fill: none; stroke: #c2410c; stroke-width: 2; marker-end: url(#tip) }
    .step circle, #tip path { fill: #c2410c }
    .step text { fill: #ffffff; font-weight: 600 }
    @media (prefers-color-scheme: dark) {
      text, .floor .name { fill: #e6edf3 }
      .floor text { fill: #9aa4af }
      .page { fill: #0d1117; stroke: #30363d }
      .view { fill: #14243a }
      .model { fill: #33280f }
      .core { fill: #13291b }
      .room rect { fill: #161b22; stroke: #4b535d }
      .path rect, .way { stroke: #fb923c }
      .step circle, #tip path { fill: #fb923c }
      .step text { fill: #0d1117 }
    }"""


class Box(NamedTuple):
    """Where a room stands: its left edge, its top edge and its width."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """The x of its middle."""
        return self.x + self.width / 2


def picture() -> str:
    """Return the text of the picture."""
    boxes: dict[str, Box] = {}
    floors = []
    top = 12
    for floor in reversed(FLOORS):
        right = BESIDE if floor == "core" else WIDTH - 12
        rooms = [room for room in ROOMS if room.startswith(f"{floor}.")]
        rows = -(-len(rooms) // MOST[floor])
        height = max(rows * (HEIGHT + 12) + 12, 80)
        boxes |= _placed(rooms, rows, top + height / 2, right)
        floors.append(f'<rect class="{floor}" x="12" y="{top}" width="{right - 12}" height="{height}" rx="8"/>')
        floors.append(_words(floor, *SAYS[floor], top=top))
        if floor == "core":
            floors.append(f'<rect class="core" x="{right + 12}" y="{top}" width="156" height="{height}" rx="8"/>')
            boxes |= {name: Box(right + 24, top + 12 + 48 * number, 132) for number, name in enumerate(("cli", "api"))}
        top += height + 44
    bottom = top - 12
    path = ("view.board", "model.document", "core.picture")
    view, document, core = (boxes[room] for room in path)
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" '
            f'width="{WIDTH}" height="{bottom}" viewBox="0 0 {WIDTH} {bottom}">',
            "  <title>The rooms of pawnviz on three floors, and the way from a click to a pixel</title>",
            f"  <style>\n{STYLE}\n  </style>",
            '  <marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">',
            '    <path d="M0 0L10 5L0 10Z"/>\n  </marker>',
            f'  <rect class="page" x="0.5" y="0.5" width="{WIDTH - 1}" height="{bottom - 1}" rx="10"/>',
            *(f"  {line}" for line in floors),
            *_way(1, (view.middle - 8, view.y + HEIGHT), (document.middle + 16, document.y), 0.45),
            *_way(3, (document.middle - 16, document.y), (view.middle - 36, view.y + HEIGHT), 0.42),
            *_way(4, (view.middle + 16, view.y + HEIGHT), (core.middle, core.y), 0.88),
            *(_room(room, box, on_path=room in path) for room, box in boxes.items()),
            _step(2, document.middle, document.y + HEIGHT),
            f'  <g class="floor"><text x="26" y="{bottom - 14}">'
            "A room imports rooms to its left, in the row below, and on the floors below.</text></g>",
            "</svg>\n",
        )
    )


def _placed(rooms: list[str], rows: int, middle: float, right: float) -> dict[str, Box]:
    """Return the boxes of a floor's rooms, in rows from below, each row from the left."""
    columns = -(-len(rooms) // rows)
    step = (right - 6 - LEFT) / columns
    lowest = middle + (rows - 1) * (HEIGHT + 12) / 2 - HEIGHT / 2
    return {
        room: Box(
            round(LEFT + number % columns * step, 1), lowest - number // columns * (HEIGHT + 12), round(step - 6, 1)
        )
        for number, room in enumerate(rooms)
    }


def _words(name: str, *says: str, top: float) -> str:
    lines = "".join(f'<text x="26" y="{top + 52 + 16 * number}">{line}</text>' for number, line in enumerate(says))
    return f'<g class="floor"><text class="name" x="26" y="{top + 32}">{name}</text>{lines}</g>'


def _room(room: str, box: Box, *, on_path: bool) -> str:
    kind = "room path" if on_path else "room"
    name = room.rpartition(".")[2]
    return (
        f'  <g class="{kind}"><rect x="{box.x}" y="{box.y}" width="{box.width}" height="{HEIGHT}" rx="6"/>'
        f'<text x="{box.middle:.1f}" y="{box.y + 22.5}">{name}</text></g>'
    )


def _way(number: int, start: tuple[float, float], end: tuple[float, float], share: float) -> Iterator[str]:
    """Yield an arrow that leaves and arrives upright, and its number at this share of the way."""
    bend = (end[1] - start[1]) / 2
    points = (start, (start[0], start[1] + bend), (end[0], end[1] - bend), end)
    yield '  <path class="way" d="M{:g} {:g}C{:g} {:g} {:g} {:g} {:g} {:g}"/>'.format(
        *(round(value, 1) for point in points for value in point)
    )
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, points, strict=True)) for axis in (0, 1))
    yield _step(number, x, y)


def _step(number: int, x: float, y: float) -> str:
    return (
        f'  <g class="step"><circle cx="{x:.1f}" cy="{y:.1f}" r="10"/>'
        f'<text x="{x:.1f}" y="{y + 4.5:.1f}">{number}</text></g>'
    )


if __name__ == "__main__":
    PATH.write_text(picture(), encoding="utf-8")
