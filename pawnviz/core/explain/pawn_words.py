"""A pawn in words: its headline, its labels by consequence, the changes of a position, and the facts of squares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, reduce
from operator import or_
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces
from pawnviz.core.board.bitboard import (
    FILES,
    SQUARE_NAMES,
    complement,
    east,
    mask_of,
    popcount,
    square_names,
    squares,
    west,
)
from pawnviz.core.board.mask_reader import compact_names
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, one_pawn
from pawnviz.core.explain.reasons import Reason, ReasonRule, pawn_reasons, reason, rule_of
from pawnviz.core.explain.reasons.registry import joined
from pawnviz.core.explain.surroundings import Surroundings, guard_names
from pawnviz.core.labels.order import label_of, labels_with, named_of, weight_at, with_wiki
from pawnviz.core.labels.table import LABELS, QUIET, Label, Place, Subject, sheltering
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.attacks import single_pawn
from pawnviz.core.structures import leading_structures
from pawnviz.core.structures.structure import NOW, Plan
from pawnviz.core.words import capitalized, count_text, listed, number_word, plural, with_article

_MOST_CLAUSES: Final = 2  # The most clauses behind the subject.
_SUBJECTS: Final = labels_with(lambda label: label.subject)
_PREFIXES: Final = labels_with(lambda label: label.is_prefix)
_VERDICTS: Final = labels_with(lambda label: label.verdict)


def pawn_headline(side: Side[int], square: int) -> str:
    """Return ``An isolated pawn on a half-open file: weak.`` of a pawn; empty if there is only its place to say."""
    pawn = _Pawn(side, square)
    subject, verdict = pawn.subject()
    clauses = list(pawn.clauses())[:_MOST_CLAUSES]
    if pawn.is_plain and not clauses and not verdict:
        return ""
    return f"{capitalized(subject)}{''.join(f', {clause}' for clause in clauses)}{verdict and f': {verdict}'}."


def break_words(side: Side[int], square: int) -> str:
    """Return the targets and the squares of a pawn's breaks: ``at c4 from b3``; empty if none is legal."""
    return _strikes(side, square, _break_places(side, square))


def _break_places(side: Side[int], square: int) -> int:
    view = Surroundings(side, square)
    second = side.forward(view.stop) if view.rank == 2 else 0
    places = 0
    for target in squares((view.stop | second) & LAYERS["break_squares"](side)):
        if not _uncovers_king(side, view.bit, 1 << target):
            places |= 1 << target
    return places


def _strikes(side: Side[int], square: int, places: int) -> str:
    view, ahead = Surroundings(side, square), side.forward(places)
    attacked = (east(ahead) | west(ahead)) & side.enemy.pawns
    return f"at {view.names(attacked)} from {view.run_names(places, 'or')}" if places else ""


def _uncovers_king(side: Side[int], source: int, target: int) -> bool:
    """Return whether a pawn's step lets an enemy piece that it was in the way of attack its king."""
    boards = Pieces.of(side.enemy), Pieces.of(side.enemy, side.occupied & complement(source) | target)
    before, after = (reduce(or_, map(board.attackers, squares(side.kings)), 0) for board in boards)
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
                support, sentries = self.view.front_supporters.bit_count(), self.view.ever_attackers.bit_count()
                helpers = f"{number_word(support)} {plural(support, 'pawn')} to help it"
                pawn = with_article(f"{self._prefix()}candidate passed pawn")
                subject = f"{pawn}, with {helpers} and {number_word(sentries)} to hold it back"
            case _:
                subject = self._place()
        return subject, self._verdict()

    @cached_property
    def _leading(self) -> str:
        """The heaviest label that a headline can begin with, empty if none weighs as much as it usually does."""
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
            yield f"attacking {view.pieces_text(pieces)}"
        if levers:
            yield f"in tension with {view.names(levers)}"
        if blocker & side.enemy.pawns and not self.blocker_shown:
            yield f"blocked by the pawn on {view.names(blocker)}"
        elif blocker & complement(side.enemy.pawns):
            verb = "blockaded" if leading.subject is Subject.PASSER else "stopped"
            yield f"{verb} by the {view.piece_on(blocker)}"
        if self.has("break_pawns") and _break_places(side, view.square):
            yield self._strike()
        if view.guards and not self.guards_shown:
            yield f"guarded by {view.names(view.guards)}"
        if self.is_plain:
            outposts = targets & LAYERS["outposts"](side)
            if outposts and side.knights | side.bishops:
                yield f"guarding the {plural(outposts.bit_count(), 'outpost')} {view.names(outposts)}"
            if restrained := side.forward(targets) & side.enemy.pawns:
                yield f"holding back {view.names(restrained)}"

    def _strike(self) -> str:
        """Return the targets of the pawn's breaks in words, with the condition of one if all of them lose the pawn."""
        side, square = self.side, self.view.square
        found = {
            place: Plan(f"[{SQUARE_NAMES[place]}]").standing_on(side) for place in squares(_break_places(side, square))
        }
        now = mask_of(place for place, standing in found.items() if standing == NOW)
        if now:
            return f"ready to strike {_strikes(side, square, now)}"
        place, standing = max(found.items(), key=lambda each: bool(each[1].first))
        first = standing.first or ", but would be lost"
        return f"may strike {_strikes(side, square, 1 << place)}{first}"

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
            return f"a wedge that fixes {view.names(view.stop)}"
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


class LabelLine(NamedTuple):
    """One line on a pawn: a title, and the reasons of the labels that it stands for, the one that it gives first.

    The title names the definitions of a disputed term by which the pawn carries it. ``text`` is the reason without its
    label, a clause or several that end with a full stop; before the fold it leaves out reasons of the lines above.
    """

    title: str
    reasons: tuple[Reason, ...]
    text: str

    @property
    def reason(self) -> Reason:
        """The reason that the line gives."""
        return self.reasons[0]

    @property
    def identifier(self) -> str:
        """The identifier of the layer whose reason the line gives."""
        return self.reason.identifier

    @property
    def sentence(self) -> str:
        """The title and the reason."""
        return f"{self.title}: {self.text}"


class RankedLabels(NamedTuple):
    """The lines on a pawn in three places, and why disputed labels of its own do not hold by other definitions."""

    first: tuple[LabelLine, ...]
    more: tuple[LabelLine, ...]
    geometry: tuple[LabelLine, ...]
    denied: tuple[Reason, ...]

    @property
    def lines(self) -> tuple[LabelLine, ...]:
        """All lines, the weightiest first."""
        return self.first + self.more + self.geometry


def ranked_labels(side: Side[int], square: int) -> RankedLabels:
    """Return the labels of a side's pawn on a square as lines by consequence, those of a disputed term in one."""
    reasons = pawn_reasons(side, square)
    labels = {reason.identifier: reason for reason in reasons if reason.holds}
    weights = {name: weight_at(name, side, square) for name in labels}
    lines = sorted(_lines(labels, weights), key=lambda line: -weights[line.identifier])
    places = {
        line: label_of(line.identifier).place or (Place.FIRST if weights[line.identifier] else Place.MORE)
        for line in lines
    }
    implied = {name for line in lines if places[line] is Place.FIRST for name in label_of(line.identifier).implied}
    placed: dict[Place, list[LabelLine]] = {place: [] for place in Place}
    for line in lines:
        behind = places[line] is Place.FIRST and line.identifier in implied
        placed[Place.MORE if behind else places[line]].append(line)
    weighty = [line for line in placed[Place.FIRST] if weights[line.identifier] >= QUIET]
    quiet = placed[Place.FIRST][len(weighty) :]
    # A place in a chain or in front of the king is said by the headline already.
    first, quiet = (weighty, quiet) if weighty else (quiet[:1], quiet[1:])
    more, geometry = [*quiet, *placed[Place.MORE]], placed[Place.GEOMETRY]
    if not first:
        first = [(more or geometry).pop(0)] if more or geometry else []
    denied = (reason for reason in reasons if not reason.holds)
    return RankedLabels(tuple(_without_repetition(first)), tuple(more), tuple(geometry), tuple(denied))


def _lines(carried: Mapping[str, Reason], weights: Mapping[str, int]) -> Iterator[LabelLine]:
    names = (*(name for name in LABELS if name in carried), *(name for name in carried if name not in LABELS))
    groups: dict[str, list[str]] = {}
    for name in names:
        groups.setdefault(label_of(name).told_with or name, []).append(name)
    for leader, labels in groups.items():
        # A label that weighs more than usual leads its line.
        labels.sort(key=lambda name: weights[name] <= label_of(name).weight)
        reasons = tuple(carried[name] for name in labels)
        definitions = _definitions(leader, carried)
        title = f"{capitalized(label_of(leader).short)} ({definitions})" if definitions else reasons[0].label
        yield LabelLine(title, reasons, f"{joined(reasons[0].clauses)}.")


def _without_repetition(lines: Sequence[LabelLine]) -> Iterator[LabelLine]:
    """Yield lines without the clauses that a line above has said, unless nothing were left of one."""
    earlier: set[str] = set()
    for line in lines:
        clauses = line.reason.clauses
        new = [clause for clause in clauses if clause not in earlier] or clauses
        yield line._replace(text=f"{joined(new)}.")
        earlier.update(clauses)


def _definitions(leader: str, carried: Mapping[str, Reason]) -> str:
    """Return the definitions of a disputed label that hold, and those that do not; empty for any other label."""
    names = {
        name: label.definition
        for name, label in LABELS.items()
        if label.definition and leader in (name, label.told_with)
    }
    yes = [definition for name, definition in names.items() if name in carried]
    no = [definition for name, definition in names.items() if name not in carried]
    if no:
        return f"{listed(yes)}, not {listed(no, 'or')}"
    return "by all definitions" if yes else ""


MOST_CLAUSES: Final = 4  # The most clauses of a sentence on a change; further ones are counted.

_TOLD: Final = labels_with(lambda label: label.fact and label.adjective)


def change_sentence(before: Position, after: Position) -> str:
    """Return one sentence on the changes of passed and doubled pawns, targets, islands and structures."""
    found = (leading_structures(position.sides()[0], with_general=False) for position in (before, after))
    old, new = ([each.heading for each in structures] for structures in found)
    clauses = list(pawn_clauses(before, after))
    if come := [name for name in new if name not in old]:
        clauses.append(f"structure: {listed(come)}")
    elif gone := [name for name in old if name not in new]:
        clauses.append(f"structure gone: {listed(gone)}")
    if not clauses:
        return "No passed or doubled pawn, target, island or structure has come or gone."
    if len(clauses) > MOST_CLAUSES:
        count = len(clauses) - MOST_CLAUSES + 1
        clauses = [*clauses[: MOST_CLAUSES - 1], f"{count} more changes"]
    text = "; ".join(clauses)
    return f"{text if text[:2] in SQUARE_NAMES else capitalized(text)}."


def pawn_clauses(before: Position, after: Position) -> Iterator[str]:
    """Yield the changes of passed and doubled pawns, targets and islands, each pawn in as few clauses as can be."""
    sides = list(zip(before.sides(), after.sides(), strict=True))
    words: dict[str, list[str]] = {}
    named: defaultdict[tuple[bool, bool], int] = defaultdict(int)
    for identifier in _TOLD:
        for old, new in sides:
            for clause, word in _label_changes(old, new, identifier, named):
                words.setdefault(clause, []).append(word)
    for clause, states in words.items():
        yield f"{clause} {listed(states, 'or' if clause.endswith('longer') else 'and')}".rstrip()
    for old, new in sides:
        if old.pawns and not new.pawns:
            yield f"{new.name} has no pawns left"
        counts = NUMBERS["island_count"](old), NUMBERS["island_count"](new)
        if counts[0] != counts[1] and new.pawns:
            yield f"{new.name} has {counts[1]} {plural(counts[1], 'island')}, not {counts[0]}"


def _label_changes(
    old: Side[int], new: Side[int], identifier: str, named: defaultdict[tuple[bool, bool], int]
) -> Iterator[tuple[str, str]]:
    """Yield clauses on a label, and their last words; ``named`` are each color's pawns that have come, and gone."""
    before, after, adjective = LAYERS[identifier](old), LAYERS[identifier](new), LABELS[identifier].adjective
    gone, come = old.pawns & complement(new.pawns), new.pawns & complement(old.pawns)
    if popcount(gone) == popcount(come) == 1 and bool(before & gone) == bool(after & come):
        # One pawn moved and is what it was.
        before, after = before & complement(gone), after & complement(come)
    gained, lost = after & complement(before), before & complement(after | with_wiki(identifier, new))
    stayed = old.pawns & new.pawns
    if gained & stayed:
        yield f"{_names(gained & stayed)} became", adjective
    if arrived := gained & come & complement(named[new.color, True]):
        pawns = plural(popcount(arrived), f"a new {adjective} pawn", f"new {adjective} pawns")
        yield f"{new.name} has {pawns} on {_names(arrived)}", ""
    if lost & stayed:
        count = popcount(lost & stayed)
        yield f"{_names(lost & stayed)} {plural(count, 'is', 'are')} no longer", LABELS[identifier].state(count)
    if missing := lost & gone & complement(named[new.color, False]):
        yield f"{new.name} lost the {adjective} {plural(popcount(missing), 'pawn')} {_names(missing)}", ""
    named[new.color, True] |= gained & come
    named[new.color, False] |= lost & gone


def _names(mask: int) -> str:
    return listed([SQUARE_NAMES[square] for square in sorted(squares(mask), key=lambda square: square & 7)])


PAWN_FACTS: Final = (
    ("Stop", "The square right in front of the pawn."),
    ("Telestops", "The squares in front of the pawn beyond its stop."),
    ("Front span", "All squares in front of the pawn on its file."),
    ("Rear span", "All squares behind the pawn on its file."),
    ("Attacks", "The squares that the pawn attacks where it stands."),
    ("Front attack span", "The squares that the pawn attacks, now or after advancing on its file."),
    (
        "Rear attack span",
        "The squares beside and behind the pawn on the adjacent files: own pawns there are its helpers.",
    ),
    ("Lee", "The squares beside the pawn on its rank towards the nearer edge of the board; a rook pawn has none."),
    ("Luff", "The squares beside the pawn on its rank towards the farther edge of the board."),
    (
        "To promotion",
        "How many moves the pawn needs to the last rank with nothing in its way, a double step being one.",
    ),
    ("To its back rank", "How many ranks lie behind the pawn: as many as its rear span has squares."),
    ("Protected by", "Own pieces of every kind that attack the pawn's square, whether they are pinned or not."),
    ("Helpers", "Own pawns beside or behind it on the adjacent files: they guard its stop, now or after advancing."),
    (
        "Sentries",
        "Enemy pawns in front of it on the adjacent files: they attack a square on its way, now or after advancing.",
    ),
    ("Guards", "Own pawns that attack the pawn's square, to take back what takes the pawn; pins are not considered."),
    ("Attackers", "Enemy pawns that attack the pawn."),
)
"""The facts of a pawn: captions, and their meanings in plain words."""


def pawn_facts(side: Side[int], square: int) -> tuple[str, ...]:
    """Return the values of ``PAWN_FACTS`` for a side's pawn on a square from 0 to 63, empty if there are none."""
    view = Surroundings(side, square)
    pawns = (view.supporters, view.ever_attackers, view.guards, view.attackers)
    return (*_own_facts(side.color, square), ", ".join(guard_names(side, square)), *map(square_names, pawns))


@cache
def _own_facts(color: bool, square: int) -> tuple[str, ...]:
    pawn, view = single_pawn(color, square), Surroundings(one_pawn(color, square), square)
    moves = pawn.moves_to_promotion
    masks = (
        pawn.stop,
        pawn.telestops,
        pawn.front_span,
        pawn.rear_span,
        pawn.attacks,
        view.front_attack_span,
        view.rear_attack_span,
        pawn.lee,
        pawn.luff,
    )
    way = f"{count_text(moves, 'move')}, on {SQUARE_NAMES[view.promotion_square]}" if moves else "it is there"
    ranks = popcount(pawn.rear_span)
    return (*map(compact_names, masks), way, count_text(ranks, "rank") if ranks else "it is there")


SQUARE_FACTS: Final = (
    ("Guarded by", "The side's pawns that attack the square."),
    ("Ever guarded by", "The side's pawns that attack the square, now or after advancing on their files."),
    ("In front span of", "The side's pawns whose front span holds the square: those behind it on its file."),
    ("In rear span of", "The side's pawns whose rear span holds the square: those in front of it on its file."),
    ("Safe", "Whether the side's pawns guard the square at least as often as enemy pawns attack it."),
    (
        "Hole",
        "Whether the square is on the side's third or fourth rank and no pawn of it can ever guard it "
        "without capturing.",
    ),
    (
        "Outpost (wiki)",
        "Whether a pawn of the side guards the square, on its ranks 4 to 6, and no enemy pawn can ever "
        "attack it without capturing.",
    ),
    (
        "Outpost (Stockfish)",
        "Whether the square, on the side's ranks 4 to 6, is guarded by its pawns or right behind a pawn, no enemy pawn "
        "attacks it, and none but rammed or backward ones can ever come to attack it.",
    ),
)
"""The facts of a square, each for both sides: captions, and their meanings in plain words."""

VERDICTS: Final = ("safe_squares", "holes", "outposts", "outposts_stockfish")
"""The layers of squares among the facts of a square, by their identifiers."""


class SquareFact(NamedTuple):
    """A fact of a square for one side: its value, empty if there is none, and a sentence that says why."""

    value: str
    why: str = ""


def square_facts(sides: tuple[Side[int], Side[int]], square: int) -> tuple[tuple[SquareFact, SquareFact], ...]:
    """Return the values of ``SQUARE_FACTS`` for White and for Black and a square from 0 to 63."""
    columns = []
    for side in sides:
        view = Surroundings(side, square)
        pawns = (view.guards, view.ever_guards, view.own_behind, view.own_in_front)
        reasons = [reason(identifier, side, square) for identifier in VERDICTS]
        verdicts = [SquareFact("yes" if each.holds else "no", each.text) for each in reasons]
        columns.append((*(SquareFact(square_names(mask)) for mask in pawns), *verdicts))
    white, black = columns
    return tuple(zip(white, black, strict=True))


def square_headline(sides: tuple[Side[int], Side[int]], square: int) -> str:
    """Return one sentence on a square from 0 to 63: how often pawns of each side guard it, and what it is for whom."""
    counts = [popcount(Surroundings(side, square).guards) for side in sides]
    parts = []
    if any(counts):
        (most, color), (least, other) = sorted(zip(counts, ("White", "Black"), strict=True), key=lambda pair: -pair[0])
        times = ("never", "once", "twice")
        parts.append(f"{color}'s pawns guard it {times[most]}, {other}'s {times[least]}")
    else:
        parts.append("No pawn guards it")
    kinds = {"outposts": "an outpost for {}", "holes": "a hole in {}'s camp", "break_squares": "a break square for {}"}
    for identifier, words in kinds.items():
        holders = [side.name for side in sides if LAYERS[identifier](side) >> square & 1]
        if holders:
            parts.append(words.format(listed(holders)))
    if all(counts) or not parts[1:]:
        safe = [side.name for side in sides if LAYERS["safe_squares"](side) >> square & 1]
        parts.append(
            f"safe for {'both sides' if len(safe) == 2 else listed(safe)}" if safe else "safe for neither side"
        )
    return f"{'; '.join(parts)}."


SQUARE_LABELS: Final = ("outposts", "holes", "break_squares", "key_squares", "opposition_squares", "weak_color_complex")
"""The layers of squares that a square's labels are of, in their order."""


def square_labels(side: Side[int], square: int) -> tuple[Reason, ...]:
    """Return why a side's layers of squares hold a square from 0 to 63, the most telling first."""
    view = Surroundings(side, square)
    is_pawn_ending = all(not (each.knights | each.bishops | each.rooks | each.queens) for each in (side, side.enemy))
    labels = [
        reason(identifier, side, square)
        for identifier in SQUARE_LABELS
        if (is_pawn_ending or identifier != "opposition_squares") and LAYERS[identifier](side) >> square & 1
    ]
    return (*labels, reason("safe_squares", side, square)) if view.attackers else tuple(labels)


def nearest_miss(identifier: str, side: Side[int]) -> tuple[int, Reason] | None:
    """Return the pawn that lacks the fewest conditions of a layer of pawns that holds none, and the reason, or None."""
    layer = LAYERS.get(identifier)
    if layer is None or not layer.of_pawns or layer(side):
        return None
    pawns = side.enemy.pawns if rule_of(identifier).of_enemy else side.pawns
    found = [(square, reason(identifier, side, square)) for square in squares(pawns)]
    return min(
        found, key=lambda miss: (len(miss[1].clauses), miss[1].named.bit_count(), len(miss[1].text)), default=None
    )
