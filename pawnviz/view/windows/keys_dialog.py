"""The list of all keys and mouse actions, made from the declared commands."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QWidget

from pawnviz.core.catalog.presets import presets
from pawnviz.core.words import escaped
from pawnviz.model.document import piece_name
from pawnviz.view.commands import ACTIONS_BY_PLACE, COMMANDS, PRESET_KEYS, TOOL_KEYS
from pawnviz.view.layers.commands import ROW_COMMANDS
from pawnviz.view.widgets.keys import native_keys
from pawnviz.view.widgets.layouts import column_of

_WIDTHS: Final = (24, 26, 50)  # The widths of the columns in hundredths of the window's.


def keys_html() -> str:
    """Return every key and mouse action as one table, a heading for each menu and for the board."""
    parts = []
    menus = list(dict.fromkeys(command.menu for command in COMMANDS.values()))
    for menu in menus:
        rows = [
            (", ".join(native_keys(keys) for keys in command.keys), command.text, command.tip)
            for command in COMMANDS.values()
            if command.menu == menu and command.keys
        ]
        parts.append(_section(_plain(menu), [(keys, _plain(text), tip) for keys, text, tip in rows]))
    tools = [
        (native_keys(key), piece_name(tool).capitalize() if len(tool) == 1 else tool.capitalize(), "")
        for tool, key in TOOL_KEYS.items()
    ]
    parts.append(_section("Tools", tools))
    shown = zip(PRESET_KEYS, presets(), strict=False)
    parts.append(_section("Presets", [(native_keys(keys), preset.title, preset.description) for keys, preset in shown]))
    parts.append(
        _section(
            "Layer chosen in the list",
            [(native_keys(command.keys[0]), _plain(command.text), command.tip) for command in ROW_COMMANDS],
        )
    )
    parts.append(
        _section("Mouse and keys by place", [(what, where, effect) for where, what, effect in ACTIONS_BY_PLACE])
    )
    return f"<table cellpadding='3' width='100%'>{''.join(parts)}</table>"


def _plain(text: str) -> str:
    return text.replace("&", "").replace("…", "")


def _section(title: str, rows: list[tuple[str, str, str]]) -> str:
    widths = [f" width='{width}%'" for width in _WIDTHS]
    cells = "".join(
        f"<tr><td{widths[0]}><b>{escaped(keys)}</b></td><td{widths[1]}>{escaped(text)}</td>"
        f"<td{widths[2]}>{escaped(tip)}</td></tr>"
        for keys, text, tip in rows
    )
    return f"<tr><td colspan='3'><h3>{escaped(title)}</h3></td></tr>{cells}"


class KeysDialog(QDialog):
    """A window that lists the keys; it stays open beside the board."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys and mouse")
        self.resize(680, 600)
        browser = QTextBrowser()
        browser.setHtml(keys_html())
        browser.setAccessibleName("Keys and mouse")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.close)
        column_of(browser, buttons, parent=self)
