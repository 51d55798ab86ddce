"""The places of the small boards of steps, in rows and with their labels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics

from pawnviz.core.formula.steps import Row, drawn_boards

SQUARE_EDGE: Final = 9  # The edge of a square of a small board in logical pixels, with the line beside it.
BOARD_EDGE: Final = 8 * SQUARE_EDGE + 1  # The edge of a small board in logical pixels.

MARGIN: Final = 10
GAP: Final = 6
_INDENT: Final = 18
_LABEL_LINES: Final = 2

Path = tuple[int, ...]
"""The numbers of the terms that lead from the first row to a term; a row's result has ``RESULT`` as its last number."""

RESULT: Final = -1


class StepBoard(NamedTuple):
    """A small board with its label, its place, and the operator in front of it.

    ``label_text`` is as much of ``text`` as fits ``label``. An ``expandable`` board is made of others, whose row
    ``is_open`` or not. ``white`` is the color whose mask it is, None for neither, as for constants.
    """

    path: Path
    rect: QRect
    label: QRect
    operator: str
    operator_rect: QRect
    text: str
    label_text: str
    mask: int
    white: bool | None
    expandable: bool
    is_open: bool

    @property
    def area(self) -> QRect:
        """The rectangle of the board with its label."""
        return self.rect.united(self.label)

    def contains(self, point: QPoint) -> bool:
        """Return whether a point is on the board, its label, or the sign that opens its row."""
        return self.rect.adjusted(-3, -5, 6, 3).contains(point) or self.label.contains(point)


class RowHeading(NamedTuple):
    """The name of a row below the first one."""

    text: str
    rect: QRect


@dataclass
class StepsLayout:
    """The small boards and headings of a row and of the open rows below it, and their height."""

    boards: list[StepBoard] = field(default_factory=list)
    headings: list[RowHeading] = field(default_factory=list)
    height: int = 2 * MARGIN

    @property
    def can_open(self) -> bool:
        """Whether a board is made of others that are hidden."""
        return any(board.expandable and not board.is_open for board in self.boards)

    @property
    def can_close(self) -> bool:
        """Whether a row below the first one is open."""
        return bool(self.headings)

    def board_at(self, point: QPoint) -> int | None:
        """Return the number of the board at a point, its label included, or None."""
        return next((number for number, board in enumerate(self.boards) if board.contains(point)), None)

    def row_area(self, path: Path) -> QRect:
        """Return the rectangle of the open row of a term, empty where it is not open."""
        area = QRect()
        for board in self.boards:
            if board.path[:-1] == path:
                area = area.united(board.area)
        return area


class StepsPlacer:
    """Places rows of small boards, with a cache of measured labels."""

    def __init__(self, metrics: QFontMetrics) -> None:
        self._metrics = metrics
        self._labels: dict[str, tuple[int, str]] = {}

    @property
    def line_height(self) -> int:
        """The height of one line of boards with their labels."""
        return BOARD_EDGE + _LABEL_LINES * self._metrics.height()

    def place(self, row: Row | None, open_rows: Collection[Path], width: int) -> StepsLayout:
        """Return the places of the boards of a row, and of the open rows below it, in a width."""
        layout = StepsLayout()
        if row is not None:
            bottom = self._place_row(layout, row, (), open_rows, width, MARGIN)
            # Below the last row there is a margin in place of the gap to another one.
            layout.height = bottom - 2 * GAP + 2 + MARGIN
        return layout

    def _place_row(
        self, layout: StepsLayout, row: Row, path: Path, open_rows: Collection[Path], width: int, top: int
    ) -> int:
        """Place a row and the open rows below it, and return the top of the next one."""
        metrics = self._metrics
        left = MARGIN + len(path) * _INDENT
        right = width - MARGIN
        if path:
            height = metrics.height() + 4
            layout.headings.append(RowHeading(row.text, QRect(left, top, max(40, right - left), height)))
            # The signs of boards that can be opened stand out above them.
            top += height + 3
        x = left
        last_edge = left
        for operator, text, mask, white, number in drawn_boards(row):
            place = (*path, RESULT if number is None else number)
            term = None if number is None else row.terms[number]
            sign_width = metrics.horizontalAdvance(operator) + 2 * GAP if operator else 0
            label_width, label_text = self._label(text)
            if x > left and x + sign_width + label_width > right:
                x = last_edge = left
                top += self.line_height + 2 * GAP
            x += sign_width
            board = QRect(x + (label_width - BOARD_EDGE) // 2, top, BOARD_EDGE, BOARD_EDGE)
            layout.boards.append(
                StepBoard(
                    path=place,
                    rect=board,
                    label=QRect(x, top + BOARD_EDGE + 2, label_width, _LABEL_LINES * metrics.height()),
                    operator=operator,
                    operator_rect=QRect(last_edge, top, board.left() - last_edge, BOARD_EDGE),
                    text=text,
                    label_text=label_text,
                    mask=mask,
                    white=white,
                    expandable=term is not None and term.has_row,
                    is_open=place in open_rows,
                )
            )
            last_edge = board.right()
            x += label_width
        top += self.line_height + 2 * GAP
        for number, term in enumerate(row.terms):
            below = term.row() if (*path, number) in open_rows else None
            if below is not None:
                top = self._place_row(layout, below, (*path, number), open_rows, width, top)
        return top

    def _label(self, text: str) -> tuple[int, str]:
        if text not in self._labels:
            metrics = self._metrics
            words = text.split()
            longest = max((metrics.horizontalAdvance(word) for word in words), default=0)
            half = metrics.horizontalAdvance(text) // _LABEL_LINES + longest // 2
            width = min(max(BOARD_EDGE, longest + 4, half), 2 * BOARD_EDGE)
            self._labels[text] = width, fitted(text, width, metrics)
        return self._labels[text]


def all_rows_below(row: Row) -> set[Path]:
    """Return the paths of all rows below a row, down to shifts and constants; repeated rows are left out."""
    paths: set[Path] = set()
    seen: set[Row] = set()

    def collect(row: Row, path: Path) -> None:
        for number, term in enumerate(row.terms):
            below = term.row()
            if below is not None and below not in seen:
                seen.add(below)
                paths.add((*path, number))
                collect(below, (*path, number))

    collect(row, ())
    return paths


def fitted(text: str, width: int, metrics: QFontMetrics) -> str:
    """Return a text in at most two lines of this width, elided where it does not fit."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or len(lines) == _LABEL_LINES or metrics.horizontalAdvance(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return "\n".join(metrics.elidedText(line, Qt.TextElideMode.ElideRight, width) for line in lines)
