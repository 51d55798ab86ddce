"""The sub-command ``pawnviz breaks``: breaks, other pawn moves and tensions of positions; no Qt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from pawnviz.cli.arguments import POSITIONS, SIDE, command_parser, given_positions, side_names
from pawnviz.cli.printing import print_positions
from pawnviz.cli.user_structures import name_user_structures
from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names, to_hex
from pawnviz.core.board.position import Position
from pawnviz.core.pawn_moves.changes import Break, SideChanges, break_text, price_of_break
from pawnviz.core.pawn_moves.moves import Price
from pawnviz.core.pawn_moves.report import Exchange, MoveReport, SideReport, Tension, report_of, tensions

_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe. Blank lines and lines that start with # are skipped.

A break is a push after which the pawn attacks an enemy pawn; the best comes first. Each has its price by static
exchange on its square: it can be played, offers a trade, is a gambit, or loses a pawn. Its changes follow,
the weightiest first: squares that it gives up for good, which no pawn of the side can guard again without capturing;
files, pawn islands, labels of pawns and named structures. A line below a break gives the result of an exchange. Pushes
of pawns against a king on its wing are listed too. Both sides are looked at as if they were to move; a promotion is to
a queen.

formats:
  text      for people
  json      an object a line for each position: fen, then moves and further_breaks of each side, those more than two
            moves away marked as far, and tensions; masks of squares are in hexadecimal, a1 = bit 0

The exit status is 1 when some position could not be read or there was none, and 2 when the arguments are wrong.
"""


def breaks(arguments: list[str]) -> int:
    """Run ``pawnviz breaks`` with these arguments and return its exit status."""
    parser = command_parser("breaks", "Print the pawn breaks of positions and what each costs.", _HELP, POSITIONS, SIDE)
    parser.add_argument("--all", action="store_true", help="print captures and other pushes too")
    parser.add_argument("--far", action="store_true", help="print breaks more than two moves away as text too")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_intermixed_args(arguments)
    name_user_structures()
    words = given_positions(parser, options.fen)
    sides = side_names(options.side)
    printer = _Text(sides, options.all, options.far) if options.format == "text" else _Json(sides, options.all)
    return print_positions(words, printer)


class _Text:
    """Breaks as text for people."""

    separator = "\n"

    def __init__(self, sides: tuple[str, ...], all_moves: bool, far_breaks: bool) -> None:
        self._sides = sides
        self._all_moves = all_moves
        self._far_breaks = far_breaks

    def text(self, position: Position) -> str:
        """Return the text of a position."""
        lines = [f"# {position.fen()}"]
        for name in self._sides:
            lines += self._side_lines(position, report_of(position, name == "white"))
        pairs = tensions(position)
        lines += ["tensions", *(line for tension in pairs for line in _tension_lines(tension))] if pairs else []
        return "\n".join((*lines, ""))

    def _side_lines(self, position: Position, report: SideReport) -> Iterator[str]:
        color = "White" if report.white else "Black"
        later_breaks = report.later_breaks if self._far_breaks else report.near_breaks
        if report.breaks:
            yield f"{color}: breaks"
        else:
            yield f"{color} has no pawn break {'as the next move' if later_breaks else 'here'}."
        for move in report.breaks:
            yield f"  {move.sentence}"
            yield from (f"    {exchange.name}: {exchange.outcome}" for exchange in move.exchanges())
        if report.storms:
            yield f"{color}: pushes against the king"
            yield from (f"  {move.sentence}" for move in report.storms)
        if later_breaks:
            yield f"{color}: further breaks"
            yield from (f"  {later.text}: {break_text(position, later)}" for later in later_breaks)
        if self._all_moves:
            for title, moves in (("captures", report.captures), ("other pushes", report.pushes)):
                if moves:
                    yield f"{color}: {title}"
                    yield from (f"  {move.sentence}" for move in moves)


def _tension_lines(tension: Tension) -> Iterator[str]:
    yield f"  {tension.name}: {tension.kept}"
    yield from (f"    {exchange.name}: {exchange.outcome}" for exchange in tension.exchanges)


class _Json:
    """Breaks as a JSON object for each position."""

    separator = ""

    def __init__(self, sides: tuple[str, ...], all_moves: bool) -> None:
        self._sides = sides
        self._all_moves = all_moves

    def text(self, position: Position) -> str:
        """Return the line of a position."""
        values: dict[str, Any] = {"fen": position.fen()}
        for name in self._sides:
            report = report_of(position, name == "white")
            values[name] = {
                "moves": [
                    _move_values(move)
                    for move in (report.moves if self._all_moves else (*report.breaks, *report.storms))
                ],
                "further_breaks": [_break_values(position, later) for later in report.later_breaks],
            }
        values["tensions"] = [
            {
                "white": SQUARE_NAMES[tension.white_pawn],
                "black": SQUARE_NAMES[tension.black_pawn],
                "structures": tension.structures,
                "exchanges": [_exchange_values(exchange) for exchange in tension.exchanges],
            }
            for tension in tensions(position)
        ]
        return f"{json.dumps(values, ensure_ascii=False)}\n"


def _move_values(report: MoveReport) -> dict[str, Any]:
    changes = report.changes
    return {
        "move": report.move.text,
        "uci": report.move.uci,
        "break": report.is_break,
        "storm": report.storms,
        **_price_values(report.price),
        "answer": report.answer,
        "attacks": square_names(report.attacked).split(),
        "sentence": report.sentence,
        "changes": report.details,
        "white": _side_values(changes.white),
        "black": _side_values(changes.black),
        "structures": changes.structures_after,
        "exchanges": [_exchange_values(exchange) for exchange in report.exchanges()],
        "fen": report.after.fen(),
    }


def _side_values(side: SideChanges) -> dict[str, Any]:
    return {
        "squares_lost": to_hex(side.squares_lost),
        "holes": square_names(side.holes).split(),
        "outposts_gained": square_names(side.outposts_gained).split(),
        "islands": [side.islands_before, side.islands_after],
        "labels_gained": [[label.layer, SQUARE_NAMES[label.square]] for label in side.labels if label.gained],
        "labels_lost": [[label.layer, SQUARE_NAMES[label.square]] for label in side.labels if not label.gained],
    }


def _price_values(price: Price | None) -> dict[str, Any]:
    if price is None:
        return {"word": "", "price": ""}
    return {"word": price.word, "price": price.text}


def _break_values(position: Position, later: Break) -> dict[str, Any]:
    return {
        "pawn": SQUARE_NAMES[later.source],
        "route": [SQUARE_NAMES[square] for square in later.route],
        "attacks": square_names(later.targets).split(),
        "blockers": square_names(later.blockers).split(),
        "far": not later.is_near,
        **_price_values(price_of_break(position, later)),
    }


def _exchange_values(exchange: Exchange) -> dict[str, Any]:
    return {
        "moves": exchange.name,
        "outcome": exchange.outcome,
        "structures": exchange.changes.structures_after,
        "fen": exchange.position.fen(),
    }
