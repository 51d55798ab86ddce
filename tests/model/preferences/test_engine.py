"""What is kept of the engine."""

from __future__ import annotations

from pawnviz.model.preferences.engine import ENGINE, MOST_THREADS, EngineSettings


def test_what_is_missing_has_its_default_and_what_is_unknown_is_passed_over() -> None:
    assert ENGINE.read({"path": "/opt/engine", "later": 1}) == EngineSettings("/opt/engine")


def test_another_machine_may_have_fewer_processors() -> None:
    assert ENGINE.read({"thread_count": 9999}).thread_count == MOST_THREADS
