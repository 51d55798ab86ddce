"""Labels by consequence, and changes of a position in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import SQUARE_NAMES, complement, popcount, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import Reason, pawn_reasons
from pawnviz.core.explain.reasons.verdicts import joined
from pawnviz.core.labels.order import label_of, labels_with, weight_at
from pawnviz.core.labels.table import LABELS, QUIET, Place
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.structures import leading_structures
from pawnviz.core.words import capitalized, listed, plural


class LabelLine(NamedTuple):
    """One line on a pawn: a title, and the reasons of the labels that it stands for, the one that it gives first.

    The title names the definitions of a disputed term by which the pawn carries it. ``text`` is the reason without its
    label, a clause or several that end with a full stop; before the fold it leaves out what a line above it has said.
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
    places = {line: _place(line.identifier, weights) for line in lines}
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
        yield LabelLine(title, reasons, _text(reasons[0].clauses))


def _text(clauses: Sequence[str]) -> str:
    return f"{joined(clauses)}."


def _without_repetition(lines: Sequence[LabelLine]) -> Iterator[LabelLine]:
    """Yield lines without the clauses that a line above has said, unless nothing were left of one."""
    earlier: set[str] = set()
    for line in lines:
        clauses = line.reason.clauses
        yield line._replace(text=_text([clause for clause in clauses if clause not in earlier] or clauses))
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


def _place(identifier: str, weights: Mapping[str, int]) -> Place:
    return label_of(identifier).place or (Place.FIRST if weights[identifier] else Place.MORE)


MOST_CLAUSES: Final = 4  # The most clauses of a sentence on a change; further ones are counted.

_TOLD: Final = labels_with(lambda label: label.fact and label.adjective)


def change_sentence(before: Position, after: Position) -> str:
    """Return one sentence on the changes of passed, weak and doubled pawns, islands and structures."""
    clauses = list(_clauses(before, after))
    if not clauses:
        return "No passed, weak or doubled pawn, island or structure has come or gone."
    if len(clauses) > MOST_CLAUSES:
        count = len(clauses) - MOST_CLAUSES + 1
        clauses = [*clauses[: MOST_CLAUSES - 1], f"{count} more changes"]
    text = "; ".join(clauses)
    return f"{text if text[:2] in SQUARE_NAMES else capitalized(text)}."


def _clauses(before: Position, after: Position) -> Iterator[str]:
    yield from pawn_clauses(before, after)
    found = (leading_structures(position.sides()[0], with_general=False) for position in (before, after))
    yield from _structure_clauses(*([each.heading for each in structures] for structures in found))


def pawn_clauses(before: Position, after: Position) -> Iterator[str]:
    """Yield the changes of passed, weak and doubled pawns and of islands, each as a clause."""
    sides = list(zip(before.sides(), after.sides(), strict=True))
    for identifier in _TOLD:
        for old, new in sides:
            yield from _label_clauses(old, new, identifier, LABELS[identifier].adjective)
    for old, new in sides:
        if old.pawns and not new.pawns:
            yield f"{_color(new)} has no pawns left"
        counts = NUMBERS["island_count"](old), NUMBERS["island_count"](new)
        if counts[0] != counts[1] and new.pawns:
            yield f"{_color(new)} has {counts[1]} {plural(counts[1], 'island')}, not {counts[0]}"


def _label_clauses(old: Side[int], new: Side[int], identifier: str, adjective: str) -> Iterator[str]:
    before, after = LAYERS[identifier](old), LAYERS[identifier](new)
    gone, come = old.pawns & complement(new.pawns), new.pawns & complement(old.pawns)
    if popcount(gone) == popcount(come) == 1 and bool(before & gone) == bool(after & come):
        # One pawn moved and is what it was.
        before, after = before & complement(gone), after & complement(come)
    gained, lost = after & complement(before), before & complement(after)
    stayed = old.pawns & new.pawns
    if gained & stayed:
        yield f"{_names(gained & stayed)} became {adjective}"
    if gained & come:
        count = popcount(gained & come)
        article = "a " if count == 1 else ""
        yield f"{_color(new)} has {article}new {adjective} {plural(count, 'pawn')} on {_names(gained & come)}"
    if lost & stayed:
        verb = plural(popcount(lost & stayed), "is", "are")
        yield f"{_names(lost & stayed)} {verb} no longer {adjective}"
    if lost & gone:
        yield f"{_color(new)} lost the {adjective} {plural(popcount(lost & gone), 'pawn')} {_names(lost & gone)}"


def _structure_clauses(old: list[str], new: list[str]) -> Iterator[str]:
    come = [name for name in new if name not in old]
    gone = [name for name in old if name not in new]
    if come:
        yield f"structure: {listed(come)}"
    elif gone:
        yield f"structure gone: {listed(gone)}"


def _color(side: Side[int]) -> str:
    return "White" if side.color else "Black"


def _names(mask: int) -> str:
    return listed([SQUARE_NAMES[square] for square in sorted(squares(mask), key=lambda square: square & 7)])
