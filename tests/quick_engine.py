"""A UCI engine that answers at once, for the fuzzer of the window: as many first legal moves as lines are wanted."""

from __future__ import annotations

import sys

import chess


def main() -> None:
    """Read commands until there are no more."""
    board = chess.Board()
    line_count = 1
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "uci":
            say("id name Quick", "option name MultiPV type spin default 1 min 1 max 5")
            say("option name UCI_Chess960 type check default false", "uciok")
        elif word == "isready":
            say("readyok")
        elif rest.startswith("name MultiPV value "):
            line_count = int(rest.rpartition(" ")[2])
        elif rest.startswith("name UCI_Chess960 value "):
            board = chess.Board(chess960=rest.endswith("true"))
        elif word == "position":
            fen = chess.STARTING_FEN if rest == "startpos" else rest.removeprefix("fen ")
            board = chess.Board(fen, chess960=board.chess960)
            if not board.is_valid():
                return  # Such an engine may crash, which is said in the panel.
        elif word == "go":
            moves = sorted(move.uci() for move in board.legal_moves)
            for rank, move in enumerate(moves[:line_count], 1):
                say(f"info depth 1 multipv {rank} score cp {10 * rank} pv {move}")
            say(f"bestmove {moves[0]}")
        elif word == "quit":
            return


def say(*lines: str) -> None:
    """Write lines."""
    print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
