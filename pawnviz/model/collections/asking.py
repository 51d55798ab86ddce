"""A question about the games of the open file: its parts, and those that are still being written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from pawnviz.core.collections.listed_names import ListedNames
from pawnviz.core.collections.position_parts import PawnsPart
from pawnviz.core.collections.question import Part, Question
from pawnviz.core.games.game_list import GameList
from pawnviz.model.document import Document
from pawnviz.model.games.games import Games


class Asking(QObject):
    """Parts that are asked together, with a draft of further ones; a source of names for completion."""

    changed = Signal()  # The question or what it comes to has changed.

    def __init__(
        self, document: Document, games: Games, parts: Sequence[Part] = (), parent: QObject | None = None
    ) -> None:
        """Ask of the games of the open file, at first for some parts; the board is that of a document."""
        super().__init__(parent)
        self._document = document
        self._games = games
        self._parts = tuple(parts)
        self._draft: tuple[Part, ...] = ()
        self._rewritten: int | None = None
        self._listed: GameList | None = None
        self._names = ListedNames(GameList())

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the question."""
        return self._parts

    def set_parts(self, parts: Iterable[Part], draft: Iterable[Part] | None = None) -> None:
        """Ask for other parts, each once, and where given for others that are still being written."""
        parts = tuple(dict.fromkeys(parts))
        before = self.parts, self._draft, self._rewritten
        if draft is not None:
            self._draft, self._rewritten = tuple(draft), None
        if (parts, self._draft, self._rewritten) != before:
            self._parts = parts
            self._ask_soon()

    def set_draft(self, parts: Iterable[Part], number: int | None = None) -> None:
        """Ask also for parts that are still being written, in place of the part with a number where one is given."""
        draft = tuple(parts)
        if (draft, number) != (self._draft, self._rewritten):
            self._draft, self._rewritten = draft, number
            self._ask_soon()

    @property
    def question(self) -> Question:
        """The question, with the parts that are being written."""
        return Question(self.with_further(self._draft, self._rewritten))

    def with_further(self, further: Sequence[Part], number: int | None = None) -> tuple[Part, ...]:
        """Return the parts with further ones, in place of the part with a number where one is given."""
        parts = list(self.parts)
        place = len(parts) if number is None else number
        parts[place : place + 1] = further
        return tuple(dict.fromkeys(parts))

    @property
    def pawns_part(self) -> PawnsPart:
        """A part for the pawns that are on the board now."""
        position = self._document.position
        return PawnsPart(position.pawns & position.white, position.pawns & position.black)

    @property
    def emptied_by(self) -> Part | None:
        """The part that leaves no game, where that is known."""
        return None

    def _ask_soon(self) -> None:
        """Answer the question that is another one now."""
        self.changed.emit()

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names in the open file that have all words of a text, with their numbers of games."""
        listing = self._games.listing
        if listing is None:
            return ()
        if listing.games is not self._listed:
            self._listed = listing.games
            self._names = ListedNames(listing.games)
        return self._names.names(field, text, most)
