"""Runs a sub-command, such as ``pawnviz masks``; no Qt. Results go to standard output, faults to standard error."""

from __future__ import annotations

from collections.abc import Callable

from pawnviz.cli.arguments import EXIT_INTERRUPTED
from pawnviz.cli.streams import with_output


def run_command(words: list[str]) -> int:
    """Run the sub-command that the first word names and return the exit status."""
    command, *arguments = words

    def run() -> int:
        try:
            return _function_of(command)(arguments)
        except SystemExit as stop:  # argparse leaves this way, after help or a message about the arguments.
            return stop.code if isinstance(stop.code, int) else 0

    try:
        return with_output(run)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


def _function_of(command: str) -> Callable[[list[str]], int]:
    match command:
        case "masks":
            from pawnviz.cli.masks import masks

            return masks
        case "explain":
            from pawnviz.cli.explain import explain

            return explain
        case "layers":
            from pawnviz.cli.layers import layers

            return layers
        case "formula":
            from pawnviz.cli.formula import formula

            return formula
        case "check":
            from pawnviz.cli.check import check

            return check
        case "fixtures":
            from pawnviz.cli.fixtures import fixtures

            return fixtures
        case "breaks":
            from pawnviz.cli.breaks import breaks

            return breaks
        case "games":
            from pawnviz.cli.games import games

            return games
        case "timeline":
            from pawnviz.cli.timeline import timeline

            return timeline
        case "collect":
            from pawnviz.cli.collect import collect

            return collect
        case "render":
            from pawnviz.cli.render import render

            return render
        case "sheet":
            from pawnviz.cli.sheet import sheet

            return sheet
        case "animate":
            from pawnviz.cli.animate import animate

            return animate
        case "search":
            from pawnviz.cli.search import search

            return search
        case "explore":
            from pawnviz.cli.explore import explore

            return explore
    raise ValueError(f"there is no sub-command {command}")
