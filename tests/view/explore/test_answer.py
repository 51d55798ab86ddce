"""The answer of *Explore* on the screen: games, moves that came next, previews and steps on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QTableView
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import parse_square
from pawnviz.view.board.state import WeightedMove
from tests.core.games.sample import MASTERS
from tests.view.explore.program import CARLSBAD, GAMES, ExploreProgram
from tests.view.hands import LEFT, Hand, open_menu


def test_without_a_file_a_sentence_says_what_to_do_and_a_button_does_it(explore: ExploreProgram) -> None:
    panel = explore.panel
    assert panel.state.text().startswith("No file of games is open.")
    assert panel.open_button.isVisible() and not panel.heading.isVisible() and not panel.games.isVisible()
    explore.press_keys("F4")
    assert panel.open_button.hasFocus()


def test_the_answer_is_about_the_pawns_here_after_each_edit_and_step_through_a_game(explore: ExploreProgram) -> None:
    explore.ready()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 3 games, from move 6 on")
    rows = explore.texts(explore.panel.moves)
    assert [row[:3] for row in rows] == [["h2-h3", "67 %", "2"], ["h7-h6", "33 %", "1"]]
    assert not explore.panel.open_button.isVisible()
    explore.drag("h2", "h3")
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 2 games")
    explore.window.workspaces.open_game(1, 0)
    explore.press_keys("F4")
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Symmetrical · 3 games")
    explore.press_keys("Alt+Right")
    explore.wait()
    assert explore.texts(explore.panel.moves)[0][0] == "d7-d5"


def test_the_heading_counts_the_moves_of_a_game_as_its_row_does(explore: ExploreProgram, tmp_path: Path) -> None:
    lengths = set()
    for place, game in enumerate(GAMES.split("\n\n[Event")[:3]):
        path = tmp_path / f"{place}.pgn"
        path.write_text(f"{'[Event' * bool(place)}{game}\n")
        explore.explore(path)
        explore.set_up(CARLSBAD)
        explore.wait()
        count = explore.texts(explore.panel.games)[0][-1]
        assert explore.panel.heading.title.text().endswith(
            f"· 1 game, from move 6 on, for {count} move{'s' * (count != '1')}"
        )
        lengths.add(count)
    assert len(lengths) > 1


def test_moves_with_which_a_structure_stays_fold_below_a_heading_without_a_preview(explore: ExploreProgram) -> None:
    explore.ready()
    explore.ask("structure:carlsbad,white")
    table = explore.panel.moves
    rows = [row[0] for row in explore.texts(table)]
    assert rows == ["▾ In the meantime (6)", "c7-c6", "e2-e3", "h7-h6", "h2-h3", "a7-a5", "a2-a3"]
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert (table.currentIndex().data(), table.shown) == ("▾ In the meantime (6)", None)
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert table.shown is not None and table.shown.move.text == "c7-c6"
    height = table.height()
    explore.click_row(table, 0)
    assert explore.texts(table)[0][0] == "▸ In the meantime (6)" and table.model().rowCount() == 1
    assert table.height() < height
    for key, count in ((Qt.Key.Key_Return, 7), (Qt.Key.Key_Space, 1)):
        QTest.keyClick(table, key)
        assert table.model().rowCount() == count
    assert explore.position_fen() == CARLSBAD
    explore.ask('pattern:"W d4 -c; B d5 -e"')
    assert explore.texts(table)[0][0] == "▸ In the meantime (6)", "another question leaves it folded"


def test_the_note_above_the_moves_says_of_each_answer_whether_a_move_ended_it(explore: ExploreProgram) -> None:
    explore.explore()
    notes = []
    for text in ('pattern:"W h2"', 'where:"popcount(own) >= 1"', 'pattern:"W h2"'):
        explore.ask(text)
        notes.append((explore.panel.note.text()[:24], bool(explore.texts(explore.panel.moves)[0][1])))
    ended, never = ("Moves that ended it; cli", True), ("No pawn move ended it: a", False)
    assert notes == [ended, never, ended]


def test_the_board_shows_the_moves_as_arrows_and_layers_sleep_beside_the_answer(explore: ExploreProgram) -> None:
    explore.ready()
    arrows = explore.board.state.next_moves
    assert [(move.source, move.target, move.weight, move.label) for move in arrows] == [
        (parse_square("h2"), parse_square("h3"), 1.0, "67 %"),
        (parse_square("h7"), parse_square("h6"), 0.5, "33 %"),
    ]
    explore.press_keys("F2")
    assert explore.board.state.next_moves == ()
    explore.press_keys("F4")
    assert explore.board.state.next_moves == arrows
    explore.layers.show_exactly({"pawns": (True, True)})
    explore.set_up("8/8/8/8/8/8/PPPPPPPP/8 w - - 0 1")
    explore.wait()
    pictures, legend = explore.board.pictures, explore.window.legend

    def has_marks() -> bool:
        return any(cell.marks for cell in pictures.seen.cells)

    assert has_marks() and "Asleep" not in legend.accessibleDescription()
    explore.set_up(CARLSBAD)
    explore.wait()
    assert explore.board.state.next_moves == arrows and not has_marks()
    assert legend.accessibleDescription().endswith("Hidden while arrows are shown")
    assert any(cell.marks for cell in pictures.picture.cells), "an exported picture has them"
    explore.layers.set_preview("pawns")
    assert has_marks()
    explore.layers.set_preview("")
    assert not has_marks()
    explore.press_keys("F2")
    assert has_marks() and "Asleep" not in legend.accessibleDescription()


def test_a_row_previews_its_pawns_and_a_click_a_double_click_or_enter_goes_on_once(explore: ExploreProgram) -> None:
    explore.ready()
    explore.panel.moves.setFocus()
    explore.press(Qt.Key.Key_Down)
    preview = explore.board.pictures.preview
    assert preview is not None and preview.position.piece_at(parse_square("h3")) == "P"
    explore.press(Qt.Key.Key_Return)
    assert explore.document.position.piece_at(parse_square("h3")) == "P"
    explore.wait()
    explore.panel.moves.setFocus()
    explore.press(Qt.Key.Key_Escape)
    assert explore.board.hasFocus()
    explore.set_up(CARLSBAD)
    explore.wait()
    steps = explore.steps
    explore.point_at_row(explore.panel.moves, 1)
    preview = explore.board.pictures.preview
    assert preview is not None and preview.position.piece_at(parse_square("h6")) == "p"
    assert explore.document.position.piece_at(parse_square("h7")) == "p"
    explore.click_row(explore.panel.moves, 1)
    assert explore.document.position.piece_at(parse_square("h6")) == "p"
    assert explore.document.undo_stack.undoText() == "play h7-h6" and explore.steps == steps + 1
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 1 game,")
    explore.press_keys("Ctrl+Z")
    assert explore.document.position.piece_at(parse_square("h7")) == "p"
    explore.ask("structure:carlsbad,white")
    steps = explore.steps
    row = [text[0] for text in explore.texts(explore.panel.moves)].index("h7-h6")
    explore.double_click_row(explore.panel.moves, row)
    assert explore.document.position.piece_at(parse_square("h6")) == "p"
    assert explore.steps == steps + 1


def test_going_on_leaves_a_file_of_positions_or_a_game_and_undo_leads_back(
    explore: ExploreProgram, tmp_path: Path
) -> None:
    path = tmp_path / "own.epd"
    path.write_text(f'{CARLSBAD} id "one";\n')
    explore.explore()
    assert explore.window.files.open_path(str(path))
    explore.wait()
    explore.click_row(explore.panel.moves, 1)
    assert explore.document.free.path == ""
    explore.press_keys("Ctrl+Z")
    assert (explore.document.free.path, explore.document.free.modified) == (str(path), False)
    explore.explore()
    explore.window.workspaces.open_game(0, 11)
    explore.press_keys("F4")
    explore.wait()
    explore.click_row(explore.panel.moves, 0)
    assert explore.window.workspaces.current == "explore"
    assert explore.status_message() == "Left the game for its position after h2-h3; undo leads back"
    explore.press_keys("Ctrl+Z")
    assert explore.games.games.is_on_board and explore.games.games.game.ply == 11


@pytest.mark.slow
def test_a_row_of_a_structure_that_is_not_on_the_board_shows_and_sets_up_its_pawns(explore: ExploreProgram) -> None:
    explore.explore()
    explore.window.workspaces.open_game(0, 2)
    explore.press_keys("F4")
    explore.type_parts('pattern:"W d4 -c h2; B d5 h7"')
    explore.wait()
    panel, game = explore.panel, explore.document.position
    explore.point_at_row(panel.moves, 0)
    preview = explore.board.pictures.preview
    assert preview is not None
    assert preview.position.placement() == "8/pp3ppp/2p5/3p4/3P4/4P2P/PP3PP1/8"
    assert [cell.piece for cell in explore.board.pictures.seen.cells].count("K") == 0
    assert panel.note.isVisible() and panel.note.text().startswith("The board has other pawns:")
    explore.click_row(panel.moves, 0)
    assert explore.document.position == game
    explore.board.setFocus()
    QTest.mouseMove(panel.heading)
    QApplication.sendEvent(panel.moves.viewport(), QEvent(QEvent.Type.Leave))
    assert explore.board.pictures.preview is None
    explore.double_click_row(panel.moves, 0)
    assert explore.document.position.placement() == "8/pp3ppp/2p5/3p4/3P4/4P2P/PP3PP1/8"
    assert explore.status_message() == "Left the game for the pawns alone after h2-h3; undo leads back"
    verdict = explore.window.fen_line.verdict
    explore.qtbot.waitUntil(lambda: any("king" in label.text() for label in verdict.findChildren(QLabel)))
    explore.press_keys("Ctrl+Z")
    assert explore.document.position == game
    explore.point_at_row(panel.moves, 1)
    explore.press_keys("F2")
    assert explore.board.pictures.preview is None


def test_the_end_of_the_index_between_two_clicks_leaves_the_rows_in_place(explore: ExploreProgram) -> None:
    explore.ready()
    table = explore.panel.games
    explore.click_row(table, 1)
    explore.explorer.index.ended.emit()
    QApplication.processEvents()
    explore.wait()
    QTest.mouseDClick(table.viewport(), LEFT, pos=explore.row_center(table, 1))
    assert explore.window.workspaces.current == "games" and explore.games.games.game.ply == 11


def test_a_hidden_page_asks_nothing_and_is_about_the_board_when_it_is_shown_again(explore: ExploreProgram) -> None:
    explore.ready()
    explore.press_keys("F2")
    said: list[bool] = []
    explore.explorer.changed.connect(lambda: said.append(explore.explorer.is_current))
    explore.drag("h2", "h3")
    for _ in range(3):
        QApplication.processEvents()
    assert said == []
    explore.press_keys("F4")
    assert said[0] is False
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 2 games")


def test_a_double_click_or_enter_opens_a_game_where_it_fits_and_f4_leads_back(explore: ExploreProgram) -> None:
    explore.ready()
    table = explore.panel.games
    table.setFocus()
    explore.press(Qt.Key.Key_Down)
    explore.press(Qt.Key.Key_Return)
    QApplication.processEvents()
    assert explore.window.workspaces.current == "games" and explore.games.games.game.ply == 11
    explore.press_keys("F4")
    explore.wait()
    assert explore.panel.heading.title.text().startswith("Carlsbad of White · 3 games")
    table = explore.panel.games
    row = [row[1] for row in explore.texts(table)].index("Davis")
    explore.double_click_row(table, row)
    assert explore.window.workspaces.current == "games"
    assert explore.games.games.game.ply == 11
    assert explore.games.bar.label.full_text == "6.e3 · Davis – Evans"
    assert explore.games.list.is_folded
    explore.explore()
    explore.window.workspaces.open_game(2, 3)
    explore.press_keys("F4")
    explore.set_up(CARLSBAD)
    explore.wait()
    table = explore.panel.games
    row = [row[1] for row in explore.texts(table)].index("Davis")
    explore.double_click_row(table, row)
    assert explore.games.bar.label.full_text == "6.e3 · Davis – Evans"


def menu_of(table: QTableView) -> QMenu:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(20, 20), table.mapToGlobal(QPoint(20, 20)))
    QApplication.sendEvent(table, event)
    return open_menu()


def test_games_are_sorted_by_the_menu_or_a_heading_and_model_games_of_a_side_first(explore: ExploreProgram) -> None:
    explore.ready()
    table = explore.panel.games
    for first in ("Adams", "Davis"):
        table.setFocus()
        QTest.keyClick(menu_of(table), Qt.Key.Key_W)
        QApplication.processEvents()
        assert explore.texts(table)[0][1] == first
    for side, first, models in (("White", "Adams", ["Adams"]), ("Black", "Clark", [])):
        menu = menu_of(table)
        next(action for action in menu.actions() if f"won by {side}" in action.text().replace("&", "")).trigger()
        menu.close()
        rows = explore.texts(table)
        assert rows[0][1] == first
        assert [row[1] for row in rows if row[0]] == models
    explore.explore()
    explore.action("set_start").trigger()
    explore.wait()
    header = explore.panel.games.horizontalHeader()
    for column in (1, 5):
        QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(header.sectionPosition(column) + 8, 8))
        names = [row[column] for row in explore.texts(explore.panel.games)]
        assert names in (sorted(names), sorted(names, reverse=True))


def test_where_no_game_has_the_pawns_a_sentence_says_so_and_a_button_asks_for_such(explore: ExploreProgram) -> None:
    explore.explore()
    explore.set_up("8/8/8/8/8/8/PPPPPPPP/8 w - - 0 1")
    explore.wait()
    assert explore.panel.state.text().startswith("No game of the file has these pawns.")
    assert not explore.panel.moves.isVisible() and explore.board.state.next_moves == ()
    panel = explore.panel
    explore.set_up(CARLSBAD.replace("pp3ppp", "p4ppp"))
    explore.wait()
    assert panel.step_button.isVisible()
    QTest.mouseClick(panel.step_button, LEFT)
    explore.wait()
    assert explore.chips() == ["These pawns, up to 2 squares apart"]
    assert panel.moves.isVisible()
    explore.set_up("8/8/8/8/8/8/PPPPPPPP/8 w - - 0 1")
    explore.wait()
    QTest.mouseClick(panel.step_button, LEFT)
    explore.wait()
    assert not panel.step_button.isVisible(), "pawns differ on four squares at most"
    assert panel.state.text() == "No game of the file has these pawns or similar ones. Edit the board."


def test_the_games_that_a_more_specific_name_leaves_out_are_one_step_away(explore: ExploreProgram) -> None:
    explore.explore(MASTERS)
    explore.ask("structure:pawn_center")
    panel = explore.panel
    assert panel.state.isVisible() and panel.state.text() == "Boards with a more specific name are left out."
    QTest.mouseClick(panel.step_button, LEFT)
    explore.wait()
    assert explore.explorer.question.text == "structure:pawn_center,wide"
    assert not panel.state.isVisible() and not panel.step_button.isVisible()


def test_under_five_games_one_sentence_and_one_step_lead_to_more(explore: ExploreProgram) -> None:
    explore.explore()
    panel = explore.panel
    explore.set_up(CARLSBAD)
    for question, title, chips in (
        ("year:-1800", "The &pawns on the board", ["These pawns"]),
        ("structure:carlsbad,black", "Of &either color", ["Carlsbad of either color"]),
        ("structure:carlsbad player:adams", "&Without “adams”", ["Carlsbad of either color"]),
    ):
        explore.ask(question)
        assert panel.step_button.isVisible() and panel.step_button.text() == title
        QTest.mouseClick(panel.step_button, LEFT)
        explore.wait()
        assert explore.chips() == chips
    assert panel.state.text() == "Only 3 games."


def test_a_held_pawn_says_how_many_games_have_the_structures_it_leads_to(explore: ExploreProgram, qtbot: QtBot) -> None:
    explore.explore()
    explore.set_up("rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3")
    hand, futures = Hand(explore.board), explore.board.futures
    hand.move(explore.at(parse_square("c4")))
    hand.press(explore.at(parse_square("c4")))
    qtbot.waitUntil(futures.isVisible)
    qtbot.waitUntil(lambda: "3 games, White scores 50 %" in futures.accessibleDescription())
    assert futures.futures[0].name == "cxd5 exd5" and "Carlsbad" in futures.futures[0].outcome
    hand.release(explore.at(parse_square("c4")))


def test_a_small_sample_says_so_and_the_parts_have_names_for_screen_readers(explore: ExploreProgram) -> None:
    explore.explore()
    explore.action("set_start").trigger()
    explore.wait()
    sentence = explore.panel.heading.sentence.text()
    assert "too few games to compare" in sentence and "\N{NO-BREAK SPACE}%" in sentence and " %" not in sentence
    assert not explore.panel.heading.difference.isVisible()
    header = explore.panel.moves.horizontalHeader()
    seen = [explore.panel.moves.model().headerData(column, Qt.Orientation.Horizontal) for column in range(5)]
    hidden = [title for column, title in enumerate(seen) if header.isSectionHidden(column)]
    assert "worse | better" in hidden, "it is said once, not in each row"
    panel = explore.panel
    for part in (panel.moves, panel.games, panel.chips.field, panel.chips.add_button, panel.progress):
        assert part.accessibleName()
    index = panel.moves.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole).startswith("d2-d4 by White: 100 %, 3 games")


def test_a_board_not_asked_for_shows_no_arrows_and_previews_the_commonest_pawns(explore: ExploreProgram) -> None:
    explore.explore()
    explore.set_up("4k3/7p/8/8/3p4/8/PPPPPPPP/4K3 w - - 0 1")
    explore.type_parts('pattern:"W d4 -c h2; B d5 h7"')
    explore.wait()
    assert explore.texts(explore.panel.moves)[0][0] == "h2-h3"
    assert explore.board.state.next_moves == ()
    explore.point_at_row(explore.panel.moves, 0)
    preview = explore.board.pictures.preview
    assert preview is not None
    assert (
        preview.position.piece_at(parse_square("d5")) == "p" and preview.position.piece_at(parse_square("d2")) is None
    )
    explore.set_up(CARLSBAD)
    assert len(explore.board.state.next_moves) == 2


def test_the_arrows_follow_what_is_being_written_before_its_answer_comes(explore: ExploreProgram) -> None:
    explore.ready()
    arrows = explore.board.state.next_moves
    seen: list[tuple[bool, tuple[WeightedMove, ...]]] = []
    explore.explorer.changed.connect(lambda: seen.append((explore.explorer.is_current, explore.board.state.next_moves)))
    explore.panel.chips.field.setFocus()
    QTest.keyClicks(explore.panel.chips.field, 'pattern:"W d4 -c e4"')
    explore.qtbot.waitUntil(lambda: (False, ()) in seen)
    assert arrows and (False, arrows) not in seen
