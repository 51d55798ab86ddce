"""The errata gallery."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QListWidget

from tests.fuzz.gui.part import Part, Step


class ErrataGalleryPart(Part):
    """What is done in the gallery: exhibits are chosen and buttons clicked."""

    def events(self) -> list[tuple[int, Step]]:
        return [(2, self.use_gallery)]

    def use_gallery(self) -> None:
        """Do something in the errata gallery, opened where it is not."""
        gallery = next((dialog for dialog in self.fuzzed.dialogs() if dialog.windowTitle() == "Errata gallery"), None)
        if gallery is None:
            self.note("open the gallery")
            self.window.further_windows.open_errata()
            return
        exhibits = gallery.findChild(QListWidget)
        if isinstance(exhibits, QListWidget) and self.random.random() < 0.6:
            row = self.random.randrange(exhibits.count())
            self.note(f"exhibit {row}")
            exhibits.setCurrentRow(row)
            exhibits.itemActivated.emit(exhibits.item(row))
        else:
            buttons = [button for button in gallery.findChildren(QAbstractButton) if button.isEnabled()]
            button = self.random.choice(buttons)
            if isinstance(button, QAbstractButton):
                self.note(f"gallery: {button.text()}")
                button.click()
