from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.board.position import START
from pawnviz.core.games import cutting, game_list
from pawnviz.core.games.game_file import NoGamesError
from pawnviz.core.games.game_list import GameEntry
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.core.games.pgn import ReadGame, read_game, result_of, written_moves
from pawnviz.core.games.tree import commented, deleted_rest
from pawnviz.core.labels.order import USUAL_LANES
from pawnviz.core.layers import LAYERS, NUMBERS, Layer
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.model.document import Document
from pawnviz.model.games.chosen_lanes import ChosenLanes, LaneError
from pawnviz.model.games.game import OpenGame
from pawnviz.model.games.games import GameListing, Games
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.preferences import FIRST_LANES, LONGEST_LANE, MOST_LANES, Preference, Preferences
from pawnviz.model.storage import FileError
from tests.core.games.sample import MASTERS, read, texts_of

LARGE = b'[Event "long"]\n\n' + b"Nf3 Nf6 Ng1 Ng8 " * 500 + b"*\n\n"
SMALL = b'[Event "short"]\n\n1. e4 *\n\n'


@pytest.fixture
def games(qtbot: QtBot, tmp_path: Path) -> Iterator[Games]:
    """An open file of a large, a small and a large game."""
    path = tmp_path / "games.pgn"
    path.write_bytes(LARGE + SMALL + LARGE)
    games = Games(Document())
    games.open_file(str(path))
    assert games.listing is not None
    games.listing.job.finish()
    yield games
    games.close_file()


def length(games: Games) -> int:
    """Return the number of moves of the open game."""
    game = games.game.game
    return 0 if game is None else len(list(game.mainline_moves()))


def test_a_large_game_is_read_beside_the_window(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    games.open_game(2)
    assert (games.reading.is_running, games.read_index, length(games)) == (True, 2, 0)
    with qtbot.waitSignal(games.reading.ended, timeout=60_000):
        pass
    assert (games.edits.index, length(games)) == (2, 1000)


def test_a_game_that_is_still_read_is_opened_where_it_was_asked_for_last(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    for way in ((0,) * 3, (0,) * 11, ()):
        games.open_game(2, way)
        assert games.reading.is_running
    with qtbot.waitSignal(games.reading.ended, timeout=60_000):
        pass
    assert games.game.ply == 11


def test_another_game_takes_the_place_of_the_one_that_is_read(qtbot: QtBot, games: Games) -> None:
    games.reading.piece = 0.0
    games.open_game(0)
    games.open_game(1)
    qtbot.waitUntil(lambda: length(games) == 1, timeout=60_000)
    with qtbot.assertNotEmitted(games.edits.game_changed, wait=50):
        pass
    games.open_game(0)
    games.reading.cancel()
    with qtbot.assertNotEmitted(games.edits.game_changed, wait=50):
        pass
    assert (games.edits.index, length(games)) == (1, 1)


GAME = '[Event "a"]\n\n1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) (1... e6) 2. Nf3 Nc6 *'


def opened(text: str = GAME) -> OpenGame:
    game = OpenGame()
    game.open(read(text))
    return game


def sans(game: OpenGame) -> list[str]:
    assert game.line is not None
    return [move.san for move in game.line.moves]


def test_a_game_is_gone_through_from_its_beginning() -> None:
    game = opened()
    assert game.ply == 0 and game.position == START
    moves = []
    game.moved.connect(lambda: moves.append(game.ply))
    for ply in (1, 2, 99, -5):
        game.go_to(ply)
    game.go_to(0)
    assert moves == [1, 2, 4, 0]
    assert sans(game) == ["e4", "e5", "Nf3", "Nc6"]


def test_a_variation_is_entered_and_left() -> None:
    game = opened()
    changes = []
    game.changed.connect(lambda: changes.append(sans(game)))
    game.go_to(2)
    game.change_variation(1)
    assert game.ply == 2 and sans(game) == ["e4", "c5", "Nf3", "d6"]
    game.go_to(3)
    game.change_variation(1)
    assert sans(game) == ["e4", "c5", "c3", "d5"]
    game.go_to(2)
    game.change_variation(1)
    assert sans(game) == ["e4", "e6"]
    game.change_variation(1)
    game.change_variation(-2)
    assert sans(game) == ["e4", "e5", "Nf3", "Nc6"] and game.ply == 2
    assert len(changes) == 4


def test_lives_and_events_belong_to_the_line() -> None:
    game = opened('[Event "a"]\n\n1. e4 d5 (1... e5) 2. exd5 *')
    assert any(life.fate == "captured" for life in game.lives)
    game.go_to(2)
    game.change_variation(1)
    assert all(life.fate != "captured" for life in game.lives)
    assert [event.text for event in game.events] == [
        "1...e5 made White's pawn on e4 blocked by a pawn",
        "1...e5 made Black's pawn on e5 blocked by a pawn",
    ]


def test_the_lives_of_a_long_line_come_after_turns_of_the_event_loop(qtbot: QtBot) -> None:
    game = opened('[Event "a"]\n\n1. e4 d5 2. exd5 ' + "Nf6 Nf3 Ng8 Ng1 " * 240 + "*")
    assert game.lives == () and game.events == () and game.living.is_running
    with qtbot.waitSignal(game.lives_found, timeout=60_000):
        pass
    assert game.line is not None and game.lives == pawn_lives(game.line)
    assert game.events == life_events(game.lives, game.line)


def test_the_lives_of_a_long_line_that_is_left_are_not_computed_further(qtbot: QtBot) -> None:
    game = opened('[Event "a"]\n\n' + "Nf3 Nf6 Ng1 Ng8 " * 240 + "*")
    assert not any(game.lives) and game.living.is_running
    game.open(read('[Event "a"]\n\n1. e4 d5 2. exd5 *'))
    assert any(life.fate == "captured" for life in game.lives)


def test_a_game_without_a_first_position_has_no_line() -> None:
    game = opened('[FEN "8/8"]\n\n1. e4 *')
    assert not game.is_open and game.line is None and game.node is None
    assert game.read is not None and game.read.problems[0].line == 1
    game.go_to(3)
    assert game.ply == 0 and game.lives == ()
    game.open(None)
    assert game.game is None


class Edited:
    """Two games, the first of which is open, with what the signals have said."""

    def __init__(self) -> None:
        self.game = OpenGame()
        self.edits = self.game.edits
        self.reads: tuple[ReadGame, ReadGame] = (read("1. e4 e5 2. Nf3 *"), read("1. d4 d5 *"))
        self.edits.open(0, self.reads[0])
        self.said: list[str] = []
        self.game.changed.connect(lambda: self.said.append("changed"))
        self.game.moved.connect(lambda: self.said.append("moved"))
        self.game.edited.connect(lambda: self.said.append("edited"))

    def play(self, move: str) -> None:
        self.edits.play(chess.Move.from_uci(move))

    def sans(self) -> list[str]:
        assert self.game.line is not None
        return [move.san for move in self.game.line.moves]


def test_a_move_that_the_game_has_is_gone_to_and_another_one_is_added() -> None:
    desk = Edited()
    desk.play("e2e4")
    assert (desk.edits.is_modified, desk.game.ply) == (False, 1)
    desk.play("c7c5")
    assert (desk.edits.is_modified, desk.game.undo_stack.undoText()) == (True, "play 1...c5")
    assert desk.sans() == ["e4", "c5"] and desk.game.ply == 2
    desk.game.undo_stack.undo()
    assert desk.sans() == ["e4", "e5", "Nf3"] and desk.game.ply == 1
    assert (desk.edits.is_modified, desk.game.undo_stack.canRedo()) == (False, True)
    desk.game.undo_stack.redo()
    assert desk.sans() == ["e4", "c5"] and desk.game.ply == 2


def test_a_comment_leaves_the_line_as_it_is() -> None:
    desk = Edited()
    desk.game.go_to(2)
    desk.said.clear()
    node = desk.game.node
    assert node is not None
    desk.edits.do(commented(node, "good"))
    assert desk.said == ["edited"] and desk.game.node is node and node.comment == "good"
    desk.edits.do(commented(node, "good"))
    assert desk.game.undo_stack.count() == 1, "what changes nothing is no step"


def test_undoing_an_edit_of_another_game_opens_it() -> None:
    desk = Edited()
    desk.edits.do(deleted_rest(desk.reads[0].game))
    desk.edits.open(1, desk.reads[1])
    assert desk.sans() == ["d4", "d5"]
    desk.game.undo_stack.undo()
    assert desk.edits.index == 0 and desk.sans() == ["e4", "e5", "Nf3"]
    desk.game.undo_stack.redo()
    desk.edits.open(1, desk.reads[1])
    desk.edits.open(0, read("1. c4 *"))
    assert desk.sans() == [], "the edited game, not the one of the file"


def test_what_differs_from_the_file_is_to_be_saved() -> None:
    desk = Edited()

    def unsaved() -> dict[int, str]:
        return desk.edits.unsaved()

    desk.play("d2d4")
    assert unsaved() == {0: "1. e4 (1. d4) 1... e5 2. Nf3 *\n"}
    desk.game.undo_stack.undo()
    assert unsaved() == {}
    desk.game.undo_stack.redo()
    desk.edits.mark_saved()
    assert (unsaved(), desk.edits.is_modified) == ({}, False)
    desk.game.undo_stack.undo()
    assert (list(unsaved()), desk.edits.is_modified) == ([0], True)
    desk.edits.close()
    assert (unsaved(), desk.edits.is_modified, desk.edits.index) == ({}, False, -1)
    assert desk.game.game is None


def chosen(*texts: str) -> ChosenLanes:
    document = Document()
    lanes = ChosenLanes(ShownLayers(document), Preference(texts, Preferences.lanes))
    document.setParent(lanes)
    return lanes


def own_layers(lanes: ChosenLanes) -> ShownLayers:
    layers = lanes._layers
    layers.user_layers.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own & rank_5(own)"),)))
    return layers


def test_the_first_and_the_usual_lanes_are_layers_and_numbers() -> None:
    lanes = chosen(*FIRST_LANES)
    for text in (*FIRST_LANES, *USUAL_LANES):
        assert lanes.entry(text) in (LAYERS.get(text), NUMBERS.get(text))


def test_a_layer_is_added_by_its_title_and_a_formula_as_it_is_written() -> None:
    lanes = chosen("levers")
    changes = []
    lanes.changed.connect(lambda: changes.append(lanes.texts))
    for text in ("  isolated PAWNS ", "Island count", "own & rank_4(own)", "levers"):
        lanes.add(text)
    assert list(lanes.texts) == ["levers", "isolated_pawns", "island_count", "own & rank_4(own)"]
    assert len(changes) == 3
    formula = lanes.entry(lanes.texts[-1])
    assert isinstance(formula, Layer) and formula.title == "own & rank_4(own)"
    lanes.remove("island_count")
    assert list(lanes.texts) == ["levers", "isolated_pawns", "own & rank_4(own)"]
    assert [lanes.title(text) for text in lanes.texts] == ["Levers", "Isolated pawns", "own & rank_4(own)"]


def test_what_cannot_be_followed_is_refused_with_a_sentence() -> None:
    lanes = chosen("levers")
    for text, words in (("own &", "Column 6"), ("isolated_pawnz", "isolated_pawnz"), ("((", "Column 3")):
        with pytest.raises(LaneError, match=words) as caught:
            lanes.add(text)
        assert str(caught.value)[-1] in ".?"
    for name in list(LAYERS)[: MOST_LANES - 1]:
        lanes.add(name)
    with pytest.raises(LaneError, match="at most 12 lanes"):
        lanes.add("open_files")
    assert len(lanes.texts) == MOST_LANES


def test_own_layers_can_be_followed_and_their_changes_are_announced() -> None:
    lanes = chosen("levers")
    own = own_layers(lanes).user_layers
    lanes.add("Far pawns")
    assert lanes.texts[-1] == "far_pawns"
    assert ("far_pawns", "Far pawns") in lanes.offered()
    changes = []
    lanes.changed.connect(lambda: changes.append(1))
    own.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own & rank_6(own)"),)))
    assert changes
    own.set_kept(UserLayers((UserLayer("far_pawns", "Far pawns", "own &"),)))
    with pytest.raises(LaneError, match="The layer 'far_pawns' cannot be read"):
        lanes.entry("far_pawns")
    own.set_kept(UserLayers())
    with pytest.raises(LaneError, match="far_pawns"):
        lanes.entry("far_pawns")
    lanes.choose(("levers",))
    changes.clear()
    own_layers(lanes)
    assert not changes, "no lane depends on user layers"


def test_a_formula_may_call_own_layers() -> None:
    lanes = chosen()
    own_layers(lanes)
    lanes.add("~far_pawns(own) & own")
    assert isinstance(lanes.entry("~far_pawns(own) & own"), Layer)
    assert LONGEST_LANE >= 1000


def test_a_file_is_listed_a_piece_at_a_time(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(MASTERS.read_bytes())
    games = GameListing(str(path))
    games.job.piece = 0.0
    counts: list[int] = []
    games.job.progressed.connect(lambda: counts.append(len(games.games)))
    with qtbot.waitSignal(games.job.ended):
        games.start()
    assert list(dict.fromkeys(counts)) == list(range(1, 25))
    assert games.job.part == 1
    assert games.file.faults == []
    assert not games.job.is_running
    games.close()


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_text_of_a_game_is_the_one_that_was_listed(qtbot: QtBot, tmp_path: Path, ends: bytes, packed: bool) -> None:
    data = MASTERS.read_bytes().replace(b"\n", ends)
    path = tmp_path / "games"
    path.write_bytes(gzip.compress(data) if packed else data)
    games = GameListing(str(path))
    with qtbot.waitSignal(games.job.ended):
        games.start()
    found = [games.text(index)._replace(head=0) for index in range(24)]
    assert found == [text._replace(head=0) for text in texts_of(data)]
    games.close()


def test_what_was_listed_stays_after_a_cancel(qtbot: QtBot) -> None:
    games = GameListing(str(MASTERS))
    games.job.piece = 0.0
    with qtbot.waitSignal(games.job.progressed):
        games.start()
    games.job.cancel()
    assert len(games.games) == 1 and not games.job.is_running and games.job.part <= 1
    assert games.text(0).data.startswith(b"% Twenty-four")
    games.close()


def test_what_cannot_be_opened_is_one_kind_of_error(qtbot: QtBot, tmp_path: Path) -> None:
    with pytest.raises(NoGamesError, match="No such file"):
        GameListing(str(tmp_path / "missing.pgn"))
    with pytest.raises(NoGamesError, match="folder"):
        GameListing(str(tmp_path))


BROKEN = b'[Event "broken"]\r\n\r\n1. e4 {never closed\r\n'
DATA = b"\xef\xbb\xbf" + MASTERS.read_bytes() + BROKEN + b'[Event "last"]\n[White "M\xfcller"]\n\n1. d4 d5 1-0'
MOVES = "1. c4 { new } c5 *\n"


def listed(qtbot: QtBot, path: Path, data: bytes | None = None) -> GameListing:
    listing = GameListing(str(path), data=data)
    with qtbot.waitSignal(listing.job.ended):
        listing.start()
    return listing


def texts(listing: GameListing) -> list[bytes]:
    return [listing.text(index).data for index in range(len(listing.games))]


def entries(listing: GameListing) -> list[GameEntry]:
    return [listing.games[index] for index in range(len(listing.games))]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_bytes(DATA)
    return path


def test_only_the_bytes_of_edited_games_are_others(qtbot: QtBot, path: Path) -> None:
    listing = listed(qtbot, path)
    before = texts(listing)
    edited = (2, len(before) - 1)
    for index in edited:
        listing.text(index, edited)
    path.chmod(0o640)
    result_of(listing.saving(dict.fromkeys(edited, MOVES), path))
    assert path.stat().st_mode & 0o777 == 0o640
    written = path.read_bytes()
    cut = texts_of(written)
    assert written.startswith(b"\xef\xbb\xbf") and BROKEN in written
    for index, text in enumerate(cut):
        assert (text.data == before[index]) == (index not in edited)
    assert written_moves(read_game(cut[2]).game).startswith("1. c4 { new } 1... c5 ")
    assert cut[-1].data.startswith(b'[Event "last"]\n[White "M\xfcller"]\n\n1. c4 ')
    assert not listing.was_changed
    assert texts(listing) == [text.data for text in cut], "the list goes on with the new file"
    again = listed(qtbot, path)
    assert entries(again) == entries(listing)
    listing.text(0)
    result_of(listing.saving({0: MOVES}, path))
    assert path.read_bytes() != written
    listing.close()
    again.close()


def test_a_save_that_fails_leaves_the_file_and_the_list(
    qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = listed(qtbot, path)
    before = texts(listing)
    listing.text(1)

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="The disk is full"):
        result_of(listing.saving({1: MOVES}, path))
    assert path.read_bytes() == DATA and texts(listing) == before
    assert list(path.parent.iterdir()) == [path]
    listing.close()


def test_a_file_that_another_program_has_changed_takes_the_edited_games_where_they_are(
    qtbot: QtBot, path: Path
) -> None:
    listing = listed(qtbot, path)
    edited = (1, 3)
    before = [listing.text(index, edited).data for index in edited]
    other = b'[Event "new"]\n\n1. e4 *\n\n'
    path.write_bytes(other + MASTERS.read_bytes())
    assert listing.was_changed
    listing.save_into_changed(dict.fromkeys(edited, MOVES))
    written = texts_of(path.read_bytes())
    assert written[0].data.startswith(other)
    assert [written[index + 1].data == old for index, old in zip(edited, before, strict=True)] == [False, False]
    assert written[3].data == texts_of(MASTERS.read_bytes())[2].data
    path.write_bytes(other + before[0] + before[1] + before[1])
    changed = path.read_bytes()
    with pytest.raises(FileError, match="has no longer the game 4 once as edited here"):
        listing.save_into_changed(dict.fromkeys(edited, MOVES))
    assert path.read_bytes() == changed
    copy = path.with_name("copy.pgn")
    assert list(listing.copying(edited, dict.fromkeys(edited, MOVES), copy))
    alone = [read_game(text).game.headers for text in texts_of(copy.read_bytes())]
    assert alone == [read_game(texts_of(old)[0]).game.headers for old in before]
    listing.close()


def test_what_is_not_listed_to_its_end_is_not_saved(qtbot: QtBot, path: Path) -> None:
    listing = GameListing(str(path))
    listing.start()
    with pytest.raises(FileError, match="still being listed"):
        result_of(listing.saving({}, path))
    listing.close()


def test_a_game_that_was_not_read_whole_is_not_saved(qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 3000)
    path.write_bytes(DATA + b'\n\n[Event "long"]\n\n' + b"1. e4 {a comment} e5 " * 1000)
    listing = listed(qtbot, path)
    index = len(listing.games) - 1
    listing.text(index)
    before = path.read_bytes()
    with pytest.raises(FileError, match=f"Game {index + 1} is over"):
        result_of(listing.saving({index: MOVES}, path))
    with pytest.raises(FileError, match=f"Game {index + 1} is over"):
        listing.save_into_changed({index: MOVES})
    with pytest.raises(FileError, match="not read whole"):
        list(listing.copying([index], {index: MOVES}, path.with_name("copy.pgn")))
    assert path.read_bytes() == before
    listing.close()


def test_a_save_that_is_given_up_changes_nothing(qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = listed(qtbot, path)
    before = texts(listing)
    listing.text(1)
    monkeypatch.setattr(game_list, "BLOCK", 4096)
    work = listing.saving({1: MOVES}, path)
    assert 0 < next(work) < next(work) <= 1
    work.close()
    assert path.read_bytes() == DATA and list(path.parent.iterdir()) == [path]
    assert texts(listing) == before
    listing.text(1)
    result_of(listing.saving({1: MOVES}, path))
    assert path.read_bytes() != DATA
    listing.close()


@pytest.mark.parametrize("target", ["games.pgn", "other.pgn"])
@pytest.mark.parametrize("by", ["writing", "replacing"])
def test_a_file_that_is_changed_while_it_is_saved_stays_and_no_mixture_of_two_states_is_written(
    qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch, target: str, by: str
) -> None:
    listing = listed(qtbot, path)
    listing.text(1)
    monkeypatch.setattr(game_list, "BLOCK", 4096)
    work = listing.saving({1: MOVES}, path.with_name(target))
    next(work)
    theirs = b'[Event "new"]\n\n1. e4 *\n\n' + DATA
    if by == "writing":
        path.write_bytes(theirs)
    else:
        path.with_name("new").write_bytes(theirs)
        path.with_name("new").replace(path)
    with pytest.raises(FileError, match=r"games\.pgn” was changed by another program during the save"):
        list(work)
    assert path.read_bytes() == theirs and list(path.parent.iterdir()) == [path]
    assert listing.was_changed
    listing.save_into_changed({1: MOVES})
    assert path.read_bytes().startswith(theirs[:100]) and path.read_bytes() != theirs
    listing.close()


def test_a_file_that_is_changed_while_edited_games_are_put_into_it_stays(
    qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = listed(qtbot, path)
    listing.text(1)
    path.write_bytes(DATA + b"\n")
    find = game_list.find_replacements

    def slowly(*arguments: Any) -> Any:
        found = find(*arguments)
        path.write_bytes(DATA + b"\n\n")
        return found

    monkeypatch.setattr("pawnviz.model.games.games.find_replacements", slowly)
    with pytest.raises(FileError, match="was changed by another program during the save"):
        listing.save_into_changed({1: MOVES})
    assert path.read_bytes() == DATA + b"\n\n" and list(path.parent.iterdir()) == [path]
    listing.close()
