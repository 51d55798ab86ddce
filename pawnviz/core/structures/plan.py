"""Plans: sentences on the aims of a color, each with its condition on the board.

In a sentence, ``[...]`` marks what its color needs:

- ``[c5]``: an own pawn behind c5 has a way there on which no pawn of either color stands;
- ``[cxd5]``: an own pawn can take a piece there;
- a word for pieces such as ``[knight]``, ``[bishop pair]`` or ``[enemy rook]``: there is one, or the pair.

A condition of the formula language may say more, ``own`` being the color whose plan it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from pawnviz.core.board.side import Side, turned_side
from pawnviz.core.structures.turning import turned_text

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
        parts = [*dict.fromkeys(filter(None, formulas)), *([f"({condition.strip()})"] if condition.strip() else [])]
        return f"{names}; {' and '.join(parts)}" if names else " and ".join(parts)

    def can_be_played(self, side: Side[int]) -> bool:
        """Return whether the board of a side meets the condition of the sentence."""
        if self._needs is None:
            return True
        return self._needs.evaluate(turned_side(side) if self.is_turned else side)

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
