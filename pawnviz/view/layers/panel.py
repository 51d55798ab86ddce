"""The Layers panel: presets, a search field, and the layers by chapter with a check box and a count for each side."""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import (
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.catalog.presets import Preset, presets
from pawnviz.core.words import count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.own_layers import DRAFT
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import TITLE
from pawnviz.override import override
from pawnviz.view.board.swatch import mixed
from pawnviz.view.commands import PRESET_KEYS
from pawnviz.view.layers.style import StyleEditor, faint_colors
from pawnviz.view.layers.tree import LayerTree
from pawnviz.view.widgets.icons import icon
from pawnviz.view.widgets.theme import LIGHT, Theme


class RowCommand(NamedTuple):
    """What can be done with the current layer: ``name`` is the panel's slot, ``keys`` are portable key sequences."""

    name: str
    text: str
    keys: tuple[str, ...]
    icon: str
    tip: str


ROW_COMMANDS: Final = (
    RowCommand(
        "show_alone",
        "Show alone",
        ("Ctrl+Return", "Ctrl+Enter"),
        "alone",
        "Show no other layer; again: bring the others back",
    ),
    RowCommand("edit_style", "Style…", ("Alt+Return", "Alt+Enter"), "color", "Choose mark, colors and opacity"),
    RowCommand("reset_style", "Reset style", ("Ctrl+R",), "reset", "Draw the layer with its own mark again"),
    RowCommand("move_up", "Move up", ("Alt+Up",), "arrow-up", "Draw the layer earlier and name it earlier"),
    RowCommand("move_down", "Move down", ("Alt+Down",), "arrow-down", "Draw the layer later and name it later"),
    RowCommand(
        "copy_identifier", "Copy name", ("Ctrl+I",), "copy", "Copy the layer's name in formulas and on the command line"
    ),
    RowCommand(
        "compare", "Compare…", ("F7",), "compare", "See where the layer differs from another one, or from a mask"
    ),
    RowCommand(
        "open_steps",
        "Steps and code",
        ("F8",),
        "layers",
        "Take the layer's formula apart, step by step, or read it as source code",
    ),
    RowCommand("edit_formula", "Edit formula…", ("F4",), "edit", "Write a layer of your own anew"),
    RowCommand(
        "duplicate", "Duplicate as my layer…", ("Ctrl+D",), "new-layer", "Write a layer that starts as this one"
    ),
    RowCommand("delete", "Delete", ("Delete",), "clear", "Delete a layer of your own; it can be brought back"),
    RowCommand("export", "Export…", ("Ctrl+Shift+E",), "export", "Write a layer of your own to a file to share"),
)
"""The commands of a layer in the order of its context menu."""

OWN_COMMANDS: Final = ("edit_formula", "delete", "export")
"""The commands that only layers of the user's own have."""

BRING_BACK_TIP: Final = "Show again what the last preset, Clear or Show alone has replaced"
"""What bringing back layers does."""

LONGEST_ANSWER: Final = 20
"""The number of characters up to which a searched text without a result is repeated."""

_IN_FOOTER: Final = ("show_alone", "move_up", "move_down", "edit_style")


def key_text(keys: tuple[str, ...]) -> str:
    """Return the first of the keys as this system writes it, or an empty text."""
    return QKeySequence(keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if keys else ""


class SearchField(QLineEdit):
    """A line for words to search; Escape empties it, Down and Enter go on to what was found."""

    finished = Signal()
    """The keys shall go to what was found."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.finished.emit()
        else:
            super().keyPressEvent(event)


class ChipButton(QToolButton):
    """A small button with a text, filled with the theme's highlight while it is down."""

    def __init__(self, text: str, parent: QWidget) -> None:
        """Show a text."""
        super().__init__(parent)
        self.theme = LIGHT
        self.setText(text)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @override
    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 16, max(22, metrics.height() + 6))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self.theme
        on = self.isChecked() or self.isDown()
        color = QColor(theme.highlight if on else theme.button)
        if self.underMouse() and self.isEnabled() and not on:
            color = mixed(theme.highlight, theme.button, 0.5)
        edge = theme.link if self.hasFocus() or on else theme.border
        text = theme.highlighted_text if on else theme.text
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(edge), 1.6 if self.hasFocus() else 1))
        painter.setBrush(color)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
        painter.setPen(QColor(text) if self.isEnabled() else mixed(theme.muted_text, theme.button, 0.5))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class FlowBar(QWidget):
    """Buttons one beside the other, in as many rows as the width asks for."""

    _SPACE: Final = 4

    def __init__(self, parent: QWidget) -> None:
        """Start without buttons."""
        super().__init__(parent)
        self._buttons: list[ChipButton] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, button: ChipButton) -> None:
        """Put a button behind the others."""
        self._buttons.append(button)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Paint the buttons in a theme's colors."""
        for button in self._buttons:
            button.theme = theme
            button.update()

    def _places(self, width: int) -> list[QRect]:
        """Return where the buttons are in a bar of this width."""
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
        places = self._places(width)
        return places[-1].bottom() + 1 if places else 0

    @override
    def sizeHint(self) -> QSize:
        return QSize(284, self.heightForWidth(284))

    @override
    def minimumSizeHint(self) -> QSize:
        widest = max((button.sizeHint().width() for button in self._buttons), default=0)
        return QSize(widest, self.heightForWidth(max(self.width(), widest)))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        for button, place in zip(self._buttons, self._places(event.size().width()), strict=True):
            button.setGeometry(place)


class PresetButton(ChipButton):
    """A button that shows the layers of a preset and stays down while exactly these are shown."""

    def __init__(self, preset: Preset, keys: str, layers: ShownLayers, parent: QWidget) -> None:
        """Show a preset's title."""
        super().__init__(preset.title, parent)
        self._preset = preset
        self._layers = layers
        self.setCheckable(True)
        self.setAccessibleName(f"Preset {preset.title}")
        titles = ", ".join(layers.all[identifier].title for identifier in preset.layers)
        native = f" ({key_text((keys,))})" if keys else ""
        self.setToolTip(f"<p>{preset.description}{native}</p><p>{titles}</p>")
        self.clicked.connect(self._apply)
        layers.changed.connect(self._follow)
        self._follow()

    @Slot()
    def _apply(self) -> None:
        self._layers.apply_preset(self._preset.layers)
        self._follow()

    @Slot()
    def _follow(self) -> None:
        self.setChecked(self._layers.shows_just(self._preset.layers))


class LayerPanel(QWidget):
    """Presets, search, the list of layers and what can be done with the current one."""

    new_wanted = Signal()
    """A new layer shall be written."""
    formula_wanted = Signal(str)
    """A layer of the user's own shall be written anew; carries its identifier."""
    copy_wanted = Signal(str)
    """A layer shall be written that starts as the one of this identifier."""
    delete_wanted = Signal(str)
    """A layer of the user's own shall be deleted; carries its identifier."""
    compare_wanted = Signal(str)
    """A layer shall be compared with another one; carries its identifier."""
    steps_wanted = Signal()
    """The current layer shall be taken apart, or be read as source code."""
    export_wanted = Signal(str)
    """A layer of the user's own shall go into a file; carries its identifier."""
    offered = Signal(str, str, object)
    """Something is to be seen to: a sentence, the text of a button, and what the button does."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        """Show a list of layers."""
        super().__init__(parent)
        self._layers = layers
        self._theme = LIGHT
        self._flipped = False
        self._editor: StyleEditor | None = None
        self.setObjectName("layer_panel")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 4)
        layout.setSpacing(6)
        layout.addWidget(self._make_presets())
        self.search_field = SearchField(self)
        self.search_field.setPlaceholderText("Find a layer")
        self.search_field.setAccessibleName("Find a layer")
        self.search_field.setToolTip("Search titles, names and definitions")
        self.search_field.setClearButtonEnabled(True)
        self._search_icon = self.search_field.addAction(
            icon("search", LIGHT.muted_text), QLineEdit.ActionPosition.LeadingPosition
        )
        layout.addWidget(self.search_field)
        self.tree = LayerTree(document, layers, self)
        self._nothing = QLabel(self)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setWordWrap(True)
        self._nothing.setContentsMargins(12, 24, 12, 12)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.tree)
        self._pages.addWidget(self._nothing)
        layout.addWidget(self._pages, 1)
        self.actions_by_name: dict[str, QAction] = {}
        self._make_actions()
        layout.addLayout(self._make_footer())
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_list)
        self.tree.menu_requested.connect(self._open_menu)
        layers.changed.connect(self._follow_shown)
        layers.changed.connect(self._follow_current)
        layers.current_changed.connect(self._follow_current)
        layers.current_changed.connect(self._put_current_in_sight)
        layers.own.changed.connect(self._follow_layers)
        self.set_theme(LIGHT)
        self._follow_shown()
        self._follow_current()

    def _make_presets(self) -> FlowBar:
        """Return the buttons of the presets and the one that clears."""
        self.preset_bar = FlowBar(self)
        self.preset_bar.setAccessibleName("Presets")
        keys = dict(enumerate(PRESET_KEYS))
        self.preset_buttons = [
            PresetButton(preset, keys.get(number, ""), self._layers, self.preset_bar)
            for number, preset in enumerate(presets())
        ]
        for button in self.preset_buttons:
            self.preset_bar.add(button)
        self.clear_preset = ChipButton("Clear", self.preset_bar)
        self.clear_preset.setAccessibleName("Hide all layers")
        self.clear_preset.setToolTip(f"Hide all layers ({key_text(('Ctrl+0',))})")
        self.clear_preset.clicked.connect(self._layers.clear)
        self.preset_bar.add(self.clear_preset)
        return self.preset_bar

    def _make_actions(self) -> None:
        """Make the current layer's commands; their keys work while the list has them."""
        for command in ROW_COMMANDS:
            action = QAction(command.text, self)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.setToolTip(f"{command.text.rstrip('…')}: {command.tip} ({key_text(command.keys)})")
            action.triggered.connect(getattr(self, command.name))
            self.tree.addAction(action)
            self.actions_by_name[command.name] = action

    def _make_footer(self) -> QHBoxLayout:
        """Return the line below the list: how many layers are shown, a way back, and the current layer's buttons."""
        footer = QHBoxLayout()
        footer.setSpacing(2)
        self.shown_label = QLabel(self)
        self.shown_label.setAccessibleName("Number of layers shown")
        self.back_button = self._footer_button()
        self.back_button.setAccessibleName("Bring back layers")
        self.back_button.setToolTip(f"{BRING_BACK_TIP} ({key_text(('Ctrl+9',))})")
        self.back_button.clicked.connect(self._layers.bring_back_shown)
        footer.addWidget(self.shown_label)
        footer.addWidget(self.back_button)
        footer.addStretch(1)
        self.new_button = self._footer_button()
        self.new_button.setAccessibleName("New layer")
        self.new_button.setToolTip(f"New layer: write a layer of your own ({key_text(('Ctrl+Shift+N',))})")
        self.new_button.clicked.connect(self.new_wanted)
        footer.addWidget(self.new_button)
        for name in _IN_FOOTER:
            button = self._footer_button()
            button.setDefaultAction(self.actions_by_name[name])
            button.setAccessibleName(self.actions_by_name[name].text())
            button.setObjectName(name)
            footer.addWidget(button)
        return footer

    def _footer_button(self) -> QToolButton:
        """Return a small button with an icon alone."""
        button = QToolButton(self)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAutoRaise(True)
        button.setIconSize(QSize(16, 16))
        return button

    # For the window

    def set_theme(self, theme: Theme) -> None:
        """Paint in a theme's colors, and tell where another theme makes colors faint that are shown."""
        is_other, self._theme = theme != self._theme, theme
        self.preset_bar.set_theme(theme)
        self.tree.set_theme(theme)
        self._search_icon.setIcon(icon("search", theme.muted_text))
        for command in ROW_COMMANDS:
            self.actions_by_name[command.name].setIcon(icon(command.icon, theme.text))
        self.new_button.setIcon(icon("new-layer", theme.text))
        self.back_button.setIcon(icon("undo", theme.text))
        if self._editor is not None:
            self._editor.set_theme(theme)
        if is_other:
            self._tell_faint()

    def _tell_faint(self) -> None:
        """Name the shown layers with a color that is hard to see in the theme, and offer to restyle the first."""
        shown = [entry.layer for entry in self._layers.shown() if faint_colors(entry.style, self._theme)]
        if shown:
            first, more = f"“{shown[0].title}”", len(shown) - 1
            words = f"{first} and {more} more have colors" if more else f"{first} has a color"
            action = partial(self.restyle, shown[0].identifier)
            self.offered.emit(f"{words} that can hardly be seen in the {self._theme.name} theme.", "Style…", action)

    def restyle(self, identifier: str) -> None:
        """Look at a layer and open the style editor for it, if it is still there."""
        if identifier in self._layers.all:
            self._layers.set_current(identifier)
            self.edit_style()

    def set_flipped(self, flipped: bool) -> None:
        """Show marks as they point on a flipped board, or on one with White at the bottom."""
        self._flipped = flipped
        self.tree.set_flipped(flipped)
        if self._editor is not None:
            self._editor.set_flipped(flipped)

    def focus_search(self) -> None:
        """Give the keys to the search field and select what is in it."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    # What the panel follows

    @Slot()
    def _follow_shown(self) -> None:
        """Name the number of layers that are switched on; a preview is not."""
        layers = self._layers
        count = layers.shown_count
        self.shown_label.setText(f"{count_text(count, 'layer')} shown" if count else "No layer shown")
        self.back_button.setEnabled(layers.can_bring_back)
        self.clear_preset.setEnabled(bool(count))

    @Slot()
    def _follow_current(self) -> None:
        """Offer the commands that the current layer has a use for."""
        name = self._layers.current
        for action in self.actions_by_name.values():
            action.setEnabled(bool(name))
        if name:
            names = self._layers.all.chapter_of(name).identifiers
            self.actions_by_name["move_up"].setEnabled(name not in (names[0], DRAFT))
            self.actions_by_name["move_down"].setEnabled(name not in (names[-1], DRAFT))
            self.actions_by_name["reset_style"].setEnabled(self._layers.has_own_style(name))
        for command in OWN_COMMANDS:
            self.actions_by_name[command].setEnabled(name in self._layers.own.kept)
        if name == DRAFT:
            self.actions_by_name["duplicate"].setEnabled(False)

    @Slot()
    def _put_current_in_sight(self) -> None:
        """End a search that holds back the layer that became the current one; open the chapter of a layer of one's own.

        Such a layer was just written, taken or brought back, and a person looks for it.
        """
        name = self._layers.current
        if not name:
            return
        if not self.tree.index_of(name).isValid():
            self.search_field.clear()
        if name in self._layers.own.kept or name == DRAFT:
            index = self.tree.index_of(name)
            self.tree.expand(index.parent())
            self.tree.scrollTo(index)

    @Slot(str)
    def _search(self, text: str) -> None:
        self.tree.search(text)
        self._show_found(text)

    @Slot()
    def _follow_layers(self) -> None:
        """Keep a layer of one's own in sight whatever it is called now, and say whether the search still finds any."""
        if self._layers.current in self._layers.own.kept or self._layers.current == DRAFT:
            self._put_current_in_sight()
        self._show_found(self.search_field.text())

    def _show_found(self, text: str) -> None:
        """Show the layers that were found, or say that there are none."""
        found = self.tree.rows.rowCount() > 0
        # A long word cannot be wrapped and would make the panel as wide as it is.
        searched = text.strip() if len(text.strip()) <= LONGEST_ANSWER else f"{text.strip()[:LONGEST_ANSWER]}…"
        self._nothing.setText("" if found else f"No layer found for “{searched}”.\nEscape shows all layers again.")
        self._pages.setCurrentWidget(self.tree if found else self._nothing)

    @Slot()
    def _go_to_list(self) -> None:
        """Give the keys to the list, to the current row or else the first layer."""
        if not self.tree.rows.rowCount():
            return
        if not self.tree.current_identifier:
            first = self.tree.rows.index(0, TITLE)
            self.tree.setCurrentIndex(self.tree.rows.index(0, TITLE, first))
        self.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        self.tree.scrollTo(self.tree.currentIndex())

    @Slot(QPoint)
    def _open_menu(self, point: QPoint) -> None:
        """Open the menu of the current layer at a point of the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        is_own = self._layers.current in self._layers.own.kept
        for command in ROW_COMMANDS:
            if command.name in ("move_up", "copy_identifier", "edit_formula"):
                menu.addSeparator()
            if is_own or command.name not in OWN_COMMANDS:
                menu.addAction(self.actions_by_name[command.name])
        menu.popup(point)

    # Commands of the current layer

    @Slot()
    def show_alone(self) -> None:
        """Show the current layer alone, or bring back the others."""
        self._layers.show_alone(self._layers.current)

    @Slot()
    def move_up(self) -> None:
        """Move the current layer up within its chapter."""
        self._move(-1)

    @Slot()
    def move_down(self) -> None:
        """Move the current layer down within its chapter."""
        self._move(1)

    def _move(self, steps: int) -> None:
        self._layers.move(self._layers.current, steps)
        self.tree.scrollTo(self.tree.currentIndex())

    @Slot()
    def reset_style(self) -> None:
        """Draw the current layer with its own mark again."""
        self._layers.reset_style(self._layers.current)

    @Slot()
    def copy_identifier(self) -> None:
        """Copy the current layer's name."""
        QApplication.clipboard().setText(self._layers.current)

    @Slot()
    def compare(self) -> None:
        """Ask for the current layer to be compared with another one."""
        self.compare_wanted.emit(self._layers.current)

    @Slot()
    def open_steps(self) -> None:
        """Ask for the current layer to be taken apart."""
        self.steps_wanted.emit()

    @Slot()
    def edit_formula(self) -> None:
        """Ask for the current layer's formula to be written anew."""
        self.formula_wanted.emit(self._layers.current)

    @Slot()
    def duplicate(self) -> None:
        """Ask for a layer to be written that starts as the current one."""
        self.copy_wanted.emit(self._layers.current)

    @Slot()
    def delete(self) -> None:
        """Ask for the current layer to be deleted."""
        self.delete_wanted.emit(self._layers.current)

    @Slot()
    def export(self) -> None:
        """Ask for the current layer to be written to a file."""
        self.export_wanted.emit(self._layers.current)

    @Slot()
    def edit_style(self) -> None:
        """Open the style editor for the current layer."""
        if self._editor is None:
            self._editor = StyleEditor(self._layers, self)
            self._editor.set_theme(self._theme)
            self._editor.set_flipped(self._flipped)
        self._editor.edit(self._layers.current)
