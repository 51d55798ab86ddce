"""The panel of layers: search, the list, and the styles of layers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pawnviz.core.catalog.samples import presets
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import SHAPES, Family, Mark, Style
from pawnviz.core.user_layers.collection import UserLayers
from pawnviz.model.layers.list_model import ON_BOARD, LayerRow
from pawnviz.model.layers.overlay import FIRST_SHOWN
from pawnviz.view.layers.style import StyleEditor
from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import MODIFIERS, give_focus, type_text
from tests.view.hands import Hand

CHECK_LAYERS: Final = 50
"""Every so many events all counts of the list are compared with the masks."""

OWN_KEYS: Final = ("Shift+F4", "F7", "Ctrl+D", "Delete", "Ctrl+Shift+E")
"""Keys of the list for layers of the user\'s own."""
SEARCHED: Final = ("span", "pawn front", "zzz", "a", "safe sq", "é<b>", "islands")


class LayersPart(Part):
    """What is done in the panel of layers, and that its counts and boxes are right."""

    def events(self) -> list[tuple[int, Step]]:
        return [
            (3, self.search),
            (10, self.point_at_layers),
            (6, self.click_layers),
            (4, self.press_key_in_layers),
            (4, self.change_layers),
            (3, self.change_style),
            (3, self.use_style_editor),
        ]

    def checks(self) -> list[tuple[int, Step]]:
        return [(1, self.check_any_layer), (CHECK_LAYERS, self.check_layers)]

    def settle(self) -> None:
        """Show the first preset, without user layers and other styles; the style editor has been open once."""
        self.layers.set_current(FIRST_SHOWN)
        self.panels.layer_panel.edit_style(self.layers.current)
        QApplication.processEvents()
        self.layers.user_layers.set_kept(UserLayers())
        self.layers.restore({})
        self.layers.apply_preset(presets()[0].layers)

    def check_any_layer(self) -> None:
        """Check one layer of the list."""
        self.check_layer(self.random.choice(tuple(self.layers.all)))

    def check_layers(self) -> None:
        """Check every layer of the list."""
        for identifier in self.layers.all:
            self.check_layer(identifier)

    def check_layer(self, identifier: str) -> None:
        """Check a layer's mask, and its counts and switch in the list."""
        rows, layer = self.panels.layer_panel.tree.rows, self.layers.all[identifier]
        masks = [layer(side) for side in self.document.position.sides()]
        for white, mask in zip((True, False), masks, strict=True):
            if self.layers.mask(identifier, white) != mask:
                self.fail(f"the list has another mask of {identifier} than the core")
        row = rows.at(rows.index_of(identifier))
        if not isinstance(row, LayerRow):
            if rows.active and identifier in self.layers.sides and not rows.searching and not rows.is_folded(ON_BOARD):
                self.fail(f"the list has no row of {identifier}")
            return
        if rows.active and row.counts != tuple(map(layer.count, masks)):
            self.fail(f"the list counts {row.counts} squares of {identifier}")
        if rows.active and row != rows.row(identifier):
            self.fail(f"the row of {identifier} is not that of now")

    def search(self) -> None:
        """Search for a layer."""
        field = self.panels.layer_panel.search_field
        text = self.random.choice(SEARCHED)
        self.note(f"search for {text!r}")
        give_focus(self.board)
        self.window.docks.find_layer()
        if self.random.random() < 0.5:
            field.selectAll()
            type_text(field, text)
        else:
            QTest.keyClick(field, self.random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Backspace)))

    def row_point(self) -> QPoint:
        """Return a point of the list of layers."""
        area = self.panels.layer_panel.tree.viewport()
        return QPoint(self.random.randrange(max(1, area.width())), self.random.randrange(max(1, area.height())))

    def point_at_layers(self) -> None:
        """Move the pointer over the list, which previews layers, or away from it."""
        tree = self.panels.layer_panel.tree
        point = self.row_point()
        if self.random.random() < 0.2:
            self.note("the pointer leaves the list")
            QApplication.sendEvent(tree.viewport(), QEvent(QEvent.Type.Leave))
        else:
            self.note(f"point at {tree.identifier_at(point) or 'a heading'}")
            Hand(tree.viewport()).move(point)

    def click_layers(self) -> None:
        """Click into the list."""
        tree = self.panels.layer_panel.tree
        point, hand = self.row_point(), Hand(tree.viewport())
        hand.modifiers = self.random.choice(MODIFIERS)
        button = self.random.choice((*([Qt.MouseButton.LeftButton] * 5), Qt.MouseButton.RightButton))
        self.note(f"click {button.name} on {tree.identifier_at(point)} with {hand.modifiers.name}")
        if self.random.random() < 0.2:
            hand.double_click(point, button)
        elif self.random.random() < 0.2:
            hand.press(point, button)
            hand.release(self.row_point(), button)
        else:
            hand.click(point, button)

    def press_key_in_layers(self) -> None:
        """Press a key in the list."""
        tree = self.panels.layer_panel.tree
        give_focus(tree)
        keys = ("Space", "Return", "Up", "Down", "Left", "Right", "Home", "End", "Alt+Up", "Alt+Down", "Ctrl+Return")
        key = self.random.choice((*keys, "Ctrl+R", "Ctrl+I", "Alt+Return", "Menu", *OWN_KEYS))
        self.note(f"press {key} in the list, at {self.layers.current}")
        QTest.keySequence(tree, QKeySequence(key))

    def change_layers(self) -> None:
        """Show other layers."""
        identifier = self.random.choice(tuple(self.layers.all))
        choice = self.random.randrange(6)
        self.note(f"change layers {choice} with {identifier}")
        if choice == 0:
            self.layers.apply_preset(self.random.choice(presets()).layers)
        elif choice == 1:
            self.layers.set_shown(identifier, self.random.random() < 0.5, self.random.random() < 0.5)
        elif choice == 2:
            self.layers.show_alone(identifier)
        elif choice == 3:
            self.layers.move(identifier, self.random.randint(-4, 4))
        elif choice == 4:
            self.read_back()
        else:
            self.layers.apply_preset(self.random.sample(tuple(LAYERS), 6))

    def read_back(self) -> None:
        """Restore what is kept of the layers; an unsaved draft is restored only by a start, when none is open."""
        self.layers.restore({name: value for name, value in self.layers.state().items() if name != "draft"})

    def style(self) -> Style:
        """Return any style."""
        family = self.random.choice(tuple(Family))
        mark = Mark(family, self.random.choice(SHAPES[family]), self.random.choice(("", "A", "é2")))
        white, black = (
            "" if self.random.random() < 0.5 else f"#{self.random.randrange(1 << 24):06x}" for _ in range(2)
        )
        return Style(mark, white, black, self.random.choice((0.2, 0.55, 1.0)))

    def change_style(self) -> None:
        """Draw a layer in another way, or in its own again."""
        identifier = self.random.choice(tuple(self.layers.all))
        if self.random.random() < 0.4:
            self.note(f"reset the style of {identifier}")
            self.layers.reset_style(identifier)
        else:
            style = self.style()
            self.note(f"draw {identifier} as {style}")
            self.layers.set_style(identifier, style)

    def use_style_editor(self) -> None:
        """Change something in the style editor, opened where it is not."""
        panel = self.panels.layer_panel
        editor = self.window.findChild(StyleEditor)
        if not isinstance(editor, StyleEditor) or not editor.isVisible():
            if self.layers.current:
                self.note(f"open the style editor for {self.layers.current}")
                panel.edit_style(self.layers.current)
            return
        choice = self.random.randrange(6)
        self.note(f"style editor {choice}")
        if choice == 0:
            box = editor.mark_box
            model = box.model()
            marks = [row for row in range(box.count()) if model.flags(model.index(row, 0)) & Qt.ItemFlag.ItemIsEnabled]
            box.setCurrentIndex(self.random.choice(marks))
            box.activated.emit(box.currentIndex())
        elif choice == 1:
            row = self.random.choice((editor.white_row, editor.black_row))
            self.random.choice(row.group.buttons()).click()
        elif choice == 2:
            editor.opacity_slider.setValue(self.random.randint(20, 100))
        elif choice == 3 and editor.label_field.isEnabled():
            type_text(editor.label_field, self.random.choice(("A", "é", "12", " ")))
        elif choice == 4:
            editor.reset_button.click()
        else:
            QTest.keyClick(editor, self.random.choice((Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Tab)))
