"""The sub-command ``pawnviz explain``, which prints positions and their pawns in words; no Qt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from pawnviz.cli.arguments import POSITIONS, command_parser, given_positions
from pawnviz.cli.printing import print_positions
from pawnviz.cli.user_structures import name_user_structures
from pawnviz.core.board.bitboard import SQUARE_NAMES, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, color_name
from pawnviz.core.explain.pawn_words import LabelLine, pawn_headline, ranked_labels
from pawnviz.core.explain.summary import SideSummary, Summary, summary_of

_HELP: Final = """\
Each FEN may be quoted or not. A file ending in .fen or .epd holds a FEN or EPD on each line; - reads such lines from
standard input, as does no argument at all in a pipe. Blank lines and lines that start with # are skipped.

formats:
  text      the FEN, the side to move, what a trainer says first, the structure, and each side's islands, passers,
            weaknesses and majorities
  json      an object a line for each position: fen, ending, first, structures, white and black, with --pawns also
            pawns by square

In an ending of kings and pawns the outcome with best play is said where a few milliseconds prove it. --solve searches
for up to ten seconds, and says the moves that keep a proved outcome, and a line.

The exit status is 1 when some position could not be read or there was none, and 2 when the arguments are wrong.
"""


_SECONDS: Final = 10  # The time that --solve has for an ending.


@dataclass(frozen=True)
class _Text:
    """Prints a position as lines of plain text, on request with a sentence and labels for each pawn."""

    with_pawns: bool
    solves: bool
    separator: ClassVar[str] = "\n"

    def text(self, position: Position) -> str:
        """Return the text of a position."""
        lines = [_summary(position, self.solves).text]
        if self.with_pawns:
            for side in position.sides():
                for square in squares(side.pawns):
                    lines.append(": ".join(filter(None, (SQUARE_NAMES[square], pawn_headline(side, square)))))
                    lines += (f"  {line.sentence}" for line in ranked_labels(side, square).first)
        return "\n".join((*lines, ""))


@dataclass(frozen=True)
class _Json:
    """Prints a position as one line of JSON."""

    with_pawns: bool
    solves: bool
    separator: ClassVar[str] = ""

    def text(self, position: Position) -> str:
        """Return the text of a position."""
        summary = _summary(position, self.solves)
        fields: dict[str, Any] = {
            "fen": position.fen(),
            "ending": summary.verdict or None,
            "first": None if summary.first is None else f"{summary.first.text}.",
            "structures": [structure.heading for structure in summary.structures],
            "white": _side(summary.white),
            "black": _side(summary.black),
        }
        if self.with_pawns:
            fields["pawns"] = {name: values for side in position.sides() for name, values in _pawns(side)}
        return f"{json.dumps(fields)}\n"


_FORMATS: Final[dict[str, type[_Text] | type[_Json]]] = {"text": _Text, "json": _Json}


def _summary(position: Position, solves: bool) -> Summary:
    summary = summary_of(position)
    if not solves or summary.ending is None:
        return summary
    from pawnviz.core.endings.outcome import solve_within
    from pawnviz.core.explain.pawn_endings import proof_facts

    solution = solve_within(position, _SECONDS)
    return summary_of(position, solution.ending.outcome, proof_facts(position, solution))


def _side(side: SideSummary) -> dict[str, Any]:
    """Return a side's summary as values of JSON; a missing feature is null."""
    features = {feature.caption.lower(): feature.text if feature.squares else None for feature in side.features}
    return {"sentence": side.sentence, **features}


def _pawns(side: Side[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a side's pawns by name, with their labels as values of JSON."""
    for square in squares(side.pawns):
        ranked = ranked_labels(side, square)
        yield (
            SQUARE_NAMES[square],
            {
                "color": color_name(side.color),
                "headline": pawn_headline(side, square),
                "first": [_line(line) for line in ranked.first],
                "more": [_line(line) for line in ranked.more],
                "geometry": [_line(line) for line in ranked.geometry],
            },
        )


def _line(line: LabelLine) -> dict[str, Any]:
    return {"title": line.title, "text": line.text, "layers": [reason.identifier for reason in line.reasons]}


def explain(arguments: list[str]) -> int:
    """Run ``pawnviz explain`` with these arguments and return its exit status."""
    parser = command_parser(
        "explain", "Say positions in words: structure, islands, passers, weak pawns.", _HELP, POSITIONS
    )
    parser.add_argument("--pawns", action="store_true", help="a sentence for each pawn too, and its labels")
    parser.add_argument("--solve", action="store_true", help="solve endings of kings and pawns that take seconds too")
    parser.add_argument("--format", choices=tuple(_FORMATS), default="text", help="default: text")
    options = parser.parse_intermixed_args(arguments)
    name_user_structures()
    words = given_positions(parser, options.fen)
    return print_positions(words, _FORMATS[options.format](options.pawns, options.solve), "explain")
