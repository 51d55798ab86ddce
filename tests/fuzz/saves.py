"""A program is killed at random moments while it saves a file of games.

Each save is in a process of its own that puts other moves into a random game. After the kill the file holds all bytes
of before or all that were to be written, with the mode that it had, and the next start of the window deletes whatever
lies beside it.
"""

from __future__ import annotations

import os
import random
import signal
import stat
import tempfile
import time
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Final

from tests.core.games.sample import MASTERS
from tests.fuzz.frame import LONGEST, in_child, tries
from tests.fuzz.kills import MAY_BE_THERE

MADE_SIZE: Final = 8 << 20
"""About the size of a made file, which repeats the games of the tests."""

MODE: Final = 0o640


def _save(path: Path, seed: str, pipe: int) -> None:
    """Put other moves into a game; say the digest of the new file as the save begins, and when it has ended."""
    from PySide6.QtCore import QCoreApplication

    from pawnviz.core.games.pgn import rewritten
    from pawnviz.model.games.games import GameListing

    application = QCoreApplication([])
    chance = random.Random(seed)
    listing = GameListing(str(path))
    listing.start()
    while listing.job.is_running:
        application.processEvents()
    index = chance.randrange(len(listing.games))
    listing.text(index)
    entry, data = listing.games[index], path.read_bytes()
    moves = f"1. e4 {{ {seed} }} {'e5 ' * chance.randrange(2)}*\n"
    new = rewritten(listing.original(index), moves)
    end = entry.offset + entry.size
    tail = data[len(data[:end].rstrip()) : end] or b"\n"
    os.write(pipe, sha256(data[: entry.offset] + new.rstrip() + tail + data[end:]).digest())
    for _ in listing.saving({index: moves}, path):
        pass
    os.write(pipe, b"saved")


def _start(folder: Path, pipe: int) -> None:
    """Open the window and wait until its start is over and nothing is left over in a folder."""
    from pawnviz.folders import settings_folder
    from pawnviz.model.kept.folder import START_NAME
    from pawnviz.view.app import Program, make_application

    application = make_application()
    program = Program()
    program.show()
    end = time.monotonic() + LONGEST / 2
    while ((settings_folder() / START_NAME).exists() or _left_over(folder)) and time.monotonic() < end:
        application.processEvents()
        time.sleep(0.005)


def _left_over(folder: Path) -> list[str]:
    """Return the names of what a save has left in the folder of the games and in that of the settings."""
    from pawnviz.folders import settings_folder

    found = [path.name for path in folder.iterdir() if path.name != "games.pgn"]
    records = settings_folder().iterdir() if settings_folder().is_dir() else ()
    return sorted([*found, *(path.name for path in records if path.name not in MAY_BE_THERE)])


def _kill_one(path: Path, seed: str, seconds: float | None) -> tuple[list[str], bool, bool, float]:
    """Kill a save after some seconds, or let it end.

    Returns what is wrong with the file, whether it was killed in the save, whether it has left something over, and how
    long the save took.
    """
    old = sha256(path.read_bytes()).digest()
    process, answers = in_child(lambda pipe: _save(path, seed, pipe))
    new = os.read(answers, 32)
    begun = time.monotonic()
    if seconds is not None:
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
    rest = os.read(answers, 32)
    taken = time.monotonic() - begun
    _, status = os.waitpid(process, 0)
    os.close(answers)
    faults = []
    if os.WIFEXITED(status) and os.WEXITSTATUS(status):
        faults.append("the save has failed")
    found = sha256(path.read_bytes()).digest()
    if found != new and (rest == b"saved" or found != old):
        faults.append("the file is neither the old nor the new one")
    if stat.S_IMODE(path.stat().st_mode) != MODE:
        faults.append(f"the mode is {path.stat().st_mode:o}")
    return faults, rest != b"saved", bool(_left_over(path.parent)), taken


def run(count: int, seed: int) -> int:
    """Kill this many saves of a made file and return the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import_module("pawnviz.view.app")  # Once for all processes.
    import_module("pawnviz.model.games.games")
    import_module("chess.pgn")
    chance = random.Random(seed)
    in_save: list[bool] = []
    left: list[bool] = []
    with tempfile.TemporaryDirectory() as place:
        os.environ["XDG_CONFIG_HOME"] = str(Path(place, "settings"))
        path = Path(place, "games", "games.pgn")
        path.parent.mkdir()
        path.write_bytes(MASTERS.read_bytes() * (MADE_SIZE // MASTERS.stat().st_size))
        path.chmod(MODE)
        longest = max(_kill_one(path, f"{seed}.{number}", None)[3] for number in range(3))

        def faults_of(number: int) -> list[str]:
            faults, was_saving, has_left, _ = _kill_one(path, f"{seed}.{number + 3}", chance.random() * longest)
            in_save.append(was_saving)
            left.append(has_left)
            process, answers = in_child(lambda pipe: _start(path.parent, pipe))
            os.waitpid(process, 0)
            os.close(answers)
            if over := _left_over(path.parent):
                faults.append(f"after the next start there is {', '.join(over)}")
            return faults

        return tries(
            count, seed, "kill", faults_of, lambda: f"{sum(in_save)} in a save, {sum(left)} left something over"
        )
