"""Plain text where Qt would read HTML."""

from __future__ import annotations

import html

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.view.widgets.markup import plain_tip


@given(text=st.text(min_size=1))
def test_a_tool_tip_reads_as_the_text_it_was(text: str) -> None:
    tip = plain_tip(text).removeprefix("<p>").removesuffix("</p>")
    assert html.unescape(tip.replace("<br>", "\n")) == html.unescape(html.escape(text))
    assert not set("<>") & set(tip.replace("<br>", ""))


def test_a_tool_tip_shows_a_text_that_looks_like_html_as_it_is() -> None:
    assert plain_tip("<b>\n&") == "<p>&lt;b&gt;<br>&amp;</p>"
    assert plain_tip("") == ""
