"""Questions as text: fields, their reading, and completions while they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, Protocol

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.collections import LONGEST_QUESTION
from pawnviz.core.collections.question import (
    ConditionPart,
    EcoPart,
    EloPart,
    EventPart,
    LengthPart,
    MovesPart,
    NamePart,
    Part,
    PatternPart,
    PawnsPart,
    PlayerPart,
    Question,
    ResultPart,
    Sides,
    StructurePart,
    YearsPart,
    field_text,
)
from pawnviz.core.formula.names import SWITCHED_OFF, NamedLayer, known_user_layers
from pawnviz.core.formula.parser import FormulaError
from pawnviz.core.layers import LAYERS
from pawnviz.core.structures.structure import Structure
from pawnviz.core.structures.table import known_structures
from pawnviz.core.words import count_text, did_you_mean, listed, quoted

_FIELD: Final = re.compile(
    r'(?P<name>[A-Za-z]+):(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|(?P<plain>[^\s",]*))(?P<words>(?:,\w+)*)'
    r'|"(?P<phrase>(?:[^"\\]|\\.)*)"|(?P<word>[^\s"]+)'
)
_RANGE: Final = re.compile(r"(\d{1,6})?(-)?(\d{1,6})?", re.ASCII)


def _none(words: Sequence[str]) -> None:
    if words:
        raise ValueError(f"{quoted(words[0])} means nothing here; write a value with commas in quotation marks")


_COLORS: Final = {"white": True, "black": False, "either": None}


def _color(words: Sequence[str], default: bool | None) -> bool | None:
    """Return the color that a word names, ``None`` for either one, or the default."""
    _flags(words, *_COLORS)
    return _COLORS[words[-1]] if words else default


def _flags(words: Sequence[str], *known: str) -> set[str]:
    for word in words:
        if word not in known:
            raise ValueError(f"{quoted(word)} means nothing here; expected {listed(known, 'or')}")
    return set(words)


def _limits(value: str) -> tuple[int, int | None]:
    """Return the limits of ``10-30``, ``10-``, ``-30`` or ``10``; raises ``ValueError``."""
    match = _RANGE.fullmatch(value)
    if match is None or not (match[1] or match[3]) or (match[3] and not match[2]):
        raise ValueError(f"{quoted(value)} is no range; expected one such as 10-30, 10-, -30 or 10")
    first, last = int(match[1] or 0), int(match[3]) if match[3] else None
    if match[2] is None:
        last = first
    if last is not None and last < first:
        raise ValueError(f"{quoted(value)} ends before it begins; expected one such as {last}-{first}")
    return first, last


def _length(value: str, words: Sequence[str]) -> Part:
    _none(words)
    if not (value.isascii() and value.isdigit() and 0 < int(value[:6]) == int(value)):
        raise ValueError(f"{quoted(value)} is no number of moves; expected one such as 15")
    return LengthPart(int(value))


def _pawns(value: str, words: Sequence[str]) -> Part:
    sides: Sides = "both"
    apart = 0
    flags: set[str] = set()
    for word in words:
        if word in ("white", "black"):
            sides = "white" if word == "white" else "black"
        elif word.isascii() and word.isdigit() and len(word) <= 2:
            apart = int(word)
        else:
            flags |= _flags([word], "white", "black", "mirrored", "either", "2")
    white, black = (side.pawns for side in Position.from_fen(value).sides())
    return PawnsPart(white, black, sides, "mirrored" in flags, "either" in flags, apart)


def _structure(value: str, words: Sequence[str]) -> Part:
    is_wide = "wide" in _flags(words, *_COLORS, "wide")
    return StructurePart(value, _color([word for word in words if word != "wide"], None), is_wide)


def _layer(value: str, words: Sequence[str], *, of_pieces: bool = False) -> Part:
    color = _color(words, None)
    layers = _known_layers()
    if value not in layers:
        hint = did_you_mean(value, layers, "expected one such as isolated_pawns")
        raise ValueError(f"{quoted(value)} is no layer; {hint}")
    try:
        return ConditionPart(f"popcount({value}(own)) >= 1", color, of_pieces)
    except FormulaError as error:
        raise ValueError(error.message) from None


def _known_layers() -> Mapping[str, NamedLayer]:
    return {**LAYERS, **known_user_layers()}


def _where(value: str, words: Sequence[str], *, of_pieces: bool = False) -> Part:
    return ConditionPart(value, _color(words, True), of_pieces)


def _pattern(value: str, words: Sequence[str]) -> Part:
    flags = _flags(words, "either", "mirrored")
    return PatternPart(value, "either" in flags, "mirrored" in flags)


def _named(make: Callable[[str], Part]) -> Callable[[str, Sequence[str]], Part]:
    def read(value: str, words: Sequence[str]) -> Part:
        _none(words)
        return make(value)

    return read


class Field(NamedTuple):
    """A field: the function that reads its value and further words, its meaning in a few words, and an example."""

    read: Callable[[str, Sequence[str]], Part]
    about: str
    example: str


FIELDS: Final = {
    "white": Field(_named(lambda value: PlayerPart(value, True)), "White’s name has these words", "karpov"),
    "black": Field(_named(lambda value: PlayerPart(value, False)), "Black’s name has these words", "karpov"),
    "player": Field(_named(PlayerPart), "either player’s name has these words", "karpov"),
    "elo": Field(_named(lambda value: EloPart(*_limits(value))), "the ratings of both players", "2600-"),
    "year": Field(_named(lambda value: YearsPart(*_limits(value))), "the year of the game", "1975-1985"),
    "result": Field(_named(ResultPart), "1-0, 0-1, 1/2-1/2 or *", "1-0"),
    "eco": Field(_named(EcoPart), "an opening’s code, such as D35, D3 or D30-D69", "D35-D42"),
    "event": Field(_named(EventPart), "the event’s name has these words", "candidates"),
    "structure": Field(_structure, "a named structure, wide also under more specific names", "carlsbad,white"),
    "pattern": Field(_pattern, "pawns by their squares and files", '"W d4 -c -e"'),
    "layer": Field(_layer, "a layer holds a square", "isolated_pawns,white"),
    "where": Field(_where, "a condition on the pawns", '"island_count(own) >= 3"'),
    "pawns": Field(_pawns, "these pawns, as the first part of a FEN", "8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8"),
    "for": Field(_length, "at least this many moves in a row", "15"),
    "moves": Field(_named(lambda value: MovesPart(*_limits(value))), "only positions of these moves count", "10-30"),
}
"""The fields of questions to games, by their names."""

POSITION_FIELDS: Final = {
    "layer": Field(partial(_layer, of_pieces=True), "a layer holds a square", "outposts,white"),
    "structure": FIELDS["structure"],
    "pattern": FIELDS["pattern"],
    "where": Field(partial(_where, of_pieces=True), "a condition of the formula language", '"island_count(own) >= 3"'),
    "pawns": FIELDS["pawns"],
}
"""Those of questions to whole positions, such as the lines of an EPD file."""


class FieldError(ValueError):
    """A text that is no question: the column from 1, and a message that names the right form."""

    def __init__(self, column: int, message: str) -> None:
        super().__init__(f"Column {column}: {message}{'' if message.endswith('?') else '.'}")
        self.column = column
        self.message = message


class WrittenPart(NamedTuple):
    """A part of a question and where it is written: from ``start`` up to ``end`` in the text."""

    part: Part
    start: int
    end: int


def read_fields(text: str, fields: Mapping[str, Field] = FIELDS) -> Question:
    """Return the question of a text; a word without a field is one in a name. Raises ``FieldError``."""
    return Question(tuple(dict.fromkeys(written.part for written in written_parts(text, fields))))


def written_parts(text: str, fields: Mapping[str, Field] = FIELDS) -> tuple[WrittenPart, ...]:
    """Return the parts of a question as they are written, a repeated one each time. Raises ``FieldError``."""
    parts: list[WrittenPart] = []
    for part in _each_part(text, fields):
        if isinstance(part, FieldError):
            raise part
        parts.append(part)
    return tuple(parts)


def readable_parts(text: str, fields: Mapping[str, Field] = FIELDS) -> tuple[WrittenPart, ...]:
    """Return the parts of a text that can be read, without the faulty ones; none of one that is too long."""
    return tuple(part for part in _each_part(text, fields) if isinstance(part, WrittenPart))


def _each_part(text: str, fields: Mapping[str, Field]) -> Iterator[WrittenPart | FieldError]:
    """Yield each part of a text, or its fault; an open quotation mark takes the rest of the text."""
    if len(text) > LONGEST_QUESTION:
        yield FieldError(LONGEST_QUESTION + 1, f"a question is at most {LONGEST_QUESTION} characters long")
        return
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        match = _FIELD.match(text, place)
        if match is None or match.end() == place or (match.end() < len(text) and not text[match.end()].isspace()):
            word = text[place:].split()[0]
            is_open = word.count('"') % 2
            expected = 'is no field; expected one such as white:karpov or white:"Karpov, A"'
            yield FieldError(place + 1, f"{quoted(word)} {'has no closing quotation mark' if is_open else expected}")
            place = len(text) if is_open else place + len(word)
            continue
        try:
            yield WrittenPart(_part(match, fields), place, match.end())
        except FieldError as error:
            yield error
        place = match.end()


def _part(match: re.Match[str], fields: Mapping[str, Field]) -> Part:
    name = match["name"]
    if name is None:
        text = _plain(match["phrase"]) if match["word"] is None else match["word"]
        if not text:
            raise FieldError(match.start() + 1, "there is nothing between the quotation marks")
        return NamePart(text)
    words = [word for word in match["words"].split(",") if word]
    value = match["plain"] if match["quoted"] is None else _plain(match["quoted"])
    column = match.start() + 1
    field = fields.get(name.lower())
    if field is None:
        hint = did_you_mean(name, fields, f"the fields are {listed(list(fields))}")
        raise FieldError(column, f"{quoted(name)} is no field; {hint}")
    if not value.strip():
        raise FieldError(match.end(), f"{name}: has nothing behind it; expected one such as {name}:{field.example}")
    column += len(name) + 1
    try:
        return field.read(value, words)
    except FormulaError as error:
        raise FieldError(column + error.column - (match["quoted"] is None), error.message) from None
    except FenError as error:
        raise FieldError(column, str(error).removesuffix(".")) from None
    except ValueError as error:
        raise FieldError(column, str(error)) from None


def _plain(text: str) -> str:
    """Return a text between quotation marks without its backslashes."""
    return re.sub(r"\\(.)", r"\1", text)


MOST_OFFERS: Final = 50

LEAST_LETTERS: Final = 3
"""The least number of letters of a word without a field for which structures and layers are offered."""

_TOKEN: Final = re.compile(r'(?:"(?:[^"\\]|\\.)*(?:"|$)|[^\s"])+')
_SQUARE: Final = re.compile(r"(?<!\S)(?:(?P<color>[WB])\s+)?(?P<square>[a-h][1-8])(?!\S)", re.IGNORECASE)
_NAMED: Final = ("white", "black", "player", "event", "eco")
RESULT_WORDS: Final = {"1-0": "White won", "0-1": "Black won", "1/2-1/2": "drawn", "*": "without a result"}


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


def completions(text: str, place: int, source: NameSource, fields: Mapping[str, Field] = FIELDS) -> Offers:
    """Return the completions of the field at a place of a text: of its name, or behind the colon of its value."""
    pawn = next((match for match in _SQUARE.finditer(text) if match.end() == place), None)
    if pawn is not None and not text.count('"', 0, pawn.start()) % 2:
        square, color = pawn["square"].lower(), (pawn["color"] or "").upper()
        patterns = (
            Offer(field_text("pattern", f"{letter} {square}"), f"a {name} pawn on {square}")
            for letter, name in (("W", "white"), ("B", "black"))
            if color in ("", letter)
        )
        return Offers(pawn.start(), place, tuple(patterns))
    token = next((match for match in _TOKEN.finditer(text) if match.start() < place <= match.end()), None)
    if token is None:
        return Offers(place, place, ())
    name, colon, typed = text[token.start() : place].partition(":")
    name = name.lower()
    offers: Iterable[Offer] = ()
    if not colon:
        begun = (Offer(f"{field}:", about) for field, (_, about, _) in fields.items() if field.startswith(name))
        offers = (*begun, *structures_of_word(name), *_layers_of_word(name))
    elif name in fields:
        typed = typed.removeprefix('"').removesuffix('"').replace("\\", "")
        offers = _values(name, typed, source, fields[name])
    return Offers(token.start(), token.end(), tuple(offers)[:MOST_OFFERS])


def _values(name: str, typed: str, source: NameSource, field: Field) -> Iterable[Offer]:
    if name in _NAMED:
        return (
            Offer(field_text(name, found), count_text(games, "game"))
            for found, games in source.names(name, typed, MOST_OFFERS)
        )
    if name == "result":
        return (Offer(f"result:{each}", about) for each, about in RESULT_WORDS.items() if each.startswith(typed))
    if name == "structure":
        return _structures(typed)
    if name == "layer":
        words = typed.casefold().split()
        return (
            Offer(f"layer:{layer.identifier}", layer.title)
            for layer in _offered_layers()
            if all(word in f"{layer.identifier} {layer.title}".casefold() for word in words)
        )
    return () if typed else (Offer(f"{name}:{field.example}", f"such as this: {field.about}"),)


def structures_of_word(word: str) -> Iterable[Offer]:
    """Return the structures in whose name a word begins like this one, none for a word of few letters."""
    if len(word) >= LEAST_LETTERS:
        for structure in known_structures().structures.values():
            if any(each.startswith(word.casefold()) for each in structure.title.casefold().split()):
                yield from _whose(structure)


def _offered_layers() -> list[NamedLayer]:
    return [layer for name, layer in _known_layers().items() if name not in SWITCHED_OFF]


def _layers_of_word(word: str) -> Iterable[Offer]:
    """Return the layers in whose title a word begins like this one, none for a word of few letters."""
    for layer in _offered_layers() if len(word) >= LEAST_LETTERS else ():
        if any(each.startswith(word) for each in layer.title.casefold().split()):
            yield Offer(f"layer:{layer.identifier}", layer.title)


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
