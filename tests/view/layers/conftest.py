"""A Layers panel over a position with few pawns, shown with all layers in sight."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.layers.panel import LayerPanel
from tests.view.layers.hands import show


@pytest.fixture
def document(qapp: QApplication) -> Document:
    document = Document()
    document.set_fen("8/5p2/8/3p4/4P3/8/PP6/8 w - - 0 1")
    return document


@pytest.fixture
def layers(document: Document) -> ShownLayers:
    return ShownLayers(document)


@pytest.fixture
def panel(qtbot: QtBot, document: Document, layers: ShownLayers) -> LayerPanel:
    panel = LayerPanel(layers)
    qtbot.addWidget(panel)
    show(panel)
    return panel
