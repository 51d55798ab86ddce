"""A position with two pawns, the layers over it, and the rows of their list."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from pawnviz.model.document import Document
from pawnviz.model.layers.list_model import LayerListModel
from pawnviz.model.layers.shown_layers import ShownLayers
from tests.model.layers.lists import TWO_PAWNS


@pytest.fixture
def document(qapp: object) -> Document:
    document = Document()
    document.set_fen(TWO_PAWNS)
    return document


@pytest.fixture
def layers(document: Document) -> ShownLayers:
    return ShownLayers(document)


@pytest.fixture
def rows(layers: ShownLayers) -> LayerListModel:
    rows = LayerListModel(layers)
    # The tester lives as long as the rows and fails the test at the first inconsistency.
    QAbstractItemModelTester(rows, QAbstractItemModelTester.FailureReportingMode.Fatal, rows)
    rows.set_active(True)
    return rows
