"""Islands, isolated pawns, and open files."""

from __future__ import annotations

from collections.abc import Callable

from tests.reference.registry import LAYER_REFERENCES, reference
from tests.reference.view import Squares, View, file_of_pawns, islands, neighbour_files_with_pawns, whole_files


@reference
def filesets(view: View) -> Squares:
    return {(file, 0) for file in range(8) if file_of_pawns(view.own, file)}


@reference
def island_east_files(view: View) -> Squares:
    return whole_files({island[-1] for island in islands(view.own)})


@reference
def island_west_files(view: View) -> Squares:
    return whole_files({island[0] for island in islands(view.own)})


def _islands_of_width(width: int) -> Callable[[View], Squares]:
    def rule(view: View) -> Squares:
        return whole_files({file for island in islands(view.own) if len(island) == width for file in island})

    return rule


for _width in range(1, 9):
    LAYER_REFERENCES[f"islands_of_width_{_width}"] = _islands_of_width(_width)


@reference
def isolated_files(view: View) -> Squares:
    return whole_files({island[0] for island in islands(view.own) if len(island) == 1})


@reference
def half_isolated_files(view: View) -> Squares:
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) and neighbour_files_with_pawns(view, file) == 1}
    )


@reference
def isolated_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if neighbour_files_with_pawns(view, pawn[0]) == 0}


@reference
def half_isolated_pawns(view: View) -> Squares:
    return {pawn for pawn in view.own if neighbour_files_with_pawns(view, pawn[0]) == 1}


def files_with(view: View, *, own: bool, enemy: bool) -> Squares:
    """Return the files that hold own pawns or none, and enemy pawns or none."""
    return whole_files(
        {file for file in range(8) if file_of_pawns(view.own, file) == own and file_of_pawns(view.enemy, file) == enemy}
    )


@reference
def open_files(view: View) -> Squares:
    return files_with(view, own=False, enemy=False)


@reference
def half_open_files(view: View) -> Squares:
    return files_with(view, own=False, enemy=True)


@reference
def closed_files(view: View) -> Squares:
    return files_with(view, own=True, enemy=True)
