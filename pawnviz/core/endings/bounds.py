"""White's wins as far as they are known: proved ones, and those not excluded."""

from __future__ import annotations

from typing import NamedTuple


class Wins(NamedTuple):
    """The king pairs, or placements, that White wins for sure (``proved``) and at most (``possible``), by who moves."""

    proved_to_move: int
    proved_waiting: int
    possible_to_move: int
    possible_waiting: int
