"""The menu of sample positions."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from pawnviz.core.catalog import Sample, errata, samples
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.widgets.notice_bar import NoticeBar


class SampleMenu(QMenu):
    """A menu that sets up a sample position with its layers, and shows a notice about it while it is on the board."""

    def __init__(self, document: Document, layers: ShownLayers, notices: NoticeBar) -> None:
        super().__init__("Sa&mple positions")
        self._document = document
        self._layers = layers
        self._notices = notices
        self._notice = ""
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self._fill)
        document.position_changed.connect(self._remove_notice)

    @Slot()
    def _fill(self) -> None:
        if self.isEmpty():
            self._add(self, samples())
            self.addSeparator()
            menu = self.addMenu("&Errata of the wiki")
            menu.setToolTipsVisible(True)
            self._add(menu, errata())

    def _add(self, menu: QMenu, group: tuple[Sample, ...]) -> None:
        for sample in group:
            if sample.begins:
                menu.addSeparator()
            action = menu.addAction(f"&{sample.title}")
            action.setToolTip(sample.look)
            action.setData(sample)
            action.triggered.connect(self._set_up_chosen)

    @Slot()
    def _set_up_chosen(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.set_up(action.data())

    def set_up(self, sample: Sample) -> None:
        """Set up a sample position with its layers and its notice."""
        self._document.set_fen(sample.fen)
        self._layers.apply_preset(sample.layers)
        self._notice = f"{sample.title}: {sample.look}"
        self._notices.show_message(self._notice)

    @Slot()
    def _remove_notice(self) -> None:
        self._notices.remove(self._notice)
