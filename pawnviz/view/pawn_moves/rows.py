"""The rows of the panel of pawn moves: headings, moves, lines after a break, tensions, further breaks, a fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, partial
from itertools import pairwise
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import Break, PawnChanges, break_text, pawn_changes, said_alone
from pawnviz.core.pawn_moves.moves import PawnMove, after_move
from pawnviz.core.pawn_moves.report import Exchange, MoveReport, SideReport, Tension, report_of, tensions
from pawnviz.core.words import capitalized

FAR: Final = "far"  # The fold of the breaks that are more than two moves away.
COST: Final = "cost"  # The fold of the moves that cost material.
GUARD_WORDS: Final = "No pawn of {} can guard {} again without capturing."


class RowKind(Enum):
    """The kind of a row: a heading or a note, which cannot be chosen, a move, a line below one, or a fold of others."""

    HEADING = "heading"
    NOTE = "note"
    MOVE = "move"
    LINE = "line"
    FOLD = "fold"


@dataclass(eq=False)
class Row:
    """A row: a title, a short verdict, a text that unfolds below them, and the effect of a move.

    ``position`` is the one on the board after ``moves``, None for a heading or a note, and ``effect`` its changes, both
    given or computed when needed; ``obstacle`` says why it cannot be set up. ``fold`` is the name of a fold. ``owner``
    is the title of the move below which a line stands, and without which it is hidden.
    """

    kind: RowKind
    title: str
    text: str = ""
    verdict: str = ""
    fold: str = ""
    owner: str = ""
    white: bool = True
    position: Position | Callable[[], Position] | None = None
    moves: tuple[PawnMove, ...] = ()
    effect: PawnChanges | Callable[[], PawnChanges] | None = None
    details: Sequence[str] = ()
    obstacle: str = ""
    is_break: bool = False

    @cached_property
    def after(self) -> Position | None:
        """The position that is shown on the board, None for a heading or a note."""
        return self.position() if callable(self.position) else self.position

    @cached_property
    def changes(self) -> PawnChanges | None:
        """The changes of the move, None for a heading or a note."""
        return self.effect() if callable(self.effect) else self.effect

    @property
    def has_marks(self) -> bool:
        """Whether changes are marked in the list too, not only on the board."""
        return isinstance(self.effect, PawnChanges) and self.kind is RowKind.MOVE

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the row."""
        return (self.kind.value, self.title, self.text)

    @property
    def can_be_chosen(self) -> bool:
        """Whether there is something to show on the board, or rows to unfold."""
        return self.position is not None or self.kind is RowKind.FOLD

    @cached_property
    def tip(self) -> str:
        """All changes, a sentence a line; for others, the meaning of a break or a further one."""
        lines = list(self.details)
        if self.changes is not None:
            for side in (self.changes.white, self.changes.black):
                if side.squares_lost:
                    names = ", ".join(SQUARE_NAMES[square] for square in squares(side.squares_lost))
                    lines.append(GUARD_WORDS.format("White" if side.white else "Black", names))
        return "\n".join(lines)

    @property
    def spoken(self) -> str:
        """The row as a screen reader reads it."""
        kind = "Break: " if self.is_break else ""
        return f"{kind}{self.title}{f': {self.text}' if self.text else ''}"


def rows_of(
    position: Position, sides: Sequence[bool], unfolded: Set[str], verdicts: Mapping[Position, str]
) -> tuple[Row, ...]:
    """Return the rows for White's moves (True), Black's (False) or both: breaks first, tensions, then the others.

    Breaks more than two moves away and moves that cost material are shown only if ``FAR`` or ``COST`` is ``unfolded``.
    ``verdicts`` are an engine's words on positions after breaks, which stand in rows of their own.
    """
    reports = [report_of(position, white) for white in sides]
    return (
        *(row for report in reports for row in _break_rows(position, report, verdicts)),
        *(row for report in reports for row in _move_rows("pushes against the king", report, _kept(report.storms))),
        *_tension_rows(tensions(position), sides),
        *(row for report in reports for row in _move_rows("captures", report, report.captures)),
        *(row for report in reports for row in _later_rows(position, report, unfolded)),
        *(row for report in reports for row in _move_rows("other pushes", report, _kept(report.pushes))),
        *(row for report in reports for row in _cost_rows(report, unfolded, verdicts)),
    )


def _break_rows(position: Position, report: SideReport, verdicts: Mapping[Position, str]) -> Iterator[Row]:
    color = _color(report.white)
    yield Row(RowKind.HEADING, f"{color}'s breaks")
    if not position.pawns & (position.white if report.white else position.black):
        yield Row(RowKind.NOTE, f"{color} has no pawns.")
    elif not report.breaks:
        when = "as the next move; its further breaks stand below" if report.later_breaks else "here"
        yield Row(RowKind.NOTE, f"{color} has no pawn break {when}.")
    elif not _kept(report.breaks):
        yield Row(RowKind.NOTE, f"Each break of {color} loses a pawn.")
    yield from _unfolding_rows(_kept(report.breaks), verdicts)


def _kept(moves: Sequence[MoveReport]) -> list[MoveReport]:
    return [each for each in moves if not each.is_lost]


def _cost_rows(report: SideReport, unfolded: Set[str], verdicts: Mapping[Position, str]) -> Iterator[Row]:
    lost = [each for each in report.moves if each.is_lost]
    if lost:
        yield _fold_row(f"{_color(report.white)}'s moves that cost material", len(lost), COST, unfolded, report.white)
    if COST in unfolded:
        yield from _unfolding_rows(lost, verdicts)


def _fold_row(title: str, count: int, name: str, unfolded: Set[str], white: bool) -> Row:
    arrow = "\N{BLACK DOWN-POINTING SMALL TRIANGLE}" if name in unfolded else "\N{BLACK RIGHT-POINTING SMALL TRIANGLE}"
    return Row(RowKind.FOLD, f"{arrow} {title} ({count})", fold=name, white=white)


def _unfolding_rows(moves: Sequence[MoveReport], verdicts: Mapping[Position, str]) -> Iterator[Row]:
    for each in moves:
        yield _move_row(each)
        if each.after in verdicts:
            yield Row(RowKind.NOTE, verdicts[each.after], white=each.white)
        for exchange in each.exchanges():
            yield _exchange_row(exchange, (each.move,), each.white)


def _move_rows(title: str, report: SideReport, moves: Sequence[MoveReport]) -> Iterator[Row]:
    if moves:
        yield Row(RowKind.HEADING, f"{_color(report.white)}'s {title}")
        yield from map(_move_row, moves)


def _move_row(report: MoveReport) -> Row:
    return Row(
        RowKind.MOVE,
        report.move.text,
        report.said_alone,
        verdict=report.verdict,
        white=report.white,
        position=report.after,
        moves=(report.move,),
        effect=report.changes,
        details=report.details,
        is_break=report.is_break,
    )


def _exchange_row(exchange: Exchange, earlier: tuple[PawnMove, ...], white: bool) -> Row:
    return Row(
        RowKind.LINE,
        exchange.name,
        f"{exchange.reply}: {exchange.outcome}." if exchange.reply else f"{capitalized(exchange.outcome)}.",
        verdict=exchange.outcome.partition("; ")[0],
        owner=earlier[0].text if earlier else "",
        white=white,
        position=exchange.position,
        moves=(*earlier, *exchange.moves),
        effect=exchange.changes,
        details=[said_alone((clause,)) for clause in exchange.clauses],
    )


def _tension_rows(tensions: Sequence[Tension], sides: Sequence[bool]) -> Iterator[Row]:
    if tensions:
        yield Row(RowKind.HEADING, "Tensions, and what each exchange gives")
    for tension in tensions:
        yield Row(RowKind.NOTE, f"{tension.name}. {tension.kept}.")
        exchanges = sorted(tension.exchanges, key=lambda exchange: exchange.white not in sides)
        yield from (_exchange_row(exchange, (), exchange.white) for exchange in exchanges)


def _later_rows(position: Position, report: SideReport, unfolded: Set[str]) -> Iterator[Row]:
    if report.later_breaks:
        yield Row(RowKind.HEADING, f"{_color(report.white)}'s further breaks")
    yield from (_later_row(position, each) for each in report.later_breaks if each.is_near)
    far = [each for each in report.later_breaks if not each.is_near]
    if far:
        yield _fold_row("More than two moves away", len(far), FAR, unfolded, report.white)
    if FAR in unfolded:
        yield from (_later_row(position, each) for each in far)


def _later_row(position: Position, later_break: Break) -> Row:
    first = later_break.first_move
    text = break_text(position, later_break)
    places = pairwise((later_break.source, *later_break.route))
    steps = tuple(PawnMove(later_break.white, *pair) for pair in places)
    return Row(
        RowKind.MOVE,
        later_break.text,
        f"{capitalized(text)}.",
        verdict=text.partition("; ")[0],
        white=later_break.white,
        position=partial(position.moved, later_break.source, later_break.square),
        moves=steps if first is not None else (),
        effect=partial(_changes_of_break, position, later_break),
        obstacle="" if first is not None else f"{later_break.text} cannot begin: {text.partition('; ')[0]}",
    )


def _changes_of_break(position: Position, pawn_break: Break) -> PawnChanges:
    after = position.moved(pawn_break.source, pawn_break.square)
    return pawn_changes(position, after, {pawn_break.source: pawn_break.square})


def played(row: Row, position: Position) -> tuple[Position, str] | None:
    """Return the position after a row and the text of its step, or None without one; of a further break the first."""
    if row.after is None or row.obstacle or not row.moves:
        return None
    if row.kind is RowKind.MOVE:
        first = row.moves[0]
        return after_move(position, first), f"play {first.text}"
    return row.after, f"play {row.title if len(row.moves) < 3 else f'{row.moves[0].text} {row.title}'}"


def _color(white: bool) -> str:
    return "White" if white else "Black"
