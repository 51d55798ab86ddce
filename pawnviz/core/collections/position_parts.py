"""Parts of a question about the pawns of a position, each asked of many boards at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, cast

from pawnviz.core.board.arrays import PawnBoards
from pawnviz.core.board.bitboard import BOARD, flip_vertical, mirror_horizontal
from pawnviz.core.collections.field_text import field_text
from pawnviz.core.collections.rule_arrays import any_rule_holds, ask_those_left, rule_holds
from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.structures.pattern import Term, read_pattern
from pawnviz.core.structures.rule import Rule, check_condition
from pawnviz.core.structures.table import NamedRule, known_structures
from pawnviz.core.words import did_you_mean, quoted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pawnviz.core.formula.conditions import Condition
    from pawnviz.core.structures.structure import Structure

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
            "mirrored" if self.mirrored else "",
            "either" if self.either_color else "",
            str(self.at_most) if self.at_most else "",
        )
        return field_text("pawns", _placement(self.white, self.black), words)

    @cached_property
    def versions(self) -> tuple[tuple[int, int, int, int], ...]:
        """Both sides' pawns with the squares that are compared of each: as they are, mirrored and turned."""
        compared = (BOARD if self.sides != "black" else 0, BOARD if self.sides != "white" else 0)
        versions: list[tuple[int, int, int, int]] = [(self.white & compared[0], self.black & compared[1], *compared)]
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
        words = ("either" if self.either_color else "", "mirrored" if self.mirrored else "")
        return field_text("pattern", self.pattern, words)

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
    """A condition on pawns alone, for White's side, for Black's, or ``None`` for either; raises ``FormulaError``."""

    condition: str
    color: bool | None = True
    cost: ClassVar[int] = 3

    def __post_init__(self) -> None:
        check_condition(self.condition)
        if not self.condition.strip():  # Which is right in the rule of a structure.
            raise FormulaError(1, "the condition is empty; expected one such as island_count(own) >= 3")

    @property
    def text(self) -> str:
        """The part as a field."""
        return field_text("where", self.condition, ("" if self.color else "either" if self.color is None else "black",))

    def holds(self, boards: PawnBoards) -> NDArray[Any]:
        """Return on which boards the condition holds."""
        colors = (True, False) if self.color is None else (self.color,)
        truth = self._holds_for(colors[0], boards)
        for color in colors[1:]:
            ask_those_left(partial(self._holds_for, color), boards.part, truth, value=False)
        return truth

    def _holds_for(self, color: bool, boards: PawnBoards) -> NDArray[Any]:
        """Return on which boards the condition holds for a color, asking its parts one after the other."""
        import numpy

        truth = numpy.ones(len(boards), bool)
        for part in self._facts:
            ask_those_left(partial(_evaluated, part, color), boards.part, truth)
        return truth

    @cached_property
    def _facts(self) -> tuple[Condition, ...]:
        """The conditions that all hold where this one does."""
        from pawnviz.core.formula.conditions import parse_condition

        return parse_condition(self.condition).joined


def _evaluated(condition: Condition, color: bool, boards: PawnBoards) -> NDArray[Any]:
    from pawnviz.core.board.side import release

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


def _structure(identifier: str) -> Structure:
    known = known_structures().structures
    if identifier not in known:
        hint = did_you_mean(identifier, known, "pawnviz explain and the panel of structures name them")
        raise ValueError(f"{quoted(identifier)} is no structure; {hint}")
    return known[identifier]


def _mirrored(term: Term) -> Term:
    return term._replace(file=mirror_horizontal(term.file), squares=mirror_horizontal(term.squares))


def _color_word(color: bool | None) -> str:
    return "" if color is None else "white" if color else "black"


def _placement(white: int, black: int) -> str:
    """Return pawns as the first field of a FEN."""
    ranks = []
    for rank in range(7, -1, -1):
        text = "".join(
            "P" if white >> square & 1 else "p" if black >> square & 1 else "."
            for square in range(8 * rank, 8 * rank + 8)
        )
        for length in range(8, 0, -1):
            text = text.replace("." * length, str(length))
        ranks.append(text)
    return "/".join(ranks)
