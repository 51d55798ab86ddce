"""Sub-commands that tests run in this process."""

from __future__ import annotations

from functools import partial

import pytest

from tests.cli import running
from tests.cli.running import Give, Printed, Run


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs a sub-command and returns its exit status, its output and its errors."""
    return partial(running.run, capsys)


@pytest.fixture
def printed(run: Run) -> Printed:
    """Return a function that returns the output of a sub-command that has to succeed without errors."""

    def output(*words: str) -> str:
        status, out, err = run(*words)
        assert (status, err) == (0, "")
        return out

    return output


@pytest.fixture
def give(monkeypatch: pytest.MonkeyPatch) -> Give:
    """Return a function that makes bytes the standard input."""
    return partial(running.give, monkeypatch)
