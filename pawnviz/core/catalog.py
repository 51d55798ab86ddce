"""Sample positions, presets of layers, entries of the manual and the glossary."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, NUMBERS, present_identifier
from pawnviz.folders import read_resource

if TYPE_CHECKING:
    from pawnviz.core.structures.structure import Plans, Structure


class Preset(NamedTuple):
    """At most three layers shown together: a title, one sentence, and their identifiers.

    ``exceptions`` are those of which the board marks the squares that the layer does not hold, each with the title
    of these squares.
    """

    title: str
    description: str
    layers: tuple[str, ...]
    exceptions: Mapping[str, str]


@cache
def presets() -> tuple[Preset, ...]:
    """Return the presets in the order of their buttons."""
    return tuple(
        Preset(
            entry["title"],
            entry["description"],
            tuple(map(present_identifier, entry["layers"])),
            entry.get("exceptions", {}),
        )
        for entry in json.loads(read_resource("presets.json"))
    )


def exceptions_of(identifiers: Iterable[str]) -> dict[str, str]:
    """Return the exceptions of the preset that shows exactly these layers, none if no preset does."""
    wanted = set(identifiers)
    preset = next((preset for preset in presets() if set(preset.layers) == wanted), None)
    return {} if preset is None else dict(preset.exceptions)


class Sample(NamedTuple):
    """A position as FEN, its theme, and layers that show it; one that ``begins`` a group has a line above it."""

    title: str
    fen: str
    look: str
    layers: tuple[str, ...]
    begins: bool = False


@cache
def samples() -> tuple[Sample, ...]:
    """Return the samples in the order of their menu."""
    return _read("samples.json")


@cache
def errata() -> tuple[Sample, ...]:
    """Return the positions on which a formula or a diagram of the wiki and its own sentence disagree."""
    return _read("errata.json")


def _read(name: str) -> tuple[Sample, ...]:
    return tuple(
        Sample(entry["title"], entry["fen"], entry["look"], tuple(entry["layers"]), entry.get("begins", False))
        for entry in json.loads(read_resource(name))
    )


class Article(NamedTuple):
    """A title, a text in Markdown, further ``words`` by which it is found, and a name that no other page has.

    The name of an entry of the glossary is its kind and its identifier, such as ``layer:stops``; ``part`` is the title
    of the part of the contents that it belongs to.
    """

    title: str
    text: str
    words: str = ""
    name: str = ""
    part: str = "Manual"

    def matches(self, searched: str) -> bool:
        """Return whether each word of a text stands in this page, in any case."""
        content = f"{self.title} {self.text} {self.words}".casefold()
        return all(word in content for word in searched.casefold().split())


@cache
def manual() -> tuple[Article, ...]:
    """Return the pages of the manual, one for each heading of the second level."""
    _, *parts = read_resource("manual.md").split("\n## ")
    pages = (part.partition("\n") for part in parts)
    return tuple(Article(title, text.strip(), name=title) for title, _, text in pages)


def glossary() -> tuple[Article, ...]:
    """Return an entry for each layer, number and structure, each kind in the order of its titles."""
    layers = [
        _article(layer.title, layer.definition, "Layer", layer.identifier, layer.chapter.title, layer.words)
        for layer in LAYERS.values()
    ]
    numbers = [
        _article(number.title, number.definition, "Number", number.identifier, number.chapter.title)
        for number in NUMBERS.values()
    ]
    structures = [
        _article(structure.title, structure.rule.words, "Structure", structure.identifier, plans=structure.plans)
        for structure in _structures().values()
    ]
    parts = (layers, numbers, structures)
    return tuple(entry for part in parts for entry in sorted(part, key=lambda entry: entry.title.casefold()))


def _article(
    title: str,
    definition: str,
    kind: str,
    identifier: str,
    chapter: str = "",
    words: tuple[str, ...] = (),
    plans: tuple[Plans, Plans] = ((), ()),
) -> Article:
    parts = [definition]
    for side, sentences in zip(("White", "Black"), plans, strict=True):
        parts += [f"**{side}:** {' '.join(plan.sentence for plan in sentences)}"] if sentences else []
    parts += [f"Also called: {', '.join(words)}."] if words else []
    text = "\n\n".join([*parts, f"*{kind} `{identifier}`{f', {chapter}' if chapter else ''}*"])
    return Article(title, text, name=f"{kind.lower()}:{identifier}", part=f"{kind}s")


_FURTHER_BOARDS: Final = tuple(
    Sample("A position from a game", fen, "", ())
    for fen in (
        "b4r1r/3kq1p1/p1p1p1p1/NpPpPP2/1P1P2P1/4Q2p/1K5P/4R2R w - - 0 1",
        "8/3r1pp1/p7/2k2PpP/rp1pB3/2pK1P2/P1R5/1R6 w - - 0 1",
        "2k3r1/1b1n1p2/5n2/1Rp1q2p/1pPpP1p1/1N3P2/4B1PP/Q4RK1 w - - 0 1",
        "1r2r1k1/pb1n1pp1/1p1p2np/2P1p1q1/P1P1P3/2P2PP1/2QNBB1P/1R1R3K b - - 0 1",
    )
)
"""Positions with layers that neither a sample nor the pawns of a structure has."""


@cache
def board_of(name: str) -> Sample | None:
    """Return a board that shows an entry of the glossary, if possible with squares of both sides, or None."""
    kind, _, identifier = name.partition(":")
    if kind == "structure" and identifier in _structures():
        return _board_of(_structures()[identifier])
    if kind != "layer" or identifier not in LAYERS:
        return None
    boards = (*samples(), *errata())
    chosen = [board for board in boards if identifier in board.layers]
    every = (*chosen, *boards, *_structure_boards(), *_FURTHER_BOARDS)
    for held in (all, any):
        for board in every:
            if held(LAYERS[identifier](side) for side in Position.from_fen(board.fen).sides()):
                return board._replace(layers=(identifier,), look="")
    return None


def boards_of_difference(first: str, second: str) -> Iterator[Sample]:
    """Yield the sample positions, then the structures, on which two layers by their identifiers hold other squares."""
    layers = (LAYERS[first], LAYERS[second])
    for board in (*samples(), *errata(), *_structure_boards()):
        sides = Position.from_fen(board.fen).sides()
        if any(layers[0](side) != layers[1](side) for side in sides):
            yield board


@cache
def _structure_boards() -> tuple[Sample, ...]:
    boards = map(_board_of, _structures().values())
    return tuple(board for board in boards if board is not None)


def _structures() -> Mapping[str, Structure]:
    from pawnviz.core.structures import known_structures  # The window is loaded without the rules of structures.

    return known_structures().structures


def _board_of(structure: Structure) -> Sample | None:
    pawns = structure.pictured_pawns(None)
    if pawns is None:
        return None
    white, black = pawns
    return Sample(structure.title, Position(white=white, black=black, pawns=white | black).fen(), "", ())
