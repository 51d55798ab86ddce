"""Every shape that a layer can have, on every square: a user layer holds any square and has any style."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from pawnviz.core.board.position import EMPTY
from pawnviz.core.layers.marks import Family, Mark
from pawnviz.core.picture.picture import FROM_EAST, FROM_WEST, Cell, Look, Picture, PlacedMark, Strip
from pawnviz.view.board.geometry import Geometry
from pawnviz.view.export.figure import Figure
from pawnviz.view.export.files import figure_image, figure_pdf, figure_svg
from tests.view.board.painting import ALL_SHAPES, FLIPPED, SIDES, crop, ink, painted, placed, tile
from tests.view.vision import look

ATTACKERS = (0, FROM_WEST, FROM_EAST, FROM_WEST | FROM_EAST)


def placings(mark: Mark, white: bool) -> list[PlacedMark]:
    """Return a mark, if it shows where attacking pawns stand, for every place where they may."""
    return [placed(mark, white, attackers) for attackers in (ATTACKERS if mark.family is Family.ATTACK else (0,))]


def picture_of(marks: list[Mark], white: bool) -> Picture:
    """Return a picture with all placings of marks on every square."""
    of_squares = [mark for mark in marks if mark.family not in (Family.STRIP, Family.LINE)]
    stacks = [each for mark in of_squares for each in placings(mark, white)]
    cells = [Cell("", tuple(mark._replace(file=square % 8) for mark in stacks)) for square in range(64)]
    strips = [Strip(mark, white, "", 1.0, row, 255) for row, mark in enumerate(marks) if mark.family is Family.STRIP]
    return Picture(EMPTY, tuple(cells), tuple(strips), len(marks) if strips else 0)


@FLIPPED
@SIDES
def test_every_shape_is_seen_on_every_square_of_the_board(white: bool, flipped: bool) -> None:
    geometry = Geometry(552, 580, flipped=flipped)
    bare = look(painted(picture_of([], white), geometry))
    for mark in ALL_SHAPES:
        if mark.family in (Family.STRIP, Family.LINE):
            continue
        changed = look(painted(picture_of([mark], white), geometry)) != bare
        assert all(crop(changed, geometry.square_rect(square)).any() for square in range(64)), mark


@FLIPPED
@SIDES
def test_every_shape_is_drawn_on_every_square_of_a_file(white: bool, flipped: bool) -> None:
    figure = Figure(picture_of(ALL_SHAPES, white), Look(flipped=flipped), width=300)
    # Of badges a square has as many as fit.
    drawn = [mark for mark in ALL_SHAPES if mark.family not in (Family.STRIP, Family.LINE, Family.BADGE)]
    assert figure_svg(figure).count("<use ") >= 64 * sum(len(placings(mark, white)) for mark in drawn)
    assert figure_pdf(figure).startswith(b"%PDF")
    assert not figure_image(figure).isNull()


def letters_of(mark: PlacedMark) -> list[str]:
    """Return what is written on a mark of e4."""
    cells = [Cell("", (mark,) if square == 28 else ()) for square in range(64)]
    root = ElementTree.fromstring(figure_svg(Figure(Picture(EMPTY, tuple(cells)), Look(coordinates=False))))
    texts = ("".join(text.itertext()).strip() for text in root.findall(".//{*}defs//{*}text"))
    return [text for text in texts if text]


@SIDES
@pytest.mark.parametrize(("file", "letters"), [(0, ["b"]), (1, ["a", "c"]), (6, ["f", "h"]), (7, ["g"])])
def test_letters_without_attackers_name_the_files_beside(file: int, letters: list[str], white: bool) -> None:
    mark = placed(Mark(Family.ATTACK, "letters"), white)._replace(file=file)
    assert letters_of(mark) == letters


@SIDES
@pytest.mark.parametrize(("file", "shape"), [(0, "letter from west"), (7, "letter from east")])
def test_a_letter_from_beyond_the_edge_is_a_blank_tag(file: int, shape: str, white: bool) -> None:
    mark = placed(Mark(Family.ATTACK, shape), white)._replace(file=file)
    assert ink(tile(mark), white).any()
    assert letters_of(mark) == []
