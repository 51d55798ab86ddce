"""The window in which a layer of the user's own is written, with its squares on the board while it is typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from pawnviz.core.formula.tokens import FormulaError
from pawnviz.core.layers.marks import style_fault
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.names import (
    LONGEST_DEFINITION,
    LONGEST_IDENTIFIER,
    LONGEST_TITLE,
    free_identifier,
    identifier_fault,
    identifier_for,
    text_fault,
)
from pawnviz.core.words import capitalized, count_text
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.override import override
from pawnviz.view.board.side_picture import SidePicture
from pawnviz.view.formula.edit import FormulaEdit
from pawnviz.view.layers.faint import faint_colors
from pawnviz.view.layers.style_fields import ColorButton, StyleFields, has_label
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.fonts import fixed_font
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.side_window import SideWindow
from pawnviz.view.widgets.theme import Theme, theme_of

NEW_TITLE: Final = "New layer"
"""The title of a layer that has none yet."""

_EMPTY: Final = "Write a set of squares, such as stops(own) & attacks(enemy). Ctrl+Space lists the words."
_SAME: Final = "Names no side as own: White and Black have the same squares. own and enemy make it turn."
_READ: Final = "own, enemy, white, black are pawns; & | ^ - ~ join sets. Ctrl+Space lists the words."


class Written(NamedTuple):
    """What was written: the layer, and the identifier of the one that it was to replace, or empty."""

    entry: UserLayer
    instead_of: str


class FormulaDialog(SideWindow):
    """Title, name, formula, definition and style of one layer of the user's own.

    What is written is the list's draft: it is on the board and in the panel at once, for both sides, and nothing is
    kept before Save. Cancel, Escape and closing bring back what was before.
    """

    saved = Signal(str)
    """A layer was kept; carries its identifier."""
    dropped = Signal(object)
    """The window was closed without saving what was written; carries it as ``Written``."""

    def __init__(self, document: Document, layers: ShownLayers, parent: QWidget | None = None) -> None:
        """Make the window, hidden."""
        super().__init__(parent)
        self._document = document
        self._layers = layers
        self._start = UserLayer("", "", "")
        self._instead_of = ""
        self._named_by_hand = False
        self._letter = NEW_TITLE[0]
        self._filling = True
        self._error: FormulaError | None = None
        self.setModal(False)
        self.setObjectName("formula_dialog")
        self._build()
        self._ring = FocusRing(self, (ColorButton,))
        self._connect()
        self._apply_theme()
        self._filling = False

    # The window

    def _build(self) -> None:
        """Make the controls."""
        self.title_field = QLineEdit()
        self.title_field.setPlaceholderText("Lasting holes")
        self.title_field.setMaxLength(LONGEST_TITLE)
        self.title_field.setAccessibleName("Title")
        self.name_field = QLineEdit()
        self.name_field.setPlaceholderText("lasting_holes")
        self.name_field.setMaxLength(LONGEST_IDENTIFIER)
        self.name_field.setFont(fixed_font(self.font()))
        self.name_field.setAccessibleName("Name")
        self.name_field.setToolTip("The name of the layer in formulas and on the command line")
        self.name_message = plain_label()
        self.name_message.setWordWrap(True)
        self.name_message.hide()
        self.alone_box = QCheckBox("A&lone on the board")
        self.alone_box.setToolTip("Hide the other layers while you write")
        self.formula_edit = FormulaEdit()
        self.formula_edit.setMinimumHeight(3 * self.formula_edit.fontMetrics().lineSpacing() + 12)
        # It takes what the others leave; were its height a wish, Qt would squeeze them all for it.
        self.formula_edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.message = plain_label()
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # Two lines always, so that nothing moves while one types.
        self.message.setMinimumHeight(2 * self.message.fontMetrics().lineSpacing())
        self.sides = (SidePicture(True), SidePicture(False))
        self.definition_edit = QPlainTextEdit()
        self.definition_edit.setTabChangesFocus(True)
        self.definition_edit.setAccessibleName("Definition")
        self.definition_edit.setPlaceholderText("One sentence that says which squares it holds")
        self.definition_edit.setFixedHeight(2 * self.definition_edit.fontMetrics().lineSpacing() + 12)
        self.style_fields = StyleFields(self)
        self.hint = plain_label()
        self.hint.setWordWrap(True)
        self.hint.hide()
        self.save_button = QPushButton("&Save")
        self.copy_button = QPushButton("Save as &copy")
        self.cancel_button = QPushButton("Cancel")
        self.save_button.setDefault(True)
        for button in (self.copy_button, self.cancel_button):
            button.setAutoDefault(False)
        self.copy_button.setToolTip("Keep what you wrote as another layer and leave this one as it was")
        self.cancel_button.setToolTip("Close and leave everything as it was (Escape)")
        self._lay_out()

    def _lay_out(self) -> None:
        """Put the controls into rows; what does not fit the screen scrolls, but not the buttons."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.addWidget(_caption("&Title", self.title_field), 0, 0)
        grid.addWidget(self.title_field, 0, 1)
        grid.addWidget(_caption("&Name", self.name_field), 1, 0)
        grid.addWidget(self.name_field, 1, 1)
        grid.addWidget(self.name_message, 2, 1)
        formula_heading = QHBoxLayout()
        formula_heading.addWidget(_caption("&Formula", self.formula_edit), 1)
        formula_heading.addWidget(self.alone_box)
        formula = QVBoxLayout()
        formula.setSpacing(4)
        formula.addLayout(formula_heading)
        formula.addWidget(self.formula_edit, 1)
        formula.addWidget(self.message)
        sides = QHBoxLayout()
        sides.setSpacing(14)
        for side in self.sides:
            sides.addWidget(side)
        sides.addStretch(1)
        definition = QVBoxLayout()
        definition.setSpacing(2)
        definition.addWidget(_caption("&Definition", self.definition_edit))
        definition.addWidget(self.definition_edit)
        content = _Content()
        column = QVBoxLayout(content)
        column.setContentsMargins(12, 10, 12, 6)
        column.setSpacing(8)
        column.addLayout(grid)
        column.addLayout(formula, 1)
        column.addLayout(sides)
        column.addLayout(definition)
        column.addWidget(self.style_fields)
        column.addWidget(self.hint)
        self._scroll = QScrollArea()
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # Tab goes to the fields inside and scrolls to them, from the names straight to the formula.
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setTabOrder(self.name_field, self.formula_edit)
        self.setTabOrder(self.formula_edit, self.alone_box)
        self._content = content
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 4, 12, 10)
        buttons.setSpacing(6)
        buttons.addWidget(self.cancel_button)
        buttons.addStretch(1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.save_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._scroll, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        """Let the controls work."""
        self.title_field.textChanged.connect(self._follow_title)
        self.name_field.textEdited.connect(self._name_by_hand)
        self.formula_edit.textChanged.connect(self._write)
        self.definition_edit.textChanged.connect(self._write)
        self.style_fields.changed.connect(self._write)
        self.alone_box.toggled.connect(self._write)
        self.save_button.clicked.connect(self.save)
        self.copy_button.clicked.connect(self.save_copy)
        self.cancel_button.clicked.connect(self.reject)
        for keys in ("Ctrl+S", "Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self.save)
        self._document.position_changed.connect(self._show_masks)
        # The draft may have another style, which is not to be written over.
        self._layers.own.changed.connect(self._follow_style)
        self._layers.own.changed.connect(self._follow_layers)

    @override
    def sizeHint(self) -> QSize:
        buttons = self.save_button.sizeHint().height() + 14
        width = max(340, self._content.sizeHint().width())
        height = self._content.sizeHint().height() + self.formula_edit.sizeHint().height() + buttons
        return QSize(width, min(height, self.screen().availableGeometry().height() - 60))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "sides"):
            self._apply_theme()

    def _theme(self) -> Theme:
        return theme_of(self)

    def _apply_theme(self) -> None:
        """Draw in the colors of the theme."""
        self._show_message()
        self._show_names()
        self._show_masks()
        self._show_hint()

    # Opening

    @property
    def is_changed(self) -> bool:
        """Whether something was written since the window was opened."""
        return self.isVisible() and self.entry() != self._start

    @property
    def instead_of(self) -> str:
        """The identifier of the layer that is written anew, empty for a new one."""
        return self._instead_of

    def write_new(self, entry: UserLayer) -> None:
        """Open for a new layer that starts as this entry; without a title it is asked for first.

        A badge without a letter gets the first one of the title.
        """
        identifier = free_identifier(entry.identifier, self._taken("")) if entry.identifier else ""
        mark = entry.style.mark
        if has_label(mark) and not mark.label:
            entry = replace(entry, style=entry.style._replace(mark=mark._replace(label=_letter(entry.title))))
        self._open(replace(entry, identifier=identifier), "", named_by_hand=False)

    def edit(self, identifier: str) -> None:
        """Open for a layer of the user's own; raises ``KeyError`` when there is none of this identifier."""
        self._open(self._layers.own.kept.entry(identifier), identifier, named_by_hand=True)

    def go_on(self, written: Written) -> None:
        """Open with what was written before; where its layer is gone, it is a new one."""
        instead_of = written.instead_of if written.instead_of in self._layers.own.kept else ""
        self._open(written.entry, instead_of, named_by_hand=True)
        self._start = self._layers.own.kept.entry(instead_of) if instead_of else UserLayer("", "", "")

    def _open(self, entry: UserLayer, instead_of: str, *, named_by_hand: bool) -> None:
        """Show an entry in the controls and on the board."""
        self._instead_of = instead_of
        self._named_by_hand = named_by_hand
        self._filling = True
        self.title_field.setText(entry.title)
        self.name_field.setText(entry.identifier)
        self.formula_edit.setPlainText(entry.formula)
        self.definition_edit.setPlainText(entry.definition)
        self._letter = _letter(entry.title)
        self.style_fields.show_style(entry.style, self._letter)
        self.alone_box.setChecked(False)
        self._filling = False
        self._start = self.entry()
        self.copy_button.setVisible(bool(instead_of))
        self._offer_layers()
        self.show()
        self._write()
        self.raise_()
        self.activateWindow()
        self._layers.set_current(self._layers.own.draft)
        first: QWidget = self.formula_edit if entry.title else self.title_field
        first.setFocus(Qt.FocusReason.OtherFocusReason)
        if first is self.title_field:
            self.title_field.selectAll()
        else:
            self.title_field.home(False)
        self.formula_edit.moveCursor(QTextCursor.MoveOperation.End)

    def insist(self) -> None:
        """Come to the front and say that what is written has to be saved or dropped first."""
        self.show()
        self.raise_()
        self.activateWindow()
        self._say("Save or cancel what you wrote here first.", error=True)

    # What is written

    def entry(self) -> UserLayer:
        """Return the layer as it is written now."""
        return UserLayer(
            self.name_field.text(),
            " ".join(self.title_field.text().split()),
            self.formula_edit.toPlainText(),
            " ".join(self.definition_edit.toPlainText().split()),
            self.style_fields.style_chosen,
        )

    def _taken(self, instead_of: str) -> set[str]:
        """Return the identifiers that another own layer has."""
        return set(self._layers.own.kept.layers) - {instead_of}

    @Slot()
    def _follow_title(self) -> None:
        """Make a name of the title, and a badge's letter, unless they were written by hand."""
        if self._filling:
            return
        title = self.title_field.text().strip()
        if not self._named_by_hand:
            self.name_field.setText(identifier_for(title, self._taken(self._instead_of)) if title else "")
        style, former = self.style_fields.style_chosen, self._letter
        self._letter = _letter(title)
        if has_label(style.mark) and style.mark.label == former:
            style = style._replace(mark=style.mark._replace(label=self._letter))
        self.style_fields.show_style(style, self._letter)
        self._write()

    @Slot()
    def _name_by_hand(self) -> None:
        """Keep a name that was written by hand; an empty one is made of the title again."""
        self._named_by_hand = bool(self.name_field.text())
        self._write()

    @Slot()
    def _write(self) -> None:
        """Show what is written on the board, in the panel and in this window, for as long as that is open."""
        if self._filling or not self.isVisible():
            return
        entry = self.entry()
        self._filling = True
        self._error = self._layers.own.set_draft(
            replace(entry, title=entry.title or NEW_TITLE), self._instead_of, alone=self.alone_box.isChecked()
        )
        self._filling = False
        self._show_message()
        self._show_names()
        self._show_masks()
        self._show_hint()
        verb = "Edit" if self._instead_of else "New layer"
        self.setWindowTitle(f"{verb}: {entry.title}" if entry.title else verb)

    @Slot()
    def _follow_layers(self) -> None:
        """Go on as a new layer where the one that is written anew was deleted; offer the layers that there are."""
        if self._filling or not self.isVisible():
            return
        if self._instead_of and self._instead_of not in self._layers.own.kept:
            self._instead_of = ""
            self._start = UserLayer("", "", "")
            self.copy_button.hide()
        self._offer_layers()
        self._write()

    def _offer_layers(self) -> None:
        """Offer the other own layers as words."""
        layers = self._layers.own.kept.layers.values()
        self.formula_edit.set_own_layers([layer for layer in layers if layer.identifier != self._instead_of])

    @Slot()
    def _follow_style(self) -> None:
        """Show a style that the draft was given elsewhere."""
        if self._filling or not self.isVisible() or not self._layers.own.draft:
            return
        style = self._layers.style_of(self._layers.own.draft)
        if style != self.style_fields.style_chosen:
            self.style_fields.show_style(style, self._letter)
            self._write()

    # What is said

    def _show_message(self) -> None:
        """Say what is wrong with the formula, and point at it."""
        text = self.formula_edit.toPlainText()
        error = self._error if text.strip() else None
        self.formula_edit.show_error(error.column if error is not None else 0)
        if error is None:
            self._say(_EMPTY if not text.strip() else _READ if self._turns() else _SAME, error=False)
            return
        line = text.count("\n", 0, error.column - 1) + 1
        place = f"Column {error.column}" + (f", in line {line}" if "\n" in text else "")
        self._say(f"{place}: {error.sentence}", error=True)

    def _turns(self) -> bool:
        """Return whether the formula's squares may be others for White than for Black; one that is not read may."""
        try:
            return self._layers.own.kept.turns(self.entry(), self._instead_of)
        except FormulaError:
            return True

    def _say(self, text: str, *, error: bool) -> None:
        """Show a message below the formula."""
        self.message.setText(text)
        theme = self._theme()
        self.message.setStyleSheet(f"color: {theme.error_text if error else theme.muted_text};")

    def _name_fault(self) -> str:
        """Return why the name or the title cannot be had, or an empty text."""
        entry = self.entry()
        if not entry.title:
            return "a title is expected"
        fault = text_fault(entry.title, "a title", LONGEST_TITLE)
        return fault or identifier_fault(entry.identifier, self._taken(self._instead_of))

    def _definition_fault(self) -> str:
        return text_fault(self.entry().definition, "a definition", LONGEST_DEFINITION)

    def _show_names(self) -> None:
        """Say what is wrong with title and name, or who calls the layer by a name that it is about to lose."""
        entry = self.entry()
        fault = self._name_fault() if entry.title or entry.identifier else ""
        told = fault
        theme = self._theme()
        if not fault and self._instead_of and entry.identifier != self._instead_of:
            callers = len(self._layers.own.kept.callers(self._instead_of))
            if callers:
                told = f"{count_text(callers, 'layer that calls', 'layers that call')} it will follow"
        self.name_message.setText(f"{capitalized(told)}." if told else "")
        self.name_message.setVisible(bool(told))
        self.name_message.setStyleSheet(f"color: {theme.error_text if fault else theme.muted_text};")
        wrong = self._name_fault() or self._definition_fault() or style_fault(entry.style)
        is_whole = not wrong and self._error is None
        self.save_button.setEnabled(is_whole and bool(entry.formula.strip()))
        self.copy_button.setEnabled(self.save_button.isEnabled())
        self.save_button.setToolTip(
            "Keep the layer (Ctrl+S)" if self.save_button.isEnabled() else "A title, a name and a formula are needed"
        )
        if self._definition_fault():
            fault = self._definition_fault()
            self._say(f"{capitalized(fault)}.", error=True)

    def _show_hint(self) -> None:
        """Say what of the style cannot be drawn, or which colors are hard to see in this theme."""
        style = self.style_fields.style_chosen
        fault = style_fault(style)
        self.hint.setText(f"Not drawn: {fault}." if fault else faint_colors(style, self._theme()))
        self.hint.setVisible(bool(self.hint.text()))

    @Slot()
    def _show_masks(self) -> None:
        """Show both sides' squares in the position of now."""
        draft = self._layers.own.draft
        if not draft:
            return
        for side, white in zip(self.sides, (True, False), strict=True):
            side.show_mask(self._layers.mask(draft, white), stale=self._error is not None)

    # Closing

    @Slot()
    def save(self) -> None:
        """Keep the layer and close; go to what is missing where it cannot be kept yet."""
        if not self.save_button.isEnabled():
            wrong: QWidget = self.formula_edit if not self._name_fault() else self.name_field
            wrong = self.title_field if not self.entry().title else wrong
            wrong.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self._keep(self.entry(), self._instead_of)

    @Slot()
    def save_copy(self) -> None:
        """Keep what is written as another layer, leave the one it was made of as it was, and close."""
        entry = self.entry()
        if entry.title == self._start.title:
            entry = replace(entry, title=f"{entry.title[: LONGEST_TITLE - 5]} copy")
        taken = self._taken("")
        if entry.identifier in taken:
            entry = replace(entry, identifier=identifier_for(entry.title, taken))
        self._keep(entry, "")

    def _keep(self, entry: UserLayer, instead_of: str) -> None:
        """Keep a layer; a new one is shown from now on, for one side alone where both have the same squares."""
        self._filling = True
        try:
            self._layers.own.keep(entry, instead_of)
        except ValueError as error:
            self._filling = False
            self._say(f"{error}.", error=True)
            return
        self._layers.own.end_draft()
        if not instead_of:
            turns = self._layers.own.kept.turns(entry, entry.identifier)
            self._layers.set_shown(entry.identifier, True, turns)
        self._layers.set_current(entry.identifier)
        self._filling = False
        self._start = self.entry()
        self.accept()
        self.saved.emit(entry.identifier)

    def reject(self) -> None:
        """Close and bring back what was before; Escape, Cancel and the window's button."""
        written = Written(self.entry(), self._instead_of) if self.is_changed else None
        self._filling = True
        self._layers.own.end_draft()
        self._filling = False
        super().reject()
        if written is not None:
            self.dropped.emit(written)


class _Content(QWidget):
    """What scrolls where the window is too low for the least height of its parts; before that the formula gives way."""

    @override
    def heightForWidth(self, width: int) -> int:
        """Return the least height that the parts take at a width; a scroll area asks for it.

        It asks for the width without a scroll bar, and the parts have to fit beside one too.
        """
        layout = self.layout()
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        return layout.totalMinimumHeightForWidth(width - bar) if layout is not None else -1


def _letter(title: str) -> str:
    """Return the letter that a badge has without another one."""
    return next((sign for sign in title if sign.isprintable() and not sign.isspace()), NEW_TITLE[0])


def _caption(text: str, buddy: QWidget) -> QLabel:
    """Return a label whose letter leads to a control."""
    label = QLabel(text)
    label.setBuddy(buddy)
    return label
