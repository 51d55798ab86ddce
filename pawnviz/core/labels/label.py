"""The entry of a label: its words, its weight, the labels it implies, and its part in each place."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.side import Side
from pawnviz.core.words import plural

QUIET: Final = 20  # The weight below which a label is put before the fold only where nothing else is said.


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
    """Another weight of a label, for the pawns in the mask that ``where`` returns for their side."""

    where: Callable[[Side[int]], int]
    weight: int


class Change(NamedTuple):
    """How the sentence on a move tells that pawns gain or lose a label.

    ``lost`` is the weight of a loss, ``gained`` that of a gain where it is not the label's. ``verb`` has ``{names}``
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

    ``word`` completes ``the pawn is ...`` where the label's complement does not, ``band`` is its text in a band where
    that is not its adjective, ``weight`` its weight among the labels of a life where that is not the label's. ``kinds``
    are the kinds of events that it belongs to where its adjective is none. ``by_pawns`` says that pawns alone decide
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

    ``adjective`` is the word before ``pawn`` or in brackets, ``complement`` completes ``the pawn is ...`` where the
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
    def life_weight(self) -> int:
        """The weight of the label in a life."""
        return (self.life and self.life.weight) or self.weight

    @property
    def life_word(self) -> str:
        """The complement of ``the pawn is ...`` in a life."""
        assert self.life is not None
        return self.life.word or self.state()

    @property
    def band(self) -> str:
        """The text of the label in a band of a life, empty where it is drawn as a line."""
        return "" if self.life is None or self.life.is_line else self.life.band or self.short


def _noun(text: str) -> str:
    return text.removeprefix("a ").removeprefix("an ")
