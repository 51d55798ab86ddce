"""Files of layers: what is written is read again, and of a damaged file the good entries."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.formula.parser import LONGEST_TEXT
from pawnviz.core.layers import LAYERS, NUMBERS
from pawnviz.core.layers.marks import Style, badge, hatch
from pawnviz.core.layers.registry import LONGEST_DEFINITION, LONGEST_TITLE, identifier_for
from pawnviz.core.user_layers.collection import MOST_LAYERS, USER_STYLE, UserLayer, UserLayers
from pawnviz.core.user_layers.file import LARGEST_FILE, formula_faults, read_draft, read_layers, write_layers


def own(identifier: str, formula: str, title: str = "", definition: str = "", style: Style = USER_STYLE) -> UserLayer:
    return UserLayer(identifier, title or identifier.capitalize(), formula, definition, style)


def messages(text: str) -> list[str]:
    return [str(fault) for fault in read_layers(text)[1]]


def file_of(*entries: object, **head: object) -> str:
    return json.dumps({"pawnviz": "layers", "version": 1, "layers": entries} | head)


def entry(**values: object) -> dict[str, object]:
    return {"identifier": "mine", "title": "Mine", "formula": "own"} | values


FILE = """\
{
  "pawnviz": "layers",
  "version": 1,
  "layers": [
    {
      "identifier": "my_holes",
      "title": "Löcher",
      "definition": "",
      "formula": [
        "mine = rank_3 | rank_4;",
        "mine - front_attack_spans(own)"
      ],
      "mark": ["badge", "disc", "½"],
      "white": "",
      "black": "#9c3f78",
      "opacity": 0.8
    }
  ]
}
"""


def test_a_file_is_written_for_people() -> None:
    layer = UserLayer("my_holes", "Löcher", "mine = rank_3 | rank_4;\nmine - front_attack_spans(own)")
    text = write_layers([layer._replace(style=Style(badge("½"), "", "#9c3f78", 0.8))])
    assert text == FILE
    assert write_layers([]) == '{\n  "pawnviz": "layers",\n  "version": 1,\n  "layers": []\n}\n'


@st.composite
def user_layers(draw: st.DrawFn) -> tuple[UserLayer, ...]:
    titles = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=20)
    texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
    colors = st.sampled_from(["", "#123456", "#ABCDEF"])
    marks = st.sampled_from([hatch("waves"), badge("½"), badge("")])
    styles = st.builds(Style, marks, colors, colors, st.floats(0.2, 1))
    taken: list[str] = []
    entries = []
    for title in draw(st.lists(titles, max_size=5)):
        taken.append(identifier_for(title, taken))
        definition = draw(titles)
        entries.append(UserLayer(taken[-1], title, draw(texts), definition, draw(styles)))
    return tuple(entries)


@pytest.mark.slow
@given(user_layers())
def test_what_is_written_is_read_again(entries: tuple[UserLayer, ...]) -> None:
    assert read_layers(write_layers(entries)) == (entries, ())
    assert read_layers("\ufeff" + write_layers(entries)) == (entries, ())


def test_an_entry_needs_but_a_title_or_a_name_and_a_formula() -> None:
    entries, faults = read_layers(
        file_of({"title": "Lasting holes", "formula": "own"}, {"identifier": "my_rams", "formula": ["own", "& enemy"]})
    )
    assert faults == ()
    assert entries == (
        UserLayer("lasting_holes", "Lasting holes", "own"),
        UserLayer("my_rams", "My rams", "own\n& enemy"),
    )


def test_a_style_may_be_given_in_part() -> None:
    (one, two), faults = read_layers(
        file_of(entry(identifier="one", mark=["badge", "disc", "M"]), entry(identifier="two", white="#112233"))
    )
    assert faults == ()
    assert one.style == Style(badge("M"))
    assert two.style == USER_STYLE._replace(white_color="#112233")


@pytest.mark.parametrize(
    ("values", "said", "kept"),
    [
        (7, "entry 2: an entry is an object with a title and a formula", False),
        ({}, "entry 2: a formula is expected, as a text or a list of lines", False),
        (entry(formula=[]), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (entry(formula=["own", 3]), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (entry(formula="\ud800"), "entry 2 “Mine”: a formula is expected, as a text or a list of lines", False),
        (
            entry(formula="x" * 4097),
            "entry 2 “Mine”, column 4097 of the formula: a formula is at most 4096 characters long, this one is 4097",
            False,
        ),
        ({"formula": "own"}, "entry 2 “my_layer”: a title is expected", True),
        (entry(title=5), "entry 2 “mine”: a title is a text", True),
        (
            entry(title="x" * 61),
            "entry 2 “" + "x" * 37 + "…”: a title is at most 60 characters long, this one is 61",
            True,
        ),
        (
            entry(title="a\u202eb"),
            "entry 2 “a\\u202eb”: a title is one line of printable characters; RIGHT-TO-LEFT",
            True,
        ),
        (entry(definition=[]), "entry 2 “Mine”: a definition is a text", True),
        (entry(identifier=5), "entry 2 “Mine”: an identifier is a text such as lasting_holes", True),
        (
            entry(identifier="My Holes"),
            "entry 2 “Mine”: “My Holes” is not a name; names are written with a to z, digits and _, "
            "like lasting_holes; this one is read as my_holes",
            True,
        ),
        (entry(identifier="good"), "entry 2 “Mine”: good is the name of an entry before it; this one is read as", True),
        (entry(identifier="stops"), "entry 2 “Mine”: stops is a built-in layer; this one is read as stops_2", True),
        (entry(mark="tint"), "entry 2 “Mine”: a mark is a family, a shape and a label", True),
        (entry(opacity=7), "entry 2 “Mine”: the opacity is 0.2 to 1", True),
        (entry(white=None), "entry 2 “Mine”: a color is #rrggbb, or empty for the theme's", True),
    ],
)
def test_a_bad_entry_is_named_and_the_others_are_read(values: object, said: str, kept: bool) -> None:
    before, after = entry(identifier="good"), entry(identifier="last")
    text = file_of(before, values, after)
    entries, faults = read_layers(text)
    assert len(faults) == 1
    assert str(faults[0]).startswith(said)
    names = [layer.identifier for layer in entries]
    assert (names[0], names[-1], len(names)) == ("good", "last", 2 + kept)
    UserLayers(entries)


def test_a_layer_whose_name_became_a_built_in_one_keeps_its_callers() -> None:
    text = file_of(entry(identifier="stops", formula="{e4}"), entry(identifier="caller", formula="stops(own) | own"))
    layers = UserLayers(read_layers(text)[0])
    assert layers.entry("caller").formula == "stops_2(own) | own"
    text = file_of(entry(identifier="stops", formula="stops(own) & rank_4"))
    assert read_layers(text)[0][0].formula == "stops(own) & rank_4", "its own call can mean the built-in one alone"


def test_a_layer_whose_name_became_a_word_of_formulas_keeps_its_callers() -> None:
    text = file_of(entry(identifier="pieces", formula="men(own)"), entry(identifier="caller", formula="pieces(own)"))
    layers = UserLayers(read_layers(text)[0])
    assert [layer.formula for layer in layers.entries] == ["men(own)", "pieces_2(own)"]
    assert layers.faults == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1, column 1: this is not JSON (expecting value)"),
        ("[" * 100_000, "line 1: brackets stand more than 32 deep within each other"),
        ("[" + "[]," * 100_000, "there are more than 100,000 values, the most that are read"),
        ("[]", 'this is not a file of layers; it should be an object with "pawnviz": "layers"'),
        ('{"pawnviz": "settings", "version": 1}', "this is not a file of layers"),
        ('{"pawnviz": "layers", "version": 1}', '"layers" is a list of entries'),
        (file_of(version=None), '"version" should be 1, not “None”'),
        (file_of(version=0), '"version" should be 1, not “0”'),
        (
            file_of(version=2),
            "the file is of version 2, written by a newer pawnviz; the parts that version 1 has as well",
        ),
        (" " * (LARGEST_FILE + 1), "a file of layers has at most 6000000 characters, this one has 6000001"),
    ],
)
def test_a_file_that_is_none_is_reported_in_a_sentence(text: str, said: str) -> None:
    entries, faults = read_layers(text)
    assert entries == ()
    assert len(faults) == 1
    assert str(faults[0]).startswith(said)
    assert faults[0].entry == 0


def test_of_a_file_that_is_cut_off_or_broken_the_good_entries_are_read() -> None:
    text = write_layers([own("one", "own"), own("two", "enemy"), own("three", "own")])
    cut = text[: text.index('"three"')]
    assert [layer.identifier for layer in read_layers(cut)[0]] == ["one", "two"]
    assert messages(cut) == ["line 26, column 21: this is not JSON (expecting value); 2 entries were read nevertheless"]
    broken = text.replace('"formula": "enemy"', '"formula": "enemy')
    assert [layer.identifier for layer in read_layers(broken)[0]] == ["one", "three"]
    assert messages(broken)[0].startswith("line 19, column 25: this is not JSON (invalid control character at)")


def test_a_file_holds_no_more_layers_than_there_may_be() -> None:
    entries, faults = read_layers(file_of(*({"title": f"Layer {n}", "formula": "own"} for n in range(MOST_LAYERS + 1))))
    assert len(entries) == MOST_LAYERS
    assert str(faults[0]) == "there are at most 200 layers; this file has 201"


def test_faults_of_formulas_have_their_entry_and_column() -> None:
    entries, _ = read_layers(
        file_of(entry(identifier="good"), entry(identifier="bad", title="Bad", formula="own & & own"))
    )
    faults = formula_faults(entries, UserLayers(entries))
    assert [str(fault) for fault in faults] == [
        "“Bad”, column 7 of the formula: expected a set of squares such as own, {e4} or stops(own), found '&'"
    ]


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(
            st.sampled_from(["identifier", "title", "formula", "definition", "mark", "white", "black", "opacity", "x"]),
            values,
            max_size=8,
        )
    ),
    max_leaves=25,
)


def check_reader(text: str) -> None:
    """Read a text and see that what is taken can be kept, written and read again, and that words fit on a line."""
    entries, faults = read_layers(text)
    layers = UserLayers(entries)
    assert layers.faults.keys() <= layers.layers.keys()
    assert read_layers(write_layers(entries)) == (entries, ())
    for fault in (*faults, *formula_faults(entries, layers)):
        assert str(fault).isprintable()
        assert len(str(fault)) <= 400
        assert fault.entry >= 0
    for layer in entries:
        assert 0 < len(layer.title) <= LONGEST_TITLE
        assert len(layer.definition) <= LONGEST_DEFINITION
        assert len(layer.formula) <= LONGEST_TEXT
        assert layer.identifier not in LAYERS and layer.identifier not in NUMBERS


@given(st.text() | st.builds(json.dumps, JSON) | st.builds(file_of, JSON, JSON, JSON))
def test_the_reader_takes_any_text(text: str) -> None:
    check_reader(text)


@given(user_layers(), st.data())
def test_the_reader_takes_a_file_that_was_changed_by_hand(entries: tuple[UserLayer, ...], data: st.DataObject) -> None:
    text = write_layers(entries)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    check_reader(text[:start] + data.draw(st.text('[]{}",:\\ab1\n', max_size=5)) + text[end:])


_HEAD = '{"pawnviz": "layers", "version": 1, "layers": ['
_LONG = own("long", "own" + "\n" * (LONGEST_TEXT - 3), "A" * LONGEST_TITLE, "b" * LONGEST_DEFINITION)


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("", "["),
        ("", "{"),
        ("", '"'),
        ("", '"layers" : ['),
        (_HEAD, "["),
        (_HEAD, "{"),
        (_HEAD, '"'),
        (_HEAD, '{"a":'),
        (_HEAD, '{"a":"'),
        (_HEAD, '{"a":"\\"'),
        (_HEAD, "{},"),
        (_HEAD, f"{json.dumps(entry(formula=_LONG.formula))}, "),
        (f'{_HEAD}{{"a":"', "\\"),
        (f'{_HEAD}{{"identifier":"', "a_"),
    ],
)
def test_a_file_made_to_be_slow_is_not(head: str, unit: str) -> None:
    text = (head + unit * (8_000_000 // len(unit)))[:8_000_000]
    began = time.thread_time()
    read_layers(text)
    assert time.thread_time() - began < 1


def test_of_the_largest_file_cut_in_its_last_entry_all_others_are_read() -> None:
    text = write_layers([_LONG._replace(identifier=f"long_{number}") for number in range(MOST_LAYERS)])
    began = time.thread_time()
    entries, faults = read_layers(text[:-100])
    assert time.thread_time() - began < 1
    assert (len(entries), len(faults)) == (MOST_LAYERS - 1, 1)


def test_the_most_and_longest_layers_make_a_file_that_is_read_again() -> None:
    entries = tuple(_LONG._replace(identifier=f"long_{number}") for number in range(MOST_LAYERS))
    text = write_layers(entries)
    assert len(text.encode()) <= LARGEST_FILE
    assert read_layers(text) == (entries, ())


def test_a_draft_comes_back_as_it_was_written_where_it_could_not_be_kept_so() -> None:
    for draft in (
        own("", "own &", "A title"),
        own("stops", "own", "t" * (LONGEST_TITLE + 1), "d\x01" * LONGEST_DEFINITION),
        own("mine", "own | " * LONGEST_TEXT, style=Style(badge("B"), "#000000", "", 0.5)),
    ):
        assert read_draft(write_layers([draft])) == draft


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        file_of(),
        file_of(3),
        file_of({"title": "One"}),
        file_of(entry(title=3)),
        file_of(entry(title="\ud800")),
    ],
)
def test_what_is_no_layer_is_no_draft(text: str) -> None:
    assert read_draft(text) is None


@given(st.text() | st.builds(json.dumps, JSON) | st.builds(file_of, JSON))
def test_a_draft_is_read_from_any_text_without_an_error(text: str) -> None:
    draft = read_draft(text)
    assert draft is None or read_draft(write_layers([draft])) == draft
