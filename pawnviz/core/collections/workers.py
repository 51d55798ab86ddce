"""The workers of scans and searches: this process, several of its own, or those of a cluster.

Each of them runs a function of one item, a range of bytes or a shard, for many items, and gives the results in the
order of the items, so that these do not depend on who has done the work.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from multiprocessing import active_children, get_context, parent_process
from typing import Any, Final, TypeVar

from pawnviz import __version__
from pawnviz.core.collections.store import CollectionError
from pawnviz.core.games.game_file import NoGamesError

CONNECTING: Final = 10.0  # The seconds in which a scheduler has to answer, and to have a worker.
LONGEST_LOSS: Final = 60.0  # The seconds without any worker after which nothing is waited for.
_ADDRESS: Final = re.compile(r"(?:tcp|tls)://(?:[^\s/:\[\]]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}")
_PATIENCE: Final = 5.0  # The seconds without a result after which a cluster is looked at.

Item = TypeVar("Item")
Result = TypeVar("Result")


class ClusterError(Exception):
    """A cluster that cannot be used, as a sentence without its full stop."""


class Workers:
    """An executor of ``concurrent.futures``, or None for this process, and how many functions it runs at once."""

    def __init__(self, executor: Executor | None = None, count: int = 1) -> None:
        self.executor = executor
        self.count = count

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[tuple[Item, Result]]:
        """Yield items with results in their order; raises its errors, ``CollectionError`` without workers."""
        if self.executor is None:
            yield from ((item, function(item)) for item in items)
            return
        pending: deque[tuple[Item, Future[Result]]] = deque()
        try:
            for item in items:
                pending.append((item, self._submit(self.executor, function, item)))
                # So many that nobody waits, and so few that their results need little memory.
                if len(pending) > 2 * self.count:
                    first, future = pending.popleft()
                    yield first, self._result(future)
            while pending:
                first, future = pending.popleft()
                yield first, self._result(future)
        except BrokenExecutor:
            raise CollectionError("A process that scans games has ended; go on with the same command.") from None
        finally:
            for _, future in pending:
                future.cancel()

    def _submit(self, executor: Executor, function: Callable[[Item], Result], item: Item) -> Future[Result]:
        with _held_interrupts():
            return executor.submit(function, item)

    def _result(self, future: Future[Result]) -> Result:
        return future.result()


HERE: Final = Workers()
"""This process alone."""


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """Yield workers that are as many processes, which end with this one; this process itself for one."""
    if count == 1:
        yield HERE
        return
    pool = ProcessPoolExecutor(count, get_context("spawn"), _end_with_parent)
    try:
        yield Workers(pool, count)
    except (KeyboardInterrupt, GeneratorExit):
        for process in active_children():
            process.kill()  # What they have begun may take minutes.
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _held_interrupts() -> Iterator[None]:
    """Let Ctrl+C wait, also in processes that are started meanwhile, until they ignore it by themselves."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Let a process end when the one that has started it has ended, and not at Ctrl+C, which is for that one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Yield the workers of a Dask scheduler's address, such as ``tcp://host:8786``; raises ``ClusterError``."""
    import asyncio  # It takes as long to load as all else here.

    if not _ADDRESS.fullmatch(address):
        raise ClusterError(f"“{address}” is no address of a scheduler; expected one such as tcp://host:8786")
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise ClusterError("to use a cluster, install pawnviz[cluster]") from None
    names = [name for name in logging.root.manager.loggerDict if name.startswith(("distributed.", "tornado."))]
    for name in ("distributed", "tornado", "asyncio", *names):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # The fault is printed once, as a sentence.
    try:
        asyncio.run(asyncio.wait_for(_knock(address), CONNECTING))
        client = distributed.Client(address, timeout=CONNECTING, set_as_default=False)
    except Exception as error:  # What answers there may say anything.
        raise ClusterError(f"no scheduler answers at {address} within {CONNECTING:.0f} seconds") from error
    try:
        client.wait_for_workers(1, timeout=CONNECTING)
        yield _Cluster(client, sum(client.nthreads().values()))
    except TimeoutError:
        raise ClusterError(f"the scheduler at {address} has no workers; start one: dask worker {address}") from None
    finally:
        with suppress(Exception):  # A scheduler that has gone cannot be taken leave of.
            client.close(timeout=1)


async def _knock(address: str) -> None:
    """Exchange greetings with a scheduler, since a client would wait for these without a limit."""
    connection = import_module("distributed.security").Security().get_connection_args("client")
    comm = await import_module("distributed.comm").connect(address, timeout=CONNECTING, **connection)
    await comm.close()


class _Cluster(Workers):
    """The workers of a cluster. The lost work of one is done again by another."""

    def __init__(self, client: Any, count: int) -> None:
        super().__init__(client.get_executor(), count)
        self._client = client
        self._lost_since: float | None = None

    def _submit(self, executor: Executor, function: Callable[[Item], Result], item: Item) -> Future[Result]:
        return executor.submit(_run, __version__, function, item)

    def _result(self, future: Future[Result]) -> Result:
        while True:
            try:
                return future.result(_PATIENCE)
            except CancelledError:
                raise CollectionError("The scheduler of the cluster has ended; go on with the same command.") from None
            except TimeoutError:
                if future.done():
                    raise
                self._check()
            except (CollectionError, NoGamesError, OSError):
                raise
            except Exception as error:
                name, text = type(error).__name__, str(error).partition("\n")[0]
                raise CollectionError(
                    f"A worker of the cluster has failed; it needs pawnviz {__version__}. ({name}: {text})"
                ) from error

    def _check(self) -> None:
        """Raise ``CollectionError`` if no worker has been there for too long, or there is no scheduler."""
        try:
            has_workers = self._client.status == "running" and bool(self._client.nthreads())
        except Exception:  # The connection breaks in many ways.
            has_workers = False
        if has_workers:
            self._lost_since = None
            return
        self._lost_since = self._lost_since or time.monotonic()
        if time.monotonic() - self._lost_since >= LONGEST_LOSS:
            raise CollectionError(
                f"The cluster has had no worker for {LONGEST_LOSS:.0f} seconds; go on with the same command."
            )


def _run(version: str, function: Callable[[Item], Result], item: Item) -> Result:
    """Run a function on a worker; raises ``CollectionError`` if that has another pawnviz, with other results."""
    if version != __version__:
        raise CollectionError(f"A worker of the cluster has pawnviz {__version__}; it needs {version}.")
    return function(item)
