"""Whether layers can be read from a picture: marks that hide each other are counted, and pictures made to be read.

``python -m tests.legibility`` draws every pair of layers and many triples and sixes, and prints what is hidden;
``python -m tests.legibility FOLDER`` writes pictures for a reader who is told nothing, with the truth beside them.
"""
