"""The board on the screen: state, gestures, geometry, painting, legend, tool palette, pictures of masks and marks.

It may import view.widgets and view.commands.
"""
