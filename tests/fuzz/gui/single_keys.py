"""Single keys: commands by characters, which are switched off and on and belong to the board alone."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.program import give_focus, type_text

SWITCHES: Final = {"f": "flipped", "g": "show_coordinates", "c": "show_captures", "o": "show_own_pawn"}
"""Single keys and the preferences that they turn over."""
TYPED: Final = "fgcoxmtPNbrqk1e/"
"""What is typed where it must do nothing: commands, pieces and tools."""


class SingleKeysPart(Part):
    """Typing on the board with single keys off and on, and in the list of games."""

    def events(self) -> list[tuple[int, Step]]:
        return [(1, self.type_with_keys_off), (2, self.press_switch), (1, self.type_elsewhere)]

    def settle(self) -> None:
        """Switch the keys on."""
        self.window.preferences.single_keys.value = True

    def state(self) -> tuple[object, ...]:
        """Return what single keys can change."""
        preferences = self.window.preferences
        switched = [preferences.by_name[name].value for name in SWITCHES.values()]
        layers = self.layers.state().get("shown")
        return self.document.position, self.document.subject, preferences.tool.value, layers, *switched

    def take_board(self) -> None:
        """Give the board the focus, with a click beside it that lets the single keys work at once."""
        self.fuzzed.put_away()
        self.fuzzed.hand.click(QPoint(1, 1))
        QApplication.processEvents()

    def type_with_keys_off(self) -> None:
        """Switch single keys off, type on the board, which changes nothing, and switch them on again."""
        action = self.window.menus.actions_by_name["single_keys"]
        if action.isChecked():
            action.trigger()
        text = "".join(self.random.choices(TYPED, k=4))
        self.note(f"type {text!r} on the board with single keys off")
        self.take_board()
        before = self.state()
        type_text(self.board, text)
        QApplication.processEvents()
        if self.state() != before:
            self.fail(f"single keys are off, but {text!r} on the board changes something")
        if self.random.random() < 0.9:
            action.trigger()

    def press_switch(self) -> None:
        """Press a single key on the board, which turns its preference over unless single keys are off."""
        key = self.random.choice(tuple(SWITCHES))
        preference = self.window.preferences.by_name[SWITCHES[key]]
        self.note(f"press {key} on the board for {SWITCHES[key]}")
        self.take_board()
        before = preference.value
        QTest.keyClicks(self.board, key)
        expected = before != self.window.preferences.single_keys.value
        if preference.value != expected and self.board.isActiveWindow() and self.board.hasFocus():
            self.fail(f"{SWITCHES[key]} is {preference.value} after {key!r}, not {expected}")

    def type_elsewhere(self) -> None:
        """Type in the list of games, which is no command."""
        panels = self.window.workspaces.made_games
        if panels is None or not panels.list.table.isVisible():
            return
        text = self.random.choice(TYPED)
        self.note(f"type {text!r} in the list of games")
        give_focus(panels.list.table)
        if not panels.list.table.hasFocus():
            return
        before = self.state()[2:]
        QTest.keyClicks(panels.list.table, text)
        if self.state()[2:] != before:
            self.fail(f"{text!r} in the list of games carries out a command")
