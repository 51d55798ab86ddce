"""Questions over a window: one with a button for each answer, and the one for the file to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QMessageBox, QWidget

from pawnviz.core.words import listed, plural

_MOST_NAMED: Final = 3  # The number of files in a question.

Action: TypeAlias = Callable[[], object]


class Question(QMessageBox):
    """A question that blocks no program: an answer calls its function, and Cancel and Escape call ``cancelled``."""

    def __init__(
        self,
        window: QWidget,
        title: str,
        text: str,
        detail: str,
        answers: Mapping[str, Action],
        *,
        cancelled: Action = lambda: None,
        is_warning: bool = False,
    ) -> None:
        """Ask in place of the window's open question; the first answer is the default, with ``is_warning`` Cancel."""
        for other in window.findChildren(Question, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if other.isVisible():
                other.reject()
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setIcon(QMessageBox.Icon.Warning if is_warning else QMessageBox.Icon.Question)
        self.setWindowTitle(title)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setInformativeText(detail)
        first, second = QMessageBox.ButtonRole.AcceptRole, QMessageBox.ButtonRole.DestructiveRole
        roles = (second, first) if is_warning else (first, second)
        buttons = [self.addButton(answer, role) for answer, role in zip(answers, roles, strict=False)]
        self._answers: dict[QAbstractButton, Action] = dict(zip(buttons, answers.values(), strict=True))
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(cancel if is_warning else buttons[0])
        self._cancelled = cancelled
        self.finished.connect(self._answer)
        self.open()

    @Slot()
    def _answer(self) -> None:
        self._answers.get(self.clickedButton(), self._cancelled)()


def ask_for_file(
    window: QWidget,
    title: str,
    start: str,
    filters: str,
    suffix: str,
    then: Callable[[str], object],
    *,
    endings: Sequence[str] = (),
    written: Callable[[Path], Sequence[Path]] = lambda path: (path,),
    cancelled: Action = lambda: None,
) -> None:
    """Ask for the file to write, and go on with its path; before a file that was not named is overwritten, ask again.

    ``start`` is the suggested path. A name that has none of the ``endings``, or no ending at all if none are given,
    gets that of the chosen filter, or else the ``suffix``, such as ``.png``. ``written`` returns the files that are
    written for a path.
    """
    path, chosen = QFileDialog.getSaveFileName(window, title, start, filters)
    if not path:
        cancelled()
        return
    asked = Path(path)
    if not (path.lower().endswith((suffix, *endings)) if endings else asked.suffix):
        path += next((ending for ending in endings if f"*{ending})" in chosen), suffix)
    unasked = [each.name for each in written(Path(path)) if each != asked and _exists(each)]
    if not unasked:
        then(path)
        return
    count = len(unasked)
    names = listed([f"“{name}”" for name in unasked])
    if count > _MOST_NAMED:
        names = f"{count:,} files such as “{unasked[0]}”"
    text = f"{names} {plural(count, 'exists', 'exist')} already."
    answers = {"&Overwrite": lambda: then(path)}
    Question(
        window, title, text, f"Overwrite {plural(count, 'it', 'them')}?", answers, cancelled=cancelled, is_warning=True
    )


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # A name too long, or with a NUL.
        return False
