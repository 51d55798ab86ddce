"""Sentences that say why: a title, a text, the pawns it names, and its tool tip."""

from __future__ import annotations

from typing import NamedTuple

from pawnviz.core.explain.reasons import Reason
from pawnviz.core.explain.terms import terms_in
from pawnviz.view.widgets.markup import escape


def reason_tip(text: str, explanation: str) -> str:
    """Return a tool tip in rich text: what a label means in plain words, and the terms that its sentence uses."""
    terms = [f"<b>{escape(term)}</b>: {escape(meaning)}" for term, meaning in terms_in(text)]
    return f"<p>{escape(explanation)}</p>" + (f"<p>{'<br>'.join(terms)}</p>" if terms else "")


class Sentence(NamedTuple):
    """A sentence with a title before it, the mask of the pawns it names, what its title means, a layer's identifier.

    A muted one speaks against its title. Without an identifier the title leads nowhere.
    """

    title: str
    text: str
    named: int = 0
    explanation: str = ""
    identifier: str = ""
    muted: bool = False

    @property
    def tip(self) -> str:
        """A tool tip in rich text, empty where there is nothing to explain."""
        return reason_tip(f"{self.title}: {self.text}", self.explanation) if self.explanation else ""


def reason_sentence(reason: Reason) -> Sentence:
    """Return a reason as a sentence, muted where it speaks against its label."""
    title, _, text = reason.text.partition(": ")
    return Sentence(title, text, reason.named, reason.explanation, reason.identifier, not reason.holds)
