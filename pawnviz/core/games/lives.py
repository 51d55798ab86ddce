"""The lives of pawns in a game, and lanes of layers beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement
from pawnviz.core.board.mask_reader import files_and_squares
from pawnviz.core.board.side import Side
from pawnviz.core.games.line import MoveLine
from pawnviz.core.labels.order import labels_with
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS, Entry, Layer
from pawnviz.core.words import listed


@dataclass(frozen=True, slots=True)
class PawnSpell:
    """The time for which the same pawns stood, from the position of a ply up to, but without, that of another one.

    ``change`` is the ply of the first move that changed the pawns of the time before: that of ``first``, or of the
    first capture of an exchange. ``white`` and ``black`` are masks.
    """

    first: int
    end: int
    change: int
    white: int
    black: int


def pawn_spells(line: MoveLine) -> tuple[PawnSpell, ...]:
    """Return the pawn structures of a line of moves, without those between two captures of an exchange."""
    spells: list[PawnSpell] = []
    last: tuple[int, int] | None = None
    for ply, position in enumerate(line.positions):
        pawns = position.pawns & position.white, position.pawns & position.black
        if pawns == last:
            spells[-1] = _until(spells[-1], ply + 1)
        elif spells and all(is_between_captures(line, each) for each in range(spells[-1].first, ply)):
            spells[-1] = PawnSpell(ply, ply + 1, spells[-1].change, *pawns)
        else:
            spells.append(PawnSpell(ply, ply + 1, ply, *pawns))
        last = pawns
    return tuple(spells)


def change_text(spell: PawnSpell, line: MoveLine) -> str:
    """Return the moves that led to a structure, such as ``3.cxd5 exd5``; empty for that of the first position."""
    moves = line.moves[spell.change - 1 : spell.first] if spell.first else ()
    return " ".join(move.text if move.white or not place else move.san for place, move in enumerate(moves))


def is_between_captures(line: MoveLine, ply: int) -> bool:
    """Return whether the moves to and from the position of a ply are captures: it is in the middle of an exchange."""
    moves = line.moves[ply - 1 : ply + 1]
    return ply > 0 and len(moves) > 1 and all(move.captured is not None for move in moves)


def _until(spell: PawnSpell, end: int) -> PawnSpell:
    return PawnSpell(spell.first, end, spell.change, spell.white, spell.black)


LIFE_LABELS: Final = labels_with(lambda label: label.life, lambda label: label.life_weight)
"""The layers of the labels of a pawn in its life, the most telling first; backward pawns by two definitions."""

CAPTURED: Final = "captured"
PROMOTED: Final = "promoted"
SURVIVED: Final = "still there"

_FIRST_PART: Final = 200  # The number of positions before the first pause, more than a usual game has.
_PART: Final = 50  # The number of positions before each further pause.
_LASTING: Final = 4  # The plies that a label lasts at least, or is missing, which pieces decide too.


@dataclass(frozen=True, slots=True)
class Stay:
    """A square of a pawn, from the position of a ply up to, but without, that of another one."""

    square: int
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Spell:
    """The time for which a layer held a pawn, from the position of a ply up to, but without, that of another one.

    In a position between two captures a pawn keeps the labels that it had before the exchange. Of labels that pieces
    decide too, which come and go with their moves, times and gaps of fewer than four plies are left out.
    """

    layer: str
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class PawnLife:
    """The life of a pawn in a line of moves.

    It is in the positions from 0 up to, but without, ``end``. ``fate`` is ``CAPTURED``, ``PROMOTED`` or ``SURVIVED``.
    ``stays`` are its squares, ``spells`` the times of its labels by their beginnings.
    """

    white: bool
    stays: tuple[Stay, ...]
    end: int
    fate: str
    spells: tuple[Spell, ...]

    @property
    def home(self) -> int:
        """The square on which the pawn stood at first."""
        return self.stays[0].square

    def square_at(self, ply: int) -> int | None:
        """Return the square of the pawn in the position of a ply, or None where it is not on the board."""
        return next((stay.square for stay in self.stays if stay.first <= ply < stay.end), None)

    def name_at(self, ply: int) -> str:
        """Return the pawn by its color and its square in the position of a ply, in which it is on the board."""
        square = self.square_at(ply)
        assert square is not None
        return f"{'White' if self.white else 'Black'}'s pawn on {SQUARE_NAMES[square]}"

    def labels_at(self, ply: int) -> tuple[str, ...]:
        """Return the layers that held the pawn in the position of a ply, in the order of ``LIFE_LABELS``."""
        return tuple(spell.layer for spell in self.spells_at(ply))

    def spells_at(self, ply: int) -> list[Spell]:
        """Return the times of labels that the position of a ply is in, in the order of ``LIFE_LABELS``."""
        spells = (spell for spell in self.spells if spell.first <= ply < spell.end)
        return sorted(spells, key=lambda spell: LIFE_LABELS.index(spell.layer))


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """The gain or the loss of ``labels`` by a move to position ``ply``; without labels the end of the pawn's life."""

    ply: int
    life: PawnLife
    text: str
    labels: tuple[str, ...] = ()


def pawn_lives(line: MoveLine) -> tuple[PawnLife, ...]:
    """Return the life of each pawn of the first position: White's from the a- to the h-file, then Black's."""
    steps = pawn_lives_in_steps(line)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            lives: tuple[PawnLife, ...] = end.value
            return lives


def pawn_lives_in_steps(line: MoveLine) -> Generator[None, None, tuple[PawnLife, ...]]:
    """Yield each few milliseconds of a long line, never of a usual one, and return the result of ``pawn_lives``."""
    first = line.positions[0]
    paths = {
        square: _Path(bool(first.white >> square & 1), square) for square in range(64) if first.pawns >> square & 1
    }
    order = sorted(paths.values(), key=lambda path: (not path.white, path.squares[0][0] & 7, path.squares[0][0]))
    for ply, move in enumerate(line.moves, 1):
        if move.captured is not None and move.captured in paths:
            paths.pop(move.captured).finish(ply, CAPTURED)
        if move.source != move.target and move.source in paths:
            path = paths.pop(move.source)
            if move.promotion:
                path.finish(ply, PROMOTED)
            else:
                path.squares.append((move.target, ply))
                paths[move.target] = path
    masks = yield from _masks(line)
    unsettled = frozenset(ply for ply in range(len(line.positions)) if is_between_captures(line, ply))
    lives: list[PawnLife] = []
    for path in order:
        lives.append(path.life(len(line.positions), masks, unsettled))
        if len(line.positions) > _FIRST_PART:
            yield
    return tuple(lives)


def life_events(lives: Sequence[PawnLife], line: MoveLine) -> tuple[LifeEvent, ...]:
    """Return the events of the pawns by moves: captures, promotions, and all labels gained, or lost, by one move."""
    events = [event for life in lives for event in _events_of(life, line)]
    return tuple(sorted(events, key=lambda event: event.ply))


def _events_of(life: PawnLife, line: MoveLine) -> Iterator[LifeEvent]:
    for ply in sorted({spell.first for spell in life.spells} - {0}):
        labels = _labels_of(spell.layer for spell in life.spells if spell.first == ply)
        text = f"{line.moves[ply - 1].text} made {life.name_at(ply)} {label_words(labels)}"
        yield LifeEvent(ply, life, text, labels)
    for ply in sorted({spell.end for spell in life.spells} - {life.end}):
        labels = _labels_of(spell.layer for spell in life.spells if spell.end == ply)
        text = f"{line.moves[ply - 1].text}: {life.name_at(ply - 1)} is no longer {label_words(labels, 'or')}"
        yield LifeEvent(ply, life, text, labels)
    if life.fate != SURVIVED:
        text = f"{line.moves[life.end - 1].text}: {life.name_at(life.end - 1)} is {life.fate}"
        yield LifeEvent(life.end, life, text)


def label_words(labels: Sequence[str], word: str = "and") -> str:
    """Return labels as they complete ``the pawn is ...``; two definitions of a term are one."""
    implied = {other for name in labels if LABELS[name].kind_of for other in LABELS[name].implied}
    definitions: dict[str, list[str]] = {}
    for name in _labels_of(labels):
        if name not in implied:
            term, _, definition = LABELS[name].life_word.rstrip(")").partition(" (")
            definitions.setdefault(term, []).append(definition)
    # What all definitions of a term say alike needs none of their names.
    named = Counter(LABELS[name].life_word.partition(" (")[0] for name in LIFE_LABELS)
    words = [
        f"{term} ({', '.join(names)})" if any(names) and len(names) < named[term] else term
        for term, names in definitions.items()
    ]
    return listed(words, word)


def event_kinds() -> dict[str, tuple[str, ...]]:
    """Return the kinds of events on labels in the order of the entries, each with its labels."""
    kinds: dict[str, tuple[str, ...]] = {}
    for name, label in LABELS.items():
        if label.life:
            for kind in label.life.kinds or (label.short.capitalize(),):
                kinds[kind] = (*kinds.get(kind, ()), name)
    return kinds


def _labels_of(layers: Iterable[str]) -> tuple[str, ...]:
    chosen = set(layers)
    return tuple(layer for layer in LIFE_LABELS if layer in chosen)


class _Path:
    """The squares of a pawn that is being followed, each with the ply from which it stands there."""

    def __init__(self, white: bool, square: int) -> None:
        self.white = white
        self.squares = [(square, 0)]
        self.end: int | None = None
        self.fate = SURVIVED

    def finish(self, ply: int, fate: str) -> None:
        self.end, self.fate = ply, fate

    def life(self, positions: int, masks: dict[tuple[str, bool], list[int]], unsettled: Set[int]) -> PawnLife:
        """Return the life in a line of some positions, with the labels that the masks of the layers give."""
        end = positions if self.end is None else self.end
        ends = [first for _, first in self.squares[1:]] + [end]
        stays = tuple(Stay(square, first, last) for (square, first), last in zip(self.squares, ends, strict=True))
        spells: list[Spell] = []
        for layer in LIFE_LABELS:
            found = list(_spells(layer, stays, masks[layer, self.white], unsettled))
            life = LABELS[layer].life
            spells += found if life is None or life.by_pawns else _lasting(found, end)
        return PawnLife(self.white, stays, end, self.fate, tuple(sorted(spells, key=lambda spell: spell.first)))


def _spells(layer: str, stays: Sequence[Stay], masks: Sequence[int], unsettled: Set[int]) -> Iterator[Spell]:
    """Yield the times of a label; in an unsettled position a pawn keeps the labels of before."""
    begun: int | None = None
    for stay in stays:
        for ply in range(stay.first, stay.end):
            if ply in unsettled:
                continue
            holds = masks[ply] >> stay.square & 1
            if holds and begun is None:
                begun = ply
            elif not holds and begun is not None:
                yield Spell(layer, begun, ply)
                begun = None
    if begun is not None:
        yield Spell(layer, begun, stays[-1].end)


def _lasting(spells: Iterable[Spell], end: int) -> Iterator[Spell]:
    """Yield the times of a label without short gaps and short times, but with one that lasts to the pawn's end."""
    joined: list[Spell] = []
    for spell in spells:
        if joined and spell.first - joined[-1].end < _LASTING:
            joined[-1] = Spell(spell.layer, joined[-1].first, spell.end)
        else:
            joined.append(spell)
    return (spell for spell in joined if spell.end - spell.first >= _LASTING or spell.end == end)


def _masks(line: MoveLine) -> Generator[None, None, dict[tuple[str, bool], list[int]]]:
    """Return the masks of each layer and color by position; yields between parts of a long line."""
    masks: dict[tuple[str, bool], list[int]] = {(name, color): [] for name in LIFE_LABELS for color in (True, False)}
    by_pawns = {name: label.life.by_pawns for name, label in LABELS.items() if label.life}
    pawns: tuple[int, int] | None = None
    for ply, position in enumerate(line.positions):
        if ply >= _FIRST_PART and ply % _PART == 0:
            yield
        before, pawns = pawns, (position.pawns & position.white, position.pawns & position.black)
        for name in LIFE_LABELS:
            for side in position.sides():
                column = masks[name, side.color]
                column.append(column[-1] if before == pawns and by_pawns[name] else LAYERS[name](side))
    return masks


_MOST_FROM_ZERO: Final = 8
"""The greatest of the smallest values of a lane whose columns begin at 0: pawns are always counted from there."""
_MOST_NAMED: Final = 8  # The number of squares that are named one by one.


class LaneSide(NamedTuple):
    """One side of a lane: the number in each position, and the squares that are counted; without any for a number."""

    values: tuple[int, ...]
    masks: tuple[int, ...] = ()

    def is_other_set(self, ply: int) -> bool:
        """Return whether the squares in the position of a ply are others than before its move, but as many."""
        if not (self.masks and ply):
            return False
        return self.masks[ply - 1] != self.masks[ply] and self.values[ply - 1] == self.values[ply]

    def gained(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply brought; none for a number."""
        return self.masks[ply] & complement(self.masks[ply - 1]) if self.masks and ply else 0

    def lost(self, ply: int) -> int:
        """Return the squares that the move before the position of a ply took away; none for a number."""
        return self.masks[ply - 1] & complement(self.masks[ply]) if self.masks and ply else 0


class Lane(NamedTuple):
    """A layer or a number of both sides in each position of a line of moves."""

    entry: Entry
    white: LaneSide
    black: LaneSide

    @property
    def greatest(self) -> int:
        """The greatest value of either side."""
        return max((*self.white.values, *self.black.values), default=0)

    @property
    def base(self) -> int:
        """The value that columns begin at: 0, but near the smallest value where all are many and of about one size."""
        least = min((*self.white.values, *self.black.values), default=0)
        return least - 1 if least > _MOST_FROM_ZERO and 2 * least > self.greatest else 0

    def side(self, white: bool) -> LaneSide:
        """Return White's side of the lane, or Black's."""
        return self.white if white else self.black


def lane(line: MoveLine, entry: Entry) -> Lane:
    """Return the lane of a layer, in squares or for a set of files in files, or of a number; a byte counts its bits."""
    sides = [position.sides() for position in line.positions]
    return Lane(
        entry, _lane_side([white for white, _ in sides], entry), _lane_side([black for _, black in sides], entry)
    )


def _lane_side(sides: Sequence[Side[int]], entry: Entry) -> LaneSide:
    computed = tuple(entry(side) for side in sides)
    if isinstance(entry, Layer):
        return LaneSide(tuple(map(entry.count, computed)), computed)
    return LaneSide(tuple(map(int.bit_count, computed)) if entry.bits else computed)


def lane_words(lane: Lane, line: MoveLine, ply: int) -> str:
    """Return a lane at a ply in words, its name and move first: each side's value, and the change by the last move."""
    after = line.moves[ply - 1].text if ply else "first position"
    rows = [f"{lane.entry.title}, {after}"]
    for white in (True, False):
        side = lane.side(white)
        row = f"{'White' if white else 'Black'} {side.values[ply]}"
        squares = _named(side.masks[ply]) if side.masks else ""
        changes = (("new", _named(side.gained(ply))), ("gone", _named(side.lost(ply))))
        changed = "; ".join(f"{word} {names}" for word, names in changes if names)
        rows.append(f"{row}{f': {squares}' if squares else ''}{f' ({changed})' if changed else ''}")
    return "\n".join(rows)


def _named(mask: int) -> str:
    names = files_and_squares(mask)
    return names if len(names.split()) <= _MOST_NAMED else ""
