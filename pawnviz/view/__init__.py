"""Widgets: the window, the board, the panels, and the one painter of pictures."""
