"""Completion of fields while they are typed: names of fields, and values from the open file of games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from pawnviz.core.collections.field_text import field_text
from pawnviz.core.collections.fields import FIELDS
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import known_structures
from pawnviz.core.words import count_text

MOST_OFFERS: Final = 50

LEAST_LETTERS: Final = 3
"""The least number of letters of a word without a field for which structures are offered."""

_TOKEN: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*(?:"|$)|[^\s"])+')
_SQUARE: Final = re.compile(r"(?<!\S)(?:(?P<color>[WB])\s+)?(?P<square>[a-h][1-8])(?!\S)", re.IGNORECASE)
_NAMED: Final = ("white", "black", "player", "event", "eco")
_RESULTS: Final = {"1-0": "White won", "0-1": "Black won", "1/2-1/2": "drawn", "*": "without a result"}


class Offer(NamedTuple):
    """A text that takes the place of the typed one, and its meaning in a few words."""

    text: str
    about: str


class Offers(NamedTuple):
    """Offers for a part of a text, from a place up to another one."""

    start: int
    end: int
    offers: tuple[Offer, ...]


class NameSource(Protocol):
    """Where names of players, events and openings come from."""

    def names(self, field: str, text: str, most: int) -> Iterable[tuple[str, int]]:
        """Return the commonest names that have all words of a text, with the number of their games."""


def completions(text: str, place: int, source: NameSource) -> Offers:
    """Return the completions of the field at a place of a text: of its name, or behind the colon of its value.

    A word without a field may also be one of the name of a structure. For a square, also behind W or B, patterns with a
    pawn on it are offered.
    """
    pawn = next((match for match in _SQUARE.finditer(text) if match.end() == place), None)
    if pawn is not None and not text.count('"', 0, pawn.start()) % 2:
        return Offers(pawn.start(), place, tuple(_patterns(pawn)))
    token = next((match for match in _TOKEN.finditer(text) if match.start() < place <= match.end()), None)
    if token is None:
        return Offers(place, place, ())
    head = text[token.start() : place]
    name, colon, typed = head.partition(":")
    name = name.lower()
    offers: Iterable[Offer] = ()
    if not colon:
        fields = (Offer(f"{field}:", about) for field, (_, about, _) in FIELDS.items() if field.startswith(name))
        offers = (*fields, *structures_of_word(name))
    elif name in FIELDS:
        typed = typed.removeprefix('"').removesuffix('"').replace("\\", "")
        offers = _values(name, typed, source)
    return Offers(token.start(), token.end(), tuple(offers)[:MOST_OFFERS])


def _patterns(pawn: re.Match[str]) -> Iterable[Offer]:
    square, color = pawn["square"].lower(), (pawn["color"] or "").upper()
    for letter, name in (("W", "white"), ("B", "black")):
        if color in ("", letter):
            yield Offer(field_text("pattern", f"{letter} {square}"), f"a {name} pawn on {square}")


def _values(name: str, typed: str, source: NameSource) -> Iterable[Offer]:
    if name in _NAMED:
        return (
            Offer(field_text(name, found), count_text(games, "game"))
            for found, games in source.names(name, typed, MOST_OFFERS)
        )
    if name == "result":
        return (Offer(f"result:{each}", about) for each, about in _RESULTS.items() if each.startswith(typed))
    if name == "structure":
        return _structures(typed)
    _, about, example = FIELDS[name]
    return () if typed else (Offer(f"{name}:{example}", f"such as this: {about}"),)


def structures_of_word(word: str) -> Iterable[Offer]:
    """Return the structures in whose name a word begins like this one, none for a word of few letters."""
    if len(word) >= LEAST_LETTERS:
        for structure in known_structures().structures.values():
            if any(each.startswith(word.casefold()) for each in structure.title.casefold().split()):
                yield from _whose(structure)


def _whose(structure: Structure) -> Iterable[Offer]:
    """Return a structure of the color that usually has it, as menus do, and of either color."""
    text = f"structure:{structure.identifier}"
    if structure.mutual:
        yield Offer(text, structure.title)
        return
    yield Offer(f"{text},{'white' if structure.of_white else 'black'}", structure.heading_for(structure.of_white))
    yield Offer(text, f"{structure.title} of either color")


def _structures(typed: str) -> Iterable[Offer]:
    head, comma, last = typed.casefold().rpartition(",")
    identifier, *words = head.split(",")
    for structure in known_structures().structures.values():
        if not comma:
            if all(word in f"{structure.identifier} {structure.title}".casefold() for word in last.split()):
                yield from _whose(structure)
        elif structure.identifier == identifier:
            offers = {"white": structure.title_for(True), "black": structure.title_for(False)}
            if structure.mutual or {"white", "black", "either"}.intersection(words):
                offers.clear()
            offers["wide"] = "also under more specific names"
            for word, about in offers.items():
                if word.startswith(last) and word not in words:
                    yield Offer(f"structure:{head},{word}", about)
