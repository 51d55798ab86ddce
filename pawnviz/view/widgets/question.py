"""A question over a window, whose answers are functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QWidget


class Question(QMessageBox):
    """A question that blocks no other window, with a button for each of at most two answers, and Cancel.

    The first answer is the usual one, unless the question ``warns``: it loses something then, and Cancel is preset.
    ``otherwise`` runs after Cancel and Escape.
    """

    def __init__(
        self,
        window: QWidget,
        title: str,
        texts: tuple[str, str],
        answers: Mapping[str, Callable[[], object]],
        *,
        warns: bool = False,
        otherwise: Callable[[], object] | None = None,
    ) -> None:
        """Ask in two ``texts``, the second in smaller letters."""
        super().__init__(window)
        self._otherwise = otherwise
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Warning if warns else QMessageBox.Icon.Question)
        self.setWindowTitle(title)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(texts[0])
        self.setInformativeText(texts[1])
        roles = (QMessageBox.ButtonRole.AcceptRole, QMessageBox.ButtonRole.DestructiveRole)
        placed = zip(answers, roles[::-1] if warns else roles, strict=False)
        buttons = [self.addButton(text, role) for text, role in placed]
        self._answers: dict[QAbstractButton, Callable[[], object]] = dict(zip(buttons, answers.values(), strict=True))
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(cancel if warns else buttons[0])
        self.finished.connect(self._answer)
        self.open()

    @Slot()
    def _answer(self) -> None:
        run = self._answers.get(self.clickedButton()) or self._otherwise
        if run is not None:
            run()
