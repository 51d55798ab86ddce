"""Sixty pawns of master games, each with the label that a trainer would put first, and why.

The positions were taken at random: 10 from openings, 21 from middlegames, 29 from later stages, a third of them for a
passed, weak or rare pawn. The pawns were judged before the program's order was made, and it need not agree with all.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class JudgedPawn(NamedTuple):
    """A pawn, the identifier of the label that a trainer puts first, and why."""

    fen: str
    square: str
    label: str
    why: str


_TABLE: Final = """\
4r1k1/6P1/1p1K3P/p3B3/2p5/1P1b4/P4R2/8 b - - 0 50
h6 connected_passed_pawns: With g7 it makes two connected passers on the sixth and seventh rank: they decide the game.
6k1/2q2p1p/4p1p1/ppP1b3/1P2P3/5PP1/P6P/3Q1BK1 w - - 0 31
c5 protected_passed_pawns: Nothing but a piece can stop it, and b4 guards it for good.
1rb5/2rn1pk1/p2b1np1/R1pPp2p/2P1P3/1PNNB1PP/6K1/R2B4 w - - 2 31
d5 protected_passed_pawns: Guarded twice and passed; that the bishop stands in front of it comes second.
5k2/5p1p/q2N4/3p2p1/8/5KP1/5R1P/8 b - - 0 44
d5 passed_pawns: Alone and passed in an ending: it either runs or is lost, so passed comes before isolated.
8/5ppk/5b1p/1p3P2/1q6/pP5r/P1B2P2/1K1RQ3 b - - 1 34
h6 protected_passed_pawns: No white pawn is left on the kingside files in front of it, and g7 guards it.
4R3/pb1P1pkp/2B2qp1/2p5/5n2/2P2N2/PPP3PP/5RK1 b - - 0 21
d7 promotion_path_free: One step from the last rank with nothing on d8: it is about to queen.
2r2rk1/8/p2p4/R3b1N1/1P1p4/4qPP1/8/4QRK1 w - - 1 30
f3 connected_passed_pawns: With g3 it makes two connected passers in front of their king.
8/8/3n1p2/p3k3/R5P1/2r5/4BK2/8 b - - 2 57
a5 blockaded_passers: A passed pawn that the rook holds up by standing in front of it.
1k5r/pq1n2p1/b7/2p1Pr1p/P1p2B2/1p4N1/1Pn2PPP/RQ3RK1 w - - 0 24
e5 passed_pawns: Passed in the middle of the board; that f2 is still on a file beside it matters less.
2r5/1p5p/4k3/p1b1p3/P2rN3/1P1p1R2/1P4PP/R4K2 w - - 2 30
e5 connected_passed_pawns: Passed, and so is d3 on the next file: the two support each other.
4r1k1/1pr5/3b1p1p/p3pB2/3pP3/Pn1N2P1/1P3P1P/3R1RK1 w - - 0 29
d4 protected_passed_pawns: Passed and guarded by e5; the knight blockades it for the moment.
8/3k3p/pp6/6R1/n1P1pp1P/P6r/1bN1KP2/4N3 w - - 0 36
c4 isolated_pawns: No white pawn on the b- or d-file can ever guard it.
qr4k1/5pp1/2b1p2p/2Q5/1pB5/1P1R1PP1/2P3KP/8 w - - 0 35
b4 isolated_pawns: No neighbors, fixed by b3: pieces must guard it.
1r2k2r/2pb2p1/2pp2n1/p3p1Pp/1q2P3/1PNQB1P1/P1P2P2/2KR3R w k - 0 19
a5 isolated_pawns: The rook pawn has lost its neighbor on the b-file.
r1b2rk1/5ppp/p2b4/1p1p4/3P3q/2P1R3/PP3PPP/RNBQ2K1 w - - 3 15
d5 isolated_pawns: No pawn on the c- or e-file: the isolated queen's pawn, fixed by d4.
2nnrrk1/pp1q2bp/2pp2p1/4pb2/2P5/1PNPB1P1/P2QNPBP/4RRK1 w - - 0 16
d3 backward_pawns_not_isolated: c4 has passed it, there is no e-pawn, and e5 guards d4.
8/6pk/4q2r/2PpB1Qp/p2Pb3/7P/1P3RPK/8 b - - 11 39
b2 backward_pawns_not_isolated: a4 guards b3, and its only neighbors have gone ahead; the b-file is open to Black.
6r1/3kbRp1/2p5/1p1n4/p2P4/P1P3P1/1P2RP2/5K2 b - - 10 29
b2 backward_pawns_not_isolated: a4 holds it on b2: its neighbors stand ahead and cannot guard b3.
8/4r3/ppkp2p1/n1p2pPp/P1P2P1P/1PPKB3/8/1R6 w - - 6 44
f4 rams: It and f5 block each other: nobody plays on the f-file before a piece is given.
8/1p2kpbp/n2p2p1/3P4/1pPp4/1P1K3P/P4PP1/1B2B3 w - - 7 30
a2 backward_pawns_not_isolated: b4 guards a3, b3 has gone ahead, and the a-file is open to black rooks.
8/p1p5/1pk1pr1p/8/5PP1/2P2K2/PP6/3R4 w - - 0 34
g4 candidate_pawns: Two against one on the g- and h-file: it wants to become a passer.
8/kb2b3/pr2P3/Q1pp4/4q3/4P3/1PN1B3/1K1R4 b - - 0 44
c5 hanging_pawns: c5 and d5 side by side on half-open files, without neighbors: the hanging pawns of the books.
r4rk1/pb1nqpp1/7p/2pp4/1P6/P1R1PN2/4BPPP/3Q1RK1 b - - 0 16
c5 hanging_pawns: c5 and d5 side by side on half-open files, without neighbors: the hanging pawns of the books.
8/2R4p/3pk3/p7/P1Pq4/P6P/5R1K/8 w - - 0 47
a3 doubled_pawns: The rear one of two pawns that a single black pawn holds: worth next to nothing.
8/p1k5/8/2p5/1pp1rR2/6P1/PP3P1P/5K2 b - - 3 31
c4 doubled_pawns: The front one of two pawns on the c-file, which makes the majority hard to use.
4R3/6k1/4p1p1/7p/3P4/4PPP1/4r1PK/8 w - - 0 42
g2 doubled_pawns: The rear one of two pawns on the g-file, in front of its king; it guards f3.
r2nq1r1/5p1k/2pp1p2/pp1P1N1p/1b2P1P1/5N1P/PP3P1K/R2Q1R2 w - - 4 23
f6 doubled_pawns: Doubled and without neighbors in front of the own king.
r7/p3k1r1/B1p2p1p/2p2n2/p7/2P2PP1/P6P/1R2R1K1 b - - 3 29
a4 doubled_pawns: Two a-pawns held by one, and neither can be guarded by a pawn.
r2qk3/3n1p1r/1p1Bp1np/pP1pP1bQ/3P2Np/5R2/1P2NPP1/R3K3 w Q - 15 27
h6 doubled_pawns: Two pawns on the edge that no pawn can guard.
r5k1/pb2qpp1/1n5p/2rp4/1P6/P3PN2/3QBPPP/5RK1 w - - 0 19
b4 capturers: It takes the rook on c5 at once.
r5k1/5pp1/p6p/1p1np3/3B4/P2R1P2/1P2NKPP/2r5 w - - 0 26
e5 candidate_pawns: A pawn more on the e- and f-file: the one without an opponent on its file wants to be passed.
1rb1R3/pp4k1/5pp1/2pB3p/7P/8/PP3PP1/2K5 b - - 1 24
c5 candidate_pawns: With b7 two against one on the queenside: it wants to become a passer.
2kr2r1/p4p1p/2pqp3/4n3/1R2B3/3b4/P2B1PPP/1QR3K1 w - - 10 24
g2 king_shelter: It stands at home before its king, and should stay there.
r1bqkb1r/1p1n1ppp/p1n1p3/2ppP3/3P1P2/2N1BN2/PPP3PP/R2QKB1R w KQkq - 0 8
d4 levers: c5 and d4 can take each other: the tension on the chain's base decides the opening.
r2qrbk1/1bpn1p1p/p2p1np1/1p2p3/3PP3/2P2NNP/PPB2PP1/R1BQR1K1 w - - 0 15
e5 levers: d4 and e5 can take each other: the tension in the center.
r2q1rk1/pp3ppb/n3pn1p/2p5/PbNPP3/2N2P2/1P2BBPP/R2QK2R b KQ - 1 13
d4 levers: c5 and d4 can take each other: the tension in the center.
1r3rk1/2qbbppp/p1nppn2/8/1p2PP2/PNN1B1Q1/1PP1B1PP/3R1RK1 w - - 0 15
b4 levers: a3 and b4 can take each other, and the knight on c3 has to move.
r2q1r1k/1b2bpp1/pp2p2p/2nnP1N1/3N2Q1/8/PP3PPP/R1B1RBK1 w - - 0 17
e6 rams: Blocked by e5.
r2qkb1r/pp1n1ppp/2p1pn2/3p4/3P2b1/1P3NP1/PBP1PPBP/RN1QK2R w KQkq - 0 7
d4 rams: It and d5 block each other in the center.
7r/ppk2p2/2p1nPp1/4N2p/1P6/6P1/P1P4P/2K1R3 w - - 2 27
f7 rams: Fixed by f6: it cannot step and has to be guarded by pieces.
1rb2rk1/p1pp2pp/1p1b3q/2nN4/2P2pPP/2B5/PP1QPPB1/2KR3R b - - 1 18
f4 break_pawns: f4-f3 strikes at e2 and opens the white position.
rn1qkb1r/pbpp1ppp/1p2pn2/8/2PP4/1P3NP1/P3PPBP/RNBQK2R b KQkq - 2 6
d4 break_pawns: d4-d5 strikes at e6.
r2q1rk1/pp1nppbp/2p3p1/8/2QPb3/4BNP1/PP2PPBP/2R2RK1 w - - 0 13
d4 break_pawns: d4-d5 strikes at c6.
r4rk1/pp1nqpp1/2p1pnbp/8/Pb1PP3/2NB1N2/1P2QPPP/R1BR2K1 w - - 2 13
d4 break_pawns: d4-d5 strikes at c6 and e6 in front of the king.
5k2/pp3pp1/1bn1p2p/8/8/P1N1P1P1/1P1B1P1P/4K3 w - - 0 27
g7 chain_bases: It guards h6, and nothing is wrong with it.
1r6/2r2pk1/2pR2p1/p1P1p3/2R1P1P1/1P2K3/P7/8 b - - 0 35
b3 chain_heads: a2 guards it on the file that is open to black rooks.
r3kb1r/ppqn1ppp/2p2n2/3p4/NB1P4/4PN2/PPQ2PPP/R3KB1R b KQkq - 0 11
d4 rams: It and d5 block each other: the frame of the exchange structure.
6R1/8/1K3p2/2P5/p4kp1/P6p/8/8 w - - 0 54
c5 outside_kings_square: The black king comes too late to c8.
8/p6P/8/8/6K1/p7/1k6/8 w - - 0 48
h7 outside_kings_square: It queens on the next move.
6k1/2p2rp1/8/6Q1/p1q2p1P/5b1B/P6K/6R1 w - - 0 50
h4 pawn_storm: It marches against the king on g8, together with queen and rook.
r5k1/1b1p1pp1/p5q1/1p1P3p/4N2n/P2Q2B1/1P3PPP/R5K1 b - - 0 27
h5 pawn_storm: It backs the knight in front of the white king and wants to go on.
3r1r2/p1q2pk1/bpn1p1pp/2pn4/2N5/2PP1NP1/PPQ2PBP/R3R1K1 b - - 1 16
g3 king_shelter: It stands in front of its king, backed by two pawns.
r1b2rk1/pppqnppp/3b4/2n5/2Q5/2N1BN2/PPP2PPP/2KR1B1R b - - 7 11
a2 phalanx_pawns: At home beside b2 and c2: nothing else to say.
r1r3k1/3qbppp/2n1p3/pp1nP3/3p2Q1/P2P2P1/1P1N1PBP/R1B1R1K1 b - - 1 17
e5 rams: Blocked by e6; it cramps Black and cannot go on.
r1bqk2r/1p2bppp/p1nppn2/8/3NPP2/2N1B3/PPP1B1PP/R2Q1RK1 b kq - 0 9
b2 phalanx_pawns: At home beside a2 and c2: nothing else to say.
r3r1k1/pp1n1ppp/2p5/3p1n2/3P1N2/2P5/PP1N1PPP/R4RK1 w - - 5 14
h7 king_shelter: It stands at home before its king.
R4bk1/3nqp1p/3p2p1/3Pp3/8/4PQ1P/6P1/1R4K1 b - - 2 32
e3 backward_pawns_telestop: Its only neighbor has gone ahead to d5, so no pawn can ever help it past e4.
2b4r/r3kpb1/pp1Np2p/2p3p1/2P3n1/4P1P1/PP1RBPP1/2KR4 w - - 0 20
e3 chain_heads: f2 guards it, and it controls d4 and f4.
r2q1rk1/p3bppp/1np5/3pPb2/3B4/1PNN1P2/P2Q2PP/3R1RK1 w - - 2 21
d5 protected_passed_pawns: Passed and guarded by c6; the bishop in front of it comes second.
5rk1/4b1pp/2R5/3n4/3P4/1BP1P1Pb/1P1N3P/6K1 b - - 0 25
d4 protected_passed_pawns: Passed and guarded twice; the knight in front of it comes second.
"""
"""A FEN, then the pawn's square, the label, and the reason."""


def _judged_pawns() -> tuple[JudgedPawn, ...]:
    """Return the pawns of the table."""
    lines = _TABLE.splitlines()
    found = []
    for fen, judgement in zip(lines[::2], lines[1::2], strict=True):
        place, _, why = judgement.partition(": ")
        square, label = place.split()
        found.append(JudgedPawn(fen, square, label, why))
    return tuple(found)


JUDGED_PAWNS: Final = _judged_pawns()
