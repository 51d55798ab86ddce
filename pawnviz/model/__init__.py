"""The document, the list of layers, and files kept between starts: QtCore objects and an undo stack. No widgets."""
