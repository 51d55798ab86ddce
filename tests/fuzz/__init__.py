"""Fuzzers: they try the program with random input, found again by its seed. Run ``python -m tests.fuzz --help``."""
