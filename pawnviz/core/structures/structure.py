"""A named structure: its names for both colors, its rule, and the plans and pawn breaks of each side."""

from __future__ import annotations

from dataclasses import dataclass, field

from pawnviz.core.board.side import BLACK, WHITE
from pawnviz.core.structures.rule import Rule, turned_text


@dataclass(frozen=True)
class Structure:
    """A named structure, which one color has, or both alike where it is ``mutual``.

    It is written as it usually arises: with White as its owner or, where not ``of_white``, with Black. ``plans`` are
    White's and Black's in that version. ``reversed_title`` is its title where the other color is the owner: by default
    it is said to be reversed, unless it ``keeps_title``, as one not named after an opening does. ``leads`` are the
    identifiers of structures that say less where they are on the board with it.
    """

    identifier: str
    title: str
    rule: Rule
    plans: tuple[str, str]
    of_white: bool = True
    reversed_title: str = ""
    mutual: bool = False
    keeps_title: bool = False
    leads: tuple[str, ...] = ()
    family: str = ""

    def title_for(self, color: bool) -> str:
        """Return the title where this color is the owner."""
        if color is self.of_white or self.mutual:
            return self.title
        return self.reversed_title or f"{'' if self.keeps_title else 'Reversed '}{turned_text(self.title)}"

    def rule_of(self, color: bool) -> Rule:
        """Return the rule where this color is the owner."""
        return self.rule if color is self.of_white else self.rule.turned

    def rule_for(self, color: bool) -> str:
        """Return the exact rule in words where this color is the owner."""
        return self.rule_of(color).words

    def plans_for(self, color: bool, *, owner: bool) -> str:
        """Return a color's plans and pawn breaks where ``owner`` is the owner."""
        if owner is self.of_white:
            return self.plans[0 if color else 1]
        return turned_text(self.plans[1 if color else 0])


@dataclass(frozen=True)
class FoundStructure:
    """A structure on a board, its owner or None for both, its pawns; ``is_implied`` by one that was found before it."""

    structure: Structure
    color: bool | None
    squares: int = field(repr=False)
    is_implied: bool = False

    @property
    def _owner(self) -> bool:
        return self.structure.of_white if self.color is None else self.color

    @property
    def title(self) -> str:
        """The title, which may depend on whose it is: Panov Attack for White, Tarrasch Defense for Black."""
        return self.structure.title_for(self._owner)

    @property
    def heading(self) -> str:
        """The title, and whose the structure is unless it belongs to both colors alike: ``Carlsbad of White``."""
        return self.title if self.color is None else f"{self.title} of {'White' if self.color else 'Black'}"

    @property
    def rule(self) -> str:
        """The rule in words, with the squares of the color whose structure it is."""
        return self.structure.rule_for(self._owner)

    def plans_for(self, color: bool) -> str:
        """Return White's or Black's plans and pawn breaks in a few words, empty where none are known."""
        return self.structure.plans_for(color, owner=self._owner)

    @property
    def plans(self) -> tuple[tuple[str, str], ...]:
        """The name of each color whose plans are known, and these."""
        both = (("White", self.plans_for(WHITE)), ("Black", self.plans_for(BLACK)))
        return tuple((name, plans) for name, plans in both if plans)
