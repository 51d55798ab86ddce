"""The rows of the panel of pawn moves: headings, moves, lines after a break, tensions, further breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cached_property, partial
from itertools import pairwise
from typing import Final

from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.breaks import Break, break_text
from pawnviz.core.pawn_moves.changes import PawnChanges, pawn_changes
from pawnviz.core.pawn_moves.moves import PawnMove, after_move
from pawnviz.core.pawn_moves.report import MoveReport, SideReport, report_of
from pawnviz.core.pawn_moves.sentences import said_alone
from pawnviz.core.pawn_moves.tension import Exchange, Tension, tensions
from pawnviz.core.words import capitalized

GUARD_WORDS: Final = "No pawn of {} can guard {} again without capturing."


class RowKind(Enum):
    """The kind of a row: a heading or a note, which cannot be chosen, a move, or a line below one."""

    HEADING = "heading"
    NOTE = "note"
    MOVE = "move"
    LINE = "line"


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
        """Whether there is something to show on the board."""
        return self._after is not None

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


def rows_of(position: Position, sides: Sequence[bool]) -> tuple[Row, ...]:
    """Return the rows for White's moves (True), Black's (False) or both: breaks first, tensions, then the others."""
    reports = [report_of(position, white) for white in sides]
    return (
        *(row for report in reports for row in _break_rows(position, report)),
        *_tension_rows(tensions(position), sides),
        *(row for report in reports for row in _move_rows("captures", report, report.captures)),
        *(row for report in reports for row in _later_rows(position, report)),
        *(row for report in reports for row in _move_rows("other pushes", report, report.pushes)),
    )


def _break_rows(position: Position, report: SideReport) -> Iterator[Row]:
    color = _color(report.white)
    yield Row(RowKind.HEADING, f"{color}'s breaks")
    if not position.pawns & (position.white if report.white else position.black):
        yield Row(RowKind.NOTE, f"{color} has no pawns.")
    elif not report.breaks:
        later = "; see its further breaks below" if report.later_breaks else ""
        yield Row(RowKind.NOTE, f"{color} has no pawn break here{later}.")
    for each in report.breaks:
        yield _move_row(each)
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


def _tension_rows(found: Sequence[Tension], sides: Sequence[bool]) -> Iterator[Row]:
    """Yield the pawns that can take each other, with the results of the exchanges."""
    if found:
        yield Row(RowKind.HEADING, "Tensions, and what each exchange gives")
    for tension in found:
        yield Row(RowKind.NOTE, f"{tension.name}. {tension.kept}.")
        exchanges = sorted(tension.exchanges, key=lambda exchange: exchange.white not in sides)
        yield from (_exchange_row(exchange, (), exchange.white) for exchange in exchanges)


def _later_rows(position: Position, report: SideReport) -> Iterator[Row]:
    """Yield the breaks of a side that are not the next move, with their obstacles."""
    if report.later_breaks:
        yield Row(RowKind.HEADING, f"{_color(report.white)}'s further breaks")
    side = position.sides()[0 if report.white else 1]
    for found in report.later_breaks:
        first = found.first_move
        shown = partial(position.moved, found.source, found.square)
        text = break_text(side, found)
        yield Row(
            RowKind.MOVE,
            found.text,
            f"{capitalized(text)}.",
            white=report.white,
            after=shown,
            moves=_steps(found) if first is not None else (),
            changes=partial(_changes_of_break, position, found),
            obstacle="" if first is not None else f"{found.text} cannot begin: {text.partition('; ')[2]}",
        )


def _changes_of_break(position: Position, found: Break) -> PawnChanges:
    """Return the changes after the pawn of a break has reached the break square."""
    after = position.moved(found.source, found.square)
    return pawn_changes(position, after, {found.source: found.square})


def _steps(found: Break) -> tuple[PawnMove, ...]:
    places = (found.source, *found.route)
    return tuple(PawnMove(found.white, *pair) for pair in pairwise(places))


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
