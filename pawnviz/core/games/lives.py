"""The lives of the pawns of a game, its structures by plies, and the events of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence, Set
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, mask_of, squares, west
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import files_text
from pawnviz.core.games.pgn import result_of
from pawnviz.core.games.tree import MoveLine
from pawnviz.core.labels.order import labels_with, named_of, weight_at, with_subject
from pawnviz.core.labels.table import LABELS, Subject
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.backward import reach
from pawnviz.core.structures import FoundStructure, leading_structures
from pawnviz.core.words import listed, lowered


class PawnSpell(NamedTuple):
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
            spells[-1] = spells[-1]._replace(end=ply + 1)
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


LIFE_LABELS: Final = labels_with(
    lambda label: label.life, lambda label: (label.life and label.life.weight) or label.weight
)
"""The layers of the labels of a pawn in its life, the most telling first; backward pawns by two definitions."""

CAPTURED: Final = "captured"
PROMOTED: Final = "promoted"
SURVIVED: Final = "still there"

_FIRST_PART: Final = 200  # The number of positions before the first pause, more than a usual game has.
_PART: Final = 50  # The number of positions before each further pause.
_LASTING: Final = 4  # The plies that a label lasts at least, or is missing, which pieces decide too.


class Stay(NamedTuple):
    """A square of a pawn, from the position of a ply up to, but without, that of another one."""

    square: int
    first: int
    end: int


class Spell(NamedTuple):
    """The time for which a layer held a pawn, from the position of a ply up to, but without, that of another one.

    In a position between two captures a pawn keeps the labels that it had before the exchange. Of labels that pieces
    decide too, which come and go with their moves, times and gaps of fewer than four plies are left out.
    """

    layer: str
    first: int
    end: int


class PawnLife(NamedTuple):
    """The life of a pawn in a line of moves up to ``end``: its fate, its squares, and the times of its labels."""

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
        """Return the square of the pawn in the position of a ply, or None if it is not on the board."""
        return next((stay.square for stay in self.stays if stay.first <= ply < stay.end), None)

    def name_at(self, ply: int) -> str:
        """Return the pawn by its color and its square in the position of a ply, in which it is on the board."""
        square = self.square_at(ply)
        assert square is not None
        return f"{'White' if self.white else 'Black'}'s pawn on {SQUARE_NAMES[square]}"

    def spells_at(self, ply: int) -> list[Spell]:
        """Return the times of labels that the position of a ply is in, in the order of ``LIFE_LABELS``."""
        spells = [spell for spell in self.spells if spell.first <= ply < spell.end]
        return sorted(spells, key=lambda spell: LIFE_LABELS.index(spell.layer))


class LifeEvent(NamedTuple):
    """The gain or the loss of ``labels`` by a move to position ``ply``; without labels the end of the pawn's life."""

    ply: int
    life: PawnLife
    text: str
    labels: tuple[str, ...] = ()


def pawn_lives(line: MoveLine) -> tuple[PawnLife, ...]:
    """Return the life of each pawn of the first position: White's from the a- to the h-file, then Black's."""
    return result_of(pawn_lives_in_steps(line))


def pawn_lives_in_steps(line: MoveLine) -> Generator[None, None, tuple[PawnLife, ...]]:
    """Yield each few milliseconds of a long line, never of a usual one, and return the result of ``pawn_lives``."""
    first, end = line.positions[0], len(line.positions)
    lives: list[PawnLife] = []
    stays = {square: [Stay(square, 0, end)] for square in squares(first.pawns)}  # Of the pawns on the board.

    def end_life(square: int, ply: int, fate: str) -> None:
        *before, last = stays.pop(square)
        is_white = bool(first.white >> [*before, last][0].square & 1)
        lives.append(PawnLife(is_white, (*before, last._replace(end=ply)), ply, fate, ()))

    for ply, move in enumerate(line.moves, 1):
        if move.captured is not None and move.captured in stays:
            end_life(move.captured, ply, CAPTURED)
        if move.source != move.target and move.source in stays:
            if move.promotion:
                end_life(move.source, ply, PROMOTED)
            else:
                *before, last = stays.pop(move.source)
                stays[move.target] = [*before, last._replace(end=ply), Stay(move.target, ply, end)]
    for square in tuple(stays):
        end_life(square, end, SURVIVED)
    lives.sort(key=lambda life: (not life.white, life.home & 7, life.home))
    masks = yield from _masks(line)
    unsettled = frozenset(ply for ply in range(end) if is_between_captures(line, ply))
    for number, life in enumerate(lives):
        lives[number] = _labeled(life, masks, unsettled)
        if end > _FIRST_PART:
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
        for kind in (label.life.kinds or (label.short.capitalize(),)) if label.life else ():
            kinds[kind] = (*kinds.get(kind, ()), name)
    return kinds


def _labels_of(layers: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(layers), key=LIFE_LABELS.index))


def _labeled(life: PawnLife, masks: dict[tuple[str, bool], list[int]], unsettled: Set[int]) -> PawnLife:
    """Return a life with the labels that the masks of the layers give."""
    spells: list[Spell] = []
    for layer in LIFE_LABELS:
        found = list(_spells(layer, life.stays, masks[layer, life.white], unsettled))
        label = LABELS[layer].life
        spells += found if label is None or label.by_pawns else _lasting(found, life.end)
    return life._replace(spells=tuple(sorted(spells, key=lambda spell: spell.first)))


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
    by_pieces = [name for name in LIFE_LABELS if (life := LABELS[name].life) and not life.by_pawns]
    pawns: tuple[int, int] | None = None
    for ply, position in enumerate(line.positions):
        if ply >= _FIRST_PART and ply % _PART == 0:
            yield
        before, pawns = pawns, (position.pawns & position.white, position.pawns & position.black)
        for side in position.sides():
            for name in LIFE_LABELS:
                column = masks[name, side.color]
                column.append(column[-1] if before == pawns and name not in by_pieces else LAYERS[name](side))
    return masks


_PLAIN_WORDS: Final = frozenset(("Doubled", "Hanging", "Isolated", "Little", "Opposed", "Queenside"))
"""First words of titles that are no names, and begin with a small letter within a sentence."""
_SHORTEST: Final = 3  # The plies that a structure lasts at least that is not only passed through.


class StructureSpell(NamedTuple):
    """The time for which a structure led, from the position of a ply up to, but without, that of another one."""

    found: FoundStructure
    first: int
    end: int


def structure_spells(line: MoveLine) -> tuple[StructureSpell, ...]:
    """Return the structures of a line of moves in their order, without general ones, which exchanges often make."""
    spells: list[StructureSpell] = []
    for ply, position in enumerate(line.positions):
        for leading in leading_structures(position.sides()[0], with_general=False)[:1]:
            last = spells[-1] if spells and spells[-1].end == ply else None
            if last and (last.found.structure, last.found.color) == (leading.structure, leading.color):
                spells[-1] = last._replace(end=ply + 1)
            else:
                spells.append(StructureSpell(leading, ply, ply + 1))
    return tuple(spells)


def structure_words(spells: Sequence[StructureSpell], line: MoveLine) -> str:
    """Return the structures of a line of moves with the numbers of the moves after which they were there.

    Such as ``Carlsbad of White 14–31, then isolated queen's pawn of White from 32``; without structures it is empty.
    One that comes again before another one is named once, as ``Carlsbad of White 9–12 and 14``. One that lasts fewer
    than three plies, and does not end the line, is left out if another lasts longer.
    """
    parts: list[str] = []
    ends = len(line.positions)
    lasting = [spell for spell in spells if spell.end - spell.first >= _SHORTEST or spell.end == ends]
    for heading, times in groupby(lasting or spells, lambda spell: spell.found.heading):
        shown = lowered(heading) if parts and heading.split()[0] in _PLAIN_WORDS else heading
        parts.append(f"{shown} {listed([_time_words(spell, line) for spell in times])}")
    return ", then ".join(parts)


def spell_words(spell: StructureSpell, line: MoveLine) -> str:
    """Return a structure with the numbers of its moves; there is none for the first or the last position."""
    return f"{spell.found.heading} {_time_words(spell, line)}"


def _time_words(spell: StructureSpell, line: MoveLine) -> str:
    first, last = (line.moves[ply - 1].number if ply else 0 for ply in (spell.first, spell.end - 1))
    is_last = spell.end == len(line.positions)
    if not spell.first:
        return "throughout" if is_last else f"until {last}" if last else "at the start"
    if is_last:
        return f"from {first}"
    return f"{first}" if first == last else f"{first}–{last}"


MOST_CLAUSES: Final = 3  # The most clauses of an event.

_TOLD: Final = labels_with(lambda label: label.change and label.everyday)
_PASSED: Final = labels_with(lambda label: label.subject is Subject.PASSER)
_KINDS: Final = labels_with(lambda label: label.change and label.complement and label.kind_of in _PASSED)
_CHAINS: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]  # The files on which blocked pawns belong to the center.
_LATER: Final = 3  # The plies after a change at whose end the labels still hold that are named.
_WON_FOR: Final = 6  # The plies before and after a change that has won a pawn, within which it is not won back.
_VALUES: Final = (1, 3, 3, 5, 9)  # Those of a pawn, a knight, a bishop, a rook and a queen.


class StructureEvent(NamedTuple):
    """A change of the pawn structure, by the move or the exchange that ends in the position of a ply."""

    ply: int
    text: str


def structure_events(line: MoveLine) -> tuple[StructureEvent, ...]:
    """Return changes that open or close something, win a pawn, or change labels for three plies or more."""
    events = []
    for former, spell in pairwise(pawn_spells(line)):
        plies = former.end - 1, spell.first, min(spell.first + _LATER, len(line.moves))
        sides = list(zip(*(line.positions[ply].sides() for ply in plies), strict=True))
        before, after, _ = sides[0]
        states = [text for each in sides if (text := _states(*each))]
        made = [f"made {_joined(states)}"] if states else []
        half_opened = _half_opened(before, after)
        parts = [*_won_pawn(line, spell), *_opened(before, after)]
        parts += [*half_opened, *made] if len(parts) + len(half_opened) + len(made) <= MOST_CLAUSES else made
        if parts:
            then = _breaks(after) if _is_closed(after) and not _is_closed(before) else ""
            text = f"{change_text(spell, line)} {_joined(parts[:MOST_CLAUSES])}{then}"
            events.append(StructureEvent(spell.first, text))
    return tuple(events)


def _joined(parts: Sequence[str]) -> str:
    """Return parts as a list, with a comma before the last if another holds an ``and`` itself."""
    if len(parts) > 1 and any(" and " in part for part in parts):
        return f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return listed(parts)


def _opened(before: Side[int], after: Side[int]) -> Iterator[str]:
    """Yield the files and centers that a change opened and closed, from White's side before and after it."""
    if _is_closed(after) != _is_closed(before):
        yield "closed the center" if _is_closed(after) else "broke up the closed center"
    files = LAYERS["open_files"](after) & complement(LAYERS["open_files"](before))
    if files:
        yield f"opened {files_text(files)}"


def _half_opened(before: Side[int], after: Side[int]) -> list[str]:
    """Return the files that a change half-opened, from White's side before and after it, as one clause or none."""
    files = LAYERS["half_open_files"]
    sides = ((before, after), (before.enemy, after.enemy))
    news = ((files(side) & complement(files(former)), side) for former, side in sides)
    half_open = [f"{files_text(new)} for {side.name}" for new, side in news if new]
    return [f"half-opened {listed(half_open)}"] if half_open else []


def _won_pawn(line: MoveLine, spell: PawnSpell) -> Iterator[str]:
    """Yield that captures won or gave up a pawn, if it is neither won back soon nor a pawn won back."""
    if line.moves[spell.change - 1].captured is None:
        return
    start, end = spell.change - 1, spell.first
    while start and line.moves[start - 1].captured is not None:
        start -= 1
    while end < len(line.moves) and line.moves[end].captured is not None:
        end += 1
    if end == len(line.moves):
        return  # Nobody knows whether it would have been taken back.
    earlier, later = max(0, start - _WON_FOR), min(len(line.moves), end + _WON_FOR)
    white = line.moves[spell.change - 1].white
    first, before, after, last = (_balance(line.positions[ply], white) for ply in (earlier, start, end, later))
    if abs(after - before) == 1 == abs(last - before) == abs(after - first) and after - before == last - before:
        yield "won a pawn" if after > before else "gave up a pawn"


def _balance(position: Position, white: bool) -> int:
    own, enemy = (position.white, position.black) if white else (position.black, position.white)
    masks = (position.pawns, position.knights, position.bishops, position.rooks, position.queens)
    counts = ((mask & own).bit_count() - (mask & enemy).bit_count() for mask in masks)
    return sum(value * count for value, count in zip(_VALUES, counts, strict=True))


def _states(before: Side[int], after: Side[int], later: Side[int]) -> str:
    """Return the new labels of a side's pawns: ``Black's a6 isolated, and c5 and d5 hanging pawns``."""
    names: dict[int, list[str]] = {}
    (passed,) = with_subject(after, Subject.PASSER).values()
    for label in (*_KINDS, *_TOLD):
        gained = _gained(label, before, after)
        if not gained:
            continue
        lasting = LAYERS[label](later)
        # A pawn may have moved on its file meanwhile.
        lasting |= after.backward_fill(lasting & complement(after.pawns)) & complement(later.pawns)
        gained &= named_of(label, after) & lasting
        if label in (*_KINDS, *_PASSED):
            gained &= complement(mask_of(names))
        elif LABELS[label].subject is Subject.WEAKNESS:
            gained &= complement(passed)
        for square in squares(gained):
            # A label that weighs less than usual here, as that of a blocked backward pawn, is no news.
            if weight_at(label, after, square) >= LABELS[label].weight:
                names.setdefault(square, []).append(label)
    pawns: dict[tuple[str, ...], list[str]] = {}
    for square in sorted(names, key=lambda square: (square & 7, square)):
        pawns.setdefault(tuple(names[square]), []).append(SQUARE_NAMES[square])
    texts = [
        f"{listed(places)} {listed([LABELS[label].state(len(places)) for label in labels])}"
        for labels, places in pawns.items()
    ]
    return f"{after.name}'s {_joined(texts)}" if texts else ""


def _gained(name: str, before: Side[int], after: Side[int]) -> int:
    """Return the pawns that have come to carry a label; one that moved and carried it already is left out."""
    held, holds = LAYERS[name](before), LAYERS[name](after)
    gained = holds & complement(held)
    return gained & before.pawns if held & complement(after.pawns) else gained


def _is_closed(white: Side[int]) -> bool:
    rams = LAYERS["rams"](white)
    return bool(rams & FILES[3]) and bool(rams & FILES[4])


def _breaks(white: Side[int]) -> str:
    """Return the squares from which pawns of both sides would attack the blocked pawns in a closed center."""
    parts = []
    for side in (white, white.enemy):
        chain = LAYERS["rams"](side.enemy) & _CHAINS
        places = reach(side) & complement(side.pawns) & side.backward(east(chain) | west(chain))
        if places:
            names = listed([SQUARE_NAMES[square] for square in squares(places)])
            parts.append(f"{names} for {side.name}")
    return f"; from here the breaks are {listed(parts)}" if parts else ""
