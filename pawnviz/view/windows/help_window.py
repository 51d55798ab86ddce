"""A window with pages to read: the manual or the glossary, with a search."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QTextBrowser, QWidget

from pawnviz.core.catalog.article import Article
from pawnviz.override import override
from pawnviz.view.widgets.focus_ring import FocusRing
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.search_field import SearchField
from pawnviz.view.widgets.side_window import SideWindow

_SPACING = 2  # The room around each title, in logical pixels.
_TITLES_WIDTH = 230  # The first width of the list of titles.


class HelpWindow(SideWindow):
    """A list of titles and the page of the chosen one; the search leaves the pages that have all of its words."""

    def __init__(self, title: str, articles: Sequence[Article], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._articles = articles
        self.setWindowTitle(title)
        self.setModal(False)
        self.search_field = SearchField()
        self.search_field.setPlaceholderText(f"Search the {title.lower()}")
        self.search_field.setAccessibleName(f"Search the {title.lower()}")
        self.search_field.setClearButtonEnabled(True)
        self.titles = QListWidget()
        self.titles.setAccessibleName("Pages")
        self.titles.setUniformItemSizes(True)
        self.titles.setSpacing(_SPACING)
        self.titles.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.page = QTextBrowser()
        self.page.setAccessibleName("Page")
        self.page.setOpenExternalLinks(True)
        self.page.document().setDocumentMargin(10)
        self.nothing = plain_label(muted=True, wrapped=True)
        self.nothing.hide()
        for number, article in enumerate(articles):
            item = QListWidgetItem(article.title)
            item.setToolTip(article.title)
            item.setData(Qt.ItemDataRole.UserRole, number)
            self.titles.addItem(item)
        splitter = QSplitter()
        splitter.addWidget(self.titles)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([_TITLES_WIDTH, self.sizeHint().width() - _TITLES_WIDTH])
        column_of(self.search_field, self.nothing, (splitter, 1), parent=self, margins=10, spacing=8)
        self._ring = FocusRing(self)
        self.search_field.textChanged.connect(self._search)
        self.search_field.finished.connect(self._go_to_titles)
        self.titles.currentItemChanged.connect(self._show_page)
        self.titles.setCurrentRow(0)
        self.search_field.setFocus()

    @override
    def sizeHint(self) -> QSize:
        return QSize(720, 600)

    @Slot(str)
    def _search(self, text: str) -> None:
        items = [self.titles.item(row) for row in range(self.titles.count())]
        for item in items:
            item.setHidden(not self._articles[item.data(Qt.ItemDataRole.UserRole)].matches(text))
        found = [item for item in items if not item.isHidden()]
        self.nothing.setText(
            "" if found else f"No page has all words of “{text.strip()[:40]}”. Escape shows all again."
        )
        self.nothing.setVisible(not found)
        current = self.titles.currentItem()
        # A page whose title has the words comes before one that only speaks of them.
        words = text.casefold().split()
        best = [item for item in found if all(word in item.text().casefold() for word in words)] or found
        if words and best:
            self.titles.setCurrentItem(best[0])
            self.titles.scrollToItem(best[0])
        elif current is not None:
            self.titles.scrollToItem(current)

    @Slot()
    def _go_to_titles(self) -> None:
        self.titles.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _show_page(self) -> None:
        item = self.titles.currentItem()
        if item is not None:
            article = self._articles[item.data(Qt.ItemDataRole.UserRole)]
            self.page.setMarkdown(f"## {article.title}\n\n{article.text}")
