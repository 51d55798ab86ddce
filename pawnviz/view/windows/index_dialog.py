"""The limits of the indexes that are kept of files of games, and the room that they take."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QSpinBox, QWidget

from pawnviz.core.collections.collecting import remove_oldest, sizes_of
from pawnviz.core.words import plural
from pawnviz.folders import NoHomeError
from pawnviz.model.collections.explorer import OpenFileIndex, index_folder
from pawnviz.model.preferences import MOST_INDEXES, MOST_MEGABYTES, Preference, Preferences
from pawnviz.model.storage import size_text
from pawnviz.override import override
from pawnviz.view.widgets.labels import ElidedLabel, MessageLabel
from pawnviz.view.widgets.layouts import column_of


class IndexDialog(QDialog):
    """The number and the size of the indexes that are kept; those above are deleted, the longest unused ones first."""

    def __init__(self, index: OpenFileIndex, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = index
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Indexes of files of games")
        self.text = MessageLabel()
        self.text.setMinimumWidth(420)
        self.folder = ElidedLabel("Folder")
        self.count = self._box(preferences.index_count, MOST_INDEXES, "Indexes")
        self.megabytes = self._box(preferences.index_megabytes, MOST_MEGABYTES, "Megabytes", " MB")
        self.megabytes.setMinimumWidth(self.megabytes.sizeHint().width())
        self.count.setMinimumWidth(self.megabytes.minimumWidth())
        form = QFormLayout(fieldGrowthPolicy=QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.addRow("&Most indexes", self.count)
        form.addRow("Most &space for all", self.megabytes)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.delete_button = buttons.addButton("&Delete all", QDialogButtonBox.ButtonRole.ActionRole)
        self.delete_button.setToolTip("Delete the indexes of all files but the open one; no game is lost")
        buttons.rejected.connect(self.close)
        self.delete_button.clicked.connect(self._delete)
        index.ended.connect(self._show_state)
        column_of(self.text, self.folder, form, buttons, parent=self)

    def _box(self, preference: Preference[int], most: int, name: str, unit: str = "") -> QSpinBox:
        box = QSpinBox(minimum=1, maximum=most, value=preference.value, suffix=unit)
        box.setGroupSeparatorShown(True)
        box.setAlignment(Qt.AlignmentFlag.AlignRight)
        box.setAccessibleName(name)

        def keep(value: int) -> None:
            preference.value = value

        box.valueChanged.connect(keep)
        return box

    @Slot()
    def _show_state(self) -> None:
        try:
            folder = index_folder()
        except NoHomeError as error:
            self.text.show_message(f"There are no indexes: {error}.", is_error=True)
            self.delete_button.setEnabled(False)
            return
        sizes = sizes_of(folder)
        count, size = len(sizes), sum(length for _, length in sizes.values())
        self.text.show_message(
            "Each file of games that is opened is indexed in the background, for Explore and for the search by "
            f"structures. The oldest ones above these limits are deleted; no game is lost.\n"
            f"{count:,} {plural(count, 'index', 'indexes')} of {size_text(size)}."
        )
        self.folder.show_text(str(folder))
        self.delete_button.setEnabled(count > (Path(self._index.path) in sizes) and not self._index.job.is_running)

    @Slot()
    def _delete(self) -> None:
        remove_oldest(index_folder(), 0, 0, Path(self._index.path))
        self._show_state()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        self._show_state()
        super().showEvent(event)
        # The text has as many lines as it needs.
        self.resize(self.sizeHint().expandedTo(self.minimumSizeHint()))
