"""The tour: a card that explains the parts of the window one by one, with a frame around each.

It may import view.widgets.
"""
