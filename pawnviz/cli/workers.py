"""The options for the workers of scans and searches, and these workers."""

from __future__ import annotations

import os
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pawnviz.cli.arguments import parent_parser
from pawnviz.core.collections.workers import ClusterError, Workers, cluster, processes

_SMALL: Final = 8 << 20  # The number of bytes of all files up to which one process is as fast as several.

WORKERS: Final = parent_parser()
_taken = WORKERS.add_mutually_exclusive_group()
_taken.add_argument("--processes", type=int, metavar="N", help="default: one for each core, one alone for a small file")
_taken.add_argument("--cluster", metavar="ADDRESS", help="the scheduler of a cluster of Dask, such as tcp://host:8786")


@contextmanager
def chosen_workers(parser: ArgumentParser, options: Namespace, size: int, most: int | None = None) -> Iterator[Workers]:
    """Yield the workers that the options ask for, or that fit a number of bytes, ``most`` of them at most.

    Exits with an error where no cluster can be used.
    """
    if options.processes is not None and not 1 <= options.processes <= 1_000:
        parser.error(f"the number of processes is 1 or more, not {options.processes}")
    try:
        with _interruptible():
            if options.cluster is not None:
                with cluster(options.cluster) as workers:
                    yield workers
                return
            count = options.processes or (1 if size <= _SMALL else os.cpu_count() or 1)
            with processes(count if most is None else max(1, min(count, most))) as workers:
                yield workers
    except ClusterError as error:
        parser.error(f"argument --cluster: {error}")


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl+C end the processes that work before this one ends."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
