"""The rows of the panel of pawn moves: headings, moves, lines after a break, tensions, further breaks, a fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, partial
from itertools import pairwise
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import Break, PawnChanges, break_text, pawn_changes, said_alone
from pawnviz.core.pawn_moves.moves import PawnMove, after_move
from pawnviz.core.pawn_moves.report import Exchange, MoveReport, SideReport, Tension, report_of, tensions
from pawnviz.core.words import capitalized, count_text

GUARD_WORDS: Final = "No pawn of {} can guard {} again without capturing."


class RowKind(Enum):
    """The kind of a row: a heading or a note, which cannot be chosen, a move, a line below one, or a fold of others."""

    HEADING = "heading"
    NOTE = "note"
    MOVE = "move"
    LINE = "line"
    FOLD = "fold"


class Row:
    """A row: a title, a text, and the effect of a move.

    ``after`` is the position on the board after ``moves``, None for a heading or a note; ``obstacle`` says why it
    cannot be set up. ``has_marks`` says that changes are marked in the list too, not only on the board.
    """

    def __init__(
        self,
        kind: RowKind,
        title: str,
        text: str = "",
        *,
        white: bool = True,
        after: Position | Callable[[], Position] | None = None,
        moves: tuple[PawnMove, ...] = (),
        changes: PawnChanges | Callable[[], PawnChanges] | None = None,
        details: Sequence[str] = (),
        obstacle: str = "",
        is_break: bool = False,
    ) -> None:
        self.kind = kind
        self.title = title
        self.text = text
        self.white = white
        self._after = after
        self.moves = moves
        self._changes = changes
        self.obstacle = obstacle
        self.is_break = is_break
        self.has_marks = isinstance(changes, PawnChanges) and kind is RowKind.MOVE
        self._details = tuple(details)

    @cached_property
    def after(self) -> Position | None:
        """The position that is shown on the board, None for a heading or a note."""
        return self._after() if callable(self._after) else self._after

    @cached_property
    def changes(self) -> PawnChanges | None:
        """The changes of the move, None for a heading or a note."""
        return self._changes() if callable(self._changes) else self._changes

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the row."""
        return (self.kind.value, self.title, self.text)

    @property
    def can_be_chosen(self) -> bool:
        """Whether there is something to show on the board, or rows to unfold."""
        return self._after is not None or self.kind is RowKind.FOLD

    @cached_property
    def tip(self) -> str:
        """All changes, a sentence a line; for others, the meaning of a break or a further one."""
        lines = list(self._details)
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
    position: Position, sides: Sequence[bool], unfolded: bool, verdicts: Mapping[Position, str] | None = None
) -> tuple[Row, ...]:
    """Return the rows for White's moves (True), Black's (False) or both: breaks first, tensions, then the others.

    Breaks more than two moves away are shown only ``unfolded``. ``verdicts`` are an engine's words on positions after
    breaks, which stand in rows of their own.
    """
    reports = [report_of(position, white) for white in sides]
    return (
        *(row for report in reports for row in _break_rows(position, report, verdicts or {})),
        *(row for report in reports for row in _move_rows("pushes against the king", report, report.storms)),
        *_tension_rows(tensions(position), sides),
        *(row for report in reports for row in _move_rows("captures", report, report.captures)),
        *(row for report in reports for row in _later_rows(position, report, unfolded)),
        *(row for report in reports for row in _move_rows("other pushes", report, report.pushes)),
    )


def _break_rows(position: Position, report: SideReport, verdicts: Mapping[Position, str]) -> Iterator[Row]:
    color = _color(report.white)
    yield Row(RowKind.HEADING, f"{color}'s breaks")
    if not position.pawns & (position.white if report.white else position.black):
        yield Row(RowKind.NOTE, f"{color} has no pawns.")
    elif not report.breaks:
        when = "as the next move; its further breaks stand below" if report.later_breaks else "here"
        yield Row(RowKind.NOTE, f"{color} has no pawn break {when}.")
    for each in report.breaks:
        yield _move_row(each)
        if each.after in verdicts:
            yield Row(RowKind.NOTE, verdicts[each.after], white=report.white)
        for exchange in each.exchanges():
            yield _exchange_row(exchange, (each.move,), report.white)


def _move_rows(title: str, report: SideReport, moves: Sequence[MoveReport]) -> Iterator[Row]:
    if moves:
        yield Row(RowKind.HEADING, f"{_color(report.white)}'s {title}")
        yield from map(_move_row, moves)


def _move_row(report: MoveReport) -> Row:
    return Row(
        RowKind.MOVE,
        report.move.text,
        report.said_alone,
        white=report.white,
        after=report.after,
        moves=(report.move,),
        changes=report.changes,
        details=report.details,
        is_break=report.is_break,
    )


def _exchange_row(exchange: Exchange, earlier: tuple[PawnMove, ...], white: bool) -> Row:
    """Return the row of an exchange after earlier moves, listed for a side."""
    return Row(
        RowKind.LINE,
        exchange.name,
        f"{exchange.outcome}.",
        white=white,
        after=exchange.position,
        moves=(*earlier, *exchange.moves),
        changes=exchange.changes,
        details=[said_alone((clause,)) for clause in exchange.clauses],
    )


def _tension_rows(tensions: Sequence[Tension], sides: Sequence[bool]) -> Iterator[Row]:
    """Yield the pawns that can take each other, with the results of the exchanges."""
    if tensions:
        yield Row(RowKind.HEADING, "Tensions, and what each exchange gives")
    for tension in tensions:
        yield Row(RowKind.NOTE, f"{tension.name}. {tension.kept}.")
        exchanges = sorted(tension.exchanges, key=lambda exchange: exchange.white not in sides)
        yield from (_exchange_row(exchange, (), exchange.white) for exchange in exchanges)


def _later_rows(position: Position, report: SideReport, unfolded: bool) -> Iterator[Row]:
    if report.later_breaks:
        yield Row(RowKind.HEADING, f"{_color(report.white)}'s further breaks")
    yield from (_later_row(position, each) for each in report.near_breaks)
    far = report.far_breaks
    if far:
        verb = "Hide" if unfolded else "Show"
        text = f"{verb} {count_text(len(far), 'break')} more than two moves away"
        yield Row(RowKind.FOLD, text, white=report.white)
    if unfolded:
        yield from (_later_row(position, each) for each in far)


def _later_row(position: Position, later_break: Break) -> Row:
    first = later_break.first_move
    text = break_text(position, later_break)
    return Row(
        RowKind.MOVE,
        later_break.text,
        f"{capitalized(text)}.",
        white=later_break.white,
        after=partial(position.moved, later_break.source, later_break.square),
        moves=_steps(later_break) if first is not None else (),
        changes=partial(_changes_of_break, position, later_break),
        obstacle="" if first is not None else f"{later_break.text} cannot begin: {text.partition('; ')[2]}",
    )


def _changes_of_break(position: Position, pawn_break: Break) -> PawnChanges:
    after = position.moved(pawn_break.source, pawn_break.square)
    return pawn_changes(position, after, {pawn_break.source: pawn_break.square})


def _steps(pawn_break: Break) -> tuple[PawnMove, ...]:
    places = (pawn_break.source, *pawn_break.route)
    return tuple(PawnMove(pawn_break.white, *pair) for pair in pairwise(places))


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
