"""The entry of every label, by the identifier of its layer or number, the most frequent questions first.

Weights are read together: by them a pawn's labels are ranked, its headline begins, and changes, lives and lists are put
in order. Labels of the same weight keep the order of the table.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, complement, east, west
from pawnviz.core.board.side import Side
from pawnviz.core.layers.attacks import rams, safe_squares
from pawnviz.core.layers.backward import backward_pawns
from pawnviz.core.layers.islands import isolated_pawns
from pawnviz.core.layers.passers import open_pawns
from pawnviz.core.words import plural

QUIET: Final = 20  # The weight below which a label is put before the fold only if nothing else is said.


class Place(Enum):
    """Where a line stands: before the fold, behind it, or among the geometry, which is folded by itself."""

    FIRST = "first"
    MORE = "more"
    GEOMETRY = "geometry"


class Tone(Enum):
    """Whether a label is good or bad for its side, or stops the pawn."""

    GOOD = "good"
    BAD = "bad"
    STOPPED = "stopped"


class Subject(Enum):
    """The sentence by which a headline begins with a label."""

    PASSER = "passer"
    WEAKNESS = "weakness"
    PAIR = "pair"
    CANDIDATE = "candidate"


class Case(NamedTuple):
    """Another weight of a label, for the pawns on the squares that ``where`` returns for their side."""

    where: Callable[[Side[int]], int]
    weight: int


class Change(NamedTuple):
    """The words of a move's sentence for a label that pawns gain or lose.

    ``lost`` is the weight of a loss, ``gained`` that of a gain if it is not the label's. ``verb`` has ``{names}``
    for the squares; without one a move makes the pawns what the label says.
    """

    lost: int
    gained: int = 0
    verb: str = ""


class Fact(NamedTuple):
    """A fact of a side in the summary: its caption, its meaning, and labels whose adjectives stand behind its pawns."""

    caption: str
    meaning: str
    beside: tuple[str, ...] = ()


class Life(NamedTuple):
    """A label in the life of a pawn.

    ``word`` completes ``the pawn is ...`` if the label's complement does not, ``band`` is its text in a band if
    that is not its adjective, ``weight`` its weight among the labels of a life if that is not the label's. ``kinds``
    are the kinds of events that it belongs to if its adjective is none. ``by_pawns`` says that pawns alone decide
    it, ``is_line`` that it is drawn as a second line and not as a band.
    """

    word: str = ""
    band: str = ""
    weight: int = 0
    kinds: tuple[str, ...] = ()
    by_pawns: bool = True
    is_line: bool = False


class Label(NamedTuple):
    """The words and weights of a layer for a pawn, or of a number or a layer of squares for a side.

    ``adjective`` is the word before ``pawn`` or in brackets, ``complement`` completes ``the pawn is ...`` if the
    adjective does not: ``a passed pawn``. ``weight`` is how much the label says about a pawn, up to 100; 0 is for
    labels that are shown only to whoever asks for more. The first of the ``cases`` that holds gives another weight.

    ``kind_of`` is the label that this one is a kind of and is said instead of, ``implies`` are further labels that need
    not be said beside it. A label is shown in the line of the label ``told_with``; ``definition`` is its name among
    those of a disputed term.

    ``subject`` is how a headline begins with it, ``verdict`` how one ends with it; with ``is_prefix`` its adjective
    comes before all others. Verdicts, first sentences, events, and a side's sentence on a label that is a subject name
    only the pawns that ``named_of`` returns. ``is_asked`` puts it among the first questions why a pawn is not so;
    ``everyday`` and ``lane`` are its places from 1 in the list of everyday layers and among the lanes of games, 0 for
    none.
    """

    adjective: str = ""
    complement: str = ""
    weight: int = 0
    cases: tuple[Case, ...] = ()
    tone: Tone = Tone.GOOD
    place: Place | None = None
    kind_of: str = ""
    implies: tuple[str, ...] = ()
    told_with: str = ""
    definition: str = ""
    subject: Subject | None = None
    verdict: str = ""
    is_prefix: bool = False
    named_of: Callable[[Side[int]], int] | None = None
    change: Change | None = None
    fact: Fact | None = None
    life: Life | None = None
    is_asked: bool = False
    everyday: int = 0
    lane: int = 0

    @property
    def short(self) -> str:
        """The adjective, or the complement without its article."""
        return self.adjective or _noun(self.complement)

    @property
    def implied(self) -> frozenset[str]:
        """The labels that need not be said beside this one."""
        return frozenset((self.kind_of, *self.implies)) - {""}

    def state(self, count: int = 1) -> str:
        """Return the noun or adjective of so many pawns: ``isolated``, ``a passed pawn``, ``passed pawns``."""
        text = self.complement or self.adjective
        noun = _noun(text)
        return text if count == 1 or noun == text else plural(count, noun)

    @property
    def gained_weight(self) -> int:
        """The weight of a gain of the label by a move."""
        return (self.change and self.change.gained) or self.weight

    def gained_by(self, names: str, count: int) -> str:
        """Return that a move gives the label, which has a change, to so many pawns: ``isolates d4``."""
        assert self.change is not None
        if self.change.verb:
            return self.change.verb.format(names=names)
        return f"makes {names} {self.state(count)}"

    @property
    def life_word(self) -> str:
        """The complement of ``the pawn is ...`` in a life."""
        assert self.life is not None
        return self.life.word or self.state()

    @property
    def band(self) -> str:
        """The text of the label in a band of a life, empty if it is drawn as a line."""
        return "" if self.life is None or self.life.is_line else self.life.band or self.short


def _noun(text: str) -> str:
    return text.removeprefix("a ").removeprefix("an ")


def unable_to_go_on(side: Side[int]) -> int:
    """Return the pawns that are isolated, or could be taken one step ahead or do not come there for an enemy pawn."""
    safe = side.backward(safe_squares(side) & complement(side.enemy.pawns))
    return side.pawns & (isolated_pawns(side) | complement(safe))


def sheltering(side: Side[int]) -> int:
    """Return the pawns up to three ranks in front of a king on its first two ranks, while the enemy has a queen."""
    kings = side.kings & side.ranks(1, 2) if side.enemy.queens else 0
    near = side.forward(kings | east(kings) | west(kings))
    return side.pawns & (near | side.forward(near) | side.forward(side.forward(near)))


def away_from_d_file(side: Side[int]) -> int:
    """Return the pawns that neither stand on the d-file nor beside an own pawn there."""
    central = side.pawns & FILES[3]
    return side.pawns & complement(central | east(central) | west(central))


def attacking_pieces(side: Side[int]) -> int:
    """Return the pawns that attack an enemy piece other than a pawn or a king."""
    enemy = side.enemy
    behind = side.backward(enemy.knights | enemy.bishops | enemy.rooks | enemy.queens)
    return side.pawns & (east(behind) | west(behind))


_RAMMED: Final = (Case(rams.compute, 31),)
_CAPTURES: Final = (Case(lambda side: attacking_pieces(side) & side.to_move, 86), Case(attacking_pieces, 36))

LABELS: Final[dict[str, Label]] = {
    # Passed pawns and candidates
    "passed_pawns": Label(
        "passed",
        "a passed pawn",
        weight=90,
        definition="wiki",
        subject=Subject.PASSER,
        change=Change(lost=80),
        fact=Fact(
            "Passed",
            "Pawns with no enemy pawn in front on their file and the files beside.",
            (
                *("protected_passed_pawns", "connected_passed_pawns", "outside_passers", "blockaded_passers"),
                *("rook_backed_passers", "rook_held_passers", "outside_kings_square"),
            ),
        ),
        life=Life("passed"),
        is_asked=True,
        everyday=1,
        lane=3,
    ),
    "passed_pawns_frontmost": Label(told_with="passed_pawns", definition="frontmost"),
    "passed_pawns_stockfish": Label(told_with="passed_pawns", definition="Stockfish"),
    "candidate_pawns": Label(
        complement="a candidate",
        weight=40,
        cases=(Case(lambda side: side.ranks(2, 2), 12),),
        definition="wiki",
        subject=Subject.CANDIDATE,
        change=Change(lost=30),
        fact=Fact(
            "Candidates",
            "Pawns that may become passed: no enemy pawn is in front on the file, and on the files beside at least as "
            "many own pawns help as enemy pawns hold it back.",
        ),
        life=Life(weight=75),
        is_asked=True,
        lane=6,
    ),
    "candidates_with_safe_path": Label(told_with="candidate_pawns", definition="safe path"),
    "candidates_on_fifth": Label(told_with="candidate_pawns", definition="fifth rank"),
    "fakers": Label(weight=90, place=Place.MORE),
    # Weaknesses
    "isolated_pawns": Label(
        "isolated",
        weight=70,
        tone=Tone.BAD,
        implies=("backward_pawns", "backward_pawns_stockfish", "backward_pawns_telestop"),
        subject=Subject.WEAKNESS,
        change=Change(lost=54, verb="isolates {names}"),
        fact=Fact(
            "Isolated",
            "Pawns without an own pawn on the files beside. Passed ones are not weak; unopposed are those that are not "
            "passed and have no enemy pawn in front on the file.",
            ("passed_pawns", "weak_unopposed_pawns"),
        ),
        life=Life(),
        is_asked=True,
        everyday=2,
        lane=2,
    ),
    "backward_pawns_not_isolated": Label(
        "backward",
        weight=72,
        cases=_RAMMED,
        tone=Tone.BAD,
        subject=Subject.WEAKNESS,
        named_of=open_pawns.compute,
        change=Change(lost=56),
        fact=Fact(
            "Backward",
            "Pawns with a square in front that an enemy pawn attacks and no own pawn can ever guard without capturing, "
            "isolated ones left out. Unopposed are those that are not passed and have no enemy pawn in front on the "
            "file; of those that have one, the sentence on the side says nothing.",
            ("passed_pawns", "weak_unopposed_pawns", "break_pawns", "rams"),
        ),
        life=Life("backward (wiki)", kinds=("Backward (wiki or Stockfish)", "Backward (wiki)")),
        is_asked=True,
        everyday=4,
        lane=5,
    ),
    "backward_pawns": Label(weight=50, told_with="backward_pawns_not_isolated", definition="wiki"),
    "backward_pawns_unrammed": Label(weight=50, told_with="backward_pawns_not_isolated", definition="unrammed"),
    "backward_pawns_not_isolated_stockfish": Label(
        "backward (Stockfish)",
        weight=72,
        cases=_RAMMED,
        tone=Tone.BAD,
        told_with="backward_pawns_not_isolated",
        life=Life(kinds=("Backward (wiki or Stockfish)", "Backward (Stockfish)")),
    ),
    "backward_pawns_stockfish": Label(weight=50, told_with="backward_pawns_not_isolated", definition="Stockfish"),
    "backward_pawns_telestop": Label(told_with="backward_pawns_not_isolated", definition="telestops"),
    "stragglers": Label(weight=50, told_with="backward_pawns_not_isolated"),
    "doubled_pawns": Label(
        "doubled",
        weight=58,
        cases=(Case(isolated_pawns.compute, 71),),
        tone=Tone.BAD,
        definition="wiki",
        is_prefix=True,
        change=Change(lost=42, verb="doubles {names}"),
        fact=Fact("Doubled", "Pawns that share their file with an own pawn."),
        life=Life(),
        is_asked=True,
        everyday=3,
        lane=4,
    ),
    "doubled_pawns_stockfish": Label(told_with="doubled_pawns", definition="Stockfish"),
    "tripled_pawns": Label("tripled", weight=59, tone=Tone.BAD, kind_of="doubled_pawns", is_prefix=True),
    "target_pawns": Label(
        "weak",
        "a target",
        weight=69,
        # Another pawn that is weak is merely held fast.
        cases=(Case(lambda side: complement(isolated_pawns(side) | backward_pawns(side)), 31),),
        tone=Tone.BAD,
        implies=("weak_pawns", "weak_unopposed_pawns"),
        verdict="weak",
        named_of=unable_to_go_on,
        fact=Fact(
            "Targets",
            "Pawns, not passed, that no own pawn can ever guard without capturing, that are isolated or fixed by enemy "
            "pawns, and that more enemy pieces than own ones attack, now or after one move.",
            ("isolated_pawns", "backward_pawns_not_isolated", "rams"),
        ),
        life=Life(weight=57, by_pawns=False),
        is_asked=True,
    ),
    "weak_pawns": Label(
        "potentially weak",
        weight=30,
        tone=Tone.BAD,
        implies=("weak_unopposed_pawns",),
        named_of=unable_to_go_on,
        is_asked=True,
        everyday=5,
    ),
    "weak_unopposed_pawns": Label(
        "unopposed", weight=26, tone=Tone.BAD, change=Change(lost=52, gained=68, verb="opens the file against {names}")
    ),
    "hanging_pawns": Label(
        "hanging",
        "a hanging pawn",
        weight=60,
        cases=(Case(away_from_d_file, 19),),
        tone=Tone.BAD,
        definition="books",
        subject=Subject.PAIR,
        change=Change(lost=44),
        fact=Fact(
            "Hanging",
            "Two pawns side by side on their fourth or fifth rank, open and not passed, with no own pawn on the files "
            "beside the two.",
        ),
        life=Life("one of two hanging pawns"),
        is_asked=True,
        everyday=6,
    ),
    "hanging_pawns_wiki": Label(told_with="hanging_pawns", definition="wiki"),
    "overly_advanced_pawns": Label(weight=57, tone=Tone.BAD),
    # Kinds of passed pawns, and what holds or helps them
    "protected_passed_pawns": Label(
        "protected",
        "a protected passed pawn",
        weight=92,
        kind_of="passed_pawns",
        implies=("defended_pawns", "connected_pawns"),
        change=Change(lost=76),
        life=Life(band="protected passed", kinds=("Passed",)),
        is_asked=True,
    ),
    "connected_passed_pawns": Label("connected", weight=91, kind_of="passed_pawns", is_asked=True),
    "outside_passers": Label(
        "outside", "an outside passed pawn", weight=91, kind_of="passed_pawns", change=Change(lost=75), is_asked=True
    ),
    "blockaded_passers": Label(
        "blockaded",
        weight=89,
        tone=Tone.STOPPED,
        implies=("passed_pawns",),
        change=Change(lost=38, gained=46, verb="lets {names} be blockaded"),
        life=Life(kinds=("Passed",), by_pawns=False),
        is_asked=True,
    ),
    "outside_kings_square": Label(
        "outside the king's square",
        weight=99,
        implies=("promotion_path_free", "passed_pawns"),
        verdict="the {kings} outside its square",
        is_asked=True,
    ),
    "promotion_path_free": Label(
        cases=(Case(lambda side: side.ranks(7, 8), 98),), implies=("passed_pawns",), verdict="nothing stands in its way"
    ),
    "rook_backed_passers": Label("own rook behind it", weight=88),
    "rook_held_passers": Label("enemy rook behind it", weight=87, tone=Tone.BAD),
    "open_pawns": Label(weight=90, place=Place.GEOMETRY),
    # Pawns that meet, and those that can move
    "levers": Label(weight=35, is_asked=True, everyday=7, lane=7),
    "inner_levers": Label(told_with="levers"),
    "outer_levers": Label(told_with="levers"),
    "center_levers": Label(told_with="levers"),
    "east_levers": Label(told_with="levers"),
    "west_levers": Label(told_with="levers"),
    "capturers": Label(weight=34, cases=_CAPTURES, told_with="levers"),
    "east_capturers": Label(told_with="levers"),
    "west_capturers": Label(told_with="levers"),
    "weak_levers_stockfish": Label(weight=85),
    "break_pawns": Label(complement="a pawn with a break", weight=33, is_asked=True, everyday=9),
    "rams": Label("blocked", "blocked by a pawn", weight=32, tone=Tone.STOPPED, life=Life(), is_asked=True),
    "double_pushable_pawns": Label(place=Place.GEOMETRY, told_with="pushable_pawns"),
    "pushable_pawns": Label(place=Place.GEOMETRY, is_asked=True),
    "half_isolated_pawns": Label(place=Place.GEOMETRY),
    # Chains, and pawns at kings
    "defended_pawns": Label("protected", life=Life(is_line=True), is_asked=True),
    "chain_bases": Label(weight=15, implies=("defending_pawns", "connected_pawns")),
    "chain_links": Label(weight=11, implies=("defending_pawns", "defended_pawns", "connected_pawns")),
    "chain_heads": Label(weight=10, implies=("defended_pawns", "connected_pawns")),
    "phalanx_pawns": Label(weight=9, implies=("connected_pawns",)),
    "duos": Label(told_with="phalanx_pawns"),
    "connected_pawns": Label(weight=8),
    "pawn_storm": Label(weight=14),
    "king_shelter": Label(cases=(Case(sheltering, 13),)),
    # Squares, files and numbers
    "holes": Label(weight=39, everyday=11),
    "outposts": Label(weight=38, everyday=10),
    "open_files": Label(weight=37, everyday=15, lane=10),
    "half_open_files": Label(weight=36, everyday=16),
    "wing_majorities": Label(weight=36, everyday=17),
    "break_squares": Label(everyday=8, lane=8),
    "attacks": Label(everyday=12),
    "safe_squares": Label(everyday=13, lane=9),
    "filesets": Label(everyday=14),
    "island_count": Label(lane=1),
}
"""The entries by identifier. A layer without one is named only if all layers are."""
