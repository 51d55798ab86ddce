"""Links: a position with the layers that are shown on it, as one text that another pawnviz opens.

A link is an address such as ``pawnviz:?fen=8%2F8...&layers=stops,white.front_spans&flip=1``. ``layers`` names those of
both sides, or of one side with ``white.`` or ``black.`` before the name; ``own`` holds the user layers among them as a
file of layers; ``flip`` says whether Black is below. Only ``fen`` must be there, and other parts are passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from pawnviz.core.board.fen import FenError
from pawnviz.core.board.position import Position
from pawnviz.core.layers import present_identifier
from pawnviz.core.user_layers.collection import UserLayer, UserLayers
from pawnviz.core.user_layers.file import read_layers, write_layers
from pawnviz.core.words import quoted_value

SCHEME: Final = "pawnviz:"
LONGEST_LINK: Final = 60_000  # The most characters of a link.
MOST_LAYERS: Final = 300  # The number of layers that a link may name.
_MOST_PARTS: Final = 20
_SIDES: Final = ("white", "black")


class LinkError(ValueError):
    """A text that is no link: a sentence with the fault and the remedy."""


class LinkedLayer(NamedTuple):
    """A layer of a link by its identifier, and the sides that it is shown for."""

    identifier: str
    white: bool = True
    black: bool = True


class Link(NamedTuple):
    """The content of a link: the position, the layers in their order, the user layers among them, the orientation."""

    position: Position
    layers: tuple[LinkedLayer, ...] = ()
    own: tuple[UserLayer, ...] = ()
    flipped: bool = False


def is_link(text: str) -> bool:
    """Return whether a text is meant as a link."""
    return text.lstrip().lower().startswith(SCHEME)


def write_link(link: Link) -> str:
    """Return the text of a link; raises ``LinkError`` if it would be longer than ``LONGEST_LINK``."""
    from urllib.parse import quote

    parts = [f"fen={quote(link.position.fen(), safe='')}"]
    if link.layers:
        sides = {(True, True): "", (True, False): "white.", (False, True): "black."}
        parts.append(f"layers={','.join(f'{sides[each.white, each.black]}{each.identifier}' for each in link.layers)}")
    if link.own:
        import json

        own = json.dumps(json.loads(write_layers(link.own)), separators=(",", ":"), ensure_ascii=False)
        parts.append(f"own={quote(own, safe='')}")
    if link.flipped:
        parts.append("flip=1")
    text = f"{SCHEME}?{'&'.join(parts)}"
    if len(text) > LONGEST_LINK:
        raise LinkError(f"the link would have {len(text):,} characters, and at most {LONGEST_LINK:,} are read")
    return text


def read_link(text: str) -> Link:
    """Return the content of a link with all layers, known or not; raises ``LinkError``."""
    from urllib.parse import unquote_plus

    text = text.strip()
    if not is_link(text):
        raise LinkError(f"a link begins with {SCHEME}, not with {quoted_value(text[:12])}")
    if len(text) > LONGEST_LINK:
        raise LinkError(f"a link has at most {LONGEST_LINK:,} characters, this one has {len(text):,}")
    values: dict[str, str] = {}
    for part in text[len(SCHEME) :].removeprefix("//").removeprefix("?").split("&")[:_MOST_PARTS]:
        name, _, value = part.partition("=")
        values.setdefault(name, unquote_plus(value))
    if not values.get("fen"):
        raise LinkError(f"the link has no position; it is written like {SCHEME}?fen=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8")
    try:
        position = Position.from_fen(values["fen"])
    except FenError as error:
        raise LinkError(f"the position of the link cannot be read: {error.message}") from None
    flip = values.get("flip", "0")
    if flip not in ("0", "1"):
        raise LinkError(f"flip is 0 or 1, not {quoted_value(flip)}")
    return Link(position, _read_layers(values.get("layers", "")), _read_own(values.get("own", "")), flip == "1")


def layer_and_sides(name: str) -> tuple[str, bool, bool]:
    """Return the layer of a name such as ``stops`` or ``white.stops``, and its sides; raises ``LinkError``."""
    side, point, identifier = name.partition(".")
    if not point:
        return name, True, True
    if side not in _SIDES:
        raise LinkError(f"a layer is NAME, white.NAME or black.NAME, not {quoted_value(name)}")
    return identifier, side == "white", side == "black"


def linked_layers(names: Iterable[str]) -> tuple[LinkedLayer, ...]:
    """Return the layers of names as ``layer_and_sides`` reads them, each once with the sides of all its names."""
    layers: dict[str, LinkedLayer] = {}
    for name in names:
        identifier, white, black = layer_and_sides(name)
        identifier = present_identifier(identifier)
        before = layers.get(identifier, LinkedLayer(identifier, white=False, black=False))
        layers[identifier] = LinkedLayer(identifier, before.white or white, before.black or black)
    return tuple(layers.values())


def _read_layers(text: str) -> tuple[LinkedLayer, ...]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) > MOST_LAYERS:
        raise LinkError(f"a link names at most {MOST_LAYERS} layers, this one names {len(names):,}")
    layers = linked_layers(names)
    for layer in layers:
        if not (layer.identifier.isascii() and layer.identifier.isidentifier()):
            name = quoted_value(layer.identifier)
            raise LinkError(f"{name} is no name of a layer; names are written like front_spans")
    return layers


def _read_own(text: str) -> tuple[UserLayer, ...]:
    if not text:
        return ()
    entries, faults = read_layers(text)
    if faults:
        raise LinkError(f"the user layers of the link cannot be read: {faults[0].message}")
    try:
        wrong = UserLayers(entries).faults
    except ValueError as error:
        raise LinkError(f"the user layers of the link cannot be read: {error}") from None
    for name, fault in wrong.items():
        raise LinkError(f"the formula of {name} in the link cannot be read: {fault}")
    return entries
