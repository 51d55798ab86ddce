"""The command line: a module for each sub-command. It may import the core, and the window only inside functions."""
