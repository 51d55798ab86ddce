"""Texts of people: fonts, keys in words, plain labels, values that belong to a caption, and messages."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QAction, QFont, QFontDatabase, QKeySequence, QPalette, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from pawnviz.core.words import escaped
from pawnviz.override import override


def scaled_font(font: QFont, scale: float) -> QFont:
    """Return a font whose points are ``scale`` times those of another one."""
    scaled = QFont(font)
    scaled.setPointSizeF(font.pointSizeF() * scale)
    return scaled


def fixed_font(font: QFont, scale: float = 1.0) -> QFont:
    """Return the system's font of fixed width, whose points are ``scale`` times those of another font."""
    fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    fixed.setPointSizeF(font.pointSizeF() * scale)
    return fixed


def break_lines(layout: QTextLayout, width: float) -> QTextLayout:
    """Break the text of a layout into lines of a width, one below the other, and return the layout."""
    option = layout.textOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.beginLayout()
    height = 0.0
    line = layout.createLine()
    while line.isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, height))
        height += line.height()
        line = layout.createLine()
    layout.endLayout()
    return layout


def plain_tip(text: str) -> str:
    """Return a tool tip that shows a text literally, even if it looks like HTML."""
    return f"<p>{escaped(text)}</p>".replace("\n", "<br>") if text else ""


def native_keys(keys: str) -> str:
    """Return a portable key sequence, such as ``Ctrl+Up``, as this platform writes it; empty for an empty one."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def set_tip(action: QAction, tip: str) -> None:
    """Give an action a tool tip that names its first key."""
    keys = native_keys(action.shortcut().toString())
    action.setToolTip(f"{tip} ({keys})" if keys else tip)


NONE: Final = "–"  # The sign for an empty value.


def plain_label(
    text: str = "",
    buddy: QWidget | None = None,
    *,
    scale: float = 1.0,
    bold: bool = False,
    muted: bool = False,
    wrapped: bool = False,
) -> QLabel:
    """Return a label of plain text, whose key leads to its ``buddy``; ``scale`` is its size against the program's."""
    label = QLabel(text)
    if buddy is not None:
        label.setBuddy(buddy)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrapped)
    font = scaled_font(label.font(), scale)
    font.setBold(bold)
    label.setFont(font)
    if muted:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label


def text_role(*, muted: bool) -> QPalette.ColorRole:
    """Return the palette's role of a muted or a plain text."""
    return QPalette.ColorRole.PlaceholderText if muted else QPalette.ColorRole.WindowText


def section_title(text: str = "") -> QLabel:
    """Return a bold title with room above it."""
    title = plain_label(text, bold=True)
    title.setContentsMargins(0, 6, 0, 0)
    return title


class ValueLabel(QLabel):
    """A plain, selectable text with a caption: a screen reader reads both."""

    def __init__(self, caption: str, *, fixed: bool = False, muted: bool = False, scale: float = 1.0) -> None:
        """Show nothing yet; ``fixed`` takes the font of code, ``scale`` is its size against the program's font."""
        super().__init__()
        self._scale = scale
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.set_caption(caption, fixed=fixed)
        if muted:
            self.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def set_caption(self, caption: str, *, fixed: bool) -> None:
        """Change the caption, in the font of code or in the program's."""
        self._caption = caption
        self.setFont(fixed_font(QFont(), self._scale) if fixed else scaled_font(QFont(), self._scale))

    def show_text(self, text: str) -> None:
        """Show a text."""
        if text != self.text():
            self.setText(text)
            self._name_text(text)

    def _name_text(self, text: str) -> None:
        name = "none" if text == NONE else text
        self.setAccessibleName(f"{self._caption}: {name}" if self._caption else name)


class ElidedLabel(ValueLabel):
    """A text on one line, elided if it does not fit; the tool tip shows all of it, or more."""

    def __init__(
        self,
        caption: str = "",
        *,
        fixed: bool = False,
        bold: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        """Show nothing yet; ``mode`` says where a text is shortened. Without a caption it is a sentence of its own."""
        super().__init__(caption, fixed=fixed)
        if bold:
            font = self.font()
            font.setBold(True)
            self.setFont(font)
        self.full_text = ""  # The text before it is shortened.
        self.mode = mode  # The part of a text that is left out.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if not caption:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)

    def show_text(self, text: str, tip: str = "") -> None:
        """Show a text, elided, and in the tool tip all of it or another text."""
        self.setToolTip(plain_tip(tip or text))
        if text != self.full_text:
            self.full_text = text
            self._elide()
            self._name_text(text)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.full_text, self.mode, self.width()))


class MessageLabel(QLabel):
    """A plain text in as many lines as it needs, in the color of errors for a fault."""

    def __init__(self, *, muted: bool = False) -> None:
        """Show nothing yet; with ``muted`` a message that is no error is in the color of lesser texts."""
        super().__init__()
        self.is_error = False  # Whether the text is an error.
        self._role = text_role(muted=muted)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setForegroundRole(self._role)
        # Qt says so only of a label with a text, and a layout that is shown before would be higher than it has to be.
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_message(self, text: str, *, is_error: bool = False) -> None:
        """Show a text, as an error if something is wrong."""
        self.is_error = is_error
        self.setText(text)
        self.setForegroundRole(QPalette.ColorRole.BrightText if is_error else self._role)

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the size of the text in its narrowest column; a long word, such as a file's name, may be cut off."""
        hint = super().minimumSizeHint()
        return QSize(min(100, hint.width()), hint.height())
