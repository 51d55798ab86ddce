"""Runs a fuzzer: ``python -m tests.fuzz fen --count 300000 --seed 7``."""

from __future__ import annotations

import argparse
import importlib
import os
import secrets
import sys
import tempfile
from typing import Final

FUZZERS: Final = {
    "fen": (300_000, "FENs, good and mutated: a position or one short error, at once"),
    "formula": (50_000, "formulas and conditions, good and mutated, in 1 GiB and 5 s for each text"),
    "pgn": (
        8_000,
        "files of games, broken and huge: no good game is lost, each fault has its line; 300 MB, 2 s",
    ),
    "state": (2_000, "starts over mutated files of the settings folder: each gets through and loses nothing"),
    "kills": (500, "windows killed while two of them save into one folder: nothing is lost, nothing left over"),
    "edits": (60, "windows killed with unsaved edits of games: they are offered again, and no file is touched"),
    "collect": (
        500,
        "damaged collections, killed runs, full disks: nothing is lost, damage is named in 2 s",
    ),
    "streams": (500, "processes with standard streams closed, full or endless, and interrupted; none is left"),
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
    options = parser.parse_args(argv)
    count = FUZZERS[options.fuzzer][0] if options.count is None else options.count
    seed = secrets.randbelow(1_000_000) if options.seed is None else options.seed
    print(f"python -m tests.fuzz {options.fuzzer} --count {count} --seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        # What a program that is killed has left is none of the person's own.
        os.environ.update(XDG_CONFIG_HOME=folder, XDG_STATE_HOME=folder)
        status: int = importlib.import_module(f"tests.fuzz.{options.fuzzer}").run(count, seed)
    return status


if __name__ == "__main__":
    sys.exit(main())
