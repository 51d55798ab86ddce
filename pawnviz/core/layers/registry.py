"""The registry of layers and numbers, and how one is declared.

A layer is a set of squares of a side: a title, a chapter, a mark, a formula, from which its function is compiled, and a
definition. What no formula says is a function, written once for both colors and for ints and arrays alike.
Everything that lists layers (panel, inspector, command line, documentation, tests) reads this registry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

from pawnviz.core.board.arrays import Boards, PawnBoards
from pawnviz.core.board.bitboard import BOARD, FILES, SQUARE_NAMES, Bits, popcount, squares
from pawnviz.core.board.side import Side, release
from pawnviz.core.formula import names
from pawnviz.core.formula.compiler import Compiled
from pawnviz.core.formula.names import FORMER_IDENTIFIERS, RESERVED
from pawnviz.core.layers.marks import Family, Mark
from pawnviz.core.words import quoted_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

WIKI: Final = "https://www.chessprogramming.org/"
STOCKFISH_PAWNS: Final = "https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/pawns.cpp"
STOCKFISH_EVALUATION: Final = "https://github.com/official-stockfish/Stockfish/blob/sf_15.1/src/evaluate.cpp"


LayerFunction = TypeVar("LayerFunction", bound=Callable[..., Any])


class Chapter(NamedTuple):
    """A part of the vocabulary, with the address of the wiki page it comes from."""

    title: str
    source: str

    def layer(
        self,
        title: str,
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
        """Return a registered layer, by default named after its title; raises ``ValueError`` for a taken name."""
        name = identifier or identifier_of(title)
        compute, origin = _compiled(name, formula), source or self.source
        declared = Layer(
            name, title, self, formula, definition, mark, compute, turns, "", origin, words, also_written, of_pieces
        )
        _add(LAYERS, declared)
        return declared

    def counted(
        self, title: str, mark: Mark, rule: str, *, source: str = "", words: tuple[str, ...] = ()
    ) -> Callable[[LayerFunction], Layer]:
        """Register the decorated function as a layer named after it that no formula says.

        Its docstring is the definition, ``rule`` says it in words. Raises ``ValueError`` for a taken identifier.
        """

        def register(function: LayerFunction) -> Layer:
            name, compute = function.__name__, _remembered(function, function.__name__)
            declared = Layer(
                name, title, self, "", _definition(function), mark, compute, True, rule, source or self.source, words
            )
            _add(LAYERS, declared)
            return declared

        return register

    def number(self, title: str, *, bits: int = 0, source: str = "") -> Callable[[LayerFunction], LayerFunction]:
        """Register the decorated function as a number named after it. The docstring is the definition."""

        def register(rule: LayerFunction) -> LayerFunction:
            _add(NUMBERS, Number(rule.__name__, title, self, _definition(rule), rule, bits, source or self.source))
            return rule

        return register


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
    formulas of the same set, as pages and programs write it. ``of_pieces`` is true if badges stand at pieces.
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
    """A named count for each side, such as of pawn islands, or a set of so many ``bits`` in hexadecimal."""

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


def present_identifier(identifier: str) -> str:
    """Return the identifier of today for one of a former version, and any other text as it is."""
    return FORMER_IDENTIFIERS.get(identifier, identifier)


def identifier_of(title: str) -> str:
    """Return a title in small letters with underscores, the identifier of a layer that has no other one."""
    return re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")


def shared(function: LayerFunction) -> LayerFunction:
    """Remember the value of the decorated function for a side: a step that several layers have in common."""
    return _remembered(function, f"{function.__module__}.{function.__qualname__}")


def step(formula: str) -> Callable[[Side[Bits]], Bits]:
    """Return the function of a formula that several layers have in common and that is none itself."""
    return _compiled(formula, formula)


def _compiled(name: str, formula: str) -> Callable[[Side[Any]], Any]:
    """Return the function of a formula, compiled when a side is first asked, which remembers it by name."""
    functions = Compiled(formula)

    def remembered(side: Side[Any]) -> Any:
        mask = side.cache.get(name)
        if mask is None:
            mask = side.cache[name] = functions[side.color, side.pawns.__class__ is int](side)
        return mask

    return remembered


def _remembered(function: LayerFunction, name: str) -> LayerFunction:
    @wraps(function)
    def remembered(side: Side[Any]) -> Any:
        mask = side.cache.get(name)
        if mask is None:
            mask = side.cache[name] = function(side)
        return mask

    return cast(LayerFunction, remembered)


def _definition(rule: Callable[..., Any]) -> str:
    return " ".join((rule.__doc__ or "").split("\n\n")[0].split())


def _add(registry: dict[str, Any], entry: Layer | Number) -> None:
    if entry.identifier in LAYERS or entry.identifier in NUMBERS:
        raise ValueError(f"the name {entry.identifier} is taken by another layer or number")
    registry[entry.identifier] = entry


# Identifiers and texts of layers that are not built in: the user's, and those of packages

LONGEST_IDENTIFIER: Final = 40
LONGEST_TITLE: Final = 60
LONGEST_DEFINITION: Final = 1000

_OWN_PREFIXES: Final = ("bench_", "difference_", "pasted_")
"""The prefixes of temporary layers, which the program itself makes."""

_IDENTIFIER: Final = r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*"


def identifier_fault(identifier: str, taken: Collection[str] = ()) -> str:
    """Return why a text cannot be the identifier of a user layer beside the ``taken`` ones, empty where it can."""
    if not identifier:
        return "a name is expected, such as lasting_holes"
    if not re.fullmatch(_IDENTIFIER, identifier):
        strange = next((character for character in identifier if not character.isascii()), "")
        if strange:
            return f"{_character(strange)} is not one of the letters a to z; a name is written like lasting_holes"
        written = "names are written with a to z, digits and _, like lasting_holes"
        return f"{quoted_value(identifier)} is not a name; {written}"
    if len(identifier) > LONGEST_IDENTIFIER:
        return f"a name is at most {LONGEST_IDENTIFIER} characters long, this one is {len(identifier)}"
    if identifier in LAYERS or identifier in NUMBERS:
        return f"{identifier} is a built-in {'layer' if identifier in LAYERS else 'number'}; choose another name"
    for prefix in _OWN_PREFIXES:
        if identifier.startswith(prefix):
            return f"names that start with {prefix} are the program's own; choose another name"
    if identifier in RESERVED or identifier in SQUARE_NAMES:
        return f"{identifier} has a meaning of its own in formulas; choose another name"
    if identifier in taken:
        return f"{identifier} is the name of another of your layers; choose another name"
    return ""


def _character(character: str) -> str:
    import unicodedata

    shown = f"“{character}” " if character.isprintable() else ""
    return f"{shown}{unicodedata.name(character, 'a character without a name')} (U+{ord(character):04X})"


def identifier_for(title: str, taken: Collection[str] = ()) -> str:
    """Return an identifier made of a title's letters, with a number at its end where the plain one cannot be used."""
    import unicodedata

    letters = unicodedata.normalize("NFKD", title[: 4 * LONGEST_TITLE]).encode("ascii", "ignore").decode().lower()
    plain = "_".join(re.findall("[a-z0-9]+", letters)).lstrip("0123456789_")[:LONGEST_IDENTIFIER].rstrip("_")
    return free_identifier(plain or "my_layer", taken)


def free_identifier(identifier: str, taken: Collection[str] = ()) -> str:
    """Return an identifier that can be used: this one, or one with the least number from 2 behind it."""
    for prefix in _OWN_PREFIXES:
        identifier = identifier.removeprefix(prefix)
    if not re.fullmatch(_IDENTIFIER, identifier) or identifier.startswith(_OWN_PREFIXES):
        identifier = "my_layer"
    candidate, number = identifier, 1
    while identifier_fault(candidate, taken):
        number += 1
        end = f"_{number}"
        candidate = identifier[: LONGEST_IDENTIFIER - len(end)].rstrip("_") + end
    return candidate


def text_fault(text: str, what: str, longest: int) -> str:
    """Return the fault of a title or a definition, empty for none; ``what`` names the text in the sentence."""
    if len(text) > longest:
        return f"{what} is at most {longest} characters long, this one is {len(text)}"
    strange = next((character for character in text if not character.isprintable()), "")
    if strange:
        return f"{what} is one line of printable characters; {_character(strange)} is not one"
    return ""


# Counting on ints and arrays alike; counts of arrays are ``uint8``, as ``popcount`` returns them


def squares_of_any(mask: Bits) -> Iterator[int]:
    """Yield the squares of a mask, or those of any mask of an array, lowest first."""
    if isinstance(mask, int):
        return squares(mask)
    import numpy

    return squares(int(numpy.bitwise_or.reduce(cast(Any, mask), axis=None)))


def has_any(values: Bits) -> bool:
    """Return whether a mask or count, or any of an array, is not 0."""
    if isinstance(values, int):
        return values != 0
    return bool(cast(Any, values).any())


def where_empty(mask: Bits) -> Bits:
    """Return the whole board if a mask is empty, else the empty mask."""
    return cast(Bits, _where(mask == 0))


def where_more(count: Bits, other: Bits | int) -> Bits:
    """Return the whole board if a count is above another one or a number, else the empty mask."""
    first: Any = count
    return cast(Bits, _where(first > other))


def excess(count: Bits, other: Bits) -> Bits:
    """Return by how much a count is above another one, 0 if it is not: a count of the same type."""
    first: Any = count
    return cast(Bits, (first - other) * (first > other))


def _where(condition: Any) -> Any:
    if isinstance(condition, bool):
        return BOARD if condition else 0
    import numpy

    return numpy.where(condition, numpy.uint64(BOARD), numpy.uint64(0))


# Many boards: over a block that fits the cache all steps run at the speed of the processor, not of the memory

BLOCK: Final = 32768
"""The boards of a block: 256 KiB for each mask, so that those alive at once fit a cache of some MiB, and few enough
blocks that Python takes little of the time."""


def layer_blocks(
    wanted: Sequence[tuple[Entry, bool]],
    boards: Boards | PawnBoards,
    *,
    out: Sequence[NDArray[Any]] | NDArray[Any] | None = None,
    block: int = BLOCK,
) -> Sequence[NDArray[Any]] | NDArray[Any]:
    """Return the wanted layers and numbers of many boards, an array of the shape ``(boards,)`` for each of them.

    ``wanted`` pairs each layer or number with the color of the side it is taken for. ``out`` is returned when it is
    given, arrays of any integer type that holds the values; else the result is a new ``uint64`` array of the shape
    ``(len(wanted), boards)``. A block computes what its layers share only once, so ask for all layers in one call.
    Raises ``ValueError`` when ``out`` has another shape or ``block`` is below 1.
    """
    import numpy

    if out is None:
        out = numpy.empty((len(wanted), len(boards)), numpy.uint64)
    shape = (len(boards),)
    if len(out) != len(wanted) or any(row.shape != shape for row in out):
        raise ValueError(f"out has an array of the shape {shape} for each of the {len(wanted)} layers")
    if block < 1:
        raise ValueError(f"a block has at least one board, not {block}")
    for start in range(0, len(boards), block):
        part = slice(start, start + block)
        white, black = boards.part(part).sides()
        for row, (layer, color) in zip(out, wanted, strict=True):
            row[part] = layer(white if color else black)
        release(white)  # Else both sides live until a garbage collection, and no block reuses the cache of the last.
    return out


# The search

_NOT_FOUND: Final = 9


def ranked(layers: Iterable[Layer], text: str) -> list[Layer]:
    """Return the layers that hold every word of a text, best match first: titles, names, then definitions."""
    wanted = " ".join(text.casefold().replace("_", " ").split())
    ranks = [(_rank(layer, wanted), layer) for layer in layers]
    matches = [entry for entry in ranks if entry[0] < _NOT_FOUND]
    return [layer for _, layer in sorted(matches, key=lambda entry: entry[0])]


def other_word(layer: Layer, text: str) -> str:
    """Return the other name of a layer that a text finds it by, empty if its title says it or nothing is found."""
    words = text.casefold().replace("_", " ").split()
    if all(word in layer.title.casefold() for word in words):
        return ""
    return next((other for other in layer.words if _begin(words, _words(other))), "")


@lru_cache(maxsize=1024)
def _texts(
    identifier: str, title: str, words: tuple[str, ...], definition: str
) -> tuple[str, tuple[str, ...], str, str]:
    """Return the title and the other names in small letters, all of them in one text, and this with the definition."""
    title = title.casefold()
    former = [name for name, present in FORMER_IDENTIFIERS.items() if present == identifier]
    others = (*words, *(name.replace("_", " ") for name in (identifier, *former)))
    names = f"{title} {' '.join(others)}"
    return title, others, names, f"{names} {definition.casefold()}"


def _rank(layer: Layer, wanted: str) -> int:
    """Return how well a layer fits a text in small letters: 0 for its very title, ``_NOT_FOUND`` for not at all."""
    # Not by the layer itself: one that its user has changed or removed would be kept with its formula.
    title, others, names, every = _texts(layer.identifier, layer.title, layer.words, layer.definition)
    words = wanted.split()
    if not all(word in every for word in words):
        return _NOT_FOUND
    fits = (
        wanted == title,
        wanted in others,
        title.startswith(wanted),
        _begin(words, _words(title)),
        any(_begin(words, _words(other)) for other in others),
        all(word in title for word in words),
        all(word in names for word in words),
        True,
    )
    return fits.index(True)


def _begin(words: list[str], parts: tuple[str, ...]) -> bool:
    return all(any(part.startswith(word) for part in parts) for word in words)


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a text, with the parts around a hyphen."""
    parts = text.replace("(", " ").split()
    return (*parts, *(part for whole in parts if "-" in whole for part in whole.split("-")))
