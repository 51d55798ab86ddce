"""Links to the board, written and opened."""

from __future__ import annotations

from collections.abc import Sequence

from pawnviz.core.link import Link, LinkedLayer
from pawnviz.core.user_layers.collection import Choice, UserLayer, UserLayers, imported, renamed_calls
from pawnviz.core.words import count_text, listed
from pawnviz.model.document import Document
from pawnviz.model.layers.shown_layers import ShownLayers


def link_of(document: Document, layers: ShownLayers, *, flipped: bool) -> Link:
    """Return the link to the board: its position, the layers that are switched on, user layers as formulas."""
    sides, temporary = layers.now.sides, {layer.identifier for layer in layers.now.temporary}
    known = [name for name in layers.all if name in sides and name not in temporary]
    kept = layers.user_layers.kept
    own = kept.with_called([name for name in known if name in kept and name not in kept.faults])
    shown = [LinkedLayer(name, *sides[name]) for name in known if name not in kept.faults]
    return Link(document.position, tuple(shown), own, flipped)


def take_layers(link: Link, layers: ShownLayers) -> list[str]:
    """Show the layers of a link in place of all others, and return sentences on added and unknown ones.

    Missing user layers are added, under another name if theirs is taken. Raises ``ValueError`` and changes
    nothing when there are too many.
    """
    kept = layers.user_layers.kept
    names = _names_of_kept(link.own, kept)
    said: list[str] = []
    new = [
        entry._replace(formula=renamed_calls(entry.formula, names))
        for entry in link.own
        if entry.identifier not in names
    ]
    if new:
        result = imported(kept, new, [Choice.TAKE] * len(new))
        names |= {entry.identifier: name for entry, name in zip(new, result.identifiers, strict=True)}
        layers.user_layers.set_kept(result.layers)
        titles = [f"“{entry.title or entry.identifier}”" for entry in new]
        shown = listed(titles) if len(titles) <= 3 else f"{', '.join(titles[:3])} and {len(titles) - 3} more"
        said.append(f"{shown} {'was' if len(titles) == 1 else 'were'} added to your layers")
    wanted = {names.get(layer.identifier, layer.identifier): (layer.white, layer.black) for layer in link.layers}
    known = {name: sides for name, sides in wanted.items() if name in layers.all}
    layers.show_exactly(known)
    unknown = [name for name in wanted if name not in known]
    if unknown:
        names_text = listed(unknown[:3])
        what = names_text if len(unknown) <= 3 else count_text(len(unknown), "layer")
        said.append(f"{what} {'is' if len(unknown) == 1 else 'are'} not known here")
    return said


def _names_of_kept(entries: Sequence[UserLayer], kept: UserLayers) -> dict[str, str]:
    """Return the entries that are kept already, by title and formula, with their names there."""
    names: dict[str, str] = {}
    identifiers = {(entry.title, entry.formula): entry.identifier for entry in reversed(kept.entries)}
    identifiers |= {(entry.title, entry.formula): entry.identifier for entry in entries if entry in kept.entries}
    while True:
        open_names = {entry.identifier: f"{entry.identifier}_" for entry in entries if entry.identifier not in names}
        new_names = {
            entry.identifier: identifiers[entry.title, formula]
            for entry in entries
            if entry.identifier in open_names
            # None that it calls is still open.
            if renamed_calls(entry.formula, open_names | {entry.identifier: entry.identifier}) == entry.formula
            if (entry.title, formula := renamed_calls(entry.formula, names)) in identifiers
        }
        if not new_names:
            return names
        names |= new_names
