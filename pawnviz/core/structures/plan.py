"""Plans: sentences on the aims of a color, each with its condition on the board.

In a sentence, ``[...]`` marks what its color needs:

- ``[c5]``: an own pawn behind c5 has a way there on which no pawn of either color stands;
- ``[cxd5]``: an own pawn can take a piece there;
- a word for pieces such as ``[knight]``, ``[bishop pair]`` or ``[enemy rook]``: there is one, or the pair.

A condition of the formula language may say more, ``own`` being the color whose plan it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.attackers import Pieces, en_passant_capture, least_loss_capture
from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, parse_square, squares, west
from pawnviz.core.board.side import Side, face, release
from pawnviz.core.structures.turning import turned_text
from pawnviz.core.words import listed

if TYPE_CHECKING:
    from pawnviz.core.formula.conditions import Condition

_MARK: Final = re.compile(r"\[([^\[\]]*)\]")
_MOVE: Final = re.compile(r"(?:(?P<origin>[a-h])x)?(?P<target>(?P<file>[a-h])[1-8])")

_MINOR: Final = "knights({0}) | bishops({0})"
_ANY: Final = f"{_MINOR} | rooks({{0}}) | queens({{0}})"
_PIECES: Final = {
    "knight": "popcount(knights({0})) >= 1",
    "bishop": "popcount(bishops({0})) >= 1",
    "light-squared bishop": "popcount(bishops({0}) & light_squares) >= 1",
    "dark-squared bishop": "popcount(bishops({0}) & dark_squares) >= 1",
    "bishop pair": "popcount(bishops({0}) & light_squares) >= 1 and popcount(bishops({0}) & dark_squares) >= 1",
    "rook": "popcount(rooks({0})) >= 1",
    "queen": "popcount(queens({0})) >= 1",
    "minor piece": f"popcount({_MINOR}) >= 1",
    "heavy piece": "popcount(rooks({0}) | queens({0})) >= 1",
    "piece": f"popcount({_ANY}) >= 1",
    "exchange": " and ".join(f"popcount({_ANY.format(side)}) >= 1" for side in ("own", "enemy")),
    "attack": "popcount(queens({0})) >= 1 and popcount(" + _ANY + ") >= 3",
}
"""The conditions behind the words for pieces; an attack on a king takes a queen and two more pieces."""
_DEVELOPING: Final = (
    f"popcount({_ANY.format('own')} | {_ANY.format('enemy')}) >= 11 "
    f"and popcount(({_MINOR.format('own')}) & (rank_1 | rank_8)) >= 1"
)
"""The condition of all plans that speak of development: most pieces are there, and a minor piece is at home."""


class PlanState(Enum):
    """Whether the pawn move of a plan can be played now, after one thing more, or not; a plan without one is now."""

    NOW = "now"
    AFTER = "after"
    BLOCKED = "blocked"


class Standing(NamedTuple):
    """The state of a plan on a board, and its condition: ``, once the knight on c3 has moved``."""

    state: PlanState
    first: str = ""


NOW: Final = Standing(PlanState.NOW)
_BLOCKED: Final = Standing(PlanState.BLOCKED)


@dataclass(frozen=True)
class Plan:
    """A sentence with its marks, and a ``condition``; where ``is_turned``, for the board turned, colors exchanged."""

    marked: str
    condition: str = ""
    is_turned: bool = False

    @cached_property
    def turned(self) -> Plan:
        """The plan with the board turned and the colors exchanged."""
        return Plan(self.marked, self.condition, not self.is_turned)

    @cached_property
    def sentence(self) -> str:
        """The sentence without marks."""
        text = _MARK.sub(lambda mark: mark[1] if mark_formula(mark[1]) else mark[0], self.marked)
        return turned_text(text) if self.is_turned else text

    @property
    def moves(self) -> tuple[str, ...]:
        """The pawn moves that the sentence names: ``c5`` or ``cxd5``."""
        marks = [mark for mark in _MARK.findall(self.marked) if _MOVE.fullmatch(mark)]
        return tuple(turned_text(mark) if self.is_turned else mark for mark in marks)

    @property
    def formula(self) -> str:
        """What has to be on the board, as a condition for the color whose plan it is; for the board not turned."""
        names, _, condition = self.condition.rpartition(";")
        formulas = [mark_formula(mark) for mark in _MARK.findall(self.marked)]
        formulas += [_DEVELOPING] if "evelop" in self.marked else []
        parts = [*dict.fromkeys(filter(None, formulas)), *([f"({condition.strip()})"] if condition.strip() else [])]
        return f"{names}; {' and '.join(parts)}" if names else " and ".join(parts)

    def can_be_played(self, side: Side[int]) -> bool:
        """Return whether the board of a side meets the condition of the sentence."""
        if self._needs is None:
            return True
        return self._needs.evaluate(side, is_turned=self.is_turned)

    def standing_on(self, side: Side[int]) -> Standing:
        """Return the state of a plan that can be played, on the board of the side whose plan it is.

        Now its pawn can move there legally and is not lost by exchange on its square. After says what has to come
        first: another move of the pawn, a move of an own piece, one more guard. An enemy piece in the way blocks it.
        """
        standings = [_standing(side, move) for move in self.moves]
        return next((each for each in standings if each.state is not PlanState.NOW), NOW)

    @cached_property
    def _needs(self) -> Condition | None:
        from pawnviz.core.formula.conditions import parse_condition

        return parse_condition(self.formula) if self.formula else None


def mark_formula(mark: str) -> str:
    """Return the condition of a mark for the side whose plan it is; empty where it is no mark."""
    if move := _MOVE.fullmatch(mark):
        target = f"{{{move['target']}}}"
        behind = f"backward({target})"
        if move["origin"] is None:
            pawns = f"own & backward_fill({behind})"
            way = f"backward_fill({target}) - backward_fill({pawns})"
            return f"popcount({pawns}) >= 1 and popcount((own | enemy) & ({way})) == 0"
        step = {1: "west", -1: "east"}.get(ord(move["file"]) - ord(move["origin"]))
        return f"popcount(own & {step}({behind})) == 1 and popcount(pieces(enemy) & {target}) == 1" if step else ""
    side, word = ("enemy", mark[6:]) if mark.startswith("enemy ") else ("own", mark.lower())
    # The singular and the plural ask for the same, one at least.
    formula = _PIECES.get(word) or _PIECES.get(word.removesuffix("s"), "")
    return formula.format(side)


def _standing(side: Side[int], move: str) -> Standing:
    target = 1 << parse_square(move[-2:])
    if "x" in move:
        source = side.backward(east(target) | west(target)) & FILES["abcdefgh".index(move[0])]
        return _safe(side, source, target)
    behind = side.pawns & side.backward_fill(side.backward(target))
    source = max(squares(behind), key=lambda square: square if side.color else -square, default=-1)
    if source < 0:
        return _BLOCKED
    way = side.forward_fill(side.forward(1 << source)) & side.backward_fill(target)
    if way & (side.enemy.pieces | side.pawns):
        return _BLOCKED
    standing = _safe(side, 1 << source, target)
    if standing.state is PlanState.BLOCKED:
        return standing
    before = "".join(_before(side, source, way))
    first = before + (standing.first.replace(", but", ", and") if before else standing.first)
    return Standing(PlanState.AFTER, first) if first else NOW


def _before(side: Side[int], source: int, way: int) -> Iterator[str]:
    """Yield the moves that have to come before a push over a way: of own pieces, and of the pawn itself."""
    kinds = ("knight", "bishop", "rook", "queen", "king")
    masks = (side.knights, side.bishops, side.rooks, side.queens, side.kings)
    own = [
        f"the {kind} on {SQUARE_NAMES[square]}"
        for kind, mask in zip(kinds, masks, strict=True)
        for square in squares(mask & way)
    ]
    if own:
        yield f", once {listed(own)} {'has' if len(own) == 1 else 'have'} moved"
    steps = list(squares(way)) if side.color else list(squares(way))[::-1]
    if len(steps) > 1 and 1 << source & side.ranks(2, 2):
        del steps[0]
    if len(steps) > 1:
        yield f", after {SQUARE_NAMES[steps[-2]]}"


def _safe(side: Side[int], source: int, target: int) -> Standing:
    """Return whether a pawn could go to a square legally and is not lost there, as if all else were done."""
    after = _after(side, source, target)
    try:
        king = after.kings
        if king and not king & king - 1:
            place = king.bit_length() - 1
            if Pieces.of(after.enemy).attackers(place):
                why = "king is out of check" if Pieces.of(side.enemy).attackers(place) else "pawn is unpinned"
                return Standing(PlanState.AFTER, f", once the {why}")
        if target & side.enemy.pieces:
            return NOW  # What a pawn takes is worth a pawn at least.
        square = target.bit_length() - 1
        passing = en_passant_capture(after.enemy)
        if passing is not None and passing.gain > 0:
            return _BLOCKED
        for guards in (0, 1):
            capture = least_loss_capture(after.enemy, square, guards)
            if capture is None or capture.gain <= 0:
                need = f", but needs one more guard of {SQUARE_NAMES[square]}"
                return Standing(PlanState.AFTER, need) if guards else NOW
        return _BLOCKED
    finally:
        release(after)


def _after(side: Side[int], source: int, target: int) -> Side[int]:
    """Return the side after a pawn has gone to a square, with the enemy to move."""
    left = complement(source | target)
    passed = side.forward(source) if side.forward(side.forward(source)) == target and side.ranks(2, 2) & source else 0
    enemy = side.enemy
    own = {kind: getattr(side, kind) & left for kind in _KINDS}
    theirs = {kind: getattr(enemy, kind) & complement(target) for kind in _KINDS}
    own["pawns"] |= target
    own["pieces"] |= target
    return face(
        replace(side, **own, en_passant=0, to_move=0),
        replace(enemy, **theirs, en_passant=passed, to_move=complement(0)),
    )[0]


_KINDS: Final = ("pawns", "knights", "bishops", "rooks", "queens", "kings", "pieces")
