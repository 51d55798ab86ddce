"""The command line: a module for each sub-command, and what they share.

It may import the core, and the window only inside functions.
"""
