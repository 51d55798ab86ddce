"""Scans and searches by several workers, some of which are killed, beside those by one process."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import pytest

from pawnviz.core.collections.store import CollectionError
from pawnviz.core.collections.workers import ClusterError, cluster, processes
from tests.cli.running import PROGRAM, run
from tests.core.collections.sample import LONGEST, Cluster, has_games
from tests.core.games.sample import MASTERS, random_game

IQP = "8/pp3ppp/4p3/8/3P4/8/PP3PPP/8 w - - 0 1"
needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="Dask is not installed")


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[Cluster]:
    folder = tmp_path / "cluster"
    folder.mkdir()
    with ExitStack() as closing:
        yield Cluster(folder, closing)


@pytest.mark.slow
@needs_dask
def test_a_cluster_of_which_a_worker_is_killed_gives_the_same_collection_and_answers(
    dask: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "long.pgn", tmp_path / "shards"
    path = folder / "1.pawnviz"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 500)
    words = [*PROGRAM, "collect", str(file), "-o", str(path), "--cluster", dask.address]
    collecting = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        latest = time.monotonic() + LONGEST
        while not has_games(path):
            assert collecting.poll() is None and time.monotonic() < latest
            time.sleep(0.01)
        dask.workers[0].kill()
        assert collecting.poll() is None
        out, err = collecting.communicate(timeout=LONGEST)
    finally:
        collecting.kill()
        collecting.wait()
    assert (collecting.returncode, out.startswith("1: 12000 games"), err) == (0, True, "")
    run(capsys, "collect", str(file), "-o", str(tmp_path / "alone.pawnviz"), "--processes", "1")
    assert path.read_bytes() == (tmp_path / "alone.pawnviz").read_bytes()

    run(capsys, "collect", str(MASTERS), "-o", str(folder / "2.pawnviz"))
    question = ("explore", IQP, str(folder), "--apart", "4", "--format", "json")
    by_cluster = subprocess.run(
        [*PROGRAM, *question, "--cluster", dask.address], capture_output=True, text=True, check=True
    )
    assert (0, by_cluster.stdout, "") == run(capsys, *question)
    assert json.loads(by_cluster.stdout)["games"] > 1000


@pytest.mark.slow
def test_shards_are_asked_by_processes_as_all_of_their_games_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    games = b"\n\n".join(str(random_game(seed)).encode() for seed in range(10))
    for name, data in (("1", MASTERS.read_bytes()), ("2", games), ("3", MASTERS.read_bytes() + b"\n")):
        (tmp_path / f"{name}.pgn").write_bytes(data)
        run(capsys, "collect", str(tmp_path / f"{name}.pgn"), "-o", str(tmp_path / "shards" / f"{name}.pawnviz"))
    run(capsys, "collect", *(str(tmp_path / f"{name}.pgn") for name in "123"), "-o", str(tmp_path / "all.pawnviz"))
    for question in (("explore", IQP), ("search",)):
        options = ("--structure", "isolated_queens_pawn", "--format", "json")
        whole = run(capsys, *question, str(tmp_path / "all.pawnviz"), *options)
        shards = run(capsys, *question, str(tmp_path / "shards"), *options, "--processes", "2")
        assert whole == shards
        assert whole[0] == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2])
def test_results_come_in_the_order_of_the_items_and_a_process_that_ends_is_said(count: int) -> None:
    with processes(count) as chosen:
        assert list(chosen.map(abs, range(-9, 0))) == [(number, -number) for number in range(-9, 0)]
        with pytest.raises(ZeroDivisionError):
            list(chosen.map(divmod_by_itself, [1, 0, 2]))
        if count == 2:
            with pytest.raises(CollectionError, match="A process that scans games has ended"):
                list(chosen.map(os._exit, [1]))


def divmod_by_itself(number: int) -> tuple[int, int]:
    return divmod(number, number)


@pytest.mark.parametrize("address", ["", "host:8786", "tcp://", "tcp://host", "http://host:8786", "tcp://host:8786/x"])
def test_a_wrong_address_is_said(address: str) -> None:
    with pytest.raises(ClusterError, match="is no address of a scheduler; expected one such as"), cluster(address):
        pass


def test_without_the_extra_the_command_names_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = ("collect", str(MASTERS), "-o", str(tmp_path / "a.pawnviz"), "--cluster", "tcp://127.0.0.1:8786")
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("pawnviz collect: error: argument --cluster: to use a cluster, install pawnviz[cluster]\n")
    assert not (tmp_path / "a.pawnviz").exists()


SILENT = """
import socket, sys
from pawnviz.__main__ import main
from pawnviz.core.collections import workers
workers.CONNECTING = 1.0
with socket.create_server(("127.0.0.1", 0)) as server:
    port = server.getsockname()[1]
    if sys.argv[1] == "none":
        server.close()
    sys.exit(main(["search", sys.argv[2], "--cluster", f"tcp://127.0.0.1:{port}"]))
"""


@pytest.mark.slow
@needs_dask
@pytest.mark.parametrize("listener", ["none", "silent"])
def test_a_scheduler_that_does_not_answer_is_said_within_a_time(listener: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SILENT, listener, str(MASTERS)],
        check=False,
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = (line for line in done.stderr.splitlines() if "error" in line)
    assert "argument --cluster: no scheduler answers at tcp://127.0.0.1:" in line
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@needs_dask
def test_a_scheduler_that_ends_is_said_in_one_line(
    dask: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster(dask.address):
        for name in ("tornado.application", "tornado.general", "asyncio", "distributed.client"):
            logging.getLogger(name).error("A connection is lost.")
    assert capsys.readouterr().err == ""
    file, path = tmp_path / "long.pgn", tmp_path / "long.pawnviz"
    file.write_bytes((MASTERS.read_bytes() + b"\n") * 2000)
    words = [*PROGRAM, "collect", str(file), "-o", str(path), "--cluster", dask.address]
    collecting = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    latest = time.monotonic() + LONGEST
    while not has_games(path):
        assert collecting.poll() is None and time.monotonic() < latest
        time.sleep(0.01)
    dask.scheduler.kill()
    _, err = collecting.communicate(timeout=LONGEST)
    (line,) = err.splitlines()
    assert line.startswith("pawnviz: The ") and line.endswith("; go on with the same command.")
    assert collecting.returncode == 1
