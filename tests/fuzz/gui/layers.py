"""The rows of the layers and their styles, and that the list has the masks and counts of the core."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.catalog import presets
from pawnviz.model.layers.list_model import ON_BOARD, LayerRow
from pawnviz.view.layers.panel import LayerPanel
from tests.fuzz.gui.program import MODIFIERS, Part, Step, give_focus
from tests.view.hands import Hand

KEYS: Final = (
    *("Space", "Return", "Up", "Down", "Left", "Right", "Home", "End", "Alt+Up", "Alt+Down", "Ctrl+Return", "Ctrl+R"),
    *("Ctrl+I", "Alt+Return", "Menu", "Shift+F4", "F7", "Ctrl+D", "Delete", "Ctrl+Shift+E"),
)


class LayersPart(Part):
    """Events on the page of the layers, and that its rows are right."""

    def events(self) -> list[tuple[int, Step]]:
        return [(8, self.use_rows), (5, self.press_key), (4, self.change_layers)]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_layer), (1, self.check_temporary)]

    @property
    def page(self) -> LayerPanel:
        page = self.window.navigator.widgets.layers
        if not page.isVisible() and not self.fuzzed.is_presenting:
            self.window.navigator.show("layers")
            QApplication.processEvents()
        return page

    def use_rows(self) -> None:
        """Point at a row, click it, double-click it, or drag it to another place."""
        tree = self.page.tree
        area, hand = tree.viewport(), Hand(tree.viewport())
        point, choice = self.fuzzed.point_in(area), self.random.random()
        hand.modifiers = self.random.choice(MODIFIERS)
        self.note(
            f"row of {tree.rows.identifier_at(tree.indexAt(point)) or 'a heading'}: {choice:.1f} with {hand.modifiers}"
        )
        if choice < 0.1:
            QApplication.sendEvent(area, QEvent(QEvent.Type.Leave))
        elif choice < 0.4:
            hand.move(point)
        elif choice < 0.5:
            hand.double_click(point)
        elif choice < 0.6:
            hand.drag(point, self.fuzzed.point_in(area))
        else:
            hand.click(point, Qt.MouseButton.RightButton if choice < 0.7 else Qt.MouseButton.LeftButton)

    def press_key(self) -> None:
        tree, keys = self.page.tree, self.random.choice(KEYS)
        self.note(f"press {keys} in the list, at {self.layers.current}")
        give_focus(tree)
        QTest.keySequence(tree, QKeySequence(keys))

    def change_layers(self) -> None:
        identifier = self.random.choice(tuple(self.layers.all))
        choice = self.random.randrange(4)
        self.note(f"change layers {choice} with {identifier}")
        if choice == 0:
            self.layers.apply_preset(self.random.choice(presets()).layers)
        elif choice == 1:
            self.layers.set_shown(identifier, self.random.random() < 0.5, self.random.random() < 0.5)
        elif choice == 2:
            self.layers.show_alone(identifier)
        else:
            self.layers.move(identifier, self.random.randint(-4, 4))

    def check_layer(self) -> None:
        identifier = self.random.choice(tuple(self.layers.all))
        layer = self.layers.all[identifier]
        masks = [layer(side) for side in self.document.position.sides()]
        for white, mask in zip((True, False), masks, strict=True):
            if self.layers.mask(identifier, white) != mask:
                self.fail(f"the window has another mask of {identifier} than the core")
        rows = self.window.navigator.widgets.layers.tree.rows
        if not rows.active:
            return
        row = rows.at(rows.index_of(identifier))
        if isinstance(row, LayerRow):
            if row.counts != tuple(map(layer.count, masks)) or row != rows.row(identifier):
                self.fail(f"the row of {identifier} is not that of the position: {row}")
        elif identifier in self.layers.now.sides and not rows.searched and ON_BOARD not in rows.folded:
            self.fail(f"the list has no row of {identifier}")

    def check_temporary(self) -> None:
        """Check that temporary layers are on the board only while a page or dialog is seen that may show them."""
        widgets = vars(self.window.navigator.widgets)
        seen = any(widgets[name].isVisible() for name in ("definitions", "bench") if name in widgets)
        if not (seen or self.fuzzed.dialogs()) and (self.layers.replaced is not None or self.layers.now.temporary):
            self.fail(f"no page shows temporary layers, but {tuple(self.layers.all)[-1]} is on the board")
