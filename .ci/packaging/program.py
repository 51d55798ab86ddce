"""The entry of a frozen program, which also runs its own modules and workers: there is no Python beside it."""

import multiprocessing
import runpy
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:2] == ["--module"] and sys.argv[2].startswith("pawnviz."):
        module = sys.argv[2]
        sys.argv[1:3] = []
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        from pawnviz.__main__ import main

        sys.exit(main())
