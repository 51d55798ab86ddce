"""What the fuzzers share: tries and examples with a report, work in processes of their own, and changed texts."""

from __future__ import annotations

import itertools
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import hypothesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

Example = TypeVar("Example")

LONGEST: Final = 60.0
"""The seconds after which a process that has to go on counts as stuck."""


def progress(count: int, name: str, report: Callable[[], str]) -> Callable[[int], None]:
    """Return a function that is called with the number of what is done, and prints each tenth of the way."""
    start = time.monotonic()

    def done(number: int) -> None:
        if number % max(1, count // 10) == 0:
            words = (f"{number} {name}", report(), f"{time.monotonic() - start:.1f} s")
            print(", ".join(filter(None, words)), flush=True)

    return done


def tries(
    count: int, seed: int, name: str, faults_of: Callable[[int], Sequence[str]], report: Callable[[], str] = str
) -> int:
    """Make tries by their numbers until one goes wrong or raises, print each tenth, and return the exit status."""
    done = progress(count, "tries", report)
    for number in range(count):
        try:
            faults = faults_of(number)
        except Exception:
            faults = [traceback.format_exc()]
        if faults:
            print(f"{name} {number} of seed {seed} goes wrong: {'; '.join(faults)}", file=sys.stderr)
            return 1
        done(number + 1)
    return 0


def examples(
    count: int,
    seed: int,
    name: str,
    strategy: st.SearchStrategy[Example],
    check: Callable[[Example], None],
    report: Callable[[], str] = str,
) -> int:
    """Check examples of a strategy, print each tenth or the smallest that is wrong, and return the exit status."""
    done = progress(count, f"{name}s", report)
    tried: list[Example] = []
    numbers = itertools.count(1)

    @hypothesis.seed(seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
    )
    @given(strategy)
    def checked(example: Example) -> None:
        tried[:] = [example]
        check(example)
        done(next(numbers))

    try:
        checked()
    except Exception as error:
        vars(error).pop("__notes__", None)  # The example itself, however long it is.
        print(f"{traceback.format_exc(limit=-8)}{name} of seed {seed} goes wrong:\n{shown(tried[0])}", file=sys.stderr)
        return 1
    return 0


def in_child(work: Callable[[int], None]) -> tuple[int, int]:
    """Do work in a process of its own, which is given a pipe to write to; return the process and the other end."""
    answers, pipe = os.pipe()
    process = os.fork()
    if process == 0:
        os.close(answers)
        status = 1
        try:
            work(pipe)
            status = 0
        except SystemExit:
            pass
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(pipe)
    return process, answers


def all_of(pipe: int) -> bytes:
    """Return all that is written to a pipe until it is closed, and close it."""
    with os.fdopen(pipe, "rb") as file:
        return file.read()


# Texts


@st.composite
def changed(draw: st.DrawFn, texts: st.SearchStrategy[str], parts: Sequence[str]) -> str:
    """Return texts after none to eight changes: a stretch is replaced, repeated or turned, words change places."""
    text = draw(texts)
    for _ in range(draw(st.sampled_from((0, 0, 0, 1, 1, 2, 3, 8)))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 5)))
        within = text[start:end]
        others = (within * 2, within * 40, within[::-1], within.swapcase(), "")
        text = text[:start] + draw(st.sampled_from(parts) | st.sampled_from(others)) + text[end:]
        kind = draw(st.integers(0, 9))
        if kind == 8:
            text = " ".join(draw(st.permutations(text.split(" "))))
        elif kind == 9:
            text = text[:start] + draw(texts)[start:]
    return text


def shown(example: object) -> str:
    """Return an example in ASCII, of a long one the beginning."""
    text = ascii(example)
    return text if len(text) <= 2000 else f"{text[:2000]}... of {len(text)} characters"
