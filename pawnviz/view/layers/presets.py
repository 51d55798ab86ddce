"""The buttons of the presets in at most two rows, or their menu, and a button that hides all layers."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from pawnviz.core.catalog.presets import Preset, presets
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.state import BOTH
from pawnviz.override import override
from pawnviz.view.board.swatch import mixed
from pawnviz.view.commands import PRESET_KEYS
from pawnviz.view.layers.preset_menu import PresetMenu
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.theme import theme_of


class ChipButton(QToolButton):
    """A small button with a text, filled with the theme's highlight while it is down."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 16, max(22, metrics.height() + 6))

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
            painter.setPen(QPen(QColor(edge), 1.6 if self.hasFocus() else 1))
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
            painter.setPen(QColor(text) if self.isEnabled() else mixed(theme.muted_text, theme.button, 0.5))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())


class PresetButton(ChipButton):
    """A button that shows the layers of a preset; it is down while exactly these are shown."""

    def __init__(self, preset: Preset, keys: str, layers: ShownLayers, parent: QWidget) -> None:
        """Show a preset's title; ``keys`` is the portable key sequence of its command, or empty."""
        super().__init__(preset.title, parent)
        self._preset = preset
        self._layers = layers
        self.setCheckable(True)
        self.setAccessibleName(f"Preset {preset.title}")
        titles = ", ".join(layers.all[identifier].title for identifier in preset.layers)
        native = f" ({native_keys(keys)})" if keys else ""
        self.setToolTip(f"<p>{preset.description}{native}</p><p>{titles}</p>")
        self.clicked.connect(self._apply)

    @override
    def nextCheckState(self) -> None:
        """Change nothing: the button follows what is shown."""

    @Slot()
    def _apply(self) -> None:
        self._layers.apply_preset(self._preset.layers)

    def follow(self) -> None:
        """Be down if exactly the preset's layers are shown."""
        self.setChecked(self._layers.sides == dict.fromkeys(self._preset.layers, BOTH))


class PresetBar(QWidget):
    """The buttons of the presets in at most two rows, and a button that hides all layers.

    Where two rows are too short, a menu stands in place of the buttons of the presets.
    """

    layers_wanted = Signal()  # The page of all layers is wanted.

    _SPACE: Final = 4
    _MOST_ROWS: Final = 2

    def __init__(self, layers: ShownLayers, parent: QWidget) -> None:
        super().__init__(parent)
        self._layers = layers
        self.setAccessibleName("Presets")
        keys = dict(enumerate(PRESET_KEYS))
        self.presets = [
            PresetButton(preset, keys.get(number, ""), layers, self) for number, preset in enumerate(presets())
        ]
        self.clear_button = ChipButton("Clear", self)
        self.clear_button.setAccessibleName("Hide all layers")
        self.clear_button.setToolTip(f"Hide all layers ({native_keys('Ctrl+0')})")
        self.clear_button.clicked.connect(layers.clear)
        self.menu_button = PresetMenu(layers, parent=self)
        self.menu_button.setAccessibleName("Presets")
        self.all_button = ChipButton("All layers…", self)
        self.all_button.setToolTip("Show the page of all layers")
        self.all_button.clicked.connect(self.layers_wanted)
        self._buttons: tuple[ChipButton, ...] = (*self.presets, self.clear_button, self.all_button)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        layers.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        for button in self.presets:
            button.follow()
        self.clear_button.setEnabled(bool(self._layers.sides))

    def _is_menu(self, width: int) -> bool:
        """Return whether the buttons would need too many rows of this width."""
        return len({place.y() for place in self._places(width)}) > self._MOST_ROWS

    def _places(self, width: int) -> list[QRect]:
        places: list[QRect] = []
        x = y = 0
        for button in self._buttons:
            size = button.sizeHint()
            if x and x + size.width() > width:
                x, y = 0, y + size.height() + self._SPACE
            places.append(QRect(QPoint(x, y), size))
            x += size.width() + self._SPACE
        return places

    @override
    def heightForWidth(self, width: int) -> int:
        return self.clear_button.sizeHint().height() if self._is_menu(width) else self._places(width)[-1].bottom() + 1

    @override
    def sizeHint(self) -> QSize:
        return QSize(284, self.heightForWidth(284))

    @override
    def minimumSizeHint(self) -> QSize:
        widest = max(button.sizeHint().width() for button in self._buttons)
        return QSize(widest, self.heightForWidth(max(self.width(), widest)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        width, clear = event.size().width(), self.clear_button.sizeHint()
        for button, place in zip(self._buttons, self._places(width), strict=True):
            button.setGeometry(place)
        is_menu = self._is_menu(width)
        for preset in self.presets:
            preset.setVisible(not is_menu)
            if is_menu:
                preset.setGeometry(QRect())
        self.menu_button.setVisible(is_menu)
        self.menu_button.setGeometry(QRect())
        if is_menu:
            room = width - clear.width() - self._SPACE
            self.menu_button.setGeometry(0, 0, room, clear.height())
            self.clear_button.setGeometry(QRect(QPoint(room + self._SPACE, 0), clear))
