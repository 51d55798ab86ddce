"""Positions of well-known openings, reached by playing their moves, with the structure that each is known for.

A tabiya is a line of moves in SAN, the identifier of the structure that has to lead, and whose it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from pawnviz.core.board.position import Position

WHITE: Final = True
BLACK: Final = False
BOTH: Final = None


class Tabiya(NamedTuple):
    """A line of moves, the structure that leads where it ends, and whose it is, None where it is mutual."""

    moves: str
    structure: str
    color: bool | None


def played(moves: str) -> Position:
    """Return the position after moves in SAN; raises ``ValueError`` for one that is not legal."""
    import chess

    board = chess.Board()
    for move in moves.split():
        board.push_san(move)
    return Position.from_fen(board.fen())


TABIYAS: Final[dict[str, Tabiya]] = {
    # Isolated and hanging pawns
    "Queen's Gambit Accepted, isolated pawn": Tabiya(
        "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6 Bb3 cxd4 exd4", "isolated_queens_pawn", WHITE
    ),
    "Nimzo-Indian, isolated pawn": Tabiya(
        "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O cxd4 exd4 dxc4 Bxc4", "isolated_queens_pawn", WHITE
    ),
    "Panov, isolated pawn": Tabiya(
        "e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Be7 cxd5 Nxd5 Bd3 O-O O-O", "isolated_queens_pawn", WHITE
    ),
    "Tarrasch Defense, isolated pawn": Tabiya(
        "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6 Bg2 Be7 O-O O-O dxc5 Bxc5", "isolated_queens_pawn", BLACK
    ),
    "Tarrasch French": Tabiya(
        "e4 e6 d4 d5 Nd2 c5 exd5 exd5 Ngf3 Nc6 Bb5 Bd6 dxc5 Bxc5 O-O Nge7 Nb3 Bd6", "tarrasch_isolated_pawn", BLACK
    ),
    "Alapin, isolated pawn": Tabiya(
        "e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 e6 Be2 cxd4 cxd4 Nc6 O-O Be7 Nc3 Qd6", "isolated_queens_pawn", WHITE
    ),
    "Hanging pawns of the Tartakower": Tabiya(
        "c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8 Bb5 a6 "
        "dxc5 bxc5",
        "hanging_pawns",
        BLACK,
    ),
    "Queen's Indian, hanging pawns": Tabiya(
        "d4 Nf6 c4 e6 Nf3 b6 e3 Bb7 Bd3 Be7 O-O O-O b3 d5 Bb2 c5 Nc3 cxd4 exd4 dxc4 bxc4", "hanging_pawns", WHITE
    ),
    "Nimzo-Indian, Karpov variation": Tabiya(
        "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O cxd4 exd4 dxc4 Bxc4 b6 Bg5 Bb7 Rc1 Nbd7 Qe2 Bxc3 bxc3",
        "isolated_pawn_couple",
        WHITE,
    ),
    # Queen's Gambit, Slav, Catalan and Colle
    "Queen's Gambit, exchange variation": Tabiya(
        "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 Be7 e3 c6 Bd3 Nbd7 Qc2 O-O Nf3 Re8", "carlsbad", WHITE
    ),
    "Caro-Kann, exchange variation": Tabiya("e4 c6 d4 d5 exd5 cxd5 Bd3 Nc6 c3 Nf6 Bf4", "carlsbad", BLACK),
    "Orthodox Queen's Gambit": Tabiya(
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 Nbd7 Rc1", "queens_gambit_declined", BLACK
    ),
    "Tartakower": Tabiya("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6", "tartakower", BLACK),
    "Tartakower, exchange on d5": Tabiya(
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 exd5", "tartakower_exchange", BLACK
    ),
    "Semi-Slav": Tabiya("d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7", "triangle", BLACK),
    "Noteboom triangle": Tabiya("d4 d5 c4 e6 Nc3 c6", "triangle", BLACK),
    "Meran": Tabiya("d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5 Bd3 Bb7 O-O", "meran", BLACK),
    "Slav before e6": Tabiya("d4 d5 c4 c6 Nf3 Nf6 e3 Bf5", "slav", BLACK),
    "Slav, main line": Tabiya("d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4", "slav_formation", BLACK),
    "Schlechter Slav": Tabiya("d4 d5 c4 c6 Nf3 Nf6 Nc3 g6 e3 Bg7", "schlechter_slav", BLACK),
    "Albin Countergambit": Tabiya("d4 d5 c4 e5 dxe5 d4 Nf3 Nc6 g3", "albin_countergambit", BLACK),
    "Exchange Slav": Tabiya("d4 d5 c4 c6 cxd5 cxd5 Nc3 Nf6 Bf4 Nc6 e3 e6", "exchange_slav", BOTH),
    "Queen's Gambit Accepted": Tabiya("d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6", "queens_gambit_accepted", BLACK),
    "Queen's Gambit Accepted, exchange of queens": Tabiya(
        "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6 dxc5 Qxd1 Rxd1 Bxc5", "open_c_and_d_files", BOTH
    ),
    "Catalan": Tabiya("d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O", "catalan", WHITE),
    "Closed Catalan": Tabiya("d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O Nbd7 Qc2 c6", "catalan", WHITE),
    "Open Catalan": Tabiya("d4 Nf6 c4 e6 g3 d5 Bg2 Be7 Nf3 O-O O-O dxc4 Qc2 a6 Qxc4 b5", "open_catalan", WHITE),
    "Tarrasch Defense": Tabiya(
        "d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 Nf6 Bg2 Be7 O-O O-O", "tarrasch_defense", BLACK
    ),
    "Panov Attack": Tabiya("e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3", "tarrasch_defense", WHITE),
    "Symmetrical Tarrasch": Tabiya("d4 d5 c4 e6 Nc3 c5 e3 Nf6 Nf3 Nc6 a3", "tarrasch_tension", BOTH),
    "Panov chain": Tabiya("e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Be7 c5", "panov_chain", WHITE),
    "Swedish variation": Tabiya("d4 d5 c4 e6 Nc3 c5 cxd5 exd5 Nf3 Nc6 g3 c4 Bg2 Bb4", "panov_chain", BLACK),
    "Semi-Tarrasch": Tabiya(
        "d4 d5 c4 e6 Nc3 Nf6 Nf3 c5 cxd5 Nxd5 e4 Nxc3 bxc3 cxd4 cxd4 Bb4+ Bd2 Bxd2+ Qxd2 O-O", "semi_tarrasch", WHITE
    ),
    "Colle": Tabiya("d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6 Nbd2 Bd6", "triangle", WHITE),
    "London": Tabiya("d4 d5 Bf4 Nf6 e3 c5 c3 Nc6 Nd2 e6 Ngf3 Bd6 Bg3", "triangle", WHITE),
    "Nimzo-Indian, Sämisch variation": Tabiya("d4 Nf6 c4 e6 Nc3 Bb4 a3 Bxc3+ bxc3 c5 e3 b6", "doubled_c_pawns", WHITE),
    "Nimzo-Indian, Hübner variation": Tabiya(
        "d4 Nf6 c4 e6 Nc3 Bb4 e3 c5 Bd3 Nc6 Nf3 Bxc3+ bxc3 d6 e4 e5", "huebner", BLACK
    ),
    "Queen's Indian": Tabiya("d4 Nf6 c4 e6 Nf3 b6 g3 Bb7 Bg2 Be7 O-O O-O Nc3", "queens_indian", BLACK),
    # Indian defenses and Benonis
    "King's Indian": Tabiya("d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2", "kings_indian_setup", BLACK),
    "King's Indian, classical": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6", "kings_indian_tension", BLACK
    ),
    "King's Indian, Mar del Plata": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7", "kings_indian_closed", BLACK
    ),
    "King's Indian, exchange variation": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 dxe5 dxe5 Qxd8 Rxd8 Bg5 c6", "rauzer_formation", WHITE
    ),
    "King's Indian, Boleslavsky wall": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O exd4 Nxd4 Re8 f3 c6", "boleslavsky_wall", BLACK
    ),
    "King's Indian, Four Pawns Attack": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4 O-O Nf3 c5 d5", "four_pawns_attack", WHITE
    ),
    "King's Indian, exchange on f5": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Nd2 Ne8 b4 f5 exf5 gxf5",
        "kings_indian_after_exf5",
        BLACK,
    ),
    "Philidor with a closed center": Tabiya("e4 e5 Nf3 d6 d4 Nf6 Nc3 Nbd7 d5 Nc5", "kings_indian_chain", BLACK),
    "Old Indian": Tabiya("d4 Nf6 c4 d6 Nc3 e5 Nf3 Nbd7 e4 Be7 Be2 O-O O-O c6", "old_indian", BLACK),
    "Spanish, closed center": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 "
        "a4 c5 d5",
        "spanish_chain",
        WHITE,
    ),
    "Modern Benoni": Tabiya(
        "d4 Nf6 c4 c5 d5 e6 Nc3 exd5 cxd5 d6 e4 g6 Nf3 Bg7 Be2 O-O O-O Re8", "modern_benoni", BLACK
    ),
    "Czech Benoni": Tabiya("d4 Nf6 c4 c5 d5 e5 Nc3 d6 e4 Be7", "czech_benoni", BLACK),
    "Symmetrical Benoni": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5 c5 d5 e6 Qd2 exd5 exd5", "symmetrical_benoni", BLACK
    ),
    "Benoni before the exchange": Tabiya("d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5 c5 d5 e6", "benoni_tension", BLACK),
    "Schmid Benoni": Tabiya("d4 Nf6 Nf3 c5 d5 g6 Nc3 Bg7 e4 d6 Be2 O-O O-O", "schmid_benoni", BLACK),
    "Benko Gambit": Tabiya("d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 Bxa6 Nc3 d6 e4 Bxf1 Kxf1 g6", "benko_gambit", BLACK),
    "Benko Gambit, fianchetto": Tabiya(
        "d4 Nf6 c4 c5 d5 b5 cxb5 a6 bxa6 g6 Nc3 Bxa6 g3 d6 Bg2 Bg7 Nf3 O-O O-O Nbd7", "benko_gambit", BLACK
    ),
    "Benko Gambit declined": Tabiya("d4 Nf6 c4 c5 d5 b5 Nf3", "benko_offered", BLACK),
    "Grünfeld, Bf4": Tabiya("d4 Nf6 c4 g6 Nc3 d5 Bf4 Bg7 e3", "gruenfeld_tension", BLACK),
    "Grünfeld, fianchetto": Tabiya(
        "d4 Nf6 c4 g6 g3 d5 Bg2 Bg7 cxd5 Nxd5 Nf3 Nb6 O-O Nc6 e3 O-O", "gruenfeld_fianchetto", WHITE
    ),
    "London against the King's Indian": Tabiya(
        "d4 Nf6 Bf4 g6 Nf3 Bg7 e3 O-O Be2 d6", "london_against_kings_indian", WHITE
    ),
    "Grünfeld, exchange variation": Tabiya(
        "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Bc4 c5 Ne2 Nc6 Be3 O-O O-O", "gruenfeld_exchange", WHITE
    ),
    "Grünfeld, exchange on d4": Tabiya(
        "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Bc4 c5 Ne2 Nc6 Be3 O-O O-O Bg4 f3 Na5 Bd3 cxd4 cxd4 Be6",
        "gruenfeld_open_c_file",
        WHITE,
    ),
    "Grünfeld, Russian system": Tabiya(
        "d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3 dxc4 Qxc4 O-O e4 Bg4", "gruenfeld_classical_center", WHITE
    ),
    "Pirc": Tabiya("e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O O-O c6", "pirc", BLACK),
    "Austrian Attack": Tabiya("e4 d6 d4 Nf6 Nc3 g6 f4 Bg7 Nf3 O-O", "austrian_attack", WHITE),
    "Hippopotamus": Tabiya("e4 g6 d4 Bg7 Nf3 d6 Bc4 e6 O-O Ne7 a4 b6 Re1 a6 Nc3 h6", "hippopotamus", BLACK),
    # Sicilian and English
    "Hedgehog": Tabiya("c4 c5 Nf3 Nf6 g3 b6 Bg2 Bb7 O-O e6 Nc3 Be7 d4 cxd4 Qxd4 d6 Rd1 a6 e4", "hedgehog", BLACK),
    "Hedgehog before e4": Tabiya(
        "c4 c5 Nf3 Nf6 g3 b6 Bg2 Bb7 O-O e6 Nc3 Be7 d4 cxd4 Qxd4 d6 Rd1 a6 b3 Nbd7", "hedgehog", BLACK
    ),
    "Maroczy bind": Tabiya("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7 Be3 Nf6 Nc3 O-O Be2 d6", "maroczy_bind", WHITE),
    "Dragon, Yugoslav Attack": Tabiya(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 Bc4 Bd7 O-O-O", "dragon", BLACK
    ),
    "Dragon, Soltis variation": Tabiya(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6 Bc4 Bd7 O-O-O Rc8 Bb3 Ne5 h4 h5",
        "dragon_with_h5",
        BLACK,
    ),
    "Accelerated Dragon": Tabiya("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 Nc3 Bg7 Be3 Nf6 Bc4 O-O", "accelerated_dragon", BLACK),
    "Scheveningen": Tabiya("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 Be2 Be7 O-O O-O f4", "scheveningen", BLACK),
    "Najdorf": Tabiya("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O", "najdorf", BLACK),
    "Boleslavsky variation": Tabiya("e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 d6 Be2 e5 Nb3 Be7", "boleslavsky_hole", BLACK),
    "Dragon with a pawn on d5": Tabiya(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be2 Bg7 O-O O-O Re1 Nc6 Bf1 Bd7 Nd5 Nxd5 exd5", "dragon_pawn_on_d5", BLACK
    ),
    "Scheveningen after e5": Tabiya(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6 f4 Be7 Be2 O-O O-O Nc6 Be3 e5 fxe5 dxe5", "sicilian_open_d_file", BLACK
    ),
    "Maroczy bind before e4": Tabiya(
        "c4 c5 Nf3 Nf6 Nc3 g6 g3 Bg7 Bg2 O-O O-O Nc6 d4 cxd4 Nxd4", "maroczy_bind_before_e4", WHITE
    ),
    "English, half-open d-file": Tabiya(
        "c4 c5 Nf3 Nf6 Nc3 e6 g3 b6 Bg2 Bb7 O-O Be7 d4 cxd4 Qxd4", "nimzo_half_open_d_file", WHITE
    ),
    "Nimzo-Indian, Classical with dxc5": Tabiya(
        "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 c5 dxc5 O-O a3 Bxc5 Nf3 b6", "nimzo_half_open_d_file", WHITE
    ),
    "Slav, c5": Tabiya("d4 d5 c4 c6 Nf3 Nf6 e3 Bf5 Nc3 e6 Nh4 Be4 c5 Nbd7", "c5_clamp", WHITE),
    "King's Indian, locked": Tabiya(
        "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6 d5 Ne7 Ne1 Nd7 Be3 f5 f3 f4 Bf2 g5",
        "kings_indian_locked",
        BLACK,
    ),
    "Petroff with c4 and d5": Tabiya(
        "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 c4 Be7 d4 O-O Be2 Nf6 Nc3 Bg4 d5", "pawn_on_d5_open_e_file", WHITE
    ),
    "Italian, fxe6": Tabiya("e4 e5 Nf3 Nc6 Bc4 Bc5 d3 d6 c3 Nf6 Be3 Be6 Bxe6 fxe6", "doubled_e_pawns", BLACK),
    "Sicilian with d3": Tabiya("e4 c5 Nf3 e6 d3 Nc6 Be2 Be7 O-O Nf6", "sicilian_with_d3", WHITE),
    "Najdorf with a pawn on d5": Tabiya(
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3 Nbd7 g4 b5 g5 b4 Nd5 Bxd5 exd5",
        "najdorf_pawn_on_d5",
        BLACK,
    ),
    "Sveshnikov": Tabiya(
        "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5 Bxf6 gxf6 Nd5 f5", "sveshnikov", BLACK
    ),
    "Taimanov": Tabiya("e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6", "taimanov", BLACK),
    "Kan": Tabiya("e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6 O-O Qc7", "taimanov", BLACK),
    "Smith-Morra Gambit": Tabiya("e4 c5 d4 cxd4 c3 dxc3 Nxc3 Nc6 Nf3 d6 Bc4 e6 O-O", "smith_morra", WHITE),
    "Classical Sicilian": Tabiya("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6", "open_sicilian", BLACK),
    "Closed Sicilian": Tabiya("e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6 Be3", "closed_sicilian", WHITE),
    "English, reversed Sicilian": Tabiya("c4 e5 Nc3 Nf6 Nf3 Nc6 g3 Bb4", "reversed_sicilian", WHITE),
    "English against the King's Indian": Tabiya("c4 e5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6 Rb1", "closed_sicilian", BLACK),
    "Reversed Dragon": Tabiya("c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7 d3 O-O", "dragon", WHITE),
    "Symmetrical English": Tabiya("c4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 e3 e6", "symmetrical_english", BOTH),
    "Rossolimo": Tabiya("e4 c5 Nf3 Nc6 Bb5 g6 Bxc6 bxc6 O-O Bg7", "rossolimo", WHITE),
    "Rossolimo, dxc6": Tabiya("e4 c5 Nf3 Nc6 Bb5 g6 Bxc6 dxc6 d3 Bg7 h3", "rossolimo_open_d_file", WHITE),
    "Grand Prix Attack": Tabiya("e4 c5 Nc3 Nc6 f4 g6 Nf3 Bg7 Bc4 e6", "grand_prix_attack", WHITE),
    "Alapin, Nf6": Tabiya("e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6 cxd4 d6", "alapin_chain", WHITE),
    "Alapin, d5": Tabiya("e4 c5 c3 d5 exd5 Qxd5 d4 Nf6 Nf3 e6", "alapin_center", WHITE),
    # French, Caro-Kann, Scandinavian and Alekhine
    "French, Advance": Tabiya("e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6", "french_chain", WHITE),
    "French, Advance, open c-file": Tabiya(
        "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 Be2 cxd4 cxd4 Nge7", "french_chain_open_c_file", WHITE
    ),
    "French, Winawer": Tabiya("e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7", "winawer", WHITE),
    "French, Steinitz": Tabiya(
        "e4 e6 d4 d5 Nc3 Nf6 e5 Nfd7 f4 c5 Nf3 Nc6 Be3 cxd4 Nxd4 Bc5", "french_without_d4", WHITE
    ),
    "French, Tarrasch with f6": Tabiya(
        "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6 Ne2 cxd4 cxd4 f6 exf6 Nxf6", "french_after_f6", WHITE
    ),
    "French, Exchange": Tabiya("e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 c6", "exchange_french", BOTH),
    "Petroff": Tabiya("e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3", "exchange_french", BOTH),
    "French, Rubinstein": Tabiya("e4 e6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Nf3 Ngf6", "rubinstein", BLACK),
    "Caro-Kann, classical": Tabiya(
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7 h5 Bh7 Bd3 Bxd3 Qxd3 e6", "caro_kann_formation", BLACK
    ),
    "Caro-Kann, Karpov variation": Tabiya(
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Ng5 Ngf6 Bd3 e6 N1f3", "caro_kann_formation", BLACK
    ),
    "Caro-Kann, Advance": Tabiya("e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2", "caro_kann_advance", WHITE),
    "Caro-Kann, Bronstein-Larsen": Tabiya(
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ gxf6 c3", "caro_kann_doubled_f_pawns", BLACK
    ),
    "Caro-Kann, Tartakower": Tabiya("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Nxf6+ exf6 c3 Bd6", "caro_kann_exf6", BLACK),
    "Scandinavian": Tabiya("e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bg4", "scandinavian", BLACK),
    "Scandinavian with c6": Tabiya(
        "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5 Bd2 e6", "caro_kann_formation", BLACK
    ),
    "Alekhine": Tabiya("e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4", "alekhine", BLACK),
    "Alekhine, exchange variation": Tabiya("e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 exd6 cxd6 Nc3 g6", "alekhine_exchange", BLACK),
    "Caro-Kann with c5": Tabiya("e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Nf3 Ngf6 Ng3 e6 Bd3 c5", "caro_kann_after_c5", BLACK),
    "Caro-Kann, majorities": Tabiya(
        "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7 Nf3 Ngf6 Ng3 e6 Bd3 c5 O-O cxd4 Nxd4", "wing_majorities", WHITE
    ),
    # Open games
    "Closed Spanish, Chigorin": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7", "closed_spanish", WHITE
    ),
    "Closed Spanish, open c-file": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5 Bc2 c5 d4 Qc7 Nbd2 cxd4 cxd4",
        "closed_spanish_open_c_file",
        WHITE,
    ),
    "Spanish with d3": Tabiya("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 d3 b5 Bb3 d6 c3 O-O", "spanish_with_d3", WHITE),
    "Spanish before d4": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3", "spanish_before_d4", WHITE
    ),
    "Open Spanish": Tabiya("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 d4 b5 Bb3 d5 dxe5 Be6 c3", "open_spanish", WHITE),
    "Marshall Attack": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5 exd5 Nxd5 Nxe5 Nxe5 Rxe5 c6 d4 Bd6",
        "marshall",
        WHITE,
    ),
    "Berlin endgame": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5 Qxd8+ Kxd8 Nc3", "berlin", WHITE
    ),
    "Exchange Spanish": Tabiya("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6", "exchange_spanish", WHITE),
    "Exchange Spanish after d4": Tabiya(
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O f6 d4 exd4 Nxd4 c5 Nb3 Qxd1 Rxd1", "exchange_spanish_majority", WHITE
    ),
    "Petroff with doubled c-pawns": Tabiya(
        "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 Nc3 Nxc3 dxc3 Be7", "petroff_doubled_c_pawns", WHITE
    ),
    "Italian": Tabiya("e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O", "italian", BOTH),
    "Spanish, Steinitz deferred": Tabiya("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 d6 c3 Bd7 d4 Nf6", "spanish_center", WHITE),
    "Philidor, Hanham": Tabiya("e4 d6 d4 Nf6 Nc3 e5 Nf3 Nbd7 Bc4 Be7 O-O O-O a4 c6", "philidor", BLACK),
    "Philidor, exchange": Tabiya("e4 e5 Nf3 d6 d4 exd4 Nxd4 Nf6 Nc3 Be7", "little_center", WHITE),
    "Scotch": Tabiya("e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7", "scotch", WHITE),
    "Scotch, Mieses": Tabiya(
        "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5 c4", "scotch_doubled_c_pawns", WHITE
    ),
    "Open d-file": Tabiya("e4 e5 Nf3 d6 d4 Nd7 Bc4 c6 dxe5 dxe5 O-O", "open_d_file", BOTH),
    "King's Gambit Accepted": Tabiya("e4 e5 f4 exf4 Nf3 g5 Bc4", "kings_gambit_accepted", WHITE),
    "King's Gambit declined": Tabiya("e4 e5 f4 Bc5 Nf3 d6", "kings_gambit", WHITE),
    # Flank openings, Dutch, and symmetry
    "Botvinnik system": Tabiya("c4 e5 Nc3 Nc6 g3 g6 Bg2 Bg7 e4 d6 Nge2 Nge7 d3 O-O O-O", "botvinnik_system", WHITE),
    "Botvinnik system against c5": Tabiya("c4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 e4 e6 Nge2 Nge7 d3", "botvinnik_system", WHITE),
    "King's Indian Attack": Tabiya("e4 e6 d3 d5 Nd2 Nf6 Ngf3 c5 g3 Nc6 Bg2 Be7 O-O O-O", "kings_indian_attack", WHITE),
    "King's Indian Attack, e5": Tabiya(
        "e4 e6 d3 d5 Nd2 Nf6 Ngf3 c5 g3 Nc6 Bg2 Be7 O-O O-O Re1 b5 e5 Nd7", "kings_indian_attack", WHITE
    ),
    "Réti": Tabiya("Nf3 d5 c4 e6 g3 Nf6 Bg2 Be7 O-O O-O b3", "reti", WHITE),
    "Stonewall": Tabiya("d4 f5 g3 Nf6 Bg2 e6 c4 d5 Nf3 c6 O-O Bd6", "stonewall", BLACK),
    "Stonewall without c6": Tabiya("d4 f5 g3 Nf6 Bg2 e6 c4 d5 Nf3 Be7 O-O O-O", "stonewall", BLACK),
    "Stonewall Attack": Tabiya("d4 d5 e3 Nf6 Bd3 c5 c3 Nc6 f4 g6", "stonewall", WHITE),
    "Dutch, Leningrad": Tabiya("d4 f5 g3 Nf6 Bg2 g6 Nf3 Bg7 O-O O-O c4 d6", "leningrad_dutch", BLACK),
    "Dutch, classical": Tabiya("d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O c4 d6", "classical_dutch", BLACK),
}
"""The tabiyas by name."""

EXAMPLES: Final[dict[str, str]] = {
    "opposed_isolated_queens_pawn": "r2q1rk1/pp3ppp/2pn4/3p4/3P4/5N2/PP3PPP/R2Q1RK1 w - - 0 15",
    "benoni_with_c4_and_e4": "r1bqr1k1/pp3pbp/2np1np1/2pP4/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10",
    "protected_passed_pawn_on_d5": "3r2k1/pp3ppp/8/3Pp3/4P3/8/PP3PPP/3R2K1 w - - 0 25",
    "four_against_three": "3r4/5pk1/6p1/7p/4P2P/6P1/5P2/3R2K1 w - - 0 40",
    "three_against_two": "3r4/6k1/6p1/7p/7P/6P1/5P2/3R2K1 w - - 0 40",
    "equal_pawns_on_one_wing": "3r4/5pk1/6p1/7p/7P/6P1/5P2/3R2K1 w - - 0 40",
    "outside_passer": "8/4kp2/6p1/7p/P6P/6P1/4KP2/8 w - - 0 40",
    "equal_wings": "3r2k1/pp4pp/5p2/8/8/1P6/P4PPP/3R2K1 w - - 0 25",
    "majority_on_each_wing": "3r2k1/1p3ppp/4p3/8/8/8/1PP2PPP/3R2K1 w - - 0 25",
    "d4_and_e5_against_e6": "r1bq1rk1/pp3ppp/2n1p3/4P3/3P4/5N2/P4PPP/R1BQ1RK1 w - - 0 15",
    "center_tension": "r1bq1rk1/pp2bppp/2np1n2/2p1p3/3PP3/2N2N2/PPP1BPPP/R1BQ1RK1 w - - 0 8",
    "closed_center": "r1bq1rk1/pp3ppp/2np1n2/2pPp3/2P5/4P3/PP3PPP/R1BQ1RK1 w - - 0 10",
    "open_center": "r4rk1/pp3pp1/2p5/8/8/8/PPP2PPP/R4RK1 w - - 0 20",
    "general_open_d_file": "r4rk1/ppp2ppp/4p3/8/4P3/5P2/PP4PP/R4RK1 w - - 0 20",
    "general_open_e_file": "r4rk1/ppp2ppp/3p4/8/8/2P5/PP1P1PPP/R4RK1 w - - 0 20",
    "half_open_d_file": "r4rk1/ppp2ppp/3p4/4p3/8/4P3/PP3PPP/R4RK1 w - - 0 20",
    "half_open_e_file": "r4rk1/pp3ppp/3pp3/8/8/3P4/PPP2PPP/R4RK1 w - - 0 20",
    "d_pawn_against_e_pawn": "r4rk1/ppp2ppp/8/4p3/8/3P4/PP3PPP/R4RK1 w - - 0 20",
    "two_center_pawns": "r4rk1/pp3ppp/8/8/3PP3/8/P4PPP/R4RK1 w - - 0 20",
    "isolated_queens_pawns_face_to_face": "r2q1rk1/pp3ppp/2n5/3p4/3P4/5N2/PP3PPP/R2Q1RK1 w - - 0 15",
    "pawn_center": "r4rk1/ppp2ppp/8/8/4P3/8/PPP2PPP/R4RK1 w - - 0 20",
}
"""Positions, as FENs, of structures that come late or out of many openings."""
