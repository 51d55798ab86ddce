"""The subjects of a board: the free position and pinned ones; games have theirs in ``model.games``.

It may import the core and model.storage.
"""
