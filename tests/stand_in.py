"""A UCI engine that behaves as the name of its file says. Tests copy it; it needs nothing but Python.

It always plays e2e4, unless it says so otherwise, and finds it worth 0.25.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

KIND = Path(sys.argv[0]).name.removesuffix(".py")


def say(text: str) -> None:
    """Write a line."""
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def hang() -> None:
    """Do nothing for longer than any test, whoever asks to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def begin() -> None:
    """Answer ``uci``."""
    if KIND == "silent":
        hang()
    if KIND == "dies at once":
        sys.exit(3)
    if KIND == "floods at once":
        while True:
            sys.stdout.buffer.write(b"info string nothing but words\n" * 4000)
    if KIND == "speaks no line":
        while True:
            sys.stdout.buffer.write(b"\xff" * 10_000)
            time.sleep(0.01)
    if KIND == "no text":
        sys.stdout.buffer.write(bytes(range(256)) * 20)
        say("")
    say(f"id name Stand-in {chr(9822)}")
    say("option name MultiPV type spin default 1 min 1 max 500")
    say("option name Threads type spin default 1 min 1 max 2")
    say("option name Hash type spin default 16 min 1 max 100")
    if KIND != "standard only":
        say("option name UCI_Chess960 type check default false")
    say("uciok")


def think() -> None:
    """Answer ``go``, and go on until it is told to stop."""
    if KIND == "hangs while it thinks":
        hang()
    if KIND == "crashes":
        os.kill(os.getpid(), signal.SIGSEGV)
    if KIND == "dies while it thinks":
        sys.exit(1)
    if KIND == "closes its output":
        os.close(1)
        hang()
    if KIND == "illegal move":
        say("info depth 1 score cp 10 pv e2e5 e7e5")
    elif KIND == "null move":
        say("info depth 1 score cp 10 pv 0000")
    elif KIND == "illegal best move":
        say("info depth 1 score cp 10 pv e2e4")
        say("bestmove h9h8")
    elif KIND == "no move":
        say("bestmove (none)")
    elif KIND == "no line":
        say("info depth 1 nodes 3")
        say("bestmove e2e4")
    elif KIND == "megabyte line":
        say("info string " + "x" * 3_000_000)
    elif KIND == "floods while it thinks":
        while True:
            sys.stdout.buffer.write(b"info depth 5 multipv 1 score cp 20 pv e2e4 e7e5\n" * 4000)
    else:
        if KIND == "nonsense between":
            for line in ("info depth x score cp 10 pv e2e4", "info depth 3 score cp 99999999999999999999 pv e2e4"):
                say(line)
            say("info depth 2 score mate 0 pv e2e4\ninfo\ninfo pv\ninfo score\n\nbestmoves\nreadyok readyok")
            say("info string pv e2e9 score cp 5")
            say("info depth 9 multipv 77 score cp 1 pv e2e4")
            sys.stdout.buffer.write(b"info string \xff\xfe\x80\n")
        say("info depth 7 multipv 1 score cp 25 pv e2e4 e7e5 g1f3 a1a8 b1c3")
        say("info depth 8 multipv 1 score cp 900 lowerbound pv d2d4")


def flee(depth: int) -> None:
    """Start processes that leave the group of the engine, each from one that ends at once, and outlive all signals."""
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    flee(depth - 1) if depth else None
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", *sys.argv], start_new_session=True)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    hang()


def main() -> None:
    """Read commands until there are no more."""
    if KIND.startswith("flees"):
        flee(2)
    if KIND == "flees itself":
        os.setsid()
    if KIND == "has children":
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", *sys.argv])
    thinking = False
    while line := sys.stdin.readline():
        word = line.strip().partition(" ")[0]
        if "record" in KIND:
            with Path(sys.argv[0] + ".log").open("a") as log:
                log.write(line)
        if word == "uci":
            begin()
        elif word == "isready" and not (thinking and KIND == "hangs while it thinks"):
            if KIND == "never ready":
                hang()
            say("readyok")
        elif word == "go":
            thinking = True
            think()
        elif word == "stop" and KIND not in ("does not stop", "stays"):
            if thinking:
                say("bestmove e2e4")
            thinking = False
        elif word == "quit" and KIND not in ("stays", "has children", "flees itself"):
            return
    if KIND in ("stays", "has children", "flees itself"):
        hang()


if __name__ == "__main__":
    main()
