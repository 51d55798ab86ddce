"""Sentences with a title: reasons of a pawn's labels, and rules of structures."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.explain.reasons import Reason
from pawnviz.core.explain.terms import terms_in
from pawnviz.core.words import escaped


class Sentence(NamedTuple):
    """A sentence with a title in front of it.

    ``named`` is the mask of the pawns in it, ``explanation`` the meaning of its title, ``identifier`` the layer
    behind the title or empty; ``muted`` marks a denial.
    """

    title: str
    text: str
    named: int = 0
    explanation: str = ""
    identifier: str = ""
    muted: bool = False

    @property
    def whole(self) -> str:
        """The title and the text."""
        return f"{self.title}: {self.text}" if self.title else self.text

    @property
    def tip(self) -> str:
        """A tool tip in rich text, empty without an explanation."""
        return reason_tip(self.whole, self.explanation) if self.explanation else ""


def reason_sentence(reason: Reason) -> Sentence:
    """Return a reason as a sentence, muted where its label does not hold."""
    title, _, text = reason.text.partition(": ")
    return Sentence(title, text, reason.named, reason.explanation, reason.identifier, not reason.holds)


def reason_tip(text: str, explanation: str) -> str:
    """Return a tool tip in rich text: the meaning of a label in plain words, and the terms of a sentence on it."""
    terms = [f"<b>{escaped(term)}</b>: {escaped(meaning)}" for term, meaning in terms_in(text)]
    return f"<p>{escaped(explanation)}</p>" + (f"<p>{'<br>'.join(terms)}</p>" if terms else "")
