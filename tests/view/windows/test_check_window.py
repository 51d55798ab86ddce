"""The window that checks an engine's masks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import thread_time

import pytest
from PySide6.QtCore import QMimeData, QObject, QPoint, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDropEvent, QPalette
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_squares
from pawnviz.core.board.position import START, Position
from pawnviz.core.checking import LineCheck, fixture_lines
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.view.windows.check_window import CheckWindow

PAWNS = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"


@pytest.fixture
def document() -> Document:
    return Document()


@pytest.fixture
def layers(document: Document) -> ShownLayers:
    """Return the layers that the window shows masks with."""
    return ShownLayers(document, document)


@pytest.fixture
def window(qtbot: QtBot, document: Document, layers: ShownLayers) -> Iterator[CheckWindow]:
    """Return an open window over the start position."""
    made = CheckWindow(document, layers)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


def ended(qtbot: QtBot, window: CheckWindow) -> None:
    qtbot.waitUntil(window.progress.isHidden)


def test_a_file_that_is_right_is_found_right(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text("\n".join(fixture_lines([START, Position.from_fen(PAWNS)])), encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text().startswith("All ")
    assert window.details.toPlainText() == "Every line of this layer is right."
    assert not window.show_button.isEnabled()
    assert window.verdict.foregroundRole() is QPalette.ColorRole.WindowText


def test_a_wrong_mask_is_named_with_its_first_square_and_shown_on_the_board(
    window: CheckWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\nattacks white {PAWNS} 0x0\nnonsense\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert "2 lines checked, 1 wrong." in window.verdict.text()
    assert "1 cannot be read, the first is line 3" in window.verdict.text()
    assert window.verdict.foregroundRole() is QPalette.ColorRole.BrightText
    item = window.table.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["attacks", "1", "1"]
    assert "first wrong square d5" in item.text(3)
    assert PAWNS in window.details.toPlainText()
    qtbot.mouseClick(window.show_button, Qt.MouseButton.LeftButton)
    assert window._document.position.fen() == PAWNS
    assert {entry.layer.title for entry in window._layers.shown()} == {"Attacks", "Given mask", "Missing from the mask"}


def test_a_wrong_mask_is_seen_beside_its_layer_until_the_window_is_closed(
    window: CheckWindow, layers: ShownLayers, qtbot: QtBot, tmp_path: Path
) -> None:
    layers.apply_preset(["front_spans", "rear_spans"])
    path = tmp_path / "masks.txt"
    path.write_text(f"stops black {PAWNS} {{c4,d4,h8}}\nattacks white {PAWNS} {{d5}}\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    for white, identifier, given, missing, surplus in (
        (False, "stops", "d4 c4 h8", "", "c4 h8"),
        (True, "attacks", "d5", "f5", ""),
    ):
        window.table.setCurrentItem(window.table.findItems(identifier, Qt.MatchFlag.MatchExactly)[0])
        window.show_button.click()
        shown = {entry.layer.title: (entry.white, entry.black) for entry in layers.shown()}
        parts = {"Missing from the mask": missing, "Surplus in the mask": surplus}
        expected = {LAYERS[identifier].title, "Given mask", *(title for title, squares in parts.items() if squares)}
        assert shown == dict.fromkeys(expected, (white, not white))
        side = Position.from_fen(PAWNS).sides()[0 if white else 1]
        masks = {"Given mask": parse_squares(given), LAYERS[identifier].title: LAYERS[identifier](side)}
        for layer in layers.all.temporary:
            expected_mask = masks[layer.title] if layer.title in masks else parse_squares(parts[layer.title])
            assert layers.mask(layer.identifier, white) == expected_mask
    window.close()
    assert {entry.layer.identifier for entry in layers.shown()} == {"front_spans", "rear_spans"}
    assert layers.all.temporary == ()


def show_wrong(window: CheckWindow, qtbot: QtBot, path: Path, *lines: str) -> None:
    """Check wrong lines and show the first one on the board."""
    path.write_text("\n".join(lines), encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    window.show_button.click()


def test_layers_come_back_also_where_the_wrong_one_was_shown_alone(
    window: CheckWindow, layers: ShownLayers, qtbot: QtBot, tmp_path: Path
) -> None:
    layers.apply_preset(["front_spans", "attacks"])
    layers.apply_preset(["stops"])
    show_wrong(window, qtbot, tmp_path / "masks.txt", f"stops white {PAWNS} 0")
    assert layers.state()["shown"] == {"stops": "both"}, "the layers that come back are kept"
    window.close()
    assert [entry.layer.identifier for entry in layers.shown()] == ["stops"]


def test_layers_chosen_while_a_wrong_mask_is_shown_stay(
    window: CheckWindow, layers: ShownLayers, qtbot: QtBot, tmp_path: Path
) -> None:
    layers.apply_preset(["front_spans"])
    show_wrong(window, qtbot, tmp_path / "masks.txt", f"stops white {PAWNS} 0")
    layers.apply_preset(["passed_pawns"])
    window.close()
    assert [entry.layer.identifier for entry in layers.shown()] == ["passed_pawns"]


def test_a_wrong_number_leaves_no_mask_of_another_position_on_the_board(
    window: CheckWindow, layers: ShownLayers, document: Document, qtbot: QtBot, tmp_path: Path
) -> None:
    lines = (f"stops white {PAWNS} 0", "island_count white 8/8/8/8/8/8/P7/8 w - - 0 1 5")
    show_wrong(window, qtbot, tmp_path / "masks.txt", *lines)
    assert layers.all.temporary
    window.table.setCurrentItem(window.table.findItems("island_count", Qt.MatchFlag.MatchExactly)[0])
    window.show_button.click()
    assert document.position.placement() == "8/8/8/8/8/8/P7/8"
    assert layers.all.temporary == ()


def test_a_layer_of_the_users_own_is_checked_too(
    window: CheckWindow, layers: ShownLayers, qtbot: QtBot, tmp_path: Path
) -> None:
    layers.user_layers.set_kept(
        UserLayers([UserLayer("mine", "Mine", "own & rank_4"), UserLayer("broken", "Broken", "own &")])
    )
    path = tmp_path / "masks.txt"
    path.write_text(f"mine white {PAWNS} {{e5}}\nbroken white {PAWNS} 0\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    item = window.table.topLevelItem(0)
    assert item is not None
    assert [item.text(column) for column in range(3)] == ["mine", "1", "1"]
    assert "line 2: there is no layer 'broken'" in window.verdict.text()
    window.show_button.click()
    assert next(iter(layers.shown())).layer.title == "Mine"


def test_a_file_that_is_not_there_is_reported_as_missing(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.check_file(str(tmp_path / "<b>none.txt"))
    ended(qtbot, window)
    assert "<b>none.txt cannot be read" in window.verdict.text()
    assert window.verdict.textFormat() == Qt.TextFormat.PlainText


def test_a_long_check_can_be_cancelled(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n" * 200_000, encoding="utf-8")
    window.check_file(str(path))
    qtbot.waitUntil(lambda: window.progress.value() > 0)
    assert window.cancel_button.isVisible()
    qtbot.mouseClick(window.cancel_button, Qt.MouseButton.LeftButton)
    assert window.verdict.text() == "The check was cancelled."
    assert window.progress.isHidden()


class Pulse(QObject):
    """The longest time in seconds that the window has worked between two turns of its event loop."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.longest = 0.0
        self._last = thread_time()
        timer = QTimer(self)
        timer.timeout.connect(self._beat)
        timer.start()

    @Slot()
    def _beat(self) -> None:
        now = thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now


@pytest.mark.parametrize(
    ("text", "count", "verdict"),
    [
        (f"stops white {PAWNS} 0x1000000000\n", 100_000, "All 100000 lines are right."),
        ("0", 50_000_000, "No line can be read; the first is line 1: the line has more than 20000 characters."),
    ],
)
def test_the_window_answers_while_it_checks(
    window: CheckWindow, qtbot: QtBot, tmp_path: Path, text: str, count: int, verdict: str
) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(text * count, encoding="utf-8")
    pulse = Pulse(window)
    window.check_file(str(path))
    ended(qtbot, window)
    assert pulse.longest < 0.1
    assert window.verdict.text() == verdict


def test_lines_behind_one_that_is_too_long_keep_their_numbers(
    window: CheckWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"{'x' * 70_000}\r\nstops white {PAWNS} 0\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.mismatch is not None
    assert window.mismatch.line == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_may_begin_with_the_mark_of_its_encoding(
    window: CheckWindow, qtbot: QtBot, tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n" * 2, encoding=encoding)
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text() == "All 2 lines are right."


def test_what_is_no_file_cannot_be_read(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window.check_file(str(tmp_path))
    ended(qtbot, window)
    assert window.verdict.text() == f"{tmp_path} cannot be read: it is no file."


def test_a_dropped_file_is_checked(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    window.dropEvent(QDropEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, left, none))
    ended(qtbot, window)
    assert window.verdict.text() == "The one line is right."


def test_a_file_without_lines_says_so(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text("# nothing\n", encoding="utf-8")
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text() == "The file has no lines to check."


def test_a_file_that_is_no_list_of_masks_says_so(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"once {'upon' * 80}\n", encoding="utf-8")
    width = window.width()
    window.check_file(str(path))
    ended(qtbot, window)
    assert window.verdict.text().startswith("No line can be read; the first is line 1: ")
    assert window.verdict.text().endswith("words.")
    assert window.minimumSizeHint().width() <= width


def test_another_mapping_checks_the_file_again(window: CheckWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "masks.txt"
    path.write_text(f"stops white {PAWNS} 0x1000000000\n", encoding="utf-8")
    window.mapping_choice.setFocus()
    qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Down)
    qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Up)
    assert window.progress.isHidden()
    window.check_file(str(path))
    ended(qtbot, window)
    for _ in range(4):
        qtbot.keyClick(window.mapping_choice, Qt.Key.Key_Down)
    ended(qtbot, window)
    assert window.verdict.text() == "1 line checked, 1 wrong."


def test_before_a_file_is_opened_its_lines_are_shown_by_an_example(window: CheckWindow) -> None:
    lines = window.details.placeholderText().splitlines()
    check = LineCheck()
    for line in lines:
        check.add(line)
    report = check.report()
    assert (report.checked, report.unreadable_count) == (2, 0)
    assert not any(tally.wrong for tally in report.tallies)
