"""Tries texts that are FENs, nearly FENs and nothing like FENs.

Each must give a position or a ``FenError`` within 50 ms. An error is one line of at most 200 characters that points
into the text. A position is written and read back as the same position, and its problems are named, whatever it is.
"""

from __future__ import annotations

import random
import re
import time
from typing import Final

from hypothesis import strategies as st

from pawnviz.core.board.fen import HIGHEST_CLOCK, FenError
from pawnviz.core.board.legality import problems
from pawnviz.core.board.position import Position
from tests.fuzz.frame import changed, examples

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


def _any_fen(number: int) -> str:
    """Return a FEN with any pieces, rights, squares and clocks by its number; drawn one by one they would take long."""
    numbers = random.Random(number)
    pieces = numbers.choice(("PNBRQKpnbrqk", "Pp", "RKrk")) + "1" * numbers.choice((0, 1, 4, 40))
    ranks = ["".join(numbers.choices(pieces, k=8)) for _ in range(8)]
    letters = numbers.choice(("KQkq", "ABCDEFGHabcdefgh"))
    fields = [
        re.sub("1+", lambda run: str(len(run[0])), "/".join(ranks)),
        numbers.choice("wb"),
        "".join(numbers.sample(letters, numbers.randrange(len(letters) + 1))) or "-",
        numbers.choice((numbers.choice("abcdefgh") + numbers.choice("36"), "-")),
        *(str(numbers.randrange(HIGHEST_CLOCK + 1)) for _ in range(2)),
    ]
    return " ".join(fields[: numbers.choice((1, 2, 3, 4, 5, 6, 6, 6))])


_WORDS: Final = st.sampled_from((*ODD_WORDS, *GOOD))
_HUGE: Final = st.builds(
    lambda good, cut, unit, size: good[:cut] + unit * (size // len(unit) + 1) + good[cut:],
    st.sampled_from(GOOD),
    st.integers(0, 70),
    st.sampled_from((*ODD, *SMALL_ALPHABET, *GOOD, "8/", " 8", "p/p", "a;", "hmvc 1;", '";')),
    st.sampled_from((9_000, 10_001, 100_000, 1_000_000)),
)
_SHORT: Final = (
    st.sampled_from(GOOD)
    | st.integers(0, 1 << 32).map(_any_fen)
    | st.lists(_WORDS, max_size=8).map(" ".join)
    | st.text(SMALL_ALPHABET, max_size=90)
    | st.text()
)
TEXTS: Final = st.integers(0, 99).flatmap(
    lambda number: _HUGE if number == 99 else changed(_SHORT, (*SMALL_ALPHABET, *ODD))
)
"""Texts of all kinds; one of a hundred has up to a megabyte, one part many times over before, within or after a FEN."""


def run(count: int, seed: int) -> int:
    """Try this many texts; print each tenth of the way, or the smallest wrong text; return the exit status."""
    accepted: list[str] = []

    def check_text(text: str) -> None:
        accepted.extend([text[:99]] * check(text))

    return examples(count, seed, "text", TEXTS, check_text, lambda: f"{len(accepted)} positions")


def check(text: str) -> bool:
    """Read a text; return whether it is a position or else a fitting error is raised; raise whatever is wrong."""
    spent, position = read(text)
    if spent > LIMIT:  # The machine may have been busy.
        spent = min(spent, read(text)[0])
    assert spent <= LIMIT, f"reading takes {spent * 1000:.0f} ms"
    if position is None:
        return False
    written = position.fen()
    again = Position.from_fen(written)
    assert again == position, f"written as {written}, it is read as {again}"
    assert again.fen() == written, f"{written} is written again as {again.fen()}"
    assert written.isascii() and written.isprintable() and len(written.split(" ")) == 6
    for problem in problems(position):
        assert problem.text.isprintable() and len(problem.text) <= 200, problem
        assert (problem.repaired is None) == (not problem.repair), problem
    return True


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
