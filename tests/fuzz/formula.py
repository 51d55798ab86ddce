"""Tries texts that are formulas and conditions, nearly so, and nothing like them, in a process with little room.

Each gives a formula or a ``FormulaError`` with a column within the text within 50 ms. What is read is computed, taken
apart and written as code. An audit hook stops what reaches Python's parser, a file, a module or a program.
"""

from __future__ import annotations

import ast
import itertools
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.board.position import START, Position
from pawnviz.core.formula.code import source
from pawnviz.core.formula.compiler import computed
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import NoFormulaError, rows, steps
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import NUMBERS, Layer
from tests.core.formula.worked import PARTS, formula_texts, own_layers
from tests.fuzz.fen import ODD_CHARACTERS
from tests.fuzz.frame import changed, examples, in_child, shown

LIMIT: Final = 0.05
"""The seconds of processor time that reading a text may take."""

SECONDS: Final = 5
"""The seconds after which a text is given up."""

MEMORY: Final = 1 << 30
"""The bytes that the process may take."""

POSITIONS: Final = (
    START,
    Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"),
    Position.from_fen("PPpPpPPp/pPpP4/8/1p1P4/4pP2/p1P5/PP1pPPPP/pppppPPP b - -"),
)
FORBIDDEN: Final = (
    *("compile", "exec", "import", "open", "input", "builtins", "code.", "ctypes.", "marshal.", "os.", "pickle."),
    *("shutil.", "socket.", "subprocess.", "tempfile.", "urllib.", "webbrowser.", "sys._getframe", "gc."),
)
"""How the names of the audit events begin that no text may cause."""

PYTHON: Final = (
    "__import__('os').system('true')",
    "().__class__.__bases__[0].__subclasses__()",
    "own.__class__",
    "eval(own)",
    "exec(own)",
    "lambda: own",
    "[own for own in own]",
    "own if own else enemy",
    "own\nimport os",
    "own; import os",
    "own = __import__; own(os)",
    "{own!r}",
    "f'{own}'",
    "%s %d {0} {}",
    "own == enemy",
    "own // enemy",
    "1e999",
    "9" * 4000,
    "0x" + "f" * 4000,
    "own << " + "9" * 4000,
    "popcount(own) > " + "9" * 4000,
    "own**own**own**own",
    "#",
    '"""',
    "\\",
    "own\x00enemy",
)

READERS: Final[dict[bool, Callable[[str, Mapping[str, Layer]], Any]]] = {False: parse, True: parse_condition}
"""What reads formulas, and what reads conditions."""


class Case(NamedTuple):
    """A text, whether it is to be a condition, and the user's own layers that it may call."""

    text: str
    is_condition: bool
    names: Mapping[str, Layer]


WARM: Final = (
    *(Case(text, False, {}) for text in ("ownn", "é", "own | own", "island_count(own)")),
    Case("popcount(own) > popcnt(own)", True, {}),
)
"""Texts that are read first, so that what is imported at the first need is there."""
MINE: Final = tuple(f"mine_{number}" for number in range(8))
"""The names that the user's own layers may have."""
_ODD: Final = (*PARTS, *ODD_CHARACTERS, "popcount", "and", "or", "not", "==", "64", "оwn", "−", "１", "∼")
_FORMULAS: Final = formula_texts(MINE)
_NUMBERS: Final = st.integers(0, 9999).map(str) | st.tuples(st.sampled_from(("popcount", *NUMBERS)), _FORMULAS).map(
    "{0[0]}({0[1]})".format
)
_CONDITIONS: Final = st.recursive(
    st.tuples(_NUMBERS, st.sampled_from(("<", "<=", "==", "!=", ">=", ">")), _NUMBERS).map(" ".join),
    lambda inner: (
        inner.map("not {}".format)
        | inner.map("({})".format)
        | st.tuples(inner, st.sampled_from(("and", "or")), inner).map(" ".join)
    ),
    max_leaves=3,
)
_UNITS: Final = ("stops(", "own | (", "not ", "((", "popcount(", "x = own; ", "own|", "own<<1", "mine_0(", "1<2 and ")
_LONG: Final = st.builds(
    lambda unit, size, most, end: (unit * (size // len(unit) + 1))[:most] + end,
    st.sampled_from((*"({~a0 =é\n", *_UNITS)),
    st.sampled_from((10, 63, 64, 65, 600, 4100, 100_000)),
    st.sampled_from((4090, 4096, 4097, 200_000)),
    st.sampled_from(("", "own", "own" + ")" * 64, "1 < 2")),
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Return formulas and conditions, good and changed, deep, long, or meant for another parser."""
    is_condition = draw(st.sampled_from((False, False, False, True)))
    formulas = _FORMULAS | _FORMULAS.map("x = {0}; x | forward(x)".format)
    usual = changed(_CONDITIONS if is_condition else formulas, _ODD)
    text = draw(st.one_of(usual, usual, usual, usual, _LONG, st.sampled_from(PYTHON)))
    own = st.dictionaries(st.sampled_from(MINE), _FORMULAS | changed(_FORMULAS, _ODD), max_size=len(MINE))
    return Case(text, is_condition, own_layers(**draw(own)))


def run(count: int, seed: int, seconds: int = SECONDS) -> int:
    """Try this many texts in a process of its own and return the exit status: 0, or 1 when one goes wrong.

    A text is given up after so many ``seconds``, with the process; it is the last one in a file then.
    """
    with tempfile.TemporaryFile() as place:
        process, answers = in_child(lambda _: _try(count, seed, seconds, place.fileno()))
        _, status = os.waitpid(process, 0)
        os.close(answers)
        if os.WIFSIGNALED(status):
            place.seek(0)
            name, text = signal.Signals(os.WTERMSIG(status)).name, place.read().decode()
            print(f"the process ended with {name}\ntext of seed {seed} goes wrong:\n{text}", file=sys.stderr)
    return int(status != 0)


def _try(count: int, seed: int, seconds: int, place: int) -> None:
    """Try texts in this process, with limited memory; raises ``SystemExit`` after one that goes wrong."""
    for case in WARM:
        check(case)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    reached: list[str] = []
    guarded = [False]
    accepted: list[bool] = []

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if guarded[0] and event.startswith(FORBIDDEN) and not _is_of_compiler(event, details):
            reached.append(event)
            raise RuntimeError(f"{event} is reached")

    def check_noted(case: Case) -> None:
        os.ftruncate(place, 0)
        os.pwrite(place, shown(case).encode(), 0)
        reached.clear()
        signal.alarm(seconds)
        guarded[0] = True
        try:
            accepted.append(check(case))
        finally:
            guarded[0] = False
            signal.alarm(0)
        assert not reached, reached

    sys.addaudithook(watch)
    if examples(count, seed, "text", cases(), check_noted, lambda: f"{sum(accepted)} read"):
        raise SystemExit


def check(case: Case) -> bool:
    """Read a text and use what it gives; return whether it is a formula or a condition; raise whatever is wrong."""
    spent, read = _timed(case)
    if spent > LIMIT:  # The machine may have been busy.
        spent = min(spent, _timed(case._replace(text=f" {case.text}"))[0])
    assert spent <= LIMIT, f"reading takes {spent * 1000:.0f} ms"
    if read is None:
        return False
    sides = [side for position in POSITIONS for side in position.sides()]
    for side in sides:
        value = read.evaluate(side)
        assert isinstance(value, bool) if case.is_condition else 0 <= value <= BOARD, value
    if isinstance(read, Formula) and len(case.text) % 5 == 0:
        assert all(computed(read, side) == read.evaluate(side) for side in sides)
        side = sides[len(case.text) % len(sides)]
        assert steps(read, side).mask == read.evaluate(side)
        for _, row in itertools.islice(rows(steps(read, side)), 100):
            assert 0 <= row.mask <= BOARD
        language = tuple(LANGUAGES)[len(case.text) // 5 % len(LANGUAGES)]
        try:
            written = source(read, language).text
        except NoFormulaError:
            return True
        assert written.isprintable() or all(line.replace("\t", "").isprintable() for line in written.splitlines())
    return True


def _timed(case: Case) -> tuple[float, Any]:
    """Return the processor time that reading takes, and what is read, or None after a proper error."""
    read, error = None, None
    start = time.process_time()
    try:
        read = READERS[case.is_condition](case.text, case.names)
    except FormulaError as raised:
        error = raised
    spent = time.process_time() - start
    if error is not None:
        assert 1 <= error.column <= len(case.text) + 1, error.column
        assert 0 < len(error.message) <= 200, error.message
        assert error.message.isprintable(), error.message
    return spent, read


def _is_of_compiler(event: str, details: tuple[Any, ...]) -> bool:
    """Return whether an audit event is one of a formula's tree becoming a function, in which no text is compiled."""
    if event == "compile":
        return isinstance(details[0], ast.AST)
    return event == "exec" and details[0].co_filename == "<formula>"
