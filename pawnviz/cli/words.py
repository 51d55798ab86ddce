"""The sub-commands ``pawnviz explain`` and ``pawnviz breaks``: positions, pawns and pawn moves in words; no Qt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from pawnviz.cli.command import (
    FENS_HELP,
    POSITIONS,
    SIDE,
    SKIPPED_HELP,
    STATUS_HELP,
    Options,
    command,
    flag,
    one_of,
)
from pawnviz.cli.inputs import given_in, read_user_files
from pawnviz.cli.layouts import print_positions
from pawnviz.core.board.bitboard import SQUARE_NAMES, square_names, squares, to_hex
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.explain.pawn_words import LabelLine, pawn_headline, ranked_labels
from pawnviz.core.explain.summary import SideSummary, Summary, summary_of
from pawnviz.core.pawn_moves.changes import Break, SideChanges, break_text, price_of_break
from pawnviz.core.pawn_moves.moves import Price
from pawnviz.core.pawn_moves.report import Exchange, MoveReport, SideReport, report_of, tensions

_SECONDS: Final = 10  # The time that --solve has for an ending.


@command(
    "Describe positions in words: structure, islands, passers, weak pawns.",
    f"""\
{FENS_HELP}{SKIPPED_HELP}

formats:
  text      the FEN, the side to move, what a trainer says first, the structure, and each side's islands, passers,
            weaknesses and majorities
  json      an object a line for each position: fen, ending, first, structures, white and black, with --pawns also
            pawns by square

In an ending of kings and pawns the outcome with best play is said where a few milliseconds prove it. --solve searches
for up to ten seconds, and says the moves that keep a proved outcome, and a line.

{STATUS_HELP}""",
    POSITIONS,
    flag("--pawns", "a sentence for each pawn too, and its labels"),
    flag("--solve", "solve endings of kings and pawns that take seconds too"),
    one_of("--format", ["text", "json"]),
)
def explain(options: Options) -> int:
    """Print positions and their pawns in words, and return the exit status."""
    read_user_files()

    def text(position: Position) -> str:
        summary = _summary(position, options.solve)
        if options.format == "json":
            return _json(_explained(position, summary, with_pawns=options.pawns))
        lines = [summary.text]
        for side in position.sides() if options.pawns else ():
            for square in squares(side.pawns):
                lines.append(": ".join(filter(None, (SQUARE_NAMES[square], pawn_headline(side, square)))))
                lines += (f"  {line.sentence}" for line in ranked_labels(side, square).first)
        return "\n".join((*lines, ""))

    return print_positions(given_in(options), text, "" if options.format == "json" else "\n", "explain")


def _json(values: dict[str, Any], **how: Any) -> str:
    return f"{json.dumps(values, **how)}\n"


def _summary(position: Position, solves: bool) -> Summary:
    summary = summary_of(position)
    if not solves or summary.ending is None:
        return summary
    from pawnviz.core.endings.outcome import solve_within
    from pawnviz.core.explain.pawn_endings import proof_facts

    solution = solve_within(position, _SECONDS)
    return summary_of(position, solution.ending.outcome, proof_facts(position, solution))


def _explained(position: Position, summary: Summary, *, with_pawns: bool) -> dict[str, Any]:
    values: dict[str, Any] = {
        "fen": position.fen(),
        "ending": summary.verdict or None,
        "first": None if summary.first is None else f"{summary.first.text}.",
        "structures": [structure.heading for structure in summary.structures],
        "white": _side(summary.white),
        "black": _side(summary.black),
    }
    if with_pawns:
        values["pawns"] = {
            SQUARE_NAMES[square]: _pawn(side, square) for side in position.sides() for square in squares(side.pawns)
        }
    return values


def _side(side: SideSummary) -> dict[str, Any]:
    """Return a side's summary as values of JSON; a missing feature is null."""
    features = {feature.caption.lower(): None if feature.is_missing else feature.text for feature in side.features}
    return {"sentence": side.sentence, **features}


def _pawn(side: Side[int], square: int) -> dict[str, Any]:
    def values(lines: tuple[LabelLine, ...]) -> list[dict[str, Any]]:
        return [
            {"title": line.title, "text": line.text, "layers": [reason.identifier for reason in line.reasons]}
            for line in lines
        ]

    ranked = ranked_labels(side, square)
    return {
        "color": color_name(side.color),
        "headline": pawn_headline(side, square),
        "first": values(ranked.first),
        "more": values(ranked.more),
        "geometry": values(ranked.geometry),
    }


# Pawn breaks


@command(
    "Print the pawn breaks of positions and what each costs.",
    f"""\
{FENS_HELP}{SKIPPED_HELP}

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

{STATUS_HELP}""",
    *(POSITIONS, SIDE),
    flag("--all", "print captures and other pushes too"),
    flag("--far", "print breaks more than two moves away as text too"),
    one_of("--format", ["text", "json"]),
)
def breaks(options: Options) -> int:
    """Print the pawn breaks of positions, and return the exit status."""
    read_user_files()
    sides, is_json = options.sides, options.format == "json"

    def text(position: Position) -> str:
        if is_json:
            return _json(_break_values_of(position, sides, options.all), ensure_ascii=False)
        return "\n".join((*_break_lines(position, sides, options.all, options.far), ""))

    return print_positions(given_in(options), text, "" if is_json else "\n")


def _break_lines(position: Position, sides: tuple[str, ...], all_moves: bool, far: bool) -> Iterator[str]:
    yield f"# {position.fen()}"
    for name in sides:
        yield from _side_lines(position, report_of(position, name == "white"), all_moves, far)
    pairs = tensions(position)
    if pairs:
        yield "tensions"
    for tension in pairs:
        yield f"  {tension.name}: {tension.kept}"
        yield from (f"    {exchange.name}: {exchange.outcome}" for exchange in tension.exchanges)


def _side_lines(position: Position, report: SideReport, all_moves: bool, far: bool) -> Iterator[str]:
    color = "White" if report.white else "Black"
    later_breaks = [later for later in report.later_breaks if far or later.is_near]
    if report.breaks:
        yield f"{color}: breaks"
    else:
        yield f"{color} has no pawn break {'as the next move' if later_breaks else 'here'}."
    for move in report.breaks:
        yield f"  {move.sentence}"
        yield from (f"    {exchange.name}: {exchange.outcome}" for exchange in move.exchanges())
    yield from _moves_lines(f"{color}: pushes against the king", report.storms)
    if later_breaks:
        yield f"{color}: further breaks"
        yield from (f"  {later.text}: {break_text(position, later)}" for later in later_breaks)
    if all_moves:
        yield from _moves_lines(f"{color}: captures", report.captures)
        yield from _moves_lines(f"{color}: other pushes", report.pushes)


def _moves_lines(title: str, moves: tuple[MoveReport, ...]) -> Iterator[str]:
    if moves:
        yield title
        yield from (f"  {move.sentence}" for move in moves)


def _break_values_of(position: Position, sides: tuple[str, ...], all_moves: bool) -> dict[str, Any]:
    values: dict[str, Any] = {"fen": position.fen()}
    for name in sides:
        report = report_of(position, name == "white")
        values[name] = {
            "moves": [_move_values(move) for move in (report.moves if all_moves else (*report.breaks, *report.storms))],
            "further_breaks": [_break_values(position, later) for later in report.later_breaks],
        }
    values["tensions"] = [
        {
            "white": SQUARE_NAMES[tension.white_pawn],
            "black": SQUARE_NAMES[tension.black_pawn],
            "structures": tension.structures,
            "exchanges": list(map(_exchange_values, tension.exchanges)),
        }
        for tension in tensions(position)
    ]
    return values


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
        "exchanges": list(map(_exchange_values, report.exchanges())),
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
    return {"word": "" if price is None else price.word, "price": "" if price is None else price.text}


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
