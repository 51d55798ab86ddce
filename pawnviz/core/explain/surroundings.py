"""A square as one side sees it: the pawns around it, what attacks and guards it, and the words for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from pawnviz.core.board.attackers import Pieces
from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, squares, west
from pawnviz.core.board.side import Side
from pawnviz.core.labels.order import with_subject
from pawnviz.core.labels.table import Subject
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.layers.backward import attack_count
from pawnviz.core.words import listed, number_word, plural


def guard_names(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the guards of a square in words, kind by kind, pawns first: ``pawns c3 and e3``, ``knight f3``."""
    guards = Pieces.of(side).attackers(square)
    groups = []
    for kind, pieces in _kinds(side):
        names = [SQUARE_NAMES[place] for place in squares(guards & pieces)]
        if names:
            groups.append(f"{plural(len(names), kind)} {listed(names)}")
    return tuple(groups)


def _kinds(side: Side[int]) -> tuple[tuple[str, int], ...]:
    pieces = (("knight", side.knights), ("bishop", side.bishops), ("rook", side.rooks))
    return (("pawn", side.pawns), *pieces, ("queen", side.queens), ("king", side.kings))


FIXED: Final = "fixed"
"""The fault of a pawn with an enemy pawn on its stop."""
HELD_BACK: Final = "held back"
"""The fault of a pawn whose stop an enemy pawn attacks: it may step only if it can be taken."""


def faults_of(side: Side[int], pawns: int) -> dict[str, int]:
    """Return pawns of a side by the first fault of each: isolated, backward, fixed, or else held back."""
    kinds = {**with_subject(side, Subject.WEAKNESS), FIXED: side.backward(side.enemy.pawns), HELD_BACK: pawns}
    faults = {}
    for kind, mask in kinds.items():
        if mask & pawns:
            faults[kind] = mask & pawns
            pawns &= complement(mask)
    return faults


def attack_words(side: Side[int], square: int) -> str:
    """Return how often a target of the enemy is attacked and guarded: ``attacked twice, guarded once``.

    Unless it is attacked more often than guarded now, moves of one piece each are counted too: ``can be attacked
    twice, guarded once``.
    """
    attacks, guards = (Pieces.of(each).attackers(square).bit_count() for each in (side.enemy, side))
    verb = "attacked"
    if attacks <= guards:
        attacks, guards = (attack_count(each, 1 << square) for each in (side.enemy, side))
        verb = "can be attacked"
    return f"{verb} {_times(attacks)}, {f'guarded {_times(guards)}' if guards else 'not guarded'}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number_word(count)} times")


def files_text(mask: int) -> str:
    """Return the files that squares are on: ``the c-file``, or ``the c- and e-files``."""
    letters = [f"{name}-" for name, file in zip(_FILE_NAMES, FILES, strict=True) if mask & file]
    return f"the {listed(letters)}{plural(len(letters), 'file')}"


MOST_NAMES: Final = 8
"""The most squares that a text names; further ones are counted. No side of a game has more pawns."""

_FILE_NAMES: Final = "abcdefgh"
_RANK_WORDS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Surroundings:
    """A square from 0 to 63 as a side sees it, whether a pawn stands there or not.

    Masks are ints, each computed when it is first asked for. ``rank`` is 1 to 8, counted from the side's own end of the
    board. Words: ``own`` and ``enemy`` are ``white`` or ``black``, ``color`` and ``enemy_color`` the same capitalized.
    """

    def __init__(self, side: Side[int], square: int) -> None:
        self.side = side
        self.square = square
        self.bit = 1 << square
        self.rank = square // 8 + 1 if side.color else 8 - square // 8
        self.name = SQUARE_NAMES[square]
        self.file_name = self.name[0]
        self.own, self.enemy = ("white", "black") if side.color else ("black", "white")
        self.color, self.enemy_color = self.own.capitalize(), self.enemy.capitalize()

    def at(self, mask: int) -> Surroundings:
        """Return the side's surroundings on another square of the board, given as a mask of one square."""
        return Surroundings(self.side, mask.bit_length() - 1)

    # Places around the square

    @cached_property
    def stop(self) -> int:
        """The square in front, empty on the last rank."""
        return self.side.forward(self.bit)

    @cached_property
    def front(self) -> int:
        """All squares in front on the file."""
        return self.side.forward(self.side.forward_fill(self.bit))

    @cached_property
    def rear(self) -> int:
        """All squares behind on the file."""
        return self.side.backward(self.side.backward_fill(self.bit))

    @cached_property
    def beside(self) -> int:
        """The squares to the east and to the west."""
        return east(self.bit) | west(self.bit)

    @cached_property
    def around(self) -> int:
        """The up to eight squares around it."""
        row = self.bit | self.beside
        return self.side.forward(row) | self.side.backward(row) | self.beside

    @cached_property
    def files_beside(self) -> int:
        """All squares of the files beside."""
        file = FILES[self.square & 7]
        return east(file) | west(file)

    @cached_property
    def front_attack_span(self) -> int:
        """The squares that a pawn here attacks, now or after advancing on its file."""
        return east(self.front) | west(self.front)

    @cached_property
    def rear_attack_span(self) -> int:
        """The squares of the files beside, beside and behind the square."""
        return self.beside | east(self.rear) | west(self.rear)

    @cached_property
    def east_target(self) -> int:
        """The square that a pawn here attacks towards the h-file, empty where the board ends."""
        return east(self.stop)

    @cached_property
    def west_target(self) -> int:
        """The square that a pawn here attacks towards the a-file, empty where the board ends."""
        return west(self.stop)

    # Pawns around the square

    @cached_property
    def guards(self) -> int:
        """Own pawns that attack the square."""
        return self.side.pawns & self.side.backward(self.beside)

    @cached_property
    def attackers(self) -> int:
        """Enemy pawns that attack the square."""
        return self.side.enemy.pawns & self.side.forward(self.beside)

    @cached_property
    def ever_guards(self) -> int:
        """Own pawns with the square in their front attack spans: they attack it, now or after advancing."""
        return self.side.pawns & (east(self.rear) | west(self.rear))

    @cached_property
    def ever_attackers(self) -> int:
        """Enemy pawns with the square in their front attack spans: of a pawn, its sentries."""
        return self.side.enemy.pawns & self.front_attack_span

    @cached_property
    def supporters(self) -> int:
        """Own pawns in the rear attack span, which guard a pawn's stop, now or after advancing: the pawn's helpers."""
        return self.side.pawns & self.rear_attack_span

    @cached_property
    def front_supporters(self) -> int:
        """Of the supporters on each file the front one: the others cannot pass it."""
        return self.supporters & complement(self.side.backward(self.side.backward_fill(self.supporters)))

    @cached_property
    def own_in_front(self) -> int:
        """Own pawns in front on the file."""
        return self.side.pawns & self.front

    @cached_property
    def own_behind(self) -> int:
        """Own pawns behind on the file."""
        return self.side.pawns & self.rear

    @cached_property
    def own_beside(self) -> int:
        """Own pawns beside on the rank."""
        return self.side.pawns & self.beside

    @cached_property
    def enemy_in_front(self) -> int:
        """Enemy pawns in front on the file."""
        return self.side.enemy.pawns & self.front

    @cached_property
    def stoppers(self) -> int:
        """Enemy pawns in front on the file and the files beside."""
        return self.enemy_in_front | self.ever_attackers

    @cached_property
    def row(self) -> int:
        """Own pawns in an unbroken row with the square on its rank, the pawn on the square itself among them."""
        own = self.side.pawns
        row = self.bit & own
        for step in (east, west):
            place = step(self.bit) & own
            while place:
                row |= place
                place = step(place) & own
        return row

    # The way to the last rank

    @property
    def promotion_square(self) -> int:
        """The number of the square of the file on the side's last rank."""
        return (self.square & 7) + (56 if self.side.color else 0)

    @property
    def moves_to_promotion(self) -> int:
        """The number of a pawn's moves to the last rank, double step included, with nothing in its way."""
        return single_pawn(self.side.color, self.square).moves_to_promotion

    # Words

    @property
    def beside_names(self) -> str:
        """The files beside: ``the c- or e-file``, or ``the b-file`` at the edge."""
        return self._file_names((-1, 1))

    @property
    def three_names(self) -> str:
        """The file and the files beside: ``the c-, d- or e-file``."""
        return self._file_names((-1, 0, 1))

    @property
    def rank_name(self) -> str:
        """The rank in words: ``White's third rank``."""
        return f"{self.color}'s {_RANK_WORDS[self.rank - 1]} rank"

    def names(self, mask: int) -> str:
        """Return the names of squares, the side's first rank first: ``c3 and e3``; ``none`` if there is none."""
        ordered = sorted(squares(mask), key=lambda square: square ^ (0 if self.side.color else 56))
        names = [SQUARE_NAMES[square] for square in ordered]
        if len(names) > MOST_NAMES:
            names = [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} more"]
        return listed(names) or "none"

    def run_names(self, mask: int, word: str = "and") -> str:
        """Return a run of squares on one file from the side's end: ``d8``, ``d7 and d8``, ``d5 to d8``."""
        names = [SQUARE_NAMES[square] for square in squares(mask)]
        if not self.side.color:
            names.reverse()
        return f"{names[0]} to {names[-1]}" if len(names) > 2 else listed(names, word)

    def named_own(self, mask: int) -> str:
        """Return own pawns by name: ``the white pawns c3 and e3``, or ``no white pawn``."""
        return self._named(self.own, mask)

    def named_enemy(self, mask: int) -> str:
        """Return enemy pawns by name: ``the black pawn c5``, or ``no black pawn``."""
        return self._named(self.enemy, mask)

    def own_do(self, mask: int, verb: str, rest: str) -> str:
        """Return a clause on own pawns with a verb as for one of them: ``the white pawns c3 and e3 guard d4``."""
        return f"{self.named_own(mask)} {verb.removesuffix('s') if are_several(mask) else verb} {rest}"

    def enemy_do(self, mask: int, verb: str, rest: str) -> str:
        """Return a clause on enemy pawns with a verb as for one of them: ``no black pawn attacks d4``."""
        return f"{self.named_enemy(mask)} {verb.removesuffix('s') if are_several(mask) else verb} {rest}"

    def piece_on(self, square: int) -> str:
        """Return the piece on a square, a mask, an enemy's first: ``white knight``, or an empty text."""
        for side, color in ((self.side.enemy, self.enemy), (self.side, self.own)):
            for kind, mask in _kinds(side):
                if mask & square:
                    return f"{color} {kind}"
        return ""

    def pieces_text(self, mask: int) -> str:
        """Return the pieces on some squares: ``the white knight on f3 and the black knight on f6``."""
        return listed([f"the {self.piece_on(1 << square)} on {SQUARE_NAMES[square]}" for square in squares(mask)])

    def _file_names(self, steps: Sequence[int]) -> str:
        """Return the files that are some files east of the square's, as far as the board goes, joined by ``or``."""
        file = self.square & 7
        letters = [f"{_FILE_NAMES[file + step]}-" for step in steps if 0 <= file + step < 8]
        return f"the {listed(letters, 'or')}file"

    def _named(self, color: str, mask: int) -> str:
        if not mask:
            return f"no {color} pawn"
        return f"the {color} {plural(mask.bit_count(), 'pawn')} {self.names(mask)}"


def are_several(mask: int) -> bool:
    """Return whether a mask has more than one square."""
    return mask.bit_count() > 1
