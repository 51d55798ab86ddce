"""Runs a fuzzer: ``python -m tests.fuzz fen --count 300000 --seed 7``."""

from __future__ import annotations

import argparse
import importlib
import os
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Final

FUZZERS: Final = {
    "fen": (300_000, "FENs, good and mutated: a position or one short error, at once"),
    "formula": (50_000, "formulas and conditions, good and mutated, in 1 GiB and 5 s for each text"),
    "pgn": (
        8_000,
        "files of games, broken, odd, mutated and huge: no good game is lost, each fault has its line; 300 MB, 2 s",
    ),
    "lives": (500, "lives of pawns in made games, or in those of --games FILE, against a slow second way"),
    "state": (2_000, "starts over mutated files of the settings folder: each gets through and loses nothing"),
    "kills": (500, "windows killed while two of them save into one folder: nothing is lost, nothing left over"),
    "saves": (
        200,
        "saves of made games, or of those of --games FILE, that are killed: the file is whole, nothing left over",
    ),
    "edits": (60, "windows killed with unsaved edits of games: they are offered again, and no file is touched"),
    "questions": (200, "questions to made games, or to 2,000 of --games FILE: the answers are those of python-chess"),
    "collect": (
        500,
        "damaged collections are named in 2 s; runs that index games, killed or on full disks, lose and double nothing",
    ),
    "interrupts": (40, "searches over four files, interrupted: they end within 2 s, with one line at most"),
    "streams": (500, "processes with standard streams closed, full or endless, and interrupted"),
    "endings": (200, "endings of kings and pawns, against a slow second solution made from the rules alone"),
    "gui": (20_000, "events of mouse and keyboard on the window"),
}
"""Each fuzzer's usual count and what it tries. A fuzzer is a module here with ``run(count, seed)``, the exit status."""


def main(argv: list[str] | None = None) -> int:
    """Run the fuzzer that the arguments name and return its exit status: 0, or 1 when something is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz",
        epilog="\n".join(f"{name}: {what} ({count} by default)" for name, (count, what) in FUZZERS.items()),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("fuzzer", choices=tuple(FUZZERS))
    parser.add_argument("--count", type=int, help="how many tries")
    parser.add_argument("--seed", type=int, help="the seed, to try the same again; random if not given")
    parser.add_argument(
        "--games", type=Path, metavar="FILE", help="lives, saves, questions: a file of games, of which the seed chooses"
    )
    options = parser.parse_args(argv)
    if options.games is not None and options.fuzzer not in ("lives", "saves", "questions"):
        parser.error("only lives, saves and questions take games of a file")
    count = FUZZERS[options.fuzzer][0] if options.count is None else options.count
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    games = () if options.games is None else (options.games,)
    named = "".join(f" --games {path}" for path in games)
    print(f"python -m tests.fuzz {options.fuzzer} --count {count} --seed {seed}{named}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # What a program that is killed has left is none of the person's own.
        os.environ.update(XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder)
        status: int = importlib.import_module(f"tests.fuzz.{options.fuzzer}").run(count, seed, *games)
    return status


if __name__ == "__main__":
    sys.exit(main())
