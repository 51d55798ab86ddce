"""Compares what is proved of endings of kings and pawns with a second solution, made from the rules alone.

Each try draws up to four pawns and compares every placement of the kings, with either side to move: none may be called
won that the reference holds for not won, or the other way round. Then positions drawn at random are solved as the
program does, and their outcomes compared.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

import numpy

from pawnviz.core.board.bitboard import mask_of
from pawnviz.core.board.position import Position
from pawnviz.core.endings.outcome import Outcome, solve_within
from pawnviz.core.endings.search import solve_all
from pawnviz.core.endings.wins import rivals
from tests.core.endings.retrograde import DuelNeededError, Material, Reference, Table
from tests.fuzz.frame import tries

POSITIONS: Final = 10
"""The positions of each try that are solved one by one."""

SECONDS: Final = 1
"""The seconds for each structure and for each position."""


def run(count: int, seed: int, *, most_pawns: int = 4, duels: bool = True, most_tables: int = 500) -> int:
    """Compare random structures, without ``duels`` none with a piece against a piece; return the exit status."""
    totals: Counter[str] = Counter()

    def faults_of(number: int) -> list[str]:
        numbers = random.Random(f"{seed} {number}")
        squares = numbers.sample(range(8, 56), numbers.randint(1, most_pawns))
        white = frozenset(square for square in squares if numbers.random() < 0.5)
        try:
            compare(white, frozenset(squares) - white, numbers, totals, duels=duels, most_tables=most_tables)
        except DuelNeededError:
            totals["structures given up"] += 1
        except AssertionError as error:
            return [str(error)]
        return []

    def report() -> str:
        return ", ".join(f"{count} {name}" for name, count in sorted(totals.items()))

    return tries(count, seed, "structure", faults_of, report)


def compare(
    white: frozenset[int],
    black: frozenset[int],
    numbers: random.Random,
    totals: Counter[str],
    *,
    duels: bool,
    most_tables: int,
) -> None:
    """Compare all placements among pawns, and some positions; raises ``AssertionError`` where they differ."""
    pairs = {}
    for color, material in ((True, Material(white, black)), (False, turned(Material(white, black)))):
        low = reference(optimistic=False, duels=duels, most_tables=most_tables).won(material)
        high = reference(optimistic=True, duels=duels, most_tables=most_tables).won(material)
        ours = solve_all(rivals(_deadline(SECONDS))[0], mask_of(material.white), mask_of(material.black))
        for turn, proved, possible, least, most, legal in (
            (True, ours.proved_to_move, ours.possible_to_move, low.to_move, high.to_move, low.legal_to_move),
            (False, ours.proved_waiting, ours.possible_waiting, low.waiting, high.waiting, low.legal_waiting),
        ):
            won, maybe = table(proved), table(possible)
            where = f"white {sorted(material.white)} black {sorted(material.black)}, to move {turn}"
            assert not (won & ~legal).any(), f"an illegal placement is won: {where}"
            assert not (won & ~most).any(), f"won, but not by the reference: {where}"
            assert not (least & ~maybe).any(), f"not won, but by the reference: {where}"
            pairs[color, turn] = least, most
            totals["placements"] += int(legal.sum())
            totals["placements decided"] += int((won | legal & ~maybe).sum())
            totals["placements confirmed"] += int((won & least | legal & ~maybe & ~most).sum())
    totals["structures"] += 1
    for _ in range(POSITIONS):
        compare_position(white, black, numbers, pairs, totals)


def compare_position(
    white: frozenset[int],
    black: frozenset[int],
    numbers: random.Random,
    pairs: dict[tuple[bool, bool], tuple[Table, Table]],
    totals: Counter[str],
) -> None:
    white_king, black_king = numbers.sample(sorted(set(range(64)) - white - black), 2)
    turn = numbers.random() < 0.5
    pieces = dict.fromkeys(white, "P") | dict.fromkeys(black, "p") | {white_king: "K", black_king: "k"}
    position = Position(white_to_move=turn)
    for square, piece in pieces.items():
        position = position.with_piece(square, piece)
    try:
        found = solve_within(position, SECONDS).ending.outcome
    except ValueError:
        return  # The kings touch, or the side that has moved is in check.
    least, most = pairs[True, turn]
    turned_least, turned_most = pairs[False, not turn]
    expected = Outcome.NOT_DECIDED
    if least[white_king, black_king]:
        expected = Outcome.WHITE_WINS
    elif turned_least[black_king ^ 56, white_king ^ 56]:
        expected = Outcome.BLACK_WINS
    elif not most[white_king, black_king] and not turned_most[black_king ^ 56, white_king ^ 56]:
        expected = Outcome.DRAW
    undecided = Outcome.NOT_DECIDED
    assert found is expected or undecided in (found, expected), f"{position.fen()}: {found} is {expected}"
    totals["positions"] += 1
    totals[f"positions of {len(white | black)} pawns not decided"] += found is undecided
    totals["positions decided"] += found is not undecided
    totals["positions confirmed"] += found is expected and found is not undecided


def _deadline(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


_references: Final[dict[bool, Reference]] = {}


def reference(*, optimistic: bool, duels: bool, most_tables: int) -> Reference:
    """Return a reference that keeps what it knows, a new one where it has become too large."""
    found = _references.get(optimistic)
    if found is None or found.duels != duels:
        found = _references[optimistic] = Reference(optimistic=optimistic, duels=duels, most=most_tables)
    elif not found.has_room:
        found = _references[optimistic] = found.renewed(most_tables)
    return found


def turned(material: Material) -> Material:
    return Material(
        frozenset(square ^ 56 for square in material.black), frozenset(square ^ 56 for square in material.white)
    )


def table(pairs: int) -> Table:
    """Return a set of king pairs as an array by white and black king."""
    octets = numpy.frombuffer(pairs.to_bytes(512, "little"), numpy.uint8)
    return numpy.unpackbits(octets, bitorder="little").astype(bool).reshape(64, 64)
