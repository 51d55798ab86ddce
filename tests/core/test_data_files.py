"""JSON and TOML are read within limits, and what is beyond them is named before a library parses it."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.data_files import DEEPEST, MOST_TOML_VALUES, MOST_VALUES, DataError, read_json, read_toml
from pawnviz.core.structures.table import read_user_structures
from pawnviz.core.user_layers.file import read_layers

DEEP = f"brackets stand more than {DEEPEST} deep within each other"
KEY = "a dotted key has more than 8 parts"
MANY_TOML = f"there are more than {MOST_TOML_VALUES:,} values, the most that are read"
MANY = f"there are more than {MOST_VALUES:,} values, the most that are read"
HOSTILE_TOML = {
    ".".join(["a"] * 20_000) + "=1": f"line 1: {KEY}",
    "# A comment\n\n" + " . ".join(['"a"'] * 9) + " = 1": f"line 3: {KEY}",
    "x = '''\n\n'''\n[" + ".".join(["'a'"] * 9) + "]": f"line 4: {KEY}",
    "x = {" + ".".join("a" * 9) + " = 1}": f"line 1: {KEY}",
    "".join(f"{'.'.join(f'a{number}' * 1 for _ in range(8))} = 1\n" for number in range(9_000)): MANY_TOML,
    "".join(f"a{number} = 1\n" for number in range(30_000)): MANY_TOML,
    "[[structure]]\n" * 30_000: MANY_TOML,
    "a = [" + "1," * 30_000 + "]": MANY_TOML,
    "a = " + "[" * 5_000: f"line 1: {DEEP}",
    "\na = " + "{ a = " * 100: f"line 2: {DEEP}",
    "#\n" * 200_000: MANY_TOML,
    'a = "' + r"\"" * 200_000: MANY_TOML,
    "a = " + "1" * 5_000: "this TOML cannot be read: a number is too long",
}
HOSTILE_JSON = {
    "[" * 200_000: MANY,
    "[" * 50_000: f"line 1: {DEEP}",
    '{"a":\n' * 50_000: f"line 33: {DEEP}",
    "[" + "[]," * 500_000 + "[]]": MANY,
    "[" + '"",' * 500_000 + '""]': MANY,
    "{" + ",".join(f'"{number}":0' for number in range(200_000)) + "}": MANY,
    '["' + r"\"" * 500_000: MANY,
    "9" * 1_000_000: "this JSON cannot be read: a number is too long",
}


def test_texts_beyond_the_limits_are_named_at_once_and_cost_no_memory() -> None:
    for text, message in HOSTILE_TOML.items():
        tracemalloc.start()
        started = time.process_time()
        with pytest.raises(DataError) as caught:
            read_toml(text)
        assert str(caught.value) == message
        assert time.process_time() - started < 1
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
        tracemalloc.stop()
    for text, message in HOSTILE_JSON.items():
        with pytest.raises(DataError) as caught:
            read_json(text)
        assert str(caught.value) == message


def test_brackets_quotes_and_dots_within_strings_and_comments_do_not_count() -> None:
    text = '[{"' + '"'.join(("[{,." * 50_000, "}")).replace('"}', r"\"}") + '": [1]}]'
    assert read_json(text) == json.loads(text)
    inner = ".[{,=" * 10_000
    toml = f"""a = "{inner}"  # {inner}\nb = '{inner}'\nc = '''{inner}\n'{inner}'''\nd = \"\"\"{inner}\\\"\"\"\"\"\""""
    assert set(read_toml(toml)) == set("abcd")


@given(
    st.recursive(
        st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_every_small_value_is_read_as_json_reads_it(value: object) -> None:
    assert read_json(json.dumps(value)) == value


def test_a_fault_names_its_line_in_the_whole_file() -> None:
    with pytest.raises(DataError, match=r"^line 2, column 3: this is not JSON \(expecting value\)$") as caught:
        read_json("[\n1,x]")
    assert caught.value.is_syntax
    with pytest.raises(DataError, match=r"^invalid value \(at line 12, column 5\)$"):
        read_toml("a = 1\nb = x", 10)


def test_hostile_files_of_layers_and_structures_are_read_or_refused_at_once() -> None:
    """Return within a second of processor time, whichever of a hundred entries are wrong."""
    pieces = '{"a":[' + "[]," * 30_000
    for layers in (
        '{"pawnviz":"layers","layers":[' + '{"a":' * 400 + "[],",
        '{"pawnviz":"layers","layers":["' + pieces * 30,
        '{"pawnviz":"layers","layers":["{"a":[' + "[]," * 30_000 + "]}," + pieces,
    ):
        started = time.process_time()
        assert read_layers(layers)[0] == ()
        assert time.process_time() - started < 1
    for text in (*HOSTILE_TOML, "[[structure]]\ntitle =\n" * 4_000):
        started = time.process_time()
        structures, faults = read_user_structures(text.encode())
        assert structures == () and faults
        assert time.process_time() - started < 1
