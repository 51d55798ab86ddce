"""The document, the list of layers, and what is kept between starts: QtCore objects and an undo stack. No widgets."""
