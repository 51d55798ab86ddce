"""The buttons of the presets, which the page of the position has too; they need no list of layers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolButton

from pawnviz.core.catalog import Preset, presets
from pawnviz.model.layers.shown_layers import BOTH, ShownLayers
from pawnviz.override import override
from pawnviz.view.board.shapes import fill_with
from pawnviz.view.board.swatch import mixed
from pawnviz.view.commands import PRESET_KEYS
from pawnviz.view.widgets.labels import native_keys
from pawnviz.view.widgets.layouts import WrappingRow, with_properties
from pawnviz.view.widgets.theme import theme_of


class ChipButton(QToolButton):
    """A small button with a text, filled with the theme's highlight while it is down."""

    def __init__(self, text: str, **properties: object) -> None:
        super().__init__()
        with_properties(self, text=text, focusPolicy=Qt.FocusPolicy.StrongFocus, **properties)

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 14, max(22, metrics.height() + 6))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_of(self)
        on = self.isChecked() or self.isDown()
        color = QColor(theme.highlight if on else theme.button)
        if self.underMouse() and self.isEnabled() and not on:
            color = mixed(theme.highlight, theme.button, 0.5)
        edge = theme.link if self.hasFocus() or on else theme.border
        text = theme.highlighted_text if on else theme.text
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            fill_with(painter, color, QPen(QColor(edge), 1.6 if self.hasFocus() else 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
            painter.setPen(QColor(text) if self.isEnabled() else mixed(theme.muted_text, theme.button, 0.5))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class PresetBar(WrappingRow):
    """The buttons of the presets in as many rows as they need; one is down while exactly its layers are shown.

    A further button hides all layers, and while none is shown brings back those from before.
    """

    applied = Signal()  # Other layers are shown.
    layers_wanted = Signal()  # The page of all layers is wanted.

    def __init__(self, layers: ShownLayers, *, all_layers: bool = False) -> None:
        """Offer all presets, and with ``all_layers`` the page of layers too."""
        super().__init__()
        self._layers = layers
        self.setAccessibleName("Presets")
        self.presets: dict[ChipButton, Preset] = {}
        for number, preset in enumerate(presets()):
            titles = [preset.exceptions.get(name) or layers.all[name].title for name in preset.layers]
            native = "".join(f" ({native_keys(key)})" for key in PRESET_KEYS[number : number + 1])
            tip = f"<p>{preset.description}{native}</p><p>{', '.join(titles)}</p>"
            button = ChipButton(preset.title, checkable=True, accessibleName=f"Preset {preset.title}", toolTip=tip)
            button.clicked.connect(self._apply)
            self.presets[button] = preset
        self.clear_button = ChipButton("Clear")
        self.clear_button.clicked.connect(self._clear)
        buttons = [*self.presets, self.clear_button]
        if all_layers:
            button = ChipButton("More…", accessibleName="All layers", toolTip="Show the page of all layers")
            button.clicked.connect(self.layers_wanted)
            buttons.append(button)
        self.set_parts(buttons)
        layers.changed.connect(self._refresh)
        self._refresh()

    @Slot()
    def _apply(self) -> None:
        button = self.sender()
        if isinstance(button, ChipButton):
            self._layers.apply_preset(self.presets[button].layers)
            self._refresh()
            self.applied.emit()

    @Slot()
    def _clear(self) -> None:
        if self._layers.now.sides:
            self._layers.clear()
        else:
            self._layers.bring_back_shown()
        self.applied.emit()

    @Slot()
    def _refresh(self) -> None:
        sides = self._layers.now.sides
        for button, preset in self.presets.items():
            button.setChecked(sides == dict.fromkeys(preset.layers, BOTH))
        text, name, keys = ("Clear", "Hide all layers", "Ctrl+0")
        if not sides and self._layers.can_bring_back:
            text, name, keys = ("Bring back", "Bring back layers", "Ctrl+9")
        self.clear_button.setEnabled(bool(sides) or self._layers.can_bring_back)
        tip = f"{name} ({native_keys(keys)})"
        with_properties(self.clear_button, text=text, accessibleName=name, toolTip=tip)
