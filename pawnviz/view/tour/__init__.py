"""The tour: a card that explains one part of the window after the other, and a frame around that part.

It may import view.widgets.
"""
