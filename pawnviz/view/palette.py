"""The command palette: everything that has a name is found by typing, and Enter does it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from pawnviz.core.catalog import errata, presets, samples
from pawnviz.core.collections.question import PlayerPart
from pawnviz.core.games.game_list import COLUMNS, GameList
from pawnviz.core.structures import known_structures
from pawnviz.core.words import count_text, escaped, lowered
from pawnviz.model.palette import LONGEST_TYPED, Entry, Index, ranked
from pawnviz.override import override
from pawnviz.view.commands import COMMANDS, PRESET_KEYS, WORKSPACE_COMMANDS
from pawnviz.view.pages import PAGES
from pawnviz.view.widgets.labels import native_keys, plain_label
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.theme import BOARD_COLORS, THEME_TEXTS, theme_of
from pawnviz.view.windows.help_page import ABOUT, KEYS, help_articles

if TYPE_CHECKING:
    from pawnviz.view.main_window import MainWindow

MOST_PLAYERS: Final = 50_000  # The number of players of a file, those with the most games, that are found by name.
_WIDTH: Final = 720
_MOST_ROWS: Final = 11  # The number of visible rows.
_ROW: Final = 26  # The least height of a row, in logical pixels.
_PAGE_OF: Final = {page.command: name for name, page in PAGES.items()}
_BIAS: Final = {"Layer": 0.05, "Preset": 0.1, "Structure": 0.15, "Sample": 0.3, "Player": 0.2, "Help": 0.5}

_ENTRY: Final = Qt.ItemDataRole.UserRole
_REMARK: Final = Qt.ItemDataRole.UserRole + 1  # Why it cannot be done now, the state of a switch, or what it does.
_IS_DISABLED: Final = Qt.ItemDataRole.UserRole + 2


# What an entry does


def _run_command(name: str, window: MainWindow) -> None:
    """Run a command; a page that is shown already is brought to the front in place of being closed."""
    page = _PAGE_OF.get(name, "")
    if page and name not in WORKSPACE_COMMANDS.values() and window.navigator.is_shown(page):
        window.navigator.show(page)
    else:
        window.menus.actions_by_name[name].trigger()


def _show_layer(identifier: str, window: MainWindow) -> None:
    if not any(window.layers.sides_of(identifier)):
        window.layers.set_shown(identifier, True, True)
    window.layers.set_current(identifier)
    window.navigator.show("layer")


# The entries


def _commands(window: MainWindow) -> Iterator[Entry]:
    for command in COMMANDS.values():
        kind = "Setting" if command.preference else "Page" if command.name in _PAGE_OF else "Command"
        keys = command.keys[0] if command.keys else ""
        title = PAGES[_PAGE_OF[command.name]].title if kind == "Page" else ""
        words = " ".join((command.words, *command.keys, title))
        run = partial(_run_command, command.name, window)
        yield Entry(kind, command.title, run, words, command.tip, keys=keys, command=command.name)


def _choices(window: MainWindow) -> Iterator[Entry]:
    boards = {name: colors.title for name, colors in BOARD_COLORS.items()}
    for title, texts, preference in (("Theme", THEME_TEXTS, "theme"), ("Board colors", boards, "board_colors")):
        for name, text in texts.items():
            choose = window.menus.actions_by_name[f"{preference}_{name}"].trigger
            yield Entry("Setting", f"{title}: {lowered(text.replace('&', ''))}", choose, "mode colours")


def fixed_entries(window: MainWindow) -> Iterator[Entry]:
    """Yield an entry for each command, page, setting, preset, layer, structure, sample position and page of help.

    Each thing is there once: pages of help about layers and structures, and those that a command shows, have none.
    """
    yield from _commands(window)
    yield from _choices(window)
    keys = [*PRESET_KEYS, *[""] * len(presets())]
    for preset, key in zip(presets(), keys, strict=False):
        run = partial(window.layers.apply_preset, preset.layers)
        yield Entry("Preset", preset.title, run, f"preset {key}", preset.description, _BIAS["Preset"], key)
    for identifier, layer in window.layers.all.items():
        if layer in window.layers.now.temporary or identifier in window.layers.now.off:
            continue
        words = " ".join((*layer.words, identifier.replace("_", " "), "layer"))
        run = partial(_show_layer, identifier, window)
        yield Entry("Layer", layer.title, run, words, layer.definition, _BIAS["Layer"])
    for structure in known_structures().structures.values():
        words = f"{structure.reversed_title} {structure.family} structure"
        run = partial(window.navigator.show_help, f"structure:{structure.identifier}")
        yield Entry("Structure", structure.title, run, words, structure.rule.words, _BIAS["Structure"])
    for sample in (each for each in (*samples(), *errata()) if each.title != COMMANDS["set_start"].title):
        run = partial(window.sample_menu.set_up, sample)
        yield Entry("Sample", sample.title, run, "sample position", sample.look, _BIAS["Sample"])
    for article in help_articles().values():
        if article.name.partition(":")[0] not in ("structure", "layer", KEYS, ABOUT):
            run = partial(window.navigator.show_help, article.name)
            words = f"help {article.words}"
            yield Entry("Help", article.title, run, words, article.text, _BIAS["Help"], remark=article.part)


def player_entries(games: GameList, show: Callable[[PlayerPart], object]) -> Iterator[Entry]:
    """Yield an entry that shows each player of listed games, those with the most first, ``MOST_PLAYERS`` at most."""
    import numpy

    columns = [games.numbers(COLUMNS.index(color)) for color in ("White", "Black")]
    counts = numpy.bincount(numpy.concatenate(columns), minlength=len(games.texts))
    order = numpy.argsort(-counts, kind="stable")[:MOST_PLAYERS]
    for number, count in zip(order.tolist(), counts[order].tolist(), strict=True):
        name = games.texts[number]
        if count and name.strip(" ?"):
            run = partial(show, PlayerPart(name))
            yield Entry("Player", name, run, "", "", _BIAS["Player"], remark=count_text(count, "game"))


# The palette


class _Field(QLineEdit):
    def __init__(self, command_palette: CommandPalette) -> None:
        super().__init__()
        self._command_palette = command_palette
        self.setMaxLength(LONGEST_TYPED)
        self.setClearButtonEnabled(True)
        self.setPlaceholderText("A command, layer, structure, preset, sample, player, page or setting")
        self.setAccessibleName("Search or do")

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._command_palette.take_key(event.key()):
            super().keyPressEvent(event)

    @override
    def focusNextPrevChild(self, next: bool) -> bool:
        return True  # There is nothing else to go to.

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self._command_palette.hide()


class CommandPalette(QWidget):
    """A line with the list of its results, over the upper middle of a window; a click beside it closes it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._focus: QWidget | None = None
        self._fixed = Index(())
        self._players = Index(())
        self._listed: tuple[object, int] = (None, 0)
        self.hide()
        self.field = _Field(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Results")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setItemDelegate(_RowDelegate(self.list))
        self.nothing = plain_label(muted=True, wrapped=True)
        self.nothing.setMargin(8)
        self.remark = plain_label(muted=True, wrapped=True)  # What the chosen row has no room for.
        self.remark.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.remark.setFixedHeight(2 * self.remark.fontMetrics().lineSpacing() + 2)
        self._box = QFrame(self, frameShape=QFrame.Shape.StyledPanel)
        self._box.setAutoFillBackground(True)
        column_of(self.field, self.nothing, (self.list, 1), self.remark, parent=self._box, margins=8, spacing=6)
        self.field.textChanged.connect(self._find)
        self.list.itemClicked.connect(self._do)
        self.list.currentItemChanged.connect(self._show_remark)
        window.installEventFilter(self)

    @property
    def results(self) -> list[Entry]:
        """The entries that are listed, the best first."""
        return [self.list.item(row).data(_ENTRY) for row in range(self.list.count())]

    def open(self) -> None:
        """Show everything that can be found, and move the focus to the line."""
        if self.isHidden():
            focus = QApplication.focusWidget()
            self._focus = focus if focus is not None and focus.window() is self._window else None
            self._fixed = Index(fixed_entries(self._window))
            self._list_players()
            self.field.clear()
            self._find("")
            self._place()
            self.show()
            self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def _list_players(self) -> None:
        panels = self._window.workspaces.made_games
        listing = panels.games.listing if panels is not None else None
        listed = (listing, 0 if listing is None else len(listing.games))
        if listed != self._listed:
            self._listed = listed
            show = self._window.workspaces.show_player
            self._players = Index(() if listing is None else player_entries(listing.games, show))

    @Slot()
    def close_and_return(self) -> None:
        """Close, and give the focus back to the widget that had it."""
        focus, self._focus = self._focus, None
        self.hide()
        target = focus if focus is not None and isValid(focus) and focus.isVisible() else self._window.board
        target.setFocus(Qt.FocusReason.OtherFocusReason)

    # Keys

    def take_key(self, key: int) -> bool:
        """Do what a key of the line means for the list, and return whether it means anything."""
        row, count = self.list.currentRow(), self.list.count()
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -_MOST_ROWS, Qt.Key.Key_PageDown: _MOST_ROWS}
        if key == Qt.Key.Key_Escape:
            self.close_and_return()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        elif key in steps and count:
            step = steps[Qt.Key(key)]
            self.list.setCurrentRow((row + step) % count if abs(step) == 1 else min(count - 1, max(0, row + step)))
        else:
            return key in steps
        return True

    @Slot()
    def _do(self) -> None:
        """Carry out the chosen row once the palette is closed; a row that cannot be done stays with its reason."""
        row = self.list.currentRow()
        if row < 0 or self.list.item(row).data(_IS_DISABLED):
            return
        entry = self.results[row]
        self.close_and_return()
        entry.run()

    # The list

    @Slot(str)
    def _find(self, text: str) -> None:
        entries = ranked((self._fixed, self._players), text)
        self.list.clear()
        for entry in entries:
            self.list.addItem(self._item(entry))
        self.list.setCurrentRow(0)
        self.nothing.setText(f"Nothing is called “{text.strip()[:40]}”.")
        self.nothing.setVisible(not entries)
        self.list.setVisible(bool(entries))
        self._place()

    @Slot(QListWidgetItem)
    def _show_remark(self, item: QListWidgetItem | None) -> None:
        self.remark.setText(str(item.data(_REMARK)) if item is not None else "")

    def _item(self, entry: Entry) -> QListWidgetItem:
        item = QListWidgetItem()
        action = self._window.menus.actions_by_name.get(entry.command)
        remark, is_disabled = entry.remark or entry.about, False
        if action is not None and not action.isEnabled():
            condition = COMMANDS[entry.command].when
            reason = condition.otherwise if condition is not None else action.toolTip()
            remark, is_disabled = f"Not now: {lowered(reason)}", True
        elif action is not None and action.isCheckable() and entry.kind == "Setting":
            remark = f"{'On' if action.isChecked() else 'Off'}. {remark}"
        item.setData(_ENTRY, entry)
        item.setData(_REMARK, remark.partition("\n")[0])
        item.setData(_IS_DISABLED, is_disabled)
        item.setToolTip(f"<p>{escaped(entry.title)}</p><p>{escaped(remark)}</p>")
        parts = (entry.title, entry.kind, native_keys(entry.keys), remark)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, parts)))
        return item

    # Place and events

    def _place(self) -> None:
        self.setGeometry(self._window.rect())
        rows = min(_MOST_ROWS, self.list.count())
        below = rows * _row_height(self.list.fontMetrics()) if rows else self.nothing.sizeHint().height()
        top = self._window.stage.mapTo(self._window, QPoint()).y() + 8
        width = min(_WIDTH, self.width() - 32)
        remark = self.remark.height() + 6
        height = min(self.field.sizeHint().height() + below + remark + 24, self.height() - top - 8)
        self._box.setGeometry((self.width() - width) // 2, top, width, height)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._box.geometry().contains(event.position().toPoint()):
            self.close_and_return()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), QColor(0, 0, 0, 70))


def _row_height(metrics: QFontMetrics) -> int:
    return max(_ROW, metrics.height() + 8)


class _RowDelegate(QStyledItemDelegate):
    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, _row_height(option.fontMetrics))

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry: Entry = index.data(_ENTRY)
        theme, is_chosen = theme_of(option.widget), bool(option.state & QStyle.StateFlag.State_Selected)
        text = theme.highlighted_text if is_chosen else theme.text
        muted = theme.highlighted_text if is_chosen else theme.muted_text
        is_disabled = index.data(_IS_DISABLED)
        painter.save()
        painter.fillRect(option.rect, QColor(theme.highlight if is_chosen else theme.base))
        metrics, middle = painter.fontMetrics(), Qt.AlignmentFlag.AlignVCenter
        rect = option.rect.adjusted(8, 0, -8, 0)
        painter.setPen(QColor(muted))
        kind_width = metrics.horizontalAdvance("Command") + 14  # No kind is wider.
        painter.drawText(QRect(rect.left(), rect.top(), kind_width, rect.height()), middle, entry.kind)
        keys = native_keys(entry.keys)
        painter.drawText(rect, middle | Qt.AlignmentFlag.AlignRight, keys)
        left = rect.left() + kind_width
        right = rect.right() - (metrics.horizontalAdvance(keys) + 16 if keys else 0)
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, right - left)
        painter.setPen(QColor(muted if is_disabled else text))
        painter.drawText(QRect(left, rect.top(), right - left, rect.height()), middle, title)
        left += metrics.horizontalAdvance(title) + 14
        if right - left > 40:
            painter.setPen(QColor(muted))
            remark = metrics.elidedText(str(index.data(_REMARK)), Qt.TextElideMode.ElideRight, right - left)
            painter.drawText(QRect(left, rect.top(), right - left, rect.height()), middle, remark)
        painter.restore()
