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
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.games import cutting, game_file
from pawnviz.core.games.cutting import LONGEST_TEXT, GameTexts, cut, decode, faulty_tag_lines, head_end, read_headers
from pawnviz.core.games.game_file import GameFile, NoGamesError
from pawnviz.core.games.game_list import COLUMNS, GameList, ply_count
from pawnviz.core.games.pgn import read_game
from pawnviz.core.games.tree import main_line
from pawnviz.core.words import folded
from tests.core.games.sample import MASTERS, random_game, texts_of

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


def first_words(data: bytes, block: int = 1 << 20) -> list[bytes]:
    """Return the first 12 characters of each game of a file."""
    return [text.data[:12] for text in texts_of(data, block)]


@given(size=st.integers(1, 300))
def test_blocks_of_any_size_give_the_same_games(size: int) -> None:
    data = MASTERS.read_bytes()[:6000].replace(b"\n", b"\r\n")
    assert texts_of(data, size) == texts_of(data)


@given(data=st.binary(max_size=300) | st.text('[Event "x]{};10-*/2 \r\n%ab', max_size=300).map(str.encode))
def test_whatever_the_bytes_are_no_line_and_no_byte_is_lost(data: bytes) -> None:
    texts = texts_of(data, 7)
    whole = b"".join(cutting.with_newlines([data]))
    places = bytearray(whole)
    for text in texts:
        assert places[text.offset : text.offset + len(text.data)] == text.data
        assert whole.count(b"\n", 0, text.offset) == text.line - 1
        places[text.offset : text.offset + len(text.data)] = text.data.translate(bytes([7] * 256))
    assert not places.translate(None, b"\x07 \t\n\xef\xbb\xbf")


@pytest.mark.parametrize("block", [1, 7, 40, 1000])
def test_an_event_line_in_a_comment_that_is_closed_is_no_game(block: int) -> None:
    inside = b'[Event "a"]\n\n1. e4 {see\n[Event "x"]\n[White "b"]\n\n1. d4 *} e5 {and\n[Event "y"]\n} *\n\n'
    last = b'[Event "b"]\n\n1. c4 {here} *\n'
    assert [text.data for text in texts_of(inside + last, block)] == [inside, last]
    for opened in (b"1. e4 {open", b"1. e4 ;{line", b"%{\n1. e4"):
        first = b'[Event "a"]\n\n' + opened + b"\n\n"
        assert [text.data for text in texts_of(first + last, block)] == [first, last]
        assert len(texts_of(first + b'[Event "x"]\n\n1. d4 *\n\n' + last, block)) == 3
    assert len(texts_of(b'[Event "a{"]\n\n1. e4 *\n\n[Event "b"]\n\n1. c4 } *\n', block)) == 2


def test_many_event_lines_in_comments_take_linear_time() -> None:
    def seconds(count: int) -> float:
        data = b'[Event "a"]\n\n1. e4 {' + b'\n[Event "x"] } {' * count
        start = time.process_time()
        texts_of(data)
        return time.process_time() - start

    assert min(seconds(8000) for _ in range(2)) < 8 * min(seconds(2000) for _ in range(2)) + 0.02


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [1, 3, 1000])
def test_a_byte_order_mark_in_the_middle_is_passed_over(ends: str, block: int) -> None:
    data = '\ufeff[Event "a"]\n\n1. e4 *\n\n\ufeff[Event "b"]\n\n*\n'.replace("\n", ends).encode()
    first, second = texts_of(data, block)
    assert first.data.rstrip().endswith(b"*") and second.data.startswith(b'[Event "b"]')
    assert data[second.offset :].startswith(b'[Event "b"]')
    assert (first.line, second.line) == (1, 5)


def test_a_file_of_other_text_has_no_game() -> None:
    def games(*blocks: bytes) -> list[bytes]:
        return [text.data for text in cutting.games_in_steps(blocks) if text is not None]

    for other in (b"hello", b"Dear friend,\n\nhere are my games.\n", b"\n", b"<p>1. No</p>"):
        assert games(other) == games(other[:3], other[3:]) == []
        # Before a game it is named, so that nothing is lost without a word.
        assert games(other + b'\n[Event "a"]\n\n1. e4 *')[-1].startswith(b"[Event")
    assert len(games(b'hello\n[Event "a"]\n\n1. e4 *')) == 2
    for game in (b"e4 e5", b"1. Nf9 Sf3", b"{a comment} *", b"1-0", b'[White "a"]', b"1. O-O", b"1. 0-0-0", b"exd8=Q#"):
        assert games(game) == [game]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ('[Event "a"]\n\n\n[White "b"]\n\n\n1. e4 *', ['[Event "a"]\n']),
        ('[Event "a"]\n[White "b"]\n1. e4 *\n[Event "c"]\n1. d4 *', ['[Event "a"]\n', '[Event "c"]\n']),
        ('[White "a"]\n\n1. e4 *\n\n[White "b"]\n\n1. d4 *', ['[White "a"]\n', '[White "b"]\n']),
        ('[White "a"]\n[Result "*"]\n\n[White "b"]\n[Result "*"]\n', ['[White "a"]\n', '[White "b"]\n']),
        ('[Site "a"]\n[Event "b"]\n\n1. e4 *\n\n[Site "c"]\n[Event "d"]\n\n*', ['[Site "a"]\n[', '[Site "c"]\n[']),
        ("1. e4 e5 1-0\n\n1. d4 d5 0-1\n", ["1. e4 e5 1-0", "1. d4 d5 0-1"]),
        ("1. e4 e5 1/2-1/2\n{good}\n\n", ["1. e4 e5 1/2"]),
        ('\ufeff[Event "a"]\n\n*\n', ['[Event "a"]\n']),
        ('%escaped\n[Event "a"]\n\n*\n', ["%escaped\n[Ev"]),
        ('[Event "a"] [White "b"] 1. e4 *\n[Event "c"] [White "d"] 1. d4 *', ['[Event "a"] ', '[Event "c"] ']),
        ('[White "a"] [Black "b"] 1. e4 *\n[White "c"] 1. d4 *', ['[White "a"] ', '[White "c"] ']),
        ('[White "a"] junk\n[Black "b"]\n[Round 4]\n[Date "c"]\n1. e4 *', ['[White "a"] ']),
        ("1. e4 e5 1\u20130\n\n1. d4 \xbd-\xbd\n1. c4 *\n", ["1. e4 e5 1", "1. d4 \xbd-\xbd\n", "1. c4 *\n"]),
        ('[White "a"]\n[Blac1-0\n\n1/2-1/2\n', ['[White "a"]\n']),
        ('[White "a"]\n[EC[O "B46"*\n1. e4 1-0\n', ['[White "a"]\n']),
        ("\n\n \n\t\n", []),
        ("", []),
    ],
)
def test_games_are_cut_apart(data: str, words: list[str]) -> None:
    for block in (1, 5, 1000):
        assert [text.decode("utf-8", "ignore") for text in first_words(data.encode(), block)] == words


def test_line_ends_of_all_kinds_are_newlines_at_the_same_places() -> None:
    for block in (1, 2, 3, 100):
        data = b"a\r\nb\rc\n\r\r\nd\r"
        assert (
            b"".join(cutting.with_newlines(data[i : i + block] for i in range(0, 20, block))) == b"a \nb\nc\n\n \nd\n"
        )


def test_of_a_game_that_is_too_long_the_first_part_is_kept_and_the_next_game_is_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cutting, "LONGEST_GAME", 1000)
    data = b'[Event "a"]\n\n1. e4 {' + 500 * b"long\n" + b'}\n\n[Event "b"]\n\n1. d4 *\n'
    long, short = cut(data[start : start + 100] for start in range(0, len(data), 100))
    assert long.too_long and len(long.data) > 900
    assert not short.too_long and short.data.startswith(b'[Event "b"]')
    assert (short.line, data[short.offset :]) == (505, short.data)


CUT = b"""[Event "Cut {x"]
[Site "Paris"]
[White "Cut, A"]
[Black "Cut, B"]
[Result "1-0"]
[Opening "Wrong"]

{ start [Event "in"] }
1. e4! e5 (1... c5 {sicilian; (good)} 2. Nf3) 2. Nf3 {a
long comment} Nc6 ; the rest
3. Bb5 a6 $14 4. O-O 1-0
"""
GOOD = b'[Event "Good"]\n[White "Good, A"]\n[Black "Good, B"]\n[Result "0-1"]\n\n1. d4 d5 {fine} 2. c4 0-1\n'
OTHER = b'[Event "Other"]\n\n1. c4 *\n\n'


@pytest.mark.parametrize(
    ("before", "between", "behind", "first"),
    [
        (b"", b"", b"", 0),
        (b"", b"\n", b"", 1),
        (b"", b"\n\n", b"", 2),
        (OTHER, b"", b"\n" + OTHER, 2),
        (OTHER, b"\n", b"\n" + OTHER, 0),
        (OTHER, b"\n\n", b"\n" + OTHER, 1),
    ],
)
def test_a_good_game_keeps_its_own_tags_behind_a_game_that_is_cut_anywhere(
    before: bytes, between: bytes, behind: bytes, first: int
) -> None:
    for place in range(first, len(CUT) + 1, 3):
        for left in (CUT[:place], CUT[place:]):
            games = [read_game(text) for text in texts_of(before + left + between + GOOD + behind)]
            (good,) = [game for game in games if game.game.headers.get("Event") == "Good"]
            assert good.problems == ()
            assert dict(good.game.headers) == {
                "Event": "Good",
                "White": "Good, A",
                "Black": "Good, B",
                "Result": "0-1",
            }, left
            assert len(list(good.game.mainline_moves())) == 3
            # Whole tags with an empty line behind them are a game.
            may_be_whole = left.rstrip().endswith(b"]") and b'[Result "1-0"]' in left
            if left == CUT[:place] and 0 < place < len(CUT) - 1 and not may_be_whole:
                assert any(game.problems for game in games), left


def test_what_is_left_over_from_a_game_without_its_event_tag_goes_to_no_other_game() -> None:
    left = b'[White "Cut, A"]\n[Opening "Wrong"]\n[Result "1-0"]\n'
    for before in (b"", OTHER, b'[Event "a"]\nan odd line\n'):
        *_, cut_game, good = [read_game(text) for text in texts_of(before + left + GOOD)]
        assert (good.problems, good.game.headers["White"], "Opening" in good.game.headers) == ((), "Good, A", False)
        assert cut_game.problems
    opening = b'[Event "a"]\n1. e4 (cut\n[Opening "Wrong"]\n' + GOOD
    assert "Opening" not in read_game(texts_of(opening)[-1]).game.headers
    # Tags in another order are those of the game.
    first, second = texts_of(b'[Black "b"]\n[Event "c"]\n\n1. e4 e\n[Black "d"]\n[Event "e"]\n\n1. d4 *\n')
    assert read_game(second).game.headers["Black"] == "d" and b"d4" not in first.data


def test_a_second_white_begins_another_game() -> None:
    first, second = texts_of(b'[Site "s"]\n[White "cut"]\n[Site "t"]\n[White "w"]\n[Black "b"]\n\n1. e4 *\n')
    assert second.data.startswith(b'[Site "t"]') and read_game(first).problems
    assert read_game(second).game.headers["White"] == "w"


def test_a_comment_before_the_tags_belongs_to_the_game_behind_it() -> None:
    data = (
        b'{ one }\n[Event "a"]\n\n1. e4 *\n{ of a }\n\n'
        b'{ two\n[White "no"] }\n; three\n\n[Event "b"]\n\n{ four } 1. d4 *\n'
        b'\n{ five }\n[White "c"]\n\n1. c4 *\n\n{ the end }\n'
    )
    games = [read_game(text) for text in texts_of(data)]
    assert [game.problems for game in games] == [(), (), ()]
    assert [game.game.comment for game in games] == ["one", 'two [White "no"] three four', "five"]
    assert [game.game.end().comment for game in games] == ["of a", "", "the end"]
    assert [dict(game.game.headers) for game in games[1:]] == [
        {"Event": "b", "Result": "*"},
        {"White": "c", "Result": "*"},
    ]
    for block in (1, 5, 1000):
        assert texts_of(data, block) == texts_of(data)


@pytest.mark.parametrize("indent", ["  ", "\t", "\xa0 ", "> ", ">", ">> ", "   > "])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("block", [1, 7, 1000])
def test_indented_and_quoted_games_are_read_as_those_without(indent: str, ends: str, block: int) -> None:
    plain = '[Event "a"]\n[White "b"]\n\n1. e4 {a\ncomment} e5 *\n\n[Event "c"]\n[White "d"]\n\n1. d4 *\n'
    data = "".join(f"{indent}{line}{ends}" for line in plain.splitlines()).encode()
    texts = texts_of(data, block)
    games, others = [read_game(text) for text in texts], [read_game(text) for text in texts_of(plain.encode())]
    assert [(str(game.game), game.problems) for game in games] == [(str(other.game), ()) for other in others]
    assert [(data[text.offset : text.offset + 7], text.line) for text in texts] == [(b"[Event ", 1), (b"[Event ", 7)]
    # What is read again from the place in the file is the same game.
    again = [data[text.offset : text.offset + len(text.data)] for text in texts]
    for text, bytes_of_game in zip(texts, again, strict=True):
        same = read_game(text._replace(data=b"".join(cutting.with_newlines([bytes_of_game]))))
        assert str(same.game) == str(read_game(text).game)


def test_a_sign_of_comparison_at_the_start_of_a_line_is_no_quotation() -> None:
    (text,) = texts_of(b'[Event "a"]\n\n1. e4 {is\n>= 0.3} *\n')
    assert read_game(text).game.end().comment == "is >= 0.3"


def test_the_head_ends_before_the_first_line_of_moves() -> None:
    for head in (b'[Event "a"]\n', b'[Event "a"]\n\n', b'%x\n\n[Event "a"]\n\n\n[White "b"]\n', b""):
        assert head + b"1. e4 *" == head + (head + b"1. e4 *")[head_end(head + b"1. e4 *") :].lstrip()
    assert head_end(b'[Event "a"]\n[White "b"]') == len(b'[Event "a"]\n[White "b"]')


def test_of_a_tag_that_is_repeated_the_first_counts() -> None:
    data = b'[Event "a"]\n[Event "b"]\n[ Site  "c" ] \n[Odd]\n'
    assert read_headers(data, len(data)) == {"Event": "a", "Site": "c"}
    assert faulty_tag_lines(data, len(data)) == [3]


@pytest.mark.parametrize(
    ("data", "moves", "names", "faulty"),
    [
        (b'[Event "a"] [White "b"] 1. e4 *', b"1. e4 *", "Event White", []),
        (b'[Event "a"][White "b"]\n[Black "c"]\n\n1. e4', b"1. e4", "Event White Black", []),
        (b'[Event "a"]\n[White "the "best"] one"] [Black "c"] e4', b"e4", "Event White Black", []),
        (b'[Event "a"] junk\n[White "b"]\n1. e4', b"1. e4", "Event White", [0]),
        (b'[Event "a"] {a comment}\n[White "b"]\n1. e4', b"1. e4", "Event White", [0]),
        (b'[Event "a]\n[White "b"]\n1. e4', b"1. e4", "White", [0]),
    ],
)
def test_tags_that_follow_each_other_on_a_line_are_read(
    data: bytes, moves: bytes, names: str, faulty: list[int]
) -> None:
    end = head_end(data)
    assert data[end:].lstrip() == moves
    assert list(read_headers(data, end)) == names.split()
    assert faulty_tag_lines(data, end) == faulty


@pytest.mark.parametrize("line", [b'[A "b"]\n', b'[A "b"] x\n', b"[\n", b'[A "b"] ', b'"] x', b"] ", b"\n"])
def test_the_head_is_read_in_linear_time_whatever_it_is(line: bytes) -> None:
    data = b"[A " + line * ((2 << 20) // len(line))
    start = time.process_time()
    end = head_end(data)
    read_headers(data, end)
    faulty_tag_lines(data, end)
    assert time.process_time() - start < 1


def test_what_is_not_utf_8_is_windows_1252() -> None:
    assert decode("J\xfcrgen \u20ac".encode()) == ("J\xfcrgen \u20ac", True)
    assert decode("J\xfcrgen \u20ac".encode("cp1252")) == ("J\xfcrgen \u20ac", False)
    assert decode(b"\x81\xfc") == ("\ufffd\xfc", False)


TEXTS = st.lists(st.text(alphabet=st.sampled_from("aAbß İéÿ€\udcff0."), max_size=6), max_size=12)


def test_a_text_keeps_its_number() -> None:
    texts = GameTexts()
    assert [texts.number(text) for text in ("", "Fischer", "Spassky", "Fischer", "")] == [0, 1, 2, 1, 0]
    assert len(texts) == 3
    assert texts[2] == "Spassky"
    with pytest.raises(IndexError):
        texts[3]


def test_of_a_text_that_is_too_long_the_beginning_is_kept() -> None:
    texts = GameTexts()
    assert texts.number("a" * 2_000_000) == texts.number("a" * 1_000_000) == 1
    assert len(texts[1]) == LONGEST_TEXT


@given(TEXTS, st.text(alphabet="abs é€ÿ\udcff0.", min_size=1, max_size=3), st.integers(0, 5))
def test_the_texts_that_hold_a_word_are_found(given_texts: list[str], word: str, first: int) -> None:
    texts = GameTexts()
    for text in given_texts:
        texts.number(text)
    first = min(first, len(texts))
    found = texts.containing(folded(word), first).tolist()
    assert found == [folded(word) in folded(texts[number]) for number in range(first, len(texts))]


def listed(data: bytes) -> GameList:
    """Return the games of a file as a list."""
    games = GameList()
    for text in texts_of(data):
        games.add(text)
    return games


def test_a_game_keeps_its_place_its_tags_and_the_number_of_its_moves() -> None:
    data = MASTERS.read_bytes()
    games = listed(data)
    assert len(games) == 24
    for index, text in enumerate(texts_of(data)):
        entry = games[index]
        read = read_game(text).game
        assert data[entry.offset : entry.offset + entry.size] == text.data
        assert entry.line == text.line
        assert entry.headers == {name: read.headers.get(name, "") for name in COLUMNS}
        assert entry.plies == len(main_line(read).moves)
        assert entry.is_utf_8
    with pytest.raises(IndexError):
        games[24]


@pytest.mark.parametrize("seed", range(10))
def test_moves_in_comments_and_variations_are_not_counted(seed: int) -> None:
    game = random_game(seed)
    text = str(game).encode()
    assert ply_count(text, head_end(text)) == len(main_line(game).moves)


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("1.e4 e5 2.Nf3 1-0", 3),
        ("1. e4 0-0 -- O-O-O 0-1", 4),
        ("1. exd6 e.p. Kd7 1/2-1/2", 2),
        ("1. e4 N e5 ch 2. \u2658f3+- -- 3. exd6 ep \u265fc8(N) D *", 6),
        ("1. e4 (1. d4 (1. c4) d5) e5 {1. a4} *", 2),
        ("1. e4 {open e5", 1),
        ("1. e4 (open e5", 1),
        ("1. e4 ; e5\ne6", 2),
        ("1.\xa0e4\xa0e5 2.\u202fNf3", 3),
        ("", 0),
        ("*", 0),
    ],
)
def test_the_number_of_moves(moves: str, count: int) -> None:
    assert ply_count(moves.encode(), 0) == count


def test_games_that_are_not_utf_8_are_told() -> None:
    games = listed('[White "J\xfcrgen"]\n\n*\n'.encode("cp1252"))
    assert games[0].headers["White"] == "J\xfcrgen"
    assert not games[0].is_utf_8
