"""A position in words: its structure, who wins a pawn ending, and each side's islands, passers and weaknesses.

Targets, which the enemy can attack more often than they are guarded, are called weak; other pawns that are isolated or
backward are features. Features that are missing, by the wiki's definition too, are named.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from pawnviz.core.board.bitboard import FILES, SQUARE_NAMES, complement, popcount, squares
from pawnviz.core.board.position import Position
from pawnviz.core.board.side import Side, player_name
from pawnviz.core.explain.balance import balance
from pawnviz.core.explain.first_sentence import GAME_OVER, Statement, first_sentence, wing_majorities
from pawnviz.core.explain.pawn_words import break_words
from pawnviz.core.explain.surroundings import attack_words, faults_of
from pawnviz.core.labels.order import with_subject, with_wiki
from pawnviz.core.labels.table import LABELS, Subject
from pawnviz.core.layers import LAYERS
from pawnviz.core.structures import FoundStructure, leading_structures
from pawnviz.core.words import capitalized, escaped, listed, number_word, plural

if TYPE_CHECKING:
    from pawnviz.core.endings.outcome import Outcome
    from pawnviz.core.explain.pawn_endings import EndingFact, EndingWords

NO_STRUCTURE: Final = "No named structure"
NONE: Final = "none"


class Feature(NamedTuple):
    """A feature of a side's pawns: its caption, meaning, pawns and text, and whether no definition gives it to any."""

    caption: str
    meaning: str
    squares: int
    text: str
    is_missing: bool


@dataclass(frozen=True)
class SideSummary:
    """A side's pawns in one sentence, the pawns that it names, and every feature in its order."""

    color: bool
    sentence: str
    named: int
    features: tuple[Feature, ...]

    @property
    def name(self) -> str:
        """``White`` or ``Black``."""
        return player_name(self.color)

    @property
    def missing(self) -> str:
        """The captions of the features that the side does not have, in small letters."""
        return ", ".join(feature.caption.lower() for feature in self.features if feature.is_missing)


@dataclass(frozen=True)
class Summary:
    """A position in words; ``first``, ``balance`` and ``ending`` are None if there is nothing to say."""

    fen: str
    white_to_move: bool
    structures: tuple[FoundStructure, ...]
    white: SideSummary
    black: SideSummary
    first: Statement | None = None
    ending: EndingWords | None = None
    balance: Statement | None = None

    @property
    def sentences(self) -> tuple[str, ...]:
        """The first sentence, and who stands better."""
        return tuple(f"{each.text}." for each in (self.first, self.balance) if each is not None)

    @property
    def sides(self) -> tuple[SideSummary, SideSummary]:
        """White's summary and Black's."""
        return self.white, self.black

    @property
    def headline(self) -> str:
        """Who wins if that is known, the structure's name, or that there is none, and a sentence on each side.

        What a trainer says first stands before the sides, and names the structure itself if that leads.
        """
        verdict = f"{self.verdict}. " if self.verdict else ""
        first = f"{self.first.text}. " if self.first is not None else ""
        is_named = any(each.title.lower() in first.lower() for each in self.structures)
        structure = "" if is_named else f"{self.structure}. "
        sides = " ".join(f"{side.name}: {side.sentence}" for side in self.sides)
        return f"{first}{structure}{sides}" if self.is_over else f"{verdict}{structure}{first}{sides}"

    @property
    def is_over(self) -> bool:
        """Whether the first sentence says that it is checkmate or stalemate."""
        return self.first is not None and GAME_OVER in self.first.keys

    @property
    def verdict(self) -> str:
        """``White wins``, ``Black wins``, ``Draw`` or ``Not decided``, or an empty text if nothing is known."""
        return "" if self.ending is None else self.ending.verdict

    @property
    def structure(self) -> str:
        """The names of the structures on the board, or that there is none."""
        return "; ".join(each.heading for each in self.structures) or NO_STRUCTURE

    @property
    def text(self) -> str:
        """The summary as plain text of several lines, the FEN first."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield self.fen
        yield f"{'White' if self.white_to_move else 'Black'} to move."
        ending, ending_lines = self.ending, []
        if ending is not None and (ending.sentence or ending.facts):
            ending_lines.append(f"Pawn ending: {ending.sentence or 'not decided.'}")
            ending_lines += [f"  {fact.title}: {fact.text}" for fact in ending.facts]
        # What is proved comes first; without a proof, or with the game over, what is seen at once does.
        is_proved = ending is not None and ending.is_proved and not self.is_over
        yield from (*ending_lines, *self.sentences) if is_proved else (*self.sentences, *ending_lines)
        for structure in self.structures:
            yield f"Structure: {structure.heading}."
            yield from (f"  {name}'s plans: {' '.join(plans)}" for name, plans in structure.plans)
            yield f"  Rule: {structure.rule}"
        if not self.structures:
            yield f"{NO_STRUCTURE}."
        for side in self.sides:
            yield f"{side.name}: {side.sentence}"
            yield from (f"  {feature.caption}: {feature.text}" for feature in side.features if feature.squares)
            if side.missing:
                yield f"  None: {side.missing}"


def summary_of(position: Position, outcome: Outcome | None = None, proved: tuple[EndingFact, ...] = ()) -> Summary:
    """Return a position in words; an ending is solved for milliseconds unless its ``outcome`` is given."""
    white, black = position.sides()
    fen, to_move = position.fen(), position.white_to_move
    sides = _side_summary(white), _side_summary(black)
    summary = Summary(fen, to_move, leading_structures(white), *sides, first_sentence(position))
    if summary.is_over:
        return summary
    return replace(summary, ending=_ending(position, outcome, proved), balance=balance(position))


def _ending(position: Position, outcome: Outcome | None, proved: tuple[EndingFact, ...]) -> EndingWords | None:
    """Return an ending of kings and pawns in words; the solver is loaded only if there is one."""
    if not position.pawns or position.knights | position.bishops | position.rooks | position.queens:
        return None
    from pawnviz.core.explain.pawn_endings import ending_words

    return ending_words(position, outcome, proved)


def _side_summary(side: Side[int]) -> SideSummary:
    features = tuple(_features(side))
    if not side.pawns:
        return SideSummary(side.color, "no pawns.", 0, features)
    (passed,) = with_subject(side, Subject.PASSER).values()
    weak = LAYERS["target_pawns"](side)
    alone = reduce(or_, with_subject(side, Subject.WEAKNESS, named=True).values()) & complement(passed)
    count = len(list(_islands(side.pawns)))
    parts = [f"{number_word(count)} {plural(count, 'island')}"]
    if passed:
        parts.append(_named("passed pawn", passed))
    if weak:
        faults = faults_of(side, weak)
        texts = [
            f"{SQUARE_NAMES[square]} ({kind}, {attack_words(side, square)})"
            for kind, pawns in faults.items()
            for square in _by_file(pawns)
        ]
        parts.append(f"weak {plural(popcount(weak), 'pawn')} {listed(texts)}")
        named = passed | weak
    else:
        parts += [f"{kind} {_named('pawn', pawns)}" for kind, pawns in faults_of(side, alone).items()]
        named = passed | alone
    return SideSummary(side.color, f"{', '.join(parts)}.", named, features)


def _features(side: Side[int]) -> Iterator[Feature]:
    islands = list(_islands(side.pawns))
    text = f"{len(islands)} ({', '.join(islands)})" if islands else NONE
    meaning = "Groups of files with pawns, with an empty file between each two."
    yield Feature("Islands", meaning, side.pawns, text, not side.pawns)
    for name, label in LABELS.items():
        if label.fact is not None:
            pawns = LAYERS[name](side)
            text, others = ", ".join(_with_adjectives(side, pawns, label.fact.beside)), pawns or with_wiki(name, side)
            if not pawns:
                text = f"{listed(_names(others))} by the wiki's definition" if others else NONE
            yield Feature(label.fact.caption, label.fact.meaning, pawns, text, not others)
    wings, pawns = [], 0
    for majority in wing_majorities(side):
        fault = ", crippled" if majority.is_crippled else ""
        wings.append(f"{majority.wing} {majority.counts}{fault}")
        pawns |= majority.pawns
    meaning = (
        "Wings, the files a to c and f to h, with more own pawns than enemy pawns, passed ones not counted; crippled "
        "if the pawns of the wing alone, some of them doubled or backward, cannot force a passed pawn."
    )
    yield Feature("Majority", meaning, pawns, ", ".join(wings) or NONE, not pawns)


def _with_adjectives(side: Side[int], pawns: int, labels: Sequence[str]) -> Iterator[str]:
    """Yield pawns by name, each with the adjectives of those labels that it carries too."""
    for square in _by_file(pawns):
        carried = [name for name in labels if LAYERS[name](side) >> square & 1]
        strikes = break_words(side, square) if "break_pawns" in carried else ""
        carried = [name for name in carried if side.enemy.kings or "{kings}" not in LABELS[name].verdict]
        words = [LABELS[name].adjective or (strikes and f"may strike {strikes}") for name in carried]
        yield f"{SQUARE_NAMES[square]} ({', '.join(filter(None, words))})" if any(words) else SQUARE_NAMES[square]


def _named(what: str, pawns: int) -> str:
    return f"{plural(popcount(pawns), what)} {listed(_names(pawns))}"


def _names(pawns: int) -> list[str]:
    return [SQUARE_NAMES[square] for square in _by_file(pawns)]


def _by_file(mask: int) -> list[int]:
    return sorted(squares(mask), key=lambda square: (square & 7, square))


def _islands(pawns: int) -> Iterator[str]:
    """Yield the islands of pawns from the west as their files: ``a-c``, or ``e`` for one file."""
    letters = "".join(name if file & pawns else " " for name, file in zip("abcdefgh", FILES, strict=True))
    for run in letters.split():
        yield run if len(run) == 1 else f"{run[0]}-{run[-1]}"


_MARKDOWN: Final = re.compile(r"([\\`*_{}\[\]<>#|!])")


def html_words(summary: Summary) -> Iterator[str]:
    """Yield the position in words as parts of HTML."""
    yield from (f"<p>{escaped(sentence)}</p>" for sentence in summary.sentences)
    for structure in summary.structures:
        yield f"<p><strong>{escaped(structure.heading)}.</strong> {escaped(structure.rule)}</p>"
        for name, plans in structure.plans:
            items = "".join(f"<li>{escaped(plan)}</li>" for plan in plans)
            yield f"<p>{name}'s plans:</p><ul>{items}</ul>"
    for side in summary.sides:
        yield f"<h3>{side.name}</h3>"
        yield f"<p>{escaped(capitalized(side.sentence))}</p>"
        features = [feature for feature in side.features if feature.squares]
        if features:
            rows = (f"<dt>{escaped(feature.caption)}</dt><dd>{escaped(feature.text)}</dd>" for feature in features)
            yield f"<dl>{''.join(rows)}</dl>"


def markdown_article(summary: Summary, picture: str, caption: str) -> str:
    """Return the position in words as Markdown below its picture, a file of this name beside it."""
    from urllib.parse import quote

    alternative = " ".join((caption or summary.structure).split())
    lines = [f"![{_plain(alternative)}]({quote(picture)})", ""]
    if caption:
        lines += [f"*{_plain(alternative)}*", ""]
    for sentence in summary.sentences:
        lines += [_plain(sentence), ""]
    for structure in summary.structures:
        lines += [f"**{_plain(structure.heading)}.** {_plain(structure.rule)}", ""]
        for name, plans in structure.plans:
            lines += [f"{name}'s plans:", "", *(f"- {_plain(plan)}" for plan in plans), ""]
    for side in summary.sides:
        lines += [f"**{side.name}**: {_plain(side.sentence)}", ""]
        features = [feature for feature in side.features if feature.squares]
        lines += [f"- {feature.caption}: {_plain(feature.text)}" for feature in features]
        lines += [""] * bool(features)
    lines.append(f"`{summary.fen}`")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Return a text with the signs of Markdown escaped."""
    return _MARKDOWN.sub(r"\\\1", text)
