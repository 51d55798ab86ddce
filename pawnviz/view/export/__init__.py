"""Pictures for other programs: a board with its layers, legend and caption as SVG, PDF and PNG.

It may import the core, the model, view.widgets and view.board.
"""
