"""Questions as lines of chips: parts of a question as small buttons, their menus, and a field that completes more.

It may import the core, the model, view.widgets, view.board and view.formula.
"""
