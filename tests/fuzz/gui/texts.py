"""Texts that are typed, pasted, dropped and searched for: right ones, wrong ones, and odd ones."""

from __future__ import annotations

from typing import Final

from pawnviz.core.board.position import START

FENS: Final = (
    START.fen(),
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8",
    "8/1p3pp1/p1p4p/3p4/P4P2/2P5/1PP3PP/8",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/8/3pP3/8/8/8 b - e3",
    "kkkkkkkk/8/8/8/8/8/8/PPPPPPPP w KQkq a6 0 1",
    '8/8/4P3/3P2P1/2P4P/8/8/8 w - - bm Kf5; id "a; b"; hmvc 12; fmvn 40;',
    "PPPPPPPP/" * 7 + "PPPPPPPP b KQkq - 9999 9999",
    "",
    " \n\t ",
    "8/8/8/9/8/8/8/8 w - - 0 1",
    "\0\0",
    "٨/٨/٨/٨/٨/٨/٨/٨ w - - ٠ ١",
    "<h1>8/8</h1><img src='file:///nowhere'>",
    "\U0001f600" * 20,
    "x" * 50_000,
    "8/" * 20_000,
    "1. e4 e5 2. Nf3 Nc6",
    "pawnviz:?fen=8%2F1p6%2F8%2F8%2F8%2F8%2F1P6%2F8+w&layers=stops,white.attacks,nothing_known&flip=1",
    "pawnviz:?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8&own=%5B1%2C",
    "pawnviz:?fen=%00&layers=" + "x," * 500,
    "pawnviz:",
)
"""What is pasted where a position may be."""

FORMULAS: Final = (
    "stops(own) & attacks(enemy)",
    "(rank_3 | rank_4) - front_attack_spans(own)",
    "a = north(own); a << 8 & ~enemy",
    "mine(own) | holes(enemy)",
    "mine(",
    "new_layer_(own)",
    "my_holes(own)",
    "0xff00",
    "{e4 d5}",
    "",
    "~",
    "knights(own) & light_squares",
    "é & <b>own</b>",
    "(" * 300,
)
MASKS: Final = (
    "0xff00",
    "65280",
    "d4 e4",
    "{}",
    "",
    "-1",
    "0x1ffffffffffffffff",
    "<h1>d4</h1>",
    "C64(0x1000)",
    "........\n" * 8,
    "x" * 300,
    "d4 e9",
    "0b1111",
    "\0é",
)
TITLES: Final = ("Mine", "My holes", "Holes & <b>more</b>", "", " ", "é", "\u200b", "x" * 80, "Front spans", "own")
