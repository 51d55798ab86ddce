"""The editor of a layer's style: its fields, and the window that holds them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QColorDialog,
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)

from pawnviz.core.layers.marks import LONGEST_LABEL, SHAPES, Family, Mark, Style, style_fault
from pawnviz.core.words import lowered
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override, plain_override
from pawnviz.view.board.shapes import fill_with
from pawnviz.view.board.swatch import contrast, draw_swatch, swatch_icon
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import STRETCH, column_of, row_of, with_properties
from pawnviz.view.widgets.theme import PALETTE, Recolored, Theme, theme_of

LEAST_CONTRAST: Final = 3.0  # The least contrast between a mark and a square at which the mark is easily seen.
_FAMILIES: Final = {
    Family.HATCH: "Whole square",
    Family.TARGET: "Symbol",
    Family.ATTACK: "Small mark",
    Family.BAR: "Bar at the edge",
    Family.BADGE: "Badge",
    Family.STRIP: "Strip below the board",
    Family.LINE: "Line over the board",
}
_MARK_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
_ICON_EDGE: Final = 18


def has_label(mark: Mark) -> bool:
    """Return whether a mark is drawn with its label."""
    return mark.family is Family.BADGE or mark.shape == "numbered"


def faint_colors(style: Style, theme: Theme) -> str:
    """Return a sentence about the colors of a style that are hard to see on a theme's board, empty if none is."""
    squares = (theme.light_square, theme.dark_square)
    chosen = {side: color for side, color in (("White", style.white_color), ("Black", style.black_color)) if color}
    least = {side: min(contrast(theme.drawn_color(chosen[side]), square) for square in squares) for side in chosen}
    faint = {side: value for side, value in least.items() if value < LEAST_CONTRAST}
    contrasts = " and ".join(f"{value:.1f}" for value in faint.values())
    if not faint:
        return ""
    which = "Both colors are" if len(faint) > 1 else f"{next(iter(faint))}'s color is"
    return f"{which} faint on this board: contrast {contrasts}, {LEAST_CONTRAST:g} is legible."


def _row_name(mark: Mark) -> str:
    return f"{mark.family.value} {mark.shape}"


class ColorButton(QToolButton):
    """A button that is filled with a color; a ring shows the chosen one."""

    def __init__(self, name: str) -> None:
        super().__init__()
        with_properties(self, accessibleName=name, checkable=True, focusPolicy=Qt.FocusPolicy.StrongFocus)
        self.color = QColor("black")
        self.letter = ""
        self.setFixedSize(24, 24)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme = theme_of(self)
            box = QRectF(self.rect()).adjusted(4, 4, -4, -4)
            fill_with(painter, self.color)
            painter.drawRoundedRect(box, 4, 4)
            if self.letter:
                dark = contrast(self.color.name(), "#ffffff") < contrast(self.color.name(), "#000000")
                painter.setPen(QColor("#000000" if dark else "#ffffff"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.letter)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if self.isChecked():
                painter.setPen(QPen(QColor(theme.text), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
            if self.hasFocus():
                painter.setPen(QPen(QColor(theme.link), 1.5, Qt.PenStyle.DotLine))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)


class ColorRow(Recolored, QWidget):
    """A side's colors: the theme's, the palette's, and any other from a dialog."""

    changed = Signal()  # The user chose another color.

    def __init__(self, white: bool) -> None:
        super().__init__()
        self._white = white
        self.color = ""  # The chosen color as ``#rrggbb``, empty for the theme's.
        side = "White" if white else "Black"
        names = ("Theme", *(color.name for color in PALETTE), "Other…")
        self.buttons = [ColorButton(f"{side}: {name}") for name in names]
        self.buttons[0].setToolTip(f"The theme's color for {side}")
        self.buttons[-1].setToolTip("Another color…")
        row_of(*self.buttons, STRETCH, parent=self, margins=0, spacing=1)
        group = QButtonGroup(self)
        for number, button in enumerate(self.buttons):
            group.addButton(button, number)
        group.idClicked.connect(self._choose)
        self.recolor()

    def set_color(self, color: str) -> None:
        """Show a color as the chosen one."""
        self.color = color
        self.recolor()

    @plain_override
    def recolor(self) -> None:
        if not hasattr(self, "buttons"):
            return
        theme = theme_of(self)
        colors = ["", *(color.on(theme) for color in PALETTE)]
        drawn = theme.drawn_color(self.color)
        chosen = colors.index(drawn) if drawn in colors else len(colors)
        for number, button in enumerate(self.buttons):
            if number == 0:
                button.color, button.letter = theme.mark_color(self._white), "T"
            elif number < len(colors):
                button.color = QColor(colors[number])
                button.setToolTip(f"{PALETTE[number - 1].name} {colors[number]}")
            else:
                other = chosen == len(colors)
                button.color = QColor(self.color) if other else QColor(theme.button)
                button.letter = "" if other else "…"
            button.setChecked(number == chosen)
            button.update()

    @Slot(int)
    def _choose(self, number: int) -> None:
        if 0 < number <= len(PALETTE):
            self.color = PALETTE[number - 1].on(theme_of(self))
        elif number == 0:
            self.color = ""
        else:
            start = theme_of(self).mark_color(self._white, self.color)
            color = QColorDialog.getColor(start, self, "Color for White" if self._white else "Color for Black")
            if color.isValid():
                self.color = color.name()
        self.recolor()
        self.changed.emit()


class StyleFields(Recolored, QWidget):
    """Controls for a style: mark, label, a color for each side and opacity."""

    changed = Signal()  # The user changed the style.

    def __init__(self, layers: ShownLayers) -> None:
        super().__init__()
        self._layers = layers
        self._default_label = ""
        self._filling = False
        self._listed: tuple[str | bool, ...] = ()
        icons = QSize(2 * _ICON_EDGE + 3, _ICON_EDGE)
        self.mark_box = with_properties(QComboBox(), iconSize=icons, maxVisibleItems=15, accessibleName="Mark")
        # A list with a scroll bar; Fusion's own menu of all marks is as high as the screen.
        self.mark_box.setStyleSheet("QComboBox { combobox-popup: 0; }")
        tip, middle = "One or two characters on a badge or a numbered strip", Qt.AlignmentFlag.AlignHCenter
        self.label_field = QLineEdit(maxLength=LONGEST_LABEL, alignment=middle)
        with_properties(self.label_field, accessibleName="Label", toolTip=tip)
        self.white_row, self.black_row = ColorRow(True), ColorRow(False)
        slider = QSlider(Qt.Orientation.Horizontal)
        self.opacity_slider = with_properties(
            slider, minimum=20, maximum=100, singleStep=5, pageStep=20, accessibleName="Opacity"
        )
        self.opacity_label = QLabel(alignment=Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for narrow in (self.label_field, self.opacity_label):
            narrow.setFixedWidth(44)
        self.hint = plain_label(wrapped=True)  # Why the style is not drawn, or is hard to see.
        form = QFormLayout(self, fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(plain_label("&Mark", self.mark_box), row_of((self.mark_box, 1), self.label_field))
        form.addRow(plain_label("&White", self.white_row.buttons[0]), self.white_row)
        form.addRow(plain_label("&Black", self.black_row.buttons[0]), self.black_row)
        opacity = row_of((self.opacity_slider, 1), self.opacity_label)
        form.addRow(plain_label("&Opacity", self.opacity_slider), opacity)
        form.addRow(self.hint)
        self.show_style(Style(Mark(Family.HATCH, "solid")), "")
        self.mark_box.activated.connect(self._change_mark)
        for change in (
            self.label_field.textEdited,
            self.white_row.changed,
            self.black_row.changed,
            self.opacity_slider.valueChanged,
        ):
            change.connect(self._change)

    @property
    def style_chosen(self) -> Style:
        """The style that the controls are set to."""
        family, _, shape = str(self.mark_box.currentData(_MARK_ROLE)).partition(" ")
        mark = Mark(Family(family), shape)
        mark = mark._replace(label=self.label_field.text()) if has_label(mark) else mark
        return Style(mark, self.white_row.color, self.black_row.color, self.opacity_slider.value() / 100)

    def show_style(self, style: Style, default_label: str) -> None:
        """Set the controls to a style; ``default_label`` is for a mark that needs a label when the user chooses it."""
        self._filling = True
        self._default_label = default_label
        self._list_marks(style)
        self.label_field.setVisible(has_label(style.mark))
        if self.label_field.text() != style.mark.label:
            self.label_field.setText(style.mark.label)
        self.white_row.set_color(style.white_color)
        self.black_row.set_color(style.black_color)
        self.opacity_slider.setValue(round(style.opacity * 100))
        self.opacity_label.setText(f"{round(style.opacity * 100)} %")
        fault = style_fault(style)
        self.hint.setText(f"Not drawn: {fault}." if fault else faint_colors(style, theme_of(self)))
        self.hint.setVisible(bool(self.hint.text()))
        self._filling = False

    @plain_override
    def recolor(self) -> None:
        if hasattr(self, "hint"):
            # A widget with a style sheet keeps its first colors.
            self.mark_box.setPalette(QApplication.palette(self.mark_box))
            self.show_style(self.style_chosen, self._default_label)

    def _list_marks(self, style: Style) -> None:
        plain = style._replace(opacity=1.0)
        label = style.mark.label or self._default_label
        theme, flipped = theme_of(self), self._layers.now.flipped
        listed = (theme.name, flipped, style.white_color, style.black_color, label)
        if listed != self._listed:
            self._listed = listed
            # The box deletes the model that it had.
            model = QStandardItemModel(self.mark_box)
            for family, shapes in SHAPES.items():
                head = QStandardItem(_FAMILIES[family])
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                head.setForeground(QColor(theme.muted_text))
                model.appendRow(head)
                for shape in shapes:
                    mark = Mark(family, shape)
                    mark = mark._replace(label=label) if has_label(mark) else mark
                    ratio = self.devicePixelRatioF()
                    drawn = swatch_icon(plain._replace(mark=mark), theme, _ICON_EDGE, ratio, flipped=flipped)
                    item = QStandardItem(drawn, shape.capitalize())
                    item.setData(_row_name(mark), _MARK_ROLE)
                    model.appendRow(item)
            self.mark_box.setModel(model)
        self.mark_box.setCurrentIndex(self.mark_box.findData(_row_name(style.mark), _MARK_ROLE))

    @Slot()
    def _change_mark(self) -> None:
        if not self.label_field.text():
            self.label_field.setText(self._default_label)
        self._change()

    @Slot()
    def _change(self) -> None:
        if not self._filling:
            self.show_style(self.style_chosen, self._default_label)
            self.changed.emit()


class StylePreview(QWidget):
    """White's and Black's mark in a large swatch."""

    def __init__(self) -> None:
        super().__init__()
        self.style_shown: Style | None = None
        self.flipped = False
        self.setFixedSize(2 * 44 + 6, 44)

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
        # As a child of the panel it would not be painted anew if the panel is hidden in the same moment.
        super().__init__(_outermost(panel), Qt.WindowType.Tool)
        self._layers = layers
        self._panel = panel
        self.identifier = ""  # The layer that is edited, or an empty text.
        self._before: Style | None = None
        self.setAccessibleName("Style of a layer")
        self._title = plain_label(bold=True)
        self.preview = StylePreview()
        head = row_of((self._title, 1), self.preview)
        self.fields = StyleFields(layers)
        tip = "Draw the layer with its own mark in the theme's colors"
        self.reset_button = with_properties(QPushButton("&Reset"), autoDefault=False, toolTip=tip)
        tip = "Keep the style and close; Escape restores the style from before"
        self.close_button = with_properties(QPushButton("&Close"), default=True, toolTip=tip)
        buttons = row_of(self.reset_button, STRETCH, self.close_button)
        column_of(head, self.fields, STRETCH, buttons, parent=self, spacing=8)
        self.fields.changed.connect(self._change)
        self.reset_button.clicked.connect(self._reset)
        self.close_button.clicked.connect(self.close)
        layers.changed.connect(self._follow)

    def edit(self, identifier: str) -> None:
        """Open for a layer, over the panel so that the board stays visible."""
        self.identifier = identifier
        self._before = self._layers.style_of(identifier)
        title = self._layers.all[identifier].title
        self.setWindowTitle(f"Style of {lowered(title)}")
        self._title.setText(title)
        self._follow()
        if not self.isVisible():
            self.adjustSize()
            corner = self._panel.mapToGlobal(QPoint(self._panel.width() - self.width(), 90))
            # Before it is shown, the width of the window's frame is not known.
            area = self._panel.screen().availableGeometry().adjusted(0, 0, -16, -48)
            right, bottom = area.right() - self.width(), area.bottom() - self.height()
            self.move(max(area.left(), min(corner.x(), right)), max(area.top(), min(corner.y(), bottom)))
        self.show()
        self.activateWindow()
        self.fields.mark_box.setFocus(Qt.FocusReason.PopupFocusReason)
        self._show_layer()

    # The style in the controls

    @Slot()
    def _follow(self) -> None:
        if not self.identifier:
            return
        if self.identifier not in self._layers.all:
            self.identifier = ""
            self.close()
            return
        style = self._layers.style_of(self.identifier)
        layer = self._layers.all[self.identifier]
        self.fields.show_style(style, layer.mark.label or layer.title[0])
        self.reset_button.setEnabled(self._layers.has_own_style(self.identifier))
        self.preview.style_shown, self.preview.flipped = style, self._layers.now.flipped
        self.preview.update()
        self._show_layer()

    # Changes

    @Slot()
    def _change(self) -> None:
        style = self.fields.style_chosen
        if self.identifier and not style_fault(style):
            self._layers.set_style(self.identifier, style)
            self._show_layer()

    @Slot()
    def _reset(self) -> None:
        self._layers.reset_style(self.identifier)

    def _show_layer(self) -> None:
        name, layers = self.identifier, self._layers
        if name and self.isVisible() and not layers.now.preview and not any(layers.sides_of(name)):
            layers.set_preview(name)

    # Closing

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.identifier and self._before is not None:
                self._layers.set_style(self.identifier, self._before)
            self.close()
        else:
            super().keyPressEvent(event)

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        name, self.identifier = self.identifier, ""
        if name and self._layers.now.preview == name:
            self._layers.set_preview("")
        super().closeEvent(event)


def _outermost(widget: QWidget) -> QWidget:
    """Return the widget that a widget is in, with its windows, and that is in no other one."""
    parent = widget.parentWidget()
    return widget if parent is None else _outermost(parent)
