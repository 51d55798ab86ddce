"""Whether layers can be read from a picture: marks that hide each other are counted.

``python -m tests.legibility`` draws every pair of layers and many triples and sixes, and prints what is hidden.
"""
