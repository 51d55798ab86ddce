"""The steps of a formula on a board: rows of masks joined by operators, from a layer down to shifts and constants.

A row is read from left to right, as the wiki draws it::

    white pawns << 9 & notAFile = white east attacks

Words are absolute here: a row of White's goes north where the same formula of Black's goes south.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, assert_never

from pawnviz.core.board.bitboard import popcount
from pawnviz.core.board.side import KINDS, Side, color_name
from pawnviz.core.formula import tree
from pawnviz.core.formula.compiler import formula_of
from pawnviz.core.formula.names import LAYERS, NamedLayer, absolute_name
from pawnviz.core.formula.parser import NO_LAYERS, parse
from pawnviz.core.formula.tree import arriving_files, displacement, shift_of
from pawnviz.core.words import lowered, shortened

LONGEST_TERM: Final = 120  # The number of characters that the text of a term is cut to.


class NoFormulaError(ValueError):
    """A layer that is counted square by square, so that it has no formula and no steps."""

    def __init__(self, layer: NamedLayer) -> None:
        """Name the layer, and its rule in words if it has one."""
        super().__init__(f"{layer.identifier} has no formula. {layer.rule or 'It is counted square by square.'}")


@dataclass(frozen=True, slots=True)
class Term:
    """A mask of a row, with the operator in front of it.

    After ``""`` (the first term), ``&``, ``-``, ``^`` or ``|`` the mask is an operand. After a shift such as ``<< 9``
    or after ``~`` it is the row's result so far. ``identifier`` is that of the layer if the operand is one.
    ``white`` is the color whose pawns or pieces it is made of, with both that of the side; None for constants.
    """

    operator: str
    text: str
    mask: int
    identifier: str = ""
    _part: _Part | None = field(default=None, repr=False, compare=False)
    white: bool | None = None

    @property
    def is_operand(self) -> bool:
        """Whether the mask is joined to the terms on its left, rather than made from them."""
        return self.operator in ("", "&", "-", "^", "|")

    @property
    def has_row(self) -> bool:
        """Whether the term is made of others."""
        return self._part is not None

    def row(self) -> Row | None:
        """Return the row that the term is the result of; None for sets of the board and layers without a formula."""
        if self._part is None:
            return None
        terms = _terms(self._part.node, self._part.scope)
        return Row(self.text, terms, self.mask, self.identifier, self.white)


@dataclass(frozen=True, slots=True)
class Row:
    """Terms that are joined from left to right, and their result: its name, its mask, and its layer if it is one."""

    text: str
    terms: tuple[Term, ...]
    mask: int
    identifier: str = ""
    white: bool | None = None


class DrawnBoard(NamedTuple):
    """A board of a row as drawn: its sign, name, mask and color, and the number of its term, None for the result."""

    sign: str
    text: str
    mask: int
    white: bool | None
    number: int | None


def drawn_boards(row: Row) -> tuple[DrawnBoard, ...]:
    """Return the boards of a row as they are drawn, the result last.

    After a shift and ``=`` comes the board that the shift gives; after a shift at the end that is the result. A row of
    one board that has the name of the result is that board alone.
    """
    drawn = [
        DrawnBoard(term.operator if term.is_operand else f"{term.operator} =", term.text, term.mask, term.white, number)
        for number, term in enumerate(row.terms)
    ]
    sign = "=" if row.terms[-1].is_operand else drawn.pop().sign
    if len(drawn) == 1 and sign == "=" and drawn[0].text == row.text:
        return tuple(drawn)
    return (*drawn, DrawnBoard(sign, row.text, row.mask, row.white, None))


def steps(what: NamedLayer | tree.Formula, side: Side[int], names: Mapping[str, NamedLayer] = NO_LAYERS) -> Row:
    """Return the row of a layer or formula for a side of one board; raises ``NoFormulaError`` and ``FormulaError``."""
    if isinstance(what, tree.Formula):
        text, identifier, formula = "result", "", what
    else:
        if not what.formula:
            raise NoFormulaError(what)
        text, identifier = f"{color_name(side.color)} {lowered(what.title)}", what.identifier
        formula = parse(what.formula, names, what.identifier)
    scope = _Scope.of(formula, side, {})
    terms = _terms(formula.result, scope)
    return Row(text, terms, scope.mask(formula.result), identifier, side.color)


def rows(root: Row) -> Iterator[tuple[int, Row]]:
    """Yield a row and all rows below it, depth first, each different one once, with its depth."""
    waiting = [(0, root)]
    seen = set()
    while waiting:
        depth, row = waiting.pop()
        if row in seen:
            continue
        seen.add(row)
        yield depth, row
        below = [term.row() for term in row.terms]
        waiting.extend((depth + 1, part) for part in reversed(below) if part is not None)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a formula and the scope that says what its names mean."""

    node: tree.Node
    scope: _Scope


@dataclass(frozen=True, slots=True)
class _Substitute(_Part):
    """A part that stands for the pawns of a color, with its text, which parts that it stands in use many times."""

    text: str
    strength: int

    @property
    def within(self) -> str:
        return _parenthesized(self.text, self.strength)


@dataclass(frozen=True, slots=True)
class _Scope:
    """The meanings of names within a formula: its side, its local names, and the sets for a color's pawns."""

    side: Side[int]
    values: Mapping[str, tree.Node]
    masks: dict[str, int]
    pawns: Mapping[bool, _Substitute]

    @classmethod
    def of(cls, formula: tree.Formula, side: Side[int], pawns: Mapping[bool, _Substitute]) -> _Scope:
        values = {binding.name: binding.value for binding in formula.bindings}
        return cls(side, values, tree.named_values(formula.bindings, side), pawns)

    def mask(self, node: tree.Node) -> int:
        return tree.value_of(node, self.side, self.masks)

    def called(self, node: tree.LayerOfSide | tree.LayerOfSet, formula: tree.Formula) -> _Scope:
        """Return the scope of the formula of a layer that is called here."""
        if isinstance(node, tree.LayerOfSide):
            return _Scope.of(formula, tree.side_of(node.side, self.side), self.pawns)
        side = self.side.with_pawns(self.mask(node.operand))
        pawns = {**self.pawns, side.color: _Substitute(node.operand, self, *_text(node.operand, self))}
        return _Scope.of(formula, side, pawns)

    def standing_for_pawns(self, node: tree.Node) -> _Substitute | None:
        if isinstance(node, tree.Pieces) and node.name == "pawns":
            return self.pawns.get(tree.side_of(node.side, self.side).color)
        return None


# Rows


def _terms(node: tree.Node, scope: _Scope) -> tuple[Term, ...]:
    match node:
        case tree.Combination():
            # What is shifted first runs on in its row; beside | and ^ it is a term of its own, like the others.
            runs_on = node.rest[0][0] in ("&", "-") and isinstance(node.first, tree.Complement | tree.Shift | tree.Step)
            first = _terms(node.first, scope) if runs_on else (_term("", node.first, scope),)
            return (*first, *(_term(symbol, operand, scope) for symbol, operand in node.rest))
        case tree.Complement():
            return (*_start(node.operand, scope), _result("~", node, scope))
        case tree.Shift():
            terms = _start(node.operand, scope)
            for number, (symbol, count) in enumerate(node.shifts, 1):
                part = tree.Shift(node.column, node.operand, node.shifts[:number])
                terms = (*terms, _result(f"{symbol} {count}", part, scope))
            return terms
        case tree.Step():
            return _moved(node, scope)
        case _:
            return (_term("", node, scope),)


def _start(node: tree.Node, scope: _Scope) -> tuple[Term, ...]:
    return _terms(node, scope) if isinstance(node, tree.Complement | tree.Shift) else (_term("", node, scope),)


def _moved(step: tree.Step, scope: _Scope) -> tuple[Term, ...]:
    """Return the terms of a chain of steps: one shift, and the files on which it may arrive."""
    node, files, ranks = displacement(step, scope.side.color)
    terms = _start(node, scope)
    if files or ranks:
        symbol, count = shift_of(files, ranks)
        shift = tree.Shift(step.column, node, ((symbol, count),))
        terms = (*terms, _result(f"{symbol} {count}", shift, scope))
    if files:
        terms = (*terms, Term("&", _dropped(files), arriving_files(files)))
    return terms


def _dropped(files: int) -> str:
    """Return the wiki's name of the files on which squares that have moved by some files may arrive."""
    letters = "ABCDEFGH"
    return f"not{letters[:files] if files > 0 else letters[files:]}File"


def _result(operator: str, node: tree.Node, scope: _Scope) -> Term:
    """Return the row's result so far, a part of a formula, after a shift or ``~``."""
    return Term(operator, _text(node, scope)[0], scope.mask(node), white=_owner(node, scope))


def _term(operator: str, node: tree.Node, scope: _Scope) -> Term:
    mask, text, white = scope.mask(node), _text(node, scope)[0], _owner(node, scope)
    while part := scope.standing_for_pawns(node):
        node, scope = part.node, part.scope
    identifier = node.identifier if isinstance(node, tree.LayerOfSide | tree.LayerOfSet) else ""
    return Term(operator, text, mask, identifier, _inside(node, scope), white)


def _owner(node: tree.Node, scope: _Scope) -> bool | None:
    """Return the color whose pawns or pieces a part is made of, that of the side for both, None for neither."""
    match node:
        case tree.Pieces() if part := scope.standing_for_pawns(node):
            return _owner(part.node, part.scope)
        case tree.Pieces(name="occupied" | "en_passant"):
            return None
        case tree.Pieces() | tree.LayerOfSide():
            return tree.side_of(node.side, scope.side).color
        case tree.LayerOfSet():
            return scope.side.color
        case tree.Local():
            return _owner(scope.values[node.name], scope)
        case _:
            owners = {_owner(part, scope) for part in tree.operands(node)} - {None}
            return scope.side.color if len(owners) > 1 else next(iter(owners), None)


def _inside(node: tree.Node, scope: _Scope) -> _Part | None:
    """Return the expression or the meaning that a part is made of; None for one that is not made of others."""
    match node:
        case tree.Constant() | tree.RanksOfSide():
            return None
        case tree.Pieces():
            return _pieces_by_kind(node, scope)
        case tree.Local():
            return _Part(scope.values[node.name], scope)
        case tree.LayerOfSide() | tree.LayerOfSet():
            formula = formula_of(node)
            return None if formula is None else _Part(formula.result, scope.called(node, formula))
        case tree.Fill():
            return _doubling(node, scope)
        case tree.Complement() | tree.Shift() | tree.Step() | tree.Combination():
            return _Part(node, scope)
        case _:
            assert_never(node)


def _pieces_by_kind(node: tree.Pieces, scope: _Scope) -> _Part | None:
    """Return all pieces as the union of both colors', a color's as the union of its kinds; None for other names."""
    if node.name == "occupied":
        parts = [tree.Pieces(node.column, "pieces", side) for side in ("white", "black")]
    elif node.name == "pieces":
        parts = [tree.Pieces(node.column, kind, node.side) for kind in KINDS]
    else:
        return None
    return _Part(tree.Combination(node.column, parts[0], tuple(("|", part) for part in parts[1:])), scope)


def _doubling(fill: tree.Fill, scope: _Scope) -> _Part:
    """Return a fill as shifts of twice the length each: by one square, by two, by four."""
    # Source: https://www.chessprogramming.org/Kogge-Stone_Algorithm
    column, seed = fill.column, fill.operand
    if fill.name == "file_fill":
        north, south = tree.Fill(column, "north_fill", seed), tree.Fill(column, "south_fill", seed)
        return _Part(tree.Combination(column, north, (("|", south),)), scope)
    direction = absolute_name(fill.name, scope.side.color).removesuffix("_fill")
    line = "rank" if direction in ("north", "south") else "file"
    # The names hold spaces, so that they are none of the formula's own.
    two, four = (
        tree.Local(column, f"{_within(seed, scope)} filled {length} {direction}")
        for length in (f"1 {line}", f"3 {line}s")
    )
    one_on, two_on, four_on = (
        ("|", tree.Step(column, direction, node, count)) for node, count in ((seed, 1), (two, 2), (four, 4))
    )
    values, masks = dict(scope.values), dict(scope.masks)
    for local, start, further in ((two, seed, one_on), (four, two, two_on)):
        value = values[local.name] = tree.Combination(column, start, (further,))
        masks[local.name] = tree.value_of(value, scope.side, masks)
    filled = _Scope(scope.side, values, masks, scope.pawns)
    return _Part(tree.Combination(column, seed, (one_on, two_on, four_on)), filled)


# Texts

_STRENGTH: Final = {"|": 0, "^": 1, "&": 2, "-": 2}
_SHIFT, _COMPLEMENT, _NAME = 3, 4, 5
_PHRASE: Final = -1
"""The strength of words such as ``north fill of white pawns``, which stand in parentheses beside every operator."""


def _within(node: tree.Node, scope: _Scope) -> str:
    """Return the text of a part as it stands within words: expressions in parentheses."""
    return _parenthesized(*_text(node, scope))


def _parenthesized(text: str, strength: int) -> str:
    return text if strength in (_PHRASE, _NAME) else f"({text})"


def _beside(node: tree.Node, scope: _Scope, strength: int) -> str:
    """Return the text of a part as an operand of an operator of some strength."""
    text, own_strength = _text(node, scope)
    return text if own_strength >= strength else f"({text})"


def _text(node: tree.Node, scope: _Scope) -> tuple[str, int]:
    """Return the text of a part in absolute words, cut to ``LONGEST_TERM``, and how strongly it holds together."""
    text, strength = _whole_text(node, scope)
    return shortened(text, LONGEST_TERM), strength


def _whole_text(node: tree.Node, scope: _Scope) -> tuple[str, int]:
    match node:
        case tree.Constant():
            return node.text if node.text[0] in "0{" else node.text.replace("_", " "), _NAME
        case tree.RanksOfSide():
            mask = scope.mask(node)
            last, count = mask.bit_length() // 8, popcount(mask) // 8
            return f"rank {last}" if count == 1 else f"ranks {last - count + 1} to {last}", _NAME
        case tree.Local():
            return node.name, _PHRASE if " " in node.name else _NAME
        case tree.Pieces():
            return _name_text(node, scope)
        case tree.Complement():
            return f"~{_beside(node.operand, scope, _COMPLEMENT)}", _COMPLEMENT
        case tree.Shift():
            shifts = "".join(f" {symbol} {count}" for symbol, count in node.shifts)
            return f"{_beside(node.operand, scope, _SHIFT)}{shifts}", _SHIFT
        case tree.Step():
            moved, files, ranks = displacement(node, scope.side.color)
            if not files and not ranks:
                return _text(moved, scope)
            text = "{} {} {}".format(_beside(moved, scope, _SHIFT), *shift_of(files, ranks))
            return (f"{text} & {_dropped(files)}", _STRENGTH["&"]) if files else (text, _SHIFT)
        case tree.Combination():
            strength = _STRENGTH[node.rest[0][0]]
            rest = (f" {symbol} {_beside(operand, scope, strength + 1)}" for symbol, operand in node.rest)
            return f"{_beside(node.first, scope, strength)}{''.join(rest)}", strength
        case tree.Fill():
            name = absolute_name(node.name, scope.side.color).replace("_", " ")
            return f"{name} of {_within(node.operand, scope)}", _PHRASE
        case tree.LayerOfSide() | tree.LayerOfSet():
            return _layer_text(node, scope)
        case _:
            assert_never(node)


def _name_text(node: tree.Pieces, scope: _Scope) -> tuple[str, int]:
    if node.name == "occupied":
        return "all pieces", _NAME
    if node.name == "en_passant":
        return "en-passant square", _NAME
    part = scope.standing_for_pawns(node)
    if part is not None:
        return part.text, part.strength
    color = tree.side_of(node.side, scope.side).color
    name = f"{color_name(color)} {'king' if node.name == 'kings' else node.name}"
    part = scope.pawns.get(color) if node.name == "pieces" else None
    return (name, _NAME) if part is None else (f"{name} with {part.within} for pawns", _PHRASE)


def _layer_text(node: tree.LayerOfSide | tree.LayerOfSet, scope: _Scope) -> tuple[str, int]:
    side = tree.side_of(node.side, scope.side) if isinstance(node, tree.LayerOfSide) else scope.side
    title = node.called.title if node.called else LAYERS[node.identifier].title
    name = f"{color_name(side.color)} {lowered(title)}"
    if isinstance(node, tree.LayerOfSet):
        return f"{name} of {_within(node.operand, scope)}", _PHRASE
    part = scope.pawns.get(side.color)
    return (name, _NAME) if part is None else (f"{name} of {part.within}", _PHRASE)
