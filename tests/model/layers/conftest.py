"""A position with two pawns, the layers over it, and the tree that presents them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.layers.tree_model import LayerTreeModel
from tests.model.layers.lists import TWO_PAWNS, rows_of


@pytest.fixture
def document(qapp: object) -> Document:
    document = Document()
    document.set_fen(TWO_PAWNS)
    return document


@pytest.fixture
def layers(document: Document) -> ShownLayers:
    return ShownLayers(document)


@pytest.fixture
def tree(document: Document, layers: ShownLayers) -> Iterator[LayerTreeModel]:
    tree = LayerTreeModel(document, layers)
    # The tester lives as long as the tree and fails the test at the first inconsistency.
    QAbstractItemModelTester(tree, QAbstractItemModelTester.FailureReportingMode.Fatal, tree)
    yield tree
    tree.search("")
    assert rows_of(tree) == layers.chapters()
