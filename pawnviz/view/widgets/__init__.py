"""Theme, icons, labels and other small parts that know nothing of chess.

It may import no other room of the view.
"""
