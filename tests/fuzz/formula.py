"""Tries texts that are formulas and conditions, nearly so, and nothing like them, in a process with little room.

Each must give a formula or a ``FormulaError`` within 50 ms, whose column is within the text or right behind it. What is
read is computed, taken apart and written as code. The process may use 1 GiB and 5 s for a text, and runs nothing: an
audit hook stops it where a text reaches Python's parser, a file, another module or another program.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from pawnviz.core.board.bitboard import BOARD
from pawnviz.core.board.position import START, Position
from pawnviz.core.formula.code import code
from pawnviz.core.formula.compiler import computed
from pawnviz.core.formula.conditions import parse_condition
from pawnviz.core.formula.languages import LANGUAGES
from pawnviz.core.formula.names import (
    CONSTANTS,
    FILLS,
    HALVES,
    NAMES,
    PIECE_SETS,
    RANKS_OF_SIDES,
    RELATIVE_FILLS,
    RELATIVE_STEPS,
    SIDES,
    STEPS,
)
from pawnviz.core.formula.parser import FormulaError, parse
from pawnviz.core.formula.steps import NoFormulaError, rows, steps
from pawnviz.core.formula.tree import Formula
from pawnviz.core.layers import LAYERS, NUMBERS, Chapter, Layer
from pawnviz.core.layers.marks import badge
from tests.fuzz.fen import ODD_CHARACTERS
from tests.fuzz.frame import (
    Mutation,
    deleted,
    in_slice,
    inserted,
    mutated,
    repeated,
    shown,
    shuffled_words,
    spliced,
    swapped_case,
)

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


def run(count: int, seed: int, fault: str = "", seconds: int = SECONDS) -> int:
    """Try this many texts in a process of its own and return the exit status: 0, or 1 when one goes wrong.

    ``fault`` makes the process go wrong on purpose, in one of the ways of ``FAULTS``. A text is given up after so many
    ``seconds``, with the process.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "number")
        numbers = (str(number) for number in (count, seed, seconds))
        words = [sys.executable, "-m", "tests.fuzz.formula", str(place), *numbers, "--fault", fault]
        done = subprocess.run(words, cwd=Path(__file__).parents[2], timeout=60 + count * seconds, check=False)
        if done.returncode in (0, 1):
            return done.returncode
        number = int.from_bytes(place.read_bytes(), "little")
    name = signal.Signals(-done.returncode).name if done.returncode < 0 else f"exit status {done.returncode}"
    print(f"the process ended with {name}\n{_shown(number, seed)}", file=sys.stderr)
    return 1


def make_case(seed: int, number: int) -> Case:
    """Return the case with this number of the cases of a seed."""
    numbers = random.Random(seed << 32 | number)
    names = _user_layers(numbers) if numbers.random() < 0.2 else {}
    writer = _Writer(numbers, tuple(names))
    is_condition = numbers.random() < 0.2
    if number % 50 == 49:
        return Case(_long(numbers), is_condition, names)
    if numbers.random() < 0.06:
        return Case(numbers.choice(PYTHON), is_condition, names)
    text = writer.condition() if is_condition else writer.formula()
    return Case(mutated(text, _MUTATIONS, numbers), is_condition, names)


def check(case: Case, number: int = 0) -> bool:
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
        if isinstance(read, Formula) and number % 10 == 0:
            assert computed(read, side) == value
    if isinstance(read, Formula) and number % 10 == 0:
        side = sides[number // 10 % len(sides)]
        assert steps(read, side).mask == read.evaluate(side)
        for _, row in itertools.islice(rows(steps(read, side)), 100):
            assert 0 <= row.mask <= BOARD
        language = tuple(LANGUAGES)[number // 10 % len(LANGUAGES)]
        try:
            source = code(read, language)
        except NoFormulaError:
            return True
        assert source.isprintable() or all(line.replace("\t", "").isprintable() for line in source.splitlines())
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


# Texts


class _Writer:
    """Writes random formulas and conditions by their grammar."""

    def __init__(self, numbers: random.Random, names: tuple[str, ...]) -> None:
        self._numbers = numbers
        self._names = names
        self._locals: list[str] = []

    def formula(self) -> str:
        return f"{self._bindings()}{self._set(self._numbers.choice((1, 2, 3, 3, 4, 6)))}"

    def condition(self) -> str:
        return f"{self._bindings()}{self._truth(self._numbers.choice((1, 1, 2, 3)))}"

    def _bindings(self) -> str:
        text = ""
        while self._numbers.random() < 0.2:
            name = self._numbers.choice(("x", "y", "stops", "_", "A", "aB_1", "int", "None"))
            if name not in self._locals:
                text += f"{name} = {self._set(2)}; "
                self._locals.append(name)
        return text

    def _set(self, depth: int) -> str:
        numbers = self._numbers
        kind = numbers.randrange(9) if depth else 0
        if kind < 2:
            return self._atom()
        if kind < 5:
            sign = numbers.choice("|&^-")
            parts = [self._set(depth - 1) for _ in range(numbers.choice((2, 2, 3, 5)))]
            text = f" {sign} ".join(parts)
            return f"({text})" if numbers.random() < 0.8 else text
        inner = self._set(depth - 1)
        if kind == 5:
            return f"~{inner}"
        if kind == 6:
            return f"({inner} {numbers.choice(('<<', '>>'))} {numbers.randrange(64)})"
        if kind == 7:
            name = numbers.choice((*STEPS, *RELATIVE_STEPS))
            return f"{name}({inner}, {numbers.randrange(8)})" if numbers.random() < 0.5 else f"{name}({inner})"
        return f"{numbers.choice((*FILLS, *RELATIVE_FILLS, *LAYERS, *LAYERS, *self._names))}({inner})"

    def _atom(self) -> str:
        numbers = self._numbers
        kind = numbers.randrange(7)
        if kind == 0:
            squares = (numbers.choice("abcdefgh") + numbers.choice("12345678") for _ in range(3))
            return "{" + " ".join(squares) + "}"
        if kind == 1:
            return f"0x{numbers.getrandbits(numbers.choice((4, 16, 64))):x}"
        if kind == 2:
            return f"{numbers.choice((*PIECE_SETS, *RANKS_OF_SIDES))}({numbers.choice(SIDES)})"
        if kind == 3:
            return f"{numbers.choice((*LAYERS, *self._names))}({numbers.choice(SIDES)})"
        if kind == 4 and self._locals:
            return numbers.choice(self._locals)
        return numbers.choice((*NAMES, *NAMES, *HALVES, *CONSTANTS))

    def _truth(self, depth: int) -> str:
        kind = self._numbers.randrange(5) if depth else 0
        if kind < 2:
            return f"{self._number()} {self._numbers.choice(('<', '<=', '==', '!=', '>=', '>'))} {self._number()}"
        if kind == 2:
            return f"not {self._truth(depth - 1)}"
        if kind == 3:
            return f"({self._truth(depth - 1)})"
        return f"{self._truth(depth - 1)} {self._numbers.choice(('and', 'or'))} {self._truth(depth - 1)}"

    def _number(self) -> str:
        kind = self._numbers.randrange(3)
        if kind == 0:
            return str(self._numbers.randrange(self._numbers.choice((3, 65, 10000))))
        return f"{self._numbers.choice(('popcount', *NUMBERS)) if kind == 1 else 'popcount'}({self._set(2)})"


def _user_layers(numbers: random.Random) -> dict[str, Layer]:
    """Return layers that call one another, now and then in a circle, some of them wrong."""
    names = [f"mine_{number}" for number in range(numbers.choice((1, 3, 8, 30, 100)))]
    layers = {}
    for place, name in enumerate(names):
        callable_names = tuple(names) if numbers.random() < 0.05 else tuple(names[max(0, place - 5) : place])
        text = _Writer(numbers, callable_names * 20).formula()
        if numbers.random() < 0.02:
            text = numbers.choice(_MUTATIONS)(text, numbers)
        layers[name] = Layer(name, name, Chapter("Mine", ""), text, "", badge("•"), lambda side: side.pawns)
    return layers


def _long(numbers: random.Random) -> str:
    """Return a deep or a long text."""
    opening = ("(", "~", "stops(", "own | (", "not ", "{", "((", "popcount(", "x = own; ", "own|", "own - ", "mine_0(")
    unit = numbers.choice((*opening, "safe_squares(", "a", "0", " ", "\n", "=", "own<<1", "é", "{a1}|", "1<2 and "))
    text = unit * (numbers.choice((10, 63, 64, 65, 600, 4100, 100_000)) // len(unit) + 1)
    end = numbers.choice(("", "own", "own" + ")" * text.count("("), "1 < 2"))
    return text[: numbers.choice((4090, 4096, 4097, 200_000))] + end


_WORDS: Final = (
    *(*NAMES, *HALVES, *CONSTANTS, *STEPS, *FILLS, *PIECE_SETS, *LAYERS, *NUMBERS, "popcount", "and", "or", "not"),
    *("<<", ">>", "|", "&", "^", "-", "~", "(", ")", "{", "}", ",", "=", ";", "<", "<=", "==", "!=", "7", "64"),
    *("{e4}", "0xff", "e9", "x"),
)


def _look_alike(text: str, numbers: random.Random) -> str:
    pair = numbers.choice(("oо", "aа", "eе", "(（", "-−", "|｜", "1１", "  ", "~∼", "pр"))
    return text.replace(pair[0], pair[1], numbers.choice((1, -1)))


_MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(inserted((*_WORDS, *ODD_CHARACTERS)), in_slice(lambda part, numbers: f" {numbers.choice(_WORDS)} "), deleted),
    *(repeated(2, 3, 40, 700), _look_alike, swapped_case, shuffled_words),
    spliced(lambda numbers: _Writer(numbers, ()).formula()),
)

# The process


def _hang(text: str, names: Mapping[str, Layer]) -> Formula:
    while True:
        pass


def _fill_memory(text: str, names: Mapping[str, Layer]) -> Formula:
    return Formula(text, (), parse("own").result, size=len(bytearray(2 * MEMORY)))


def _execute(text: str, names: Mapping[str, Layer]) -> Formula:
    eval("1")
    raise FormulaError(1, "wrong")


def _die(text: str, names: Mapping[str, Layer]) -> Formula:
    os.abort()


def _point_beside(text: str, names: Mapping[str, Layer]) -> Formula:
    raise FormulaError(len(text) + 2, "wrong")


def _recurse(text: str, names: Mapping[str, Layer]) -> Formula:
    return _recurse(text, names)


FAULTS: Final[dict[str, Callable[[str, Mapping[str, Layer]], Formula]]] = {
    "hang": _hang,
    "memory": _fill_memory,
    "execute": _execute,
    "die": _die,
    "column": _point_beside,
    "recursion": _recurse,
}
"""Faults by name, to see that they are found."""


def _is_of_compiler(event: str, details: tuple[Any, ...]) -> bool:
    """Return whether an audit event is one of a formula's tree becoming a function, in which no text is compiled."""
    if event == "compile":
        return isinstance(details[0], ast.AST)
    return event == "exec" and details[0].co_filename == "<formula>"


def _shown(number: int, seed: int) -> str:
    case = make_case(seed, number)
    layers = "".join(f"\nwith {name} = {layer.formula!a}" for name, layer in case.names.items())
    kind = "condition" if case.is_condition else "formula"
    return f"{kind} {number} of seed {seed} goes wrong:\n{shown(case.text)}{layers}"


def main(argv: list[str] | None = None) -> int:
    """Try texts in this process, with limited memory; the process is of no use for anything else afterwards."""
    import resource

    parser = argparse.ArgumentParser()
    parser.add_argument("place", type=Path)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("seconds", type=int)
    parser.add_argument("--fault", default="")
    options = parser.parse_args(argv)
    for text in ("ownn", "é", "own | own", "island_count(own)"):  # What is imported at the first need, is now.
        check(Case(text, False, {}))
    check(Case("popcount(own) > popcnt(own)", True, {}))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    reached: list[str] = []
    guarded = [True]

    def watch(event: str, details: tuple[Any, ...]) -> None:
        if guarded[0] and event.startswith(FORBIDDEN) and not _is_of_compiler(event, details):
            reached.append(event)
            raise RuntimeError(f"{event} is reached")

    place = os.open(options.place, os.O_WRONLY | os.O_CREAT)
    sys.addaudithook(watch)
    if options.fault:
        READERS[False] = READERS[True] = FAULTS[options.fault]
    start = time.monotonic()
    accepted = 0
    for number in range(options.count):
        os.pwrite(place, number.to_bytes(8, "little"), 0)
        signal.alarm(options.seconds)
        try:
            accepted += check(make_case(options.seed, number), number)
            assert not reached, reached
        except BaseException:
            signal.alarm(0)
            guarded[0] = False
            print(f"{traceback.format_exc(limit=-8)}\n{_shown(number, options.seed)}", file=sys.stderr)
            return 1
        if (number + 1) % max(options.count // 10, 1) == 0:
            print(f"{number + 1} texts, {accepted} read, {time.monotonic() - start:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
