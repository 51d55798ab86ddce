"""Checks another program's masks, a line each, and writes such lines for other programs' tests.

A line is ``layer color fen mask``, separated by blanks or tabs::

    front_spans white 8/8/8/8/4P3/8/8/8 w - - 0 1 0x1010101000000000

``layer`` is the identifier of a layer or a number, ``color`` is white or black (w or b), the FEN has one to six fields
or stands in quotes, and ``mask`` is in any notation of ``read_mask`` without blanks, or squares in braces with them; a
number is in digits. Commas between the four work, too (CSV). Blank lines, comments after ``#`` and a first line
``layer color fen mask`` are skipped. A comment ``# mapping: LEFR`` says in which square mapping the masks of the lines
after it are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from pawnviz.core.board.bitboard import diagram, parse_squares, square_names
from pawnviz.core.board.fen import FenError
from pawnviz.core.board.mask_reader import read_mask
from pawnviz.core.board.notation import (
    LERF,
    MAPPINGS,
    Notation,
    NotationError,
    ReadMask,
    SquareMapping,
    mapping_named,
    write_mask,
)
from pawnviz.core.board.position import Position
from pawnviz.core.layers import LAYERS, NUMBERS, Entry, Layer, present_identifier
from pawnviz.core.words import count_text, did_you_mean, quoted

LONGEST_LINE: Final = 20_000  # The greatest number of characters of a line, without blanks at its ends.
MOST_UNREADABLE: Final = 100  # The number of unreadable lines that a report names; further ones are counted.


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A line with another mask or number than the layer's: the place, the expected and the given value.

    ``expected`` and ``given`` are masks with a1 = bit 0, or plain numbers if ``is_mask`` is false. ``text`` is the
    mask as the line writes it, at most 100 characters, ``read`` what it was read as, and ``mapping`` in which mapping.
    """

    line: int
    identifier: str
    white: bool
    fen: str
    expected: int
    is_mask: bool
    text: str
    read: ReadMask
    mapping: SquareMapping

    @property
    def given(self) -> int:
        """The mask or number that the line gives."""
        return self.read.mask

    @property
    def missing(self) -> int:
        """The mask of the squares that are expected and not given; 0 for a number."""
        return self.expected & (self.expected ^ self.given) if self.is_mask else 0

    @property
    def surplus(self) -> int:
        """The mask of the squares that are given and not expected; 0 for a number."""
        return self.given & (self.expected ^ self.given) if self.is_mask else 0

    @property
    def first_square(self) -> int | None:
        """The lowest square, counted from a1, that is in one of both masks only; None for a number."""
        different = self.missing | self.surplus
        return (different & -different).bit_length() - 1 if different else None

    @property
    def fitting_mappings(self) -> tuple[SquareMapping, ...]:
        """The mappings in which the line's number would be the expected mask."""
        if not self.is_mask or not self.read.notation.is_number:
            return ()
        number = self.mapping.number(self.given)
        return tuple(mapping for mapping in MAPPINGS.values() if mapping.mask(number) == self.expected)

    def text_of(self, value: int) -> str:
        """Return a mask in hexadecimal, in the mapping of the line, or a number as people read it."""
        if self.is_mask:
            return write_mask(value, Notation.HEX, self.mapping)
        number = NUMBERS.get(self.identifier)
        return number.text(value) if number else str(value)


class Unreadable(NamedTuple):
    """A line that cannot be read, by its number from 1, and the reason."""

    line: int
    reason: str


@dataclass(slots=True)
class Tally:
    """The numbers of checked and of wrong lines of a layer, and the first wrong one."""

    identifier: str
    checked: int = 0
    wrong: int = 0
    first: Mismatch | None = None


class LineCheck:
    """A check of lines ``layer color fen mask`` against layers and numbers; none raises an error."""

    def __init__(
        self,
        mapping: SquareMapping | None = None,
        *,
        only: Collection[str] = (),
        entries: Mapping[str, Entry] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """Check against these layers and numbers, by default all registered ones.

        ``aliases`` are identifiers by the names that the lines have for them, also in place of another identifier.
        With a ``mapping`` every mask is in it, whatever the comments say; without, masks are a1 = bit 0 until a comment
        names a mapping. With ``only``, lines of other known layers are skipped and not counted.
        """
        self._entries: Mapping[str, Entry] = {**LAYERS, **NUMBERS} if entries is None else entries
        self._only = only
        self._aliases = aliases or {}
        self._is_given = mapping is not None
        self._mapping = mapping or LERF
        # Lines about one position mostly stand together; its sides keep what their layers have in common.
        self._position_of = lru_cache(maxsize=1024)(Position.from_fen)
        self._line = 0
        self._tallies: dict[str, Tally] = {}
        self.unreadable: list[Unreadable] = []
        self.unreadable_count = 0

    def add(self, line: str) -> None:
        """Check the next line."""
        self._line += 1
        try:
            text = line.strip()
            if len(text) > LONGEST_LINE:
                raise _LineError(f"the line has more than {LONGEST_LINE} characters")
            self._read(text)
        except (_LineError, FenError, NotationError) as error:
            self._refuse(error)

    def add_unreadable(self, reason: str) -> None:
        """Count the next line as one that cannot be read, for this reason."""
        self._line += 1
        self._refuse(_LineError(reason))

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The tallies of the layers so far."""
        return tuple(self._tallies.values())

    @property
    def checked(self) -> int:
        """The number of lines that were read and compared."""
        return sum(tally.checked for tally in self.tallies)

    @property
    def wrong(self) -> int:
        """The number of compared lines that differ."""
        return sum(tally.wrong for tally in self.tallies)

    @property
    def passed(self) -> bool:
        """Whether lines were compared and all are equal, and none was unreadable."""
        return self.checked > 0 and self.wrong == 0 and self.unreadable_count == 0

    def _refuse(self, error: ValueError) -> None:
        self.unreadable_count += 1
        if self.unreadable_count <= MOST_UNREADABLE:
            self.unreadable.append(Unreadable(self._line, _reason(error, self._entries)))

    def _read(self, text: str) -> None:
        if not text or text[0] == "#":
            if not self._is_given and (match := _MAPPING.match(text)):
                try:
                    self._mapping = mapping_named(match[1])
                except ValueError as error:
                    raise _LineError(str(error)) from None
            return
        fields = _fields(text)
        if fields is None:
            return
        name, white, fen, mask_text = fields
        name = self._aliases.get(name) or present_identifier(name)
        entry = self._entries.get(name)
        if entry is None:
            raise _NoLayerError(name)
        if self._only and name not in self._only:
            return
        position = self._position_of(fen)
        expected = entry.compute(position.sides()[0 if white else 1])
        given = read_mask(mask_text, self._mapping if isinstance(entry, Layer) else LERF)
        if not isinstance(entry, Layer) and not given.notation.is_number:
            raise _LineError(f"{name} is a number; it is given in digits, not as {quoted(mask_text)}")
        tally = self._tallies.setdefault(name, Tally(name))
        tally.checked += 1
        if given.mask != expected:
            tally.wrong += 1
            if tally.first is None:
                tally.first = Mismatch(
                    line=self._line,
                    identifier=name,
                    white=white,
                    fen=position.fen(),
                    expected=expected,
                    is_mask=isinstance(entry, Layer),
                    text=mask_text[:100],
                    read=given,
                    mapping=self._mapping,
                )


def boards(mismatch: Mismatch) -> str:
    """Return the expected, the given and the difference board (- missing, + surplus) of a mask in ten lines."""
    missing, surplus = (diagram(mask).splitlines() for mask in (mismatch.missing, mismatch.surplus))
    differences = [
        "".join("-" if lost == "1" else "+" if added == "1" else lost for lost, added in zip(*ranks, strict=True))
        for ranks in zip(missing, surplus, strict=True)
    ]
    columns = (diagram(mismatch.expected).splitlines(), diagram(mismatch.given).splitlines(), differences)
    rows = ["   ".join(ranks) for ranks in zip(*columns, strict=True)]
    head = "   " + "   ".join(f"{title:15}" for title in ("expected", "given", "difference")).rstrip()
    foot = "   " + "   ".join(["a b c d e f g h"] * 3)
    return "\n".join((head, *(f"{8 - number}  {row}" for number, row in enumerate(rows)), foot))


def difference_text(mismatch: Mismatch) -> str:
    """Return the difference of a mask in words: the first wrong square, then all that are missing or surplus."""
    if not mismatch.is_mask:
        return f"expected {mismatch.text_of(mismatch.expected)}, given {mismatch.text_of(mismatch.given)}"
    first = square_names(1 << (mismatch.first_square or 0))
    parts = [
        f"{word} {square_names(mask)}"
        for word, mask in (("missing", mismatch.missing), ("surplus", mismatch.surplus))
        if mask
    ]
    return f"first wrong square {first}; {'; '.join(parts)}"


def fixture_lines(
    positions: Iterable[Position],
    entries: Sequence[Entry] | None = None,
    sides: Sequence[str] = ("white", "black"),
    *,
    mapping: SquareMapping = LERF,
    notation: Notation = Notation.HEX,
) -> Iterator[str]:
    """Yield the lines of a file of masks, comments first, but none without a position.

    Raises ``ValueError`` if the masks have blanks.
    """
    if not notation.is_word:
        raise ValueError(f"a mask of a line is one word; {notation.value} has blanks")
    chosen: Sequence[Entry] = [*LAYERS.values(), *NUMBERS.values()] if entries is None else entries
    header = _header(mapping, notation)
    for position in positions:
        yield from header
        fen = position.fen()
        white, black = position.sides()
        for entry in chosen:
            for name in sides:
                value = entry.compute(white if name == "white" else black)
                text = write_mask(value, notation, mapping) if isinstance(entry, Layer) else entry.text(value)
                yield f"{entry.identifier} {name} {fen} {text}"


def _header(mapping: SquareMapping, notation: Notation) -> Iterator[str]:
    yield "# Expected masks of pawn layers, for the tests of a chess program. A line is: layer color FEN mask"
    yield "# FENs have six fields, so a line has nine words. Lines that start with # are comments."
    if notation.is_number:
        yield f"# mapping: {mapping.name} ({mapping.title})"
    example = write_mask(parse_squares("d4 e4"), notation, mapping)
    # Nothing stands behind the mask: a full stop would be one more mark of a diagram.
    yield f"# Counts are decimal numbers; the mask of d4 and e4 is {example}"
    yield "# To check the lines that a program prints: pawnviz check FILE"


class _LineError(ValueError):
    """A line that is not ``layer color fen mask``."""


class _NoLayerError(_LineError):
    """A line about an unknown layer."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


_COLORS: Final = {"white": True, "black": False, "w": True, "b": False}
_HEAD: Final = ("layer", "color", "fen", "mask")
_FORM: Final = "a line is layer, color, FEN and mask"
_COMMENT: Final = re.compile(r"\s#(?:\s|$)")
_MAPPING: Final = re.compile(r"#\s*mapping:\s*(\S+)")
_QUOTED_FEN: Final = re.compile(r"""(\S+)\s+(\S+)\s+(?:"([^"]*)"|'([^']*)')\s+(\S.*)""")
_BRACES: Final = re.compile(r"\s(\{[^{}]*\}|\[[^][]*\]|\([^()]*\))\s*$")
_SQUARES: Final = re.compile(r"[a-hA-H][1-8](?:,[a-hA-H][1-8])*")
_CLOCK: Final = re.compile(r"[0-9]{1,4}")
_EN_PASSANT: Final = re.compile(r"-|[a-h][36]")


def _fields(text: str) -> tuple[str, bool, str, str] | None:
    """Return the layer, whether the color is White, the FEN and the mask of a line; None for a line of heads."""
    if " #" in text or "\t#" in text:
        text = _COMMENT.split(text, maxsplit=1)[0]
    words = text.split()
    separator = "," if "," in words[0] else "\t" if "\t" in text and text.count("\t") == 3 else ""
    with_quotes = _QUOTED_FEN.fullmatch(text) if ('"' in text or "'" in text) and not separator else None
    if separator:
        parts = [part.strip().strip('"') for part in text.split(separator, 3)]
        if len(parts) < 4:
            raise _LineError(f"{_FORM}, with three commas between them; this one has {len(parts) - 1}")
        name, color, fen, mask = parts
    elif with_quotes:
        name, color, fen, mask = with_quotes[1], with_quotes[2], with_quotes[3] or with_quotes[4] or "", with_quotes[5]
    elif braces := _BRACES.search(text) if words[-1][-1] in "}])" else None:
        words = text[: braces.start()].split()
        if len(words) < 3:
            raise _LineError(f"{_FORM}; this one has {count_text(len(words) + 1, 'word')}")
        name, color, *fields = words
        fen, mask = " ".join(fields), braces[1]
    else:
        if len(words) < 4:
            raise _LineError(f"{_FORM}; this one has {count_text(len(words), 'word')}")
        name, color, *fields, mask = words
        _check_mask_is_there(fields, mask)
        fen = " ".join(fields)
    white = _COLORS.get(color.lower())
    if white is None:
        if (name.lower(), color.lower(), fen.lower(), mask.lower()) == _HEAD:
            return None
        raise _LineError(f"the color is {quoted(color)}; it is white or black")
    return name, white, fen, mask


def _check_mask_is_there(fen: list[str], mask: str) -> None:
    """Raise an error if the last word is more likely the last field of the FEN, or one of several squares."""
    before = fen[-1]
    is_en_passant = len(fen) == 4 and _EN_PASSANT.fullmatch(before)
    if not is_en_passant and _is_squares(before) and _is_squares(mask):
        squares = quoted(f"{before} {mask}")
        raise _LineError(f"the line ends with several squares, {squares}; put squares in braces, as {{d4 e4}}")
    if (
        (len(fen) == 5 and _CLOCK.fullmatch(mask))
        or (len(fen) == 2 and mask == "-")
        or (len(fen) == 3 and _EN_PASSANT.fullmatch(mask))
    ):
        raise _LineError(f"{quoted(mask)} can be the mask or a field of the FEN; put the FEN in quotes")


def _is_squares(word: str) -> bool:
    return _SQUARES.fullmatch(word.strip(",;|(){}[]")) is not None


def _reason(error: ValueError, known: Collection[str]) -> str:
    if isinstance(error, NotationError):
        return f"the mask cannot be read, {error}"
    if isinstance(error, _NoLayerError):
        hint = did_you_mean(error.name, known, "pawnviz layers lists them")
        return f"there is no layer {quoted(error.name)}; {hint}"
    return str(error)
