"""The command line: sub-commands, each a function that ``command`` declares with its options.

It may import the core, and the window only inside functions.
"""
