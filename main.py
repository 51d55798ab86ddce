"""Runs pawnviz from a checkout: ``python main.py [FEN or file]``."""

import sys

from pawnviz.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
