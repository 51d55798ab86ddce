from __future__ import annotations

from pawnviz.core.explain.terms import TERMS, terms_in


def test_the_terms_of_a_sentence_come_in_its_order_and_the_longer_term_wins() -> None:
    text = (
        "Not backward: c2 may guard d4, now or after advancing, and its stop is guarded, with 2 helpers and 1 sentry."
    )
    assert [term for term, _ in terms_in(text)] == [
        "backward",
        "guard",
        "now or after advancing",
        "stop",
        "helper",
        "sentry",
    ]
    assert dict(terms_in(text))["stop"] == TERMS["stop"]
    assert terms_in("b4 is empty; stopper") == ()
