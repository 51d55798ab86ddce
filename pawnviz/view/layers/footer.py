"""The line below the list: the number of shown layers, and buttons to bring layers back, make and change one."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

from pawnviz.core.words import count_text
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.commands import LayerCommands
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.layouts import STRETCH, row_of
from pawnviz.view.widgets.theme import Theme
from pawnviz.view.widgets.tool_bar import ActionButton

BRING_BACK_TIP: Final = "Show again what the last preset, Clear or Show alone has replaced"

_COMMANDS: Final = ("show_alone", "move_up", "move_down", "edit_style")


class LayerFooter(QWidget):
    """The number of shown layers, and buttons with icons."""

    def __init__(self, layers: ShownLayers, commands: LayerCommands, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self.shown_label = QLabel(self)
        self.shown_label.setAccessibleName("Number of layers shown")
        self.back_button = self._button()
        self.back_button.setAccessibleName("Bring back layers")
        self.back_button.setToolTip(f"{BRING_BACK_TIP} ({native_keys('Ctrl+9')})")
        self.back_button.clicked.connect(layers.bring_back_shown)
        self.new_button = self._button()
        self.new_button.setAccessibleName("New layer")
        self.new_button.setToolTip(f"New layer: write a user layer ({native_keys('Ctrl+Shift+N')})")
        parts = (self.shown_label, self.back_button, STRETCH, self.new_button)
        layout = row_of(*parts, parent=self, margins=0, spacing=2)
        for name in _COMMANDS:
            button = ActionButton(commands.actions_by_name[name], self)
            _flatten(button)
            button.setAccessibleName(commands.actions_by_name[name].text())
            button.setObjectName(name)
            layout.addWidget(button)
        layers.changed.connect(self._follow)
        self._follow()

    def _button(self) -> QToolButton:
        button = QToolButton(self)
        _flatten(button)
        return button

    def set_icons(self, theme: Theme) -> None:
        """Draw the icons in a theme's text color."""
        self.new_button.setIcon(icon("new-layer", theme.text))
        self.back_button.setIcon(icon("undo", theme.text))

    @Slot()
    def _follow(self) -> None:
        count = len(self._layers.sides)
        self.shown_label.setText(f"{count_text(count, 'layer')} shown" if count else "No layer shown")
        self.back_button.setEnabled(self._layers.can_bring_back)


def _flatten(button: QToolButton) -> None:
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setAutoRaise(True)
    button.setIconSize(QSize(16, 16))
