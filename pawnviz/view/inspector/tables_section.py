"""The inspector's section on the verdict of Syzygy tables."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pawnviz.model.document import Document
from pawnviz.model.endings import Tables
from pawnviz.view.inspector.sentence_list import SentenceList
from pawnviz.view.inspector.sentences import Sentence
from pawnviz.view.widgets.labels import plain_label
from pawnviz.view.widgets.layouts import column_of
from pawnviz.view.widgets.markup import plain_tip


class TablesSection(QWidget):
    """The outcome and distance by the tables, and why a layer differs on a passed pawn."""

    def __init__(self, document: Document, tables: Tables) -> None:
        super().__init__()
        self._document = document
        self._tables = tables
        self.sentences = SentenceList("")
        self._title = plain_label("Endgame tables", bold=True)
        column_of(self._title, self.sentences, parent=self, margins=(0, 0, 0, 8), spacing=6)

    def refresh(self) -> bool:
        """Show the present knowledge, ask for the rest, and return whether there is anything to show."""
        self._tables.ask()
        sentences = self._found()
        self.sentences.show_sentences(sentences)
        self._title.setToolTip(plain_tip(f"{self._tables.folder.value}\n{self._tables.summary}"))
        return bool(sentences)

    def _found(self) -> list[Sentence]:
        from pawnviz.core.tablebases.verdict import may_be_in_tables, verdict_sentences

        tables, position = self._tables, self._document.position
        if not tables.folder.value or not may_be_in_tables(position):
            return []
        if tables.fault:
            return [Sentence("", tables.fault)]
        if tables.missing and tables.verdict is None:
            return [Sentence("Not in the tables", f"{tables.missing} is missing.", muted=True)]
        if tables.verdict is None:
            return []
        return [Sentence(*sentence) for sentence in verdict_sentences(tables.verdict, position)]
