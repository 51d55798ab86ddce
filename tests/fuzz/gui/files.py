"""The files that the fuzzer opens and saves."""

from __future__ import annotations

import gzip
from pathlib import Path

from pawnviz.core.board.bitboard import to_hex
from pawnviz.core.board.position import START, Position
from pawnviz.core.layers import LAYERS
from pawnviz.core.user_layers.collection import UserLayer
from pawnviz.core.user_layers.file import SUFFIX, write_layers
from tests.core.games.sample import random_game


def write_files(folder: Path) -> tuple[list[str], list[str]]:
    """Write files of positions, layers and masks, right and wrong ones; return paths to open and paths to save to."""
    position = Position.from_fen("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    mine = UserLayer("mine", "Mine", "stops(own) - enemy", "Mine <b>and</b> more.")
    holes = UserLayer("my_holes", "My holes", "rank_4 & mine(own)")
    lines = [f"{name} white {position.fen()} {to_hex(LAYERS[name](position.sides()[0]))}" for name in LAYERS]
    texts = {
        "good.fen": f"{position.fen()}\n",
        "several.epd": f"# Two positions\n{START.fen()}\n8/1p6/8/8/8/8/1P6/8 w - - bm Kf5;\n",
        "bad.fen": "nothing here\n",
        "empty.fen": "",
        f"good{SUFFIX}": write_layers([mine, holes]),
        f"clashing{SUFFIX}": write_layers([UserLayer("mine", "Mine, too", "own"), holes]),
        f"faulty{SUFFIX}": write_layers([UserLayer("circle", "Circle", "circle(own)"), UserLayer("x", "", "(((")]),
        f"broken{SUFFIX}": write_layers([mine, holes])[:150],
        f"none{SUFFIX}": write_layers([]),
        f"other{SUFFIX}": "[1, 2",
        "games.pgn": '[White "A"]\n\n1. e4 d5 (1... c5 2. Nf3 {good}) 2. exd5 *\n\n[White "B"]\n\n1. d4 Nf9 *\n',
        "unreadable.pgn": '[White "C"]\n[FEN "8/8/x w"]\n[SetUp "1"]\n\n1. e4 *\n',
        "masks.txt": "\n".join(lines * 4),
        "wrong-masks.txt": "\n".join([*lines, *(line + "1" for line in lines), "nothing", "a b c d"]),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    promotions = '[FEN "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. a8=Q+ *\n\n'
    games = promotions + "".join(f"{random_game(seed, 40)}\n\n" for seed in range(8))
    (folder / "many.pgn.gz").write_bytes(gzip.compress(games.encode()))
    (folder / "many.pgn").write_text(games, encoding="utf-8")
    packed = [str(folder / "many.pgn"), str(folder / "many.pgn.gz")]
    (folder / "noise.bin").write_bytes(bytes(range(256)) * 8)
    found = ["", *packed, *(str(folder / name) for name in texts), str(folder / "noise.bin"), str(folder)]
    gone = [str(folder / "gone" / "gone.fen"), str(folder / f"gone{SUFFIX}")]
    saved = folder / "saved"
    saved.mkdir()
    names = ("new.fen", "plain", "new.pgn", f"new{SUFFIX}")
    targets = ["", *(str(saved / name) for name in names), str(folder), gone[0]]
    return found + gone, targets
