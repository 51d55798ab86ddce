"""A question to a collection: parts about games and positions, and the spells in which all of them hold."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, TypeAlias, TypeVar, cast, get_args

from pawnviz.core.board.arrays import Boards, PawnBoards, boards_of
from pawnviz.core.board.bitboard import BOARD, flip_vertical, mirror_horizontal
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import release
from pawnviz.core.collections.arrays import (
    RESULTS,
    GameColumns,
    StructureRows,
    any_rule_holds,
    ask_those_left,
    rule_holds,
)
from pawnviz.core.formula.names import known_user_layers
from pawnviz.core.formula.parser import Entries, FormulaError, entries_of
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.registry import BLOCK
from pawnviz.core.structures.pattern import Term, read_pattern
from pawnviz.core.structures.rule import Rule, check_condition
from pawnviz.core.structures.table import NamedRule, known_structures
from pawnviz.core.words import did_you_mean, folded, quoted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from pawnviz.core.collections.listed_games import ListedGames
    from pawnviz.core.formula.conditions import Condition
    from pawnviz.core.structures.structure import Structure

    AskedGames: TypeAlias = GameColumns | ListedGames


def field_text(name: str, value: str, words: Iterable[str] = ()) -> str:
    """Return a field of a name, a value, in quotation marks if it needs them, and further words, empty ones not."""
    is_plain = value and not any(character.isspace() or character in '",:' for character in value)
    shown = value if is_plain else '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    head = f"{name}:{shown}" if name else shown
    return ",".join((head, *filter(None, words)))


def name_parts(name: str) -> tuple[str, str]:
    """Return surname and given names, folded, these without blanks and dots; the latter may be empty."""
    surname, _, given = folded(name).partition(",")
    return " ".join(surname.split()), given.replace(".", "").replace(" ", "").replace(",", "")


_OF_LAYER: Final = re.compile(r"popcount\((\w+)\(own\)\) >= 1")
_OF_DIFFERENCE: Final = re.compile(r"popcount\((\w+)\(own\) \^ (\w+)\(own\)\) >= 1")
_CODES: Final = re.compile(r"([A-E]\d{0,2})(?:-([A-E]\d{0,2}))?", re.ASCII)


@dataclass(frozen=True)
class PlayerPart:
    """A player whose name has all words of a text, both folded: as White, as Black, or with ``None`` as either.

    A text with a comma, such as ``Karpov, Anatoly``, also takes names with the same surname and given names that are
    short for the others or the other way round, such as ``Karpov,An``.
    """

    name: str
    color: bool | None = None

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("player" if self.color is None else "white" if self.color else "black", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return in which games the player takes part, ``bool`` of the shape ``(games,)``."""
        import numpy

        named = _having(self, games) | _like(self.name, games)
        colors = [name for name, color in (("white", True), ("black", False)) if self.color in (None, color)]
        truth: NDArray[Any] = numpy.logical_or.reduce([named[games.column(color)] for color in colors])
        return truth


@dataclass(frozen=True)
class EventPart:
    """An event whose name has all words of a text, both folded."""

    name: str

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("event", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games were played in the event."""
        truth: NDArray[Any] = _having(self, games)[games.column("event")]
        return truth


@dataclass(frozen=True)
class NamePart:
    """A text, folded, in a column of the list of games: players, event, opening, date, ratings or result."""

    name: str

    @property
    def text(self) -> str:
        """The text, in quotation marks if it needs them."""
        return field_text("", self.name)

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have the text."""
        return games.with_word(folded(self.name))


@dataclass(frozen=True)
class RangePart:
    """Numbers of a game within a range; ``None`` is no limit. Games without a number have none within it."""

    least: int = 0
    most: int | None = None
    field: ClassVar[str]
    columns: ClassVar[tuple[str, ...]] = ()

    @property
    def text(self) -> str:
        """The part as a field, such as ``year:10-30``, ``10-``, ``-30``, or ``10`` for a single number."""
        most = "" if self.most is None else self.most
        span = most if self.least == self.most else f"{self.least or ''}-{most}"
        return f"{self.field}:{span}"

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return in which games the numbers of all columns are within the range."""
        import numpy

        numbers = numpy.array([games.column(name) for name in self.columns])
        are_within = numbers >= max(self.least, 1)
        if self.most is not None:
            are_within &= numbers <= self.most
        truth: NDArray[Any] = numpy.logical_and.reduce(are_within)
        return truth


class EloPart(RangePart):
    """Both players' ratings."""

    field = "elo"
    columns = ("white_elo", "black_elo")


class YearsPart(RangePart):
    """The year of the game."""

    field = "year"
    columns = ("year",)


@dataclass(frozen=True)
class ResultPart:
    """A result of ``RESULTS``, ``*`` for none; raises ``ValueError`` for another."""

    result: str

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise ValueError(f"{quoted(self.result)} is no result; expected 1-0, 0-1, 1/2-1/2 or *")

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"result:{self.result}"

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have the result."""
        truth: NDArray[Any] = games.column("result") == RESULTS[self.result]
        return truth


@dataclass(frozen=True)
class EcoPart:
    """Openings by their codes: ``D42``, ``D4`` and ``D`` for all that begin so, ``D30-D69``; raises ``ValueError``."""

    codes: str

    def __post_init__(self) -> None:
        self._limits()

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"eco:{self.codes}"

    def _limits(self) -> tuple[str, str]:
        match = _CODES.fullmatch(self.codes.upper())
        if match is None:
            raise ValueError(f"{quoted(self.codes)} is no opening code; expected one such as D42, D4 or D30-D69")
        first, last = match[1], match[2] or match[1]
        if first.ljust(3, "0") > last.ljust(3, "9"):
            raise ValueError(f"{quoted(self.codes)} ends before it begins; expected one such as D30-D69")
        return first.ljust(3, "0"), last.ljust(3, "9")

    def holds(self, games: AskedGames) -> NDArray[Any]:
        """Return which games have such an opening."""
        import numpy

        first, last = self._limits()
        fitting, codes = numpy.zeros(len(games.texts), bool), games.column("eco")
        for number in numpy.unique(codes).tolist():
            fitting[number] = first <= games.texts[number][:3].upper() <= last
        truth: NDArray[Any] = fitting[codes]
        return truth


GamePart = PlayerPart | EventPart | NamePart | EloPart | YearsPart | ResultPart | EcoPart


def words_of(part: object) -> tuple[str, ...]:
    """Return the folded words that a part looks for in the texts of games."""
    if isinstance(part, PlayerPart | EventPart):
        return tuple(folded(part.name).replace(",", " ").split())
    return (folded(part.name),) if isinstance(part, NamePart) else ()


def _having(part: PlayerPart | EventPart, games: AskedGames) -> NDArray[Any]:
    import numpy

    truths: NDArray[Any] = numpy.ones(len(games.texts), bool)
    for word in words_of(part):
        truths &= games.texts_with(word)
    return truths


def _like(name: str, games: AskedGames) -> NDArray[Any]:
    """Return which names have the same surname and a given name that begins with the other, or the reverse."""
    import numpy

    surname, given = name_parts(name)
    truths: NDArray[Any] = numpy.full(len(games.texts), bool(surname and given))
    for word in surname.split():
        truths &= games.texts_with(word)
    for number in numpy.flatnonzero(truths).tolist():
        other_surname, other = name_parts(games.texts[number])
        is_like = given.startswith(other) or other.startswith(given)
        truths[number] = surname == other_surname and other != "" and is_like
    return truths


Sides = Literal["both", "white", "black"]


@dataclass(frozen=True)
class PawnsPart:
    """These pawns, of both sides or of one.

    ``mirrored`` also takes them with the files exchanged, a for h, ``either_color`` also with the colors exchanged and
    the board turned. ``at_most`` is the number of squares that may differ: a pawn more, a pawn less, or one of
    the other color are one square each, so a pawn that stands elsewhere is two.
    """

    white: int
    black: int
    sides: Sides = "both"
    mirrored: bool = False
    either_color: bool = False
    at_most: int = 0
    cost: ClassVar[int] = 0

    @property
    def text(self) -> str:
        """The part as a field."""
        words = (
            "" if self.sides == "both" else self.sides,
            *_flags(self.mirrored, self.either_color),
            str(self.at_most or ""),
        )
        pawns = Position(white=self.white, black=self.black, pawns=self.white | self.black)
        return field_text("pawns", pawns.placement(), words)

    @cached_property
    def versions(self) -> tuple[tuple[int, int, int, int], ...]:
        """Both sides' pawns with the squares that are compared of each: as they are, mirrored and turned."""
        compared = (BOARD if self.sides != "black" else 0, BOARD if self.sides != "white" else 0)
        versions = [(self.white & compared[0], self.black & compared[1], *compared)]
        if self.mirrored:
            versions += [
                (mirror_horizontal(white), mirror_horizontal(black), first, second)
                for white, black, first, second in versions
            ]
        if self.either_color:
            versions += [
                (flip_vertical(black), flip_vertical(white), second, first) for white, black, first, second in versions
            ]
        return tuple(dict.fromkeys(versions))

    def holds(self, boards: PawnBoards) -> NDArray[Any]:
        """Return on which boards these pawns are, ``bool`` of the shape ``(boards,)``."""
        import numpy

        truth = numpy.zeros(len(boards), bool)
        for white, black, is_white, is_black in self.versions:
            if self.at_most:
                differing = (boards.white ^ white) & is_white | (boards.black ^ black) & is_black
                truth |= numpy.bitwise_count(differing) <= self.at_most
            elif is_white and is_black:
                places = numpy.flatnonzero(boards.white == white)
                truth[places[boards.black[places] == black]] = True
            else:
                truth |= boards.white == white if is_white else boards.black == black
        return truth


@dataclass(frozen=True)
class StructurePart:
    """A named structure, of White, of Black, or with ``None`` of either; raises ``ValueError`` for an unknown one.

    It is where boards are named after it: not where a more specific name takes the place of its own, unless ``wide``.
    Its rules are those of the structure as it is known when the part is asked, unless the part carries them.
    """

    identifier: str
    color: bool | None = None
    wide: bool = False
    carried: tuple[NamedRule, ...] = field(default=(), repr=False, compare=False)
    cost: ClassVar[int] = 2

    def __post_init__(self) -> None:
        _structure(self.identifier)

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("structure", self.identifier, (_color_word(self.color), "wide" if self.wide else ""))

    @property
    def rules(self) -> tuple[NamedRule, ...]:
        """The rules for each color, with the names that take its place; raises ``ValueError`` if it is unknown."""
        if self.carried:
            return self.carried
        named = known_structures().named_rules(_structure(self.identifier), self.color)
        return tuple(NamedRule(each.rule) for each in named) if self.wide else named

    def holds(self, boards: PawnBoards) -> NDArray[Any]:
        """Return on which boards the structure is; raises as ``rules``."""
        import numpy

        truth = numpy.zeros(len(boards), bool)
        for named in self.rules:
            ask_those_left(partial(_is_named, named), boards.part, truth, value=False)
        return truth


@dataclass(frozen=True)
class PatternPart:
    """A pattern of the structures' rules, such as ``W d4 -c -e``; raises ``FormulaError`` for a faulty one."""

    pattern: str
    either_color: bool = False
    mirrored: bool = False
    cost: ClassVar[int] = 1

    def __post_init__(self) -> None:
        read_pattern(self.pattern)

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("pattern", self.pattern, reversed(_flags(self.mirrored, self.either_color)))

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The pattern as rules: as it is, mirrored and turned."""
        rules = [Rule(read_pattern(self.pattern))]
        if self.mirrored:
            rules += [Rule(tuple(map(_mirrored, rule.terms))) for rule in rules]
        if self.either_color:
            rules += [rule.turned for rule in rules]
        return tuple(dict.fromkeys(rules))

    def holds(self, boards: PawnBoards) -> NDArray[Any]:
        """Return on which boards the pattern is."""
        return any_rule_holds(self.rules, boards)


@dataclass(frozen=True)
class ConditionPart:
    """A condition for White's side, for Black's, or ``None`` for either; raises ``FormulaError``.

    It is one on pawns alone unless the part is ``of_pieces``, which can be asked of whole positions only.
    ``entries`` are the user layers that it may call, as they are when it is made.
    """

    condition: str
    color: bool | None = True
    of_pieces: bool = False
    entries: Entries = field(default_factory=lambda: entries_of(known_user_layers()), repr=False)
    cost: ClassVar[int] = 3

    def __post_init__(self) -> None:
        from pawnviz.core.formula.conditions import condition_of

        (condition_of if self.of_pieces else check_condition)(self.condition, self.entries)
        if not self.condition.strip():  # Which is right in the rule of a structure.
            raise FormulaError(1, "the condition is empty; expected one such as island_count(own) >= 3")

    @classmethod
    def of_difference(cls, layers: tuple[str, str], color: bool | None, *, of_pieces: bool = False) -> ConditionPart:
        """Return the condition that one of two layers holds a square that the other one does not."""
        first, second = layers
        return cls(f"popcount({first}(own) ^ {second}(own)) >= 1", color, of_pieces)

    @property
    def differing(self) -> tuple[str, str] | None:
        """The identifiers of the two layers that are to differ, None for another condition."""
        match = _OF_DIFFERENCE.fullmatch(self.condition)
        return (match[1], match[2]) if match is not None and {match[1], match[2]} <= self.titles.keys() else None

    @property
    def layer(self) -> str:
        """The identifier of the layer that is to hold a square, empty for another condition."""
        match = _OF_LAYER.fullmatch(self.condition)
        return match[1] if match is not None and match[1] in self.titles else ""

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all layers that it may call, by identifier."""
        return {name: title for name, title, _ in self.entries} | {name: each.title for name, each in LAYERS.items()}

    @property
    def text(self) -> str:
        """The part as a field."""
        if self.layer:
            return field_text("layer", self.layer, (_color_word(self.color),))
        return field_text("where", self.condition, ("" if self.color else "either" if self.color is None else "black",))

    def holds(self, boards: PawnBoards | Boards) -> NDArray[Any]:
        """Return on which boards the condition holds."""
        truth = self._holds_for(self.color is not False, boards)
        if self.color is None:
            ask_those_left(partial(self._holds_for, False), boards.part, truth, value=False)
        return truth

    def _holds_for(self, color: bool, boards: PawnBoards | Boards) -> NDArray[Any]:
        """Return on which boards the condition holds for a color, asking its parts one after the other."""
        import numpy

        truth = numpy.ones(len(boards), bool)
        for part in self._facts:
            ask_those_left(partial(_evaluated, part, color), boards.part, truth)
        return truth

    @cached_property
    def _facts(self) -> tuple[Condition, ...]:
        """The conditions that all hold if this one does."""
        from pawnviz.core.formula.conditions import condition_of

        return condition_of(self.condition, self.entries).joined


def _evaluated(condition: Condition, color: bool, boards: PawnBoards | Boards) -> NDArray[Any]:
    white, black = boards.sides()
    truth = cast("NDArray[Any]", condition.evaluate(white if color else black))
    release(white)
    return truth


def _is_named(named: NamedRule, boards: PawnBoards) -> NDArray[Any]:
    truth = rule_holds(named.rule, boards)
    if named.leading:
        ask_those_left(lambda left: any_rule_holds(named.leading, left) ^ True, boards.part, truth)
    return truth


PositionPart = PawnsPart | StructurePart | PatternPart | ConditionPart


def holding(parts: Iterable[PositionPart], positions: Sequence[Position]) -> NDArray[Any]:
    """Return in which positions all parts hold, ``bool`` of the shape ``(positions,)``; raises as the parts do."""
    import numpy

    boards = boards_of(positions)
    white, black, pawns = boards.masks[:3]
    pawn_boards, truth = PawnBoards(white & pawns, black & pawns), numpy.ones(len(positions), bool)
    for part in parts:
        truth &= part.holds(boards) if isinstance(part, ConditionPart) else part.holds(pawn_boards)
    return truth


def _structure(identifier: str) -> Structure:
    known = known_structures().structures
    if identifier not in known:
        hint = did_you_mean(identifier, known, "expected one such as carlsbad")
        raise ValueError(f"{quoted(identifier)} is no structure; {hint}")
    return known[identifier]


def _mirrored(term: Term) -> Term:
    return term._replace(file=mirror_horizontal(term.file), squares=mirror_horizontal(term.squares))


def _flags(mirrored: bool, either_color: bool) -> tuple[str, str]:
    return "mirrored" if mirrored else "", "either" if either_color else ""


def _color_word(color: bool | None) -> str:
    return "" if color is None else "white" if color else "black"


@dataclass(frozen=True)
class LengthPart:
    """At least this many moves of both sides: twice as many positions in a row."""

    moves: int

    @property
    def text(self) -> str:
        """The part as a field."""
        return f"for:{self.moves}"


class MovesPart(RangePart):
    """Only positions of these moves count, as in a FEN: move 10 has the positions after 18 and 19 half-moves."""

    field = "moves"


Part = PositionPart | GamePart | LengthPart | MovesPart

LONGEST: Final = 1 << 30  # A number of positions that no game has.


@dataclass(frozen=True)
class Question:
    """Parts that all hold, in the order in which they were asked; without parts it holds in every position."""

    parts: tuple[Part, ...] = ()

    @property
    def text(self) -> str:
        """The question as fields."""
        return " ".join(part.text for part in self.parts)

    @property
    def portable(self) -> Question:
        """The question for a process without the user's structures, whose rules it carries."""
        parts = (replace(part, carried=part.rules) if isinstance(part, StructurePart) else part for part in self.parts)
        return Question(tuple(parts))

    @property
    def position_parts(self) -> tuple[PositionPart, ...]:
        """The parts on positions, those that are quickly asked first."""
        parts = [part for part in self.parts if isinstance(part, get_args(PositionPart))]
        return tuple(sorted(parts, key=lambda part: part.cost))

    @property
    def game_parts(self) -> tuple[GamePart, ...]:
        """The parts on games."""
        return tuple(part for part in self.parts if isinstance(part, get_args(GamePart)))

    @property
    def plies(self) -> tuple[int, int]:
        """The first ply that counts, and the first one behind it that does not."""
        parts = [part for part in self.parts if isinstance(part, MovesPart)]
        first = max((2 * (part.least - 1) for part in parts), default=0)
        return max(first, 0), min((2 * part.most for part in parts if part.most is not None), default=LONGEST)


Result = TypeVar("Result")
THREADED: Final = 1 << 20  # The number of rows from which several threads ask them.
_BLOCK: Final = 8 * BLOCK
"""The rows that are asked at once: NumPy works on them for longer, so that threads rarely wait for each other.

They wait between its steps, where only one thread runs Python; that costs more than masks outside the nearest cache.
"""
_TURN: Final = 2 * _BLOCK  # The number of rows that a thread asks before it takes further ones.


@dataclass(frozen=True, slots=True)
class Spells:
    """The first spell of each game that is long enough; arrays of the shape ``(spells,)``, in the order of games."""

    game: NDArray[Any]  # The number of the game.
    first: NDArray[Any]  # The ply of the first position.
    end: NDArray[Any]  # That of the first position behind it.
    first_row: NDArray[Any]  # The row of the first position.
    last_row: NDArray[Any]  # The row of the last one.

    @property
    def lengths(self) -> NDArray[Any]:
        """The lengths in moves, rounded up."""
        lengths: NDArray[Any] = (self.end - self.first + 1) // 2
        return lengths

    def __len__(self) -> int:
        return len(self.game)


def spells(question: Question, rows: StructureRows, games: GameColumns) -> Spells:
    """Return the first spell of each game in which a question holds, of those that are long enough."""
    import numpy

    hits = _hits(question, rows, games)
    # A run goes on from a row to the next one if both are hits of one game.
    goes_on = hits[1:] & hits[:-1]
    goes_on &= rows.game[1:] == rows.game[:-1]
    begins, ends = hits.copy(), hits
    begins[1:] &= numpy.logical_not(goes_on)
    ends[:-1] &= numpy.logical_not(goes_on)
    starts, lasts = numpy.flatnonzero(begins), numpy.flatnonzero(ends)
    first_ply, last_ply = question.plies
    first = numpy.maximum(rows.ply[starts], first_ply)
    end = numpy.minimum(rows.end[lasts], last_ply)
    least = max((2 * part.moves for part in question.parts if isinstance(part, LengthPart)), default=1)
    long_enough = end - first >= least
    game = rows.game[starts]
    if not long_enough.all():
        starts, lasts, first, end, game = (values[long_enough] for values in (starts, lasts, first, end, game))
    is_first = numpy.diff(game, prepend=-1) != 0
    return Spells(*(values[is_first] for values in (game, first, end, starts, lasts)))


def _hits(question: Question, rows: StructureRows, games: GameColumns) -> NDArray[Any]:
    """Return in which rows a question holds in at least one position, ``bool`` of the shape ``(rows,)``."""
    import numpy

    holding = [part.holds(games) for part in question.game_parts]
    wanted = numpy.logical_and.reduce(holding) if holding else None
    first, last = question.plies
    is_clipped = first > 0 or last < LONGEST
    parts = question.position_parts
    hits = numpy.ones(len(rows), bool)

    def ask(start: int) -> None:
        for first_row in range(start, min(start + _TURN, len(rows)), _BLOCK):
            block = slice(first_row, first_row + _BLOCK)
            boards, truth = PawnBoards(rows.white[block], rows.black[block]), hits[block]
            if wanted is not None:
                truth &= wanted[rows.game[block]]
            if is_clipped:
                truth &= rows.end[block] > first
                truth &= rows.ply[block] < last
            for part in parts:
                ask_those_left(part.holds, boards.part, truth)

    turns = range(0, len(rows), _TURN)
    list(map(ask, turns) if len(rows) < THREADED else in_threads(ask, turns))
    return hits


def in_threads(function: Callable[[int], Result], items: Iterable[int]) -> list[Result]:
    """Return the results of a function that works with NumPy, which lets other threads work meanwhile."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(function, items))
