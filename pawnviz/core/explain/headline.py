"""The headline of a pawn, and why it does not carry a label."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import or_
from typing import Final

from pawnviz.core.board.attackers import attackers
from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, squares
from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import Reason, ReasonRule, reason, rule_of
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.labels.order import labels_with, named_of, weight_at
from pawnviz.core.labels.table import LABELS, Label, Subject, sheltering
from pawnviz.core.layers import LAYERS
from pawnviz.core.words import capitalized, count_text, listed, plural, with_article

_MOST_CLAUSES: Final = 2  # The most clauses behind the subject.
_SUBJECTS: Final = labels_with(lambda label: label.subject)
_PREFIXES: Final = labels_with(lambda label: label.is_prefix)
_VERDICTS: Final = labels_with(lambda label: label.verdict)
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def pawn_headline(side: Side[int], square: int) -> str:
    """Return ``An isolated pawn on a half-open file, stopped by the black knight: weak.`` of a side's pawn.

    It is empty for a pawn of which there is nothing to say but where it stands.
    """
    pawn = _Pawn(side, square)
    subject, verdict = pawn.subject()
    clauses = list(pawn.clauses())[:_MOST_CLAUSES]
    if pawn.is_plain and not clauses and not verdict:
        return ""
    return f"{capitalized(subject)}{''.join(f', {clause}' for clause in clauses)}{verdict and f': {verdict}'}."


def number_word(count: int) -> str:
    """Return a number up to eight as a word, a greater one in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def break_words(side: Side[int], square: int) -> str:
    """Return the targets of a pawn that can break, and the squares of its breaks: ``at c4 from b3``.

    It is empty for a pawn that cannot, or is pinned so that no break is legal.
    """
    view = Surroundings(side, square)
    second = side.forward(view.stop) if view.rank == 2 else 0
    places = attacked = 0
    for target in squares((view.stop | second) & LAYERS["break_squares"](side)):
        place = view.at(1 << target)
        if not _uncovers_king(side, view.bit, place.bit):
            places |= place.bit
            attacked |= (place.east_target | place.west_target) & side.enemy.pawns
    return f"at {view.names(attacked)} from {view.run_names(places, 'or')}" if places else ""


def _uncovers_king(side: Side[int], source: int, target: int) -> bool:
    """Return whether a pawn's step lets an enemy piece that it was in the way of attack its king."""
    occupied = side.occupied, side.occupied & complement(source) | target
    before, after = (
        reduce(or_, (attackers(side.enemy, 1 << king, taken) for king in squares(side.kings)), 0) for taken in occupied
    )
    return bool(after & complement(before))


class _Pawn:
    """A pawn with its labels, and the parts of a sentence on it."""

    def __init__(self, side: Side[int], square: int) -> None:
        self.side = side
        self.view = Surroundings(side, square)
        self.guards_shown = self.blocker_shown = False
        self.is_plain = False  # Whether its subject says only where it stands.

    def has(self, label: str) -> bool:
        return bool(LAYERS[label](self.side) & self.view.bit)

    def subject(self) -> tuple[str, str]:
        """Return the pawn's noun with its adjectives, and a word or two on how that is, or an empty text."""
        leading = self._leading
        match leading and LABELS[leading].subject:
            case Subject.PASSER:
                subject = self._passer()
            case Subject.WEAKNESS:
                subject = f"{with_article(f'{self._prefix()}{LABELS[leading].adjective} pawn')} {self._file()}"
            case Subject.PAIR:
                mates = self.view.names(self.view.own_beside & LAYERS[leading](self.side))
                subject = f"one of two {LABELS[leading].adjective} pawns, beside {mates}"
            case Subject.CANDIDATE:
                subject = self._candidate()
            case _:
                subject = self._place()
        return subject, self._verdict()

    @cached_property
    def _leading(self) -> str:
        """The heaviest label that a headline can begin with, empty where none weighs as much as it usually does."""
        for name in _SUBJECTS:
            if self.has(name) and weight_at(name, self.side, self.view.square) >= LABELS[name].weight:
                return name
        return ""

    def _verdict(self) -> str:
        """Return the verdict of the heaviest label that has one; none on the last rank or without enemy kings."""
        if not self.view.stop:
            return ""
        kings = self.side.enemy.kings.bit_count()
        named = f"{self.view.enemy} {plural(kings, 'king is', 'kings are')}"
        for name in _VERDICTS:
            if named_of(name, self.side) & self.view.bit and (kings or "{kings}" not in LABELS[name].verdict):
                return LABELS[name].verdict.format(kings=named)
        return ""

    def clauses(self) -> Iterator[str]:
        """Yield all else in participles, the weightiest first."""
        view, side, leading = self.view, self.side, LABELS.get(self._leading, Label())
        blocker = view.stop & side.enemy.pieces
        targets = view.east_target | view.west_target
        pieces = targets & complement(side.enemy.pawns | side.enemy.kings) & side.enemy.pieces
        levers = targets & side.enemy.pawns
        if pieces:
            names = [f"the {view.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(pieces)]
            yield f"attacking {listed(names)}"
        if levers:
            yield f"in tension with {view.names(levers)}"
        if blocker & side.enemy.pawns and not self.blocker_shown:
            yield f"blocked by the pawn on {view.names(blocker)}"
        elif blocker & complement(side.enemy.pawns):
            verb = "blockaded" if leading.subject is Subject.PASSER else "stopped"
            yield f"{verb} by the {view.piece_on(blocker)}"
        if self.has("break_pawns") and (strikes := break_words(side, view.square)):
            yield f"ready to strike {strikes}"
        if view.guards and not self.guards_shown:
            yield f"guarded by {view.names(view.guards)}"
        if self.is_plain:
            yield from self._small_tasks(targets)

    def _small_tasks(self, targets: int) -> Iterator[str]:
        """Yield the work of a pawn by the squares that it attacks, said where there is no more about it."""
        outposts = targets & LAYERS["outposts"](self.side)
        if outposts and self.side.knights | self.side.bishops:
            yield f"guarding the {plural(outposts.bit_count(), 'outpost')} {self.view.names(outposts)}"
        restrained = self.side.forward(targets) & self.side.enemy.pawns
        if restrained:
            yield f"holding back {self.view.names(restrained)}"

    def _prefix(self) -> str:
        """Return the adjective that comes before all others, such as ``doubled``, and a blank, or an empty text."""
        return next((f"{LABELS[name].adjective} " for name in _PREFIXES if self.has(name)), "")

    def _passer(self) -> str:
        kinds = [
            label.adjective
            for name, label in LABELS.items()
            if (label.subject is Subject.WEAKNESS or label.kind_of == self._leading) and self.has(name)
        ]
        pawn = f"{self._prefix()}{f'{listed(kinds)} ' if kinds else ''}passed pawn"
        # A guarded one is called protected.
        self.guards_shown = True
        moves = self.view.moves_to_promotion
        steps = f"{count_text(moves, 'move')} from promotion" if moves else "on its last rank"
        return f"{with_article(pawn)}, {steps}"

    def _candidate(self) -> str:
        helpers, sentries = (mask.bit_count() for mask in (self.view.front_supporters, self.view.ever_attackers))
        support = f"{number_word(helpers)} {plural(helpers, 'pawn')} to help it"
        pawn = with_article(f"{self._prefix()}candidate passed pawn")
        return f"{pawn}, with {support} and {number_word(sentries)} to hold it back"

    def _file(self) -> str:
        enemy_pawns = self.side.enemy.pawns
        if not FILES[self.view.square & 7] & enemy_pawns:
            return "on a half-open file"
        return "on a closed file" if self.view.enemy_in_front else "with no enemy pawn in front of it"

    def _place(self) -> str:
        view = self.view
        guarded = (view.east_target | view.west_target) & self.side.pawns
        prefix = self._prefix()
        if prefix:
            return f"{with_article(f'{prefix}pawn')} {self._file()}"
        if self.has("blocked_pawns_stockfish"):
            self.blocker_shown = True
            return f"a wedge that holds {view.names(view.stop)} fast"
        if guarded:
            self.guards_shown = True
            if not view.guards:
                return f"the base of a pawn chain, guarding {view.names(guarded)}"
            return f"a link of a pawn chain, guarded by {view.names(view.guards)} and guarding {view.names(guarded)}"
        if view.guards:
            self.guards_shown = True
            return f"the head of a pawn chain, guarded by {view.names(view.guards)}"
        shelter = " in front of its king" if sheltering(self.side) & self.view.bit else ""
        row = view.row.bit_count()
        self.is_plain = not shelter
        if row > 1:
            return f"one of {number_word(row)} pawns side by side{shelter}"
        return f"a pawn{shelter or f' {self._file()}'}"


ASKED_FIRST: Final = tuple(name for name, label in LABELS.items() if label.is_asked)
"""The labels that players ask for, the most frequent question first, by the identifiers of their layers."""


def questions(side: Side[int], square: int) -> tuple[ReasonRule, ...]:
    """Return the rules of the labels that a side's pawn on a square from 0 to 63 does not carry, usual ones first."""
    names = dict.fromkeys((*ASKED_FIRST, *LAYERS))
    return tuple(
        rule_of(name) for name in names if LAYERS[name].of_pawns and not LAYERS[name](_whose(name, side)) >> square & 1
    )


def why_not(identifier: str, side: Side[int], square: int) -> Reason:
    """Return why a side's pawn on a square carries a label or not; raises ``KeyError`` as ``rule_of`` does."""
    return reason(identifier, _whose(identifier, side), square)


def _whose(identifier: str, side: Side[int]) -> Side[int]:
    """Return the side whose layer speaks of a side's pawn; a pawn storm is a layer of the king's side."""
    return side.enemy if rule_of(identifier).of_enemy else side
