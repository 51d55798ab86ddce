from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import struct
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import gettempdir

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
    monkeypatch.setattr(game_file, "_PACKED", 1000)
    path = tmp_path / "cut"
    lines = os.urandom(300_000).hex().encode()
    path.write_bytes(PACKERS[packer](DATA + lines)[:-100_000])
    with GameFile(path) as file:
        length = sum(map(len, file.blocks()))
        assert "damaged or cut short" in file.faults[0] or length < len(DATA + lines)
        assert file.faults, "what is missing should be said"


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_all_games_of_a_zip_archive_are_read_whatever_packs_them(tmp_path: Path, method: int) -> None:
    path = tmp_path / "games.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in (("a.pgn", DATA), ("b.txt", b"nothing"), ("empty.PGN", b""), ("c.pgn", DATA[:5000])):
            archive.writestr(name, data, method)
    path.write_bytes(zipped(b"another archive") + path.read_bytes())
    with GameFile(path) as opened:
        assert b"".join(opened.blocks()) == DATA + b"\n\n\n\n" + DATA[:5000]
        assert opened.faults == []


def test_an_encrypted_file_and_one_with_another_checksum_in_a_zip_archive_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    packed = bytearray(zipped(DATA))
    entry = packed.rfind(b"PK\x01\x02")
    for place, value, words in ((8, 1, "'games.pgn' is encrypted"), (16, packed[entry + 16] ^ 1, "another checksum")):
        changed = bytearray(packed)
        changed[entry + place] = value
        path.write_bytes(changed)
        with GameFile(path) as opened:
            assert len(b"".join(opened.blocks())) in (0, len(DATA))
            assert words in opened.faults[0]


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
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "pointer of Git LFS.*git lfs pull"),
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


def test_an_empty_file_is_no_file_that_the_system_makes_up(tmp_path: Path) -> None:
    (tmp_path / "empty.pgn").touch()
    with GameFile(tmp_path / "empty.pgn") as file:
        assert list(file.blocks()) == [] == file.faults


def test_zeros_in_a_file_of_games_do_not_refuse_it(tmp_path: Path) -> None:
    for data in (
        DATA.replace(b"\n\n1.", b"\n\n\0 1.", 1),
        bytes(2000) + b"\n" + DATA,
        b"1. e4 e5 2. Nf3 Nc6 3. Bb5 \0",
    ):
        path = tmp_path / "games.pgn"
        path.write_bytes(data)
        with GameFile(path) as file:
            assert b"".join(file.blocks()) == data


def skipped(data: bytes) -> bytes:
    """Return a frame of Zstandard that is skipped, as pzstd writes one before each frame of data."""
    return b"\x50\x2a\x4d\x18" + len(data).to_bytes(4, "little") + data


def test_zstandard_with_several_and_skipped_frames_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(skipped(b"abcd") + zstd.compress(DATA[:5000]) + skipped(b"") + zstd.compress(DATA[5000:]))
    with GameFile(path) as file:
        assert b"".join(file.blocks()) == DATA
        assert file.faults == []


def archive_of(names: Sequence[bytes], member: bytes = b"", method: int = 0) -> bytes:
    """Return a zip archive whose files, by their names, all have the same packed bytes, of an empty text."""
    local = b"PK\3\4" + struct.pack("<5H3L2H", 20, 0, method, 0, 0, 0, len(member), 0, 0, 0) + member
    entries = b"".join(
        b"PK\1\2"
        + struct.pack("<6H3L5H2L", 20, 20, 0, method, 0, 0, 0, len(member), 0, len(name), 0, 0, 0, 0, 0, 0)
        + name
        for name in names
    )
    large = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, len(names), len(names), len(entries), len(local))
    locator = b"PK\6\7" + struct.pack("<LQL", 0, len(local) + len(entries), 1)
    return (
        local + entries + large + locator + b"PK\5\6" + struct.pack("<4H2LH", 0, 0, *[0xFFFF] * 2, *[0xFFFFFFFF] * 2, 0)
    )


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: zstd.compress(b"") * 30_000, ""),
        (lambda: skipped(b"") * 30_000, ""),
        (lambda: gzip.compress(b"") * 30_000, ""),
        (lambda: bz2.compress(b"") * 30_000, ""),
        (lambda: lzma.compress(b"") * 10_000, ""),
        (lambda: b"\x1f\x8b\x08\x08\0\0\0\0\0\0" + b"a" * (40 << 20) + b"\0" + gzip.compress(b"")[10:], ""),
        (lambda: gzip.compress(b"") + bytes(40 << 20), ""),
        (lambda: skipped(bytes(40 << 20)), ""),
        (lambda: archive_of([b"games.pgn"], b"\0\0\0\xff\xff" * 2_000_000 + b"\3\0", 8), ""),
        (lambda: archive_of([b"games.pgn"] * 20_000), ""),
        (lambda: archive_of([b"readme"] * 100_000), "no .pgn file among its 100,000 files"),
        (lambda: archive_of([b"readme" * 5_000] * 700), "no .pgn file among its 700 files"),
    ],
    ids=range(12),
)
def test_a_step_of_unpacking_is_short_where_the_packed_bytes_yield_nothing(
    tmp_path: Path, make: Callable[[], bytes], words: str
) -> None:
    path = tmp_path / "packed"
    path.write_bytes(make())
    start = time.process_time()
    with GameFile(path) as file:
        longest = time.process_time() - start
        blocks = file.blocks()
        while True:
            start = time.process_time()
            block = next(blocks, None)
            longest = max(longest, time.process_time() - start)
            if block is None:
                break
            assert not block.strip()
        assert words in "".join(file.faults) and len(file.faults) == bool(words)
    assert longest < 0.05


def test_damaged_zstandard_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.zst"
    packed = bytearray(zstd.compress(DATA))
    packed[10:20] = b"damagedxxx"
    path.write_bytes(packed)
    with GameFile(path) as file:
        list(file.blocks())
        assert "damaged or cut short" in file.faults[0]


def test_a_temporary_folder_that_is_full_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(DATA))
    monkeypatch.setattr(game_file, "TemporaryFile", lambda **_: io.FileIO("/dev/full", "r+"))
    with GameFile(path) as file:
        assert list(file.blocks()) == []
        assert file.faults == [f"the rest cannot be unpacked into {gettempdir()}: No space left on device"]

    def refuse(**_: object) -> None:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr(game_file, "TemporaryFile", refuse)
    with pytest.raises(NoGamesError, match="temporary file: No usable temporary directory"):
        GameFile(path)


def test_of_a_file_that_grows_the_games_are_those_that_it_had(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(DATA)
    with GameFile(path) as file:
        blocks = file.blocks()
        first = next(blocks)
        with path.open("ab") as other:
            other.write(DATA)
        assert first + b"".join(blocks) == DATA
        assert file.faults == ["the file has grown while it was read; open it again to read the rest"]


def test_of_a_file_that_shrinks_the_first_games_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_file, "_BLOCK", 1000)
    path = tmp_path / "games.pgn"
    path.write_bytes(DATA)
    with GameFile(path) as file:
        blocks = file.blocks()
        first = next(blocks)
        os.truncate(path, 10_000)
        assert 9_000 < len(first + b"".join(blocks)) < len(DATA)
        assert file.faults == ["the file has become shorter while it was read; open it again"]
        with pytest.raises(OSError, match="shorter"):
            file.read(9900, 200)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_read_as_utf_8(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(('\ufeff[White "J\xfcrgen"]\r\n\r\n1. e4 *').encode(encoding))
    with GameFile(path) as file:
        (text,) = cut(file.blocks())
        assert '[White "J\xfcrgen"]'.encode() in text.data
        assert file.read(text.offset, len(text.data)).split() == text.data.split()
