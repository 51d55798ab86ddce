"""The positions of a sheet for a lesson, with their titles and captions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.board.side import to_move_text
from pawnviz.core.games.cutting import chapter_of, has_players, shown_date, shown_result

if TYPE_CHECKING:
    from pawnviz.core.games.tree import MoveLine

MOST_POSITIONS: Final = 2000  # The number of positions that a sheet may have.


class SheetPosition(NamedTuple):
    """A position of a sheet and its title, empty for none."""

    position: Position
    title: str = ""


def fitting_grid(count: int, *, landscape: bool) -> tuple[int, int]:
    """Return the columns and rows of a page on which a number of boards are large: at most six of them a page."""
    columns, rows = (1, 1) if count <= 1 else (1, 2) if count <= 2 else (2, 2) if count <= 4 else (2, 3)
    return (rows, columns) if landscape else (columns, rows)


def caption_of(entry: SheetPosition, number: int, captions: str) -> str:
    """Return the caption of a board with a number from 1; a position without a title says who is to move."""
    if captions == "none":
        return ""
    if captions == "number":
        return f"{number}"
    title = _structures(entry.position) if captions == "structure" else entry.title
    return f"{number} · {title or to_move_text(entry.position.white_to_move)}"


@lru_cache(maxsize=MOST_POSITIONS)
def _structures(position: Position) -> str:
    """Return the names of the structures of a position, kept, since a sheet asks at each change."""
    from pawnviz.core.structures import leading_structures

    return ", ".join(dict.fromkeys(structure.title for structure in leading_structures(position.sides()[0])))


def game_positions(line: MoveLine, plies: Iterable[int], players: str = "") -> list[SheetPosition]:
    """Return a game's positions after these plies, 0 for the first, titled by ``players`` and the last move."""
    positions = []
    for ply in plies:
        if 0 <= ply < len(line.positions):
            move = f"{'after' if players else 'After'} {line.moves[ply - 1].text}" if ply else ""
            positions.append(SheetPosition(line.positions[ply], ": ".join(filter(None, (players, move)))))
    return positions


def players_of(headers: dict[str, str]) -> str:
    """Return the names of the players by a game's tags; if neither is known, that of its chapter or event, if any."""
    if not has_players(headers):
        return chapter_of(headers)
    return " – ".join(headers.get(color, "").strip() or "?" for color in ("White", "Black"))


def details_of(headers: dict[str, str]) -> str:
    """Return the result, the event and the year by a game's tags as a line, without those that are not known."""
    event = headers.get("Event", "").strip(" ?") if has_players(headers) else ""
    result, year = headers.get("Result", "*").strip("* "), shown_date(headers.get("Date", ""))[:4]
    return " · ".join(part for part in (shown_result(result), event, year) if part)
