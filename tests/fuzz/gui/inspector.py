"""The inspector, and the comparison of two positions."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTabWidget

from pawnviz.core.board.position import Position
from pawnviz.view.commands import COMMANDS
from pawnviz.view.inspector.why_not_box import WhyNotBox
from pawnviz.view.widgets.fold import FoldButton
from pawnviz.view.widgets.page import Page, is_seen
from tests.fuzz.gui.part import Part, Shown, Step
from tests.fuzz.gui.program import open_once


class InspectorPart(Part):
    """What is done in the inspector and the comparison, and that both agree with the board."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (2, self.turn_pages),
            (3, self.fold),
            (3, self.ask_why_not),
            (8, self.compare_positions),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_comparison)]

    def shown(self) -> Iterator[Shown]:
        """Yield the pages that are seen, of the inspector and of other docks."""
        pages: list[Page] = self.window.findChildren(Page)
        for page in pages:
            page.settle()
            if is_seen(page):
                yield Shown(page.accessibleName(), page, page.refresh)

    def settle(self) -> None:
        """Pin no position; the dock of the comparison has been open once."""
        open_once(self.window.docks.compare_dock)
        self.window.docks.comparison.unpin()

    def turn_pages(self) -> None:
        """Turn to another page of the inspector."""
        tabs = self.panels.inspector.findChild(QTabWidget)
        if isinstance(tabs, QTabWidget):
            page = self.random.randrange(tabs.count())
            self.note(f"page {page} of the inspector")
            tabs.setCurrentIndex(page)

    def fold(self) -> None:
        """Open or close what a page or the comparison folds."""
        folds: list[FoldButton] = [fold for fold in self.window.findChildren(FoldButton) if fold.isVisible()]
        if folds:
            fold = self.random.choice(folds)
            self.note(f"{fold.text()} of the inspector")
            fold.click()

    def ask_why_not(self) -> None:
        """Ask why the pawn in view does not carry a label, or type what is none."""
        box = self.panels.inspector.findChild(WhyNotBox)
        if not isinstance(box, WhyNotBox) or not box.isVisible():
            return
        text = self.random.choice(
            (box.field.itemText(self.random.randrange(max(1, box.field.count()))), "pas", "", "no")
        )
        self.note(f"why not {text}")
        box.field.setFocus()
        box.edit.setText(text)
        QTest.keyClick(box.field, Qt.Key.Key_Return)

    def compare_positions(self) -> None:
        """Pin the position, switch to the pinned one and back, or pin none."""
        keys = self.random.choice(("Shift+V", "V", "V", "V", "unpin"))
        self.note(f"comparison: {keys}")
        if keys == "unpin":
            self.window.docks.comparison.unpin()
        else:
            names = [command.name for command in COMMANDS if keys in command.keys]
            self.window.menus.actions_by_name[names[0]].trigger()

    def check_comparison(self) -> None:
        """Check that the comparison, its panel and the board agree."""
        comparison, panel = self.window.docks.comparison, self.window.docks.compare_panel
        if comparison.is_switched and comparison.pinned != self.document.position:
            self.fail("the comparison is switched, but the pinned position is not on the board")
        if comparison.is_switched and not comparison.can_switch:
            self.fail("the comparison is switched and cannot be switched back")
        is_open = self.window.docks.compare_dock.toggleViewAction().isChecked()
        expected = None
        if panel is not None and is_open and comparison.pinned is not None and panel.mark_box.isChecked():
            expected = comparison.other if comparison.is_switched else comparison.pinned
        if self.board.pictures.compared != expected:
            self.fail(f"the board compares with {named(self.board.pictures.compared)}, not with {named(expected)}")


def named(position: Position | None) -> str:
    """Return a position's FEN, or a word for none."""
    return "none" if position is None else position.fen()
