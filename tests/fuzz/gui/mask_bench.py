"""The mask bench, and the field for a mask from elsewhere in the window of differences."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QPlainTextEdit

from tests.fuzz.gui.part import Part, Shown, Step
from tests.fuzz.gui.texts import MASKS


class MaskBenchPart(Part):
    """What is written where a mask is read."""

    def events(self) -> list[tuple[int, Step]]:
        return [(6, self.write_mask)]

    def shown(self) -> Iterator[Shown]:
        """Yield the bench; that something was copied is only said until the bench is read anew."""
        bench = self.window.further_windows.bench
        if bench is not None and bench.isVisible():
            bench.copied.clear()
            yield Shown(bench.windowTitle(), bench, bench.refresh)

    def write_mask(self) -> None:
        """Write a mask on the bench, or into the field for a pasted mask, where one is open."""
        fields = [
            field
            for window in self.fuzzed.open_windows()
            for field in self.fuzzed.controls(window)
            if isinstance(field, QPlainTextEdit) and "ask" in field.accessibleName()
        ]
        if fields:
            self.fuzzed.write(self.random.choice(fields), MASKS)
