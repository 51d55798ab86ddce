"""The program's tables of kings and pawns, entry by entry, against the reference made from the rules alone."""

from __future__ import annotations

import numpy

from pawnviz.core.endings.search import solve_all
from pawnviz.core.endings.wins import rivals
from tests.core.endings.retrograde import Material, Reference
from tests.fuzz.endings import table


def test_each_entry_of_king_and_pawn_against_king_is_that_of_the_reference() -> None:
    finder, reference = rivals(lambda: True)[0], Reference(optimistic=False)
    legal = won = 0
    for square in range(8, 56):
        ours = solve_all(finder, 1 << square, 0)
        expected = reference.won(Material(frozenset([square]), frozenset()))
        numpy.testing.assert_array_equal(table(ours.proved_to_move), expected.to_move)
        numpy.testing.assert_array_equal(table(ours.proved_waiting), expected.waiting)
        legal += int(expected.legal_to_move.sum() + expected.legal_waiting.sum())
        won += int(expected.to_move.sum() + expected.waiting.sum())
    assert (legal, won) == (331_352, 222_564)
