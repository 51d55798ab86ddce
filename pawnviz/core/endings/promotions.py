"""The proofs of wins after promotions, one position at a time, that a search forward asks for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy

from pawnviz.core.endings.compiled import Tables, put_place, slots_for, turned_mask
from pawnviz.core.endings.compiled_hopes import ASKED_BLACK, ASKED_GOAL, ASKED_STATE, ASKED_WHITE
from pawnviz.core.endings.compiled_pieces import NOWHERE, QUEEN, packed, unpacked
from pawnviz.core.endings.compiled_positions import WANTED, WANTED_BLACK, WANTED_WHITE, WITH_QUEEN, room_for
from pawnviz.core.endings.compiled_promotions import EFFORT, EFFORTS, IS_HOPED, OF_BLACK, TRIED, Promoted, won_place
from pawnviz.core.endings.compiled_wins import LONGEST, white_wins

_LIMITS: Final = (2_000, 20_000, 150_000)
"""The most positions of a proof, by effort."""

_MOST_WANTED_PAWNS: Final = 5
_MOST_WANTED_AGAINST_QUEEN: Final = 2


class PromotionProofs:
    """The wins after promotions that are proved, and the search that proves them."""

    def __init__(
        self,
        places: int,
        positions: int,
        races: Any,
        tables: Tables,
        solve_structure: Callable[[Any, Any], None],
        solve_with_queen: Callable[[Any, Any], None],
    ) -> None:
        """Keep wins of so many promotions, and room for so many positions of a proof.

        The functions solve structures of both sides' pawns that a proof wants to know, without and with a queen.
        """
        self.promoted = Promoted(
            races,
            numpy.empty((places, TRIED + EFFORTS, 64), numpy.uint64),
            slots_for(places),
            numpy.zeros((places, 2), numpy.uint64),
            numpy.zeros(3, numpy.int64),
        )
        self.changed = numpy.zeros(places, numpy.int64)
        self._number = 0
        self._room = room_for(positions, LONGEST)
        self._tables = tables
        self._solve_structure = solve_structure
        self._solve_with_queen = solve_with_queen
        self._wanted_before: set[tuple[int, int, int]] = set()

    def hope(self, *, of_black: bool, effort: int) -> None:
        """Count positions after promotions of a side as won, but those that were tried with so much effort."""
        self.promoted.hope[IS_HOPED], self.promoted.hope[OF_BLACK], self.promoted.hope[EFFORT] = 1, of_black, effort

    def stop_hoping(self) -> None:
        """Count proved wins alone."""
        self.promoted.hope[IS_HOPED] = 0

    def answer(self, question: Any, now: int) -> bool:
        """Return whether a win is proved that is asked about, and note the answer, as changed at a time ``now``."""
        parts = numpy.empty(7, numpy.int64)
        unpacked(question[ASKED_STATE], parts)
        white, black, goal = question[ASKED_WHITE], question[ASKED_BLACK], int(question[ASKED_GOAL])
        is_won = self._is_won(white, black, goal, parts)
        while not is_won and self._solve_wanted():
            is_won = self._is_won(white, black, goal, parts)
        place = self._place(white, black, goal)
        pair = numpy.uint64(1) << numpy.uint64(parts[1])
        self.changed[place] = now
        if is_won:
            self.promoted.won[place, 0, parts[0]] |= pair
        else:
            for effort in range(self.promoted.hope[EFFORT] + 1):
                self.promoted.won[place, TRIED + effort, parts[0]] |= pair
        return is_won

    def forget_wanted(self) -> None:
        """Solve structures again that proofs want and that were solved before."""
        self._wanted_before.clear()

    def _place(self, white: Any, black: Any, goal: int) -> int:
        place = won_place(white, black, goal, self.promoted)
        if place < 0:
            if self._number >= len(self.promoted.keys):
                self.promoted.slots[:] = -1
                self._number = 0
            place = self._number
            self._number += 1
            piece = numpy.uint64(1) << numpy.uint64(goal)
            key = (white | piece, black) if goal >= 56 else (white, black | piece)
            put_place(self.promoted.slots, self.promoted.keys, place, *key)
            self.promoted.won[place] = 0
        return int(place)

    def _is_won(self, white: Any, black: Any, goal: int, parts: Any) -> bool:
        king, other = int(parts[0]), int(parts[1])
        is_turned = goal < 56
        if is_turned:
            white, black = numpy.uint64(turned_mask(black)), numpy.uint64(turned_mask(white))
            king, other, goal = other ^ 56, king ^ 56, goal ^ 56
        state = numpy.uint64(packed(king, other, goal, QUEEN, NOWHERE, 0, 1))
        limit = _LIMITS[self.promoted.hope[EFFORT]]
        return bool(white_wins(white, black, state, limit, is_turned, self._tables, self._room))

    def _solve_wanted(self) -> bool:
        """Solve the structures that the last proof wanted, and return whether there were any to solve."""
        is_anything_new = False
        for each in self._room.wanted[: self._room.counts[WANTED]].copy():
            white, black = each[WANTED_WHITE], each[WANTED_BLACK]
            key = int(white), int(black), int(each[WITH_QUEEN])
            if key in self._wanted_before:
                continue
            self._wanted_before.add(key)
            if each[WITH_QUEEN] and key[1].bit_count() <= _MOST_WANTED_AGAINST_QUEEN:
                self._solve_with_queen(white, black)
                is_anything_new = True
            elif not each[WITH_QUEEN] and (key[0] | key[1]).bit_count() <= _MOST_WANTED_PAWNS:
                self._solve_structure(white, black)
                is_anything_new = True
        return is_anything_new
