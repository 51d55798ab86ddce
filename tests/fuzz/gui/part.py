"""One window or panel as the fuzzer knows it: the base class of every module of a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from tests.fuzz.gui.program import FuzzedProgram

Step = Callable[[], None]


class Shown(NamedTuple):
    """Something that is seen, its name, and the step that reads everything in it anew."""

    name: str
    widget: QWidget
    read_anew: Step


class Part:
    """What is done at random in one window or panel, and what must agree there at any moment.

    An event says by ``note`` what it is about to do before it does it, and takes every choice from ``random``, so that
    a seed repeats it. A check calls ``fail`` with a sentence that names what it has found and what it expected.
    """

    def __init__(self, fuzzed: FuzzedProgram) -> None:
        """Work on a running program."""
        self.fuzzed = fuzzed
        self.random = fuzzed.random
        self.note = fuzzed.note
        self.fail = fuzzed.fail
        self.document = fuzzed.document
        self.layers = fuzzed.layers
        self.window = fuzzed.window
        self.board = fuzzed.board
        self.panels = fuzzed.panels

    def events(self) -> list[tuple[int, Step]]:
        """Return what is done here, each with its weight among the events of all parts."""
        return []

    def checks(self) -> list[tuple[int, Step]]:
        """Return what is checked here, each with the number of events after which it is: 1 for after every event."""
        return []

    def shown(self) -> Iterator[Shown]:
        """Yield what is seen here and must look the same when it is read anew."""
        yield from ()

    def settle(self) -> None:
        """Bring what this part keeps, shows or has opened back to the same state, before memory is measured."""
