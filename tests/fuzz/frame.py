"""What the fuzzers share: tries with a report, work in processes of their own, and mutations of texts."""

from __future__ import annotations

import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from typing import Final

LONGEST: Final = 60.0
"""The seconds after which a process that has to go on counts as stuck."""


def tries(
    count: int, seed: int, name: str, faults_of: Callable[[int], Sequence[str]], report: Callable[[], str] = str
) -> int:
    """Make tries by their numbers until one goes wrong, and return the exit status.

    ``faults_of`` returns what is wrong with a try; what it raises is wrong too. Each tenth of the way is printed with
    what ``report`` returns.
    """
    start = time.monotonic()
    for number in range(count):
        try:
            faults = faults_of(number)
        except Exception:
            faults = [traceback.format_exc()]
        if faults:
            print(f"{name} {number} of seed {seed} goes wrong: {'; '.join(faults)}", file=sys.stderr)
            return 1
        if (number + 1) % max(1, count // 10) == 0:
            words = (f"{number + 1} tries", report(), f"{time.monotonic() - start:.1f} s")
            print(", ".join(filter(None, words)), flush=True)
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


# Mutations of texts

Mutation = Callable[[str, random.Random], str]


def in_slice(change: Callable[[str, random.Random], str]) -> Mutation:
    """Return a mutation of a random stretch of up to five characters of a text."""

    def mutated(text: str, numbers: random.Random) -> str:
        start = numbers.randrange(len(text) + 1)
        end = min(len(text), start + numbers.randrange(1, 6))
        return text[:start] + change(text[start:end], numbers) + text[end:]

    return mutated


def inserted(parts: Sequence[str]) -> Mutation:
    """Return a mutation that inserts one of some parts."""
    return in_slice(lambda within, numbers: numbers.choice(parts) + within)


def repeated(*counts: int) -> Mutation:
    """Return a mutation that repeats a stretch."""
    return in_slice(lambda within, numbers: within * numbers.choice(counts))


deleted = in_slice(lambda within, numbers: "")
reversed_ = in_slice(lambda within, numbers: within[::-1])
swapped_case = in_slice(lambda within, numbers: within.swapcase())


def shuffled_words(text: str, numbers: random.Random) -> str:
    """Return a text with its words in another order."""
    words = text.split(" ")
    numbers.shuffle(words)
    return " ".join(words)


def spliced(other: Callable[[random.Random], str]) -> Mutation:
    """Return a mutation that joins the beginning of a text with the end of another one."""

    def mutated(text: str, numbers: random.Random) -> str:
        end = other(numbers)
        return text[: numbers.randrange(len(text) + 1)] + end[numbers.randrange(len(end)) :]

    return mutated


def mutated(text: str, mutations: Sequence[Mutation], numbers: random.Random) -> str:
    """Return a text after none to eight mutations."""
    for _ in range(numbers.choice((0, 0, 0, 1, 1, 2, 3, 8))):
        text = numbers.choice(mutations)(text, numbers)
    return text


def shown(text: str) -> str:
    """Return a text in ASCII, of a long one the beginning."""
    return ascii(text) if len(text) <= 2000 else f"{text[:2000]!a}... of {len(text)} characters"
