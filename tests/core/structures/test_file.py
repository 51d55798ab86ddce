"""Files of structures: what is read, and what is said of what cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawnviz.core.structures.file import MOST_STRUCTURES, read_structures
from pawnviz.core.structures.table import built_in_structures, read_user_structures
from pawnviz.resources import read_resource

WHOLE = """
[[structure]]
identifier = "carlsbad_with_h4"
title = "Carlsbad with h4"
reversed_title = "Carlsbad with h5"
family = "Queen's Gambit"
color = "white"
pattern = "W d4 e2/e3 -c h4; B d5 c6/c7 -e"
where = '''
island_count(own) <= 2
and popcount(enemy) >= 6'''
explanation = "White has at most two islands."
leads = ["carlsbad"]
white_plans = "Goes on with h4-h5."
black_plans = "Stops the pawn with h7-h5."

[[structure]]
title = "Small Center 2"
pattern = "W d3 e3"
"""


def faults(text: str) -> list[str]:
    return list(map(str, read_user_structures(text.encode())[1]))


def entry(lines: str) -> str:
    return f"[[structure]]\ntitle = 'Chain'\npattern = 'W d4 e5'\n{lines}\n"


def test_an_entry_says_everything_of_a_structure() -> None:
    (whole, short), found_faults = read_user_structures(WHOLE.encode())
    assert found_faults == ()
    assert (whole.identifier, whole.title, whole.family) == ("carlsbad_with_h4", "Carlsbad with h4", "Queen's Gambit")
    assert whole.rule.where == "island_count(own) <= 2 and popcount(enemy) >= 6"
    assert (whole.title_for(False), whole.leads) == ("Carlsbad with h5", ("carlsbad",))
    assert [plan.sentence for plan in whole.plans_for(True, owner=True)] == ["Goes on with h4-h5."]
    assert [plan.sentence for plan in whole.plans_for(True, owner=False)] == ["Stops the pawn with h2-h4."]
    assert whole.rule_for(True).endswith("No pawn on a named square is doubled. White has at most two islands.")
    assert (short.identifier, short.family, short.plans) == ("small_center_2", "Your structures", ((), ()))


def test_the_built_in_structures_have_no_faults_and_lead_only_known_ones() -> None:
    structures, found_faults = read_structures(read_resource("structures.toml"))
    assert (structures, found_faults) == (built_in_structures(), ())
    identifiers = {structure.identifier for structure in structures}
    assert all(set(structure.leads) <= identifiers for structure in structures)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (entry("pattren = 'W d4'"), "entry 1 “Chain”: “pattren” is not known; did you mean pattern?"),
        (entry("color = 'green'"), "entry 1 “Chain”, color: expected white, black or both, found “green”"),
        (
            entry("color = 'both'"),
            "entry 1 “Chain”, pattern: a structure of both colors asks the same of White and of Black",
        ),
        (
            entry("example = '8/8/8/8/4P3/8/8/8'"),
            "entry 1 “Chain”, example: these pawns are not as the pattern and the condition demand",
        ),
        (
            entry("example = '8/8/8/8/4P2/8/8/8'"),
            "entry 1 “Chain”, example: Rank 4 of the placement, '4P2', has 7 squares; a rank has 8.",
        ),
        (entry("leads = ['carlsbat']"), "entry 1 “Chain”, leads: “carlsbat” is not known; did you mean carlsbad?"),
        (entry("leads = ['chain']"), "entry 1 “Chain”, leads: “chain” is not known; "),
        (entry("leads = 'carlsbad'"), 'entry 1 “Chain”, leads: expected a list of identifiers such as ["carlsbad"]'),
        (entry("keeps_title = 1"), "entry 1 “Chain”, keeps_title: expected true or false"),
        (entry("general = 'yes'"), "entry 1 “Chain”, general: expected true or false"),
        (entry("least_pawns = 9"), "entry 1 “Chain”, least_pawns: expected a number of pawns from 0 to 8"),
        (entry("least_pawns = true"), "entry 1 “Chain”, least_pawns: expected a number of pawns from 0 to 8"),
        (
            entry("pieces = 'popcount(horses(own)) >= 1'"),
            "entry 1 “Chain”, column 10 of pieces: 'horses' is not known; did you mean holes?",
        ),
        (
            entry("white_plans = 3"),
            "entry 1 “Chain”, white_plans: "
            'expected sentences, or tables such as { text = "...", if = "..." }, found “3”',
        ),
        (
            entry("white_plans = [{ text = 'Waits.', when = 'now' }]"),
            "entry 1 “Chain”, white_plans: "
            'expected sentences, or tables such as { text = "...", if = "..." }, found “when”',
        ),
        (
            entry("white_plans = [{ text = 'Waits.', if = 'popcount(own) >' }]"),
            "entry 1 “Chain”, column 16 of white_plans: "
            "expected a number such as popcount(own), island_count(own) or 2, found the end of the formula",
        ),
        (
            entry("white_plans = 'x\\u0007'").replace("'x\\u0007'", '"x\\u0007"'),
            "entry 1 “Chain”, white_plans: expected one line of printable characters, found '\\x07'",
        ),
        (
            entry(f"black_plans = '{'x' * 1001}'"),
            "entry 1 “Chain”, black_plans: at most 1000 characters are expected, these are 1001",
        ),
        (
            entry("identifier = 'My Chain'"),
            "entry 1 “Chain”, identifier: “My Chain” is not a name; names are written with a to z, digits and _",
        ),
        (
            entry("identifier = 'carlsbad'"),
            "entry 1 “Chain”, identifier: carlsbad is the name of another structure; choose another one",
        ),
        (
            entry("where = 'popcount(own) > '"),
            "entry 1 “Chain”, column 17 of where: "
            "expected a number such as popcount(own), island_count(own) or 2, found the end of the formula",
        ),
        (
            "[[structure]]\ntitle = 'Chain'\npattern = 'W d4 e9'",
            "entry 1 “Chain”, column 6 of pattern: "
            "'e9' is no word of a pattern; expected one such as d4, e2/e3, -c or c+c",
        ),
        (
            "[[structure]]\ntitle = 'Chain'",
            "entry 1 “Chain”, pattern: a pattern such as “W d4 -c -e”, or a condition, is expected",
        ),
        ("[[structure]]\npattern = 'W d4'", "entry 1, title: a title is expected, such as “Carlsbad with h4”"),
        ("[structure]\ntitle = 'Chain'", "“structure” stands alone; each structure begins with a line [[structure]]"),
        ("name = 'x'", "“name” stands alone; each structure begins with a line [[structure]]"),
        ("structure = [3]", "entry 1: an entry is a table with a title and a pattern"),
    ],
)
def test_what_is_wrong_is_named_with_its_entry_key_and_column(text: str, message: str) -> None:
    (found,) = faults(text)
    assert found.startswith(message) if message.endswith("; ") else found == message


def test_a_slip_in_one_entry_leaves_the_others() -> None:
    text = WHOLE.replace('title = "Small Center 2"', 'title = "Small Center 2') + entry("")
    structures, found_faults = read_user_structures(text.encode())
    assert [structure.identifier for structure in structures] == ["carlsbad_with_h4", "chain"]
    assert list(map(str, found_faults)) == ["entry 2: illegal character '\\n' (at line 18, column 24)"]


def test_the_second_of_two_equal_titles_gets_a_number() -> None:
    structures, _ = read_user_structures((entry("") + entry("") + entry("").replace("Chain", "Carlsbad")).encode())
    assert [structure.identifier for structure in structures] == ["chain", "chain_2", "carlsbad_2"]


def test_more_structures_than_there_may_be_are_left_out_and_said() -> None:
    structures, found_faults = read_user_structures((entry("") * (MOST_STRUCTURES + 2)).encode())
    assert len(structures) == MOST_STRUCTURES
    assert str(found_faults[0]).startswith("entry 201: there are at most 200 structures")


def test_a_file_that_is_too_large_or_no_text_is_said() -> None:
    assert faults("#" * 500_001) == ["a file of structures has at most 500,000 bytes; none is read"]
    structures, found_faults = read_user_structures(entry("white_plans = 'ä'").encode("latin-1"))
    assert (len(structures), str(found_faults[0])) == (1, "line 4: this is not text in UTF-8")


def test_patterns_and_conditions_have_a_limit_in_all_that_repeated_ones_do_not_reach() -> None:
    condition = "popcount(own) >= 1" + " and popcount(own) >= 1" * 40
    plan = f'white_plans = [{{ text = "Waits.", if = "{condition}" }}]'
    assert faults(entry(plan) * 150) == []
    differing = [entry(plan.replace('= 1"', f'= 1 and popcount(own) >= {number}"')) for number in range(100)]
    structures, found_faults = read_user_structures("".join(differing).encode())
    assert 20 < len(structures) < 30  # As each is read alone and with its sentence, both count.
    assert str(found_faults[0]) == (
        f"entry {len(structures) + 1} “Chain”, white_plans: all patterns and conditions have at most 50,000 characters"
    )


def test_the_entries_of_the_documentation_are_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "user-structures.md").read_text(encoding="utf-8")
    structures, found_faults = read_user_structures(page.partition("```toml\n")[2].partition("```")[0].encode())
    assert ([structure.title for structure in structures], found_faults) == (
        ["Carlsbad with h4", "Weak queen's pawn"],
        (),
    )
    assert structures[0].title_for(False) == "Reversed Carlsbad with h5"


LINES = st.sampled_from(
    [
        *WHOLE.splitlines(),
        "[[structure]]",
        "[[",
        "pattern = 'W c+'",
        "title = 3",
        "leads = [[[",
        "x.y = 1",
        "where = ''''",
    ]
)


@given(text=st.one_of(st.text(), st.lists(LINES).map("\n".join)))
@example(text="a = " + "[" * 5000)
@example(text="a = " + "1" * 5000)
def test_whatever_stands_in_a_file_is_read_or_named(text: str) -> None:
    structures, found_faults = read_user_structures(text.encode(errors="replace"))
    assert len(structures) + len(found_faults) >= ("[[structure]]" in text.splitlines())
    assert all(len(str(fault)) < 400 and "\n" not in str(fault) for fault in found_faults)
