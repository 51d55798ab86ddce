"""General functions on words for messages: lists, plurals, capitals, quotation marks, and cuts; nothing of chess."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

_OBEYED: Final = "[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff]"

_ESCAPED: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})

_LETTERS: Final = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h", "ŧ": "t", "ŋ": "n"}
)
"""Letters that are no letter with an accent to Unicode, and those that are written in their place."""

LONGEST_QUOTATION: Final = 40  # The number of characters of a foreign text that a message shows.


def listed(items: Sequence[str], word: str = "and") -> str:
    """Return items as a list in a sentence, with a word before the last: ``c3, d4 and e5``; no items are ``""``."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def plural(count: int, word: str, several: str = "") -> str:
    """Return the word for this many things: ``square`` for 1, else ``several``, by default the word with an s."""
    return word if count == 1 else several or f"{word}s"


def count_text(count: int, word: str, several: str = "") -> str:
    """Return a count and the word for this many things: ``1 square``, ``0 squares``, ``2 entries``."""
    return f"{count} {plural(count, word, several)}"


def number_word(count: int) -> str:
    """Return a number up to eight as a word, ``no`` for none, a greater one in digits."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return words[count] if count < len(words) else str(count)


def first_of(faults: Sequence[object]) -> str:
    """Return the first three faults in a row, and how many more there are."""
    more = [f"and {count_text(len(faults) - 3, 'more fault')}"] if len(faults) > 3 else []
    return "; ".join([*map(str, faults[:3]), *more])


def escaped(text: str) -> str:
    """Return a text as HTML that shows it, without the module ``html``, whose table of characters takes 0.6 MB."""
    return text.translate(_ESCAPED)


def capitalized(text: str) -> str:
    """Return a text with a capital letter at its beginning; all others stay as they are, unlike ``str.capitalize``."""
    return f"{text[:1].upper()}{text[1:]}"


def folded(text: str) -> str:
    """Return a text without capitals and accents, by which names are compared: ``Müller Groß`` as ``muller gross``."""
    small = text.casefold()
    if small.isascii():
        return small
    import unicodedata

    parts = unicodedata.normalize("NFKD", small)
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).casefold().translate(_LETTERS)


def lowered(title: str) -> str:
    """Return a title as it stands within a sentence: with a small first letter, unless a second capital follows."""
    return title if title[:2].isupper() else f"{title[:1].lower()}{title[1:]}"


def with_article(noun: str) -> str:
    """Return a noun with its indefinite article: ``a pawn``, ``an isolated pawn``."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def shortened(text: str, longest: int = LONGEST_QUOTATION) -> str:
    """Return a text of at most ``longest`` characters; of a longer one the first, with ``…`` as the last of them."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def quoted(text: str) -> str:
    r"""Return a text in quotes as plain ASCII on one line: ``'own'``, ``'\u2654'``.

    Beyond ``LONGEST_QUOTATION`` characters, or 60 of escapes, it is cut, with ``...`` behind the quotes.
    """
    shown = text[:LONGEST_QUOTATION]
    while len(ascii(shown)) > 60:
        shown = shown[:-1]
    return ascii(shown) if shown == text else f"{shown!a}..."


def quoted_value(value: object) -> str:
    """Return a text, escaped, or another value as Python writes it, in curly quotes, cut to 38: ``“badge”``."""
    text = value if isinstance(value, str) else repr(value)
    text = text[:60] if text[:60].isprintable() else ascii(text[:60])[1:-1]
    return f"“{shortened(text, 38)}”"


def visible(text: str) -> str:
    r"""Return a text of one or more lines with escapes such as ``\x1b`` in place of control characters of terminals.

    These are control characters but newlines, those that turn the direction of writing or end a line unseen, and bytes
    outside UTF-8.
    """
    return text if text.isprintable() else re.sub(_OBEYED, lambda match: ascii(match[0])[1:-1], text)


def visible_json(text: str) -> str:
    r"""Return JSON with ``\u009b`` and the like in place of the characters that ``visible`` replaces."""
    return text if text.isprintable() else re.sub(_OBEYED, lambda match: f"\\u{ord(match[0]):04x}", text)


def similar_names(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names most like a name, the best first, before all those of the same words turned."""
    from difflib import get_close_matches

    written = name[:60].lower().replace("-", "_").replace(" ", "_")
    names = list(known)
    parts = sorted(written.split("_"))
    turned = [name for name in names if name != written and sorted(name.lower().split("_")) == parts]
    if turned:
        return turned[:most]
    if get_close_matches(written, names, 1, 0.7):
        return get_close_matches(written, names, most)
    # The first words of a longer name stand for it, of several for that of pawns: "passd" for "passed_pawns".
    starts: dict[str, str] = {}
    for each in sorted(names, key=lambda each: not each.endswith("_pawns")):
        starts.setdefault("_".join(each.split("_")[: written.count("_") + 1]), each)
    starts |= {each: each for each in names}
    return list(dict.fromkeys(starts[each] for each in get_close_matches(written, list(starts), most)))


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """Return the question whether a name is meant that is like this one, or another hint if there is none."""
    similar = similar_names(name, known)
    return f"did you mean {listed(similar, 'or')}?" if similar else otherwise
