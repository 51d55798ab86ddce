"""The labels of a pawn by consequence: what wins or loses first, variants of a term in one line, geometry last.

A trainer says of a pawn what it is about to win, then what is wrong with it, then what it can do now, and only then how
it stands. Labels that another one implies, and shapes that everyone sees, are kept for whoever asks for more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import FILES
from pawnviz.core.board.side import Side
from pawnviz.core.explain.reasons import Reason, pawn_reasons
from pawnviz.core.explain.reasons.verdicts import joined
from pawnviz.core.explain.surroundings import Surroundings
from pawnviz.core.layers import LAYERS
from pawnviz.core.layers.registry import BACKWARD, FILLS, PASSERS, PUSHES, SPANS
from pawnviz.core.words import listed

SHORTEST: Final = 3
"""The number of lines up to which quiet labels, such as a place in a chain, are put before the fold."""


class Place(Enum):
    """Where a line stands: before the fold, behind it, or among the geometry, which is folded by itself."""

    FIRST = "first"
    MORE = "more"
    GEOMETRY = "geometry"


class LabelLine(NamedTuple):
    """One line on a pawn: a title, and the reasons of the labels that it stands for, the one that it gives first.

    The title names the definitions of a disputed term by which the pawn carries it. ``text`` is the reason without its
    label, a clause or several that end with a full stop; before the fold it leaves out what a line above it has said.
    """

    title: str
    reasons: tuple[Reason, ...]
    text: str

    @property
    def reason(self) -> Reason:
        """The reason that the line gives."""
        return self.reasons[0]

    @property
    def identifier(self) -> str:
        """The identifier of the layer whose reason the line gives."""
        return self.reason.identifier

    @property
    def sentence(self) -> str:
        """The title and the reason."""
        return f"{self.title}: {self.text}"


class RankedLabels(NamedTuple):
    """The lines on a pawn in three places, and why it is not what a disputed label of its own asks for elsewhere."""

    first: tuple[LabelLine, ...]
    more: tuple[LabelLine, ...]
    geometry: tuple[LabelLine, ...]
    denied: tuple[Reason, ...]

    @property
    def lines(self) -> tuple[LabelLine, ...]:
        """All lines, the weightiest first."""
        return self.first + self.more + self.geometry


class _Topic(NamedTuple):
    """Labels that make one line: their identifiers, the first that holds leading, and names of definitions."""

    labels: tuple[str, ...]
    title: str = ""
    definitions: Mapping[str, str] = {}


_TOPICS: Final = (
    _Topic(
        ("passed_pawns", "passed_pawns_frontmost", "passed_pawns_stockfish"),
        "Passed",
        {"passed_pawns": "wiki", "passed_pawns_frontmost": "frontmost", "passed_pawns_stockfish": "Stockfish"},
    ),
    _Topic(
        (
            "backward_pawns_not_isolated",
            "backward_pawns",
            "backward_pawns_not_isolated_stockfish",
            "backward_pawns_stockfish",
            "backward_pawns_telestop",
            "backward_pawns_unrammed",
            "stragglers",
        ),
        "Backward",
        {
            "backward_pawns": "wiki",
            "backward_pawns_unrammed": "unrammed",
            "backward_pawns_stockfish": "Stockfish",
            "backward_pawns_telestop": "telestops",
        },
    ),
    _Topic(
        ("hanging_pawns", "hanging_pawns_wiki"),
        "Hanging",
        {"hanging_pawns": "books", "hanging_pawns_wiki": "wiki"},
    ),
    _Topic(
        ("doubled_pawns", "doubled_pawns_stockfish"),
        "Doubled",
        {"doubled_pawns": "wiki", "doubled_pawns_stockfish": "Stockfish"},
    ),
    _Topic(
        ("candidate_pawns", "candidates_with_safe_path", "candidates_on_fifth"),
        "Candidate",
        {
            "candidate_pawns": "wiki",
            "candidates_with_safe_path": "safe path",
            "candidates_on_fifth": "fifth rank",
        },
    ),
    _Topic(
        (
            *("levers", "inner_levers", "outer_levers", "center_levers", "east_levers", "west_levers"),
            *("capturers", "east_capturers", "west_capturers"),
        )
    ),
    _Topic(("double_pushable_pawns", "pushable_pawns")),
    _Topic(("phalanx_pawns", "duos")),
)
"""Labels that are said together; any other label is a line by itself."""
_WITH_TOPIC: Final = frozenset(label for topic in _TOPICS for label in topic.labels)

_ORDER: Final = (
    "outside_kings_square",
    "about to promote",
    "protected_passed_pawns",
    "connected_passed_pawns",
    "outside_passers",
    "blockaded_passers",
    "passed_pawns",
    "rook_backed_passers",
    "rook_held_passers",
    "takes a piece",
    "weak_levers_stockfish",
    "doubled and isolated",
    "isolated_pawns",
    "backward_pawns_not_isolated",
    "the hanging pawns of the center",
    "weak_unopposed_pawns",
    "tripled_pawns",
    "doubled_pawns",
    "overly_advanced_pawns",
    "weakness",
    "candidate_pawns",
    "levers",
    "capturers",
    "break_pawns",
    "rams",
    "backward but rammed",
)
"""What stands before the fold, by consequence: promotion, passers, what is won at once, weaknesses, what can be done.

A name without underscores is a kind that depends on more than a layer.
"""
_QUIET: Final = (
    "hanging_pawns",
    "candidate",
    "passed_pawns_stockfish",
    "backward_pawns_telestop",
    "chain_bases",
    "pawn_storm",
    "king_shelter",
    "candidate at home",
    "chain_links",
    "chain_heads",
    "phalanx_pawns",
    "connected_pawns",
    "label",
)
"""What stands before the fold only where little else is said."""
_PLACES: Final = {kind: place for place, kind in enumerate((*_ORDER, *_QUIET))}

_IMPLIED: Final[dict[str, tuple[str, ...]]] = {
    "outside_kings_square": ("promotion_path_free", "passed_pawns"),
    "promotion_path_free": ("passed_pawns",),
    "protected_passed_pawns": ("passed_pawns", "defended_pawns", "connected_pawns"),
    "connected_passed_pawns": ("passed_pawns",),
    "outside_passers": ("passed_pawns",),
    "blockaded_passers": ("passed_pawns",),
    "tripled_pawns": ("doubled_pawns",),
    "isolated_pawns": ("backward_pawns", "backward_pawns_stockfish", "backward_pawns_telestop"),
    "chain_bases": ("defending_pawns", "connected_pawns"),
    "chain_links": ("defending_pawns", "defended_pawns", "connected_pawns"),
    "chain_heads": ("defended_pawns", "connected_pawns"),
    "phalanx_pawns": ("connected_pawns",),
}
"""The labels that a label before the fold implies, or that say the same with fewer words: they stand behind it."""

_GEOMETRY: Final = frozenset({"half_isolated_pawns", "open_pawns", "unfree_pawns"})
_GEOMETRY_CHAPTERS: Final = (FILLS, SPANS, PUSHES)
_BEHIND: Final = frozenset(
    {
        *("fakers", "defended_pawns", "defending_pawns", "promotion_path_free"),
        *("connected_pawns_stockfish", "blocked_pawns_stockfish", "free_storm_pawns", "blocked_storm_pawns"),
    }
)
"""Labels that stand behind the fold in any case."""


def ranked_labels(side: Side[int], square: int) -> RankedLabels:
    """Return the labels of a side's pawn on a square from 0 to 63 as lines, by consequence.

    Every label that the pawn carries is in one line, and those of one disputed term are in the same one.
    """
    view = Surroundings(side, square)
    reasons = pawn_reasons(side, square)
    held = {label.identifier: label for label in reasons if label.holds}
    lines = [_line(topic, held, view) for topic in _TOPICS if any(label in held for label in topic.labels)]
    lines += [
        LabelLine(label.label, (label,), _text(label.clauses))
        for name, label in held.items()
        if name not in _WITH_TOPIC
    ]
    ranks = {line: _rank(line.identifier, held, view) for line in lines}
    places = {line: _place(line.identifier, ranks[line]) for line in lines}
    implied = {name for line in lines if places[line] is Place.FIRST for name in _IMPLIED.get(line.identifier, ())}
    placed: dict[Place, list[LabelLine]] = {place: [] for place in Place}
    for line in sorted(lines, key=ranks.__getitem__):
        behind = places[line] is Place.FIRST and line.identifier in implied
        placed[Place.MORE if behind else places[line]].append(line)
    weighty = [line for line in placed[Place.FIRST] if ranks[line] < len(_ORDER)]
    quiet = placed[Place.FIRST][len(weighty) :]
    room = max(0, SHORTEST - len(weighty))
    first, more, geometry = [*weighty, *quiet[:room]], [*quiet[room:], *placed[Place.MORE]], placed[Place.GEOMETRY]
    if not first:
        first = [(more or geometry).pop(0)] if more or geometry else []
    denied = (label for label in reasons if not label.holds)
    return RankedLabels(tuple(_without_repetition(first)), tuple(more), tuple(geometry), tuple(denied))


def is_central_pair(view: Surroundings) -> bool:
    """Return whether a pawn or one beside it is on the d-file: books call pairs further out no hanging pawns."""
    return bool((view.bit | view.own_beside) & FILES[3])


def _line(topic: _Topic, held: Mapping[str, Reason], view: Surroundings) -> LabelLine:
    """Return the line of a topic, of whose labels the pawn carries at least one."""
    labels = topic.labels
    if labels[0] == "levers" and (_pieces_attacked(view) or "levers" not in held):
        # The reason of a capturer names pawns and pieces.
        labels = ("capturers", *labels)
    reasons = tuple(held[label] for label in dict.fromkeys(labels) if label in held)
    title = topic.title or reasons[0].label
    if topic.definitions:
        title = f"{title} ({_by_definitions(topic.definitions, held)})"
    return LabelLine(title, reasons, _text(reasons[0].clauses))


def _text(clauses: Sequence[str]) -> str:
    """Return clauses as a sentence that a title comes before."""
    return f"{joined(clauses)}."


def _without_repetition(lines: Sequence[LabelLine]) -> Iterator[LabelLine]:
    """Yield lines without the clauses that a line above has said, unless nothing were left of one."""
    said: set[str] = set()
    for line in lines:
        clauses = line.reason.clauses
        yield line._replace(text=_text([clause for clause in clauses if clause not in said] or clauses))
        said.update(clauses)


def _by_definitions(definitions: Mapping[str, str], held: Mapping[str, Reason]) -> str:
    """Return by which definitions a pawn carries a label, and by which it does not."""
    names = [name for label, name in definitions.items() if label in held]
    others = [name for label, name in definitions.items() if label not in held]
    if others:
        return f"{listed(names)}, not {listed(others, 'or')}"
    counts = {2: "both", 3: "all three", 4: "all four"}
    return f"{counts.get(len(names), f'all {len(names)}')} definitions"


def _rank(label: str, held: Mapping[str, Reason], view: Surroundings) -> int:
    """Return the place of a label in ``_ORDER`` and ``_QUIET``."""
    return _PLACES[_kind(label, held, view)]


def _kind(label: str, held: Mapping[str, Reason], view: Surroundings) -> str:
    """Return the kind of consequence that a label of a pawn has."""
    kind = label if label in _PLACES else "label"
    match label:
        case "promotion_path_free":
            kind = "about to promote" if view.rank >= 7 else kind
        case "capturers":
            kind = "takes a piece" if view.side.to_move and _pieces_attacked(view) else kind
        case "doubled_pawns":
            kind = "doubled and isolated" if "isolated_pawns" in held else kind
        case "hanging_pawns":
            kind = "the hanging pawns of the center" if is_central_pair(view) else kind
        case "hanging_pawns_wiki":
            kind = "label"
        case "candidate_pawns":
            kind = "candidate at home" if view.rank == 2 else kind
        case "candidates_with_safe_path" | "candidates_on_fifth":
            kind = "candidate"
        case "backward_pawns_not_isolated" | "backward_pawns_not_isolated_stockfish":
            kind = "backward but rammed" if "rams" in held else "backward_pawns_not_isolated"
        case _ if kind == "label" and LAYERS[label].chapter is PASSERS:
            kind = "passed_pawns"
        case _ if kind == "label" and LAYERS[label].chapter is BACKWARD:
            kind = "weakness"
    return kind


def _place(label: str, rank: int) -> Place:
    """Return where the line of a label stands, unless another one implies it."""
    if label in _GEOMETRY or LAYERS[label].chapter in _GEOMETRY_CHAPTERS:
        return Place.GEOMETRY
    about_to_promote = rank == _PLACES["about to promote"]
    if (label in _BEHIND and not about_to_promote) or rank == _PLACES["label"]:
        return Place.MORE
    return Place.FIRST


def _pieces_attacked(view: Surroundings) -> int:
    """Return the enemy pieces other than pawns and kings that a pawn attacks."""
    enemy = view.side.enemy
    return (view.east_target | view.west_target) & (enemy.knights | enemy.bishops | enemy.rooks | enemy.queens)
