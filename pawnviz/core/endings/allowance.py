"""The time that a search may take, and how its caller ends it."""

from __future__ import annotations

from collections.abc import Callable

from pawnviz.core.endings.pieces import SolvingInterruptedError


def allowance(seconds: float, keep_going: Callable[[float], bool], clock: Callable[[], float]) -> Callable[[], bool]:
    """Return a function that returns whether time is left of so many seconds from now, by a clock.

    At each call ``keep_going`` gets the part of the time that is over, at most 1. The function raises
    ``SolvingInterruptedError`` when it returns false.
    """
    start = clock()

    def is_time_left() -> bool:
        part = (clock() - start) / seconds
        if not keep_going(min(1.0, part)):
            raise SolvingInterruptedError
        return part < 1

    return is_time_left
