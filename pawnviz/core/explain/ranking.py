"""The labels of a pawn by consequence: wins and losses first, variants of a term in one line, geometry last.

A trainer says of a pawn what it is about to win, then what is wrong with it, then what it can do now, and only then how
it stands. Labels that another one implies, and shapes that everyone sees, are kept for whoever asks for more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import Reason, pawn_reasons
from pawnviz.core.explain.reasons.verdicts import joined
from pawnviz.core.labels.label import QUIET, Place
from pawnviz.core.labels.order import label_of, weight_at
from pawnviz.core.labels.table import LABELS
from pawnviz.core.words import capitalized, listed


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
