"""Text for labels that show HTML."""

from __future__ import annotations

import html

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.view.widgets.markup import escape, plain_tip


@given(text=st.text())
def test_an_escaped_text_reads_as_it_was(text: str) -> None:
    assert html.unescape(escape(text)) == html.unescape(html.escape(text))
    assert not set('<>"') & set(escape(text))


def test_a_tool_tip_shows_a_text_that_looks_like_html_as_it_is() -> None:
    assert plain_tip("<b>\n&") == "<p>&lt;b&gt;<br>&amp;</p>"
    assert plain_tip("") == ""
