from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.marks import Style, badge
from pawnviz.core.link import LONGEST_LINK, Link, LinkedLayer, LinkError, is_link, read_link, write_link
from pawnviz.core.user_layers.collection import UserLayer

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
