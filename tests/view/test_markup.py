"""Text for labels that show HTML."""

from __future__ import annotations

import html

from hypothesis import given
from hypothesis import strategies as st

from pawnviz.view.markup import escape


@given(text=st.text())
def test_an_escaped_text_reads_as_it_was(text: str) -> None:
    assert html.unescape(escape(text)) == html.unescape(html.escape(text))
    assert not set('<>"') & set(escape(text))
