"""Questions while they are changed, with a source of names for completion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from pawnviz.core.collections.fields import FIELDS, Field
from pawnviz.core.collections.question import Part, PawnsPart, Question
from pawnviz.model.document import Document

if TYPE_CHECKING:
    from pawnviz.core.collections.listed_games import ListedNames
    from pawnviz.model.collections.explorer import Answered
    from pawnviz.model.games.games import GameListing, Games


class Asking(QObject):
    """Parts that are asked together, with a draft of further ones; a source of names for completion."""

    changed = Signal()  # The question or its result has changed.

    def __init__(
        self,
        document: Document,
        games: Games | None,
        parts: Sequence[Part] = (),
        parent: QObject | None = None,
        fields: Mapping[str, Field] = FIELDS,
    ) -> None:
        """Ask of the games of the open file, or without ``games`` of positions, by the names of ``fields``."""
        super().__init__(parent)
        self.fields = fields
        self._document = document
        self.games = games
        self._parts = tuple(parts)
        self._draft: tuple[Part, ...] = ()
        self._rewritten: int | None = None
        self._names: ListedNames | None = None
        self.answered: Answered | None = None  # The last answer with its question.

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the question."""
        return self._parts

    def set_parts(self, parts: Iterable[Part], draft: Iterable[Part] | None = None) -> None:
        """Ask for other parts, each once, and if given for others that are still being written."""
        parts = tuple(dict.fromkeys(parts))
        before = self.parts, self._draft, self._rewritten
        if draft is not None:
            self._draft, self._rewritten = tuple(draft), None
        if (parts, self._draft, self._rewritten) != before:
            self._parts = parts
            self._ask()

    def set_draft(self, parts: Iterable[Part], number: int | None = None) -> None:
        """Ask also for parts that are still being written, in place of the part with a number if one is given."""
        draft = tuple(parts)
        if (draft, number) != (self._draft, self._rewritten):
            self._draft, self._rewritten = draft, number
            self._ask()

    @property
    def question(self) -> Question:
        """The question, with the parts that are being written."""
        return Question(self.with_further(self._draft, self._rewritten))

    def with_further(self, further: Sequence[Part], number: int | None = None) -> tuple[Part, ...]:
        """Return the parts with further ones, in place of the part with a number if one is given."""
        parts = list(self.parts)
        place = len(parts) if number is None else number
        parts[place : place + 1] = further
        return tuple(dict.fromkeys(parts))

    @property
    def pawns_part(self) -> PawnsPart:
        """A part for the pawns that are on the board now."""
        white, black = (side.pawns for side in self._document.position.sides())
        return PawnsPart(white, black)

    def _ask(self) -> None:
        self.changed.emit()

    @property
    def is_current(self) -> bool:
        """Whether the answer is that to the present question."""
        return self.answered is not None and self.answered.question == self.question

    @property
    def emptied_by(self) -> Part | None:
        """The part that leaves no game, if the answer is that to the present question."""
        return self.answered.answer.emptied_by if self.answered is not None and self.is_current else None

    @property
    def listing(self) -> GameListing | None:
        """The open games, None if there are none or positions are asked."""
        return None if self.games is None else self.games.listing

    def names(self, field: str, text: str, most: int) -> tuple[tuple[str, int], ...]:
        """Return the commonest names in the open file that have all words of a text, with their numbers of games."""
        if self.listing is None:
            return ()
        from pawnviz.core.collections.listed_games import ListedNames  # NumPy is not needed before.

        if self._names is None or self.listing.games is not self._names.games:
            self._names = ListedNames(self.listing.games)
        return self._names.names(field, text, most)
