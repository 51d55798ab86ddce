"""A named structure: its names for both colors, its rule, and its plans with their conditions on the board.

In a sentence, ``[...]`` marks what its color needs:

- ``[c5]``: an own pawn behind c5 has a way there on which no pawn of either color stands;
- ``[cxd5]``: an own pawn can take a piece there;
- a word for pieces such as ``[knight]``, ``[bishop pair]`` or ``[enemy rook]``: there is one, or the pair.

A condition of the formula language may say more, ``own`` being the color whose plan it is. ``Plan.said_on`` fits the
words on files, pawns and squares to the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final, NamedTuple

from pawnviz.core.board.attackers import Pieces, en_passant_capture, least_loss_capture, newly_hanging
from pawnviz.core.board.bitboard import (
    FILES,
    SQUARE_NAMES,
    complement,
    east,
    flip_vertical,
    parse_square,
    squares,
    west,
)
from pawnviz.core.board.side import BLACK, KINDS, WHITE, Side, face, kinds_of, player_name, release
from pawnviz.core.formula.conditions import Condition, parse_condition
from pawnviz.core.layers.attacks import break_squares, single_pawn
from pawnviz.core.structures.rule import Rule, example_pawns, turned_text
from pawnviz.core.words import listed, plural

_MARK: Final = re.compile(r"\[([^\[\]]*)\]")
_MOVE: Final = re.compile(r"(?:(?P<origin>[a-h])x)?(?P<target>(?P<file>[a-h])[1-8])")

_MINOR: Final = "knights({0}) | bishops({0})"
_ANY: Final = f"{_MINOR} | rooks({{0}}) | queens({{0}})"
_PIECES: Final = {
    "knight": "popcount(knights({0})) >= 1",
    "bishop": "popcount(bishops({0})) >= 1",
    "light-squared bishop": "popcount(bishops({0}) & light_squares) >= 1",
    "dark-squared bishop": "popcount(bishops({0}) & dark_squares) >= 1",
    "bishop pair": "popcount(bishops({0}) & light_squares) >= 1 and popcount(bishops({0}) & dark_squares) >= 1",
    "rook": "popcount(rooks({0})) >= 1",
    "queen": "popcount(queens({0})) >= 1",
    "minor piece": f"popcount({_MINOR}) >= 1",
    "heavy piece": "popcount(rooks({0}) | queens({0})) >= 1",
    "piece": f"popcount({_ANY}) >= 1",
    "exchange": " and ".join(f"popcount({_ANY.format(side)}) >= 1" for side in ("own", "enemy")),
    "attack": "popcount(queens({0})) >= 1 and popcount(" + _ANY + ") >= 3",
}
"""The conditions behind the words for pieces; an attack on a king takes a queen and two more pieces."""
_DEVELOPING: Final = (
    f"popcount({_ANY.format('own')} | {_ANY.format('enemy')}) >= 11 "
    f"and popcount(({_MINOR.format('own')}) & (rank_1 | rank_8)) >= 1"
)
"""The condition of all plans that speak of development: most pieces are there, and a minor piece is at home."""
_FIANCHETTOS: Final = {"[b3]": "{c1 d2}", "[g3]": "{f1 e2}", "[b6]": "{c8 d7}", "[g6]": "{f8 e7}"}
"""The squares from which a bishop goes to a long diagonal after a pawn move."""

_FILE_LETTERS: Final = "abcdefgh"
_OPENS: Final = re.compile(r"(?P<file>[a-h])x[a-h][1-8] (?:.* )?opens the (?P=file)-file")
_SPACE: Final = re.compile(r"(?P<target>[a-h][1-8]) gains space(?: on the \w+)?\.")
_PAWN_OF_FILE: Final = re.compile(
    r"(?P<verb>supports|prepares|(?P<brake>slows|holds back|keeps))(?: an advance of)? the (?P<file>[a-h])-pawn"
)
_KNIGHT_GOES: Final = re.compile(
    r"(?:\bknight (?:heads for|goes to)(?: the hole on)?|Occupies) (?P<places>[a-h][1-8](?: or [a-h][1-8])?)"
)
_ROOK_GOES: Final = re.compile(
    r"\b[Rr]ooks? (?:uses?|takes?|goes to|belong on) the|^(?:Takes|Uses) .* with (?:a )?rooks?"
)
_NAMED_FILES: Final = re.compile(r"\b([a-h])-(?:files?\b| and| or)")


class PlanState(Enum):
    """Whether the pawn move of a plan can be played now, after one thing more, or not; a plan without one is now."""

    NOW = "now"
    AFTER = "after"
    BLOCKED = "blocked"


class Standing(NamedTuple):
    """The state of a plan on a board, and its condition: ``, once the knight on c3 has moved``."""

    state: PlanState
    first: str = ""


NOW: Final = Standing(PlanState.NOW)
_BLOCKED: Final = Standing(PlanState.BLOCKED)


@dataclass(frozen=True)
class Plan:
    """A sentence with its marks, and a ``condition``; if ``is_turned``, for the board turned, colors exchanged."""

    marked: str
    condition: str = ""
    is_turned: bool = False

    @cached_property
    def turned(self) -> Plan:
        """The plan with the board turned and the colors exchanged."""
        return Plan(self.marked, self.condition, not self.is_turned)

    @cached_property
    def sentence(self) -> str:
        """The sentence without marks."""
        text = _MARK.sub(lambda mark: mark[1] if mark_formula(mark[1]) else mark[0], self.marked)
        return turned_text(text) if self.is_turned else text

    @property
    def moves(self) -> tuple[str, ...]:
        """The pawn moves that the sentence names: ``c5`` or ``cxd5``."""
        marks = [mark for mark in _MARK.findall(self.marked) if _MOVE.fullmatch(mark)]
        return tuple(turned_text(mark) if self.is_turned else mark for mark in marks)

    @cached_property
    def formula(self) -> str:
        """What has to be on the board, as a condition for the color whose plan it is; for the board not turned."""
        names, _, condition = self.condition.rpartition(";")
        formulas = [mark_formula(mark) for mark in _MARK.findall(self.marked)]
        formulas += [_DEVELOPING] if "evelop" in self.marked else []
        if "bishop" in self.marked and "long diagonal" in self.marked:
            homes = (home for move, home in _FIANCHETTOS.items() if move in self.marked)
            formulas += [f"popcount(bishops(own) & {home}) >= 1" for home in homes]
        parts = [*dict.fromkeys(filter(None, formulas)), *([f"({condition.strip()})"] if condition.strip() else [])]
        return f"{names}; {' and '.join(parts)}" if names else " and ".join(parts)

    def can_be_played(self, side: Side[int]) -> bool:
        """Return whether the board of a side meets the condition of the sentence."""
        return _meets(side, self.formula, is_turned=self.is_turned)

    def standing_on(self, side: Side[int]) -> Standing:
        """Return the state of a plan on its side's board: now, after another move, or blocked by an enemy piece."""
        standings = [_standing(side, move) for move in self.moves]
        return next((each for each in standings if each.state is not PlanState.NOW), NOW)

    def said_on(self, side: Side[int]) -> str:
        """Return the sentence as it is true on the board of the side whose plan it is, empty if it is not.

        A capture half-opens a file with an enemy pawn; a push that meets an enemy pawn is a lever; a pawn that a pawn
        blocks needs no help and no brake; knights and rooks do not head for places that they hold, nor blockade them.
        """
        text, enemy, pawns = self.sentence, side.enemy, side.pawns | side.enemy.pawns
        if match := _OPENS.search(text):
            file = FILES[_FILE_LETTERS.index(match["file"])]
            if (side.pawns & file).bit_count() > 1:
                return ""
            text = text.replace(" opens ", " half-opens ") if enemy.pawns & file else text
        if match := _SPACE.fullmatch(text):
            levers = _hit_by(side, match["target"]) & enemy.pawns
            text = f"{match['target']} attacks {_names(levers)}." if levers else text
        if match := _PAWN_OF_FILE.search(text):
            mover = enemy if match["brake"] else side
            moved = mover.pawns & complement(mover.backward(pawns))
            if match["verb"] == "supports":
                moved |= side.pawns & _hit_by(side, self.moves[0])
            if not moved & FILES[_FILE_LETTERS.index(match["file"])]:
                return ""
        if match := _KNIGHT_GOES.search(text):
            places = {name: 1 << parse_square(name) for name in re.findall("[a-h][1-8]", match["places"])}
            left = [name for name, place in places.items() if not place & (side.pawns | side.knights)]
            if not left or not side.knights & complement(sum(places.values())):
                return ""
            text = text.replace(match["places"], " or ".join(left))
        if text.startswith("Blockades") and side.knights & enemy.forward(enemy.pawns & FILES[3]):
            return ""
        if _ROOK_GOES.search(text):
            files = [FILES[_FILE_LETTERS.index(name)] for name in _NAMED_FILES.findall(text)]
            if "open" in text and side.pawns & sum(files):
                return ""
            if files and (all(file & side.rooks for file in files) or not side.rooks & complement(sum(files))):
                return ""
        return text


@lru_cache(maxsize=4096)
def _condition(text: str) -> Condition:
    return parse_condition(text)


def _meets(side: Side[int], condition: str, *, is_turned: bool) -> bool:
    return not condition or bool(_condition(condition).evaluate(side, is_turned=is_turned))


def _hit_by(side: Side[int], square: str) -> int:
    return single_pawn(side.color, parse_square(square)).attacks


def _names(mask: int) -> str:
    return listed([SQUARE_NAMES[square] for square in squares(mask)])


def mark_formula(mark: str) -> str:
    """Return the condition of a mark for the side whose plan it is; empty if it is no mark."""
    if move := _MOVE.fullmatch(mark):
        target = f"{{{move['target']}}}"
        behind = f"backward({target})"
        if move["origin"] is None:
            pawns = f"own & backward_fill({behind})"
            way = f"backward_fill({target}) - backward_fill({pawns})"
            return f"popcount({pawns}) >= 1 and popcount((own | enemy) & ({way})) == 0"
        step = {1: "west", -1: "east"}.get(ord(move["file"]) - ord(move["origin"]))
        return f"popcount(own & {step}({behind})) == 1 and popcount(pieces(enemy) & {target}) == 1" if step else ""
    side, word = ("enemy", mark[6:]) if mark.startswith("enemy ") else ("own", mark.lower())
    # The singular and the plural ask for the same, one at least.
    formula = _PIECES.get(word) or _PIECES.get(word.removesuffix("s"), "")
    return formula.format(side)


def _standing(side: Side[int], move: str) -> Standing:
    target = 1 << parse_square(move[-2:])
    if "x" in move:
        source = side.backward(east(target) | west(target)) & FILES["abcdefgh".index(move[0])]
        return _safe(side, source, target)
    behind = side.pawns & side.backward_fill(side.backward(target))
    source = max(squares(behind), key=lambda square: square if side.color else -square, default=-1)
    if source < 0:
        return _BLOCKED
    way = side.forward_fill(side.forward(1 << source)) & side.backward_fill(target)
    if way & (side.enemy.pieces | side.pawns):
        return _BLOCKED
    standing = _safe(side, 1 << source, target)
    if standing.state is PlanState.BLOCKED:
        return standing
    before = "".join(_before(side, source, way))
    first = before + (standing.first.replace(", but", ", and") if before else standing.first)
    return Standing(PlanState.AFTER, first) if first else NOW


def _before(side: Side[int], source: int, way: int) -> Iterator[str]:
    """Yield the moves that have to come before a push over a way: of own pieces, and of the pawn itself."""
    own = way & side.pieces
    if own:
        yield f", once {pieces_named(side, own)} {plural(own.bit_count(), 'has', 'have')} moved"
    steps = list(squares(way)) if side.color else list(squares(way))[::-1]
    if len(steps) > 1 and 1 << source & side.ranks(2, 2):
        del steps[0]
    if len(steps) > 1:
        yield f"{' and' if own else ','} after {SQUARE_NAMES[steps[-2]]}"


def pieces_named(side: Side[int], places: int) -> str:
    """Return a side's pieces on some squares, kind by kind: ``the knights on c3 and e5``."""
    kinds = ((kind.removesuffix("s"), mask & places) for kind, mask in zip(KINDS, kinds_of(side), strict=True))
    return listed([f"the {plural(mask.bit_count(), kind)} on {_names(mask)}" for kind, mask in kinds if mask])


def _safe(side: Side[int], source: int, target: int) -> Standing:
    """Return whether a pawn could go to a square legally, without loss there or elsewhere, as if all else were done."""
    after = _after(side, source, target)
    try:
        king = after.kings
        if king and not king & king - 1:
            place = king.bit_length() - 1
            if Pieces.of(after.enemy).attackers(place):
                why = "king is out of check" if Pieces.of(side.enemy).attackers(place) else "pawn is unpinned"
                return Standing(PlanState.AFTER, f", once the {why}")
        if target & side.enemy.pieces:
            return NOW  # What a pawn takes is worth a pawn at least.
        square = target.bit_length() - 1
        passing = en_passant_capture(after.enemy)
        if passing is not None and passing.gain > 0:
            return _BLOCKED
        for guards in (0, 1):
            capture = least_loss_capture(after.enemy, square, guards)
            if capture is None or capture.gain <= 0:
                if guards:
                    return Standing(PlanState.AFTER, f", but needs one more guard of {SQUARE_NAMES[square]}")
                loose = pieces_named(side, newly_hanging(side, after, target))
                return Standing(PlanState.AFTER, f", but leaves {loose} hanging") if loose else NOW
        return _BLOCKED
    finally:
        release(after)


def _after(side: Side[int], source: int, target: int) -> Side[int]:
    """Return the side after a pawn has gone to a square, with the enemy to move."""
    left = complement(source | target)
    passed = side.forward(source) if side.forward(side.forward(source)) == target and side.ranks(2, 2) & source else 0
    enemy = side.enemy
    own = {kind: getattr(side, kind) & left for kind in (*KINDS, "pieces")}
    theirs = {kind: getattr(enemy, kind) & complement(target) for kind in (*KINDS, "pieces")}
    own["pawns"] |= target
    own["pieces"] |= target
    return face(
        replace(side, **own, en_passant=0, to_move=0),
        replace(enemy, **theirs, en_passant=passed, to_move=complement(0)),
    )[0]


Plans = tuple[Plan, ...]
_PARTS: Final = re.compile(r",| (?:against|with|without|after|before|and|on|by) ")  # Titles of several parts.
_PUSHES: Final = re.compile(r"(?P<move>(?:[a-h]x)?[a-h][1-8]) (?P<rest>.*)")  # A sentence that begins with a move.
_GENERAL: Final = re.compile(r"\] gains space\.$|out of [a-h][1-8]\.$")  # Plans that fit nearly any position.
_ENOUGH: Final = 2  # The number of other plans that make these needless.
_VERB: Final = re.compile(r"[A-Z][a-z]+s ")  # A sentence whose subject is the color; words for pieces are marked.
_IN_FULL: Final = 4  # The first plans of a color, which are given in full; of further ones the pawn moves are named.


@dataclass(frozen=True)
class Structure:
    """A named structure, which one color has, or both alike if it is ``mutual``.

    It is written as it usually arises: with White as its owner or, if not ``of_white``, with Black. ``plans`` are
    White's and Black's in that version. ``reversed_title`` is its title if the other color is the owner: by default
    with *Reversed*, unless it ``keeps_title``, as one not named after an opening does. ``leads`` are the
    identifiers of structures that say less if they are on the board with it; a ``general`` one is named only if
    no other is. ``pieces`` is a condition on other pieces for its owner, asked only if these are known. ``heading``
    is its title with the colors named, if its owner alone would not say which pawns are whose. ``example`` has
    White's and Black's pawns of a board with it, if its picture shows others than those that the pattern gives.
    """

    identifier: str
    title: str
    rule: Rule
    plans: tuple[Plans, Plans]
    of_white: bool = True
    reversed_title: str = ""
    mutual: bool = False
    keeps_title: bool = False
    leads: tuple[str, ...] = ()
    family: str = ""
    pieces: str = ""
    general: bool = False
    heading: str = ""
    example: tuple[int, int] | None = None

    def title_for(self, color: bool) -> str:
        """Return the title if this color is the owner."""
        if color is self.of_white or self.mutual:
            return self.title
        return self.reversed_title or f"{'' if self.keeps_title else 'Reversed '}{turned_text(self.title)}"

    def heading_for(self, color: bool | None) -> str:
        """Return ``Carlsbad of White`` or ``French, Winawer (White)``; the title alone if both have it alike."""
        if color is None:
            return self.title
        if self.heading:
            return self.heading if color is self.of_white else turned_text(self.heading)
        title, name = self.title_for(color), "White" if color else "Black"
        return f"{title} ({name})" if _PARTS.search(title) else f"{title} of {name}"

    def rule_of(self, color: bool) -> Rule:
        """Return the rule if this color is the owner."""
        return self.rule if color is self.of_white else self.rule.turned

    def plans_for(self, color: bool, *, owner: bool) -> Plans:
        """Return a color's plans if ``owner`` is the owner, also those that a board may not allow."""
        if owner is self.of_white:
            return self.plans[0 if color else 1]
        return tuple(plan.turned for plan in self.plans[1 if color else 0])

    def pictured_pawns(self, color: bool | None) -> tuple[int, int] | None:
        """Return White's and Black's pawns of a board for the structure's picture, or None where none is known."""
        pictured = self.example or example_pawns(self.rule)
        if pictured is None or color in (None, self.of_white):
            return pictured
        return flip_vertical(pictured[1]), flip_vertical(pictured[0])

    def allows_pieces(self, white: Side[int], owner: bool) -> bool:
        """Return whether the pieces on a board are as the structure demands if ``owner`` is the owner."""
        return _meets(white if owner else white.enemy, self.pieces, is_turned=owner is not self.of_white)


@dataclass(frozen=True)
class FoundStructure:
    """A structure on a board, its owner or None for both, its pawns; ``is_implied`` by one that was found before it.

    ``white`` is White's side of the board, by which plans are chosen; without it all are given. ``before`` are the
    structures that lead on the board and come before this one.
    """

    structure: Structure
    color: bool | None
    squares: int = field(repr=False)
    is_implied: bool = False
    white: Side[int] | None = field(default=None, repr=False, compare=False)
    before: tuple[FoundStructure, ...] = field(default=(), repr=False, compare=False)
    _known: dict[tuple[bool, Plan], Standing | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def _owner(self) -> bool:
        return self.structure.of_white if self.color is None else self.color

    @property
    def title(self) -> str:
        """The title, which may depend on whose it is: Panov Attack for White, Tarrasch Defense for Black."""
        return self.structure.title_for(self._owner)

    @property
    def heading(self) -> str:
        """The title, and whose the structure is unless it belongs to both colors alike: ``Carlsbad of White``."""
        return self.structure.heading_for(self.color)

    @property
    def rule(self) -> str:
        """The rule in words, with the squares of the color whose structure it is."""
        return self.structure.rule_of(self._owner).words

    def plans_for(self, color: bool) -> str:
        """Return White's or Black's plans that the board allows, in sentences; empty if there are none."""
        return " ".join(_joined(self._sentence(plan, color) for plan in self._allowed(color)))

    def main_plan(self, white_to_move: bool) -> tuple[bool, str]:
        """Return the color and the clause of the owner's first plan, now or after another move.

        If it is blocked or leaves a piece hanging, it is the other color's first plan, or another one, playable now.
        """
        owner = white_to_move if self.color is None else self.color
        for color in (owner, not owner):
            for plan, standing in islice(self._standings(color), 1):
                is_sound = standing.state is PlanState.AFTER and ", but leaves " not in standing.first
                if standing == NOW or (color is owner and is_sound):
                    return color, self._clause(plan, color)
        plans = (plan for plan, standing in self._standings(owner) if standing == NOW)
        return owner, next((self._clause(plan, owner) for plan in plans), "")

    def _clause(self, plan: Plan, color: bool) -> str:
        """Return the sentence of a plan as a clause, with its color unless it is the owner of the structure."""
        sentence = self._sentence(plan, color).removesuffix(".")
        clause = sentence if sentence.startswith(("White", "Black")) else f"{sentence[0].lower()}{sentence[1:]}"
        name = player_name(color)
        if _VERB.match(plan.marked):
            return f"{name} {clause}"
        return clause if color is self.color else f"for {name}, {clause}"

    def blocked_plans(self, color: bool) -> str:
        """Return the plans whose pawn moves are blocked or lose the pawn on this board, in sentences."""
        blocked = (plan for plan, standing in self._standings(color) if standing.state is PlanState.BLOCKED)
        return " ".join(_joined(self._sentence(plan, color) for plan in blocked))

    @property
    def plans(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Each color with plans here, and their sentences in short, without those of the structures before."""
        both = (("White", self._further(WHITE)), ("Black", self._further(BLACK)))
        return tuple((name, tuple(_joined(self._in_short(plans, name == "White")))) for name, plans in both if plans)

    def _standings(self, color: bool) -> Iterator[tuple[Plan, Standing]]:
        """Yield a color's plans for whose sentences the board has the pawns and pieces, with their states."""
        side = self._side(color)
        for plan in self.structure.plans_for(color, owner=self._owner):
            if (color, plan) not in self._known:
                can_be = side is None or (plan.can_be_played(side) and plan.said_on(side))
                self._known[color, plan] = (NOW if side is None else plan.standing_on(side)) if can_be else None
            standing = self._known[color, plan]
            if standing is not None:
                yield plan, standing

    def _side(self, color: bool) -> Side[int] | None:
        return self.white if self.white is None or color else self.white.enemy

    def _allowed(self, color: bool) -> Plans:
        """Return a color's plans that are not blocked, or its levers if none fits; general ones if there are few."""
        plans = [plan for plan, standing in self._standings(color) if standing.state is not PlanState.BLOCKED]
        side = self._side(color)
        if not plans and side is not None and self.structure.plans_for(color, owner=self._owner):
            levers = {plan: plan.standing_on(side) for plan in _levers(side)}
            self._known.update({(color, plan): standing for plan, standing in levers.items()})
            plans = [plan for plan, standing in levers.items() if standing.state is not PlanState.BLOCKED]
        particular = [plan for plan in plans if not _GENERAL.search(plan.marked)]
        return tuple(particular if len(particular) >= _ENOUGH and self.white is not None else plans)

    def _sentence(self, plan: Plan, color: bool) -> str:
        standing, side = self._known[color, plan], self._side(color)
        sentence = plan.sentence if side is None else plan.said_on(side)
        return f"{sentence.removesuffix('.')}{standing.first}." if standing and standing.first else sentence

    def _further(self, color: bool) -> Plans:
        """Return a color's plans but for sentences and pawn moves of the structures before."""
        said = [plan for structure in self.before for plan in structure._allowed(color)]
        sentences, moves = {plan.sentence for plan in said}, {move for plan in said for move in plan.moves}
        return tuple(
            plan
            for plan in self._allowed(color)
            if plan.sentence not in sentences and not (plan.moves and moves.issuperset(plan.moves))
        )

    def _in_short(self, plans: Plans, color: bool) -> list[str]:
        """Return the sentences of plans, with one sentence for the pawn moves of those after the first ones."""
        further = [plan for plan in plans[_IN_FULL:] if plan.moves]
        given = [self._sentence(plan, color) for plan in plans if plan not in further]
        further = [plan for plan in further if self._known[color, plan] == NOW]
        if len(further) < 2:
            return [*given, *(self._sentence(plan, color) for plan in further)]
        named = dict.fromkeys(move for plan in further for move in plan.moves)
        return [*given, f"Also played: {listed(list(named))}."]


def _levers(side: Side[int]) -> Iterator[Plan]:
    """Yield a plan for each push by which a pawn attacks an enemy pawn."""
    for square in squares(break_squares(side)):
        name = SQUARE_NAMES[square]
        yield Plan(f"[{name}] attacks {_names(_hit_by(side, name) & side.enemy.pawns)}.")


def _joined(sentences: Iterable[str]) -> Iterator[str]:
    """Yield sentences, those that say the same of several pawn moves as one: ``f4 or g4 gains space.``."""
    moves: dict[str, list[str]] = {}
    for sentence in sentences:
        match = _PUSHES.fullmatch(sentence)
        moves.setdefault(match["rest"] if match else sentence, []).extend([match["move"]] if match else [])
    for rest, names in moves.items():
        yield f"{listed(names, 'or')} {rest}" if names else rest
