from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from pawnviz.core.games import cutting, replacing
from pawnviz.core.games.game_list import GameEntry
from pawnviz.core.games.reading import read_game
from pawnviz.core.games.writing import written_moves
from pawnviz.model.games.listing import GameListing
from pawnviz.model.storage import FileError
from tests.core.games.sample import MASTERS, texts_of

BROKEN = b'[Event "broken"]\r\n\r\n1. e4 {never closed\r\n'
DATA = b"\xef\xbb\xbf" + MASTERS.read_bytes() + BROKEN + b'[Event "last"]\n[White "M\xfcller"]\n\n1. d4 d5 1-0'
MOVES = "1. c4 { new } c5 *\n"


def listed(qtbot: QtBot, path: Path, data: bytes | None = None) -> GameListing:
    listing = GameListing(str(path), data=data)
    with qtbot.waitSignal(listing.job.ended):
        listing.start()
    return listing


def save(listing: GameListing, moves: dict[int, str], path: Path) -> str:
    """Save at once, and return what could not stay."""
    work = listing.saving(moves, path)
    while True:
        try:
            next(work)
        except StopIteration as end:
            return str(end.value)


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
    save(listing, dict.fromkeys(edited, MOVES), path)
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
    save(listing, {0: MOVES}, path)
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
        save(listing, {1: MOVES}, path)
    assert path.read_bytes() == DATA and texts(listing) == before
    assert list(path.parent.iterdir()) == [path]
    listing.close()


def test_a_packed_file_is_saved_as_a_plain_one(qtbot: QtBot, tmp_path: Path) -> None:
    packed, plain = tmp_path / "games.pgn.gz", tmp_path / "plain.pgn"
    packed.write_bytes(gzip.compress(DATA))
    listing = listed(qtbot, packed)
    assert (listing.is_plain, listing.is_in_file) == (False, True)
    listing.text(1)
    save(listing, {1: MOVES}, plain)
    assert gzip.decompress(packed.read_bytes()) == DATA
    assert (listing.is_plain, listing.path) == (True, plain)
    assert [text.data for text in texts_of(plain.read_bytes())] == texts(listing)
    listing.close()


def test_a_pasted_text_is_listed_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    listing = listed(qtbot, Path("Pasted games"), DATA)
    assert (listing.is_in_file, listing.was_changed) == (False, False)
    listing.text(0)
    save(listing, {0: MOVES}, tmp_path / "new.pgn")
    assert len(listing.games) == len(texts_of((tmp_path / "new.pgn").read_bytes()))
    assert (listing.is_in_file, listing.was_changed) == (True, False)
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
        save(listing, {}, path)
    listing.close()


def test_a_game_that_was_not_read_whole_is_not_saved(qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 3000)
    path.write_bytes(DATA + b'\n\n[Event "long"]\n\n' + b"1. e4 {a comment} e5 " * 1000)
    listing = listed(qtbot, path)
    index = len(listing.games) - 1
    listing.text(index)
    before = path.read_bytes()
    with pytest.raises(FileError, match=f"Game {index + 1} is over"):
        save(listing, {index: MOVES}, path)
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
    monkeypatch.setattr(replacing, "BLOCK", 4096)
    work = listing.saving({1: MOVES}, path)
    assert 0 < next(work) < next(work) <= 1
    work.close()
    assert path.read_bytes() == DATA and list(path.parent.iterdir()) == [path]
    assert texts(listing) == before
    listing.text(1)
    save(listing, {1: MOVES}, path)
    assert path.read_bytes() != DATA
    listing.close()


@pytest.mark.parametrize("target", ["games.pgn", "other.pgn"])
@pytest.mark.parametrize("by", ["writing", "replacing"])
def test_a_file_that_is_changed_while_it_is_saved_stays_and_no_mixture_of_two_states_is_written(
    qtbot: QtBot, path: Path, monkeypatch: pytest.MonkeyPatch, target: str, by: str
) -> None:
    listing = listed(qtbot, path)
    listing.text(1)
    monkeypatch.setattr(replacing, "BLOCK", 4096)
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
    find = replacing.find_replacements

    def slowly(*arguments: Any) -> Any:
        found = find(*arguments)
        path.write_bytes(DATA + b"\n\n")
        return found

    monkeypatch.setattr("pawnviz.model.games.listing.find_replacements", slowly)
    with pytest.raises(FileError, match="was changed by another program during the save"):
        listing.save_into_changed({1: MOVES})
    assert path.read_bytes() == DATA + b"\n\n" and list(path.parent.iterdir()) == [path]
    listing.close()


def test_a_link_is_followed_and_what_of_a_file_cannot_stay_is_returned(qtbot: QtBot, path: Path) -> None:
    link, name = path.with_name("link.pgn"), path.with_name("name.pgn")
    link.symlink_to(path)
    name.hardlink_to(path)
    listing = listed(qtbot, link)
    listing.text(1)
    assert "(hard links) still hold the file as it was" in save(listing, {1: MOVES}, link)
    assert link.is_symlink() and path.read_bytes() != DATA and name.read_bytes() == DATA
    assert save(listing, {1: MOVES}, link) == ""
    listing.close()
