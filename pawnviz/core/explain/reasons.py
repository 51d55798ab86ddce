"""Why a layer holds a pawn or does not, in one exact sentence that names the squares and pawns it is about.

Each rule tells its layer again from what stands around a square, not from the layer's formula, and comes to the layer's
verdict on every board. Disputed terms have a rule for each of their definitions. Layers of squares are reasoned where
a pawn's or a square's inspector speaks of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, TypeVar

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, east, squares, west
from pawnviz.core.board.side import Side
from pawnviz.core.explain.disputed_terms import disputed_terms_of
from pawnviz.core.explain.surroundings import Surroundings, are_several
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.registry import (
    BACKWARD,
    CAPTURES,
    CHAINS,
    DOUBLED,
    ISLANDS,
    KING,
    LEVERS,
    PASSERS,
    PUSHES,
    SPANS,
)
from pawnviz.core.words import count_text, lowered, plural


@dataclass(frozen=True)
class Reason:
    """Whether a layer holds a square, and why, in one sentence that begins with the layer's label.

    ``explanation`` says in plain words what the label means. ``named`` is the mask of the pawns that are named.
    """

    identifier: str
    label: str
    holds: bool
    text: str
    explanation: str
    named: int = 0


class Fact(NamedTuple):
    """Clauses that say what is the case, whether that speaks for a label, and the mask of the pawns they name."""

    holds: bool
    clauses: tuple[str, ...]
    named: int = 0


Rule = Callable[[Surroundings], Fact]
Told = TypeVar("Told", bound=Rule)


class ReasonRule(NamedTuple):
    """How a layer is reasoned: its label for one pawn or square, what that means in plain words, and the rule.

    ``of_pawns`` is false for a layer whose squares need not hold pawns, ``of_enemy`` true where they hold enemy pawns.
    """

    identifier: str
    label: str
    explanation: str
    rule: Rule
    of_pawns: bool
    of_enemy: bool


_TOLD_FIRST: Final = (
    PASSERS,
    BACKWARD,
    DOUBLED,
    ISLANDS,
    LEVERS,
    CHAINS,
    KING,
    CAPTURES,
    PUSHES,
    SPANS,
)
"""The chapters of the labels of pawns in the order in which they are told."""

REASONS: Final[dict[str, ReasonRule]] = {}
"""The rules by the identifier of their layer: every layer of pawns, and some layers of squares."""


def reason(identifier: str, side: Side[int], square: int) -> Reason:
    """Return why a side's layer holds a square from 0 to 63, or why it does not.

    Raises ``KeyError`` when the layer has no rule in ``REASONS``.
    """
    rule = REASONS[identifier]
    view = Surroundings(side, square)
    fact = _no_pawn(rule, view) or rule.rule(view)
    label = rule.label if fact.holds else f"Not {lowered(rule.label)}"
    return Reason(
        identifier, rule.label, fact.holds, f"{label}: {_sentence(fact.clauses)}.", rule.explanation, fact.named
    )


def _no_pawn(rule: ReasonRule, view: Surroundings) -> Fact | None:
    """Return that no pawn stands on the square where a layer of pawns needs one, or None."""
    if not rule.of_pawns:
        return None
    pawns, color = (view.side.enemy.pawns, view.enemy) if rule.of_enemy else (view.side.pawns, view.own)
    return None if pawns & view.bit else _fact(False, f"no {color} pawn stands on {view.name}")


def pawn_labels(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return the reason for each label that a side's pawn on a square carries, what says most about a pawn first.

    Labels from the enemy's layers, such as that of a pawn storm, are among them; ``pawns`` is not.
    """
    found = []
    for rule in _pawn_rules():
        whose = side.enemy if rule.of_enemy else side
        if LAYERS[rule.identifier](whose) >> square & 1:
            found.append(reason(rule.identifier, whose, square))
    return tuple(found)


def pawn_reasons(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return the labels of a side's pawn with their reasons, and why it is not what a disputed label says elsewhere.

    A label that has several definitions, by some of which the pawn carries it and by others not, is followed by the
    latter.
    """
    labels = pawn_labels(side, square)
    held = [label.identifier for label in labels]
    last = {term.identifier: identifier for identifier in held for term in disputed_terms_of(identifier)}
    found = []
    for label in labels:
        found.append(label)
        for term in disputed_terms_of(label.identifier):
            if last[term.identifier] == label.identifier:
                others = [variant.layer for variant in term.variants if variant.layer not in held]
                found += [reason(identifier, side, square) for identifier in others]
    return tuple(found)


@cache
def _pawn_rules() -> tuple[ReasonRule, ...]:
    """Return the rules of the labels of pawns in the order in which they are told."""
    rules = [
        REASONS[identifier]
        for chapter in _TOLD_FIRST
        for identifier, layer in LAYERS.items()
        if layer.chapter is chapter and identifier in REASONS and REASONS[identifier].of_pawns
    ]
    return tuple(rules)


def reasoned(
    identifier: str, label: str, explanation: str, *, of_pawns: bool = True, of_enemy: bool = False
) -> Callable[[Told], Told]:
    """Register the decorated function as the rule of a layer."""

    def register(rule: Told) -> Told:
        REASONS[identifier] = ReasonRule(identifier, label, explanation, rule, of_pawns, of_enemy)
        return rule

    return register


# Terms


TERMS: Final = {
    "front attack span": "the squares a pawn attacks, now or after advancing on its file",
    "front attack spans": "the squares pawns attack, now or after advancing on their files",
    "stop": "the square right in front of a pawn",
    "telestop": "a square in front of a pawn beyond its stop",
    "helper": "an own pawn on a file beside, beside or behind: it guards the stop, now or after advancing",
    "sentry": "an enemy pawn on a file beside, in front: it attacks a square on the pawn's way",
    "open": "with no enemy pawn in front on the file",
    "passed": "with no enemy pawn in front on the file and the files beside",
    "half-isolated": "with own pawns on just one of the files beside",
    "backward": "unable to be guarded on its stop by a pawn, while an enemy pawn attacks it there",
    "rammed": "with an enemy pawn right in front",
    "guard": "to attack the square, so that what takes there can be taken back",
    "safe": "guarded by own pawns at least as often as attacked by enemy pawns",
}
"""Words of the wiki that the sentences use, in plain words."""


def terms_in(text: str) -> tuple[tuple[str, str], ...]:
    """Return the terms that a sentence uses, with what they mean, in the order in which they come; the longest first.

    A plural or another form of a word counts as the term: ``helpers``, ``sentries``, ``guards``.
    """
    found: list[tuple[int, str]] = []
    taken: list[range] = []
    for term in sorted(_FORMS, key=len, reverse=True):
        for match in re.finditer(rf"\b{re.escape(term)}\b", text, re.IGNORECASE):
            if not any(match.start() in place for place in taken):
                taken.append(range(match.start(), match.end()))
                found.append((match.start(), _FORMS[term]))
    terms = dict.fromkeys(term for _, term in sorted(found))
    return tuple((term, TERMS[term]) for term in terms)


_FORMS: Final = {
    **{term: term for term in TERMS},
    "helpers": "helper",
    "sentries": "sentry",
    "telestops": "telestop",
    "guards": "guard",
    "guarded": "guard",
}


# Joining clauses


def _every(*facts: Fact) -> Fact:
    """Return a fact that holds where all of several do: all of them, or those that do not hold."""
    holds = all(fact.holds for fact in facts)
    return _joined(holds, [fact for fact in facts if fact.holds == holds])


def _some(*facts: Fact) -> Fact:
    """Return a fact that holds where one of several does: those that hold, or all of them."""
    holds = any(fact.holds for fact in facts)
    return _joined(holds, [fact for fact in facts if fact.holds == holds])


def _opposite(fact: Fact) -> Fact:
    """Return the same clause, speaking against what it spoke for."""
    return fact._replace(holds=not fact.holds)


def _joined(holds: bool, facts: list[Fact]) -> Fact:
    """Return one fact of all clauses of several, each said once."""
    named = 0
    for fact in facts:
        named |= fact.named
    return Fact(holds, tuple(dict.fromkeys(clause for fact in facts for clause in fact.clauses)), named)


def _sentence(clauses: tuple[str, ...]) -> str:
    """Return clauses as one sentence, without capital and full stop."""
    if len(clauses) < 3:
        return ", and ".join(clauses)
    return f"{'; '.join(clauses[:-1])}; and {clauses[-1]}"


def _fact(holds: bool, text: str, named: int = 0) -> Fact:
    """Return a fact of one clause."""
    return Fact(holds, (text,), named)


def _is(found: int, text: str) -> Fact:
    """Return a fact that holds where pawns were found."""
    return _fact(bool(found), text, found)


def _is_not(found: int, text: str) -> Fact:
    """Return a fact that holds where no pawn was found."""
    return _fact(not found, text, found)


def _no_stop(view: Surroundings) -> Fact:
    return _fact(False, f"{view.name} is on {view.rank_name} and has no stop")


# Pawns and spans


@reasoned("pawns", "Pawn", "A pawn of the side.")
def _pawn(view: Surroundings) -> Fact:
    return _fact(True, f"a {view.own} pawn stands on {view.name}", view.bit)


@reasoned("rear_twins", "Rear twin", "The rear one of two pawns on a file: an own pawn is in its way.")
def _rear_twin(view: Surroundings) -> Fact:
    found = view.own_in_front
    return _is(found, view.own_do(found, "stands", f"in front of {view.name} on the {view.file_name}-file"))


@reasoned("front_twins", "Front twin", "The front one of two pawns on a file: an own pawn stands behind it.")
def _front_twin(view: Surroundings) -> Fact:
    found = view.own_behind
    return _is(found, view.own_do(found, "stands", f"behind {view.name} on the {view.file_name}-file"))


@reasoned("unfree_pawns", "Unfree", "An enemy pawn is in its way on the file.")
def _unfree(view: Surroundings) -> Fact:
    return _opposite(_open(view))


# Pushes


def _is_empty(view: Surroundings, square: int, name: str) -> Fact:
    """Return whether nothing stands on a square."""
    piece = _piece_on(view, square)
    return _fact(not piece, f"a {piece} stands on {name}" if piece else f"{name} is empty")


def _piece_on(view: Surroundings, square: int) -> str:
    """Return what stands on a square, an enemy's piece first: ``white knight``, or an empty text."""
    for side, color in ((view.side.enemy, view.enemy), (view.side, view.own)):
        pieces = (side.pawns, side.knights, side.bishops, side.rooks, side.queens, side.kings)
        for kind, mask in zip(("pawn", "knight", "bishop", "rook", "queen", "king"), pieces, strict=True):
            if mask & square:
                return f"{color} {kind}"
    return ""


@reasoned("pushable_pawns", "Pushable", "Nothing stands right in front of it, so it can step.")
def _pushable(view: Surroundings) -> Fact:
    return _is_empty(view, view.stop, f"its stop {view.names(view.stop)}") if view.stop else _no_stop(view)


@reasoned("double_pushable_pawns", "Double-pushable", "On its second rank with two empty squares in front of it.")
def _double_pushable(view: Surroundings) -> Fact:
    if view.rank != 2:
        return _fact(False, f"{view.name} is on {view.rank_name}, not on the second")
    second = view.side.forward(view.stop)
    rank = _fact(True, f"{view.name} is on {view.rank_name}")
    return _every(rank, _pushable(view), _is_empty(view, second, view.names(second)))


# Captures


def _nothing_attacked(view: Surroundings, direction: str) -> Fact:
    """Return why a pawn attacks no square in a direction."""
    if not view.stop:
        return _fact(False, f"{view.name} is on {view.rank_name} and attacks nothing")
    return _fact(False, f"no file lies {direction} of the {view.file_name}-file")


def _capture(view: Surroundings, target: int, direction: str) -> Fact:
    """Return whether a pawn can take on a square that it attacks."""
    if not target:
        return _nothing_attacked(view, direction)
    name = view.names(target)
    if target & view.side.enemy.pieces:
        verb = "attacks" if target & view.side.enemy.kings else "can take"
        return _fact(
            True, f"{view.name} {verb} the {_piece_on(view, target)} on {name}", target & view.side.enemy.pawns
        )
    if target & view.side.en_passant:
        return _fact(True, f"{view.name} can take en passant on {name}")
    return _fact(False, f"there is nothing to take on {name}")


@reasoned(
    "east_capturers",
    "East capturer",
    "It attacks an enemy piece, or can take en passant, on the next file towards the h-file.",
)
def _east_capturer(view: Surroundings) -> Fact:
    return _capture(view, view.east_target, "east")


@reasoned(
    "west_capturers",
    "West capturer",
    "It attacks an enemy piece, or can take en passant, on the next file towards the a-file.",
)
def _west_capturer(view: Surroundings) -> Fact:
    return _capture(view, view.west_target, "west")


@reasoned("capturers", "Capturer", "It attacks an enemy piece or can take en passant.")
def _capturer(view: Surroundings) -> Fact:
    return _some(_east_capturer(view), _west_capturer(view))


# Levers and rams


def _lever(view: Surroundings, target: int, direction: str) -> Fact:
    """Return whether a pawn and an enemy pawn on a square that it attacks can take each other."""
    if not target:
        return _nothing_attacked(view, direction)
    found = target & view.side.enemy.pawns
    if found:
        return _fact(True, f"{view.name} and {view.named_enemy(found)} attack each other", found)
    return _fact(False, f"no {view.enemy} pawn stands on {view.names(target)}")


@reasoned("east_levers", "East lever", "It and an enemy pawn on the next file towards the h-file can take each other.")
def _east_lever(view: Surroundings) -> Fact:
    return _lever(view, view.east_target, "east")


@reasoned("west_levers", "West lever", "It and an enemy pawn on the next file towards the a-file can take each other.")
def _west_lever(view: Surroundings) -> Fact:
    return _lever(view, view.west_target, "west")


@reasoned("levers", "Lever", "It and an enemy pawn can take each other.")
def _any_lever(view: Surroundings) -> Fact:
    return _some(_east_lever(view), _west_lever(view))


@reasoned("inner_levers", "Inner lever", "Its lever leads towards the center: taking brings it nearer to the middle.")
def _inner_lever(view: Surroundings) -> Fact:
    if view.file_name in "de":
        return _fact(False, f"no file is nearer to the center than the {view.file_name}-file")
    return _east_lever(view) if view.file_name in "abc" else _west_lever(view)


@reasoned("outer_levers", "Outer lever", "Its lever leads away from the center: taking brings it nearer to the edge.")
def _outer_lever(view: Surroundings) -> Fact:
    return _west_lever(view) if view.file_name in "abcd" else _east_lever(view)


@reasoned("center_levers", "Center lever", "A lever between the d- and the e-file.")
def _center_lever(view: Surroundings) -> Fact:
    if view.file_name not in "de":
        return _fact(False, f"{view.name} is not on the d- or e-file")
    return _east_lever(view) if view.file_name == "d" else _west_lever(view)


@reasoned("rams", "Rammed", "An enemy pawn stands right in front of it: neither of the two can step.")
def _ram(view: Surroundings) -> Fact:
    if not view.stop:
        return _no_stop(view)
    found = view.stop & view.side.enemy.pawns
    stop = view.names(view.stop)
    return _is(found, f"{'a' if found else 'no'} {view.enemy} pawn stands on its stop {stop}")


# Chains, phalanx and duos


@reasoned("defended_pawns", "Defended", "An own pawn guards it and can take back what takes it.")
def _defended(view: Surroundings) -> Fact:
    return _is(view.guards, view.own_do(view.guards, "guards", view.name))


@reasoned("defending_pawns", "Defending", "It guards an own pawn.")
def _defending(view: Surroundings) -> Fact:
    found = (view.east_target | view.west_target) & view.side.pawns
    return _is(found, f"{view.name} guards {view.named_own(found)}")


@reasoned("chain_bases", "Chain base", "The rear end of a pawn chain: it guards a pawn and no pawn guards it.")
def _chain_base(view: Surroundings) -> Fact:
    return _every(_defending(view), _opposite(_defended(view)))


@reasoned("chain_links", "Chain link", "In the middle of a pawn chain: a pawn guards it, and it guards another.")
def _chain_link(view: Surroundings) -> Fact:
    return _every(_defended(view), _defending(view))


@reasoned("chain_heads", "Chain head", "The front end of a pawn chain: a pawn guards it, and it guards none.")
def _chain_head(view: Surroundings) -> Fact:
    return _every(_defended(view), _opposite(_defending(view)))


@reasoned(
    "phalanx_pawns", "In a phalanx", "An own pawn stands beside it: each guards the square in front of the other."
)
def _phalanx(view: Surroundings) -> Fact:
    found = view.own_beside
    return _is(found, view.own_do(found, "stands", f"beside {view.name} on its rank"))


@reasoned("duos", "In a duo", "One of exactly two pawns side by side.")
def _duo(view: Surroundings) -> Fact:
    count = view.row.bit_count()
    if count == 1:
        return _phalanx(view)
    if count == 2:
        return _fact(True, f"{view.named_own(view.row)} stand side by side, with no third one beside them", view.row)
    return _fact(
        False, f"{view.name} is one of {count} {view.own} pawns side by side, {view.names(view.row)}", view.row
    )


@reasoned("connected_pawns", "Connected", "An own pawn stands beside it, guards it or is guarded by it.")
def _connected(view: Surroundings) -> Fact:
    return _some(_phalanx(view), _defended(view), _defending(view))


# Islands


@reasoned(
    "isolated_pawns",
    "Isolated",
    "There is no own pawn on the files beside it, so none can ever guard it without capturing.",
)
def _isolated(view: Surroundings) -> Fact:
    found = view.files_beside & view.side.pawns
    where = view.files_of(found) if found else view.beside_names
    return _is_not(found, view.own_do(found, "stands", f"on {where}, beside the {view.file_name}-file"))


@reasoned("half_isolated_pawns", "Half-isolated", "There are own pawns on just one of the files beside it.")
def _half_isolated(view: Surroundings) -> Fact:
    found = view.files_beside & view.side.pawns
    file = view.square & 7
    neighbours = [other for other in (file - 1, file + 1) if 0 <= other < 8]
    held = [other for other in neighbours if found & FILES[other]]
    if not held:
        return _opposite(_isolated(view))
    if len(held) == 2:
        return _fact(False, view.own_do(found, "stands", f"on both files beside the {view.file_name}-file"), found)
    text = view.own_do(found, "stands", f"on {view.files_of(found)}")
    if len(neighbours) == 1:
        return _fact(True, f"{text}, the only file beside the {view.file_name}-file", found)
    return _fact(True, f"{text}, but none on {view.files_of(FILES[sum(neighbours) - held[0]])}", found)


# Several pawns on a file


@reasoned("doubled_pawns", "Doubled (wiki)", "It shares its file with an own pawn.")
def _doubled(view: Surroundings) -> Fact:
    found = view.own_in_front | view.own_behind
    return _is(found, view.own_do(found, "shares", f"the {view.file_name}-file with {view.name}"))


@reasoned("doubled_pawns_stockfish", "Doubled (Stockfish)", "An own pawn stands right behind it, and none guards it.")
def _doubled_stockfish(view: Surroundings) -> Fact:
    square = view.side.backward(view.bit)
    if not square:
        return _fact(False, f"{view.name} is on {view.rank_name} and has no square behind it")
    found = square & view.side.pawns
    near = f"{'a' if found else 'no'} {view.own} pawn stands right behind {view.name} on {view.names(square)}"
    return _every(_is(found, near), _opposite(_defended(view)))


@reasoned("tripled_pawns", "Tripled", "It shares its file with two or more own pawns.")
def _tripled(view: Surroundings) -> Fact:
    fact = _doubled(view)
    count = fact.named.bit_count()
    return fact._replace(holds=count > 1, clauses=(f"only {fact.clauses[0]}",) if count == 1 else fact.clauses)


# Passed pawns


@reasoned("open_pawns", "Open", "No enemy pawn is in its way on the file.")
def _open(view: Surroundings) -> Fact:
    found = view.enemy_in_front
    return _is_not(found, view.enemy_do(found, "stands", f"in front of {view.name} on the {view.file_name}-file"))


@reasoned(
    "passed_pawns",
    "Passed (wiki)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank.",
)
def _passed(view: Surroundings) -> Fact:
    found = view.stoppers
    where = view.files_of(found) if found else view.three_names
    return _is_not(found, view.enemy_do(found, "stands", f"in front of {view.name} on {where}"))


@reasoned(
    "passed_pawns_frontmost",
    "Passed (frontmost)",
    "Without capturing first, no enemy pawn can ever block or attack it on its way to the last rank, "
    "and no own pawn is in front on its file.",
)
def _passed_frontmost(view: Surroundings) -> Fact:
    return _every(_passed(view), _opposite(_rear_twin(view)))


@reasoned(
    "passed_pawns_stockfish",
    "Passed (Stockfish)",
    "The enemy pawns in front of it, if any, can be taken, outnumbered or levered away, "
    "and no own pawn is in front on its file.",
)
def _passed_stockfish(view: Surroundings) -> Fact:
    return _every(_few_stoppers(view), _opposite(_rear_twin(view)))


def _few_stoppers(view: Surroundings) -> Fact:
    """Return whether the enemy pawns in front are none, or few enough by one of Stockfish's three exceptions."""
    stoppers = view.stoppers
    if not stoppers:
        return _passed(view)
    if stoppers & (view.east_target | view.west_target) == stoppers:
        return _told_of_stoppers(view, True, f"{view.name} attacks {'them' if are_several(stoppers) else 'it'}")
    if stoppers & view.at(view.stop).attackers == stoppers:
        return _outnumbered(view)
    if stoppers == view.stop:
        return _levered_away(view)
    names, stop = view.names(stoppers), view.names(view.stop)
    if are_several(stoppers):
        text = f"{view.name} does not attack all of them, nor do all of them attack the stop {stop}"
    else:
        text = f"{view.name} does not attack {names}, nor does {names} attack the stop {stop}"
    return _told_of_stoppers(view, False, text)


def _told_of_stoppers(view: Surroundings, holds: bool, text: str, named: int = 0) -> Fact:
    """Return which enemy pawns are in front, and a clause on them that decides."""
    found = view.stoppers
    if holds:
        who = f"only {view.enemy_do(found, 'stands', f'in front of {view.name} on {view.three_names}')}"
    else:
        who = view.enemy_do(found, "stands", f"in front of {view.name} on {view.files_of(found)}")
    return Fact(holds, (who, text), found | named)


def _outnumbered(view: Surroundings) -> Fact:
    """Return whether no more enemy pawns attack a pawn's stop than own pawns stand beside it."""
    beside, count = view.own_beside, view.stoppers.bit_count()
    enough = beside.bit_count() >= count
    attack = f"{'they attack' if count > 1 else 'it attacks'} the stop {view.names(view.stop)}"
    who = view.own_do(beside, "stands", f"beside {view.name}")
    return _told_of_stoppers(view, enough, f"{attack}, but {'only ' if beside and not enough else ''}{who}", beside)


def _levered_away(view: Surroundings) -> Fact:
    """Return whether an own pawn could attack the enemy pawn on a pawn's stop from beside, on its fifth rank or on."""
    if view.rank < 5:
        return _told_of_stoppers(view, False, f"{view.name} is only on {view.rank_name}")
    steps = 0
    for guard in squares(view.guards):
        step = view.side.forward(1 << guard)
        steps |= step
        if not step & view.side.enemy.pawns and not are_several(view.at(step).attackers):
            there = f"{view.names(step)}, where no {view.enemy} pawn stands and at most one attacks,"
            lever = f"from {there} the {view.own} pawn {SQUARE_NAMES[guard]} would attack it"
            return _told_of_stoppers(view, True, lever, 1 << guard)
    if not steps:
        who = f"no {view.own} pawn that could step up and attack {view.names(view.stop)}"
        return _told_of_stoppers(view, False, f"{who} guards {view.name}")
    each = f"each of {view.names(steps)}" if are_several(steps) else view.names(steps)
    lever = f"{each}, from where it could be attacked, holds a {view.enemy} pawn or is attacked by two"
    return _told_of_stoppers(view, False, lever)


@reasoned("protected_passed_pawns", "Protected passed", "A passed pawn that an own pawn guards.")
def _protected_passed(view: Surroundings) -> Fact:
    return _every(_passed(view), _defended(view))


@reasoned("connected_passed_pawns", "Connected passed", "A passed pawn with another passed pawn on a file beside it.")
def _connected_passed(view: Surroundings) -> Fact:
    passed = 0
    for square in squares(view.files_beside & view.side.pawns):
        if not view.at(1 << square).stoppers:
            passed |= 1 << square
    who = f"the passed {view.own} {plural(passed.bit_count(), 'pawn')} {view.names(passed)}" if passed else ""
    verb = "stand" if are_several(passed) else "stands"
    where = view.files_of(passed) if passed else view.beside_names
    near = _is(passed, f"{who or f'no passed {view.own} pawn'} {verb} on {where}")
    return _every(_passed(view), near)


# Candidates


def _contender(view: Surroundings) -> Fact:
    """Return whether a pawn is open and not yet passed."""
    if view.stoppers:
        return _open(view)
    (clause,) = _passed(view).clauses
    return _fact(False, f"{clause}, so it is passed already")


def _weighed(view: Surroundings, enough: bool) -> Fact:
    """Return whether a contender has, or has not, at least as many helpers as sentries."""
    contender = _contender(view)
    if not contender.holds:
        return contender
    helpers, sentries = view.supporters, view.ever_attackers
    support = _counted(helpers, "helper", "helpers", view)
    text = f"{view.name} has {support} against {_counted(sentries, 'sentry', 'sentries', view)}"
    balance = _fact((helpers.bit_count() >= sentries.bit_count()) == enough, text, helpers | sentries)
    return _every(contender, balance)


def _counted(mask: int, one: str, many: str, view: Surroundings) -> str:
    """Return a number of pawns with their names: ``2 helpers (c3 and e2)``."""
    count = mask.bit_count()
    if not count:
        return f"no {one}"
    return f"{count_text(count, one, many)} ({view.names(mask)})"


@reasoned(
    "candidate_pawns",
    "Candidate (wiki)",
    "It may become a passed pawn: at least as many own pawns can help it forward as enemy pawns can hold it back.",
)
def _candidate(view: Surroundings) -> Fact:
    return _weighed(view, True)


@reasoned(
    "fakers",
    "Faker",
    "It looks like a candidate, but more enemy pawns can hold it back than own pawns can help it forward.",
)
def _faker(view: Surroundings) -> Fact:
    return _weighed(view, False)


def _is_safe(view: Surroundings) -> Fact:
    """Return whether own pawns guard the square of the surroundings at least as often as enemy pawns attack it."""
    guards, attackers = view.guards, view.attackers
    if not attackers:
        return _fact(True, f"no {view.enemy} pawn attacks {view.name}")
    enough = guards.bit_count() >= attackers.bit_count()
    only = "only " if guards and not enough else ""
    text = f"{view.enemy_do(attackers, 'attacks', view.name)}, but {only}{view.own_do(guards, 'guards', view.name)}"
    return _fact(enough, text, guards | attackers)


@reasoned(
    "candidates_on_fifth",
    "Candidate (fifth rank)",
    "On its fifth rank it may become a passed pawn: "
    "own pawns guard the square in front of it at least as often as enemy pawns attack it.",
)
def _candidate_on_fifth(view: Surroundings) -> Fact:
    contender = _contender(view)
    if view.rank != 5:
        return _every(_fact(False, f"{view.name} is on {view.rank_name}, not on the fifth"), contender)
    return _every(contender, _is_safe(view.at(view.stop)))


@reasoned(
    "candidates_with_safe_path",
    "Candidate (safe path)",
    "It may become a passed pawn: on no square in front of it do enemy pawns outnumber its guards.",
)
def _candidate_with_safe_path(view: Surroundings) -> Fact:
    contender = _contender(view)
    if not contender.holds:
        return contender
    unsafe = [fact for fact in (_is_safe(view.at(1 << square)) for square in squares(view.front)) if not fact.holds]
    if unsafe:
        return unsafe[0 if view.side.color else -1]
    verb = "are" if are_several(view.front) else "is"
    return _every(contender, _fact(True, f"{view.run_names(view.front)} {verb} safe"))


@reasoned("promotion_path_free", "Free to promote", "A passed pawn with nothing at all in its way.")
def _free_path(view: Surroundings) -> Fact:
    pieces = view.front & view.side.occupied
    if not view.front:
        free = _fact(True, f"{view.name} is on {view.rank_name}")
    elif pieces:
        free = _fact(False, f"a {_piece_on(view, pieces & -pieces)} stands on {view.names(pieces & -pieces)}")
    else:
        free = _fact(True, f"nothing stands on {view.run_names(view.front, 'or')}")
    return _every(_passed(view), free)


@reasoned(
    "unstoppable_passers",
    "Unstoppable",
    "Nothing can catch it on its way to the last rank, not even the king, by the rule of the square.",
)
def _unstoppable(view: Surroundings) -> Fact:
    enemy = view.side.enemy
    pieces = enemy.knights | enemy.bishops | enemy.rooks | enemy.queens
    least = "king and pawns" if pieces or enemy.kings else "pawns"
    bare = _fact(not pieces, f"{view.enemy_color} has {'more than' if pieces else 'only'} {least}")
    return _every(_free_path(view), bare, _is_late(view), *_taken_at_once(view))


def _is_late(view: Surroundings) -> Fact:
    """Return whether each enemy king is too far from the promotion square."""
    goal = view.promotion_square
    goal_name = SQUARE_NAMES[goal]
    distances = [
        (max(abs(king % 8 - goal % 8), abs(king // 8 - goal // 8)), king) for king in squares(view.side.enemy.kings)
    ]
    if not distances:
        return _fact(True, f"{view.enemy_color} has no king")
    needed, king = min(distances)
    moves = view.moves_to_promotion
    first = bool(view.side.enemy.to_move)
    needs = f"{view.name} needs {count_text(moves, 'move')} to {goal_name}"
    text = f"{needs} and the {view.enemy} king {SQUARE_NAMES[king]} {needed}"
    return _fact(needed > moves + first, f"{text}, moving first" if first else text)


def _taken_at_once(view: Surroundings) -> Iterator[Fact]:
    """Yield whether an enemy king that is to move and stands beside a pawn can take it; nothing where none does."""
    kings = view.side.enemy.kings & view.around & view.side.enemy.to_move
    if kings:
        guards = view.guards | view.side.kings & view.around
        king = f"the {view.enemy} king {SQUARE_NAMES[next(squares(kings))]}"
        text = f"{king} cannot take {view.name}, which {view.names(guards)} guard{'' if are_several(guards) else 's'}"
        yield _fact(bool(guards), text if guards else f"{king} can take {view.name} at once", view.guards)


# Backward and weak pawns


def _left_behind(view: Surroundings) -> Fact:
    """Return whether no own pawn can ever guard a pawn's stop."""
    if not view.stop:
        return _no_stop(view)
    found, stop = view.supporters, view.names(view.stop)
    if not found:
        return _fact(
            True, f"no {view.own} pawn stands beside or behind {view.name} on {view.beside_names} to guard {stop}"
        )
    spans = f"front attack {plural(found.bit_count(), 'span')}"
    return _fact(False, f"{stop} is in the {spans} of {view.named_own(found)}", found)


def _stop_attacked(view: Surroundings) -> Fact:
    """Return whether an enemy pawn attacks a pawn's stop."""
    if not view.stop:
        return _no_stop(view)
    found = view.at(view.stop).attackers
    return _is(found, view.enemy_do(found, "attacks", view.names(view.stop)))


@reasoned(
    "backward_pawns",
    "Backward (wiki)",
    "An enemy pawn attacks the square in front of it, and no own pawn can ever guard that square without capturing.",
)
def _backward(view: Surroundings) -> Fact:
    return _every(_left_behind(view), _stop_attacked(view))


@reasoned(
    "backward_pawns_unrammed",
    "Backward (unrammed)",
    "An enemy pawn attacks the square in front of it, none stands there, "
    "and no own pawn can ever guard that square without capturing.",
)
def _backward_unrammed(view: Surroundings) -> Fact:
    if not view.stop:
        return _no_stop(view)
    return _every(_left_behind(view), _stop_attacked(view), _opposite(_ram(view)))


@reasoned(
    "backward_pawns_stockfish",
    "Backward (Stockfish)",
    "An enemy pawn attacks the square in front of it or stands there, "
    "and no own pawn can ever guard that square without capturing.",
)
def _backward_stockfish(view: Surroundings) -> Fact:
    if not view.stop:
        return _no_stop(view)
    return _every(_left_behind(view), _some(_stop_attacked(view), _ram(view)))


@reasoned(
    "backward_pawns_telestop",
    "Backward (telestops)",
    "An enemy pawn attacks its own square or one in front of it, "
    "and no own pawn can ever guard that square without capturing.",
)
def _backward_telestop(view: Surroundings) -> Fact:
    way = view.bit | view.front
    attacked = lost = attackers = lost_to = guards = 0
    for square in squares(way):
        place = view.at(1 << square)
        if place.attackers:
            attacked |= place.bit
            attackers |= place.attackers
            guards |= place.ever_guards
            if not place.ever_guards:
                lost |= place.bit
                lost_to |= place.attackers
    if lost:
        who = view.enemy_do(lost_to, "attacks", view.names(lost))
        return _fact(True, f"{who}, which no {view.own} pawn can ever guard", lost_to)
    if not attacked:
        return _fact(False, f"no {view.enemy} pawn attacks {view.run_names(way, 'or')}")
    what = f"{view.names(attacked)}, attacked by {view.named_enemy(attackers)},"
    verb = "are" if are_several(attacked) else "is"
    spans = f"in the front attack {plural(guards.bit_count(), 'span')} of {view.named_own(guards)}"
    return _fact(False, f"{what} {verb} {spans}", guards | attackers)


@reasoned(
    "stragglers",
    "Straggler",
    "A backward pawn on its second or third rank with no enemy pawn in front of it on its file.",
)
def _straggler(view: Surroundings) -> Fact:
    near = view.rank in (2, 3)
    rank = _fact(near, f"{view.name} is on {view.rank_name}{'' if near else ', not on the second or third'}")
    return _every(_left_behind(view), _stop_attacked(view), _open(view), rank)


@reasoned(
    "overly_advanced_pawns",
    "Overly advanced",
    "Ahead of own pawns on the files beside, all of which enemy pawns keep from ever guarding it without capturing, "
    "and no own pawn guards its stop.",
)
def _overly_advanced(view: Surroundings) -> Fact:
    behind = view.ever_guards
    if not behind:
        return _fact(False, f"no {view.own} pawn stands behind {view.name} on {view.beside_names}")
    free = stopping = 0
    for square in squares(behind):
        other = view.at(1 << square)
        way = other.front & view.side.backward_fill(view.side.backward(view.beside))
        held = way & view.side.enemy.pawns
        stopping |= held
        free |= 0 if held else other.bit
    guarded = view.at(view.stop).guards if view.stop else 0
    stop = view.own_do(guarded, "guards", f"the stop {view.names(view.stop)}") if view.stop else "it has no stop"
    if view.guards:
        held_up = _fact(False, view.own_do(view.guards, "guards", f"{view.name} already"), view.guards)
    elif free:
        held_up = _fact(False, f"no {view.enemy} pawn keeps {view.named_own(free)} from guarding {view.name}", free)
    else:
        who = view.enemy_do(stopping, "keeps", f"{view.named_own(behind)} from guarding {view.name}")
        held_up = _fact(True, who, stopping | behind)
    return _every(held_up, _is_not(guarded, stop))


@reasoned(
    "hanging_pawns",
    "Hanging",
    "One of two pawns side by side, both with no enemy pawn in front on their files, "
    "and with no own pawn on the files beside the two.",
)
def _hanging(view: Surroundings) -> Fact:
    mates = 0
    for square in squares(view.own_beside):
        other = view.at(1 << square)
        if _open(other).holds and _half_isolated(other).holds:
            mates |= other.bit
    who = f"open and half-isolated {view.own} pawn"
    text = f"{f'the {who} {view.names(mates)}' if mates else f'no {who}'} stands beside {view.name}"
    return _every(_open(view), _half_isolated(view), _is(mates, text))


# Pawns and kings


@reasoned("king_shelter", "Sheltering", "It stands in front of its own king, on the king's file or a file beside.")
def _king_shelter(view: Surroundings) -> Fact:
    kings = view.side.kings & (view.rear | east(view.rear) | west(view.rear))
    return _fact(bool(kings), _kings_stand(view, kings, f"behind {view.name}"))


@reasoned(
    "pawn_storm",
    "Storming",
    "It is at most four ranks in front of the enemy's king, on the king's file or a file beside.",
    of_enemy=True,
)
def _pawn_storm(view: Surroundings) -> Fact:
    near = view.side.backward(view.bit | view.beside)
    near |= view.side.backward(near)
    near |= view.side.backward(view.side.backward(near))
    kings = view.side.kings & near
    return _fact(bool(kings), _kings_stand(view, kings, f"at most four ranks ahead of {view.name}"))


def _kings_stand(view: Surroundings, kings: int, where: str) -> str:
    """Return that own kings, or none on a pawn's file and the files beside, stand somewhere."""
    if not kings:
        return f"no {view.own} king stands {where} on {view.three_names}"
    who = f"the {view.own} kings {view.names(kings)} stand" if are_several(kings) else ""
    return f"{who or f'the {view.own} king {view.names(kings)} stands'} {where} on {view.files_of(kings)}"


# Squares


@reasoned("telestops", "Telestop", "It is in front of an own pawn, and not right in front of any.", of_pawns=False)
def _telestop(view: Surroundings) -> Fact:
    behind = view.own_behind
    near = behind & view.side.backward(view.bit)
    if near:
        return _fact(False, f"{view.name} is the stop of {view.named_own(near)}", near)
    if behind:
        return _fact(True, f"{view.name} is in front of {view.named_own(behind)} and no {view.own} pawn's stop", behind)
    return _fact(False, f"no {view.own} pawn stands behind {view.name}")


@reasoned("telestops_of_each", "Telestop of a pawn", "It is in front of an own pawn, beyond its stop.", of_pawns=False)
def _telestop_of_each(view: Surroundings) -> Fact:
    behind = view.own_behind
    near = view.side.backward(view.bit)
    far = behind & complement(near)
    if far:
        return _fact(True, f"{view.name} is in front of {view.named_own(far)} and not its stop", far)
    if behind:
        return _fact(
            False, f"{view.name} is the stop of {view.named_own(behind)}, with no other {view.own} pawn behind", behind
        )
    return _fact(False, f"no {view.own} pawn stands behind {view.name}")


@reasoned("safe_squares", "Safe", "Enemy pawns do not outnumber own pawns there.", of_pawns=False)
def _safe(view: Surroundings) -> Fact:
    return _is_safe(view)


def _on_ranks(view: Surroundings, first: int, last: int, words: str) -> Fact:
    """Return whether a square lies on some of the side's ranks."""
    inside = first <= view.rank <= last
    return _fact(inside, f"{view.name} is on {view.rank_name}{'' if inside else f', not on the {words}'}")


@reasoned(
    "holes",
    "Hole",
    "A square of the side's third or fourth rank that none of its pawns can ever guard without capturing.",
    of_pawns=False,
)
def _hole(view: Surroundings) -> Fact:
    found = view.ever_guards
    spans = f"front attack {plural(found.bit_count(), 'span')}"
    text = f"{view.name} is in the {spans} of {view.named_own(found)}" if found else _never(view)
    return _every(_on_ranks(view, 3, 4, "third or fourth"), _is_not(found, text))


def _never(view: Surroundings) -> str:
    return f"no {view.own} pawn can ever guard {view.name}"


def _guarded(view: Surroundings) -> Fact:
    return _is(view.guards, view.own_do(view.guards, "guards", view.name))


_OUTPOST_RANKS: Final = (4, 6, "fourth to sixth")


@reasoned(
    "outposts",
    "Outpost (wiki)",
    "On the side's fourth to sixth rank, guarded by an own pawn, "
    "and no enemy pawn can ever attack it without capturing first.",
    of_pawns=False,
)
def _outpost(view: Surroundings) -> Fact:
    found = view.ever_attackers
    spans = f"front attack {plural(found.bit_count(), 'span')}"
    never = f"no {view.enemy} pawn can ever attack {view.name}"
    text = f"{view.name} is in the {spans} of {view.named_enemy(found)}" if found else never
    return _every(_on_ranks(view, *_OUTPOST_RANKS), _guarded(view), _is_not(found, text))


@reasoned(
    "outposts_stockfish",
    "Outpost (Stockfish)",
    "On the side's fourth to sixth rank, guarded by an own pawn or right behind a pawn: no enemy pawn attacks it, "
    "and only rammed or backward ones can ever come to without capturing.",
    of_pawns=False,
)
def _outpost_stockfish(view: Surroundings) -> Fact:
    before = view.stop & (view.side.pawns | view.side.enemy.pawns)
    who = f"the {_piece_on(view, before)} {view.names(before)}" if before else "no pawn"
    behind = f"{who} stands right in front of {view.name}"
    sheltered = _some(_guarded(view), _fact(bool(before), behind, before))
    attacked = _is_not(view.attackers, view.enemy_do(view.attackers, "attacks", view.name))
    reached = (attacked, _none_comes(view)) if view.ever_attackers else (_none_comes(view),)
    return _every(_on_ranks(view, *_OUTPOST_RANKS), sheltered, *reached)


def _none_comes(view: Surroundings) -> Fact:
    """Return whether each enemy pawn that may come to attack a square is backward or rammed, as Stockfish has it."""
    found = view.ever_attackers
    if not found:
        return _fact(True, f"no {view.enemy} pawn can ever attack {view.name}")
    free = 0
    for square in squares(found):
        enemy = Surroundings(view.side.enemy, square)
        if not (_ram(enemy).holds or _backward_stockfish(enemy).holds):
            free |= 1 << square
    if free:
        spans = f"{view.name} is in the front attack {plural(free.bit_count(), 'span')}"
        state = "are neither" if are_several(free) else "is neither"
        return _fact(False, f"{spans} of {view.named_enemy(free)}, which {state} rammed nor backward", free)
    state = "each" if are_several(found) else "which is"
    text = f"only {view.named_enemy(found)}, {state} rammed or backward, can ever attack {view.name}"
    return _fact(True, text, found)
