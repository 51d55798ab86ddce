"""Count the pixels of marks that others hide.

The exit status is 1 when a mark is hidden, else 0.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from pawnviz.view.export.files import prepare_fonts


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the result, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.legibility", description="Show whether layers can be read.")
    parser.add_argument("--count", type=int, default=5000, help="the random threes and sixes of layers; default: 5000")
    parser.add_argument("--seed", type=int, default=1, help="what is drawn at random; default: 1")
    options = parser.parse_args(arguments)
    prepare_fonts()
    from tests.legibility.visible import hidden_at_random, hidden_in_pairs, kinds

    found = 0
    for hidden in (*hidden_in_pairs(kinds()), *hidden_at_random(options.count, options.seed)):
        found += 1
        print(hidden)
    print(f"{found} marks are hidden in pairs of {len(kinds())} layers and in {options.count} threes and sixes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
