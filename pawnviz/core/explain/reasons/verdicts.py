"""Verdicts on a label: whether it holds and the clauses that say why, and how several verdicts make one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pawnviz.core.explain.surroundings import Surroundings


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
    """Return a verdict of one clause that holds where pawns were found; it names them."""
    return Verdict.of(bool(pawns), text, pawns)


def if_none(pawns: int, text: str) -> Verdict:
    """Return a verdict of one clause that holds where no pawn was found; it names those that were."""
    return Verdict.of(not pawns, text, pawns)


def no_stop(view: Surroundings) -> Verdict:
    """Return that a label does not hold of a pawn on its last rank, with no square in front of it."""
    return Verdict.of(False, f"{view.name} is on {view.rank_name}, with no square in front of it")
