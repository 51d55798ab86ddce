"""The subjects that a board can show: the free position and exhibits; games have theirs in ``model.games``.

It may import the core and model.storage.
"""
