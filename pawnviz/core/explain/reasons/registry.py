"""The registry of reasons: how a layer's label is explained, and the decorator that names a rule for one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeVar

from pawnviz.core.explain.reasons.verdicts import Verdict
from pawnviz.core.explain.surroundings import Surroundings

Rule = Callable[[Surroundings], Verdict]
AnyRule = TypeVar("AnyRule", bound=Rule)


class ReasonRule(NamedTuple):
    """The explanation of a layer: its label for one pawn or square, the meaning in plain words, and the rule.

    ``of_pawns`` is false for a layer whose squares need not hold pawns, ``of_enemy`` true where they hold enemy pawns.
    """

    identifier: str
    label: str
    explanation: str
    rule: Rule
    of_pawns: bool
    of_enemy: bool


REASONS: Final[dict[str, ReasonRule]] = {}
"""The rules by the identifier of their layer: layers of pawns, and some layers of squares."""


def reasoned(
    identifier: str, label: str, explanation: str, *, of_pawns: bool = True, of_enemy: bool = False
) -> Callable[[AnyRule], AnyRule]:
    """Register the decorated function as the rule of a layer."""

    def register(rule: AnyRule) -> AnyRule:
        REASONS[identifier] = ReasonRule(identifier, label, explanation, rule, of_pawns, of_enemy)
        return rule

    return register
