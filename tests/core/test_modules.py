from __future__ import annotations

import json
import time
import tracemalloc
from html import escape
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import START, Position
from pawnviz.core.data_files import DEEPEST, MOST_TOML_VALUES, MOST_VALUES, DataError, read_json, read_toml
from pawnviz.core.games.game_file import GameFile
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.link import LONGEST_LINK, Link, LinkedLayer, LinkError, is_link, read_link, write_link
from pawnviz.core.structures.table import read_user_structures
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import read_layers
from pawnviz.core.words import (
    capitalized,
    count_text,
    did_you_mean,
    escaped,
    folded,
    listed,
    lowered,
    plural,
    quoted,
    quoted_value,
    shortened,
    similar_names,
)

GAME = '[Event "Casual"]\n\n1. e4 e5 *\n'


def test_a_file_is_closed_at_the_end_of_its_block_also_by_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME)
    with GameFile(path) as file:
        assert file.read(0, 6) == b"[Event"
    with pytest.raises(ValueError, match="closed"):
        file.read(0, 6)
    with pytest.raises(KeyError, match="move"), GameFile(path) as other:
        raise KeyError("move")
    with pytest.raises(ValueError, match="closed"):
        other.read(0, 6)
    other.close()


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


OWN = UserLayer("mine", "Mine & <all>", "stops(own) - enemy", "é ~ % + &", Style(badge("M"), "#9c3f78", "", 0.5))
CALLER = UserLayer("caller", "Caller", "mine(own) | {e4}")


@pytest.mark.parametrize(
    "link",
    [
        Link(START),
        Link(Position.from_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR b HFhf - 2 9"), flipped=True),
        Link(START, (LinkedLayer("stops"), LinkedLayer("attacks", black=False), LinkedLayer("holes", white=False))),
        Link(START, (LinkedLayer("caller"),), (OWN, CALLER)),
        Link(START, tuple(LinkedLayer(name) for name in LAYERS)),
    ],
    ids=["position", "flipped", "layers", "own", "all layers"],
)
def test_a_link_that_was_written_is_read(link: Link) -> None:
    text = write_link(link)
    assert is_link(text) and text.isascii() and not set(text) & set(' <>"\n')
    assert read_link(text) == link
    assert read_link(f"  {text}\n") == link


def test_a_link_is_an_address_that_a_person_can_write() -> None:
    link = read_link(
        "pawnviz:?fen=8/1p6/8/8/8/8/1P6/8+w&layers=stops,+white.holes,stops,white.attacks,black.attacks&x=1"
    )
    assert link.position.placement() == "8/1p6/8/8/8/8/1P6/8"
    assert link.layers == (LinkedLayer("stops"), LinkedLayer("holes", black=False), LinkedLayer("attacks"))
    assert read_link("PAWNVIZ://?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8").layers == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("http://x", "a link begins with pawnviz:"),
        ("pawnviz:", "the link has no position; it is written like pawnviz:?fen="),
        ("pawnviz:?fen=8/8", "the position of the link cannot be read: "),
        ("pawnviz:?fen=%00%ff", "the position of the link cannot be read: "),
        ("pawnviz:?fen=8/8/8/8/8/8/8/8&flip=yes", "flip is 0 or 1, not “yes”"),
        ("pawnviz:?fen=8/8/8/8/8/8/8/8&layers=own.stops", "a layer is NAME, white.NAME or black.NAME"),
        ("pawnviz:?fen=8/8/8/8/8/8/8/8&layers=<b>", "“<b>” is no name of a layer"),
        ("pawnviz:?fen=8/8/8/8/8/8/8/8&layers=" + "a," * 400, "a link names at most 300 layers, this one names 400"),
        ("pawnviz:?fen=8/8/8/8/8/8/8/8&own=[1", "the user layers of the link cannot be read"),
        ("pawnviz:?fen=" + "8" * LONGEST_LINK, "a link has at most 60,000 characters, this one has"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(text: str, message: str) -> None:
    with pytest.raises(LinkError) as caught:
        read_link(text)
    assert str(caught.value).startswith(message)
    assert len(str(caught.value)) < 300 and str(caught.value).isprintable()


def test_a_formula_that_cannot_be_read_is_named() -> None:
    with pytest.raises(LinkError, match="the formula of mine in the link cannot be read"):
        read_link(write_link(Link(START, (), (OWN._replace(formula="stops(own"),))))


def test_a_link_that_would_be_too_long_is_not_written() -> None:
    with pytest.raises(LinkError, match="the link would have"):
        write_link(Link(START, (), (OWN._replace(definition="é" * 1000),) * 200))


PARTS = st.lists(
    st.one_of(
        st.sampled_from(
            ["fen=8/8/8/8/8/8/8/8", "flip=1", "&", "layers=stops", "own=", "own=" + quote('{"layers": [{}]}')]
        ),
        st.text(max_size=30),
        st.text(max_size=30).map(quote),
        st.builds("{}={}".format, st.sampled_from(["fen", "layers", "own", "flip"]), st.text(max_size=60).map(quote)),
    ),
    max_size=8,
)


@given(PARTS)
def test_any_text_is_a_link_or_is_said_to_be_none(parts: list[str]) -> None:
    try:
        link = read_link("pawnviz:?" + "&".join(parts))
    except LinkError as error:
        assert str(error) and len(str(error)) < 400
    else:
        assert read_link(write_link(link)) == link


def test_a_list_in_words() -> None:
    assert [listed(["a", "b", "c"][:count]) for count in range(4)] == ["", "a", "a and b", "a, b and c"]
    assert listed(("a", "b", "c"), "or") == "a, b or c"


def test_one_square_is_not_squares() -> None:
    assert [count_text(count, "square") for count in (0, 1, 2)] == ["0 squares", "1 square", "2 squares"]
    assert [count_text(count, "entry", "entries") for count in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert [plural(count, "it calls", "they call") for count in (1, 2)] == ["it calls", "they call"]


@given(st.text(st.sampled_from("&<>\"'ae;#é\n")))
def test_text_is_escaped_as_html_does(text: str) -> None:
    assert escaped(text) == escape(text)


def test_only_the_first_letter_changes_its_case() -> None:
    assert capitalized("the e4 of NumPy") == "The e4 of NumPy"
    assert lowered("Pawns of White") == "pawns of White"
    assert lowered("NumPy array") == "numPy array"
    assert lowered("FEN field") == "FEN field"
    assert capitalized("") == lowered("") == ""


def test_a_long_text_ends_with_three_dots_in_one_character() -> None:
    assert shortened("x" * 40) == "x" * 40
    assert shortened("x" * 41) == "x" * 39 + "…"
    assert shortened("abcdef", 4) == "abc…"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("own", "'own'"),
        ("a\nb", "'a\\nb'"),
        ("♔", "'\\u2654'"),
        ("z" * 41, f"'{'z' * 40}'..."),
        ("", "''"),
    ],
)
def test_a_text_is_quoted_in_plain_ascii(text: str, words: str) -> None:
    assert quoted(text) == words


@given(st.text(max_size=80))
def test_a_quotation_is_one_short_line_whatever_the_text_is(text: str) -> None:
    words = quoted(text)
    assert words.isascii() and words.isprintable() and len(words) <= 63
    assert words.endswith("...") or words == ascii(text)


def test_a_value_of_a_file_is_quoted_on_one_line_and_cut() -> None:
    assert quoted_value("abc") == "“abc”"
    assert quoted_value("a\nb") == "“a\\nb”"
    assert quoted_value([1]) == "“[1]”"
    assert len(quoted_value("x" * 1000)) == 40


def test_the_same_words_in_another_order_are_meant_before_all_names_that_look_alike() -> None:
    known = [*(f"file_{letter}" for letter in "abcdefgh"), *(f"rank_{number}" for number in range(1, 9)), "front_spans"]
    for letter in "abcdefgh":
        assert did_you_mean(f"{letter}_file", known, "") == f"did you mean file_{letter}?"
    assert did_you_mean("D-file", known, "") == "did you mean file_d?"
    assert (similar_names("7_rank", known), similar_names("spans front", known)) == (["rank_7"], ["front_spans"])


def test_the_names_most_like_a_name_are_offered_and_a_hint_where_there_is_none() -> None:
    known = ("front_spans", "rear_spans", "stops", "attacks")
    assert similar_names("Front-Span", known, 1) == ["front_spans"]
    assert did_you_mean("stop", known, "nothing is like it") == "did you mean stops?"
    assert did_you_mean("spans", known[:2], "") == "did you mean rear_spans or front_spans?"
    assert similar_names("isolatd", ("isolated_files", "isolated_pawns"), 1) == ["isolated_pawns"]
    assert did_you_mean("xyz", known, "see the list") == "see the list"
    assert (
        did_you_mean("passd", ("pawns", "passed_pawns", "passed_pawns_2"), "") == "did you mean passed_pawns or pawns?"
    )


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("MÜLLER", "muller"),
        ("Łukasz", "lukasz"),
        ("Sørensen", "sorensen"),
        ("Groß", "gross"),
        ("Đoković Þór Ægir Œuvre", "dokovic thor aegir oeuvre"),
        ("İnan Işık", "inan isik"),
        ("Dvor\N{COMBINING CARON}a\N{COMBINING ACUTE ACCENT}k", "dvorak"),
        ("Nguyễn", "nguyen"),
        ("Андрей", "андреи"),
        ("\N{COMBINING ACUTE ACCENT}", ""),
        ("Karpov, A.", "karpov, a."),
    ],
)
def test_a_text_is_folded_without_capitals_and_accents(text: str, written: str) -> None:
    assert folded(text) == folded(written) == folded(text.upper()) == written
