"""Tries texts that are FENs, nearly FENs and nothing like FENs.

Each must give a position or a ``FenError`` within 50 ms. An error is one line of at most 200 characters that points
into the text. A position is written and read back as the same position, and its problems are named, whatever it is.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable
from typing import Final

from pawnviz.core.board.fen import HIGHEST_CLOCK, PIECES, FenError
from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position
from tests.fuzz.frame import (
    Mutation,
    deleted,
    in_slice,
    inserted,
    mutated,
    repeated,
    reversed_,
    shown,
    shuffled_words,
    spliced,
    swapped_case,
    tries,
)

LIMIT: Final = 0.05
"""The seconds of processor time that reading a text may take."""

FIELDS: Final = ("text", "placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove number")

GOOD: Final[tuple[str, ...]] = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
    '8/8/4P3/3P2P1/2P4P/8/8/8 w - - bm Kf5; id "a; b.001"; hmvc 12; fmvn 40;',
    "8/8/8/8/8/8/8/8 b - -",
)
ODD_CHARACTERS: Final = (
    "\x00\x07\t\n\r\x0b\x0c\x1b\x1c\x7f\x85\xa0\xad\u0663\u06f4\u0967\uff11\u00b2\u041a\u2654\u200b\u200f\u202e\u2028"
    "\u3000\ufeff\ufffd\ud800\U0001f600\U0001d7ce"
)
ODD_WORDS: Final[tuple[str, ...]] = (
    *("-", "--", "w", "b", "W", "KQkq", "kqKQ", "KK", "HAha", "ABCDEFGHabcdefgh", "e3", "e6", "e4", "E3", "a9", "0"),
    *("00", "007", "-1", "+5", "1e3", "1_0", "0x10", "9999", "10000", "9" * 30, "9" * 5000, "\u0663", "\u00b2", "nan"),
    *("bm e4;", "hmvc 3;", "fmvn 0;", "hmvc;", "hmvc x;", 'id "', ";", '"', "{}", "%s", "\\", "//", "8" * 9, "44", "0"),
)
ODD: Final = (*list(ODD_CHARACTERS), *ODD_WORDS)
SMALL_ALPHABET: Final = "pPrRnNbBqQkK12345678/ -wbKQkqAHah36\n;"


def run(count: int, seed: int) -> int:
    """Try this many texts; print each tenth of the way, or the first text that goes wrong; return the exit status."""
    accepted: list[int] = []

    def faults_of(number: int) -> list[str]:
        text = make_text(seed, number)
        try:
            accepted.extend([number] * (check(text, with_problems=number % 20 == 0) is not None))
        except Exception:
            return [f"{traceback.format_exc()}\n{shown(text)}"]
        return []

    return tries(count, seed, "text", faults_of, lambda: f"{len(accepted)} positions")


def check(text: str, *, with_problems: bool) -> Position | None:
    """Read a text; return the position, or None where a fitting error is raised; raise whatever is wrong."""
    spent, position = read(text)
    if spent > LIMIT:  # The machine may have been busy.
        spent = min(spent, read(text)[0])
    assert spent <= LIMIT, f"reading takes {spent * 1000:.0f} ms"
    if position is None:
        return None
    written = position.fen()
    again = Position.from_fen(written)
    assert again == position, f"written as {written}, it is read as {again}"
    assert again.fen() == written, f"{written} is written again as {again.fen()}"
    assert written.isascii() and written.isprintable() and len(written.split(" ")) == 6
    if with_problems:
        for problem in problems(position):
            assert problem.text.isprintable() and len(problem.text) <= 200, problem
            assert (problem.repaired is None) == (not problem.repair), problem
    return position


def read(text: str) -> tuple[float, Position | None]:
    """Return the processor time that reading takes, and the position, or None after a proper error."""
    position = error = None
    start = time.process_time()
    try:
        position = Position.from_fen(text)
    except FenError as raised:
        error = raised
    spent = time.process_time() - start
    if error is not None:
        assert error.field in FIELDS, error.field
        assert 0 < len(error.message) <= 200, error.message
        assert error.message.isprintable() and error.message.isascii(), error.message
        assert str(error) == error.message
        assert 0 <= error.start <= error.end <= len(text), (error.start, error.end)
    return spent, position


def make_text(seed: int, number: int) -> str:
    """Return the text with this number of the texts of a seed."""
    numbers = random.Random(seed << 32 | number)
    if number % 1000 == 999:
        return _huge(numbers)
    return mutated(numbers.choice(_SOURCES)(numbers), _MUTATIONS, numbers)


def _good(numbers: random.Random) -> str:
    return numbers.choice(GOOD)


def _any_position(numbers: random.Random) -> str:
    """Return a FEN with any pieces, rights, squares and clocks, in any of the spellings that are read."""
    pieces = numbers.choice((PIECES, "Pp", "RKrk", "P"))
    empty = numbers.random()
    ranks = []
    for _ in range(8):
        rank = "".join("1" if numbers.random() < empty else numbers.choice(pieces) for _ in range(8))
        if numbers.random() < 0.8:
            for width in range(8, 1, -1):
                rank = rank.replace("1" * width, str(width))
        ranks.append(rank)
    letters = numbers.choice(("KQkq", "ABCDEFGHabcdefgh", "KQkqABCDEFGHabcdefgh"))
    rights = "".join(numbers.sample(letters, numbers.randrange(len(letters) + 1))) or "-"
    en_passant = numbers.choice("abcdefgh") + numbers.choice("36") if numbers.random() < 0.5 else "-"
    clocks = [str(numbers.randrange(HIGHEST_CLOCK + 1)) for _ in range(2)]
    fields = ["/".join(ranks), numbers.choice("wb"), rights, en_passant, *clocks]
    return " ".join(fields[: numbers.choice((1, 2, 3, 4, 5, 6, 6, 6, 6))])


def _epd_line(numbers: random.Random) -> str:
    fields = numbers.choice(GOOD).split()
    fields = (fields + ["w", "-", "-"][len(fields) - 1 :])[:4]
    operations = ["bm Nf3", 'id "x; y"', "hmvc 7", "fmvn 31", 'c0 "a=1"', "noop", "pv e4 e5", "hmvc 99999", "fmvn -"]
    return " ".join([*fields, *(f"{operation};" for operation in numbers.sample(operations, numbers.randrange(1, 5)))])


def _words(numbers: random.Random) -> str:
    return " ".join(numbers.choice(ODD_WORDS + GOOD) for _ in range(numbers.randrange(1, 9)))


def _letters(numbers: random.Random) -> str:
    return "".join(numbers.choice(SMALL_ALPHABET) for _ in range(numbers.randrange(90)))


def _bytes(numbers: random.Random) -> str:
    data = numbers.randbytes(numbers.randrange(60))
    return data.decode("latin-1") if numbers.random() < 0.5 else data.decode("utf-8", "surrogateescape")


_SOURCES: Final[tuple[Callable[[random.Random], str], ...]] = (
    *(_good, _good, _any_position, _any_position, _any_position, _epd_line, _words, _letters, _bytes),
)


def _change_field(text: str, numbers: random.Random) -> str:
    fields = text.split(" ")
    fields[numbers.randrange(len(fields))] = numbers.choice(ODD_WORDS)
    return " ".join(fields)


def _blanks(text: str, numbers: random.Random) -> str:
    blank = numbers.choice(("  ", "\t", "\n", "\xa0", "\u3000", ""))
    return blank + text.replace(" ", blank or " ") + blank


_MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(
        inserted(SMALL_ALPHABET),
        inserted(ODD),
        in_slice(lambda part, numbers: numbers.choice(SMALL_ALPHABET) + part[1:]),
    ),
    *(deleted, repeated(2, 3, 40), reversed_, swapped_case, _change_field, shuffled_words, _blanks, spliced(_good)),
)


def _huge(numbers: random.Random) -> str:
    """Return a text of up to a megabyte: one part many times over, within, before or after a good FEN."""
    part = numbers.choice((*ODD, *list(SMALL_ALPHABET), *GOOD, "8/", " 8", "p/p", "a;", "hmvc 1;", '";'))
    size = numbers.choice((9_000, 10_001, 100_000, 1_000_000))
    many = part * (size // len(part) + 1)
    good: str = numbers.choice(GOOD)
    cut = numbers.choice((0, len(good), numbers.randrange(len(good))))
    blank = numbers.choice(("", " "))
    return f"{good[:cut]}{blank}{many}{blank}{good[cut:]}"
