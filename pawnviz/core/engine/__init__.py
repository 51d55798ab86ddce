"""UCI engines: finding, guarding, asking and reading them. It may import core.words and core.board."""
