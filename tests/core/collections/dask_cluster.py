"""A cluster of Dask on this machine."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
LONGEST: Final = 90.0  # The seconds after which something that has to happen counts as failed.


class Cluster:
    """A scheduler and two workers, each a process that ``closing`` kills."""

    def __init__(self, folder: Path, closing: ExitStack) -> None:
        file = folder / "scheduler.json"
        self._closing = closing
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        latest = time.monotonic() + LONGEST
        self.address = ""
        while not self.address:
            assert time.monotonic() < latest
            time.sleep(0.05)
            with suppress(OSError, ValueError):
                self.address = json.loads(file.read_text())["address"]
        words = (self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.workers = [self._start("worker", *words) for _ in range(2)]

    def _start(self, part: str, *words: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{part}", "--no-dashboard", *words],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._closing.callback(process.wait)
        self._closing.callback(process.kill)
        return process
