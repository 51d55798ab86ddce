"""The pages with temporary layers, several of them open at a time: nothing of them stays on the board."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pawnviz.core.layers import Layer
from pawnviz.view.widgets.page import Navigation
from pawnviz.view.windows.bench_page import BenchPage
from pawnviz.view.windows.definitions_page import DefinitionsPage
from tests.view.hands import Desk

PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"
NAMES = ("difference", "bench")


class TwoWindows(Desk):
    """The two windows over one board, which shows stops of both sides and telestops of White."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__(qtbot, PAWNS)
        self.layers.apply_preset(["stops", "telestops"])
        self.layers.set_shown("telestops", True, False)
        self.layers.set_current("stops")
        bench = BenchPage(self.document, self.layers)
        bench.field.text.setPlainText("0xff")  # Without a mask it puts nothing on the board.
        self.windows: dict[str, DefinitionsPage | BenchPage] = {
            "difference": DefinitionsPage(self.document, self.layers, self.board, cast("Navigation", None)),
            "bench": bench,
        }
        for page in self.windows.values():
            qtbot.addWidget(page)

    def open(self, name: str) -> None:
        window = self.windows[name]
        window.show()
        # It stays off after another window has put its own layers on the board.
        if not window.on_board.isChecked():
            window.on_board.click()

    def close(self, name: str, hides: bool) -> None:
        if hides:
            self.windows[name].hide()
        else:
            self.windows[name].close()

    def on_board(self) -> list[str]:
        replaced = self.layers.replaced
        return [name for name, window in self.windows.items() if replaced and replaced.source.parent() is window]

    def state(self) -> tuple[dict[str, str], str, tuple[Layer, ...]]:
        shown = {entry.layer.title: "w" * entry.white + "b" * entry.black for entry in self.layers.shown()}
        return shown, self.layers.current, self.layers.now.temporary


BEFORE = ({"Stops": "wb", "Telestops": "w"}, "stops", ())


@pytest.fixture
def desk(qtbot: QtBot) -> TwoWindows:
    return TwoWindows(qtbot)


ORDERS = list(permutations(NAMES))


@pytest.mark.parametrize("opened", ORDERS, ids="-".join)
def test_in_any_order_of_opening_and_closing_the_board_is_restored(desk: TwoWindows, opened: tuple[str, ...]) -> None:
    for number, closed in enumerate(ORDERS):
        for count, name in enumerate(opened, 1):
            desk.open(name)
            assert desk.on_board() == [name]
            assert len([window for window in desk.windows.values() if window.isVisible()]) == count
        for name in closed:
            desk.close(name, hides=bool(number % 2))
            assert name not in desk.on_board()
        assert desk.on_board() == []
        assert desk.state() == BEFORE
    QApplication.processEvents()
    assert desk.state() == BEFORE


@pytest.mark.parametrize("first", NAMES)
@pytest.mark.parametrize("second", NAMES)
def test_a_window_in_place_of_another_restores_what_was_before_both(desk: TwoWindows, first: str, second: str) -> None:
    desk.open(first)
    desk.open(second)
    desk.close(second, hides=False)
    assert desk.state() == BEFORE
    assert desk.on_board() == []
    desk.open(second)
    desk.close(first, hides=False)
    assert desk.on_board() == ([second] if first != second else [])
    desk.close(second, hides=False)
    assert desk.state() == BEFORE


def test_a_window_that_is_hidden_or_taken_away_leaves_nothing_on_the_board(desk: TwoWindows) -> None:
    for name in NAMES:
        desk.open(name)
        desk.close(name, hides=False)
    actions: tuple[Callable[[], None], ...] = (
        lambda: desk.document.place(0, "K"),
        desk.layers.user_layers.changed.emit,
    )
    for act in actions:
        act()
        assert desk.on_board() == []
        assert desk.layers.now.temporary == ()
    for name in NAMES:
        desk.open(name)
        desk.windows[name].hide()
        assert desk.state() == BEFORE
        desk.open(name)
        desk.window.close()
        desk.window.hide()
        desk.windows[name].hide()
        assert desk.state() == BEFORE
