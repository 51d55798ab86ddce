"""Names of players of which one may be short for the other, such as ``Karpov,An`` for ``Karpov, Anatoly``."""

from __future__ import annotations

from pawnviz.core.words import folded


def name_parts(name: str) -> tuple[str, str]:
    """Return surname and given names, folded, these without blanks and dots; the latter may be empty."""
    surname, _, given = folded(name).partition(",")
    return " ".join(surname.split()), given.replace(".", "").replace(" ", "").replace(",", "")


def are_like(first: str, second: str) -> bool:
    """Return whether two names have one surname, and given names of which one begins with the other."""
    surname, given = name_parts(first)
    other_surname, other_given = name_parts(second)
    if surname != other_surname or not (given and other_given):
        return False
    return given.startswith(other_given) or other_given.startswith(given)
