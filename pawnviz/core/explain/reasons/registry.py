"""Reasons: verdicts with their clauses, the registry of rules, and the labels of a square with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeVar

from pawnviz.core.board.side import Side
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.explain.terms import disputed_terms_of
from pawnviz.core.layers import LAYERS, registry
from pawnviz.core.words import lowered, with_article


class Verdict(NamedTuple):
    """Whether a label holds, the clauses that say why or why not, and the mask of the pawns that they name."""

    holds: bool
    clauses: tuple[str, ...]
    named: int = 0

    @classmethod
    def of(cls, holds: bool, text: str, named: int = 0) -> Verdict:
        """Return a verdict of one clause."""
        return cls(holds, (text,), named)

    @property
    def sentence(self) -> str:
        """The clauses as one sentence, without capital and full stop."""
        return joined(self.clauses)

    def opposite(self) -> Verdict:
        """Return the verdict on the opposite label, with the same clauses."""
        return self._replace(holds=not self.holds)


def joined(clauses: Sequence[str]) -> str:
    """Return clauses as one sentence, without capital and full stop."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return f"{'; '.join(clauses[:-1])}; and {clauses[-1]}"


def every(*verdicts: Verdict) -> Verdict:
    """Return the verdict that all of several hold, with the clauses of all; else of those that do not hold."""
    holds = all(verdict.holds for verdict in verdicts)
    return _joined(holds, [verdict for verdict in verdicts if verdict.holds == holds])


def some(*verdicts: Verdict) -> Verdict:
    """Return the verdict that one of several holds, with the clauses of those that do; else of all."""
    holds = any(verdict.holds for verdict in verdicts)
    return _joined(holds, [verdict for verdict in verdicts if verdict.holds == holds])


def _joined(holds: bool, verdicts: Sequence[Verdict]) -> Verdict:
    named = 0
    for verdict in verdicts:
        named |= verdict.named
    return Verdict(holds, tuple(dict.fromkeys(clause for verdict in verdicts for clause in verdict.clauses)), named)


def if_any(pawns: int, text: str) -> Verdict:
    """Return a verdict of one clause that holds if pawns were found; it names them."""
    return Verdict.of(bool(pawns), text, pawns)


def if_none(pawns: int, text: str) -> Verdict:
    """Return a verdict of one clause that holds if no pawn was found; it names those that were."""
    return Verdict.of(not pawns, text, pawns)


def on_ranks(view: Surroundings, first: int, last: int, words: str) -> Verdict:
    """Return whether the square of the surroundings is on one of the ranks that the words name."""
    inside = first <= view.rank <= last
    return Verdict.of(inside, f"{view.name} is on {view.rank_name}{'' if inside else f', not on the {words}'}")


def no_stop(view: Surroundings) -> Verdict:
    """Return that a label does not hold of a pawn on its last rank, with no square in front of it."""
    return Verdict.of(False, f"{view.name} is on {view.rank_name}, with no square in front of it")


Rule = Callable[[Surroundings], Verdict]
AnyRule = TypeVar("AnyRule", bound=Rule)


class ReasonRule(NamedTuple):
    """A layer's label for one pawn or square, its meaning, and the rule; ``of_enemy`` if it holds enemy pawns."""

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


_CHAPTERS: Final = (
    *(registry.PASSERS, registry.BACKWARD, registry.DOUBLED, registry.ISLANDS, registry.LEVERS, registry.CHAINS),
    *(registry.KING, registry.CAPTURES, registry.PUSHES, registry.SPANS, registry.ENGINES),
)
"""The chapters of the labels of pawns, in the order in which a pawn's labels are listed."""
_NOUNS: Final = (
    *("base", "bishop", "break", "candidate", "capturer", "faker", "head", "hole", "lever", "link", "outpost", "pawn"),
    *("square", "straggler", "target", "telestop", "twin"),
)
"""The words at the end of a label that take an article; any other is an adjective or says where something is."""


@dataclass(frozen=True)
class Reason:
    """Whether a layer holds a square, and why, from the label on; ``named`` is the mask of the named pawns."""

    identifier: str
    label: str
    holds: bool
    text: str
    explanation: str
    named: int = 0
    clauses: tuple[str, ...] = ()


def reason(identifier: str, side: Side[int], square: int) -> Reason:
    """Return why a side's layer holds a square from 0 to 63 or not; raises ``KeyError`` as ``rule_of`` does."""
    rule = rule_of(identifier)
    view = Surroundings(side, square)
    verdict = _no_pawn(rule, view) or rule.rule(view)
    label = rule.label if verdict.holds else denied(rule.label)
    text = f"{label}: {verdict.sentence}."
    return Reason(identifier, rule.label, verdict.holds, text, rule.explanation, verdict.named, verdict.clauses)


def denied(label: str) -> str:
    """Return that a label does not hold: ``Not isolated``, or with an article ``Not a lever``, ``Not an outpost``."""
    small = lowered(label)
    words = small.partition(" (")[0].split()
    if words[-1] not in _NOUNS or "the" in words:
        return f"Not {small}"
    return f"Not {with_article(small)}"


@cache
def rule_of(identifier: str) -> ReasonRule:
    """Return the rule of a layer, or the definition of one of pawns; raises ``KeyError`` for any other layer."""
    layer = LAYERS[identifier]
    if identifier in REASONS or not layer.of_pawns:
        return REASONS[identifier]
    definition = lowered(layer.definition.rstrip("."))

    def rule(view: Surroundings) -> Verdict:
        return Verdict.of(bool(layer(view.side) & view.bit), f"the layer holds {definition}")

    return ReasonRule(identifier, layer.title, layer.definition, rule, of_pawns=True, of_enemy=False)


def _no_pawn(rule: ReasonRule, view: Surroundings) -> Verdict | None:
    """Return that no pawn stands on the square if a layer of pawns needs one, or None."""
    if not rule.of_pawns:
        return None
    pawns, color = (view.side.enemy.pawns, view.enemy) if rule.of_enemy else (view.side.pawns, view.own)
    return None if pawns & view.bit else Verdict.of(False, f"no {color} pawn stands on {view.name}")


def pawn_labels(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return the reasons of a side's pawn's labels but ``pawns``, enemy layers' too, the most telling first."""
    reasons = []
    for rule in _pawn_rules():
        whose = side.enemy if rule.of_enemy else side
        if LAYERS[rule.identifier](whose) >> square & 1:
            reasons.append(reason(rule.identifier, whose, square))
    return tuple(reasons)


def pawn_reasons(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return ``pawn_labels``, each disputed one followed by why it does not hold by its other definitions."""
    labels = pawn_labels(side, square)
    carried = [label.identifier for label in labels]
    last = {term.identifier: identifier for identifier in carried for term in disputed_terms_of(identifier)}
    reasons = []
    for label in labels:
        reasons.append(label)
        for term in disputed_terms_of(label.identifier):
            if last[term.identifier] == label.identifier:
                others = [variant.layer for variant in term.variants if variant.layer not in carried]
                reasons += [reason(identifier, side, square) for identifier in others]
    return tuple(reasons)


@cache
def _pawn_rules() -> tuple[ReasonRule, ...]:
    return tuple(
        rule_of(identifier)
        for chapter in _CHAPTERS
        for identifier, layer in LAYERS.items()
        if layer.chapter is chapter and layer.of_pawns
    )
