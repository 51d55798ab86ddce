"""The panel of steps."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fuzz.gui.part import Part, Shown
from tests.fuzz.gui.program import open_once


class StepsPart(Part):
    """That the steps of the current layer are up to date; they are worked as any control is."""

    def shown(self) -> Iterator[Shown]:
        """Yield the panel where it is open."""
        steps = self.window.docks.steps_panel
        if steps is not None and steps.isVisible():
            yield Shown("Steps", steps, steps.refresh)

    def settle(self) -> None:
        """Have the panel open once."""
        open_once(self.window.docks.steps_dock)
