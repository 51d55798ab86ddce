"""Tries files of games that are good, broken in known ways, mutated, and nothing like games.

Each must be cut, listed and read without an error within two seconds of processor time. A file is made of three games,
of which the one in the middle is broken: the games around it must come out as they went in. What is broken in a known
way must be reported with its line.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from pawnviz.core.games.cutting import GameText, cut
from pawnviz.core.games.first_board import UnreadableError
from pawnviz.core.games.game_list import GameList
from pawnviz.core.games.line import main_line
from pawnviz.core.games.lives import life_events, pawn_lives
from pawnviz.core.games.reading import ReadGame, read_game

LIMIT: Final = 2.0
"""The seconds of processor time that a file may take."""

_MASTERS: Final = Path(__file__).parent.parent / "core" / "games" / "masters.pgn"
_PIECES: Final = (
    *(b"{", b"}", b"(", b")", b";", b"%", b"$", b"$999", b"[", b"]", b'"', b"\n", b"\r\n", b"\n\n", b"\n%", b"\0"),
    *(b"\xff", b"1-0", b"*", b"--", b"e.p.", b"O-O", b"0-0-0", b'[Event "', b"e4", b"1.", b"Z0", b"a8=K", b"@@@@"),
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
}
"""Ways to break a game so that it is to be reported, by what they are."""


def games() -> list[bytes]:
    """Return the texts of the real games."""
    return [text.data.strip() for text in cut([_MASTERS.read_bytes()])][1:]


def make_file(seed: int, number: int) -> tuple[bytes, list[bytes], str, int]:
    """Return a file of a seed by its number, the real games in it that stand first and last, and what was done.

    Where the game in the middle was broken in a known way, the way comes with the number of the line at which it is to
    be reported; else the way is empty.
    """
    chance = random.Random(f"{seed} {number}")
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


def faults_of(data: bytes, real: list[bytes], way: str, line: int, block: int) -> list[str]:
    """Return what goes wrong with a file."""
    start = time.process_time()
    texts = list(cut(data[place : place + block] for place in range(0, len(data), block)))
    listed = GameList()
    read: list[tuple[GameText, ReadGame]] = []
    for text in texts:
        listed.add(text)
        read.append((text, read_game(text)))
    for _, game in read:
        with suppress(UnreadableError):
            moves = main_line(game.game)
            life_events(pawn_lives(moves), moves)
    faults = []
    taken = time.process_time() - start
    if taken > LIMIT:
        faults.append(f"it takes {taken:.1f} s")
    kept = [_tidy(text.data) for text, game in read if not game.problems]
    faults += [f"a good game is lost: {game[:80]!r}" for game in real if _tidy(game) not in kept]
    if way and len(texts) != 3:
        faults.append(f"{way}: there are {len(texts)} games, not 3")
    if way and len(texts) == 3 and line not in [problem.line for problem in read[1][1].problems]:
        faults.append(f"{way}: nothing is reported in line {line}, but {read[1][1].problems}")
    return faults


def _tidy(text: bytes) -> bytes:
    """Return a text without what depends on line ends and on empty lines around it."""
    return b"\n".join(line.rstrip() for line in text.strip().split(b"\n"))


def run(count: int, seed: int) -> int:
    """Try files, print what goes wrong, and return the exit status."""
    ways: Counter[str] = Counter()
    slowest = 0.0
    for number in range(count):
        data, real, way, line = make_file(seed, number)
        start = time.process_time()
        try:
            faults = faults_of(data, real, way, line, random.Random(number).choice((1 << 20, 1000, 37)))
        except Exception:
            faults = [traceback.format_exc()]
        slowest = max(slowest, time.process_time() - start)
        if faults:
            print(f"file {number} of seed {seed} goes wrong: {'; '.join(faults)}", file=sys.stderr)
            print(ascii(data), file=sys.stderr)
            return 1
        ways[way or "mutated"] += 1
    known = count - ways["mutated"]
    print(f"{count} files, {known} of them broken in {len(ways) - 1} known ways; the slowest took {slowest:.2f} s")
    return 0
