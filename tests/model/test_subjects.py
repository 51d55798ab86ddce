from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtTest import QSignalSpy

from pawnviz.core.board.bitboard import parse_square
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import START, Position
from pawnviz.model import subjects as opened_files
from pawnviz.model.document import Document
from pawnviz.model.games.game import OpenGame
from pawnviz.model.storage import FileError
from pawnviz.model.subjects import PinnedPosition, Subject
from tests.core.games.sample import read

FEN = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
E2, E4, E5 = (parse_square(name) for name in ("e2", "e4", "e5"))


@pytest.fixture
def document(qapp: object) -> Document:
    return Document()


@pytest.fixture
def pinned(document: Document) -> PinnedPosition:
    return PinnedPosition(Position.from_fen(FEN), document)


@pytest.fixture
def game(document: Document) -> OpenGame:
    """Return a game of three plies, on the board."""
    opened = OpenGame(document)
    opened.open(read("1. e4 e5 2. Nf3 *"))
    document.show(opened)
    return opened


def shown(document: Document) -> Subject:
    """Return the subject that the board shows."""
    return document.subject


def test_each_subject_keeps_its_steps_drawings_and_pin(document: Document, pinned: PinnedPosition) -> None:
    document.place(E4, "P")
    document.subject.toggle_drawing(0, 8, 0)
    shown(document).markup.pinned = 3
    document.show(pinned)
    assert document.position.fen() == FEN and not document.steps.canUndo()
    assert not shown(document).drawings and shown(document).markup.pinned is None
    document.show(document.free)
    assert shown(document).drawings == {(0, 8): 0} and shown(document).markup.pinned == 3
    assert document.steps.undoText() == "place white pawn on e4"


def test_another_subject_is_announced_once_with_its_position(document: Document, pinned: PinnedPosition) -> None:
    positions, subjects = QSignalSpy(document.position_changed), QSignalSpy(document.subject_changed)
    document.show(pinned)
    document.show(pinned)
    assert (positions.count(), subjects.count()) == (1, 1)
    document.free.edit(Position.from_fen(FEN), "an edit that is not shown")
    assert positions.count() == 1


def test_an_edit_of_a_pinned_position_is_one_of_the_free_position_and_undo_returns(
    document: Document, pinned: PinnedPosition
) -> None:
    document.show(pinned)
    document.place(E4, "P")
    assert shown(document) is document.free and document.position.piece_at(E4) == "P"
    assert document.steps.undoText() == "place white pawn on e4 and leave the pinned position"
    document.steps.undo()
    assert shown(document) is pinned and document.position.fen() == FEN
    document.steps.redo()
    assert shown(document) is document.free and document.position.piece_at(E4) == "P", "it is redone from there"
    document.steps.undo()
    assert shown(document) is pinned and document.free.position == START
    document.leave(pinned)
    assert shown(document) is document.free and document.position == START


def test_undoing_what_has_left_a_game_that_was_closed_since_stays_with_the_free_position(
    document: Document, game: OpenGame
) -> None:
    document.set_fen(FEN)
    assert shown(document) is document.free
    game.edits.close()
    document.steps.undo()
    assert shown(document) is document.free and document.position == START


def test_leaving_goes_back_to_the_subject_from_before_which_is_no_pinned_position(
    document: Document, pinned: PinnedPosition, game: OpenGame
) -> None:
    other = PinnedPosition(START, document)
    document.show(pinned)
    document.show(other)
    document.leave(pinned)
    assert shown(document) is other, "only the subject that is shown can be left"
    document.leave(other)
    assert shown(document) is game


def test_another_previous_position_is_announced_while_a_pinned_position_is_shown(
    document: Document, pinned: PinnedPosition, game: OpenGame
) -> None:
    document.show(pinned)
    announced = QSignalSpy(document.previous_changed)
    game.go_to(1)
    assert announced.count() == 1 and document.previous.position == game.position
    document.free.edit(Position.from_fen(FEN), "an edit")
    assert announced.count() == 1, "the free position is not the previous one"
    game.edits.close()
    assert announced.count() == 2 and document.previous.position.fen() == FEN
    document.free.undo_stack.undo()
    assert announced.count() == 3 and document.previous.position == START
    game.open(read("1. e4 e5 2. Nf3 *"), (0,))
    assert announced.count() == 4 and document.previous is game
    document.leave(pinned)
    document.subject.step(1)
    assert shown(document) is game and announced.count() == 4


def test_a_game_takes_legal_moves_and_refuses_every_other_edit(document: Document, game: OpenGame) -> None:
    refusals = QSignalSpy(document.edit_refused)
    assert game.targets(E2) == 1 << parse_square("e3") | 1 << E4
    assert document.subject.play(E2, E4) and game.last_move == "1.e4"
    assert not document.subject.play(E4, parse_square("e6"))
    position = document.position
    document.place(E5, "Q")
    document.remove(E4)
    document.move(E4, E5)
    document.shift(0, 1)
    document.switch_side_to_move()
    assert refusals.count() == 5
    assert shown(document) is game and document.position == position and not document.steps.canUndo()
    assert document.free.position == START and not document.free.undo_stack.canUndo()


def test_a_step_that_left_a_subject_that_is_gone_is_undone_all_the_same(document: Document) -> None:
    pinned = PinnedPosition(Position.from_fen(FEN))
    document.show(pinned)
    document.clear()
    document.show(document.free)
    del pinned
    document.steps.undo()
    assert document.position == START


FREE_FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - 0 1"
OTHER_FEN = "4k3/8/8/2pP4/8/8/8/4K3 w - c6 3 20"
FREE_E4 = parse_square("e4")


def texts(document: Document) -> list[str]:
    return [document.undo_stack.text(step) for step in range(document.undo_stack.count())]


def test_a_saved_position_is_one_line_and_comes_back(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "position.fen"
    document.set_fen(OTHER_FEN)
    document.free.save_file(str(file))
    assert file.read_text() == OTHER_FEN + "\n"
    assert (document.free.path, document.free.modified) == (str(file), False)
    document.clear()
    document.free.open_file(str(file))
    assert document.position.fen() == OTHER_FEN
    assert not document.free.modified


EPD = """# three
8/8/8/8/8/8/8/8 w - - id "one";
8/8/8/8 w
8/8/8/8/8/8/P7/8 w - - id "two"; bm a4;
8/8/8/8/8/8/1P6/8 w - - id "three";
"""


@pytest.fixture
def list_file(document: Document, tmp_path: Path) -> Path:
    """Return a file of four entries, the second of which cannot be read, that is open."""
    file = tmp_path / "three.epd"
    file.write_text(EPD)
    document.free.open_file(str(file))
    return file


def test_another_entry_of_the_file_is_set_up_as_a_step(document: Document, list_file: Path) -> None:
    document.free.go_to_entry(2)
    assert document.position.fen() == "8/8/8/8/8/8/P7/8 w - - 0 1"
    assert (document.free.file_place.entry, document.free.modified) == (2, False)
    document.free.go_to_entry(3)
    assert texts(document) == ["open three.epd", "go to position 4 of three.epd"]
    document.undo_stack.undo()
    assert (document.free.file_place.entry, document.position.placement()) == (0, "8/8/8/8/8/8/8/8")
    document.undo_stack.redo()
    assert document.free.file_place.entry == 3
    document.free.go_to_entry(0)
    assert document.undo_stack.count() == 1, "a way back to where it began is no step"


def test_an_entry_that_cannot_be_read_or_is_not_there_changes_nothing(document: Document, list_file: Path) -> None:
    with pytest.raises(FenError, match="ranks"):
        document.free.go_to_entry(1)
    with pytest.raises(IndexError):
        document.free.go_to_entry(4)
    assert (document.free.file_place.entry, document.undo_stack.count()) == (0, 1)


def test_what_is_edited_stays_with_its_entry_until_all_are_saved(document: Document, list_file: Path) -> None:
    document.place(FREE_E4, "Q")
    document.free.go_to_entry(2)
    assert document.free.modified
    document.place(FREE_E4, "R")
    document.free.go_to_entry(0)
    assert document.position.piece_at(FREE_E4) == "Q"
    assert document.free.edited_entries == {0, 2}
    document.free.save_file(str(list_file))
    assert (document.free.modified, document.free.edited_entries) == (False, frozenset())
    expected = EPD.replace('8/8/8/8/8/8/8/8 w - - id "one"', '8/8/8/8/4Q3/8/8/8 w - - id "one"')
    assert list_file.read_text() == expected.replace("8/8/8/8/8/8/P7/8", "8/8/8/8/4R3/8/P7/8")


def test_undoing_every_edit_of_every_entry_leaves_nothing_to_save(document: Document, list_file: Path) -> None:
    document.place(FREE_E4, "Q")
    document.free.go_to_entry(2)
    document.place(FREE_E4, "R")
    document.free.go_to_entry(3)
    while document.undo_stack.index() > 1:
        assert document.free.modified
        document.undo_stack.undo()
    assert not document.free.modified
    assert document.free.edited_entries == frozenset()


def test_a_file_that_is_saved_under_another_name_takes_its_other_positions_along(
    document: Document, list_file: Path, tmp_path: Path
) -> None:
    document.free.go_to_entry(3)
    document.place(FREE_E4, "Q")
    other = tmp_path / "other.epd"
    document.free.save_file(str(other))
    assert list_file.read_text() == EPD
    assert other.read_text() == EPD.replace("8/8/8/8/8/8/1P6/8", "8/8/8/8/4Q3/8/1P6/8")
    assert (document.free.path, document.free.file_place.entry, document.free.modified) == (str(other), 3, False)


def test_a_restored_session_saves_into_the_file_as_it_is(document: Document, list_file: Path) -> None:
    again = Document()
    again.free.restore(Position.from_fen("8/8/8/8/8/8/P7/8 w - - 0 1"), str(list_file), entry=2)
    assert (again.free.modified, again.free.entry_count) == (False, 4)
    again.place(FREE_E4, "Q")
    again.free.save_file(str(list_file))
    assert list_file.read_text() == EPD.replace("8/8/8/8/8/8/P7/8", "8/8/8/8/4Q3/8/P7/8")


def test_tags_with_a_position_make_a_file_of_positions_unless_moves_follow(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "tags.txt"
    file.write_text(f'[FEN "{FREE_FEN}"]\n[FEN "{OTHER_FEN}"]\n')
    assert (document.free.open_file(str(file)), document.position.fen()) == (2, FREE_FEN)
    file.write_text(f'[Event "?"]\n[FEN "{FREE_FEN}"]\n\n1. a5 *\n')
    with pytest.raises(FileError, match=r"holds games in PGN"):
        document.free.open_file(str(file))


def test_edits_make_the_document_modified_and_undoing_them_does_not(document: Document, tmp_path: Path) -> None:
    changes = QSignalSpy(document.free.file_changed)
    document.free.save_file(str(tmp_path / "a.fen"))
    document.clear()
    states = [document.free.modified]
    document.undo_stack.undo()
    states.append(document.free.modified)
    assert states == [True, False]
    assert changes.count() == 3


def test_saving_in_the_middle_of_a_stroke_begins_a_new_step(document: Document, tmp_path: Path) -> None:
    stroke = document.begin_stroke()
    document.place(24, "P", stroke)
    document.free.save_file(str(tmp_path / "a.fen"))
    document.place(25, "P", stroke)
    states = [document.free.modified]
    document.undo_stack.undo()
    states.append(document.free.modified)
    assert states == [True, False]


def test_opening_is_one_step_and_undoing_it_brings_back_the_file_before(document: Document, tmp_path: Path) -> None:
    first, second = tmp_path / "first.fen", tmp_path / "second.fen"
    first.write_text(FREE_FEN)
    second.write_text(OTHER_FEN)
    document.free.open_file(str(first))
    document.place(FREE_E4, "Q")
    document.free.open_file(str(second))
    assert texts(document) == ["open first.fen", "place white queen on e4", "open second.fen"]
    assert (document.free.path, document.free.modified) == (str(second), False)
    document.undo_stack.undo()
    assert (document.free.path, document.free.modified) == (str(first), True)
    assert document.position.piece_at(FREE_E4) == "Q"
    document.undo_stack.setIndex(0)
    assert (document.free.path, document.position) == ("", START)
    document.undo_stack.setIndex(3)
    assert (document.free.path, document.free.modified) == (str(second), False)


def test_a_step_done_again_belongs_to_the_file_that_holds_it(document: Document, tmp_path: Path) -> None:
    first, second = tmp_path / "first.fen", tmp_path / "second.fen"
    first.write_text(FREE_FEN)
    document.free.open_file(str(first))
    document.place(FREE_E4, "Q")
    document.free.save_file(str(second))
    document.undo_stack.setIndex(0)
    document.undo_stack.setIndex(2)
    assert (document.free.path, document.free.modified) == (str(second), False)


def test_opening_the_same_file_again_is_no_step(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "a.fen"
    file.write_text(FREE_FEN)
    document.free.open_file(str(file))
    document.free.open_file(str(file))
    assert document.undo_stack.count() == 1


def test_a_relative_path_becomes_absolute(document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.fen").write_text(FREE_FEN)
    monkeypatch.chdir(tmp_path)
    document.free.open_file("a.fen")
    assert document.free.path == str(tmp_path / "a.fen")


@pytest.mark.parametrize(
    ("content", "fen"),
    [
        (b"\n\n  \r\n" + FREE_FEN.encode() + b"\r\n", FREE_FEN),
        (b"# comment\n; 8/8/8/8/8/8/8/8 w\n% more\n" + FREE_FEN.encode(), FREE_FEN),
        (b"\xef\xbb\xbf" + FREE_FEN.encode(), FREE_FEN),
        (f"Stellung: \n{FREE_FEN}\n".encode("utf-16"), FREE_FEN),
        (b'8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8 w - - id "caf\xe9";', FREE_FEN),
        (b"8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8", FREE_FEN),
        (b"8/8/8/8 w\n" + FREE_FEN.encode(), FREE_FEN),
        (
            b"from https://a.b/c/d/e/f/g/h/i and/or 1/2/3\n" + FREE_FEN.encode() + b"\n" + OTHER_FEN.encode(),
            FREE_FEN,
        ),
    ],
)
def test_the_first_position_line_of_a_file_is_opened(
    document: Document, tmp_path: Path, content: bytes, fen: str
) -> None:
    file = tmp_path / "some.txt"
    file.write_bytes(content)
    document.free.open_file(str(file))
    assert document.position.fen() == fen


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "“some.fen” holds no position; a FEN is a line such as 8/"),
        (b"Hello\nand/or\n1/2/3\nhttp://x/y/z/w/v/u/t/s\n", "“some.fen” holds no position"),
        (b"\n\n8/8/8/9/8/8/8/8 w - -\n8/8/8/8 w\n", "“some.fen”, line 3: "),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "“some.fen” is not a text"),
        (b"8/8/8/8/8/8/8/8\0", "“some.fen” is not a text"),
    ],
)
def test_a_file_without_a_position_is_refused_with_its_name_and_line(
    document: Document, tmp_path: Path, content: bytes, words: str
) -> None:
    file = tmp_path / "some.fen"
    file.write_bytes(content)
    with pytest.raises(FileError) as caught:
        document.free.open_file(str(file))
    assert str(caught.value).startswith(words)
    assert (document.position, document.free.path, document.undo_stack.count()) == (START, "", 0)


def test_a_file_that_is_missing_a_folder_a_pipe_or_too_large_is_refused_in_words(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large = tmp_path / "large.epd"
    large.write_bytes(b"8/8/8/8/8/8/8/8\n" * 100)
    os.mkfifo(tmp_path / "pipe.fen")
    monkeypatch.setattr(opened_files, "LARGEST_FILE", 1000)
    for name, words in (
        ("missing.fen", f"There is no file “missing.fen” in “{tmp_path}”."),
        ("no/such/a.fen", f"There is no folder “{tmp_path / 'no/such'}”."),
        (".", f"“{tmp_path}” is a folder; choose a file in it."),
        ("pipe.fen", f"“{tmp_path / 'pipe.fen'}” is a device or a pipe; choose a file."),
        ("large.epd", f"“{large}” is larger than 1 kB, the most that is read."),
        ("large.epd/x", f"“{large / 'x'}” cannot be read: Not a directory."),
    ):
        with pytest.raises(FileError) as caught:
            document.free.open_file(str(tmp_path / name))
        assert str(caught.value) == words
    for name in ("a\0b", "a\ud800b"):
        with pytest.raises(FileError, match="name"):
            document.free.open_file(str(tmp_path / name))
    assert document.undo_stack.count() == 0


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read and write everything")
def test_a_file_without_permissions_is_refused_in_words(document: Document, tmp_path: Path) -> None:
    file = tmp_path / "a.fen"
    file.write_text(FREE_FEN)
    file.chmod(0)
    with pytest.raises(FileError, match="may not be read"):
        document.free.open_file(str(file))
    with pytest.raises(FileError, match="write-protected"):
        document.free.save_file(str(file))
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(FileError, match="may not be written to; choose another folder"):
        document.free.save_file(str(tmp_path / "b.fen"))
    tmp_path.chmod(stat.S_IRWXU)


def test_a_file_that_cannot_be_saved_leaves_the_document_modified(document: Document, tmp_path: Path) -> None:
    document.clear()
    for name, words in ((".", "is a folder; give the file another name"), ("no/a.fen", "There is no folder")):
        with pytest.raises(FileError, match=words):
            document.free.save_file(str(tmp_path / name))
    assert document.free.modified
    assert document.free.path == ""


def is_changed_elsewhere(document: Document) -> bool:
    return document.free.file_was_changed


def test_a_change_of_the_file_by_another_program_is_known(document: Document, tmp_path: Path) -> None:
    file, other = tmp_path / "a.fen", tmp_path / "b.fen"
    document.set_fen(FREE_FEN)
    assert not is_changed_elsewhere(document), "there is no file"
    document.free.save_file(str(file))
    assert not is_changed_elsewhere(document)
    file.write_text(f"{OTHER_FEN}\n")
    assert is_changed_elsewhere(document)
    document.free.save_file(str(file))
    assert not is_changed_elsewhere(document)
    other.write_text(f"{OTHER_FEN}\n")
    document.free.open_file(str(other))
    file.write_text(f"{OTHER_FEN}\n")
    assert not is_changed_elsewhere(document)
    document.undo_stack.undo()
    assert document.free.path == str(file)
    assert is_changed_elsewhere(document), "the file before is the document's again"
    file.unlink()
    assert not is_changed_elsewhere(document)


def test_an_earlier_session_comes_back_with_nothing_to_undo(document: Document) -> None:
    position = Position.from_fen(FREE_FEN)
    document.clear()
    changed, file_changed = QSignalSpy(document.position_changed), QSignalSpy(document.free.file_changed)
    document.free.restore(position, "/tmp/a.fen", modified=True)
    assert (document.position, document.free.path, document.free.modified) == (position, "/tmp/a.fen", True)
    assert not document.undo_stack.canUndo()
    assert changed.count() == 1
    assert file_changed.count() >= 1
    document.place(FREE_E4, "Q")
    document.undo_stack.undo()
    assert document.free.modified
    document.free.restore(position, "/tmp/a.fen")
    assert (document.free.path, document.free.modified) == ("/tmp/a.fen", False)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | st.text(alphabet="pP/8 1kKw-\n;#", max_size=200).map(str.encode))
def test_any_bytes_in_a_file_give_a_position_or_one_sentence(
    document: Document, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "any.txt"
    file.write_bytes(content)
    try:
        document.free.open_file(str(file))
    except FileError as error:
        assert "any.txt" in error.message
        assert len(error.message) < 400
    else:
        assert document.free.path == str(file)
        assert Position.from_fen(document.position.fen()) == document.position
