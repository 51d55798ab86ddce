"""Texts of panels: labels, values with a caption, formulas, links to sources, and buttons that copy."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QToolButton, QToolTip

from pawnviz.core.layers.registry import WIKI
from pawnviz.override import override
from pawnviz.view.widgets.markup import escape, plain_tip
from pawnviz.view.widgets.theme import Theme

COPIED_TIME: Final = 1500
"""Milliseconds for which a copy button says what it copied."""

NONE: Final = "–"
"""What stands where there is nothing to show."""


def plain_label(text: str = "", *, scale: float = 1.0, bold: bool = False, muted: bool = False) -> QLabel:
    """Return a plain label in a font relative to the program's."""
    label = QLabel(text)
    _dress(label, scale=scale, bold=bold, muted=muted)
    return label


def _dress(label: QLabel, *, scale: float = 1.0, bold: bool = False, muted: bool = False, fixed: bool = False) -> None:
    """Give a label a font relative to the program's, or that of code, and plain text."""
    label.setTextFormat(Qt.TextFormat.PlainText)
    size = label.font().pointSizeF() * scale
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if fixed else QFont(label.font())
    font.setPointSizeF(size)
    font.setBold(bold)
    label.setFont(font)
    if muted:
        label.setForegroundRole(QPalette.ColorRole.PlaceholderText)


class ValueLabel(QLabel):
    """A text that belongs to a caption; a screen reader reads both. It can be selected with the mouse."""

    def __init__(self, caption: str, *, fixed: bool = False, muted: bool = False, scale: float = 1.0) -> None:
        """Show nothing yet; ``fixed`` takes the font of code, ``scale`` its size against the program's font."""
        super().__init__()
        self._caption = caption
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        _dress(self, fixed=fixed, muted=muted, scale=scale)

    def set_caption(self, caption: str, *, fixed: bool) -> None:
        """Belong to another caption, in the font of code or in the program's."""
        self._caption = caption
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if fixed else QFont()
        font.setPointSizeF(self.font().pointSizeF())
        self.setFont(font)

    def show_text(self, text: str) -> None:
        """Show a text."""
        if text != self.text():
            self.setText(text)
            self.setAccessibleName(f"{self._caption}: {'none' if text == NONE else text}")


class ElidedLabel(ValueLabel):
    """A text on one line that is shortened where it does not fit; the tool tip shows all of it, or more."""

    def __init__(
        self,
        caption: str = "",
        *,
        fixed: bool = False,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideMiddle,
    ) -> None:
        """Show nothing yet; ``mode`` says where a text is shortened. Without a caption it is a sentence of its own."""
        super().__init__(caption, fixed=fixed)
        self._full = ""
        self._mode = mode
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if not caption:
            self.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)

    @property
    def full_text(self) -> str:
        """The text before it is shortened."""
        return self._full

    def show_text(self, text: str, tip: str = "") -> None:
        """Show as much of a text as fits, and in the tool tip all of it or another text."""
        self._full = text
        self.setToolTip(plain_tip(tip or text))
        self._elide()
        name = "none" if text == NONE else text
        self.setAccessibleName(f"{self._caption}: {name}" if self._caption else name)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.setText(self.fontMetrics().elidedText(self._full, self._mode, self.width()))


class FormulaBox(ValueLabel):
    """A formula in a frame, in as many lines as it needs; unlike a plain label it breaks within long calls too."""

    def __init__(self) -> None:
        """Show nothing yet."""
        super().__init__("Formula", fixed=True)
        self._full = ""
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setMargin(4)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def full_text(self) -> str:
        """The text without its line breaks."""
        return self._full

    def show_text(self, text: str) -> None:
        """Show a text."""
        self._full = text
        self.setText(self._lines(self.width()))
        self.setAccessibleName(f"{self._caption}: {text}")
        self.updateGeometry()

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int) -> int:
        lines = self._lines(width).count("\n") + 1
        return lines * self.fontMetrics().lineSpacing() + 2 * (self.margin() + self.frameWidth())

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.heightForWidth(self.width()))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.fontMetrics().lineSpacing() + 2 * (self.margin() + self.frameWidth()))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setText(self._lines(self.width()))

    def _lines(self, width: int) -> str:
        """Return the text broken into lines that fit a box of this width."""
        room = max(width, 120) - 2 * (self.margin() + self.frameWidth()) - 1
        metrics = self.fontMetrics()
        lines = [""]
        for token in re.findall(r"[~(]*\w+\(*|\s+|\W", self._full):
            if lines[-1] and metrics.horizontalAdvance(lines[-1] + token.rstrip()) > room:
                lines.append("")
            if lines[-1] or not token.isspace():
                lines[-1] += token
        return "\n".join(line.rstrip() for line in lines)


class CopyButton(QToolButton):
    """A button that copies a text it was offered and says so."""

    copied = Signal(str)
    """A sentence about what was copied."""

    def __init__(self, what: str, side: str = "", *, text: str = "") -> None:
        """Make a button that copies ``what`` of a side; without a text it shows the sign for copying."""
        super().__init__()
        self._what = ""
        self._of = ""
        self._offered = ""
        self.setText(text)
        self.set_what(f"{side}'s {what}" if side else what)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if text:
            font = QFont(self.font())
            font.setPointSizeF(font.pointSizeF() * 0.9)
            self.setFont(font)
        else:
            self.setAutoRaise(True)
            self.setIconSize(QSize(16, 16))
            self.setFixedSize(20, 20)
        self.clicked.connect(self._copy)

    def set_what(self, what: str) -> None:
        """Copy something of another name."""
        self._what = what
        self.setAccessibleName(f"Copy {what}")
        self.setToolTip(f"Copy {what}")

    def offer(self, text: str, of: str) -> None:
        """Take the text that the button copies, and the title of the layer it is of."""
        self._offered = text
        self._of = of

    @Slot()
    def _copy(self) -> None:
        """Put the text on the clipboard."""
        QGuiApplication.clipboard().setText(self._offered)
        QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), "Copied", self, self.rect(), COPIED_TIME)
        self.copied.emit(f"Copied {self._what} of {self._of}.")


def source_link(address: str, theme: Theme) -> str:
    """Return a link to a page of the wiki, or to another source, as rich text in a theme's color."""
    text = "wiki page" if address.startswith(WIKI) else "source"
    return f'<a href="{escape(address)}" style="color: {theme.link}">{text}</a>'
