"""A FEN that is copied, pasted and dropped, wherever the focus is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from pawnviz.model.kept.folder import FIRST_FEN
from pawnviz.view.board.gestures import piece_mime
from pawnviz.view.board.tool_palette import ToolPalette
from tests.view.hands import drops, enters, file_data, text_data
from tests.view.program import RunningProgram

SEED = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"


def focus_each(program: RunningProgram) -> list[tuple[str, QWidget]]:
    program.window.resize(1700, 900)  # Two pages side by side.
    QApplication.processEvents()
    (palette,) = program.window.findChildren(ToolPalette)
    return [
        ("the board", program.board),
        ("the FEN line", program.fen.edit),
        ("the list of layers", program.pages.layers.tree),
        ("the palette", palette.button("hand")),
        ("the position in words", program.pages.position),
    ]


def test_the_fen_or_its_selected_part_is_copied_wherever_the_keys_go(program: RunningProgram) -> None:
    for name, widget in focus_each(program):
        for keys in ("Ctrl+C", "Ctrl+Shift+C"):
            QGuiApplication.clipboard().setText("")
            widget.setFocus()
            program.press_keys(keys)
            assert QGuiApplication.clipboard().text() == FIRST_FEN, (name, keys)
    assert program.status_message() == "Copied the FEN"
    program.fen.edit.setFocus()
    program.fen.edit.setSelection(0, 4)
    program.press_keys("Ctrl+C")
    assert QGuiApplication.clipboard().text() == FIRST_FEN[:4]


def test_a_position_is_pasted_as_other_programs_pass_it_on(program: RunningProgram) -> None:
    for text in (
        f"https://lichess.org/analysis/{SEED.replace(' ', '_')}",
        SEED.replace(" ", "_"),
        f"'{SEED}'",
        f"position fen {SEED}",
        f'[SetUp "1"]\n[FEN "{SEED}"]\n',
        f"uciok\nFen: {SEED}\nKey: 8F8F01D4562F59FB\n",
    ):
        QGuiApplication.clipboard().setText(text)
        for widget in (program.board, program.layers_page.search_field, program.fen.edit):
            program.document.set_start()
            widget.setFocus()
            program.press_keys("Ctrl+V")
            program.board.setFocus()
            assert program.position_fen() == program.fen.edit.text() == SEED


def test_a_fen_is_pasted_wherever_the_keys_go_as_one_step(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText(SEED)
    program.press_keys("Ctrl+V")
    assert program.steps == 1
    assert program.status_message() == "Pasted the position on the clipboard"
    program.press_keys("Ctrl+Z")
    assert program.position_fen() == FIRST_FEN
    QGuiApplication.clipboard().setText(f"\n  {SEED}\n")
    for name, widget in focus_each(program):
        program.document.set_start()
        widget.setFocus()
        program.press_keys("Ctrl+V")
        assert program.position_fen() == SEED, name
        assert program.fen.edit.text() == SEED, name


def test_a_wrong_fen_is_not_set_up_but_shown_with_the_reason(program: RunningProgram) -> None:
    QGuiApplication.clipboard().setText("8/8/8/9/8/8/8/8 w - - 0 1")
    program.press_keys("Ctrl+V")
    assert program.position_fen() == FIRST_FEN
    assert program.steps == 0
    assert program.fen.edit.text() == "8/8/8/9/8/8/8/8 w - - 0 1"
    assert program.fen.error is not None
    assert program.fen.message == "The placement has '9'; pieces are PNBRQK and pnbrqk, empty squares 1 to 8."
    program.press_keys("Ctrl+Shift+M")
    assert not program.fen.error


def test_odd_texts_and_pictures_on_the_clipboard_change_nothing_and_are_answered(program: RunningProgram) -> None:
    for text in ("", "  \n\t", "x" * 1_000_000, "\0" * 50, "٨/٨/٨/٨/٨/٨/٨/٨ w - - ٠ ١", "<img src='a'>"):
        QGuiApplication.clipboard().setText(text)
        program.board.setFocus()
        program.press_keys("Ctrl+V")
        assert program.position_fen() == FIRST_FEN
        said = program.status_message() or program.fen.message
        assert said and len(said) < 300
        program.document.set_start()
        program.window.status.show_message("")
        program.press_keys("Ctrl+Z")
    program.press_keys("Ctrl+Alt+C")
    assert not QGuiApplication.clipboard().image().isNull()
    program.press_keys("Ctrl+V")
    assert program.status_message() == "The clipboard has no text; copy a FEN first"


def test_a_fen_or_a_file_dropped_is_set_up_and_another_text_answered(program: RunningProgram, tmp_path: Path) -> None:
    data = text_data("hello")
    assert enters(program.window, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)
    assert program.fen.edit.text() == "hello"
    assert program.fen.error is not None and program.fen.message
    assert program.position_fen() == FIRST_FEN
    data = text_data(SEED)
    for widget in (program.window, program.board, program.fen.edit):
        program.document.set_start()
        assert enters(widget, QPoint(5, 5), data)
        assert drops(program.window, QPoint(5, 5), data)
        assert program.position_fen() == program.fen.edit.text() == SEED
    program.document.set_start()
    path = tmp_path / "seed position.fen"
    path.write_text(f"{SEED}\n")
    data = file_data(str(path))
    assert enters(program.board, QPoint(5, 5), data)
    assert drops(program.window, QPoint(5, 5), data)
    assert program.position_fen() == SEED
    assert program.window.windowTitle().startswith("seed position.fen")
    assert not enters(program.window, QPoint(5, 5), piece_mime("P"))
