"""The style editor: how one layer is drawn, changed live on the board."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from pawnviz.core.layers.marks import Style, style_fault
from pawnviz.core.words import lowered
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.swatch import draw_swatch
from pawnviz.view.layers.style_fields import StyleFields, faint_colors
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of
from pawnviz.view.widgets.theme import theme_of


class StylePreview(QWidget):
    """White's and Black's mark in a large swatch."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.style_shown: Style | None = None
        self.flipped = False
        self.setFixedSize(QSize(2 * 44 + 6, 44))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.style_shown is None:
            return
        with QPainter(self) as painter:
            for white, left in ((True, 0), (False, 50)):
                rect = QRectF(left, 0, 44, 44)
                draw_swatch(painter, self.style_shown, white, rect, theme_of(self), flipped=self.flipped)


class StyleEditor(QDialog):
    """Mark, colors and opacity of one layer, shown or previewed on the board at each change; Escape reverts."""

    def __init__(self, layers: ShownLayers, panel: QWidget) -> None:
        """Edit layers of a panel, above which the editor opens."""
        # As a child of the panel it would not be painted anew where the panel is hidden in the same moment.
        super().__init__(_outermost(panel), Qt.WindowType.Tool)
        self._layers = layers
        self._panel = panel
        self._identifier = ""
        self._before: Style | None = None
        self.setAccessibleName("Style of a layer")
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self.preview = StylePreview(self)
        head = row_of((self._title, 1), self.preview)
        self.fields = StyleFields(self)
        self.mark_box = self.fields.mark_box
        self.label_field = self.fields.label_field
        self.white_row = self.fields.white_row
        self.black_row = self.fields.black_row
        self.opacity_slider = self.fields.opacity_slider
        self.opacity_label = self.fields.opacity_label
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.reset_button = QPushButton("&Reset", self)
        self.reset_button.setToolTip("Draw the layer with its own mark in the theme's colors")
        self.reset_button.setAutoDefault(False)
        self.close_button = QPushButton("&Close", self)
        self.close_button.setToolTip("Keep the style and close; Escape brings back the style from before")
        buttons = row_of(self.reset_button, STRETCH, self.close_button)
        column_of(head, self.fields, self.hint, STRETCH, buttons, parent=self, spacing=8)
        self.close_button.setDefault(True)
        self.fields.changed.connect(self._change)
        self.reset_button.clicked.connect(self._reset)
        self.close_button.clicked.connect(self.close)
        layers.changed.connect(self._close_if_gone)
        layers.changed.connect(self._follow)
        layers.changed.connect(self._show_layer)

    @property
    def identifier(self) -> str:
        """The layer that is edited, or an empty text."""
        return self._identifier

    def edit(self, identifier: str) -> None:
        """Open for a layer, over the panel so that the board stays visible."""
        self._identifier = identifier
        self._before = self._layers.style_of(identifier)
        title = self._layers.all[identifier].title
        self.setWindowTitle(f"Style of {lowered(title)}")
        self._title.setText(title)
        self._follow()
        if not self.isVisible():
            self._place_above_panel()
        self.show()
        self.activateWindow()
        self.mark_box.setFocus(Qt.FocusReason.PopupFocusReason)
        self._show_layer()

    def _place_above_panel(self) -> None:
        panel = self._panel
        self.adjustSize()
        corner = panel.mapToGlobal(QPoint(panel.width() - self.width(), 90))
        # Before it is shown, the width of the window's frame is not known.
        area = panel.screen().availableGeometry().adjusted(0, 0, -16, -48)
        right, bottom = area.right() - self.width(), area.bottom() - self.height()
        self.move(max(area.left(), min(corner.x(), right)), max(area.top(), min(corner.y(), bottom)))

    def set_flipped(self, flipped: bool) -> None:
        """Show marks as they point on a flipped board, or on one with White at the bottom."""
        self.preview.flipped = flipped
        self.preview.update()
        self.fields.set_flipped(flipped)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "hint"):
            # The fields follow by themselves; a label that is not drawn stays in its field.
            self.preview.update()
            self._judge()

    # The style in the controls

    @Slot()
    def _follow(self) -> None:
        if not self._identifier:
            return
        style = self._layers.style_of(self._identifier)
        layer = self._layers.all[self._identifier]
        self.fields.show_style(style, layer.mark.label or layer.title[0])
        self.reset_button.setEnabled(self._layers.has_own_style(self._identifier))
        self.preview.style_shown = style
        self.preview.update()
        self._judge()

    def _judge(self) -> None:
        """Say why the chosen style cannot be drawn, or which of its colors are hard to see."""
        style = self.fields.style_chosen
        fault = style_fault(style)
        text = f"Not drawn: {fault}." if fault else faint_colors(style, theme_of(self))
        self.hint.setText(text)
        self.hint.setVisible(bool(text))

    # Changes

    @Slot()
    def _change(self) -> None:
        if not self._identifier:
            return
        style = self.fields.style_chosen
        if not style_fault(style):
            self._layers.set_style(self._identifier, style)
            self._show_layer()
        self._judge()

    @Slot()
    def _reset(self) -> None:
        self._layers.reset_style(self._identifier)

    @Slot()
    def _show_layer(self) -> None:
        name = self._identifier
        layers = self._layers
        if not name or not self.isVisible() or layers.preview:
            return
        if not any(layers.sides_of(name)):
            layers.set_preview(name)

    # Closing

    @Slot()
    def _close_if_gone(self) -> None:
        if self._identifier and self._identifier not in self._layers.all:
            self._identifier = ""
            self.close()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self._identifier and self._before is not None:
                self._layers.set_style(self._identifier, self._before)
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        name, self._identifier = self._identifier, ""
        if name and self._layers.preview == name:
            self._layers.set_preview("")
        super().closeEvent(event)


def _outermost(widget: QWidget) -> QWidget:
    """Return the widget that a widget is in, with its windows, and that is in no other one."""
    parent = widget.parentWidget()
    return widget if parent is None else _outermost(parent)
