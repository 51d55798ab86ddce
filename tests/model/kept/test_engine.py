"""What is kept of the engine."""

from __future__ import annotations

from pawnviz.model.kept.engine import MOST_THREADS, EngineSettings, read_engine


def test_what_is_missing_has_its_default_and_what_is_unknown_is_passed_over() -> None:
    assert read_engine({"path": "/opt/engine", "later": 1}) == EngineSettings("/opt/engine")


def test_another_machine_may_have_fewer_processors() -> None:
    assert read_engine({"thread_count": 9999}).thread_count == MOST_THREADS
