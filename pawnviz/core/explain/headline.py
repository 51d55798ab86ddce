"""One sentence on a pawn, as a trainer would begin: what it is, where it stands, and what is done to it or by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, squares
from pawnviz.core.board.side import Side
from pawnviz.core.explain.ranking import is_central_pair
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers import LAYERS
from pawnviz.core.words import capitalized, count_text, listed, plural

_MOST_CLAUSES: Final = 2
"""The number of clauses that follow what a pawn is."""
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def pawn_headline(side: Side[int], square: int) -> str:
    """Return one sentence on a side's pawn on a square from 0 to 63.

    ``An isolated pawn on a half-open file, stopped by the black knight: weak.``
    """
    pawn = _Pawn(side, square)
    subject, verdict = pawn.subject()
    clauses = list(pawn.clauses())[:_MOST_CLAUSES]
    return f"{capitalized(subject)}{''.join(f', {clause}' for clause in clauses)}{verdict and f': {verdict}'}."


def number_word(count: int) -> str:
    """Return a number up to eight as a word, a greater one in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


class _Pawn:
    """A pawn with its labels, and the parts of a sentence on it."""

    def __init__(self, side: Side[int], square: int) -> None:
        """Look at a side's pawn on a square from 0 to 63."""
        self.side = side
        self.view = Surroundings(side, square)
        self.guards_shown = False

    def has(self, label: str) -> bool:
        """Return whether the pawn carries a label of its side's."""
        return bool(LAYERS[label](self.side) & self.view.bit)

    def subject(self) -> tuple[str, str]:
        """Return what the pawn is, and a word or two on how that is, or an empty text."""
        if self.has("passed_pawns"):
            return self._passer()
        weak = "weak" if self.has("weak_unopposed_pawns") else ""
        backward = self.has("backward_pawns_not_isolated") and not self.has("rams")
        if self.has("isolated_pawns") or backward:
            kind = "isolated" if self.has("isolated_pawns") else "backward"
            return f"{_article(f'{self._twins()}{kind} pawn')} {self._file()}", weak
        if self.has("hanging_pawns") and is_central_pair(self.view):
            mates = self.view.names(self.view.own_beside & LAYERS["hanging_pawns"](self.side))
            return f"one of two hanging pawns, beside {mates}", ""
        if self.has("candidate_pawns") and self.view.rank > 2:
            return self._candidate()
        return self._place(), ""

    def clauses(self) -> Iterator[str]:
        """Yield what else there is to say, in participles, the weightiest first."""
        view, side = self.view, self.side
        blocker = view.stop & side.enemy.pieces
        targets = view.east_target | view.west_target
        pieces = targets & complement(side.enemy.pawns | side.enemy.kings) & side.enemy.pieces
        levers = targets & side.enemy.pawns
        if pieces:
            names = [f"the {view.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(pieces)]
            yield f"attacking {listed(names)}"
        if levers:
            yield f"in tension with {view.names(levers)}"
        if blocker & side.enemy.pawns:
            yield f"blocked by the pawn on {view.names(blocker)}"
        elif blocker:
            yield f"{'blockaded' if self.has('passed_pawns') else 'stopped'} by the {view.piece_on(blocker)}"
        if self.has("break_pawns") and not self.has("backward_pawns_not_isolated"):
            yield self._break()
        if not self.has("isolated_pawns") and view.guards and not self.guards_shown:
            yield f"guarded by {view.names(view.guards)}"

    def _twins(self) -> str:
        """Return that there are several own pawns on the file, before another adjective."""
        if self.has("tripled_pawns"):
            return "tripled "
        return "doubled " if self.has("doubled_pawns") else ""

    def _passer(self) -> tuple[str, str]:
        kinds = [
            word
            for label, word in (
                ("isolated_pawns", "isolated"),
                ("protected_passed_pawns", "protected"),
                ("connected_passed_pawns", "connected"),
                ("outside_passers", "outside"),
            )
            if self.has(label)
        ]
        pawn = f"{self._twins()}{f'{listed(kinds)} ' if kinds else ''}passed pawn"
        self.guards_shown = self.has("protected_passed_pawns")
        moves = self.view.moves_to_promotion
        steps = f"{count_text(moves, 'move')} from promotion" if moves else "on its last rank"
        verdict = ""
        kings = self.side.enemy.kings
        if self.has("outside_kings_square") and kings:
            verdict = f"the {self.view.enemy} {'king is' if kings.bit_count() == 1 else 'kings are'} outside its square"
        elif self.has("promotion_path_free") and moves:
            verdict = "nothing stands in its way"
        return f"{_article(pawn)}, {steps}", verdict

    def _candidate(self) -> tuple[str, str]:
        helpers, sentries = (mask.bit_count() for mask in (self.view.supporters, self.view.ever_attackers))
        support = f"{number_word(helpers)} {plural(helpers, 'pawn')} to help it"
        pawn = _article(f"{self._twins()}candidate passed pawn")
        return f"{pawn}, with {support} and {number_word(sentries)} to hold it back", ""

    def _file(self) -> str:
        """Return what the file is for enemy rooks."""
        enemy_pawns = self.side.enemy.pawns
        if not FILES[self.view.square & 7] & enemy_pawns:
            return "on a half-open file"
        return "on a closed file" if self.view.enemy_in_front else "with no enemy pawn in front of it"

    def _place(self) -> str:
        """Return the place of a pawn that is neither passed nor weak nor a candidate."""
        view = self.view
        guarded = (view.east_target | view.west_target) & self.side.pawns
        twins = self._twins()
        if twins:
            return f"{_article(f'{twins}pawn')} {self._file()}"
        if guarded:
            self.guards_shown = True
            if not view.guards:
                return f"the base of a pawn chain, guarding {view.names(guarded)}"
            return f"a link of a pawn chain, guarded by {view.names(view.guards)} and guarding {view.names(guarded)}"
        if view.guards:
            self.guards_shown = True
            return f"the head of a pawn chain, guarded by {view.names(view.guards)}"
        shelter = " in front of its king" if self.has("king_shelter") else ""
        row = view.row.bit_count()
        if row > 1:
            return f"one of {number_word(row)} pawns side by side{shelter}"
        return f"a pawn{shelter or f' {self._file()}'}"

    def _break(self) -> str:
        """Return from where one step, single or double, would attack which enemy pawns."""
        view = self.view
        second = self.side.forward(view.stop) if view.rank == 2 else 0
        places = attacked = 0
        for square in squares((view.stop | second) & LAYERS["break_squares"](self.side)):
            place = view.at(1 << square)
            places |= place.bit
            attacked |= (place.east_target | place.west_target) & self.side.enemy.pawns
        return f"ready to strike at {view.names(attacked)} from {view.run_names(places, 'or')}"


def _article(noun: str) -> str:
    """Return a noun with its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
