"""Tries files of games that are good, broken in known ways, mutated, and nothing like games.

A file has three games, of which the one in the middle is broken in half of them: the others must come out as they went
in, a known fault is reported with its line, and what is only odd is read whole, within two seconds of processor time
and 300 MB. Bombs are games of millions of signs, half of them packed.
"""

from __future__ import annotations

import gzip
import lzma
import random
import re
import resource
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path
from typing import Final

from backports import zstd
from hypothesis import strategies as st

from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.games.game_list import GameList
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.core.games.pgn import ReadGame, read_game
from pawnviz.core.games.tree import UnreadableError, main_line
from tests.core.games.sample import MASTERS
from tests.fuzz.frame import examples

LIMIT: Final = 2.0
"""The seconds of processor time that a file may take."""
MORE: Final = 2e-5
"""The seconds that a bomb may take besides for each of its games."""
MEMORY: Final = 300 << 20
"""The bytes of memory that a file may take."""

MOST_READ: Final = 100
"""The number of games at the beginning of a file, and at its end, that are read; all are listed."""

_PIECES: Final = (
    *(b"{", b"}", b"(", b")", b";", b"%", b"$", b"$999", b"[", b"]", b'"', b"\n", b"\r\n", b"\n\n", b"\n%", b"\0"),
    *(b"\xff", b"1-0", b"*", b"--", b"e.p.", b"O-O", b"0-0-0", b'[Event "', b"e4", b"1.", b"Z0", b"a8=K", b"@@@@"),
    *(b"\x1b[31m", b"\x9b", b"$", b"$9999999999", b"\xc2\xa0", b"\xe2\x80\x93", b"\xc2\xbd", b"\n\xef\xbb\xbf", b"< "),
    *(b"\xef\xbb\xbf", b"{[%csl Ga1]}", b"....", b"!?!?", b"99999999999", b"\xe2\x82\xac"),
    b'[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n',
)
"""What is put into games to mutate them."""


def _movetext(game: list[bytes]) -> list[int]:
    """Return the indices of the lines of moves of a game that is given by its lines."""
    return [number for number, line in enumerate(game) if line.strip() and not line.startswith((b"[", b"%"))]


Break = Callable[[random.Random, list[bytes]], int]
"""Breaks a game, given by its lines, and returns the index of the line at which it is to be reported."""


def _in_moves(replace: Callable[[random.Random, list[bytes]], None]) -> Break:
    """Return what breaks the words of a line of moves."""

    def broken(chance: random.Random, game: list[bytes]) -> int:
        number = chance.choice(_movetext(game))
        words = game[number].split()
        replace(chance, words)
        game[number] = b" ".join(words)
        return number

    return broken


def _put(word: bytes) -> Break:
    return _in_moves(lambda chance, words: words.insert(chance.randrange(len(words)), word))


def _end_comment(chance: random.Random, game: list[bytes]) -> int:
    number = chance.choice(_movetext(game))
    game[number] += b" {never closed"
    return number


def _drop_result(chance: random.Random, game: list[bytes]) -> int:
    number = _movetext(game)[-1]
    game[number] = game[number].rsplit(None, 1)[0] if b" " in game[number] else b"{}"
    return number


def _other_result(chance: random.Random, game: list[bytes]) -> int:
    number = _movetext(game)[-1]
    _drop_result(chance, game)
    game[number] += b" *"
    return number


def _tag(change: Callable[[bytes], bytes]) -> Break:
    def broken(chance: random.Random, game: list[bytes]) -> int:
        number = chance.choice([number for number, line in enumerate(game) if line.startswith(b"[") and number])
        game[number] = change(game[number])
        return number

    return broken


def _fen(chance: random.Random, game: list[bytes]) -> int:
    game.insert(1, b'[FEN "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]')
    return 1


def _variant(chance: random.Random, game: list[bytes]) -> int:
    game.insert(1, b'[Variant "Crazyhouse"]')
    return 1


BREAKS: Final[dict[str, Break]] = {
    "a square that is not there": _put(b"Ke9"),
    "an illegal move": _put(b"Qa1xa8"),
    "an open comment": _end_comment,
    "an open variation": _put(b"(zz"),
    "a variation too many closed": _put(b")"),
    "a byte that is no text": _put(b"\x00\x01"),
    "words": _put(b"hello"),
    "no result": _drop_result,
    "another result": _other_result,
    "a tag without its end": _tag(lambda line: line[:-2]),
    "a tag without quotes": _tag(lambda line: line.replace(b'"', b"")),
    "a wrong FEN": _fen,
    "another kind of chess": _variant,
    "another number": _put(b"777."),
    "a zero": _put(b"\0"),
    "an escape of a terminal": _put(b"\x1b[31m"),
    "a number of a glyph that is too high": _put(b"$9999999999"),
    "a sign of a glyph alone": _put(b"$"),
}
"""Ways to break a game so that it is to be reported, by what they are."""


Odd = Callable[[bytes], bytes]
"""Writes a game in an unusual way, which must be read as the game itself."""

ODDITIES: Final[dict[str, Odd]] = {
    "an Event line in a comment": lambda game: game.replace(
        b"\n\n", b'\n\n{ see\n[Event "x"]\n[White "y"]\n\n1. e4 }\n', 1
    ),
    "tags on one line": lambda game: game.replace(b"]\n[", b"] ["),
    "tags and moves on one line": lambda game: game.replace(b"]\n[", b"] [").replace(b"]\n\n", b"] ", 1),
    "a byte order mark": lambda game: b"\xef\xbb\xbf" + game,
    "no-break spaces": lambda game: _in_text(game, b" ", b"\xc2\xa0"),
    "dashes": lambda game: _in_text(game, b"-", b"\xe2\x80\x93"),
    "halves": lambda game: _in_text(game, b"1/2", b"\xc2\xbd"),
    "indents": lambda game: b"\n".join(b"   \t" + line for line in game.split(b"\n")),
    "quotation": lambda game: b"\n".join(b"> > " + line for line in game.split(b"\n")),
    "glued suffixes": lambda game: _behind_moves(game, GLUED),
    "chains of glyphs": lambda game: _behind_moves(game, CHAINS),
    "figurines": lambda game: _in_text(game, b" N", " \u2658".encode()),
    "a comment before the tags": lambda game: b'{ before\n[White "no"] }\n' + game,
}
"""Unusual ways to write a game, by what they are."""


def _behind_moves(game: bytes, signs: tuple[str, ...]) -> bytes:
    """Return a game with signs behind the moves of pieces, in turns."""
    tags, empty, moves = game.partition(b"\n\n")
    following = cycle(signs)
    glued = re.sub(rb"[KQRBN]\w*[a-h][1-8](?=\s)", lambda move: move[0] + next(following).encode(), moves)
    return tags + empty + glued


def _in_text(game: bytes, old: bytes, new: bytes) -> bytes:
    """Return a game with other bytes in its moves."""
    tags, empty, moves = game.partition(b"\n\n")
    return tags + empty + moves.replace(old, new)


BOMBS: Final = (
    *(b"(", b")", b"()", b"(e4)", b"(1. e4 e5 ", b"{", b"}", b"{}", b"{ ", b";", b"\n;", b"\n%", b"$", b"$1 ", b"< "),
    *(b"\n", b" ", b"\0", b"\0 ", b"1", b"1 ", b"1.", b"a", b"a ", b"e4 ", b"Nf3 Nf6 Ng1 Ng8 ", b"-- ", b"! ", b'"'),
    *(b"[", b'\n[A "b"]', b'\n[A "b"] x', b'[A "b"] ', b"\n[", b"\n[A ", b'{\n[Event "x] }', b"\xff", b"\xc2\xa0"),
    *(b"\xef\xbb\xbf", b"{a} ", b"{a\n} (", b"\x1b[31m", b"[%csl Ga1]", b"\n\xef\xbb\xbf", b'"] ', b"e8=", b"O-"),
    *(b"1/2-", b"<"),
)
"""What a bomb repeats millions of times."""
GLUED: Final[tuple[str, ...]] = ("+-", "=", "N", "D", "!?", "ch", "++", "=/+", "+/-!", "mate", "\u2206", "+=N", "dbl")
"""Suffixes glued to moves."""
CHAINS: Final[tuple[str, ...]] = (
    *(" \xb1\u2192", " +/=N", " !\u21c4", " =/\u221e\u2295", " $1$14", " N D", " \u203c\ufe0f +-", " ch!"),
)
"""Chains of signs behind moves."""

PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gzip": gzip.compress,
    "xz": lzma.compress,
    "zstandard": zstd.compress,
    "zstandard in two frames": lambda data: (
        b"\x50\x2a\x4d\x18\4\0\0\0abcd" + zstd.compress(data[:999]) + zstd.compress(data[999:])
    ),
}


def _of_empty_ones(packer: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    """Return what packs a file with thousands of empty frames before it."""
    return lambda data: packer(b"") * 3_000 + packer(data)


PACKERS.update({f"{name} behind empty frames": _of_empty_ones(packer) for name, packer in tuple(PACKERS.items())[:3]})


def make_bomb(chance: random.Random) -> tuple[bytes, list[bytes]]:
    """Return a file with a bomb, packed or not, and the real games in it that stand first and last."""
    first, last = chance.sample(games(), 2)
    unit = chance.choice(BOMBS) + chance.choice((b"", b"", b"", chance.choice(BOMBS)))
    head = chance.choice((b'[Event "bomb"]\n\n1. e4 ', b'[Event "bomb"]\n\n', b'[Event "bomb', b'[Event "bomb"]'))
    bomb = head + unit * (chance.choice((100_000, 1_000_000, 2_200_000)) // len(unit))
    data = b"\n\n".join((first, bomb, last)) + b"\n"
    if chance.random() < 0.5:
        data = PACKERS[chance.choice(tuple(PACKERS))](data)
    return data, [first, last]


def games() -> list[bytes]:
    return [text.data.strip() for text in cut([MASTERS.read_bytes()])][1:]


def make_file(chance: random.Random) -> tuple[bytes, list[bytes], str, int]:
    """Return a file, the real games in it that stand first and last, and what was done.

    Where the game in the middle was broken in a known way, the way comes with the number of the line at which it is to
    be reported, and 0 where nothing is; else the way is empty.
    """
    real = games()
    first, middle, last = chance.sample(real, 3)
    way, line = "", 0
    kind = chance.random()
    if kind < 0.5:
        way = chance.choice(tuple(BREAKS))
        lines = middle.split(b"\n")
        index = BREAKS[way](chance, lines)
        middle = b"\n".join(lines)
        line = first.count(b"\n") + 3 + index
    elif kind < 0.65:
        way = chance.choice(tuple(ODDITIES))
        middle = ODDITIES[way](middle)
    elif kind < 0.95:
        text = bytearray(middle)
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(text) + 1)
            end = min(len(text), place + chance.choice((0, 0, 0, 1, 3, 40)))
            text[place:end] = chance.choice(_PIECES) * chance.choice((1, 1, 1, 2, 300))
        middle = b'[Event "mutated"]\n' + bytes(text)
    else:
        middle = b'[Event "bytes"]\n' + chance.randbytes(chance.randrange(3000))
    ends = chance.choice((b"\n", b"\n", b"\r\n", b"\r")) if way or kind >= 0.95 else b"\n"
    # Bytes at random may hold line ends of their own; a line is counted only where it is known.
    data = b"\n\n".join((first, middle, last)) + b"\n"
    return (data.replace(b"\n", ends) if way else data), [first, last], way, line


@contextmanager
def limited_memory() -> Iterator[None]:
    """Let the process take ``MEMORY`` more bytes than it has; what needs more raises ``MemoryError``."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + MEMORY, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _read(blocks: Iterator[bytes]) -> tuple[list[tuple[GameText, ReadGame]], int]:
    """Return the games of a file after all was done with them that the window does, of many the first and the last.

    Their number comes with them.
    """
    listed = GameList()
    first: list[GameText] = []
    last: deque[GameText] = deque(maxlen=MOST_READ)
    for text in cut(blocks):
        listed.add(text)
        (first if len(first) < MOST_READ else last).append(text)
    read = [(text, read_game(text)) for text in (*first, *last)]
    for _, game in read:
        with suppress(UnreadableError):
            moves = main_line(game.game)
            life_events(pawn_lives(moves), moves)
    return read, len(listed)


def faults_of(data: bytes, real: list[bytes], way: str, line: int, block: int) -> list[str]:
    start = time.process_time()
    read, _ = _read(data[place : place + block] for place in range(0, len(data), block))
    taken = time.process_time() - start
    faults = [f"it takes {taken:.1f} s"] if taken > LIMIT else []
    faults += _lost(real, read)
    if way and len(read) != 3:
        return [*faults, f"{way}: there are {len(read)} games, not 3"]
    problems = read[1][1].problems if way else ()
    if line and line not in [problem.line for problem in problems]:
        faults.append(f"{way}: nothing is reported in line {line}, but {problems}")
    if way in ODDITIES and problems:
        faults.append(f"{way}: it is reported: {problems}")
    return faults


def faults_of_bomb(data: bytes, real: list[bytes]) -> list[str]:
    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bomb"
        path.write_bytes(data)
        with GameFile(path) as file:
            read, count = _read(file.blocks())
            faults = list(file.faults)
    taken = time.process_time() - start
    if taken > LIMIT + MORE * count:
        faults.append(f"it takes {taken:.1f} s")
    return faults + _lost(real, read)


def _lost(real: list[bytes], read: list[tuple[GameText, ReadGame]]) -> list[str]:
    """Return which real games are not among those that were read without a problem."""
    kept = [_tidy(text.data) for text, game in read if not game.problems]
    return [f"a good game is lost: {game[:80]!r}" for game in real if _tidy(game) not in kept]


def _tidy(text: bytes) -> bytes:
    """Return a text without what depends on line ends and on empty lines around it."""
    return b"\n".join(line.rstrip() for line in text.strip().split(b"\n"))


def run(count: int, seed: int) -> int:
    """Try files, about every tenth one with a bomb, print what goes wrong, and return the exit status."""
    ways: Counter[str] = Counter()
    slowest = [0.0]

    def check(chance: random.Random) -> None:
        way, line = "bomb", 0
        if chance.randrange(10) == 9:
            data, real = make_bomb(chance)
        else:
            data, real, way, line = make_file(chance)
        block = chance.choice((1 << 20, 1000, 37))
        start = time.process_time()
        with limited_memory():
            found = faults_of_bomb(data, real) if way == "bomb" else faults_of(data, real, way, line, block)
        slowest[0] = max(slowest[0], time.process_time() - start)
        ways[way or "mutated"] += 1
        assert not found, f"{'; '.join(found)}\n{data[:5000]!a}"

    def report() -> str:
        known = ways.total() - ways["mutated"] - ways["bomb"]
        return f"{known} of them in {len(ways) - 2} known ways, {ways['bomb']} bombs, the slowest {slowest[0]:.2f} s"

    return examples(count, seed, "file", st.randoms(use_true_random=False), check, report)
