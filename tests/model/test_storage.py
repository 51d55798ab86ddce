from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from pawnviz.core.board.bitboard import SQUARE_NAMES, parse_square, squares
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.picture.picture import layer_changes
from pawnviz.folders import settings_folder
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers
from pawnviz.model.reading import (
    guard_counts,
    layers_at,
    piece_at,
    spoken_square,
    square_sentence,
    what_if_sentence,
)
from pawnviz.model.storage import (
    FileError,
    file_state,
    is_changed,
    read_file,
    remove_abandoned,
    unfinished_file,
    write_fault,
    write_file,
    writing,
)
from tests.model.kept.test_settings import names
from tests.positions import positions

SMALL_DISK = """
import errno, os, resource, sys
from pathlib import Path
from pawnviz.model import storage
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
if sys.argv[2] == "full":
    def full(descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")
    os.fsync = full
try:
    storage.write_file(Path(sys.argv[1]), b"x" * (500 if sys.argv[2] == "full" else 5000))
except storage.FileError as error:
    print(error.message)
"""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary())
def test_what_is_written_is_read_again(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "file"
    write_file(file, data)
    assert read_file(file, len(data)) == data
    assert names(tmp_path) == ["file"]


def test_a_file_of_exactly_the_limit_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 2000)
    assert len(read_file(file, 2000)) == 2000
    with pytest.raises(FileError, match="larger than 2 kB, the most that is read"):
        read_file(file, 1999)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
@pytest.mark.parametrize(
    ("disk", "words"),
    [
        ("full", "The disk is full: “{file}” needs 500 bytes; free some space or choose another disk."),
        ("limited", "“{file}” cannot be written: "),
    ],
)
def test_a_write_that_fails_half_way_leaves_the_old_file_and_says_why(tmp_path: Path, disk: str, words: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"old")
    result = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, str(file), disk], capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith(words.format(file=file))
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_a_pipe_is_never_replaced_by_a_file(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FileError, match="is a device or a pipe; give the file another name"):
        write_file(pipe, b"x")
    assert pipe.is_fifo()


def test_a_link_into_a_folder_that_is_not_there_cannot_be_written(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "nothing" / "file")
    assert write_fault(link) == f"There is no folder “{tmp_path / 'nothing'}”; choose one that exists."
    (tmp_path / "nothing").mkdir()
    assert write_fault(link) == ""
    write_file(link, b"x")
    assert (tmp_path / "nothing" / "file").read_bytes() == b"x"


def test_a_pipe_that_took_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, pipe = tmp_path / "file", tmp_path / "pipe"
    file.write_text("before")
    os.mkfifo(pipe)
    status = file.stat()
    monkeypatch.setattr(Path, "stat", lambda path: status)
    reading_end = os.open(pipe, os.O_RDWR)  # With a writer, a reader waits for what is written.
    try:
        with pytest.raises(FileError, match="is a device or a pipe; choose a file"):
            read_file(pipe, 100)
    finally:
        os.close(reading_end)


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b", "x" * 300])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    for action in (lambda: write_file(tmp_path / name, b""), lambda: read_file(tmp_path / name, 10)):
        with pytest.raises(FileError):
            action()
    assert names(tmp_path) == []


def test_other_bytes_are_a_change_and_another_time_alone_is_none(tmp_path: Path) -> None:
    file = tmp_path / "a.fen"
    file.write_text("one")
    before = file_state(file, 100)
    assert before is not None
    assert not is_changed(file, before, 100)
    os.utime(file, ns=(1, 1))
    assert not is_changed(file, before, 100), "the bytes are the same"
    file.write_text("two")
    os.utime(file, ns=(2, 2))
    assert is_changed(file, before, 100)
    file.write_text("x" * 101)
    assert is_changed(file, before, 100), "it is too large to be read"
    file.unlink()
    assert not is_changed(file, before, 100), "nothing is there that could be lost"


def test_what_cannot_be_read_has_no_state(tmp_path: Path) -> None:
    assert file_state(tmp_path / "none", 100) is None
    assert file_state(tmp_path, 100) is None
    assert file_state(Path("a\0b"), 100) is None


SAVING = """
import sys
from itertools import repeat
from pathlib import Path
from pawnviz.model.storage import writing
work = writing(Path(sys.argv[1]), repeat(b"new" * 1000), 9999)
next(work)
print(flush=True)
sys.stdin.read()
"""


def saving(path: Path) -> subprocess.Popen[bytes]:
    """Return a program in the middle of a save."""
    program = subprocess.Popen([sys.executable, "-c", SAVING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert program.stdout is not None and program.stdout.readline() == b"\n"
    return program


def kill(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    program.communicate()


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """Return a folder with a file and what a killed save of it has left."""
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.pgn").write_bytes(b"old")
    kill(saving(folder / "a.pgn"))
    assert len(names(folder)) == 2 and (folder / "a.pgn").read_bytes() == b"old"
    return folder


def test_the_next_start_deletes_what_a_killed_save_has_left(left: Path) -> None:
    remove_abandoned()
    assert names(left) == ["a.pgn"]
    assert names(settings_folder()) == []


def test_the_next_save_in_the_folder_deletes_what_a_killed_one_has_left(left: Path, tmp_path: Path) -> None:
    write_file(tmp_path / "elsewhere", b"x")
    assert len(names(left)) == 2, "a drive that may not answer is not asked in a save elsewhere"
    write_file(left / "b.pgn", b"x")
    assert names(left) == ["a.pgn", "b.pgn"]
    assert names(settings_folder()) == []


def test_what_another_program_is_writing_stays(tmp_path: Path) -> None:
    program = saving(tmp_path / "a.pgn")
    try:
        work = writing(tmp_path / "b.pgn", (b"x",), 1)
        next(work)
        before = names(tmp_path)
        assert len(before) == 2
        write_file(tmp_path / "c.pgn", b"x")
        remove_abandoned()
        assert names(tmp_path) == sorted([*before, "c.pgn"])
        assert list(work) == [] and (tmp_path / "b.pgn").read_bytes() == b"x"
    finally:
        kill(program)
    remove_abandoned()
    assert names(tmp_path) == ["b.pgn", "c.pgn"]


def test_what_lies_on_a_drive_that_is_not_there_is_deleted_when_it_is(left: Path) -> None:
    away = left.rename(left.with_name("away"))
    remove_abandoned()
    away.rename(left)
    assert len(names(left)) == 2
    remove_abandoned()
    assert names(left) == ["a.pgn"]


def test_no_file_of_another_name_is_deleted_whatever_a_record_says(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("a.pgn", ".a.pgn.17.part", ".pawnviz-0123.part", "folder")]
    for other in others[:-1]:
        other.write_bytes(b"x")
    others[-1].mkdir()
    settings_folder().mkdir(parents=True)
    for number, text in enumerate((*map(str, others), "", "\0", "\udcff")):
        record = settings_folder() / f"unfinished-{number}"
        record.write_text(text, encoding="utf-8", errors="surrogateescape")
    remove_abandoned()
    assert names(tmp_path) == sorted(other.name for other in others)


def test_a_folder_of_settings_that_cannot_be_written_holds_up_no_save(tmp_path: Path) -> None:
    settings_folder().write_bytes(b"a file, not a folder")
    write_file(tmp_path / "a", b"x")
    assert names(tmp_path) == ["a"]


@pytest.mark.usefixtures("homeless")
def test_without_a_home_there_is_no_record(tmp_path: Path) -> None:
    with unfinished_file(tmp_path / "a") as path:
        path.write_bytes(b"x")
    assert names(tmp_path) == []


def test_an_unfinished_file_fits_beside_the_longest_name(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 255), b"x")
    assert names(tmp_path) == ["x" * 255]


FEN = "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8"


class ReadBoard:
    def __init__(self, fen: str = FEN) -> None:
        self.document = Document()
        self.document.set_fen(fen)
        self.layers = ShownLayers(self.document)
        self.layers.clear()

    def sentence(self, square: str) -> str:
        return square_sentence(self.document, self.layers, parse_square(square))

    def spoken(self, square: str) -> str:
        return spoken_square(self.document, self.layers, parse_square(square))


@pytest.fixture
def desk(qtbot: QtBot) -> ReadBoard:
    return ReadBoard()


def test_a_sentence_names_piece_layers_of_each_side_and_guards(desk: ReadBoard) -> None:
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.sentence("c3") == (
        "c3 white pawn. White: Attacks, Front spans. Black: Front spans. Pawn guards: White 1, Black 0."
    )
    assert desk.sentence("b5") == (
        "b5 empty. White: Attacks, Front spans. Black: Attacks, Front spans. Pawn guards: White 1, Black 2."
    )
    assert desk.sentence("e6") == (
        "e6 empty. White: none of the shown layers. Black: Attacks. Pawn guards: White 0, Black 1."
    )


def test_a_sentence_says_when_no_layer_holds_the_square_and_when_none_is_shown(desk: ReadBoard) -> None:
    assert desk.sentence("e1") == "e1 empty. No layers are shown. Pawn guards: White 0, Black 0."
    desk.layers.apply_preset(["stops", "telestops"])
    assert desk.sentence("e1") == "e1 empty. In none of the shown layers. Pawn guards: White 0, Black 0."


def test_a_side_that_a_layer_is_not_shown_for_is_not_named(desk: ReadBoard) -> None:
    desk.layers.set_shown("front_spans", True, False)
    assert desk.sentence("b4") == (
        "b4 empty. White: Front spans. Black: none of the shown layers. Pawn guards: White 1, Black 0."
    )


def test_a_long_list_of_layers_is_counted(desk: ReadBoard) -> None:
    desk.layers.apply_preset(["front_fills", "front_spans", "interspans", "stops", "attacks", "single_attacks"])
    assert desk.sentence("c4") == (
        "c4 empty. White: Front spans, Interspans, Stops, Front fills. "
        "Black: Attacks, Front spans, Interspans and 2 more. Pawn guards: White 0, Black 1."
    )


def test_a_previewed_layer_is_read_like_a_shown_one(desk: ReadBoard) -> None:
    desk.layers.set_preview("stops")
    assert "White: Stops." in desk.sentence("a5")


def test_a_screen_reader_hears_square_piece_and_layers(desk: ReadBoard) -> None:
    assert desk.spoken("d5") == "d5, black pawn"
    desk.layers.apply_preset(["front_spans", "attacks"])
    assert desk.spoken("b5") == "b5, empty; in Attacks of White and Black, Front spans of White and Black"
    desk.layers.set_shown("attacks", False, True)
    assert desk.spoken("b5") == "b5, empty; in Attacks of Black, Front spans of White and Black"


# What if


def test_what_would_change_is_shown_in_numbers_of_squares(desk: ReadBoard) -> None:
    before = desk.document.position
    after = before.moved(parse_square("f4"), parse_square("f5"))
    layers = [(LAYERS[name], True, True) for name in ("stops", "front_spans", "rear_spans")]
    changes = layer_changes(before, after, layers)
    assert what_if_sentence(changes) == (
        "Put down here: Stops of White +1 −1, Front spans of White −1, Rear spans of White +1."
    )
    assert what_if_sentence(changes[:1], removed=True) == "Taken off the board: Stops of White +1 −1."
    assert what_if_sentence(()) == "Put down here: nothing changes in the shown layers."
    assert what_if_sentence(changes * 2).endswith("Rear spans of White +1 and 3 more.")


@given(position=positions(), square=st.integers(0, 63), names=st.sets(st.sampled_from(sorted(LAYERS)), max_size=6))
def test_a_square_shows_what_the_masks_hold(qapp: object, position: Position, square: int, names: set[str]) -> None:
    desk = ReadBoard()
    desk.document.edit(position, "test")
    desk.layers.apply_preset(sorted(names))
    found = layers_at(desk.layers, square)
    assert {entry.layer.identifier for entry in found} == names
    for entry in found:
        for white, holds in ((True, entry.holds_white), (False, entry.holds_black)):
            held = set(squares(desk.layers.mask(entry.layer.identifier, white)))
            if LAYERS[entry.layer.identifier].turns:
                assert holds == (square in held)
            else:
                assert holds == ((square & 7) in held)
    sides = position.sides()
    for side, count in zip(sides, guard_counts(position, square), strict=True):
        behind = -8 if side.color else 8
        attackers = [
            square + behind + step
            for step in (-1, 1)
            if 0 <= square + behind + step < 64 and abs((square + step) % 8 - square % 8) == 1
        ]
        assert count == sum(side.pawns >> attacker & 1 for attacker in attackers)
    sentence = square_sentence(desk.document, desk.layers, square)
    assert sentence.startswith(f"{SQUARE_NAMES[square]} {piece_at(desk.document, square)}. ")
    assert "\n" not in sentence
