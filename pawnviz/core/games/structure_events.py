"""The structures of a game by plies, and the events between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, mask_of, squares, west
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.games.line import MoveLine
from pawnviz.core.games.lives import PawnSpell, change_text, pawn_spells
from pawnviz.core.labels.label import Subject
from pawnviz.core.labels.order import labels_with, named_of, weight_at, with_subject
from pawnviz.core.labels.table import LABELS
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.backward import reach
from pawnviz.core.structures import FoundStructure, leading_structures
from pawnviz.core.words import listed, lowered, plural

_PLAIN_WORDS: Final = frozenset(("Doubled", "Hanging", "Isolated", "Little", "Opposed", "Queenside"))
"""First words of titles that are no names, and begin with a small letter within a sentence."""
_SHORTEST: Final = 3  # The plies that a structure lasts at least that is not only passed through.


@dataclass(frozen=True, slots=True)
class StructureSpell:
    """The time for which a structure led, from the position of a ply up to, but without, that of another one."""

    found: FoundStructure
    first: int
    end: int


def structure_spells(line: MoveLine) -> tuple[StructureSpell, ...]:
    """Return the structures of a line of moves in their order; the pawns that make one may change meanwhile.

    General ones are left out: an exchange in the center would make and end several of them in a few moves.
    """
    spells: list[StructureSpell] = []
    for ply, position in enumerate(line.positions):
        on_board = leading_structures(position.sides()[0], with_general=False)
        leading = on_board[0] if on_board else None
        last = spells[-1] if spells else None
        if leading is not None and last is not None and last.end == ply and _is_same(last.found, leading):
            spells[-1] = StructureSpell(last.found, last.first, ply + 1)
        elif leading is not None:
            spells.append(StructureSpell(leading, ply, ply + 1))
    return tuple(spells)


def structure_words(spells: Sequence[StructureSpell], line: MoveLine) -> str:
    """Return the structures of a line of moves with the numbers of the moves after which they were there.

    Such as ``Carlsbad of White 14–31, then isolated queen's pawn of White from 32``; without structures it is empty.
    One that comes again before another one is named once, as ``Carlsbad of White 9–12 and 14``. One that lasts fewer
    than three plies, and does not end the line, is left out where another lasts longer.
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


def _is_same(first: FoundStructure, second: FoundStructure) -> bool:
    return (first.structure, first.color) == (second.structure, second.color)


MOST_CLAUSES: Final = 3  # The most clauses of an event.

_TOLD: Final = labels_with(lambda label: label.change and label.everyday)
_PASSED: Final = labels_with(lambda label: label.subject is Subject.PASSER)
_KINDS: Final = labels_with(lambda label: label.change and label.complement and label.kind_of in _PASSED)
_CHAINS: Final = FILES[2] | FILES[3] | FILES[4] | FILES[5]  # The files on which blocked pawns belong to the center.
_LASTING: Final = 3  # The plies after a change at whose end the labels still hold that are named.
_WON_FOR: Final = 6  # The plies before and after a change that has won a pawn, within which it is not won back.
_VALUES: Final = {"N": 3, "B": 3, "R": 5, "Q": 9}


class StructureEvent(NamedTuple):
    """A change of the pawn structure, by the move or the exchange that ends in the position of a ply."""

    ply: int
    text: str


def structure_events(line: MoveLine) -> tuple[StructureEvent, ...]:
    """Return the changes of the structure that open or close something, win a pawn, or change labels of pawns.

    What pawns are is named where it lasts: a label that is gone three plies later is left out.
    """
    events = []
    for former, spell in pairwise(pawn_spells(line)):
        before, after = line.positions[former.end - 1].sides()[0], line.positions[spell.first].sides()[0]
        later = line.positions[min(spell.first + _LASTING, len(line.moves))]
        made, half_opened = _made(before, after, later), _half_opened(before, after)
        parts = [*_won_pawn(line, spell), *_opened(before, after)]
        if len(parts) + len(half_opened) + len(made) <= MOST_CLAUSES:
            parts += half_opened
        parts += made
        if parts:
            then = _breaks(after) if _is_closed(after) and not _is_closed(before) else ""
            events.append(
                StructureEvent(spell.first, f"{change_text(spell, line)} {_joined(parts[:MOST_CLAUSES])}{then}")
            )
    return tuple(events)


def _joined(parts: Sequence[str]) -> str:
    """Return parts as a list, with a comma before the last where another holds an ``and`` itself."""
    if len(parts) > 1 and any(" and " in part for part in parts):
        return f"{', '.join(parts[:-1])}, and {parts[-1]}"
    return listed(parts)


def _opened(before: Side[int], after: Side[int]) -> Iterator[str]:
    """Yield the files and centers that a change opened and closed, from White's side before and after it."""
    if _is_closed(after) != _is_closed(before):
        yield "closed the center" if _is_closed(after) else "broke up the closed center"
    files = LAYERS["open_files"](after) & complement(LAYERS["open_files"](before))
    if files:
        yield f"opened {_file_names(files)}"


def _half_opened(before: Side[int], after: Side[int]) -> list[str]:
    """Return the files that a change half-opened, from White's side before and after it, as one clause or none."""
    half_open = []
    for former, side in ((before, after), (before.enemy, after.enemy)):
        new = LAYERS["half_open_files"](side) & complement(LAYERS["half_open_files"](former))
        if new:
            half_open.append(f"{_file_names(new)} for {_name(side)}")
    return [f"half-opened {listed(half_open)}"] if half_open else []


def _file_names(files: int) -> str:
    letters = [f"{letter}-" for letter, file in zip("abcdefgh", FILES, strict=True) if files & file]
    return f"the {listed(letters)}{plural(len(letters), 'file')}"


def _won_pawn(line: MoveLine, spell: PawnSpell) -> Iterator[str]:
    """Yield that captures won or gave up a pawn, where it is neither won back soon nor a pawn won back."""
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
    """Return the material of White or Black less that of the other, in pawns."""
    masks = {"P": position.pawns, "N": position.knights, "B": position.bishops}
    masks |= {"R": position.rooks, "Q": position.queens}
    balance = 0
    for piece, mask in masks.items():
        balance += _VALUES.get(piece, 1) * ((mask & position.white).bit_count() - (mask & position.black).bit_count())
    return balance if white else -balance


def _made(before: Side[int], after: Side[int], later: Position) -> list[str]:
    """Return the pawns that have come to be something that lasts as one clause: ``made Black's a6 isolated``."""
    white, black = later.sides()
    sides = ((before, after, white), (before.enemy, after.enemy, black))
    made = [text for former, side, last in sides if (text := _states(former, side, last))]
    return [f"made {_joined(made)}"] if made else []


def _states(before: Side[int], after: Side[int], later: Side[int]) -> str:
    """Return the new labels of a side's pawns: ``Black's a6 isolated, and c5 and d5 hanging pawns``.

    Of a passed pawn its kind is named, and no weakness; a backward one is named only where its file is half-open.
    """
    names: dict[int, list[str]] = {}
    (passed,) = with_subject(after, Subject.PASSER).values()
    for label in (*_KINDS, *_TOLD):
        lasting = LAYERS[label](later)
        # A pawn may have moved on its file meanwhile.
        lasting |= after.backward_fill(lasting & complement(after.pawns)) & complement(later.pawns)
        gained = _gained(label, before, after) & named_of(label, after) & lasting
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
    return f"{_name(after)}'s {_joined(texts)}" if texts else ""


def _name(side: Side[int]) -> str:
    return color_name(side.color).capitalize()


def _gained(name: str, before: Side[int], after: Side[int]) -> int:
    """Return the pawns that have come to carry a label; one that moved and carried it already is left out."""
    held, holds = LAYERS[name](before), LAYERS[name](after)
    gone, come = before.pawns & complement(after.pawns), after.pawns & complement(before.pawns)
    gained = holds & complement(held)
    return gained & complement(come) if held & gone else gained


def _is_closed(white: Side[int]) -> bool:
    rams = LAYERS["rams"](white)
    return bool(rams & FILES[3]) and bool(rams & FILES[4])


def _breaks(white: Side[int]) -> str:
    """Return the squares from which pawns of both sides would attack the blocked pawns in a closed center."""
    parts = []
    for side in (white, white.enemy):
        chain = LAYERS["rams"](side.enemy) & _CHAINS
        places = reach(side) & complement(side.pawns) & side.backward(east(chain) | west(chain))
        names = [SQUARE_NAMES[square] for square in squares(places)]
        if names:
            parts.append(f"{listed(names)} for {'White' if side.color else 'Black'}")
    return f"; from here the breaks are {listed(parts)}" if parts else ""
