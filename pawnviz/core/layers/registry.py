"""The registry of layers and numbers, and how one is declared.

A layer is a set of squares of a side: a title, a chapter, a mark, a formula, from which its function is compiled, and a
definition. What no formula says is a function, written once for both colors and for ints and arrays alike.
Everything that lists layers (panel, inspector, command line, documentation, tests) reads this registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, NamedTuple, TypeVar, cast

from pawnviz.core.board.bitboard import FILES, Bits, popcount
from pawnviz.core.board.side import Side
from pawnviz.core.formula import names
from pawnviz.core.formula.compiler import Compiled
from pawnviz.core.formula.names import FORMER_IDENTIFIERS
from pawnviz.core.layers.marks import Family, Mark

WIKI: Final = "https://www.chessprogramming.org/"
STOCKFISH_PAWNS: Final = "https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/pawns.cpp"
STOCKFISH_EVALUATION: Final = "https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/evaluate.cpp"


class Chapter(NamedTuple):
    """A part of the vocabulary, with the address of the wiki page it comes from."""

    title: str
    source: str


FILLS: Final = Chapter("Pawns and fills", WIKI + "Pawn_Fills")
SPANS: Final = Chapter("Spans and stops", WIKI + "Pawn_Spans")
ATTACK_SPANS: Final = Chapter("Attack spans", WIKI + "Attack_Spans")
ATTACKS: Final = Chapter("Attacks and safety", WIKI + "Pawn_Attacks_(Bitboards)")
PUSHES: Final = Chapter("Pushes", WIKI + "Pawn_Pushes_(Bitboards)")
CAPTURES: Final = Chapter("Captures", WIKI + "Pawn_Attacks_(Bitboards)#Captures")
LEVERS: Final = Chapter("Levers and rams", WIKI + "Pawn_Levers_(Bitboards)")
CHAINS: Final = Chapter("Chains and duos", WIKI + "Defended_Pawns_(Bitboards)")
ISLANDS: Final = Chapter("Islands and files", WIKI + "Pawn_Islands_(Bitboards)")
DOUBLED: Final = Chapter("Doubled pawns", WIKI + "Double_and_Triple_(Bitboards)")
PASSERS: Final = Chapter("Passers and candidates", WIKI + "Passed_Pawns_(Bitboards)")
BACKWARD: Final = Chapter("Backward and weak pawns", WIKI + "Backward_Pawns_(Bitboards)")
SQUARES: Final = Chapter("Holes and outposts", WIKI + "Holes")
MAJORITIES: Final = Chapter("Majorities and center", WIKI + "Pawn_Structure")
PIECES: Final = Chapter("Pawns and pieces", WIKI + "Evaluation_of_Pieces")
KING: Final = Chapter("Pawns and kings", WIKI + "King_Safety")
ENGINES: Final = Chapter("Terms of engines", STOCKFISH_EVALUATION)
DISPERSION: Final = Chapter("Dispersion and distortion", WIKI + "Dispersion_and_Distortion")


class Layer(NamedTuple):
    """A named set of squares for each side.

    ``compute`` takes a ``Side`` of ints or arrays and returns a mask of the same type within 64 bits. ``formula`` is
    its executable text; what no formula says has ``rule`` instead, in words. ``turns`` is false for a set of files kept
    in the low byte: it is the same set from either end of the board, so it does not turn with the colors. ``source`` is
    the address of the page or program that the definition is from, the chapter's for most. ``words`` are other names
    for the search, in small letters: players' words beside engine words, and former titles. ``also_written`` are other
    formulas of the same set, as pages and programs write it. ``of_pieces`` is true where badges stand at pieces.
    """

    identifier: str
    title: str
    chapter: Chapter
    formula: str
    definition: str
    mark: Mark
    compute: Callable[[Side[Any]], Any]
    turns: bool = True
    rule: str = ""
    source: str = ""
    words: tuple[str, ...] = ()
    also_written: tuple[str, ...] = ()
    of_pieces: bool = False

    @property
    def of_pawns(self) -> bool:
        """Whether the layer is a set of pawns, whose badges stand at them."""
        return self.mark.family is Family.BADGE and not self.of_pieces

    def __call__(self, side: Side[Bits]) -> Bits:
        """Return the layer's mask for a side: an int for ints, a ``uint64`` array of the side's shape for arrays."""
        mask: Bits = self.compute(side)
        return mask

    @property
    def unit(self) -> str:
        """The unit of the layer's count: ``file`` for a set of files, which strips are drawn for, else ``square``."""
        return "file" if self.mark.family is Family.STRIP else "square"

    def count(self, mask: int) -> int:
        """Return how many squares a mask of the layer holds, or for a set of files how many files."""
        if self.mark.family is Family.STRIP:
            return sum(1 for file in FILES if mask & file)
        return popcount(mask)


class Number(NamedTuple):
    """A named count or byte for each side, such as the number of pawn islands.

    ``bits`` is the width of a set that is printed in hexadecimal, or 0 for a count that is printed in decimal.
    ``source`` is the address of the page that the definition is from, the chapter's for most.
    """

    identifier: str
    title: str
    chapter: Chapter
    definition: str
    compute: Callable[[Side[Any]], Any]
    bits: int = 0
    source: str = ""

    def __call__(self, side: Side[Bits]) -> Bits:
        """Return the number for a side: an int, or an array of the side's shape, ``uint8`` or for a byte ``uint64``."""
        value: Bits = self.compute(side)
        return value

    def text(self, value: int) -> str:
        """Return the value as people read it: ``2`` for a count, ``0xe7`` for a byte."""
        return f"0x{value:0{self.bits // 4}x}" if self.bits else str(value)


Entry = Layer | Number  # A member of the vocabulary.
LAYERS: Final = cast(dict[str, Layer], names.LAYERS)  # Every layer by identifier, in the order of the vocabulary.
NUMBERS: Final = cast(dict[str, Number], names.NUMBERS)  # Every number by identifier, in the order of the vocabulary.

LayerFunction = TypeVar("LayerFunction", bound=Callable[..., Any])


def present_identifier(identifier: str) -> str:
    """Return the identifier of today for one of a former version, and any other text as it is."""
    return FORMER_IDENTIFIERS.get(identifier, identifier)


def layer(
    title: str,
    chapter: Chapter,
    mark: Mark,
    formula: str,
    definition: str,
    *,
    identifier: str = "",
    turns: bool = True,
    source: str = "",
    words: tuple[str, ...] = (),
    also_written: tuple[str, ...] = (),
    of_pieces: bool = False,
) -> Layer:
    """Return a layer, registered, whose function is compiled from its formula when a side is first asked for it.

    Without an ``identifier`` it is the title with underscores. Raises ``ValueError`` for a taken one.
    """
    name = identifier or re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")
    functions = Compiled(formula)

    def compute(side: Side[Any]) -> Any:
        mask = side.cache.get(name)
        if mask is None:
            mask = side.cache[name] = functions[side.color, side.pawns.__class__ is int](side)
        return mask

    declared = Layer(
        identifier=name,
        title=title,
        chapter=chapter,
        formula=formula,
        definition=definition,
        mark=mark,
        compute=compute,
        turns=turns,
        source=source or chapter.source,
        words=words,
        also_written=also_written,
        of_pieces=of_pieces,
    )
    _add(LAYERS, declared)
    return declared


def counted(
    title: str, chapter: Chapter, mark: Mark, rule: str, *, source: str = "", words: tuple[str, ...] = ()
) -> Callable[[LayerFunction], Layer]:
    """Register the decorated function as a layer named after it that no formula says; the docstring is its definition.

    ``rule`` says it in words. Raises ``ValueError`` for a taken identifier.
    """

    def register(function: LayerFunction) -> Layer:
        declared = Layer(
            identifier=function.__name__,
            title=title,
            chapter=chapter,
            formula="",
            definition=_definition(function),
            mark=mark,
            compute=_remembered(function, function.__name__),
            rule=rule,
            source=source or chapter.source,
            words=words,
        )
        _add(LAYERS, declared)
        return declared

    return register


def shared(function: LayerFunction) -> LayerFunction:
    """Remember the value of the decorated function for a side: a step that several layers have in common."""
    return _remembered(function, f"{function.__module__}.{function.__qualname__}")


def _remembered(function: LayerFunction, name: str) -> LayerFunction:
    @wraps(function)
    def remembered(side: Side[Any]) -> Any:
        mask = side.cache.get(name)
        if mask is None:
            mask = side.cache[name] = function(side)
        return mask

    return cast(LayerFunction, remembered)


def number(
    title: str, chapter: Chapter, *, bits: int = 0, source: str = ""
) -> Callable[[LayerFunction], LayerFunction]:
    """Register the decorated function as a number named after it. The docstring is the definition."""

    def register(rule: LayerFunction) -> LayerFunction:
        _add(NUMBERS, Number(rule.__name__, title, chapter, _definition(rule), rule, bits, source or chapter.source))
        return rule

    return register


def _definition(rule: Callable[..., Any]) -> str:
    paragraph = (rule.__doc__ or "").split("\n\n")[0]
    return " ".join(paragraph.split())


def _add(registry: dict[str, Any], entry: Layer | Number) -> None:
    if entry.identifier in LAYERS or entry.identifier in NUMBERS:
        raise ValueError(f"the name {entry.identifier} is taken by another layer or number")
    registry[entry.identifier] = entry
