from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from backports import zstd

from pawnviz.core.games import game_file
from pawnviz.core.games.cutting import cut
from pawnviz.core.games.game_file import GameFile, NoGamesError
from tests.core.games.sample import MASTERS

DATA = MASTERS.read_bytes()


def zipped(data: bytes, name: str = "games.pgn") -> bytes:
    """Return a zip archive with a read-me and a file of games."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("readme.txt", "nothing")
        archive.writestr(name, data)
    return stream.getvalue()


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": zipped,
    "zstandard": zstd.compress,
}


@pytest.mark.parametrize("packer", PACKERS)
def test_a_packed_file_is_read_from_any_place(tmp_path: Path, packer: str) -> None:
    path = tmp_path / "any name"
    path.write_bytes(PACKERS[packer](DATA))
    with GameFile(path) as file:
        texts = []
        for text in cut(file.blocks()):
            texts.append(text)
            assert file.read(text.offset, len(text.data)) == text.data
        assert len(texts) == 24
        assert file.read(texts[3].offset, 20) == texts[3].data[:20]
        assert file.faults == []
        assert file.progress() == 1


@pytest.mark.parametrize("packer", sorted(PACKERS.keys() - {"plain", "zip"}))
def test_of_an_archive_that_is_cut_short_the_first_games_are_read(
    tmp_path: Path, packer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_file, "_BLOCK", 1000)
    path = tmp_path / "cut"
    lines = os.urandom(300_000).hex().encode()
    path.write_bytes(PACKERS[packer](DATA + lines)[:-100_000])
    with GameFile(path) as file:
        length = sum(map(len, file.blocks()))
        assert "damaged or cut short" in file.faults[0] or length < len(DATA + lines)
        assert file.faults, "what is missing should be said"


def test_a_zip_archive_that_is_cut_short_or_without_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    path.write_bytes(zipped(DATA)[:-30])
    with pytest.raises(NoGamesError, match="damaged or cut short"):
        GameFile(path)
    path.write_bytes(zipped(DATA, "games.txt"))
    with pytest.raises(NoGamesError, match=r"no \.pgn file among its 2 files"):
        GameFile(path)


def test_what_would_blow_up_is_read_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_file, "_ALWAYS", 1 << 20)
    path = tmp_path / "bomb.pgn.gz"
    path.write_bytes(gzip.compress(bytes(b" " * (8 << 20))))
    with GameFile(path) as file:
        assert sum(map(len, file.blocks())) < 4 << 20
        assert "unpacks to over 200 times its size" in file.faults[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x89PNG\r\n\x1a\n", "it is a PNG picture"),
        (b"%PDF-1.7", "it is a PDF document"),
        (b"\n <!DOCTYPE html><html>", "a page of the web"),
        (b"text\0and more", "bytes that are no text"),
    ],
)
def test_what_is_no_file_of_games_is_said_to_be_something_else(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(data)
    with pytest.raises(NoGamesError, match=words):
        GameFile(path)


def test_folders_pipes_and_devices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(NoGamesError, match="folder"):
        GameFile(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoGamesError, match="a device or a pipe"):
        GameFile(tmp_path / "pipe")
    with pytest.raises(OSError, match="No such file"):
        GameFile(tmp_path / "missing")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_as_utf_8(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(('\ufeff[White "J\xfcrgen"]\r\n\r\n1. e4 *').encode(encoding))
    with GameFile(path) as file:
        (text,) = cut(file.blocks())
        assert '[White "J\xfcrgen"]'.encode() in text.data
        assert file.read(text.offset, len(text.data)).split() == text.data.split()
