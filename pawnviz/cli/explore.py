"""The sub-command ``pawnviz explore``, which says what was played with the pawns of a position; no Qt."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Final

from pawnviz.cli.arguments import EXIT_BAD_INPUT, command_parser, print_error
from pawnviz.cli.questions import QUESTION, QUESTION_HELP, ask, read_question
from pawnviz.cli.streams import print_text
from pawnviz.cli.workers import WORKERS
from pawnviz.core.board.fen import FenError
from pawnviz.core.collections.answer import (
    INTERVAL_WORDS,
    Answer,
    NextMove,
    answer_of,
    count_sentence,
    delay_text,
    difference_text,
    find,
    openings_text,
    score_sentence,
    share_text,
)
from pawnviz.core.words import visible

_RANKS: Final = 8

_HELP: Final = f"""\
{QUESTION_HELP}
Without further options exactly the pawns of both sides of FEN are asked for; --structure, --pattern and --where take
their place, and need no FEN. All scores are White's. The difference is score minus the score that the ratings and
White's advantage let expect, in points of a game, over the games in which both players have a rating.
{fill(INTERVAL_WORDS, 120)}

formats:
  text      sentences, and a line for each move that came next
  json      one object: games, wins, draws, losses, score, expected, difference, interval, next: a list of move, side,
            games, score, difference, median_delay (in moves), the most played first

The exit status is 1 when no game was found or something was wrong with FEN or a file, and 2 when the arguments are
wrong.
"""


def explore(arguments: list[str]) -> int:
    """Run ``pawnviz explore`` with these arguments and return its exit status."""
    parser = command_parser("explore", "Say what was played with the pawns of a position.", _HELP, QUESTION, WORKERS)
    parser.add_argument(
        "words",
        nargs="+",
        metavar="[FEN] FILE|NAME",
        help="a position, of which the pawns count, and files of games or collections; without --structure, --pattern,"
        " --where or --fields the position is needed",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    options = parser.parse_args(arguments)
    is_otherwise_asked = any(text is not None for text in (options.structure, options.pattern, options.where))
    fen, files = _fen_and_files(options.words, is_needed=not (is_otherwise_asked or options.fields))
    if not files:
        parser.error("give a file of games or a collection")
    try:
        question = read_question(parser, options, fen)
    except FenError as error:
        return print_error(f"{fen}: {error}")
    if is_otherwise_asked and fen is not None:
        question = type(question)(question.parts[1:])
    asked = list(ask(parser, options, files, partial(find, question.portable)))
    parts = [part for part in asked if part is not None]
    if len(parts) < len(asked):
        return EXIT_BAD_INPUT
    found = answer_of(question, parts)
    if options.format == "json":
        print_text(json.dumps(_object(found), ensure_ascii=False) + "\n")
    elif found.score.games:
        print_text(visible("".join(f"{line}\n" for line in _lines(found))))
    return 0 if found.score.games else print_error("no game fits")


def _fen_and_files(words: list[str], *, is_needed: bool) -> tuple[str | None, list[str]]:
    """Return the position, the first word where it is needed or has the form of one, and the files."""
    first = words[0]
    if is_needed or (first.count("/") == _RANKS - 1 and not first.startswith("/") and not Path(first).exists()):
        return words[0], words[1:]
    return None, words


def _object(found: Answer) -> dict[str, object]:
    score = found.score
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "score": score.score,
        "expected": score.expected,
        "difference": score.difference,
        "interval": score.interval,
        "next": list(map(_move_object, found.next)),
        "kept": list(map(_move_object, found.kept)),
    }


def _move_object(move: NextMove) -> dict[str, object]:
    return {
        "move": move.move.text,
        "side": "white" if move.move.white else "black",
        "games": move.score.games,
        "score": move.score.score,
        "difference": move.score.difference,
        "median_delay": move.median_delay,
    }


def _lines(found: Answer) -> Iterator[str]:
    score = found.score
    yield f"{count_sentence(found)}."
    yield f"White won {score.wins:,}, drew {score.draws:,} and lost {score.losses:,}. {score_sentence(found)}"
    if openings := openings_text(found):
        yield f"Openings: {openings}."
    if found.next:
        yield "Next:"
    yield from map(_line, found.next)
    if found.kept:
        yield "In the meantime:"
    yield from map(_line, found.kept)


def _line(move: NextMove) -> str:
    side = "White" if move.move.white else "Black"
    return (
        f"  {move.move.text:<12} {side}  {move.score.games:>7,}  {share_text(move.share):>5}"
        f"  {delay_text(move.median_delay):<16}  {difference_text(move.score)}"
    ).rstrip()
