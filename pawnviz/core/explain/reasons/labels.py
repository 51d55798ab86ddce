"""The labels of a square, each with its reason in one exact sentence that names the squares and pawns it is about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons.registry import REASONS, ReasonRule
from pawnviz.core.explain.reasons.verdicts import Verdict
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.explain.terms import disputed_terms_of
from pawnviz.core.layers import LAYERS, registry
from pawnviz.core.words import lowered, with_article

_CHAPTERS: Final = (
    *(registry.PASSERS, registry.BACKWARD, registry.DOUBLED, registry.ISLANDS, registry.LEVERS, registry.CHAINS),
    *(registry.KING, registry.CAPTURES, registry.PUSHES, registry.SPANS, registry.ENGINES),
)
"""The chapters of the labels of pawns, in the order in which a pawn's labels are listed."""
_NOUNS: Final = (
    *("base", "bishop", "break", "candidate", "capturer", "faker", "head", "hole", "lever", "link", "outpost", "pawn"),
    *("square", "straggler", "telestop", "twin"),
)
"""The words at the end of a label that take an article; any other is an adjective or says where something is."""


@dataclass(frozen=True)
class Reason:
    """Whether a layer holds a square, and why, in one sentence that begins with the layer's label.

    ``explanation`` is the label's meaning, ``named`` the mask of the named pawns, ``clauses`` the sentence's parts.
    """

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
    """Return that no pawn stands on the square where a layer of pawns needs one, or None."""
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
