"""The windows of user layers."""

from __future__ import annotations

from tests.fuzz.gui.part import Part, Step
from tests.fuzz.gui.texts import FORMULAS, TITLES


class UserLayersPart(Part):
    """What is done where an own layer is written."""

    def events(self) -> list[tuple[int, Step]]:
        return [(6, self.write_layer)]

    def write_layer(self) -> None:
        """Write a part of the layer that is being written: title, name, formula or definition; or save it."""
        dialog = self.window.user_layer_commands.dialog
        if not dialog.isVisible():
            return
        choice = self.random.randrange(6)
        self.note(f"layer that is written: {choice}")
        if choice == 0:
            self.fuzzed.write(dialog.form.title_field, TITLES)
        elif choice == 1:
            self.fuzzed.write(dialog.form.name_field, ("mine", "my_holes", "own", "é", "front_spans", "new_layer_"))
        elif choice in (2, 3):
            self.fuzzed.write(dialog.form.formula_edit, FORMULAS)
        elif choice == 4:
            self.fuzzed.write(dialog.form.definition_edit, TITLES)
        else:
            dialog.save_button.click()
